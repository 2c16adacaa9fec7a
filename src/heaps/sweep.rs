//! Families of rulesets for sweeps, in a fixed order and in shards.
//!
//! - `cut{1}+{2..9}`, or without braces `cut:1+2..9`: the cut sets {1} ∪ K for all nonempty K ⊆
//!   {2, …, 9}. Both lists may hold numbers and ranges; the first may be empty.
//! - `octal 2` or `octal:2`: all octal codes 0.d1d2 with up to two digits; likewise `quaternary`
//!   and `hexadecimal`.
//! - `octal:0.x7x`: all codes where each x is one of the digits. The digit before the point may be
//!   x too, and then is one of those that are possible.
//!
//! ```
//! use misere::heaps::{Shard, Sweep};
//!
//! let sweep: Sweep = "cut{1}+{2..9}".parse().unwrap();
//! assert_eq!(sweep.len(), 255);
//! assert_eq!(sweep.game(0).unwrap().name(), "cut{1,2}");
//! let third: Shard = "3/16".parse().unwrap();
//! let games: Vec<String> = sweep.shard(third).map(|game| game.name()).collect();
//! assert_eq!((games.len(), games[1].as_str()), (16, "cut{1,2,3,6}"));
//! ```

use std::collections::BTreeSet;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::{Code, Cut, CutSet, Ruleset};
use crate::subsets::chosen;

/// A family of games in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    family: Family,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Family {
    /// The cut sets with all of the first and some of the second.
    Cuts { always: Vec<u64>, some: Vec<u64> },
    /// The codes with up to `digits` digits after the point, each below the radix.
    Codes { radix: u8, digits: u32 },
    /// The codes with a choice for each digit, d0 first.
    Fitting { digits: Vec<Vec<u8>> },
}

/// Why a text is not a family of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct SweepError {
    /// What is wrong.
    pub message: String,
}

impl SweepError {
    /// Examples of families.
    pub const HINT: &'static str =
        "as in 'cut{1}+{2..9}', cut:1+2..9, octal:2, quaternary:3, hexadecimal:0.x8";

    fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

/// A part of a sweep: 3/16 is the third of sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 1 on.
    number: u64,
    of: u64,
}

/// The maximum number of games of a sweep.
const MOST: u64 = 1 << 40;

impl Sweep {
    /// Returns the number of games.
    pub fn len(&self) -> u64 {
        match &self.family {
            Family::Cuts { some, .. } => (1 << some.len()) - 1,
            Family::Codes { radix, digits } => u64::from(*radix).pow(*digits) - 1,
            Family::Fitting { digits } => digits.iter().map(|d| d.len() as u64).product(),
        }
    }

    /// Checks whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a game by its number, counted from 0.
    pub fn game(&self, number: u64) -> Option<Arc<dyn Ruleset>> {
        if number >= self.len() {
            return None;
        }
        match &self.family {
            Family::Cuts { always, some } => {
                // The bits of the number choose; 0 is left out.
                let some = chosen(some, number + 1);
                let set = CutSet::new(always.iter().copied().chain(some), None, None)?;
                Some(Arc::new(Cut::new(set)))
            }
            Family::Codes { radix, digits } => {
                // The number in the radix, its first digit last, so that short codes come first; 0
                // is left out.
                let mut rest = number + 1;
                let code: Vec<u8> = (0..*digits)
                    .map(|_| {
                        let digit = rest % u64::from(*radix);
                        rest /= u64::from(*radix);
                        u8::try_from(digit).unwrap_or(0)
                    })
                    .collect();
                Some(Arc::new(Code::new(0, &code)?))
            }
            Family::Fitting { digits } => {
                let mut rest = number;
                let mut code: Vec<u8> = digits
                    .iter()
                    .rev()
                    .map(|choices| {
                        let at = rest % choices.len() as u64;
                        rest /= choices.len() as u64;
                        choices[usize::try_from(at).unwrap_or(0)]
                    })
                    .collect();
                code.reverse();
                Some(Arc::new(Code::new(code[0], &code[1..])?))
            }
        }
    }

    /// Iterates over the games of a shard, in order: every n-th game for a shard of n.
    pub fn shard(&self, shard: Shard) -> impl Iterator<Item = Arc<dyn Ruleset>> + '_ {
        let step = usize::try_from(shard.of).unwrap_or(usize::MAX);
        let numbers = (shard.number - 1..self.len()).step_by(step);
        numbers.filter_map(|number| self.game(number))
    }
}

