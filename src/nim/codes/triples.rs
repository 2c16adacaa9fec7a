//! The evaluator of games that may leave three heaps.

use super::moves::Moves;
use super::pairs::prepared;
use super::take_over;
use crate::heaps::NimError;
use crate::heaps::Sequence;
use crate::limits::{Account, Budget, Reason, Ticker};
use crate::nim::evaluator::Evaluator;
use crate::nim::memory::{TableMemory, push};

/// Computes heap after heap, with the values of all pairs of each total as sets.
///
/// A value v is that of a triple of total m iff for some part a, not above m/3, the set of pairs of
/// total m − a has the member v ⊕ G(a). That test is slow, but most values are options for a
/// simple reason: two equal heaps beside a heap of a have the value G(a), so the values of all
/// heaps a < m of the parity of m are those of triples. The others are tested one by one, in
/// ascending order, until one is no option.
pub(super) struct TripleEvaluator {
    moves: Moves,
    values: Sequence,
    pairs: PairSets,
    /// The values of the even and of the odd heaps that occur in triples with two equal heaps.
    twins: [Vec<u64>; 2],
    /// The heaps before this one are included in them.
    in_twins: usize,
    seen: Vec<u64>,
    ticker: Ticker,
    memory: TableMemory,
}

impl TripleEvaluator {
    /// Returns an evaluator for these moves.
    pub(super) fn new(moves: Moves) -> Self {
        Self {
            moves,
            values: Sequence::of_numbers(0, Vec::new()),
            pairs: PairSets::default(),
            twins: [Vec::new(), Vec::new()],
            in_twins: 1,
            seen: Vec::new(),
            ticker: Ticker::default(),
            memory: TableMemory::default(),
        }
    }

    /// Returns the value of the heap after the known ones.
    fn next(&mut self, budget: &Budget) -> Result<u32, NimError> {
        let known = self.values.numbers().unwrap_or_default();
        let heap = known.len();
        self.seen.clear();
        if self.moves.may_vanish(heap) {
            insert(&mut self.seen, 0);
        }
        for left in self.moves.single(heap) {
            insert(&mut self.seen, known[left]);
        }
        for total in self.moves.totals(heap) {
            unite(&mut self.seen, self.pairs.row(total));
        }
        let most = self.moves.three.last().copied().unwrap_or(0);
        // For every total m the heaps up to m − 2, not the empty one.
        let end = (heap + 1).saturating_sub(most + 2);
        if let Some(new) = known.get(self.in_twins..end) {
            for (a, &value) in (self.in_twins..).zip(new) {
                insert(&mut self.twins[a % 2], value);
            }
            self.in_twins = end;
        }
        for total in self.moves.totals_of_three(heap) {
            unite(&mut self.seen, &self.twins[total % 2]);
        }
        let mut value = 0;
        loop {
            if self.ticker.is_due() {
                budget.check()?;
            }
            if !contains(&self.seen, value) && !self.is_triple(known, value) {
                return Ok(value);
            }
            value += 1;
        }
    }

    /// Checks whether a move leaves three heaps with this nim sum.
    fn is_triple(&self, known: &[u32], value: u32) -> bool {
        self.moves.totals_of_three(known.len()).any(|total| {
            let mut least = 1..=total / 3;
            least.any(|a| contains(self.pairs.row(total - a), value ^ known[a]))
        })
    }
}

impl Evaluator for TripleEvaluator {
    fn name(&self) -> &'static str {
        "sets of the values of pairs"
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
        let Some(count) = prepared(to, &self.values, &mut self.memory, budget)? else {
            return Ok(());
        };
        while (self.values.len() as u64) < count {
            let known = self.values.numbers().unwrap_or_default();
            // After `resume` there are many sets to compute.
            while self.pairs.len() <= known.len() {
                budget.check()?;
                self.pairs.push(known, self.memory.account())?;
            }
            let next = self.next(budget)?;
            push(self.values.entries_mut(), next, self.memory.account())?;
            budget.reached(self.values.len() as u64);
        }
        tracing::debug!(heaps = count, "values computed");
        Ok(())
    }

    fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
        take_over(&mut self.values, known)?;
        self.memory = TableMemory::of_table(self.values.entries_mut());
        self.pairs = PairSets::default();
        self.twins = [Vec::new(), Vec::new()];
        self.in_twins = 1;
        Ok(())
    }
}

/// For each total the set of values of pairs of nonempty heaps, a bit each, one after the other.
#[derive(Default)]
struct PairSets {
    words: Vec<u64>,
    /// Where the set of each total ends.
    ends: Vec<usize>,
    /// The union of the binary digits of the values of all heaps below the last total.
    digits: u32,
}

impl PairSets {
    fn len(&self) -> usize {
        self.ends.len()
    }

    fn row(&self, total: usize) -> &[u64] {
        let start = total.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.words[start..self.ends[total]]
    }

    /// Adds the next total, whose parts are all known.
    fn push(&mut self, known: &[u32], account: &mut Account) -> Result<(), Reason> {
        let total = self.len();
        account.reserve(&mut self.ends, 1)?;
        if total >= 2 {
            self.digits |= known[total - 1];
            // All nim sums of two are below the next power of two.
            let end = (self.digits as usize + 1).next_power_of_two();
            let width = end.div_ceil(64);
            let start = self.words.len();
            account.reserve(&mut self.words, width)?;
            self.words.resize(start + width, 0);
            let row = &mut self.words[start..];
            let half = total / 2;
            let others = known[total - half..total].iter().rev();
            for (a, b) in known[1..=half].iter().zip(others) {
                let value = a ^ b;
                row[value as usize / 64] |= 1 << (value % 64);
            }
        }
        self.ends.push(self.words.len());
        Ok(())
    }
}

fn contains(set: &[u64], value: u32) -> bool {
    let word = set.get(value as usize / 64);
    word.is_some_and(|word| word >> (value % 64) & 1 == 1)
}

fn unite(union: &mut Vec<u64>, set: &[u64]) {
    if set.len() > union.len() {
        union.resize(set.len(), 0);
    }
    for (union, set) in union.iter_mut().zip(set) {
        *union |= set;
    }
}

fn insert(set: &mut Vec<u64>, value: u32) {
    let word = value as usize / 64;
    if word >= set.len() {
        set.resize(word + 1, 0);
    }
    set[word] |= 1 << (value % 64);
}
