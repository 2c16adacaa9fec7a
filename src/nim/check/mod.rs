//! Checking a certificate of a period. Nothing here uses the search that made it.
//!
//! What is trusted: how the name of the game is read, and what the ruleset says of itself, its
//! digits, cut numbers or numbers that may be taken. From these the values are computed again by
//! the plainest loops there are, compared on the first heaps with the definition, the
//! mex over the options that the ruleset lists, and on all heaps that the theorem asks for with the
//! pattern of the certificate. Then every condition of the theorem is looked at. The theorems
//! themselves are trusted; `Theorem` says where their proofs are. What looks like a piece of the
//! search here is written again on purpose.
//!
//! ```
//! use misere::limits::{Budget};
//! use misere::heaps::ruleset;
//! use misere::nim::{PeriodSearch, check::check};
//!
//! let kayles = ruleset("0.77")?;
//! let search = PeriodSearch::default();
//! let mut certificate = search.run(&*kayles, &Budget::default())?.certificate().unwrap();
//! assert_eq!(check(&certificate, &Budget::default())?.pattern.period().len(), 12);
//! certificate.saltus += 1;
//! assert!(check(&certificate, &Budget::default()).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cut_games;
mod power_of_two;
mod values;

use std::sync::Arc;

use thiserror::Error;

use super::certificate::PeriodCertificate;
use super::error::NimError;
use super::pattern::Pattern;
use super::period::Theorem;
use crate::heaps::{Code, Cut, CutSet, Removals, Ruleset, Subtraction, ruleset};
use crate::limits::{Budget, Reason};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InvalidPeriod {
    /// It is of another kind, or of a later version.
    #[error("it is a certificate {kind:?} of version {version}, not \"period\" of version 1")]
    Kind {
        /// What it says it is.
        kind: String,
        /// The version it claims.
        version: u32,
    },
    /// Something was changed.
    #[error("its digest does not belong to the rest of it: it was changed")]
    Digest,
    /// There is no such game, or it is not called so.
    #[error("its game: {0}")]
    Ruleset(String),
    /// Fields that do not fit together.
    #[error("it is malformed: {0}")]
    Malformed(&'static str),
    /// The pattern can be written with a shorter period or preperiod.
    #[error("its {0} is not the shortest")]
    NotShortest(&'static str),
    /// The theorem does not speak of this game.
    #[error("the theorem does not apply to {ruleset}: {why}")]
    Inapplicable {
        /// The game.
        ruleset: String,
        /// What is missing.
        why: &'static str,
    },
    /// The pattern gives a heap another value than the rules.
    #[error("heap {heap} has the value {value}, and not {claimed} as the pattern says")]
    Value {
        /// The heap.
        heap: u64,
        /// Its value.
        value: u64,
        /// What the pattern says.
        claimed: u64,
    },
    /// A condition of the theorem fails.
    #[error("a condition of the theorem fails: {0}")]
    Condition(String),
    /// Out of time or memory, or beyond what can be computed.
    #[error(transparent)]
    Stopped(#[from] NimError),
}

impl From<Reason> for InvalidPeriod {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason.into())
    }
}

/// What a certificate proves: this game has these values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedPeriod {
    /// The game.
    pub ruleset: String,
    /// By which theorem.
    pub theorem: Theorem,
    /// The values of all heaps, from the smallest on.
    pub pattern: Pattern,
}

/// Checks a certificate, trusting nothing in it.
pub fn check(
    certificate: &PeriodCertificate,
    budget: &Budget,
) -> Result<CheckedPeriod, InvalidPeriod> {
    if certificate.digest != certificate.right_digest() {
        return Err(InvalidPeriod::Digest);
    }
    check_content(certificate, budget)
}

