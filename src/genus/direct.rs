//! Genera of sums of heaps by playing them out.

use rustc_hash::FxHashMap;

use crate::game::{Genus, Interner};
use crate::heaps::{HeapOptions, Heaps, Position, Ruleset};
use crate::limits::{Budget, Reason, Ticker};
use crate::nim::{NimError, refuse_loops};

/// The genera of sums of positions of a ruleset, straight from the definition.
///
/// The genus of a game follows from the genera of its options, so a search over sums of positions,
/// each remembered, needs no canonical forms. There are very many sums: this is the method for compare
/// others with, and for the rulesets whose forms are not much smaller.
pub struct DirectGenera<'r> {
    ruleset: &'r dyn Ruleset,
    /// Which of `kinds` a sum has.
    known: FxHashMap<Heaps, u32>,
    kinds: Interner<Genus>,
    ticker: Ticker,
    /// The bytes of sums of more positions than are held in place.
    spilled: usize,
}

impl<'r> DirectGenera<'r> {
    /// Nothing is known yet. Loopy rulesets are refused.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        Ok(Self {
            ruleset,
            known: FxHashMap::default(),
            kinds: Interner::default(),
            ticker: Ticker::default(),
            spilled: 0,
        })
    }

    /// The genus of a position.
    pub fn of_position(&mut self, position: Position, budget: &Budget) -> Result<Genus, NimError> {
        self.genus(&Heaps::from(position), budget)
    }

    /// The genus of a sum of positions.
    pub fn genus(&mut self, heaps: &Heaps, budget: &Budget) -> Result<Genus, NimError> {
        let start = self.without_ends(heaps);
        let mut pending = vec![start.clone()];
        while let Some(top) = pending.last() {
            self.afford(pending.len(), budget)?;
            if self.known.contains_key(top) {
                pending.pop();
                continue;
            }
            let options = self.options(top, budget)?;
            let before = pending.len();
            let unknown = options.iter().filter(|o| !self.known.contains_key(o));
            pending.extend(unknown.cloned());
            if pending.len() == before {
                let genera = options.iter().map(|o| self.kinds.get(self.known[o]));
                let genus = Genus::of_options(genera);
                let number = self.kinds.intern(genus);
                if let Some(top) = pending.pop() {
                    self.spilled += top.held() - size_of::<Heaps>();
                    self.known.insert(top, number);
                }
            }
        }
        Ok(self.kinds.get(self.known[&start]).clone())
    }

    /// The options of a sum.
    fn options(&mut self, heaps: &Heaps, budget: &Budget) -> Result<Vec<Heaps>, NimError> {
        let mut options = Vec::new();
        for (moved, _) in heaps.iter() {
            for left in self.moves(moved, budget)? {
                if self.ticker.is_due() {
                    budget.check()?;
                }
                let mut option = self.without_ends(&left);
                for (part, copies) in heaps.iter() {
                    option.add(part, copies - u64::from(part == moved));
                }
                options.push(option);
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Without the positions that have no options.
    fn without_ends(&self, heaps: &Heaps) -> Heaps {
        let mut rest = Heaps::none();
        for (part, copies) in heaps.iter() {
            if self.ruleset.has_options(part) {
                rest.add(part, copies);
            }
        }
        rest
    }

    /// The options of a position, if there is room for the longest of them.
    fn moves(&self, position: Position, budget: &Budget) -> Result<HeapOptions<'r>, NimError> {
        let longest = self.ruleset.longest_option(position);
        budget.check_memory(Heaps::bytes(longest))?;
        Ok(self.ruleset.options(position))
    }

    fn afford(&self, pending: usize, budget: &Budget) -> Result<(), NimError> {
        let entry = size_of::<(Heaps, u32)>() + 1;
        let needed = (self.known.capacity() + pending) * entry + self.spilled;
        match budget.max_memory {
            Some(limit) if needed > limit => Err(Reason::Memory { needed, limit }.into()),
            _ => Ok(()),
        }
    }
}
