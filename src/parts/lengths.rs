//! The games born by day 6 with more than two primes, and those born by day 7 with prime partitions of
//! different lengths. docs/mathematics.md proves that nothing else has to be looked at.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{Game, Universe};
use crate::limits::Stopped;
use crate::subsets::{chosen, subsets};

use super::algorithm::Parts;
use super::composites::primes_of;
use super::primes::PrimePartitions;

/// The search for games born by day 7 with prime partitions of different lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthsByDay7 {
    /// The number of games born by day 6 with more than two primes, even and odd.
    pub highly_composite: (usize, usize),
    /// The number of even primes of these games.
    pub primes: usize,
    /// The number of games tested whose options have three primes in common.
    pub with_common_primes: usize,
    /// The number of sums of primes of such a game and one more prime, and how many are born by day 7.
    pub sums: (usize, usize),
    /// The games with prime partitions of different lengths.
    pub found: Vec<Game>,
}

impl Parts {
    /// Returns the even games born by day 6 with more than two primes, in structural order: 1025
    /// games, 1013 with three primes, 11 with four and one with five.
    pub fn highly_composite_by_day_6(
        &mut self,
        u: &mut Universe,
    ) -> Result<Vec<PrimePartitions>, Stopped> {
        let known = self.composites_of_day_5(u)?;
        let two = u.nim(2)?;
        let primes = primes_of(&known);
        let highly = known.iter().filter(|c| c.partitions[0].len() > 2);
        let highly: Vec<Game> = highly.map(|c| c.game).collect();
        let mut candidates = Vec::new();
        for some in subsets(&highly) {
            candidates.push(u.set(some)?);
        }
        for (i, &r) in primes.iter().enumerate() {
            let biprime = u.sum(two, r)?;
            // Sums of three primes of which one is 2.
            for &p in &primes[i..] {
                candidates.push(u.sum(biprime, p)?);
            }
            // 2 + R is a part of every option.
            let mut with_part = Vec::new();
            for composite in &known {
                if self.table(u, composite.game)?.contains(u, biprime) {
                    with_part.push(composite.game);
                }
            }
            for some in subsets(&with_part) {
                candidates.push(u.set(some)?);
            }
        }
        candidates.retain(|&g| u.birthday(g) <= 6);
        let even = candidates
            .into_iter()
            .map(|g| u.even_associate(g))
            .collect();
        let mut found = self.partitions_in_order(u, even)?;
        found.retain(|c| c.partitions.iter().any(|partition| partition.len() > 2));
        Ok(found)
    }

    /// Searches all games born by day 7 for prime partitions of different lengths. There are none;
    /// (4+2♯)♯, born on day 8, has some of two and of three primes.
    pub fn lengths_by_day_7(&mut self, u: &mut Universe) -> Result<LengthsByDay7, Stopped> {
        let highly = self.highly_composite_by_day_6(u)?;
        let primes = primes_of(&highly);
        // By some primes, the games born by day 6 that have them all.
        let mut having: FxHashMap<Vec<Game>, Vec<Game>> = FxHashMap::default();
        let mut odd = 0;
        for composite in &highly {
            let (even, next) = (composite.game, u.associate(composite.game));
            let both = [Some(even), (u.birthday(next) <= 6).then_some(next)];
            odd += usize::from(both[1].is_some());
            let all = &composite.partitions[0];
            let some = (1..1u64 << all.len()).map(|mask| chosen(all, mask).collect());
            for some in some.collect::<FxHashSet<Vec<Game>>>() {
                having
                    .entry(some)
                    .or_default()
                    .extend(both.iter().flatten());
            }
        }
        let mut report = LengthsByDay7 {
            highly_composite: (highly.len(), odd),
            primes: primes.len(),
            with_common_primes: 0,
            sums: (0, 0),
            found: Vec::new(),
        };
        let mut candidates: FxHashSet<Game> = FxHashSet::default();
        for (some, games) in &having {
            if some.len() >= 3 {
                for options in subsets(games) {
                    candidates.insert(u.set(options)?);
                }
            }
        }
        report.with_common_primes = candidates.len();
        for some in having.keys() {
            let part = u.sum_all(some.iter().copied())?;
            for &p in &primes {
                let sum = u.sum(part, p)?;
                report.sums.0 += 1;
                if u.birthday(sum) <= 7 {
                    report.sums.1 += 1;
                    candidates.insert(sum);
                }
            }
        }
        let candidates = candidates.into_iter().collect();
        for partitions in self.partitions_in_order(u, candidates)? {
            if partitions.has_different_lengths() {
                report.found.push(partitions.game);
            }
        }
        Ok(report)
    }
}
