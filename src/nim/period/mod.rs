//! Periods of nim sequences: searched for, and proved where a theorem applies.
//!
//! The values are computed step by step, and after each step the theorems that apply to the ruleset
//! are tried ([`Theorem`] lists them), until one proves a period. A pattern that no theorem proves
//! is reported as observed, with the last heap that was computed.
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::nim::{PeriodKind, PeriodSearch, Theorem};
//!
//! let kayles = ruleset("0.77").unwrap();
//! let answer = PeriodSearch::default().run(&*kayles, &Default::default())?;
//! assert_eq!(answer.kind, PeriodKind::Periodic);
//! assert_eq!(answer.pattern.as_ref().unwrap().period().len(), 12);
//! assert_eq!(answer.last_exception(), Some(70));
//! assert_eq!(answer.theorem(), Some(Theorem::GuySmith));
//! # Ok::<(), misere::nim::NimError>(())
//! ```

mod ap_test;
mod known;
mod power_of_two;
mod published;
mod rare_window;
mod regularities;
mod repetition;
mod saved;
mod search;
mod snapshots;
mod tails;
mod theorem;

pub use ap_test::{Ap2Failure, ApTest, Witness};
pub use power_of_two::PowerOfTwoTest;
pub use published::{Published, erratum, published};
pub use regularities::{Regularity, RegularityKind};
pub(super) use repetition::subtraction as subtraction_period;
pub use saved::{PeriodProgress, ResumePeriodError, SavedPeriod};
pub use search::PeriodSearch;
pub(crate) use tails::Agreements;
pub use tails::{Tail, Tails};
pub use theorem::{NoTheorem, Theorem};

use super::codes::RareWindow;
use super::pattern::Pattern;
use crate::limits::Reason;

/// The result of a search for the period of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PeriodAnswer {
    /// Its name.
    pub ruleset: String,
    /// The heap of the first value.
    pub first: u64,
    /// The kind of regularity.
    pub kind: PeriodKind,
    /// The shortest period and preperiod, if the values are periodic or arithmetic-periodic.
    pub tail: Option<Tail>,
    /// The values before the period, and one period; none if they are more than
    /// [`PeriodSearch::LONGEST_PATTERN`].
    pub pattern: Option<Pattern>,
    /// The proof; none if the pattern was only observed.
    pub proof: Option<Proof>,
    /// Another regularity that was observed.
    pub regularity: Option<Regularity>,
    /// The values of all heaps up to this were computed; none if no value was needed.
    pub observed_to: Option<u64>,
    /// The limit that stopped the search.
    pub stopped: Option<Reason>,
}

/// The kind of regularity of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PeriodKind {
    /// G(n+p) = G(n) from some n on.
    Periodic,
    /// G(n+p) = G(n) + s from some n on, s > 0.
    ArithmeticPeriodic,
    /// Some residue classes are constant and the others grow: observed only.
    Sapp,
    /// The apparent period keeps doubling: observed only.
    Ruler,
    /// No regularity was seen.
    Unknown,
}

impl PeriodKind {
    /// Returns the name: `arithmetic-periodic`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Periodic => "periodic",
            Self::ArithmeticPeriodic => "arithmetic-periodic",
            Self::Sapp => "sapp",
            Self::Ruler => "ruler",
            Self::Unknown => "unknown",
        }
    }
}

/// A proof that a pattern holds for all heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// The theorem.
    pub theorem: Theorem,
    /// The period to which the theorem was applied: the shortest one or a multiple of it. None if
    /// the theorem states the values.
    pub tested: Option<Tail>,
    /// For the AP-test: for n = 3p+1, …, 4p, for g = 0, …, s−1, an option of n with value g.
    pub witnesses: Vec<Witness>,
    /// For [`Theorem::PowerOfTwo`]: the numbers in its conditions.
    pub power_of_two: Option<PowerOfTwoTest>,
    /// For [`Theorem::RareWindow`]: the split of values and the window.
    pub window: Option<RareWindow>,
}

impl Proof {
    /// A proof by a theorem that needs nothing but its period.
    fn by(theorem: Theorem, tested: Option<Tail>) -> Self {
        Self {
            theorem,
            tested,
            witnesses: Vec::new(),
            power_of_two: None,
            window: None,
        }
    }
}

impl PeriodAnswer {
    /// Returns the theorem that proves the pattern.
    pub fn theorem(&self) -> Option<Theorem> {
        Some(self.proof.as_ref()?.theorem)
    }

    /// Returns the last heap that does not follow the pattern; none if all do or there is no
    /// pattern.
    pub fn last_exception(&self) -> Option<u64> {
        let before = self.tail?.start as u64;
        before.checked_sub(1).map(|at| self.first + at)
    }

    /// Returns the published period of this game, which is not computed here.
    pub fn published(&self) -> Option<&'static Published> {
        published(&self.ruleset)
    }
}
