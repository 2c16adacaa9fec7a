//! The universe, its handles, and what is known of every game.
//!
//! Only even games are stored (Definition 6.5 of Siegel, *On the Structure of Misère Impartial
//! Games*): every value is E or E+1 for a unique even E, so the low bit of a handle's code says
//! "+1" and the rest is the index of E. For even E the canonical form of E+1 is
//! {E} ∪ {E'+1 : E' ∈ E}; it never needs to be written down.
//!
//! An option is always stored before the games it is an option of, so ascending codes are a
//! topological order, and whatever is defined by recursion on options is a plain loop.

use rustc_hash::FxHashMap;

use super::class::Class;
use super::fingerprint::Fingerprint;
use super::genus::GenusTable;
use super::memory::{Scratch, grow, grow_map, list_bytes, list_growth, map_bytes, map_growth};
use super::simplify::{Jump, read_keys};
use super::store::{Full, SetHash, SetStore};
use super::sum_table::SumTable;
use crate::limits::{Account, Budget, Reason, Stopped, Ticker};

/// A handle of a canonical game: `Copy`, eight bytes, meaningful only with its [`Universe`].
///
/// Two handles of one universe are equal exactly when the values are. A handle carries a tag of
/// its universe, and using it in another one panics; [`Universe::import`] copies a game from one
/// universe to another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Game {
    code: u32,
    universe: u32,
}

impl std::hash::Hash for Game {
    /// Hashes the code alone: the games of one map nearly always share a universe.
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.code.hash(state);
    }
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let plus_one = if self.code & 1 == 1 { "+1" } else { "" };
        write!(f, "Game({}{plus_one})", self.code >> 1)
    }
}

/// Even or odd: whether G is an option of G+1, or G+1 of G (Definition 6.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// G is an option of G+1.
    Even,
    /// G+1 is an option of G.
    Odd,
}

/// The birthday of an even game E, and whether E and E+1 are P-positions, packed into 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Mark(u32);

impl Mark {
    const MAX_BIRTHDAY: u32 = (1 << 30) - 2;

    fn new(birthday: u32, even_is_p: bool, odd_is_p: bool) -> Self {
        Self(birthday << 2 | u32::from(odd_is_p) << 1 | u32::from(even_is_p))
    }

    fn birthday(self) -> u32 {
        self.0 >> 2
    }

    fn is_p(self, odd: u32) -> bool {
        self.0 >> odd & 1 == 1
    }
}

/// How many options of a set count as one unit of work.
const OPTIONS_PER_TICK: usize = 32;

/// All games of one computation: a hash-consed store with the operations on it.
///
/// Operations take `&mut self` because they store the games that they meet. [`import`](Universe::import)
/// copies a game from another universe. Operations that can grow return [`Stopped`] when they
/// reach a limit of the [`Budget`].
///
/// # Panics
/// All methods panic if a game belongs to another universe.
pub struct Universe {
    pub(super) sets: SetStore,
    pub(super) marks: Vec<Mark>,
    account: Account,
    /// Games stored by [`with_extra_nodes`](Self::with_extra_nodes), which do not count against the
    /// limit.
    uncounted: usize,
    ticker: Ticker,
    pub(super) sums: SumTable,
    /// How many sets of options were simplified.
    pub(super) simplified: u64,
    /// G − H for even G and H, by their indices.
    pub(super) differences: FxHashMap<(u32, u32), Option<u32>>,
    /// o(E+F+bit) for even E and F; see the module `outcome`.
    pub(super) outcomes_of_sums: FxHashMap<(u32, u32), bool>,
    pub(super) mates: FxHashMap<u32, u32>,
    pub(super) nim_values: Vec<u32>,
    /// The codes of *0, *2, *4, …, up to the largest one requested.
    pub(super) even_heaps: Vec<u32>,
    pub(super) genera: GenusTable,
    /// The classes of the even games, in the order of their indices.
    pub(super) classes: Vec<Class>,
    pub(super) fingerprints: FxHashMap<u32, Fingerprint>,
    keys: Vec<u64>,
    codes: Vec<u32>,
    jumps: Vec<Jump>,
    tag: u32,
}

