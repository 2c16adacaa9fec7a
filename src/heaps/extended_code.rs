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
use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;

use super::code::{Code, refused_d0};
use super::entry::RulesetError;
use super::evaluator::ClosedForm;
use super::nim_value::NimValue;
use super::partition::PartitionGame;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::MoveBounds;
use super::subtraction::{Removals, Subtraction};

/// A condition on the sizes of the heaps that a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Condition {
    None,
    Different,
    NotAllEqual,
    AllEqual,
}

/// What a move that takes i may leave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Digit {
    /// The condition for each number of heaps, if it is allowed; the last one is allowed.
    counts: Vec<Option<Condition>>,
    /// Whether all larger numbers of heaps are allowed, as the last one.
    and_more: bool,
}

/// The most heaps that a digit can name.
const MOST_HEAPS: usize = 63;

impl Digit {
    fn of_bits(bits: u32, condition: Condition) -> Self {
        let counts = (0..u32::BITS).map(|k| (bits >> k & 1 == 1).then_some(condition));
        Self {
            counts: counts.collect(),
            and_more: false,
        }
        .normal()
    }

    /// Conditions that say nothing, or the same, are written in one way.
    fn normal(mut self) -> Self {
        while self.counts.last() == Some(&None) {
            self.counts.pop();
        }
        for (heaps, condition) in self.counts.iter_mut().enumerate() {
            *condition = condition.map(|condition| match (heaps, condition) {
                (0 | 1, _) => Condition::None,
                (2, Condition::NotAllEqual) => Condition::Different,
                _ => condition,
            });
        }
        self
    }

    fn condition(&self, heaps: u64) -> Option<Condition> {
        let listed = usize::try_from(heaps)
            .ok()
            .and_then(|at| self.counts.get(at));
        match listed {
            Some(&condition) => condition,
            None if self.and_more => self.counts.last().copied().flatten(),
            None => None,
        }
    }

    /// The bits of the digit, if it has no conditions and leaves at most `most` heaps.
    fn bits(&self, most: usize) -> Option<u64> {
        let plain = |&c: &Option<Condition>| c.is_none_or(|c| c == Condition::None);
        let fits = !self.and_more && self.counts.len() <= most + 1;
        (fits && self.counts.iter().all(plain)).then(|| {
            let allowed = self.counts.iter().enumerate().filter(|(_, c)| c.is_some());
            allowed.fold(0, |bits, (heaps, _)| bits | 1 << heaps)
        })
    }

    fn is_zero(&self) -> bool {
        self.counts.is_empty()
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(bits) = self.bits(4) {
            let digit = u32::try_from(bits)
                .ok()
                .and_then(|bits| char::from_digit(bits, 32));
            let digit = digit.unwrap_or('0');
            return write!(f, "{}", digit.to_ascii_uppercase());
        }
        let allowed = self.counts.iter().enumerate();
        let written = allowed.filter_map(|(heaps, condition)| {
            let mark = match (*condition)? {
                Condition::None => "",
                Condition::Different => "!",
                Condition::NotAllEqual => "?",
                Condition::AllEqual => "=",
            };
            Some(format!("{heaps}{mark}"))
        });
        let more = if self.and_more { "+" } else { "" };
        write!(f, "{{{}{more}}}", written.collect::<Vec<_>>().join(","))
    }
}

