//! Generalised nim values on a graph, of which a part may be unknown.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::graph::Graph;
use super::value::{Judgement, LoopyValue, Undecided};
use crate::limits::Budget;
use crate::nim::{NimError, NimValue};

/// What is certain of the values of the positions of a graph, whatever the unknown options are.
pub(super) struct Labels {
    numbers: Vec<Option<u32>>,
    /// It is certain that there is no nim value.
    infinite: Vec<bool>,
    /// The numbers of the options.
    sets: Vec<BTreeSet<u32>>,
    /// How many options may or may not have a nim value; one more if some are unknown.
    open_options: Vec<usize>,
}

impl Labels {
    pub(super) fn of(graph: &Graph, budget: &Budget) -> Result<Self, NimError> {
        let before = Reverse::of(graph);
        let mut labels = Self {
            numbers: vec![None; graph.len()],
            infinite: vec![false; graph.len()],
            sets: Vec::with_capacity(graph.len()),
            open_options: Vec::with_capacity(graph.len()),
        };
        labels.number(graph, &before, budget)?;
        labels.find_infinite(graph, &before);
        Ok(labels)
    }

    /// The numbers, from 0 on (the algorithm of Fraenkel and Perl). A position gets the number m if
    /// it has options of all smaller values, none of value m, and every option without a smaller
    /// value can be answered: it has an option that got m earlier.
    ///
    /// An unknown position never gets a number and never has an answer, so a number is certain: the
    /// proof that it is right mentions no unknown option.
    fn number(&mut self, graph: &Graph, before: &Reverse, budget: &Budget) -> Result<(), NimError> {
        // Those with options of all values below m, so far without a number.
        let mut alive: Vec<bool> = (0..graph.len()).map(|u| graph.is_complete(u)).collect();
        for m in 0.. {
            budget.check()?;
            // How many options have no number and no answer.
            let mut open: Vec<u32> = vec![0; graph.len()];
            for (v, _) in self.numbers.iter().enumerate().filter(|(_, n)| n.is_none()) {
                for &u in before.of_node(v) {
                    open[u as usize] += 1;
                }
            }
            let mut answered = vec![false; graph.len()];
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

    /// Positions that certainly have no nim value:
    ///
    /// - if nothing unknown can be reached, those that got no number;
    /// - those that are their own option: beside a nim heap of any size, the player to move can
    ///   leave all as it is, so this is not a position that is lost;
    /// - those whose options ∞_K rule out every number m: where m is missing from such a K, the move
    ///   to that option beside *m does not lose, and if the position has an option of value m, it
    ///   has another value itself.
    fn find_infinite(&mut self, graph: &Graph, before: &Reverse) {
        let open_ended = reaches_unknown(graph, before);
        for (u, open_ended) in open_ended.into_iter().enumerate() {
            let own = u32::try_from(u).is_ok_and(|u| {
                let options = graph.options(u as usize);
                options.binary_search(&u).is_ok()
            });
            self.infinite[u] = self.numbers[u].is_none() && (!open_ended || own);
        }
        for u in 0..graph.len() {
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
    }

    /// Whether it is not yet known if there is a nim value.
    fn is_open(&self, u: usize) -> bool {
        self.numbers[u].is_none() && !self.infinite[u]
    }

    /// Whether the value is ∞_K and all of K is known.
    fn is_settled(&self, u: usize) -> bool {
        self.infinite[u] && self.open_options[u] == 0
    }

    /// What is certain of the value of a position.
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

/// Which positions can lead to one with unknown options; such positions themselves.
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
    fn of(graph: &Graph) -> Self {
        let known = || (0..graph.len()).map(|u| (u, graph.options(u)));
        let mut starts = vec![0; graph.len() + 1];
        for (_, options) in known() {
            for &v in options {
                starts[v as usize + 1] += 1;
            }
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut nodes = vec![0; starts.last().copied().unwrap_or(0)];
        for (u, options) in known() {
            for &v in options {
                let place = &mut next[v as usize];
                // Nodes are numbered by 32 bits.
                nodes[*place] = u32::try_from(u).unwrap_or(u32::MAX);
                *place += 1;
            }
        }
        Self { starts, nodes }
    }

    fn of_node(&self, v: usize) -> &[u32] {
        &self.nodes[self.starts[v]..self.starts[v + 1]]
    }
}
