//! The tree of a definition.
//!
//! Expressions are an arena in which children come before their parents. The height of a node is
//! bounded when it is made, so functions on trees may recurse.

use std::ops::Range;

/// The number of an expression in its [`Tree`].
pub(super) type Id = usize;

/// The largest height of an expression, and of brackets within brackets.
pub(super) const HIGHEST: usize = 200;

/// Operators on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Add,
    Subtract,
    Multiply,
    /// Rounds down.
    Divide,
    /// Has the sign of the divisor.
    Remainder,
    Power,
    Minimum,
    Maximum,
    Gcd,
}

/// Functions of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Negative,
    Not,
    Absolute,
    Root,
    Phi,
    Tau,
    Sigma,
    Omega,
    BigOmega,
    IsPrime,
    SmallestPrime,
    Valuation,
}

/// Functions whose values are sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SetFunction {
    Divisors,
    ProperDivisors,
    Totatives,
    PrimeFactors,
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Comparison {
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Self::Equal => a == b,
            Self::Unequal => a != b,
            Self::Less => a < b,
            Self::AtMost => a <= b,
            Self::Greater => a > b,
            Self::AtLeast => a >= b,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Expression {
    Number(i64),
    Name(String),
    Unary(Unary, Id),
    Binary(Binary, Id, Id),
    /// `a <= b < c`: each comparison between neighbours holds.
    Chain(Vec<Id>, Vec<Comparison>),
    And(Id, Id),
    Or(Id, Id),
    Member(Id, Set),
}

/// The expressions of one definition.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Expression>,
    spans: Vec<Range<usize>>,
    heights: Vec<usize>,
}

impl Tree {
    /// Adds an expression; none if it would be too high.
    pub(super) fn push(&mut self, node: Expression, span: Range<usize>) -> Option<Id> {
        let of = |id: &Id| self.heights[*id];
        let height = match &node {
            Expression::Number(_) | Expression::Name(_) => 0,
            Expression::Unary(_, a) => of(a),
            Expression::Binary(_, a, b) | Expression::And(a, b) | Expression::Or(a, b) => {
                of(a).max(of(b))
            }
            Expression::Chain(operands, _) => operands.iter().map(of).max().unwrap_or(0),
            Expression::Member(a, set) => {
                set.expressions().map(|id| of(&id)).fold(of(a), usize::max)
            }
        };
        if height >= HIGHEST {
            return None;
        }
        self.nodes.push(node);
        self.spans.push(span);
        self.heights.push(height + 1);
        Some(self.nodes.len() - 1)
    }

    pub(super) fn node(&self, id: Id) -> &Expression {
        &self.nodes[id]
    }

    pub(super) fn span(&self, id: Id) -> Range<usize> {
        self.spans[id].clone()
    }
}

/// A set of numbers, ascending where it is a range.
#[derive(Clone, Debug)]
pub(super) struct Set(pub(super) Vec<Item>);

#[derive(Clone, Debug)]
pub(super) enum Item {
    Single(Id),
    /// Both ends included.
    Range(Id, Id),
    Function(SetFunction, Id),
}

impl Set {
    pub(super) fn expressions(&self) -> impl Iterator<Item = Id> + '_ {
        self.0
            .iter()
            .flat_map(|item| match *item {
                Item::Single(a) | Item::Function(_, a) => [Some(a), None],
                Item::Range(a, b) => [Some(a), Some(b)],
            })
            .flatten()
    }
}

/// What follows an option: `for k in 1..n`, `if k != 2`.
#[derive(Clone, Debug)]
pub(super) enum Clause {
    For {
        variable: String,
        span: Range<usize>,
        set: Set,
    },
    If(Id),
}

/// A position of this ruleset, or of another one.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// The other ruleset; none for this one.
    pub(super) ruleset: Option<String>,
    pub(super) coordinates: Vec<Id>,
    pub(super) span: Range<usize>,
}

/// Positions with clauses of their own.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) place: Place,
    pub(super) clauses: Vec<Clause>,
}

/// An option: the sum of the parts, which remain side by side.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) parts: Vec<Part>,
    /// Whether it is written in brackets.
    pub(super) clauses: Vec<Clause>,
}

/// One definition.
#[derive(Clone, Debug)]
pub(super) struct Definition {
    /// Its name; empty for a formula without a name.
    pub(super) name: String,
    pub(super) parameters: Vec<String>,
    pub(super) tree: Tree,
    pub(super) choices: Vec<Choice>,
    /// Which positions there are.
    pub(super) condition: Option<Id>,
    /// Its normal text.
    pub(super) text: String,
    pub(super) span: Range<usize>,
}
