//! Nim values straight from the definition: the mex over the options.
//!
//! This is the reference for everything faster. It asks the ruleset for its options and nothing
//! else.

use rustc_hash::FxHashMap;

use super::error::NimError;
use super::evaluator::Evaluator;
use super::sequence::Sequence;
use super::value::NimValue;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Budget, Ticker};

/// Nim values of the positions of one ruleset, by definition, remembered.
pub struct Definition<'r> {
    ruleset: &'r dyn Ruleset,
    values: FxHashMap<Position, u32>,
    ticker: Ticker,
}

impl<'r> Definition<'r> {
    /// Nothing is known yet. Loopy rulesets are refused.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        Ok(Self {
            ruleset,
            values: FxHashMap::default(),
            ticker: Ticker::default(),
        })
    }

    /// The nim value of a position: the least number that is not the value of an option.
    pub fn value(&mut self, position: Position, budget: &Budget) -> Result<NimValue, NimError> {
        // Depth of play is not depth of stack.
        let mut pending = vec![position];
        while let Some(&top) = pending.last() {
            if self.values.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let mut seen = Seen::default();
            budget.check_memory(Heaps::bytes(self.ruleset.longest_option(top)))?;
            for option in self.ruleset.options(top) {
                if self.ticker.is_due() {
                    budget.check()?;
                    let known = self.values.capacity() * size_of::<(Position, u32)>();
                    budget.check_memory(known + pending.capacity() * size_of::<Position>())?;
                }
                let mut sum = Some(0);
                for (component, copies) in option.iter() {
                    if let Some(&value) = self.values.get(&component) {
                        sum = sum.map(|sum| sum ^ odd_copies(value, copies));
                    } else {
                        pending.push(component);
                        sum = None;
                    }
                }
                // Later options have mostly the same components: these first, then again.
                let Some(value) = sum else { break };
                seen.insert(value);
            }
            if pending.len() == before {
                self.values.insert(top, seen.mex());
                pending.pop();
            }
        }
        Ok(NimValue::from(u64::from(self.values[&position])))
    }

    /// The nim value of a sum.
    pub fn sum(&mut self, heaps: &Heaps, budget: &Budget) -> Result<NimValue, NimError> {
        let mut total = NimValue::default();
        for (position, copies) in heaps.iter() {
            if copies % 2 == 1 {
                total ^= &self.value(position, budget)?;
            }
        }
        Ok(total)
    }
}

pub(crate) fn refuse_loops(ruleset: &dyn Ruleset) -> Result<(), NimError> {
    if ruleset.is_loopy() {
        return Err(NimError::Loopy {
            ruleset: ruleset.name(),
        });
    }
    Ok(())
}

/// Refuses positions that are not heaps in a row.
pub(crate) fn require_heaps(ruleset: &dyn Ruleset) -> Result<(), NimError> {
    if ruleset.arity() != 1 {
        let message = format!("the positions of `{}` are not heaps", ruleset.name());
        return Err(NimError::OutOfReach(message));
    }
    Ok(())
}

/// Equal heaps cancel in pairs.
fn odd_copies(value: u32, copies: u64) -> u32 {
    if copies % 2 == 1 { value } else { 0 }
}

/// The values of options that were met, in a bit each.
#[derive(Default)]
pub(crate) struct Seen {
    words: Vec<u64>,
}

impl Seen {
    pub(crate) fn insert(&mut self, value: u32) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// Inserts every value of which the bit is set.
    pub(super) fn unite(&mut self, words: &[u64]) {
        if words.len() > self.words.len() {
            self.words.resize(words.len(), 0);
        }
        for (to, from) in self.words.iter_mut().zip(words) {
            *to |= from;
        }
    }

    /// The values that were not met, ascending without end.
    pub(super) fn missing(&self) -> impl Iterator<Item = u32> + '_ {
        (self.mex() / 64..).flat_map(|index| {
            let word = self.words.get(index as usize);
            let mut left = word.map_or(u64::MAX, |word| !word);
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(index * 64 + bit)
            })
        })
    }

    pub(crate) fn mex(&self) -> u32 {
        let full = self
            .words
            .iter()
            .take_while(|&&word| word == u64::MAX)
            .count();
        let rest = self.words.get(full).map_or(0, |word| word.trailing_ones());
        // A value is at most the number of options, and each was enumerated.
        u32::try_from(full).map_or(u32::MAX, |full| full * 64 + rest)
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }
}

/// The definition as a method: heap after heap from the smallest on.
pub struct DefinitionEvaluator<'r> {
    ruleset: &'r dyn Ruleset,
    values: Sequence,
    seen: Seen,
    ticker: Ticker,
}

impl<'r> DefinitionEvaluator<'r> {
    /// Nothing is known yet. Loopy rulesets and positions that are not heaps are refused.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        require_heaps(ruleset)?;
        Ok(Self {
            ruleset,
            values: Sequence::of_numbers(ruleset.smallest(), Vec::new()),
            seen: Seen::default(),
            ticker: Ticker::default(),
        })
    }
}

impl Evaluator for DefinitionEvaluator<'_> {
    fn name(&self) -> &'static str {
        "the definition"
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        let first = self.values.first();
        budget.check_memory(to.saturating_sub(first).saturating_mul(4))?;
        for heap in first + self.values.len() as u64..=to {
            self.seen.clear();
            let known = self.values.numbers().unwrap_or_default();
            for option in self.ruleset.options(Position::heap(heap)) {
                if self.ticker.is_due() {
                    budget.check()?;
                }
                let values = option.iter().map(|(component, copies)| {
                    let at = usize::try_from(component.size() - first).unwrap_or(usize::MAX);
                    odd_copies(known[at], copies)
                });
                self.seen.insert(values.fold(0, |sum, value| sum ^ value));
            }
            let mex = self.seen.mex();
            self.values.entries_mut().push(mex);
        }
        Ok(())
    }
    fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
        self.values.replace(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    #[test]
    fn both_ways_of_applying_the_definition_agree() {
        let budget = Budget::default();
        for name in [
            "nim",
            "subtraction{1,2}",
            "subtraction{2,5,6;sink=3}",
            "all-but{2}",
        ] {
            let game = ruleset(name).unwrap();
            let mut evaluator = DefinitionEvaluator::new(&*game).unwrap();
            evaluator.extend(10, &budget).unwrap();
            evaluator.extend(60, &budget).unwrap();
            let mut definition = Definition::new(&*game).unwrap();
            for (heap, value) in evaluator.values().iter() {
                let position = Position::heap(heap);
                assert_eq!(
                    definition.value(position, &budget).unwrap(),
                    value,
                    "{name} {heap}"
                );
            }
            assert_eq!(evaluator.values().len() as u64, 61 - game.smallest());
        }
    }

    #[test]
    fn nim_heaps_have_their_size_as_value() {
        let nim = ruleset("nim").unwrap();
        let mut definition = Definition::new(&*nim).unwrap();
        let budget = Budget::default();
        assert_eq!(
            definition.value(Position::heap(300), &budget).unwrap(),
            300.into()
        );
        let sum = definition
            .sum(&Heaps::of_sizes([5, 5, 6, 1]), &budget)
            .unwrap();
        assert_eq!(sum, 7.into());
    }
}
