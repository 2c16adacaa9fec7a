//! Checking certificates.

use misere::answer::{Check, CheckedKind};
use misere::game::Universe as Games;
use misere::heaps::Ruleset as Rules;
use misere::limits::Budget;
use misere::nim::check::{InvalidPeriod, listed};
use misere::nim::{NimError, NimValuesCertificate, PeriodCertificate, check as period};
use misere::parts::check::{self as parts, Invalid};
use misere::parts::{CompositesCertificate, PartsCertificate, check_composites};
use misere::play::OutcomeCertificate;
use misere::play::check_outcome::{self, InvalidOutcome};
use misere::quotient::check::InvalidQuotient;
use misere::quotient::infinite::check as infinite;
use misere::quotient::{InfiniteCertificate, QuotientCertificate, check as quotient};
use pyo3::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::answers;
use crate::errors::{Failure, InvalidCertificate};
use crate::limits::Limits;
use crate::ruleset::Ruleset;
use crate::work;

/// The kind that every certificate names.
#[derive(Deserialize)]
struct Kind {
    certificate: String,
}

/// A certificate that proves nothing, or a check that was not finished.
enum Refused {
    Invalid(String),
    Failed(Failure),
}

impl<E: Into<Failure>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Checks a certificate, trusting nothing in it: of parts, of a period, or of a quotient.
///
/// `certificate` is a dict, or text in JSON. A certificate about a game of your own is checked with its
/// `ruleset`, whose options are asked for. Raises `InvalidCertificate` if it proves nothing.
///
/// >>> import misere
/// >>> q = misere.Ruleset("kayles").quotient()
/// >>> misere.check(q.certificate()).kind
/// 'quotient'
/// >>> forged = dict(q.certificate(), p=[0])
/// >>> misere.check(forged)
/// Traceback (most recent call last):
/// ...
/// misere.InvalidCertificate: ...
#[pyfunction]
#[pyo3(signature = (certificate, *, ruleset=None, limits=None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    certificate: &Bound<'py, PyAny>,
    ruleset: Option<&Bound<'py, Ruleset>>,
    limits: Option<&Bound<'py, Limits>>,
) -> PyResult<Bound<'py, PyAny>> {
    let text = answers::json_text(certificate)?;
    let rules = ruleset.map(Ruleset::rules).transpose()?;
    let checked = work::run_within(py, limits.map(Bound::get), |budget| {
        match checked(&text, rules.as_deref(), budget) {
            Ok(checked) => Ok(Ok(checked)),
            Err(Refused::Invalid(reason)) => Ok(Err(reason)),
            Err(Refused::Failed(failure)) => Err(failure),
        }
    })?;
    match checked {
        Ok(checked) => answers::answer(py, "Checked", &checked),
        Err(reason) => Err(InvalidCertificate::new_err(reason)),
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Refused> {
    serde_json::from_str(text)
        .map_err(|error| Refused::Invalid(format!("it is not a certificate: {error}")))
}

fn checked(text: &str, rules: Option<&dyn Rules>, budget: &Budget) -> Result<Check, Refused> {
    match read::<Kind>(text)?.certificate.as_str() {
        "parts" => {
            let certificate: PartsCertificate = read(text)?;
            let mut games = Games::with_budget(budget.clone());
            let checked = parts::check(&mut games, &certificate).map_err(refused_parts)?;
            Ok(Check::valid(CheckedKind::Parts, checked.statement))
        }
        "period" => {
            let certificate: PeriodCertificate = read(text)?;
            let checked = match rules {
                Some(rules) => period::check_with(rules, &certificate, budget),
                None => period::check(&certificate, budget),
            };
            let checked = checked.map_err(refused_values)?;
            Ok(Check {
                theorem: Some(checked.theorem.name()),
                ruleset: Some(checked.ruleset),
                ..Check::valid(CheckedKind::Period, checked.statement)
            })
        }
        "quotient" => {
            let certificate: QuotientCertificate = read(text)?;
            let checked = match rules {
                Some(rules) => quotient::check_with(rules, &certificate, budget),
                None => quotient::check(&certificate, budget),
            };
            let checked = checked.map_err(refused)?;
            Ok(Check {
                ruleset: Some(checked.ruleset),
                ..Check::valid(CheckedKind::Quotient, checked.statement)
            })
        }
        InfiniteCertificate::KIND => {
            let certificate: InfiniteCertificate = read(text)?;
            let checked = match rules {
                Some(rules) => infinite::check_with(rules, &certificate, budget),
                None => infinite::check(&certificate, budget),
            };
            let checked = checked.map_err(refused)?;
            Ok(Check {
                ruleset: Some(checked.ruleset),
                ..Check::valid(CheckedKind::Quotient, checked.statement)
            })
        }
        NimValuesCertificate::KIND => {
            let checked = listed::check(&read(text)?, budget);
            let checked = checked.map_err(refused_values)?;
            Ok(Check {
                ruleset: Some(checked.ruleset),
                ..Check::valid(CheckedKind::NimValues, checked.statement)
            })
        }
        OutcomeCertificate::KIND => {
            let checked = check_outcome::check(&read(text)?, budget);
            let checked = checked.map_err(|error| match error {
                InvalidOutcome::Stopped(reason) => reason.into(),
                other => Refused::Invalid(other.to_string()),
            })?;
            Ok(Check::valid(CheckedKind::Outcome, checked.statement))
        }
        CompositesCertificate::KIND => {
            let mut games = Games::with_budget(budget.clone());
            let checked = check_composites::check(&mut games, &read(text)?);
            let checked = checked.map_err(refused_parts)?;
            Ok(Check::valid(CheckedKind::Composites, checked.statement))
        }
        other => {
            // Untrusted input is not repeated at length.
            let kind: String = other.chars().take(40).collect();
            let reason =
                format!("it is a certificate {kind:?}, and docs/certificates.md has no such kind");
            Err(Refused::Invalid(reason))
        }
    }
}

fn refused_parts(error: Invalid) -> Refused {
    match error {
        Invalid::Stopped(stopped) => stopped.into(),
        other => Refused::Invalid(other.to_string()),
    }
}

fn refused_values(error: InvalidPeriod) -> Refused {
    match error {
        InvalidPeriod::Stopped(error @ (NimError::Stopped(_) | NimError::OutOfReach(_))) => {
            error.into()
        }
        other => Refused::Invalid(other.to_string()),
    }
}

fn refused(error: InvalidQuotient) -> Refused {
    match error {
        InvalidQuotient::Stopped(reason) => reason.into(),
        other => Refused::Invalid(other.to_string()),
    }
}
