//! Definitions as programs of a small register machine.
//!
//! Every expression has a slot for its value. Loops are jumps, and an option is a list of positions
//! between [`Step::Begin`] and [`Step::End`], so that nothing needs a stack when it runs.

use std::ops::Range;

use super::syntax::{
    Binary, Clause, Comparison, Definition, Expression, Id, Item, Place, Set, SetFunction, Unary,
};
use crate::heaps::entry::RulesetError;

/// The number of a value.
pub(super) type Slot = usize;
/// The number of a list of values.
pub(super) type List = usize;
/// The number of a step.
type Target = usize;

#[derive(Clone, Debug)]
pub(super) enum Step {
    Unary(Unary, Slot, Slot),
    Binary(Binary, Slot, Slot, Slot),
    Compare(Comparison, Slot, Slot, Slot),
    /// 1 if the second is not 0, else 0.
    Truth(Slot, Slot),
    JumpIfZero(Slot, Target),
    JumpUnlessZero(Slot, Target),
    /// Enters a loop over a range, or leaves it.
    Range {
        variable: Slot,
        from: Slot,
        to: Slot,
        exit: Target,
    },
    /// Goes back to the body while the range lasts.
    Next {
        variable: Slot,
        to: Slot,
        body: Target,
    },
    Clear(List),
    Push(List, Slot),
    PushRange(List, Slot, Slot),
    PushAll(List, SetFunction, Slot),
    /// Takes the next value of a list, or leaves the loop and starts the list again.
    Each {
        list: List,
        variable: Slot,
        exit: Target,
    },
    Jump(Target),
    Contains {
        value: Slot,
        list: List,
        found: Slot,
    },
    Begin,
    /// Adds a position of a kind; its coordinates are slots.
    Part(u16, Range<usize>),
    End,
}

/// The steps that enumerate the options of a position, or test whether it is one.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    /// The values before the first step: room for the coordinates, then constants and the rest.
    pub(super) values: Vec<i64>,
    pub(super) lists: usize,
    /// The slots of the coordinates of all parts.
    pub(super) coordinates: Vec<Slot>,
    /// The value of a test.
    pub(super) result: Slot,
    /// Where each step was written.
    spans: Vec<Range<usize>>,
}

impl Program {
    /// Returns where a step was written.
    pub(super) fn span(&self, step: usize) -> Range<usize> {
        self.spans.get(step).cloned().unwrap_or_default()
    }
}

/// Another ruleset that a definition uses.
pub(super) struct Other {
    pub(super) kind: u16,
    pub(super) arity: usize,
}

/// Compiles the options of a definition. `other` finds the rulesets that it uses.
pub(super) fn options(
    definition: &Definition,
    other: &dyn Fn(&str) -> Option<Other>,
    own_kind: u16,
) -> Result<Program, RulesetError> {
    let mut compiler = Compiler::new(definition);
    for choice in &definition.choices {
        let scope = compiler.scope.len();
        let loops = compiler.enter(&choice.clauses)?;
        compiler.step(Step::Begin, 0..0);
        for part in &choice.parts {
            let inner = compiler.scope.len();
            let loops = compiler.enter(&part.clauses)?;
            compiler.part(&part.place, other, own_kind)?;
            compiler.leave(loops);
            compiler.scope.truncate(inner);
        }
        compiler.step(Step::End, 0..0);
        compiler.leave(loops);
        compiler.scope.truncate(scope);
    }
    Ok(compiler.program)
}

/// Compiles the condition on positions.
pub(super) fn condition(definition: &Definition, id: Id) -> Result<Program, RulesetError> {
    let mut compiler = Compiler::new(definition);
    compiler.program.result = compiler.expression(id)?;
    Ok(compiler.program)
}

/// What ends a clause: where to jump back to, or a jump to correct.
enum Open {
    /// A loop over a range, which began at this step.
    Range(Target),
    Each(Target),
    If(Target),
}

struct Compiler<'d> {
    definition: &'d Definition,
    program: Program,
    /// The names in scope.
    scope: Vec<(&'d str, Slot)>,
}

impl<'d> Compiler<'d> {
    fn new(definition: &'d Definition) -> Self {
        let mut compiler = Self {
            definition,
            program: Program::default(),
            scope: Vec::new(),
        };
        for name in &definition.parameters {
            let slot = compiler.slot(0);
            compiler.scope.push((name, slot));
        }
        compiler
    }

