//! What a ruleset is.

use std::any::Any;

use super::position::{Heaps, Position};

/// The options of a position, made one at a time: a powerset game has 2^k of them.
pub type HeapOptions<'a> = Box<dyn Iterator<Item = Heaps> + 'a>;

/// A ruleset: which sums of positions can be reached from a position in one move.
///
/// The one definition serves normal and misère play, moves, genera and quotients. How to reach the
/// nim values faster than by definition is not told here but in [`nim`](crate::nim).
///
/// Unless [`is_loopy`](Ruleset::is_loopy) says otherwise, every component of an option has a
/// smaller sum of coordinates than the position, so play ends.
pub trait Ruleset: Any + Send + Sync {
    /// How it is asked for: `kayles`, `cut{1,6}`, `powerset(subtract(nondivisors))`. Parsing this
    /// gives the same ruleset again.
    fn name(&self) -> String;

    /// What a move is, in one line.
    fn rule(&self) -> String;

    /// What is known of its values, a sentence each.
    fn known(&self) -> Vec<String> {
        Vec::new()
    }

    /// Where it comes from.
    fn source(&self) -> &'static str;

    /// How many numbers make up a position.
    fn arity(&self) -> usize {
        1
    }

    /// The smallest heap (the smallest value of each coordinate).
    fn smallest(&self) -> u64 {
        0
    }

    /// Whether this is a position.
    fn is_position(&self, position: Position) -> bool {
        let coordinates = position.coordinates();
        coordinates.len() == self.arity() && coordinates.iter().all(|&x| x >= self.smallest())
    }

    /// The options of a position, in an order of the ruleset's own; repetitions are allowed.
    fn options(&self, position: Position) -> HeapOptions<'_>;

    /// Whether there is a move.
    fn has_options(&self, position: Position) -> bool {
        self.options(position).next().is_some()
    }

    /// How many entries the longest option of a position has, where that may be many. An option
    /// is made in one piece, so whoever asks for it sees to the memory first.
    fn longest_option(&self, position: Position) -> u64 {
        let _ = position;
        1
    }

    /// Whether play may go on for ever.
    fn is_loopy(&self) -> bool {
        false
    }
}

impl dyn Ruleset {
    /// This ruleset as one of a certain type, for those who know more about it.
    pub fn downcast_ref<R: Ruleset>(&self) -> Option<&R> {
        (self as &dyn Any).downcast_ref()
    }

    /// `kayles(5)`, as in an expression.
    pub fn heap_name(&self, position: Position) -> String {
        format!("{}({position})", self.name())
    }
}
