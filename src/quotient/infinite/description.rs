//! A description of P over M × N^k.

use std::sync::Arc;

use smallvec::SmallVec;

use super::cells::Cells;
use crate::limits::{Budget, Reason};
use crate::quotient::candidate::Candidate;
use crate::quotient::monoid::Element;
use crate::quotient::table::Sum;

/// The exponents of the wild heaps.
pub(super) type Point = SmallVec<[u32; 4]>;

/// A finite commutative monoid M, wild heaps, a value in M × N^k for each heap, and the set P.
///
/// A wild heap has the value (1, e_i); every other heap has a value in M.
#[derive(Debug)]
pub(in crate::quotient) struct Description {
    /// M, its generators, and the part in M of the value of each heap. A wild heap has 1.
    pub(in crate::quotient) tame: Candidate,
    /// The wild heaps, ascending.
    pub(in crate::quotient) wild: Vec<u32>,
    /// The cells of N^k.
    pub(in crate::quotient) cells: Arc<Cells>,
    /// For each element of M a row of bits, one for each cell: whether the points are in P.
    pub(in crate::quotient) p: Arc<Vec<u64>>,
    /// The length of a row.
    pub(in crate::quotient) words: usize,
}

impl Description {
    /// Returns the description with one more heap, which has a value in M.
    pub(super) fn with_heap(&self, value: Element, budget: &Budget) -> Result<Self, Reason> {
        let mut tame = self.tame.copy(budget)?;
        tame.add_heap(value)?;
        Ok(Self {
            tame,
            wild: self.wild.clone(),
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

    /// Returns the value of a sum.
    pub(super) fn value(&self, sum: &Sum) -> (Element, Point) {
        let mut x: Point = SmallVec::from_elem(0, self.wild.len());
        for &(heap, copies) in sum {
            if let Some(i) = self.coordinate(heap) {
                x[i] += copies;
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
