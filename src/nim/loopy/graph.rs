//! The positions that can be reached, as a graph, within bounds.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Budget, Ticker};
use crate::nim::NimError;

/// How far the play of a position is followed: begin with the default and set what is to be
/// different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bounds {
    /// The options of larger heaps are not looked at.
    pub largest_heap: u64,
    /// The options of so many positions are looked at.
    pub positions: usize,
    /// So many moves are looked at.
    pub moves: usize,
}

impl Default for Bounds {
    /// Heaps of some 18 digits; a few thousand positions and a few million moves, which is a
    /// second at most.
    fn default() -> Self {
        Self {
            largest_heap: 1 << 60,
            positions: 5_000,
            moves: 4_000_000,
        }
    }
}

/// The bound at which the search for a value ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// Heaps beyond the largest one are reached.
    Heap(u64),
    /// More positions are reached.
    Positions(usize),
    /// More moves are reached.
    Moves(usize),
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heap(size) => write!(f, "heaps beyond {size} are reached"),
            Self::Positions(count) => write!(f, "more than {count} positions are reached"),
            Self::Moves(count) => write!(f, "more than {count} moves are reached"),
        }
    }
}

/// Positions and the moves between them, found breadth first from one position.
///
/// The options of the positions that come first are known, in part at least; those of the others
/// are not.
pub(super) struct Graph<'r> {
    ruleset: &'r dyn Ruleset,
    positions: Vec<Position>,
    index: FxHashMap<Position, u32>,
    /// Where the options of a position end in `options`; those of the next one begin there.
    ends: Vec<usize>,
    options: Vec<u32>,
    /// Whether all options are known.
    complete: Vec<bool>,
    bound: Option<Bound>,
    /// How many moves were looked at.
    looked_at: usize,
    ticker: Ticker,
}

impl<'r> Graph<'r> {
    pub(super) fn new(ruleset: &'r dyn Ruleset, root: Position) -> Self {
        Self {
            ruleset,
            positions: vec![root],
            index: FxHashMap::from_iter([(root, 0)]),
            ends: Vec::new(),
            options: Vec::new(),
            complete: Vec::new(),
            bound: None,
            looked_at: 0,
            ticker: Ticker::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.positions.iter().copied()
    }

    /// The options of a position that are known, each once, ascending.
    pub(super) fn options(&self, node: usize) -> &[u32] {
        let Some(&end) = self.ends.get(node) else {
            return &[];
        };
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.options[start..end]
    }

    /// Whether all options of a position are known.
    pub(super) fn is_complete(&self, node: usize) -> bool {
        self.complete.get(node).is_some_and(|&complete| complete)
    }

    /// The bound that was reached first.
    pub(super) fn bound(&self) -> Bound {
        self.bound.unwrap_or(Bound::Positions(self.ends.len()))
    }

    /// Whether there are positions to look at within the bounds.
    pub(super) fn can_grow(&self, bounds: &Bounds) -> bool {
        self.ends.len() < self.positions.len()
            && self.ends.len() < bounds.positions
            && self.looked_at < bounds.moves
    }

    /// Looks at the options of further positions, until so many have been looked at.
    pub(super) fn grow(
        &mut self,
        count: usize,
        bounds: &Bounds,
        budget: &Budget,
    ) -> Result<(), NimError> {
        while self.ends.len() < count && self.can_grow(bounds) {
            let position = self.positions[self.ends.len()];
            let mut options = Vec::new();
            let bound = self.look_at(position, &mut options, bounds, budget)?;
            options.sort_unstable();
            options.dedup();
            self.options.extend(options);
            self.bound = self.bound.or(bound);
            self.complete.push(bound.is_none());
            self.ends.push(self.options.len());
        }
        if self.looked_at >= bounds.moves {
            self.bound.get_or_insert(Bound::Moves(bounds.moves));
        }
        Ok(())
    }

    /// Finds the options of a position, or some of them if a bound is in the way.
    fn look_at(
        &mut self,
        position: Position,
        options: &mut Vec<u32>,
        bounds: &Bounds,
        budget: &Budget,
    ) -> Result<Option<Bound>, NimError> {
        /// A position with too many options keeps so many of them.
        const SOME: usize = 1000;
        let ruleset = self.ruleset;
        if position.size() > bounds.largest_heap {
            return Ok(Some(Bound::Heap(bounds.largest_heap)));
        }
        if !ruleset.is_position(position) {
            // The ruleset itself has a largest heap.
            return Ok(Some(Bound::Heap(position.size().saturating_sub(1))));
        }
        // No single position takes all the moves that may be looked at.
        let most = (bounds.moves / 8).max(1);
        let mut heaps = Vec::new();
        let mut bound = None;
        for option in ruleset.options(position) {
            if self.ticker.is_due() {
                budget.check()?;
                // The graph, its reverse, and some numbers for each position.
                let bytes = self.options.capacity() * 8 + self.positions.capacity() * 96;
                budget.check_memory(bytes + heaps.capacity() * 24)?;
            }
            self.looked_at += 1;
            if heaps.len() == most {
                heaps.truncate(SOME);
                bound = Some(Bound::Moves(bounds.moves));
                break;
            }
            heaps.push(self.single(&option)?);
        }
        for to in heaps {
            // There are no more positions than moves, and those are bounded.
            let next = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
            let node = *self.index.entry(to).or_insert(next);
            if node == next {
                self.positions.push(to);
            }
            options.push(node);
        }
        Ok(bound)
    }

    /// The one heap that a move leaves.
    fn single(&self, option: &Heaps) -> Result<Position, NimError> {
        let mut heaps = option.iter();
        if let (Some((to, 1)), None) = (heaps.next(), heaps.next()) {
            return Ok(to);
        }
        let name = self.ruleset.name();
        Err(NimError::OutOfReach(format!(
            "a move of `{name}` can leave several heaps or none, and loopy values are for games \
             where it leaves one"
        )))
    }
}
