//! Dailly, Duchêne, Larsson and Paris, *Partition games are pure breaking games* (2018).

mod ap_test;
mod codes;
mod conjectures;
mod families;
mod one_even;
mod proofs;
mod regularities;
mod table;

use itertools::Itertools;

use crate::Claim;

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

/// Returns all nonempty subsets of the numbers up to 9.
fn sets_up_to_9() -> impl Iterator<Item = Vec<u64>> {
    (1..10).powerset().skip(1)
}
