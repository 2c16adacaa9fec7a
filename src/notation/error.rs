//! Error messages with their place in an expression.

use super::syntax::Span;
use crate::printable::visible;

/// The most characters of the input that a rendered message shows.
const WINDOW: usize = 72;
/// The most characters of the input that a message quotes.
const QUOTE: usize = 24;

/// A message about a place in an expression.
///
/// Parsing returns them, and so may the evaluation of a [`Syntax`](super::Syntax), which has the span
/// of each node.
///
/// ```
/// use misere::notation::{Diagnostic, parse};
///
/// let input = "2## + x#";
/// let syntax = parse(input).unwrap();
/// let (x, _) = syntax.iter().nth(3).unwrap();
/// let unknown = Diagnostic::new("nothing is called `x`", syntax.span(x));
/// assert_eq!(unknown.render(input), "error: nothing is called `x`\n  2## + x#\n        ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Diagnostic {
    /// One line: what is wrong.
    pub message: String,
    /// The place in the input.
    pub span: Span,
    /// One line: what would be right.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// Creates a message without a hint.
    pub fn new(message: impl Into<String>, span: Span) -> Self {
        Diagnostic {
            message: message.into(),
            span,
            hint: None,
        }
    }

    /// Adds a hint.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        Diagnostic {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// Returns the message after `error: `, with the input, a caret below the place, and the hint: one
    /// line each, without a final newline.
    ///
    /// A long input is cut to the neighbourhood of the caret. Characters that would misplace the
    /// caret or control the terminal are replaced by visible ones.
    pub fn render(&self, input: &str) -> String {
        format!("error: {}", self.explain(input))
    }

    /// Returns the same without `error: `.
    pub fn explain(&self, input: &str) -> String {
        let (line, offset, width) = self.window(input);
        let Diagnostic { message, hint, .. } = self;
        let (gap, carets) = (" ".repeat(offset), "^".repeat(width));
        let mut text = format!("{message}\n  {line}\n  {gap}{carets}");
        if let Some(hint) = hint {
            text.push_str("\n  hint: ");
            text.push_str(hint);
        }
        text
    }

    /// Returns the part of the input to show, and in it the place and length of the carets, all in
    /// characters. Spans beyond the input are cut.
    fn window(&self, input: &str) -> (String, usize, usize) {
        let total = input.chars().count();
        let start = characters_before(input, self.span.start);
        let end = characters_before(input, self.span.end);
        // The caret may stand behind the last character, hence the `+ 1`.
        let latest = (total + 1).saturating_sub(WINDOW);
        let from = start.saturating_sub(WINDOW / 2).min(latest);
        let to = total.min(from + WINDOW);

        let line = input.chars().enumerate().skip(from).take(to - from);
        let line = line.map(|(i, c)| {
            let cut = (i == from && from > 0) || (i + 1 == to && to < total);
            if cut { '…' } else { visible(c) }
        });
        let width = end.min(to).saturating_sub(start).max(1);
        (line.collect(), start - from, width)
    }
}

/// Why a text is not an expression.
///
/// Displayed, it is one line; [`render`](Self::render) also shows the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{diagnostic}")]
pub struct ParseError {
    diagnostic: Diagnostic,
    column: usize,
}

impl ParseError {
    pub(super) fn new(input: &str, span: Span, message: impl Into<String>) -> Self {
        ParseError {
            diagnostic: Diagnostic::new(message, span),
            column: column(input, span),
        }
    }

    #[must_use]
    pub(super) fn with_hint(self, hint: impl Into<String>) -> Self {
        ParseError {
            diagnostic: self.diagnostic.with_hint(hint),
            ..self
        }
    }

    /// Returns the place of the error: the number of the character, from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the place of the error, in bytes.
    pub fn span(&self) -> Span {
        self.diagnostic.span
    }

    /// Returns what is wrong, in one line.
    pub fn message(&self) -> &str {
        &self.diagnostic.message
    }

    /// Returns the hint, in one line.
    pub fn hint(&self) -> Option<&str> {
        self.diagnostic.hint.as_deref()
    }

