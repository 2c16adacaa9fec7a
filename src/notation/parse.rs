//! The parser: from text to a tree.
//!
//! The grammar, in which blanks only separate tokens:
//!
//! ```text
//! expr  := term (('+' | '-') term)*
//! term  := [int ('·' | '**')] set
//! set   := item+
//! item  := atom ('#' | '^' '-'+ | '[' chain ']' | '_' ('{' chain '}' | digit | '#'))*
//! chain := ('#' | ['-'] (digit | '*' int))+
//! atom  := digit | '*' int | '(' expr ')' | '{' [expr (',' expr)*] '}' | heap | name
//! ```
//!
//! The nesting of brackets is kept in a stack of [`Frame`]s. Incomplete content of a bracket is on
//! three stacks that all frames share: the options of a brace, the terms of a sum, the items of a
//! set. A frame has the places where its own begin.

use super::error::ParseError;
use super::lex::{Bracket, Lexer, Token};
use super::syntax::{Node, NodeId, Span, Syntax};

/// The longest input that is read, in bytes.
pub const MAX_INPUT: usize = 1 << 20;

/// Reads an expression.
///
/// The time is linear in the length of the input, and the depth of nesting is not limited.
///
/// # Errors
///
/// If `input` is not an expression or is longer than [`MAX_INPUT`].
pub fn parse(input: &str) -> Result<Syntax, ParseError> {
    if input.len() > MAX_INPUT {
        let length = input.len();
        let message = format!("the input has {length} bytes, more than the {MAX_INPUT} allowed");
        let span = Span { start: 0, end: 0 };
        let hint = "a large game is better loaded from a file than written out";
        return Err(ParseError::new(input, span, message).with_hint(hint));
    }
    Parser::new(input).expression()
}

/// A bracket, or the whole input, whose end has not been reached.
#[derive(Default)]
struct Frame {
    /// The bracket and its place; `None` for the whole input.
    opener: Option<(Bracket, Span)>,
    /// Where in `Parser::options` its own begin; the same for `terms` and `items`.
    options: usize,
    terms: usize,
    items: usize,
    /// The `3·` of the current term.
    copies: Option<(u64, Span)>,
    /// Whether the current term is to be subtracted.
    negative: bool,
}

pub(super) struct Parser<'a> {
    pub(super) lexer: Lexer<'a>,
    pub(super) syntax: Syntax,
    /// Options of braces, up to their last comma.
    options: Vec<NodeId>,
    /// Terms of sums, up to their last sign, and whether they are subtracted.
    terms: Vec<(bool, NodeId)>,
    /// Items of the current terms.
    items: Vec<NodeId>,
    frame: Frame,
    enclosing: Vec<Frame>,
    /// The last token. While the current term has no items, the term follows this token.
    previous: Span,
}

impl<'a> Parser<'a> {
    fn new(input: &'a str) -> Self {
        Parser {
            lexer: Lexer::new(input),
            syntax: Syntax::unrooted(),
            options: Vec::new(),
            terms: Vec::new(),
            items: Vec::new(),
            frame: Frame::default(),
            enclosing: Vec::new(),
            previous: Span { start: 0, end: 0 },
        }
    }

    fn expression(mut self) -> Result<Syntax, ParseError> {
        loop {
            let (token, span) = self.lexer.token()?;
            match token {
                Token::Digit(size) | Token::Star(size) => self.atom(Node::Nim(size), span),
                Token::Name(name) => self.atom(Node::Name(name.to_owned()), span),
                Token::Heap { ruleset, position } => {
                    self.atom(Node::Heap { ruleset, position }, span);
                }
                Token::Copies(count) => self.copies(count, span)?,
                Token::Open(bracket @ (Bracket::Round | Bracket::Curly)) => {
                    self.open(bracket, span);
                }
                Token::Close(bracket) => self.close(bracket, span)?,
                Token::Comma => self.comma(span)?,
                Token::Plus | Token::Minus => {
                    self.end_term(&token, span)?;
                    self.frame.negative = token == Token::Minus;
                }
                Token::Open(Bracket::Square) | Token::Subscript | Token::Sharp | Token::Mate(_) => {
                    self.suffix(&token, span)?;
                }
                Token::Times => return Err(self.misplaced_times(span)),
                Token::End => return self.end(span),
            }
            self.previous = span;
        }
    }

    fn atom(&mut self, node: Node, span: Span) {
        let id = self.syntax.push(node, span);
        self.items.push(id);
    }

    fn suffix(&mut self, token: &Token, span: Span) -> Result<(), ParseError> {
        let Some(item) = self.current_items().last().copied() else {
            return Err(self.expected_game(token, span));
        };
        let changed = match *token {
            Token::Sharp => self.sharpen(item, span),
            Token::Mate(count) => (0..count).fold(item, |item, _| self.mate(item, span)),
            Token::Subscript => self.subscript(item)?,
            _ => self.chain(item, Bracket::Square, span)?,
        };
        self.items.pop();
        self.items.push(changed);
        Ok(())
    }

