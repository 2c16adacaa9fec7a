//! Formulas that are known games: codes and subtraction games.
//!
//! Only forms are recognised of which the text proves the options of all heaps: an option takes a
//! constant number c, and the loops of what is left run over all divisions.
//!
//! | option | digit d_c |
//! |---|---|
//! | `n-c` | 3; 2 with `if n > c` |
//! | `[] if n == c` | 1 |
//! | `[a, n-c-a] for a in 1..n-c-1` | 4; also with `1..(n-c)//2` |
//! | `[a, n-c-a] for a in 0..n-c` | 7; also with `0..(n-c)//2`; 6 with `0..n-c-1` or `1..n-c` |
//! | `[a, b, n-c-a-b] for a in 1..n-c-2 for b in 1..n-c-a-1` | 8; also `a in 1..(n-c)//3`, `b in a..(n-c-a)//2` |
//! | the same from 0 to n-c and from 0 to n-c-a | F |
//!
//! The digits of several options are joined. `n-k for k in {1, 3}` is a subtraction game, and
//! `n-k for k in 1..n` is nim.

use std::collections::{BTreeMap, BTreeSet};

use super::game::FormulaGame;
use super::syntax::{
    Binary, Choice, Clause, Comparison, Definition, Expression, Id, Item, Set, Unary,
};
use crate::heaps::code::Code;
use crate::heaps::position::{Heaps, Position};
use crate::heaps::ruleset::Ruleset;
use crate::heaps::shape::Shape;
use crate::heaps::subtraction::{Removals, Subtraction};

/// A known game.
pub(super) enum Described {
    Code(Code),
    Subtraction(Subtraction),
}

impl Described {
    pub(super) fn shape(&self) -> Shape<'_> {
        match self {
            Self::Code(code) => Shape::Code(code),
            Self::Subtraction(game) => Shape::Subtraction(game),
        }
    }

    pub(super) fn ruleset(&self) -> &dyn Ruleset {
        match self {
            Self::Code(code) => code,
            Self::Subtraction(game) => game,
        }
    }
}

/// Returns the known game that a definition is.
pub(super) fn recognised(definition: &Definition, game: &FormulaGame) -> Option<Described> {
    let [n] = &definition.parameters[..] else {
        return None;
    };
    if game.members.len() > 1 || game.is_loopy() {
        return None;
    }
    let reader = Reader { definition, n };
    let mut moves = Moves::default();
    for choice in &definition.choices {
        reader.choice(choice, &mut moves)?;
    }
    let found = moves.game(game.smallest())?;
    // The text is the proof; this catches a mistake in reading it.
    agree(game, found.ruleset()).then_some(found)
}

/// Whether both have the same options of small heaps. Empty heaps do not count.
fn agree(game: &dyn Ruleset, described: &dyn Ruleset) -> bool {
    const HEAPS: u64 = 24;
    let options = |ruleset: &dyn Ruleset, heap: u64| -> BTreeSet<Heaps> {
        let options = ruleset.options(Position::heap(heap));
        options.map(Heaps::without_empty).collect()
    };
    let heaps = game.smallest()..game.smallest().saturating_add(HEAPS);
    game.smallest() == described.smallest()
        && heaps
            .into_iter()
            .all(|heap| options(game, heap) == options(described, heap))
}

/// The moves of a formula: how many are taken, and the bits of what may be left.
#[derive(Default)]
struct Moves {
    digits: BTreeMap<u64, u8>,
    /// Whether any positive number may be taken.
    any: bool,
}

impl Moves {
    fn add(&mut self, taken: i64, bits: u8) -> Option<()> {
        let taken = u64::try_from(taken).ok()?;
        *self.digits.entry(taken).or_default() |= bits;
        Some(())
    }

    fn game(&self, smallest: u64) -> Option<Described> {
        /// Longer codes are no help.
        const LONGEST: u64 = 4096;
        let only_takes = self
            .digits
            .iter()
            .all(|(&taken, &bits)| taken > 0 && bits == 3);
        if only_takes {
            let game = if self.any {
                Subtraction::new(Removals::AllBut, [], smallest)
            } else {
                Subtraction::new(Removals::Only, self.digits.keys().copied(), smallest)
            };
            return Some(Described::Subtraction(game));
        }
        let longest = *self.digits.keys().last()?;
        if self.any || smallest > 0 || longest > LONGEST {
            return None;
        }
        let digit = |taken: u64| self.digits.get(&taken).copied().unwrap_or(0);
        let digits: Vec<u8> = (1..=longest).map(digit).collect();
        Code::new(digit(0), &digits).map(Described::Code)
    }
}

