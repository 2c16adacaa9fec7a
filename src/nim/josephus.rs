//! Josephus Nim and the Josephus problem, for numbers of any length.
//!
//! The positions of value s are known (Takahashi, Manabe and Miyadera, Theorem 2.2), and the
//! numbers that occur are those of the Josephus problem (Theorem 4.2). Definition 2.5 lists the
//! positions of each s; solved for s, it is a formula:
//!
//! - where x ≥ 2y, x − y + 1 = (2s+1)·2^n, which determines s and n, and
//!   the condition m ≤ (2s+1)·2^n − 1 of the definition says y ≤ x − y;
//! - where x < 2y, with k = ⌊x/2⌋, the condition 2^(s−k−1) ≤ y − k < 2^(s−k) says that y − k has
//!   s − k binary digits.
//!
//! ```
//! use misere::nim::josephus::{grundy, survivor, winning_moves};
//!
//! let (x, y) = (30u32.into(), 10u32.into());
//! assert_eq!(grundy(&x, &y), 10u32.into());
//! // 30 − 10 + 1 = (2·10+1)·2^0, so of 31 numbers the one removed when 10 are left after it is 21.
//! assert_eq!(survivor(&31u32.into(), &10u32.into()), Some(21u32.into()));
//! assert_eq!(winning_moves(&x, &y)[0].to_string(), "(25,10)");
//! ```

use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use super::evaluator::ClosedForm;
use crate::heaps::NimError;
use crate::heaps::NimValue;
use crate::heaps::{Board, Josephus};
use crate::limits::{Budget, Meter, Reason};

/// The place of a position in Definition 2.5.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its nim value s.
    pub value: BigUint,
    /// The part of 𝒢_s that it belongs to.
    pub part: Part,
}

/// The parts of the set 𝒢_s of positions of value s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// 𝒢_{s,n}, where x ≥ 2y.
    Numbered(u64),
    /// 𝒢_{s,a}, where x < 2y is even.
    A,
    /// 𝒢_{s,b}, where x < 2y is odd.
    B,
}

impl fmt::Display for Place {
    /// `G_{3,2}`, `G_{3,a}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = &self.value;
        match self.part {
            Part::Numbered(n) => write!(f, "G_{{{s},{n}}}"),
            Part::A => write!(f, "G_{{{s},a}}"),
            Part::B => write!(f, "G_{{{s},b}}"),
        }
    }
}

/// Returns the part of Definition 2.5 that a position belongs to (Theorem 2.2).
pub fn place(x: &BigUint, y: &BigUint) -> Place {
    let k: BigUint = x >> 1u32;
    if y > &k {
        let digits = (y - &k).bits();
        return Place {
            value: k + digits,
            part: if x.bit(0) { Part::B } else { Part::A },
        };
    }
    let number = x - y + 1u32;
    let n = number.trailing_zeros().unwrap_or(0);
    Place {
        // (2s+1)·2^n without its last binary digit 1.
        value: number >> n >> 1u32,
        part: Part::Numbered(n),
    }
}

/// A part of 𝒢_s, and positions (x, y) in it.
pub type PartPositions = (Part, Vec<(u64, u64)>);

