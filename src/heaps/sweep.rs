//! Families of rulesets for sweeps, in a fixed order, in classes of equal games and in shards.
//!
//! - `cut{1}+{2..9}`, or without braces `cut:1+2..9`: the cut sets {1} ∪ K for all nonempty K ⊆
//!   {2, …, 9}. Both lists may hold numbers and ranges; the first may be empty.
//! - `octal 2` or `octal:2`: all octal codes 0.d1d2 with up to two digits; likewise `quaternary`
//!   and `hexadecimal`.
//! - `octal:0.x7x`: all codes where each x is one of the digits. The digit before the point may be
//!   x too, and then is one of those that are possible.
//!
//! Codes with fewer digits come first, and codes with the same number of digits in the order of their
//! digits. Codes with one [standard form](Code::standard_form) are a class: the same game, but for the
//! sizes of heaps. A shard has whole classes, so that each is computed once.
//!
//! ```
//! use misere::heaps::{Shard, Sweep};
//! use misere::limits::Budget;
//!
//! let sweep: Sweep = "cut{1}+{2..9}".parse().unwrap();
//! assert_eq!(sweep.len(), 255);
//! assert_eq!(sweep.game(0).unwrap().name(), "cut{1,2}");
//!
//! let sweep: Sweep = "octal:2".parse().unwrap();
//! let classes = sweep.classes(&Budget::default()).unwrap();
//! let third: Shard = "3/16".parse().unwrap();
//! let class = classes.shard(third).next().unwrap();
//! let names = classes.members(class).map(|number| sweep.code(number).unwrap().to_string());
//! assert_eq!(names.collect::<Vec<_>>(), ["0.4", "0.07", "0.42"]);
//! ```

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::{Code, Cut, CutSet, Ruleset};
use crate::limits::{Account, Budget, Reason};
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

/// The classes of a family: games that are the same but for the sizes of heaps.
#[derive(Debug)]
pub struct Classes {
    /// The number of the first game of the class, for each game.
    first: Vec<u32>,
    /// For each game the next one of its class, or itself.
    next: Vec<u32>,
    _memory: Account,
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
            Family::Codes { .. } | Family::Fitting { .. } => Some(Arc::new(self.code(number)?)),
        }
    }

    /// Returns the code of a game by its number; none for a cut game.
    pub fn code(&self, number: u64) -> Option<Code> {
        if number >= self.len() {
            return None;
        }
        match &self.family {
            Family::Cuts { .. } => None,
            Family::Codes { radix, .. } => {
                let radix = u64::from(*radix);
                // The last digit is not 0, so (r − 1)·r^(n−1) codes have n digits.
                let (mut rest, mut digits, mut codes) = (number, 1, radix - 1);
                while rest >= codes {
                    rest -= codes;
                    codes *= radix;
                    digits += 1;
                }
                let mut code = vec![0; digits];
                code[digits - 1] = digit(rest % (radix - 1) + 1);
                rest /= radix - 1;
                for place in code[..digits - 1].iter_mut().rev() {
                    *place = digit(rest % radix);
                    rest /= radix;
                }
                Code::new(0, &code)
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
                Code::new(code[0], &code[1..])
            }
        }
    }

    /// Iterates over all games in order.
    pub fn games(&self) -> impl Iterator<Item = Arc<dyn Ruleset>> + '_ {
        (0..self.len()).filter_map(|number| self.game(number))
    }

    /// Finds the classes of equal games.
    ///
    /// # Errors
    /// If a limit is reached; a family of more than 2^32 games does not fit any memory.
    pub fn classes(&self, budget: &Budget) -> Result<Classes, Reason> {
        /// An estimate of the memory that a game takes in the map of standard forms.
        const EACH: u64 = 120;
        let len = self.len();
        let mut memory = budget.account();
        memory.add(usize::try_from(len.saturating_mul(8 + EACH)).unwrap_or(usize::MAX))?;
        let count = u32::try_from(len).map_err(|_| Reason::Memory {
            needed: usize::MAX,
            limit: budget.max_memory.unwrap_or(usize::MAX),
        })?;
        let mut first: Vec<u32> = (0..count).collect();
        let mut next = first.clone();
        let mut last_of: HashMap<Code, u32> = HashMap::new();
        for number in 0..count {
            if number % 1024 == 0 {
                budget.check()?;
            }
            let Some(code) = self.code(u64::from(number)) else {
                break;
            };
            let Some((standard, _)) = code.standard_form() else {
                continue;
            };
            if let Some(before) = last_of.insert(standard, number) {
                first[number as usize] = first[before as usize];
                next[before as usize] = number;
            }
        }
        drop(last_of);
        memory.record(8 * first.len());
        Ok(Classes {
            first,
            next,
            _memory: memory,
        })
    }

    /// By how many tokens the heaps of one code of a class are larger than those of another one.
    pub fn shift(&self, number: u64, from: u64) -> Option<i64> {
        let steps = |number| self.code(number)?.standard_form().map(|(_, steps)| steps);
        let (here, there) = (steps(number)?, steps(from)?);
        Some(i64::try_from(here).ok()? - i64::try_from(there).ok()?)
    }
}

