//! Siegel, *On the Structure of Misère Impartial Games* (2021).

mod algorithm;
mod biprimes;
mod cancellation;
mod concubines;
mod counting;
mod differences;
mod games;
mod partitions;
mod primes;
mod recurrences;
mod sample;
mod unique;

use crate::Claim;

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    let sections = [
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
    sections.into_iter().flatten()
}
