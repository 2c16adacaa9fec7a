//! Siegel, *On the Structure of Misère Impartial Games* (2021).

mod algorithm;
mod biprimes;
mod cancellation;
mod concubines;
mod counting;
mod differences;
mod games;
mod partitions;
mod plain;
mod primes;
mod recurrences;
mod sample;
mod slow;
mod unique;

use crate::Claim;

/// The claims, by section.
pub(super) const SECTIONS: &[&[Claim]] = &[
    games::CLAIMS,
    concubines::CLAIMS,
    counting::CLAIMS,
    recurrences::CLAIMS,
    cancellation::CLAIMS,
    differences::CLAIMS,
    primes::CLAIMS,
    partitions::CLAIMS,
    biprimes::CLAIMS,
    unique::CLAIMS,
    algorithm::CLAIMS,
];
