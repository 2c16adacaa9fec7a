//! Rulesets with finitely many positions, listed one by one.

use rustc_hash::FxHashMap;

use super::entry::RulesetError;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use crate::limits::Account;

/// A ruleset with finitely many positions, each with a name and the list of its options.
///
/// The positions are heaps 0, 1, 2, …, and options come before the positions that have them, so all
/// methods for heaps in a row apply.
///
/// ```
/// use misere::heaps::{FiniteRuleset, Heaps, Position, Ruleset};
///
/// let mut game = FiniteRuleset::new("fork");
/// let end = game.push("end", vec![]).unwrap();
/// let tip = game.push("tip", vec![Heaps::from(end)]).unwrap();
/// let fork = game.push("fork", vec![Heaps::from(tip), [tip, tip].into_iter().collect()]).unwrap();
/// assert_eq!(game.heap_name(fork), "fork(fork)");
/// assert!(game.push("fork", vec![]).is_none());
/// ```
pub struct FiniteRuleset {
    name: String,
    positions: Vec<(String, Vec<Heaps>)>,
    by_name: FxHashMap<String, u64>,
    /// Holds the memory of the lists, if somebody counts it.
    _account: Option<Account>,
}

impl FiniteRuleset {
    /// Starts without positions.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            positions: Vec::new(),
            by_name: FxHashMap::default(),
            _account: None,
        }
    }

    /// Lets this account hold the memory of the lists.
    #[must_use]
    pub fn with_account(self, account: Account) -> Self {
        Self {
            _account: Some(account),
            ..self
        }
    }

    /// Adds a position after its options. None if the name is taken, or an option is not made of
    /// positions that were added.
    pub fn push(&mut self, name: impl Into<String>, mut options: Vec<Heaps>) -> Option<Position> {
        let name = name.into();
        let number = self.positions.len() as u64;
        let known = |heaps: &Heaps| heaps.iter().all(|(position, _)| self.is_position(position));
        if self.by_name.contains_key(&name) || !options.iter().all(known) {
            return None;
        }
        options.sort_unstable();
        options.dedup();
        self.by_name.insert(name.clone(), number);
        self.positions.push((name, options));
        Some(Position::heap(number))
    }

    /// Returns the bytes that a position with these options takes.
    pub fn bytes(name: &str, options: &[Heaps]) -> usize {
        /// A name is stored twice, once with its number in a table that is partly empty.
        const ENTRY: usize = size_of::<(String, Vec<Heaps>)>() + 2 * size_of::<(String, u64)>();
        ENTRY + 2 * name.len() + options.iter().map(Heaps::held).sum::<usize>()
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Iterates over the names of the positions, in their order.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.positions.iter().map(|(name, _)| name.as_str())
    }

    fn at(&self, position: Position) -> Option<&(String, Vec<Heaps>)> {
        if position.arity() != 1 || position.kind() != 0 {
            return None;
        }
        self.positions.get(usize::try_from(position.size()).ok()?)
    }
}

impl Ruleset for FiniteRuleset {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let options = self.at(position).map(|(_, options)| options.as_slice());
        Box::new(options.unwrap_or_default().iter().cloned())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn rule(&self) -> String {
        format!(
            "the moves that are listed for each of {} positions",
            self.len()
        )
    }

    fn is_position(&self, position: Position) -> bool {
        self.at(position).is_some()
    }

    fn read_position(&self, text: &str) -> Option<Result<Position, RulesetError>> {
        let known = self.by_name.get(text).map(|&number| Position::heap(number));
        Some(known.ok_or_else(|| {
            let message = format!("`{}` has no position `{text}`", self.name);
            RulesetError::new(message, 0..text.len())
        }))
    }

    fn write_position(&self, position: Position) -> String {
        let name = self.at(position).map(|(name, _)| name.clone());
        name.unwrap_or_else(|| position.to_string())
    }
}