/// Checks everything but the digest.
pub fn check_content(
    certificate: &PeriodCertificate,
    budget: &Budget,
) -> Result<CheckedPeriod, InvalidPeriod> {
    let (kind, version) = (&certificate.certificate, certificate.version);
    if kind != "period" || version != PeriodCertificate::VERSION {
        // What a stranger wrote is not repeated at length.
        let kind = kind.chars().take(40).collect();
        return Err(InvalidPeriod::Kind { kind, version });
    }
    let claim = Claim::of(certificate)?;
    claim.check_shortest(budget)?;
    claim.check_theorem(budget)?;
    let pattern = Pattern::new(
        claim.values[..claim.preperiod].to_vec(),
        claim.values[claim.preperiod..].to_vec(),
        certificate.saltus,
    );
    Ok(CheckedPeriod {
        ruleset: certificate.ruleset.clone(),
        theorem: certificate.theorem,
        pattern: pattern.ok_or(InvalidPeriod::Malformed("the period is empty"))?,
    })
}

/// The certificate with its numbers in hand.
struct Claim<'c> {
    certificate: &'c PeriodCertificate,
    game: Arc<dyn Ruleset>,
    preperiod: usize,
    period: usize,
    saltus: u64,
    values: &'c [u32],
}

impl<'c> Claim<'c> {
    fn of(certificate: &'c PeriodCertificate) -> Result<Self, InvalidPeriod> {
        let malformed = InvalidPeriod::Malformed;
        let game = ruleset(&certificate.ruleset)
            .map_err(|error| InvalidPeriod::Ruleset(error.to_string()))?;
        if game.name() != certificate.ruleset {
            return Err(InvalidPeriod::Ruleset(format!(
                "it is called {}",
                game.name()
            )));
        }
        let size = |n: u64| usize::try_from(n).ok().filter(|&n| n <= 1 << 30);
        let preperiod =
            size(certificate.preperiod).ok_or(malformed("the preperiod is too long"))?;
        let period = size(certificate.period).ok_or(malformed("the period is too long"))?;
        if period == 0 {
            return Err(malformed("the period is empty"));
        }
        if certificate.values.len() != preperiod + period {
            return Err(malformed(
                "the values are not those of preperiod and period",
            ));
        }
        if certificate.saltus > 1 << 32 {
            return Err(malformed("the saltus is too large"));
        }
        if !(1..=1 << 16).contains(&certificate.multiple) {
            return Err(malformed("the multiple of the period is out of range"));
        }
        let theorem = certificate.theorem;
        if certificate.power_of_two.is_some() != (theorem == Theorem::PowerOfTwo) {
            return Err(malformed("the numbers of a test belong to another theorem"));
        }
        if theorem != Theorem::ApTest && !certificate.witnesses.is_empty() {
            return Err(malformed("the witnesses belong to another theorem"));
        }
        Ok(Self {
            certificate,
            game,
            preperiod,
            period,
            saltus: certificate.saltus,
            values: &certificate.values,
        })
    }

    /// The value at a place, counted from 0.
    fn value(&self, place: usize) -> u64 {
        if let Some(&value) = self.values.get(place) {
            return value.into();
        }
        let rounds = (place - self.preperiod) / self.period;
        let within = (place - self.preperiod) % self.period;
        u64::from(self.values[self.preperiod + within]) + rounds as u64 * self.saltus
    }

    /// The shortest period divides every other, as the differences of the values have it too; and
    /// a preperiod can be shortened if its last value fits the pattern.
    fn check_shortest(&self, budget: &Budget) -> Result<(), InvalidPeriod> {
        let (start, p) = (self.preperiod, self.period as u64);
        for shorter in (1..self.period).filter(|d| self.period.is_multiple_of(*d)) {
            budget.check()?;
            let gain = self.saltus * shorter as u64;
            let fits = |n: usize| self.value(n + shorter) * p == self.value(n) * p + gain;
            if (start..start + self.period).all(fits) {
                return Err(InvalidPeriod::NotShortest("period"));
            }
        }
        if start > 0 && self.value(start - 1 + self.period) == self.value(start - 1) + self.saltus {
            return Err(InvalidPeriod::NotShortest("preperiod"));
        }
        Ok(())
    }

