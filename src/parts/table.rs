//! The parts of one game, with their counterparts.

use rustc_hash::FxHashMap;

use crate::game::{Game, Universe};

/// The even parts of a game and their counterparts: X ↦ G − X for even G.
///
/// The parts of G+1 are those of G, and X+1 is a part exactly if X is, so even representatives
/// tell everything.
#[derive(Clone, Debug)]
pub struct PartTable {
    /// The even associate of the game.
    game: Game,
    counterparts: FxHashMap<Game, Game>,
}

impl PartTable {
    /// A game whose only parts are units and its associates.
    pub(super) fn trivial(u: &Universe, even: Game) -> Self {
        let zero = u.zero();
        Self {
            game: even,
            counterparts: [(zero, even), (even, zero)].into_iter().collect(),
        }
    }

    /// The even associate of the game whose parts these are.
    pub fn game(&self) -> Game {
        self.game
    }

    /// How many even parts there are, 0 and the game itself included.
    pub fn len(&self) -> usize {
        self.counterparts.len()
    }

    /// Never: 0 is a part of every game.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether the game is a unit: its only even part is 0.
    pub fn is_unit(&self) -> bool {
        self.len() == 1
    }

    /// Whether the game is prime (Definition 7.2): not a unit, and without proper parts.
    pub fn is_prime(&self) -> bool {
        self.len() == 2
    }

    /// The even parts, in no particular order, each with its counterpart in the even associate.
    pub fn iter(&self) -> impl Iterator<Item = (Game, Game)> + Clone + '_ {
        self.counterparts
            .iter()
            .map(|(&part, &counterpart)| (part, counterpart))
    }

    /// Whether X is a part.
    pub fn contains(&self, u: &Universe, x: Game) -> bool {
        self.counterparts.contains_key(&u.even_associate(x))
    }

    /// G − X, for the even associate G of the game and any X; none if X is not a part.
    pub fn counterpart(&self, u: &Universe, x: Game) -> Option<Game> {
        let even = u.even_associate(x);
        let counterpart = *self.counterparts.get(&even)?;
        Some(if x == even {
            counterpart
        } else {
            u.associate(counterpart)
        })
    }

    /// The bytes that the table takes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.counterparts.capacity() * (2 * size_of::<Game>() + 1) * 8 / 7
    }

    /// Notes G = X + Y for even X and Y.
    pub(super) fn insert(&mut self, x: Game, y: Game) {
        self.counterparts.insert(x, y);
        self.counterparts.insert(y, x);
    }
}
