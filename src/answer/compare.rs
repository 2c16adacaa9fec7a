//! Whether two games are equal, and whether they are linked.

use serde::Serialize;

use super::GameForm;
use crate::game::{Game, Universe};
use crate::limits::Stopped;
use crate::parts::FormalDifference;

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

/// Whether two formal differences are the same element of 𝒟, where some is no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareDifferences<G = GameForm> {
    /// The first one, G1 − H1.
    pub left: Difference<G>,
    /// The second one, G2 − H2.
    pub right: Difference<G>,
    /// Whether G1 + H2 = G2 + H1.
    pub equal: bool,
    /// G1 + H2 and G2 + H1.
    pub sums: [G; 2],
}

/// A formal difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "difference"))]
pub struct Difference<G = GameForm> {
    /// What is added.
    pub plus: G,
    /// What is subtracted.
    pub minus: G,
}

impl CompareDifferences<Game> {
    /// Compares two formal differences.
    pub fn new(
        u: &mut Universe,
        left: FormalDifference,
        right: FormalDifference,
    ) -> Result<Self, Stopped> {
        let sums = [
            u.sum(left.plus, right.minus)?,
            u.sum(right.plus, left.minus)?,
        ];
        let written = |FormalDifference { plus, minus }| Difference { plus, minus };
        Ok(Self {
            left: written(left),
            right: written(right),
            equal: sums[0] == sums[1],
            sums,
        })
    }
}

impl<G> CompareDifferences<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(
        self,
        mut f: impl FnMut(G) -> Result<H, E>,
    ) -> Result<CompareDifferences<H>, E> {
        let mut both = |Difference { plus, minus }: Difference<G>| {
            Ok::<_, E>(Difference {
                plus: f(plus)?,
                minus: f(minus)?,
            })
        };
        let (left, right) = (both(self.left)?, both(self.right)?);
        let [first, second] = self.sums;
        Ok(CompareDifferences {
            left,
            right,
            equal: self.equal,
            sums: [f(first)?, f(second)?],
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
