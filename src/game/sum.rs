//! Sums of canonical games, memoised.
//!
//! (E+a) + (F+b) = (E+F) + (a xor b) for units a, b, so only sums of even games are computed and
//! remembered: a quarter of the pairs. G+H has the options G'+H and G+H'; the recursion runs on
//! a stack of its own, because its depth is b(G)+b(H) and that is the user's to choose.

use super::sum_table::{Known, Sought, SumTable};
use super::summands::Summands;
use super::universe::{Game, Universe, code_at};
use crate::limits::{Account, Reason, Stopped};

/// The look-ups of so many options begin before the first of them goes on: their loads, from tables
/// far larger than the cache, then run side by side. One after the other they take as long as
/// dependent ones, because each has a branch that cannot be foreseen.
const BLOCK: usize = 16;

/// A sum under way: which of its summands is looked at, how many options of that are gathered,
/// and where the options of the sum begin in the common list.
struct Pending {
    summands: Summands,
    /// The game that stands for all summands but one copy of the greatest, if it is known. Then
    /// its options are looked at first, and after them only those of the greatest summand.
    rest: Option<u32>,
    is_in_rest: bool,
    place: usize,
    done: usize,
    base: usize,
    /// Whether what stands for each option so far is the list that the move led to.
    is_faithful: bool,
}

impl Pending {
    fn new(summands: Summands, sums: &SumTable, base: usize) -> Self {
        let rest = rest_of(&summands, sums);
        Self {
            summands,
            rest,
            is_in_rest: rest.is_some(),
            place: 0,
            done: 0,
            base,
            is_faithful: true,
        }
    }
}

/// The game that stands for all summands but one copy of the greatest, if it is known.
fn rest_of(summands: &Summands, sums: &SumTable) -> Option<u32> {
    let last = summands.as_slice().len().checked_sub(1)?;
    let known = sums.get(&summands.without(last), 0)?;
    known.is_split.then_some(known.sum)
}