impl Default for Universe {
    fn default() -> Self {
        Self::new()
    }
}

impl Universe {
    /// Creates a universe that holds 0 and 1, without limits.
    pub fn new() -> Self {
        Self::with_budget(Budget::default())
    }

    /// Creates a universe that holds 0 and 1, with limits.
    ///
    /// # Panics
    /// If the system refuses a few hundred bytes.
    pub fn with_budget(budget: Budget) -> Self {
        let mut sets = SetStore::default();
        sets.insert(SetHash::default(), &[])
            .expect("an empty store takes the empty set");
        Self {
            sets,
            // 0 is an N-position: the player who cannot move wins. 1 is a P-position.
            marks: vec![Mark::new(0, false, true)],
            account: Account::new(budget),
            uncounted: 0,
            ticker: Ticker::default(),
            sums: SumTable::default(),
            simplified: 0,
            differences: FxHashMap::default(),
            outcomes_of_sums: FxHashMap::default(),
            mates: FxHashMap::default(),
            nim_values: vec![0],
            even_heaps: vec![0],
            genera: GenusTable::default(),
            classes: Vec::new(),
            fingerprints: FxHashMap::default(),
            keys: Vec::new(),
            codes: Vec::new(),
            jumps: Vec::new(),
            tag: next_tag(),
        }
    }

    /// Returns the limits in force.
    pub fn budget(&self) -> &Budget {
        self.account.budget()
    }

    /// Replaces the limits and returns the previous ones. Stored games stay.
    pub fn set_budget(&mut self, budget: Budget) -> Budget {
        let mut account = Account::new(budget);
        account.record(self.memory());
        let previous = std::mem::replace(&mut self.account, account);
        previous.budget().clone()
    }

    /// Returns how many games are stored; a game and its associate count once.
    pub fn nodes(&self) -> usize {
        self.sets.len()
    }

    /// Returns the bytes allocated for games and tables; small lists are left out.
    pub fn memory(&self) -> usize {
        self.sets.bytes()
            + self.sums.bytes()
            + list_bytes(&self.marks)
            + list_bytes(&self.nim_values)
            + list_bytes(&self.even_heaps)
            + self.genera.bytes()
            + list_bytes(&self.classes)
            + map_bytes(&self.differences)
            + map_bytes(&self.outcomes_of_sums)
            + map_bytes(&self.mates)
            + map_bytes(&self.fingerprints)
    }

    /// Returns 0, the game without options.
    pub fn zero(&self) -> Game {
        self.game(0)
    }

    /// Returns 1, the game whose only option is 0. The units are 0 and 1 (Lemma 5.3).
    pub fn one(&self) -> Game {
        self.game(1)
    }

    /// Returns the canonical form of the set of these options. Repetitions and order do not matter.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let (zero, one) = (u.zero(), u.one());
    /// let two = u.set([zero, one])?;
    /// assert_eq!(u.set([one, two])?, zero); // the Misère Mex Rule, Theorem 2.4
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn set(&mut self, options: impl IntoIterator<Item = Game>) -> Result<Game, Stopped> {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        keys.extend(options.into_iter().map(|g| self.key(self.code(g))));
        let result = self.intern(&mut keys);
        self.keys = keys;
        result.map(|code| self.game(code))
    }

    /// Returns G♯, the game whose only option is G.
    pub fn sharp(&mut self, g: Game) -> Result<Game, Stopped> {
        self.set([g])
    }

