//! A ruleset given by definitions.

use std::sync::Arc;

use super::described::Described;
use super::machine::{Machine, Options};
use super::program::Program;
use crate::heaps::position::{Coordinates, Heaps, Position};
use crate::heaps::ruleset::{HeapOptions, Ruleset};
use crate::heaps::shape::{MoveBounds, Shape};
use crate::limits::{Account, Budget, Reason};

/// A ruleset whose moves are given by a formula, or by several definitions that use each other.
///
/// The positions of the first definition have kind 0; those of the i-th other ruleset in use, a
/// definition or a built-in ruleset, have kind i.
///
/// A move must make the position smaller: of each group of definitions that use each other, either
/// the sum of the coordinates, or their list in lexicographic order from the left or from the right,
/// decreases with every move. Which of them is chosen by the moves of small positions, and every
/// option is checked. If none of them decreases, the game counts as loopy.
pub struct FormulaGame {
    pub(super) name: String,
    pub(super) members: Vec<Member>,
    /// Why play may go on for ever.
    pub(super) endless: Option<String>,
    /// The known game with the same options.
    pub(super) described: Option<Described>,
    /// What the text proves about its moves, if there is no known game.
    pub(super) bounds: Option<MoveBounds>,
}

/// A ruleset in use.
pub(super) struct Member {
    /// Empty for a formula without a name.
    pub(super) name: String,
    pub(super) arity: usize,
    /// The smallest value of each coordinate.
    pub(super) smallest: u64,
    /// A condition on positions, beyond the smallest values.
    pub(super) condition: Option<Program>,
    pub(super) rules: Rules,
    /// Moves lead to members of the same or of a lower rank.
    pub(super) rank: usize,
    /// What decreases with moves to members of the same rank.
    pub(super) measure: Measure,
}

pub(super) enum Rules {
    Defined(Program),
    BuiltIn(Arc<dyn Ruleset>),
}

/// What decreases with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// The sum of the coordinates.
    Sum,
    /// The coordinates in lexicographic order.
    FromLeft,
    /// The coordinates in lexicographic order, the last one first.
    FromRight,
}

impl Measure {
    pub(super) const ALL: [Self; 3] = [Self::Sum, Self::FromLeft, Self::FromRight];

    pub(super) fn decreases(self, from: &[u64], to: &[u64]) -> bool {
        let sum = |list: &[u64]| list.iter().map(|&x| u128::from(x)).sum::<u128>();
        match self {
            Self::Sum => match (from, to) {
                ([from], [to]) => to < from,
                _ => sum(to) < sum(from),
            },
            Self::FromLeft => to < from,
            Self::FromRight => to.iter().rev().lt(from.iter().rev()),
        }
    }
}

impl Member {
    /// Whether the coordinates fit into a position.
    pub(super) fn fits(&self, coordinates: &[u64]) -> bool {
        self.arity <= 2 || Position::new(coordinates).is_some()
    }

    /// Whether a built-in ruleset has this position; none for a definition.
    pub(super) fn is_built_in_position(&self, coordinates: &[u64]) -> Option<bool> {
        match &self.rules {
            Rules::Defined(_) => None,
            Rules::BuiltIn(game) => {
                Some(Position::new(coordinates).is_some_and(|p| game.is_position(p)))
            }
        }
    }

    /// Whether a move from one position to another makes it smaller.
    pub(super) fn leads_down(&self, from: &[u64], member: &Self, to: &[u64]) -> bool {
        member.rank < self.rank || self.measure.decreases(from, to)
    }
}

impl FormulaGame {
    fn member(&self, position: Position) -> Option<&Member> {
        let member = self.members.get(usize::from(position.kind()))?;
        (member.arity == position.arity()).then_some(member)
    }

    /// Reads options from their words.
    pub(super) fn decode(&self, options: Options) -> Decoded<'_> {
        Decoded {
            members: &self.members,
            words: options.words,
            at: 0,
            _account: options.account,
        }
    }
}

/// The most rounds of loops for the options of one position: some seconds.
const MOST_ROUNDS: u64 = 1 << 27;
const TOO_LONG: Reason = Reason::Undefined {
    what: "the loops have more than 2^27 rounds for one position",
};

/// The coordinates as numbers of formulas.
fn numbers(position: Position) -> Result<Vec<i64>, Reason> {
    let what = "a number beyond 64 bits";
    let coordinates = position.coordinates().into_iter();
    let numbers: Result<Vec<i64>, _> = coordinates.map(i64::try_from).collect();
    numbers.map_err(|_| Reason::Undefined { what })
}

/// Options that have been enumerated.
pub(super) struct Decoded<'g> {
    members: &'g [Member],
    words: Vec<u64>,
    at: usize,
    /// Holds the memory of the words.
    _account: Account,
}

impl Decoded<'_> {
    fn word(&mut self) -> u64 {
        self.at += 1;
        self.words[self.at - 1]
    }

    fn position(&mut self) -> Position {
        let kind = match self.members.len() {
            1 => 0,
            // It was a `u16`.
            _ => u16::try_from(self.word()).unwrap_or(0),
        };
        let position = match self.members[usize::from(kind)].arity {
            1 => Position::heap(self.word()),
            arity => {
                let coordinates = &self.words[self.at..self.at + arity];
                self.at += arity;
                // The machine has checked that they fit.
                Position::new(coordinates).unwrap_or(Position::heap(0))
            }
        };
        position.with_kind(kind)
    }
}