/// Returns the positions (x, y) of 𝒢_s with x, y ≤ `most`, part by part as Definition 2.5 lists them.
///
/// # Errors
/// Out of time or memory, or cancelled.
pub fn positions_of_value(
    s: u64,
    most: u64,
    budget: &Budget,
) -> Result<Vec<PartPositions>, NimError> {
    let mut meter = Meter::new(budget);
    let mut parts: Vec<PartPositions> = Vec::new();
    let mut add = |part: Part, positions: &mut dyn Iterator<Item = (u64, u64)>| {
        let mut listed = Vec::new();
        for position in positions {
            meter.tick()?;
            if listed.len().is_power_of_two() {
                budget.check_memory(listed.len() * 2 * size_of::<(u64, u64)>())?;
            }
            listed.push(position);
        }
        if !listed.is_empty() {
            parts.push((part, listed));
        }
        Ok::<(), NimError>(())
    };
    let mut number = u128::from(s) * 2 + 1;
    let mut n = 0;
    // ((2s+1)·2^n − 1 + m, m)
    while let Ok(first) = u64::try_from(number - 1)
        && first <= most
    {
        let last = (most - first).min(first);
        add(Part::Numbered(n), &mut (0..=last).map(|m| (first + m, m)))?;
        number *= 2;
        n += 1;
    }
    for (part, odd) in [(Part::A, 0), (Part::B, 1)] {
        let columns = (0..s.min(most / 2 + 1)).filter(|k| 2 * k + odd <= most);
        let mut positions = columns.flat_map(|k| {
            // 2^(s−k−1) + k ≤ j ≤ 2^(s−k) + k − 1, as far as 64 bits reach.
            let power = |exponent: u64| 1u64.checked_shl(u32::try_from(exponent).unwrap_or(64));
            let first = power(s - k - 1).and_then(|first| first.checked_add(k));
            let last = power(s - k).map_or(u64::MAX, |power| power.saturating_add(k) - 1);
            let column = first.map(|first| first..=last.min(most));
            column.into_iter().flatten().map(move |j| (2 * k + odd, j))
        });
        add(part, &mut positions)?;
    }
    Ok(parts)
}

/// Returns the nim value of a position (Theorem 2.2; where x ≥ 2y also Theorem 3.1).
pub fn grundy(x: &BigUint, y: &BigUint) -> BigUint {
    place(x, y).value
}

/// Positions (x, y) with one x and an interval of y.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Targets {
    /// The first coordinate.
    pub x: BigUint,
    /// The second one.
    pub y: RangeInclusive<BigUint>,
}

impl Targets {
    fn one(x: BigUint, y: BigUint) -> Self {
        Self {
            x,
            y: y.clone()..=y,
        }
    }
}

impl fmt::Display for Targets {
    /// `(25,10)`, `(3,5..8)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.y.start(), self.y.end());
        if first == last {
            write!(f, "({},{first})", self.x)
        } else {
            write!(f, "({},{first}..{last})", self.x)
        }
    }
}

/// Returns the moves to positions of value 0. A position of another value has exactly one: Lemma
/// 2.6 with s = 0 gives one, and the intervals of [`moves_to`] exclude a second.
pub fn winning_moves(x: &BigUint, y: &BigUint) -> Vec<Targets> {
    moves_to(&BigUint::ZERO, x, y)
}

/// Returns all moves from (x, y) to positions of value s: at most one position with a smaller x, then at
/// most one with x ≥ 2y and at most one interval with x < 2y.
pub fn moves_to(s: &BigUint, x: &BigUint, y: &BigUint) -> Vec<Targets> {
    let mut found = Vec::new();
    let odd: BigUint = (s << 1u32) + 1u32;
    let k: BigUint = x >> 1u32;
    let half = x - &k + 1u32;
    // Taking t ≤ ⌊(x−2y)/2⌋ stones of the first kind leaves an x' ≥ ⌈x/2⌉ + y; the number x' − y + 1
    // must be (2s+1)·2^n.
    if y <= &k
        && let Some(number) = doubled_into(&odd, &half, &(x - y))
    {
        found.push(Targets::one(number - 1u32 + y, y.clone()));
    }
    // At least (y−k)/2 stones of the second kind are taken, and at least one.
    let most = if y > &k {
        (y + &k) >> 1u32
    } else if y.is_zero() {
        return found;
    } else {
        y - 1u32
    };
    if let Some(number) = doubled_into(&odd, &half, &(x + 1u32)) {
        let left = x + 1u32 - number;
        if left <= most {
            found.push(Targets::one(x.clone(), left));
        }
    }
    // y' − k must have s − k binary digits, and not more than `most` has.
    if s > &k
        && let Some(digits) = (s - &k).to_u64()
        && digits <= most.bits()
    {
        let first = (BigUint::one() << (digits - 1)) + &k;
        let last = (BigUint::one() << digits) - 1u32 + &k;
        if first <= most {
            found.push(Targets {
                x: x.clone(),
                y: first..=last.min(most),
            });
        }
    }
    found
}

