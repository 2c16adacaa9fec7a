//! The public surface: what every error type offers.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

use misere::census::CensusError;
use misere::expr::EvalError;
use misere::game::DagError;
use misere::heaps::{Endless, RulesetError};
use misere::limits::{Reason, Stopped};
use misere::nim::check::InvalidPeriod;
use misere::nim::checkpoint::{CheckpointError, Damage};
use misere::nim::{NimError, NoTheorem, PatternError, SweepError};
use misere::notation::{Diagnostic, ParseError};
use misere::numbers::{FactorError, IndexError, Unfactored};
use misere::parts::check::Invalid;
use misere::play::PlayError;
use misere::quotient::QuotientError;
use misere::quotient::check::InvalidQuotient;

/// What every error offers: `Display` and `Debug` come with `Error`.
fn is_error<E: Error + Send + Sync + 'static>() {}

/// What an error offers that holds nothing of the system.
fn is_value<E: Error + Send + Sync + Clone + Eq + 'static>() {}

macro_rules! names {
    ($check:ident: $($error:ident),+ $(,)?) => {{
        $($check::<$error>();)+
        [$(stringify!($error)),+]
    }};
}

#[test]
fn every_error_has_the_usual_traits() {
    let values = names!(
        is_value: CensusError, DagError, Damage, Diagnostic, Endless, EvalError, FactorError,
        IndexError, Invalid, InvalidPeriod, InvalidQuotient, NimError, NoTheorem, ParseError,
        PatternError, PlayError, QuotientError, Reason, RulesetError, Stopped, SweepError,
        Unfactored,
    );
    // It holds an `io::Error`, which is neither cloned nor compared.
    let others = names!(is_error: CheckpointError);
    let listed: BTreeSet<String> = values.into_iter().chain(others).map(Into::into).collect();
    let mut written = BTreeSet::new();
    errors_in(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut written,
    );
    assert_eq!(listed, written, "the list above, and the sources");
}

/// The public types of a folder that derive `Error`.
fn errors_in(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            errors_in(&path, names);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        for derived in text.split("#[derive(").skip(1) {
            let Some((traits, rest)) = derived.split_once(")]") else {
                continue;
            };
            if !traits.split(", ").any(|name| name.ends_with("Error")) {
                continue;
            }
            let item = rest.lines().find(|line| {
                !line.is_empty() && !["#", "/", ")"].iter().any(|sign| line.starts_with(sign))
            });
            let words = item
                .unwrap_or_default()
                .split(|c: char| !c.is_alphanumeric());
            if let ["pub", "enum" | "struct", name, ..] = *words.collect::<Vec<_>>() {
                names.insert(name.into());
            }
        }
    }
}
