//! The games born by day 4 as bit masks, and the games born by day 5 as sets of them.
//!
//! The structural order begins with the birthday, so M_0, M_1, …, M_4 are the first 1, 2, 3, 5
//! and 22 games of one list. A game of that list is identified by its *rank*, a set of such games
//! is a mask of 22 bits, and a game born by day 5 is the mask of its options. The games of M_4
//! are those masks of the five lowest bits that are canonical.

use std::ops::Range;

/// The number of games born by days 0 to 4.
const SIZES: [usize; 5] = [1, 2, 3, 5, 22];

/// A set of games born by day 4: bit i is the game of rank i in structural order.
pub(super) type Mask = u32;

/// The number of bits of a [`Mask`]: one for each game of M_4.
pub(super) const MASK_BITS: u32 = 22;

/// The number of masks that a thread scans at a time, about a millisecond of work.
pub(super) const CHUNK: u32 = 1 << 15;

/// M_4 in structural order, with what decides which of its subsets are canonical.
#[derive(Clone, Debug)]
pub(super) struct DayFour {
    /// The options of each game of M_4.
    options: Vec<Mask>,
    /// S_4^G for each G in M_4: the games of M_4 that have G as an option.
    containing: Vec<Mask>,
    /// The P-positions of M_4.
    p_positions: Mask,
    /// The rank of G+1, where that is born by day 4 too.
    associates: Vec<Option<usize>>,
}

impl DayFour {
    /// Lists the games born by day 4.
    pub(super) fn new() -> Self {
        let mut listed = Self {
            options: vec![0],
            containing: vec![0],
            p_positions: 0,
            associates: vec![None],
        };
        for size in &SIZES[1..] {
            let known = listed.options.len();
            let mut born: Vec<Mask> = (0..1 << known)
                .filter(|&set| listed.is_canonical(set) && !listed.options.contains(&set))
                .collect();
            born.sort_by_key(|&set| structural_key(set));
            for set in born {
                listed.append(set);
            }
            debug_assert_eq!(listed.options.len(), *size);
        }
        listed
    }

    fn append(&mut self, options: Mask) {
        let rank = self.options.len();
        for option in ranks(options) {
            self.containing[option] |= 1 << rank;
        }
        if self.is_p(options) {
            self.p_positions |= 1 << rank;
        }
        let even = self.even_associate(options);
        if let Some(even) = even {
            self.associates[even] = Some(rank);
        }
        self.associates.push(even);
        self.options.push(options);
        self.containing.push(0);
    }

    /// Returns |M_n| for n ≤ 4. The games of M_n are the ranks below it.
    pub(super) fn size(day: usize) -> usize {
        SIZES[day]
    }

    /// Returns the rank of a canonical set, if it is born by day 4.
    pub(super) fn rank(&self, set: Mask) -> Option<usize> {
        self.options.iter().position(|&options| options == set)
    }

    /// Returns the options of the game of this rank.
    pub(super) fn options(&self, rank: usize) -> Mask {
        self.options[rank]
    }

    /// Returns S_4^G for G of this rank: the games of M_4 that have G as an option.
    pub(super) fn containing(&self, rank: usize) -> Mask {
        self.containing[rank]
    }

    /// Returns the P-positions of M_4.
    pub(super) fn p_positions(&self) -> Mask {
        self.p_positions
    }

    /// Checks whether a set of games of M_4 is a P-position: it has options, and none of them is P.
    pub(super) fn is_p(&self, set: Mask) -> bool {
        set != 0 && set & self.p_positions == 0
    }

    /// Returns the rank of the game that this set simplifies to, if it is reducible (Definition 2.2).
    /// By the Simplest Form Theorem there is at most one, and by birthdays it lies in M_3.
    pub(super) fn reduction(&self, set: Mask) -> Option<usize> {
        let candidates = self.options.len().min(SIZES[3]);
        (0..candidates).find(|&g| {
            let kept = self.options[g];
            let added = set & !kept;
            kept & !set == 0
                && added != 0
                && added & !self.containing[g] == 0
                // The proviso: a set is 0 only if it is an N-position.
                && (g != 0 || !self.is_p(set))
        })
    }

    /// Checks whether this set of games of M_4 is in simplest form, that is, belongs to M_5.
    pub(super) fn is_canonical(&self, set: Mask) -> bool {
        self.reduction(set).is_none()
    }

    /// Returns the canonical sets among these masks: the members of M_5.
    pub(super) fn canonical_among(&self, masks: Range<Mask>) -> impl Iterator<Item = Mask> {
        masks.filter(|&set| self.is_canonical(set))
    }

    /// Returns the day on which a canonical set is born.
    pub(super) fn birthday(set: Mask) -> usize {
        match last_rank(set) {
            None => 0,
            Some(last) => (0..SIZES.len())
                .find(|&day| last < SIZES[day])
                .map_or(SIZES.len(), |day| day + 1),
        }
    }

