//! The composite games born by a day, found or counted by their structure.
//!
//! Let T be the set of games born by the day before that have the part 2: beside 2 and 3 these are
//! all composite games so far, up to day 5. A set of members of T has the novel part 2, so it is
//! composite unless it is empty; another composite game has a prime option that is not associated
//! with 2, and there are few of these. docs/mathematics.md has the proof.

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::game::{Game, Universe};
use crate::limits::Stopped;
use crate::subsets::subsets;

use super::algorithm::Parts;
use super::primes::PrimePartitions;

/// How many composite games are born by a day.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompositeCount {
    /// The day.
    pub day: u32,
    /// T: the games born by the day before that have the part 2.
    pub with_part_two: Vec<Game>,
    /// The games other than 0 to which sets of members of T simplify, each with the number of members that
    /// contain it.
    pub reducing: Vec<(Game, usize)>,
    /// The even composite games with an option that does not have the part 2, in structural order.
    pub others: Vec<PrimePartitions>,
    /// The number of odd composite games: E + 1 for the even composite games E of the day before.
    pub odd: usize,
}

impl CompositeCount {
    /// Returns how many even composite games are born by the day.
    pub fn even(&self) -> BigUint {
        let power = |exponent: usize| BigUint::from(1u32) << exponent;
        // All sets, but the empty one and those that simplify to another game.
        let mut sets = power(self.with_part_two.len()) - 1u32;
        for &(_, containing) in &self.reducing {
            sets = sets + 1u32 - power(containing);
        }
        sets + self.others.len() - self.odd
    }
}

impl Parts {
    /// Returns the composite games born by day 5 with their prime partitions, in structural order: 490
    /// even ones and 6 odd ones, which are the even ones born by day 4 with 1 added.
    pub fn composites_of_day_5(
        &mut self,
        u: &mut Universe,
    ) -> Result<Vec<PrimePartitions>, Stopped> {
        // By day 2 there are none.
        let mut known = Vec::new();
        for day in 3..=5 {
            let next = self.composites_after(u, day, &known)?;
            let mut games: Vec<Game> = next.others.iter().map(|other| other.game).collect();
            for some in subsets(&next.with_part_two).skip(1) {
                games.push(u.set(some)?);
            }
            known = self.partitions_in_order(u, games)?;
        }
        Ok(known)
    }

    /// Counts the composite games born by day 6. There are 2^498 − 3·2^256 − 4·2^248 − 472 even
    /// ones and 490 odd ones.
    ///
    /// ```
    /// # use misere::{game::Universe, parts::Parts};
    /// let count = Parts::new().composites_of_day_6(&mut Universe::new())?;
    /// assert_eq!((count.with_part_two.len(), count.others.len()), (498, 12));
    /// assert_eq!(count.even().to_string().len(), 150);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn composites_of_day_6(&mut self, u: &mut Universe) -> Result<CompositeCount, Stopped> {
        let known = self.composites_of_day_5(u)?;
        self.composites_after(u, 6, &known)
    }

    /// Counts the composite games born by a day from 3 to 6, given those of the day before.
    pub(super) fn composites_after(
        &mut self,
        u: &mut Universe,
        day: u32,
        known: &[PrimePartitions],
    ) -> Result<CompositeCount, Stopped> {
        let two = u.nim(2)?;
        debug_assert!(
            known
                .iter()
                .all(|c| c.partitions == [c.partitions[0].clone()])
        );
        debug_assert!(known.iter().all(|c| c.partitions[0].contains(&two)));
        let mut with_part_two = vec![two, u.associate(two)];
        with_part_two.retain(|&g| u.birthday(g) < day);
        with_part_two.extend(known.iter().map(|composite| composite.game));

        // A set simplifies to a set of members born two days before it.
        let early = |&g: &Game| u.birthday(g) + 2 < day;
        let early: Vec<Game> = with_part_two.iter().copied().filter(early).collect();
        let mut reducing: FxHashMap<Game, usize> = FxHashMap::default();
        for some in subsets(&early).skip(1) {
            let g = u.set(some)?;
            let containing = with_part_two.iter().filter(|&&k| u.has_option(k, g));
            reducing.insert(g, containing.count());
        }
        let mut reducing: Vec<(Game, usize)> = reducing.into_iter().collect();
        let order = u.structural_order(reducing.iter().map(|&(g, _)| g))?;
        reducing.sort_unstable_by_key(|&(g, _)| order.rank(g));

        let members: FxHashSet<Game> = with_part_two.iter().copied().collect();
        let mut others = Vec::new();
        for g in self.candidates_for_others(u, day, known)? {
            let is_other = u.birthday(g) <= day && u.options(g).any(|o| !members.contains(&o));
            if is_other && self.table(u, g)?.len() > 2 {
                others.push(g);
            }
        }
        let even = |c: &&PrimePartitions| c.game == u.even_associate(c.game);
        Ok(CompositeCount {
            day,
            reducing,
            odd: known.iter().filter(even).count(),
            others: self.partitions_in_order(u, others)?,
            with_part_two,
        })
    }

    /// Returns games among which are all even composite games born by the day that have a prime option not
    /// associated with 2. Such a game is P + Q for primes P and Q in one way only.
    fn candidates_for_others(
        &mut self,
        u: &mut Universe,
        day: u32,
        known: &[PrimePartitions],
    ) -> Result<Vec<Game>, Stopped> {
        let two = u.nim(2)?;
        let mut candidates = Vec::new();
        // 2 + P with P born two days before.
        for p in u.games_born_by(day - 2)? {
            candidates.push(u.sum(two, p)?);
        }
        // P + Q with parts P and Q of known composite games.
        let primes = primes_of(known);
        for (i, &p) in primes.iter().enumerate() {
            for &q in &primes[i..] {
                candidates.push(u.sum(p, q)?);
            }
        }
        for &r in primes.iter().filter(|&&r| r != two) {
            let with_r = known.iter().filter(|c| c.partitions[0].contains(&r));
            let with_r: Vec<Game> = with_r.map(|c| c.game).collect();
            // R is a part of every option.
            let options = [&with_r[..], &[r, u.associate(r)]].concat();
            for some in subsets(&options).skip(1) {
                candidates.push(u.set(some)?);
            }
            // S is an option up to association: R + S, and every option of S is a unit or K − R.
            let mut options = vec![u.zero(), u.one()];
            for &k in &with_r {
                options.extend(self.difference(u, k, r)?);
            }
            for some in subsets(&options) {
                let s = u.set(some)?;
                candidates.push(u.sum(r, s)?);
            }
        }
        Ok(candidates
            .into_iter()
            .map(|g| u.even_associate(g))
            .collect())
    }

    /// Returns the prime partitions of games in structural order, of each game once.
    pub(super) fn partitions_in_order(
        &mut self,
        u: &mut Universe,
        games: Vec<Game>,
    ) -> Result<Vec<PrimePartitions>, Stopped> {
        let games: FxHashSet<Game> = games.into_iter().collect();
        let order = u.structural_order(games.iter().copied())?;
        let wanted = order.games().iter().filter(|&g| games.contains(g));
        wanted.map(|&g| self.prime_partitions(u, g)).collect()
    }
}

/// Returns the even primes of some partitions, each once.
pub(super) fn primes_of(composites: &[PrimePartitions]) -> Vec<Game> {
    let mut seen = FxHashSet::default();
    let all = composites
        .iter()
        .flat_map(|c| c.partitions.iter().flatten());
    all.copied().filter(|&p| seen.insert(p)).collect()
}
