//! Algorithm 1 of the paper (Appendix B, Hoey and Siegel): all parts of a game.
//!
//! Everything here happens between even associates; (E+a) − (F+b) = (E−F) + (a xor b). The
//! listing's base case is Parts(0) = {0, 1}, and its lines 12 and 15 read: Y runs over the
//! G' − X' for the fixed G' and all X', or for the fixed X' and all G'.
//!
//! By Corollary 5.7 every partition X + Y of G has X or Y among the parts of any single option
//! G', so only the parts of the option with the fewest are candidates. The proof of Theorem B.1
//! holds for whichever of X and Y is a candidate: in a partition X + Y that is not found,
//! with b(X) + b(Y) minimal, every G = X' + Y' with options X' of X and Y' of Y is found already, so
//! Y is tried and line 18 succeeds (docs/mathematics.md has the cases).

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::{Game, Universe};
use crate::limits::{Account, Stopped, Ticker};

use super::table::PartTable;

/// Computes the parts of games, and remembers those of their followers.
///
/// ```
/// use misere::game::Universe;
/// use misere::parts::Parts;
///
/// let (mut u, mut parts) = (Universe::new(), Parts::new());
/// let two = u.nim(2)?;
/// let sharp = u.sharp(two)?;
/// let table = parts.of(&mut u, sharp)?;
/// assert_eq!(table.len(), 4); // 0, 2, 2# − 2 and 2#
/// assert_eq!(table.counterpart(&u, two), u.difference(sharp, two)?);
/// # Ok::<(), misere::limits::Stopped>(())
/// ```
#[derive(Default)]
pub struct Parts {
    known: FxHashMap<Game, Arc<PartTable>>,
    /// The bytes of the tables, counted against the budget of the universe.
    bytes: usize,
    account: Option<Account>,
}

impl Parts {
    /// Creates an empty table of parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns all parts of G.
    pub fn of(&mut self, u: &mut Universe, g: Game) -> Result<Arc<PartTable>, Stopped> {
        let table = self.table(u, g)?;
        table.sort(u)?;
        tracing::debug!(game = ?table.game(), parts = table.len(), "parts found");
        Ok(table)
    }

    /// Returns all parts of G, not yet in structural order.
    pub(super) fn table(&mut self, u: &mut Universe, g: Game) -> Result<Arc<PartTable>, Stopped> {
        let g = u.even_associate(g);
        if let Some(known) = self.known.get(&g) {
            return Ok(Arc::clone(known));
        }
        // The budget of the universe may have been replaced since the last call.
        let account = self.account.insert(u.budget().account());
        account.record(self.bytes);
        let mut waiting = vec![g];
        while let Some(&g) = waiting.last() {
            if self.known.contains_key(&g) {
                waiting.pop();
                continue;
            }
            let table = if has_unit_option(u, g) {
                PartTable::trivial(u, g)
            } else {
                let open = waiting.len();
                let options = u.options(g).map(|option| u.even_associate(option));
                waiting.extend(options.filter(|option| !self.known.contains_key(option)));
                if waiting.len() > open {
                    continue;
                }
                self.compute(u, g)?
            };
            let entry = table.bytes() + 4 * size_of::<Game>();
            u.check_memory(entry)?;
            u.reserve(&mut self.known, 1)?;
            self.bytes += entry;
            if let Some(account) = &mut self.account {
                account.record(self.bytes);
            }
            self.known.insert(g, Arc::new(table));
            waiting.pop();
        }
        Ok(Arc::clone(&self.known[&g]))
    }

    /// Returns G − H by the parts of G: a second method beside [`Universe::difference`].
    pub fn difference(
        &mut self,
        u: &mut Universe,
        g: Game,
        h: Game,
    ) -> Result<Option<Game>, Stopped> {
        let table = self.table(u, g)?;
        Ok(minus(u, g, &table, h))
    }

    /// Computes the table of a game whose options' tables are known.
    fn compute(&self, u: &mut Universe, g: Game) -> Result<PartTable, Stopped> {
        let options: Vec<(Game, Arc<PartTable>)> = u
            .options(g)
            .map(|option| (option, Arc::clone(&self.known[&u.even_associate(option)])))
            .collect();
        let mut search = Search {
            options,
            found: PartTable::trivial(u, g),
        };
        let two = u.nim(2)?;
        if !search.options_settle_prime(two) {
            search.run(u)?;
        }
        Ok(search.found)
    }
}

/// Returns whether Proposition 7.4 says that G has no proper parts, or G = 0.
pub(super) fn has_unit_option(u: &Universe, g: Game) -> bool {
    u.option_count(g) == 0 || u.has_option(g, u.zero()) || u.has_option(g, u.one())
}

