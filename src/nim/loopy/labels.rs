//! Generalised nim values on a graph with unknown parts.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::value::{Judgement, LoopyValue, Undecided};
use crate::limits::{Account, Budget, Meter, Reason};
use crate::nim::memory::{filled, reserve};
use crate::nim::{NimError, NimValue};

/// What is certain about the values of the positions of a graph, whatever the unknown options are.
pub(super) struct Labels {
    numbers: Vec<Option<u32>>,
    /// Whether there is certainly no nim value.
    infinite: Vec<bool>,
    /// The numbers of the options.
    sets: Vec<BTreeSet<u32>>,
    /// The number of options that may or may not have a nim value; one more if some are unknown.
    open_options: Vec<usize>,
    /// Holds the memory of the tables.
    _account: Account,
}

impl Labels {
    /// Numbers, flags, sets, counters and the starts of the reversed lists.
    const BYTES_PER_POSITION: usize = 96;
    /// A reversed move, and a member of a set at most.
    const BYTES_PER_MOVE: usize = 12;

    pub(super) fn of(graph: &Graph, budget: &Budget) -> Result<Self, NimError> {
        let mut account = budget.account();
        account
            .hold(graph.len() * Self::BYTES_PER_POSITION + graph.moves() * Self::BYTES_PER_MOVE)?;
        let before = Reverse::of(graph)?;
        let (mut sets, mut open_options) = (Vec::new(), Vec::new());
        reserve(&mut sets, graph.len())?;
        reserve(&mut open_options, graph.len())?;
        let mut labels = Self {
            numbers: filled(None, graph.len())?,
            infinite: filled(false, graph.len())?,
            sets,
            open_options,
            _account: account,
        };
        labels.number(graph, &before, budget)?;
        labels.find_infinite(graph, &before, budget)?;
        tracing::debug!(
            positions = graph.len(),
            moves = graph.moves(),
            "graph labelled"
        );
        Ok(labels)
    }

    /// Assigns the numbers, from 0 on (the algorithm of Fraenkel and Perl). A position gets the number
    /// m if it has options of all smaller values, none of value m, and every option without a smaller
    /// value can be answered: it has an option that got m earlier.
    ///
    /// An unknown position never gets a number and never has an answer, so a number is certain: its
    /// proof uses no unknown option.
    fn number(&mut self, graph: &Graph, before: &Reverse, budget: &Budget) -> Result<(), NimError> {
        // The positions without a number that have options of all values below m.
        let mut alive: Vec<bool> = (0..graph.len()).map(|u| graph.is_complete(u)).collect();
        for m in 0.. {
            budget.check()?;
            // The number of options without a number and without an answer.
            let mut open: Vec<u32> = filled(0, graph.len())?;
            for (v, _) in self.numbers.iter().enumerate().filter(|(_, n)| n.is_none()) {
                for &u in before.of_node(v) {
                    open[u as usize] += 1;
                }
            }
            let mut answered = filled(false, graph.len())?;
            let mut ready: Vec<usize> = (0..graph.len())
                .filter(|&u| alive[u] && open[u] == 0)
                .collect();
            while let Some(u) = ready.pop() {
                self.numbers[u] = Some(m);
                alive[u] = false;
                for &v in before.of_node(u) {
                    let v = v as usize;
                    if self.numbers[v].is_some() || std::mem::replace(&mut answered[v], true) {
                        continue;
                    }
                    for &w in before.of_node(v) {
                        let w = w as usize;
                        open[w] -= 1;
                        if open[w] == 0 && alive[w] && !answered[w] {
                            ready.push(w);
                        }
                    }
                }
            }
            // A position without an option of value m has no larger value.
            for (alive, answered) in alive.iter_mut().zip(answered) {
                *alive &= answered;
            }
            if !alive.contains(&true) {
                break;
            }
        }
        Ok(())
    }

