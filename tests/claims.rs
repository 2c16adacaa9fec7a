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

/// The test of one claim with some data planted over what is printed.
fn planted(id: &str, section: &str) -> misere::claims::Report {
    let claim = claims().find(|claim| claim.id == id).unwrap();
    let mut data = Data::embedded();
    let heading = section.lines().next().unwrap().trim_matches(['[', ']']);
    assert!(data.section(heading).is_some(), "{heading} is no heading");
    data.read(section);
    misere::claims::test(claim, Depth::Quick, &data, &Limits::default())
}

#[test]
fn a_wrong_value_that_is_planted_is_found() {
    for (id, section) in [
        // 2## has three primes.
        (
            "004.fig6",
            "[004.fig6]\n2## 4\n3## 3\n2[#1#] 3\n2[2#] 3\n2[#2] 3\n2### 4\n2[#1]2# 3\n2##2# 3\n2##2[#1]2# 3",
        ),
        // One of the rows of Figure 2 is off by one.
        (
            "004.fig2",
            "[004.fig2]\n2# 14\n3 10\n2 13\n1 9\n0 10\nproviso 9",
        ),
        (
            "003.table1.1-2-7",
            "[003.table1]\n1,2,7 | | 0 | (0,1,2,3,1,4,3,2,4,5,6,7) (+8)",
        ),
        ("001.family-d", "[001.family-d]\n0 1 2 3 1 4 3 2 4 5 6 8"),
        (
            "000.table.maliquot",
            "[000.options.maliquot]\n6 | 1, 2, 3 | 3",
        ),
        ("000.table.maliquot", "[000.options.maliquot]\n6 | 1, 2 | 2"),
        ("000.seq.stau", "[000.values.stau]\n0 : 0 1 1 0 0 0"),
    ] {
        let report = planted(id, section);
        assert!(report.contradicts_record(), "{id}: {}", report.status);
        assert!(!report.detail.is_empty(), "{id}");
    }
    // Data that cannot be read is no verdict.
    assert!(!planted("004.fig6", "[004.fig6]\nnonsense").finished);
}

#[test]
fn the_report_in_the_docs_is_that_of_the_record() {
    let report = include_str!("../docs/reproduction.md");
    for claim in claims() {
        let row = report
            .lines()
            .find(|line| line.starts_with(&format!("| {} |", claim.id)));
        let row = row.unwrap_or_else(|| panic!("{} is not in docs/reproduction.md", claim.id));
        let status = claim.recorded().unwrap();
        assert!(row.contains(&format!("| **{status}**")), "{row}");
    }
}
