//! Genera of games and of the heaps of a ruleset.

use serde::Serialize;

use super::show::classes;
use super::{GameForm, displayed};
use crate::game::{Class, Game, Universe};
use crate::genus;
use crate::limits::Stopped;

/// The genera of the heaps of a ruleset.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenusSequence {
    /// The ruleset.
    pub ruleset: String,
    /// The smallest heap.
    pub first: u64,
    /// The genera, one for each heap.
    #[serde(serialize_with = "displayed")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub genera: Vec<crate::game::Genus>,
    /// The most special class of each heap.
    pub classes: Vec<Class>,
    /// The canonical forms of the heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forms: Option<Vec<GameForm>>,
    /// The period of the genera; null if none was seen.
    pub period: Option<GenusPeriod>,
    /// What stopped the computation before the last heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// The period of a sequence of genera.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "genus_period"))]
pub struct GenusPeriod {
    /// The length of the period.
    pub period: u64,
    /// The number of heaps before it.
    pub preperiod: u64,
    /// Whether it is proved.
    pub proved: bool,
}

impl From<genus::GenusPeriod> for GenusPeriod {
    fn from(found: genus::GenusPeriod) -> Self {
        Self {
            period: found.period,
            preperiod: found.preperiod,
            proved: found.proved,
        }
    }
}

/// The genus of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Genus {
    /// The expression.
    pub expr: String,
    /// The genus.
    pub genus: String,
    /// The Grundy value in normal play.
    pub nim_value: u32,
    /// The Grundy value in misère play.
    pub misere_nim_value: u32,
    /// The most special class.
    pub class: Class,
    /// All classes; null if the game is too large.
    pub classes: Option<Vec<Class>>,
}

impl Genus {
    /// Computes the genus of a game.
    pub fn new(u: &mut Universe, expr: &str, g: Game) -> Result<Self, Stopped> {
        let genus = u.genus(g)?;
        let class = u.class(g)?;
        let subpositions = u.subpositions(g)?;
        Ok(Self {
            expr: expr.into(),
            genus: genus.to_string(),
            nim_value: genus.nim_value(),
            misere_nim_value: genus.misere_nim_value(),
            class,
            classes: classes(u, g, subpositions)?,
        })
    }
}
