//! Formulas for games on arithmetic functions.
//!
//! Theorems are those of Iannucci and Larsson. The powerset games that they leave open follow
//! from a lemma: if D(n) are the numbers that may be combined, every value is 0 or a power of two.
//! By induction the single heaps of D(n) have values 0 or 2^e. If these are nonzero and
//! distinct, no sum of some of them is 0 and the value is 0. Otherwise 0 is reached, every
//! combination of the 2^e is reached as well, and the value is 2^e with the least e that is
//! missing. So the exponents follow the game in which one number is played.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::{formula, power_of_two};
use crate::heaps::Action::{MoveTo, Subtract};
use crate::heaps::Property::{
    DistinctPrimeFactors, Divisors, Nondivisors, Nontotatives, PrimeFactors, ProperDivisors,
    Totatives,
};
use crate::heaps::{Arithmetic, Ruleset, Selection};
use crate::limits::Budget;
use crate::nim::{ClosedForm, NimError, NimValue};
use crate::numbers::{
    FactorError, Factored, LONGEST_TEST, factor, is_prime, odd_index, prime_index,
    shapiro_class_by_factors, valuation,
};

type Value = Result<NimValue, NimError>;

pub(super) fn closed_form(game: Arithmetic) -> Option<ClosedForm> {
    let (theorem, value): (&str, fn(&BigUint, &Budget) -> Value) = match game.selection() {
        Selection::One => one(game)?,
        Selection::Number => return number(game),
        Selection::Fullset => fullset(game)?,
        Selection::Powerset => powerset(game)?,
    };
    Some(formula(theorem, game.smallest(), value))
}

