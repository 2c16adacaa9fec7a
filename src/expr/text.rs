//! From text to a game in one step.

use crate::game::{Game, Universe};
use crate::limits::Stopped;
use crate::notation::{Diagnostic, parse};

use super::{EvalError, evaluate};

/// Why a text has no value.
///
/// Displayed, it shows the message, the input, a caret below the place, and a hint. `Debug` shows
/// the same, so that an error returned from `main` is readable.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionError {
    /// The text is not an expression, or a part of it has no value.
    Input {
        /// The text.
        input: String,
        /// What is wrong, and where.
        diagnostic: Diagnostic,
    },
    /// A limit was reached.
    Stopped(Stopped),
}

impl ExpressionError {
    fn new(input: &str, error: impl Into<EvalError>) -> Self {
        match error.into() {
            EvalError::Meaningless(diagnostic) => Self::Input {
                input: input.into(),
                diagnostic,
            },
            EvalError::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}

impl std::fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input { input, diagnostic } => f.write_str(&diagnostic.explain(input)),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::fmt::Debug for ExpressionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ExpressionError {}

impl From<Stopped> for ExpressionError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl Universe {
    /// Returns the value of an expression.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let g = u.eval("4 + 2#")?;
    /// assert_eq!(u.birthday(g), 7);
    /// assert_eq!(u.eval("kayles(3) + *2")?, u.eval("3 + 2")?);
    ///
    /// let error = u.eval("4 + x#").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "nothing is called `x`
    ///   4 + x#
    ///       ^
    ///   hint: games are written with digits, #, braces and brackets, as in 2#3210"
    /// );
    /// # Ok::<(), misere::expr::ExpressionError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not an expression, if it names an unknown game or a difference that does not
    /// exist, or if a limit of the universe is reached.
    pub fn eval(&mut self, input: &str) -> Result<Game, ExpressionError> {
        let syntax =
            parse(input).map_err(|error| ExpressionError::new(input, Diagnostic::from(error)))?;
        evaluate(&syntax, self).map_err(|error| ExpressionError::new(input, error))
    }
}
