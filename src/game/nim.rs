//! Nim heaps among the games, and the nim value of a game.

use super::universe::{Game, Universe};
use crate::limits::{Reason, Stopped};

impl Universe {
    /// Returns the nim heap of this size: {0, 1, …, size − 1}.
    ///
    /// A nim heap needs all smaller ones, about size² bytes in all; one that does not fit into the
    /// memory limit is refused before anything is built.
    pub fn nim(&mut self, size: u64) -> Result<Game, Stopped> {
        // Half of the heaps are even and stored, four bytes an option: size²/4 options.
        let bytes = u128::from(size) * u128::from(size);
        let has_handles = bytes <= 1 << 34;
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        let size = match u32::try_from(size) {
            Ok(size) if has_handles => size,
            // The store has handles for 2^32 options.
            _ => return Err(self.stopped(self.too_large(bytes))),
        };
        // *2k+1 is the associate of *2k.
        let half = size as usize / 2;
        if half >= self.even_heaps.len() {
            if self.budget().max_memory.is_some_and(|limit| bytes > limit) {
                return Err(self.stopped(self.too_large(bytes)));
            }
            self.make_heaps(half)?;
        }
        Ok(self.game(self.even_heaps[half] ^ (size & 1)))
    }

    fn too_large(&self, needed: usize) -> Reason {
        match self.budget().max_memory {
            Some(limit) if needed > limit => Reason::Memory { needed, limit },
            _ => Reason::Capacity,
        }
    }

    /// Stores *0, *2, … up to this one.
    fn make_heaps(&mut self, half: usize) -> Result<(), Stopped> {
        let known = self.even_heaps.iter();
        let mut options: Vec<u64> = known
            .flat_map(|&even| [self.key(even), self.key(even ^ 1)])
            .collect();
        while self.even_heaps.len() <= half {
            let even = self.intern(&mut options)?;
            self.even_heaps.push(even);
            options.extend([self.key(even), self.key(even ^ 1)]);
        }
        Ok(())
    }

    /// Returns the size of G if G is a nim heap.
    pub fn nim_size(&self, g: Game) -> Option<u32> {
        let code = self.code(g);
        let mut even = code & !1;
        // An even heap has as many options as it is large.
        if let Some(&heap) = self.even_heaps.get(self.sets.count(even >> 1) / 2) {
            return (heap == even).then(|| self.birthday_of(code));
        }
        // Walk down *2k, *2k−2, …: each has the options of the one before, that one, and its
        // associate.
        loop {
            let Some((&last, rest)) = self.sets.elements(even >> 1).split_last() else {
                return Some(self.birthday_of(code));
            };
            let smaller = last & !1;
            let is_next = rest.split_last().is_some_and(|(&before, rest)| {
                last == smaller | 1 && before == smaller && rest == self.sets.elements(smaller >> 1)
            });
            if !is_next {
                return None;
            }
            even = smaller;
        }
    }

    /// Returns the nim value of G, its value in normal play.
    ///
    /// Equal misère values have equal nim values: an option that reverts through G also has a
    /// move to the nim value of G, so it never supplies the excluded minimum. Nim values add by
    /// exclusive or.
    pub fn nim_value(&mut self, g: Game) -> Result<u32, Stopped> {
        let code = self.code(g);
        for index in (0..=code >> 1).skip(self.nim_values.len()) {
            self.tick_for_options(index)?;
            let options = self.sets.elements(index);
            let value = |&o: &u32| self.nim_values[(o >> 1) as usize] ^ (o & 1);
            let mex = mex(options.len(), options.iter().map(value));
            self.reserve_in_list(|u| &mut u.nim_values)?;
            self.nim_values.push(mex);
        }
        Ok(self.nim_values[(code >> 1) as usize] ^ (code & 1))
    }
}

/// Returns the minimal excluded value: the least number that does not occur among `count` values.
pub(super) fn mex(count: usize, values: impl Iterator<Item = u32>) -> u32 {
    // A value beyond the number of values cannot matter.
    let mut seen = vec![false; count + 1];
    for value in values {
        if let Some(place) = seen.get_mut(value as usize) {
            *place = true;
        }
    }
    let mut places = (0..).zip(seen);
    places
        .find(|&(_, there)| !there)
        .map_or(0, |(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Budget;
    use crate::subsets::subsets;

    #[test]
    fn nim_heaps_are_distinguished_from_other_games() {
        let mut u = Universe::new();
        for size in 0..40 {
            let heap = u.nim(u64::from(size)).unwrap();
            assert_eq!(u.nim_size(heap), Some(size));
            assert_eq!(u.birthday(heap), size);
            assert_eq!(u.nim_value(heap).unwrap(), size);
        }
        let two = u.nim(2).unwrap();
        let sharp = u.sharp(two).unwrap();
        let sum = u.sum(two, two).unwrap();
        for g in [sharp, u.associate(sharp), sum] {
            assert_eq!(u.nim_size(g), None);
        }
    }

    /// Heaps that were built as sets, and are recognised by walking down.
    #[test]
    fn nim_heaps_built_as_sets_are_recognised() {
        let mut u = Universe::new();
        let mut heaps = vec![u.zero()];
        for size in 1..40 {
            let heap = u.set(heaps.iter().copied()).unwrap();
            assert_eq!(u.nim_size(heap), Some(size));
            heaps.push(heap);
        }
        assert_eq!(u.even_heaps.len(), 1);
        for left_out in 0..10 {
            let others = heaps
                .iter()
                .enumerate()
                .filter(|&(size, _)| size != left_out);
            let g = u.set(others.map(|(_, &heap)| heap)).unwrap();
            // By the mex rule it is the heap that was left out.
            assert_eq!(u.nim_size(g), u32::try_from(left_out).ok());
        }
        // All sets of some heaps and of games that are much like heaps.
        let sharp = u.sharp(heaps[2]).unwrap();
        let pair = u.set([heaps[2], heaps[3]]).unwrap();
        let some = [0, 1, 2, 3, 4, 5, 8, 9].map(|size| heaps[size]);
        let some = [
            &some[..],
            &[sharp, u.associate(sharp), pair, u.associate(pair)],
        ]
        .concat();
        for subset in subsets(&some) {
            let g = u.set(subset).unwrap();
            let size = heaps.iter().position(|&heap| heap == g);
            assert_eq!(u.nim_size(g).map(|size| size as usize), size);
        }
        assert_eq!(u.even_heaps.len(), 1);
    }

    #[test]
    fn a_heap_that_cannot_fit_is_refused_at_once() {
        let mut u = Universe::with_budget(Budget::default().with_max_memory(1 << 30));
        let stopped = u.nim(100_000).unwrap_err();
        assert!(matches!(stopped.reason, Reason::Memory { .. }));
        assert_eq!(stopped.nodes, 1);
        // Handles reach 2^34 bytes; no memory limit allows more.
        for budget in [
            Budget::default(),
            Budget::default().with_max_memory(usize::MAX),
        ] {
            let mut u = Universe::with_budget(budget);
            for size in [(1 << 17) + 1, 1 << 20, u64::MAX] {
                assert_eq!(u.nim(size).unwrap_err().reason, Reason::Capacity);
            }
            let heap = u.nim(1100).unwrap();
            assert_eq!(u.birthday(heap), 1100);
        }
    }
}
