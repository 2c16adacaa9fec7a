//! Formulas that bound their moves: the hypothesis of the take-and-break theorems, read off the text.
//!
//! An option must leave parts whose sum is n - c with a constant c. Each part is a constant, a loop
//! variable plus a constant, or what remains: n minus the others. A loop runs over constants, or
//! between linear bounds. Then every condition, the ends of ranges included, compares a linear
//! expression in the parts with a number. If all its coefficients have the same sign, it is decided as
//! soon as a part that occurs in it is large: so a part that is large may grow or shrink by 1, and n
//! with it, and the option stays an option. This is what [`MoveBounds`] states.
//!
//! One more condition is admitted: `a <= b` for an option with the two parts a and b. Where growing or
//! shrinking breaks it, both are equal and large, and it holds with the names exchanged.

use std::collections::BTreeMap;

use super::described::{End, Linear, Reader};
use super::game::FormulaGame;
use super::syntax::{Choice, Clause, Comparison, Definition, Expression, Id, Item, Unary};
use crate::heaps::ruleset::Ruleset;
use crate::heaps::shape::MoveBounds;

/// Returns the bounds on moves that the text proves.
pub(super) fn bounds(definition: &Definition, game: &FormulaGame) -> Option<MoveBounds> {
    let [n] = &definition.parameters[..] else {
        return None;
    };
    if game.members.len() > 1 || game.is_loopy() {
        return None;
    }
    let mut reading = Reading {
        reader: Reader { definition, n },
        values: BTreeMap::new(),
        steps: 0,
        bounds: MoveBounds {
            most_taken: 0,
            most_left: 1,
            from: game.smallest(),
        },
    };
    for choice in &definition.choices {
        reading.choice(choice)?;
    }
    Some(reading.bounds)
}

/// A linear expression that is compared with 0.
#[derive(Clone)]
struct Atom<'d> {
    linear: Linear<'d>,
    /// Whether it must be at least 0; any other comparison if not.
    at_least: bool,
}

/// What is known at a place of the clauses of an option.
#[derive(Clone, Default)]
struct Seen<'d> {
    /// The loop variables that run over more than constants.
    variables: Vec<&'d str>,
    atoms: Vec<Atom<'d>>,
    /// Whether a condition fails for all large n.
    never_when_large: bool,
}

struct Reading<'d> {
    reader: Reader<'d>,
    /// The loop variables that are constants.
    values: BTreeMap<&'d str, i64>,
    steps: usize,
    bounds: MoveBounds,
}

