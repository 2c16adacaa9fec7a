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
use super::room::{list_bytes, list_growth, map_bytes};
use super::simplify::{Jump, read_keys};
use super::store::{SetHash, SetStore, grow};
use super::sum_table::SumTable;
use crate::limits::{Account, Budget, Reason, Stopped, Ticker};

/// A handle of a canonical game: `Copy`, four bytes, meaningful only with its [`Universe`].
///
/// Two handles of one universe are equal exactly when the values are. With debug assertions on
/// a handle also carries a tag of its universe, and using it in another one panics; without
/// them such a handle means some other game, or panics if it means none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Game {
    code: u32,
    #[cfg(debug_assertions)]
    universe: u32,
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

/// What is kept of each even game E beside its options: the birthday, and whether E and E+1
/// are P-positions, in one word.
#[derive(Clone, Copy)]
struct Mark(u32);

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

/// So many options of a set are a unit of work.
const OPTIONS_PER_TICK: usize = 32;

/// All games of one computation: a hash-consed store with the operations on it.
///
/// One universe belongs to one thread; [`import`](Universe::import) carries a game over from
/// another one. Operations that can grow return [`Stopped`] when they reach a limit set with
/// [`set_budget`](Universe::set_budget).
pub struct Universe {
    pub(super) sets: SetStore,
    marks: Vec<Mark>,
    account: Account,
    /// Games stored by work that does not count against the limit; see `aside`.
    uncounted: usize,
    ticker: Ticker,
    pub(super) sums: SumTable,
    /// G − H for even G and H, by their indices.
    pub(super) differences: FxHashMap<(u32, u32), Option<u32>>,
    /// o(E+F+bit) for even E and F: see `outcome`.
    pub(super) outcomes_of_sums: FxHashMap<(u32, u32), bool>,
    pub(super) mates: FxHashMap<u32, u32>,
    pub(super) nim_values: Vec<u32>,
    /// The codes of *0, *2, *4, …, as far as they were asked for.
    pub(super) even_heaps: Vec<u32>,
    pub(super) genera: GenusTable,
    /// The classes of the even games, in the order of their indices.
    pub(super) classes: Vec<Class>,
    pub(super) fingerprints: FxHashMap<u32, Fingerprint>,
    keys: Vec<u64>,
    codes: Vec<u32>,
    jumps: Vec<Jump>,
    #[cfg(debug_assertions)]
    tag: u32,
}

impl Default for Universe {
    fn default() -> Self {
        Self::new()
    }
}

impl Universe {
    /// A universe that holds 0 and 1, without limits.
    pub fn new() -> Self {
        Self::with_budget(Budget::default())
    }

    /// A universe that holds 0 and 1, with limits.
    ///
    /// # Panics
    /// If the system has not even a few hundred bytes to give.
    pub fn with_budget(budget: Budget) -> Self {
        let mut sets = SetStore::default();
        sets.insert(SetHash::default(), &[])
            .expect("an empty store has room for the empty set");
        Self {
            sets,
            // 0 is an N-position: whoever cannot move wins. 1 is a P-position.
            marks: vec![Mark::new(0, false, true)],
            account: Account::new(budget),
            uncounted: 0,
            ticker: Ticker::default(),
            sums: SumTable::default(),
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
            #[cfg(debug_assertions)]
            tag: next_tag(),
        }
    }

    /// The limits in force.
    pub fn budget(&self) -> &Budget {
        self.account.budget()
    }

    /// Replaces the limits. What is already stored stays.
    pub fn set_budget(&mut self, budget: Budget) -> Budget {
        let mut account = Account::new(budget);
        account.record(self.memory());
        let previous = std::mem::replace(&mut self.account, account);
        previous.budget().clone()
    }

    /// How many games are stored; a game and its associate count once.
    pub fn nodes(&self) -> usize {
        self.sets.len()
    }

    /// The bytes allocated for games and tables, up to small change.
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

    /// 0, the game without options.
    pub fn zero(&self) -> Game {
        self.game(0)
    }

    /// 1, the game whose only option is 0; with 0 it makes up the units (Lemma 5.3).
    pub fn one(&self) -> Game {
        self.game(1)
    }

