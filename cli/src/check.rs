//! `misere check`: an independent check of a certificate.

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use misere::answer::{Check as Checked, CheckedKind};
use misere::json::AsWritten;
use misere::nim::check::{InvalidPeriod, listed};
use misere::nim::{NimError, NimValuesCertificate, PeriodCertificate, check as period};
use misere::notation::printable;
use misere::parts::check::{self as parts, Invalid};
use misere::parts::{CompositesCertificate, PartsCertificate, check_composites};
use misere::play::OutcomeCertificate;
use misere::play::check_outcome::{self, InvalidOutcome};
use misere::quotient::check::InvalidQuotient;
use misere::quotient::infinite::check as infinite;
use misere::quotient::{InfiniteCertificate, QuotientCertificate, check as quotient};

use super::failure::Failure;
use super::input::{hold_json, parse_json, read_file};
use super::session::Session;
use super::{Answer, Format};

/// Check a certificate independently
///
/// Prints the sentence that is proved. Parts: every game in the file is built again, and the list is
/// checked with sums alone. Periods: the values are computed again by the plainest loops, and every
/// condition of the theorem is tested. Misère quotients: that the values tell all outcomes is
/// verified again from the options of heaps alone. docs/certificates.md describes every kind, and
/// tools/check_certificate.py checks them too. The exit code is 1 if the certificate proves nothing.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere parts '2##' --certificate parts.json && misere check parts.json\n  \
    misere period 0.77 --certificate period.json && misere check period.json\n  \
    misere quotient 0.77 --solve --certificate q.json && misere check q.json\n  \
    misere moves '5+4+2' --certificate moves.json && misere check moves.json")]
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
            NimValuesCertificate::KIND => check_nim_values(session, &text),
            OutcomeCertificate::KIND => check_outcome(session, &text),
            CompositesCertificate::KIND => check_composites(session, &text),
            _ => {
                // Untrusted input is not repeated at length.
                let kind: String = kind.chars().take(40).collect();
                let reason = format!(
                    "it is a certificate {kind:?}, and docs/certificates.md has no such kind"
                );
                refuse(session, reason)
            }
        }
    }
}

fn read<T: DeserializeOwned>(text: &str, session: &Session) -> Result<Result<T, String>, Failure> {
    let parsed = parse_json::<AsWritten<T>>(text, session.budget())?;
    let certificate = parsed.map(|AsWritten(certificate)| certificate);
    Ok(certificate.map_err(|error| format!("it is not a certificate: {error}")))
}

fn check_parts(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: PartsCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = parts::check(&mut session.universe, &certificate);
    drop(busy);
    match checked {
        Ok(checked) => accept(
            session,
            &Checked::valid(CheckedKind::Parts, checked.statement),
        ),
        Err(invalid) => refuse_parts(session, invalid),
    }
}

fn check_composites(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: CompositesCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = check_composites::check(&mut session.universe, &certificate);
    drop(busy);
    match checked {
        Ok(checked) => accept(
            session,
            &Checked::valid(CheckedKind::Composites, checked.statement),
        ),
        Err(invalid) => refuse_parts(session, invalid),
    }
}

fn refuse_parts(session: &mut Session, invalid: Invalid) -> Result<Answer, Failure> {
    match invalid {
        Invalid::Stopped(stopped) => Err(stopped.into()),
        invalid => refuse(session, invalid.to_string()),
    }
}

fn check_period(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: PeriodCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = period::check(&certificate, session.budget());
    drop(busy);
    match checked {
        Ok(checked) => {
            let answer = Checked {
                theorem: Some(checked.theorem.name()),
                ruleset: Some(checked.ruleset),
                ..Checked::valid(CheckedKind::Period, checked.statement)
            };
            accept(session, &answer)
        }
        Err(invalid) => refuse_values(session, invalid),
    }
}

fn check_nim_values(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: NimValuesCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = listed::check(&certificate, session.budget());
    drop(busy);
    match checked {
        Ok(checked) => {
            let answer = Checked {
                ruleset: Some(checked.ruleset),
                ..Checked::valid(CheckedKind::NimValues, checked.statement)
            };
            accept(session, &answer)
        }
        Err(invalid) => refuse_values(session, invalid),
    }
}

fn refuse_values(session: &mut Session, invalid: InvalidPeriod) -> Result<Answer, Failure> {
    match invalid {
        // A check that was stopped is no refutation.
        InvalidPeriod::Stopped(error @ (NimError::Stopped(_) | NimError::OutOfReach(_))) => {
            Err(error.into())
        }
        invalid => refuse(session, invalid.to_string()),
    }
}

const PERIOD_THEOREM: &str = "period theorem of misère quotients";

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
        Err(invalid) => return refuse_quotient(session, invalid),
    };
    let answer = Checked {
        theorem: checked.period.map(|_| PERIOD_THEOREM),
        ruleset: Some(checked.ruleset),
        ..Checked::valid(CheckedKind::Quotient, checked.statement)
    };
    accept(session, &answer)
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
        Err(invalid) => return refuse_quotient(session, invalid),
    };
    let answer = Checked {
        theorem: checked.period.map(|_| PERIOD_THEOREM),
        ruleset: Some(checked.ruleset),
        ..Checked::valid(CheckedKind::Quotient, checked.statement)
    };
    accept(session, &answer)
}

fn check_outcome(session: &mut Session, text: &str) -> Result<Answer, Failure> {
    let certificate: OutcomeCertificate = match read(text, session)? {
        Ok(certificate) => certificate,
        Err(reason) => return refuse(session, reason),
    };
    let busy = session.busy("checking");
    let checked = check_outcome::check(&certificate, session.budget());
    drop(busy);
    match checked {
        Ok(checked) => accept(
            session,
            &Checked::valid(CheckedKind::Outcome, checked.statement),
        ),
        Err(InvalidOutcome::Stopped(reason)) => Err(Failure::Interrupted(reason)),
        Err(InvalidOutcome::Positions(invalid)) => refuse_quotient(session, invalid),
        Err(invalid) => refuse(session, invalid.to_string()),
    }
}

fn refuse_quotient(session: &mut Session, invalid: InvalidQuotient) -> Result<Answer, Failure> {
    match invalid {
        InvalidQuotient::Stopped(reason) => Err(Failure::Interrupted(reason)),
        InvalidQuotient::OutOfReach(message) => Err(Failure::OutOfReach(message)),
        invalid => refuse(session, invalid.to_string()),
    }
}

fn accept(session: &mut Session, answer: &Checked) -> Result<Answer, Failure> {
    if session.format == Format::Json {
        session.json(answer)?;
    } else {
        // Names in a list of positions are untrusted input.
        let statement = printable(answer.statement.as_deref().unwrap_or_default());
        session.line(&format!("valid: {statement}"))?;
    }
    Ok(Answer::Yes)
}

fn refuse(session: &mut Session, reason: String) -> Result<Answer, Failure> {
    /// A reason may repeat names from the file, which have any length.
    const LONGEST: usize = 600;
    let reason = match reason.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &reason[..end]),
        None => reason,
    };
    let answer = session.answer(false);
    if session.format == Format::Json {
        session.json(&Checked::invalid(reason))?;
    } else {
        session.line(&format!("not valid: {}", printable(&reason)))?;
    }
    Ok(answer)
}
