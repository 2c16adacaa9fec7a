//! The coarsest congruence that keeps a set of states: Moore's partition refinement.

use rustc_hash::FxHashMap;

use crate::limits::Meter;
use crate::limits::Reason;

/// The classes of states that no word of letters tells apart by membership, numbered by their first
/// states; `next` has the successors of a state, one a letter.
pub(super) fn classes(
    accepted: &[bool],
    next: &[u32],
    letters: usize,
    budget: &Meter<'_>,
) -> Result<Classes, Reason> {
    let mut class: Vec<u32> = Vec::with_capacity(accepted.len());
    let mut numbers = FxHashMap::default();
    for &accepted in accepted {
        class.push(fresh(&mut numbers, (u32::from(accepted), 0)));
    }
    let mut count = numbers.len();
    loop {
        budget.budget().check()?;
        let mut refined = class.clone();
        let mut refined_count = count;
        for letter in 0..letters {
            numbers.clear();
            for (state, mine) in refined.iter_mut().enumerate() {
                let successor = next[state * letters + letter];
                *mine = fresh(&mut numbers, (*mine, class[successor as usize]));
            }
            refined_count = numbers.len();
        }
        // Classes are numbered by their first states at all times, so equal numbers mean equal
        // partitions.
        if refined_count == count {
            return Ok(Classes { class, count });
        }
        class = refined;
        count = refined_count;
    }
}

/// A partition of states.
pub(super) struct Classes {
    /// The class of each state.
    pub(super) class: Vec<u32>,
    /// How many classes there are.
    pub(super) count: usize,
}

impl Classes {
    /// The first state of each class.
    pub(super) fn first_states(&self) -> Vec<u32> {
        let mut first = Vec::with_capacity(self.count);
        for (state, &class) in (0..).zip(&self.class) {
            if class as usize == first.len() {
                first.push(state);
            }
        }
        first
    }
}

/// The number of a pair, a new one if it was not met before.
fn fresh(numbers: &mut FxHashMap<(u32, u32), u32>, pair: (u32, u32)) -> u32 {
    let unused = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
    *numbers.entry(pair).or_insert(unused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Budget;

    #[test]
    fn numbers_modulo_six_by_divisibility_by_three() {
        let accepted: Vec<bool> = (0..6).map(|n| n % 3 == 0).collect();
        let next: Vec<u32> = (0..6).flat_map(|n| [(n + 1) % 6, (n + 3) % 6]).collect();
        let budget = Budget::default();
        let classes = classes(&accepted, &next, 2, &Meter::new(&budget)).unwrap();
        assert_eq!(classes.class, [0, 1, 2, 0, 1, 2]);
        assert_eq!(classes.first_states(), [0, 1, 2]);
    }
}
