//! The claims: every item of the papers is accounted for, and the record is what a run finds.

use std::collections::BTreeSet;

use misere::claims::{Claim, Data, Depth, Paper, claims, inventory, test_all};
use misere::game::Limits;

#[test]
fn every_claim_is_in_the_inventory_once_and_every_item_is_accounted_for() {
    let ids: Vec<&str> = claims().map(|claim| claim.id).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(distinct.len(), ids.len(), "two claims have one id");
    let listed: BTreeSet<&str> = inventory().iter().filter_map(|item| item.claim).collect();
    assert_eq!(listed, distinct);
    let mut items = BTreeSet::new();
    for item in inventory() {
        let name = (item.paper, item.item);
        assert!(items.insert(name), "{name:?} is listed twice");
        assert!(item.paper().is_some(), "{name:?} is of no paper");
        assert_eq!(item.claim.is_some(), item.status.is_some(), "{name:?}");
        assert!(
            item.claim.is_some() || !item.note.is_empty(),
            "{name:?} has no reason"
        );
        if let Some(claim) = item.claim {
            let paper = item.paper().map(Paper::number);
            assert_eq!(claim.split('.').next(), paper, "{name:?}");
        }
    }
}

#[test]
fn a_quick_run_finds_what_is_on_record() {
    let all: Vec<&'static Claim> = claims().collect();
    let mut contradicted = Vec::new();
    test_all(
        &all,
        Depth::Quick,
        &Data::embedded(),
        &Limits::default(),
        |report| {
            if !report.finished || report.contradicts_record() {
                contradicted.push(format!(
                    "{}: {} {:?}",
                    report.claim.id, report.status, report.detail
                ));
            }
        },
    );
    assert!(contradicted.is_empty(), "{contradicted:#?}");
}
