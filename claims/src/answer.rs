//! Claims and reports as they are written to JSON.

use schemars::JsonSchema;
use serde::Serialize;

use super::claim::Claim;
use super::fault::Planted;
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
    /// What the method rests on: ids of claims and names of machinery.
    pub needs: Vec<&'static str>,
    /// The verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// What the verdict rests on; none if the test was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The range that was tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<String>,
    /// The section of docs/mathematics.md that derives the statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub derivation: Option<String>,
    /// The faults that were planted, one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<Vec<String>>,
    /// Whether the test noticed every one of them; none if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noticed: Option<bool>,
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
            needs: claim.needs.to_vec(),
            status: None,
            evidence: None,
            range: None,
            derivation: None,
            fault: None,
            noticed: None,
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
            evidence: report.finding.evidence,
            range: Some(report.finding.range.clone()),
            derivation: report.finding.derivation.clone(),
            fault: report.planted.as_ref().map(Planted::faults),
            noticed: report.planted.as_ref().and_then(Planted::noticed),
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