    /// Returns the options of the canonical form, in the order of storage;
    /// [`options_sorted`](Universe::options_sorted) returns them in structural order.
    pub fn options(&self, g: Game) -> Options<'_> {
        let code = self.code(g);
        Options {
            universe: self,
            evens: self.sets.elements(code >> 1).iter(),
            flip: code & 1,
            last: (code & 1 == 1).then_some(code ^ 1),
        }
    }

    /// Returns how many options the canonical form has.
    pub fn option_count(&self, g: Game) -> usize {
        let code = self.code(g);
        self.sets.count(code >> 1) + (code & 1) as usize
    }

    /// Returns whether H is an option of the canonical form of G.
    pub fn has_option(&self, g: Game, h: Game) -> bool {
        self.contains(self.code(g), self.code(h))
    }

    /// Returns b(G), the day on which G is born (Definition 2.1): the formal birthday of the
    /// canonical form.
    pub fn birthday(&self, g: Game) -> u32 {
        self.birthday_of(self.code(g))
    }

    /// Returns the parity (Proposition 6.6: a game is either even or odd).
    pub fn parity(&self, g: Game) -> Parity {
        match self.code(g) & 1 {
            0 => Parity::Even,
            _ => Parity::Odd,
        }
    }

    /// Returns whether G has an inverse: 0 and 1 are the only units (Lemma 5.3).
    pub fn is_unit(&self, g: Game) -> bool {
        self.code(g) <= 1
    }

    /// Returns G+1, the other associate of G (Definition 6.4).
    #[must_use]
    pub fn associate(&self, g: Game) -> Game {
        self.game(self.code(g) ^ 1)
    }

    /// Returns the even one of G and G+1.
    #[must_use]
    pub fn even_associate(&self, g: Game) -> Game {
        self.game(self.code(g) & !1)
    }

    /// Copies a game from another universe.
    ///
    /// ```
    /// # use misere::game::Universe;
    /// let (mut here, mut there) = (Universe::new(), Universe::new());
    /// let four = there.nim(4)?;
    /// assert_eq!(here.import(&there, four)?, here.nim(4)?);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn import(&mut self, other: &Universe, g: Game) -> Result<Game, Stopped> {
        let mut here: FxHashMap<u32, u32> = FxHashMap::default();
        let followers = other.followers(g)?;
        self.reserve(&mut here, followers.len())?;
        for follower in followers {
            let code = other.code(follower);
            let even = code & !1;
            if here.contains_key(&even) {
                continue;
            }
            let mut keys = Vec::with_capacity(other.sets.count(even >> 1));
            for &option in other.sets.elements(even >> 1) {
                keys.push(self.key(here[&(option & !1)] ^ (option & 1)));
            }
            here.insert(even, self.intern(&mut keys)?);
        }
        let code = other.code(g);
        Ok(self.game(here[&(code & !1)] ^ (code & 1)))
    }
}

/// Codes, for the modules of this folder: the index of the even associate, shifted, and the parity.
impl Universe {
    pub(super) fn game(&self, code: u32) -> Game {
        Game {
            code,
            universe: self.tag,
        }
    }

    pub(super) fn code(&self, g: Game) -> u32 {
        assert!(
            g.universe == self.tag,
            "a game was used in a universe that is not its own; copy it with `Universe::import`"
        );
        g.code
    }

    /// Panics if a game belongs to another universe.
    pub(crate) fn assert_owns(&self, g: Game) {
        self.code(g);
    }

    pub(super) fn birthday_of(&self, code: u32) -> u32 {
        // b(E+1) = b(E)+1: its options are E and the E'+1, none of them born after E.
        self.marks[(code >> 1) as usize].birthday() + (code & 1)
    }

    pub(super) fn is_p(&self, code: u32) -> bool {
        self.marks[(code >> 1) as usize].is_p(code & 1)
    }

    /// Returns the sorting key of the options of a stored set: birthday, then code.
    pub(super) fn key(&self, code: u32) -> u64 {
        u64::from(self.birthday_of(code)) << 32 | u64::from(code)
    }

    /// Returns whether `option` is an option of `code`.
    pub(super) fn contains(&self, code: u32, option: u32) -> bool {
        if code & 1 == 1 {
            // E+1 = {E} ∪ {E'+1}.
            return option == code ^ 1 || self.even_contains(code >> 1, option ^ 1);
        }
        self.even_contains(code >> 1, option)
    }

    fn even_contains(&self, index: u32, option: u32) -> bool {
        /// Up to this length a scan of the codes beats a search that looks up birthdays.
        const SCAN: usize = 24;
        let elements = self.sets.elements(index);
        if elements.len() <= SCAN {
            return elements.contains(&option);
        }
        let key = self.key(option);
        elements
            .binary_search_by_key(&key, |&c| self.key(c))
            .is_ok()
    }

