//! The games born by a day n ≤ 5, one by one in structural order.
//!
//! Days 0 to 4 are short lists. Day 5 has 4 171 780 games among the 2^22 sets of games born by
//! day 4. They are enumerated in structural order without being stored: first M_4, then the sets
//! with a member born on day 4, by size and within a size lexicographically by ranks. Counts over
//! a day do not depend on the order, and run over chunks of masks on all cores.
//!
//! ```
//! use misere::census::Day;
//! use misere::game::Universe;
//!
//! let day = Day::new(4)?;
//! let mut u = Universe::new();
//! let listing = day.lister(&mut u)?;
//! let games: Vec<_> = day.games().map(|g| listing.game(&mut u, g)).collect::<Result<_, _>>()?;
//! assert_eq!(games.len(), 22);
//! assert_eq!(games[4], u.nim(3)?); // after 0, 1, 2 and 2#
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use sha2::{Digest, Sha256};

use super::day_four::{CHUNK, DayFour, MASK_BITS, Mask, ranks};
use super::error::CensusError;
use crate::game::{Game, Outcome, Parity, Universe};
use crate::limits::{Budget, Stopped, parallel};

/// The games born by one of the days 0 to 5.
#[derive(Clone, Debug)]
pub struct Day {
    day: u32,
    day_four: DayFour,
}

/// A game born by day 5 in simplest form, as the set of its options.
///
/// Bit i of the mask stands for the i-th of the 22 games born by day 4 in structural order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DayGame(Mask);

impl DayGame {
    pub(super) fn new(mask: Mask) -> Self {
        Self(mask)
    }

    /// Returns the 22-bit mask of options.
    pub fn mask(self) -> u32 {
        self.0
    }

    /// Returns the number of options.
    pub fn option_count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns the day on which the game is born.
    ///
    /// # Panics
    /// Never: a day is at most 5.
    pub fn birthday(self) -> u32 {
        u32::try_from(DayFour::birthday(self.0)).expect("a day is at most 5")
    }
}

/// Counts over the games born by a day. The vector of option counts has at index k the number
/// of games with exactly k options.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Statistics {
    /// The day.
    pub day: u32,
    /// The number of games born by this day.
    pub games: u64,
    /// The number of games born on this day and no earlier one.
    pub born: u64,
    /// The number of N-positions; 0 is one.
    pub n_positions: u64,
    /// The number of P-positions.
    pub p_positions: u64,
    /// The number of even games (Definition 6.5).
    pub even: u64,
    /// The number of odd games.
    pub odd: u64,
    /// At index k, the number of games with exactly k options.
    pub option_counts: Vec<u64>,
}

impl Day {
    /// The last day whose games can be listed.
    pub const LAST: u32 = 5;

    /// Selects a day.
    ///
    /// # Errors
    /// [`CensusError::NotListed`] after day 5.
    pub fn new(day: u32) -> Result<Self, CensusError> {
        if day > Self::LAST {
            return Err(CensusError::NotListed { day });
        }
        Ok(Self {
            day,
            day_four: DayFour::new(),
        })
    }

    pub(super) fn day_four(&self) -> &DayFour {
        &self.day_four
    }

    /// The number of sets of games born by the day before.
    fn sets(&self) -> Mask {
        match self.day {
            0 => 1,
            day => 1 << DayFour::size(day as usize - 1),
        }
    }

    /// Applies a function to chunks of the games in no particular order, on all cores.
    pub(super) fn map_games<T: Send>(
        &self,
        budget: &Budget,
        work: impl Fn(&mut dyn Iterator<Item = DayGame>) -> Result<T, CensusError> + Send + Sync,
    ) -> Result<Vec<T>, CensusError> {
        parallel::map_chunks(0..self.sets(), CHUNK, budget, |masks| {
            work(&mut self.day_four.canonical_among(masks).map(DayGame))
        })
    }

    /// Counts the canonical sets of games born by the day before, checking each: |M_n|.
    pub fn scan(&self, budget: &Budget) -> Result<u64, CensusError> {
        let counts = self.map_games(budget, |games| Ok(games.count() as u64))?;
        Ok(counts.iter().sum())
    }

    /// Returns all games in structural order.
    pub fn games(&self) -> impl Iterator<Item = DayGame> {
        let listed = DayFour::size(self.day.min(4) as usize);
        let before = (0..listed).map(|rank| self.day_four.options(rank));
        let largest_set = if self.day == 5 { MASK_BITS } else { 0 };
        let fifth = (1..=largest_set)
            .flat_map(subsets_of_size)
            // Masks of the lower bits alone belong to M_4.
            .filter(|set| set >> DayFour::size(3) != 0)
            .filter(|&set| self.day_four.is_canonical(set));
        before.chain(fifth).map(DayGame)
    }

