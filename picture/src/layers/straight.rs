//! Straightens lines that are almost straight.

use std::cmp::Reverse;

use misere::limits::{Meter, Reason};

use super::rows::{Item, Rows};

/// The largest distance by which an item is moved.
const SLIGHTLY: f64 = 26.0;

/// Aligns runs of bends of a line, and of nodes that are alone in their rows, where that moves no item
/// far.
pub(super) fn straighten(
    rows: &Rows,
    distances: &[Vec<f64>],
    x: &mut [f64],
    meter: &mut Meter,
) -> Result<(), Reason> {
    let mut place = vec![0; x.len()];
    for row in &rows.items {
        for (at, &item) in row.iter().enumerate() {
            place[item] = at;
        }
    }
    // The range in which an item may be moved.
    let range = |item: Item, x: &[f64]| {
        let (row, at) = (rows.row_of[item], place[item]);
        let items = &rows.items[row];
        let left = at
            .checked_sub(1)
            .map(|before| x[items[before]] + distances[row][at]);
        let right = items
            .get(at + 1)
            .map(|&next| x[next] - distances[row][at + 1]);
        let low = left.unwrap_or(f64::NEG_INFINITY).max(x[item] - SLIGHTLY);
        let high = right.unwrap_or(f64::INFINITY).min(x[item] + SLIGHTLY);
        (low.min(x[item]), high.max(x[item]))
    };
    for chain in chains(rows) {
        let mut start = 0;
        while start < chain.len() {
            let (mut low, mut high) = range(chain[start], x);
            let mut end = start + 1;
            while let Some(&item) = chain.get(end) {
                meter.tick()?;
                let (next_low, next_high) = range(item, x);
                if next_low.max(low) > next_high.min(high) {
                    break;
                }
                (low, high) = (low.max(next_low), high.min(next_high));
                end += 1;
            }
            #[expect(clippy::cast_precision_loss, reason = "a number of rows")]
            let mean =
                chain[start..end].iter().map(|&item| x[item]).sum::<f64>() / (end - start) as f64;
            for &item in &chain[start..end] {
                x[item] = mean.clamp(low, high);
            }
            start = end;
        }
    }
    Ok(())
}

/// Returns runs of nodes that are alone in their rows, in neighbouring rows; then the bends of each line,
/// the longest first.
fn chains(rows: &Rows) -> Vec<Vec<Item>> {
    let alone = alone(rows);
    let spines = alone.split(Option::is_none);
    let mut chains: Vec<Vec<Item>> = spines
        .map(|s| s.iter().copied().flatten().collect())
        .collect();
    let first_line = chains.len();
    let bends = rows.tracks.iter().filter(|track| track.len() > 3);
    let bends = bends.map(|track| track.iter().copied().filter(|&item| !rows.is_node(item)));
    chains.extend(bends.map(Iterator::collect));
    chains[first_line..].sort_by_key(|chain: &Vec<Item>| Reverse(chain.len()));
    chains
}

/// Returns the node of each row that has only one.
pub(super) fn alone(rows: &Rows) -> Vec<Option<Item>> {
    let alone = rows.items.iter().map(|row| {
        let mut nodes = row.iter().copied().filter(|&item| rows.is_node(item));
        nodes.next().filter(|_| nodes.next().is_none())
    });
    alone.collect()
}
