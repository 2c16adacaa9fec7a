//! The theorems that prove a period.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a proof of a period rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Theorem {
    /// As many repeated values as the largest number that may be taken.
    Subtraction,
    /// 2m+1 repeated values, m the largest number that may not be taken.
    AllBut,
    /// Repeated values of a code whose moves leave at most one heap.
    Quaternary,
    /// Repeated values of an octal code.
    GuySmith,
    /// Repeated values of a code whose moves leave up to three heaps.
    Hexadecimal,
    /// AP1, AP2 and AP3.
    ApTest,
    /// AP1 and AP2, with an even and an odd cut number from 2 on.
    #[serde(rename = "proposition-13")]
    Proposition13,
    /// AP1 and AP2 for the cut set {1,ℓ}.
    #[serde(rename = "proposition-14")]
    Proposition14,
    /// AP1 and AP2 for the cut set {1,ℓ} and a long period.
    #[serde(rename = "corollary-15")]
    Corollary15,
    /// Cut sets without 1.
    #[serde(rename = "proposition-4")]
    Proposition4,
    /// Cut sets of odd numbers with 1.
    #[serde(rename = "proposition-5")]
    Proposition5,
    /// Cut sets with 1, 2 and 3.
    #[serde(rename = "proposition-6")]
    Proposition6,
    /// The cut sets {1, 3, 2c}.
    #[serde(rename = "proposition-7")]
    Proposition7,
    /// The cut sets {1, 2c}, c ≥ 2.
    #[serde(rename = "theorem-3")]
    Theorem3,
    /// The cut sets {1, 2c_1, 2c_2, …}, all c ≥ 2.
    #[serde(rename = "theorem-19")]
    Theorem19,
    /// Cut sets with 1 and an odd number below twice the smallest even one, which is at least 4.
    OddBelowTwice,
    /// Cut sets with 1, even numbers from 4 on, and odd ones past three times the smallest even.
    OddPastThrice,
    /// A saltus that is a power of two, and a preperiod.
    PowerOfTwo,
}

impl Theorem {
    /// Whether the literature has it as it is used here, and not only docs/mathematics.md.
    pub const fn is_published(self) -> bool {
        !matches!(
            self,
            Self::AllBut
                | Self::Hexadecimal
                | Self::OddBelowTwice
                | Self::OddPastThrice
                | Self::PowerOfTwo
        )
    }

    /// Its name and where it is from.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Subtraction => "Subtraction Periodicity Theorem (Winning Ways, Chapter 4)",
            Self::AllBut => "periodicity theorem for all-but games (docs/mathematics.md)",
            Self::Quaternary => "periodicity theorem for quaternary games (Guy and Smith 1956)",
            Self::GuySmith => "Octal Periodicity Theorem (Guy and Smith 1956)",
            Self::Hexadecimal => {
                "periodicity theorem for hexadecimal games (Guy and Smith 1956, with three heaps)"
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
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