    /// Returns the code of the canonical form of the set with these keys.
    ///
    /// Sorts the list and removes repetitions.
    pub(super) fn intern(&mut self, keys: &mut Vec<u64>) -> Result<u32, Stopped> {
        self.tick_for(1 + keys.len() / OPTIONS_PER_TICK)?;
        if !keys.is_sorted_by(|a, b| a < b) {
            sort_runs(keys);
            keys.dedup();
        }
        let mut codes = std::mem::take(&mut self.codes);
        let mut jumps = std::mem::take(&mut self.jumps);
        let hash = read_keys(keys, &mut codes, &mut jumps);
        self.simplified += 1;
        let result = self.intern_read(hash, &codes, &jumps);
        self.codes = codes;
        self.jumps = jumps;
        result
    }

    fn intern_read(
        &mut self,
        hash: SetHash,
        codes: &[u32],
        jumps: &[Jump],
    ) -> Result<u32, Stopped> {
        // Starts the load that a later look-up needs: it takes longer than the work in between.
        let probe = self.sets.probe(hash);
        if let Some(reduction) = self.search_reduction(codes, jumps).reduction {
            return Ok(reduction.to);
        }
        if let Some(even) = self.odd_form(codes) {
            return Ok(even | 1);
        }
        if let Some(index) = self.sets.find_probed(probe, codes) {
            return Ok(index << 1);
        }
        self.store(hash, codes)
    }

    /// Stores an even game whose options are canonical, sorted and not reversible.
    fn store(&mut self, hash: SetHash, codes: &[u32]) -> Result<u32, Stopped> {
        let birthday = codes.last().map_or(0, |&c| self.birthday_of(c) + 1);
        if birthday > Mark::MAX_BIRTHDAY || self.sets.len() > (u32::MAX >> 1) as usize {
            return Err(self.stopped(Reason::Capacity));
        }
        if let Some(limit) = self.budget().max_nodes
            && self.sets.len() - self.uncounted >= limit
        {
            return Err(self.stopped(Reason::Nodes { limit }));
        }
        self.check_memory(self.sets.growth(codes.len()) + list_growth(&self.marks))?;

        let is_p = !codes.is_empty() && !codes.iter().any(|&c| self.is_p(c));
        let odd_is_p = !is_p && !codes.iter().any(|&c| self.is_p(c ^ 1));
        let stored = grow(&mut self.marks, 1)
            .map_err(Full::from)
            .and_then(|()| self.sets.insert(hash, codes));
        let index = stored.map_err(|full| self.stopped(full.into()))?;
        self.marks.push(Mark::new(birthday, is_p, odd_is_p));
        Ok(index << 1)
    }

    /// Checks that this many more bytes can be allocated within the memory limit.
    pub fn check_memory(&self, bytes: usize) -> Result<(), Stopped> {
        if bytes == 0 {
            return Ok(());
        }
        (self.account.check_growth(self.memory(), bytes)).map_err(|reason| self.stopped(reason))
    }

    /// Reserves capacity for one more element in a list of the universe.
    pub(super) fn reserve_in_list<T>(
        &mut self,
        list: fn(&mut Self) -> &mut Vec<T>,
    ) -> Result<(), Stopped> {
        let growth = list_growth(list(self));
        self.check_memory(growth)?;
        grow(list(self), 1).map_err(|full| self.stopped(full.into()))
    }

    /// Reserves capacity for one more entry in a map of the universe.
    pub(super) fn reserve_in_map<K: Eq + std::hash::Hash, V>(
        &mut self,
        map: fn(&mut Self) -> &mut FxHashMap<K, V>,
    ) -> Result<(), Stopped> {
        let growth = map_growth(map(self));
        if growth == 0 {
            return Ok(());
        }
        self.check_memory(growth)?;
        grow_map(map(self)).map_err(|full| self.stopped(full.into()))
    }

    /// Appends to a list of one computation, within the memory limit.
    pub(super) fn push<T>(&self, list: &mut Scratch<T>, value: T) -> Result<(), Stopped> {
        (list.try_push(value, self.budget())).map_err(|reason| self.stopped(reason))
    }

