//! The tokens of the language.

use super::error::{ParseError, column, found, quoted};
use super::glyph::{BLANK, Cursor, Glyph, UNKNOWN_COMMAND};
use super::syntax::Span;
use crate::printable::printable;

/// The three kinds of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    Round,
    Curly,
    Square,
}

impl Bracket {
    pub(super) fn open(self) -> char {
        match self {
            Bracket::Round => '(',
            Bracket::Curly => '{',
            Bracket::Square => '[',
        }
    }

    pub(super) fn close(self) -> char {
        match self {
            Bracket::Round => ')',
            Bracket::Curly => '}',
            Bracket::Square => ']',
        }
    }
}

/// One token of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// One digit: `12` is two of them.
    Digit(u64),
    /// `*12`, all of it.
    Star(u64),
    /// `3·` or `3**`, the integer and its operator.
    Copies(u64),
    /// `·` or `**` without an integer before it; no expression contains it.
    Times,
    Name(&'a str),
    /// `cut{1,6}(13)`, all of it.
    Heap {
        ruleset: String,
        position: Vec<String>,
    },
    Open(Bracket),
    Close(Bracket),
    Plus,
    Minus,
    Comma,
    Sharp,
    /// `_`
    Subscript,
    /// `^-`, `^--`, `^{--}`: how many minus signs.
    Mate(usize),
    /// The end of the input, which can be read repeatedly.
    End,
}