/// Returns the number q·2^n in an interval that contains no number together with its double.
fn doubled_into(q: &BigUint, least: &BigUint, most: &BigUint) -> Option<BigUint> {
    let n = most.bits().checked_sub(q.bits())?;
    let mut number = q << n;
    if &number > most {
        if n == 0 {
            return None;
        }
        number >>= 1u32;
    }
    (&number >= least).then_some(number)
}

/// Returns F_s(v): of the numbers 1, …, v in a circle every second one is removed, beginning with 2;
/// F_s(v) is the (v−s)-th removed, for s = 0 the survivor. None unless s < v.
pub fn survivor(v: &BigUint, s: &BigUint) -> Option<BigUint> {
    if s >= v {
        return None;
    }
    let odd: BigUint = (s << 1u32) + 1u32;
    if v < &odd {
        // Lemma 4.1: removed in the first round.
        return Some((v - s) << 1u32);
    }
    // Theorem 4.1: v = (2s+1)·2^n + m.
    let number = doubled_into(&odd, &((v >> 1u32) + 1u32), v)?;
    Some(((v - number) << 1u32) + 1u32)
}

/// Returns the numbers 1, …, v in the order in which they are removed, the survivor last:
/// e_1, …, e_v of Definition 4.1, by simulation.
///
/// # Errors
/// Out of time or memory, or cancelled.
pub fn elimination(v: u64, budget: &Budget) -> Result<Vec<u64>, NimError> {
    elimination_of_every(v, NonZeroU64::MIN.saturating_add(1), budget)
}

/// Returns the numbers 1, …, v in the order in which every k-th one is removed, the survivor last, by
/// simulation.
///
/// # Errors
/// Out of time or memory, or cancelled.
pub fn elimination_of_every(
    v: u64,
    every: NonZeroU64,
    budget: &Budget,
) -> Result<Vec<u64>, NimError> {
    let mut account = budget.account();
    let count = usize::try_from(v).map_err(|_| Reason::Allocator)?;
    // The circle and the order.
    account.hold(count.saturating_mul(2 * size_of::<u64>()))?;
    let mut circle = VecDeque::new();
    let refused = |_| Reason::Allocator;
    circle.try_reserve_exact(count).map_err(refused)?;
    let mut order = Vec::new();
    order.try_reserve_exact(count).map_err(refused)?;
    let mut meter = Meter::new(budget);
    for number in 1..=v {
        meter.tick()?;
        circle.push_back(number);
    }
    while !circle.is_empty() {
        let passed = usize::try_from((every.get() - 1) % circle.len() as u64).unwrap_or(0);
        meter.tick_for(passed.min(circle.len() - passed) + 1)?;
        circle.rotate_left(passed);
        order.extend(circle.pop_front());
    }
    Ok(order)
}

/// Returns the closed form, for the weights that have one.
pub(super) fn closed_form(game: &Josephus) -> Option<ClosedForm> {
    // Other weights have other moves (Remark 2.1).
    if !game.weight().is_natural() || !game.is_published() {
        return None;
    }
    let board = game.board();
    let theorem = match board {
        Board::All => "Theorem 2.2 of Takahashi, Manabe and Miyadera",
        Board::Nonnegative => "Theorem 3.1 of Takahashi, Manabe and Miyadera",
    };
    Some(ClosedForm {
        theorem: theorem.into(),
        from: 0,
        value: Box::new(move |coordinates, _| match coordinates {
            [x, y] if board == Board::All || y <= &(x >> 1u32) => Ok(NimValue::from(&grundy(x, y))),
            _ => Err(NimError::OutOfReach(
                "this is not a position of Josephus Nim".into(),
            )),
        }),
    })
}
