//! How many classes sums with bounded numbers of wild heaps have.

use rustc_hash::FxHashMap;

use super::cells::Cells;
use super::quotient::InfiniteQuotient;
use crate::limits::{Budget, Meter};
use crate::quotient::error::QuotientError;
use crate::quotient::minimise::classes;

impl InfiniteQuotient {
    /// Returns the number of elements of the quotient that are values of sums with at most this many
    /// copies of each wild heap.
    ///
    /// Two values (m, x) and (n, y) are equal iff (mz, x + w) and (nz, y + w) are both in P or both not,
    /// for all z in M and w in N^k. The points w that matter are one of each cell for the displacements
    /// x and y; the elements z are dealt with by partition refinement.
    pub fn classes_up_to(&self, most: u32, budget: &Budget) -> Result<usize, QuotientError> {
        let mut meter = Meter::new(budget);
        let description = &self.description;
        let (monoid, cells) = (&description.tame.monoid, &description.cells);
        let k = description.wild.len();
        let side = most as usize + 1;
        let points = (0..k).try_fold(1usize, |points, _| points.checked_mul(side));
        let states = points.and_then(|points| points.checked_mul(monoid.order()));
        let states = states.ok_or(QuotientError::Numbers)?;
        budget.check_nodes(states)?;
        let point = |mut place: usize| -> Vec<i64> {
            let digits = (0..k).map(|_| {
                let digit = place % side;
                place /= side;
                i64::try_from(digit).unwrap_or(0)
            });
            digits.collect()
        };
        let displacements: Vec<Vec<i64>> = (0..states / monoid.order()).map(point).collect();
        let wide = Cells::new(cells.shape.extended(&displacements), &mut meter)?;
        let mut account = budget.account();
        let letters = monoid.generator_count();
        account.add(states.saturating_mul(4 * (letters + 3)))?;
        let mut colours = Vec::with_capacity(states);
        let mut numbers: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
        for d in &displacements {
            let moved: Vec<Option<u32>> = (0..u32::try_from(wide.len()).unwrap_or(u32::MAX))
                .map(|cell| wide.shifted(cell, d, cells))
                .collect();
            for m in monoid.elements() {
                meter.tick_for(moved.len())?;
                let mut bits = vec![0u64; moved.len().div_ceil(64)];
                for (i, cell) in moved.iter().enumerate() {
                    if cell.is_some_and(|cell| description.is_p(m, cell)) {
                        bits[i / 64] |= 1 << (i % 64);
                    }
                }
                let unused = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                let known = numbers.len();
                let colour = *numbers.entry(bits).or_insert(unused);
                if numbers.len() > known {
                    account.add(8 * moved.len().div_ceil(64) + 64)?;
                }
                colours.push(colour);
            }
        }
        let mut next = Vec::with_capacity(states * letters);
        for place in 0..displacements.len() {
            let offset =
                u32::try_from(place * monoid.order()).map_err(|_| QuotientError::Numbers)?;
            for m in monoid.elements() {
                let products = (0..letters).map(|g| offset + monoid.times_generator(m, g));
                next.extend(products);
            }
        }
        let found = classes(colours.into_iter(), &next, letters, &mut meter)?;
        Ok(found.count)
    }
    /// Returns by how many the number of [classes](Self::classes_up_to) grows with the number of copies,
    /// if it is seen to grow linearly. It is counted and not proved. None if there are too many classes
    /// to count or if they grow otherwise.
    pub fn growth(&self, budget: &Budget) -> Result<Option<usize>, QuotientError> {
        /// The most bits that are compared.
        const MOST: usize = 1 << 29;
        let shape = self.shape();
        let largest = |list: &[u32]| list.iter().copied().max().unwrap_or(1);
        let period = shape.moduli.iter().fold(1, |product: u32, &p| {
            if product.is_multiple_of(p) {
                product
            } else {
                product.saturating_mul(p)
            }
        });
        let half_width = u32::try_from(shape.half_width).unwrap_or(u32::MAX);
        let first = largest(&shape.thresholds)
            .saturating_add(half_width)
            .saturating_add(2);
        let last = first.saturating_add(period.saturating_mul(2));
        let points = (0..self.wild().len())
            .try_fold(1usize, |points, _| points.checked_mul(last as usize + 1));
        let states = points.and_then(|points| points.checked_mul(self.tame_part().order()));
        let reach: u64 = shape.wall.iter().map(|c| c.unsigned_abs()).sum();
        let reach = reach.saturating_mul(u64::from(last)) + shape.half_width.unsigned_abs();
        let levels = usize::try_from(2 * reach + 1).unwrap_or(usize::MAX);
        let classes = shape.thresholds.iter().zip(&shape.moduli);
        let mut classes = classes.map(|(&t, &p)| t as usize + p as usize + 1);
        let cells = classes.try_fold(levels, usize::checked_mul);
        let bits = states
            .zip(cells)
            .and_then(|(states, cells)| states.checked_mul(cells));
        if bits.is_none_or(|bits| bits > MOST) {
            return Ok(None);
        }
        let counts = [first, first + period, last].map(|most| self.classes_up_to(most, budget));
        let [a, b, c] = counts;
        let (a, b, c) = (a?, b?, c?);
        let (more, period) = (b.saturating_sub(a), period as usize);
        let is_linear = c.saturating_sub(b) == more && more % period == 0;
        Ok(is_linear.then_some(more / period))
    }
}
