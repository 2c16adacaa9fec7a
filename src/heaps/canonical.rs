//! The misère canonical forms of positions.

use rustc_hash::FxHashMap;

use super::position::{Heaps, Position};
use super::ruleset::Ruleset;
use crate::game::{Game, Stopped, Universe};

/// The canonical forms of the positions of one ruleset in one universe, remembered.
pub struct HeapGames<'r> {
    ruleset: &'r dyn Ruleset,
    values: FxHashMap<Position, Game>,
}

impl<'r> HeapGames<'r> {
    /// Nothing is known yet.
    ///
    /// # Panics
    /// If the ruleset is loopy: such games have no canonical form.
    pub fn new(ruleset: &'r dyn Ruleset) -> Self {
        assert!(!ruleset.is_loopy(), "a loopy game has no canonical form");
        Self {
            ruleset,
            values: FxHashMap::default(),
        }
    }

    /// The canonical form of a position. Always with the same universe.
    pub fn value(&mut self, u: &mut Universe, position: Position) -> Result<Game, Stopped> {
        // Depth of play is not depth of stack.
        let mut pending = vec![position];
        while let Some(&top) = pending.last() {
            if self.values.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let bytes = Heaps::bytes(self.ruleset.longest_option(top));
            u.afford(usize::try_from(bytes).unwrap_or(usize::MAX))?;
            for option in self.ruleset.options(top) {
                u.tick()?;
                let unknown = option.iter().map(|(p, _)| p);
                pending.extend(unknown.filter(|p| !self.values.contains_key(p)));
                // Later options have mostly the same components: these first, then again.
                if pending.len() > before {
                    break;
                }
            }
            if pending.len() == before {
                let mut options = Vec::new();
                for option in self.ruleset.options(top) {
                    options.push(self.sum_of_known(u, &option)?);
                }
                let game = u.set(options)?;
                self.values.insert(top, game);
                pending.pop();
            }
        }
        Ok(self.values[&position])
    }

    /// The canonical form of a sum of positions. Always with the same universe.
    pub fn sum(&mut self, u: &mut Universe, heaps: &Heaps) -> Result<Game, Stopped> {
        for (position, _) in heaps.iter() {
            self.value(u, position)?;
        }
        self.sum_of_known(u, heaps)
    }

    fn sum_of_known(&self, u: &mut Universe, heaps: &Heaps) -> Result<Game, Stopped> {
        let mut total = u.zero();
        for (position, copies) in heaps.iter() {
            let copies = u.multiple(copies, self.values[&position])?;
            total = u.sum(total, copies)?;
        }
        Ok(total)
    }
}
