//! The mex over pairs by a sparse space.
//!
//! Let a [`SparseSpace`] split values into rare and common ones. Among the options of a heap n that are
//! pairs (a, b), those of common value have a rare and a common part. So:
//!
//! 1. Mark the values of all single heaps that are left, and of all pairs with a rare part. Now
//!    every option of common value is marked, and every marked value is an option.
//! 2. Let v be the least common value that is not marked. It is no option, and every common value
//!    below it is one. So G(n) is the least rare value below v that is no option, or else v.
//! 3. For the rare values below v that are not marked, search for pairs of two common parts. Most
//!    are found after a few hundred pairs, which are marked like those of step 1. The others take
//!    thousands, which are searched by their [`BinaryDigits`]; only a heap that is itself rare
//!    needs all pairs.
//!
//! Only the running time depends on rare heaps being few. Where they are not, all pairs are
//! marked in step 1, no value counts as rare, and v is the mex.

use std::ops::Range;

use super::binary_digits::{self, BinaryDigits, Span, Sums};
use super::moves::Moves;
use super::sparse_space::SparseSpace;
use crate::limits::{Budget, Reason};
use crate::nim::memory::{TableMemory, filled, push};

/// The number of consecutive totals processed together: their partners are adjacent.
const BATCH: usize = 8;

/// The number of pairs marked before the wanted values are checked.
const CHUNK: usize = 256;

/// Which values occur, a byte each; every 16-bit value is an index.
type Marks = [u8; 1 << 16];

fn no_marks() -> Box<Marks> {
    let marks = vec![0; 1 << 16].into_boxed_slice();
    marks.try_into().expect("2^16 marks")
}

/// A rare heap and its value.
#[derive(Clone, Copy)]
struct Rare {
    heap: u32,
    value: u16,
}

/// The tables that are kept from heap to heap.
pub(super) struct SparseTables {
    /// The values, by heap.
    forward: Vec<u16>,
    /// The values from the last entry backwards, so that G(a) and G(m−a) both ascend with a.
    backward: Vec<u16>,
    /// None if no space pays.
    space: Option<SparseSpace>,
    /// The rare heaps from 1 on, ascending.
    rare: Vec<Rare>,
    /// The heap at which the space is chosen again.
    next_choice: usize,
    /// Marks are kept for values below this, a power of two above every nim sum in question.
    width: usize,
    /// For heaps that shift characters by 0 and by 1: 1 where a value is rare.
    rare_values: [Vec<u8>; 2],
    batch: Batch,
    rows: Rows,
    /// Extended when they are needed.
    digits: BinaryDigits,
    seen: Box<Marks>,
    wanted: Vec<u16>,
    /// The wanted values that are searched for together, and the sums.
    group: Vec<u16>,
    sums: Box<Sums>,
    pub(super) memory: TableMemory,
}

/// The marks of a few consecutive totals, made together.
struct Batch {
    totals: Range<usize>,
    /// The number of heaps known when they were made.
    known: usize,
    /// Adjacent, so that all are at a fixed distance from the first.
    marks: Vec<u8>,
}

/// The marks of the last totals, for moves that take different numbers.
struct Rows {
    /// The least total without marks.
    next: usize,
    count: usize,
    marks: Vec<u8>,
}

impl Rows {
    fn row(&mut self, total: usize, width: usize) -> &mut [u8] {
        let start = total % self.count * width;
        &mut self.marks[start..start + width]
    }
}

impl SparseTables {
    /// Values are smaller than this, so that nim sums of two, and slightly larger numbers, have
    /// 16 bits.
    const LARGEST: u16 = 1 << 14;

    /// The bytes for each heap, beside the marks: two in each order, and the same again while a
    /// table is copied; at most fourteen binary digits in each order, for twice the heaps.
    pub(super) const BYTES_PER_HEAP: u64 = 6 + 7;
    /// The bytes of the tables whose length is fixed, or bounded by the largest value: marks, the
    /// histogram for the choice of a space, and the sums.
    const FIXED_BYTES: usize = 2 << 20;

