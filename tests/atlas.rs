//! The atlas: its counts, its classes, a part of its rows computed again, and published tables.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use misere::atlas::{Atlas, Recheck, Row, Status, sample};
use misere::heaps::Code;
use misere::limits::Budget;

const FAMILIES: [&str; 5] = ["octal", "quaternary", "hexadecimal", "cut", "arithmetic"];

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The rows of a file.
fn rows(family: &str) -> Vec<Row> {
    let text = text(&format!("data/atlas/{family}.tsv"));
    text.lines()
        .skip(1)
        .map(|line| line.parse().unwrap())
        .collect()
}

/// The tables of docs/atlas.md, written anew from the rows.
#[test]
fn counts_are_those_of_the_page() {
    let page = text("docs/atlas.md");
    let mut expected = String::new();
    for family in FAMILIES {
        let rows = rows(family);
        let firsts = rows.iter().filter(|row| row.same_as.is_none()).count();
        let proved = rows.iter().filter(|row| row.theorem.is_some()).count();
        let state = |status| {
            rows.iter()
                .filter(|row| row.quotient == Some(status))
                .count()
        };
        let (solved, infinite) = (state(Status::Solved), state(Status::Infinite));
        let wild = |row: &&Row| row.quotient == Some(Status::Solved) && row.tame == Some(false);
        writeln!(
            expected,
            "| {family} | {} | {firsts} | {proved} | {solved} | {} | {infinite} | {} |",
            rows.len(),
            rows.iter().filter(wild).count(),
            state(Status::Open),
        )
        .unwrap();
    }
    for family in FAMILIES {
        let rows = rows(family);
        let wild = rows.iter().filter(|row| {
            row.quotient == Some(Status::Solved) && row.tame == Some(false) && row.same_as.is_none()
        });
        let (least, most) = ends(wild, |row| row.order);
        let proved = rows
            .iter()
            .filter(|row| row.theorem.is_some() && row.same_as.is_none());
        let (_, longest) = ends(proved, |row| row.period);
        writeln!(expected, "| {family} | {longest} | {least} | {most} |").unwrap();
    }
    for (what, is_open) in [
        ("period", (|row| row.theorem.is_none()) as fn(&Row) -> bool),
        ("quotient", |row| row.quotient == Some(Status::Open)),
    ] {
        let firsts = rows("octal")
            .into_iter()
            .filter(|row| row.same_as.is_none());
        let open: Vec<String> = firsts.filter(is_open).map(|row| row.game).collect();
        assert!(open.len() > 10, "{what}");
        writeln!(expected, "{}", open.join(", ")).unwrap();
    }
    for line in expected.lines() {
        assert!(page.contains(line), "docs/atlas.md lacks rows:\n{expected}");
    }
}

/// The first game with the least number and the first with the largest.
fn ends<'r>(
    rows: impl Iterator<Item = &'r Row>,
    number: impl Fn(&Row) -> Option<u64>,
) -> (String, String) {
    let numbered: Vec<(u64, &str)> = rows
        .filter_map(|row| Some((number(row)?, row.game.as_str())))
        .collect();
    let told = |found: Option<&(u64, &str)>| {
        found.map_or("–".into(), |(number, game)| format!("{number} ({game})"))
    };
    let least = numbered.iter().min_by_key(|(number, _)| *number);
    let most = numbered.iter().rev().max_by_key(|(number, _)| *number);
    (told(least), told(most))
}

