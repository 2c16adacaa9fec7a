//! The error messages of the parser.
//!
//! Each message says what was expected and what was found; the hint, if any, shows a correct text
//! that may have been meant.

use super::error::{ParseError, column, found, quoted};
use super::lex::{Bracket, Token};
use super::parse::Parser;
use super::syntax::Span;

const CHAIN_HINT: &str = "a chain follows its game, as in 2[#4] or 4_2";
const NEGATIVE_HINT: &str = "there are no negatives, only differences, as in 2## - 2";
const STEP_HINT: &str = "the steps of a chain are as in 2[#4##], 2[#-2] and 2[#*12]";
const SET_HINT: &str = "a set is written in braces, as in {2#,1}";

impl Parser<'_> {
    pub(super) fn empty_input(&self, end: Span) -> ParseError {
        self.error(end, "an expression is expected, the input is empty")
            .with_hint("0, 2##, (2#+1)2# and {2#,3} are expressions")
    }

    /// The error for a `token` at the start of a term, with which no game starts.
    pub(super) fn expected_game(&self, token: &Token, span: Span) -> ParseError {
        let previous = self.text(self.previous());
        let expected = match previous {
            "" => "a game".to_owned(),
            _ => format!("a game after `{}`", quoted(previous)),
        };
        let error = self.expected(&expected, span);
        match self.hint_for_game(token, previous) {
            Some(hint) => error.with_hint(hint),
            None => error,
        }
    }

    fn hint_for_game(&self, token: &Token, previous: &str) -> Option<String> {
        let hint = match (token, previous) {
            (Token::End, _) if self.opener().is_some() => return self.opener_hint(),
            (Token::Minus, _) => NEGATIVE_HINT,
            (Token::Sharp, _) => "`#` follows its game, as in 2#",
            (Token::Mate(_), _) => "`^-` follows its game, as in 2##^-",
            (Token::Open(Bracket::Square) | Token::Subscript, _) => CHAIN_HINT,
            (_, "+") => "a sum needs a game on both sides, as in 2##+1",
            (_, "-" | "−") => "a difference needs a game on both sides, as in 2## - 2",
            (Token::Comma, _) | (_, ",") => "options have single commas between them, as in {2#,1}",
            (Token::Close(Bracket::Round), "(") => "the game without options is 0 or {}",
            _ if self.has_copies() => "copies are of a game, as in 3·2#",
            _ => return None,
        };
        Some(hint.to_owned())
    }

    fn opener_hint(&self) -> Option<String> {
        let (bracket, span) = self.opener()?;
        let (open, column) = (bracket.open(), column(self.lexer.input(), span));
        Some(format!("the `{open}` of column {column} is not closed"))
    }

    /// The error for a bracket that is still open at the end.
    pub(super) fn unclosed(&self, opener: (Bracket, Span), end: Span) -> ParseError {
        self.expected(&self.lexer.closing(opener), end)
    }

    /// The error for a closing bracket without its opening one.
    pub(super) fn misplaced_close(&self, bracket: Bracket, span: Span) -> ParseError {
        if let Some(opener) = self.opener() {
            return self.expected(&self.lexer.closing(opener), span);
        }
        let (close, open) = (bracket.close(), bracket.open());
        self.error(span, format!("`{close}` closes nothing"))
            .with_hint(format!("there is no open `{open}` before it"))
    }

    pub(super) fn misplaced_comma(&self, span: Span) -> ParseError {
        self.error(span, "a comma outside braces")
            .with_hint(format!("{SET_HINT}; nim heaps are a sum, as in *3+*4+*5"))
    }

    /// The error for a number of copies in the middle of a term.
    pub(super) fn misplaced_copies(&self, span: Span) -> ParseError {
        let copies = quoted(self.text(span));
        self.error(span, format!("`{copies}` is not at the start of a term"))
            .with_hint("copies begin a term, as in 2#+3·1, {2#,3·1} or 3·(2·1)")
    }

    /// The error for `·` or `**` without an integer before it.
    pub(super) fn misplaced_times(&self, span: Span) -> ParseError {
        let times = quoted(self.text(span));
        if self.current_items().is_empty() {
            return self.expected_game(&Token::Times, span);
        }
        self.error(span, format!("`{times}` has no integer before it"))
            .with_hint("copies are written 3·2#; games have no product")
    }

    pub(super) fn expected_subscript(&self, span: Span) -> ParseError {
        self.expected("a digit, `#` or `{` after `_`", span)
            .with_hint("any other chain is in braces, as in 2_{#-2} or 2_{*12}")
    }

    /// The error for a `token` in a chain that is no step, or for a chain without steps.
    pub(super) fn expected_step(
        &self,
        token: &Token,
        span: Span,
        bracket: Bracket,
        opener: Span,
    ) -> ParseError {
        let closing = self.lexer.closing((bracket, opener));
        match token {
            Token::Close(close) if *close == bracket => self
                .error(opener.to(span), "a chain without steps")
                .with_hint(STEP_HINT),
            Token::End | Token::Close(_) => self.expected(&closing, span),
            _ => self
                .expected("`#`, a digit or `*` and a number in a chain", span)
                .with_hint(STEP_HINT),
        }
    }

    pub(super) fn expected_subtrahend(&self, span: Span) -> ParseError {
        self.expected("a digit or `*` and a number after `-` in a chain", span)
            .with_hint("a chain subtracts nim heaps only, as in 2[#-2]")
    }

    fn expected(&self, what: &str, span: Span) -> ParseError {
        let found = found(self.lexer.input(), span);
        self.error(span, format!("expected {what}, found {found}"))
    }

    fn error(&self, span: Span, message: impl Into<String>) -> ParseError {
        self.lexer.error(span, message)
    }

    fn text(&self, span: Span) -> &str {
        &self.lexer.input()[span.start..span.end]
    }
}
