//! The misère canonical forms of positions and of sums of positions.
//!
//! The options of a position are sums of smaller positions, whose forms are computed first. Fast
//! sums are the business of [`game`](crate::game).

use rustc_hash::{FxHashMap, FxHashSet};

use super::position::{Heaps, Position};
use super::ruleset::Ruleset;
use crate::game::{Game, Universe};
use crate::limits::{Account, Reason, Stopped};

/// Computes and remembers the canonical forms of the positions of one ruleset in one universe.
pub struct HeapGames<'r> {
    ruleset: &'r dyn Ruleset,
    values: FxHashMap<Position, Game>,
    /// Holds the memory of the values, from the first question on.
    account: Option<Account>,
}

impl<'r> HeapGames<'r> {
    /// Starts with no known forms.
    ///
    /// # Panics
    /// If the ruleset is loopy: such games have no canonical form.
    pub fn new(ruleset: &'r dyn Ruleset) -> Self {
        assert!(!ruleset.is_loopy(), "a loopy game has no canonical form");
        Self {
            ruleset,
            values: FxHashMap::default(),
            account: None,
        }
    }

    /// Computes the canonical form of a position. The universe must be the same in every call.
    pub fn value(&mut self, u: &mut Universe, position: Position) -> Result<Game, Stopped> {
        // Play may be deeper than the stack.
        let mut pending = vec![position];
        let mut account = u.budget().account();
        while let Some(&top) = pending.last() {
            u.tick()?;
            if self.values.contains_key(&top) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            let bytes = Heaps::bytes(self.ruleset.longest_option(top));
            u.check_memory(usize::try_from(bytes).unwrap_or(usize::MAX))?;
            let options = self.ruleset.options_within(top, u.budget());
            for option in options.map_err(|reason| u.stopped(reason))? {
                u.tick()?;
                let unknown = option.iter().map(|(p, _)| p);
                for part in unknown.filter(|p| !self.values.contains_key(p)) {
                    (account.reserve(&mut pending, 1)).map_err(|reason| u.stopped(reason))?;
                    pending.push(part);
                }
                // Later options have mostly the same components: these first, then again.
                if pending.len() > before {
                    break;
                }
            }
            if pending.len() == before {
                let game = self.value_by_options(u, top)?;
                self.insert(u, top, game)?;
                pending.pop();
            }
        }
        Ok(self.values[&position])
    }

    fn insert(&mut self, u: &Universe, position: Position, game: Game) -> Result<(), Stopped> {
        if self.values.len() == self.values.capacity() {
            let account = self.account.get_or_insert_with(|| u.budget().account());
            // A table is at most 7/8 full and doubles; both tables exist while it grows.
            let bytes = |capacity: usize| capacity * 8 / 7 * (size_of::<(Position, Game)>() + 1);
            u.check_memory(bytes(2 * self.values.capacity() + 8))?;
            let reserved = self.values.try_reserve(1);
            reserved.map_err(|_| u.stopped(Reason::Allocator))?;
            account.record(bytes(self.values.capacity()));
        }
        self.values.insert(position, game);
        Ok(())
    }

    /// The canonical form of a position whose options are sums of known ones.
    fn value_by_options(&self, u: &mut Universe, position: Position) -> Result<Game, Stopped> {
        // Many options may have few different forms.
        let mut options = FxHashSet::default();
        let found = self.ruleset.options_within(position, u.budget());
        for option in found.map_err(|reason| u.stopped(reason))? {
            u.tick()?;
            if options.len() == options.capacity() {
                u.check_memory(4 * options.capacity() * size_of::<Game>())?;
            }
            options.insert(self.sum_of_known(u, &option)?);
        }
        u.set(options)
    }

    /// Computes the canonical form of a sum of positions. The universe must be the same in every
    /// call.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Form, Forms};
    use crate::heaps::ruleset;
    use crate::limits::{Budget, Reason};

    /// Birthday, number of options, number of subpositions.
    fn size(name: &str, heap: u64) -> (u32, usize, usize) {
        let game = ruleset(name).unwrap();
        let mut u = Universe::new();
        let value = HeapGames::new(&*game).value(&mut u, Position::heap(heap));
        let value = value.unwrap();
        (
            u.birthday(value),
            u.option_count(value),
            u.subpositions(value).unwrap(),
        )
    }

    #[test]
    fn forms_have_the_known_sizes() {
        assert_eq!(size("0.77", 20), (20, 20, 136));
        assert_eq!(size("0.77", 40).2, 3431);
        assert_eq!(size("grundy", 40), (28, 19, 150));
        assert_eq!(size("cut{1,2}", 20), (19, 40, 133));
    }

    /// The slow method: the game tree as it is, simplified in the end.
    #[test]
    fn forms_are_those_of_the_game_tree() {
        for (name, to) in [("0.77", 13), ("0.07", 24), ("grundy", 21), ("cut{1,2}", 11)] {
            let game = ruleset(name).unwrap();
            let (mut u, mut forms) = (Universe::new(), Forms::new());
            let mut heaps = HeapGames::new(&*game);
            let mut trees: Vec<Form> = Vec::new();
            for heap in game.smallest()..=to {
                let mut options = Vec::new();
                for option in game.options(Position::heap(heap)) {
                    let mut sum = forms.zero();
                    for (part, copies) in option.iter() {
                        let tree = trees[usize::try_from(part.size() - game.smallest()).unwrap()];
                        let copies = forms.multiple(copies, tree).unwrap();
                        sum = forms.sum(sum, copies).unwrap();
                    }
                    options.push(sum);
                }
                let tree = forms.set(options).unwrap();
                trees.push(tree);
                let value = heaps.value(&mut u, Position::heap(heap)).unwrap();
                assert_eq!(forms.value(&mut u, tree).unwrap(), value, "{name} {heap}");
            }
        }
    }

    #[test]
    fn a_heap_that_is_too_large_is_a_result() {
        let game = ruleset("nim").unwrap();
        let mut u = Universe::with_budget(Budget::default().with_max_memory(1 << 20));
        let heap = Position::heap(1 << 40);
        let stopped = HeapGames::new(&*game).value(&mut u, heap).unwrap_err();
        assert!(matches!(stopped.reason, Reason::Memory { .. }));
    }
}
