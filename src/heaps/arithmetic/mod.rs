//! Games on arithmetic functions.
//!
//! A [`Property`] gives every heap n a set of numbers: its divisors, its totatives, and so on.
//! The players either move to these numbers or subtract them ([`Action`]), and they play one of
//! them, their number, all of them as a sum or any nonempty subset as a sum ([`Selection`]).
//! Iannucci and Larsson (Game values of arithmetic functions) classify their games in this
//! way and have names for many; every other combination in which play ends is a ruleset too.
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//!
//! let game = ruleset("subtract(divisors)").unwrap();
//! assert_eq!(game.name(), "saliquot");
//! let options: Vec<String> = game.options(Position::heap(6)).map(|o| o.to_string()).collect();
//! assert_eq!(options, ["5", "4", "3", "0"]);
//! assert_eq!(ruleset("powerset(subtract(nondivisors))").unwrap().name(), "powerset-saliquant");
//! assert!(ruleset("move-to(divisors)").is_err()); // n divides n
//! assert!(ruleset("number(move-to(divisors))").unwrap().is_loopy()); // 1 and 2 stay as they are
//! ```

mod known;
mod names;
mod property;
mod subsets;

use thiserror::Error;

pub(super) use names::{ENTRIES, action_on_property};
pub use property::Property;
pub(super) use subsets::Subsets;

use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;

/// What the players do with the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The numbers are the new heaps.
    MoveTo,
    /// The numbers are taken from the heap, each from a copy of its own if there are several.
    Subtract,
}

/// Which of the numbers are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Selection {
    /// One of them.
    One,
    /// How many there are: the only option, if there are any.
    Number,
    /// All of them as a sum: the only option, if there are any.
    Fullset,
    /// The sum of any nonempty subset.
    Powerset,
}

/// A game on an arithmetic function.
///
/// Rulesets that are equal as rules are equal as values: n − k is a totative of n if k is one,
/// so to subtract totatives is the same as to move to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arithmetic {
    property: Property,
    action: Action,
    selection: Selection,
    to_empty: bool,
}

/// Why a combination is not a ruleset: play would not end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("play of `{ruleset}` would not end: {reason}")]
#[non_exhaustive]
pub struct Endless {
    /// The combination as it is spelled.
    pub ruleset: String,
    /// Which heap could stay as it is, and why.
    pub reason: &'static str,
}

impl Arithmetic {
    /// Returns the ruleset of this combination, as Iannucci and Larsson read it.
    ///
    /// The empty heap counts as a nondivisor and as a nontotative of every n > 0 when one of them
    /// is moved to, but not in sums; and if there are none of the numbers, their number is no
    /// option. See [`with_empty_heap`](Self::with_empty_heap) for the other readings.
    pub fn new(property: Property, action: Action, selection: Selection) -> Result<Self, Endless> {
        let game = Self::unchecked(property, action, selection);
        match game.stays() {
            Some(reason) => Err(Endless {
                ruleset: game.spelled(),
                reason,
            }),
            None => Ok(game),
        }
    }

    /// The combination without a check that play ends.
    const fn unchecked(property: Property, action: Action, selection: Selection) -> Self {
        use Property::{DistinctPrimeFactors, Nondivisors, Nontotatives, PrimeFactors, Totatives};
        let counts = matches!(selection, Selection::Number);
        let one = matches!(selection, Selection::One);
        // gcd(k, n) = gcd(n − k, n).
        let symmetric = matches!(property, Totatives | Nontotatives) && !counts;
        let action = if symmetric { Action::MoveTo } else { action };
        // Multiplicity matters only where several are played.
        let property = match property {
            DistinctPrimeFactors if one => PrimeFactors,
            other => other,
        };
        let moves_to_one = one && matches!(action, Action::MoveTo);
        Self {
            property,
            action,
            selection,
            to_empty: moves_to_one && matches!(property, Nondivisors | Nontotatives),
        }
    }

    /// Why some heap has itself in an option.
    fn stays(self) -> Option<&'static str> {
        let counts = self.selection == Selection::Number;
        match (self.action, self.property) {
            (Action::MoveTo, Property::Divisors) if counts => {
                Some("1 has one divisor and 2 has two, so these heaps would stay as they are")
            }
            (Action::MoveTo, Property::Divisors) => {
                Some("a number divides itself, so a heap could stay as it is")
            }
            (Action::MoveTo, Property::PrimeFactors | Property::DistinctPrimeFactors)
                if !counts =>
            {
                Some("a prime is a prime factor of itself, so it would stay as it is")
            }
            _ => None,
        }
    }

    /// The reading in which every heap n > 0 can (or cannot) be moved to the empty heap, where
    /// that is a matter of reading: moving to a nondivisor or a nontotative, and moving to the
    /// number of something where there is none. Elsewhere `None`.
    #[must_use]
    pub fn with_empty_heap(self, to_empty: bool) -> Option<Self> {
        let open = self.to_empty
            || (self.action == Action::MoveTo
                && (self.selection == Selection::Number
                    || self.selection == Selection::One
                        && matches!(
                            self.property,
                            Property::Nondivisors | Property::Nontotatives
                        )));
        open.then_some(Self { to_empty, ..self })
    }

    /// Returns the property that gives the numbers.
    pub fn property(self) -> Property {
        self.property
    }

    /// Returns what is done with them.
    pub fn action(self) -> Action {
        self.action
    }

    /// Returns which of them are played.
    pub fn selection(self) -> Selection {
        self.selection
    }

    /// Whether the chosen reading allows moves to the empty heap, see
    /// [`with_empty_heap`](Self::with_empty_heap). Subtraction may reach it in any reading.
    pub fn moves_to_empty(self) -> bool {
        self.to_empty
    }

    /// The heap that a number of the property leaves of n.
    fn played(self, n: u64, number: u64) -> u64 {
        match self.action {
            Action::MoveTo => number,
            Action::Subtract => n - number,
        }
    }
}

