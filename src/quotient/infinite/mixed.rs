//! Mixed heaps: those with a value (m, d), d ≠ 0, that are not wild.
//!
//! The values of their sums have no bound in N^k, so they are not enumerated. Instead it is shown that
//! they are not needed. Let h be a mixed heap with the value (m, d), and let K be sums of a tame sum
//! of value m with d wild heaps, so that Φ(K) = Φ(h). If U(h) ⊆ ∪ U(K), then h is *covered*: a sum Z + h
//! at which (b) fails has Φ(Z) ∈ U(h), so Φ(Z) ∈ U(K) for some K; and Φ(K) = Φ(h) ∈ U(Z). Thus
//! (b) fails at Z + K as well, which has one mixed heap less. If all mixed heaps are covered, (b) holds
//! for all sums as soon as it holds for those without mixed heaps.
//!
//! For K = G + d wild heaps, (z, x) is in U(K) iff y = x + d satisfies (z, y) ∈ U(G), and no move in a
//! wild heap i with d_i > 0 wins from (zm, y).

use super::cells::Cells;
use super::verify::{HeapOptions, Kept, Verifier, unite};
use crate::limits::{Meter, Reason};

impl Verifier<'_> {
    /// Checks whether a mixed heap is covered by kept sums with wild heaps.
    pub(super) fn is_covered(
        &self,
        h: &HeapOptions,
        kept: &[Kept],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Reason> {
        let description = self.description;
        let (monoid, words) = (&description.tame.monoid, self.words);
        let m = description.tame.pretending[h.heap as usize];
        let part = description.part(h.heap).unwrap_or_default();
        // The sets of y = x + d.
        let mut covered = vec![0u64; monoid.order() * words];
        for kept in kept.iter().filter(|kept| kept.value == m) {
            meter.tick_for(monoid.order())?;
            unite(&mut covered, &kept.open);
        }
        for (won, _) in self.won_by_wild.iter().zip(&part).filter(|&(_, &d)| d > 0) {
            let row = monoid.row(m);
            for (covered, &zm) in covered.chunks_exact_mut(words).zip(&row) {
                let won = &won[zm as usize * words..][..words];
                for (word, won) in covered.iter_mut().zip(won) {
                    *word &= !won;
                }
            }
        }
        let open = self.open(h, meter)?;
        let d: Vec<i64> = part.iter().map(|&d| i64::from(d)).collect();
        let stay = vec![0; d.len()];
        let wide = Cells::new(self.cells.shape.extended(std::slice::from_ref(&d)), meter)?;
        for cell in 0..u32::try_from(wide.len()).unwrap_or(u32::MAX) {
            meter.tick_for(monoid.order())?;
            let (x, y) = (
                wide.shifted(cell, &stay, &self.cells),
                wide.shifted(cell, &d, &self.cells),
            );
            // The cells of all points exist.
            let (Some(x), Some(y)) = (x, y) else {
                return Ok(false);
            };
            let has = |set: &[u64], z: usize, cell: u32| {
                set[z * words + cell as usize / 64] >> (cell % 64) & 1 != 0
            };
            if (0..monoid.order()).any(|z| has(&open, z, x) && !has(&covered, z, y)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
