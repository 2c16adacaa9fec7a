//! The road of games that leave at most two heaps.

use super::moves::Moves;
use super::plain::Plain;
use super::sparse::Tables;
use crate::game::Limits;
use crate::nim::error::{NimError, afford, look_at_clock};
use crate::nim::road::Road;
use crate::nim::sequence::Sequence;

/// Heap after heap, with rare and common values once there are enough heaps to tell them apart.
pub(super) struct PairRoad {
    moves: Moves,
    values: Sequence,
    plain: Plain,
    /// None: at the beginning, and again from the first value on that is too large.
    tables: Option<Tables>,
}

impl PairRoad {
    /// Before this heap the tables are not worth their making.
    const FIRST_SPARSE: usize = 512;

    /// Nothing is known yet.
    pub(super) fn new(moves: Moves) -> Self {
        Self {
            moves,
            values: Sequence::of_numbers(0, Vec::new()),
            plain: Plain::default(),
            tables: None,
        }
    }
}

impl Road for PairRoad {
    fn name(&self) -> &'static str {
        if self.moves.two.is_empty() {
            "the mex, heap after heap"
        } else {
            "rare and common values of a sparse space"
        }
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, limits: &Limits) -> Result<(), NimError> {
        let count = to.saturating_add(1);
        afford(
            count.saturating_mul(4).saturating_add(Tables::bytes(count)),
            limits,
        )?;
        let mut fits = true;
        while (self.values.len() as u64) < count {
            look_at_clock(limits)?;
            let known = self.values.entries_mut();
            if self.tables.is_none() && fits && known.len() >= Self::FIRST_SPARSE {
                self.tables = Tables::new(&self.moves, known);
                fits = self.tables.is_some();
            }
            let next = match &mut self.tables {
                Some(tables) => tables.next(&self.moves).map(u32::from),
                None => None,
            };
            let next = next.unwrap_or_else(|| {
                self.tables = None;
                self.plain.next(&self.moves, known)
            });
            known.push(next);
        }
        Ok(())
    }
}
