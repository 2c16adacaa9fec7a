//! Claims and reports as they are written to JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::claim::Claim;
use super::finding::{Evidence, Status};
use super::paper::Paper;
use super::run::Report;

/// The answer of `misere verify`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[non_exhaustive]
pub struct VerifyAnswer {
    /// The claims, by paper and place.
    pub claims: Vec<ClaimAnswer>,
}

/// A claim, and what its test found if it was tested.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[non_exhaustive]
pub struct ClaimAnswer {
    /// The id.
    pub id: &'static str,
    /// The paper.
    pub paper: Paper,
    /// Where it stands in the paper.
    #[serde(rename = "where")]
    pub place: &'static str,
    /// What is claimed.
    pub statement: &'static str,
    /// How it is tested.
    pub method: &'static str,
    /// The verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// What the verdict rests on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The range that was tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// Corrections, the counterexample, or remarks, one a line.
    pub detail: Vec<String>,
    /// The steps of the test, one a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub working: Vec<String>,
    /// How long the test took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

impl From<&Claim> for ClaimAnswer {
    fn from(claim: &Claim) -> Self {
        Self {
            id: claim.id,
            paper: claim.paper(),
            place: claim.place,
            statement: claim.statement,
            method: claim.method,
            status: None,
            evidence: None,
            range: None,
            detail: Vec::new(),
            working: Vec::new(),
            seconds: None,
        }
    }
}

impl From<&Report> for ClaimAnswer {
    fn from(report: &Report) -> Self {
        Self {
            status: Some(report.finding.status),
            evidence: Some(report.finding.evidence),
            range: Some(report.finding.range.clone()),
            detail: report.finding.detail.clone(),
            working: report.working.clone(),
            seconds: Some(report.duration.as_secs_f64()),
            ..report.claim.into()
        }
    }
}

impl<T: Into<ClaimAnswer>> FromIterator<T> for VerifyAnswer {
    fn from_iter<I: IntoIterator<Item = T>>(claims: I) -> Self {
        Self {
            claims: claims.into_iter().map(Into::into).collect(),
        }
    }
}
