//! Theorem 7.13: every game born by day 6 has the UPP.

use rustc_hash::FxHashSet;

use crate::game::{Game, Universe};
use crate::limits::Stopped;
use crate::subsets::subsets;

use super::algorithm::Parts;
use super::composites::primes_of;

/// The result of the computation behind Theorem 7.13.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UniquePartitionsByDay6 {
    /// |A|.
    pub primes: usize,
    /// A: even primes that are parts of composite games born by day 5.
    pub a: Vec<Game>,
    /// |C|.
    pub highly_composite: usize,
    /// C: games born by day 5 with more than two prime parts, odd ones included.
    pub c: Vec<Game>,
    /// The number of sums of two members of A, and of their distinct values.
    pub sums: (usize, usize),
    /// Case (i): the number of these sums born by each day from 0 to 6.
    pub sums_by_birthday: Vec<usize>,
    /// The number of games tested whose options are all in C.
    pub subsets_of_c: usize,
    /// Case (ii): the number of games tested whose options share a prime part other than 2.
    pub games_with_common_part: usize,
    /// Games born by day 6 that have several prime partitions. The theorem says there are none.
    pub failures: Vec<Game>,
}

impl Parts {
    /// Verifies Theorem 7.13: every game born by day 6 has the unique partition property.
    ///
    /// All composite games born by day 5 are tested. A game G born by day 6 with a prime option
    /// has at most two prime parts (Proposition 7.5), and an odd one is an even one born by day 5
    /// plus 1. What remains are even games with composite options only. Either all of them are in
    /// C; or one is a biprime 2 + R (2 is a part of every composite game born by day 5), and by
    /// Lemma 7.12 G is a sum of two members of A, or R is a part of every option of G. (R ≠ 2: by
    /// Corollary 7.11 a failure is G = 2 + P = Q1 + Q2 with Q1, Q2 ≠ 2, and R is Q1.) In the last
    /// case the options are among 2+R, its associate if that is born by day 5, and the members of
    /// C that have the part R. (The paper omits the associate.)
    pub fn unique_partitions_by_day_6(
        &mut self,
        u: &mut Universe,
    ) -> Result<UniquePartitionsByDay6, Stopped> {
        let composites = self.composites_of_day_5(u)?;
        let mut failures: Vec<Game> = Vec::new();
        let primes = primes_of(&composites);
        let mut highly_composite = Vec::new();
        for found in &composites {
            if !found.is_unique() {
                failures.push(found.game);
            }
            if found.partitions.iter().any(|partition| partition.len() > 2) {
                highly_composite.push(found.game);
            }
        }
        let mut report = UniquePartitionsByDay6 {
            primes: primes.len(),
            a: primes.clone(),
            highly_composite: highly_composite.len(),
            c: highly_composite.clone(),
            sums: (primes.len() * (primes.len() + 1) / 2, 0),
            sums_by_birthday: vec![0; 7],
            subsets_of_c: 0,
            games_with_common_part: 0,
            failures,
        };

        let mut sums: FxHashSet<Game> = FxHashSet::default();
        let mut early: Vec<Game> = Vec::new();
        for (i, &p) in primes.iter().enumerate() {
            for &q in &primes[i..] {
                let sum = u.sum(p, q)?;
                if sums.insert(sum) && u.birthday(sum) <= 6 {
                    early.push(sum);
                }
            }
        }
        report.sums.1 = sums.len();
        for &sum in &early {
            report.sums_by_birthday[u.birthday(sum) as usize] += 1;
            self.note_failure(u, sum, &mut report.failures)?;
        }

        report.subsets_of_c = self.test_subsets(u, &highly_composite, &mut report.failures)?;
        let two = u.nim(2)?;
        for &r in primes.iter().filter(|&&r| r != two) {
            let biprime = u.sum(two, r)?;
            let mut base = vec![biprime, u.associate(biprime)];
            base.retain(|&g| u.birthday(g) <= 5);
            for &g in &highly_composite {
                if self.table(u, g)?.contains(u, r) {
                    base.push(g);
                }
            }
            report.games_with_common_part += self.test_subsets(u, &base, &mut report.failures)?;
        }
        Ok(report)
    }

    /// Tests every game whose options are some of these, and returns how many there are.
    fn test_subsets(
        &mut self,
        u: &mut Universe,
        options: &[Game],
        failures: &mut Vec<Game>,
    ) -> Result<usize, Stopped> {
        let mut tried = 0;
        for subset in subsets(options) {
            let g = u.set(subset)?;
            self.note_failure(u, g, failures)?;
            tried += 1;
        }
        Ok(tried)
    }

    /// Adds a game to the failures if it has several prime partitions.
    fn note_failure(
        &mut self,
        u: &mut Universe,
        g: Game,
        failures: &mut Vec<Game>,
    ) -> Result<(), Stopped> {
        if !self.prime_partitions(u, g)?.is_unique() && !failures.contains(&g) {
            failures.push(g);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The theorem is true, so the computation finds no failure; (4+2)♯, born later, is one.
    #[test]
    fn failures_are_found() {
        let (mut u, mut parts) = (Universe::new(), Parts::new());
        let (two, four) = (u.nim(2).unwrap(), u.nim(4).unwrap());
        let six = u.sum(two, four).unwrap();
        let eight = u.sum(four, four).unwrap();
        let failure = u.sharp(six).unwrap();
        let mut failures = Vec::new();
        for _ in 0..2 {
            let tried = parts.test_subsets(&mut u, &[six, eight], &mut failures);
            assert_eq!(tried.unwrap(), 4);
            assert_eq!(failures.iter().filter(|&&g| g == failure).count(), 1);
        }
        let before = failures.clone();
        parts.note_failure(&mut u, six, &mut failures).unwrap();
        parts.note_failure(&mut u, failure, &mut failures).unwrap();
        assert_eq!(failures, before);
    }
}