    /// The canonical form of the set of these options. Repetitions and order do not matter.
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

    /// G♯, the game whose only option is G.
    pub fn sharp(&mut self, g: Game) -> Result<Game, Stopped> {
        self.set([g])
    }

    /// The options of the canonical form, in no particular order;
    /// [`options_sorted`](Universe::options_sorted) has one that means something.
    pub fn options(&self, g: Game) -> Options<'_> {
        let code = self.code(g);
        Options {
            universe: self,
            evens: self.sets.elements(code >> 1).iter(),
            flip: code & 1,
            last: (code & 1 == 1).then_some(code ^ 1),
        }
    }

    /// How many options the canonical form has.
    pub fn option_count(&self, g: Game) -> usize {
        let code = self.code(g);
        self.sets.count(code >> 1) + (code & 1) as usize
    }

    /// Whether H is an option of the canonical form of G.
    pub fn has_option(&self, g: Game, h: Game) -> bool {
        self.contains(self.code(g), self.code(h))
    }

    /// b(G): the day G is born (Definition 2.1), which is the formal birthday of the canonical
    /// form.
    pub fn birthday(&self, g: Game) -> u32 {
        self.birthday_of(self.code(g))
    }

    /// Even or odd (Proposition 6.6: never both).
    pub fn parity(&self, g: Game) -> Parity {
        match self.code(g) & 1 {
            0 => Parity::Even,
            _ => Parity::Odd,
        }
    }

    /// Whether G has an inverse: 0 and 1 are the only units (Lemma 5.3).
    pub fn is_unit(&self, g: Game) -> bool {
        self.code(g) <= 1
    }

    /// G+1, the other associate of G (Definition 6.4).
    #[must_use]
    pub fn associate(&self, g: Game) -> Game {
        self.game(self.code(g) ^ 1)
    }

    /// G or G+1, whichever is even.
    #[must_use]
    pub fn even_associate(&self, g: Game) -> Game {
        self.game(self.code(g) & !1)
    }

    /// Carries a game over from another universe.
    pub fn import(&mut self, other: &Universe, g: Game) -> Result<Game, Stopped> {
        let mut here: FxHashMap<u32, u32> = FxHashMap::default();
        for follower in other.followers(g)? {
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

/// Codes, for the rooms of this folder: index of the even associate, shifted, and the parity.
impl Universe {
    #[cfg_attr(
        not(debug_assertions),
        expect(clippy::unused_self, reason = "for the tag")
    )]
    pub(super) fn game(&self, code: u32) -> Game {
        Game {
            code,
            #[cfg(debug_assertions)]
            universe: self.tag,
        }
    }

    #[cfg_attr(
        not(debug_assertions),
        expect(clippy::unused_self, reason = "for the tag")
    )]
    pub(super) fn code(&self, g: Game) -> u32 {
        #[cfg(debug_assertions)]
        assert_eq!(
            g.universe, self.tag,
            "a game was used in a universe that is not its own; carry it over with `import`"
        );
        g.code
    }

    pub(super) fn birthday_of(&self, code: u32) -> u32 {
        // b(E+1) = b(E)+1: its options are E and the E'+1, none of them born after E.
        self.marks[(code >> 1) as usize].birthday() + (code & 1)
    }

    pub(super) fn is_p(&self, code: u32) -> bool {
        self.marks[(code >> 1) as usize].is_p(code & 1)
    }

    /// What the options of a stored set are sorted by: birthday, then code.
    pub(super) fn key(&self, code: u32) -> u64 {
        u64::from(self.birthday_of(code)) << 32 | u64::from(code)
    }

    /// Whether `option` is an option of `code`.
    pub(super) fn contains(&self, code: u32, option: u32) -> bool {
        if code & 1 == 1 {
            // E+1 = {E} ∪ {E'+1}.
            return option == code ^ 1 || self.even_contains(code >> 1, option ^ 1);
        }
        self.even_contains(code >> 1, option)
    }

    fn even_contains(&self, index: u32, option: u32) -> bool {
        /// Below this a scan of the codes beats a search that looks up birthdays.
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

    /// The code of the canonical form of the set with these keys.
    ///
    /// The list is left sorted and without repetitions.
    pub(super) fn intern(&mut self, keys: &mut Vec<u64>) -> Result<u32, Stopped> {
        self.tick_for(1 + keys.len() / OPTIONS_PER_TICK)?;
        if !keys.is_sorted_by(|a, b| a < b) {
            sort_runs(keys);
            keys.dedup();
        }
        let mut codes = std::mem::take(&mut self.codes);
        let mut jumps = std::mem::take(&mut self.jumps);
        let hash = read_keys(keys, &mut codes, &mut jumps);
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
        // The look-up that will be needed in the end begins now: it takes longer than the rest.
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
        let stored = grow(&mut self.marks, 1).and_then(|()| self.sets.insert(hash, codes));
        let index = stored.map_err(|full| self.stopped(full.into()))?;
        self.marks.push(Mark::new(birthday, is_p, odd_is_p));
        Ok(index << 1)
    }

    /// Refuses to allocate so many more bytes if that passes the limit.
    pub fn check_memory(&self, bytes: usize) -> Result<(), Stopped> {
        if bytes == 0 {
            return Ok(());
        }
        (self.account.check_growth(self.memory(), bytes)).map_err(|reason| self.stopped(reason))
    }

    /// Makes room for one more in a list of the universe, or refuses.
    pub(super) fn make_room<T>(
        &mut self,
        list: fn(&mut Self) -> &mut Vec<T>,
    ) -> Result<(), Stopped> {
        let growth = list_growth(list(self));
        self.check_memory(growth)?;
        grow(list(self), 1).map_err(|full| self.stopped(full.into()))
    }

    /// Does some work that may store so many games, whatever the limit on games says, and that
    /// does not count against it: what is merely shown must not change what can be computed.
    pub fn with_extra_nodes<T>(
        &mut self,
        games: usize,
        work: impl FnOnce(&mut Self) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let before = self.nodes();
        let room = before - self.uncounted + games;
        let usual = self.budget().clone();
        self.set_budget(usual.clone().with_max_nodes(room));
        let result = work(self);
        self.set_budget(usual);
        self.uncounted += self.nodes() - before;
        result
    }

    /// Does some work under other limits.
    pub fn limited<T>(&mut self, budget: Budget, work: impl FnOnce(&mut Self) -> T) -> T {
        let usual = self.set_budget(budget);
        let result = work(self);
        self.set_budget(usual);
        result
    }

    /// To be called once per unit of work: looks at the clock and the cancel flag now and then.
    pub(crate) fn tick(&mut self) -> Result<(), Stopped> {
        self.tick_for(1)
    }

    /// The same for a unit that goes through the options of an even game.
    pub(super) fn tick_for_options(&mut self, index: u32) -> Result<(), Stopped> {
        self.tick_for(1 + self.sets.count(index) / OPTIONS_PER_TICK)
    }

    /// The same for so many units at once.
    fn tick_for(&mut self, units: usize) -> Result<(), Stopped> {
        if !self.ticker.is_due_after(units) {
            return Ok(());
        }
        // The memo tables grow between insertions of games, so they are accounted for here.
        self.check_memory(1)?;
        self.account.record(self.memory());
        self.check_deadline()
    }

    /// Counts so many units of work that change nothing: looks at the clock now and then.
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

    /// Looks at the clock and the cancel flag at once: for units of work that take long.
    pub fn check_deadline(&self) -> Result<(), Stopped> {
        (self.budget().check()).map_err(|reason| self.stopped(reason))
    }

    pub(super) fn stopped(&self, reason: Reason) -> Stopped {
        Stopped {
            reason,
            nodes: self.nodes() - self.uncounted,
        }
    }
}

/// The code of the even game with this index, or of its associate if `parity` is odd.
pub(super) fn code_at(index: u32, parity: u32) -> u32 {
    index << 1 | parity & 1
}

/// The code in a key.
pub(super) fn code_of(key: u64) -> u32 {
    (key & 0xffff_ffff) as u32
}

/// The options of a sum arrive as a few ascending runs, which the stable sort merges.
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

/// Universes are numbered so that their handles can be told apart.
#[cfg(debug_assertions)]
fn next_tag() -> u32 {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests;
