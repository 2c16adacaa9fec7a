//! Followers: every position that can arise in play.

use rustc_hash::FxHashSet;

use super::universe::{Game, Universe};

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
        let mut seen = FxHashSet::default();
        let mut waiting: Vec<u32> = games.into_iter().map(|g| self.code(g)).collect();
        while let Some(code) = waiting.pop() {
            if seen.insert(code) {
                let options = self.options(self.game(code)).map(|o| self.code(o));
                waiting.extend(options.filter(|o| !seen.contains(o)));
            }
        }
        let mut codes: Vec<u32> = seen.into_iter().collect();
        codes.sort_unstable();
        codes.into_iter().map(|code| self.game(code)).collect()
    }

    /// How many followers G has, itself included.
    pub fn subpositions(&self, g: Game) -> usize {
        self.followers(g).len()
    }
}
