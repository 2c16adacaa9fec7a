//! The evaluator of games that leave at most two heaps.

use super::all_pairs::AllPairs;
use super::moves::Moves;
use super::sparse_tables::SparseTables;
use super::take_over;
use super::window::WindowEvaluator;
use crate::heaps::NimError;
use crate::heaps::Sequence;
use crate::limits::{Budget, Reason};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::{TableMemory, push};

/// Computes heap after heap, with rare and common values once there are enough heaps to tell them
/// apart, and from windows once rare heaps are known to be very few.
pub(super) struct PairEvaluator {
    moves: Moves,
    values: Sequence,
    all_pairs: AllPairs,
    /// None at the beginning, and from the first value that is too large.
    tables: Option<SparseTables>,
    /// The tables are built when this number of values is known.
    sparse_from: usize,
    /// In the place of the tables.
    windows: Option<WindowEvaluator>,
    /// Windows are tried when this number of values is known.
    windows_from: usize,
    memory: TableMemory,
}

impl PairEvaluator {
    /// Before this heap the tables do not pay.
    const FIRST_SPARSE: usize = 512;
    /// Before this heap it is not known how few rare heaps are.
    const FIRST_WINDOWS: usize = 1 << 15;
    /// Windows look at the partners one by one: with more of them the tables are faster.
    const MOST_PARTNERS: usize = 100;
    /// For each heap as many options may be looked at from windows, on average.
    const WORK_PER_HEAP: u64 = 400;
    /// And for all of them this many.
    const LEAST_WORK: u64 = 1 << 28;

    /// Returns an evaluator for these moves, which count the tokens of a heap from `first` on as
    /// 0, 1, 2, ….
    pub(super) fn new(moves: Moves, first: u64) -> Self {
        Self {
            moves,
            values: Sequence::of_numbers(first, Vec::new()),
            all_pairs: AllPairs::default(),
            tables: None,
            sparse_from: Self::FIRST_SPARSE,
            windows: None,
            windows_from: Self::FIRST_WINDOWS,
            memory: TableMemory::default(),
        }
    }

    /// Tries windows if it is time, for moves that count the tokens as they are.
    fn try_windows(&mut self, budget: &Budget) -> Result<(), Reason> {
        let known = self.values.entries_mut();
        if known.len() < self.windows_from || self.moves.unequal || self.values.first() > 0 {
            return Ok(());
        }
        self.windows_from = usize::MAX;
        let known = self.values.entries_mut();
        let windows = WindowEvaluator::of_moves(self.moves.clone(), known, budget)?;
        self.windows =
            windows.filter(|windows| windows.rare_partners().len() <= Self::MOST_PARTNERS);
        if self.windows.is_some() {
            self.tables = None;
        }
        Ok(())
    }

    /// Appends values up to this number from windows, as far as these serve with this work. The tables, which go on after
    /// them, are built from the values.
    fn extend_by_windows(
        &mut self,
        count: usize,
        work: u64,
        budget: &Budget,
    ) -> Result<(), Reason> {
        let Some(windows) = &mut self.windows else {
            return Ok(());
        };
        let known = self.values.entries_mut();
        windows.allow(work);
        let result = windows.extend(count, budget);
        let new = &windows.values()[known.len()..];
        self.memory.account().reserve(known, new.len())?;
        known.extend(new.iter().map(|&value| u32::from(value)));
        if result? && known.len() == count {
            return Ok(());
        }
        tracing::debug!(heaps = known.len(), "windows no longer serve");
        self.sparse_from = known.len();
        self.windows = None;
        Ok(())
    }

    /// Appends the value of the next heap.
    fn push_next(&mut self, budget: &Budget) -> Result<(), Reason> {
        let known = self.values.entries_mut();
        let account = self.memory.account();
        if known.len() == self.sparse_from {
            self.tables = SparseTables::new(&self.moves, known, budget)?;
        }
        let next = match &mut self.tables {
            Some(tables) => tables.next(&self.moves)?,
            None => None,
        };
        let next = if let Some(next) = next {
            u32::from(next)
        } else {
            self.tables = None;
            self.all_pairs.next(&self.moves, known, account)?
        };
        push(known, next, account)
    }
}

