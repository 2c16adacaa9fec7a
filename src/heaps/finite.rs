//! Rulesets with finitely many positions, listed one by one.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

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
    /// Where the positions come from, if that is known.
    origins: Origins,
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
            origins: Origins::default(),
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

    /// Says where the positions come from.
    #[must_use]
    pub(crate) fn with_origins(self, origins: Origins) -> Self {
        Self { origins, ..self }
    }

    /// Lists the first positions with their options and where they come from, for a certificate.
    pub fn listing(&self, count: usize) -> Listing {
        let numbers = |heaps: &Heaps| {
            let parts = heaps.iter();
            parts
                .map(|(position, copies)| (position.size(), copies))
                .collect()
        };
        let entry = |(number, (name, options)): (usize, &(String, Vec<Heaps>))| ListedPosition {
            name: name.clone(),
            origins: (self.origins.of_positions.get(number).cloned()).unwrap_or_default(),
            options: options.iter().map(numbers).collect(),
        };
        Listing {
            rulesets: self.origins.rulesets.clone(),
            positions: (self.positions.iter().enumerate().take(count).map(entry)).collect(),
        }
    }

    /// Returns the bytes that a listing takes.
    pub fn listing_bytes(&self) -> usize {
        let entry = |(name, options): &(String, Vec<Heaps>)| {
            let parts: usize = options.iter().map(|heaps| heaps.iter().len()).sum();
            size_of::<ListedPosition>() + name.len() + 24 * options.len() + 16 * parts
        };
        self.positions.iter().map(entry).sum()
    }

    /// Returns the number of the position with this name.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.by_name.get(name).copied()
    }

    /// Returns the options of a position, in ascending order.
    pub(crate) fn options_of(&self, number: u64) -> &[Heaps] {
        let listed = self.at(Position::heap(number));
        listed.map_or(&[], |(_, options)| options)
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

/// Where the positions of a list come from.
#[derive(Default)]
pub(crate) struct Origins {
    pub(crate) rulesets: Vec<String>,
    pub(crate) of_positions: Vec<Vec<Origin>>,
}

/// Positions with the options of each, and where they come from: what a certificate needs to say about
/// a ruleset that is a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Listing {
    /// The names of the rulesets that positions come from.
    pub rulesets: Vec<String>,
    /// The positions, each after its options.
    pub positions: Vec<ListedPosition>,
}

/// A position of a [`Listing`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct ListedPosition {
    /// The name.
    pub name: String,
    /// What it is, besides a position with these options.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub origins: Vec<Origin>,
    /// The options: of each, the numbers of its positions with their copies.
    pub options: Vec<Vec<(u64, u64)>>,
}

/// Where a listed position comes from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
#[non_exhaustive]
pub enum Origin {
    /// It is a game in canonical form, and its name is an expression for it, or the beginning of its
    /// fingerprint.
    Game,
    /// It is a position of a ruleset.
    Position {
        /// The number of the ruleset in the list.
        ruleset: usize,
        /// The kind, where moves lead to positions of other rulesets.
        #[serde(default, skip_serializing_if = "is_zero")]
        kind: u16,
        /// The position, as it is written in parentheses.
        position: String,
    },
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature is serde's"
)]
fn is_zero(kind: &u16) -> bool {
    *kind == 0
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
