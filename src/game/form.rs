//! Forms: hash-consed sets that are *not* simplified.
//!
//! Most of this library computes with values. A form is the set as it was written: it has options,
//! a formal birthday, an outcome, a mate (Definition 2.5) and a value. Section 3 of Siegel's paper
//! shows why the difference matters: (2♯♯0)♯ has the value 0, but its mate has not the value 1.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::memory::{Scratch, grow, list_bytes, list_growth};
use super::nim::mex;
use super::outcome::Outcome;
use super::store::{Full, SetHash, SetStore};
use super::universe::{Game, Universe};
use crate::limits::{Account, Budget, Reason, Stopped, Ticker};

/// A handle of a form: `Copy`, meaningful only with its [`Forms`]. Equal handles mean identical
/// sets, not merely equal values. In another store a handle means another form, or panics if there
/// is none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(u32);

#[derive(Clone, Copy)]
struct Mark {
    formal_birthday: u32,
    nim_value: u32,
    is_p: bool,
}

/// A store of forms. Its memory counts against its budget together with everything else that has
/// a clone of the budget, such as a universe.
///
/// ```
/// use misere::game::{Forms, Universe};
///
/// let (mut u, mut forms) = (Universe::new(), Forms::new());
/// let one = forms.set([forms.zero()])?;
/// let form = forms.set([one])?; // {1}
/// assert_eq!(forms.formal_birthday(form), 2);
/// assert_eq!(forms.value(&mut u, form)?, u.zero());
/// # Ok::<(), misere::limits::Stopped>(())
/// ```
pub struct Forms {
    sets: SetStore,
    marks: Vec<Mark>,
    account: Account,
    ticker: Ticker,
}

impl Default for Forms {
    fn default() -> Self {
        Self::new()
    }
}

impl Forms {
    /// Creates a store that holds only the empty set, without limits.
    pub fn new() -> Self {
        Self::with_budget(Budget::default())
    }

    /// Creates a store that holds only the empty set, with limits.
    ///
    /// # Panics
    /// If the system refuses a few hundred bytes.
    pub fn with_budget(budget: Budget) -> Self {
        let mut forms = Self {
            sets: SetStore::default(),
            marks: Vec::new(),
            account: Budget::default().account(),
            ticker: Ticker::default(),
        };
        forms.set([]).expect("an empty store takes the empty set");
        forms.account = Account::new(budget);
        forms.account.record(forms.memory());
        forms
    }

    /// Returns how many forms are stored.
    pub fn nodes(&self) -> usize {
        self.sets.len()
    }

    /// Returns the bytes allocated for forms.
    pub fn memory(&self) -> usize {
        self.sets.bytes() + list_bytes(&self.marks)
    }

    /// Returns the empty set.
    pub fn zero(&self) -> Form {
        Form(0)
    }

    /// Returns the set of these options, without simplification.
    pub fn set(&mut self, options: impl IntoIterator<Item = Form>) -> Result<Form, Stopped> {
        let mut codes: Vec<u32> = options.into_iter().map(|form| form.0).collect();
        codes.sort_unstable();
        codes.dedup();
        if self.ticker.is_due() {
            self.check_deadline()?;
        }
        let hash = SetHash::of(&codes);
        if let Some(index) = self.sets.find(hash, &codes) {
            return Ok(Form(index));
        }
        self.check_store(codes.len())?;
        let mark = self.mark_of(&codes);
        let stored = grow(&mut self.marks, 1)
            .map_err(Full::from)
            .and_then(|()| self.sets.insert(hash, &codes));
        let index = stored.map_err(|full| self.stopped(full.into()))?;
        self.marks.push(mark);
        if self.memory() != self.account.bytes() {
            self.account.record(self.memory());
        }
        Ok(Form(index))
    }

    fn mark_of(&self, codes: &[u32]) -> Mark {
        let options = codes.iter().map(|&c| self.marks[c as usize]);
        let birthdays = options.clone().map(|o| o.formal_birthday + 1);
        Mark {
            formal_birthday: birthdays.max().unwrap_or(0),
            nim_value: mex(codes.len(), options.clone().map(|o| o.nim_value)),
            is_p: !codes.is_empty() && options.clone().all(|o| !o.is_p),
        }
    }

    /// Checks that one more form with this many options may be stored.
    fn check_store(&self, options: usize) -> Result<(), Stopped> {
        (self.account.budget().check_nodes(self.nodes() + 1))
            .map_err(|reason| self.stopped(reason))?;
        self.check_memory(self.sets.growth(options) + list_growth(&self.marks))
    }

    fn check_deadline(&self) -> Result<(), Stopped> {
        (self.account.budget().check()).map_err(|reason| self.stopped(reason))
    }

    /// Checks that this many more bytes can be allocated within the memory limit.
    fn check_memory(&self, bytes: usize) -> Result<(), Stopped> {
        if bytes == 0 {
            return Ok(());
        }
        (self.account.budget().check_memory(bytes)).map_err(|reason| self.stopped(reason))
    }

    /// Appends to a list of one computation, within the memory limit.
    fn push<T>(&self, list: &mut Scratch<T>, value: T) -> Result<(), Stopped> {
        (list.try_push(value, self.account.budget())).map_err(|reason| self.stopped(reason))
    }

