//! The parts of one game, with their counterparts.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::game::{Game, Universe};
use crate::limits::Stopped;

/// The even parts of a game and their counterparts: X ↦ G − X for even G.
///
/// The parts of G+1 are those of G, and X+1 is a part exactly if X is, so the even parts determine
/// the others.
#[derive(Clone, Debug)]
pub struct PartTable {
    /// The even associate of the game.
    game: Game,
    counterparts: FxHashMap<Game, Game>,
    /// The parts in structural order, once they are sorted: [`Parts::of`](super::Parts::of) sorts
    /// the table that it returns, but not those of the followers.
    sorted: OnceLock<Vec<Game>>,
}

impl PartTable {
    /// Creates the table of a game whose only parts are units and its associates.
    pub(super) fn trivial(u: &Universe, even: Game) -> Self {
        let zero = u.zero();
        Self {
            game: even,
            counterparts: [(zero, even), (even, zero)].into_iter().collect(),
            sorted: OnceLock::new(),
        }
    }

    /// Returns the even associate of the game whose parts these are.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Returns how many even parts there are, 0 and the game itself included.
    pub fn len(&self) -> usize {
        self.counterparts.len()
    }

    /// Returns false: 0 is a part of every game.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns whether the game is a unit: its only even part is 0.
    pub fn is_unit(&self) -> bool {
        self.len() == 1
    }

    /// Returns whether the game is prime (Definition 7.2): not a unit, and without proper parts.
    pub fn is_prime(&self) -> bool {
        self.len() == 2
    }

    /// Returns the even parts in structural order.
    ///
    /// # Panics
    /// Never for a table from [`Parts::of`](super::Parts::of).
    pub fn parts(&self) -> &[Game] {
        let sorted = self.sorted.get();
        sorted.expect("a table is sorted before it is returned")
    }

    /// Iterates over the even parts in structural order, each with its counterpart in the even
    /// associate.
    pub fn iter(&self) -> impl Iterator<Item = (Game, Game)> + Clone + '_ {
        self.parts()
            .iter()
            .map(|&part| (part, self.counterparts[&part]))
    }

    /// Iterates over the even parts in the order of the map.
    pub(super) fn unsorted(&self) -> impl Iterator<Item = (Game, Game)> + Clone + '_ {
        self.counterparts
            .iter()
            .map(|(&part, &counterpart)| (part, counterpart))
    }

    /// Puts the parts in structural order, for [`parts`](Self::parts).
    pub(super) fn sort(&self, u: &Universe) -> Result<(), Stopped> {
        if self.sorted.get().is_none() {
            let mut parts: Vec<Game> = self.counterparts.keys().copied().collect();
            let order = u.structural_order(parts.iter().copied())?;
            parts.sort_unstable_by_key(|&part| order.rank(part));
            self.sorted.get_or_init(|| parts);
        }
        Ok(())
    }

    /// Returns whether X is a part.
    ///
    /// # Panics
    /// If the table or X belongs to another universe.
    pub fn contains(&self, u: &Universe, x: Game) -> bool {
        u.assert_owns(self.game);
        self.counterparts.contains_key(&u.even_associate(x))
    }

    /// Returns G − X, for the even associate G of the game and any X; `None` if X is not a part.
    ///
    /// # Panics
    /// If the table or X belongs to another universe.
    pub fn counterpart(&self, u: &Universe, x: Game) -> Option<Game> {
        u.assert_owns(self.game);
        let even = u.even_associate(x);
        let counterpart = *self.counterparts.get(&even)?;
        Some(if x == even {
            counterpart
        } else {
            u.associate(counterpart)
        })
    }

    /// Returns the bytes of the table, and of the list that [`sort`](Self::sort) makes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.counterparts.capacity() * (3 * size_of::<Game>() + 1) * 8 / 7
    }

    /// Adds the partition G = X + Y for even X and Y.
    pub(super) fn insert(&mut self, x: Game, y: Game) {
        self.counterparts.insert(x, y);
        self.counterparts.insert(y, x);
    }
}
