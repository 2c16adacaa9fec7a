//! From text to definitions.

use std::ops::Range;

use super::operators::is_function;
use super::syntax::{Choice, Clause, Definition, Expression, HIGHEST, Id, Part, Place, Tree};
use super::token::{KEYWORDS, Placed, Token, normal_text, tokens};
use crate::heaps::entry::RulesetError;
use crate::heaps::position::Position;

/// The longest text of formulas, in bytes.
pub(super) const LONGEST: usize = 1 << 20;

const EXAMPLE: &str = "a formula is written like n -> n-1, [a, n-2-a] for a in 0..n-2";

/// Splits a text into definitions, and gives each with its offset. A definition ends at `;`, or
/// before the next line with `->`.
pub(super) fn split(text: &str) -> Vec<(usize, &str)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut line_start = 0;
    let mut seen_arrow = false;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        let mut at = line_start;
        for (i, piece) in code.split(';').enumerate() {
            let has_arrow = piece.contains("->");
            if i > 0 || has_arrow && seen_arrow {
                pieces.push((start, &text[start..at]));
                start = at + usize::from(i > 0);
                seen_arrow = false;
            }
            seen_arrow |= has_arrow;
            at += usize::from(i > 0) + piece.len();
        }
        line_start += line.len();
    }
    pieces.push((start, &text[start..]));
    pieces.retain(|(_, piece)| {
        let mut lines = piece
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        lines.any(|line| !line.trim().is_empty())
    });
    pieces
}

/// Parses the definition at an offset of the whole text. `is_ruleset` tells which names other
/// rulesets have.
pub(super) fn definition(
    text: &str,
    offset: usize,
    is_ruleset: &dyn Fn(&str) -> bool,
) -> Result<Definition, RulesetError> {
    let tokens = tokens(text, offset)?;
    let mut parser = Parser {
        text,
        offset,
        is_ruleset,
        tokens,
        at: 0,
        depth: 0,
        tree: Tree::default(),
        names: Vec::new(),
    };
    parser.definition()
}

/// Returns the name before the parameters of a definition; empty if there is none.
pub(super) fn defined_name(text: &str) -> &str {
    let header = text.split("->").next().unwrap_or("");
    // Comments may stand before it.
    let mut header = header
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").trim());
    let header = header.rfind(|line| !line.is_empty()).unwrap_or("");
    let length = name_length(header);
    if header[length..].trim_start().starts_with('(') {
        &header[..length]
    } else {
        ""
    }
}

/// The length of the name of a ruleset at the beginning of a text: letters, digits, `-` and `_`.
fn name_length(text: &str) -> usize {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return 0;
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
    end.unwrap_or(text.len())
}

pub(super) struct Parser<'t> {
    text: &'t str,
    /// Where the text begins in the whole.
    offset: usize,
    is_ruleset: &'t dyn Fn(&str) -> bool,
    pub(super) tokens: Vec<Placed<'t>>,
    pub(super) at: usize,
    /// Open brackets and operators.
    pub(super) depth: usize,
    tree: Tree,
    /// The names of rulesets, in order.
    names: Vec<(Range<usize>, &'t str)>,
}

impl<'t> Parser<'t> {
    pub(super) fn token(&self) -> Token<'t> {
        self.tokens[self.at].0
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    /// The span from a token to the one before the current one.
    pub(super) fn span_from(&self, first: usize) -> Range<usize> {
        let last = self.at.saturating_sub(1).max(first);
        self.tokens[first].1.start..self.tokens[last].1.end
    }

    pub(super) fn bump(&mut self) {
        // The end stays.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    pub(super) fn eat(&mut self, symbol: &'static str) -> bool {
        let found = self.token() == Token::Symbol(symbol);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.token() == Token::Word(word);
        if found {
            self.bump();
        }
        found
    }

    pub(super) fn expected(&self, what: &str) -> RulesetError {
        let span = self.span();
        let found = if self.token() == Token::End {
            "the end of the formula".to_owned()
        } else {
            let text = &self.text[span.start - self.offset..span.end - self.offset];
            format!("`{text}`")
        };
        RulesetError::new(format!("expected {what}, found {found}"), span)
    }

    pub(super) fn expect(&mut self, symbol: &'static str) -> Result<(), RulesetError> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.expected(&format!("`{symbol}`")))
    }

    pub(super) fn too_deep(&self) -> RulesetError {
        let message = format!("more than {HIGHEST} operators or brackets within each other");
        RulesetError::new(message, self.span())
    }

    pub(super) fn push(&mut self, node: Expression, first: usize) -> Result<Id, RulesetError> {
        let span = self.span_from(first);
        (self.tree.push(node, span)).ok_or_else(|| self.too_deep())
    }

    fn definition(&mut self) -> Result<Definition, RulesetError> {
        let (name, parameters) = self.header()?;
        let mut choices = Vec::new();
        let empty = matches!(self.token(), Token::End | Token::Word("where"));
        if empty {
            return Err(self.expected("an option").hint(EXAMPLE));
        }
        loop {
            choices.push(self.choice()?);
            if !self.eat(",") {
                break;
            }
        }
        let mut condition = None;
        if self.eat_word("where") {
            condition = Some(self.conditions()?);
        }
        if self.token() != Token::End {
            return Err(self.expected("`,` or `for` or `if` or `where` or the end of the formula"));
        }
        let first = self.tokens[0].1.start;
        let text = normal_text(&self.tokens, &self.names);
        Ok(Definition {
            name,
            parameters,
            tree: std::mem::take(&mut self.tree),
            choices,
            condition,
            text,
            span: first..self.span().end,
        })
    }

