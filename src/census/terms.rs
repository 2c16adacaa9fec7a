//! |M_n| modulo any number for n ≤ 7, as the sum of its terms.

use super::day_four::{CHUNK, MASK_BITS};
use super::day_six::{DaySix, residue, small};
use super::error::CensusError;
use super::modular::{Chain, Natural, Powers};
use super::recurrence::Counts;
use crate::limits::{Budget, Meter, parallel};

/// Computes |M_n| mod m for n ≤ 7, term by term (Theorem A.1).
pub(super) fn by_terms<N: Natural>(
    counts: &Counts,
    n: u32,
    modulus: &N,
    budget: &Budget,
) -> Result<N, CensusError> {
    debug_assert!(n <= 7);
    if n < 7 {
        return Ok(residue(&counts.games(n), modulus));
    }
    let chain = Chain::new(&modulus.to_big(), 1, budget)?;
    let order = N::from_big(&chain.moduli[1]);
    let powers = Powers::new(modulus, &order, budget)?;
    let sixth = DaySix::new(counts, &order, budget)?;
    let mut sum = powers.residue(&sixth.games);
    sum = sum.plus(&powers.residue(&sixth.n_positions_with_zero), modulus);
    let subtracted = parallel::map_chunks(0..1 << MASK_BITS, CHUNK, budget, |masks| {
        let mut meter = Meter::new(budget);
        let mut sum = N::from_u64(0);
        for set in counts.day_four.canonical_among(masks) {
            meter.tick()?;
            sum = sum.plus(&powers.residue(&sixth.containing(set)), modulus);
        }
        Ok::<_, CensusError>(sum)
    })?;
    for part in &subtracted {
        sum = sum.minus(part, modulus);
    }
    let constant = N::from_u64(small(counts.games(5)) - 1).reduced(modulus);
    Ok(sum.plus(&constant, modulus))
}
