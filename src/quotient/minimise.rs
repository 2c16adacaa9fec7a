//! The coarsest congruence that keeps a set of states: Moore's partition refinement.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::memory::collect;
use crate::limits::{Account, Meter, Reason, parallel};

/// How many successors a chunk of states has that is hashed on one core.
const CHUNK: usize = 1 << 16;
/// An odd number whose powers are the factors of a hash.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the bytes of a table of this many states: places of four bytes with a control byte each, a
/// power of two of which seven eighths are used.
fn table_bytes(states: usize) -> usize {
    let places = states.saturating_mul(8).div_ceil(7);
    let places = places.checked_next_power_of_two().unwrap_or(usize::MAX);
    places.max(4).saturating_mul(size_of::<u32>() + 1)
}

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
    scratch.add(table_bytes(states))?;
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
    let factors: Vec<u64> = std::iter::successors(Some(FACTOR), |f| Some(f.wrapping_mul(FACTOR)))
        .take(letters + 1)
        .collect();
    let classes_of = |state: u32| {
        let successors = &next[state as usize * letters..][..letters];
        let successors = successors.iter().map(|&to| class[to as usize]);
        std::iter::once(class[state as usize]).chain(successors)
    };
    // A sum of products: no factor waits for another one.
    let hash = |state: u32| {
        let products = classes_of(state).zip(&factors);
        let sum = products.fold(0, |sum: u64, (class, factor)| {
            sum.wrapping_add(factor.wrapping_mul(u64::from(class)))
        });
        (sum ^ sum >> 32).wrapping_mul(FACTOR)
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
    fn the_table_of_first_states_is_counted() {
        for states in [1, 3, 7, 8, 14, 100, 896, 897, 12_824] {
            let mut table: HashTable<u32> = HashTable::new();
            table.try_reserve(states, |_| 0).unwrap();
            // It has one group of control bytes more.
            let counted = table_bytes(states);
            assert!(
                (counted..counted + 32).contains(&table.allocation_size()),
                "{states}"
            );
        }
    }

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