    /// Builds the tables after these values. None if they are too large, or no move leaves two
    /// heaps.
    pub(super) fn new(
        moves: &Moves,
        known: &[u32],
        budget: &Budget,
    ) -> Result<Option<Self>, Reason> {
        let (Some(&least), Some(&most)) = (moves.two.first(), moves.two.last()) else {
            return Ok(None);
        };
        let mut memory = TableMemory::default();
        let account = memory.under(budget)?;
        account.add(Self::FIXED_BYTES)?;
        let (mut forward, mut backward): (Vec<u16>, Vec<u16>) = (Vec::new(), Vec::new());
        account.reserve(&mut forward, known.len())?;
        for &value in known {
            match u16::try_from(value) {
                Ok(value) if value < Self::LARGEST => forward.push(value),
                _ => return Ok(None),
            }
        }
        account.reserve(&mut backward, known.len())?;
        backward.extend(forward.iter().rev());
        let mut tables = Self {
            backward,
            space: None,
            rare: Vec::new(),
            next_choice: 0,
            width: 0,
            rare_values: [Vec::new(), Vec::new()],
            batch: Batch {
                totals: 0..0,
                known: 0,
                marks: vec![0; BATCH << 16],
            },
            rows: Rows {
                next: 0,
                count: most - least + 1,
                marks: Vec::new(),
            },
            digits: BinaryDigits::none(),
            seen: no_marks(),
            wanted: Vec::new(),
            group: Vec::new(),
            sums: Box::new(Sums::none()),
            forward,
            memory,
        };
        tables.choose(moves)?;
        Ok(Some(tables))
    }

    /// Chooses the space by the values known so far, and clears the marks.
    fn choose(&mut self, moves: &Moves) -> Result<(), Reason> {
        let known = self.forward.len();
        self.next_choice = known + known / 4 + 1;
        let (space, rare) = SparseSpace::of_fewest_rare(&self.forward, &moves.two);
        // Marking two pairs for each rare heap must cost less than marking half of all heaps.
        self.space = (rare * 5 < known * 2).then_some(space);
        self.rare.clear();
        for heap in 1..known {
            self.insert_if_rare(heap)?;
        }
        tracing::debug!(heaps = known, rare, "sparse space chosen");
        self.fit(moves)
    }

    /// Makes the marks wide enough for the values known so far.
    fn fit(&mut self, moves: &Moves) -> Result<(), Reason> {
        let top = self.forward.iter().max().copied().unwrap_or(0);
        // A batch may bring a value one binary digit longer.
        self.width = (usize::from(top) + BATCH).next_power_of_two() * 2;
        self.rare_values = [0, 1].map(|shift| {
            let rare = |value| self.space.is_some_and(|s| s.is_rare_after(shift, value));
            (0..=u16::MAX)
                .take(self.width)
                .map(|v| u8::from(rare(v)))
                .collect()
        });
        let marks = self.rows.count.saturating_mul(self.width);
        self.rows.marks.clear();
        self.memory.account().reserve(&mut self.rows.marks, marks)?;
        self.rows.marks.resize(marks, 0);
        self.batch.totals = 0..0;
        // The rows of all totals that later heaps need.
        let next = self.forward.len() - moves.two[0].min(self.forward.len());
        self.rows.next = (next + 1).saturating_sub(self.rows.count);
        Ok(())
    }

    fn insert_if_rare(&mut self, heap: usize) -> Result<(), Reason> {
        let value = self.forward[heap];
        if let Some(space) = self.space
            && space.is_rare(heap, value)
        {
            // The tables end before 2^32 heaps.
            let heap = u32::try_from(heap).unwrap_or(u32::MAX);
            push(&mut self.rare, Rare { heap, value }, self.memory.account())?;
        }
        Ok(())
    }

    /// Computes the value of the next heap; none if it is too large for the tables. After an error
    /// the tables are inconsistent and must be dropped.
    pub(super) fn next(&mut self, moves: &Moves) -> Result<Option<u16>, Reason> {
        let heap = self.forward.len();
        if heap >= self.next_choice {
            self.choose(moves)?;
        }
        let value = self.mex(moves, heap)?;
        if value >= Self::LARGEST || heap >= u32::MAX as usize {
            return Ok(None);
        }
        push(&mut self.forward, value, self.memory.account())?;
        self.push_backward(value)?;
        self.insert_if_rare(heap)?;
        if usize::from(value) + BATCH > self.width / 2 {
            self.fit(moves)?;
        }
        Ok(Some(value))
    }

    fn push_backward(&mut self, value: u16) -> Result<(), Reason> {
        let heap = self.forward.len() - 1;
        if heap >= self.backward.len() {
            let before = self.backward.capacity() * size_of::<u16>();
            let length = 2 * self.backward.len().max(32);
            let account = self.memory.account();
            account.add(length * size_of::<u16>())?;
            let mut longer = filled(0, length)?;
            let start = longer.len() - self.backward.len();
            longer[start..].copy_from_slice(&self.backward);
            self.backward = longer;
            account.hold(account.bytes() - before)?;
        }
        let at = self.backward.len() - 1 - heap;
        self.backward[at] = value;
        Ok(())
    }

