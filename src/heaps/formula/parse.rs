//! From text to definitions.

use std::ops::Range;

use super::syntax::{
    Binary, Choice, Clause, Comparison, Definition, Expression, HIGHEST, Id, Item, Part, Place,
    Set, SetFunction, Tree, Unary,
};
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
    };
    parser.definition()
}

/// Returns the name before the parameters of a definition; empty if there is none.
pub(super) fn defined_name(text: &str) -> &str {
    let header = text.split("->").next().unwrap_or("");
    // Comments may stand before it.
    let header = header
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").trim());
    let header = header.filter(|line| !line.is_empty()).last().unwrap_or("");
    let length = name_length(header);
    match header[length..].trim_start().starts_with('(') {
        true => &header[..length],
        false => "",
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

struct Parser<'t> {
    text: &'t str,
    /// Where the text begins in the whole.
    offset: usize,
    is_ruleset: &'t dyn Fn(&str) -> bool,
    tokens: Vec<Placed<'t>>,
    at: usize,
    /// Open brackets and operators.
    depth: usize,
    tree: Tree,
}

impl<'t> Parser<'t> {
    fn token(&self) -> Token<'t> {
        self.tokens[self.at].0
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.at].1.clone()
    }

    /// The span from a token to the one before the current one.
    fn span_from(&self, first: usize) -> Range<usize> {
        let last = self.at.saturating_sub(1).max(first);
        self.tokens[first].1.start..self.tokens[last].1.end
    }

    fn bump(&mut self) {
        // The end stays.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    fn eat(&mut self, symbol: &'static str) -> bool {
        let found = self.token() == Token::Symbol(symbol);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.token() == Token::Word(word);
        if found {
            self.bump();
        }
        found
    }

    fn expected(&self, what: &str) -> RulesetError {
        let span = self.span();
        let found = match self.token() {
            Token::End => "the end of the formula".to_owned(),
            _ => {
                let text = &self.text[span.start - self.offset..span.end - self.offset];
                format!("`{text}`")
            }
        };
        RulesetError::new(format!("expected {what}, found {found}"), span)
    }

    fn expect(&mut self, symbol: &'static str) -> Result<(), RulesetError> {
        if self.eat(symbol) {
            return Ok(());
        }
        Err(self.expected(&format!("`{symbol}`")))
    }

    fn too_deep(&self) -> RulesetError {
        let message = format!("more than {HIGHEST} operators or brackets within each other");
        RulesetError::new(message, self.span())
    }

    fn push(&mut self, node: Expression, first: usize) -> Result<Id, RulesetError> {
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
        let condition = match self.eat_word("where") {
            true => Some(self.conditions()?),
            false => None,
        };
        if self.token() != Token::End {
            return Err(self.expected("`,` or `for` or `if` or `where` or the end of the formula"));
        }
        let first = self.tokens[0].1.start;
        let mut text = normal_text(&self.tokens);
        if !name.is_empty() {
            // A name with hyphens is several tokens, which the normal text does not space.
            debug_assert!(text.starts_with(&name), "{text}");
            text.truncate(text.len());
        }
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
            name = self.text[start..start + length].to_owned();
            if KEYWORDS.contains(&name.as_str()) || is_function(&name) {
                let message = format!("`{name}` has a meaning of its own in formulas");
                return Err(RulesetError::new(message, self.offset + start..end));
            }
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
        let rest = &self.text[start..];
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
        Some(name.to_owned())
    }

    fn set(&mut self) -> Result<Set, RulesetError> {
        if self.eat("{") {
            let mut items = Vec::new();
            if self.eat("}") {
                return Ok(Set(items));
            }
            loop {
                items.push(self.item()?);
                if !self.eat(",") {
                    break;
                }
            }
            if !self.eat("}") {
                return Err(self.expected("`,` or `..` or `}`"));
            }
            return Ok(Set(items));
        }
        let first = self.at;
        let item = self.item()?;
        if let Item::Single(_) = item {
            let message = "expected a set of numbers, found one number";
            let hint = "a set is written 1..n or {1, 4, 9} or divisors(n)";
            return Err(RulesetError::new(message, self.span_from(first)).hint(hint));
        }
        Ok(Set(vec![item]))
    }

    fn item(&mut self) -> Result<Item, RulesetError> {
        if let Token::Word(word) = self.token()
            && let Some(function) = set_function(word)
        {
            self.bump();
            self.expect("(")?;
            let argument = self.arithmetic()?;
            self.expect(")")?;
            return Ok(Item::Function(function, argument));
        }
        let from = self.arithmetic()?;
        if !self.eat("..") {
            return Ok(Item::Single(from));
        }
        Ok(Item::Range(from, self.arithmetic()?))
    }

    /// Conditions with commas between them, which all hold.
    fn conditions(&mut self) -> Result<Id, RulesetError> {
        let first = self.at;
        let mut all = self.expression()?;
        while self.eat(",") {
            let next = self.expression()?;
            all = self.push(Expression::And(all, next), first)?;
        }
        Ok(all)
    }

    fn expression(&mut self) -> Result<Id, RulesetError> {
        self.binary(0)
    }

    /// An expression without conditions outside of parentheses.
    fn arithmetic(&mut self) -> Result<Id, RulesetError> {
        self.binary(ARITHMETIC)
    }

    /// Reads operators that bind at least this tightly, by precedence climbing.
    fn binary(&mut self, least: u8) -> Result<Id, RulesetError> {
        self.depth += 1;
        if self.depth > HIGHEST {
            return Err(self.too_deep());
        }
        let first = self.at;
        let mut left = self.operand()?;
        loop {
            let Some(operator) = operator(self.token()) else {
                break;
            };
            let level = operator.level();
            if level < least {
                break;
            }
            left = match operator {
                Operator::Compare(_) => self.chain(left, first)?,
                Operator::Member => self.member(left, first, false)?,
                Operator::NotMember => {
                    if self.tokens[self.at + 1].0 != Token::Word("in") {
                        break;
                    }
                    self.bump();
                    self.member(left, first, true)?
                }
                Operator::And | Operator::Or => {
                    self.bump();
                    let right = self.binary(level + 1)?;
                    let node = match operator {
                        Operator::And => Expression::And(left, right),
                        _ => Expression::Or(left, right),
                    };
                    self.push(node, first)?
                }
                Operator::Arithmetic(Binary::Power) => {
                    self.bump();
                    // 2^3^2 is 2^9.
                    let right = self.binary(level)?;
                    self.push(Expression::Binary(Binary::Power, left, right), first)?
                }
                Operator::Arithmetic(operator) => {
                    self.bump();
                    let right = self.binary(level + 1)?;
                    self.push(Expression::Binary(operator, left, right), first)?
                }
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    /// `left < b <= c …`.
    fn chain(&mut self, left: Id, first: usize) -> Result<Id, RulesetError> {
        let (mut operands, mut comparisons) = (vec![left], Vec::new());
        while let Some(Operator::Compare(comparison)) = operator(self.token()) {
            self.bump();
            comparisons.push(comparison);
            operands.push(self.arithmetic()?);
        }
        self.push(Expression::Chain(operands, comparisons), first)
    }

    fn member(&mut self, left: Id, first: usize, negated: bool) -> Result<Id, RulesetError> {
        self.bump();
        let set = self.set()?;
        let member = self.push(Expression::Member(left, set), first)?;
        match negated {
            true => self.push(Expression::Unary(Unary::Not, member), first),
            false => Ok(member),
        }
    }

    fn operand(&mut self) -> Result<Id, RulesetError> {
        let first = self.at;
        match self.token() {
            Token::Number(number) => {
                self.bump();
                self.push(Expression::Number(number), first)
            }
            Token::Symbol("-") => {
                self.bump();
                // -2^2 is -4, and -a*b is (-a)*b, which is the same.
                let operand = self.binary(POWER)?;
                self.push(Expression::Unary(Unary::Negative, operand), first)
            }
            Token::Symbol("(") => {
                self.bump();
                let inner = self.expression()?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Word("not") => {
                self.bump();
                let operand = self.binary(COMPARISON)?;
                self.push(Expression::Unary(Unary::Not, operand), first)
            }
            Token::Word(word) if !KEYWORDS.contains(&word) => {
                if self.tokens[self.at + 1].0 == Token::Symbol("(") {
                    return self.call(word);
                }
                self.bump();
                self.push(Expression::Name(word.to_owned()), first)
            }
            _ => Err(self.expected("a number or a name or `(`")),
        }
    }

    fn call(&mut self, word: &str) -> Result<Id, RulesetError> {
        let first = self.at;
        let span = self.span();
        self.bump();
        self.expect("(")?;
        let mut arguments = vec![self.arithmetic()?];
        while self.eat(",") {
            arguments.push(self.arithmetic()?);
        }
        if !self.eat(")") {
            return Err(self.expected("`,` or `)`"));
        }
        if let Some(function) = unary(word) {
            let [argument] = arguments[..] else {
                let message = format!("`{word}` is a function of one number");
                return Err(RulesetError::new(message, self.span_from(first)));
            };
            return self.push(Expression::Unary(function, argument), first);
        }
        let Some(function) = binary(word) else {
            return Err(unknown_function(word, span));
        };
        let [mut value, ref others @ ..] = arguments[..] else {
            return Err(unknown_function(word, span));
        };
        if others.is_empty() {
            let message = format!("`{word}` is a function of several numbers");
            return Err(RulesetError::new(message, self.span_from(first)));
        }
        for &other in others {
            value = self.push(Expression::Binary(function, value, other), first)?;
        }
        Ok(value)
    }
}

const COMPARISON: u8 = 3;
const ARITHMETIC: u8 = 4;
const POWER: u8 = 6;

#[derive(Clone, Copy)]
enum Operator {
    Or,
    And,
    Compare(Comparison),
    Member,
    NotMember,
    Arithmetic(Binary),
}

impl Operator {
    /// How tightly it binds.
    fn level(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Compare(_) | Self::Member | Self::NotMember => COMPARISON,
            Self::Arithmetic(Binary::Add | Binary::Subtract) => ARITHMETIC,
            Self::Arithmetic(Binary::Power) => POWER,
            Self::Arithmetic(_) => 5,
        }
    }
}

fn operator(token: Token<'_>) -> Option<Operator> {
    use Comparison::{AtLeast, AtMost, Equal, Greater, Less, Unequal};
    Some(match token {
        Token::Word("or") => Operator::Or,
        Token::Word("and") => Operator::And,
        Token::Word("in") => Operator::Member,
        Token::Word("not") => Operator::NotMember,
        Token::Symbol(symbol) => match symbol {
            "==" => Operator::Compare(Equal),
            "!=" => Operator::Compare(Unequal),
            "<" => Operator::Compare(Less),
            "<=" => Operator::Compare(AtMost),
            ">" => Operator::Compare(Greater),
            ">=" => Operator::Compare(AtLeast),
            "+" => Operator::Arithmetic(Binary::Add),
            "-" => Operator::Arithmetic(Binary::Subtract),
            "*" => Operator::Arithmetic(Binary::Multiply),
            "//" => Operator::Arithmetic(Binary::Divide),
            "%" => Operator::Arithmetic(Binary::Remainder),
            "^" => Operator::Arithmetic(Binary::Power),
            _ => return None,
        },
        _ => return None,
    })
}

fn unary(name: &str) -> Option<Unary> {
    Some(match name {
        "abs" => Unary::Absolute,
        "isqrt" => Unary::Root,
        "phi" => Unary::Phi,
        "tau" => Unary::Tau,
        "sigma" => Unary::Sigma,
        "omega" => Unary::Omega,
        "bigomega" => Unary::BigOmega,
        "is_prime" => Unary::IsPrime,
        "smallest_prime" => Unary::SmallestPrime,
        "valuation" => Unary::Valuation,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "min" => Binary::Minimum,
        "max" => Binary::Maximum,
        "gcd" => Binary::Gcd,
        _ => return None,
    })
}

fn set_function(name: &str) -> Option<SetFunction> {
    Some(match name {
        "divisors" => SetFunction::Divisors,
        "proper_divisors" => SetFunction::ProperDivisors,
        "totatives" => SetFunction::Totatives,
        "prime_factors" => SetFunction::PrimeFactors,
        _ => return None,
    })
}

fn is_function(name: &str) -> bool {
    unary(name).is_some() || binary(name).is_some() || set_function(name).is_some()
}

fn unknown_function(name: &str, span: Range<usize>) -> RulesetError {
    if set_function(name).is_some() {
        let message = format!("`{name}` is a set, not a number");
        return RulesetError::new(message, span)
            .hint(format!("it stands after in, as in for d in {name}(n)"));
    }
    let message = format!("nothing is called `{name}` here: no function and no ruleset");
    RulesetError::new(message, span).hint(
        "the functions are abs, min, max, gcd, isqrt, phi, tau, sigma, omega, bigomega, is_prime, \
         smallest_prime, valuation; the sets divisors, proper_divisors, totatives, prime_factors",
    )
}