impl Universe {
    /// G + H.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        let (g, h) = (self.code(g), self.code(h));
        let sum = self.sum_of_evens(g >> 1, h >> 1)?;
        Ok(self.game(code_at(sum, g ^ h)))
    }

    /// The sum of all these games; 0 if there are none.
    pub fn sum_all(&mut self, games: impl IntoIterator<Item = Game>) -> Result<Game, Stopped> {
        let mut total = self.zero();
        for game in games {
            total = self.sum(total, game)?;
        }
        Ok(total)
    }

    /// n·G, the sum of n copies of G.
    pub fn multiple(&mut self, n: u64, g: Game) -> Result<Game, Stopped> {
        let code = self.code(g);
        if code <= 1 {
            // 1 + 1 = 0.
            return Ok(self.game(code & (n & 1) as u32));
        }
        // One copy at a time: the sums met are followers of k·G with followers of G. Doubling
        // would meet pairs of followers of k·G, quadratically many.
        let mut total = self.zero();
        for _ in 0..n {
            total = self.sum(total, g)?;
        }
        Ok(total)
    }

    /// The index of E+F for even games E, F given by their indices (Proposition 6.7: it is even).
    pub(super) fn sum_of_evens(&mut self, a: u32, b: u32) -> Result<u32, Stopped> {
        if a == 0 || b == 0 {
            return Ok(a | b);
        }
        let first = self.sums.list(a.min(b));
        if let Some(known) = self.sums.get(&first, a.max(b)) {
            return Ok(known.sum);
        }
        let summands = self.sums.with(&first, a.max(b));
        let mut stack = vec![Pending::new(summands, &self.sums, 0)];
        let mut gathered: Vec<u64> = Vec::new();
        let mut keys = Vec::new();
        let mut sum = 0;
        // Deep sums need a stack larger than their games; those of ordinary depth do not show.
        let mut account: Option<Account> = None;
        while let Some(top) = stack.last_mut() {
            if let Some(summands) = self.gather(top, &mut gathered) {
                self.tick()?;
                if stack.len() == stack.capacity() && stack.len() >= 1 << 12 {
                    let account = account.get_or_insert_with(|| self.budget().account());
                    let bytes = 2 * (size_of_val(&stack[..]) + size_of_val(&gathered[..]));
                    account.hold(bytes).map_err(|reason| self.stopped(reason))?;
                    let grown = stack.try_reserve(stack.len());
                    grown.map_err(|_| self.stopped(Reason::Allocator))?;
                }
                stack.push(Pending::new(summands, &self.sums, gathered.len()));
                continue;
            }
            keys.clear();
            keys.extend_from_slice(&gathered[top.base..]);
            gathered.truncate(top.base);
            let stored = self.nodes();
            let code = self.intern(&mut keys)?;
            debug_assert_eq!(code & 1, 0, "Proposition 6.7: a sum of even games is even");
            sum = code >> 1;
            // A new game has all options that were gathered: none of them reverts.
            let is_new = sum as usize == stored;
            self.check_memory(self.sums.growth(&top.summands, sum))?;
            let rest = top.rest.or_else(|| rest_of(&top.summands, &self.sums));
            let is_split = is_new && top.is_faithful;
            let remembered = self.sums.insert(&top.summands, rest, sum, is_split);
            remembered.map_err(|full| self.stopped(full.into()))?;
            stack.pop();
        }
        Ok(sum)
    }

    /// Adds options of a pending sum to the list until one needs a sum that is not known, and
    /// returns the summands of that; none when all options are there.
    fn gather(&self, pending: &mut Pending, gathered: &mut Vec<u64>) -> Option<Summands> {
        if let (true, Some(rest)) = (pending.is_in_rest, pending.rest)
            && let Some((greatest, copies)) = pending.summands.greatest()
        {
            let seek = |even| self.sums.seek_pair(greatest, even);
            let get = |even, sought| self.sums.get_pair(greatest, even, sought);
            if let Some(even) = self.gather_moves(rest, pending, gathered, seek, get) {
                return Some(self.sums.with(&self.sums.list(even), greatest.index));
            }
            pending.is_in_rest = false;
            pending.done = 0;
            // Another copy of the greatest summand is in the rest, with its options.
            pending.place = pending.summands.as_slice().len() - usize::from(copies == 1);
        }
        while let Some(&[summand, _]) = pending.summands.as_slice().get(pending.place) {
            let rest = pending.summands.without(pending.place);
            let seek = |even| self.sums.seek(&rest, even);
            let get = |even, sought| self.sums.get_sought(&rest, even, sought);
            if let Some(even) = self.gather_moves(summand, pending, gathered, seek, get) {
                return Some(self.sums.with(&rest, even));
            }
            // Copies have the same options.
            pending.place += 1;
            pending.done = 0;
        }
        None
    }

    /// The same for the options of one game; what is not known is told by the option.
    fn gather_moves(
        &self,
        game: u32,
        pending: &mut Pending,
        gathered: &mut Vec<u64>,
        seek: impl Fn(u32) -> Sought,
        get: impl Fn(u32, Sought) -> Option<Known>,
    ) -> Option<u32> {
        let options = self.sets.elements(game);
        let mut sought = [Sought::default(); BLOCK];
        while let Some(block) = options.get(pending.done..)
            && !block.is_empty()
        {
            let block = &block[..block.len().min(BLOCK)];
            // Options often come as E', E'+1 in a row: the same even game.
            let mut last = None;
            for (sought, option) in sought.iter_mut().zip(block) {
                let even = option >> 1;
                if last != Some(even) {
                    *sought = seek(even);
                }
                last = Some(even);
            }
            let mut last = None;
            for (&option, &sought) in block.iter().zip(&sought) {
                let even = option >> 1;
                let sum = match last {
                    Some((same, sum)) if same == even => sum,
                    _ => {
                        let Some(known) = get(even, sought) else {
                            return Some(even);
                        };
                        pending.is_faithful &= known.is_split;
                        known.sum
                    }
                };
                last = Some((even, sum));
                gathered.push(self.key(code_at(sum, option)));
                pending.done += 1;
            }
        }
        None
    }
}
