//! The graph of the positions that can be reached, within bounds.

use std::fmt;

use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Budget, Reason, Ticker};
use crate::nim::NimError;
use crate::nim::memory::{TableMemory, push};

/// The bounds of a search for a value. Start from the default and change single fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bounds {
    /// The options of larger heaps are not enumerated.
    pub largest_heap: u64,
    /// The maximum number of positions whose options are enumerated.
    pub positions: usize,
    /// The maximum number of moves enumerated.
    pub moves: usize,
}

impl Default for Bounds {
    /// Heaps of 18 digits; a few thousand positions and a few million moves, which take a second at
    /// most.
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
    /// A heap beyond the largest one is reached.
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
/// The options of the first positions are known, at least in part; those of the others are not.
/// Kept as compressed rows, which are scanned many times; [`loopy_graph`] converts them.
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
    /// The number of moves enumerated.
    enumerated: usize,
    ticker: Ticker,
    memory: TableMemory,
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
            enumerated: 0,
            ticker: Ticker::default(),
            memory: TableMemory::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns the number of different moves.
    pub(super) fn moves(&self) -> usize {
        self.options.len()
    }

    pub(super) fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        self.positions.iter().copied()
    }

    /// Returns the known options of a position, each once, ascending.
    pub(super) fn options(&self, node: usize) -> &[u32] {
        let Some(&end) = self.ends.get(node) else {
            return &[];
        };
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.options[start..end]
    }

    /// Checks whether all options of a position are known.
    pub(super) fn is_complete(&self, node: usize) -> bool {
        self.complete.get(node).is_some_and(|&complete| complete)
    }

    /// Returns the bound that was reached first.
    pub(super) fn bound(&self) -> Bound {
        self.bound.unwrap_or(Bound::Positions(self.ends.len()))
    }

    /// Checks whether options can be enumerated within the bounds.
    pub(super) fn can_grow(&self, bounds: &Bounds) -> bool {
        self.ends.len() < self.positions.len()
            && self.ends.len() < bounds.positions
            && self.enumerated < bounds.moves
    }

    /// Enumerates the options of further positions, until `count` have been enumerated.
    pub(super) fn grow(
        &mut self,
        count: usize,
        bounds: &Bounds,
        budget: &Budget,
    ) -> Result<(), NimError> {
        self.memory.under(budget)?;
        while self.ends.len() < count && self.can_grow(bounds) {
            let position = self.positions[self.ends.len()];
            let mut options = Vec::new();
            let bound = self.enumerate(position, &mut options, bounds, budget)?;
            options.sort_unstable();
            options.dedup();
            let account = self.memory.account();
            account.reserve(&mut self.options, options.len())?;
            account.reserve(&mut self.ends, 1)?;
            self.options.extend(options);
            self.bound = self.bound.or(bound);
            self.complete.push(bound.is_none());
            self.ends.push(self.options.len());
        }
        if self.enumerated >= bounds.moves {
            self.bound.get_or_insert(Bound::Moves(bounds.moves));
        }
        Ok(())
    }

    /// Finds the options of a position, or some of them if a bound is reached.
    fn enumerate(
        &mut self,
        position: Position,
        options: &mut Vec<u32>,
        bounds: &Bounds,
        budget: &Budget,
    ) -> Result<Option<Bound>, NimError> {
        /// The number of options that a position with too many keeps.
        const SOME: usize = 1000;
        let ruleset = self.ruleset;
        if position.size() > bounds.largest_heap {
            return Ok(Some(Bound::Heap(bounds.largest_heap)));
        }
        if !ruleset.is_position(position) {
            // The ruleset itself has a largest heap.
            return Ok(Some(Bound::Heap(position.size().saturating_sub(1))));
        }
        // No single position uses up all the moves.
        let most = (bounds.moves / 8).max(1);
        let mut heaps = Vec::new();
        let mut heaps_memory = budget.account();
        let mut bound = None;
        for option in ruleset.options_within(position, budget)? {
            if self.ticker.is_due() {
                budget.check()?;
            }
            self.enumerated += 1;
            if heaps.len() == most {
                heaps.truncate(SOME);
                bound = Some(Bound::Moves(bounds.moves));
                break;
            }
            let to = self.single(&option)?;
            push(&mut heaps, to, &mut heaps_memory)?;
        }
        for to in heaps {
            // There are no more positions than moves, and those are bounded.
            let next = u32::try_from(self.positions.len()).unwrap_or(u32::MAX);
            if self.index.len() == self.index.capacity() {
                // The table doubles; an entry takes a little more than its content.
                let entries = self.index.len().max(16);
                let account = self.memory.account();
                account.add(entries * 2 * size_of::<(Position, u32)>())?;
                self.index
                    .try_reserve(entries)
                    .map_err(|_| Reason::Allocator)?;
            }
            let node = *self.index.entry(to).or_insert(next);
            if node == next {
                push(&mut self.positions, to, self.memory.account())?;
            }
            push(options, node, &mut heaps_memory)?;
        }
        Ok(bound)
    }

    /// Returns the one heap that a move leaves.
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

/// The positions that can be reached from one, and the moves between them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoopyGraph {
    /// A node for each position, the first for the one asked about, and an edge for each move.
    pub moves: DiGraph<Position, ()>,
    /// The positions some of whose options are unknown.
    pub incomplete: Vec<NodeIndex>,
}

/// Returns the graph of the positions that can be reached from one, within the bounds.
///
/// ```
/// use misere::heaps::{Position, ruleset};
/// use misere::nim::loopy::{Bounds, loopy_graph};
/// use petgraph::algo::tarjan_scc;
///
/// let game = ruleset("sum-of-divisors").unwrap();
/// let start = Position::heap(562);
/// let graph = loopy_graph(&*game, start, &Bounds::default(), &Default::default())?;
/// assert!(graph.incomplete.is_empty());
/// let cycles = tarjan_scc(&graph.moves);
/// let amicable = cycles.iter().find(|cycle| cycle.len() > 1).unwrap();
/// let mut heaps: Vec<u64> = amicable.iter().map(|&node| graph.moves[node].size()).collect();
/// heaps.sort();
/// assert_eq!(heaps, [220, 284]);
/// # Ok::<(), misere::nim::NimError>(())
/// ```
///
/// # Errors
/// Out of time or memory, or not a position, or a ruleset that splits heaps.
pub fn loopy_graph(
    ruleset: &dyn Ruleset,
    position: Position,
    bounds: &Bounds,
    budget: &Budget,
) -> Result<LoopyGraph, NimError> {
    if !ruleset.is_position(position) {
        let message = format!("there is no {}", ruleset.heap_name(position));
        return Err(NimError::OutOfReach(message));
    }
    let mut graph = Graph::new(ruleset, position);
    graph.grow(bounds.positions, bounds, budget)?;
    // A node and its weight, an edge with two ends and two links.
    let bytes = graph.len() * (8 + size_of::<Position>()) + graph.moves() * 16;
    budget.check_memory(bytes)?;
    let mut moves = DiGraph::with_capacity(graph.len(), graph.moves());
    for position in graph.positions() {
        moves.add_node(position);
    }
    for from in 0..graph.len() {
        for &to in graph.options(from) {
            moves.add_edge(NodeIndex::new(from), NodeIndex::new(to as usize), ());
        }
    }
    let nodes = moves.node_indices();
    let incomplete = nodes.filter(|node| !graph.is_complete(node.index()));
    Ok(LoopyGraph {
        incomplete: incomplete.collect(),
        moves,
    })
}
