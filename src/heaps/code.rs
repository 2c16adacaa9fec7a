//! Take-and-break games by their codes: `0.77`, `4.007`, `0.205200C`.
//!
//! The digit d_i of a code `d0.d1d2…` says how a player may take i tokens from a heap: bit 1, if
//! that is the whole heap; bits 2, 4 and 8, if what is left makes exactly one, two or three
//! nonempty heaps. Codes with digits up to 3 are called quaternary, up to 7 octal, up to F
//! hexadecimal.
//!
//! ```
//! use misere::heaps::{Code, Position, Ruleset};
//!
//! let kayles: Code = "0.77".parse().unwrap();
//! let options: Vec<String> = kayles.options(Position::heap(4)).map(|o| o.to_string()).collect();
//! assert_eq!(options, ["3", "2 + 1", "2", "1×2"]);
//! ```

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::classics::Classic;
use super::entry::RulesetError;
use super::extended_code::ExtendedCode;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;

/// A take-and-break game, given by its code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// d0 first; the last digit is not 0 unless it is d0.
    digits: Vec<u8>,
}

impl Code {
    /// The bit of a digit for leaving this many nonempty heaps, at most three.
    const fn bit(heaps: usize) -> u8 {
        1 << heaps
    }

    /// Returns the code with these digits after the point. None if a digit is above 15 or d0 is not
    /// one of 0, 4, 8 and 12: play need not end then.
    pub fn new(d0: u8, digits: &[u8]) -> Option<Self> {
        if d0 & 0b0011 != 0 || d0 > 15 || digits.iter().any(|&d| d > 15) {
            return None;
        }
        let length = digits.iter().rposition(|&d| d != 0).map_or(0, |i| i + 1);
        let digits = std::iter::once(d0).chain(digits[..length].iter().copied());
        Some(Self {
            digits: digits.collect(),
        })
    }

    /// Returns the digits, d0 first, without zeros at the end. Never empty.
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    /// Returns the digit d_i: what may be left when i are taken.
    pub fn digit(&self, i: usize) -> u8 {
        self.digits.get(i).copied().unwrap_or(0)
    }

    /// Returns the most that a move can take: the index of the last digit that is not 0.
    pub fn most_taken(&self) -> usize {
        self.digits.len() - 1
    }

    /// Returns the largest number of heaps that a move can leave; 0 also if there are no moves.
    pub fn most_left(&self) -> usize {
        let all = self.digits.iter().fold(0, |all, d| all | d);
        all.checked_ilog2().map_or(0, |log| log as usize)
    }

    /// Whether a move may take i and leave exactly this many nonempty heaps.
    pub fn leaves(&self, i: usize, heaps: usize) -> bool {
        heaps <= 3 && self.digit(i) & Self::bit(heaps) != 0
    }

    /// Returns the smallest heap that has a move; none if there are no moves.
    pub fn smallest_with_move(&self) -> Option<usize> {
        let moves = self.digits.iter().enumerate().filter(|&(_, &d)| d != 0);
        // To take i and leave k nonempty heaps needs i + k.
        moves.map(|(i, d)| i + d.trailing_zeros() as usize).min()
    }

    /// Reads a code.
    fn read(text: &str) -> Result<Self, RulesetError> {
        const EXAMPLE: &str = "a code is written like 0.77 or 4.7 or 0.205200C";
        let Some((whole, places)) = text.split_once('.') else {
            let message = "expected a point after the first digit of a code";
            return Err(RulesetError::new(message, text.len()..text.len()).hint(EXAMPLE));
        };
        if whole.is_empty() {
            let message = "expected the digit d0 before the point of a code";
            return Err(RulesetError::new(message, 0..0).hint(format!("write 0.{places}")));
        }
        let mut digits = Vec::with_capacity(places.len());
        for (start, c) in whole
            .char_indices()
            .chain(places.char_indices().map(|(i, c)| (i + whole.len() + 1, c)))
        {
            let Some(digit) = c.to_digit(16) else {
                let message = format!("`{}` is not a digit of a code", c.escape_debug());
                let error = RulesetError::new(message, start..start + c.len_utf8());
                return Err(error.hint("the digits are 0 to 9 and A to V"));
            };
            digits.push(u8::try_from(digit).unwrap_or(u8::MAX));
        }
        if whole.len() > 1 {
            let message = "a code has one digit before the point";
            return Err(RulesetError::new(message, 0..whole.len()).hint(EXAMPLE));
        }
        if places.is_empty() {
            let message = "expected the digits of a code after the point";
            return Err(RulesetError::new(message, text.len()..text.len()).hint(EXAMPLE));
        }
        Self::new(digits[0], &digits[1..]).ok_or_else(|| refused_d0(digits[0]))
    }

    /// Whether a text looks like a code: it begins with a digit or has a point where codes do.
    pub(super) fn looks_like(text: &str) -> bool {
        text.starts_with(|c: char| c.is_ascii_digit())
            || text.bytes().take(2).any(|byte| byte == b'.')
            || ExtendedCode::looks_like(text)
    }

