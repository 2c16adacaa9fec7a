//! Formulas for dividing and factoring games.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use super::formula;
use crate::heaps::{Division, Factoring, Ruleset};
use crate::nim::{ClosedForm, NimValue};
use crate::numbers::{Factored, odd_index};

pub(super) fn closed_form(game: Division) -> Option<ClosedForm> {
    let from = game.smallest();
    match game {
        Division::Exact => {
            let theorem = "SG(n) = Ω2(n): Theorem 9 of Iannucci and Larsson";
            Some(formula(theorem, from, |n, budget| {
                Ok(Factored::from_big(n, budget)?.omega_two().into())
            }))
        }
        Division::ThrowResidue => {
            let theorem = "SG(n) = io(n) for n ≥ 2: Theorem 11 of Iannucci and Larsson";
            Some(formula(theorem, from, |n, _| {
                if n.is_one() {
                    return Ok(NimValue::default());
                }
                Ok(NimValue::from(&odd_index(n)))
            }))
        }
        Division::ThrowDivisor => {
            let theorem = "SG(n) = ⌈log2((n+2)/3)⌉: Theorem 12 of Iannucci and Larsson";
            // The value is k for n from 3·2^(k−1) − 1 to 3·2^k − 2.
            Some(formula(theorem, from, |n, _| {
                let third: BigUint = (n + 2u32).div_ceil(&3u32.into());
                Ok((third - 1u32).bits().into())
            }))
        }
        Division::AndResidue | Division::ComplementGrundy => None,
    }
}

pub(super) fn factoring(game: Factoring) -> Option<ClosedForm> {
    let from = game.smallest();
    let (theorem, count): (_, fn(&Factored<BigUint>) -> u64) = match game {
        Factoring::MoveTo => (
            "SG(n) = Ω(n)−1 for n ≥ 2: Theorem 13 of Iannucci and Larsson",
            Factored::big_omega,
        ),
        Factoring::MoveToCoprime => (
            "SG(n) = ω(n)−1 for n ≥ 2: Theorem 13 of Iannucci and Larsson",
            Factored::omega,
        ),
        Factoring::Subtract => return None,
    };
    Some(formula(theorem, from, move |n, budget| {
        let factored = Factored::from_big(n, budget)?;
        Ok(count(&factored).saturating_sub(1).into())
    }))
}
