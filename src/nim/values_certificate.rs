//! Certificates of nim values.

use serde::{Deserialize, Serialize};

/// The nim values of the first heaps of a ruleset, for independent checking;
/// [`check::listed`](super::check::listed) says how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct NimValuesCertificate {
    /// What it certifies: "nim values".
    pub certificate: String,
    /// The version of this layout: 2.
    pub version: u32,
    /// The name of the ruleset.
    pub ruleset: String,
    /// The first heap, which is the smallest of the ruleset.
    pub first: u64,
    /// Its value, that of the next heap, and so on.
    pub values: Vec<u64>,
    /// What it proves, in words. A checker compares it with its own sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// About how many steps a check takes. Nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
}

impl NimValuesCertificate {
    /// The value of the field `certificate`.
    pub const KIND: &str = "nim values";
    /// The current version of the layout.
    pub const VERSION: u32 = 2;

    /// Returns a certificate of values that were computed.
    pub fn new(ruleset: &str, first: u64, values: Vec<u64>) -> Self {
        Self {
            certificate: Self::KIND.into(),
            version: Self::VERSION,
            ruleset: ruleset.into(),
            first,
            statement: Some(super::check::listed::statement(ruleset, first, &values)),
            values,
            cost: None,
        }
    }
}