/// A linear expression: a constant and the multiples of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Linear<'d> {
    pub(super) constant: i64,
    multiples: BTreeMap<&'d str, i64>,
}

impl<'d> Linear<'d> {
    pub(super) fn name(name: &'d str) -> Self {
        Self {
            constant: 0,
            multiples: BTreeMap::from([(name, 1)]),
        }
    }

    /// Returns how often a name occurs.
    pub(super) fn multiple(&self, name: &str) -> i64 {
        self.multiples.get(name).copied().unwrap_or(0)
    }

    /// Replaces names by numbers.
    pub(super) fn substituted(&self, values: &BTreeMap<&str, i64>) -> Option<Self> {
        let mut result = Self {
            constant: self.constant,
            multiples: BTreeMap::new(),
        };
        for (&name, &multiple) in &self.multiples {
            match values.get(name) {
                Some(&value) => {
                    result.constant = result.constant.checked_add(value.checked_mul(multiple)?)?;
                }
                None => {
                    result.multiples.insert(name, multiple);
                }
            }
        }
        Some(result)
    }

    pub(super) fn add(mut self, other: &Self, times: i64) -> Option<Self> {
        self.constant = self
            .constant
            .checked_add(other.constant.checked_mul(times)?)?;
        for (name, multiple) in &other.multiples {
            let entry = self.multiples.entry(name).or_default();
            *entry = entry.checked_add(multiple.checked_mul(times)?)?;
        }
        self.multiples.retain(|_, multiple| *multiple != 0);
        Some(self)
    }

    /// Returns the constant, if these are the multiples.
    pub(super) fn constant_with(&self, multiples: &[(&str, i64)]) -> Option<i64> {
        let same = self.multiples.len() == multiples.len()
            && (multiples.iter()).all(|(name, m)| self.multiples.get(name) == Some(m));
        same.then_some(self.constant)
    }
}

/// The end of a range.
pub(super) enum End<'d> {
    Linear(Linear<'d>),
    /// Divided by a number, rounded down.
    Divided(Linear<'d>, i64),
}

pub(super) struct Reader<'d> {
    pub(super) definition: &'d Definition,
    pub(super) n: &'d str,
}

