//! The claims: every item of the papers is accounted for, and the record is what a run finds.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rayon::prelude::*;

use misere::limits::Budget;
use misere_claims::{Claim, Data, Depth, Paper, Report, Status, claims, inventory, test, test_all};

#[test]
fn every_claim_is_in_the_inventory_once_and_every_item_is_accounted_for() {
    let ids: Vec<&str> = claims().map(|claim| claim.id).collect();
    let distinct: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(distinct.len(), ids.len(), "two claims have one id");
    // One item, one claim: no claim stands for several items, and none for nothing.
    let listed: Vec<&str> = inventory().iter().filter_map(|item| item.claim).collect();
    assert_eq!(listed.len(), distinct.len(), "two items share a claim");
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), distinct);
    let mut items = BTreeSet::new();
    for item in inventory() {
        let name = (item.paper, item.item);
        assert!(items.insert(name), "{name:?} is listed twice");
        assert_eq!(item.claim.is_some(), item.status.is_some(), "{name:?}");
        assert!(
            item.claim.is_some() || !item.note.is_empty(),
            "{name:?} has no reason"
        );
        if let Some(id) = item.claim {
            assert_eq!(id.split('.').next(), Some(item.paper.name()), "{name:?}");
            let claim = claims().find(|claim| claim.id == id).unwrap();
            assert_eq!(claim.place, item.item, "{id} is of another place");
        }
    }
}

/// `2.1` to `2.12` and the like: the numbers of a section, or without a section.
fn numbers(section: &str, from: u32, to: u32) -> Vec<String> {
    (from..=to).map(|n| format!("{section}{n}")).collect()
}

/// The numbered items of the papers, counted in their texts: kinds that share one numbering stand
/// together.
fn numbered_items() -> Vec<(Paper, &'static [&'static str], Vec<String>)> {
    const ONE_NUMBERING: &[&str] = &[
        "Theorem",
        "Proposition",
        "Lemma",
        "Corollary",
        "Definition",
        "Remark",
    ];
    let structure = [
        numbers("2.", 1, 12),
        numbers("3.", 1, 2),
        numbers("5.", 1, 7),
        numbers("6.", 1, 9),
        numbers("7.", 1, 13),
        vec!["A.1".into(), "B.1".into()],
    ];
    let definitions = [
        numbers("2.", 1, 5),
        numbers("3.", 1, 2),
        numbers("4.", 1, 1),
    ];
    let lemmas = [
        numbers("2.", 1, 7),
        numbers("3.", 1, 4),
        numbers("4.", 1, 2),
    ];
    let theorems = ["2.1", "2.2", "3.1", "4.1", "4.2"].map(Into::into).to_vec();
    vec![
        (Paper::Arithmetic, &["Theorem"], numbers("", 1, 17)),
        (Paper::Arithmetic, &["Example"], numbers("", 1, 12)),
        (Paper::Arithmetic, &["Observation"], numbers("", 1, 3)),
        (Paper::Arithmetic, &["Figure"], numbers("", 1, 5)),
        (Paper::Arithmetic, &["Lemma"], numbers("", 1, 1)),
        (Paper::Arithmetic, &["Conjecture"], numbers("", 1, 1)),
        (Paper::Cut, ONE_NUMBERING, numbers("", 1, 19)),
        (Paper::Cut, &["Table"], numbers("", 1, 7)),
        (Paper::Cut, &["Conjecture"], numbers("", 1, 3)),
        (
            Paper::Cut,
            &["Family"],
            ["A", "B", "C", "D"].map(Into::into).to_vec(),
        ),
        (Paper::Josephus, &["Definition"], definitions.concat()),
        (Paper::Josephus, &["Lemma"], lemmas.concat()),
        (Paper::Josephus, &["Theorem"], theorems),
        (Paper::Josephus, &["Remark"], numbers("2.", 1, 1)),
        (Paper::Breaking, ONE_NUMBERING, numbers("", 1, 15)),
        (Paper::Breaking, &["Table"], numbers("", 1, 2)),
        (Paper::Breaking, &["Figure"], numbers("", 1, 1)),
        (Paper::Breaking, &["Conjecture"], numbers("", 1, 3)),
        (Paper::Breaking, &["Open Problem"], numbers("", 1, 3)),
        (Paper::Structure, ONE_NUMBERING, structure.concat()),
        (Paper::Structure, &["Figure"], numbers("", 1, 6)),
        (Paper::Structure, &["Algorithm"], numbers("", 1, 1)),
    ]
}