impl Shard {
    /// The whole sweep.
    pub const ALL: Self = Self { number: 1, of: 1 };
}

impl FromStr for Shard {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let wrong = || SweepError::new(format!("expected a shard like 3/16, found `{text}`"));
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let number: u64 = number.trim().parse().map_err(|_| wrong())?;
        let of: u64 = of.trim().parse().map_err(|_| wrong())?;
        if number == 0 || number > of {
            let message = format!("there is no shard {number} of {of}: they are counted from 1");
            return Err(SweepError::new(message));
        }
        Ok(Self { number, of })
    }
}

impl FromStr for Sweep {
    type Err = SweepError;

    fn from_str(text: &str) -> Result<Self, SweepError> {
        let text = text.trim();
        let sweep = match text.strip_prefix("cut") {
            Some(rest) => Self {
                family: cuts(rest)?,
            },
            None => Self {
                family: codes(text)?,
            },
        };
        Ok(sweep)
    }
}

/// `{1}+{2..9}` or `:1+2..9`.
fn cuts(text: &str) -> Result<Family, SweepError> {
    let text = text.trim();
    let expected = || SweepError::new("expected two lists of cut numbers with + between them");
    let (always, some) = text.split_once('+').ok_or_else(expected)?;
    if let Some(always) = always.strip_prefix(':') {
        return cut_lists(always, some);
    }
    let inner = |list: &str| {
        let list = list.trim().strip_prefix('{')?.strip_suffix('}')?;
        Some(list.to_owned())
    };
    let lists = inner(always).zip(inner(some));
    let (always, some) = lists.ok_or_else(expected)?;
    cut_lists(&always, &some)
}

fn cut_lists(always: &str, some: &str) -> Result<Family, SweepError> {
    /// m numbers to choose from make 2^m − 1 sets.
    const MOST: usize = 32;
    let always = numbers(always)?;
    let mut some = numbers(some)?;
    some.retain(|d| !always.contains(d));
    if some.is_empty() {
        return Err(SweepError::new(
            "expected cut numbers to choose from behind the +",
        ));
    }
    if some.len() > MOST {
        let count = some.len();
        let message = format!("{count} cut numbers to choose from are more than {MOST}");
        return Err(SweepError::new(message));
    }
    Ok(Family::Cuts { always, some })
}

/// `1,3,5..9`, ascending.
fn numbers(text: &str) -> Result<Vec<u64>, SweepError> {
    /// A longer range is a mistake.
    const LONGEST: u64 = 1000;
    let mut all = BTreeSet::new();
    for item in text
        .split(',')
        .map(str::trim)
        .filter(|item| !item.is_empty())
    {
        let (first, last) = item.split_once("..").unwrap_or((item, item));
        let number = |text: &str| {
            let number = text.trim().parse::<u64>().ok();
            let number = number.filter(|d| (1..=CutSet::LARGEST).contains(d));
            number.ok_or_else(|| SweepError::new(format!("expected a cut number, found `{text}`")))
        };
        let (first, last) = (number(first)?, number(last)?);
        if last < first {
            return Err(SweepError::new(format!("the range {item} is backwards")));
        }
        if last - first >= LONGEST {
            return Err(SweepError::new(format!("the range {item} is too long")));
        }
        all.extend(first..=last);
    }
    Ok(all.into_iter().collect())
}