/// Reads tokens on demand, so that of two errors the first is reported.
pub(super) struct Lexer<'a> {
    input: &'a str,
    pub(super) cursor: Cursor<'a>,
    /// The end of a run of digits that is neither a number of copies nor a code. It keeps the
    /// look-ahead linear in the length of the run.
    juxtaposed_until: usize,
    /// Whether there is an arrow, which only formulas have.
    pub(super) has_arrow: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(input: &'a str) -> Self {
        Lexer {
            input,
            cursor: Cursor::new(input),
            juxtaposed_until: 0,
            has_arrow: input.contains("->"),
        }
    }

    pub(super) fn input(&self) -> &'a str {
        self.input
    }

    /// Returns the next token and its place.
    pub(super) fn token(&mut self) -> Result<(Token<'a>, Span), ParseError> {
        self.cursor.skip_blanks();
        let start = self.cursor.offset();
        let token = match self.cursor.peek() {
            Some(glyph) => self.token_from(glyph)?,
            None => Token::End,
        };
        Ok((token, self.span_from(start)))
    }

    fn token_from(&mut self, first: Glyph) -> Result<Token<'a>, ParseError> {
        let token = match first.ch {
            '0'..='9' => return self.number(first.ch),
            '*' => return self.star(),
            '^' => return self.mate(),
            '%' => return Ok(self.history()),
            c if c.is_alphabetic() => return self.word(),
            '+' => Token::Plus,
            '-' | '−' => Token::Minus,
            ',' => Token::Comma,
            '#' => Token::Sharp,
            '_' => Token::Subscript,
            '·' => Token::Times,
            '(' if self.begins_formula() => return self.formula(),
            '(' => Token::Open(Bracket::Round),
            ')' => Token::Close(Bracket::Round),
            '{' => {
                if let Some(after) = self.after_braced_digit() {
                    let start = self.cursor.offset();
                    self.cursor = after;
                    return self.code(start);
                }
                Token::Open(Bracket::Curly)
            }
            '}' => Token::Close(Bracket::Curly),
            '[' => Token::Open(Bracket::Square),
            ']' => Token::Close(Bracket::Square),
            ':' => return Err(self.colon(first)),
            _ => return Err(self.unknown(first)),
        };
        self.cursor.bump();
        Ok(token)
    }

    /// Returns the place after `{2!,3=}.`, if the bracket begins a code.
    fn after_braced_digit(&self) -> Option<Cursor<'a>> {
        let mut ahead = self.cursor;
        ahead.bump();
        let inner = ahead.eat_while(|c| c.is_ascii_digit() || ",+!?=".contains(c));
        let is_digit = !inner.is_empty() && ahead.eat('}');
        let _ = ahead.eat('!') || ahead.eat('?') || ahead.eat('=');
        (is_digit && ahead.eat('.')).then_some(ahead)
    }

    /// Reads a digit, unless the run that it begins is a code or a number of copies.
    fn number(&mut self, first: char) -> Result<Token<'a>, ParseError> {
        let start = self.cursor.offset();
        if start >= self.juxtaposed_until {
            let mut ahead = self.cursor;
            let run = ahead.eat_while(|c| c.is_ascii_digit());
            let mut code = ahead;
            // A digit of a code may have a condition: `4!.0`.
            let _ = code.eat('!') || code.eat('?') || code.eat('=');
            if code.eat('.') {
                self.cursor = code;
                return self.code(start);
            }
            self.juxtaposed_until = ahead.offset();
            ahead.skip_blanks();
            if eat_times(&mut ahead) {
                self.cursor = ahead;
                return run.parse().map(Token::Copies).map_err(|_| {
                    let hint = format!("there can be at most {} copies", u64::MAX);
                    self.too_large(start, run).with_hint(hint)
                });
            }
        }
        self.cursor.bump();
        Ok(Token::Digit(u64::from(first) - u64::from('0')))
    }

    /// Reads `*12`, or a `**` without an integer before it.
    fn star(&mut self) -> Result<Token<'a>, ParseError> {
        let start = self.cursor.offset();
        if eat_times(&mut self.cursor) {
            return Ok(Token::Times);
        }
        self.cursor.bump();
        let digits = self.cursor.eat_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            let error = self.expected("the size of a nim heap after `*`");
            return Err(error.with_hint("a nim heap is written *12"));
        }
        digits.parse().map(Token::Star).map_err(|_| {
            let hint = format!("the largest nim heap that can be written is *{}", u64::MAX);
            self.too_large(start, digits).with_hint(hint)
        })
    }

    /// Reads `^` and its minus signs. Unless in braces they must be adjacent: `2^- - 1` is a
    /// difference.
    fn mate(&mut self) -> Result<Token<'a>, ParseError> {
        const HINT: &str = "the mate of G is written G^-, the mate of that G^--";
        self.cursor.bump();
        self.cursor.skip_blanks();
        let braced = self.cursor.eat('{');
        let minus_or_blank = |c| is_minus(c) || (braced && c == BLANK);
        let signs = self.cursor.eat_while(minus_or_blank);
        let count = signs.chars().filter(|&c| is_minus(c)).count();
        if count == 0 {
            return Err(self.expected("`-` after `^`").with_hint(HINT));
        }
        if braced && !self.cursor.eat('}') {
            return Err(self.expected("`-` or `}` after `^{-`").with_hint(HINT));
        }
        Ok(Token::Mate(count))
    }

    /// Reads `%1`, an earlier result, or `%`, the last one. Unlike a name it begins no heap.
    fn history(&mut self) -> Token<'a> {
        let start = self.cursor.offset();
        self.cursor.bump();
        self.cursor.eat_while(|c| c.is_ascii_digit());
        Token::Name(self.cursor.since(start))
    }

    /// Reads a name: a letter, then letters, digits, and hyphens that have a letter after them.
    pub(super) fn name(&mut self) -> &'a str {
        let start = self.cursor.offset();
        loop {
            self.cursor
                .eat_while(|c| c.is_alphabetic() || c.is_ascii_digit());
            let mut ahead = self.cursor;
            if !(ahead.eat('-') && ahead.sees_any(char::is_alphabetic)) {
                return self.cursor.since(start);
            }
            self.cursor = ahead;
        }
    }

    pub(super) fn span_from(&self, start: usize) -> Span {
        let end = self.cursor.offset();
        Span { start, end }
    }

    /// Returns an error at `span`.
    pub(super) fn error(&self, span: Span, message: impl Into<String>) -> ParseError {
        ParseError::new(self.input, span, message)
    }

    /// Returns the error for a next character that is not `what` was expected.
    pub(super) fn expected(&self, what: &str) -> ParseError {
        let next = self.cursor.peek().map(|glyph| glyph.span);
        let span = next.unwrap_or_else(|| self.span_from(self.cursor.offset()));
        let found = found(self.input, span);
        self.error(span, format!("expected {what}, found {found}"))
    }

    /// Returns the description of the bracket that closes an open one.
    pub(super) fn closing(&self, (bracket, span): (Bracket, Span)) -> String {
        let column = column(self.input, span);
        let (close, open) = (bracket.close(), bracket.open());
        format!("`{close}` to close the `{open}` of column {column}")
    }

    /// Returns the error for a character that no expression contains.
    pub(super) fn unknown(&self, Glyph { ch, span }: Glyph) -> ParseError {
        let text = quoted(&self.input[span.start..span.end]);
        let column = column(self.input, span);
        let what = match ch {
            UNKNOWN_COMMAND if text.len() > 1 => format!("TeX command `{text}`"),
            ' '..='~' => format!("character `{text}`"),
            _ => format!("character `{text}` (U+{:04X})", u32::from(ch)),
        };
        let error = self.error(span, format!("unknown {what} at column {column}"));
        match ch {
            UNKNOWN_COMMAND => {
                error.with_hint(r"known are \#, \{, \}, \cdot, \ast, \left, \right and spaces")
            }
            ':' => error.with_hint("a ruleset takes its parameters in braces, as in cut{1,6}(13)"),
            '.' => error.with_hint("a code begins with a digit, as in 0.77(5)"),
            '=' if self.input[span.end..].starts_with('=') => {
                let sides = (&self.input[..span.start], &self.input[span.end + 1..]);
                error.with_hint(comparison(sides))
            }
            '=' => error.with_hint("in `misere shell` a game is named by x := 2##"),
            '|' => error.with_hint(
                "partizan games are not covered: an impartial game is one set of options, {2,3}",
            ),
            '×' => error.with_hint("copies of a game are written 3·2#"),
            _ => error,
        }
    }

    /// Returns the error for `:=`, which belongs to the shell, or for `:`.
    fn colon(&self, first: Glyph) -> ParseError {
        let mut ahead = self.cursor;
        ahead.bump();
        if !ahead.eat('=') {
            return self.unknown(first);
        }
        let span = Span {
            start: first.span.start,
            end: ahead.offset(),
        };
        self.error(span, "`:=` is no part of an expression")
            .with_hint("bindings, such as x := 2##, belong to the shell")
    }

    fn too_large(&self, start: usize, digits: &str) -> ParseError {
        let message = format!("the number {} does not fit in 64 bits", quoted(digits));
        self.error(self.span_from(start), message)
    }
}

