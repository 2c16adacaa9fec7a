//! The structural order: birthday, then number of options, then the option lists (each
//! ascending) compared lexicographically.
//!
//! It depends on the games alone and not on the order in which they were stored, so it is the order
//! of everything displayed. A [`StructuralOrder`] ranks some games and all their followers, day by day.

use rustc_hash::FxHashMap;

use super::universe::{Game, Universe};
use crate::limits::{Stopped, Ticker};

/// The ranks of some games and their followers in the structural order.
pub struct StructuralOrder {
    games: Vec<Game>,
    ranks: FxHashMap<Game, u32>,
}

/// The bytes of a list of ranks beside the ranks.
const LIST: usize = 64;
/// Lists of a day that are not worth accounting for.
const NEGLIGIBLE: usize = 1 << 20;

impl StructuralOrder {
    /// The bytes that ranking takes for each game: its entries in the lists of followers and of
    /// games, its rank in the table with its share of empty places.
    const BYTES: usize = 48;

    /// Returns the place of a game among those ranked.
    ///
    /// # Panics
    /// If the game is not one of those ranked.
    pub fn rank(&self, g: Game) -> u32 {
        self.ranks[&g]
    }

    /// Returns all games that were ranked, ascending.
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Returns all games that were ranked, ascending.
    pub fn into_games(self) -> Vec<Game> {
        self.games
    }
}

impl Universe {
    /// Ranks these games and all their followers.
    pub fn structural_order(
        &self,
        games: impl IntoIterator<Item = Game>,
    ) -> Result<StructuralOrder, Stopped> {
        let mut by_birthday = self.followers_of(games)?;
        self.check_memory(by_birthday.len() * StructuralOrder::BYTES)?;
        let mut ticker = Ticker::default();
        by_birthday.sort_unstable_by_key(|&g| self.birthday(g));
        let mut order = StructuralOrder {
            games: self.list_with_capacity(by_birthday.len())?,
            ranks: FxHashMap::default(),
        };
        self.reserve(&mut order.ranks, by_birthday.len())?;
        let mut next = 0;
        for day in by_birthday.chunk_by(|&g, &h| self.birthday(g) == self.birthday(h)) {
            let mut born: Vec<(usize, Vec<u32>, Game)> = self.list_with_capacity(day.len())?;
            let mut listed = 0;
            for &g in day {
                self.check_deadline_when_due(&mut ticker, self.option_count(g))?;
                listed += self.option_count(g) * size_of::<u32>() + LIST;
                if listed > NEGLIGIBLE {
                    self.check_memory(by_birthday.len() * StructuralOrder::BYTES + listed)?;
                }
                let mut ranks: Vec<u32> = self.options(g).map(|o| order.ranks[&o]).collect();
                ranks.sort_unstable();
                born.push((ranks.len(), ranks, g));
            }
            born.sort_unstable_by(|x, y| (x.0, &x.1).cmp(&(y.0, &y.1)));
            for (_, _, g) in born {
                order.ranks.insert(g, next);
                order.games.push(g);
                next += 1;
            }
        }
        Ok(order)
    }

    /// Returns the options of G in structural order.
    pub fn options_sorted(&self, g: Game) -> Result<Vec<Game>, Stopped> {
        Ok(self.options_by_rank(g, &self.structural_order([g])?))
    }

    /// Returns the options of a game by their ranks.
    pub(crate) fn options_by_rank(&self, g: Game, order: &StructuralOrder) -> Vec<Game> {
        let mut options: Vec<Game> = self.options(g).collect();
        options.sort_unstable_by_key(|&o| order.rank(o));
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_does_not_depend_on_storage() {
        let mut forward = Universe::new();
        let mut backward = Universe::new();
        // 2♯ before 4 in one universe, after it in the other.
        let (two, four) = (forward.nim(2).unwrap(), forward.nim(4).unwrap());
        let sharp = forward.sharp(two).unwrap();
        let set = forward.set([sharp, four]).unwrap();
        let names = forward.options_sorted(set).unwrap();
        assert_eq!(names, vec![sharp, four]);

        let two = backward.nim(2).unwrap();
        let sharp = backward.sharp(two).unwrap();
        let four = backward.nim(4).unwrap();
        let set = backward.set([four, sharp]).unwrap();
        assert_eq!(backward.options_sorted(set).unwrap(), vec![sharp, four]);
    }
}
