//! Forms: hash-consed sets that are *not* simplified.
//!
//! Most of this library speaks of values. A form is the set as it was written: it has options, a
//! formal birthday, an outcome, a mate (Definition 2.5) and a value. Section 3 of Siegel's paper
//! shows why the difference matters: (2♯♯0)♯ has the value 0, but its mate has not the value 1.

use std::collections::HashMap;

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::nim::mex;
use super::outcome::Outcome;
use super::room::{list_bytes, list_growth};
use super::store::{SetHash, SetStore, grow};
use super::universe::{Game, Universe};
use crate::limits::{Budget, Reason, Stopped, Ticker};

/// A handle of a form: `Copy`, meaningful only with its [`Forms`]. Equal handles mean identical
/// sets, not merely equal values. In another store a handle means some other form, or panics if it
/// means none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(u32);

#[derive(Clone, Copy)]
struct Mark {
    formal_birthday: u32,
    nim_value: u32,
    is_p: bool,
}

/// A store of forms.
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
    budget: Budget,
    ticker: Ticker,
}

impl Default for Forms {
    fn default() -> Self {
        Self::new()
    }
}

impl Forms {
    /// A store that holds only the empty set, without limits.
    pub fn new() -> Self {
        Self::with_budget(Budget::default())
    }

    /// A store that holds only the empty set, with limits of its own.
    ///
    /// # Panics
    /// If the system has not even a few hundred bytes to give.
    pub fn with_budget(budget: Budget) -> Self {
        let mut forms = Self {
            sets: SetStore::default(),
            marks: Vec::new(),
            budget: Budget::default(),
            ticker: Ticker::default(),
        };
        forms
            .set([])
            .expect("an empty store has room for the empty set");
        forms.budget = budget;
        forms
    }

    /// How many forms are stored.
    pub fn nodes(&self) -> usize {
        self.sets.len()
    }

    /// The empty set.
    pub fn zero(&self) -> Form {
        Form(0)
    }

    /// The set of these options, as it stands.
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
        self.check_room(codes.len())?;
        let mark = self.mark_of(&codes);
        let stored = grow(&mut self.marks, 1).and_then(|()| self.sets.insert(hash, &codes));
        let index = stored.map_err(|full| self.stopped(full.into()))?;
        self.marks.push(mark);
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

    fn check_room(&self, options: usize) -> Result<(), Stopped> {
        if let Some(limit) = self.budget.max_nodes
            && self.nodes() >= limit
        {
            return Err(self.stopped(Reason::Nodes { limit }));
        }
        self.check_memory(self.sets.growth(options) + list_growth(&self.marks))
    }

    fn check_deadline(&self) -> Result<(), Stopped> {
        (self.budget.check()).map_err(|reason| self.stopped(reason))
    }

    /// Refuses to allocate so many more bytes if that passes the limit.
    fn check_memory(&self, bytes: usize) -> Result<(), Stopped> {
        if let Some(limit) = self.budget.max_memory
            && bytes > 0
        {
            let held = self.sets.bytes() + list_bytes(&self.marks);
            let needed = held.saturating_add(bytes);
            if needed > limit {
                return Err(self.stopped(Reason::Memory { needed, limit }));
            }
        }
        Ok(())
    }

    fn stopped(&self, reason: Reason) -> Stopped {
        Stopped {
            reason,
            nodes: self.nodes(),
        }
    }

    /// The canonical form of a game as a form.
    pub fn canonical(&mut self, universe: &Universe, g: Game) -> Result<Form, Stopped> {
        let mut images: FxHashMap<Game, Form> = FxHashMap::default();
        for follower in universe.followers(g)? {
            let image = self.set(universe.options(follower).map(|o| images[&o]))?;
            images.insert(follower, image);
        }
        Ok(images[&g])
    }

    /// The form G+H: {G'+H, G+H'}, nothing simplified.
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        // Every pair of followers is a follower of the sum, so the whole table is needed; in
        // ascending order options come first.
        let (rows, columns) = (self.followers(g)?, self.followers(h)?);
        self.check_memory(rows.len().saturating_mul(columns.len()) * size_of::<Form>())?;
        let row_of = places(&rows);
        let column_of = places(&columns);
        let mut table: Vec<Form> = Vec::new();
        let mut options = Vec::new();
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in columns.iter().enumerate() {
                let at = |i: usize, j: usize| table[i * columns.len() + j];
                options.clear();
                options.extend(self.options(row).map(|o| at(row_of[&o], j)));
                options.extend(self.options(column).map(|o| at(i, column_of[&o])));
                let sum = self.set(options.iter().copied())?;
                table.push(sum);
            }
        }
        // A form is the last of its followers, so the sum is the last of the table.
        Ok(table.last().copied().unwrap_or_else(|| self.zero()))
    }

    /// The sum of n copies of a form.
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

    /// The mate (Definition 2.5): 1 in the place of 0 throughout.
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

    /// The value: the canonical form, as a game of the universe.
    pub fn value(&self, universe: &mut Universe, g: Form) -> Result<Game, Stopped> {
        Ok(self.values(universe, g)?[&g])
    }

    /// The values of G and of all its followers.
    pub fn values(
        &self,
        universe: &mut Universe,
        g: Form,
    ) -> Result<HashMap<Form, Game, FxBuildHasher>, Stopped> {
        let mut values: FxHashMap<Form, Game> = FxHashMap::default();
        for follower in self.followers(g)? {
            let value = universe.set(self.options(follower).map(|o| values[&o]))?;
            values.insert(follower, value);
        }
        Ok(values)
    }

    /// The options, each once, in no particular order.
    pub fn options(&self, g: Form) -> impl ExactSizeIterator<Item = Form> + Clone + '_ {
        self.sets.elements(g.0).iter().map(|&code| Form(code))
    }

    /// The followers of G, itself included, each once, and every form after its options.
    pub fn followers(&self, g: Form) -> Result<Vec<Form>, Stopped> {
        let mut seen = FxHashSet::default();
        let mut waiting = vec![g];
        let mut ticker = Ticker::default();
        while let Some(form) = waiting.pop() {
            if seen.insert(form) {
                if ticker.is_due_after(self.options(form).len()) {
                    self.check_deadline()?;
                    let listed = waiting.capacity() + 4 * seen.capacity();
                    self.check_memory(listed * size_of::<Form>())?;
                }
                waiting.extend(self.options(form).filter(|o| !seen.contains(o)));
            }
        }
        let mut followers: Vec<Form> = seen.into_iter().collect();
        followers.sort_unstable();
        Ok(followers)
    }

    /// The formal birthday (Definition 2.1).
    pub fn formal_birthday(&self, g: Form) -> u32 {
        self.marks[g.0 as usize].formal_birthday
    }

    /// The outcome in misère play. It depends on the value alone.
    pub fn outcome(&self, g: Form) -> Outcome {
        self.marks[g.0 as usize].is_p.into()
    }

    /// The nim value. It depends on the value alone.
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
