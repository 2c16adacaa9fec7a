//! What a test finds.

use std::error::Error;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::names::names;

/// The verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Holds as stated.
    Holds,
    /// Wrong as stated, holds when corrected.
    Corrected,
    /// Has a counterexample.
    Refuted,
    /// Neither proved nor refuted.
    Open,
}

names!(Status {
    Holds => "holds",
    Corrected => "corrected",
    Refuted => "refuted",
    Open => "open",
});

/// What a status rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The statement is finite and was computed completely, or follows from one that was.
    Proved,
    /// Computed for the range that is given.
    Verified,
}

names!(Evidence { Proved => "proved", Verified => "verified" });

/// How much work a test may do.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// All claims in a minute.
    #[default]
    Quick,
    /// All claims in some minutes.
    Standard,
    /// Hours.
    Deep,
}

names!(Depth { Quick => "quick", Standard => "standard", Deep => "deep" });

/// The result of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The verdict.
    pub status: Status,
    /// What it rests on.
    pub evidence: Evidence,
    /// The range that was tested: `n ≤ 1000`, `all 22 games of day 4`.
    pub range: String,
    /// Corrections, the counterexample, or remarks, one a line. They do not depend on the depth.
    pub detail: Vec<String>,
}

/// The result of a test, or the limit or the unreadable data that prevented one.
pub type Tested = Result<Finding, Box<dyn Error>>;