/// A take-and-break game with an extended code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExtendedCode {
    /// d0 first.
    digits: Vec<Digit>,
    /// The last digits of this number repeat for ever.
    period: usize,
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

    fn read(text: &str) -> Result<Self, RulesetError> {
        let mut reader = Reader { text, at: 0 };
        let mut before = Vec::new();
        while !reader.eat(".") {
            if reader.at == text.len() {
                let message = "expected a point after the first digit of a code";
                return Err(RulesetError::new(message, text.len()..text.len()));
            }
            before.push(reader.digit()?);
        }
        let point = reader.at - 1;
        let [d0] = &before[..] else {
            let message = "a code has one digit before the point";
            let error = RulesetError::new(message, 0..point);
            return Err(error.hint("codes that add tokens are not read"));
        };
        if d0.counts.iter().take(2).any(Option::is_some) {
            let bits = d0.counts.iter().take(2).enumerate();
            let bits = bits.fold(0, |bits, (k, c)| bits | u8::from(c.is_some()) << k);
            return Err(refused_d0(bits));
        }
        let mut digits = before;
        let mut period = 0;
        while reader.at < text.len() {
            let close = match text.as_bytes()[reader.at] {
                b'[' => "]",
                b'(' => ")",
                _ => {
                    digits.push(reader.digit()?);
                    continue;
                }
            };
            let opened = reader.at;
            reader.at += 1;
            let start = digits.len();
            while !reader.eat(close) {
                if reader.at == text.len() {
                    let message = format!("expected `{close}` after the repeating digits");
                    return Err(RulesetError::new(message, text.len()..text.len()));
                }
                digits.push(reader.digit()?);
            }
            period = digits.len() - start;
            if period == 0 || reader.at < text.len() {
                let message = "the repeating digits are the last ones, and at least one";
                return Err(RulesetError::new(message, opened..text.len()));
            }
        }
        if digits.len() == 1 && point + 1 == text.len() && !text.contains(['!', '?', '=', '{']) {
            let message = "expected the digits of a code after the point";
            return Err(RulesetError::new(message, text.len()..text.len()));
        }
        Ok(Self { digits, period }.normal())
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

/// Reads digits.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let seen = self.rest().starts_with(wanted);
        if seen {
            self.at += wanted.len();
        }
        seen
    }

    fn condition(&mut self) -> Condition {
        for (mark, condition) in [
            ("!", Condition::Different),
            ("?", Condition::NotAllEqual),
            ("=", Condition::AllEqual),
        ] {
            if self.eat(mark) {
                return condition;
            }
        }
        Condition::None
    }

    fn error(message: impl AsRef<str>, span: Range<usize>) -> RulesetError {
        let error = RulesetError::new(message, span);
        error.hint(
            "digits are 0 to 9 and A to V, {2,4}, {2+} or *, each perhaps with !, ? or = after it",
        )
    }

    fn digit(&mut self) -> Result<Digit, RulesetError> {
        let start = self.at;
        if self.eat("*") {
            // From two heaps on the condition matters.
            let counts = vec![Some(self.condition()); 3];
            let and_more = true;
            return Ok(Digit { counts, and_more }.normal());
        }
        if self.eat("{") {
            return self.listed(start);
        }
        let c = self.rest().chars().next().unwrap_or(' ');
        let Some(bits) = c.to_digit(32) else {
            let message = format!("`{}` is not a digit of a code", c.escape_debug());
            return Err(Self::error(message, start..start + c.len_utf8()));
        };
        self.at += 1;
        let condition = self.condition();
        Ok(Digit::of_bits(bits, condition))
    }

    /// Reads `2,4!+}` after the brace.
    fn listed(&mut self, start: usize) -> Result<Digit, RulesetError> {
        let mut digit = Digit::default();
        loop {
            let at = self.at;
            let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
            self.at += length;
            let heaps: usize = match self.text[at..self.at].parse() {
                Ok(heaps) if heaps <= MOST_HEAPS => heaps,
                _ => {
                    let message = format!("expected a number of heaps up to {MOST_HEAPS}");
                    return Err(Self::error(message, at..self.at));
                }
            };
            let condition = self.condition();
            if digit.counts.len() <= heaps {
                digit.counts.resize(heaps + 1, None);
            }
            digit.counts[heaps] = Some(condition);
            if self.eat(",") {
                continue;
            }
            digit.and_more = self.eat("+");
            if digit.and_more {
                // From two heaps on the condition matters.
                let last = Some(condition);
                let length = digit.counts.len().max(3);
                digit.counts.resize(length, last);
            }
            if !self.eat("}") {
                let message = "expected `,`, `+}` or `}` after a number of heaps";
                return Err(Self::error(message, self.at..self.at));
            }
            break;
        }
        let after = self.at;
        let common = self.condition();
        if common != Condition::None {
            if digit.counts.iter().flatten().any(|&c| c != Condition::None) {
                let message = "a condition stands inside the braces or after them, not both";
                return Err(Self::error(message, start..after + 1));
            }
            digit.counts.iter_mut().flatten().for_each(|c| *c = common);
        }
        Ok(digit.normal())
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

    fn closed_form(&self) -> Option<ClosedForm> {
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

/// The divisions into this many nonempty heaps, up to order.
fn divisions(left: u64, heaps: u64, condition: Condition) -> HeapOptions<'static> {
    if heaps == 0 {
        return Box::new((left == 0).then(Heaps::none).into_iter());
    }
    let equal = left.is_multiple_of(heaps) && left > 0;
    match condition {
        Condition::AllEqual => Box::new(
            equal
                .then(|| {
                    let mut sum = Heaps::none();
                    sum.add(Position::heap(left / heaps), heaps);
                    sum
                })
                .into_iter(),
        ),
        Condition::None => Box::new(partitions(left, heaps).map(Heaps::of_sizes)),
        Condition::NotAllEqual => {
            let uneven = partitions(left, heaps).filter(|parts| parts.first() != parts.last());
            Box::new(uneven.map(Heaps::of_sizes))
        }
        // Parts that grow by at least 1 each are any parts, and 0, 1, 2, … added to them.
        Condition::Different => {
            let added = u128::from(heaps) * (u128::from(heaps) - 1) / 2;
            let rest = u128::from(left).saturating_sub(added);
            let rest = u64::try_from(rest).unwrap_or(0);
            let parts = partitions(rest, heaps);
            Box::new(parts.map(|parts| {
                Heaps::of_sizes(parts.into_iter().zip(0..).map(|(part, more)| part + more))
            }))
        }
    }
}

/// Iterates over the ascending lists of this many positive numbers with this sum, at least one.
fn partitions(total: u64, count: u64) -> impl Iterator<Item = Vec<u64>> {
    let mut parts: Option<Vec<u64>> = None;
    let mut over = total < count;
    std::iter::from_fn(move || {
        if over {
            return None;
        }
        match &mut parts {
            None => {
                let length = usize::try_from(count).ok()?;
                let mut first = vec![1; length];
                *first.last_mut()? += total - count;
                parts = Some(first);
            }
            Some(parts) => {
                let length = parts.len();
                let mut sum = parts[length - 1];
                // The last part that can grow by 1 with all later ones at least as large.
                let grown = (0..length - 1).rev().find_map(|at| {
                    sum += parts[at];
                    let least = u128::from(parts[at] + 1) * (length - at) as u128;
                    (least <= u128::from(sum)).then_some((at, sum))
                });
                let Some((at, sum)) = grown else {
                    over = true;
                    return None;
                };
                let part = parts[at] + 1;
                parts[at..].fill(part);
                parts[length - 1] = sum - part * (length - 1 - at) as u64;
            }
        }
        parts.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;
    use crate::limits::Budget;
    use crate::nim::{Definition, NimValues};

    #[test]
    fn names_are_normal_and_read_back() {
        for (text, name) in [
            ("4.[3]", "4.[3]"),
            ("4.(3)", "4.[3]"),
            ("4.3[33]", "4.[3]"),
            ("laskers-nim", "4.[3]"),
            ("0.[3]", "nim"),
            ("0.(3)", "nim"),
            ("0.30[3]", "all-but{2}"),
            ("0.7[0]", "0.7"),
            ("0.7[00]", "0.7"),
            ("0.[37]", "0.[37]"),
            ("0.7[37]", "0.[73]"),
            ("0.7[3737]", "0.[73]"),
            ("4!.0", "grundy"),
            ("4?.", "grundy"),
            ("{2!}.0", "grundy"),
            ("0.G", "0.G"),
            ("0.V7", "0.V7"),
            ("0.{2,4}", "0.K"),
            ("0.{2,5}", "0.{2,5}"),
            ("{2+}.0", "{2+}.0"),
            ("0.*", "0.{0,1,2+}"),
            ("0.{0,1,2+}", "0.{0,1,2+}"),
            ("0.7=", "0.{0,1,2=}"),
            ("8?.1", "{3?}.1"),
            ("C=.0", "{2=,3=}.0"),
            ("0.3=", "0.3"),
            ("0.{2,3}!", "0.{2!,3!}"),
        ] {
            let game = ruleset(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(game.name(), name, "{text}");
            assert_eq!(ruleset(name).unwrap().name(), name);
        }
    }

    /// Divides a heap in all ways, with repetitions, from the words of the definition.
    fn slow_options(code: &ExtendedCode, size: u64) -> Vec<Heaps> {
        fn lists(total: u64, found: &mut Vec<Vec<u64>>, list: &mut Vec<u64>) {
            if total == 0 {
                found.push(list.clone());
            }
            for part in 1..=total {
                list.push(part);
                lists(total - part, found, list);
                list.pop();
            }
        }
        let mut options = Vec::new();
        for taken in 0..=size {
            let mut all = Vec::new();
            lists(size - taken, &mut all, &mut Vec::new());
            for list in all {
                let Some(condition) = code
                    .digit(taken)
                    .and_then(|d| d.condition(list.len() as u64))
                else {
                    continue;
                };
                let pairs = || (0..list.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                let fits = match condition {
                    Condition::None => true,
                    Condition::Different => pairs().all(|(i, j)| list[i] != list[j]),
                    Condition::AllEqual => pairs().all(|(i, j)| list[i] == list[j]),
                    Condition::NotAllEqual => {
                        list.len() < 2 || pairs().any(|(i, j)| list[i] != list[j])
                    }
                };
                if fits {
                    options.push(Heaps::of_sizes(list));
                }
            }
        }
        options.sort_unstable();
        options.dedup();
        options
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for text in [
            "4.[3]",
            "0.G7",
            "{2+}.0",
            "0.*",
            "0.{3+}!",
            "0.{2,4+}?",
            "0.[0V]",
            "C=.1[2]",
            "8?.{0,4=}",
            "{2!,3=,5}.0",
            "0.[1{2!}]",
            "K!.0",
        ] {
            let code = ExtendedCode::read(text).unwrap();
            for size in 0..11 {
                let mut fast: Vec<Heaps> = code.options(Position::heap(size)).collect();
                let listed = fast.len();
                fast.sort_unstable();
                fast.dedup();
                assert_eq!(fast.len(), listed, "{text} {size}");
                assert_eq!(fast, slow_options(&code, size), "{text} {size}");
            }
        }
    }

    #[test]
    fn codes_that_are_other_games_have_the_same_options() {
        for (text, same) in [
            ("0.77", "0.77"),
            ("4!.0", "grundy"),
            ("0.[3]", "nim"),
            ("0.3003[3]", "all-but{2,3}"),
        ] {
            let code = ExtendedCode::read(text).unwrap();
            let same = ruleset(same).unwrap();
            for size in 0..30 {
                // An empty heap may be there or not.
                let sorted = |game: &dyn Ruleset| {
                    let without_empty = |option: Heaps| {
                        let heaps = option.iter().filter(|(heap, _)| heap.size() > 0);
                        heaps.collect::<Vec<_>>()
                    };
                    let options = game.options(Position::heap(size)).map(without_empty);
                    let mut options: Vec<_> = options.collect();
                    options.sort_unstable();
                    options
                };
                assert_eq!(sorted(&code), sorted(&*same), "{text} {size}");
            }
        }
    }

    #[test]
    fn laskers_nim_has_its_formula() {
        let game = ruleset("4.[3]").unwrap();
        let budget = Budget::default();
        let mut slow = Definition::new(&*game).unwrap();
        let mut fast = NimValues::new(&*game).unwrap();
        for heap in 0..100 {
            let heap = Position::heap(heap);
            assert_eq!(fast.value(heap, &budget), slow.value(heap, &budget));
        }
        let large = BigUint::from(10_u32).pow(30) + 3_u32;
        let value = fast
            .value_at(std::slice::from_ref(&large), &budget)
            .unwrap();
        assert_eq!(value.to_string(), (large + 1_u32).to_string());
    }

    #[test]
    fn what_is_not_a_code_is_refused_at_its_place() {
        for (text, part, span) in [
            ("0.7[", "expected `]`", 4..4),
            ("0.7[]", "at least one", 3..5),
            ("0.7[3]7", "the last ones", 3..7),
            ("0.[3][3]", "the last ones", 2..8),
            ("0.7[3)", "`)` is not a digit", 5..6),
            ("0.{2", "expected `,`", 4..4),
            ("0.{}", "expected a number of heaps", 3..3),
            ("0.{64}", "expected a number of heaps up to 63", 3..5),
            ("0.{2!}!", "not both", 2..7),
            ("0.W[3]", "`W` is not a digit", 2..3),
            ("7!.0", "d0 = 3 is not possible", 0..1),
            ("{1+}.0", "d0 = 2 is not possible", 0..1),
            ("*.0", "d0 = 3 is not possible", 0..1),
            ("44!.0", "one digit before the point", 0..3),
            ("{2", "expected", 2..2),
        ] {
            let error = ExtendedCode::read(text).unwrap_err();
            assert!(error.message.contains(part), "{text}: {}", error.message);
            assert_eq!(error.span, span, "{text}");
        }
    }
}
