//! Verifying a description for all sums.
//!
//! The argument is that of the finite case (`closure`), with subsets of M × N^k in place of subsets of
//! the monoid. All sets that occur are determined by the cells of an extended
//! shape (`Shape::extended`), so each is a table of bits, one row of cells for each element of M.
//!
//! - (a) D(h) ∩ R(Φ(h)) = ∅ is tested for every heap h.
//! - (b) A sum is G + X with X made of wild heaps only. It fails iff it has an option, X is in U(G),
//!   and no move in X wins. So the sums G without wild heaps are enumerated, with their sets U(G), as
//!   in the finite case; for each it is tested that every x with (1, x) ∈ U(G) has a winning move in
//!   a wild heap. Wild heaps are not enumerated. The only sum without an option, G and x both
//!   empty, is exempt, and for that reason the empty G makes no other sum superfluous.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::cells::Cells;
use super::description::{Description, Point, Value};
use crate::limits::{Account, Meter, Reason};
use crate::quotient::error::QuotientError;
use crate::quotient::memory::{OVERHEAD, collect};
use crate::quotient::monoid::Element;
use crate::quotient::table::{HeapTable, Sum, compare, spilled_bytes, with, without};

/// The result of a verification.
pub(super) enum Verdict {
    /// The description is right about all sums; this many were kept.
    Right(usize),
    /// A sum at which it fails.
    Wrong(Sum),
    /// A mixed heap that nothing covers: it is not known whether the description is right.
    Uncovered(u32),
}

/// A subset of M × N^k: for each element of M a row of bits, one for each extended cell.
pub(super) type Set = Box<[u64]>;

/// The options of a heap by their values.
pub(super) struct HeapOptions {
    pub(super) heap: u32,
    /// Element, number of the displacement.
    values: Vec<(Element, usize)>,
}

pub(super) struct Kept {
    pub(super) value: Element,
    pub(super) open: Set,
    sum: Sum,
}

pub(super) struct Verifier<'d> {
    pub(super) description: &'d Description,
    pub(super) cells: Cells,
    /// The words of a row.
    pub(super) words: usize,
    displacements: Vec<Vec<i64>>,
    /// For each displacement d the set of (m, x) with (m, x + d) in P.
    shifted: Vec<Vec<u64>>,
    /// For each wild heap the set of (m, x) from which a move in it wins.
    pub(super) won_by_wild: Vec<Vec<u64>>,
    /// The least point of each cell.
    points: Vec<Point>,
    wrong: Option<Sum>,
    account: Account,
}

/// Verifies a description for the sums of all its heaps.
pub(super) fn verify(
    description: &Description,
    table: &HeapTable,
    meter: &mut Meter<'_>,
) -> Result<Verdict, QuotientError> {
    let heaps = 0..u32::try_from(description.tame.pretending.len()).unwrap_or(u32::MAX);
    let (mut verifier, options) = Verifier::new(description, heaps, &[], table, meter)?;
    // The empty sum is an N-position: a player who cannot move wins.
    let origin = description.cells.of_point(&vec![0; description.wild.len()]);
    if origin.is_some_and(|cell| description.is_p(0, cell)) {
        return Ok(Verdict::Wrong(Sum::new()));
    }
    verifier.find_wins_of_wild(&options, meter)?;
    for h in &options {
        verifier.contradictions(h, meter)?;
    }
    let kept = verifier.enumerate(&options, meter)?;
    if let Some(sum) = verifier.wrong {
        return Ok(Verdict::Wrong(sum));
    }
    let is_mixed = |h: &&HeapOptions| description.is_mixed(h.heap);
    for h in options.iter().filter(is_mixed) {
        if !verifier.is_covered(h, &kept, meter)? {
            return Ok(Verdict::Uncovered(h.heap));
        }
    }
    Ok(Verdict::Right(kept.len()))
}

/// The largest number of wild heaps in a value that is tried.
const MOST_PARTS: u32 = 2;

/// Returns the values that the next heap may have by (a): first those in M, then those with few wild
/// heaps.
pub(super) fn fitting_values(
    description: &Description,
    table: &HeapTable,
    meter: &mut Meter<'_>,
) -> Result<Vec<Value>, QuotientError> {
    let heap = u32::try_from(description.tame.pretending.len()).unwrap_or(u32::MAX);
    let monoid = &description.tame.monoid;
    let parts = small_points(description.wild.len(), MOST_PARTS);
    let (verifier, options) = Verifier::new(description, heap..heap + 1, &parts, table, meter)?;
    // A heap without options is no heap.
    let Some(h) = options.first() else {
        return Ok(vec![(0, parts[0].clone())]);
    };
    let won = verifier.won(h, meter)?;
    let mut fitting = Vec::new();
    for part in parts {
        let d = verifier.number(&part);
        for m in monoid.elements() {
            meter.tick_for(monoid.order())?;
            let row = monoid.row(m);
            let mut rows = won.chunks_exact(verifier.words).zip(&row);
            let is_disjoint =
                |won: &[u64], own: &[u64]| won.iter().zip(own).all(|(a, b)| a & b == 0);
            if rows.all(|(won, &m)| is_disjoint(won, verifier.shifted(d, m))) {
                fitting.push((m, part.clone()));
            }
        }
    }
    Ok(fitting)
}

