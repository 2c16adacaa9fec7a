//! Nim-sets for everyone, and the method along them.

use std::borrow::Cow;
use std::fmt;

use super::levels::Levels;
use crate::heaps::{Cut, CutSet};
use crate::limits::{Budget, Ticker};
use crate::nim::definition::Seen;
use crate::nim::error::NimError;
use crate::nim::{Evaluator, Sequence};

/// The nim-sets N(n,p,C) and the nim values of a cut game, as far as they were asked for.
pub struct NimSets {
    set: CutSet,
    values: Sequence,
    levels: Levels,
    most_piles: u64,
    seen: Seen,
}

impl NimSets {
    /// None known yet; sets will be asked for up to so many piles.
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

    /// N(n,p,C): the values of all ways to break a heap of n into p nonempty heaps. None if n is 0 or
    /// past what is known, or p past what was announced.
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

    /// The value of a heap that is known.
    fn value(&self, n: u64) -> u32 {
        let at = usize::try_from(n - 1).unwrap_or(usize::MAX);
        self.values.numbers().unwrap_or_default()[at]
    }

    /// Partitions of n into so many piles that have this value, largest parts first, at most so many
    /// of them.
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
        for n in self.values.len() as u64 + 1..=to {
            self.levels
                .push(self.values.numbers().unwrap_or_default(), budget)?;
            self.seen.clear();
            for d in self.set.up_to(n - 1) {
                self.seen.unite(self.levels.row(n, d + 1));
            }
            let mex = self.seen.mex();
            self.values.entries_mut().push(mex);
        }
        Ok(())
    }
}

/// A finite set of nim values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimSet<'a>(Cow<'a, [u64]>);

impl NimSet<'_> {
    /// Only this value.
    fn of(value: u32) -> Self {
        let mut words = vec![0; value as usize / 64 + 1];
        words[value as usize / 64] = 1 << (value % 64);
        Self(Cow::Owned(words))
    }

    /// Whether this is a member.
    pub fn contains(&self, value: u32) -> bool {
        let word = self.0.get(value as usize / 64);
        word.is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Whether there are no members: fewer tokens than piles.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members, ascending.
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
        let members: Vec<String> = self.iter().map(|value| value.to_string()).collect();
        f.pad(&format!("{{{}}}", members.join(",")))
    }
}
