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

/// Nim-sets by their definition: every part is tried as the first, and no level is taken for
/// another one moved by one, as [`NimSets`] does. For values below 64, one bit each.
struct PlainSets {
    /// N(n,p) for p = 1, 2 and so on, each for n = 0, 1 and so on.
    levels: Vec<Vec<u64>>,
}

impl PlainSets {
    /// Computes the sets for at most `piles` piles, which are enough for the cut numbers.
    fn new(numbers: &[u64], piles: u64, to: u64) -> Result<Self, Box<dyn Error>> {
        let (piles, to) = (usize::try_from(piles)?, usize::try_from(to)?);
        let mut values: Vec<u32> = Vec::new();
        let mut levels = vec![vec![0u64]; piles];
        for n in 1..=to {
            for p in 2..=piles {
                let firsts = values.iter().zip(levels[p - 2][..n].iter().rev());
                let set = firsts.fold(0, |set, (&value, &others)| set | moved(others, value));
                levels[p - 1].push(set);
            }
            let mut options = 0;
            for &d in numbers {
                options |= levels[usize::try_from(d)?][n];
            }
            let value = options.trailing_ones();
            values.push(value);
            let alone = 1u64.checked_shl(value).ok_or("a value is above 63")?;
            levels[0].push(alone);
        }
        Ok(Self { levels })
    }

    /// Computes the sets of {1,2c}.
    fn one_even(c: u64, piles: u64, to: u64) -> Result<Self, Box<dyn Error>> {
        Self::new(&[1, 2 * c], piles.max(2 * c + 1), to)
    }

    /// Returns N(n,p): bit v is set if v is a member.
    fn get(&self, n: u64, p: u64) -> u64 {
        let at = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let level = self.levels.get(at(p - 1));
        level
            .and_then(|level| level.get(at(n)))
            .copied()
            .unwrap_or(0)
    }
}

/// Returns the set of v⊕u for the members u.
fn moved(set: u64, v: u32) -> u64 {
    members(set).fold(0, |moved, u| moved | 1 << (u ^ v))
}

/// Returns the members of a set.
fn members(set: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |v| set >> v & 1 == 1)
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
