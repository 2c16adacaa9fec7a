//! Nothing that cannot fail: every claim notices the faults that are planted in it, says what it
//! rests on, and does not rest on itself.

use std::collections::BTreeSet;

use misere::limits::Budget;
use misere_claims::{
    Claim, Data, Depth, MACHINERY, Planted, Report, Status, claims, ring, test_all,
};

/// What is still to be done for a claim.
fn to_do(report: &Report) -> Option<String> {
    if report.finding.status == Status::ByReading {
        return None;
    }
    match report.planted.as_ref()? {
        Planted::Noticed(_) => None,
        Planted::NotPlanted => Some("plant a fault, or say that it is by reading".into()),
        Planted::Missed { missed, .. } => Some(format!("it misses: {}", missed.join("; "))),
        Planted::Unfinished => Some("it does not finish".into()),
    }
}

/// Whether a section of the documents, or a paragraph that begins in bold, has this name.
fn is_derived(section: &str) -> bool {
    let mathematics = include_str!("../../docs/mathematics.md");
    let mut lines = mathematics.lines();
    lines.any(|line| line.trim_start_matches('#').trim() == section)
        || mathematics.contains(&format!("**{section}.**"))
}

#[test]
fn every_claim_notices_its_faults() {
    let all: Vec<&'static Claim> = claims().collect();
    let (data, budget) = (Data::embedded(), Budget::default());
    let reports = test_all(&all, Depth::Quick, &data, &budget, true, |_| ());
    let mut wrong = Vec::new();
    for report in &reports {
        if let Some(section) = report.finding.derivation.as_deref()
            && !is_derived(section)
        {
            wrong.push(format!("{}: there is no `{section}`", report.claim.id));
        }
        wrong.extend(to_do(report).map(|what| format!("{}: {what}", report.claim.id)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_claim_rests_on_itself() {
    let pieces = MACHINERY.iter().map(|piece| piece.name);
    let names: Vec<&str> = claims().map(|claim| claim.id).chain(pieces).collect();
    let distinct: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(distinct.len(), names.len(), "two pieces have one name");
    for name in names {
        if let Some(ring) = ring(name) {
            panic!("{}", ring.join(" rests on "));
        }
    }
}
