//! Cells without a known point.

use super::description::{Description, Point};
use crate::limits::{Meter, Reason};
use crate::quotient::monoid::Element;
use crate::quotient::table::{HeapTable, without};

/// For each cell and element of M, whether the points of the cell are in P, as far as it is known.
pub(super) struct Bits {
    pub(super) order: usize,
    pub(super) bits: Vec<Option<bool>>,
}

impl Bits {
    fn get(&self, m: Element, cell: u32) -> Option<bool> {
        self.bits[cell as usize * self.order + m as usize]
    }

    /// Returns rows of bits as a description has them; none if a bit is not known.
    pub(super) fn packed(&self) -> Option<Vec<u64>> {
        let cells = self.bits.len() / self.order;
        let words = cells.div_ceil(64);
        let mut packed = vec![0; self.order * words];
        for (i, bit) in self.bits.iter().enumerate() {
            let (cell, m) = (i / self.order, i % self.order);
            if (*bit)? {
                packed[m * words + cell / 64] |= 1 << (cell % 64);
            }
        }
        Some(packed)
    }
}

/// Finds unknown bits from the options of one point of each cell, if the cells of these are known.
/// That is right if the cells are; the description is verified later.
pub(super) fn complete(
    bits: &mut Bits,
    description: &Description,
    table: &HeapTable,
    meter: &mut Meter<'_>,
) -> Result<(), Reason> {
    if bits.bits.iter().all(Option::is_some) {
        return Ok(());
    }
    let points = description.cells.representatives(meter)?;
    let mut is_new = true;
    while is_new {
        is_new = false;
        for place in 0..bits.bits.len() {
            if bits.bits[place].is_some() {
                continue;
            }
            meter.tick_for(64)?;
            let (cell, m) = (place / bits.order, place % bits.order);
            let m = Element::try_from(m).unwrap_or(0);
            let found = by_options(bits, description, table, m, &points[cell]);
            is_new |= found.is_some();
            bits.bits[place] = found;
        }
    }
    Ok(())
}

/// Returns whether (m, x) is in P by its options.
fn by_options(
    bits: &Bits,
    description: &Description,
    table: &HeapTable,
    m: Element,
    x: &Point,
) -> Option<bool> {
    let Description {
        tame, wild, cells, ..
    } = description;
    let word = tame.sum_of(m);
    let mut unknown = false;
    let wild_heaps = wild.iter().zip(x).filter(|&(_, &copies)| copies > 0);
    let heaps = word.iter().map(|&(heap, _)| heap);
    for heap in heaps.chain(wild_heaps.map(|(&heap, _)| heap)) {
        let removed = description.coordinate(heap);
        let rest = match removed {
            Some(_) => m,
            None => tame.value(&without(&word, heap)),
        };
        for option in table.options(heap) {
            let (value, d) = description.value(option);
            let terms = x.iter().zip(&d);
            let mut after: Vec<u64> = terms.map(|(&x, &d)| u64::from(x) + u64::from(d)).collect();
            if let Some(i) = removed {
                after[i] -= 1;
            }
            let value = tame.monoid.times(rest, value);
            match cells
                .of_point(&after)
                .and_then(|cell| bits.get(value, cell))
            {
                Some(true) => return Some(false),
                None => unknown = true,
                Some(false) => {}
            }
        }
    }
    (!unknown).then_some(true)
}
