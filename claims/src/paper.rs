//! The papers that claims come from.

use schemars::JsonSchema;
use serde::Serialize;

use super::names::names;

/// A paper, or our own results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Paper {
    /// Games on arithmetic functions.
    Arithmetic,
    /// Cut games {1, 2c}.
    Cut,
    /// Josephus Nim.
    Josephus,
    /// Pure breaking games.
    Breaking,
    /// Misère games: canonical forms, parts, primes, counting.
    Structure,
    /// Results that none of the papers states.
    Own,
}

names!(Paper {
    Arithmetic => "arithmetic",
    Cut => "cut",
    Josephus => "josephus",
    Breaking => "breaking",
    Structure => "structure",
    Own => "own",
});

impl Paper {
    /// Returns authors, title and year.
    pub fn citation(self) -> &'static str {
        match self {
            Self::Arithmetic => "Iannucci and Larsson, Game values of arithmetic functions (2021)",
            Self::Cut => {
                "Ellis and Thanatipanonda, The arithmetic-periodicity of CUT for C = {1, 2c} (2022)"
            }
            Self::Josephus => "Takahashi, Manabe and Miyadera, Josephus Nim (2025)",
            Self::Breaking => {
                "Dailly, Duchêne, Larsson and Paris, Partition games are pure breaking games (2018)"
            }
            Self::Structure => "Siegel, On the Structure of Misère Impartial Games (2021)",
            Self::Own => "Results of this program",
        }
    }
}
