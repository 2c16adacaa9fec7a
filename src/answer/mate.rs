//! Mates, chains of mates and concubines.

use serde::Serialize;

use super::{GameForm, try_each};
use crate::game::{Form, Forms, Game, Universe};
use crate::limits::Stopped;

/// The mate of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mate<G = GameForm> {
    /// The expression.
    pub expr: String,
    /// The mate.
    pub mate: G,
    /// The game, its mate, the mate of that, … up to the first repetition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<Vec<G>>,
    /// A game whose mate is this one although it is not the mate of this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concubine: Option<G>,
}

impl Mate<Game> {
    /// Computes the mate of a canonical form, and its chain and concubine if they are wanted.
    pub fn new(
        u: &mut Universe,
        expr: &str,
        g: Game,
        (chain, concubine): (bool, bool),
    ) -> Result<Self, Stopped> {
        Ok(Self {
            expr: expr.into(),
            chain: chain.then(|| u.mate_chain(g)).transpose()?,
            concubine: concubine.then(|| u.concubine(g)).transpose()?,
            mate: u.mate(g)?,
        })
    }

    /// Computes the value of the mate of a game as it is written.
    pub fn of_form(
        u: &mut Universe,
        forms: &mut Forms,
        expr: &str,
        form: Form,
    ) -> Result<Self, Stopped> {
        let mate = forms.mate(form)?;
        Ok(Self {
            expr: expr.into(),
            mate: forms.value(u, mate)?,
            chain: None,
            concubine: None,
        })
    }
}

impl<G> Mate<G> {
    /// Replaces each game.
    pub fn try_map<H, E>(self, mut f: impl FnMut(G) -> Result<H, E>) -> Result<Mate<H>, E> {
        Ok(Mate {
            expr: self.expr,
            chain: self
                .chain
                .map(|chain| try_each(chain, &mut f))
                .transpose()?,
            mate: f(self.mate)?,
            concubine: self.concubine.map(f).transpose()?,
        })
    }
}
