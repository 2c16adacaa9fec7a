//! What a ruleset states about its moves, as data: the hypotheses of theorems about it.

use super::{
    Arithmetic, Code, Cut, Division, ExtendedCode, Factoring, Josephus, PartitionGame, Removals,
    Ruleset, Subtraction,
};

/// A description of the moves of a ruleset.
///
/// A ruleset that returns `Shape::Code(code)` states that every position has the same options as
/// in the game of that code. Evaluators, closed forms and theorems for the described game are then
/// used for the ruleset too.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Shape<'r> {
    /// Nothing is stated.
    #[default]
    Unknown,
    /// A take-and-break game with a code.
    Code(&'r Code),
    /// A take-and-break game whose code has more than three heaps, conditions or repeating digits.
    Extended(&'r ExtendedCode),
    /// A cut game.
    Cut(&'r Cut),
    /// A subtraction or all-but game.
    Subtraction(&'r Subtraction),
    /// Grundy's game or Couples Are Forever.
    Partition(&'r PartitionGame),
    /// A game on an arithmetic function.
    Arithmetic(&'r Arithmetic),
    /// A dividing game.
    Division(&'r Division),
    /// A factoring game.
    Factoring(&'r Factoring),
    /// Josephus Nim.
    Josephus(&'r Josephus),
}

impl<'r> Shape<'r> {
    /// Returns the shape that a ruleset states. A shape whose positions have another number of
    /// coordinates or another smallest heap cannot be right and counts as unknown.
    pub fn of(ruleset: &'r dyn Ruleset) -> Self {
        let shape = ruleset.shape();
        let fits = |described: &dyn Ruleset| {
            described.arity() == ruleset.arity()
                && described.smallest() == ruleset.smallest()
                && !ruleset.is_loopy()
        };
        match shape.described() {
            Some(described) if fits(described) => shape,
            _ => Self::Unknown,
        }
    }

    /// Returns the game that is described.
    pub fn described(self) -> Option<&'r dyn Ruleset> {
        Some(match self {
            Self::Unknown => return None,
            Self::Code(game) => game,
            Self::Extended(game) => game,
            Self::Cut(game) => game,
            Self::Subtraction(game) => game,
            Self::Partition(game) => game,
            Self::Arithmetic(game) => game,
            Self::Division(game) => game,
            Self::Factoring(game) => game,
            Self::Josephus(game) => game,
        })
    }

    /// Returns the bounds on moves that the description implies.
    pub fn move_bounds(self) -> Option<MoveBounds> {
        match self {
            Self::Code(code) => Some(MoveBounds {
                most_taken: code.most_taken() as u64,
                most_left: (code.most_left() as u64).max(1),
                from: 0,
            }),
            Self::Cut(cut) => Some(MoveBounds {
                most_taken: 0,
                most_left: cut.set().largest()? + 1,
                from: cut.smallest(),
            }),
            Self::Subtraction(game) => match game.removals() {
                (Removals::Only, numbers) => Some(MoveBounds {
                    most_taken: numbers.last().copied().unwrap_or(0),
                    most_left: 1,
                    from: game.smallest(),
                }),
                (Removals::AllBut, _) => None,
            },
            _ => None,
        }
    }
}

/// Bounds on the moves of a take-and-break game.
///
/// From a heap larger than `from`, a move takes at most `most_taken` and leaves at most `most_left`
/// nonempty heaps. If a move from n leaves a heap h > `from`, then leaving h+1 in its place is a move from
/// n+1; and if h−1 > `from`, leaving h−1 in its place is one from n−1. This is so if the number taken and
/// the number of nonempty heaps left decide whether a move is allowed. Period theorems for nim
/// values, genera and quotients rest on this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveBounds {
    /// k, the most that a move takes.
    pub most_taken: u64,
    /// s, the most heaps that a move leaves, at least 1.
    pub most_left: u64,
    /// Heaps up to this size are exceptions.
    pub from: u64,
}

impl MoveBounds {
    /// Returns the bounds that a ruleset states.
    pub fn of(ruleset: &dyn Ruleset) -> Option<Self> {
        let plain = ruleset.arity() == 1 && !ruleset.is_loopy();
        let bounds = ruleset.move_bounds().filter(|_| plain)?;
        Some(Self {
            most_left: bounds.most_left.max(1),
            ..bounds
        })
    }
}