/// Returns the points with a small sum of coordinates, by ascending sums.
fn small_points(dimension: usize, most: u32) -> Vec<Point> {
    let origin: Point = SmallVec::from_elem(0, dimension);
    let mut points = vec![origin];
    let mut layer = 0..1;
    for _ in 0..most {
        let end = points.len();
        for at in layer {
            // A step along the last coordinate that is not 0, or a later one.
            let last = points[at].iter().rposition(|&x| x > 0).unwrap_or(0);
            for i in last..dimension {
                let mut next = points[at].clone();
                next[i] += 1;
                points.push(next);
            }
        }
        layer = end..points.len();
    }
    points
}

/// Returns the options of some heaps by values, and all displacements that occur.
fn option_values(
    description: &Description,
    heaps: Range<u32>,
    parts: &[Point],
    table: &HeapTable,
    account: &mut Account,
) -> Result<(Vec<HeapOptions>, Vec<Vec<i64>>), Reason> {
    let k = description.wild.len();
    let mut displacements: Vec<Vec<i64>> = vec![vec![0; k]];
    let mut number = |d: Vec<i64>| {
        let known = displacements.iter().position(|other| *other == d);
        known.unwrap_or_else(|| {
            displacements.push(d);
            displacements.len() - 1
        })
    };
    for part in parts {
        number(vector(part));
    }
    let mut options = Vec::new();
    for heap in heaps.filter(|&heap| !table.is_terminal(heap)) {
        account.budget().check()?;
        let mut values: Vec<(Element, usize)> = Vec::new();
        let mut seen = FxHashSet::default();
        let coordinate = description.coordinate(heap);
        for option in table.options(heap) {
            let (m, x) = description.value(option);
            let mut d = vector(&x);
            let place = number(d.clone());
            if seen.insert((m, place)) {
                values.push((m, place));
            }
            // A move in a wild heap removes it.
            if let Some(i) = coordinate {
                d[i] -= 1;
                number(d);
            }
        }
        if let Some(part) = description.part(heap) {
            number(vector(&part));
        }
        account.add(values.len() * size_of::<(Element, usize)>())?;
        options.push(HeapOptions { heap, values });
    }
    Ok((options, displacements))
}

fn vector(x: &Point) -> Vec<i64> {
    x.iter().map(|&x| i64::from(x)).collect()
}

impl<'d> Verifier<'d> {
    /// Prepares the verification of some heaps, with further displacements; returns the options of the
    /// heaps as well.
    fn new(
        description: &'d Description,
        heaps: Range<u32>,
        parts: &[Point],
        table: &HeapTable,
        meter: &mut Meter<'_>,
    ) -> Result<(Self, Vec<HeapOptions>), QuotientError> {
        let mut account = meter.budget().account();
        let (options, displacements) =
            option_values(description, heaps, parts, table, &mut account)?;
        let base = &description.cells;
        let cells = Cells::new(base.shape.extended(&displacements), meter)?;
        let words = cells.len().div_ceil(64);
        let order = description.tame.monoid.order();
        let mut shifted = Vec::new();
        for d in &displacements {
            let mut set = collect(std::iter::repeat(0), order * words, &mut account)?;
            for cell in 0..u32::try_from(cells.len()).unwrap_or(u32::MAX) {
                meter.tick_for(order / 16)?;
                let Some(to) = cells.shifted(cell, d, base) else {
                    continue;
                };
                for m in description.tame.monoid.elements() {
                    if description.is_p(m, to) {
                        set[m as usize * words + cell as usize / 64] |= 1 << (cell % 64);
                    }
                }
            }
            shifted.push(set);
        }
        let points = cells.representatives(meter)?;
        let verifier = Self {
            description,
            words,
            displacements,
            shifted,
            won_by_wild: Vec::new(),
            points,
            wrong: None,
            account,
            cells,
        };
        Ok((verifier, options))
    }

    /// Returns {x : (m, x + d) ∈ P}.
    fn shifted(&self, d: usize, m: Element) -> &[u64] {
        &self.shifted[d][m as usize * self.words..][..self.words]
    }

