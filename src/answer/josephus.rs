//! Josephus Nim and the Josephus problem.

use std::num::NonZeroU64;

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};
use serde::Serialize;

use super::Number;
use crate::heaps::{Position, Ruleset};
use crate::limits::{Budget, Reason};
use crate::nim::josephus::{
    self, Part, Place, elimination_of_every, grundy, moves_to, place, positions_of_value, survivor,
    winning_moves,
};
use crate::nim::{Definition, NimError};

/// A position of Josephus Nim: its Grundy number, and the moves that win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Josephus {
    /// The class of the position, if a theorem gives the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The Grundy number.
    pub grundy: Number,
    /// The moves to positions of the value that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Targets>>,
    /// The number of Theorem 4.2 that belongs to the position; null if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removed: Option<Option<Number>>,
    /// The value that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Number>,
    /// The positions [x, y] of value 0 that a move leads to.
    pub winning_moves: Vec<[Number; 2]>,
    /// The number of stones of weight a.
    pub x: Number,
    /// The number of stones of weight -2a.
    pub y: Number,
}

/// Positions with one x and consecutive y.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "targets"))]
pub struct Targets {
    /// The x of all of them.
    pub x: Number,
    /// The first y.
    pub y_first: Number,
    /// The last y.
    pub y_last: Number,
}

/// A number of the Josephus problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Survivor {
    /// How many numbers are left after it is removed.
    pub s: Number,
    /// The number.
    pub survivor: Number,
    /// How many numbers stand in the circle.
    pub v: Number,
}

impl Survivor {
    /// Computes the number that is removed when `s` of `v` numbers are left after it and every k-th one is
    /// removed: by Theorem 4.1 for k = 2, else by simulation. None if there is no such number.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(
        v: &BigUint,
        s: &BigUint,
        every: NonZeroU64,
        budget: &Budget,
    ) -> Result<Option<Self>, NimError> {
        let found = match (v.to_u64(), s.to_u64()) {
            _ if every.get() == 2 || s >= v => survivor(v, s),
            (Some(v), Some(s)) => {
                let order = elimination_of_every(v, every, budget)?;
                let place = usize::try_from(v - s).unwrap_or(usize::MAX) - 1;
                order.get(place).map(|&number| number.into())
            }
            _ => return Err(Reason::Allocator.into()),
        };
        Ok(found.map(|survivor| Self {
            s: s.into(),
            survivor: (&survivor).into(),
            v: v.into(),
        }))
    }
}

/// The order in which numbers in a circle are removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Elimination {
    /// How many numbers stand in the circle.
    pub v: u64,
    /// Every k-th one is removed, beginning with k.
    pub every: u64,
    /// e_1, …, e_v; the last one stays.
    pub order: Vec<u64>,
}

impl Elimination {
    /// Removes every k-th of v numbers.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(v: u64, every: NonZeroU64, budget: &Budget) -> Result<Self, NimError> {
        Ok(Self {
            v,
            every: every.get(),
            order: elimination_of_every(v, every, budget)?,
        })
    }
}

/// The positions of Josephus Nim with a given Grundy number (Definition 2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JosephusSet {
    /// The Grundy number.
    pub s: u64,
    /// The largest x and y.
    pub to: u64,
    /// The parts that have such positions.
    pub parts: Vec<JosephusPart>,
}

/// A part of 𝒢_s.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "josephus_part"))]
pub struct JosephusPart {
    /// `G_{s,n}`, `G_{s,a}` or `G_{s,b}`.
    pub class: String,
    /// Whether it is one of the `G_{s,n}`, where x ≥ 2y.
    pub numbered: bool,
    /// The positions [x, y].
    pub positions: Vec<[u64; 2]>,
}

impl JosephusSet {
    /// Lists the positions of 𝒢_s with x and y up to a bound.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(s: u64, to: u64, budget: &Budget) -> Result<Self, NimError> {
        let parts = positions_of_value(s, to, budget)?.into_iter();
        let parts = parts.map(|(part, positions)| JosephusPart {
            class: Place {
                value: s.into(),
                part,
            }
            .to_string(),
            numbered: matches!(part, Part::Numbered(_)),
            positions: positions.into_iter().map(|(x, y)| [x, y]).collect(),
        });
        Ok(Self {
            s,
            to,
            parts: parts.collect(),
        })
    }
}

impl Josephus {
    /// Applies the closed forms, which hold for whole weights a (Lemma 2.2). With a value, also
    /// lists the moves to positions that have it.
    pub fn by_formula(x: &BigUint, y: &BigUint, value: Option<&BigUint>) -> Self {
        let place = place(x, y);
        let removed = match place.part {
            Part::Numbered(_) => survivor(&(x + 1u32), &place.value),
            Part::A | Part::B => None,
        };
        // A winning move is a single position.
        let winning = winning_moves(x, y).into_iter();
        let winning = winning.map(|to| [(&to.x).into(), to.y.start().into()]);
        Self {
            class: Some(place.to_string()),
            grundy: (&grundy(x, y)).into(),
            moves: value.map(|value| moves_to(value, x, y).iter().map(Targets::from).collect()),
            removed: Some(removed.map(|number| (&number).into())),
            value: value.map(Number::from),
            winning_moves: winning.collect(),
            x: x.into(),
            y: y.into(),
        }
    }

    /// Computes the values of all positions below this one by the definition.
    pub fn by_definition(
        game: &dyn Ruleset,
        (x, y): (&BigUint, &BigUint),
        value: Option<&BigUint>,
        budget: &Budget,
    ) -> Result<Self, NimError> {
        let (Some(small_x), Some(small_y)) = (x.to_u64(), y.to_u64()) else {
            let message = "with a weight that is not whole there is no formula, and these \
                           numbers are too large for the definition";
            return Err(NimError::OutOfReach(message.into()));
        };
        let position = Position::pair(small_x, small_y);
        let mut values = Definition::new(game)?;
        let grundy = BigUint::from(&values.value(position, budget)?);
        let (mut winning_moves, mut moves) = (Vec::new(), Vec::new());
        for option in game.options(position) {
            let Some((position, _)) = option.iter().next() else {
                continue;
            };
            let [x, y] = position.coordinates()[..] else {
                continue;
            };
            let (x, y) = (BigUint::from(x), BigUint::from(y));
            let found = BigUint::from(&values.value(position, budget)?);
            if found.is_zero() {
                winning_moves.push([(&x).into(), (&y).into()]);
            }
            if value == Some(&found) {
                moves.push(Targets {
                    x: (&x).into(),
                    y_first: (&y).into(),
                    y_last: (&y).into(),
                });
            }
        }
        Ok(Self {
            class: None,
            grundy: (&grundy).into(),
            moves: value.map(|_| moves),
            removed: None,
            value: value.map(Number::from),
            winning_moves,
            x: x.into(),
            y: y.into(),
        })
    }
}

impl From<&josephus::Targets> for Targets {
    fn from(targets: &josephus::Targets) -> Self {
        Self {
            x: (&targets.x).into(),
            y_first: targets.y.start().into(),
            y_last: targets.y.end().into(),
        }
    }
}

impl std::fmt::Display for Targets {
    /// `(25,10)`, `(3,5..8)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { x, y_first, y_last } = self;
        if y_first == y_last {
            return write!(f, "({x},{y_first})");
        }
        write!(f, "({x},{y_first}..{y_last})")
    }
}
