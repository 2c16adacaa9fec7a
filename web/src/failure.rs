//! Why a question has no answer, as data.

use serde::Serialize;

use misere::expr::EvalError;
use misere::heaps::RulesetError;
use misere::limits::{Reason, Stopped};
use misere::nim::NimError;
use misere::notation::{Diagnostic, ParseError, Span};
use misere::play::PlayError;
use misere::quotient::QuotientError;

/// Why there is no answer, or not the whole answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What went wrong.
    pub kind: Kind,
    /// One line.
    pub message: String,
    /// One line: what would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// Where in the input it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Bad input.
    Input,
    /// A limit was reached.
    Stopped,
    /// Beyond what can be computed.
    Reach,
}

/// A place in a text of the question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The text.
    pub text: String,
    /// The first character of the place, from 0, in units of UTF-16, as browsers count.
    pub start: usize,
    /// The end of it.
    pub end: usize,
}

impl Place {
    /// A place between two bytes.
    pub(super) fn new(text: &str, start: usize, end: usize) -> Self {
        let units = |end: usize| {
            let before = text.char_indices().take_while(|(at, _)| *at < end);
            before.map(|(_, c)| c.len_utf16()).sum()
        };
        Self {
            text: text.into(),
            start: units(start),
            end: units(end),
        }
    }
}

impl Failure {
    /// Bad input without a place.
    pub fn input(message: impl Into<String>, hint: Option<&str>) -> Self {
        Self {
            kind: Kind::Input,
            message: message.into(),
            hint: hint.map(Into::into),
            place: None,
        }
    }

    /// Beyond what can be computed.
    pub fn reach(message: impl Into<String>) -> Self {
        Self {
            kind: Kind::Reach,
            ..Self::input(message, None)
        }
    }

    fn at(text: &str, span: Span, message: &str, hint: Option<&str>) -> Self {
        Self {
            place: Some(Place::new(text, span.start, span.end)),
            ..Self::input(message, hint)
        }
    }

    /// What is wrong with an expression.
    pub fn diagnosed(error: &Diagnostic, text: &str) -> Self {
        Self::at(text, error.span, &error.message, error.hint.as_deref())
    }

    /// Why a text is no expression.
    pub fn parsed(error: &ParseError, text: &str) -> Self {
        Self::at(text, error.span(), error.message(), error.hint())
    }

    /// Why an expression has no value.
    pub fn evaluated(error: EvalError, text: &str) -> Self {
        match error {
            EvalError::Meaningless(diagnostic) => Self::diagnosed(&diagnostic, text),
            EvalError::Stopped(stopped) => stopped.into(),
        }
    }

    /// Why a sum cannot be played.
    pub fn played(error: PlayError, text: &str) -> Self {
        match error {
            PlayError::Expression(error) => Self::evaluated(error, text),
            PlayError::Nim(error) => error.into(),
        }
    }

    /// What is wrong with a ruleset.
    pub fn in_ruleset(error: &RulesetError, text: &str) -> Self {
        let span = Span {
            start: error.span.start,
            end: error.span.end,
        };
        Self::at(text, span, &error.message, error.hint.as_deref())
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        let hint = match reason {
            Reason::Memory { .. } | Reason::Allocator => Some("the settings have the memory limit"),
            Reason::Deadline => Some("the settings have the time limit"),
            _ => None,
        };
        Self {
            kind: Kind::Stopped,
            ..Self::input(reason.to_string(), hint)
        }
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self {
            message: stopped.to_string(),
            ..stopped.reason.into()
        }
    }
}

impl From<NimError> for Failure {
    fn from(error: NimError) -> Self {
        match error {
            NimError::Stopped(reason) => reason.into(),
            other => Self::reach(other.to_string()),
        }
    }
}

impl From<QuotientError> for Failure {
    fn from(error: QuotientError) -> Self {
        match error {
            QuotientError::Stopped(reason) => reason.into(),
            QuotientError::Loopy { .. } | QuotientError::NotHeaps { .. } => {
                Self::input(error.to_string(), None)
            }
            other => Self::reach(other.to_string()),
        }
    }
}
