//! The moves of a take-and-break game as lists for the evaluators.

use crate::heaps::{Code, PartitionGame};

/// The moves of a game that takes a fixed number from a heap and may divide the rest.
///
/// Each list holds, ascending, the numbers i such that a player may take i and leave no heap, one
/// nonempty heap, two or three.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Moves {
    pub(super) nothing: Vec<usize>,
    pub(super) one: Vec<usize>,
    pub(super) two: Vec<usize>,
    pub(super) three: Vec<usize>,
    /// Two heaps that are left must be unequal, as in Grundy's game.
    pub(super) unequal: bool,
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

    pub(super) fn of_partition_game(game: PartitionGame) -> Self {
        match game {
            PartitionGame::Grundy => Self {
                two: vec![0],
                unequal: true,
                ..Self::default()
            },
            // A heap of one has no move. Count n − 1 tokens for a heap of n: a move takes one and may
            // divide the others, and only the heap of two cannot be removed. That is 0.6.
            PartitionGame::CouplesAreForever => Self {
                one: vec![1],
                two: vec![1],
                ..Self::default()
            },
        }
    }

    /// Checks whether a move can remove the whole heap.
    pub(super) fn may_vanish(&self, heap: usize) -> bool {
        self.nothing.binary_search(&heap).is_ok()
    }

    /// Iterates over the single heaps that a move can leave, largest first.
    pub(super) fn single(&self, heap: usize) -> impl Iterator<Item = usize> + '_ {
        let taken = self.one.iter().take_while(move |&&i| i < heap);
        taken.map(move |&i| heap - i)
    }

    /// Iterates over the totals of two heaps that a move can leave, largest first.
    pub(super) fn totals(&self, heap: usize) -> impl Iterator<Item = usize> + '_ {
        let taken = self.two.iter().take_while(move |&&i| i + 2 <= heap);
        taken.map(move |&i| heap - i)
    }

    /// Iterates over the totals of three heaps that a move can leave, largest first.
    pub(super) fn totals_of_three(&self, heap: usize) -> impl Iterator<Item = usize> + '_ {
        let taken = self.three.iter().take_while(move |&&i| i + 3 <= heap);
        taken.map(move |&i| heap - i)
    }

    /// Returns the largest possible smaller part of a total.
    pub(super) fn smaller_half(&self, total: usize) -> usize {
        if self.unequal {
            total.saturating_sub(1) / 2
        } else {
            total / 2
        }
    }
}