    fn find_wins_of_wild(
        &mut self,
        options: &[HeapOptions],
        meter: &mut Meter<'_>,
    ) -> Result<(), Reason> {
        let monoid = &self.description.tame.monoid;
        for (i, &wild) in self.description.wild.iter().enumerate() {
            let empty = std::iter::repeat(0);
            let mut won = collect(empty, monoid.order() * self.words, &mut self.account)?;
            let h = options.iter().find(|h| h.heap == wild);
            for &(m, d) in h.into_iter().flat_map(|h| &h.values) {
                let mut moved = self.displacements[d].clone();
                moved[i] -= 1;
                let moved = self.displacements.iter().position(|d| *d == moved);
                let moved = moved.unwrap_or(0);
                let row = monoid.row(m);
                meter.tick_for(row.len())?;
                for (won, &m) in won.chunks_exact_mut(self.words).zip(&row) {
                    unite(won, self.shifted(moved, m));
                }
            }
            self.won_by_wild.push(won);
        }
        Ok(())
    }

    /// Returns D(h).
    fn won(&self, h: &HeapOptions, meter: &mut Meter<'_>) -> Result<Set, Reason> {
        let monoid = &self.description.tame.monoid;
        let mut won: Set = vec![0; monoid.order() * self.words].into();
        for &(m, d) in &h.values {
            let row = monoid.row(m);
            meter.tick_for(row.len())?;
            for (won, &m) in won.chunks_exact_mut(self.words).zip(&row) {
                unite(won, self.shifted(d, m));
            }
        }
        Ok(won)
    }

    /// Returns the part in M and the number of the displacement of the value of a heap.
    fn heap_value(&self, heap: u32) -> (Element, usize) {
        let description = self.description;
        let place = description.part(heap).map(|part| self.number(&part));
        (
            description.tame.pretending[heap as usize],
            place.unwrap_or(0),
        )
    }

    /// Returns the number of a displacement that is known to occur.
    fn number(&self, part: &Point) -> usize {
        let part = vector(part);
        let place = self.displacements.iter().position(|d| *d == part);
        place.unwrap_or(0)
    }

    /// Tests (a) for a heap.
    fn contradictions(
        &mut self,
        h: &HeapOptions,
        meter: &mut Meter<'_>,
    ) -> Result<(), QuotientError> {
        let won = self.won(h, meter)?;
        let (value, d) = self.heap_value(h.heap);
        let row = self.description.tame.monoid.row(value);
        for (z, (won, &product)) in won.chunks_exact(self.words).zip(&row).enumerate() {
            let both: Vec<u64> = (won.iter().zip(self.shifted(d, product)))
                .map(|(a, b)| a & b)
                .collect();
            if both.iter().any(|&word| word != 0) {
                let z = Element::try_from(z).map_err(|_| QuotientError::Numbers)?;
                let sum = with(&self.description.tame.sum_of(z), h.heap);
                self.fails(&sum, &both);
            }
        }
        Ok(())
    }

    /// Notes that a sum fails together with the wild heaps of some cells.
    fn fails(&mut self, sum: &Sum, cells: &[u64]) {
        for cell in ones(cells) {
            let mut failed = sum.clone();
            for (&heap, &copies) in self.description.wild.iter().zip(&self.points[cell]) {
                add(&mut failed, heap, copies);
            }
            let wrong = self.wrong.as_ref();
            if wrong.is_none_or(|wrong| compare(&failed, wrong).is_lt()) {
                self.wrong = Some(failed);
            }
        }
    }

    /// Returns U(h).
    pub(super) fn open(&self, h: &HeapOptions, meter: &mut Meter<'_>) -> Result<Set, Reason> {
        let (x, d) = self.heap_value(h.heap);
        let row = self.description.tame.monoid.row(x);
        let mut open = self.won(h, meter)?;
        for (won, &m) in open.chunks_exact_mut(self.words).zip(&row) {
            unite(won, self.shifted(d, m));
        }
        open.iter_mut().for_each(|word| *word = !*word);
        self.clear_unused(&mut open);
        Ok(open)
    }

