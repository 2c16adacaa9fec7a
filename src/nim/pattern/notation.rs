//! Parses patterns: `(0,1)^3(2,3)^3,1,4,(5,4)^2 (+8)`, `(0,1,2,3,1,4) (3,2,4,5) (+8)`.
//!
//! A list consists of numbers and of lists in parentheses, which may have an exponent, separated by
//! commas, which may be left out next to a parenthesis. A blank between two parentheses separates
//! the preperiod from the pattern. The saltus comes last; without it the sequence is periodic.

use std::iter::Peekable;
use std::str::{CharIndices, FromStr};

use thiserror::Error;

use super::Pattern;

/// Why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message} at column {column}")]
#[non_exhaustive]
pub struct PatternError {
    /// What is wrong.
    pub message: String,
    /// Where, in characters from 1 on.
    pub column: usize,
}

/// The maximum number of values.
const MAX_VALUES: usize = 10_000_000;

/// What precedes the current place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, or an opening parenthesis.
    Opening,
    Comma,
    Number,
    /// A closing parenthesis or its exponent, and whether a blank follows.
    Closing {
        blank: bool,
    },
}

struct Reader<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
    /// The lists that are open; the first is not in parentheses.
    open: Vec<Vec<u32>>,
    /// The preperiod, once it is recognised.
    preperiod: Option<Vec<u32>>,
    before: Before,
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let mut reader = Reader {
            text,
            rest: text.char_indices().peekable(),
            open: vec![Vec::new()],
            preperiod: None,
            before: Before::Opening,
        };
        let saltus = reader.read()?;
        if reader.before == Before::Comma {
            return Err(reader.error("expected a number or `(`"));
        }
        if reader.open.len() > 1 {
            return Err(reader.error("expected `)`"));
        }
        let period = reader.open.pop().unwrap_or_default();
        let preperiod = reader.preperiod.take().unwrap_or_default();
        Pattern::new(preperiod, period, saltus)
            .ok_or_else(|| reader.error("expected the values of a period"))
    }
}