    /// `n ->`, `(a, b) ->` or `name(a, b) ->`.
    fn header(&mut self) -> Result<(String, Vec<String>), RulesetError> {
        let mut name = String::new();
        let start = self.span().start - self.offset;
        let length = name_length(&self.text[start..]);
        let end = self.offset + start + length;
        let after = self.tokens.iter().position(|(_, span)| span.start >= end);
        let after = after.unwrap_or(self.tokens.len() - 1);
        if length > 0 && self.tokens[after].0 == Token::Symbol("(") {
            self.text[start..start + length].clone_into(&mut name);
            if KEYWORDS.contains(&name.as_str()) || is_function(&name) {
                let message = format!("`{name}` has a meaning of its own in formulas");
                return Err(RulesetError::new(message, self.offset + start..end));
            }
            self.names
                .push((self.offset + start..end, &self.text[start..start + length]));
            self.at = after;
        }
        let mut parameters = Vec::new();
        if self.eat("(") {
            loop {
                parameters.push(self.variable(&parameters)?);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(")")?;
        } else {
            parameters.push(self.variable(&[])?);
        }
        if parameters.len() > Position::MOST_COORDINATES {
            let most = Position::MOST_COORDINATES;
            let message = format!("a position has at most {most} coordinates");
            return Err(RulesetError::new(message, self.span_from(0)));
        }
        if !self.eat("->") {
            return Err(self.expected("`->`").hint(EXAMPLE));
        }
        Ok((name, parameters))
    }

    /// A name that is not yet in use.
    fn variable(&mut self, used: &[String]) -> Result<String, RulesetError> {
        let Token::Word(word) = self.token() else {
            return Err(self.expected("the name of a number").hint(EXAMPLE));
        };
        if KEYWORDS.contains(&word) || is_function(word) {
            let message = format!("`{word}` has a meaning of its own in formulas");
            return Err(RulesetError::new(message, self.span()));
        }
        if used.iter().any(|name| name == word) {
            let message = format!("`{word}` stands for another number already");
            return Err(RulesetError::new(message, self.span()));
        }
        self.bump();
        Ok(word.to_owned())
    }

    fn choice(&mut self) -> Result<Choice, RulesetError> {
        let mut parts = Vec::new();
        if self.eat("[") {
            if !self.eat("]") {
                loop {
                    let place = self.place()?;
                    let clauses = self.clauses()?;
                    parts.push(Part { place, clauses });
                    if !self.eat(",") {
                        break;
                    }
                }
                if !self.eat("]") {
                    return Err(self.expected("`,` or `for` or `if` or `]`"));
                }
            }
        } else {
            let place = self.place()?;
            let clauses = Vec::new();
            parts.push(Part { place, clauses });
        }
        let clauses = self.clauses()?;
        Ok(Choice { parts, clauses })
    }

    fn clauses(&mut self) -> Result<Vec<Clause>, RulesetError> {
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("for") {
                let span = self.span();
                let variable = self.variable(&[])?;
                if !self.eat_word("in") {
                    return Err(self.expected("`in`").hint("as in for a in 1..n"));
                }
                let set = self.set()?;
                clauses.push(Clause::For {
                    variable,
                    span,
                    set,
                });
            } else if self.eat_word("if") {
                clauses.push(Clause::If(self.expression()?));
            } else {
                return Ok(clauses);
            }
        }
    }

    /// A position: `n-1`, `(a-k, b)`, `kayles(n-2)`.
    fn place(&mut self) -> Result<Place, RulesetError> {
        let first = self.at;
        if let Some(ruleset) = self.ruleset_name() {
            self.expect("(")?;
            let coordinates = self.coordinates()?;
            return Ok(Place {
                ruleset: Some(ruleset),
                coordinates,
                span: self.span_from(first),
            });
        }
        let coordinates = if self.begins_list() {
            self.bump();
            self.coordinates()?
        } else {
            vec![self.arithmetic()?]
        };
        Ok(Place {
            ruleset: None,
            coordinates,
            span: self.span_from(first),
        })
    }

    /// What stands between parentheses, of which the first has been read.
    fn coordinates(&mut self) -> Result<Vec<Id>, RulesetError> {
        let mut coordinates = Vec::new();
        loop {
            coordinates.push(self.arithmetic()?);
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat(")") {
            return Err(self.expected("`,` or `)`"));
        }
        Ok(coordinates)
    }

    /// Whether a list of several numbers in parentheses begins here.
    fn begins_list(&self) -> bool {
        let mut depth = 0;
        for (token, _) in &self.tokens[self.at..] {
            match token {
                Token::Symbol("(" | "[" | "{") => depth += 1,
                Token::Symbol(")" | "]" | "}") if depth <= 1 => return false,
                Token::Symbol(")" | "]" | "}") => depth -= 1,
                Token::Symbol(",") if depth == 1 => return true,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    /// Reads the name of another ruleset with its parameters, if one stands here before a `(`.
    fn ruleset_name(&mut self) -> Option<String> {
        let start = self.span().start - self.offset;
        let text: &'t str = self.text;
        let rest = &text[start..];
        let mut length = match self.token() {
            Token::Code(code) => code.len(),
            Token::Word(word) if !KEYWORDS.contains(&word) => name_length(rest),
            _ => return None,
        };
        if rest[length..].starts_with('{') {
            length += rest[length..].find('}')? + 1;
        }
        let name = &rest[..length];
        let is_call = rest[length..].trim_start().starts_with('(');
        if !is_call || is_function(name) || !(self.is_ruleset)(name) {
            return None;
        }
        let end = self.offset + start + length;
        self.at = (self.tokens.iter()).position(|(_, span)| span.start >= end)?;
        self.names.push((end - length..end, name));
        Some(name.to_owned())
    }
}