    /// Finds the positions that certainly have no nim value:
    ///
    /// - if nothing unknown can be reached, those without a number;
    /// - those that are their own option: beside a nim heap of any size, the player to move can
    ///   change nothing, so the sum is not lost;
    /// - those whose options ∞_K rule out every number m: where m is missing from such a K, the move
    ///   to that option beside *m does not lose, and if the position has an option of value m, it
    ///   has another value itself.
    fn find_infinite(
        &mut self,
        graph: &Graph,
        before: &Reverse,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let mut meter = Meter::new(budget);
        let open_ended = reaches_unknown(graph, before);
        for (u, open_ended) in open_ended.into_iter().enumerate() {
            let own = u32::try_from(u).is_ok_and(|u| {
                let options = graph.options(u as usize);
                options.binary_search(&u).is_ok()
            });
            self.infinite[u] = self.numbers[u].is_none() && (!open_ended || own);
        }
        for u in 0..graph.len() {
            meter.tick_for(graph.options(u).len())?;
            let options = graph.options(u).iter().map(|&v| v as usize);
            let numbers = options.clone().filter_map(|v| self.numbers[v]);
            self.sets.push(numbers.collect());
            let open = options.filter(|&v| self.is_open(v)).count();
            self.open_options
                .push(open + usize::from(!graph.is_complete(u)));
        }
        let mut candidates: FxHashMap<usize, BTreeSet<u32>> = FxHashMap::default();
        let mut pending: Vec<usize> = (0..graph.len()).filter(|&u| self.is_settled(u)).collect();
        while let Some(v) = pending.pop() {
            meter.tick_for(before.of_node(v).len())?;
            for &u in before.of_node(v) {
                let u = u as usize;
                if !self.is_open(u) {
                    continue;
                }
                let left = candidates
                    .entry(u)
                    .or_insert_with(|| self.sets[v].difference(&self.sets[u]).copied().collect());
                left.retain(|m| self.sets[v].contains(m));
                if !left.is_empty() {
                    continue;
                }
                self.infinite[u] = true;
                if self.is_settled(u) {
                    pending.push(u);
                }
                for &w in before.of_node(u) {
                    let w = w as usize;
                    self.open_options[w] -= 1;
                    if self.is_settled(w) {
                        pending.push(w);
                    }
                }
            }
        }
        Ok(())
    }

    /// Checks whether it is unknown so far if there is a nim value.
    fn is_open(&self, u: usize) -> bool {
        self.numbers[u].is_none() && !self.infinite[u]
    }

    /// Checks whether the value is ∞_K with a completely known K.
    fn is_settled(&self, u: usize) -> bool {
        self.infinite[u] && self.open_options[u] == 0
    }

    /// Returns what is certain about the value of a position.
    pub(super) fn judgement(&self, graph: &Graph, u: usize) -> Judgement {
        let set = &self.sets[u];
        match self.numbers[u] {
            Some(number) => NimValue::from(u64::from(number)).into(),
            None if self.is_settled(u) => Judgement::Decided(LoopyValue::Infinite(set.clone())),
            None => Judgement::Undecided(Undecided {
                infinite: self.infinite[u],
                options: set.clone(),
                bound: graph.bound(),
            }),
        }
    }
}

/// Finds the positions from which one with unknown options can be reached, including those
/// positions.
fn reaches_unknown(graph: &Graph, before: &Reverse) -> Vec<bool> {
    let mut reaches: Vec<bool> = (0..graph.len()).map(|u| !graph.is_complete(u)).collect();
    let mut pending: Vec<usize> = (0..graph.len()).filter(|&u| reaches[u]).collect();
    while let Some(v) = pending.pop() {
        for &u in before.of_node(v) {
            if !std::mem::replace(&mut reaches[u as usize], true) {
                pending.push(u as usize);
            }
        }
    }
    reaches
}

/// The positions that a position is an option of.
struct Reverse {
    /// Where the list of a position begins.
    starts: Vec<usize>,
    nodes: Vec<u32>,
}

impl Reverse {
    fn of(graph: &Graph) -> Result<Self, Reason> {
        let known = || (0..graph.len()).map(|u| (u, graph.options(u)));
        let mut starts: Vec<usize> = filled(0, graph.len() + 1)?;
        for (_, options) in known() {
            for &v in options {
                starts[v as usize + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut nodes = filled(0, graph.moves())?;
        for (u, options) in known() {
            for &v in options {
                let place = &mut next[v as usize];
                // Nodes are numbered by 32 bits.
                nodes[*place] = u32::try_from(u).unwrap_or(u32::MAX);
                *place += 1;
            }
        }
        Ok(Self { starts, nodes })
    }

    fn of_node(&self, v: usize) -> &[u32] {
        &self.nodes[self.starts[v]..self.starts[v + 1]]
    }
}