    /// Reserves capacity for `extra` more entries in a map of one computation.
    pub(crate) fn reserve<K: Eq + std::hash::Hash, V>(
        &self,
        map: &mut FxHashMap<K, V>,
        extra: usize,
    ) -> Result<(), Stopped> {
        (map.try_reserve(extra)).map_err(|_| self.stopped(Reason::Allocator))
    }

    /// Allocates a list for the answer of an operation, or stops.
    pub(crate) fn list_with_capacity<T>(&self, capacity: usize) -> Result<Vec<T>, Stopped> {
        super::memory::list_with_capacity(capacity).map_err(|full| self.stopped(full.into()))
    }

    /// Runs work that may store this many games beyond the limit on games without counting
    /// against it, so that displaying a game does not change what can be computed.
    pub fn with_extra_nodes<T>(
        &mut self,
        games: usize,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let before = self.nodes();
        let limit = before - self.uncounted + games;
        let usual = self.account.replace_max_nodes(Some(limit));
        let result = work(self);
        self.account.replace_max_nodes(usual);
        self.uncounted += self.nodes() - before;
        result
    }

    /// Runs work under other limits, then restores the present ones.
    pub fn limited<T>(&mut self, budget: Budget, work: impl FnOnce(&mut Self) -> T) -> T {
        let usual = self.set_budget(budget);
        let result = work(self);
        self.set_budget(usual);
        result
    }

    /// Counts a unit of work; checks memory, deadline and cancel flag every few hundred units.
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.tick_for(1)
    }

    /// Counts the work of a pass over the options of an even game.
    pub(super) fn tick_for_options(&mut self, index: u32) -> Result<(), Stopped> {
        self.tick_for(1 + self.sets.count(index) / OPTIONS_PER_TICK)
    }

    /// Counts several units of work.
    fn tick_for(&mut self, units: usize) -> Result<(), Stopped> {
        if !self.ticker.is_due_after(units) {
            return Ok(());
        }
        // The memo tables grow between insertions of games, so they are recorded here.
        self.check_memory(1)?;
        self.account.record(self.memory());
        self.check_deadline()
    }

    /// Counts units of work with a ticker of the caller; checks deadline and cancel flag every few
    /// hundred units.
    pub fn check_deadline_when_due(
        &self,
        ticker: &mut Ticker,
        units: usize,
    ) -> Result<(), Stopped> {
        if ticker.is_due_after(units) {
            self.check_deadline()?;
        }
        Ok(())
    }

    /// Checks the deadline and the cancel flag.
    pub fn check_deadline(&self) -> Result<(), Stopped> {
        (self.budget().check()).map_err(|reason| self.stopped(reason))
    }

    /// Returns the error for a limit that was reached.
    pub(crate) fn stopped(&self, reason: Reason) -> Stopped {
        Stopped {
            reason,
            nodes: self.nodes() - self.uncounted,
        }
    }
}

/// Returns the code of the even game with this index, or of its associate if `parity` is odd.
pub(super) fn code_at(index: u32, parity: u32) -> u32 {
    index << 1 | parity & 1
}

/// Returns the code in a key.
pub(super) fn code_of(key: u64) -> u32 {
    (key & 0xffff_ffff) as u32
}

/// Sorts keys. The options of a sum arrive as a few ascending runs, which the stable sort merges.
#[expect(clippy::stable_sort_primitive, reason = "faster here, see above")]
fn sort_runs(keys: &mut [u64]) {
    keys.sort();
}

/// The options of a game; see [`Universe::options`].
#[derive(Clone)]
pub struct Options<'a> {
    universe: &'a Universe,
    evens: std::slice::Iter<'a, u32>,
    /// 1 for an odd game E+1, whose options are those of E with 1 added…
    flip: u32,
    /// …and E itself.
    last: Option<u32>,
}

impl Iterator for Options<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let code = match self.evens.next() {
            Some(&code) => code ^ self.flip,
            None => self.last.take()?,
        };
        Some(self.universe.game(code))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.evens.len() + usize::from(self.last.is_some());
        (len, Some(len))
    }
}

impl ExactSizeIterator for Options<'_> {}

/// Returns a number that no other universe has.
fn next_tag() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests;
