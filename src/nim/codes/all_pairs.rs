//! The mex over all pairs, without tables: for the first heaps, for games that never divide a
//! heap, and for values that are too large for the tables.

use super::moves::Moves;
use crate::limits::{Account, Reason};

/// Marks the values that are options of the current heap.
#[derive(Default)]
pub(super) struct AllPairs {
    /// The number of the heap, plus one, that had this value as an option last.
    stamps: Vec<usize>,
}

impl AllPairs {
    /// Returns the value of the heap after the known ones. At most two heaps are left.
    pub(super) fn next(
        &mut self,
        moves: &Moves,
        known: &[u32],
        account: &mut Account,
    ) -> Result<u32, Reason> {
        let heap = known.len();
        if moves.may_vanish(heap) {
            self.mark(0, heap, account)?;
        }
        for left in moves.single(heap) {
            self.mark(known[left], heap, account)?;
        }
        for total in moves.totals(heap) {
            let half = moves.smaller_half(total);
            let others = known[total - half..total].iter().rev();
            for (a, b) in known[1..=half].iter().zip(others) {
                self.mark(a ^ b, heap, account)?;
            }
        }
        let mex = self.stamps.iter().position(|&stamp| stamp != heap + 1);
        // A heap has far less than 2^32 options.
        Ok(u32::try_from(mex.unwrap_or(self.stamps.len())).unwrap_or(u32::MAX))
    }

    #[inline]
    fn mark(&mut self, value: u32, heap: usize, account: &mut Account) -> Result<(), Reason> {
        let value = value as usize;
        if value >= self.stamps.len() {
            let more = value + 1 - self.stamps.len();
            account.reserve(&mut self.stamps, more)?;
            self.stamps.resize(value + 1, 0);
        }
        self.stamps[value] = heap + 1;
        Ok(())
    }
}