    /// Returns the message with the place shown below it; see [`Diagnostic::render`].
    pub fn render(&self, input: &str) -> String {
        self.diagnostic.render(input)
    }
}

impl From<ParseError> for Diagnostic {
    fn from(error: ParseError) -> Self {
        error.diagnostic
    }
}

/// Returns the number of the character at which a span starts, from 1.
pub(super) fn column(input: &str, span: Span) -> usize {
    characters_before(input, span.start) + 1
}

/// Returns how a message names the text at a place.
pub(super) fn found(input: &str, span: Span) -> String {
    let text = &input[span.start..span.end];
    if text.is_empty() {
        "the end of the input".to_owned()
    } else if text.trim().is_empty() {
        "a blank".to_owned()
    } else {
        format!("`{}`", quoted(text))
    }
}

/// Returns a part of the input, shortened and printable, for a one-line message.
pub(super) fn quoted(text: &str) -> String {
    let text = text.trim();
    let mut quote: String = text.chars().take(QUOTE).map(visible).collect();
    if text.chars().nth(QUOTE).is_some() {
        quote.push('…');
    }
    quote
}

fn characters_before(input: &str, offset: usize) -> usize {
    let starts = input.char_indices().map(|(start, _)| start);
    starts.take_while(|&start| start < offset).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line and the carets of a message about `start..end`.
    fn shown(input: &str, start: usize, end: usize) -> (String, String) {
        let text = Diagnostic::new("m", Span { start, end }).render(input);
        let mut lines = text.lines().skip(1).map(str::to_owned);
        (lines.next().unwrap(), lines.next().unwrap())
    }

    #[test]
    fn the_caret_stands_below_its_character() {
        for (input, start, end, line, carets) in [
            ("2#@1", 2, 3, "  2#@1", "    ^"),
            ("abc+1", 0, 3, "  abc+1", "  ^^^"),
            ("2+", 2, 2, "  2+", "    ^"),
            ("", 0, 0, "  ", "  ^"),
            ("·⋅@", 5, 6, "  ·⋅@", "    ^"),
            (
                "\t\u{1b}\u{7f}\u{202e}@",
                6,
                7,
                "   ␛\u{fffd}\u{fffd}@",
                "      ^",
            ),
            ("2\n3@", 3, 4, "  2 3@", "     ^"),
            // A span of some other input does no harm.
            ("2", 7, 9, "  2", "   ^"),
            ("·", 1, 1, "  ·", "   ^"),
        ] {
            let expected = (line.to_owned(), carets.to_owned());
            assert_eq!(shown(input, start, end), expected, "{input:?}");
        }
    }

    #[test]
    fn a_long_input_is_cut_on_both_sides() {
        let input = format!("{}@{}", "1".repeat(500), "2".repeat(500));
        for (at, character, cut_left, cut_right) in [
            (500, Some('@'), true, true),
            (0, Some('1'), false, true),
            (1000, Some('2'), true, false),
            (1001, None, true, false),
        ] {
            let end = (at + 1).min(input.len());
            let (line, carets) = shown(&input, at, end);
            assert!(line.chars().count() <= 2 + WINDOW, "{line}");
            assert_eq!(line.starts_with("  …"), cut_left, "{line}");
            assert_eq!(line.ends_with('…'), cut_right, "{line}");
            assert_eq!(line.chars().nth(carets.len() - 1), character, "{line}");
        }
        let (line, carets) = shown(&input, 0, input.len());
        assert_eq!(line.chars().count(), carets.len());
    }

    #[test]
    fn the_hint_is_the_last_line() {
        let span = Span { start: 0, end: 1 };
        let text = Diagnostic::new("m", span).with_hint("h").render("2");
        assert_eq!(text, "error: m\n  2\n  ^\n  hint: h");
    }

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quoted(" a\tb\0 "), "a b␀");
        assert_eq!(quoted(&"x".repeat(99)), format!("{}…", "x".repeat(QUOTE)));
    }
}
