//! Heaps of rulesets: `kayles(5)`, `cut{1,6}(13)`, `powerset(subtract(nondivisors))(12)`,
//! `0.77(5)`.
//!
//! A heap is a single token. Rulesets are not interpreted here: brackets must match, and the last
//! group must be a list of numbers, names or shapes: `cram(4x5)`, `node-kayles(0-1,1-2)`. After
//! `g6:` characters stand for themselves, since graph6 uses brackets and backslashes.

use super::error::{ParseError, quoted};
use super::glyph::{BLANK, UNKNOWN_COMMAND};
use super::lex::{Bracket, Lexer, Token};
use super::syntax::Span;

const SET_HINT: &str = "for a set put a blank before the bracket";

/// A pair of brackets and the text between them.
struct Group {
    /// Brackets included; blanks kept, because `(1 2)` is not `(12)`.
    text: String,
    span: Span,
}

impl Group {
    fn text_without_blanks(&self) -> impl Iterator<Item = char> {
        self.text.chars().filter(|&c| c != BLANK)
    }

    /// Returns what stands between commas: numbers, or words without blanks and brackets. `None` if
    /// this is no such list.
    fn position(&self) -> Option<Vec<String>> {
        let inner = &self.text[1..self.text.len() - 1];
        let item = |part: &str| decimal(part).or_else(|| word(part));
        inner.split(',').map(|part| item(part.trim())).collect()
    }
}

/// Returns a run of digits without leading zeros.
fn decimal(digits: &str) -> Option<String> {
    if digits.is_empty() || digits.contains(|c: char| !c.is_ascii_digit()) {
        return None;
    }
    match digits.trim_start_matches('0') {
        "" => Some("0".to_owned()),
        significant => Some(significant.to_owned()),
    }
}

/// What a graph in graph6 begins with.
const GRAPH6: &str = "g6:";

/// Whether a character occurs in graph6.
fn is_graph6(c: char) -> bool {
    ('?'..='~').contains(&c)
}

/// Returns the text of a position that is not a number: a name or a shape.
fn word(text: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_graphic() && !"(){}+".contains(c);
    let plain = match text.strip_prefix(GRAPH6) {
        Some(graph) => graph.trim_start_matches(is_graph6),
        None if text.is_empty() => return None,
        None => text,
    };
    plain.chars().all(is_plain).then(|| text.to_owned())
}