    /// Returns the outcome of a game.
    pub fn outcome(&self, g: DayGame) -> Outcome {
        self.day_four.is_p(g.0).into()
    }

    /// Returns whether a game is even or odd.
    pub fn parity(&self, g: DayGame) -> Parity {
        if self.day_four.is_odd(g.0) {
            Parity::Odd
        } else {
            Parity::Even
        }
    }

    /// Counts outcomes, parities and numbers of options over all games of the day.
    pub fn statistics(&self, budget: &Budget) -> Result<Statistics, CensusError> {
        let chunks = self.map_games(budget, |games| {
            let mut statistics = Statistics::default();
            for g in games {
                self.count(g, &mut statistics);
            }
            Ok(statistics)
        })?;
        let mut total = Statistics {
            day: self.day,
            ..Statistics::default()
        };
        for chunk in &chunks {
            total.add(chunk);
        }
        tracing::debug!(day = self.day, games = total.games, "statistics of a day");
        Ok(total)
    }

    fn count(&self, g: DayGame, statistics: &mut Statistics) {
        statistics.games += 1;
        statistics.born += u64::from(g.birthday() == self.day);
        match self.outcome(g) {
            Outcome::N => statistics.n_positions += 1,
            Outcome::P => statistics.p_positions += 1,
        }
        match self.parity(g) {
            Parity::Even => statistics.even += 1,
            Parity::Odd => statistics.odd += 1,
        }
        let options = g.option_count() as usize;
        if statistics.option_counts.len() <= options {
            statistics.option_counts.resize(options + 1, 0);
        }
        statistics.option_counts[options] += 1;
    }

    /// Computes SHA-256 over the masks of all games in structural order, each as three bytes with
    /// the lowest first.
    pub fn digest(&self, budget: &Budget) -> Result<[u8; 32], CensusError> {
        let mut sha = Sha256::new();
        let mut buffer = Vec::with_capacity(3 << 16);
        for g in self.games() {
            buffer.extend_from_slice(&g.0.to_le_bytes()[..3]);
            if buffer.len() == buffer.capacity() {
                budget.check()?;
                sha.update(&buffer);
                buffer.clear();
            }
        }
        sha.update(&buffer);
        Ok(sha.finalize().into())
    }

    /// Builds the games born by day 4 in a universe, so that games of this day can be built there.
    pub fn lister(&self, universe: &mut Universe) -> Result<Lister, Stopped> {
        let mut members: Vec<Game> = Vec::new();
        for rank in 0..DayFour::size(4) {
            let options = ranks(self.day_four.options(rank));
            let game = universe.set(options.map(|option| members[option]))?;
            members.push(game);
        }
        Ok(Lister { members })
    }
}

impl Statistics {
    /// Adds the counts of other games of the same day.
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.born += other.born;
        self.n_positions += other.n_positions;
        self.p_positions += other.p_positions;
        self.even += other.even;
        self.odd += other.odd;
        let length = self.option_counts.len().max(other.option_counts.len());
        self.option_counts.resize(length, 0);
        for (total, count) in self.option_counts.iter_mut().zip(&other.option_counts) {
            *total += count;
        }
    }
}

/// The games born by day 4 in a universe, made by [`Day::lister`].
#[derive(Clone, Debug)]
pub struct Lister {
    members: Vec<Game>,
}

impl Lister {
    /// Returns the games born by day 4 in structural order, one for each bit of a mask.
    pub fn members(&self) -> &[Game] {
        &self.members
    }

    /// Returns a game of the universe for which the lister was made as the set of its options; none if
    /// it is not born by day 5.
    pub fn find(&self, universe: &Universe, g: Game) -> Option<DayGame> {
        let mut mask = 0;
        for option in universe.options(g) {
            mask |= 1 << self.members.iter().position(|&member| member == option)?;
        }
        Some(DayGame(mask))
    }

    /// Builds a game in the universe for which the lister was made.
    pub fn game(&self, universe: &mut Universe, g: DayGame) -> Result<Game, Stopped> {
        universe.set(ranks(g.0).map(|rank| self.members[rank]))
    }
}

