//! Reading an extended code.

use std::ops::Range;

use super::ExtendedCode;
use super::digit::{Condition, Digit, MOST_HEAPS};
use crate::heaps::code::refused_d0;
use crate::heaps::entry::RulesetError;

impl ExtendedCode {
    pub(super) fn read(text: &str) -> Result<Self, RulesetError> {
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