impl Ruleset for Arithmetic {
    fn name(&self) -> String {
        match self.paper_name() {
            Some(name) => name.into(),
            None => self.spelled(),
        }
    }

    fn rule(&self) -> String {
        let (number, explained) = (self.property.singular(), self.property.explained());
        let verb = match self.action {
            Action::MoveTo => "move to",
            Action::Subtract => "subtract",
        };
        let all = self.property.all_of("n");
        let apart = match self.action {
            Action::MoveTo => " as heaps of a sum",
            Action::Subtract => ", each from a heap n of its own in a sum",
        };
        match self.selection {
            Selection::One => {
                let or_empty = if self.to_empty { " or to 0" } else { "" };
                format!("{verb} a {number} of n{explained}{or_empty}")
            }
            Selection::Number => {
                let or_empty = if self.to_empty { ", be it 0" } else { "" };
                format!("{verb} the number of {all}{or_empty}")
            }
            Selection::Fullset => format!("{verb} all {all}{apart}"),
            Selection::Powerset => format!("{verb} any, at least one, of the {all}{apart}"),
        }
    }

    fn known(&self) -> Vec<String> {
        known::statements(*self)
    }

    fn source(&self) -> &'static str {
        "D. E. Iannucci, U. Larsson, Game values of arithmetic functions"
    }

    fn smallest(&self) -> u64 {
        use Property::{DistinctPrimeFactors, Divisors, Nondivisors, PrimeFactors};
        let reaches_empty = match (self.action, self.selection) {
            (Action::MoveTo, _) => self.to_empty,
            // n − τ(n) is 0 for n = 1, 2; n − Ω(n) never.
            (Action::Subtract, Selection::Number) => self.property == Divisors,
            // Saliquant is given from 0 on, although 0 is nobody's option.
            (Action::Subtract, Selection::One) if self.property == Nondivisors => true,
            // n − n.
            (Action::Subtract, _) => matches!(
                self.property,
                Divisors | PrimeFactors | DistinctPrimeFactors
            ),
        };
        u64::from(!reaches_empty)
    }

    fn longest_option(&self, position: Position) -> u64 {
        match self.selection {
            // Made from a list.
            Selection::Fullset => self.property.number(position.size()).saturating_mul(2),
            // Subsets are made one at a time, small ones first.
            _ => 1,
        }
    }

    fn has_options(&self, position: Position) -> bool {
        match (self.selection, position.size()) {
            (_, 0) => false,
            // The one option may be too long to be made.
            (Selection::Fullset, n) => self.property.distinct(n).next().is_some(),
            _ => self.options(position).next().is_some(),
        }
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Arithmetic(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let n = position.size();
        if n == 0 {
            return Box::new(std::iter::empty());
        }
        match self.selection {
            Selection::One => {
                let empty = self.to_empty.then(|| Heaps::heap(0));
                let numbers = self.property.distinct(n);
                let played = numbers.map(move |(k, _)| Heaps::heap(self.played(n, k)));
                Box::new(empty.into_iter().chain(played))
            }
            Selection::Number => {
                let number = self.property.number(n);
                let is_option = number > 0 || self.to_empty;
                let option = is_option.then(|| Heaps::heap(self.played(n, number)));
                Box::new(option.into_iter())
            }
            Selection::Fullset => {
                let mut numbers = self.property.distinct(n).peekable();
                let any = numbers.peek().is_some();
                let sum = move || {
                    let played = |(k, copies)| (Position::heap(self.played(n, k)), copies);
                    let mut heaps: Vec<(Position, u64)> = numbers.map(played).collect();
                    heaps.sort_unstable();
                    let mut sum = Heaps::none();
                    for (heap, copies) in heaps {
                        sum.add(heap, copies);
                    }
                    sum
                };
                Box::new(any.then(sum).into_iter())
            }
            Selection::Powerset => {
                let numbers = self.property.distinct(n);
                let played = move |(k, copies)| (Position::heap(self.played(n, k)), copies);
                Box::new(Subsets::new(numbers.map(played)))
            }
        }
    }
}

#[cfg(test)]
mod tests;
