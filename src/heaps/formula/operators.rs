//! Operators and functions of formulas, by their names.

use std::ops::Range;

use super::syntax::{Binary, Comparison, SetFunction, Unary};
use super::token::Token;
use crate::heaps::entry::RulesetError;

pub(super) const COMPARISON: u8 = 3;
pub(super) const ARITHMETIC: u8 = 4;
pub(super) const POWER: u8 = 6;

#[derive(Clone, Copy)]
pub(super) enum Operator {
    Or,
    And,
    Compare(Comparison),
    Member,
    NotMember,
    Arithmetic(Binary),
}

impl Operator {
    /// How tightly it binds.
    pub(super) fn level(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Compare(_) | Self::Member | Self::NotMember => COMPARISON,
            Self::Arithmetic(Binary::Add | Binary::Subtract) => ARITHMETIC,
            Self::Arithmetic(Binary::Power) => POWER,
            Self::Arithmetic(_) => 5,
        }
    }
}

pub(super) fn operator(token: Token<'_>) -> Option<Operator> {
    use Comparison::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
    Some(match token {
        Token::Word("or") => Operator::Or,
        Token::Word("and") => Operator::And,
        Token::Word("in") => Operator::Member,
        Token::Word("not") => Operator::NotMember,
        Token::Symbol(symbol) => match symbol {
            "==" => Operator::Compare(Equal),
            "!=" => Operator::Compare(Unequal),
            "<" => Operator::Compare(Less),
            "<=" => Operator::Compare(AtMost),
            ">" => Operator::Compare(Greater),
            ">=" => Operator::Compare(AtLeast),
            "+" => Operator::Arithmetic(Binary::Add),
            "-" => Operator::Arithmetic(Binary::Subtract),
            "*" => Operator::Arithmetic(Binary::Multiply),
            "//" => Operator::Arithmetic(Binary::Divide),
            "%" => Operator::Arithmetic(Binary::Remainder),
            "^" => Operator::Arithmetic(Binary::Power),
            _ => return None,
        },
        _ => return None,
    })
}

pub(super) fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "abs" => Unary::Absolute,
        "isqrt" => Unary::Root,
        "phi" => Unary::Phi,
        "tau" => Unary::Tau,
        "sigma" => Unary::Sigma,
        "omega" => Unary::Omega,
        "bigomega" => Unary::BigOmega,
        "is_prime" => Unary::IsPrime,
        "smallest_prime" => Unary::SmallestPrime,
        "valuation" => Unary::Valuation,
        _ => return None,
    })
}

pub(super) fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "min" => Binary::Minimum,
        "max" => Binary::Maximum,
        "gcd" => Binary::Gcd,
        _ => return None,
    })
}

pub(super) fn set_function(name: &str) -> Option<SetFunction> {
    Some(match name {
        "divisors" => SetFunction::Divisors,
        "proper_divisors" => SetFunction::ProperDivisors,
        "totatives" => SetFunction::Totatives,
        "prime_factors" => SetFunction::PrimeFactors,
        _ => return None,
    })
}

pub(super) fn is_function(name: &str) -> bool {
    unary(name).is_some() || binary(name).is_some() || set_function(name).is_some()
}

pub(super) fn unknown_function(name: &str, span: Range<usize>) -> RulesetError {
    if set_function(name).is_some() {
        let message = format!("`{name}` is a set, not a number");
        return RulesetError::new(message, span)
            .hint(format!("it stands after in, as in for d in {name}(n)"));
    }
    let message = format!("nothing is called `{name}` here: no function and no ruleset");
    RulesetError::new(message, span).hint(
        "the functions are abs, min, max, gcd, isqrt, phi, tau, sigma, omega, bigomega, is_prime, \
         smallest_prime, valuation; the sets divisors, proper_divisors, totatives, prime_factors",
    )
}