/// Returns the sets of this many of the 22 ranks, lexicographically by their ascending lists.
///
/// With the bits reversed (rank 0 on top) this is the order of descending numbers with a fixed
/// number of ones; the step is Gosper's hack on the complement, whose ones are ascending.
fn subsets_of_size(size: u32) -> impl Iterator<Item = Mask> {
    const ALL: Mask = (1 << MASK_BITS) - 1;
    let zeros = MASK_BITS - size;
    let first = (1u32 << zeros) - 1;
    std::iter::successors(Some(first), |&complement| {
        let lowest = complement & complement.wrapping_neg();
        let ripple = complement.checked_add(lowest).filter(|_| lowest != 0)?;
        let next = (((complement ^ ripple) >> 2) / lowest) | ripple;
        (next <= ALL).then_some(next)
    })
    .map(|complement| (!complement & ALL).reverse_bits() >> (u32::BITS - MASK_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::parallel::assert_same_for_any_number_of_threads;

    fn day(n: u32) -> Day {
        Day::new(n).unwrap()
    }

    #[test]
    fn the_days_have_their_known_sizes() {
        for (n, size) in [1, 2, 3, 5, 22, 4_171_780].into_iter().enumerate() {
            let n = u32::try_from(n).unwrap();
            assert_eq!(day(n).scan(&Budget::default()), Ok(size));
            assert_eq!(day(n).games().count() as u64, size);
        }
        assert_eq!(Day::new(6).unwrap_err(), CensusError::NotListed { day: 6 });
    }

    #[test]
    fn subsets_are_in_the_order_of_their_ascending_lists() {
        for size in [0, 1, 2, 3, 21, 22] {
            let lists: Vec<Vec<usize>> =
                subsets_of_size(size).map(|s| ranks(s).collect()).collect();
            assert!(lists.is_sorted_by(|a, b| a < b));
            assert!(lists.iter().all(|list| list.len() == size as usize));
            let choose = [1, 22, 231, 1540];
            let expected = choose[size.min(22 - size) as usize];
            assert_eq!(lists.len(), expected);
        }
    }

    #[test]
    fn games_are_in_the_structural_order_of_the_universe() {
        let mut u = Universe::new();
        let fifth = day(5);
        let lister = fifth.lister(&mut u).unwrap();
        let first = fifth.games().take(22);
        let first: Vec<Game> = first.map(|g| lister.game(&mut u, g).unwrap()).collect();
        assert_eq!(lister.members(), first);
        // The beginning and some of the middle of day 5.
        for part in [fifth.games().skip(20), fifth.games().skip(1_000_000)] {
            let games = part.take(3000).map(|of_day| {
                let g = lister.game(&mut u, of_day).unwrap();
                assert_eq!(of_day.birthday(), u.birthday(g));
                assert_eq!(of_day.option_count() as usize, u.option_count(g));
                g
            });
            let games: Vec<Game> = games.collect();
            let order = u.structural_order(games.iter().copied()).unwrap();
            assert!(games.is_sorted_by_key(|&g| order.rank(g)));
        }
    }

    #[test]
    fn statistics_of_day_5() {
        let statistics = day(5).statistics(&Budget::default()).unwrap();
        assert_eq!(statistics.games, 4_171_780);
        assert_eq!(statistics.born, 4_171_758);
        assert_eq!(statistics.odd, 19);
        assert_eq!(statistics.even, 4_171_761);
        assert_eq!(statistics.p_positions, 245_249);
        assert_eq!(statistics.n_positions, 3_926_531);
        assert_eq!(statistics.option_counts.iter().sum::<u64>(), 4_171_780);
        assert_eq!(statistics.option_counts[..3], [1, 21, 199]);
    }

    #[test]
    fn counts_do_not_depend_on_the_number_of_threads() {
        let none = Budget::default();
        assert_same_for_any_number_of_threads(|| {
            let day = day(5);
            let (scan, statistics) = (day.scan(&none), day.statistics(&none));
            (scan, statistics, day.genera(&none))
        });
    }

    #[test]
    fn digests_are_those_recorded() {
        let none = Budget::default();
        // Day 0 is the single mask 0.
        let zero: [u8; 32] = Sha256::digest([0, 0, 0]).into();
        assert_eq!(day(0).digest(&none).unwrap(), zero);
        let fifth = day(5).digest(&none).unwrap();
        assert_eq!(fifth[..8], [0x2a, 0x21, 0xf4, 0xd9, 0x05, 0x33, 0x4b, 0x43]);
    }

    #[test]
    fn counts_and_digests_stop_at_the_deadline() {
        let past = Budget::timeout(std::time::Duration::ZERO);
        assert!(matches!(
            day(5).statistics(&past),
            Err(CensusError::Stopped(_))
        ));
        assert!(matches!(day(5).digest(&past), Err(CensusError::Stopped(_))));
    }
}
