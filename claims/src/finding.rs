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
    /// Holds; only the scanned text has a slip, which is none of the paper.
    Scan,
    /// Read and judged, not tested: no input of it can be falsified.
    #[serde(rename = "by reading")]
    ByReading,
    /// Stopped by a limit: nothing was found.
    Unfinished,
}

names!(Status {
    Holds => "holds",
    Corrected => "corrected",
    Refuted => "refuted",
    Open => "open",
    Scan => "scan",
    ByReading => "by reading",
    Unfinished => "unfinished",
});

/// What a status rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// The statement is finite and was computed whole, or a section of docs/mathematics.md that the
    /// finding names derives it.
    Proved,
    /// Every case up to the bound that is given was computed.
    Verified,
    /// Seen in the values up to the bound that is given, where the statement is about all of them
    /// at once: a period, a limit, a value that never occurs.
    Observed,
    /// Read, not tested.
    #[serde(rename = "by reading")]
    ByReading,
}

names!(Evidence {
    Proved => "proved",
    Verified => "verified",
    Observed => "observed",
    ByReading => "by reading",
});

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
    /// What it rests on; nothing if the test was stopped.
    pub evidence: Option<Evidence>,
    /// The range that was tested: `n ≤ 1000`, `all 22 games of day 4`.
    pub range: String,
    /// The section of docs/mathematics.md that derives the statement.
    pub derivation: Option<String>,
    /// Corrections, the counterexample, or remarks, one a line. They do not depend on the depth.
    pub detail: Vec<String>,
}

/// The result of a test, or the limit or the unreadable data that prevented one.
pub type Tested = Result<Finding, Box<dyn Error>>;
