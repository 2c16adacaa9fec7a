//! Chains: `2[#4##]`, `2_{#4##}`, `4_2`, read from left to right.
//!
//! Each step makes a node of the one before: `#` sharpens it, a nim heap is added to it, or after a
//! `-` subtracted.

use super::error::ParseError;
use super::lex::{Bracket, Token};
use super::parse::Parser;
use super::syntax::{Node, NodeId, Span};

impl Parser<'_> {
    /// Reads what follows `_`: a chain in braces, or a single character.
    pub(super) fn subscript(&mut self, item: NodeId) -> Result<NodeId, ParseError> {
        let (token, span) = self.lexer.token()?;
        match token {
            Token::Open(Bracket::Curly) => self.chain(item, Bracket::Curly, span),
            Token::Sharp => Ok(self.sharpen(item, span)),
            Token::Digit(size) => Ok(self.shift(item, size, span, false)),
            _ => Err(self.expected_subscript(span)),
        }
    }

    /// Reads the steps in a bracket opened at `opener`, and applies them to `item`.
    pub(super) fn chain(
        &mut self,
        item: NodeId,
        bracket: Bracket,
        opener: Span,
    ) -> Result<NodeId, ParseError> {
        let mut current = item;
        loop {
            let (token, span) = self.lexer.token()?;
            current = match token {
                Token::Sharp => self.sharpen(current, span),
                Token::Digit(size) | Token::Star(size) => self.shift(current, size, span, false),
                Token::Minus => {
                    let (size, span) = self.subtrahend()?;
                    self.shift(current, size, span, true)
                }
                Token::Close(close) if close == bracket && current != item => {
                    let whole = self.syntax.span(current).to(span);
                    self.syntax.set_span(current, whole);
                    return Ok(current);
                }
                _ => return Err(self.expected_step(&token, span, bracket, opener)),
            };
        }
    }

    /// Reads the nim heap after a `-` in a chain.
    fn subtrahend(&mut self) -> Result<(u64, Span), ParseError> {
        match self.lexer.token()? {
            (Token::Digit(size) | Token::Star(size), span) => Ok((size, span)),
            (_, span) => Err(self.expected_subtrahend(span)),
        }
    }

    /// Adds to `item`, or subtracts from it, a nim heap written at `span`.
    fn shift(&mut self, item: NodeId, size: u64, span: Span, negative: bool) -> NodeId {
        let heap = self.syntax.push(Node::Nim(size), span);
        let (plus, minus) = if negative {
            (vec![item], vec![heap])
        } else {
            (vec![item, heap], Vec::new())
        };
        let span = self.syntax.span(item).to(span);
        self.syntax.push(Node::Sum { plus, minus }, span)
    }
}
