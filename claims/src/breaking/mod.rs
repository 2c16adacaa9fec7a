//! Dailly, Duchêne, Larsson and Paris, *Partition games are pure breaking games* (2018).

mod ap_test;
mod codes;
mod conjectures;
mod families;
mod one_even;
mod proofs;
mod regularities;
mod table;

use std::error::Error;

use itertools::Itertools;

use crate::{Claim, Work};
use misere::heaps::{Cut, CutSet};
use misere::nim::{Evaluator, NimSets};

/// The claims, by section.
pub(super) const SECTIONS: &[&[Claim]] = &[
    regularities::CLAIMS,
    codes::CLAIMS,
    families::CLAIMS,
    ap_test::CLAIMS,
    one_even::CLAIMS,
    proofs::CLAIMS,
    table::CLAIMS,
    conjectures::CLAIMS,
];

/// Returns the name of the cut game with these numbers.
pub(crate) fn cut(numbers: &[u64]) -> String {
    format!("cut{{{}}}", numbers.iter().join(","))
}

/// Returns values of which the middle one is one larger: a fault that a test must notice.
pub(crate) fn one_larger(mut values: Vec<u32>) -> Vec<u32> {
    let middle = values.len() / 2;
    if let Some(value) = values.get_mut(middle) {
        *value += 1;
    }
    values
}

/// Computes values by nim-sets, those of {1,2} too, for which there is another method.
fn by_nim_sets(work: &Work<'_>, set: &[u64], to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let set = CutSet::new(set.iter().copied(), None, None).ok_or("a cut set")?;
    let mut sets = NimSets::new(&Cut::new(set), 1);
    sets.extend(to, work.budget())?;
    Ok(sets.values().numbers().unwrap_or_default().to_vec())
}

/// Returns all nonempty subsets of the numbers up to 9.
fn sets_up_to_9() -> impl Iterator<Item = Vec<u64>> {
    (1..10).powerset().skip(1)
}
