//! Take-and-break games beyond [`Code`]: repeating digits, more than three heaps, and conditions on
//! the heaps that are left, as CGSuite writes them.
//!
//! - `4.[3]`: the digits in brackets repeat for ever (Lasker's Nim). `0.(3)` is `0.[3]`.
//! - Digits are 0 to 9 and A to V: the bit 2^k of d_i allows taking i and leaving exactly k heaps.
//! - `{2,4}` allows leaving two or four heaps; `{2+}` two or more; `*` any number.
//! - After a digit `!` wants heaps that are pairwise different, `?` heaps that are not all equal, `=`
//!   heaps that are all equal: `4!.0` is Grundy's game. Inside braces each number has its own:
//!   `{2!,3=}`.
//!
//! What is an ordinary code, Nim, an all-but game or Grundy's game becomes that ruleset, so that its
//! theorems apply. Codes that add tokens (several digits before the point) are not read.
use std::fmt;
use std::sync::Arc;

use num_bigint::BigUint;

use super::code::Code;
use super::entry::RulesetError;
use super::evaluator::ClosedForm;
use super::nim_value::NimValue;
use super::partition::PartitionGame;
use super::position::Position;
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::{MoveBounds, Shape};
use super::subtraction::{Removals, Subtraction};
use digit::{Digit, MOST_HEAPS};
use divisions::divisions;

mod digit;
mod divisions;
mod reading;
#[cfg(test)]
mod tests;

/// A take-and-break game with an extended code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtendedCode {
    /// d0 first.
    digits: Vec<Digit>,
    /// The last digits of this number repeat for ever.
    period: usize,
}

/// What a code with repeating digits allows to take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Takings {
    /// Any positive number, without dividing what is left; to divide it may be allowed as well.
    Any,
    /// What is left is never divided.
    Quaternary {
        /// The digits d1, d2, …: the bit 1 allows taking all of a heap, the bit 2 a part of it.
        digits: Vec<u8>,
        /// The last digits of this number repeat for ever.
        period: usize,
    },
}

impl Takings {
    /// Returns the number of digits before those that repeat; 0 if any number may be taken.
    pub fn irregular(&self) -> usize {
        match self {
            Self::Any => 0,
            Self::Quaternary { digits, period } => digits.len() - period,
        }
    }
}

impl ExtendedCode {
    /// Whether a text looks like an extended code whose first digit is more than a character.
    pub(super) fn looks_like(text: &str) -> bool {
        let marked = || matches!(text.chars().nth(1), Some('!' | '?' | '='));
        text.contains('.') && (text.starts_with(['{', '*']) || marked())
    }

    /// Whether a code has something that only extended codes have. Round brackets after digits hold
    /// the size of a heap.
    pub(super) fn is_meant(text: &str) -> bool {
        let beyond =
            |c: char| "[*{!?=".contains(c) || ('G'..='V').contains(&c.to_ascii_uppercase());
        text.contains(beyond) || text.contains(".(")
    }

    /// Reads a code that [`Code`] does not read.
    pub(super) fn parse(text: &str) -> Result<Arc<dyn Ruleset>, RulesetError> {
        Ok(Self::read(text)?.known_game())
    }

    /// Returns the code with the shortest period and preperiod.
    fn normal(mut self) -> Self {
        let start = self.digits.len() - self.period;
        if self.digits[start..].iter().all(Digit::is_zero) {
            self.digits.truncate(start);
            self.period = 0;
        }
        if self.period == 0 {
            while self.digits.len() > 1 && self.digits.last().is_some_and(Digit::is_zero) {
                self.digits.pop();
            }
            return self;
        }
        let repeats = |p: &usize| {
            let tail = &self.digits[start..];
            self.period.is_multiple_of(*p) && (*p..tail.len()).all(|i| tail[i] == tail[i - p])
        };
        self.period = (1..=self.period).find(repeats).unwrap_or(self.period);
        self.digits.truncate(start + self.period);
        // d0 stays before the point.
        while self.digits.len() > self.period + 1
            && self.digits[self.digits.len() - 1 - self.period]
                == self.digits[self.digits.len() - 1]
        {
            self.digits.pop();
        }
        self
    }

    /// Returns the ruleset with a theory of its own that this is, or else this.
    fn known_game(self) -> Arc<dyn Ruleset> {
        let bits = self
            .digits
            .iter()
            .map(|digit| u8::try_from(digit.bits(3)?).ok());
        let bits: Option<Vec<u8>> = bits.collect();
        if let (Some(bits), 0) = (&bits, self.period)
            && let Some(code) = Code::new(bits[0], &bits[1..])
        {
            return Arc::new(code);
        }
        // Digits 3 allow any way of taking i without dividing, digits 0 none; finitely many are 0.
        if let (Some(bits), 1) = (&bits, self.period)
            && bits[0] == 0
            && bits.last() == Some(&3)
            && bits[1..].iter().all(|&digit| digit == 0 || digit == 3)
        {
            let forbidden = (1..bits.len()).filter(|&i| bits[i] == 0).map(|i| i as u64);
            return Arc::new(Subtraction::new(Removals::AllBut, forbidden, 0));
        }
        if self.to_string() == "{2!}.0" {
            return Arc::new(PartitionGame::Grundy);
        }
        Arc::new(self)
    }

