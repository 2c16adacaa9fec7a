//! Nim values by definition: the mex over the options.
//!
//! This is the reference for everything faster. It uses the options of the ruleset and nothing else
//! that the ruleset states.

use rustc_hash::FxHashMap;

use super::evaluator::Evaluator;
use crate::heaps::NimError;
use crate::heaps::NimValue;
use crate::heaps::Sequence;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Account, Budget, Reason, Ticker};

/// Computes and remembers nim values of the positions of one ruleset, by definition.
pub struct Definition<'r> {
    ruleset: &'r dyn Ruleset,
    values: FxHashMap<Position, u32>,
    ticker: Ticker,
    /// Holds the memory of the values, from the first question on.
    account: Option<Account>,
}

impl<'r> Definition<'r> {
    /// Starts with no known values.
    ///
    /// # Errors
    /// If the ruleset is loopy.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        Ok(Self {
            ruleset,
            values: FxHashMap::default(),
            ticker: Ticker::default(),
            account: None,
        })
    }

    /// Computes the nim value of a position: the least number that is not the value of an option.
    pub fn value(&mut self, position: Position, budget: &Budget) -> Result<NimValue, NimError> {
        let value = self.number(position, budget)?;
        Ok(NimValue::from(u64::from(value)))
    }

    fn number(&mut self, position: Position, budget: &Budget) -> Result<u32, NimError> {
        // Play may be deeper than the stack.
        let mut pending = vec![position];
        let mut waiting = budget.account();
        while let Some(&top) = pending.last() {
            self.ticker.tick(budget)?;
            if self.values.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let mut seen = Seen::default();
            budget.check_memory(Heaps::bytes(self.ruleset.longest_option(top)))?;
            for option in self.ruleset.options_within(top, budget)? {
                if self.ticker.is_due() {
                    budget.check()?;
                    waiting.hold(seen.bytes() + pending.capacity() * size_of::<Position>())?;
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
                self.insert(top, seen.mex(), budget)?;
                pending.pop();
            }
        }
        Ok(self.values[&position])
    }

    fn insert(&mut self, position: Position, value: u32, budget: &Budget) -> Result<(), Reason> {
        if self.values.len() == self.values.capacity() {
            let account = self.account.get_or_insert_with(|| budget.account());
            // A table is at most 7/8 full and doubles; both tables exist while it grows.
            let bytes = |capacity: usize| capacity * 8 / 7 * (size_of::<(Position, u32)>() + 1);
            account.hold(bytes(3 * self.values.capacity() + 8))?;
            self.values.try_reserve(1).map_err(|_| Reason::Allocator)?;
            account.record(bytes(self.values.capacity()));
        }
        self.values.insert(position, value);
        Ok(())
    }

    /// Computes the nim value of a sum.
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

/// Refuses loopy rulesets.
pub(crate) fn refuse_loops(ruleset: &dyn Ruleset) -> Result<(), NimError> {
    if ruleset.is_loopy() {
        return Err(NimError::Loopy {
            ruleset: ruleset.name(),
        });
    }
    Ok(())
}

/// Refuses rulesets whose positions are not single heaps.
pub(crate) fn require_heaps(ruleset: &dyn Ruleset) -> Result<(), NimError> {
    if ruleset.arity() != 1 {
        let message = format!("the positions of `{}` are not heaps", ruleset.name());
        return Err(NimError::OutOfReach(message));
    }
    Ok(())
}

/// Refuses rulesets whose moves lead to positions of other rulesets.
pub(crate) fn require_one_kind(ruleset: &dyn Ruleset) -> Result<(), NimError> {
    if ruleset.kinds() != 1 {
        let name = ruleset.name();
        let message = format!("the moves of `{name}` lead to positions of other rulesets");
        return Err(NimError::OutOfReach(message));
    }
    Ok(())
}

/// An option of this heap has a component that is no smaller heap.
fn not_smaller(ruleset: &dyn Ruleset, heap: u64) -> NimError {
    let heap = ruleset.heap_name(Position::heap(heap));
    NimError::OutOfReach(format!("{heap} has an option that is not smaller"))
}

/// Equal heaps cancel in pairs.
fn odd_copies(value: u32, copies: u64) -> u32 {
    if copies % 2 == 1 { value } else { 0 }
}

/// A set of values of options, a bit each.
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

    /// Inserts every value whose bit is set.
    pub(super) fn unite(&mut self, words: &[u64]) {
        if words.len() > self.words.len() {
            self.words.resize(words.len(), 0);
        }
        for (to, from) in self.words.iter_mut().zip(words) {
            *to |= from;
        }
    }

    /// The values that are not in the set, ascending without end.
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

    fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }
}

