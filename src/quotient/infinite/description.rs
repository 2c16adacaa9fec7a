//! A description of P over M × N^k.

use std::sync::Arc;

use smallvec::SmallVec;

use super::cells::Cells;
use crate::limits::{Budget, Reason};
use crate::quotient::candidate::Candidate;
use crate::quotient::monoid::Element;
use crate::quotient::table::Sum;

/// The exponents of the wild heaps.
pub(in crate::quotient) type Point = SmallVec<[u32; 4]>;

/// A value in M × N^k.
pub(in crate::quotient) type Value = (Element, Point);

/// A finite commutative monoid M, wild heaps, a value in M × N^k for each heap, and the set P.
///
/// The i-th wild heap has the value (1, e_i). Of the other heaps, the *mixed* ones have a value (m, d)
/// with d ≠ 0, and all others a value in M.
#[derive(Debug)]
pub(in crate::quotient) struct Description {
    /// M, its generators, and the part in M of the value of each heap. A wild heap has 1.
    pub(in crate::quotient) tame: Candidate,
    /// The wild heaps, ascending.
    pub(in crate::quotient) wild: Vec<u32>,
    /// The mixed heaps, ascending, with the parts in N^k of their values.
    pub(in crate::quotient) mixed: Vec<(u32, Point)>,
    /// The cells of N^k.
    pub(in crate::quotient) cells: Arc<Cells>,
    /// For each element of M a row of bits, one for each cell: whether the points are in P.
    pub(in crate::quotient) p: Arc<Vec<u64>>,
    /// The length of a row.
    pub(in crate::quotient) words: usize,
}

impl Description {
    /// Returns the description with one more heap, which has this value.
    pub(super) fn with_heap(&self, (m, d): &Value, budget: &Budget) -> Result<Self, Reason> {
        let mut tame = self.tame.copy(budget)?;
        let mut mixed = self.mixed.clone();
        if d.iter().any(|&d| d > 0) {
            let heap = u32::try_from(tame.pretending.len()).map_err(|_| Reason::Capacity)?;
            mixed.push((heap, d.clone()));
        }
        tame.add_heap(*m)?;
        Ok(Self {
            tame,
            wild: self.wild.clone(),
            mixed,
            cells: Arc::clone(&self.cells),
            p: Arc::clone(&self.p),
            words: self.words,
        })
    }

    /// Checks whether the wall matters: whether there are classes of coordinates with which L takes
    /// all large values of both signs, and an element of M for which P depends on the level. Then the
    /// quotient is infinite; docs/mathematics.md has the proof.
    pub(in crate::quotient) fn is_infinite(&self) -> bool {
        let shape = &self.cells.shape;
        let cells = 0..u32::try_from(self.cells.len()).unwrap_or(u32::MAX);
        cells.into_iter().any(|cell| {
            let (classes, level) = self.cells.parts(cell);
            let is_free = |sign: i64| {
                (0..classes.len())
                    .any(|i| classes[i] >= shape.thresholds[i] && shape.wall[i] * sign > 0)
            };
            let top = self.cells.find(&classes, shape.half_width);
            level < shape.half_width
                && is_free(1)
                && is_free(-1)
                && top.is_some_and(|top| {
                    let mut elements = self.tame.monoid.elements();
                    elements.any(|m| self.is_p(m, cell) != self.is_p(m, top))
                })
        })
    }

    /// Returns the coordinate of a heap, if it is wild.
    pub(in crate::quotient) fn coordinate(&self, heap: u32) -> Option<usize> {
        self.wild.iter().position(|&wild| wild == heap)
    }

    /// Returns the value of each heap.
    pub(in crate::quotient) fn values(&self) -> Vec<Value> {
        let nothing: Point = SmallVec::from_elem(0, self.wild.len());
        let heaps = (0..).zip(&self.tame.pretending);
        heaps
            .map(|(heap, &m)| (m, self.part(heap).unwrap_or_else(|| nothing.clone())))
            .collect()
    }

    /// Checks whether a heap is mixed.
    pub(super) fn is_mixed(&self, heap: u32) -> bool {
        self.coordinate(heap).is_none() && self.part(heap).is_some()
    }

    /// Returns the part in N^k of the value of a heap, if it is not 0.
    pub(super) fn part(&self, heap: u32) -> Option<Point> {
        if let Some(i) = self.coordinate(heap) {
            let mut unit: Point = SmallVec::from_elem(0, self.wild.len());
            unit[i] = 1;
            return Some(unit);
        }
        let at = self.mixed.binary_search_by_key(&heap, |&(heap, _)| heap);
        at.ok().map(|at| self.mixed[at].1.clone())
    }

    /// Returns the value of a sum. Exponents beyond 32 bits are left at the largest number.
    pub(super) fn value(&self, sum: &Sum) -> Value {
        let mut x: Point = SmallVec::from_elem(0, self.wild.len());
        for &(heap, copies) in sum {
            for (x, d) in x.iter_mut().zip(self.part(heap).unwrap_or_default()) {
                *x = x.saturating_add(d.saturating_mul(copies));
            }
        }
        (self.tame.value(sum), x)
    }

    /// Checks whether (m, x) is in P for the points x of a cell.
    pub(in crate::quotient) fn is_p(&self, m: Element, cell: u32) -> bool {
        let row = &self.p[m as usize * self.words..][..self.words];
        row[cell as usize / 64] >> (cell % 64) & 1 != 0
    }
}