    /// Whether the last digits repeat for ever.
    pub fn repeats(&self) -> bool {
        self.period > 0
    }

    /// Returns what the theorems on repeating digits need, if they speak of this code.
    pub fn takings(&self) -> Option<Takings> {
        let (d0, digits) = self.digits.split_first()?;
        if self.period == 0 || !d0.is_zero() {
            return None;
        }
        let any = |digit: &Digit| digit.condition(0).is_some() && digit.condition(1).is_some();
        if digits.iter().all(any) {
            return Some(Takings::Any);
        }
        let bits = digits.iter().map(|digit| u8::try_from(digit.bits(1)?).ok());
        Some(Takings::Quaternary {
            digits: bits.collect::<Option<_>>()?,
            period: self.period,
        })
    }

    fn digit(&self, taken: u64) -> Option<&Digit> {
        let length = self.digits.len() as u64;
        let period = self.period as u64;
        let index = match taken.checked_sub(length) {
            None => taken,
            Some(_) if period == 0 => return None,
            Some(beyond) => length - period + beyond % period,
        };
        self.digits.get(usize::try_from(index).ok()?)
    }

    fn is_laskers_nim(&self) -> bool {
        self.to_string() == "4.[3]"
    }
}

impl fmt::Display for ExtendedCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.digits[0])?;
        let start = self.digits.len() - self.period;
        for (i, digit) in self.digits.iter().enumerate().skip(1) {
            if i == start && self.period > 0 {
                f.write_str("[")?;
            }
            write!(f, "{digit}")?;
        }
        match (self.period, self.digits.len()) {
            (0, 1) => f.write_str("0"),
            (0, _) => Ok(()),
            _ => f.write_str("]"),
        }
    }
}

impl Ruleset for ExtendedCode {
    fn name(&self) -> String {
        self.to_string()
    }

    fn rule(&self) -> String {
        if self.is_laskers_nim() {
            return "take any positive number from a heap, or divide it into two without taking"
                .into();
        }
        let name = self.to_string();
        format!(
            "the digit d_i of {name} says into how many heaps what is left may be divided when i are taken"
        )
    }

    fn known(&self) -> Vec<String> {
        if self.is_laskers_nim() {
            let values = "the nim values are 4k+1, 4k+2, 4k+4, 4k+3 for the heaps 4k+1, …, 4k+4";
            return vec![values.into()];
        }
        Vec::new()
    }

    fn source(&self) -> &'static str {
        if self.is_laskers_nim() {
            "E. Lasker, Brettspiele der Völker (1931)"
        } else {
            "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, Chapter 4"
        }
    }

    /// A code with finitely many digits that only counts the heaps left bounds its moves.
    fn move_bounds(&self) -> Option<MoveBounds> {
        let counted = self
            .digits
            .iter()
            .all(|digit| digit.bits(MOST_HEAPS).is_some());
        (self.period == 0 && counted).then(|| MoveBounds {
            most_taken: self.digits.len() as u64 - 1,
            most_left: self
                .digits
                .iter()
                .map(|d| d.counts.len())
                .max()
                .unwrap_or(0) as u64,
            from: 0,
        })
    }

    /// If any number may be taken and none must, the heap n has the value n: all smaller values are
    /// those of its options 0, …, n−1, and what else a move leaves has a sum below n, and so has the
    /// nim sum of its values.
    fn closed_form(&self) -> Option<ClosedForm> {
        if self.takings() == Some(Takings::Any) {
            let theorem = "taking any number has the nim values of Nim (docs/mathematics.md)";
            return Some(ClosedForm::new(theorem, 0, |heap, _| {
                Ok(NimValue::from(&heap.first().cloned().unwrap_or_default()))
            }));
        }
        self.is_laskers_nim().then(|| {
            let theorem = "Winning Ways, Chapter 4: Lasker's Nim";
            ClosedForm::new(theorem, 0, |heap, _| {
                let n = heap.first().cloned().unwrap_or_default();
                let value = match u64::try_from(&n & BigUint::from(3_u32)).unwrap_or(0) {
                    3 => n + 1_u32,
                    0 if n != BigUint::ZERO => n - 1_u32,
                    _ => n,
                };
                Ok(NimValue::from(&value))
            })
        })
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Extended(self)
    }

    fn longest_option(&self, position: Position) -> u64 {
        let most = self.digits.iter().map(|digit| {
            if digit.and_more {
                u64::MAX
            } else {
                digit.counts.len() as u64
            }
        });
        // Different sizes add up to at least a triangular number.
        let different = (position.size() / 2).isqrt().saturating_mul(2) + 3;
        most.max().unwrap_or(0).min(different)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let size = position.size();
        Box::new(
            (0..=size)
                .map_while(|i| Some((i, self.digit(i)?)))
                .flat_map(move |(i, digit)| {
                    let left = size - i;
                    let listed = (digit.counts.len() as u64).saturating_sub(1);
                    let most = if digit.and_more {
                        left
                    } else {
                        left.min(listed)
                    };
                    (0..=most).flat_map(move |heaps| match digit.condition(heaps) {
                        Some(condition) => divisions(left, heaps, condition),
                        None => Box::new(std::iter::empty()),
                    })
                }),
        )
    }
}
