//! Nim values by plain loops, for the checker only.

use std::collections::BTreeSet;

use super::members;
use crate::heaps::NimError;
use crate::heaps::{CutSet, Position, Ruleset};
use crate::limits::Budget;
use crate::nim::{Definition, NimValue};

/// A set of values that is emptied in constant time.
#[derive(Default)]
pub(super) struct Met {
    marks: Vec<u32>,
    round: u32,
}

impl Met {
    pub(super) fn empty(&mut self) {
        if self.round == u32::MAX {
            self.marks.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    pub(super) fn has(&self, value: u32) -> bool {
        self.marks.get(value as usize) == Some(&self.round)
    }

    pub(super) fn add(&mut self, value: u32) {
        let at = value as usize;
        if at >= self.marks.len() {
            self.marks.resize(at + 1, 0);
        }
        self.marks[at] = self.round;
    }

    fn mex(&self) -> u32 {
        let met = self.marks.iter().take_while(|&&mark| mark == self.round);
        u32::try_from(met.count()).unwrap_or(u32::MAX)
    }
}

/// The first values of a subtraction game: take one of the numbers, or any but these.
pub(super) fn subtraction(
    numbers: &BTreeSet<u64>,
    all_but: bool,
    count: usize,
    budget: &Budget,
) -> Result<Vec<u32>, NimError> {
    budget.check_memory((count as u64).saturating_mul(8))?;
    let mut values: Vec<u32> = Vec::new();
    let mut met = Met::default();
    for n in 0..count {
        budget.check()?;
        met.empty();
        if all_but {
            for (left, &value) in values.iter().enumerate() {
                if !numbers.contains(&((n - left) as u64)) {
                    met.add(value);
                }
            }
        } else {
            for &taken in numbers.iter().take_while(|&&taken| taken <= n as u64) {
                let left = n - usize::try_from(taken).unwrap_or(n);
                met.add(values[left]);
            }
        }
        values.push(met.mex());
    }
    Ok(values)
}

/// The values of the heaps 0, 1, … where the digits d1, d2, … allow taking all of a heap (1) or a part of
/// it (2), and the last ones repeat.
pub(super) fn repeating(
    digits: &[u8],
    period: usize,
    count: usize,
    budget: &Budget,
) -> Result<Vec<u32>, NimError> {
    budget.check_memory((count as u64).saturating_mul(8))?;
    let digit = |taken: usize| {
        let mut at = taken - 1;
        if at >= digits.len() {
            let start = digits.len() - period;
            at = start + (at - start) % period;
        }
        digits[at]
    };
    let mut values: Vec<u32> = Vec::new();
    let mut met = Met::default();
    for n in 0..count {
        budget.check()?;
        met.empty();
        for (left, &value) in values.iter().enumerate() {
            let needed = if left == 0 { 1 } else { 2 };
            if digit(n - left) & needed != 0 {
                met.add(value);
            }
        }
        values.push(met.mex());
    }
    Ok(values)
}

/// The values of the heaps 0, 1, … of a take-and-break game.
pub(super) fn code(digits: &[u8], count: usize, budget: &Budget) -> Result<Vec<u32>, NimError> {
    budget.check_memory((count as u64).saturating_mul(8))?;
    let may_leave_three = digits.iter().any(|digit| digit & 8 != 0);
    let mut values: Vec<u32> = Vec::new();
    // pairs[t]: the values of two nonempty heaps with sum t.
    let mut pairs: Vec<BTreeSet<u32>> = Vec::new();
    let mut met = Met::default();
    for n in 0..count {
        budget.check()?;
        met.empty();
        if may_leave_three {
            let splits = (1..n).map(|a| values[a] ^ values[n - a]);
            pairs.push(splits.collect());
        }
        for (taken, &digit) in digits.iter().enumerate().take(n + 1) {
            let left = n - taken;
            if digit & 1 != 0 && left == 0 {
                met.add(0);
            }
            if digit & 2 != 0 && left > 0 {
                met.add(values[left]);
            }
            if digit & 4 != 0 {
                for a in 1..=left / 2 {
                    met.add(values[a] ^ values[left - a]);
                }
            }
            if digit & 8 != 0 {
                for a in 1..=left / 3 {
                    for pair in &pairs[left - a] {
                        met.add(values[a] ^ pair);
                    }
                }
            }
        }
        values.push(met.mex());
    }
    Ok(values)
}

/// The values of the heaps 1, 2, … of a cut game.
pub(super) fn cut(set: &CutSet, count: usize, budget: &Budget) -> Result<Vec<u32>, NimError> {
    let most_parts = members(set, count).last().unwrap_or(0) + 1;
    let sets = (count as u64).saturating_mul(most_parts as u64);
    budget.check_memory(sets.saturating_mul(64))?;
    let mut values: Vec<u32> = Vec::new();
    // reached[n][j]: the values of n divided into j nonempty heaps.
    let mut reached: Vec<Vec<BTreeSet<u32>>> = vec![vec![BTreeSet::new(); 2]];
    let mut met = Met::default();
    for n in 1..=count {
        let mut ways = vec![BTreeSet::new(); most_parts.min(n) + 1];
        for (parts, way) in ways.iter_mut().enumerate().skip(2) {
            budget.check()?;
            let mut here = Met::default();
            here.empty();
            // The heap that is split off has at most n − (parts − 1).
            for h in 1..=n - (parts - 1) {
                for rest in &reached[n - h][parts - 1] {
                    here.add(values[h - 1] ^ rest);
                }
            }
            let met = (0u32..).zip(&here.marks).filter(|(_, mark)| **mark == 1);
            *way = met.map(|(value, _)| value).collect();
        }
        met.empty();
        for d in members(set, n - 1) {
            for &value in &ways[d + 1] {
                met.add(value);
            }
        }
        let value = met.mex();
        values.push(value);
        ways[1].insert(value);
        reached.push(ways);
    }
    Ok(values)
}

/// Compares a few values with the mex over the options that the ruleset lists.
pub(super) fn compare_with_definition(
    game: &dyn Ruleset,
    first: u64,
    values: &[u32],
    budget: &Budget,
) -> Result<(), NimError> {
    /// The first heaps have few options in every game.
    const FEW: usize = 16;
    let mut definition = Definition::new(game)?;
    for (heap, &value) in (first..).zip(values.iter().take(FEW)) {
        let by_definition = definition.value(Position::heap(heap), budget)?;
        if by_definition != NimValue::from(u64::from(value)) {
            let message = format!(
                "the checker computes {value} for heap {heap} of {} and the definition {by_definition}",
                game.name()
            );
            return Err(NimError::OutOfReach(message));
        }
    }
    Ok(())
}