impl Evaluator for PairEvaluator {
    fn name(&self) -> &'static str {
        if self.moves.two.is_empty() {
            "the mex, heap after heap"
        } else {
            "the mex over pairs with a rare value, and few others"
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
        let mut held = self.memory.under(budget)?.bytes() as u64;
        if let Some(tables) = &mut self.tables {
            held += tables.memory.under(budget)?.bytes() as u64;
        }
        // A range that cannot fit is refused before any work is done.
        let per_heap = match &self.windows {
            Some(_) => WindowEvaluator::BYTES_PER_HEAP,
            None => SparseTables::BYTES_PER_HEAP,
        };
        let bytes = count.saturating_mul(4 + per_heap);
        budget.check_memory(bytes.saturating_sub(held))?;
        let last = usize::try_from(count).unwrap_or(usize::MAX);
        while self.values.len() < last {
            let heap = self.values.len() as u64;
            if self.windows.is_some() {
                let work = Self::WORK_PER_HEAP.saturating_mul(count - heap);
                self.extend_by_windows(last, work.max(Self::LEAST_WORK), budget)?;
                continue;
            }
            budget.check()?;
            budget.reached(heap);
            if let Err(reason) = self.push_next(budget) {
                // The tables may be ahead of the values: they are rebuilt when work continues.
                self.tables = None;
                self.sparse_from = Self::FIRST_SPARSE.max(self.values.len());
                return Err(reason.into());
            }
            self.try_windows(budget)?;
        }
        tracing::debug!(heaps = count, "values computed");
        Ok(())
    }

    fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
        take_over(&mut self.values, known)?;
        self.memory = TableMemory::of_table(self.values.entries_mut());
        self.all_pairs = AllPairs::default();
        self.tables = None;
        self.windows = None;
        self.windows_from = Self::FIRST_WINDOWS;
        // The tables are rebuilt from the values.
        self.sparse_from = Self::FIRST_SPARSE.max(self.values.len());
        Ok(())
    }
}

/// Moves the memory of the values to this budget and returns how many values there are up to heap
/// `to`; none if all of them are known.
///
/// # Errors
/// If they cannot fit: before any work is done.
pub(super) fn prepared(
    to: u64,
    values: &Sequence,
    memory: &mut TableMemory,
    budget: &Budget,
) -> Result<Option<u64>, Reason> {
    let known = values.len() as u64;
    let Some(count) = heaps_up_to(to, values).filter(|&count| count > known) else {
        return Ok(None);
    };
    let held = memory.under(budget)?.bytes() as u64;
    budget.check_memory(count.saturating_mul(4).saturating_sub(held))?;
    Ok(Some(count))
}

/// Returns the number of values up to heap `to`; none before the first heap.
fn heaps_up_to(to: u64, values: &Sequence) -> Option<u64> {
    Some(to.checked_sub(values.first())?.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::Code;

    fn by_all_pairs(moves: &Moves, count: usize) -> Vec<u32> {
        let mut mex = AllPairs::default();
        let mut account = Budget::default().account();
        let mut values = Vec::new();
        for _ in 0..count {
            values.push(mex.next(moves, &values, &mut account).unwrap());
        }
        values
    }

    /// The values by tables that are built when `from` values are known.
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
    fn tables_built_at_the_first_heaps_give_the_same_values() {
        for digits in 0..512u16 {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
            for d0 in [0, 4] {
                let moves = octal(d0, digits);
                let expected = by_all_pairs(&moves, 150);
                for from in [0, 1, 2, 5, 40] {
                    let case = format!("{d0} {digits:?} from {from}");
                    assert_eq!(by_tables(&moves, from, 150), expected, "{case}");
                }
            }
        }
    }

    #[test]
    fn windows_give_the_same_values_as_long_as_they_serve() {
        let mut by_windows = 0;
        for digits in 0..512u16 {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
            for d0 in [0, 4] {
                let moves = octal(d0, digits);
                let expected = by_all_pairs(&moves, 700);
                let mut evaluator = PairEvaluator::new(moves, 0);
                evaluator.windows_from = 60;
                // In parts, so that what was begun goes on, by tables in the end.
                for to in [200, 400] {
                    evaluator.extend(to, &Budget::default()).unwrap();
                }
                by_windows += usize::from(evaluator.windows.is_some());
                let budget = Budget::default();
                evaluator.extend_by_windows(500, 0, &budget).unwrap();
                assert!(evaluator.windows.is_none());
                evaluator.extend(699, &budget).unwrap();
                let values = evaluator.values().numbers().unwrap();
                assert_eq!(values, expected, "{d0} {digits:?}");
            }
        }
        assert!(by_windows > 200, "{by_windows}");
    }

    #[test]
    fn values_from_windows_are_those_of_tables() {
        for digits in [[1, 0, 4], [1, 0, 6], [0, 5, 4], [1, 6, 0]] {
            let moves = octal(0, digits);
            let mut tables = PairEvaluator::new(moves.clone(), 0);
            tables.windows_from = usize::MAX;
            let mut windows = PairEvaluator::new(moves, 0);
            for evaluator in [&mut tables, &mut windows] {
                evaluator.extend(100_000, &Budget::default()).unwrap();
            }
            assert!(tables.windows.is_none(), "{digits:?}");
            assert_eq!(tables.values(), windows.values(), "{digits:?}");
        }
    }

    #[test]
    fn tables_give_the_same_values_for_large_heaps() {
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
            let expected = by_all_pairs(&moves, count);
            for from in [30, 512] {
                assert_eq!(by_tables(&moves, from, count), expected, "{moves:?}");
            }
        }
    }

    #[test]
    fn values_too_large_for_the_tables_are_computed_without_them() {
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
