//! Every numbered item and printed sequence of the papers, and what became of it.

use std::sync::OnceLock;

use super::claim::{Paper, Status};

/// An item of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let text = include_str!("../../data/inventory.tsv");
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        lines.skip(1).map(item).collect()
    })
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
