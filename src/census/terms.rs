//! |M_n| modulo any number for n ≤ 7 as the sum of its terms.

use super::catalogue::MASK_BITS;
use super::error::{CensusError, check_at};
use super::modular::{Chain, Natural, Powers};
use super::recurrence::Counts;
use super::sixth::{SixthDay, residue, small};
use crate::limits::Budget;

/// |M_n| mod m for n ≤ 7, term by term.
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
    let powers = Powers::new(modulus, &order);
    let sixth = SixthDay::new(counts, &order);
    let mut sum = powers.residue(&sixth.games);
    sum = sum.plus(&powers.residue(&sixth.n_positions_with_zero), modulus);
    for set in 0..1u32 << MASK_BITS {
        check_at(set, budget)?;
        if counts.catalogue.is_canonical(set) {
            sum = sum.minus(&powers.residue(&sixth.containing(set)), modulus);
        }
    }
    let constant = N::from_u64(small(counts.games(5)) - 1).reduced(modulus);
    Ok(sum.plus(&constant, modulus))
}