    fn check_theorem(&self, budget: &Budget) -> Result<(), InvalidPeriod> {
        let theorem = self.certificate.theorem;
        match theorem {
            Theorem::Subtraction | Theorem::AllBut => {
                let game = self.game::<Subtraction>("it is not a subtraction game")?;
                self.check_subtraction(game, budget)
            }
            Theorem::Quaternary | Theorem::GuySmith | Theorem::Hexadecimal => {
                let code = self.game::<Code>("it is not given by a code")?;
                self.check_code(code, budget)
            }
            Theorem::PowerOfTwo => power_of_two::check(self, budget),
            _ => {
                let cut = self.game::<Cut>("it is not a cut game")?;
                cut_games::check(self, cut.set(), budget)
            }
        }
    }

    /// The game as one of a family.
    fn game<R: Ruleset>(&self, otherwise: &'static str) -> Result<&R, InvalidPeriod> {
        self.game
            .downcast_ref::<R>()
            .ok_or_else(|| self.inapplicable(otherwise))
    }

    fn inapplicable(&self, why: &'static str) -> InvalidPeriod {
        InvalidPeriod::Inapplicable {
            ruleset: self.certificate.ruleset.clone(),
            why,
        }
    }

    /// The theorem is applied to the shortest period, and without a saltus if it knows of none.
    fn require_plain(&self, saltus: bool) -> Result<(), InvalidPeriod> {
        if self.certificate.multiple != 1 {
            return Err(InvalidPeriod::Malformed(
                "the theorem takes the period itself",
            ));
        }
        if self.saltus != 0 && !saltus {
            return Err(self.inapplicable("it speaks of no saltus"));
        }
        Ok(())
    }

    /// As many repeated values as the largest number that may be taken; for all-but games one more
    /// than twice the largest number that may not be taken.
    fn check_subtraction(&self, game: &Subtraction, budget: &Budget) -> Result<(), InvalidPeriod> {
        let all_but = self.certificate.theorem == Theorem::AllBut;
        self.require_plain(all_but)?;
        let (removals, numbers) = game.removals();
        if (removals == Removals::AllBut) != all_but {
            return Err(self.inapplicable("it is of the other sort of subtraction games"));
        }
        let largest = numbers.last().copied().unwrap_or(0);
        let largest = usize::try_from(largest).unwrap_or(usize::MAX);
        let repeated = if all_but {
            largest.saturating_mul(2).saturating_add(1)
        } else {
            largest
        };
        let needed = (self.preperiod + self.period).saturating_add(repeated);
        let values = values::subtraction(numbers, all_but, needed, budget)?;
        self.compare(game.smallest(), &values, budget)
    }

    /// G(n+p) = G(n) for n0 ≤ n < r·n0 + (r−1)·p + k.
    fn check_code(&self, code: &Code, budget: &Budget) -> Result<(), InvalidPeriod> {
        self.require_plain(false)?;
        let digits = code.digits();
        let heaps = match digits.iter().max().copied().unwrap_or(0) {
            0..4 => 1,
            4..8 => 2,
            _ => 3,
        };
        let theorem = match heaps {
            1 => Theorem::Quaternary,
            2 => Theorem::GuySmith,
            _ => Theorem::Hexadecimal,
        };
        if theorem != self.certificate.theorem {
            return Err(self.inapplicable("its moves leave another number of heaps"));
        }
        let n0 = self.preperiod.max(1);
        let needed = heaps * (n0 + self.period) + digits.len() - 1;
        let values = values::code(digits, needed, budget)?;
        self.compare(0, &values, budget)
    }

    /// Compares the pattern with the values of the heaps from `first` on, and these on a few heaps
    /// with the definition.
    fn compare(&self, first: u64, values: &[u32], budget: &Budget) -> Result<(), InvalidPeriod> {
        values::compare_with_definition(&*self.game, first, values, budget)?;
        for (place, &value) in values.iter().enumerate() {
            if u64::from(value) != self.value(place) {
                return Err(InvalidPeriod::Value {
                    heap: first + place as u64,
                    value: value.into(),
                    claimed: self.value(place),
                });
            }
        }
        Ok(())
    }
}

/// The members of a cut set up to a number, as sizes.
fn members(set: &CutSet, most: usize) -> impl Iterator<Item = usize> + '_ {
    let members = set.up_to(most as u64);
    members.filter_map(|d| usize::try_from(d).ok())
}
