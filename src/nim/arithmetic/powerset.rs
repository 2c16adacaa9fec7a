//! Powerset games in general: any nonempty subset of the numbers of a property, as a sum.
//!
//! Every nim value of such a game is 0 or a power of two, by induction: let the single heaps
//! that can be chosen have values 0 or 2^e. If none of them is 0 and no two are equal, no choice
//! sums to 0, and the value is 0. Otherwise 0 can be reached, and with it every sum of different
//! powers 2^e that occur; so the value is 2^m with m the least exponent that does not occur. So
//! each number is considered once instead of each subset.

use super::chunk::{ChunkEvaluator, Known, Rule};
use crate::heaps::NimError;
use crate::heaps::{Arithmetic, Heaps, Position, Ruleset, Selection};
use crate::limits::{Budget, Ticker};
use crate::nim::evaluator::Evaluator;

/// Returns the evaluator of the powerset game of this property and action.
pub(super) fn powerset(game: Arithmetic) -> Option<Box<dyn Evaluator>> {
    // Its only option lists the single heaps.
    let all = Arithmetic::new(game.property(), game.action(), Selection::Fullset).ok()?;
    let rule = Powerset {
        all,
        entries: Vec::new(),
        ticker: Ticker::default(),
    };
    Some(Box::new(ChunkEvaluator::powers(game.smallest(), rule)))
}

struct Powerset {
    all: Arithmetic,
    entries: Vec<u32>,
    ticker: Ticker,
}

impl Powerset {
    /// Returns the exponent plus one, or 0, of a heap from which these heaps can be chosen.
    fn entry(&mut self, single: &Heaps, known: &Known<'_>) -> u32 {
        self.entries.clear();
        let mut reaches_zero = false;
        for (heap, copies) in single.iter() {
            reaches_zero |= copies > 1;
            self.entries.push(known.at(heap.size() as usize));
        }
        self.entries.sort_unstable();
        reaches_zero |= self.entries.first() == Some(&0);
        reaches_zero |= !self.entries.is_sorted_by(|a, b| a < b);
        if !reaches_zero {
            return 0;
        }
        let mut least = 1;
        for &entry in &self.entries {
            least += u32::from(entry == least);
        }
        least
    }
}

impl Rule for Powerset {
    fn name(&self) -> &'static str {
        "exponents of single heaps"
    }

    fn compute(
        &mut self,
        known: &mut Known<'_>,
        end: usize,
        budget: &Budget,
    ) -> Result<(), NimError> {
        while known.next() < end {
            if self.ticker.is_due() {
                budget.check()?;
            }
            let heap = Position::heap(known.next() as u64);
            let single = self.all.options(heap).next();
            let entry = single.map_or(0, |single| self.entry(&single, known));
            known.push(entry);
        }
        Ok(())
    }
}