    /// Steps 1 to 3.
    fn mex(&mut self, moves: &Moves, heap: usize) -> Result<u16, Reason> {
        self.seen[..self.width].fill(0);
        if moves.may_vanish(heap) {
            self.seen[0] = 1;
        }
        for left in moves.single(heap) {
            self.seen[usize::from(self.forward[left])] = 1;
        }
        if let Some(largest) = moves.totals(heap).next() {
            while self.rows.next <= largest {
                self.mark_row(moves, self.rows.next);
                self.rows.next += 1;
            }
        }
        for total in moves.totals(heap) {
            let row = self.rows.row(total, self.width);
            for (seen, mark) in self.seen.iter_mut().zip(row) {
                *seen |= *mark;
            }
        }
        let shift = self.space.map_or(0, |space| space.shift(heap));
        let rare_values = &self.rare_values[usize::from(shift)];
        let least_common = first_zero(&self.seen[..self.width], rare_values);
        self.wanted.clear();
        self.wanted.extend(0..least_common);
        keep(&mut self.wanted, |value| self.seen[usize::from(value)] == 0);
        let rare = self.least_unfound(moves, heap)?;
        Ok(rare.unwrap_or(least_common))
    }

    /// Step 1 for one total.
    fn mark_row(&mut self, moves: &Moves, total: usize) {
        let width = self.width;
        if self.space.is_none() {
            let row = self.rows.row(total, width);
            let all = Span {
                total,
                start: 0,
                count: moves.smaller_half(total),
            };
            let (left, right) = pairs(&self.forward, &self.backward, all);
            let [marks, ..] = adjacent(&mut self.batch.marks);
            marks[..width].fill(0);
            for (a, b) in left.iter().zip(right) {
                marks[usize::from(a ^ b)] = 1;
            }
            row.copy_from_slice(&marks[..width]);
            return;
        }
        if !self.batch.totals.contains(&total) {
            self.fill_batch(moves, total);
        }
        let marks = adjacent(&mut self.batch.marks);
        let marks = &mut marks[total - self.batch.totals.start];
        // Pairs with a part that was not known when the batch was made.
        for b in self.batch.known.min(total)..total {
            let a = total - b;
            if !(moves.unequal && a == b) {
                marks[usize::from(self.forward[a] ^ self.forward[b])] = 1;
            }
        }
        self.rows.row(total, width).copy_from_slice(&marks[..width]);
    }

    /// Step 1 for a few totals from `first` on, for pairs of known parts.
    fn fill_batch(&mut self, moves: &Moves, first: usize) {
        let forward = &self.forward[..];
        self.batch.totals = first..first + BATCH;
        self.batch.known = forward.len();
        let marks = adjacent(&mut self.batch.marks);
        for marks in marks.iter_mut() {
            marks[..self.width].fill(0);
        }
        // The partners of a rare heap for all totals of the batch are known and not 0, and none is
        // its equal, for the heaps of two ranges; the others are marked one by one.
        let at = |heap: usize| {
            self.rare
                .partition_point(|rare| (rare.heap as usize) < heap)
        };
        let start = at(BATCH);
        let end = at(first).max(start);
        let (equal, unequal) = if moves.unequal {
            (at(first / 2), at(first / 2 + BATCH))
        } else {
            (end, end)
        };
        let bulk = [
            start..equal.clamp(start, end),
            unequal.clamp(start, end)..end,
        ];
        let singly = [0..start, bulk[0].end..bulk[1].start, end..self.rare.len()];
        for range in bulk {
            mark_in_bulk(&self.rare[range], forward, first, marks);
        }
        for rare in singly.into_iter().flat_map(|range| &self.rare[range]) {
            let heap = rare.heap as usize;
            for (total, marks) in (first..).zip(marks.iter_mut()) {
                let partner = total.saturating_sub(heap);
                if (1..forward.len()).contains(&partner) && !(moves.unequal && partner == heap) {
                    marks[usize::from(rare.value ^ forward[partner])] = 1;
                }
            }
        }
    }

