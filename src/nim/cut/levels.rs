//! The nim-sets N(n,p) as rows of bits, one level for each number of piles p.
//!
//! The smallest of p piles has at most n/p, so
//!
//! > N(n,p) = ⋃ G(h) ⊕ N(n−h,p−1), h ≤ n/p.
//!
//! Of G(h) the bits from the sixth on only permute words; the rows of equal lower bits, the lane, are
//! united first, and the bits within words are permuted once for each lane and row.
//!
//! **Shifts.** Suppose N(m+1,p+1) = N(m,p) for all m ≤ M. Then N(m+1,p+2) = ⋃ G(h) ⊕ N(m+1−h,p+1)
//! = ⋃ G(h) ⊕ N(m−h,p) = N(m,p+1) for all m ≤ M+1, and so on: every higher level is the one below
//! moved by one. Cut games come to this after a few levels (for {1,2c} at four piles, Theorem 13 of
//! Ellis and Thanatipanonda), so only those few are computed. Should the top level fail to be a shift
//! at some n, one more level begins there.

use crate::heaps::NimError;
use crate::limits::{Account, Budget, Reason, Ticker};
use crate::nim::memory::{TableMemory, filled, push};

/// The sets N(m,p) for one p, packed.
struct Level {
    words: Vec<u64>,
    /// Where the row of each m from 0 on ends.
    ends: Vec<usize>,
}

impl Level {
    /// Returns a level with the row of 0, which is empty.
    fn new() -> Self {
        Self {
            words: Vec::new(),
            ends: vec![0],
        }
    }

    fn row(&self, m: usize) -> &[u64] {
        match m {
            0 => &[],
            _ => &self.words[self.ends[m - 1]..self.ends[m]],
        }
    }

    /// Appends a row, up to its last nonzero word, so that equal sets are equal rows.
    fn push(&mut self, row: &[u64], account: &mut Account) -> Result<(), Reason> {
        let length = row
            .iter()
            .rposition(|&word| word != 0)
            .map_or(0, |at| at + 1);
        account.reserve(&mut self.words, length)?;
        self.words.extend_from_slice(&row[..length]);
        push(&mut self.ends, self.words.len(), account)
    }

    fn keep_below(&mut self, m: usize) {
        self.ends.truncate(m);
        self.words.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Returns the level that has each row one later.
    fn shifted(&self, account: &mut Account) -> Result<Self, Reason> {
        let rows = self.ends.len() - 1;
        let (mut words, mut ends) = (Vec::new(), Vec::new());
        account.reserve(&mut ends, rows + 1)?;
        ends.push(0);
        ends.extend_from_slice(&self.ends[..rows]);
        let kept = &self.words[..ends[rows]];
        account.reserve(&mut words, kept.len())?;
        words.extend_from_slice(kept);
        Ok(Self { words, ends })
    }
}

/// All nim-sets up to some n.
pub(super) struct Levels {
    /// For 2 piles, 3 piles and so on. Levels of more piles are shifts of the last one.
    by_piles: Vec<Level>,
    /// The largest number of piles that is asked for.
    most_piles: u64,
    /// The number of words that hold every value.
    width: usize,
    lanes: Lanes,
    ticker: Ticker,
    pub(super) memory: TableMemory,
}

impl Levels {
    /// Returns empty levels, for at most this number of piles.
    pub(super) fn new(most_piles: u64) -> Self {
        let levels = if most_piles < 3 { 1 } else { 2 };
        Self {
            by_piles: (0..levels).map(|_| Level::new()).collect(),
            most_piles,
            width: 1,
            lanes: Lanes::default(),
            ticker: Ticker::default(),
            memory: TableMemory::default(),
        }
    }

    /// Returns the largest number of piles that is stored.
    fn top(&self) -> u64 {
        self.by_piles.len() as u64 + 1
    }

    /// Returns N(n,p) for p ≥ 2 and a known n: bit v of the words is set if v is a member.
    pub(super) fn row(&self, n: u64, piles: u64) -> &[u64] {
        let level = piles.min(self.top());
        // Numbers of stored levels and rows, so both fit.
        let index = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        self.by_piles[index(level - 2)].row(index(n.saturating_sub(piles - level)))
    }

