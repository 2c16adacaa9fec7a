//! The mex over pairs by way of a sparse space.
//!
//! Let a [`Space`] split values into rare and common ones. Among the options of a heap n that are
//! pairs (a, b), those of common value have a rare and a common part. So:
//!
//! 1. Mark the values of all single heaps that are left, and of all pairs with a rare part. Now
//!    every option of common value is marked, and whatever is marked is an option.
//! 2. Let v be the least common value that is not marked. It is no option, and every common value
//!    below it is one. So G(n) is the least rare value below v that is no option, or else v.
//! 3. For the rare values below v that are not marked, look for pairs of two common parts. Most
//!    are found after a few hundred pairs, which are marked like those of step 1. The others take
//!    thousands, which are looked at by their binary [`Digits`]; only a heap that is itself rare
//!    needs all pairs.
//!
//! Nothing here depends on rare heaps being few but the time. Where they are not, all pairs are
//! marked in step 1, no value counts as rare, and v is the mex.

use std::ops::Range;

use super::digits::{self, Digits, Span, Sums};
use super::moves::Moves;
use super::space::Space;

/// So many consecutive totals are worked on at once: their partners stand side by side.
const BATCH: usize = 8;

/// So many pairs are marked before asking what is still wanted.
const CHUNK: usize = 256;

/// Which values occur, a byte each; a 16-bit value is always inside.
type Marks = [u8; 1 << 16];

fn no_marks() -> Box<Marks> {
    let marks = vec![0; 1 << 16].into_boxed_slice();
    marks.try_into().expect("so many marks")
}

/// A rare heap and its value.
#[derive(Clone, Copy)]
struct Rare {
    heap: u32,
    value: u16,
}

/// All that is remembered from heap to heap.
pub(super) struct Tables {
    /// The values, by heap.
    forward: Vec<u16>,
    /// The values from the last entry backwards, so that G(a) and G(m−a) both ascend with a.
    backward: Vec<u16>,
    /// None: no space is worth it.
    space: Option<Space>,
    /// The rare heaps from 1 on, ascending.
    rare: Vec<Rare>,
    /// The space is chosen anew at this heap.
    next_choice: usize,
    /// Marks are kept for values below this, a power of two above every nim sum in question.
    width: usize,
    /// For heaps that shift characters by 0 and by 1: 1 where a value is rare.
    rare_values: [Vec<u8>; 2],
    batch: Batch,
    rows: Rows,
    /// As far as they have been asked for.
    digits: Digits,
    seen: Box<Marks>,
    wanted: Vec<u16>,
    /// Those of them that are sought together, and the sums they are sought among.
    group: Vec<u16>,
    sums: Box<Sums>,
}

/// The marks of a few consecutive totals, made together.
struct Batch {
    totals: Range<usize>,
    /// How many heaps were known at that time.
    known: usize,
    /// Side by side, so that all are at a fixed distance from the first.
    marks: Vec<u8>,
}

/// The marks of the last totals, for moves that take different numbers.
struct Rows {
    /// The least total that has never been asked for.
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

impl Tables {
    /// Values are smaller than this, so that nim sums of two and what is above them by a little
    /// have 16 bits.
    const LARGEST: u16 = 1 << 14;

    /// The tables after these values. None if they are too large, or no move leaves two heaps.
    pub(super) fn new(moves: &Moves, known: &[u32]) -> Option<Self> {
        let (&least, &most) = (moves.two.first()?, moves.two.last()?);
        let small = |&value: &u32| u16::try_from(value).ok().filter(|&v| v < Self::LARGEST);
        let forward: Vec<u16> = known.iter().map(small).collect::<Option<_>>()?;
        let mut tables = Self {
            backward: forward.iter().rev().copied().collect(),
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
            digits: Digits::none(),
            seen: no_marks(),
            wanted: Vec::new(),
            group: Vec::new(),
            sums: Box::new(Sums::none()),
            forward,
        };
        tables.choose(moves);
        Some(tables)
    }

    /// How many bytes the tables of so many heaps take beside the marks.
    pub(super) fn bytes(heaps: u64) -> u64 {
        // Two bytes each way; one table is copied when it grows. Fourteen bits each way, with room
        // for as many heaps again.
        heaps.saturating_mul(6 + 7)
    }

    /// Chooses the space by the values known so far, and begins the marks anew.
    fn choose(&mut self, moves: &Moves) {
        let known = self.forward.len();
        self.next_choice = known + known / 4 + 1;
        let (space, rare) = Space::of_fewest_rare(&self.forward, &moves.two);
        // Marking two pairs for each rare heap is to cost less than marking half of all heaps.
        self.space = (rare * 5 < known * 2).then_some(space);
        self.rare.clear();
        for heap in 1..known {
            self.note_if_rare(heap);
        }
        self.fit(moves);
    }