    /// Returns the node of `item#` with the sharp at `span`.
    pub(super) fn sharpen(&mut self, item: NodeId, span: Span) -> NodeId {
        let span = self.syntax.span(item).to(span);
        self.syntax.push(Node::Sharp(item), span)
    }

    fn mate(&mut self, item: NodeId, span: Span) -> NodeId {
        let span = self.syntax.span(item).to(span);
        self.syntax.push(Node::Mate(item), span)
    }

    fn copies(&mut self, count: u64, span: Span) -> Result<(), ParseError> {
        if self.frame.copies.is_some() || !self.current_items().is_empty() {
            return Err(self.misplaced_copies(span));
        }
        self.frame.copies = Some((count, span));
        Ok(())
    }

    fn open(&mut self, bracket: Bracket, span: Span) {
        let inner = Frame {
            opener: Some((bracket, span)),
            options: self.options.len(),
            terms: self.terms.len(),
            items: self.items.len(),
            ..Frame::default()
        };
        let outer = std::mem::replace(&mut self.frame, inner);
        self.enclosing.push(outer);
    }

    fn close(&mut self, bracket: Bracket, span: Span) -> Result<(), ParseError> {
        let opener = match self.frame.opener {
            Some((open, opener)) if open == bracket => opener,
            _ => return Err(self.misplaced_close(bracket, span)),
        };
        let token = Token::Close(bracket);
        let whole = opener.to(span);
        let item = if bracket == Bracket::Curly {
            // Only a brace may have nothing in it.
            if self.previous != opener {
                self.end_option(&token, span)?;
            }
            let options = self.options.drain(self.frame.options..).collect();
            self.syntax.push(Node::Set(options), whole)
        } else {
            let inner = self.end_sum(&token, span)?;
            self.syntax.set_span(inner, whole);
            inner
        };
        self.leave();
        self.items.push(item);
        Ok(())
    }

    /// Returns to the frame around the current one.
    fn leave(&mut self) {
        let outer = self.enclosing.pop();
        self.frame = outer.expect("only frames with an opener are closed, and those are enclosed");
    }

    fn comma(&mut self, span: Span) -> Result<(), ParseError> {
        match self.frame.opener {
            Some((Bracket::Curly, _)) => self.end_option(&Token::Comma, span),
            _ => Err(self.misplaced_comma(span)),
        }
    }

    fn end(mut self, span: Span) -> Result<Syntax, ParseError> {
        let nothing_read = self.previous.end == 0;
        if nothing_read {
            return Err(self.empty_input(span));
        }
        self.end_sum(&Token::End, span)?;
        match self.frame.opener {
            None => Ok(self.syntax),
            Some(opener) => Err(self.unclosed(opener, span)),
        }
    }

    /// Completes an option of a brace; `token` follows it.
    fn end_option(&mut self, token: &Token, span: Span) -> Result<(), ParseError> {
        let option = self.end_sum(token, span)?;
        self.options.push(option);
        Ok(())
    }

    /// Completes a sum; `token` follows it.
    fn end_sum(&mut self, token: &Token, span: Span) -> Result<NodeId, ParseError> {
        self.end_term(token, span)?;
        self.frame.negative = false;
        let terms = &self.terms[self.frame.terms..];
        let (first, last) = (terms[0].1, terms[terms.len() - 1].1);
        let sum = if terms.len() == 1 {
            first
        } else {
            let of_sign = |sign| terms.iter().filter(move |term| term.0 == sign);
            let sum = Node::Sum {
                plus: of_sign(false).map(|term| term.1).collect(),
                minus: of_sign(true).map(|term| term.1).collect(),
            };
            let span = self.syntax.span(first).to(self.syntax.span(last));
            self.syntax.push(sum, span)
        };
        self.terms.truncate(self.frame.terms);
        Ok(sum)
    }

    /// Completes a term; `token` follows it.
    fn end_term(&mut self, token: &Token, span: Span) -> Result<(), ParseError> {
        let (Some(&first), Some(&last)) = (self.current_items().first(), self.items.last()) else {
            return Err(self.expected_game(token, span));
        };
        let span = self.syntax.span(first).to(self.syntax.span(last));
        let mut term = first;
        if first != last {
            let items = self.items[self.frame.items..].to_vec();
            term = self.syntax.push(Node::Set(items), span);
        }
        if let Some((count, start)) = self.frame.copies.take() {
            let copies = Node::Copies(count, term);
            term = self.syntax.push(copies, start.to(span));
        }
        self.items.truncate(self.frame.items);
        self.terms.push((self.frame.negative, term));
        Ok(())
    }

    /// Returns the items of the current term so far.
    pub(super) fn current_items(&self) -> &[NodeId] {
        &self.items[self.frame.items..]
    }

    /// Returns the innermost open bracket.
    pub(super) fn opener(&self) -> Option<(Bracket, Span)> {
        self.frame.opener
    }

    /// Returns the token before the current term, while the term has no items.
    pub(super) fn previous(&self) -> Span {
        self.previous
    }

    /// Returns whether the current term begins with a number of copies.
    pub(super) fn has_copies(&self) -> bool {
        self.frame.copies.is_some()
    }
}
