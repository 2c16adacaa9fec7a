//! Values and outcomes in the presence of loops.

use std::collections::BTreeSet;
use std::fmt;

use itertools::Itertools;

use super::graph::Bound;
use crate::nim::NimValue;

/// The value of a position that may have loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoopyValue {
    /// A nim value.
    Number(NimValue),
    /// ∞_K with the set K of the nim values of those options that have one.
    Infinite(BTreeSet<u32>),
}

impl fmt::Display for LoopyValue {
    /// `3`, `∞{0,1,2}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Infinite(values) => write!(f, "∞{{{}}}", values.iter().format(",")),
        }
    }
}

/// The value of a position, if it is decided within bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// This is the value.
    Decided(LoopyValue),
    /// The bounds were reached first.
    Undecided(Undecided),
}

/// What is known of a value that is not decided.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undecided {
    /// Whether there is certainly no nim value, and only the set K is undecided.
    pub infinite: bool,
    /// Nim values that certainly are values of options.
    pub options: BTreeSet<u32>,
    /// The bound that was reached.
    pub bound: Bound,
}

impl From<NimValue> for Judgement {
    fn from(number: NimValue) -> Self {
        Self::Decided(LoopyValue::Number(number))
    }
}

impl fmt::Display for Judgement {
    /// `∞{0,1,2}`; `undecided: heaps beyond 1000 are reached`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(value) => value.fmt(f),
            Self::Undecided(Undecided {
                infinite,
                options,
                bound,
            }) => {
                if *infinite {
                    write!(f, "∞ with undecided K: {bound}")?;
                } else {
                    write!(f, "undecided: {bound}")?;
                }
                if !options.is_empty() {
                    let values = options.iter().format(",");
                    write!(f, "; some options have the values {values}")?;
                }
                Ok(())
            }
        }
    }
}

/// Who wins a sum in which a play may go on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum LoopyOutcome {
    /// The player who moves next.
    #[serde(rename = "N")]
    Next,
    /// The player who has moved.
    #[serde(rename = "P")]
    Previous,
    /// Nobody: both players can prolong the play for ever.
    #[serde(rename = "D")]
    Draw,
    /// Not decided within the bounds.
    #[serde(rename = "undecided")]
    Undecided,
}

impl fmt::Display for LoopyOutcome {
    /// `N`, `P`, `D`, `undecided`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Next => "N",
            Self::Previous => "P",
            Self::Draw => "D",
            Self::Undecided => "undecided",
        })
    }
}