/// `octal:2`, `octal 2`, `hexadecimal:0.x8`.
fn codes(text: &str) -> Result<Family, SweepError> {
    let name = text.split([':', ' ']).next().unwrap_or_default();
    let radix: u8 = match name {
        "quaternary" => 4,
        "octal" => 8,
        "hexadecimal" => 16,
        _ => {
            let message = format!("`{}` is not a family of games", name.escape_debug());
            return Err(SweepError::new(message));
        }
    };
    let rest = text[name.len()..].trim_start_matches([':', ' ']).trim();
    if let Ok(digits) = rest.parse::<u32>() {
        let count = u64::from(radix).checked_pow(digits);
        if digits == 0 || count.is_none_or(|count| count > MOST) {
            return Err(SweepError::new(format!(
                "codes of {digits} digits: none, or too many"
            )));
        }
        return Ok(Family::Codes { radix, digits });
    }
    let expected = || {
        SweepError::new(format!(
            "expected a number of digits or a code, found `{rest}`"
        ))
    };
    let (d0, places) = rest.split_once('.').ok_or_else(expected)?;
    if d0.chars().count() != 1 || places.is_empty() {
        return Err(expected());
    }
    let choices = |(at, c): (usize, char)| match (at, c) {
        (0, 'x') => Ok((0..radix).filter(|d| d % 4 == 0).collect()),
        (_, 'x') => Ok((0..radix).collect()),
        (_, c) => match c.to_digit(16).and_then(|digit| u8::try_from(digit).ok()) {
            Some(digit) if digit < radix && (at > 0 || digit % 4 == 0) => Ok(vec![digit]),
            _ => Err(SweepError::new(format!(
                "`{c}` is not a digit of {name} codes here"
            ))),
        },
    };
    let digits: Result<Vec<Vec<u8>>, SweepError> = d0
        .chars()
        .chain(places.chars())
        .enumerate()
        .map(choices)
        .collect();
    let digits = digits?;
    let mut count = 1u64;
    for choices in &digits {
        count = count.saturating_mul(choices.len() as u64);
    }
    if count > MOST {
        return Err(SweepError::new("too many codes"));
    }
    Ok(Family::Fitting { digits })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let sweep: Sweep = text.parse().unwrap();
        sweep.shard(Shard::ALL).map(|game| game.name()).collect()
    }

    #[test]
    fn families_are_listed_in_order() {
        assert_eq!(
            names("cut{1}+{2,3}"),
            ["cut{1,2}", "cut{1,3}", "cut{1,2,3}"]
        );
        assert_eq!(names("cut:1+2,3"), names("cut{1}+{2..3}"));
        assert_eq!(names("cut{}+{5}"), ["cut{5}"]);
        assert_eq!(names("cut{1,4}+{4..5}"), ["cut{1,4,5}"]);
        assert_eq!(names("quaternary:1"), ["0.1", "0.2", "0.3"]);
        assert_eq!(names("octal 2").len(), 63);
        assert_eq!(names("octal:0.x7").len(), 8);
        assert_eq!(names("octal:x.0"), ["0.0", "4.0"]);
        assert_eq!(names("hexadecimal:0.1x").len(), 16);
        for text in ["cut{1}+{2..9}", "octal 3", "hexadecimal:x.xF"] {
            let all = names(text);
            let different: BTreeSet<&String> = all.iter().collect();
            assert_eq!(different.len(), all.len());
        }
    }

    #[test]
    fn shards_partition_the_sweep() {
        let sweep: Sweep = "octal:2".parse().unwrap();
        let all: BTreeSet<String> = names("octal:2").into_iter().collect();
        for of in [1, 2, 5, 16, 100] {
            let mut found = Vec::new();
            for number in 1..=of {
                let shard: Shard = format!("{number}/{of}").parse().unwrap();
                found.extend(sweep.shard(shard).map(|game| game.name()));
            }
            assert_eq!(found.len(), all.len());
            assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for (text, part) in [
            ("", "`` is not a family"),
            ("cut{1,6}", "expected two lists"),
            ("cut{1}+{}", "expected cut numbers"),
            ("cut{1}+{0}", "expected a cut number, found `0`"),
            ("cut{1}+{9..2}", "backwards"),
            ("cut{1}+{2..99}", "more than 32"),
            ("cut{1}+{2..9999999999}", "too long"),
            ("cut{1+{2}", "expected two lists"),
            ("octal:0", "none, or too many"),
            ("octal:40", "none, or too many"),
            ("octal:0.8", "`8` is not a digit"),
            ("octal:1.7", "`1` is not a digit"),
            ("octal:.7", "expected a number of digits or a code"),
            ("octal", "expected a number of digits or a code"),
            ("hexadecimal:0.xxxxxxxxxxxxxxxxx", "too many codes"),
            ("octonal:2", "`octonal` is not a family"),
        ] {
            let error = text.parse::<Sweep>().unwrap_err();
            assert!(error.message.contains(part), "{text}: {error}");
        }
        for text in ["", "3", "0/5", "6/5", "-1/5", "1/0", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