impl<'d> Reader<'d> {
    pub(super) fn node(&self, id: Id) -> &'d Expression {
        self.definition.tree.node(id)
    }

    pub(super) fn linear(&self, id: Id) -> Option<Linear<'d>> {
        Some(match self.node(id) {
            Expression::Number(constant) => Linear {
                constant: *constant,
                ..Linear::default()
            },
            Expression::Name(name) => Linear::name(name),
            Expression::Unary(Unary::Negative, a) => {
                Linear::default().add(&self.linear(*a)?, -1)?
            }
            Expression::Binary(Binary::Add, a, b) => self.linear(*a)?.add(&self.linear(*b)?, 1)?,
            Expression::Binary(Binary::Subtract, a, b) => {
                self.linear(*a)?.add(&self.linear(*b)?, -1)?
            }
            Expression::Binary(Binary::Multiply, a, b) => {
                let (a, b) = (self.linear(*a)?, self.linear(*b)?);
                match (a.constant_with(&[]), b.constant_with(&[])) {
                    (Some(times), _) => Linear::default().add(&b, times)?,
                    (_, Some(times)) => Linear::default().add(&a, times)?,
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn constant(&self, id: Id) -> Option<i64> {
        self.linear(id)?.constant_with(&[])
    }

    /// Returns c, if the expression is n - c.
    fn taken(&self, id: Id) -> Option<i64> {
        self.linear(id)?
            .constant_with(&[(self.n, 1)])?
            .checked_neg()
    }

    fn is_name(&self, id: Id, name: &str) -> bool {
        matches!(self.node(id), Expression::Name(found) if found == name)
    }

    pub(super) fn end(&self, id: Id) -> Option<End<'d>> {
        if let Expression::Binary(Binary::Divide, a, b) = self.node(id) {
            return Some(End::Divided(self.linear(*a)?, self.constant(*b)?));
        }
        Some(End::Linear(self.linear(id)?))
    }

    /// Returns the expressions whose minimum this is, itself if it is not written as one.
    pub(super) fn minimum_of(&self, id: Id) -> Vec<Id> {
        match self.node(id) {
            Expression::Binary(Binary::Minimum, a, b) => {
                [self.minimum_of(*a), self.minimum_of(*b)].concat()
            }
            _ => vec![id],
        }
    }

    fn choice(&self, choice: &'d Choice, moves: &mut Moves) -> Option<()> {
        if choice.parts.iter().any(|part| !part.clauses.is_empty()) {
            return None;
        }
        let left: Vec<Id> = (choice.parts.iter())
            .map(|part| part.place.coordinates[0])
            .collect();
        match (&left[..], &choice.clauses[..]) {
            ([], [Clause::If(condition)]) => {
                let taken = self.compared(*condition, Comparison::Equal)?;
                (taken > 0).then(|| moves.add(taken, 1))?
            }
            (&[one], []) => moves.add(self.taken(one)?, 3),
            (&[one], [Clause::If(condition)]) => {
                let taken = self.taken(one)?;
                let unequal = self.compared(*condition, Comparison::Unequal);
                let least = self.compared(*condition, Comparison::AtLeast);
                if unequal == Some(taken) || least == taken.checked_add(1) {
                    moves.add(taken, 2)
                } else if least? <= taken {
                    moves.add(taken, 3)
                } else {
                    None
                }
            }
            (&[one], [Clause::For { variable, set, .. }]) => {
                self.subtraction(one, variable, set, moves)
            }
            (&[a, b], [Clause::For { variable, set, .. }]) => {
                let rest = if self.is_name(a, variable) { b } else { a };
                if !self.is_name(a, variable) && !self.is_name(b, variable) {
                    return None;
                }
                let taken = self.rest(rest, &[variable])?;
                let bits = self.two(taken, set)?;
                moves.add(taken, bits)
            }
            (
                &[a, b, c],
                [
                    Clause::For {
                        variable: x,
                        set: first,
                        ..
                    },
                    Clause::For {
                        variable: y,
                        set: second,
                        ..
                    },
                ],
            ) => {
                let is_loop = |id: Id| self.is_name(id, x) || self.is_name(id, y);
                let rest: Vec<Id> = [a, b, c].into_iter().filter(|&id| !is_loop(id)).collect();
                let both = [x, y]
                    .iter()
                    .all(|name| [a, b, c].iter().any(|&id| self.is_name(id, name)));
                let [rest] = rest[..] else { return None };
                if !both {
                    return None;
                }
                let taken = self.rest(rest, &[x, y])?;
                let bits = self.three(taken, (x, first), second)?;
                moves.add(taken, bits)
            }
            _ => None,
        }
    }

    /// Returns c ≥ 0, if the expression is n - c without these variables.
    fn rest(&self, id: Id, variables: &[&str]) -> Option<i64> {
        let mut multiples = vec![(self.n, 1)];
        multiples.extend(variables.iter().map(|name| (*name, -1)));
        let taken = self.linear(id)?.constant_with(&multiples)?.checked_neg()?;
        (taken >= 0).then_some(taken)
    }

    /// Returns the number with which n is compared, if the condition is this comparison. `n > 2` is
    /// `n >= 3`.
    fn compared(&self, id: Id, wanted: Comparison) -> Option<i64> {
        let Expression::Chain(operands, comparisons) = self.node(id) else {
            return None;
        };
        let ([a, b], [comparison]) = (&operands[..], &comparisons[..]) else {
            return None;
        };
        let (number, comparison) = match (self.is_name(*a, self.n), self.is_name(*b, self.n)) {
            (true, _) => (self.constant(*b)?, *comparison),
            (_, true) => {
                let turned = match comparison {
                    Comparison::Less => Comparison::Greater,
                    Comparison::AtMost => Comparison::AtLeast,
                    Comparison::Greater => Comparison::Less,
                    Comparison::AtLeast => Comparison::AtMost,
                    same => *same,
                };
                (self.constant(*a)?, turned)
            }
            _ => return None,
        };
        match comparison {
            Comparison::Greater if wanted == Comparison::AtLeast => number.checked_add(1),
            _ => (comparison == wanted).then_some(number),
        }
    }

    /// `n-k for k in SET`, or `k for k in 0..n-1`.
    fn subtraction(&self, one: Id, variable: &str, set: &'d Set, moves: &mut Moves) -> Option<()> {
        /// More numbers are not listed.
        const MOST: i64 = 4096;
        if self.is_name(one, variable) {
            let [Item::Range(from, to)] = set.0[..] else {
                return None;
            };
            let is_nim = self.constant(from)? == 0 && self.taken(to)? == 1;
            moves.any |= is_nim;
            return is_nim.then_some(());
        }
        if self
            .linear(one)?
            .constant_with(&[(self.n, 1), (variable, -1)])
            != Some(0)
        {
            return None;
        }
        for item in &set.0 {
            let (from, to) = match *item {
                Item::Single(a) => (self.constant(a)?, self.constant(a)?),
                Item::Range(from, to) => {
                    let from = self.constant(from)?;
                    if from == 1 && self.taken(to) == Some(0) {
                        moves.any = true;
                        continue;
                    }
                    (from, self.most(to)?)
                }
                Item::Function(..) => return None,
            };
            if to.checked_sub(from)? > MOST {
                return None;
            }
            for taken in from..=to {
                if taken <= 0 {
                    return None;
                }
                moves.add(taken, 3)?;
            }
        }
        Some(())
    }

    /// A constant, or the minimum of it and n: one takes no more than there is in any case.
    fn most(&self, id: Id) -> Option<i64> {
        match self.node(id) {
            Expression::Binary(Binary::Minimum, a, b) if self.is_name(*a, self.n) => {
                self.constant(*b)
            }
            Expression::Binary(Binary::Minimum, a, b) if self.is_name(*b, self.n) => {
                self.constant(*a)
            }
            _ => self.constant(id),
        }
    }

    /// The bits for `[a, n-c-a] for a in SET`.
    fn two(&self, taken: i64, set: &'d Set) -> Option<u8> {
        let [Item::Range(from, to)] = set.0[..] else {
            return None;
        };
        let first = self.constant(from)?;
        // How far the range goes beyond the divisions into nonempty heaps.
        let whole = match self.end(to)? {
            End::Linear(end) => {
                let minus = end.constant_with(&[(self.n, 1)])?.checked_neg()?;
                match minus.checked_sub(taken)? {
                    1 => false,
                    ..=0 => true,
                    _ => return None,
                }
            }
            End::Divided(half, 2) => {
                if half.constant_with(&[(self.n, 1)])?.checked_neg()? != taken {
                    return None;
                }
                // Divisions up to order: `a` is the smaller heap.
                return match first {
                    0 => Some(7),
                    1 => Some(4),
                    _ => None,
                };
            }
            End::Divided(..) => return None,
        };
        match (first, whole) {
            (1, false) => Some(4),
            (1, true) | (0, false) => Some(6),
            (0, true) => Some(7),
            _ => None,
        }
    }

    /// The bits for `[a, b, n-c-a-b] for a in FIRST for b in SECOND`.
    fn three(&self, taken: i64, (a, first): (&str, &'d Set), second: &'d Set) -> Option<u8> {
        let ([Item::Range(a_from, a_to)], [Item::Range(b_from, b_to)]) =
            (&first.0[..], &second.0[..])
        else {
            return None;
        };
        let least = self.constant(*a_from)?;
        let bits = match least {
            0 => 15,
            1 => 8,
            _ => return None,
        };
        let without_a = [(self.n, 1), (a, -1)];
        match (self.end(*a_to)?, self.end(*b_to)?) {
            (End::Linear(a_end), End::Linear(b_end)) => {
                let a_minus = a_end.constant_with(&[(self.n, 1)])?.checked_neg()?;
                let b_minus = b_end.constant_with(&without_a)?.checked_neg()?;
                let beyond = b_minus.checked_sub(taken)?;
                // From 1 on, all three are nonempty; from 0 on, all may be empty.
                let full = match least {
                    0 => a_minus <= taken && beyond <= 0,
                    _ => a_minus <= taken.checked_add(2)? && beyond == 1,
                };
                (full && self.constant(*b_from)? == least).then_some(bits)
            }
            (End::Divided(third, 3), End::Divided(half, 2)) => {
                let a_minus = third.constant_with(&[(self.n, 1)])?.checked_neg()?;
                let b_minus = half.constant_with(&without_a)?.checked_neg()?;
                let sorted = a_minus == taken && b_minus == taken && self.is_name(*b_from, a);
                sorted.then_some(bits)
            }
            _ => None,
        }
    }
}
