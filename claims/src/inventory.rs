//! Every numbered item and printed sequence of the papers, and its status on record.

use std::sync::OnceLock;

use super::data::Data;
use super::finding::Status;
use super::paper::Paper;

/// An item of a paper.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// The paper.
    pub paper: Paper,
    /// `Theorem 2.4`.
    pub item: &'static str,
    /// The id of the claim that tests it.
    pub claim: Option<&'static str>,
    /// The status on record.
    pub status: Option<Status>,
    /// Why nothing is computed, if there is no claim.
    pub note: &'static str,
}

/// Returns the inventory, in the order of the papers.
///
/// Columns of `data/inventory.tsv`: paper, item, claim or `-`, recorded status or `-`, note.
///
/// # Panics
///
/// If the file names an unknown paper.
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

/// Returns the recorded status of a claim.
pub(super) fn recorded_status(id: &str) -> Option<Status> {
    let item = inventory().iter().find(|item| item.claim == Some(id))?;
    item.status
}

/// Returns the recorded corrections or the recorded counterexample, from `data/corrections.txt`.
pub(super) fn recorded_detail(id: &str) -> Vec<&'static str> {
    static CORRECTIONS: OnceLock<Data> = OnceLock::new();
    let corrections = CORRECTIONS.get_or_init(|| {
        let mut data = Data::default();
        data.read(include_str!("../data/corrections.txt"));
        data
    });
    let lines = corrections.section(id).unwrap_or_default().lines();
    lines.filter(|line| !line.is_empty()).collect()
}

fn item(line: &'static str) -> Item {
    let mut columns = line.split('\t');
    let mut column = || columns.next().unwrap_or_default();
    let (paper, item, claim, status, note) = (column(), column(), column(), column(), column());
    Item {
        paper: Paper::from_name(paper).expect("the paper of an item"),
        item,
        claim: (claim != "-" && !claim.is_empty()).then_some(claim),
        status: Status::from_name(status),
        note,
    }
}
