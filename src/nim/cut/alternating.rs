//! Decomposes sequences of nim-sets into alternating subsequences.

use std::collections::BTreeMap;

use super::nim_sets::NimSets;
use crate::limits::Budget;
use crate::nim::{Evaluator, NimError};

/// A maximal sequence of values v, v⊕1, v, … in consecutive nim-sets N(n,p) (Ellis and
/// Thanatipanonda, Table 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternating {
    /// The first n.
    pub enters: u64,
    /// The value in N(n,p) for the first n.
    pub value: u32,
    /// The last n, if it is known that the subsequence ends.
    pub exits: Option<u64>,
    /// Partitions of the first n with that value, largest parts first; at most
    /// [`MOST_PARTITIONS`](Self::MOST_PARTITIONS) of them.
    pub entering: Vec<Vec<u64>>,
    /// Partitions of the last n with the last value, likewise.
    pub exiting: Vec<Vec<u64>>,
    /// Whether this is a second start of v and v⊕1: when it enters, the subsequence with these values at
    /// the n of the other parity is there already (the proof of Lemma 16, case 2).
    pub second: bool,
}

impl Alternating {
    /// The maximum number of partitions listed.
    pub const MOST_PARTITIONS: usize = 4;

    /// Returns the value at n, if n is in the subsequence.
    pub fn value_at(&self, n: u64) -> Option<u32> {
        let there = n >= self.enters && self.exits.is_none_or(|last| n <= last);
        there.then_some(self.value ^ u32::from(n % 2 != self.enters % 2))
    }
}

impl NimSets {
    /// Returns the alternating subsequences of the known N(1,p), N(2,p), …, ordered by where they
    /// enter and exit.
    ///
    /// # Errors
    /// Out of time, or cancelled.
    pub fn alternating(&self, piles: u64, budget: &Budget) -> Result<Vec<Alternating>, NimError> {
        let known = self.values().len() as u64;
        let mut all = Vec::new();
        let mut add = |key: u32, (enters, second): (u64, bool), exits: Option<u64>| {
            all.push(Alternating {
                second,
                enters,
                value: key ^ u32::from(enters % 2 == 1),
                exits,
                entering: Vec::new(),
                exiting: Vec::new(),
            });
        };
        // Where the subsequence of each value began, by what the value is or would be at n = 0.
        let mut open: BTreeMap<u32, (u64, bool)> = BTreeMap::new();
        for n in 1..=known {
            let Some(set) = self.get(n, piles) else {
                break;
            };
            budget.check()?;
            let parity = u32::from(n % 2 == 1);
            open.retain(|key, enters| {
                let goes_on = set.contains(*key ^ parity);
                if !goes_on {
                    add(*key, *enters, Some(n - 1));
                }
                goes_on
            });
            for value in set.iter() {
                let key = value ^ parity;
                let second = open.get(&(key ^ 1)).is_some_and(|(enters, _)| *enters < n);
                open.entry(key).or_insert((n, second));
            }
        }
        for (key, enters) in open {
            add(key, enters, None);
        }
        all.sort_by_key(|a| (a.enters, a.exits.unwrap_or(u64::MAX), a.value));
        for one in &mut all {
            let some =
                |n, value| self.partitions(n, piles, value, Alternating::MOST_PARTITIONS, budget);
            one.entering = some(one.enters, one.value)?;
            if let Some((last, value)) = one.exits.zip(one.exits.and_then(|n| one.value_at(n))) {
                one.exiting = some(last, value)?;
            }
        }
        Ok(all)
    }
}
