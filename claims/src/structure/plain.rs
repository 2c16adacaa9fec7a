//! Games as plain sets: sums and simplest forms straight from the definitions.

use rustc_hash::FxHashMap;

use crate::Work;
use misere::game::{Form, Forms, Game, Outcome, Universe};
use misere::limits::Stopped;

/// What simplest forms of plain sets rest on.
pub(super) const SIMPLEST: &[&str] = &[
    "forms",
    "structure.thm2.3",
    "structure.thm2.8",
    "structure.thm2.9",
];

/// A store of plain sets. What it calls simplest forms is made with Definition 2.2 alone.
pub(super) struct Plain {
    pub(super) forms: Forms,
    sums: FxHashMap<(Form, Form), Form>,
}

impl Plain {
    pub(super) fn new(work: &Work<'_>) -> Self {
        Self {
            forms: Forms::with_budget(work.budget().clone()),
            sums: FxHashMap::default(),
        }
    }

    /// Returns the options of a set.
    pub(super) fn options(&self, g: Form) -> Vec<Form> {
        self.forms.options(g).collect()
    }

    /// Checks whether H is an option of G.
    pub(super) fn has_option(&self, g: Form, h: Form) -> bool {
        self.forms.options(g).any(|option| option == h)
    }

    /// Checks whether H simplifies to a set with these options (Definition 2.2).
    pub(super) fn simplifies(&self, h: Form, g: Form, of_g: &[Form]) -> bool {
        let of_h = self.options(h);
        let mut new = of_h.iter().filter(|option| !of_g.contains(option));
        of_h.len() > of_g.len()
            && of_g.iter().all(|option| of_h.contains(option))
            && new.all(|&option| self.has_option(option, g))
            && (!of_g.is_empty() || self.forms.outcome(h) == Outcome::N)
    }

    /// Returns the simplest form of a set of simplest forms.
    pub(super) fn simplest(&mut self, options: Vec<Form>) -> Result<Form, Stopped> {
        let set = self.forms.set(options)?;
        for option in self.options(set) {
            for g in self.options(option) {
                if self.simplifies(set, g, &self.options(g)) {
                    return Ok(g);
                }
            }
        }
        Ok(set)
    }

    /// Returns the simplest form of the sum of two simplest forms.
    pub(super) fn sum(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        if let Some(&known) = self.sums.get(&(g, h)) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for option in self.options(g) {
            options.push(self.sum(option, h)?);
        }
        for option in self.options(h) {
            options.push(self.sum(g, option)?);
        }
        let sum = self.simplest(options)?;
        self.sums.insert((g, h), sum);
        self.sums.insert((h, g), sum);
        Ok(sum)
    }

    /// Checks whether the sums of two sets with a third, as written, have different outcomes.
    pub(super) fn tells_apart(&mut self, x: Form, g: Form, h: Form) -> Result<bool, Stopped> {
        Ok(self.outcome_of_sum(g, x)? != self.outcome_of_sum(h, x)?)
    }

    /// Returns the outcome of a sum as written.
    pub(super) fn outcome_of_sum(&mut self, g: Form, h: Form) -> Result<Outcome, Stopped> {
        let sum = self.forms.sum(g, h)?;
        Ok(self.forms.outcome(sum))
    }

    /// Returns G + 1 as written; G if a limit stops it.
    pub(super) fn plus_one(&mut self, g: Form) -> Form {
        let one = self.forms.set([self.forms.zero()]);
        one.and_then(|one| self.forms.sum(g, one)).unwrap_or(g)
    }

    /// Returns the set of games of a universe, as written.
    pub(super) fn as_written(&mut self, u: &Universe, set: &[Game]) -> Result<Form, Stopped> {
        let mut options = Vec::new();
        for &option in set {
            options.push(self.forms.canonical(u, option)?);
        }
        self.forms.set(options)
    }

    /// Returns games of a universe as plain sets.
    pub(super) fn games(&mut self, u: &Universe, games: &[Game]) -> Result<Vec<Form>, Stopped> {
        games.iter().map(|&g| self.forms.canonical(u, g)).collect()
    }
}
