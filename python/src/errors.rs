//! Errors of the library as Python exceptions.

use misere::census::CensusError;
use misere::expr::{EvalError, ExpressionError};
use misere::game::DagError;
use misere::heaps::RulesetError;
use misere::limits::{Reason, Stopped};
use misere::nim::NimError;
use misere::notation::Diagnostic;
use misere::play::PlayError;
use misere::quotient::QuotientError;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

// The classes are written in Python, where they are documented and typed.
pyo3::import_exception!(misere._exceptions, Interrupted);
pyo3::import_exception!(misere._exceptions, InvalidCertificate);
pyo3::import_exception!(misere._exceptions, NoDifference);
pyo3::import_exception!(misere._exceptions, OutOfReach);
pyo3::import_exception!(misere._exceptions, ParseError);
mod named {
    pyo3::import_exception!(misere._exceptions, RulesetError);
    pyo3::import_exception!(misere._exceptions, Stopped);
}
pub(crate) use named::RulesetError as PyRulesetError;

pyo3::import_exception!(misere._exceptions, UniverseError);

/// Why an operation failed, before it is known what there is to keep.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A limit was reached or the work was interrupted.
    Stopped(Reason),
    /// Anything else.
    Raised(PyErr),
}

impl Failure {
    /// Returns the exception, with what is known so far.
    pub(crate) fn into_error(self, py: Python<'_>, known: Option<Py<PyAny>>) -> PyErr {
        match self {
            Self::Raised(error) => error,
            Self::Stopped(reason) => stopped(py, reason, known),
        }
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Undefined { .. } => Self::Raised(PyRulesetError::new_err(reason.to_string())),
            _ => Self::Stopped(reason),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        stopped.reason.into()
    }
}

impl From<NimError> for Failure {
    fn from(error: NimError) -> Self {
        match error {
            NimError::Stopped(reason) => reason.into(),
            other => Self::Raised(OutOfReach::new_err(other.to_string())),
        }
    }
}

impl From<CensusError> for Failure {
    fn from(error: CensusError) -> Self {
        match error {
            CensusError::Stopped(reason) => reason.into(),
            other => Self::Raised(OutOfReach::new_err(other.to_string())),
        }
    }
}

impl From<QuotientError> for Failure {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Stopped(reason) => reason.into(),
            QuotientError::NotSmaller { .. } => {
                Self::Raised(PyRulesetError::new_err(error.to_string()))
            }
            other => Self::Raised(OutOfReach::new_err(other.to_string())),
        }
    }
}

impl From<DagError> for Failure {
    fn from(error: DagError) -> Self {
        match error {
            DagError::Stopped(stopped) => stopped.into(),
            other => Self::Raised(ParseError::new_err((other.to_string(),))),
        }
    }
}

impl From<ExpressionError> for Failure {
    fn from(error: ExpressionError) -> Self {
        match error {
            ExpressionError::Stopped(stopped) => stopped.into(),
            ExpressionError::Input { input, diagnostic } => {
                Self::Raised(in_text(&input, &diagnostic))
            }
            other => Self::Raised(ParseError::new_err((other.to_string(),))),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Nim(error) => error.into(),
            PlayError::Expression(EvalError::Stopped(stopped)) => stopped.into(),
            PlayError::Expression(EvalError::Meaningless(diagnostic)) => {
                Self::Raised(OutOfReach::new_err(diagnostic.message))
            }
        }
    }
}

/// The exception for an error at a place of a text.
pub(crate) fn in_text(text: &str, diagnostic: &Diagnostic) -> PyErr {
    let Diagnostic {
        message,
        span,
        hint,
        ..
    } = diagnostic;
    let characters = |bytes: usize| {
        let before = text.char_indices().take_while(|&(at, _)| at < bytes);
        before.count()
    };
    let place = (characters(span.start), characters(span.end));
    let arguments = (message, text, place.0, place.1, hint);
    ParseError::new_err((
        arguments.0.clone(),
        arguments.1.to_owned(),
        arguments.2,
        arguments.3,
        arguments.4.clone(),
    ))
}

/// The exception for a text that is no ruleset.
pub(crate) fn no_ruleset(text: &str, error: &RulesetError) -> PyErr {
    let span = misere::notation::Span {
        start: error.span.start,
        end: error.span.end,
    };
    let diagnostic = Diagnostic::new(error.message.clone(), span);
    let diagnostic = match &error.hint {
        Some(hint) => diagnostic.with_hint(hint.clone()),
        None => diagnostic,
    };
    in_text(text, &diagnostic)
}

/// The exception for a limit.
fn stopped(py: Python<'_>, reason: Reason, known: Option<Py<PyAny>>) -> PyErr {
    let word = match reason {
        Reason::Nodes { .. } => "games",
        Reason::Memory { .. } => "memory",
        Reason::Allocator => "system memory",
        Reason::Deadline => "time",
        Reason::Cancelled => "cancelled",
        _ => "capacity",
    };
    self::Stop {
        word,
        message: reason.to_string(),
    }
    .into_error(py, known)
}

/// Why work ended early, in words.
pub(crate) struct Stop {
    /// One word: `time`, `memory`, `infinite`, ….
    pub(crate) word: &'static str,
    /// One line.
    pub(crate) message: String,
}

impl Stop {
    /// Returns the exception, with what is known so far.
    pub(crate) fn into_error(self, py: Python<'_>, known: Option<Py<PyAny>>) -> PyErr {
        named::Stopped::new_err((self.message, self.word, known.unwrap_or_else(|| py.None())))
    }
}

/// The exception for work during which Python raised one: in a signal handler, or in the options of a
/// user's ruleset. An interrupt keeps what is known; everything else is raised as it is.
pub(crate) fn raised(py: Python<'_>, error: PyErr, known: Option<Py<PyAny>>) -> PyErr {
    if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
        return error;
    }
    let known = known.unwrap_or_else(|| py.None());
    let interrupted = Interrupted::new_err(("interrupted", "cancelled", known));
    interrupted.set_cause(py, Some(error));
    interrupted
}
