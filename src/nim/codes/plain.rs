//! The mex over all pairs, without tables: for the first heaps, for games that never divide a
//! heap, and for values that the tables do not hold.

use super::moves::Moves;

/// Which values are options of the heap in hand.
#[derive(Default)]
pub(super) struct Plain {
    /// The number of the heap, plus one, that had this value as an option last.
    stamps: Vec<usize>,
}

impl Plain {
    /// The value of the heap after those whose values are known. At most two heaps are left.
    pub(super) fn next(&mut self, moves: &Moves, known: &[u32]) -> u32 {
        let heap = known.len();
        if moves.may_vanish(heap) {
            self.mark(0, heap);
        }
        for left in moves.single(heap) {
            self.mark(known[left], heap);
        }
        for total in moves.totals(heap) {
            let half = moves.smaller_half(total);
            let others = known[total - half..total].iter().rev();
            for (a, b) in known[1..=half].iter().zip(others) {
                self.mark(a ^ b, heap);
            }
        }
        let mex = self.stamps.iter().position(|&stamp| stamp != heap + 1);
        // A heap has far less than 2^32 options.
        u32::try_from(mex.unwrap_or(self.stamps.len())).unwrap_or(u32::MAX)
    }

    fn mark(&mut self, value: u32, heap: usize) {
        let value = value as usize;
        if value >= self.stamps.len() {
            self.stamps.resize(value + 1, 0);
        }
        self.stamps[value] = heap + 1;
    }
}