    /// Step 3: the least wanted value that is no option.
    fn least_unfound(&mut self, moves: &Moves, heap: usize) -> Result<Option<u16>, Reason> {
        /// The number of values searched for together by digits; for more it is faster to mark all
        /// pairs. A larger group is wasted if its least value is no option.
        const FEW: usize = 32;
        /// After this number of chunks, a wanted value is hard to find, or no option.
        const SWEEPS: usize = 24;
        /// For this number of values or fewer, which are small, the first pairs mostly suffice.
        const LEAST: usize = 8;
        const FIRST: usize = 64;
        let (wanted, seen) = (&mut self.wanted, &mut *self.seen);
        let mut mark = |span, wanted: &mut Vec<u16>| {
            let (left, right) = pairs(&self.forward, &self.backward, span);
            for (a, b) in left.iter().zip(right) {
                seen[usize::from(a ^ b)] = 1;
            }
            keep(wanted, |value| seen[usize::from(value)] == 0);
        };
        if wanted.len() <= LEAST {
            for span in spans::<FIRST>(moves, heap).take(2) {
                if wanted.is_empty() {
                    return Ok(None);
                }
                mark(span, wanted);
            }
        }
        for span in spans::<CHUNK>(moves, heap).take(SWEEPS) {
            if wanted.len() <= FEW {
                break;
            }
            mark(span, wanted);
        }
        if wanted.is_empty() {
            return Ok(None);
        }
        let digits = &mut self.digits;
        digits.extend(&self.forward, self.memory.account())?;
        let (group, sums) = (&mut self.group, &mut *self.sums);
        for few in wanted.chunks(FEW) {
            group.clear();
            group.extend_from_slice(few);
            for span in spans::<{ binary_digits::CHUNK }>(moves, heap) {
                let Some(&largest) = group.last() else {
                    break;
                };
                digits.add_pairs(span, largest, sums);
                keep(group, |value| !sums.contain(value));
            }
            if let Some(&least) = group.first() {
                return Ok(Some(least));
            }
        }
        Ok(None)
    }
}

fn adjacent(marks: &mut [u8]) -> &mut [Marks; BATCH] {
    let (marks, _) = marks.as_chunks_mut();
    marks.try_into().expect("the marks of a batch")
}

/// Marks the pairs of rare heaps that are known for all totals from `first` on. Not inlined, so that
/// the loop has all registers.
#[inline(never)]
fn mark_in_bulk(rare: &[Rare], forward: &[u16], first: usize, marks: &mut [Marks; BATCH]) {
    for rare in rare {
        let partners: &[u16; BATCH] = forward[first - rare.heap as usize..]
            .first_chunk()
            .expect("partners that are known");
        let sums = partners.map(|value| value ^ rare.value);
        for (marks, sum) in marks.iter_mut().zip(sums) {
            marks[usize::from(sum)] = 1;
        }
    }
}

/// Keeps the values that are still wanted, without a branch: which they are is unpredictable.
fn keep(values: &mut Vec<u16>, is_wanted: impl Fn(u16) -> bool) {
    let mut kept = 0;
    for i in 0..values.len() {
        let value = values[i];
        values[kept] = value;
        kept += usize::from(is_wanted(value));
    }
    values.truncate(kept);
}

/// Iterates over the pairs that a heap can be divided into, in chunks of this length.
///
/// Chunks alternate between the smallest and the largest of the smaller parts, and between all
/// totals: nim sums are small where both parts are alike, large where they are not, and some may
/// come from one total only.
fn spans<const LENGTH: usize>(moves: &Moves, heap: usize) -> impl Iterator<Item = Span> {
    let chunks = move |total| moves.smaller_half(total).div_ceil(LENGTH);
    let turns = moves.totals(heap).next().map_or(0, chunks);
    (0..turns).flat_map(move |turn| {
        moves.totals(heap).filter_map(move |total| {
            let last = chunks(total).checked_sub(1)?;
            let chunk = match turn % 2 {
                0 => turn / 2,
                _ => last.checked_sub(turn / 2)?,
            };
            // The chunks from both ends have met.
            if turn > last {
                return None;
            }
            let start = chunk * LENGTH;
            let count = LENGTH.min(moves.smaller_half(total) - start);
            Some(Span {
                total,
                start,
                count,
            })
        })
    })
}

/// Returns the values of the smaller and of the larger parts.
fn pairs<'a>(forward: &'a [u16], backward: &'a [u16], span: Span) -> (&'a [u16], &'a [u16]) {
    let Span {
        total,
        start,
        count,
    } = span;
    let right = backward.len() - total + start;
    (
        &forward[start + 1..=start + count],
        &backward[right..right + count],
    )
}

/// Returns the first place where both bytes are 0, or the length.
fn first_zero(left: &[u8], right: &[u8]) -> u16 {
    const STRIDE: usize = 16;
    let chunks = left.chunks_exact(STRIDE).zip(right.chunks_exact(STRIDE));
    let full = chunks.take_while(|(left, right)| {
        let pairs = left.iter().zip(right.iter());
        pairs.fold(1, |all, (a, b)| all & (a | b)) != 0
    });
    let start = full.count() * STRIDE;
    let pairs = left[start..].iter().zip(&right[start..]);
    let place = start + pairs.take_while(|&(a, b)| a | b != 0).count();
    // The width of the marks has 16 bits.
    u16::try_from(place).unwrap_or(u16::MAX)
}
