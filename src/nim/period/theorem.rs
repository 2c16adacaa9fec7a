//! The theorems that prove a period.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What a proof of a period rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
#[non_exhaustive]
pub enum Theorem {
    /// As many repeated values as the largest number that may be taken.
    Subtraction,
    /// 2m+1 repeated values, m the largest number that may not be taken.
    AllBut,
    /// Repeated values of a code with repeating digits whose moves leave at most one heap.
    RepeatingCode,
    /// Repeated values of a code whose moves leave at most one heap.
    Quaternary,
    /// Repeated values of an octal code.
    GuySmith,
    /// Repeated values of a code whose moves leave up to three heaps.
    Hexadecimal,
    /// Repeated values of a ruleset with bounds on its moves.
    TakeAndBreak,
    /// AP1, AP2 and AP3.
    ApTest,
    /// AP1 and AP2, with an even and an odd cut number from 2 on.
    Proposition13,
    /// AP1 and AP2 for the cut set {1,ℓ}.
    Proposition14,
    /// AP1 and AP2 for the cut set {1,ℓ} and a long period.
    Corollary15,
    /// Cut sets without 1.
    Proposition4,
    /// Cut sets of odd numbers with 1.
    Proposition5,
    /// Cut sets with 1, 2 and 3.
    Proposition6,
    /// The cut sets {1, 3, 2c}.
    Proposition7,
    /// The cut sets {1, 2c}, c ≥ 2.
    Theorem3,
    /// The cut sets {1, 2c_1, 2c_2, …}, all c ≥ 2.
    Theorem19,
    /// Cut sets with 1 and an odd number below twice the smallest even one, which is at least 4.
    OddBelowTwice,
    /// Cut sets with 1, even numbers from 4 on, and odd ones past three times the smallest even.
    OddPastThrice,
    /// A saltus that is a power of two, and a preperiod.
    PowerOfTwo,
    /// A repeated window of an octal code with finitely many rare heaps.
    RareWindow,
}

impl Theorem {
    /// All theorems.
    pub const ALL: [Self; 21] = [
        Self::Subtraction,
        Self::AllBut,
        Self::RepeatingCode,
        Self::Quaternary,
        Self::GuySmith,
        Self::Hexadecimal,
        Self::TakeAndBreak,
        Self::ApTest,
        Self::Proposition13,
        Self::Proposition14,
        Self::Corollary15,
        Self::Proposition4,
        Self::Proposition5,
        Self::Proposition6,
        Self::Proposition7,
        Self::Theorem3,
        Self::Theorem19,
        Self::OddBelowTwice,
        Self::OddPastThrice,
        Self::PowerOfTwo,
        Self::RareWindow,
    ];

    /// Returns the name in certificates.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Subtraction => "subtraction",
            Self::AllBut => "all-but",
            Self::RepeatingCode => "repeating-code",
            Self::Quaternary => "quaternary",
            Self::GuySmith => "guy-smith",
            Self::Hexadecimal => "hexadecimal",
            Self::TakeAndBreak => "take-and-break",
            Self::ApTest => "ap-test",
            Self::Proposition13 => "ap-test-proposition-13",
            Self::Proposition14 => "ap-test-proposition-14",
            Self::Corollary15 => "ap-test-corollary-15",
            Self::Proposition4 => "dailly-proposition-4",
            Self::Proposition5 => "dailly-proposition-5",
            Self::Proposition6 => "dailly-proposition-6",
            Self::Proposition7 => "dailly-proposition-7",
            Self::Theorem3 => "ellis-theorem-3",
            Self::Theorem19 => "ellis-theorem-19",
            Self::OddBelowTwice => "odd-below-twice",
            Self::OddPastThrice => "odd-past-thrice",
            Self::PowerOfTwo => "power-of-two",
            Self::RareWindow => "rare-window",
        }
    }

    /// Whether it is published in the form used here. Otherwise docs/mathematics.md has the proof.
    pub const fn is_published(self) -> bool {
        !matches!(
            self,
            Self::AllBut
                | Self::RepeatingCode
                | Self::Hexadecimal
                | Self::TakeAndBreak
                | Self::OddBelowTwice
                | Self::OddPastThrice
                | Self::PowerOfTwo
                | Self::RareWindow
        )
    }

    /// Returns the name and the source.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Subtraction => "Subtraction Periodicity Theorem (Winning Ways, Chapter 4)",
            Self::AllBut => "periodicity theorem for all-but games (docs/mathematics.md)",
            Self::RepeatingCode => {
                "periodicity theorem for codes with repeating digits (docs/mathematics.md)"
            }
            Self::Quaternary => "periodicity theorem for quaternary games (Guy and Smith 1956)",
            Self::GuySmith => "Octal Periodicity Theorem (Guy and Smith 1956)",
            Self::Hexadecimal => {
                "periodicity theorem for hexadecimal games (Guy and Smith 1956, with three heaps)"
            }
            Self::TakeAndBreak => {
                "periodicity theorem for take-and-break games (Guy and Smith 1956, with any number \
                 of heaps)"
            }
            Self::ApTest => "AP-test, Theorem 9 of Dailly, Duchêne, Larsson, Paris (2018)",
            Self::Proposition13 => {
                "AP-test with Proposition 13 of Dailly, Duchêne, Larsson, Paris (2018)"
            }
            Self::Proposition14 => {
                "AP-test with Proposition 14 of Dailly, Duchêne, Larsson, Paris (2018)"
            }
            Self::Corollary15 => {
                "AP-test with Corollary 15 of Dailly, Duchêne, Larsson, Paris (2018)"
            }
            Self::Proposition4 => "Proposition 4 of Dailly, Duchêne, Larsson, Paris (2018)",
            Self::Proposition5 => "Proposition 5 of Dailly, Duchêne, Larsson, Paris (2018)",
            Self::Proposition6 => "Proposition 6 of Dailly, Duchêne, Larsson, Paris (2018)",
            Self::Proposition7 => "Proposition 7 of Dailly, Duchêne, Larsson, Paris (2018)",
            Self::Theorem3 => "Theorem 3 of Ellis, Thanatipanonda (2022)",
            Self::Theorem19 => "Theorem 19 of Ellis, Thanatipanonda (2022)",
            Self::OddBelowTwice => {
                "Proposition 7 of Dailly, Duchêne, Larsson, Paris (2018), extended to odd cut \
                 numbers below twice the smallest even one (docs/mathematics.md)"
            }
            Self::OddPastThrice => {
                "Theorems 3, 13 and 19 of Ellis, Thanatipanonda (2022), as odd cut numbers past \
                 three times the smallest even one change nothing (docs/mathematics.md)"
            }
            Self::PowerOfTwo => {
                "arithmetic periodicity theorem for a saltus that is a power of two \
                 (docs/mathematics.md)"
            }
            Self::RareWindow => "rare-window theorem for octal games (docs/mathematics.md)",
        }
    }
}

/// A label that names no theorem.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no theorem {0:?}")]
pub struct NoTheorem(String);

impl From<Theorem> for &'static str {
    fn from(theorem: Theorem) -> Self {
        theorem.label()
    }
}

impl TryFrom<String> for Theorem {
    type Error = NoTheorem;

    fn try_from(label: String) -> Result<Self, NoTheorem> {
        let found = Self::ALL
            .into_iter()
            .find(|theorem| theorem.label() == label);
        // Untrusted input is not repeated at length.
        found.ok_or_else(|| NoTheorem(label.chars().take(40).collect()))
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
