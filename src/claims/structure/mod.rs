//! Siegel, *On the Structure of Misère Impartial Games* (2021).

mod cancellation;
mod concubines;
mod counting;
mod differences;
mod games;
mod primes;
mod sample;
mod unique;

use super::claim::Claim;

pub(super) fn claims() -> impl Iterator<Item = &'static Claim> {
    let sections = [
        games::CLAIMS,
        concubines::CLAIMS,
        counting::CLAIMS,
        cancellation::CLAIMS,
        differences::CLAIMS,
        primes::CLAIMS,
        unique::CLAIMS,
    ];
    sections.into_iter().flatten()
}
