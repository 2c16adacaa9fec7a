//! Ellis and Thanatipanonda, *The arithmetic-periodicity of CUT for C = {1, 2c}* (2022).

mod correspondence;
mod families;
mod nim_set_lists;
mod observations;
mod partitions;
mod phi;
mod sequence;
mod subsequences;

use std::error::Error;

use crate::{Claim, Work};
use misere::heaps::{Cut, CutSet};
use misere::nim::{Evaluator, NimSets};

/// The claims, by section.
pub(super) const SECTIONS: &[&[Claim]] = &[
    sequence::CLAIMS,
    observations::CLAIMS,
    subsequences::CLAIMS,
    partitions::CLAIMS,
    nim_set_lists::CLAIMS,
    phi::CLAIMS,
    correspondence::CLAIMS,
    families::CLAIMS,
];

/// Computes the nim-sets of {1,2c} for at most `piles` piles and heaps up to n.
fn nim_sets(work: &Work<'_>, c: u64, piles: u64, n: u64) -> Result<NimSets, Box<dyn Error>> {
    let set = CutSet::new([1, 2 * c], None, None).ok_or("a cut set")?;
    let mut sets = NimSets::new(&Cut::new(set), piles);
    sets.extend(n, work.budget())?;
    Ok(sets)
}

/// Writes N(n,p), `-` if it is empty.
fn written(sets: &NimSets, n: u64, p: u64) -> String {
    match sets.get(n, p) {
        Some(set) if !set.is_empty() => set.to_string(),
        _ => "-".into(),
    }
}

/// Returns the value of a heap.
fn value(sets: &NimSets, n: u64) -> u32 {
    let values = sets.values().numbers().unwrap_or_default();
    let at = usize::try_from(n.saturating_sub(1)).unwrap_or(usize::MAX);
    values.get(at).copied().unwrap_or(u32::MAX)
}

/// Returns the value of a sum of heaps.
fn nim_sum(sets: &NimSets, heaps: &[u64]) -> u32 {
    heaps.iter().fold(0, |sum, &h| sum ^ value(sets, h))
}

/// Returns all partitions of n into p positive parts, ascending.
fn partitions(n: u64, p: u64) -> Vec<Vec<u64>> {
    let mut done = Vec::new();
    let mut open: Vec<Vec<u64>> = vec![Vec::new()];
    while let Some(parts) = open.pop() {
        let left = n - parts.iter().sum::<u64>();
        let missing = p - parts.len() as u64;
        let least = parts.last().copied().unwrap_or(1);
        if missing == 1 {
            if left >= least {
                let mut whole = parts;
                whole.push(left);
                done.push(whole);
            }
            continue;
        }
        for part in least..=left / missing {
            let mut more = parts.clone();
            more.push(part);
            open.push(more);
        }
    }
    done
}

/// Returns the range of c for which {1,2c} is tested.
fn cs(work: &Work<'_>) -> std::ops::RangeInclusive<u64> {
    2..=work.at_depth(6, 9, 14)
}