    /// Checks whether a canonical set is an odd game E+1 = {E} ∪ {E'+1} with E even.
    pub(super) fn is_odd(&self, set: Mask) -> bool {
        self.even_associate(set).is_some()
    }

    /// Returns the rank of E if a canonical set is E+1 with E even. No option is born after E, but
    /// the E'+1 can be born on the same day: 2♯+1 = {2♯, 3}. An odd O = F+1 is never found in place
    /// of E: {O} ∪ {O'+1} = {O} ∪ F has no more members than O.
    fn even_associate(&self, set: Mask) -> Option<usize> {
        ranks(set).find(|&even| {
            let kept = self.options[even];
            // Counting first settles all but a few of the sets of day 5.
            kept.count_ones() + 1 == set.count_ones()
                && ranks(kept)
                    .try_fold(1 << even, |odd: Mask, option| {
                        Some(odd | 1 << self.associates[option]?)
                    })
                    .is_some_and(|odd| odd == set)
        })
    }
}

/// Returns the ranks in a set, ascending.
pub(super) fn ranks(mut set: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(lowest as usize)
    })
}

/// Returns the last rank in a set, which is that of a member born last.
fn last_rank(set: Mask) -> Option<usize> {
    set.checked_ilog2().map(|rank| rank as usize)
}

/// Returns a key that sorts sets born on one day structurally: by size, then by the ascending list
/// of ranks.
///
/// Of two sets of equal size the one that contains the lowest rank in which they differ comes
/// first; with the bits reversed it is the larger number.
fn structural_key(set: Mask) -> (u32, std::cmp::Reverse<Mask>) {
    (set.count_ones(), std::cmp::Reverse(set.reverse_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Outcome, Parity, Universe};

    /// The games of M_4 in a universe, rank by rank.
    fn games(day_four: &DayFour, u: &mut Universe) -> Vec<Game> {
        let mut games: Vec<Game> = Vec::new();
        for rank in 0..DayFour::size(4) {
            let options: Vec<Game> = ranks(day_four.options(rank)).map(|o| games[o]).collect();
            games.push(u.set(options).unwrap());
        }
        games
    }

    #[test]
    fn the_ranks_are_those_of_the_universe() {
        let day_four = DayFour::new();
        let mut u = Universe::new();
        let games = games(&day_four, &mut u);
        let order = u.structural_order(games.iter().copied()).unwrap();
        assert_eq!(order.games(), games);
        for (rank, &g) in games.iter().enumerate() {
            let options = day_four.options(rank);
            assert_eq!(u.option_count(g), options.count_ones() as usize);
            assert_eq!(u.outcome(g) == Outcome::P, day_four.is_p(options));
            assert_eq!(u.birthday(g) as usize, DayFour::birthday(options));
            for (other, &h) in games.iter().enumerate() {
                let contains = day_four.containing(rank) >> other & 1 == 1;
                assert_eq!(u.has_option(h, g), contains);
            }
        }
    }

    #[test]
    fn subsets_of_day_4_simplify_as_in_the_universe() {
        let day_four = DayFour::new();
        let mut u = Universe::new();
        let games = games(&day_four, &mut u);
        // A stride prime to 2^22 visits masks of every shape; small masks come first.
        let sample = (0..2048u32).chain((0..60_000).map(|i| i * 65_537 % (1 << MASK_BITS)));
        for set in sample {
            let g = u.set(ranks(set).map(|r| games[r])).unwrap();
            if let Some(rank) = day_four.reduction(set) {
                assert_eq!(g, games[rank]);
            } else {
                assert_eq!(u.option_count(g), set.count_ones() as usize);
                assert_eq!(u.outcome(g) == Outcome::P, day_four.is_p(set));
                assert_eq!(u.birthday(g) as usize, DayFour::birthday(set));
            }
        }
    }

    #[test]
    fn odd_games_are_those_of_the_universe() {
        let day_four = DayFour::new();
        let mut u = Universe::new();
        let games = games(&day_four, &mut u);
        let mut expected = Vec::new();
        for &g in &games {
            if u.parity(g) == Parity::Even {
                let odd = u.associate(g);
                let options: Vec<Game> = u.options(odd).collect();
                let place = |o: &Game| games.iter().position(|g| g == o).unwrap();
                let set: Mask = options.iter().map(|o| 1 << place(o)).sum();
                expected.push(set);
            }
        }
        assert_eq!(expected.len(), 19);
        for &set in &expected {
            assert!(day_four.is_odd(set));
        }
        let odd = (0..1 << MASK_BITS).filter(|&set| day_four.is_canonical(set));
        assert_eq!(odd.filter(|&set| day_four.is_odd(set)).count(), 19);
    }
}