/// The search for the parts of an even game.
struct Search {
    /// The options of G, each with the parts of its even associate.
    options: Vec<(Game, Arc<PartTable>)>,
    /// The parts of G found so far: the listing's 𝒳.
    found: PartTable,
}

impl Search {
    /// Returns whether the options alone imply that G is prime: three of them are prime and not associated
    /// (Corollary 7.6), or all of them are prime (Proposition 7.7; its exceptions 2♯, 3♯ and 32
    /// have only options associated with 2).
    fn options_settle_prime(&self, two: Game) -> bool {
        let mut primes: Vec<Game> = Vec::new();
        for (_, table) in self.options.iter().filter(|(_, table)| table.is_prime()) {
            if !primes.contains(&table.game()) {
                primes.push(table.game());
            }
            if primes.len() == 3 {
                return true;
            }
        }
        primes != [two] && self.options.iter().all(|(_, table)| table.is_prime())
    }

    fn run(&mut self, u: &mut Universe) -> Result<(), Stopped> {
        let tables = self.options.iter().map(|(_, table)| table);
        let Some(fewest) = tables.min_by_key(|table| table.len()).cloned() else {
            return Ok(());
        };
        let mut candidates: Vec<Game> = fewest.unsorted().map(|(part, _)| part).collect();
        loop {
            let open = candidates.len();
            let mut undecided = Vec::new();
            for x in candidates {
                if !self.found.contains(u, x) && !self.try_part(u, x)? {
                    undecided.push(x);
                }
            }
            // Another round only if a part was found: it may make another one known.
            if undecided.len() == open || undecided.is_empty() {
                return Ok(());
            }
            candidates = undecided;
        }
    }

    /// Lines 6 to 22: checks whether X is a part of G, by the parts found so far.
    fn try_part(&mut self, u: &mut Universe, x: Game) -> Result<bool, Stopped> {
        u.check_deadline()?;
        // G' − X for every G', unless one of them does not exist.
        let mut differences = Vec::with_capacity(self.options.len());
        for (option, table) in &self.options {
            let Some(difference) = minus(u, *option, table, x) else {
                let ys = u.options(x).filter_map(|x| minus(u, *option, table, x));
                let ys: Vec<Game> = ys.collect();
                return self.try_counterparts(u, x, ys);
            };
            differences.push(difference);
        }
        // G − X' for every X', unless one of them is not known to exist.
        for x_option in u.options(x) {
            let Some(counterpart) = self.found.counterpart(u, x_option) else {
                let options = self.options.iter();
                let ys = options.filter_map(|(option, table)| minus(u, *option, table, x_option));
                let ys: Vec<Game> = ys.collect();
                return self.try_counterparts(u, x, ys);
            };
            differences.push(counterpart);
        }
        // X + Y is novel: every G' − X and every G − X' exists.
        let y = u.set(differences)?;
        self.found.insert(x, y);
        Ok(true)
    }

    /// Line 17: searches these Y for one with G = X + Y.
    fn try_counterparts(&mut self, u: &Universe, x: Game, ys: Vec<Game>) -> Result<bool, Stopped> {
        for y in ys.into_iter().filter(|&y| y == u.even_associate(y)) {
            if self.is_partition(u, x, y)? {
                self.found.insert(x, y);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Line 18: checks G = X + Y by Theorem 2.12, with known differences.
    fn is_partition(&self, u: &Universe, x: Game, y: Game) -> Result<bool, Stopped> {
        let mut ticker = Ticker::default();
        let is = |difference: Option<Game>, whole: Game| {
            difference.is_some_and(|option| u.has_option(whole, option))
        };
        // Every G' is X' + Y or X + Y'.
        for (option, table) in &self.options {
            u.check_deadline_when_due(&mut ticker, 1)?;
            if !is(minus(u, *option, table, y), x) && !is(minus(u, *option, table, x), y) {
                return Ok(false);
            }
        }
        // Every X' is some G' − Y, or G = X' + Y' for some Y'; and the same for every Y'.
        for (one, other) in [(x, y), (y, x)] {
            for o in u.options(one) {
                u.check_deadline_when_due(&mut ticker, self.options.len())?;
                let mut options = self.options.iter();
                if !is(self.found.counterpart(u, o), other)
                    && !options.any(|(option, table)| minus(u, *option, table, other) == Some(o))
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// Returns G − X, by the table of the even associate of G.
pub(super) fn minus(u: &Universe, g: Game, table: &PartTable, x: Game) -> Option<Game> {
    let counterpart = table.counterpart(u, x)?;
    Some(if g == table.game() {
        counterpart
    } else {
        u.associate(counterpart)
    })
}
