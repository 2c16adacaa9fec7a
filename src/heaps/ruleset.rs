//! The trait that every ruleset implements.

use std::any::type_name;

use super::entry::RulesetError;
use super::error::NimError;
use super::evaluator::{ClosedForm, Evaluator};
use super::position::{Heaps, Position};
use super::shape::{MoveBounds, Shape};
use crate::limits::{Account, Budget, Reason, Ticker};

/// The options of a position, made one at a time: a powerset game has 2^k of them.
pub type HeapOptions<'a> = Box<dyn Iterator<Item = Heaps> + 'a>;

/// A ruleset: which sums of positions can be reached from a position in one move.
///
/// Only [`options`](Ruleset::options) is required. The same definition serves normal and misère
/// play, moves, genera, canonical forms and quotients.
///
/// What else is known of the moves can be stated in optional methods:
///
/// - [`shape`](Ruleset::shape): the moves are those of a known game, such as a take-and-break game
///   with a code. All evaluators and theorems for that game are then used.
/// - [`move_bounds`](Ruleset::move_bounds): a move takes at most k and leaves at most s heaps, at
///   every heap in the same way. Then repeated nim values, genera or elements of a quotient prove a
///   period.
/// - [`evaluator`](Ruleset::evaluator) and [`closed_form`](Ruleset::closed_form): faster ways to
///   nim values than the definition.
///
/// These statements are trusted where values are computed. Checkers of certificates compute values
/// from the options and compare the statements with the options of the first heaps; see
/// [`check_with`](crate::nim::check::check_with).
///
/// Unless [`is_loopy`](Ruleset::is_loopy) returns true, play must end. Heaps get smaller with every
/// move: every component of an option of a heap is smaller than the heap, or of another kind. A
/// component of any other position is smaller in the order of [`Position`]s, or has a smaller sum of
/// coordinates.
///
/// ```
/// use misere::heaps::{HeapOptions, Heaps, Position, Ruleset};
/// use misere::nim::NimValues;
///
/// /// Take one or a third, rounded down.
/// struct OneOrAThird;
///
/// impl Ruleset for OneOrAThird {
///     fn options(&self, position: Position) -> HeapOptions<'_> {
///         let n = position.size();
///         let taken = [1, n / 3].into_iter().filter(move |&k| 0 < k && k <= n);
///         Box::new(taken.map(move |k| Heaps::heap(n - k)))
///     }
/// }
///
/// assert_eq!(OneOrAThird.name(), "one-or-a-third");
/// let mut values = NimValues::new(&OneOrAThird)?;
/// assert_eq!(values.value(Position::heap(6), &Default::default())?.to_string(), "2");
/// # Ok::<(), misere::nim::NimError>(())
/// ```
pub trait Ruleset: Send + Sync {
    /// Returns the options of a position, in any order; repetitions are allowed.
    fn options(&self, position: Position) -> HeapOptions<'_>;

