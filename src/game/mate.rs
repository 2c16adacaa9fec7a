//! Mates and concubines (Definition 2.5 and Section 3 of Siegel's paper).
//!
//! Both rebuild a game from the bottom with something else in the place of 0: the mate puts 1
//! there, the concubine c(G) of Proposition 3.2 puts (2♯♯1)♯. Here the game that is rebuilt is
//! the canonical form; the mate of a set that is *not* simplified is a different matter and
//! lives in [`Forms`](super::Forms), since mates do not respect equality.

use rustc_hash::{FxHashMap, FxHashSet};

use super::memory::{grow_map, map_bytes, map_growth};
use super::universe::{Game, Universe};
use crate::limits::Stopped;

impl Universe {
    /// Returns G⁻, the canonical form of the mate of the canonical form of G. G + G⁻ is a P-position
    /// (Proposition 2.6), but G⁻⁻ need not be G.
    ///
    /// ```
    /// use misere::game::Outcome;
    /// # let mut u = misere::game::Universe::new();
    /// let (three, one) = (u.nim(3)?, u.one());
    /// assert_eq!(u.mate(three)?, three);
    /// assert_eq!(u.mate(one)?, u.zero());
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn mate(&mut self, g: Game) -> Result<Game, Stopped> {
        let mut mates = std::mem::take(&mut self.mates);
        let mate = self.with_zero_replaced(g, self.one(), &mut mates);
        self.mates = mates;
        mate
    }

    /// Returns G, G⁻, G⁻⁻, …, each canonical, up to the last game before one repeats.
    pub fn mate_chain(&mut self, g: Game) -> Result<Vec<Game>, Stopped> {
        let mut chain = Vec::new();
        let mut seen = FxHashSet::default();
        let mut next = g;
        while seen.insert(next) {
            chain.push(next);
            next = self.mate(next)?;
        }
        Ok(chain)
    }

    /// Returns c(G), the concubine of Proposition 3.2: a canonical game whose mate is G while the mate
    /// of G is not it.
    pub fn concubine(&mut self, g: Game) -> Result<Game, Stopped> {
        let two = self.nim(2)?;
        let sharp = self.sharp(two)?;
        let double_sharp = self.sharp(sharp)?;
        let pair = self.set([double_sharp, self.one()])?;
        let bottom = self.sharp(pair)?;
        self.with_zero_replaced(g, bottom, &mut FxHashMap::default())
    }

    /// Returns whether H is a concubine of G: H⁻ = G, but G⁻ ≠ H (Definition 3.1).
    pub fn is_concubine(&mut self, h: Game, g: Game) -> Result<bool, Stopped> {
        Ok(self.mate(h)? == g && self.mate(g)? != h)
    }

    /// Returns the canonical form of G with `bottom` in the place of 0 throughout.
    fn with_zero_replaced(
        &mut self,
        g: Game,
        bottom: Game,
        known: &mut FxHashMap<u32, u32>,
    ) -> Result<Game, Stopped> {
        known.insert(0, self.code(bottom));
        if let Some(&image) = known.get(&self.code(g)) {
            return Ok(self.game(image));
        }
        for follower in self.followers(g)? {
            let code = self.code(follower);
            self.tick_for_options(code >> 1)?;
            if known.contains_key(&code) {
                continue;
            }
            let options: Vec<Game> = self.options(follower).collect();
            let images = options.iter().map(|&o| known[&self.code(o)]);
            let mut keys: Vec<u64> = images.map(|image| self.key(image)).collect();
            let image = self.intern(&mut keys)?;
            // The map was taken out of the universe, so its present bytes count as new ones.
            match map_growth(known) {
                0 => {}
                growth => {
                    self.check_memory(map_bytes(known) + growth)?;
                    grow_map(known).map_err(|full| self.stopped(full.into()))?;
                }
            }
            known.insert(code, image);
        }
        Ok(self.game(known[&self.code(g)]))
    }
}