type Known = (&'static str, fn(&BigUint, &Budget) -> Value);

fn one(game: Arithmetic) -> Option<Known> {
    Some(match (game.action(), game.property()) {
        (MoveTo, ProperDivisors) => (
            "SG(n) = Ω(n): Theorem 1 of Iannucci and Larsson",
            |n, budget| Ok(Factored::from_big(n, budget)?.big_omega().into()),
        ),
        (Subtract, Divisors) => (
            "SG(0) = 0 and SG(n) = v(n)+1: Theorem 2 of Iannucci and Larsson",
            |n, _| {
                if n.is_zero() {
                    return Ok(NimValue::default());
                }
                Ok((valuation(n) + 1).into())
            },
        ),
        (MoveTo, Nondivisors) if game.moves_to_empty() => (
            "SG(0) = 0 and SG(n) = io(n): Theorem 3 of Iannucci and Larsson",
            |n, _| Ok(NimValue::from(&odd_index(n))),
        ),
        (MoveTo, Nondivisors) => (
            "SG(n) = io(n)−1: Theorem 3 of Iannucci and Larsson without the move to 0",
            |n, _| Ok(NimValue::from(&(odd_index(n) - 1u32))),
        ),
        (Subtract, Nondivisors) => (
            "SG(n) = (n−1)/2 for odd n: Theorem 4 of Iannucci and Larsson; n/2−1 for powers of two",
            |n, _| Ok(NimValue::from(&saliquant(n)?)),
        ),
        (MoveTo, Totatives) => (
            "SG(n) = ip(n) for n ≥ 2: Theorem 5 of Iannucci and Larsson",
            |n, budget| {
                if n.is_one() {
                    return Ok(NimValue::default());
                }
                Ok(prime_index(n, budget)?.into())
            },
        ),
        (MoveTo, Nontotatives) if game.moves_to_empty() => (
            "Theorem 6 of Iannucci and Larsson, for some classes of heaps",
            |n, budget| Ok(NimValue::from(&nontotative(n, budget)?)),
        ),
        (MoveTo, Nontotatives) => (
            "Theorem 6 of Iannucci and Larsson, for some classes of heaps, less 1",
            |n, budget| Ok(NimValue::from(&(nontotative(n, budget)? - 1u32))),
        ),
        _ => return None,
    })
}

/// Returns the value of saliquant for odd n and powers of two.
///
/// For n = 2^a every odd m < n − 1 is an option, because n − m > 1 is odd and does not divide n,
/// so all values below n/2 − 1 are reached; and by Theorem 4 no heap up to n − 3, the largest
/// option, has a larger one.
fn saliquant(n: &BigUint) -> Result<BigUint, NimError> {
    if n.is_odd() {
        return Ok(n >> 1);
    }
    if n.is_zero() {
        return Ok(BigUint::ZERO);
    }
    if n.count_ones() == 1 {
        return Ok((n >> 1) - 1u32);
    }
    Err(NimError::OutOfReach(format!(
        "no formula is known for a heap of {n}: Theorem 4 of Iannucci and Larsson is about odd \
         heaps"
    )))
}

/// Returns the value of nontotative, where Theorem 6 gives it.
fn nontotative(n: &BigUint, budget: &Budget) -> Result<BigUint, NimError> {
    let value = |value: u32| Ok(value.into());
    if n.is_one() {
        return value(1);
    }
    // (v)
    if n.is_even() {
        return Ok(n >> 1);
    }
    // (vi)
    if (n % 6u32) == 3u32.into() {
        return Ok((n + 1u32) >> 2);
    }
    // (i)
    if n.bits() > LONGEST_TEST {
        let message = format!(
            "whether a heap of {} binary digits is prime is not tested",
            n.bits()
        );
        return Err(NimError::OutOfReach(message));
    }
    if is_prime(n) {
        return value(1);
    }
    // (ii)
    let root = n.sqrt();
    if &root * &root == *n && is_prime(&root) {
        return value(2);
    }
    // (iii) and (iv)
    if n.bits() <= 80
        && let [(p, 1), (q, 1)] = Factored::from_big(n, budget)?.primes()
        && let Some(apart) = primes_apart(p, q)
    {
        let index = prime_index(p, budget)?;
        return value(match (apart, index % 4) {
            (1, 1 | 3) => 3,
            (1, _) => 4,
            (_, 1 | 2) => 5,
            (_, _) => 6,
        });
    }
    Err(NimError::OutOfReach(format!(
        "no formula is known for a heap of {n}: Theorem 6 of Iannucci and Larsson is about even \
         heaps, n ≡ 3 mod 6, primes, squares of primes, and products of two primes that are \
         neighbours or next but one"
    )))
}

/// Returns 1 if q is the next prime after p, 2 if it is the next but one.
fn primes_apart(p: &BigUint, q: &BigUint) -> Option<u32> {
    let mut between = 0;
    let mut candidate = p + 2u32;
    while candidate < *q {
        between += u32::from(is_prime(&candidate));
        if between > 1 {
            return None;
        }
        candidate += 2u32;
    }
    Some(between + 1)
}

/// Returns the formula of a counting game: play is forced, and the value is the parity of its
/// length.
fn number(game: Arithmetic) -> Option<ClosedForm> {
    if (game.action(), game.property()) == (MoveTo, Totatives) && !game.moves_to_empty() {
        let theorem = "SG(n) = C(n)+1 mod 2 for n ≥ 2: Theorem 8 of Iannucci and Larsson";
        return Some(formula(theorem, game.smallest(), |n, budget| {
            if n.is_one() {
                return Ok(NimValue::default());
            }
            let class = shapiro_class_by_factors(n, budget)?;
            Ok(((class + 1) % 2).into())
        }));
    }
    // From n > 1 to a smaller number > 0.
    let next: fn(&BigUint, &Factored<BigUint>) -> BigUint = match (game.action(), game.property()) {
        (MoveTo, ProperDivisors) => |_, factored| factored.tau() - 1u32,
        (MoveTo, Totatives) => |_, factored| factored.phi(),
        (MoveTo, PrimeFactors) => |_, factored| factored.big_omega().into(),
        (MoveTo, DistinctPrimeFactors) => |_, factored| factored.omega().into(),
        (Subtract, Totatives) => |n, factored| n - factored.phi(),
        // The others decrease in small steps.
        _ => return None,
    };
    let last_move = u64::from(game.moves_to_empty());
    let theorem = "play is forced: the parity of the number of moves";
    Some(formula(theorem, game.smallest(), move |n, budget| {
        if n.is_zero() {
            return Ok(NimValue::default());
        }
        let mut n = n.clone();
        let mut moves = last_move;
        while !n.is_one() {
            n = next(&n, &Factored::from_big(&n, budget)?);
            moves += 1;
        }
        Ok((moves % 2).into())
    }))
}

fn fullset(game: Arithmetic) -> Option<Known> {
    (game.property() == ProperDivisors && game.action() == MoveTo).then_some((
        "SG(n) = 1 iff n > 1 is squarefree: Theorem 14 of Iannucci and Larsson",
        |n, budget| {
            let factors = factor(n, budget)?;
            // One square is enough, whatever the other factors are.
            if n.is_one() || factors.primes.iter().any(|&(_, e)| e > 1) {
                return Ok(NimValue::default());
            }
            factors.complete().map_err(FactorError::from)?;
            Ok(1.into())
        },
    ))
}

fn powerset(game: Arithmetic) -> Option<Known> {
    Some(match (game.action(), game.property()) {
        (MoveTo, ProperDivisors) => (
            "SG(n) = 2^(Ω(n)−1) for n ≥ 2: powerset lemma and Theorem 1 of Iannucci and Larsson",
            |n, budget| Ok(half_power(Factored::from_big(n, budget)?.big_omega())),
        ),
        (Subtract, Divisors) => (
            "SG(n) = 2^v(n) for n ≥ 1: Theorem 15 of Iannucci and Larsson",
            |n, _| {
                if n.is_zero() {
                    return Ok(NimValue::default());
                }
                Ok(NimValue::power_of_two(valuation(n)))
            },
        ),
        (MoveTo, Nondivisors) => (
            "SG(2k+1) = 2^k for k ≥ 4, SG(n) = SG(n/2) for even n ≥ 10: Theorem 16 of Iannucci \
             and Larsson",
            |n, _| powerset_maliquant(n),
        ),
        (Subtract, Nondivisors) => (
            "SG(n) = 2^((n−3)/2) for odd n ≥ 3 and 2^(n/2−2) for powers of two n ≥ 4: powerset \
             lemma and Theorem 4 of Iannucci and Larsson",
            |n, _| exponent_above(&saliquant(n)?, 0),
        ),
        (MoveTo, Totatives) => (
            "SG(n) = 2^(ip(n)−1) for n ≥ 2: Theorem 17 of Iannucci and Larsson",
            |n, budget| {
                if n.is_one() {
                    return Ok(NimValue::default());
                }
                Ok(half_power(prime_index(n, budget)?))
            },
        ),
        (MoveTo, Nontotatives) => (
            "SG(n) = 2^(s−2), or 0 for s = 1, with s by Theorem 6 of Iannucci and Larsson, for \
             some classes of heaps: powerset lemma",
            |n, budget| exponent_above(&nontotative(n, budget)?, 1),
        ),
        _ => return None,
    })
}

/// Returns 2^(e−1), and 0 for e = 0.
fn half_power(e: u64) -> NimValue {
    match e {
        0 => NimValue::default(),
        _ => NimValue::power_of_two(e - 1),
    }
}

/// Returns 0 for a value up to `least` in the game of single numbers, and 2^0, 2^1, … for the next
/// values.
fn exponent_above(value: &BigUint, least: u32) -> Value {
    if *value <= least.into() {
        return Ok(NimValue::default());
    }
    power_of_two(&(value - least - 1u32))
}

/// Theorem 16.
fn powerset_maliquant(n: &BigUint) -> Value {
    /// The first values, from n = 1 on.
    const FIRST: [u64; 8] = [0, 0, 1, 0, 2, 1, 4, 8];
    let mut n = n.clone();
    while n.is_even() && n >= 10u32.into() {
        n >>= 1;
    }
    match n.to_usize().and_then(|n| FIRST.get(n.wrapping_sub(1))) {
        Some(&value) => Ok(value.into()),
        None => power_of_two(&(n >> 1)),
    }
}
