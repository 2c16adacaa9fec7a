//! What the moves of a take-and-break game leave, in the shape the roads need.

use crate::heaps::Code;

/// The moves of a game that takes a fixed number from a heap and may divide the rest.
///
/// Each list holds, ascending, the numbers i such that a player may take i and leave nothing, one
/// nonempty heap, two or three.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    pub(super) nothing: Vec<usize>,
    pub(super) one: Vec<usize>,
    pub(super) two: Vec<usize>,
    pub(super) three: Vec<usize>,
    /// Two heaps that are left must be unequal, as in Grundy's game.
    pub(super) unequal: bool,
    /// Heaps of two stay as they are, as in Couples-are-Forever.
    pub(super) couples_stay: bool,
}

impl Moves {
    pub(super) fn of_code(code: &Code) -> Self {
        let taking = |heaps: usize| {
            let all = 0..=code.most_taken();
            all.filter(|&i| code.leaves(i, heaps)).collect()
        };
        Self {
            nothing: taking(0),
            one: taking(1),
            two: taking(2),
            three: taking(3),
            ..Self::default()
        }
    }

    /// Whether a heap may be made empty.
    pub(super) fn may_vanish(&self, heap: usize) -> bool {
        self.nothing.binary_search(&heap).is_ok()
    }

    /// The single heaps that can be left of a heap, largest first.
    pub(super) fn single(&self, heap: usize) -> impl Iterator<Item = usize> + '_ {
        let taken = self.one.iter().take_while(move |&&i| i < heap);
        taken.map(move |&i| heap - i)
    }

    /// The totals that a heap can be reduced to and divided into two, largest first.
    pub(super) fn totals(&self, heap: usize) -> impl Iterator<Item = usize> + '_ {
        let whole = self.couples_stay && heap == 2;
        let taken = self
            .two
            .iter()
            .take_while(move |&&i| i + 2 <= heap && !whole);
        taken.map(move |&i| heap - i)
    }

    /// The larger of the possible smaller halves of a total.
    pub(super) fn smaller_half(&self, total: usize) -> usize {
        if self.unequal {
            total.saturating_sub(1) / 2
        } else {
            total / 2
        }
    }
}
