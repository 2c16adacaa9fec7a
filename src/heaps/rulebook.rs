//! The rulesets that names refer to: the built-in ones, and those that a user has defined.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::called::called;
use super::entry::RulesetError;
use super::formula::formulas;
use super::registry;
use super::ruleset::Ruleset;

/// The rulesets that names refer to: the built-in ones and a user's own.
///
/// A clone shares the definitions, so a rulebook is cheap to hand over.
///
/// ```
/// use misere::heaps::{Rulebook, ruleset};
///
/// let mut book = Rulebook::default();
/// book.define("take-two", ruleset("subtraction{1,2}")?);
/// assert_eq!(book.ruleset("take-two")?.name(), "subtraction{1,2}");
/// assert!(book.ruleset("kayles").is_ok());
/// assert!(ruleset("take-two").is_err());
/// # Ok::<(), misere::heaps::RulesetError>(())
/// ```
#[derive(Clone, Default)]
pub struct Rulebook(Arc<BTreeMap<String, Arc<dyn Ruleset>>>);

impl Rulebook {
    /// Gives a name to a ruleset. It hides a built-in ruleset of the same name.
    pub fn define(&mut self, name: impl Into<String>, ruleset: Arc<dyn Ruleset>) {
        Arc::make_mut(&mut self.0).insert(name.into(), ruleset);
    }

    /// Defines the rulesets of a text of formulas, one a line or with `;` between them. A line
    /// without an arrow continues the one before it, and `#` begins a comment. Returns the names.
    ///
    /// ```
    /// use misere::heaps::Rulebook;
    ///
    /// let mut book = Rulebook::default();
    /// book.define_formulas("one(n) -> n-1\npairs(n) -> [one(a), n-a] for a in 1..n-1")?;
    /// assert_eq!(book.ruleset("pairs")?.kinds(), 2);
    /// # Ok::<(), misere::heaps::RulesetError>(())
    /// ```
    ///
    /// # Errors
    /// If a text is no formula, or has no name; nothing is defined then.
    pub fn define_formulas(&mut self, text: &str) -> Result<Vec<String>, RulesetError> {
        let found = formulas(text, self)?;
        let names = found.iter().map(|(name, _)| name.clone()).collect();
        for (name, ruleset) in found {
            self.define(name, ruleset);
        }
        Ok(names)
    }

    /// Takes a name away again. Returns what it stood for.
    pub fn remove(&mut self, name: &str) -> Option<Arc<dyn Ruleset>> {
        Arc::make_mut(&mut self.0).remove(name)
    }

    /// Returns the ruleset that was defined with this name.
    pub fn defined(&self, name: &str) -> Option<&Arc<dyn Ruleset>> {
        self.0.get(name)
    }

    /// Iterates over the definitions, by name.
    pub fn definitions(&self) -> impl Iterator<Item = (&str, &Arc<dyn Ruleset>)> {
        self.0
            .iter()
            .map(|(name, ruleset)| (name.as_str(), ruleset))
    }

    /// Returns the ruleset with this name and parameters, a user's own first. It is
    /// [called](Ruleset::called) by that name.
    ///
    /// # Errors
    /// If there is none.
    pub fn ruleset(&self, text: &str) -> Result<Arc<dyn Ruleset>, RulesetError> {
        let found = match self.defined(text) {
            Some(own) => Arc::clone(own),
            None => registry::find_in(text, self)?,
        };
        Ok(called(text, found))
    }
}

impl fmt::Debug for Rulebook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// Two rulebooks are equal if they have the same names for the same rulesets.
impl PartialEq for Rulebook {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.len() == other.0.len()
                && self
                    .0
                    .iter()
                    .all(|(name, own)| other.defined(name).is_some_and(|o| Arc::ptr_eq(own, o)))
    }
}

impl Eq for Rulebook {}