    /// Tests (b) for the sums of tame heaps, together with all sums of wild heaps. Returns the kept
    /// sums.
    fn enumerate(
        &mut self,
        options: &[HeapOptions],
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Kept>, QuotientError> {
        /// Where a description is wrong, the enumeration may be long: it ends when a failure is known
        /// and this many times as many sums are kept as M has elements.
        const MANY: usize = 4;
        let description = self.description;
        let monoid = &description.tame.monoid;
        let words = self.words;
        let mut kept: Vec<Kept> = Vec::new();
        let mut by_value: Vec<Vec<u32>> = vec![Vec::new(); monoid.order()];
        let mut index: FxHashMap<Sum, u32> = FxHashMap::default();
        let mut open: Set = self.shifted[0].iter().map(|word| !word).collect();
        self.clear_unused(&mut open);
        self.test(0, &open, &Sum::new());
        kept.push(Kept {
            value: 0,
            open,
            sum: Sum::new(),
        });
        index.insert(Sum::new(), 0);
        let tame = options.iter();
        let tame = tame.filter(|h| description.part(h.heap).is_none());
        for h in tame {
            let x = description.tame.pretending[h.heap as usize];
            let row = monoid.row(x);
            let h_open = self.open(h, meter)?;
            if is_superfluous(&kept, &by_value[x as usize], &h_open) {
                continue;
            }
            let mut layer = 0..kept.len();
            while !layer.is_empty() {
                let end = kept.len();
                for place in layer {
                    meter.tick_for(monoid.order())?;
                    let part = &kept[place];
                    let sum = with(&part.sum, h.heap);
                    if self.wrong.as_ref().is_some_and(|wrong| {
                        compare(wrong, &sum).is_le() || kept.len() > MANY * monoid.order()
                    }) {
                        return Ok(kept);
                    }
                    let mut others = part.sum.iter().filter(|&&(heap, _)| heap != h.heap);
                    if !others.all(|&(heap, _)| index.contains_key(&without(&sum, heap))) {
                        continue;
                    }
                    // z with zΦ(h) ∈ U(G) and zΦ(G) ∈ U(h).
                    let of_part = monoid.row(part.value);
                    let mut open: Set = vec![0; monoid.order() * words].into();
                    for (z, open) in open.chunks_exact_mut(words).enumerate() {
                        let part = &part.open[row[z] as usize * words..][..words];
                        let heap = &h_open[of_part[z] as usize * words..][..words];
                        for ((word, a), b) in open.iter_mut().zip(part).zip(heap) {
                            *word = a & b;
                        }
                    }
                    let value = row[part.value as usize];
                    if is_superfluous(&kept, &by_value[value as usize], &open) {
                        continue;
                    }
                    self.test(value, &open, &sum);
                    let number = u32::try_from(kept.len()).map_err(|_| QuotientError::Numbers)?;
                    let bytes = size_of_val(&*open) + 2 * size_of::<Kept>() + OVERHEAD;
                    self.account.add(bytes + 2 * spilled_bytes(&sum))?;
                    by_value[value as usize].push(number);
                    index.insert(sum.clone(), number);
                    kept.push(Kept { value, open, sum });
                }
                layer = end..kept.len();
            }
        }
        Ok(kept)
    }

    /// Tests (b) for a sum without wild heaps and all sums of it with wild heaps.
    fn test(&mut self, value: Element, open: &[u64], sum: &Sum) {
        let mut failed = open[..self.words].to_vec();
        for won in &self.won_by_wild {
            let won = &won[value as usize * self.words..][..self.words];
            for (word, won) in failed.iter_mut().zip(won) {
                *word &= !won;
            }
        }
        if sum.is_empty()
            && let Some(cell) = self.cells.of_point(&vec![0; self.description.wild.len()])
        {
            // No other point is in the cell of 0, since extended thresholds are positive.
            failed[cell as usize / 64] &= !(1 << (cell % 64));
        }
        if failed.iter().any(|&word| word != 0) {
            self.fails(sum, &failed);
        }
    }

    /// Clears the bits beyond the last cell.
    fn clear_unused(&self, set: &mut [u64]) {
        let used = self.cells.len() % 64;
        if used != 0 {
            for last in set
                .chunks_exact_mut(self.words)
                .filter_map(<[u64]>::last_mut)
            {
                *last &= (1 << used) - 1;
            }
        }
    }
}

fn is_superfluous(kept: &[Kept], same_value: &[u32], open: &[u64]) -> bool {
    let is_subset = |large: &[u64]| open.iter().zip(large).all(|(s, l)| s & !l == 0);
    open.iter().all(|&word| word == 0)
        || same_value
            .iter()
            .any(|&k| is_subset(&kept[k as usize].open))
}

pub(super) fn unite(set: &mut [u64], other: &[u64]) {
    for (word, other) in set.iter_mut().zip(other) {
        *word |= other;
    }
}

/// Iterates over the places of the ones.
fn ones(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(i, &word)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(64 * i + bit)
        })
    })
}

/// Adds copies of a heap to a sum.
fn add(sum: &mut Sum, heap: u32, copies: u32) {
    if copies == 0 {
        return;
    }
    match sum.binary_search_by_key(&heap, |&(h, _)| h) {
        Ok(at) => sum[at].1 += copies,
        Err(at) => sum.insert(at, (heap, copies)),
    }
}
