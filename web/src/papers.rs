//! What papers state, re-derived.

use serde::Serialize;

use misere_claims::{ClaimAnswer, Data, Depth, Status, VerifyAnswer, claims, select, test};

use super::desk::{Desk, Reply};
use super::failure::Failure;

/// The claims with what is on record about them.
#[derive(Serialize)]
struct OnRecord {
    #[serde(flatten)]
    claim: ClaimAnswer,
    /// The paper in full.
    citation: &'static str,
    /// The verdict on record.
    recorded: Option<Status>,
    /// Corrections or the counterexample on record.
    recorded_detail: Vec<&'static str>,
}

/// Lists all claims.
pub(super) fn list() -> Result<String, Failure> {
    let all = claims().map(|claim| OnRecord {
        claim: claim.into(),
        citation: claim.paper().citation(),
        recorded: claim.recorded(),
        recorded_detail: claim.recorded_detail(),
    });
    Reply::new(all.collect::<Vec<_>>()).json()
}

/// Tests claims again, quickly.
pub(super) fn verify(desk: &Desk<'_>, asked: &[String]) -> Result<String, Failure> {
    let selected = select(asked.iter().map(String::as_str)).map_err(|error| {
        let hint = error.suggestions.first();
        let hint = hint.map(|name| format!("did you mean {name}?"));
        Failure::input(error.to_string(), hint.as_deref())
    })?;
    let data = Data::embedded();
    let mut reports = Vec::new();
    for (number, claim) in selected.iter().enumerate() {
        desk.say(&format!(
            "{} of {}: {}",
            number + 1,
            selected.len(),
            claim.id
        ));
        reports.push(test(claim, Depth::Quick, &data, desk.budget()));
    }
    let stopped = reports.iter().any(|report| !report.finished);
    let mut reply = Reply::new(reports.iter().collect::<VerifyAnswer>());
    reply.stopped = desk
        .budget()
        .check()
        .err()
        .filter(|_| stopped)
        .map(Failure::from);
    reply.json()
}