/// Whether an item is that of this name, or a part of it.
fn is_of(item: &str, name: &str) -> bool {
    let rest = item.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',']))
}

#[test]
fn every_numbered_item_has_a_line_of_its_own() {
    for (paper, kinds, numbers) in numbered_items() {
        let items: Vec<&str> = inventory()
            .iter()
            .filter(|item| item.paper == paper)
            .map(|item| item.item)
            .collect();
        for number in numbers {
            let found = kinds.iter().filter(|kind| {
                let name = format!("{kind} {number}");
                items.iter().any(|item| is_of(item, &name))
            });
            assert_eq!(found.count(), 1, "{paper}: {} {number}", kinds.join(" or "));
        }
    }
    for ob in ["(ob1)", "(ob2)", "(ob3.1)", "(ob3.2)", "(ob3.3)", "(ob3.4)"] {
        assert!(inventory().iter().any(|item| item.item == ob), "{ob}");
    }
    // No line speaks of several numbered items.
    for item in inventory() {
        for plural in [
            "Theorems ",
            "Lemmas ",
            "Examples ",
            "Tables ",
            "Definitions ",
        ] {
            assert!(!item.item.starts_with(plural), "{}", item.item);
        }
    }
}

fn quick(claims: &[&'static Claim], data: &Data) -> Vec<Report> {
    test_all(
        claims,
        Depth::Quick,
        data,
        &Budget::default(),
        false,
        |_| (),
    )
}

#[test]
fn a_quick_run_finds_what_is_on_record() {
    let all: Vec<&'static Claim> = claims().collect();
    let reports = quick(&all, &Data::embedded());
    assert_eq!(reports.len(), all.len());
    let contradicted: Vec<String> = reports
        .iter()
        .filter(|report| !report.finished || report.contradicts_record())
        .map(|report| {
            format!(
                "[{}] {}\n{}",
                report.claim.id,
                report.finding.status,
                report.finding.detail.join("\n")
            )
        })
        .collect();
    assert!(contradicted.is_empty(), "{}", contradicted.join("\n"));
    // A claim that is corrected has its corrections on record.
    for claim in claims() {
        let corrected = claim.recorded() == Some(Status::Corrected);
        assert!(
            !corrected || !claim.recorded_detail().is_empty(),
            "{}",
            claim.id
        );
    }
}

/// Whatever a limit cuts short is not finished; it says nothing against the record.
#[test]
fn what_is_stopped_is_not_refuted() {
    let all: Vec<&'static Claim> = claims().collect();
    for limit in 0..6 {
        // Made when it is needed: time begins to run.
        let little = |bytes| Budget::timeout(Duration::from_secs(5)).with_max_memory(bytes);
        let budget = match limit {
            0..3 => little([10_000, 200_000, 2_000_000][limit]),
            _ => Budget::timeout(Duration::from_millis([30, 200, 600][limit - 3])),
        };
        let reports = test_all(
            &all,
            Depth::Quick,
            &Data::embedded(),
            &budget,
            false,
            |_| (),
        );
        let (finished, unfinished): (Vec<_>, Vec<_>) =
            reports.iter().partition(|report| report.finished);
        for report in finished {
            let (id, status) = (report.claim.id, report.finding.status);
            assert_eq!(
                Some(status),
                report.claim.recorded(),
                "{id} with {budget:?}"
            );
        }
        assert!(!unfinished.is_empty(), "{budget:?} stops nothing");
    }
}

/// The test of one claim with some data planted over what is printed.
fn planted(id: &str, section: &str) -> Report {
    let claim = claims().find(|claim| claim.id == id).unwrap();
    let mut data = Data::embedded();
    let heading = section.lines().next().unwrap().trim_matches(['[', ']']);
    assert!(data.section(heading).is_some(), "{heading} is no heading");
    data.read(section);
    test(claim, Depth::Quick, &data, &Budget::default())
}

#[test]
fn a_wrong_value_that_is_planted_is_found() {
    for (id, section) in [
        // 2## has three primes.
        (
            "structure.fig6",
            "[structure.fig6]\n2## 4\n3## 3\n2[#1#] 3\n2[2#] 3\n2[#2] 3\n2### 4\n2[#1]2# 3\n2##2# 3\n2##2[#1]2# 3",
        ),
        // One of the rows of Figure 2 is off by one.
        (
            "structure.fig2",
            "[structure.fig2]\n2# 14\n3 10\n2 13\n1 9\n0 10\nproviso 9",
        ),
        (
            "breaking.table1.1-2-7",
            "[breaking.table1]\n1,2,7 | | 0 | (0,1,2,3,1,4,3,2,4,5,6,7) (+8)",
        ),
        ("cut.family-d", "[cut.family-d]\n0 1 2 3 1 4 3 2 4 5 6 8"),
        (
            "arithmetic.table.maliquot",
            "[arithmetic.options.maliquot]\n6 | 1, 2, 3 | 3",
        ),
        (
            "arithmetic.table.maliquot",
            "[arithmetic.options.maliquot]\n6 | 1, 2 | 2",
        ),
        (
            "arithmetic.seq.stau",
            "[arithmetic.values.stau]\n0 : 0 1 1 0 0 0",
        ),
        // A slip beside one that is on record.
        (
            "arithmetic.seq.mtau.ones",
            "[arithmetic.heaps.mtau.1.composite]\n16 36 49 80 81 100",
        ),
        (
            "cut.table6",
            "[cut.table6]\n5 6 3 4 3 4 4 | 3 4 3 4\n1 2 3 4 5 6 5 | 5 6 5 6",
        ),
    ] {
        let report = planted(id, section);
        assert!(
            report.contradicts_record(),
            "{id}: {}",
            report.finding.status
        );
        assert!(!report.finding.detail.is_empty(), "{id}");
    }
    // Data that cannot be read is no verdict.
    assert!(!planted("structure.fig6", "[structure.fig6]\nnonsense").finished);
}

/// A generator of pseudo-random numbers: the high bits of a linear congruence.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// The section with one of its numbers altered: the place, and the text.
fn altered(text: &str, random: &mut Random) -> (String, String) {
    let bytes = text.as_bytes();
    let mut places: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count();
        if length > 0 {
            places.push((at, length));
        }
        at += length.max(1);
    }
    assert!(!places.is_empty(), "no number in {text:?}");
    let (at, length) = places[random.below(places.len())];
    let number: u64 = text[at..at + length].parse().unwrap();
    // Another number of about the same size: one more, or one less.
    let other = if number > 0 && random.below(2) == 0 {
        number - 1
    } else {
        number + 1
    };
    let what = format!("{number} at {at} is {other}");
    (
        what,
        format!("{}{other}{}", &text[..at], &text[at + length..]),
    )
}