/// Computes nim values by definition, heap after heap from the smallest on.
pub struct DefinitionEvaluator<'r> {
    ruleset: &'r dyn Ruleset,
    values: Sequence,
    seen: Seen,
    ticker: Ticker,
    /// The values of positions of other kinds.
    others: Definition<'r>,
    /// Holds the memory of the values, from the first call on.
    account: Option<Account>,
}

impl<'r> DefinitionEvaluator<'r> {
    /// Starts with no known values.
    ///
    /// # Errors
    /// If the ruleset is loopy or its positions are not single heaps.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        require_heaps(ruleset)?;
        Ok(Self {
            ruleset,
            values: Sequence::of_numbers(ruleset.smallest(), Vec::new()),
            seen: Seen::default(),
            ticker: Ticker::default(),
            others: Definition::new(ruleset)?,
            account: None,
        })
    }

    /// Forgets the values from this heap on, computes its value again, and returns whether it is the
    /// same. A heap without a value has no other one.
    pub(super) fn has_value_again(&mut self, heap: u64, budget: &Budget) -> Result<bool, NimError> {
        let place = heap.checked_sub(self.values.first());
        let place = place.and_then(|place| usize::try_from(place).ok());
        let entries = self.values.entries_mut();
        let Some((place, known)) = place.and_then(|at| Some((at, *entries.get(at)?))) else {
            return Ok(true);
        };
        entries.truncate(place);
        self.extend(heap, budget)?;
        Ok(self.values.entries_mut().get(place) == Some(&known))
    }

    /// Reserves memory for this many values in all.
    fn reserve(&mut self, count: u64, budget: &Budget) -> Result<(), Reason> {
        let values = self.values.entries_mut();
        let Ok(count) = usize::try_from(count) else {
            return Err(Reason::Allocator);
        };
        if count > values.capacity() {
            let account = self.account.get_or_insert_with(|| budget.account());
            // A quarter more, so that growing by one takes constant time on average.
            let capacity = count.max(values.capacity() / 4 * 5);
            let bytes = |capacity: usize| capacity.saturating_mul(size_of::<u32>());
            // Both tables may exist while it grows.
            account.hold(bytes(capacity.saturating_add(values.capacity())))?;
            values
                .try_reserve_exact(capacity - values.len())
                .map_err(|_| Reason::Allocator)?;
            account.record(bytes(capacity));
        }
        Ok(())
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
        let Some(count) = to.checked_sub(first).map(|last| last.saturating_add(1)) else {
            return Ok(());
        };
        self.reserve(count, budget)?;
        for place in self.values.len() as u64..count {
            self.ticker.tick(budget)?;
            budget.reached(first + place);
            self.seen.clear();
            let known = self.values.numbers().unwrap_or_default();
            let heap = Position::heap(first + place);
            for option in self.ruleset.options_within(heap, budget)? {
                if self.ticker.is_due() {
                    budget.check()?;
                }
                let mut sum = 0;
                for (component, copies) in option.iter() {
                    if component.kind() != 0 {
                        let value = self.others.number(component, budget)?;
                        sum ^= odd_copies(value, copies);
                        continue;
                    }
                    let place = component.size().checked_sub(first);
                    let value = place.and_then(|at| known.get(usize::try_from(at).ok()?));
                    let Some(&value) = value else {
                        return Err(not_smaller(self.ruleset, first + known.len() as u64));
                    };
                    sum ^= odd_copies(value, copies);
                }
                self.seen.insert(sum);
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