/// A row names the first code of its standard form, and its sizes are those of that code, shifted.
#[test]
fn classes_are_those_of_standard_forms() {
    for family in ["octal", "quaternary", "hexadecimal"] {
        let rows = rows(family);
        let form = |row: &Row| row.game.parse::<Code>().unwrap().standard_form().unwrap();
        let mut first: HashMap<Code, (&Row, usize)> = HashMap::new();
        for row in &rows {
            let (standard, steps) = form(row);
            let (representative, there) = *first.entry(standard).or_insert((row, steps));
            if representative.game == row.game {
                assert_eq!(row.same_as, None);
                continue;
            }
            assert_eq!(row.same_as.as_ref(), Some(&representative.game));
            let size = |steps| i64::try_from(steps).unwrap();
            let shift = size(steps) - size(there);
            let shifted = |heap: Option<u64>| heap.map(|heap| heap.strict_add_signed(shift));
            assert_eq!(
                row.infinite_from,
                shifted(representative.infinite_from),
                "{}",
                row.game
            );
            assert_eq!(row.order, representative.order, "{}", row.game);
            assert_eq!(row.period, representative.period, "{}", row.game);
        }
        let lengths: Vec<(usize, &str)> = rows
            .iter()
            .map(|row| (row.game.len(), row.game.as_str()))
            .collect();
        assert!(lengths.is_sorted());
    }
}

/// Codes of one class have one representative in the published table of nim values, too.
#[test]
fn classes_agree_with_the_published_ones() {
    let table = text("data/octal_classes.tsv");
    let published: HashMap<&str, &str> = table
        .lines()
        .skip(2)
        .filter_map(|line| line.split_once('\t'))
        .collect();
    let mut compared = 0;
    for row in rows("octal") {
        if let Some(first) = &row.same_as {
            let (here, there) = (
                published.get(row.game.as_str()),
                published.get(first.as_str()),
            );
            assert!(here.is_some() && here == there, "{} {first}", row.game);
            compared += 1;
        }
    }
    assert_eq!(compared, 220);
}

/// Where a period is proved here and published elsewhere, they are the same; what is published as
/// unsolved is not proved here.
#[test]
fn periods_agree_with_the_published_ones() {
    let table = text("data/known_octal_periods.tsv");
    let (mut same, mut open, mut out_of_reach) = (0, 0, Vec::new());
    for line in table.lines().skip(2) {
        let cells: Vec<&str> = line.split('\t').collect();
        let Some(row) = Atlas::get().find(cells[0]) else {
            continue;
        };
        if !row.limits.starts_with("periods") {
            continue;
        }
        match (cells[1], &row.theorem) {
            ("solved", Some(_)) => {
                assert_eq!(row.period, cells[2].parse().ok(), "{}", row.game);
                // The row of an equal code does not always tell the preperiod of this one.
                if row.preperiod.is_some() || row.game == cells[0] && row.same_as.is_none() {
                    assert_eq!(row.preperiod, cells[3].parse().ok(), "{}", row.game);
                }
                same += 1;
            }
            ("solved", None) => out_of_reach.push(row.game),
            (_, theorem) => {
                assert_eq!(*theorem, None, "{}", row.game);
                open += 1;
            }
        }
    }
    assert!(same >= 70 && open >= 60, "{same} {open}");
    assert_eq!(out_of_reach, ["0.106"]);
}

/// A random sample of each family, as `misere atlas --recheck` takes it. MISERE_RECHECK sets its size.
#[test]
fn a_sample_is_computed_again() {
    let asked = std::env::var("MISERE_RECHECK").ok();
    let count = asked.and_then(|text| text.parse().ok()).unwrap_or(6);
    let mut held: BTreeMap<&str, usize> = BTreeMap::new();
    for family in FAMILIES {
        // What takes long is for larger samples.
        let rows: Vec<Row> = rows(family)
            .into_iter()
            .filter(|row| row.order.unwrap_or(0) < 100 && row.period.unwrap_or(0) < 10_000)
            .collect();
        for at in sample(rows.len(), count, 21) {
            let budget = Budget::timeout(Duration::from_secs(120));
            let found = Recheck::new(&rows[at], &budget);
            assert!(found.holds, "{found:?}");
            *held.entry(family).or_default() += 1;
        }
    }
    assert!(held.len() == FAMILIES.len());
}
