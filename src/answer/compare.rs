//! Whether two games are equal, and whether they are linked.

use serde::Serialize;

use super::GameForm;
use crate::game::{Game, Universe};
use crate::limits::Stopped;

/// Whether two games are equal, and whether they are linked, with witnesses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compare<G = GameForm> {
    /// The first game, G.
    pub left: G,
    /// The second game, H.
    pub right: G,
    /// Whether G = H.
    pub equal: bool,
    /// An X with o(G+X) ≠ o(H+X); null if the games are equal.
    pub distinguisher: Option<G>,
    /// Whether some T makes both G+T and H+T P-positions.
    pub linked: bool,
    /// Such a T; null if there is none.
    pub link: Option<G>,
}

impl Compare<Game> {
    /// Compares two games.
    pub fn new(u: &mut Universe, g: Game, h: Game) -> Result<Self, Stopped> {
        let distinguisher = u.distinguisher(g, h)?;
        let link = u.link(g, h)?;
        Ok(Self {
            left: g,
            right: h,
            equal: g == h,
            distinguisher,
            linked: link.is_some(),
            link,
        })
    }
}

impl<G> Compare<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(self, mut f: impl FnMut(G) -> Result<H, E>) -> Result<Compare<H>, E> {
        Ok(Compare {
            left: f(self.left)?,
            right: f(self.right)?,
            equal: self.equal,
            distinguisher: self.distinguisher.map(&mut f).transpose()?,
            linked: self.linked,
            link: self.link.map(f).transpose()?,
        })
    }
}
