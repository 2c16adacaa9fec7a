//! Followers: every position that can arise in play.

use rustc_hash::FxHashSet;

use super::universe::{Game, Universe};

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
    /// assert_eq!(u.followers(three).len(), 4);
    /// # Ok::<(), misere::game::Stopped>(())
    /// ```
    pub fn followers(&self, g: Game) -> Vec<Game> {
        self.followers_of([g])
    }

    /// The followers of all these games together, as in [`followers`](Universe::followers).
    pub fn followers_of(&self, games: impl IntoIterator<Item = Game>) -> Vec<Game> {
        let all = 2 * self.nodes();
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
                let option = self.code(option);
                if seen.insert(option, all) {
                    waiting.push(option);
                }
            }
        }
        // Ascending codes: options are stored before the games they belong to.
        let codes = seen.into_sorted();
        codes.into_iter().map(|code| self.game(code)).collect()
    }

    /// How many followers G has, itself included.
    pub fn subpositions(&self, g: Game) -> usize {
        self.followers(g).len()
    }
}
