//! The parts of a game.

use serde::Serialize;

use super::GameForm;
use crate::game::{Game, Universe};
use crate::limits::Stopped;
use crate::parts::Parts as PartFinder;

/// The even parts of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Parts<G = GameForm> {
    /// The game.
    pub game: G,
    /// Its even parts in structural order, 0 and its even associate included.
    pub even_parts: Vec<Part<G>>,
}

/// An even part of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "part"))]
pub struct Part<G = GameForm> {
    /// The part.
    pub part: G,
    /// The game minus the part.
    pub counterpart: G,
    /// Whether every G − X' and every G' − X exists; the part is derived if not.
    pub novel: bool,
}

impl Parts<Game> {
    /// Finds the even parts of a game.
    pub fn new(u: &mut Universe, finder: &mut PartFinder, g: Game) -> Result<Self, Stopped> {
        let table = finder.of(u, g)?;
        let mut parts: Vec<Game> = table.iter().map(|(part, _)| part).collect();
        let order = u.structural_order(parts.iter().copied())?;
        parts.sort_by_key(|&part| order.rank(part));
        let mut even_parts = Vec::with_capacity(parts.len());
        for part in parts {
            let (difference, novel) =
                (finder.difference(u, g, part)?, finder.is_novel(u, g, part)?);
            if let (Some(counterpart), Some(novel)) = (difference, novel) {
                even_parts.push(Part {
                    part,
                    counterpart,
                    novel,
                });
            }
        }
        Ok(Self {
            game: g,
            even_parts,
        })
    }
}

impl<G> Parts<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(self, mut f: impl FnMut(G) -> Result<H, E>) -> Result<Parts<H>, E> {
        let mut even_parts = Vec::with_capacity(self.even_parts.len());
        for Part {
            part,
            counterpart,
            novel,
        } in self.even_parts
        {
            even_parts.push(Part {
                part: f(part)?,
                counterpart: f(counterpart)?,
                novel,
            });
        }
        Ok(Parts {
            game: f(self.game)?,
            even_parts,
        })
    }
}
