//! The games born by a day n ≤ 5, one by one in structural order.
//!
//! Days 0 to 4 are short lists. Day 5 has 4 171 780 games among the 2^22 sets of games born by
//! day 4; they are walked through in structural order without being stored: first M_4, then
//! the sets with a member born on day 4, by size and within a size lexicographically by ranks.
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

use super::catalogue::{Catalogue, MASK_BITS, Mask, ranks};
use super::error::{CensusError, check_at};
use crate::game::{Game, Outcome, Parity, Universe};
use crate::limits::{Budget, Stopped};

/// The games born by one of the days 0 to 5.
#[derive(Clone, Debug)]
pub struct Day {
    day: u32,
    catalogue: Catalogue,
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

    /// The 22-bit mask of options.
    pub fn mask(self) -> u32 {
        self.0
    }

    /// How many options there are.
    pub fn option_count(self) -> u32 {
        self.0.count_ones()
    }

    /// The day on which the game is born.
    ///
    /// # Panics
    /// Never: a day is at most 5.
    pub fn birthday(self) -> u32 {
        u32::try_from(Catalogue::birthday(self.0)).expect("a day is at most 5")
    }
}

/// Counts over the games born by a day. The vector of option counts has at index k the number
/// of games with exactly k options.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Statistics {
    /// The day.
    pub day: u32,
    /// How many games are born by this day.
    pub games: u64,
    /// How many of them are born on this very day.
    pub born: u64,
    /// How many are N-positions; 0 is one.
    pub n_positions: u64,
    /// How many are P-positions.
    pub p_positions: u64,
    /// How many are even (Definition 6.5).
    pub even: u64,
    /// How many are odd.
    pub odd: u64,
    /// The histogram of the number of options.
    pub option_counts: Vec<u64>,
}

impl Day {
    /// The last day whose games can be listed.
    pub const LAST: u32 = 5;

    /// The games born by this day, which is at most 5.
    pub fn new(day: u32) -> Result<Self, CensusError> {
        if day > Self::LAST {
            return Err(CensusError::NotListed { day });
        }
        Ok(Self {
            day,
            catalogue: Catalogue::new(),
        })
    }

    pub(super) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// How many sets of games born by the day before are canonical: |M_n| by looking at each.
    pub fn scan(&self) -> u64 {
        let sets = match self.day {
            0 => 1,
            day => 1 << Catalogue::size(day as usize - 1),
        };
        let canonical = (0..sets).filter(|&set| self.catalogue.is_canonical(set));
        canonical.count() as u64
    }

    /// All games in structural order.
    pub fn games(&self) -> impl Iterator<Item = DayGame> {
        let listed = Catalogue::size(self.day.min(4) as usize);
        let before = (0..listed).map(|rank| self.catalogue.options(rank));
        let largest_set = if self.day == 5 { MASK_BITS } else { 0 };
        let fifth = (1..=largest_set)
            .flat_map(subsets_of_size)
            // Masks of the lower bits alone are M_4 again.
            .filter(|set| set >> Catalogue::size(3) != 0)
            .filter(|&set| self.catalogue.is_canonical(set));
        before.chain(fifth).map(DayGame)
    }

    /// The outcome of a game.
    pub fn outcome(&self, g: DayGame) -> Outcome {
        self.catalogue.is_p(g.0).into()
    }

    /// Even or odd.
    pub fn parity(&self, g: DayGame) -> Parity {
        if self.catalogue.is_odd(g.0) {
            Parity::Odd
        } else {
            Parity::Even
        }
    }

    /// Counts over all games of the day.
    pub fn statistics(&self, budget: &Budget) -> Result<Statistics, CensusError> {
        let mut statistics = Statistics {
            day: self.day,
            games: 0,
            born: 0,
            n_positions: 0,
            p_positions: 0,
            even: 0,
            odd: 0,
            option_counts: Vec::new(),
        };
        for (step, g) in (0..).zip(self.games()) {
            check_at(step, budget)?;
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
        Ok(statistics)
    }

    /// SHA-256 over the masks of all games in structural order, each as three bytes with the
    /// lowest first.
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

    /// Prepares to carry games of this day over into a universe.
    pub fn lister(&self, universe: &mut Universe) -> Result<Lister, Stopped> {
        let mut members: Vec<Game> = Vec::new();
        for rank in 0..Catalogue::size(4) {
            let options = ranks(self.catalogue.options(rank));
            let game = universe.set(options.map(|option| members[option]))?;
            members.push(game);
        }
        Ok(Lister { members })
    }
}

/// The games born by day 4 in a universe; made by [`Day::lister`].
#[derive(Clone, Debug)]
pub struct Lister {
    members: Vec<Game>,
}

impl Lister {
    /// The games born by day 4 in structural order: what the bits of a mask mean.
    pub fn members(&self) -> &[Game] {
        &self.members
    }

    /// This game in the universe that the lister was made for.
    pub fn game(&self, universe: &mut Universe, g: DayGame) -> Result<Game, Stopped> {
        universe.set(ranks(g.0).map(|rank| self.members[rank]))
    }
}

/// The sets of so many of the 22 ranks, lexicographically by their ascending lists.
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

    fn day(n: u32) -> Day {
        Day::new(n).unwrap()
    }

    #[test]
    fn the_days_have_their_known_sizes() {
        for (n, size) in [1, 2, 3, 5, 22, 4_171_780].into_iter().enumerate() {
            let n = u32::try_from(n).unwrap();
            assert_eq!(day(n).scan(), size);
            assert_eq!(day(n).games().count() as u64, size);
        }
        assert_eq!(Day::new(6).unwrap_err(), CensusError::NotListed { day: 6 });
    }

    #[test]
    fn subsets_come_by_ascending_lists() {
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
    fn the_listing_is_in_the_structural_order_of_the_universe() {
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
    fn digests() {
        let none = Budget::default();
        // Day 0 is the single mask 0.
        let zero: [u8; 32] = Sha256::digest([0, 0, 0]).into();
        assert_eq!(day(0).digest(&none).unwrap(), zero);
        let fifth = day(5).digest(&none).unwrap();
        assert_eq!(fifth[..8], [0x2a, 0x21, 0xf4, 0xd9, 0x05, 0x33, 0x4b, 0x43]);
    }

    #[test]
    fn long_walks_stop_at_the_deadline() {
        let past = Budget::timeout(std::time::Duration::ZERO);
        assert!(matches!(
            day(5).statistics(&past),
            Err(CensusError::Stopped(_))
        ));
        assert!(matches!(day(5).digest(&past), Err(CensusError::Stopped(_))));
    }
}