/// A digit that is known to be one.
fn digit(digit: u64) -> u8 {
    u8::try_from(digit).unwrap_or(0)
}

impl Classes {
    /// Returns the first game of the class of a game.
    ///
    /// # Panics
    /// If the family has no game of this number.
    pub fn first(&self, number: u64) -> u64 {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        self.first[at].into()
    }

    /// Iterates over the games of a class, which is given by its first game.
    ///
    /// # Panics
    /// If the family has no game of this number.
    pub fn members(&self, first: u64) -> impl Iterator<Item = u64> + '_ {
        let at = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        std::iter::successors(Some(first), move |&number| {
            let next = u64::from(self.next[at(number)]);
            (next != number).then_some(next)
        })
    }

    /// Iterates over the first games of all classes.
    pub fn firsts(&self) -> impl Iterator<Item = u64> + '_ {
        let firsts = self.first.iter().enumerate();
        let is_first = |&(number, &first): &(usize, &u32)| number as u64 == u64::from(first);
        firsts.filter(is_first).map(|(number, _)| number as u64)
    }

    /// Iterates over the classes of a shard: every n-th class for a shard of n.
    pub fn shard(&self, shard: Shard) -> impl Iterator<Item = u64> + '_ {
        let step = usize::try_from(shard.of).unwrap_or(usize::MAX);
        let skipped = usize::try_from(shard.number - 1).unwrap_or(usize::MAX);
        self.firsts().skip(skipped).step_by(step)
    }
}

impl Shard {
    /// The whole sweep.
    pub const ALL: Self = Self { number: 1, of: 1 };

    /// Returns its number, from 1 on, and the number of shards.
    pub fn parts(self) -> (u64, u64) {
        (self.number, self.of)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
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
        sweep.games().map(|game| game.name()).collect()
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

    /// By their number of digits, then by their digits.
    #[test]
    fn codes_come_in_their_natural_order() {
        assert_eq!(
            names("quaternary:2").join(" "),
            "0.1 0.2 0.3 0.01 0.02 0.03 0.11 0.12 0.13 0.21 0.22 0.23 0.31 0.32 0.33"
        );
        for family in ["octal:3", "hexadecimal:2", "quaternary:5"] {
            let all = names(family);
            let key = |name: &String| (name.len(), name.clone());
            assert!(all.is_sorted_by_key(key), "{family}");
            let radix = u64::from(all.iter().map(|name| name.as_bytes()[2]).max().unwrap());
            assert_eq!(
                all.len() as u64,
                family.parse::<Sweep>().unwrap().len(),
                "{radix}"
            );
        }
    }

    #[test]
    fn shards_partition_the_classes() {
        let budget = Budget::default();
        for family in ["octal:2", "octal:x.x", "cut{1}+{2..6}"] {
            let sweep: Sweep = family.parse().unwrap();
            let classes = sweep.classes(&budget).unwrap();
            let all: BTreeSet<u64> = (0..sweep.len()).collect();
            for of in [1, 2, 5, 16, 100] {
                let mut found = Vec::new();
                for number in 1..=of {
                    let shard: Shard = format!("{number}/{of}").parse().unwrap();
                    for first in classes.shard(shard) {
                        found.extend(classes.members(first));
                    }
                }
                assert_eq!(found.len(), all.len());
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all);
            }
        }
    }

    /// Codes are in one class exactly if their standard forms are equal.
    #[test]
    fn classes_are_those_of_standard_forms() {
        let sweep: Sweep = "octal:3".parse().unwrap();
        let classes = sweep.classes(&Budget::default()).unwrap();
        assert_eq!(classes.firsts().count(), 291);
        let forms: Vec<Code> = (0..sweep.len())
            .map(|number| sweep.code(number).unwrap().standard_form().unwrap().0)
            .collect();
        for (number, form) in forms.iter().enumerate() {
            let first = forms.iter().position(|other| other == form).unwrap();
            assert_eq!(classes.first(number as u64), first as u64);
        }
        let number = |name: &str| (0..511).find(|&n| sweep.code(n).unwrap().to_string() == name);
        let (dawson, four) = (number("0.137").unwrap(), number("0.4").unwrap());
        assert_eq!(sweep.shift(dawson, four), Some(-2));
        assert_eq!(classes.first(dawson), four);
    }

    #[test]
    fn classes_keep_to_the_limits() {
        let small = Budget::default().with_max_memory(10_000);
        let sweep: Sweep = "octal:9".parse().unwrap();
        assert!(matches!(sweep.classes(&small), Err(Reason::Memory { .. })));
        let past = Budget::timeout(std::time::Duration::ZERO);
        let sweep: Sweep = "octal:5".parse().unwrap();
        assert_eq!(sweep.classes(&past).err(), Some(Reason::Deadline));
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