#[test]
fn one_altered_number_in_any_printed_section_is_noticed() {
    // Which claims look at which section.
    let all: Vec<&'static Claim> = claims().collect();
    let embedded = Data::embedded();
    let mut readers: BTreeMap<String, Vec<&'static Claim>> = BTreeMap::new();
    for report in quick(&all, &embedded) {
        for heading in report.printed {
            readers.entry(heading).or_default().push(report.claim);
        }
    }
    let headings: Vec<&str> = embedded.headings().collect();
    let unnoticed: Vec<String> = headings
        .into_par_iter()
        .filter_map(|heading| {
            let Some(readers) = readers.get(heading) else {
                return Some(format!("[{heading}] is read by no claim"));
            };
            let seed = heading.bytes().fold(20_240_229, |seed: u64, byte| {
                seed.wrapping_mul(31).wrapping_add(u64::from(byte))
            });
            let section = embedded.section(heading).unwrap();
            let (what, text) = altered(section, &mut Random(seed));
            let mut data = embedded.clone();
            data.read(&format!("[{heading}]\n{text}"));
            let noticed = readers.iter().any(|claim| {
                let report = test(claim, Depth::Quick, &data, &Budget::default());
                !report.finished || report.contradicts_record()
            });
            (!noticed).then(|| format!("[{heading}] {what}"))
        })
        .collect();
    assert!(unnoticed.is_empty(), "{unnoticed:#?}");
}

#[test]
fn the_report_in_the_docs_is_that_of_the_record() {
    let report = include_str!("../../docs/reproduction.md");
    for claim in claims() {
        let row = report
            .lines()
            .find(|line| line.starts_with(&format!("| {} |", claim.id)));
        let row = row.unwrap_or_else(|| panic!("{} is not in docs/reproduction.md", claim.id));
        let status = claim.recorded().unwrap();
        assert!(row.contains(&format!("| **{status}**")), "{row}");
        for line in claim.recorded_detail() {
            assert!(row.contains(&line.replace('|', "\\|")), "{row}\n{line}");
        }
    }
    let rows = report.lines().filter(|line| line.contains("| **")).count();
    assert_eq!(
        rows,
        claims().count(),
        "docs/reproduction.md has other rows"
    );
}
