//! `misere check`: an independent check of a certificate.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::parts::PartsCertificate;
use crate::parts::check::{CheckedParts, Invalid, check};

use super::failure::Failure;
use super::input::read_file;
use super::session::Session;
use super::{Answer, Format};

/// An independent check of a certificate
///
/// Every game in the file is built again and every claim checked with sums alone. The exit code is
/// 1 if the certificate proves nothing.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    misere parts '2##' --certificate parts.json && misere check parts.json")]
pub(super) struct Check {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

#[derive(Serialize)]
struct CheckJson {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl Check {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("check", &[Format::Text, Format::Json])?;
        let text = read_file(&self.file)?;
        let verdict = match serde_json::from_str::<PartsCertificate>(&text) {
            Ok(certificate) => check(&mut session.universe, &certificate),
            Err(error) => {
                let reason = format!("it is not a certificate: {error}");
                return report(session, Err(reason));
            }
        };
        match verdict {
            Ok(parts) => report(session, Ok(parts)),
            Err(Invalid::Stopped(stopped)) => Err(stopped.into()),
            Err(invalid) => report(session, Err(invalid.to_string())),
        }
    }
}

fn report(session: &mut Session, verdict: Result<CheckedParts, String>) -> Result<Answer, Failure> {
    let (valid, text, reason) = match verdict {
        Ok(CheckedParts { game, parts }) => {
            let name = session.name(game);
            let text = match parts.len() {
                1 => format!("valid: {name} is a unit"),
                2 => format!("valid: {name} is prime"),
                count => format!("valid: {name} has exactly {count} even parts"),
            };
            (true, text, None)
        }
        Err(reason) => (false, format!("not valid: {reason}"), Some(reason)),
    };
    if session.format == Format::Json {
        let kind = valid.then_some("parts");
        session.json(&CheckJson {
            valid,
            kind,
            reason,
        })?;
    } else {
        session.line(&text)?;
    }
    Ok(if valid { Answer::Yes } else { Answer::No })
}