    /// Returns the options of a position within a budget. Every method of the library calls this
    /// one. A ruleset that may search long for its next option, or whose options may be undefined,
    /// does that work here; the default is [`options`](Ruleset::options).
    ///
    /// # Errors
    /// If a limit is reached, or [`Reason::Undefined`].
    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        let _ = budget;
        Ok(self.options(position))
    }

    /// Returns the name: `kayles`, `cut{1,6}`, `powerset(subtract(nondivisors))`. The name of a
    /// ruleset of the registry, parsed, gives the same ruleset again. Rulesets with the same name
    /// are taken for the same; the default is made from the name of the type and should be replaced
    /// if values of the type have different moves.
    fn name(&self) -> String {
        name_of_type(type_name::<Self>())
    }

    /// Returns the name by which it was asked for, for people to read: `kayles`, where the name is
    /// `0.77`. What another program reads has the name.
    fn called(&self) -> String {
        self.name()
    }

    /// Returns what a move is, in one line.
    fn rule(&self) -> String {
        format!("the moves of {}", self.name())
    }

    /// Returns a position that shows how the game is played, for a ruleset whose positions are not
    /// heaps.
    fn example(&self) -> Option<Position> {
        None
    }

    /// Returns known facts about its values, a sentence each.
    fn known(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns where it comes from.
    fn source(&self) -> &'static str {
        "no source is given"
    }

    /// Returns the number of coordinates of a position.
    fn arity(&self) -> usize {
        1
    }

    /// Returns the smallest heap (the smallest value of each coordinate).
    fn smallest(&self) -> u64 {
        0
    }

    /// Returns the largest heap, if there are finitely many.
    fn largest(&self) -> Option<u64> {
        None
    }

    /// Whether this is a position.
    fn is_position(&self, position: Position) -> bool {
        let coordinates = position.coordinates();
        coordinates.len() == self.arity() && coordinates.iter().all(|&x| x >= self.smallest())
    }

    /// Reads what is written between the parentheses of a heap, for a ruleset whose positions are not
    /// lists of numbers: a name in a table, the shape of a board. `None` means that they are.
    fn read_position(&self, text: &str) -> Option<Result<Position, RulesetError>> {
        let _ = text;
        None
    }

    /// Returns what is written between the parentheses of a heap.
    fn write_position(&self, position: Position) -> String {
        position.to_string()
    }

    /// Returns a heap as it is written in an expression: `kayles(5)`.
    fn heap_name(&self, position: Position) -> String {
        format!("{}({})", self.name(), self.write_position(position))
    }

    /// Returns a heap by the name by which its ruleset was asked for.
    fn called_heap(&self, position: Position) -> String {
        self.heap_name(position)
    }

    /// Whether there is a move.
    fn has_options(&self, position: Position) -> bool {
        self.options(position).next().is_some()
    }

    /// Returns the number of entries of the longest option, where that may be large. An option is
    /// made in one piece, so callers check the memory for it first.
    fn longest_option(&self, position: Position) -> u64 {
        let _ = position;
        1
    }

    /// Whether play may go on for ever.
    fn is_loopy(&self) -> bool {
        false
    }

    /// Returns an example of play that goes on for ever, where one is known: `3 → 5 → 3`.
    fn endless_play(&self) -> Option<String> {
        None
    }

    /// Returns the number of kinds of positions that play can reach; see [`Position::kind`]. Methods
    /// for heaps in a row need a ruleset with one kind.
    fn kinds(&self) -> usize {
        1
    }

    /// Returns a description of the moves, if they are those of a known game.
    fn shape(&self) -> Shape<'_> {
        Shape::Unknown
    }

    /// Returns bounds on the moves; by default those that the shape implies.
    fn move_bounds(&self) -> Option<MoveBounds> {
        self.shape().move_bounds()
    }

    /// Returns an evaluator that is faster than the definition.
    fn evaluator(&self) -> Option<Box<dyn Evaluator + '_>> {
        None
    }

    /// Returns a formula for nim values.
    fn closed_form(&self) -> Option<ClosedForm> {
        None
    }
}

impl dyn Ruleset + '_ {
    /// Returns the text of a sum of positions: `6 + 3×2`, where x×k is k copies of x. The empty sum
    /// is `∅`.
    pub fn sum_text(&self, heaps: &Heaps) -> String {
        let terms = heaps.iter().map(|(position, copies)| {
            let text = match (position.kind(), position.arity()) {
                (0, 1) => self.write_position(position),
                (0, _) => format!("({})", self.write_position(position)),
                _ => self.called_heap(position),
            };
            match copies {
                1 => text,
                _ => format!("{text}×{copies}"),
            }
        });
        let mut terms: Vec<String> = terms.collect();
        if terms.is_empty() {
            return "∅".into();
        }
        terms.reverse();
        terms.join(" + ")
    }
}

/// `squares-and-halves` of `example::SquaresAndHalves<T>`.
fn name_of_type(full: &str) -> String {
    let path = full.split('<').next().unwrap_or(full);
    let last = path.rsplit("::").next().unwrap_or(path);
    let mut name = String::with_capacity(last.len() + 4);
    for c in last.chars() {
        if c.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(c.to_lowercase());
    }
    name.replace('_', "-")
}

/// Returns the options of a position, each once, in ascending order. The account holds their
/// memory.
///
/// # Errors
/// If there are more than a million options, or a limit of the account's budget is reached.
pub fn listed_options(
    ruleset: &dyn Ruleset,
    position: Position,
    account: &mut Account,
) -> Result<Vec<Heaps>, NimError> {
    /// More than anyone reads.
    const MOST: usize = 1_000_000;
    let budget = account.budget().clone();
    budget.check_memory(Heaps::bytes(ruleset.longest_option(position)))?;
    let mut ticker = Ticker::default();
    let mut options: Vec<Heaps> = Vec::new();
    let mut spilled = 0;
    let before = account.bytes();
    for option in ruleset.options_within(position, &budget)? {
        ticker.tick(&budget)?;
        if options.len() == MOST {
            let name = ruleset.heap_name(position);
            let message = format!("{name} has more than {MOST} options");
            return Err(NimError::OutOfReach(message));
        }
        spilled += option.spilled();
        let capacity = if options.len() < options.capacity() {
            options.capacity()
        } else {
            (2 * options.len()).max(16)
        };
        account.hold(before + spilled + capacity * size_of::<Heaps>())?;
        let more = capacity - options.len();
        options
            .try_reserve_exact(more)
            .map_err(|_| Reason::Allocator)?;
        options.push(option);
    }
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_names_are_made_from_the_type() {
        for (full, name) in [
            ("a::b::SquaresAndHalves", "squares-and-halves"),
            ("Kayles", "kayles"),
            ("a::Both<b::C, d::E>", "both"),
            ("lower_case", "lower-case"),
        ] {
            assert_eq!(name_of_type(full), name);
        }
    }
}
