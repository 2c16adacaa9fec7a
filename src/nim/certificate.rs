//! Certificates of periods: what a theorem needs, to be checked by someone else.
//!
//! A certificate says which values a game begins with, with which period and saltus they go on, and
//! by which theorem. [`check`](super::check) computes the values again and looks at every condition
//! of the theorem.
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::nim::{PeriodSearch, check};
//!
//! let budget = Default::default();
//! let answer = PeriodSearch::default().run(&*ruleset("0.07").unwrap(), &budget)?;
//! let mut certificate = answer.certificate().unwrap();
//! assert!(check::check(&certificate, &budget).is_ok());
//! certificate.values[20] += 1;
//! assert!(check::check(&certificate, &budget).is_err());
//! # Ok::<(), misere::nim::NimError>(())
//! ```

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::codes::RareWindow;
use super::period::{PeriodAnswer, PowerOfTwoTest, Theorem, Witness};

/// A period with its proof, for independent checking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PeriodCertificate {
    /// What it certifies: "period".
    pub certificate: String,
    /// The version of this layout: 2, or 1 without the statement.
    pub version: u32,
    /// The name of the game.
    pub ruleset: String,
    /// The theorem that proves the period.
    pub theorem: Theorem,
    /// How many values come before the pattern.
    pub preperiod: u64,
    /// The shortest period.
    pub period: u64,
    /// What a value gains in a period.
    pub saltus: u64,
    /// The values before the pattern and those of the first period; none for
    /// [`Theorem::RareWindow`] with more than [`PeriodSearch::LONGEST_PATTERN`](super::PeriodSearch),
    /// where the checker computes them anyway.
    pub values: Vec<u32>,
    /// The theorem was applied to this multiple of the period and the saltus.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub multiple: u64,
    /// For [`Theorem::PowerOfTwo`]: the numbers it was applied with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub power_of_two: Option<PowerOfTwoTest>,
    /// For [`Theorem::RareWindow`]: the split of values and the window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<RareWindow>,
    /// For [`Theorem::ApTest`], condition AP3: for n = 3p+1, …, 4p, for g = 0, …, s−1, an option of n
    /// with value g, as its parts with their numbers of copies, largest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub witnesses: Vec<Witness>,
    /// SHA-256 over all fields but the last two. It proves nothing, but shows accidental changes before anything
    /// is computed.
    pub digest: String,
    /// What it proves, in words. A checker compares it with its own sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// About how many steps a check takes. Nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
}

/// States the period of a game from its first heap, preperiod, period and saltus.
pub(super) fn statement(
    ruleset: &str,
    first: u64,
    (preperiod, period, saltus): (u64, u64, u64),
    theorem: Theorem,
) -> String {
    let saltus = match saltus {
        0 => String::new(),
        saltus => format!(", the saltus {saltus}"),
    };
    let (from, theorem) = (first.saturating_add(preperiod), theorem.label());
    format!(
        "the nim values of {ruleset} have the least period {period}{saltus} and the least preperiod \
         {preperiod}, from heap {from} on, by the theorem {theorem}"
    )
}

fn one() -> u64 {
    1
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks so; whether it is trivial depends on the target"
)]
fn is_one(multiple: &u64) -> bool {
    *multiple == 1
}

impl PeriodCertificate {
    /// The current version of the layout.
    pub const VERSION: u32 = 2;

    /// Adds the sentence that it proves, where heaps are counted from the first one.
    #[must_use]
    pub fn stated(mut self, first: u64) -> Self {
        let (name, theorem) = (&self.ruleset, self.theorem);
        let numbers = (self.preperiod, self.period, self.saltus);
        self.statement = Some(statement(name, first, numbers, theorem));
        self
    }

    /// Computes the digest of the other fields.
    pub fn right_digest(&self) -> String {
        let Self {
            certificate,
            version,
            ruleset,
            theorem,
            preperiod,
            period,
            saltus,
            values,
            multiple,
            power_of_two,
            window,
            witnesses,
            digest: _,
            statement: _,
            cost: _,
        } = self;
        let mut hash = Sha256::new();
        let mut piece = |text: String| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        piece(certificate.clone());
        piece(version.to_string());
        piece(ruleset.clone());
        piece(theorem.label().into());
        for number in [preperiod, period, saltus, multiple] {
            piece(number.to_string());
        }
        if let Some(test) = power_of_two {
            let PowerOfTwoTest {
                start,
                period,
                saltus,
                from,
                flat,
                known,
            } = test;
            for number in [start, period, saltus, from, flat, known] {
                piece(number.to_string());
            }
        }
        if let Some(window) = window {
            piece(format!("{window:?}"));
        }
        for witness in witnesses {
            piece(format!("{witness:?}"));
        }
        for value in values {
            hash.update(value.to_le_bytes());
        }
        let mut text = String::with_capacity(64);
        for byte in hash.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

impl PeriodAnswer {
    /// Returns a certificate of the proof; none if nothing is proved.
    pub fn certificate(&self) -> Option<PeriodCertificate> {
        let (tail, proof) = (self.tail?, self.proof.as_ref()?);
        let pattern = self.pattern.as_ref();
        let values = pattern.map(|pattern| [pattern.preperiod(), pattern.period()].concat());
        let period = tail.period as u64;
        let tested = match (&proof.power_of_two, proof.tested) {
            (Some(test), _) => test.period,
            (None, Some(tested)) => tested.period as u64,
            (None, None) => period,
        };
        let mut certificate = PeriodCertificate {
            certificate: "period".into(),
            version: PeriodCertificate::VERSION,
            ruleset: self.ruleset.clone(),
            theorem: proof.theorem,
            preperiod: tail.start as u64,
            period,
            saltus: tail.saltus,
            values: values.unwrap_or_default(),
            multiple: tested / period,
            power_of_two: proof.power_of_two,
            window: proof.window,
            witnesses: proof.witnesses.clone(),
            digest: String::new(),
            statement: None,
            cost: None,
        };
        certificate.digest = certificate.right_digest();
        Some(certificate)
    }
}
