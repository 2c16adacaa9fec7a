//! Whether a certificate is valid.

use serde::Serialize;

/// Whether a certificate proves what it states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Check {
    /// Whether it does.
    pub valid: bool,
    /// What it certifies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<CheckedKind>,
    /// What it proves, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// The theorem that it applies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theorem: Option<&'static str>,
    /// The ruleset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruleset: Option<String>,
    /// Why it is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What a certificate certifies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "certificate_kind"))]
#[serde(rename_all = "snake_case")]
pub enum CheckedKind {
    /// The parts of a game.
    Parts,
    /// The period of a nim sequence.
    Period,
    /// A misère quotient.
    Quotient,
    /// The nim values of the first heaps.
    NimValues,
    /// The outcome of a sum.
    Outcome,
    /// The composite games born by a day.
    Composites,
}

impl Check {
    /// Reports a valid certificate and what it proves.
    pub fn valid(kind: CheckedKind, statement: String) -> Self {
        Self {
            valid: true,
            statement: Some(statement),
            kind: Some(kind),
            ..Self::default()
        }
    }

    /// Reports a certificate that proves nothing.
    pub fn invalid(reason: String) -> Self {
        Self {
            reason: Some(reason),
            ..Self::default()
        }
    }
}