/// Skips the operator between a number of copies and the game, if it is next.
fn eat_times(cursor: &mut Cursor) -> bool {
    let mut ahead = *cursor;
    let seen = ahead.eat('·') || (ahead.eat('*') && ahead.eat('*'));
    if seen {
        *cursor = ahead;
    }
    seen
}

/// Says how the two sides of `==` are compared.
fn comparison((left, right): (&str, &str)) -> String {
    /// Longer sides are not repeated.
    const LONGEST: usize = 40;
    let (left, right) = (left.trim(), right.trim());
    let is_short = |side: &str| !side.is_empty() && side.len() <= LONGEST;
    let sides = if is_short(left) && is_short(right) {
        format!("'{left}' '{right}'")
    } else {
        "G H".into()
    };
    printable(&format!(
        "to compare two games write misere compare {sides}"
    ))
}

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of `input` as they are written, a `|` between them.
    fn tokens(input: &str) -> String {
        let mut lexer = Lexer::new(input);
        let mut texts = Vec::new();
        loop {
            match lexer.token().unwrap() {
                (Token::End, _) => return texts.join("|"),
                (_, span) => texts.push(&input[span.start..span.end]),
            }
        }
    }

    #[test]
    fn where_tokens_end() {
        for (input, expected) in [
            ("12#", "1|2|#"),
            ("*12#", "*12|#"),
            ("1*12", "1|*12"),
            // Copies: the integer, all its digits, and the operator.
            ("12·3", "12·|3"),
            ("12 ** 3", "12 **|3"),
            ("3***2", "3**|*2"),
            ("3**2", "3**|2"),
            ("1 2·3", "1|2·|3"),
            ("**3", "**|3"),
            // Names: hyphens between letters, digits after the first letter.
            ("dawsons-kayles", "dawsons-kayles"),
            ("x-y-2", "x-y|-|2"),
            ("x -y", "x|-|y"),
            ("x- y", "x|-|y"),
            ("mtau-from0-no1", "mtau-from0-no1"),
            ("2x2x", "2|x2x"),
            ("x−y", "x|−|y"),
            ("%12x", "%12|x"),
            ("%1(2)", "%1|(|2|)"),
            ("%#%", "%|#|%"),
            // Heaps.
            ("cut{1, 6}(13)#", "cut{1, 6}(13)|#"),
            ("f(g(h))(12) (3)", "f(g(h))(12)|(|3|)"),
            ("f (3)", "f|(|3|)"),
            ("10.7C(5)(3)", "10.7C(5)|(|3|)"),
            ("2#0.77(5)", "2|#|0.77(5)"),
            // Mates: minus signs without blanks, so that a difference can follow.
            ("2^--1", "2|^--|1"),
            ("2^- - 1", "2|^-|-|1"),
            ("2^{- -}-1", "2|^{- -}|-|1"),
        ] {
            assert_eq!(tokens(input), expected, "{input}");
        }
    }

    #[test]
    fn the_end_can_be_read_repeatedly() {
        let mut lexer = Lexer::new("2 ");
        lexer.token().unwrap();
        let end = (Token::End, Span { start: 1, end: 1 });
        assert_eq!(lexer.token().unwrap(), end);
        assert_eq!(lexer.token().unwrap(), end);
    }
}
