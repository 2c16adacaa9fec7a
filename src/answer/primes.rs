//! The prime partitions of a game.

use serde::Serialize;

use super::{GameForm, try_each};
use crate::game::{Game, Parity, Universe};
use crate::parts::PrimePartitions;

/// The prime partitions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "independent properties")]
pub struct Primes<G = GameForm> {
    /// The game.
    pub game: G,
    /// Whether it is 0 or 1.
    pub unit: bool,
    /// Whether it is prime.
    pub prime: bool,
    /// Whether it has only one prime partition.
    pub upp: bool,
    /// Whether a summand 1 completes each partition.
    pub odd: bool,
    /// Every prime partition up to association, as even primes; a unit has one empty partition.
    pub partitions: Vec<Vec<G>>,
}

impl Primes<Game> {
    /// Describes prime partitions that were found.
    pub fn new(u: &Universe, found: PrimePartitions) -> Self {
        Self {
            game: found.game,
            unit: u.is_unit(found.game),
            prime: found.is_prime(),
            upp: found.is_unique(),
            odd: u.parity(found.game) == Parity::Odd,
            partitions: found.partitions,
        }
    }
}

impl<G> Primes<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(self, mut f: impl FnMut(G) -> Result<H, E>) -> Result<Primes<H>, E> {
        Ok(Primes {
            game: f(self.game)?,
            unit: self.unit,
            prime: self.prime,
            upp: self.upp,
            odd: self.odd,
            partitions: partitions(self.partitions, f)?,
        })
    }
}

/// Replaces each game of several partitions.
pub fn partitions<G, H, E>(
    partitions: Vec<Vec<G>>,
    mut f: impl FnMut(G) -> Result<H, E>,
) -> Result<Vec<Vec<H>>, E> {
    try_each(partitions, |partition| try_each(partition, &mut f))
}