    fn slot(&mut self, value: i64) -> Slot {
        self.program.values.push(value);
        self.program.values.len() - 1
    }

    fn step(&mut self, step: Step, span: Range<usize>) -> Target {
        self.program.steps.push(step);
        self.program.spans.push(span);
        self.program.steps.len() - 1
    }

    /// Lets a jump lead to the next step.
    fn land(&mut self, jump: Target) {
        let here = self.program.steps.len();
        match &mut self.program.steps[jump] {
            Step::Range { exit: to, .. }
            | Step::Each { exit: to, .. }
            | Step::JumpIfZero(_, to)
            | Step::JumpUnlessZero(_, to) => *to = here,
            _ => {}
        }
    }

    fn expression(&mut self, id: Id) -> Result<Slot, RulesetError> {
        let definition = self.definition;
        let span = definition.tree.span(id);
        Ok(match definition.tree.node(id) {
            Expression::Number(number) => self.slot(*number),
            Expression::Name(name) => {
                let known = self.scope.iter().rev().find(|(known, _)| known == name);
                let Some(&(_, slot)) = known else {
                    return Err(self.unknown(name, span));
                };
                slot
            }
            Expression::Unary(function, a) => {
                let a = self.expression(*a)?;
                let to = self.slot(0);
                self.step(Step::Unary(*function, to, a), span);
                to
            }
            Expression::Binary(operator, a, b) => {
                let (a, b) = (self.expression(*a)?, self.expression(*b)?);
                let to = self.slot(0);
                self.step(Step::Binary(*operator, to, a, b), span);
                to
            }
            Expression::Chain(operands, comparisons) => {
                let to = self.slot(0);
                let mut before = self.expression(operands[0])?;
                let mut jumps = Vec::new();
                for (&operand, &comparison) in operands[1..].iter().zip(comparisons) {
                    let next = self.expression(operand)?;
                    self.step(Step::Compare(comparison, to, before, next), span.clone());
                    jumps.push(self.step(Step::JumpIfZero(to, 0), span.clone()));
                    before = next;
                }
                for jump in jumps {
                    self.land(jump);
                }
                to
            }
            Expression::And(a, b) | Expression::Or(a, b) => {
                let is_and = matches!(definition.tree.node(id), Expression::And(..));
                let a = self.expression(*a)?;
                let to = self.slot(0);
                self.step(Step::Truth(to, a), span.clone());
                let jump = if is_and {
                    Step::JumpIfZero(to, 0)
                } else {
                    Step::JumpUnlessZero(to, 0)
                };
                let jump = self.step(jump, span.clone());
                let b = self.expression(*b)?;
                self.step(Step::Truth(to, b), span);
                self.land(jump);
                to
            }
            Expression::Member(a, set) => self.member(*a, set, &span)?,
        })
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> RulesetError {
        let message = format!("nothing is called `{name}` here");
        let known: Vec<String> = (self.scope.iter().map(|(name, _)| format!("`{name}`"))).collect();
        RulesetError::new(message, span).hint(format!("the names here are {}", known.join(", ")))
    }

    fn member(&mut self, a: Id, set: &'d Set, span: &Range<usize>) -> Result<Slot, RulesetError> {
        let value = self.expression(a)?;
        let found = self.slot(0);
        // A set without items has no members.
        self.step(
            Step::Compare(Comparison::Unequal, found, value, value),
            span.clone(),
        );
        let mut jumps = Vec::new();
        for item in &set.0 {
            match *item {
                Item::Single(b) => {
                    let b = self.expression(b)?;
                    self.step(
                        Step::Compare(Comparison::Equal, found, value, b),
                        span.clone(),
                    );
                }
                Item::Range(from, to) => {
                    let (from, to) = (self.expression(from)?, self.expression(to)?);
                    let least = Step::Compare(Comparison::AtLeast, found, value, from);
                    self.step(least, span.clone());
                    let below = self.step(Step::JumpIfZero(found, 0), span.clone());
                    let most = Step::Compare(Comparison::AtMost, found, value, to);
                    self.step(most, span.clone());
                    self.land(below);
                }
                Item::Function(function, of) => {
                    let of = self.expression(of)?;
                    let list = self.list();
                    self.step(Step::Clear(list), span.clone());
                    self.step(Step::PushAll(list, function, of), span.clone());
                    self.step(Step::Contains { value, list, found }, span.clone());
                }
            }
            jumps.push(self.step(Step::JumpUnlessZero(found, 0), span.clone()));
        }
        for jump in jumps {
            self.land(jump);
        }
        Ok(found)
    }

    fn list(&mut self) -> List {
        self.program.lists += 1;
        self.program.lists - 1
    }

    /// Enters loops and conditions, from left to right.
    fn enter(&mut self, clauses: &'d [Clause]) -> Result<Vec<Open>, RulesetError> {
        let mut open = Vec::with_capacity(clauses.len());
        for clause in clauses {
            match clause {
                Clause::If(condition) => {
                    let holds = self.expression(*condition)?;
                    let span = self.definition.tree.span(*condition);
                    open.push(Open::If(self.step(Step::JumpIfZero(holds, 0), span)));
                }
                Clause::For {
                    variable: name,
                    span,
                    set,
                } => {
                    if self.scope.iter().any(|(known, _)| known == name) {
                        let message = format!("`{name}` stands for another number already");
                        return Err(RulesetError::new(message, span.clone()));
                    }
                    let entered = self.enter_loop(set, span)?;
                    let variable = match self.program.steps.last() {
                        Some(Step::Range { variable, .. } | Step::Each { variable, .. }) => {
                            *variable
                        }
                        _ => 0,
                    };
                    self.scope.push((name, variable));
                    open.push(entered);
                }
            }
        }
        Ok(open)
    }

    fn enter_loop(&mut self, set: &'d Set, span: &Range<usize>) -> Result<Open, RulesetError> {
        let variable = self.slot(0);
        if let [Item::Range(from, to)] = set.0[..] {
            let (from, to) = (self.expression(from)?, self.expression(to)?);
            let enter = Step::Range {
                variable,
                from,
                to,
                exit: 0,
            };
            return Ok(Open::Range(self.step(enter, span.clone())));
        }
        let list = self.list();
        self.step(Step::Clear(list), span.clone());
        for item in &set.0 {
            let push = match *item {
                Item::Single(a) => Step::Push(list, self.expression(a)?),
                Item::Range(from, to) => {
                    Step::PushRange(list, self.expression(from)?, self.expression(to)?)
                }
                Item::Function(function, a) => Step::PushAll(list, function, self.expression(a)?),
            };
            self.step(push, span.clone());
        }
        let each = Step::Each {
            list,
            variable,
            exit: 0,
        };
        Ok(Open::Each(self.step(each, span.clone())))
    }

    fn leave(&mut self, open: Vec<Open>) {
        for clause in open.into_iter().rev() {
            match clause {
                Open::If(jump) => self.land(jump),
                Open::Each(begin) => {
                    self.step(Step::Jump(begin), 0..0);
                    self.land(begin);
                }
                Open::Range(begin) => {
                    if let Step::Range { variable, to, .. } = self.program.steps[begin] {
                        let body = begin + 1;
                        self.step(Step::Next { variable, to, body }, 0..0);
                    }
                    self.land(begin);
                }
            }
        }
    }

    fn part(
        &mut self,
        place: &Place,
        other: &dyn Fn(&str) -> Option<Other>,
        own_kind: u16,
    ) -> Result<(), RulesetError> {
        let target = match &place.ruleset {
            None => Other {
                kind: own_kind,
                arity: self.definition.parameters.len(),
            },
            Some(name) => other(name).ok_or_else(|| {
                RulesetError::new(format!("there is no ruleset `{name}`"), place.span.clone())
            })?,
        };
        if place.coordinates.len() != target.arity {
            let whose = match &place.ruleset {
                Some(name) => format!("a position of `{name}`"),
                None => "a position".into(),
            };
            let plural = if target.arity == 1 { "" } else { "s" };
            let message = format!(
                "{whose} is {} number{plural}, found {}",
                target.arity,
                place.coordinates.len()
            );
            let error = RulesetError::new(message, place.span.clone());
            return Err(match place.ruleset {
                None => {
                    error.hint("positions that are left side by side stand in brackets: [a, b]")
                }
                Some(_) => error,
            });
        }
        let mut slots = Vec::with_capacity(place.coordinates.len());
        for &coordinate in &place.coordinates {
            slots.push(self.expression(coordinate)?);
        }
        let first = self.program.coordinates.len();
        self.program.coordinates.extend(slots);
        let range = first..self.program.coordinates.len();
        self.step(Step::Part(target.kind, range), place.span.clone());
        Ok(())
    }
}
