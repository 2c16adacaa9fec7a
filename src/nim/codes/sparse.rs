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
//!    are found after a few hundred pairs; only a heap that is itself rare needs all of them.
//!
//! Nothing here depends on rare heaps being few but the time. Where they are not, all pairs are
//! marked in step 1, no value counts as rare, and v is the mex.

use std::ops::Range;

use smallvec::SmallVec;

use super::moves::Moves;
use super::space::Space;

/// So many consecutive totals are worked on at once: their partners stand side by side.
const BATCH: usize = 4;

/// So many pairs are looked at before asking what is still wanted.
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
    seen: Box<Marks>,
    wanted: Vec<u16>,
}

/// The marks of a few consecutive totals, made together.
struct Batch {
    totals: Range<usize>,
    /// How many heaps were known at that time.
    known: usize,
    marks: [Box<Marks>; BATCH],
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
                marks: std::array::from_fn(|_| no_marks()),
            },
            rows: Rows {
                next: 0,
                count: most - least + 1,
                marks: Vec::new(),
            },
            seen: no_marks(),
            wanted: Vec::new(),
            forward,
        };
        tables.choose(moves);
        Some(tables)
    }

    /// How many bytes the tables of so many heaps take beside the marks.
    pub(super) fn bytes(heaps: u64) -> u64 {
        // Two bytes each way; one table is copied when it grows.
        heaps.saturating_mul(6)
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
        let unmarked = (0..least_common).zip(self.seen.iter());
        let unmarked = unmarked.filter(|&(_, &seen)| seen == 0);
        self.wanted.extend(unmarked.map(|(value, _)| value));
        self.least_unfound(moves, heap).unwrap_or(least_common)
    }

    /// Step 1 for one total.
    fn mark_row(&mut self, moves: &Moves, total: usize) {
        let width = self.width;
        if self.space.is_none() {
            let half = moves.smaller_half(total);
            let row = self.rows.row(total, width);
            row.fill(0);
            let (left, right) = pairs(&self.forward, &self.backward, total, half);
            let marks = &mut self.batch.marks[0];
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
        let marks = &mut self.batch.marks[total - self.batch.totals.start];
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
        for marks in &mut self.batch.marks {
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
        let [m0, m1, m2, m3] = &mut self.batch.marks;
        for range in bulk {
            for rare in &self.rare[range] {
                let partner = first - rare.heap as usize;
                let partners: &[u16; BATCH] = forward[partner..partner + BATCH]
                    .try_into()
                    .expect("a slice of this length");
                let [v0, v1, v2, v3] = partners.map(|value| usize::from(value ^ rare.value));
                m0[v0] = 1;
                m1[v1] = 1;
                m2[v2] = 1;
                m3[v3] = 1;
            }
        }
        for rare in singly.into_iter().flat_map(|range| &self.rare[range]) {
            let heap = rare.heap as usize;
            for (total, marks) in (first..).zip(self.batch.marks.iter_mut()) {
                let partner = total.saturating_sub(heap);
                if (1..forward.len()).contains(&partner) && !(moves.unequal && partner == heap) {
                    marks[usize::from(rare.value ^ forward[partner])] = 1;
                }
            }
        }
    }

    /// Step 3: the least wanted value that is no option.
    fn least_unfound(&mut self, moves: &Moves, heap: usize) -> Option<u16> {
        /// So many values are sought one by one with vector instructions, before it is better to
        /// mark all pairs.
        const FEW: usize = 16;
        /// After so many chunks, what is still wanted is hard to find, or no option.
        const SWEEPS: usize = 24;
        /// So many are sought together: the others need not be sought if the least is no option.
        const TOGETHER: usize = 8;
        let seen = &mut *self.seen;
        let sweeps = chunks(&self.forward, &self.backward, moves, heap).take(SWEEPS);
        for (left, right) in sweeps {
            if self.wanted.len() <= FEW {
                break;
            }
            for (a, b) in left.iter().zip(right) {
                seen[usize::from(a ^ b)] = 1;
            }
            self.wanted.retain(|&value| seen[usize::from(value)] == 0);
        }
        let mut sums = [0; CHUNK];
        for group in self.wanted.chunks(TOGETHER) {
            let mut group: SmallVec<[u16; TOGETHER]> = group.into();
            for (left, right) in chunks(&self.forward, &self.backward, moves, heap) {
                if group.is_empty() {
                    break;
                }
                let sums = &mut sums[..left.len()];
                for ((sum, a), b) in sums.iter_mut().zip(left).zip(right) {
                    *sum = a ^ b;
                }
                group.retain(|value| !occurs(sums, *value));
            }
            if let Some(&least) = group.first() {
                return Some(least);
            }
        }
        None
    }
}

/// The values of the pairs that a heap can be divided into, in chunks.
///
/// By turns from the smallest and from the largest of the smaller parts, and of all totals: nim
/// sums are small where both parts are alike, large where they are not, and some may come from one
/// total only.
fn chunks<'a>(
    forward: &'a [u16],
    backward: &'a [u16],
    moves: &'a Moves,
    heap: usize,
) -> impl Iterator<Item = (&'a [u16], &'a [u16])> {
    let count = |total| moves.smaller_half(total).div_ceil(CHUNK);
    let turns = moves.totals(heap).next().map_or(0, count);
    (0..turns).flat_map(move |turn| {
        moves.totals(heap).filter_map(move |total| {
            let last = count(total).checked_sub(1)?;
            let chunk = match turn % 2 {
                0 => turn / 2,
                _ => last.checked_sub(turn / 2)?,
            };
            // The chunks from both ends have met.
            if turn > last {
                return None;
            }
            let half = moves.smaller_half(total);
            let (left, right) = pairs(forward, backward, total, half);
            let range = chunk * CHUNK..half.min((chunk + 1) * CHUNK);
            Some((&left[range.clone()], &right[range]))
        })
    })
}

/// G(a) and G(total − a) for a from 1 to `half`.
fn pairs<'a>(
    forward: &'a [u16],
    backward: &'a [u16],
    total: usize,
    half: usize,
) -> (&'a [u16], &'a [u16]) {
    let start = backward.len() - total;
    (&forward[1..=half], &backward[start..start + half])
}

/// Whether the value is one of these; without an early end, for vector instructions.
fn occurs(values: &[u16], value: u16) -> bool {
    let found = values.iter().map(|&v| u16::from(v == value));
    found.fold(0, |any, one| any | one) != 0
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
