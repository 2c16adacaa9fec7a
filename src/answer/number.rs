//! Numbers of any size in JSON.

use std::fmt;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use serde::Serialize;

use crate::nim::NimValue;

/// A whole number from 0 on. Up to 2^53 it is a number; beyond that it is text: its decimal
/// digits, or a sum of powers of two if there are more than 1000 digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "number"))]
#[serde(untagged)]
pub enum Number {
    /// Small enough for every reader of JSON.
    Small(u64),
    /// In writing.
    Large(String),
}

impl Number {
    /// Integers up to here are exact in every reader of JSON.
    const EXACT: u64 = 1 << 53;
    /// Longer numbers are written as sums of powers of two.
    const MOST_DIGITS: u64 = 1000;
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(number) => number.fmt(f),
            Self::Large(text) => f.pad(text),
        }
    }
}

impl From<&BigUint> for Number {
    fn from(number: &BigUint) -> Self {
        match number.to_u64() {
            Some(small) if small <= Self::EXACT => Self::Small(small),
            _ => Self::Large(number.to_string()),
        }
    }
}

impl From<&NimValue> for Number {
    fn from(value: &NimValue) -> Self {
        match value.to_u64() {
            Some(small) if small <= Self::EXACT => Self::Small(small),
            _ => Self::Large(
                value
                    .to_decimal(Self::MOST_DIGITS)
                    .unwrap_or_else(|| value.to_string()),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_past_2_to_the_53_are_text() {
        let number = |n: u64| Number::from(&BigUint::from(n));
        assert_eq!(number(1 << 53), Number::Small(1 << 53));
        let text = "9007199254740993";
        assert_eq!(number((1 << 53) + 1), Number::Large(text.into()));
        let huge = Number::from(&NimValue::power_of_two(10_000));
        assert_eq!(huge, Number::Large("2^10000".into()));
    }
}