impl<'a> Lexer<'a> {
    /// Reads a name, or with a bracket immediately after it a heap.
    pub(super) fn word(&mut self) -> Result<Token<'a>, ParseError> {
        let name = self.name();
        let mut ruleset = name.to_owned();
        if self.cursor.sees('{') {
            let parameters = self.group()?;
            ruleset.extend(parameters.text_without_blanks());
        } else if !self.cursor.sees('(') {
            return Ok(Token::Name(name));
        }
        if !self.cursor.sees('(') {
            // Whether the ruleset has parameters is known later.
            let hint = format!("a heap is written as in kayles(5) or cut{{1,6}}(13); {SET_HINT}");
            return Err(self.expected_size(&ruleset).with_hint(hint));
        }
        let mut last = self.group()?;
        while self.cursor.sees('(') {
            ruleset.extend(last.text_without_blanks());
            last = self.group()?;
        }
        self.heap(ruleset, &last)
    }

    /// Checks whether a formula in parentheses begins at the cursor: `(n -> n-1)(5)`. Only as many
    /// characters are looked at as a header may have.
    pub(super) fn begins_formula(&self) -> bool {
        const HEADER: usize = 200;
        if !self.has_arrow {
            return false;
        }
        let rest = &self.input()[self.cursor.offset()..];
        let in_header = |c: char| c.is_ascii_alphanumeric() || "_-,() ".contains(c);
        let header = rest.char_indices().take(HEADER);
        let end = header.take_while(|&(_, c)| in_header(c)).last();
        end.is_some_and(|(at, c)| c == '-' && rest[at..].starts_with("->"))
    }

    /// Reads a heap of a formula in parentheses.
    pub(super) fn formula(&mut self) -> Result<Token<'a>, ParseError> {
        let formula = self.group()?;
        if !self.cursor.sees('(') {
            let hint = "a heap of a formula is written (n -> n-1)(5)";
            return Err(self.expected_size(&formula.text).with_hint(hint));
        }
        let size = self.group()?;
        self.heap(formula.text, &size)
    }

    /// Reads a heap of a code, of which the digits from `start` and the `.` have been read.
    pub(super) fn code(&mut self, start: usize) -> Result<Token<'a>, ParseError> {
        let after_point = self.cursor.offset();
        loop {
            let is_digit = |c: char| c.is_ascii_alphanumeric() || "[]*!?=".contains(c);
            self.cursor.eat_while(is_digit);
            if !self.cursor.sees('{') {
                break;
            }
            self.group()?;
        }
        // `0.(3)(7)`: the digits in the first group repeat.
        if self.cursor.offset() == after_point && self.cursor.sees('(') {
            self.group()?;
        }
        if self.cursor.offset() == after_point {
            let code = quoted(self.cursor.since(start));
            let error = self.expected(&format!("the digits of a code after `{code}`"));
            return Err(error.with_hint("a heap of a code is written 0.77(5)"));
        }
        let code = self.cursor.since(start);
        if !self.cursor.sees('(') {
            let hint = format!("a heap of this code is written {}(5)", quoted(code));
            return Err(self.expected_size(code).with_hint(hint));
        }
        let size = self.group()?;
        self.heap(code.to_owned(), &size)
    }

    fn heap(&self, ruleset: String, last: &Group) -> Result<Token<'a>, ParseError> {
        let Some(position) = last.position() else {
            let (group, ruleset) = (quoted(&last.text), quoted(&ruleset));
            let message = format!("expected the size of a heap of `{ruleset}`, found `{group}`");
            let hint = format!("a heap needs its size, as in {ruleset}(5); {SET_HINT}");
            return Err(self.error(last.span, message).with_hint(hint));
        };
        Ok(Token::Heap { ruleset, position })
    }

    /// Reads the bracket at the cursor up to the matching one. `[` and `]` are ordinary text here.
    fn group(&mut self) -> Result<Group, ParseError> {
        let start = self.cursor.offset();
        let mut text = String::new();
        let mut open = Vec::new();
        loop {
            let Some(glyph) = self.cursor.peek() else {
                return Err(self.unclosed(&open, &text));
            };
            match glyph.ch {
                '(' => open.push((Bracket::Round, glyph.span)),
                '{' => open.push((Bracket::Curly, glyph.span)),
                ')' | '}' => match open.pop() {
                    Some((bracket, _)) if bracket.close() == glyph.ch => {}
                    other => {
                        open.extend(other);
                        return Err(self.unclosed(&open, &text));
                    }
                },
                UNKNOWN_COMMAND => return Err(self.unknown(glyph)),
                _ => {}
            }
            text.push(glyph.ch);
            self.cursor.bump();
            if text.len() == 1 + GRAPH6.len() && text.ends_with(GRAPH6) {
                text.push_str(self.cursor.eat_raw_while(is_graph6));
            }
            if open.is_empty() {
                let span = self.span_from(start);
                return Ok(Group { text, span });
            }
        }
    }

    fn expected_size(&self, ruleset: &str) -> ParseError {
        let after = quoted(ruleset);
        self.expected(&format!(
            "the size of a heap in parentheses after `{after}`"
        ))
    }

    /// The error for a group that ends, at the cursor, after this `text` with brackets still `open`.
    fn unclosed(&self, open: &[(Bracket, Span)], text: &str) -> ParseError {
        // A group begins with a bracket and is over when the last one is closed.
        let &innermost = open.last().expect("a group has an open bracket");
        let error = self.expected(&self.closing(innermost));
        if text.chars().count() > 1 {
            return error;
        }
        error.with_hint("a heap needs its size, as in kayles(5)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap(input: &str) -> Option<(String, String)> {
        match Lexer::new(input).token() {
            Ok((Token::Heap { ruleset, position }, _)) => Some((ruleset, position.join(" "))),
            _ => None,
        }
    }

    #[test]
    fn ruleset_and_position() {
        for (input, ruleset, position) in [
            ("kayles(5)", "kayles", "5"),
            ("josephus( 9 , 2 )", "josephus", "9 2"),
            ("cut{ 1, 6 }(13)", "cut{1,6}", "13"),
            (r"cut\{1,6\}\left(13\right)", "cut{1,6}", "13"),
            ("subtraction{1,2;sink=1}(3)", "subtraction{1,2;sink=1}", "3"),
            (
                "powerset(subtract(nondivisors))(12)",
                "powerset(subtract(nondivisors))",
                "12",
            ),
            ("f{{(}}", "", ""),
            ("f(1)(2)(3)", "f(1)(2)", "3"),
            ("f{[1}(3)", "f{[1}", "3"),
            ("0.77(5)", "0.77", "5"),
            ("0.205200C(9)", "0.205200C", "9"),
            ("4.[3](5)", "4.[3]", "5"),
            ("0.(3)(7)", "0.(3)", "7"),
            ("0.7[37](5)", "0.7[37]", "5"),
            ("4!.0(5)", "4!.0", "5"),
            ("0.{2,4!}3?(5)", "0.{2,4!}3?", "5"),
            (
                "(n -> n-1, [a, n-a] for a in {1,2})(5)",
                "(n -> n-1, [a, n-a] for a in {1,2})",
                "5",
            ),
            ("((a, b) -> (a-1, b))(5,2)", "((a, b) -> (a-1, b))", "5 2"),
            ("(n -> n-1)", "", ""),
            ("(n - 1)(5)", "", ""),
            ("dawsons-kayles(007)", "dawsons-kayles", "7"),
            ("kayles(000)", "kayles", "0"),
            (
                "kayles(99999999999999999999999)",
                "kayles",
                "99999999999999999999999",
            ),
            ("cram(4x5)", "cram", "4x5"),
            ("cram(.xx/xx.)", "cram", ".xx/xx."),
            ("node-kayles(0-1, 1-2)", "node-kayles", "0-1 1-2"),
            ("node-kayles(bipartite:3,4)", "node-kayles", "bipartite:3 4"),
            (r"f(g6:D{}\~|^`)", "f", r"g6:D{}\~|^`"),
            ("f(g6:D?;token=3)", "f", "g6:D?;token=3"),
            // Not positions.
            ("kayles(1 2)", "", ""),
            ("kayles(+1)", "", ""),
            ("kayles(1,)", "", ""),
            ("kayles(٣)", "", ""),
        ] {
            let expected = (!ruleset.is_empty()).then(|| (ruleset.to_owned(), position.to_owned()));
            assert_eq!(heap(input), expected, "{input}");
        }
    }
}
