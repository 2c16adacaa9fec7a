//! The public surface: traits of the error types. It compiles or it does not.

use std::error::Error;

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
use misere::play::check_outcome::InvalidOutcome;
use misere::quotient::QuotientError;
use misere::quotient::check::InvalidQuotient;

/// Every error has these; `Display` and `Debug` come with `Error`.
const fn is_error<E: Error + Send + Sync + 'static>() {}

/// Errors that hold nothing of the system can be cloned and compared as well.
const fn is_value<E: Error + Send + Sync + Clone + Eq + 'static>() {}

macro_rules! check {
    ($check:ident: $($error:ident),+ $(,)?) => {
        const _: () = {
            $($check::<$error>();)+
        };
    };
}

check!(
    is_value: CensusError, DagError, Damage, Diagnostic, Endless, EvalError, FactorError,
    IndexError, Invalid, InvalidOutcome, InvalidPeriod, InvalidQuotient, NimError, NoTheorem, ParseError,
    PatternError, PlayError, QuotientError, Reason, RulesetError, Stopped, SweepError, Unfactored,
);

// It holds an `io::Error`, which is neither cloned nor compared.
check!(is_error: CheckpointError);
