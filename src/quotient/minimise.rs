//! The coarsest congruence that keeps a set of states: Moore's partition refinement.

use rustc_hash::FxHashMap;

use super::memory::{collect, reserve_entry};
use crate::limits::{Account, Meter, Reason};

/// Returns the classes of states that no word of letters distinguishes by colour, numbered by
/// their first states; `next` has the successors of a state, one for each letter.
pub(super) fn classes(
    colours: impl ExactSizeIterator<Item = u32>,
    next: &[u32],
    letters: usize,
    meter: &mut Meter<'_>,
) -> Result<Classes, Reason> {
    let states = colours.len();
    let mut account = meter.budget().account();
    let mut numbers = Numbers {
        of_pairs: FxHashMap::default(),
        account: meter.budget().account(),
    };
    let mut class: Vec<u32> = collect(std::iter::repeat(0), states, &mut account)?;
    for (mine, colour) in class.iter_mut().zip(colours) {
        *mine = numbers.of((colour, 0))?;
    }
    let mut count = numbers.of_pairs.len();
    let mut scratch = meter.budget().account();
    let mut refined = collect(class.iter().copied(), states, &mut scratch)?;
    loop {
        refined.copy_from_slice(&class);
        let mut refined_count = count;
        for letter in 0..letters {
            meter.tick_for(states)?;
            numbers.of_pairs.clear();
            for (state, mine) in refined.iter_mut().enumerate() {
                let successor = next[state * letters + letter];
                *mine = numbers.of((*mine, class[successor as usize]))?;
            }
            refined_count = numbers.of_pairs.len();
        }
        // Classes are numbered by their first states at all times, so equal numbers mean equal
        // partitions.
        if refined_count == count {
            return Ok(Classes {
                class,
                count,
                _account: account,
            });
        }
        std::mem::swap(&mut class, &mut refined);
        count = refined_count;
    }
}

/// A partition of states.
pub(super) struct Classes {
    /// The class of each state.
    pub(super) class: Vec<u32>,
    /// The number of classes.
    pub(super) count: usize,
    _account: Account,
}

impl Classes {
    /// Iterates over the first states of the classes.
    pub(super) fn first_states(&self) -> impl Iterator<Item = u32> {
        let mut found = 0;
        (0..).zip(&self.class).filter_map(move |(state, &class)| {
            let is_first = class == found;
            found += u32::from(is_first);
            is_first.then_some(state)
        })
    }
}

/// Numbers for pairs, in the order in which they are first met.
struct Numbers {
    of_pairs: FxHashMap<(u32, u32), u32>,
    account: Account,
}

impl Numbers {
    fn of(&mut self, pair: (u32, u32)) -> Result<u32, Reason> {
        reserve_entry(&mut self.of_pairs, &mut self.account)?;
        let unused = u32::try_from(self.of_pairs.len()).unwrap_or(u32::MAX);
        Ok(*self.of_pairs.entry(pair).or_insert(unused))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Budget;

    #[test]
    fn numbers_modulo_six_by_divisibility_by_three() {
        let colours: Vec<u32> = (0..6).map(|n| u32::from(n % 3 == 0)).collect();
        let next: Vec<u32> = (0..6).flat_map(|n| [(n + 1) % 6, (n + 3) % 6]).collect();
        let budget = Budget::default();
        let classes = classes(colours.into_iter(), &next, 2, &mut Meter::new(&budget)).unwrap();
        assert_eq!(classes.class, [0, 1, 2, 0, 1, 2]);
        assert!(classes.first_states().eq([0, 1, 2]));
    }
}
