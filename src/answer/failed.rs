//! What stands in the place of an answer that there is none of.

use serde::Serialize;

/// A command of a shell that goes on after errors has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Failed {
    /// Why.
    pub error: FailedBecause,
}

/// Why a command has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FailedBecause {
    /// The message that a person would read: what is wrong, where, and a hint.
    pub message: String,
    /// The exit code that the command alone would have had: 2 for bad input, 3 for a limit.
    pub code: u8,
    /// The line of the script.
    pub line: Option<usize>,
}