    /// Makes the marks wide enough for the values known so far.
    fn fit(&mut self, moves: &Moves) {
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
        self.rows.marks.clear();
        self.rows.marks.resize(self.rows.count * self.width, 0);
        self.batch.totals = 0..0;
        // The rows of all totals that later heaps may ask for.
        let next = self.forward.len() - moves.two[0].min(self.forward.len());
        self.rows.next = (next + 1).saturating_sub(self.rows.count);
    }

    fn note_if_rare(&mut self, heap: usize) {
        let value = self.forward[heap];
        if let Some(space) = self.space
            && space.is_rare(heap, value)
        {
            // The tables end before 2^32 heaps.
            let heap = u32::try_from(heap).unwrap_or(u32::MAX);
            self.rare.push(Rare { heap, value });
        }
    }

    /// The value of the next heap; none if it is too large for the tables.
    pub(super) fn next(&mut self, moves: &Moves) -> Option<u16> {
        let heap = self.forward.len();
        if heap >= self.next_choice {
            self.choose(moves);
        }
        let value = self.mex(moves, heap);
        if value >= Self::LARGEST || heap >= u32::MAX as usize {
            return None;
        }
        self.forward.push(value);
        self.push_backward(value);
        self.note_if_rare(heap);
        if usize::from(value) + BATCH > self.width / 2 {
            self.fit(moves);
        }
        Some(value)
    }

    fn push_backward(&mut self, value: u16) {
        let heap = self.forward.len() - 1;
        if heap >= self.backward.len() {
            let mut longer = vec![0; 2 * self.backward.len().max(32)];
            let start = longer.len() - self.backward.len();
            longer[start..].copy_from_slice(&self.backward);
            self.backward = longer;
        }
        let at = self.backward.len() - 1 - heap;
        self.backward[at] = value;
    }

    /// Steps 1 to 3.
    fn mex(&mut self, moves: &Moves, heap: usize) -> u16 {
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
        self.least_unfound(moves, heap).unwrap_or(least_common)
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
            let [marks, ..] = side_by_side(&mut self.batch.marks);
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
        let marks = side_by_side(&mut self.batch.marks);
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

    /// Step 1 for a few totals from `first` on, as far as both parts are known.
    fn fill_batch(&mut self, moves: &Moves, first: usize) {
        let forward = &self.forward[..];
        self.batch.totals = first..first + BATCH;
        self.batch.known = forward.len();
        let marks = side_by_side(&mut self.batch.marks);
        for marks in marks.iter_mut() {
            marks[..self.width].fill(0);
        }
        // The partners of a rare heap for all totals of the batch are known and not 0, and none is
        // its equal, for the heaps of two ranges; the others are looked at one by one.
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
    fn least_unfound(&mut self, moves: &Moves, heap: usize) -> Option<u16> {
        /// So many values are sought together by digits, before it is better to mark all pairs.
        /// More would not be sought if the least of them is no option.
        const FEW: usize = 32;
        /// After so many chunks, what is still wanted is hard to find, or no option.
        const SWEEPS: usize = 24;
        /// So few values are small ones, for which the first pairs are mostly enough.
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
                    return None;
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
            return None;
        }
        let digits = &mut self.digits;
        digits.extend(&self.forward);
        let (group, sums) = (&mut self.group, &mut *self.sums);
        for few in wanted.chunks(FEW) {
            group.clear();
            group.extend_from_slice(few);
            for span in spans::<{ digits::CHUNK }>(moves, heap) {
                let Some(&largest) = group.last() else {
                    break;
                };
                digits.look_at(span, largest, sums);
                keep(group, |value| !sums.contain(value));
            }
            if let Some(&least) = group.first() {
                return Some(least);
            }
        }
        None
    }
}

fn side_by_side(marks: &mut [u8]) -> &mut [Marks; BATCH] {
    let (marks, _) = marks.as_chunks_mut();
    marks.try_into().expect("so many marks")
}

/// Marks the pairs of rare heaps that are known for all totals from `first` on. By itself, so that
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

/// Keeps the values that are still wanted. Which they are cannot be foreseen, so there is no branch
/// to be foreseen either.
fn keep(values: &mut Vec<u16>, is_wanted: impl Fn(u16) -> bool) {
    let mut kept = 0;
    for i in 0..values.len() {
        let value = values[i];
        values[kept] = value;
        kept += usize::from(is_wanted(value));
    }
    values.truncate(kept);
}

/// The pairs that a heap can be divided into, in chunks of this length.
///
/// By turns from the smallest and from the largest of the smaller parts, and of all totals: nim
/// sums are small where both parts are alike, large where they are not, and some may come from one
/// total only.
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

/// The values of the smaller and of the larger parts.
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

/// The first place where both bytes are 0, or the length.
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
