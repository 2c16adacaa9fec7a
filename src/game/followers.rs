//! Followers: every position that can arise in play.

use rustc_hash::FxHashSet;

use super::universe::{Game, Universe};
use crate::limits::{Stopped, Ticker};

/// A set of codes: a hash set while it is small, then one bit for every code there is.
enum CodeSet {
    Sparse(FxHashSet<u32>),
    Dense(Vec<u64>),
}

impl CodeSet {
    /// Past this many codes the bits of all codes are cheaper than hashing.
    const SPARSE: usize = 2048;

    fn insert(&mut self, code: u32, all: usize) -> bool {
        match self {
            Self::Sparse(set) if set.len() < Self::SPARSE => set.insert(code),
            Self::Sparse(set) => {
                let mut bits = vec![0u64; all.div_ceil(64)];
                for &code in set.iter() {
                    bits[(code / 64) as usize] |= 1 << (code % 64);
                }
                *self = Self::Dense(bits);
                self.insert(code, all)
            }
            Self::Dense(bits) => {
                let word = &mut bits[(code / 64) as usize];
                let is_new = *word >> (code % 64) & 1 == 0;
                *word |= 1 << (code % 64);
                is_new
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Sparse(set) => set.len(),
            Self::Dense(bits) => bits.iter().map(|word| word.count_ones() as usize).sum(),
        }
    }

    fn into_sorted(self) -> Vec<u32> {
        match self {
            Self::Sparse(set) => {
                let mut codes: Vec<u32> = set.into_iter().collect();
                codes.sort_unstable();
                codes
            }
            Self::Dense(bits) => {
                let words = (0u32..).step_by(64).zip(bits);
                let codes = words.flat_map(|(first, word)| {
                    (0..64)
                        .filter(move |i| word >> i & 1 == 1)
                        .map(move |i| first + i)
                });
                codes.collect()
            }
        }
    }
}

impl Universe {
    /// The followers of G, itself included, each once, and every game after its options.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let three = u.nim(3)?;
    /// assert_eq!(u.followers(three)?.len(), 4);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn followers(&self, g: Game) -> Result<Vec<Game>, Stopped> {
        self.followers_of([g])
    }

    /// The followers of all these games together, as in [`followers`](Universe::followers).
    pub fn followers_of(
        &self,
        games: impl IntoIterator<Item = Game>,
    ) -> Result<Vec<Game>, Stopped> {
        let all = 2 * self.nodes();
        // A bit for every code, and for every follower its place in line and in the answer.
        self.check_memory(all / 8)?;
        let mut ticker = Ticker::default();
        let mut seen = CodeSet::Sparse(FxHashSet::default());
        let mut waiting = Vec::new();
        for game in games {
            let code = self.code(game);
            if seen.insert(code, all) {
                waiting.push(code);
            }
        }
        while let Some(code) = waiting.pop() {
            for option in self.options(self.game(code)) {
                if ticker.is_due() {
                    self.check_deadline()?;
                    self.check_memory(all / 8 + waiting.capacity() * size_of::<u32>())?;
                }
                let option = self.code(option);
                if seen.insert(option, all) {
                    waiting.push(option);
                }
            }
        }
        // Ascending codes: options are stored before the games they belong to.
        self.check_memory(2 * seen.len() * size_of::<Game>())?;
        let codes = seen.into_sorted();
        Ok(codes.into_iter().map(|code| self.game(code)).collect())
    }

    /// How many followers G has, itself included.
    pub fn subpositions(&self, g: Game) -> Result<usize, Stopped> {
        Ok(self.followers(g)?.len())
    }
}
