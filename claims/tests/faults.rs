//! Nothing that cannot fail: every claim notices the faults that are planted in it, says what it
//! rests on, and does not rest on itself.
//!
//! `tests/not_done` lists the claims of each paper for which that is still to be done. A claim that
//! is done must leave its list.

use std::collections::BTreeSet;

use misere::limits::Budget;
use misere_claims::{
    Claim, Data, Depth, MACHINERY, NOT_STATED, Planted, Report, Status, claims, ring, test_all,
};

/// The claims that are not done, by paper.
const NOT_DONE: &[&str] = &[
    include_str!("not_done/arithmetic.txt"),
    include_str!("not_done/breaking.txt"),
    include_str!("not_done/cut.txt"),
    include_str!("not_done/structure.txt"),
];

/// What is still to be done for a claim.
fn to_do(report: &Report) -> Option<String> {
    if report.claim.needs == NOT_STATED {
        return Some("say what it needs".into());
    }
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
    let mut listed: BTreeSet<&str> = NOT_DONE.iter().flat_map(|list| list.lines()).collect();
    let mut wrong = Vec::new();
    for report in &reports {
        if let Some(section) = report.finding.derivation.as_deref()
            && !is_derived(section)
        {
            wrong.push(format!("{}: there is no `{section}`", report.claim.id));
        }
        match (to_do(report), listed.remove(report.claim.id)) {
            (Some(what), false) => wrong.push(format!("{}: {what}", report.claim.id)),
            (None, true) => wrong.push(format!("{} is done: strike it off", report.claim.id)),
            _ => (),
        }
    }
    wrong.extend(listed.iter().map(|id| format!("{id} is no claim")));
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