impl Iterator for Decoded<'_> {
    type Item = Heaps;

    fn next(&mut self) -> Option<Heaps> {
        if self.at == self.words.len() {
            return None;
        }
        let count = self.word();
        if count <= 3 {
            // In order, sums are made without moving entries.
            let mut sum = Heaps::none();
            for _ in 0..count {
                let position = self.position();
                sum.add(position, 1);
            }
            return Some(sum);
        }
        Some((0..count).map(|_| self.position()).collect())
    }
}

impl Ruleset for FormulaGame {
    /// Returns no options where they are undefined or take more than a gigabyte;
    /// [`options_within`](Ruleset::options_within) tells why.
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let budget = Budget::default().with_max_memory(1 << 30);
        match self.options_within(position, &budget) {
            Ok(options) => options,
            Err(_) => Box::new(std::iter::empty()),
        }
    }

    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        let Some(member) = self.member(position) else {
            return Ok(Box::new(std::iter::empty()));
        };
        match &member.rules {
            Rules::Defined(program) => {
                let start = position.coordinates();
                let machine = Machine::new(&self.members, position.kind(), budget);
                let mut machine = match self.endless {
                    None => machine.compared_with(&start),
                    Some(_) => machine,
                };
                machine.steps_left = MOST_ROUNDS;
                let options = machine.options(program, &numbers(position)?);
                let options = options.map_err(|reason| match reason {
                    Reason::Deadline if budget.check().is_ok() => TOO_LONG,
                    reason => reason,
                })?;
                Ok(Box::new(self.decode(options)))
            }
            Rules::BuiltIn(game) => {
                let kind = position.kind();
                let options = game.options_within(position.with_kind(0), budget)?;
                Ok(Box::new(options.map(move |option| {
                    let mut sum = Heaps::none();
                    for (position, copies) in option.iter() {
                        sum.add(position.with_kind(kind), copies);
                    }
                    sum
                })))
            }
        }
    }

    /// Returns true where the first option is not found quickly, or is undefined: then
    /// [`options_within`](Ruleset::options_within) tells why.
    fn has_options(&self, position: Position) -> bool {
        const QUICK: u64 = 1_000_000;
        let Some(member) = self.member(position) else {
            return false;
        };
        match &member.rules {
            Rules::Defined(program) => {
                let budget = Budget::default();
                let mut machine = Machine::new(&self.members, position.kind(), &budget);
                machine.steps_left = QUICK;
                machine.first_only = true;
                let found = numbers(position).and_then(|x| machine.options(program, &x));
                found.map_or(true, |options| !options.words.is_empty())
            }
            Rules::BuiltIn(game) => game.has_options(position.with_kind(0)),
        }
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn rule(&self) -> String {
        match (&self.described, &self.endless) {
            (Some(described), _) => {
                let game = described.ruleset();
                format!("this is {}: {}", game.name(), game.rule())
            }
            (None, Some(endless)) => format!("a formula; play may go on for ever: {endless}"),
            (None, None) => match self.bounds {
                Some(bounds) => {
                    let (taken, left) = (bounds.most_taken, bounds.most_left);
                    let heaps = if left == 1 { "heap" } else { "heaps" };
                    format!(
                        "a formula: a move takes at most {taken} and leaves at most {left} {heaps}"
                    )
                }
                None => "a formula".into(),
            },
        }
    }

    fn known(&self) -> Vec<String> {
        let described = self.described.as_ref();
        described.map_or_else(Vec::new, |described| described.ruleset().known())
    }

    fn source(&self) -> &'static str {
        "a formula"
    }

    fn arity(&self) -> usize {
        self.members[0].arity
    }

    fn smallest(&self) -> u64 {
        self.members[0].smallest
    }

    fn kinds(&self) -> usize {
        self.members.len()
    }

    fn is_position(&self, position: Position) -> bool {
        let Some(member) = self.member(position) else {
            return false;
        };
        let coordinates = position.coordinates();
        if coordinates.iter().any(|&x| x < member.smallest) {
            return false;
        }
        let budget = Budget::default();
        let holds = |condition: &Program| {
            let mut machine = Machine::new(&self.members, position.kind(), &budget);
            machine.steps_left = 1_000_000;
            numbers(position).is_ok_and(|x| machine.test(condition, &x).unwrap_or(false))
        };
        member.is_built_in_position(&coordinates).unwrap_or(true)
            && member.condition.as_ref().is_none_or(holds)
    }

    fn heap_name(&self, position: Position) -> String {
        match self.member(position) {
            Some(Member {
                rules: Rules::BuiltIn(game),
                ..
            }) => game.heap_name(position.with_kind(0)),
            Some(member) if !member.name.is_empty() => format!("{}({position})", member.name),
            _ => format!("({})({position})", self.name),
        }
    }

    fn is_loopy(&self) -> bool {
        self.endless.is_some()
    }

    fn endless_play(&self) -> Option<String> {
        self.endless.clone()
    }

    fn shape(&self) -> Shape<'_> {
        self.described
            .as_ref()
            .map_or(Shape::Unknown, Described::shape)
    }

    fn move_bounds(&self) -> Option<MoveBounds> {
        self.bounds.or_else(|| self.shape().move_bounds())
    }
}

/// The coordinates that small positions have, with their number bounded.
pub(super) fn small_positions(arity: usize, smallest: u64) -> Vec<Coordinates> {
    let width: u64 = match arity {
        1 => 48,
        2 => 10,
        3 => 6,
        4 => 4,
        5 => 3,
        _ => 2,
    };
    let mut all = vec![Coordinates::new()];
    for _ in 0..arity {
        let longer = all.iter().flat_map(|list| {
            (smallest..smallest.saturating_add(width)).map(|x| {
                let mut list = list.clone();
                list.push(x);
                list
            })
        });
        all = longer.collect();
    }
    all
}
