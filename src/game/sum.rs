//! Sums of canonical games, memoised.
//!
//! (E+a) + (F+b) = (E+F) + (a xor b) for units a, b, so only sums of even games are computed and
//! remembered: a quarter of the pairs. G+H has the options G'+H and G+H'; the recursion keeps its
//! own stack, because its depth is b(G)+b(H), which the user chooses.

use super::memory::Scratch;
use super::sum_table::{Known, Sought, SumTable};
use super::summands::Summands;
use super::universe::{Game, Universe, code_at};
use crate::limits::{Reason, Stopped};

/// How many look-ups start before the first of them is completed: their loads, from tables far
/// larger than the cache, then overlap. One after the other they take as long as dependent ones,
/// because each has a branch that the processor cannot predict.
const BLOCK: usize = 16;

/// A pending sum: the summand whose options are being gathered, how many of them are gathered, and
/// where the options of the sum begin in the common list.
struct Pending {
    summands: Summands,
    /// The game that stands for all summands but one copy of the greatest, if it is known. Then
    /// its options are gathered first, and after them only those of the greatest summand.
    rest: Option<u32>,
    is_in_rest: bool,
    place: usize,
    done: usize,
    base: usize,
    /// Whether each option so far is split into the list that the move led to.
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

/// Returns the game that stands for all summands but one copy of the greatest, if it is known.
fn rest_of(summands: &Summands, sums: &SumTable) -> Option<u32> {
    let last = summands.as_slice().len().checked_sub(1)?;
    let known = sums.get(&summands.without(last), 0)?;
    known.is_split.then_some(known.sum)
}

impl Universe {
    /// Returns G + H.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        let (g, h) = (self.code(g), self.code(h));
        let sum = self.sum_of_evens(g >> 1, h >> 1)?;
        Ok(self.game(code_at(sum, g ^ h)))
    }

    /// Returns the sum of all these games; 0 if there are none.
    pub fn sum_all(&mut self, games: impl IntoIterator<Item = Game>) -> Result<Game, Stopped> {
        let mut total = self.zero();
        for game in games {
            total = self.sum(total, game)?;
        }
        Ok(total)
    }

    /// Returns n·G, the sum of n copies of G.
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

    /// Returns the index of E+F for even games E, F given by their indices (Proposition 6.7: E+F is
    /// even).
    ///
    /// # Panics
    /// If a sum of even games turns out to be odd, against the proposition.
    pub(super) fn sum_of_evens(&mut self, a: u32, b: u32) -> Result<u32, Stopped> {
        if a == 0 || b == 0 {
            return Ok(a | b);
        }
        let first = self.sums.list(a.min(b));
        if let Some(known) = self.sums.get(&first, a.max(b)) {
            return Ok(known.sum);
        }
        let summands = self.sums.with(&first, a.max(b));
        let mut stack = Scratch::new();
        let mut gathered: Scratch<u64> = Scratch::new();
        let mut keys = Vec::new();
        let mut sum = 0;
        let mut next = Some(summands);
        loop {
            if let Some(summands) = next.take() {
                let pending = Pending::new(summands, &self.sums, gathered.len());
                self.push(&mut stack, pending)?;
            }
            let Some(top) = stack.last_mut() else {
                return Ok(sum);
            };
            next = (self.gather(top, &mut gathered)).map_err(|reason| self.stopped(reason))?;
            if next.is_some() {
                self.tick()?;
                continue;
            }
            keys.clear();
            keys.extend_from_slice(&gathered[top.base..]);
            gathered.truncate(top.base);
            let stored = self.nodes();
            let code = self.intern(&mut keys)?;
            assert_eq!(code & 1, 0, "Proposition 6.7: a sum of even games is even");
            sum = code >> 1;
            // A new game has all gathered options: none of them reverts.
            let is_new = sum as usize == stored;
            self.check_memory(self.sums.growth(&top.summands, sum))?;
            let rest = top.rest.or_else(|| rest_of(&top.summands, &self.sums));
            let is_split = is_new && top.is_faithful;
            let remembered = self.sums.insert(&top.summands, rest, sum, is_split);
            remembered.map_err(|full| self.stopped(full.into()))?;
            stack.pop();
        }
    }

    /// Appends options of a pending sum to the list until one needs a sum that is not known, and
    /// returns the summands of that; `None` when all options are gathered.
    fn gather(
        &self,
        pending: &mut Pending,
        gathered: &mut Scratch<u64>,
    ) -> Result<Option<Summands>, Reason> {
        if let (true, Some(rest)) = (pending.is_in_rest, pending.rest)
            && let Some((greatest, copies)) = pending.summands.greatest()
        {
            let seek = |even| self.sums.seek_pair(greatest, even);
            let get = |even, sought| self.sums.get_pair(greatest, even, sought);
            if let Some(even) = self.gather_moves(rest, pending, gathered, seek, get)? {
                let list = self.sums.list(even);
                return Ok(Some(self.sums.with(&list, greatest.index)));
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
            if let Some(even) = self.gather_moves(summand, pending, gathered, seek, get)? {
                return Ok(Some(self.sums.with(&rest, even)));
            }
            // Copies have the same options.
            pending.place += 1;
            pending.done = 0;
        }
        Ok(None)
    }

    /// Appends the options of one game; returns the first option whose sum is not known.
    fn gather_moves(
        &self,
        game: u32,
        pending: &mut Pending,
        gathered: &mut Scratch<u64>,
        seek: impl Fn(u32) -> Sought,
        get: impl Fn(u32, Sought) -> Option<Known>,
    ) -> Result<Option<u32>, Reason> {
        let options = self.sets.elements(game);
        let mut sought = [Sought::default(); BLOCK];
        while let Some(block) = options.get(pending.done..)
            && !block.is_empty()
        {
            let block = &block[..block.len().min(BLOCK)];
            gathered.reserve_within(BLOCK, self.budget())?;
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
                            return Ok(Some(even));
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
        Ok(None)
    }
}
