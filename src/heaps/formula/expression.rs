//! Parsing of numbers, conditions and sets.

use super::operators::{
    ARITHMETIC, COMPARISON, Operator, POWER, binary, operator, set_function, unary,
    unknown_function,
};
use super::parse::Parser;
use super::syntax::{Binary, Expression, HIGHEST, Id, Item, Set, Unary};
use super::token::{KEYWORDS, Token};
use crate::heaps::entry::RulesetError;

impl Parser<'_> {
    pub(super) fn set(&mut self) -> Result<Set, RulesetError> {
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
    pub(super) fn conditions(&mut self) -> Result<Id, RulesetError> {
        let first = self.at;
        let mut all = self.expression()?;
        while self.eat(",") {
            let next = self.expression()?;
            all = self.push(Expression::And(all, next), first)?;
        }
        Ok(all)
    }

    pub(super) fn expression(&mut self) -> Result<Id, RulesetError> {
        self.binary(0)
    }

    /// An expression without conditions outside of parentheses.
    pub(super) fn arithmetic(&mut self) -> Result<Id, RulesetError> {
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
        while let Some(operator) = operator(self.token()) {
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
        if negated {
            return self.push(Expression::Unary(Unary::Not, member), first);
        }
        Ok(member)
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
