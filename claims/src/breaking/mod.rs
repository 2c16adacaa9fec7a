//! Dailly, Duchêne, Larsson and Paris, *Partition games are pure breaking games* (2018).

mod ap_test;
mod codes;
mod conjectures;
mod families;
mod one_even;
mod proofs;
mod regularities;
mod table;

use crate::Claim;
use misere::subsets;

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    let sections = [
        regularities::CLAIMS,
        codes::CLAIMS,
        families::CLAIMS,
        ap_test::CLAIMS,
        one_even::CLAIMS,
        proofs::CLAIMS,
        table::CLAIMS,
        conjectures::CLAIMS,
    ];
    sections.into_iter().flatten()
}

/// The cut game with these numbers, as it is written.
pub(crate) fn cut(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("cut{{{}}}", numbers.join(","))
}

/// The set of bits of a mask, chosen from a list.
fn chosen(list: &[u64], mask: u32) -> Vec<u64> {
    subsets::chosen(list, mask.into()).collect()
}
