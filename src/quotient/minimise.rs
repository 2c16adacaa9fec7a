//! The coarsest congruence that keeps a set of states: Moore's partition refinement.

use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use super::memory::collect;
use crate::limits::{Account, Meter, Reason, parallel};

/// How many successors a chunk of states has that is hashed on one core.
const CHUNK: usize = 1 << 16;

/// Returns the classes of states that no word of letters distinguishes by colour, numbered by
/// their first states; `next` has the successors of a state, one for each letter.
pub(super) fn classes(
    colours: impl ExactSizeIterator<Item = u32>,
    next: &[u32],
    letters: usize,
    meter: &mut Meter<'_>,
) -> Result<Classes, Reason> {
    let states = colours.len();
    let (mut account, mut scratch) = (meter.budget().account(), meter.budget().account());
    let mut class: Vec<u32> = collect(colours, states, &mut account)?;
    let mut refined: Vec<u32> = collect(class.iter().copied(), states, &mut scratch)?;
    let mut first_states = HashTable::new();
    // Entries of four bytes with a control byte each, in a table that is a power of two.
    scratch.add(states.saturating_mul(4 * (size_of::<u32>() + 1)))?;
    let reserved = first_states.try_reserve(states, |_| 0);
    reserved.map_err(|_| Reason::Allocator)?;
    let mut count = refine(&class, &[], 0, &mut refined, &mut first_states, meter)?;
    loop {
        std::mem::swap(&mut class, &mut refined);
        let finer = refine(
            &class,
            next,
            letters,
            &mut refined,
            &mut first_states,
            meter,
        )?;
        // Classes are numbered by their first states at all times, so equal numbers mean equal
        // partitions.
        if finer == count {
            return Ok(Classes {
                class,
                count,
                _account: account,
            });
        }
        count = finer;
    }
}

/// Divides each class by the classes of successors, and returns the number of the new classes.
fn refine(
    class: &[u32],
    next: &[u32],
    letters: usize,
    refined: &mut [u32],
    first_states: &mut HashTable<u32>,
    meter: &mut Meter<'_>,
) -> Result<usize, Reason> {
    meter.tick_for(class.len().saturating_mul(letters + 1))?;
    let classes_of = |state: u32| {
        let successors = &next[state as usize * letters..][..letters];
        let successors = successors.iter().map(|&to| class[to as usize]);
        std::iter::once(class[state as usize]).chain(successors)
    };
    let hash = |state: u32| {
        let mut hasher = FxHasher::default();
        classes_of(state).for_each(|class| hasher.write_u32(class));
        hasher.finish()
    };
    let states = u32::try_from(class.len()).unwrap_or(u32::MAX);
    let length = u32::try_from(CHUNK / (letters + 1)).unwrap_or(1).max(1);
    let mut scratch = meter.budget().account();
    scratch.add(class.len() * size_of::<u64>())?;
    let hashes = parallel::map_chunks(0..states, length, meter.budget(), |chunk| {
        Ok::<Vec<u64>, Reason>(chunk.map(hash).collect())
    })?;
    let hash_of = |state: u32| hashes[(state / length) as usize][(state % length) as usize];
    first_states.clear();
    let mut count = 0;
    for state in 0..states {
        let is_equal = |&first: &u32| classes_of(first).eq(classes_of(state));
        let entry = first_states.entry(hash_of(state), is_equal, |&first| hash_of(first));
        refined[state as usize] = match entry {
            Entry::Occupied(first) => refined[*first.get() as usize],
            Entry::Vacant(place) => {
                place.insert(state);
                count += 1;
                count - 1
            }
        };
    }
    Ok(count as usize)
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
