//! The method of games that leave at most two heaps.

use super::moves::Moves;
use super::plain::Plain;
use super::sparse::Tables;
use super::take_over;
use crate::limits::Budget;
use crate::nim::error::NimError;
use crate::nim::evaluator::Evaluator;
use crate::nim::sequence::Sequence;

/// Heap after heap, with rare and common values once there are enough heaps to tell them apart.
pub(super) struct PairEvaluator {
    moves: Moves,
    values: Sequence,
    plain: Plain,
    /// None: at the beginning, and again from the first value on that is too large.
    tables: Option<Tables>,
    /// The tables are made when so many values are known.
    sparse_from: usize,
}

impl PairEvaluator {
    /// Before this heap the tables are not worth their making.
    const FIRST_SPARSE: usize = 512;

    /// Nothing is known yet. The moves count the tokens of a heap from `first` on as 0, 1, 2, ….
    pub(super) fn new(moves: Moves, first: u64) -> Self {
        Self {
            moves,
            values: Sequence::of_numbers(first, Vec::new()),
            plain: Plain::default(),
            tables: None,
            sparse_from: Self::FIRST_SPARSE,
        }
    }
}

impl Evaluator for PairEvaluator {
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

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        let known = self.values.len() as u64;
        let Some(count) = heaps_up_to(to, &self.values).filter(|&count| count > known) else {
            return Ok(());
        };
        let bytes = count.saturating_mul(4);
        budget.check_memory(bytes.saturating_add(Tables::bytes(count)))?;
        for _ in known..count {
            budget.check()?;
            let known = self.values.entries_mut();
            if known.len() == self.sparse_from {
                self.tables = Tables::new(&self.moves, known);
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

    fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
        take_over(&mut self.values, known)?;
        self.tables = None;
        // The tables are made anew from the values.
        self.sparse_from = Self::FIRST_SPARSE.max(self.values.len());
        Ok(())
    }
}

/// How many values there are when the last is that of heap `to`; none before the first.
pub(super) fn heaps_up_to(to: u64, values: &Sequence) -> Option<u64> {
    Some(to.checked_sub(values.first())?.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Code;

    fn plainly(moves: &Moves, count: usize) -> Vec<u32> {
        let mut plain = Plain::default();
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(plain.next(moves, &values));
        }
        values
    }

    /// The values by tables that are made when so many values are known.
    fn by_tables(moves: &Moves, from: usize, count: usize) -> Vec<u32> {
        let mut evaluator = PairEvaluator::new(moves.clone(), 0);
        evaluator.sparse_from = from;
        evaluator
            .extend(count as u64 - 1, &Budget::default())
            .unwrap();
        assert!(moves.two.is_empty() || evaluator.tables.is_some());
        evaluator.values().numbers().unwrap().to_vec()
    }

    fn octal(d0: u8, digits: [u8; 3]) -> Moves {
        Moves::of_code(&Code::new(d0, &digits).unwrap())
    }

    #[test]
    fn tables_from_the_very_first_heaps_on_give_the_same_values() {
        for digits in 0..512u16 {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
            for d0 in [0, 4] {
                let moves = octal(d0, digits);
                let plain = plainly(&moves, 150);
                for from in [0, 1, 2, 5, 40] {
                    let case = format!("{d0} {digits:?} from {from}");
                    assert_eq!(by_tables(&moves, from, 150), plain, "{case}");
                }
            }
        }
    }

    #[test]
    fn tables_give_the_same_values_far_out() {
        let grundy = Moves {
            two: vec![0],
            unequal: true,
            ..Moves::default()
        };
        let several = Moves {
            two: vec![1, 4, 9],
            ..Moves::default()
        };
        for (moves, count) in [
            (octal(0, [0, 0, 7]), 6000),
            (octal(0, [6, 0, 0]), 6000),
            (grundy, 6000),
            (several, 4000),
            // Alternating: a value is rare at heaps of one parity.
            (octal(0, [0, 5, 1]), 4000),
            (octal(0, [1, 6, 1]), 4000),
            (octal(4, [0, 4, 2]), 4000),
        ] {
            let plain = plainly(&moves, count);
            for from in [30, 512] {
                assert_eq!(by_tables(&moves, from, count), plain, "{moves:?}");
            }
        }
    }

    #[test]
    fn values_too_large_for_the_tables_are_left_to_the_plain_method() {
        // 0.333…34: the first heaps are nim heaps.
        let length = 17_000;
        let moves = Moves {
            nothing: (1..length).collect(),
            one: (1..length).collect(),
            two: vec![length],
            ..Moves::default()
        };
        let mut evaluator = PairEvaluator::new(moves.clone(), 0);
        let known: Vec<u32> = (0..16_380).collect();
        evaluator.resume(Sequence::of_numbers(0, known)).unwrap();
        evaluator.extend(16_390, &Budget::default()).unwrap();
        let last: Vec<u32> = (16_380..=16_390).collect();
        assert_eq!(&evaluator.values().numbers().unwrap()[16_380..], last);
        assert!(evaluator.tables.is_none());
    }
}
