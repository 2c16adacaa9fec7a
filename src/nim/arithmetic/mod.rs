//! Fast evaluators for games on arithmetic functions.
//!
//! Most rest on a theorem of Iannucci and Larsson (Game values of arithmetic functions) or on an
//! argument given in the module; all are compared with the definition in the tests. Values are
//! computed in chunks, nothing is computed twice, and memory is linear in the range.

// `ChunkEvaluator` keeps heaps below 2^32: they fit in 32 bits and in an index.
#![allow(clippy::cast_possible_truncation)]

mod chunk;
mod counting;
mod divisor_pairs;
mod fullset;
mod nontotative;
mod odd_primes;
mod pointwise;
mod powerset;
mod residue;
mod s_factoring;
mod saliquant;
mod segmented_sieve;
mod smallest_prime;

use super::evaluator::Evaluator;
use crate::heaps::{Action, Arithmetic, Division, Factoring, Property, Ruleset, Selection, Shape};

/// Returns the fast evaluator of a ruleset, if there is one.
pub(super) fn evaluator(ruleset: &dyn Ruleset) -> Option<Box<dyn Evaluator>> {
    match Shape::of(ruleset) {
        Shape::Arithmetic(&game) => match game.selection() {
            Selection::One => singleton(game),
            Selection::Number => Some(number(game)),
            Selection::Fullset => fullset(game),
            Selection::Powerset => powerset(game),
        },
        Shape::Division(game) => Some(match game {
            Division::Exact => smallest_prime::dividing(),
            Division::AndResidue => residue::divide_and_residue(),
            Division::ComplementGrundy => residue::complement_grundy(),
            Division::ThrowResidue => pointwise::divide_throw_residue(),
            Division::ThrowDivisor => pointwise::residue_throw_divisor(),
        }),
        Shape::Factoring(game) => Some(match game {
            Factoring::MoveTo => smallest_prime::m_factoring(),
            Factoring::MoveToCoprime => counting::m_factoring_coprime(),
            Factoring::Subtract => s_factoring::s_factoring(),
        }),
        _ => None,
    }
}

fn singleton(game: Arithmetic) -> Option<Box<dyn Evaluator>> {
    use Action::{MoveTo, Subtract};
    Some(
        match (game.action(), game.property(), game.moves_to_empty()) {
            (MoveTo, Property::ProperDivisors, _) => smallest_prime::maliquot(),
            (Subtract, Property::Divisors, _) => pointwise::saliquot(),
            (Subtract, Property::ProperDivisors, _) => pointwise::proper_saliquot(),
            (MoveTo, Property::Nondivisors, true) => pointwise::maliquant(),
            (MoveTo, Property::Nondivisors, false) => pointwise::maliquant_no0(),
            (Subtract, Property::Nondivisors, _) => saliquant::saliquant(),
            (_, Property::Totatives, _) => smallest_prime::totative(),
            (_, Property::Nontotatives, true) => nontotative::nontotative(),
            (_, Property::Nontotatives, false) => nontotative::nontotative_no0(),
            _ => return None,
        },
    )
}

fn number(game: Arithmetic) -> Box<dyn Evaluator> {
    match (game.action(), game.property(), game.moves_to_empty()) {
        (Action::MoveTo, Property::Totatives, false) => smallest_prime::totient(),
        _ => counting::counting(game),
    }
}

fn fullset(game: Arithmetic) -> Option<Box<dyn Evaluator>> {
    use Action::{MoveTo, Subtract};
    Some(match (game.action(), game.property()) {
        (MoveTo, Property::ProperDivisors) => fullset::maliquot(),
        (Subtract, Property::Divisors) => fullset::subtract_divisors(false),
        (Subtract, Property::ProperDivisors) => fullset::subtract_divisors(true),
        (MoveTo, Property::Nondivisors) => fullset::maliquant(),
        (Subtract, Property::Nondivisors) => fullset::saliquant(),
        (_, Property::Totatives) => fullset::totative(),
        (_, Property::Nontotatives) => fullset::nontotative(),
        _ => return None,
    })
}

fn powerset(game: Arithmetic) -> Option<Box<dyn Evaluator>> {
    use Action::{MoveTo, Subtract};
    Some(match (game.action(), game.property()) {
        (MoveTo, Property::ProperDivisors) => smallest_prime::powerset_maliquot(),
        (Subtract, Property::Divisors) => pointwise::powerset_saliquot(),
        (MoveTo, Property::Nondivisors) => pointwise::powerset_maliquant(),
        (Subtract, Property::Nondivisors) => saliquant::powerset_saliquant(),
        (_, Property::Totatives) => smallest_prime::powerset_totative(),
        (_, Property::Nontotatives) => nontotative::powerset_nontotative(),
        _ => return powerset::powerset(game),
    })
}

#[cfg(test)]
mod tests;
