//! The input as plain characters, with TeX commands replaced.
//!
//! `2_{\#\#}` and `2_{##}` give the same characters. TeX space is a blank, and `\left` and `\right`
//! belong to the bracket that they enlarge.

use super::syntax::Span;

/// The character for white space of any kind.
pub(super) const BLANK: char = ' ';
/// The character for an unknown TeX command.
pub(super) const UNKNOWN_COMMAND: char = '\\';

/// One character, plain or written as a TeX command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub(super) ch: char,
    /// The place of all that was written for it.
    pub(super) span: Span,
}

/// A place in the input. A copy serves for look-ahead.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Reads `input`, without blanks and the `$` of TeX formulas at both ends.
    pub(super) fn new(input: &'a str) -> Self {
        let margin = |c: char| c == '$' || c.is_whitespace();
        let text = input.trim_end_matches(margin);
        let at = text.len() - text.trim_start_matches(margin).len();
        Cursor { text, at }
    }

    /// Returns the offset of the next character, or of the end.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the input from `start` up to here.
    pub(super) fn since(&self, start: usize) -> &'a str {
        &self.text[start..self.at]
    }

    pub(super) fn peek(&self) -> Option<Glyph> {
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let (ch, len) = match first {
            '\\' => command(rest),
            '⋅' => ('·', first.len_utf8()),
            '♯' => ('#', first.len_utf8()),
            '∗' | '⋆' => ('*', first.len_utf8()),
            '~' => (BLANK, 1),
            c if c.is_whitespace() => (BLANK, c.len_utf8()),
            c => (c, c.len_utf8()),
        };
        let span = Span {
            start: self.at,
            end: self.at + len,
        };
        Some(Glyph { ch, span })
    }

    pub(super) fn bump(&mut self) -> Option<Glyph> {
        let glyph = self.peek()?;
        self.at = glyph.span.end;
        Some(glyph)
    }

    /// Returns whether the next character is `ch`.
    pub(super) fn sees(&self, ch: char) -> bool {
        self.sees_any(|c| c == ch)
    }

    /// Returns whether there is a next character and it is `wanted`.
    pub(super) fn sees_any(&self, wanted: impl Fn(char) -> bool) -> bool {
        self.peek().is_some_and(|glyph| wanted(glyph.ch))
    }

    /// Skips `ch` if it is next, and returns whether it was.
    pub(super) fn eat(&mut self, ch: char) -> bool {
        let seen = self.sees(ch);
        if seen {
            self.bump();
        }
        seen
    }

    /// Skips the longest run of `wanted` characters and returns it.
    pub(super) fn eat_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        while self.sees_any(&wanted) {
            self.bump();
        }
        self.since(start)
    }

    /// Skips the longest run of `wanted` characters, in which no TeX command is recognised, and
    /// returns it.
    pub(super) fn eat_raw_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        let rest = &self.text[start..];
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.since(start)
    }

    pub(super) fn skip_blanks(&mut self) {
        self.eat_while(|c| c == BLANK);
    }
}

/// Returns the character for the TeX command with which `rest` begins, and the command's length.
fn command(rest: &str) -> (char, usize) {
    let name = &rest[1..];
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
    if letters > 0 {
        return control_word(rest, 1 + letters);
    }
    match name.chars().next() {
        Some(c @ ('#' | '{' | '}')) => (c, 2),
        Some(',' | ';' | '!') => (BLANK, 2),
        Some(c) if c.is_whitespace() => (BLANK, 1 + c.len_utf8()),
        Some(c) => (UNKNOWN_COMMAND, 1 + c.len_utf8()),
        None => (UNKNOWN_COMMAND, 1),
    }
}

/// Returns the same for a command of letters, which end at `end`.
fn control_word(rest: &str, end: usize) -> (char, usize) {
    // TeX drops the blanks after a command of letters: `\ast 2` is `*2`.
    let after = rest[end..].trim_start();
    let len = rest.len() - after.len();
    match &rest[1..end] {
        "cdot" => ('·', len),
        "ast" | "star" => ('*', len),
        "sharp" => ('#', len),
        "quad" | "allowbreak" => (BLANK, len),
        "left" | "right" => bracket(after).map_or((BLANK, len), |(ch, more)| (ch, len + more)),
        _ => (UNKNOWN_COMMAND, end),
    }
}

/// Returns the bracket with which `rest` begins, and its length.
fn bracket(rest: &str) -> Option<(char, usize)> {
    let (rest, escape) = match rest.strip_prefix('\\') {
        Some(escaped) if escaped.starts_with(['{', '}']) => (escaped, 1),
        _ => (rest, 0),
    };
    let first = rest.chars().next()?;
    "()[]{}".contains(first).then_some((first, escape + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(input: &str) -> String {
        let mut cursor = Cursor::new(input);
        std::iter::from_fn(|| cursor.bump().map(|glyph| glyph.ch)).collect()
    }

    #[test]
    fn tex_becomes_plain() {
        for (tex, expected) in [
            (r"2_{\#\#}", "2_{##}"),
            (r"3\cdot 2", "3·2"),
            (r"3⋅2", "3·2"),
            (r"2♯♯", "2##"),
            (r"\ast12", "*12"),
            (r"\ast 12", "*12"),
            (r"∗12⋆3\star 4", "*12*3*4"),
            (r"2_{\sharp\sharp}", "2_{##}"),
            (r"\{1,2\}", "{1,2}"),
            (r"\left(1\right)", "(1)"),
            (r"\left\{ 1 \right\}", "{ 1 }"),
            (r"\left 1", " 1"),
            (r"\left\left(", " ("),
            (r"1\,2\;3\!4~5\quad 6\ 7", "1 2 3 4 5 6 7"),
            ("$2$", "2"),
            (" $$ 2 + 1 $$ ", "2 + 1"),
            ("$", ""),
            (r"\foo 1", r"\ 1"),
            (r"\@", r"\"),
            (r"\", r"\"),
        ] {
            assert_eq!(plain(tex), expected, "{tex}");
        }
    }

    #[test]
    fn a_glyph_spans_all_that_was_written_for_it() {
        let mut cursor = Cursor::new(r"$\left\{ 2$");
        let glyph = cursor.bump().unwrap();
        assert_eq!(glyph.ch, '{');
        assert_eq!(glyph.span, Span { start: 1, end: 8 });
        cursor.skip_blanks();
        assert_eq!(cursor.eat_while(|c| c == '2'), "2");
        assert_eq!(cursor.offset(), 10);
        assert_eq!(cursor.peek(), None);
    }
}
