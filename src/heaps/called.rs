//! A ruleset under the name by which it was asked for.

use std::sync::Arc;

use super::entry::RulesetError;
use super::evaluator::{ClosedForm, Evaluator};
use super::position::Position;
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::{MoveBounds, Shape};
use crate::limits::{Budget, Reason};

/// A ruleset that answers to the name by which it was asked for: `kayles`, whose
/// [`name`](Ruleset::name) is `0.77`. Everything else is that of the ruleset itself.
struct Called {
    called: String,
    ruleset: Arc<dyn Ruleset>,
}

/// Lets a ruleset be called by a text, if that is a name and not its own. The name of a formula has its
/// definition, which says more, and its heaps have the name that is defined.
pub(super) fn called(text: &str, ruleset: Arc<dyn Ruleset>) -> Arc<dyn Ruleset> {
    let is_name = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !is_name || text == ruleset.called() || ruleset.name().contains("->") {
        return ruleset;
    }
    let called = text.into();
    Arc::new(Called { called, ruleset })
}

impl Ruleset for Called {
    fn called(&self) -> String {
        self.called.clone()
    }

    fn called_heap(&self, position: Position) -> String {
        if self.kinds() > 1 {
            // The heap may be one of another ruleset.
            return self.ruleset.called_heap(position);
        }
        format!("{}({})", self.called, self.write_position(position))
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        self.ruleset.options(position)
    }

    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        self.ruleset.options_within(position, budget)
    }

    fn name(&self) -> String {
        self.ruleset.name()
    }

    fn rule(&self) -> String {
        self.ruleset.rule()
    }

    fn example(&self) -> Option<Position> {
        self.ruleset.example()
    }

    fn known(&self) -> Vec<String> {
        self.ruleset.known()
    }

    fn source(&self) -> &'static str {
        self.ruleset.source()
    }

    fn arity(&self) -> usize {
        self.ruleset.arity()
    }

    fn smallest(&self) -> u64 {
        self.ruleset.smallest()
    }

    fn largest(&self) -> Option<u64> {
        self.ruleset.largest()
    }

    fn is_position(&self, position: Position) -> bool {
        self.ruleset.is_position(position)
    }

    fn read_position(&self, text: &str) -> Option<Result<Position, RulesetError>> {
        self.ruleset.read_position(text)
    }

    fn write_position(&self, position: Position) -> String {
        self.ruleset.write_position(position)
    }

    fn heap_name(&self, position: Position) -> String {
        self.ruleset.heap_name(position)
    }

    fn has_options(&self, position: Position) -> bool {
        self.ruleset.has_options(position)
    }

    fn longest_option(&self, position: Position) -> u64 {
        self.ruleset.longest_option(position)
    }

    fn is_loopy(&self) -> bool {
        self.ruleset.is_loopy()
    }

    fn endless_play(&self) -> Option<String> {
        self.ruleset.endless_play()
    }

    fn kinds(&self) -> usize {
        self.ruleset.kinds()
    }

    fn shape(&self) -> Shape<'_> {
        self.ruleset.shape()
    }

    fn move_bounds(&self) -> Option<MoveBounds> {
        self.ruleset.move_bounds()
    }

    fn evaluator(&self) -> Option<Box<dyn Evaluator + '_>> {
        self.ruleset.evaluator()
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        self.ruleset.closed_form()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Rulebook, ruleset};
    use super::*;

    #[test]
    fn a_name_that_was_typed_is_kept() {
        for (typed, called, name) in [
            ("kayles", "kayles", "0.77"),
            ("Dawson-Kayles", "Dawson-Kayles", "0.07"),
            ("0.77", "0.77", "0.77"),
            ("0.770", "0.77", "0.77"),
            ("nim", "nim", "nim"),
            ("cut:1,6", "cut{1,6}", "cut{1,6}"),
            ("laskers-nim", "laskers-nim", "4.[3]"),
        ] {
            let game = ruleset(typed).unwrap();
            assert_eq!((&*game.called(), &*game.name()), (called, name), "{typed}");
            let heap = Position::heap(5);
            assert_eq!(game.called_heap(heap), format!("{called}(5)"));
            assert_eq!(game.heap_name(heap), format!("{name}(5)"));
        }
    }

    #[test]
    fn so_is_the_name_of_ones_own_ruleset() {
        let mut book = Rulebook::default();
        book.define("take-two", ruleset("subtraction{1,2}").unwrap());
        let game = book.ruleset("take-two").unwrap();
        assert_eq!(game.called_heap(Position::heap(3)), "take-two(3)");
        assert_eq!(game.name(), "subtraction{1,2}");
        book.define_formulas("two(n) -> n-2").unwrap();
        let game = book.ruleset("two").unwrap();
        assert_eq!(game.called(), "two(n) -> n-2");
        assert_eq!(game.called_heap(Position::heap(3)), "two(3)");
    }

    #[test]
    fn nothing_else_changes() {
        let (code, named) = (ruleset("0.77").unwrap(), ruleset("kayles").unwrap());
        assert_eq!(named.move_bounds(), code.move_bounds());
        assert_eq!(named.rule(), code.rule());
        assert_eq!(named.known(), code.known());
        assert_eq!(named.source(), code.source());
        assert!(matches!(named.shape(), Shape::Code(_)));
        for heap in (0..20).map(Position::heap) {
            assert!(named.options(heap).eq(code.options(heap)), "{heap}");
            assert_eq!(named.has_options(heap), code.has_options(heap));
        }
    }
}
