//! Genera of sums of heaps by a search through the play.

use rustc_hash::FxHashMap;

use crate::game::{Genus, Interner};
use crate::heaps::{HeapOptions, Heaps, Position, Ruleset};
use crate::limits::{Account, Budget, Meter, Reason};
use crate::nim::{NimError, refuse_loops};

/// Computes genera of sums of positions of a ruleset from the definition.
///
/// The genus of a game follows from the genera of its options, so a search over sums of positions,
/// each stored, needs no canonical forms. There are very many sums: this is for comparison with
/// other methods, and for rulesets whose forms are not much smaller.
pub struct DirectGenera<'r> {
    ruleset: &'r dyn Ruleset,
    /// For each sum, the number of its genus.
    known: FxHashMap<Heaps, u32>,
    kinds: Interner<Genus>,
    /// The bytes of sums that are too long to be stored in place.
    spilled: usize,
    /// The memory of the last call.
    account: Option<Account>,
}

impl<'r> DirectGenera<'r> {
    /// Starts without any genera.
    ///
    /// # Errors
    /// If the ruleset is loopy.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        Ok(Self {
            ruleset,
            known: FxHashMap::default(),
            kinds: Interner::default(),
            spilled: 0,
            account: None,
        })
    }

    /// Computes the genus of a position.
    pub fn of_position(&mut self, position: Position, budget: &Budget) -> Result<Genus, NimError> {
        self.genus(&Heaps::from(position), budget)
    }

    /// Computes the genus of a sum of positions.
    pub fn genus(&mut self, heaps: &Heaps, budget: &Budget) -> Result<Genus, NimError> {
        self.account = None;
        let mut account = budget.account();
        account.record(self.bytes());
        let genus = self.search(heaps, &mut account, &mut Meter::new(budget));
        account.record(self.bytes());
        self.account = Some(account);
        genus
    }

    fn search(
        &mut self,
        heaps: &Heaps,
        account: &mut Account,
        meter: &mut Meter<'_>,
    ) -> Result<Genus, NimError> {
        let start = self.without_ends(heaps);
        let mut pending = vec![start.clone()];
        while let Some(top) = pending.last() {
            let bytes = self.bytes() + pending.capacity() * size_of::<Heaps>();
            account.hold(bytes + self.growth())?;
            if self.known.contains_key(top) {
                pending.pop();
                continue;
            }
            let options = self.options(top, meter)?;
            let before = pending.len();
            let unknown = options.iter().filter(|o| !self.known.contains_key(o));
            pending.extend(unknown.cloned());
            if pending.len() == before {
                let genera = options.iter().map(|o| self.kinds.get(self.known[o]));
                let genus = Genus::of_options(genera);
                let number = self.kinds.intern(genus);
                if let Some(top) = pending.pop() {
                    self.known.try_reserve(1).map_err(|_| Reason::Allocator)?;
                    self.spilled += top.held() - size_of::<Heaps>();
                    self.known.insert(top, number);
                }
            }
        }
        Ok(self.kinds.get(self.known[&start]).clone())
    }

    /// Returns the options of a sum.
    fn options(&self, heaps: &Heaps, meter: &mut Meter<'_>) -> Result<Vec<Heaps>, NimError> {
        let mut options = Vec::new();
        for (moved, _) in heaps.iter() {
            for left in self.moves(moved, meter.budget())? {
                meter.tick()?;
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

    /// Returns the sum without the positions that have no options.
    fn without_ends(&self, heaps: &Heaps) -> Heaps {
        let mut rest = Heaps::none();
        for (part, copies) in heaps.iter() {
            if self.ruleset.has_options(part) {
                rest.add(part, copies);
            }
        }
        rest
    }

    /// Returns the options of a position, if the memory suffices for the longest of them.
    fn moves(&self, position: Position, budget: &Budget) -> Result<HeapOptions<'r>, NimError> {
        let longest = self.ruleset.longest_option(position);
        budget.check_memory(Heaps::bytes(longest))?;
        Ok(self.ruleset.options_within(position, budget)?)
    }

    /// Returns the bytes of the known genera.
    fn bytes(&self) -> usize {
        self.known.capacity() * Self::ENTRY + self.spilled
    }

    /// Returns the bytes that one more entry makes the map allocate.
    fn growth(&self) -> usize {
        match self.known.capacity() {
            capacity if self.known.len() < capacity => 0,
            capacity => 2 * capacity * Self::ENTRY,
        }
    }

    /// An entry of the map with its share of empty places and a control byte.
    const ENTRY: usize = (size_of::<(Heaps, u32)>() + 1) * 8 / 7;
}
