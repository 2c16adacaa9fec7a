//! Sums of canonical games, memoised.
//!
//! (E+a) + (F+b) = (E+F) + (a xor b) for units a, b, so only sums of even games are computed and
//! remembered: a quarter of the pairs. G+H has the options G'+H and G+H'; the recursion runs on
//! a stack of its own, because its depth is b(G)+b(H) and that is the user's to choose.

use hashbrown::HashTable;

use super::limits::Stopped;
use super::universe::{Game, Universe};

/// Sums of even games that are known: triples of indices (smaller, larger, sum).
#[derive(Default)]
pub(super) struct SumTable {
    entries: HashTable<[u32; 3]>,
}

fn pair_hash(a: u32, b: u32) -> u64 {
    let pair = u64::from(a) << 32 | u64::from(b);
    let x = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

impl SumTable {
    fn get(&self, a: u32, b: u32) -> Option<u32> {
        self.entries
            .find(pair_hash(a, b), |e| e[0] == a && e[1] == b)
            .map(|e| e[2])
    }

    fn insert(&mut self, a: u32, b: u32, sum: u32) {
        self.entries
            .insert_unique(pair_hash(a, b), [a, b, sum], |e| pair_hash(e[0], e[1]));
    }

    fn growth(&self) -> usize {
        if self.entries.len() < self.entries.capacity() {
            return 0;
        }
        2 * self.entries.allocation_size().max(64)
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.allocation_size()
    }
}

/// A sum of even games (indices) under way: how many of its options are gathered, and where
/// they begin in the common list.
struct Pending {
    a: u32,
    b: u32,
    done: usize,
    base: usize,
}

impl Universe {
    /// G + H.
    pub fn sum(&mut self, g: Game, h: Game) -> Result<Game, Stopped> {
        let (g, h) = (self.code(g), self.code(h));
        let sum = self.sum_of_evens(g >> 1, h >> 1)?;
        Ok(self.game(sum << 1 | (g ^ h) & 1))
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

    /// The sum if it needs no work: with 0, or remembered.
    fn known_sum(&self, a: u32, b: u32) -> Option<u32> {
        match (a, b) {
            (0, other) | (other, 0) => Some(other),
            _ => self.sums.get(a.min(b), a.max(b)),
        }
    }

    /// The index of E+F for even games E, F given by their indices (Proposition 6.7: it is even).
    pub(super) fn sum_of_evens(&mut self, a: u32, b: u32) -> Result<u32, Stopped> {
        if let Some(sum) = self.known_sum(a, b) {
            return Ok(sum);
        }
        let mut stack = vec![Pending {
            a,
            b,
            done: 0,
            base: 0,
        }];
        let mut gathered: Vec<u64> = Vec::new();
        let mut keys = Vec::new();
        let mut sum = 0;
        while let Some(top) = stack.last_mut() {
            if let Some((a, b)) = self.gather(top, &mut gathered) {
                self.tick()?;
                let base = gathered.len();
                stack.push(Pending {
                    a,
                    b,
                    done: 0,
                    base,
                });
                continue;
            }
            let Pending { a, b, base, .. } = *top;
            keys.clear();
            keys.extend_from_slice(&gathered[base..]);
            gathered.truncate(base);
            let code = self.intern(&mut keys)?;
            debug_assert_eq!(code & 1, 0, "Proposition 6.7: a sum of even games is even");
            sum = code >> 1;
            self.afford(self.sums.growth())?;
            self.sums.insert(a.min(b), a.max(b), sum);
            stack.pop();
        }
        Ok(sum)
    }

    /// Adds options of a pending sum to the list until one needs a sum that is not known, and
    /// returns that pair; none when all options are there.
    fn gather(&self, pending: &mut Pending, gathered: &mut Vec<u64>) -> Option<(u32, u32)> {
        let &mut Pending { a, b, .. } = pending;
        let (left, right) = (self.sets.elements(a), self.sets.elements(b));
        // E+E: the options E'+E come twice.
        let total = if a == b {
            left.len()
        } else {
            left.len() + right.len()
        };
        // Options often come as E', E'+1 in a row: the same pair of even games.
        let mut last = None;
        while pending.done < total {
            let (option, still) = match left.get(pending.done) {
                Some(&option) => (option, b),
                None => (right[pending.done - left.len()], a),
            };
            let pair = (option >> 1, still);
            let known = match last {
                Some((same, sum)) if same == pair => Some(sum),
                _ => self.known_sum(pair.0, pair.1),
            };
            let Some(sum) = known else {
                return Some(pair);
            };
            last = Some((pair, sum));
            gathered.push(self.key(sum << 1 | option & 1));
            pending.done += 1;
        }
        None
    }
}