    /// Appends the rows of n, where `values` are G(1), …, G(n−1).
    pub(super) fn push(&mut self, values: &[u32], budget: &Budget) -> Result<(), NimError> {
        let n = values.len() + 1;
        let added = self.add(values, budget);
        if added.is_err() {
            self.keep_below(n as u64);
        }
        added
    }

    /// Removes the rows from n on.
    pub(super) fn keep_below(&mut self, n: u64) {
        let n = usize::try_from(n).unwrap_or(usize::MAX);
        for level in &mut self.by_piles {
            level.keep_below(n);
        }
        self.lanes = Lanes::default();
    }

    fn add(&mut self, values: &[u32], budget: &Budget) -> Result<(), NimError> {
        let n = values.len() + 1;
        let account = self.memory.account();
        budget.check()?;
        if let Some(&last) = values.last() {
            self.width = self.width.max((last as usize / 64 + 1).next_power_of_two());
        }
        let mut pairs = vec![0; self.width];
        let half = n / 2;
        for (&a, &b) in values[..half].iter().zip(values.iter().rev()) {
            insert(&mut pairs, a ^ b);
        }
        self.by_piles[0].push(&pairs, account)?;
        for piles in 3..=self.by_piles.len() + 1 {
            self.lanes.open(self.width)?;
            let below = &self.by_piles[piles - 3];
            for (&value, h) in values[..n / piles].iter().zip(1..) {
                if self.ticker.is_due() {
                    budget.check()?;
                }
                self.lanes.unite(value, below.row(n - h));
            }
            self.by_piles[piles - 2].push(self.lanes.fold(), account)?;
        }
        let top = self.by_piles.len();
        if (top as u64) + 1 < self.most_piles
            && self.by_piles[top - 1].row(n) != self.by_piles[top - 2].row(n - 1)
        {
            let next = self.by_piles[top - 1].shifted(account)?;
            self.by_piles.push(next);
            tracing::debug!(heap = n, piles = top + 2, "level of nim-sets added");
        }
        Ok(())
    }
}

fn insert(words: &mut [u64], value: u32) {
    words[value as usize / 64] |= 1 << (value % 64);
}

/// Unions of rows, separated by the lower bits of the value that is added to them.
#[derive(Default)]
struct Lanes {
    /// The words of a row for each lane.
    words: Vec<u64>,
    width: usize,
    /// The lanes that are not empty.
    used: u64,
}

impl Lanes {
    const COUNT: usize = 64;
    /// The blocks of 2^b bits at even places.
    const EVEN_BLOCKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];

    /// Makes all lanes empty, with a width in words that is a power of two.
    fn open(&mut self, width: usize) -> Result<(), Reason> {
        if self.width == width {
            // `fold` emptied all others.
            self.words[..width].fill(0);
        } else {
            // Stays 0 if the allocation is refused.
            self.width = 0;
            self.words = filled(0, Self::COUNT * width)?;
            self.width = width;
        }
        self.used = 0;
        Ok(())
    }

    /// Adds a value to all members of a row.
    fn unite(&mut self, value: u32, row: &[u64]) {
        let (lane, high) = (value as usize % Self::COUNT, value as usize / Self::COUNT);
        self.used |= 1 << lane;
        let lane = &mut self.words[lane * self.width..][..self.width];
        for (at, &word) in row.iter().enumerate() {
            lane[at ^ high] |= word;
        }
    }

    /// Returns the union of all lanes, in the first lane.
    fn fold(&mut self) -> &[u64] {
        for (b, even) in Self::EVEN_BLOCKS.into_iter().enumerate().rev() {
            let half = 1 << b;
            for lane in half..2 * half {
                if self.used & 1 << lane == 0 {
                    continue;
                }
                self.used |= 1 << (lane - half);
                let (lower, upper) = self.words.split_at_mut(lane * self.width);
                let lower = &mut lower[(lane - half) * self.width..][..self.width];
                for (to, from) in lower.iter_mut().zip(&mut upper[..self.width]) {
                    *to |= (*from >> half) & even | (*from & even) << half;
                    *from = 0;
                }
            }
        }
        &self.words[..self.width]
    }
}