impl<'d> Reading<'d> {
    fn linear(&self, id: Id) -> Option<Linear<'d>> {
        self.reader.linear(id)?.substituted(&self.values)
    }

    fn choice(&mut self, choice: &'d Choice) -> Option<()> {
        let own = |name: &String| *name == self.reader.definition.name;
        let plain = choice
            .parts
            .iter()
            .all(|part| part.clauses.is_empty() && part.place.ruleset.as_ref().is_none_or(own));
        plain.then(|| self.clauses(choice, &choice.clauses, Seen::default()))?
    }

    /// Reads the clauses that are left, once for each choice of constants.
    fn clauses(
        &mut self,
        choice: &'d Choice,
        clauses: &'d [Clause],
        mut seen: Seen<'d>,
    ) -> Option<()> {
        /// More choices of constants are not read.
        const MOST: usize = 4096;
        self.steps += 1;
        if self.steps > MOST {
            return None;
        }
        let Some((clause, rest)) = clauses.split_first() else {
            return self.option(choice, &seen);
        };
        match clause {
            Clause::If(condition) => {
                seen.never_when_large |= self.when_large(*condition) == Some(false);
                self.condition(*condition, &mut seen.atoms)?;
                self.clauses(choice, rest, seen)
            }
            Clause::For { variable, set, .. } => {
                for item in &set.0 {
                    let (from, to) = match *item {
                        Item::Single(a) => (a, a),
                        Item::Range(a, b) => (a, b),
                        Item::Function(..) => return None,
                    };
                    self.range(choice, (variable, from, to), rest, &seen)?;
                }
                Some(())
            }
        }
    }

    /// Reads what follows `for variable in from..to`.
    fn range(
        &mut self,
        choice: &'d Choice,
        (variable, from, to): (&'d str, Id, Id),
        rest: &'d [Clause],
        seen: &Seen<'d>,
    ) -> Option<()> {
        let from = self.linear(from)?;
        let mut seen = seen.clone();
        let name = Linear::name(variable);
        // The ends of `min(a, b)` bound the variable both.
        let mut largest: Option<i64> = None;
        for end in self.reader.minimum_of(to) {
            let (end, divisor) = match self.reader.end(end)? {
                End::Linear(end) => (end, 1),
                End::Divided(end, divisor) if divisor > 0 => (end, divisor),
                End::Divided(..) => return None,
            };
            let end = end.substituted(&self.values)?;
            if let Some(constant) = end.constant_with(&[]) {
                let constant = constant.div_euclid(divisor);
                largest = Some(largest.map_or(constant, |largest| largest.min(constant)));
            }
            seen.atoms.push(Atom {
                linear: end.add(&name, divisor.checked_neg()?)?,
                at_least: true,
            });
        }
        if let (Some(first), Some(last)) = (from.constant_with(&[]), largest) {
            for value in first..=last {
                self.values.insert(variable, value);
                let mut with_value = seen.clone();
                for atom in &mut with_value.atoms {
                    atom.linear = atom.linear.substituted(&self.values)?;
                }
                self.clauses(choice, rest, with_value)?;
            }
            self.values.remove(variable);
            return Some(());
        }
        seen.variables.push(variable);
        seen.atoms.push(Atom {
            linear: name.add(&from, -1)?,
            at_least: true,
        });
        self.clauses(choice, rest, seen)
    }

    /// Collects what a condition compares.
    fn condition(&self, id: Id, atoms: &mut Vec<Atom<'d>>) -> Option<()> {
        match self.reader.node(id) {
            Expression::Unary(Unary::Not, a) => {
                // The comparison is turned round: it is no longer known which it is.
                let mut inner = Vec::new();
                self.condition(*a, &mut inner)?;
                let turned = inner.into_iter().map(|atom| Atom {
                    at_least: false,
                    ..atom
                });
                atoms.extend(turned);
            }
            Expression::And(a, b) => {
                self.condition(*a, atoms)?;
                self.condition(*b, atoms)?;
            }
            Expression::Or(a, b) => {
                // Neither need hold.
                let mut inner = Vec::new();
                self.condition(*a, &mut inner)?;
                self.condition(*b, &mut inner)?;
                let open = inner.into_iter().map(|atom| Atom {
                    at_least: false,
                    ..atom
                });
                atoms.extend(open);
            }
            Expression::Chain(operands, comparisons) => {
                for (pair, comparison) in operands.windows(2).zip(comparisons) {
                    let (a, b) = (self.linear(pair[0])?, self.linear(pair[1])?);
                    let (linear, at_least) = match comparison {
                        Comparison::AtLeast => (a.add(&b, -1)?, true),
                        Comparison::AtMost => (b.add(&a, -1)?, true),
                        _ => (a.add(&b, -1)?, false),
                    };
                    atoms.push(Atom { linear, at_least });
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether a condition on n alone holds for all large n.
    fn when_large(&self, id: Id) -> Option<bool> {
        Some(match self.reader.node(id) {
            Expression::Unary(Unary::Not, a) => !self.when_large(*a)?,
            Expression::And(a, b) => match (self.when_large(*a), self.when_large(*b)) {
                (Some(false), _) | (_, Some(false)) => false,
                (Some(true), Some(true)) => true,
                _ => return None,
            },
            Expression::Or(a, b) => self.when_large(*a)? || self.when_large(*b)?,
            Expression::Chain(operands, comparisons) => {
                let mut all = true;
                for (pair, comparison) in operands.windows(2).zip(comparisons) {
                    let difference = self.linear(pair[0])?.add(&self.linear(pair[1])?, -1)?;
                    let constant = difference.constant;
                    let of_n = difference.multiple(self.reader.n);
                    let sign = if of_n == 0 { constant } else { of_n };
                    let only_n = [(self.reader.n, of_n)];
                    difference.constant_with(&only_n[..usize::from(of_n != 0)])?;
                    all &= comparison.holds(sign.signum(), 0);
                }
                all
            }
            _ => return None,
        })
    }

    /// An option whose clauses have been read.
    fn option(&mut self, choice: &'d Choice, seen: &Seen<'d>) -> Option<()> {
        let n = self.reader.n;
        if choice.parts.is_empty() {
            // To take everything must be impossible from some heap on.
            for Atom { linear, .. } in &seen.atoms {
                self.is_exception(linear.constant)?;
            }
            return (seen.never_when_large && seen.variables.is_empty()).then_some(());
        }
        // The constant that a part adds to its variable, for each variable.
        let mut added: BTreeMap<&str, i64> = BTreeMap::new();
        let mut total = Linear::default();
        let (mut rests, mut constant) = (0, 0i64);
        for part in &choice.parts {
            let [coordinate] = part.place.coordinates[..] else {
                return None;
            };
            let linear = self.linear(coordinate)?;
            if linear.multiple(n) != 0 {
                rests += 1;
            } else if let Some(size) = linear.constant_with(&[]) {
                self.is_exception(size)?;
                constant = constant.checked_add(size)?;
            } else {
                let of_part = |v: &&&str| linear.constant_with(&[(**v, 1)]).is_some();
                let variable = *seen.variables.iter().find(of_part)?;
                if added.insert(variable, linear.constant).is_some() {
                    return None;
                }
            }
            total = total.add(&linear, 1)?;
        }
        let taken = total.constant_with(&[(n, 1)])?.checked_neg()?;
        if rests != 1 || added.len() != seen.variables.len() {
            return None;
        }
        constant = constant.checked_add(taken)?;
        self.bounds.most_taken = self.bounds.most_taken.max(u64::try_from(taken).ok()?);
        self.bounds.most_left = self.bounds.most_left.max(choice.parts.len() as u64);
        for atom in &seen.atoms {
            self.atom(atom, &added, constant, choice)?;
        }
        Some(())
    }

    /// A condition on the parts. That of a variable is the variable and what is `added` to it, and n is
    /// the sum of these, of the rest, and of what is `constant`.
    fn atom(
        &mut self,
        Atom { linear, at_least }: &Atom<'d>,
        added: &BTreeMap<&str, i64>,
        constant: i64,
        choice: &Choice,
    ) -> Option<()> {
        let of_n = linear.multiple(self.reader.n);
        let mut coefficients = vec![of_n];
        let mut compared = linear.constant.checked_add(of_n.checked_mul(constant)?)?;
        for (name, plus) in added {
            let multiple = linear.multiple(name);
            coefficients.push(multiple.checked_add(of_n)?);
            compared = compared.checked_sub(multiple.checked_mul(*plus)?)?;
        }
        if coefficients.iter().all(|&c| c >= 0) || coefficients.iter().all(|&c| c <= 0) {
            let is_constant = coefficients.iter().all(|&c| c == 0);
            return self.is_exception(if is_constant { 0 } else { compared });
        }
        // b - a >= 0, where n = a + b + c.
        let (&name, plus) = added.first_key_value()?;
        let [a, b] = &choice.parts[..] else {
            return None;
        };
        let (a, b) = (
            self.linear(a.place.coordinates[0])?,
            self.linear(b.place.coordinates[0])?,
        );
        let a_is_variable = a.constant_with(&[(name, 1)]) == Some(*plus);
        let (small, large) = if a_is_variable { (a, b) } else { (b, a) };
        let difference = large.add(&small, -1)?;
        let opposite = Linear::default().add(&difference, -1)?;
        (*at_least && (*linear == difference || *linear == opposite)).then_some(())
    }

    /// Heaps up to this size are exceptions.
    fn is_exception(&mut self, constant: i64) -> Option<()> {
        /// A period is not looked for beyond more exceptions.
        const MOST: u64 = 10_000;
        self.bounds.from = self.bounds.from.max(constant.unsigned_abs());
        (self.bounds.from <= MOST).then_some(())
    }
}
