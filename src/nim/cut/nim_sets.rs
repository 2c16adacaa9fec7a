//! Nim-sets, and the evaluator based on them.

use std::borrow::Cow;
use std::fmt;

use itertools::Itertools;

use super::levels::Levels;
use crate::heaps::NimError;
use crate::heaps::{Cut, CutSet};
use crate::limits::{Budget, Ticker};
use crate::nim::definition::Seen;
use crate::nim::memory::push;
use crate::nim::{Evaluator, Sequence};

/// Computes the nim-sets N(n,p,C) and the nim values of a cut game on demand.
pub struct NimSets {
    set: CutSet,
    values: Sequence,
    levels: Levels,
    most_piles: u64,
    seen: Seen,
}

impl NimSets {
    /// Returns an evaluator without values, for nim-sets of at most this number of piles.
    pub fn new(cut: &Cut, most_piles: u64) -> Self {
        let set = cut.set().clone();
        let needed = set.largest().map_or(u64::MAX, |d| d + 1);
        Self {
            set,
            values: Sequence::of_numbers(1, Vec::new()),
            levels: Levels::new(most_piles.max(needed)),
            most_piles,
            seen: Seen::default(),
        }
    }

    /// Returns N(n,p,C): the values of all ways to break a heap of n into p nonempty heaps. None if n
    /// is 0 or not computed yet, or p larger than `most_piles`.
    pub fn get(&self, n: u64, piles: u64) -> Option<NimSet<'_>> {
        if n == 0 || n > self.values.len() as u64 || piles > self.most_piles {
            return None;
        }
        Some(match piles {
            0 => NimSet(Cow::Borrowed(&[])),
            1 => NimSet::of(self.value(n)),
            _ => NimSet(Cow::Borrowed(self.levels.row(n, piles))),
        })
    }

    /// Returns the value of a known heap.
    fn value(&self, n: u64) -> u32 {
        let at = usize::try_from(n - 1).unwrap_or(usize::MAX);
        self.values.numbers().unwrap_or_default()[at]
    }

    /// Returns partitions of n into this number of piles that have this value, largest parts first;
    /// at most `most` of them.
    pub fn partitions(
        &self,
        n: u64,
        piles: u64,
        value: u32,
        most: usize,
        budget: &Budget,
    ) -> Result<Vec<Vec<u64>>, NimError> {
        let mut found = Vec::new();
        let mut ticker = Ticker::default();
        let reachable = |n, piles, value| match self.get(n, piles) {
            Some(set) => set.contains(value),
            None => (n, piles, value) == (0, 0, 0),
        };
        if piles == 0 || !reachable(n, piles, value) {
            return Ok(found);
        }
        // The parts chosen so far, the next part to try, and what is left for it and those after.
        let mut chosen: Vec<u64> = Vec::new();
        let (mut next, mut rest, mut value) = (n - (piles - 1), n, value);
        while found.len() < most {
            if ticker.is_due() {
                budget.check()?;
            }
            let left = piles - chosen.len() as u64;
            if left > 0 && next >= rest.div_ceil(left) {
                let after = value ^ self.value(next);
                if reachable(rest - next, left - 1, after) {
                    chosen.push(next);
                    rest -= next;
                    value = after;
                    next = next.min(rest.saturating_sub(left.saturating_sub(2)));
                } else {
                    next -= 1;
                }
                continue;
            }
            if left == 0 {
                found.push(chosen.clone());
            }
            let Some(last) = chosen.pop() else {
                break;
            };
            rest += last;
            value ^= self.value(last);
            next = last - 1;
        }
        Ok(found)
    }
}

impl Evaluator for NimSets {
    fn name(&self) -> &'static str {
        "nim-sets as bits"
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        if to <= self.values.len() as u64 {
            return Ok(());
        }
        self.levels.memory.under(budget)?;
        for n in self.values.len() as u64 + 1..=to {
            budget.reached(n);
            self.levels
                .push(self.values.numbers().unwrap_or_default(), budget)?;
            self.seen.clear();
            for d in self.set.up_to(n - 1) {
                self.seen.unite(self.levels.row(n, d + 1));
            }
            let mex = self.seen.mex();
            let account = self.levels.memory.account();
            if let Err(reason) = push(self.values.entries_mut(), mex, account) {
                self.levels.keep_below(n);
                return Err(reason.into());
            }
        }
        tracing::debug!(heaps = to, "values computed");
        Ok(())
    }
}

/// A finite set of nim values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimSet<'a>(Cow<'a, [u64]>);

impl NimSet<'_> {
    /// Returns the set of this value.
    fn of(value: u32) -> Self {
        let mut words = vec![0; value as usize / 64 + 1];
        words[value as usize / 64] = 1 << (value % 64);
        Self(Cow::Owned(words))
    }

    /// Checks whether this is a member.
    pub fn contains(&self, value: u32) -> bool {
        let word = self.0.get(value as usize / 64);
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Checks whether there are no members: fewer tokens than piles.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Iterates over the members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0u32..)
            .step_by(64)
            .zip(self.0.iter())
            .flat_map(|(first, &word)| {
                let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
                bits.map(move |bit| first + bit)
            })
    }
}

impl fmt::Display for NimSet<'_> {
    /// `{0,2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{{{}}}", self.iter().format(",")))
    }
}