    fn stopped(&self, reason: Reason) -> Stopped {
        Stopped {
            reason,
            nodes: self.nodes(),
        }
    }

    /// Returns the canonical form of a game as a form.
    pub fn canonical(&mut self, universe: &Universe, g: Game) -> Result<Form, Stopped> {
        let mut images: FxHashMap<Game, Form> = FxHashMap::default();
        let followers = universe.followers(g)?;
        universe.reserve(&mut images, followers.len())?;
        for follower in followers {
            let image = self.set(universe.options(follower).map(|o| images[&o]))?;
            images.insert(follower, image);
        }
        Ok(images[&g])
    }

    /// Returns the form G+H: {G'+H, G+H'}, without simplification.
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        // Every pair of followers is a follower of the sum, so the whole table is needed; in
        // ascending order options come first.
        let (rows, columns) = (self.followers(g)?, self.followers(h)?);
        let pairs = rows.len().saturating_mul(columns.len());
        self.check_memory(pairs.saturating_mul(size_of::<Form>()))?;
        let row_of = places(&rows);
        let column_of = places(&columns);
        let mut table: Scratch<Form> = Scratch::new();
        let mut options = Vec::new();
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in columns.iter().enumerate() {
                let at = |i: usize, j: usize| table[i * columns.len() + j];
                options.clear();
                options.extend(self.options(row).map(|o| at(row_of[&o], j)));
                options.extend(self.options(column).map(|o| at(i, column_of[&o])));
                let sum = self.set(options.iter().copied())?;
                self.push(&mut table, sum)?;
            }
        }
        // A form is the last of its followers, so the sum is the last of the table.
        Ok(table.last().copied().unwrap_or_else(|| self.zero()))
    }

    /// Returns the sum of n copies of a form.
    pub fn multiple(&mut self, n: u64, g: Form) -> Result<Form, Stopped> {
        if g == self.zero() {
            return Ok(g);
        }
        let mut sum = self.zero();
        for _ in 0..n {
            sum = self.sum(sum, g)?;
        }
        Ok(sum)
    }

    /// Returns the mate (Definition 2.5): 1 in the place of 0 throughout.
    pub fn mate(&mut self, g: Form) -> Result<Form, Stopped> {
        let one = self.set([self.zero()])?;
        let mut mates: FxHashMap<Form, Form> = FxHashMap::default();
        mates.insert(self.zero(), one);
        for follower in self.followers(g)? {
            if !mates.contains_key(&follower) {
                let options: Vec<Form> = self.options(follower).map(|o| mates[&o]).collect();
                mates.insert(follower, self.set(options)?);
            }
        }
        Ok(mates[&g])
    }

    /// Returns the value: the canonical form, as a game of the universe.
    pub fn value(&self, universe: &mut Universe, g: Form) -> Result<Game, Stopped> {
        Ok(self.values(universe, g)?[&g])
    }

    /// Returns the values of G and of all its followers.
    pub fn values(
        &self,
        universe: &mut Universe,
        g: Form,
    ) -> Result<HashMap<Form, Game, FxBuildHasher>, Stopped> {
        let mut values: FxHashMap<Form, Game> = FxHashMap::default();
        let followers = self.followers(g)?;
        universe.reserve(&mut values, followers.len())?;
        for follower in followers {
            let value = universe.set(self.options(follower).map(|o| values[&o]))?;
            values.insert(follower, value);
        }
        Ok(values)
    }

    /// Returns the options, each once, in the order of storage.
    pub fn options(&self, g: Form) -> impl ExactSizeIterator<Item = Form> + Clone + '_ {
        self.sets.elements(g.0).iter().map(|&code| Form(code))
    }

    /// Returns the followers of G, itself included, each once, and every form after its options.
    pub fn followers(&self, g: Form) -> Result<Vec<Form>, Stopped> {
        let mut seen = FxHashSet::default();
        let mut waiting = Scratch::new();
        self.push(&mut waiting, g)?;
        let mut ticker = Ticker::default();
        while let Some(form) = waiting.pop() {
            if seen.insert(form) {
                if ticker.is_due_after(self.options(form).len()) {
                    self.check_deadline()?;
                    self.check_memory(4 * seen.capacity() * size_of::<Form>())?;
                }
                for option in self.options(form).filter(|o| !seen.contains(o)) {
                    self.push(&mut waiting, option)?;
                }
            }
        }
        let mut followers: Vec<Form> = seen.into_iter().collect();
        followers.sort_unstable();
        Ok(followers)
    }

    /// Returns the formal birthday (Definition 2.1).
    pub fn formal_birthday(&self, g: Form) -> u32 {
        self.marks[g.0 as usize].formal_birthday
    }

    /// Returns the outcome in misère play. It depends on the value alone.
    pub fn outcome(&self, g: Form) -> Outcome {
        self.marks[g.0 as usize].is_p.into()
    }

    /// Returns the nim value. It depends on the value alone.
    pub fn nim_value(&self, g: Form) -> u32 {
        self.marks[g.0 as usize].nim_value
    }
}

fn places(forms: &[Form]) -> FxHashMap<Form, usize> {
    forms
        .iter()
        .enumerate()
        .map(|(i, &form)| (form, i))
        .collect()
}