    /// Returns the ruleset with this code, which may be an extended one.
    pub(super) fn parse(text: &str) -> Result<Arc<dyn Ruleset>, RulesetError> {
        match Self::read(text) {
            Ok(code) => Ok(Arc::new(code)),
            Err(_) if ExtendedCode::is_meant(text) => ExtendedCode::parse(text),
            Err(error) => Err(error),
        }
    }
}

/// The error for a digit that cannot stand before the point.
pub(super) fn refused_d0(digit: u8) -> RulesetError {
    let pass = if digit & Code::bit(1) != 0 {
        "leaves one heap, the same one"
    } else {
        "leaves nothing, so it is made from no heap at all"
    };
    let message = format!(
        "d0 = {digit:X} is not possible: with its bit {} a move that takes no token {pass}, and \
         play need not end",
        1 + digit / 2 % 2,
    );
    RulesetError::new(message, 0..1)
        .hint("d0 is 0, 4 (divide into two heaps), 8 (into three) or C (into two or three)")
}

impl FromStr for Code {
    type Err = RulesetError;

    fn from_str(text: &str) -> Result<Self, RulesetError> {
        Self::read(text)
    }
}

impl fmt::Display for Code {
    /// `0.77`, `4.0`: no zeros at the end but to have a digit after the point.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.digits[0])?;
        for digit in &self.digits[1..] {
            write!(f, "{digit:X}")?;
        }
        if self.digits.len() == 1 {
            f.write_str("0")?;
        }
        Ok(())
    }
}

impl Ruleset for Code {
    fn name(&self) -> String {
        self.to_string()
    }

    fn rule(&self) -> String {
        /// More digits are not described.
        const DESCRIBED: usize = 12;
        let clauses = self.digits.iter().enumerate().filter(|&(_, &d)| d != 0);
        let mut described: Vec<String> = clauses
            .clone()
            .take(DESCRIBED)
            .map(|(i, &digit)| match (i, digit) {
                (0, 4) => "divide a heap into two".into(),
                (0, 8) => "divide a heap into three".into(),
                (0, _) => "divide a heap into two or three".into(),
                _ => format!("take {i} {}", left(digit)),
            })
            .collect();
        if clauses.count() > DESCRIBED {
            described.push("and so on".into());
        }
        let moves = if described.is_empty() {
            "there is no move".into()
        } else {
            described.join("; ")
        };
        match Classic::of(self) {
            Some(classic) => format!("{}: {moves}", classic.rule),
            None => moves,
        }
    }

    fn known(&self) -> Vec<String> {
        let mut known = Vec::new();
        if let Some(classic) = Classic::of(self) {
            known.push(classic.known.into());
        } else if self.most_left() <= 1 {
            // A value is at most the number of moves and depends on the last `most_taken` values.
            known.push("the nim values are ultimately periodic, as heaps are never divided".into());
        } else if self.most_left() == 2 {
            known.push("it is not known whether all octal games are periodic (Guy)".into());
        }
        if let Some(cousin) = self.first_cousin() {
            known.push(format!("a heap is one of {cousin} with one token less"));
        }
        known
    }

    fn source(&self) -> &'static str {
        if let Some(classic) = Classic::of(self) {
            classic.source
        } else if self.most_left() > 2 {
            "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, Chapter 4"
        } else {
            "R. K. Guy, C. A. B. Smith, The G-values of various games (1956)"
        }
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Code(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let size = position.size();
        let digits = self.digits.iter().zip(0..=size);
        Box::new(digits.flat_map(move |(&digit, i)| {
            let left = size - i;
            let counts = (0..=3).filter(move |&heaps| digit & Self::bit(heaps) != 0);
            counts.flat_map(move |heaps| divisions(left, heaps))
        }))
    }
}

/// What a digit allows to leave, in words.
fn left(digit: u8) -> &'static str {
    const WORDS: [&str; 16] = [
        "leaving what cannot be",
        "leaving nothing",
        "leaving one heap",
        "leaving at most one heap",
        "leaving two heaps",
        "leaving nothing or two heaps",
        "leaving one or two heaps",
        "leaving at most two heaps",
        "leaving three heaps",
        "leaving nothing or three heaps",
        "leaving one or three heaps",
        "leaving three or at most one heap",
        "leaving two or three heaps",
        "leaving nothing or two or three heaps",
        "leaving one, two or three heaps",
        "leaving at most three heaps",
    ];
    WORDS[usize::from(digit & 15)]
}

