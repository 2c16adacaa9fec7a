//! Every numbered item and printed sequence of the papers, and what became of it.

use std::sync::OnceLock;

use super::claim::{Paper, Status};
use super::data::Data;

/// An item of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// `004`.
    pub paper: &'static str,
    /// `Theorem 2.4`.
    pub item: &'static str,
    /// The claim that tests it.
    pub claim: Option<&'static str>,
    /// The status on record.
    pub status: Option<Status>,
    /// Why nothing is computed, if there is no claim.
    pub note: &'static str,
}

/// The inventory, in the order of the papers.
///
/// Columns of `data/inventory.tsv`: paper, item, claim or `-`, recorded status or `-`, note.
pub fn inventory() -> &'static [Item] {
    static ITEMS: OnceLock<Vec<Item>> = OnceLock::new();
    ITEMS.get_or_init(|| {
        let text = include_str!("../data/inventory.tsv");
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.skip(1).map(item).collect()
    })
}

/// What is on record as corrected or as a counterexample, from `data/corrections.txt`.
pub(super) fn recorded_detail(id: &str) -> Vec<&'static str> {
    static CORRECTIONS: OnceLock<Data> = OnceLock::new();
    let corrections = CORRECTIONS.get_or_init(|| {
        let mut data = Data::default();
        data.read(include_str!("../data/corrections.txt"));
        data
    });
    let lines = corrections.section(id).map(str::lines);
    lines
        .into_iter()
        .flatten()
        .filter(|line| !line.is_empty())
        .collect()
}

fn item(line: &'static str) -> Item {
    let mut columns = line.split('\t');
    let mut column = || columns.next().unwrap_or_default();
    let (paper, item, claim, status, note) = (column(), column(), column(), column(), column());
    Item {
        paper,
        item,
        claim: (claim != "-" && !claim.is_empty()).then_some(claim),
        status: Status::of_name(status),
        note,
    }
}

impl Item {
    /// The paper.
    pub fn paper(&self) -> Option<Paper> {
        Paper::ALL
            .into_iter()
            .find(|paper| paper.number() == self.paper)
    }
}
