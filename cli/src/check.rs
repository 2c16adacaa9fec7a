//! `misere check`: an independent check of a certificate.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use misere::answer::{Check as Checked, CheckedKind};
use misere::nim::check::{CheckedPeriod, InvalidPeriod};
use misere::nim::{NimError, PeriodCertificate, check as period};
use misere::notation::printable;
use misere::parts::PartsCertificate;
use misere::parts::check::{self as parts, CheckedParts, Invalid};
use misere::quotient::check::{CheckedQuotient, InvalidQuotient};
use misere::quotient::infinite::check as infinite;
use misere::quotient::{InfiniteCertificate, PeriodEntry, QuotientCertificate, check as quotient};

use super::failure::Failure;
use super::input::{hold_json, parse_json, read_file};
use super::session::Session;
use super::{Answer, Format};

/// Check a certificate independently
///
/// Parts: every game in the file is built again, and the list is checked with sums alone. Periods:
/// the values are computed again by the plainest loops, and every condition of the theorem is
/// tested. Misère quotients: that the values tell all outcomes is verified again from the options
/// of heaps alone. The exit code is 1 if the certificate proves nothing.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere parts '2##' --certificate parts.json && misere check parts.json\n  \
    misere period 0.77 --certificate period.json && misere check period.json\n  \
    misere quotient 0.77 --solve --certificate q.json && misere check q.json")]
pub(super) struct Check {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The kind that every certificate names.
#[derive(Deserialize)]
struct Kind {
    certificate: String,
}

impl Check {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("check", &[Format::Text, Format::Json])?;
        let text = read_file(&self.file, session.budget())?;
        let _structure = hold_json(&text, session.budget())?;
        let kind = match read::<Kind>(&text, session)? {
            Ok(kind) => kind.certificate,
            Err(reason) => return refuse(session, reason),
        };
        match kind.as_str() {
            "parts" => check_parts(session, &text),
            "period" => check_period(session, &text),
            "quotient" => check_quotient(session, &text),
            InfiniteCertificate::KIND => check_infinite(session, &text),
            _ => {
                // Untrusted input is not repeated at length.
                let kind: String = kind.chars().take(40).collect();
                let reason = format!(
                    "it is a certificate {kind:?}, not \"parts\", \"period\" or \"quotient\""
                );
                refuse(session, reason)
            }
        }
    }
}

fn read<T: DeserializeOwned>(text: &str, session: &Session) -> Result<Result<T, String>, Failure> {
    let parsed = parse_json(text, session.budget())?;
    Ok(parsed.map_err(|error| format!("it is not a certificate: {error}")))
}

fn check_parts(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: PartsCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = parts::check(&mut session.universe, &certificate);
    drop(busy);
    let CheckedParts { game, parts, .. } = match checked {
        Ok(parts) => parts,
        Err(Invalid::Stopped(stopped)) => return Err(stopped.into()),
        Err(invalid) => return refuse(session, invalid.to_string()),
    };
    let name = session.name(game)?;
    let text = match parts.len() {
        1 => format!("{name} is a unit"),
        2 => format!("{name} is prime"),
        count => format!("{name} has exactly {count} even parts"),
    };
    accept(session, &text, &Checked::valid(CheckedKind::Parts))
}

fn check_period(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: PeriodCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = period::check(&certificate, session.budget());
    drop(busy);
    let checked = match checked {
        Ok(checked) => checked,
        // A check that was stopped is no refutation.
        Err(InvalidPeriod::Stopped(error @ (NimError::Stopped(_) | NimError::OutOfReach(_)))) => {
            return Err(error.into());
        }
        Err(invalid) => return refuse(session, invalid.to_string()),
    };
    let CheckedPeriod {
        ruleset,
        theorem,
        tail,
        ..
    } = checked;
    let (before, period) = (tail.start, tail.period);
    let saltus = match tail.saltus {
        0 => String::new(),
        saltus => format!(" and saltus {saltus}"),
    };
    let text = format!("{ruleset} has period {period}{saltus} after {before} values: {theorem}");
    let answer = Checked {
        theorem: Some(theorem.name()),
        ruleset: Some(ruleset),
        ..Checked::valid(CheckedKind::Period)
    };
    accept(session, &text, &answer)
}

fn check_quotient(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: QuotientCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = quotient::check(&certificate, session.budget());
    drop(busy);
    let checked = match checked {
        Ok(checked) => checked,
        Err(InvalidQuotient::Stopped(reason)) => return Err(Failure::Interrupted(reason)),
        Err(invalid) => return refuse(session, invalid.to_string()),
    };
    let CheckedQuotient {
        ruleset,
        positions,
        max_heap,
        order,
        p_order,
        period,
        ..
    } = checked;
    let heaps = match (positions, period) {
        (Some(count), _) => format!("{ruleset} and all that play reaches, {count} positions,"),
        (None, None) => format!("{ruleset} for the heaps up to {max_heap}"),
        (None, Some(PeriodEntry { period, first, .. })) => {
            format!("{ruleset} for all heaps, with period {period} from heap {first} on,")
        }
    };
    let text = format!("the quotient of {heaps} has order {order} and {p_order} P-values");
    let answer = Checked {
        theorem: period.map(|_| "period theorem of misère quotients"),
        ruleset: Some(ruleset),
        ..Checked::valid(CheckedKind::Quotient)
    };
    accept(session, &text, &answer)
}

fn check_infinite(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: InfiniteCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = infinite::check(&certificate, session.budget());
    drop(busy);
    let checked = match checked {
        Ok(checked) => checked,
        Err(InvalidQuotient::Stopped(reason)) => return Err(Failure::Interrupted(reason)),
        Err(invalid) => return refuse(session, invalid.to_string()),
    };
    let wild: Vec<String> = checked.wild.iter().map(ToString::to_string).collect();
    let text = format!(
        "the quotient of {} for the heaps up to {} is infinite, with wild heaps {}; the others \
         have values in a monoid of order {}",
        checked.ruleset,
        checked.max_heap,
        wild.join(", "),
        checked.order
    );
    let answer = Checked {
        ruleset: Some(checked.ruleset),
        ..Checked::valid(CheckedKind::Quotient)
    };
    accept(session, &text, &answer)
}

fn accept(session: &mut Session, text: &str, answer: &Checked) -> Result<Answer, Failure> {
    if session.format == Format::Json {
        session.json(answer)?;
    } else {
        session.line(&format!("valid: {text}"))?;
    }
    Ok(Answer::Yes)
}

fn refuse(session: &mut Session, reason: String) -> Result<Answer, Failure> {
    if session.format == Format::Json {
        session.json(&Checked::invalid(reason))?;
    } else {
        session.line(&format!("not valid: {}", printable(&reason)))?;
    }
    Ok(Answer::No)
}