impl Reader<'_> {
    /// Reads everything and returns the saltus.
    fn read(&mut self) -> Result<u64, PatternError> {
        while let Some(&(_, c)) = self.rest.peek() {
            match c {
                c if c.is_whitespace() => {
                    if let Before::Closing { blank } = &mut self.before {
                        *blank = true;
                    }
                    self.rest.next();
                }
                '0'..='9' => self.number()?,
                '(' => {
                    self.rest.next();
                    self.skip_blanks();
                    if self.rest.next_if(|&(_, c)| c == '+').is_some() {
                        return self.saltus();
                    }
                    self.opening()?;
                }
                ')' => self.closing()?,
                ',' => {
                    if matches!(self.before, Before::Opening | Before::Comma) {
                        return Err(self.error("expected a number or `(`"));
                    }
                    self.before = Before::Comma;
                    self.rest.next();
                }
                _ => return Err(self.error("expected a number, `,`, `(` or `)`")),
            }
        }
        Ok(0)
    }

    fn number(&mut self) -> Result<(), PatternError> {
        if self.before == Before::Number {
            return Err(self.error("expected `,`"));
        }
        let value = self.digits()?;
        let value = u32::try_from(value).map_err(|_| self.error("a value below 2^32 is needed"))?;
        self.append(&[value], 1)?;
        self.before = Before::Number;
        Ok(())
    }

    /// Continues after an opening parenthesis.
    fn opening(&mut self) -> Result<(), PatternError> {
        if let ([list], Before::Closing { blank: true }) = (&mut self.open[..], self.before) {
            if self.preperiod.is_some() {
                return Err(self.error("expected `(+` and the saltus: there are two lists already"));
            }
            self.preperiod = Some(std::mem::take(list));
        }
        self.open.push(Vec::new());
        self.before = Before::Opening;
        Ok(())
    }

    fn closing(&mut self) -> Result<(), PatternError> {
        if matches!(self.before, Before::Opening | Before::Comma) {
            return Err(self.error("expected a number or `(`"));
        }
        if self.open.len() == 1 {
            return Err(self.error("this `)` closes nothing"));
        }
        self.rest.next();
        let list = self.open.pop().unwrap_or_default();
        let exponent = match self.rest.next_if(|&(_, c)| c == '^') {
            Some(_) => {
                let braced = self.rest.next_if(|&(_, c)| c == '{').is_some();
                let exponent = self.digits()?;
                if braced && self.rest.next_if(|&(_, c)| c == '}').is_none() {
                    return Err(self.error("expected `}`"));
                }
                exponent
            }
            None => 1,
        };
        self.append(&list, exponent)?;
        self.before = Before::Closing { blank: false };
        Ok(())
    }

    /// Reads the saltus after `(+`, to the end of the text.
    fn saltus(&mut self) -> Result<u64, PatternError> {
        self.skip_blanks();
        let saltus = self.digits()?;
        self.skip_blanks();
        if self.rest.next_if(|&(_, c)| c == ')').is_none() {
            return Err(self.error("expected `)`"));
        }
        self.skip_blanks();
        match self.rest.peek() {
            None => Ok(saltus),
            Some(_) => Err(self.error("nothing stands behind the saltus")),
        }
    }

    fn digits(&mut self) -> Result<u64, PatternError> {
        let mut number: Option<u64> = None;
        while let Some(&(_, c)) = self.rest.peek()
            && let Some(digit) = c.to_digit(10)
        {
            let longer = number.unwrap_or(0).checked_mul(10);
            let longer = longer.and_then(|n| n.checked_add(u64::from(digit)));
            number = Some(longer.ok_or_else(|| self.error("a number below 2^64 is needed"))?);
            self.rest.next();
        }
        number.ok_or_else(|| self.error("expected a number"))
    }

    /// Appends copies of a list to the innermost open one.
    fn append(&mut self, values: &[u32], copies: u64) -> Result<(), PatternError> {
        let copies = usize::try_from(copies).unwrap_or(usize::MAX);
        let list = self.open.last().map_or(0, Vec::len);
        let length = values.len().saturating_mul(copies).saturating_add(list);
        if length > MAX_VALUES {
            return Err(self.error(&format!("more than {MAX_VALUES} values are written")));
        }
        if let Some(list) = self.open.last_mut() {
            list.reserve(values.len() * copies);
            for _ in 0..copies {
                list.extend_from_slice(values);
            }
        }
        Ok(())
    }

    fn skip_blanks(&mut self) {
        while self.rest.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    }

    /// Returns an error at the current place.
    fn error(&mut self, message: &str) -> PatternError {
        let at = self.rest.peek().map_or(self.text.len(), |&(at, _)| at);
        PatternError {
            message: message.into(),
            column: self.text[..at].chars().count() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Vec<u32>, Vec<u32>, u64) {
        let pattern: Pattern = text.parse().unwrap();
        let (preperiod, period) = (pattern.preperiod(), pattern.period());
        (preperiod.to_vec(), period.to_vec(), pattern.saltus())
    }

    #[test]
    fn notations_of_the_papers_are_parsed() {
        assert_eq!(read("(0,1)"), (vec![], vec![0, 1], 0));
        assert_eq!(read("(0)(+1)"), (vec![], vec![0], 1));
        assert_eq!(read("(0, 1)^2 (+2)"), (vec![], vec![0, 1, 0, 1], 2));
        assert_eq!(
            read("((0,1)^2(2,3)^{2}, 1, 4) (+8)"),
            (vec![], vec![0, 1, 0, 1, 2, 3, 2, 3, 1, 4], 8)
        );
        assert_eq!(
            read(" ((0,1)^2,5)^2 ( + 8 ) "),
            (vec![], vec![0, 1, 0, 1, 5, 0, 1, 0, 1, 5], 8)
        );
        assert_eq!(
            read("(0,1,2,3,1,4) (3,2,4) (+8)"),
            (vec![0, 1, 2, 3, 1, 4], vec![3, 2, 4], 8)
        );
        assert_eq!(read("1,4,(5,4)^2 (+8)").1, [1, 4, 5, 4, 5, 4]);
        assert_eq!(read("0, 7"), (vec![], vec![0, 7], 0));
        assert_eq!(read("(3)^2 (0,1)(2) (+8)").0, [3, 3]);
    }

    #[test]
    fn errors_name_the_column() {
        for (text, message, column) in [
            ("", "expected the values of a period", 1),
            ("(+8)", "expected the values of a period", 5),
            ("(0,1", "expected `)`", 5),
            ("0,1)", "this `)` closes nothing", 4),
            ("(0 1)", "expected `,`", 4),
            ("(0,,1)", "expected a number or `(`", 4),
            ("(0,1,", "expected a number or `(`", 6),
            ("()", "expected a number or `(`", 2),
            ("(0)^", "expected a number", 5),
            ("(0)^{2 (+1)", "expected `}`", 7),
            ("(0) (+)", "expected a number", 7),
            ("(0) (+1", "expected `)`", 8),
            ("(0) (+1) x", "nothing stands behind the saltus", 10),
            ("(ä)", "expected a number, `,`, `(` or `)`", 2),
            ("(4294967296)", "a value below 2^32 is needed", 12),
            ("(0)^99999999", "more than 10000000 values are written", 13),
            (
                "(0)^99999999999999999999",
                "a number below 2^64 is needed",
                24,
            ),
            (
                "(0) (1) (2) (+1)",
                "expected `(+` and the saltus: there are two lists already",
                10,
            ),
        ] {
            let error = text.parse::<Pattern>().unwrap_err();
            assert_eq!(
                (error.message.as_str(), error.column),
                (message, column),
                "{text}"
            );
        }
        // Depth of input is not depth of stack.
        let deep = format!("{}0{}", "(".repeat(200_000), ")".repeat(200_000));
        assert_eq!(read(&deep).1, [0]);
    }
}
