//! The difference of two games.

use serde::Serialize;

use super::GameForm;
use crate::game::{Game, Universe};
use crate::limits::Stopped;

/// The difference of two games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Minus<G = GameForm> {
    /// G.
    pub minuend: G,
    /// H.
    pub subtrahend: G,
    /// The X with G = H + X; null if there is none.
    pub difference: Option<G>,
}

impl Minus<Game> {
    /// Computes G − H.
    pub fn new(u: &mut Universe, g: Game, h: Game) -> Result<Self, Stopped> {
        Ok(Self {
            minuend: g,
            subtrahend: h,
            difference: u.difference(g, h)?,
        })
    }
}

impl<G> Minus<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(self, mut f: impl FnMut(G) -> Result<H, E>) -> Result<Minus<H>, E> {
        Ok(Minus {
            difference: self.difference.map(&mut f).transpose()?,
            minuend: f(self.minuend)?,
            subtrahend: f(self.subtrahend)?,
        })
    }
}