/// The divisions into this many nonempty heaps, up to order.
fn divisions(left: u64, heaps: usize) -> HeapOptions<'static> {
    let pairs = move |least: u64, total: u64| (least..=total / 2).map(move |a| (a, total - a));
    match heaps {
        0 => Box::new((left == 0).then(Heaps::none).into_iter()),
        1 => Box::new((left > 0).then(|| Heaps::heap(left)).into_iter()),
        2 => Box::new(pairs(1, left).map(|(a, b)| Heaps::of_sizes([a, b]))),
        _ => {
            Box::new((1..=left / 3).flat_map(move |a| {
                pairs(a, left - a).map(move |(b, c)| Heaps::of_sizes([a, b, c]))
            }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    fn options(code: &str, size: u64) -> Vec<String> {
        let code = ruleset(code).unwrap();
        let options = code.options(Position::heap(size));
        options.map(|o| o.to_string()).collect()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for (code, size, expected) in [
            ("0.77", 0, &[][..]),
            ("0.77", 1, &["∅"]),
            ("0.77", 2, &["1", "∅"]),
            ("0.77", 5, &["4", "3 + 1", "2×2", "3", "2 + 1"]),
            ("0.07", 1, &[]),
            ("0.137", 3, &["1", "∅"]),
            ("0.137", 1, &["∅"]),
            ("0.137", 2, &["∅"]),
            ("4.0", 1, &[]),
            ("4.0", 5, &["4 + 1", "3 + 2"]),
            ("8.0", 2, &[]),
            ("8.0", 6, &["4 + 1×2", "3 + 2 + 1", "2×3"]),
            ("C.1", 3, &["2 + 1", "1×3"]),
            ("C.1", 1, &["∅"]),
            ("0.0F", 5, &["3", "2 + 1", "1×3"]),
            ("0.6", 3, &["2", "1×2"]),
            ("0.0", 9, &[]),
        ] {
            assert_eq!(options(code, size), expected, "{code} {size}");
        }
        // No table of the size of the heap.
        let kayles = ruleset("0.77").unwrap();
        let mut huge = kayles.options(Position::heap(u64::MAX));
        assert_eq!(huge.next(), Some(Heaps::heap(u64::MAX - 1)));
    }

    #[test]
    fn names_are_normal() {
        for (text, name) in [
            ("0.77", "0.77"),
            ("0.7700", "0.77"),
            ("4.000", "4.0"),
            ("0.0", "0.0"),
            ("0.205200c", "0.205200C"),
            ("c.0f", "C.0F"),
        ] {
            let code: Code = text.parse().unwrap();
            assert_eq!(code.name(), name);
            assert_eq!(name.parse(), Ok(code));
            assert_eq!(ruleset(text).unwrap().name(), name);
        }
        let long = format!("0.{}", "7".repeat(100_000));
        let code: Code = long.parse().unwrap();
        assert_eq!(code.name(), long);
        assert!(code.rule().len() < 1000);
    }

    #[test]
    fn what_is_not_a_code_is_refused_at_its_place() {
        for (text, part, span) in [
            ("0.8G", "`G` is not a digit of a code", 3..4),
            ("0.7é7", "`é` is not a digit of a code", 3..5),
            ("0.7.7", "`.` is not a digit of a code", 3..4),
            ("0.77{1}", "`{` is not a digit of a code", 4..5),
            ("0.", "expected the digits of a code after the point", 2..2),
            ("0", "expected a point", 1..1),
            ("12.3", "one digit before the point", 0..2),
            (".77", "expected the digit d0", 0..0),
            ("1.7", "d0 = 1 is not possible: with its bit 1 ", 0..1),
            ("2.7", "d0 = 2 is not possible: with its bit 2 ", 0..1),
            ("3.7", "d0 = 3 is not possible: with its bit 2 ", 0..1),
            ("5.7", "d0 = 5 is not possible: with its bit 1 ", 0..1),
            ("F.7", "", 0..1),
        ] {
            let error = Code::read(text).unwrap_err();
            assert!(error.message.contains(part), "{text}: {}", error.message);
            assert_eq!(error.span, span, "{text}");
            assert!(error.hint.is_some());
        }
        for d0 in 0..16 {
            let legal = [0, 4, 8, 12].contains(&d0);
            assert_eq!(Code::new(d0, &[7]).is_some(), legal);
            assert_eq!(ruleset(&format!("{d0:X}.7")).is_ok(), legal);
        }
        assert_eq!(Code::new(0, &[7, 16]), None);
    }

    #[test]
    fn codes_know_their_shape() {
        for (code, taken, left, smallest) in [
            ("0.77", 2, 2, Some(1)),
            ("0.07", 2, 2, Some(2)),
            ("0.007", 3, 2, Some(3)),
            ("0.6", 1, 2, Some(2)),
            ("4.0", 0, 2, Some(2)),
            ("C.08", 2, 3, Some(2)),
            ("0.333", 3, 1, Some(1)),
            ("0.0", 0, 0, None),
            ("0.0001", 4, 0, Some(4)),
        ] {
            let code: Code = code.parse().unwrap();
            assert_eq!(code.most_taken(), taken);
            assert_eq!(code.most_left(), left);
            assert_eq!(code.smallest_with_move(), smallest);
        }
    }
}
