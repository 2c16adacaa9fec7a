//! Runs programs within a budget.

use std::num::NonZeroU64;

use num_integer::Integer;

use super::game::Member;
use super::program::{Program, Slot, Step};
use super::syntax::{Binary, SetFunction, Unary};
use crate::limits::{Account, Budget, Reason, Ticker};
use crate::numbers::{Factored, divisors};

const TOO_LARGE: Reason = Reason::Undefined {
    what: "a number beyond 64 bits",
};
const ZERO_DIVISOR: Reason = Reason::Undefined {
    what: "a division by 0",
};
/// A move that need not end.
pub(super) const NOT_SMALLER: Reason = Reason::Undefined {
    what: "a move does not make the position smaller",
};
const NO_POSITION: Reason = Reason::Undefined {
    what: "a move leads to what is no position of the other ruleset",
};

/// Options as words: for each the number of its positions, and for each of these its kind, if
/// there are several, and its coordinates.
pub(super) struct Options {
    pub(super) words: Vec<u64>,
    pub(super) account: Account,
}

/// The state of a program.
pub(super) struct Machine<'m> {
    members: &'m [Member],
    /// The kind of the position whose options are enumerated.
    from: u16,
    /// Its coordinates; none if moves are not compared with it.
    start: Option<&'m [u64]>,
    budget: &'m Budget,
    ticker: Ticker,
    /// The steps that it may take, loops counted only.
    pub(super) steps_left: u64,
    /// Whether one option is enough.
    pub(super) first_only: bool,
    /// What is wrong with the option that is being made, if it is one in the end.
    fault: Option<Reason>,
    /// The step that was taken last.
    pub(super) at: usize,
}

impl<'m> Machine<'m> {
    pub(super) fn new(members: &'m [Member], from: u16, budget: &'m Budget) -> Self {
        Self {
            members,
            from,
            start: None,
            budget,
            ticker: Ticker::default(),
            steps_left: u64::MAX,
            first_only: false,
            fault: None,
            at: 0,
        }
    }

    /// Checks that every move leads to a smaller position.
    pub(super) fn compared_with(mut self, start: &'m [u64]) -> Self {
        self.start = Some(start);
        self
    }

    fn tick(&mut self, units: u64) -> Result<(), Reason> {
        match self.steps_left.checked_sub(units) {
            Some(left) => self.steps_left = left,
            None => return Err(Reason::Deadline),
        }
        let units = usize::try_from(units).unwrap_or(usize::MAX);
        self.ticker.tick_for(units, self.budget)
    }

    /// Computes the value of a test.
    pub(super) fn test(&mut self, program: &Program, coordinates: &[i64]) -> Result<bool, Reason> {
        let values = self.run(program, coordinates, None)?;
        Ok(values[program.result] != 0)
    }

    /// Enumerates the options of a position.
    pub(super) fn options(
        &mut self,
        program: &Program,
        coordinates: &[i64],
    ) -> Result<Options, Reason> {
        let mut options = Options {
            words: Vec::new(),
            account: self.budget.account(),
        };
        self.run(program, coordinates, Some(&mut options))?;
        Ok(options)
    }

    fn run(
        &mut self,
        program: &Program,
        coordinates: &[i64],
        mut options: Option<&mut Options>,
    ) -> Result<Vec<i64>, Reason> {
        let mut values = program.values.clone();
        values[..coordinates.len()].copy_from_slice(coordinates);
        let mut lists = Lists::new(program.lists, self.budget);
        // Where the words of the option begin that is being made, if it is one.
        let (mut begin, mut is_move) = (0, true);
        let mut at = 0;
        while let Some(step) = program.steps.get(at) {
            self.at = at;
            at += 1;
            match *step {
                Step::Binary(operator, to, a, b) => {
                    values[to] = binary(operator, values[a], values[b])?;
                }
                Step::Unary(function, to, a) => {
                    if !matches!(function, Unary::Negative | Unary::Not | Unary::Absolute) {
                        self.tick(FACTORING)?;
                    }
                    values[to] = unary(function, values[a])?;
                }
                Step::Compare(comparison, to, a, b) => {
                    values[to] = i64::from(comparison.holds(values[a], values[b]));
                }
                Step::Truth(to, a) => values[to] = i64::from(values[a] != 0),
                Step::JumpIfZero(test, target) => {
                    if values[test] == 0 {
                        at = target;
                    }
                }
                Step::JumpUnlessZero(test, target) => {
                    if values[test] != 0 {
                        at = target;
                    }
                }
                Step::Range {
                    variable,
                    from,
                    to,
                    exit,
                } => {
                    values[variable] = values[from];
                    if values[from] > values[to] {
                        at = exit;
                    }
                }
                Step::Next { variable, to, body } => {
                    self.tick(1)?;
                    if values[variable] < values[to] {
                        values[variable] += 1;
                        at = body;
                    }
                }
                Step::Each {
                    list,
                    variable,
                    exit,
                } => {
                    self.tick(1)?;
                    match lists.next(list) {
                        Some(value) => values[variable] = value,
                        None => at = exit,
                    }
                }
                Step::Jump(target) => at = target,
                Step::Begin => {
                    is_move = true;
                    self.fault = None;
                    if let Some(options) = &mut options {
                        begin = options.words.len();
                        options.account.reserve(&mut options.words, 1)?;
                        options.words.push(0);
                    }
                }
                Step::Part(kind, ref slots) => {
                    if is_move && let Some(options) = &mut options {
                        let slots = &program.coordinates[slots.clone()];
                        is_move = self.part(kind, slots, &values, options)?;
                        options.words[begin] += 1;
                    }
                }
                Step::End => {
                    self.tick(1)?;
                    if is_move && let Some(fault) = self.fault {
                        return Err(fault);
                    }
                    if is_move && self.first_only {
                        break;
                    }
                    if !is_move && let Some(options) = &mut options {
                        options.words.truncate(begin);
                    }
                }
                ref step => self.list_step(step, &mut values, &mut lists)?,
            }
        }
        Ok(values)
    }

    /// Fills or searches a list.
    fn list_step(
        &mut self,
        step: &Step,
        values: &mut [i64],
        lists: &mut Lists,
    ) -> Result<(), Reason> {
        match *step {
            Step::Clear(list) => lists.clear(list),
            Step::Push(list, a) => lists.push(list, values[a])?,
            Step::PushRange(list, from, to) => {
                for value in values[from]..=values[to] {
                    self.tick(1)?;
                    lists.push(list, value)?;
                }
            }
            Step::PushAll(list, function, a) => {
                self.tick(FACTORING)?;
                self.push_all(lists, list, function, values[a])?;
            }
            Step::Contains { value, list, found } => {
                self.tick(lists.items(list).len() as u64)?;
                values[found] = i64::from(lists.items(list).contains(&values[value]));
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a position to an option; false if there is no such position.
    fn part(
        &mut self,
        kind: u16,
        slots: &[Slot],
        values: &[i64],
        options: &mut Options,
    ) -> Result<bool, Reason> {
        let member = &self.members[usize::from(kind)];
        options
            .account
            .reserve(&mut options.words, slots.len() + 1)?;
        let first = options.words.len();
        if self.members.len() > 1 {
            options.words.push(u64::from(kind));
        }
        let coordinates_at = options.words.len();
        for &slot in slots {
            match u64::try_from(values[slot]) {
                Ok(x) if x >= member.smallest => options.words.push(x),
                _ => {
                    options.words.truncate(first);
                    return Ok(false);
                }
            }
        }
        let to = &options.words[coordinates_at..];
        // A later position may have a negative coordinate, and then this is no option.
        if !member.fits(to) {
            self.fault = Some(TOO_LARGE);
            return Ok(true);
        }
        if let Some(is_position) = member.is_built_in_position(to)
            && !is_position
        {
            self.fault = Some(NO_POSITION);
            return Ok(true);
        }
        if let Some(condition) = &member.condition {
            let coordinates: Vec<i64> = slots.iter().map(|&slot| values[slot]).collect();
            let at = self.at;
            let holds = self.test(condition, &coordinates)?;
            self.at = at;
            if !holds {
                options.words.truncate(first);
                return Ok(false);
            }
        }
        if let Some(start) = self.start
            && !self.members[usize::from(self.from)].leads_down(start, member, to)
        {
            self.fault = Some(NOT_SMALLER);
        }
        Ok(true)
    }

    fn push_all(
        &mut self,
        lists: &mut Lists,
        list: usize,
        function: SetFunction,
        n: i64,
    ) -> Result<(), Reason> {
        // Numbers below 1 have none of these.
        let Some(n) = u64::try_from(n).ok().and_then(NonZeroU64::new) else {
            return Ok(());
        };
        match function {
            SetFunction::Divisors | SetFunction::ProperDivisors => {
                for divisor in divisors(n.get()) {
                    self.tick(1)?;
                    if divisor < n.get() || function == SetFunction::Divisors {
                        lists.push(list, i64::try_from(divisor).map_err(|_| TOO_LARGE)?)?;
                    }
                }
            }
            SetFunction::PrimeFactors => {
                for (prime, _) in Factored::from_word(n).primes() {
                    lists.push(list, i64::try_from(*prime).map_err(|_| TOO_LARGE)?)?;
                }
            }
            SetFunction::Totatives => {
                for k in 1..=n.get() {
                    self.tick(1)?;
                    if k.gcd(&n.get()) == 1 {
                        lists.push(list, i64::try_from(k).map_err(|_| TOO_LARGE)?)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// The units of work that factoring a number counts for.
const FACTORING: u64 = 64;

/// The lists of a program, with the place of the next value in each.
struct Lists {
    lists: Vec<(Vec<i64>, usize)>,
    account: Option<Account>,
}

impl Lists {
    fn new(count: usize, budget: &Budget) -> Self {
        Self {
            lists: vec![(Vec::new(), 0); count],
            account: (count > 0).then(|| budget.account()),
        }
    }

    fn clear(&mut self, list: usize) {
        let (items, next) = &mut self.lists[list];
        items.clear();
        *next = 0;
    }

    fn push(&mut self, list: usize, value: i64) -> Result<(), Reason> {
        let items = &mut self.lists[list].0;
        if let Some(account) = &mut self.account {
            account.reserve(items, 1)?;
        }
        items.push(value);
        Ok(())
    }

    fn items(&self, list: usize) -> &[i64] {
        &self.lists[list].0
    }

    fn next(&mut self, list: usize) -> Option<i64> {
        let (items, next) = &mut self.lists[list];
        let value = items.get(*next).copied();
        *next += 1;
        value
    }
}

fn binary(operator: Binary, a: i64, b: i64) -> Result<i64, Reason> {
    let result = match operator {
        Binary::Add => a.checked_add(b),
        Binary::Subtract => a.checked_sub(b),
        Binary::Multiply => a.checked_mul(b),
        Binary::Divide | Binary::Remainder if b == 0 => return Err(ZERO_DIVISOR),
        // Only the quotient of the smallest number and -1 is too large.
        Binary::Divide => a.checked_div(b).map(|_| Integer::div_floor(&a, &b)),
        Binary::Remainder => Some(if b == -1 {
            0
        } else {
            Integer::mod_floor(&a, &b)
        }),
        Binary::Power => {
            let what = "a power with a negative exponent";
            let exponent = u64::try_from(b).map_err(|_| Reason::Undefined { what })?;
            match a {
                0 | 1 => Some(if exponent == 0 { 1 } else { a }),
                -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
                _ => u32::try_from(exponent).ok().and_then(|e| a.checked_pow(e)),
            }
        }
        Binary::Minimum => Some(a.min(b)),
        Binary::Maximum => Some(a.max(b)),
        Binary::Gcd => i64::try_from(a.unsigned_abs().gcd(&b.unsigned_abs())).ok(),
    };
    result.ok_or(TOO_LARGE)
}

fn unary(function: Unary, a: i64) -> Result<i64, Reason> {
    let positive = |what: &'static str| {
        let n = u64::try_from(a).ok().and_then(NonZeroU64::new);
        n.ok_or(Reason::Undefined { what })
    };
    let number = |n: u64| i64::try_from(n).map_err(|_| TOO_LARGE);
    match function {
        Unary::Negative => a.checked_neg().ok_or(TOO_LARGE),
        Unary::Not => Ok(i64::from(a == 0)),
        Unary::Absolute => a.checked_abs().ok_or(TOO_LARGE),
        Unary::Root => {
            let what = "the root of a negative number";
            a.checked_isqrt().ok_or(Reason::Undefined { what })
        }
        Unary::Phi => number(Factored::from_word(positive("phi of a number below 1")?).phi()),
        Unary::Tau => number(Factored::from_word(positive("tau of a number below 1")?).tau()),
        Unary::Sigma => {
            let n = Factored::from_word(positive("sigma of a number below 1")?);
            let sum = n.divisors().try_fold(0u64, u64::checked_add);
            number(sum.ok_or(TOO_LARGE)?)
        }
        Unary::Omega => number(Factored::from_word(positive("omega of a number below 1")?).omega()),
        Unary::BigOmega => {
            let n = positive("bigomega of a number below 1")?;
            number(Factored::from_word(n).big_omega())
        }
        Unary::IsPrime => {
            let n = u64::try_from(a).ok().and_then(NonZeroU64::new);
            Ok(i64::from(
                n.is_some_and(|n| Factored::from_word(n).big_omega() == 1),
            ))
        }
        Unary::SmallestPrime => {
            let what = "the smallest prime factor of a number below 2";
            let n = Factored::from_word(positive(what)?);
            let first = n.primes().first().ok_or(Reason::Undefined { what })?;
            number(first.0)
        }
        Unary::Valuation => {
            let n = positive("the valuation of a number below 1")?;
            Ok(i64::from(n.trailing_zeros()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_rounds_down_and_never_wraps() {
        for (a, b, quotient, remainder) in [
            (7, 2, 3, 1),
            (-7, 2, -4, 1),
            (7, -2, -4, -1),
            (-7, -2, 3, -1),
        ] {
            assert_eq!(binary(Binary::Divide, a, b), Ok(quotient));
            assert_eq!(binary(Binary::Remainder, a, b), Ok(remainder));
        }
        assert_eq!(binary(Binary::Divide, i64::MIN, -1), Err(TOO_LARGE));
        assert_eq!(binary(Binary::Remainder, i64::MIN, -1), Ok(0));
        assert_eq!(binary(Binary::Divide, 1, 0), Err(ZERO_DIVISOR));
        assert_eq!(binary(Binary::Power, 2, 62), Ok(1 << 62));
        assert_eq!(binary(Binary::Power, 2, 63), Err(TOO_LARGE));
        assert_eq!(binary(Binary::Power, -1, i64::MAX), Ok(-1));
        assert_eq!(binary(Binary::Power, 0, 0), Ok(1));
        assert!(binary(Binary::Power, 2, -1).is_err());
        assert_eq!(binary(Binary::Gcd, i64::MIN, 0), Err(TOO_LARGE));
        assert_eq!(unary(Unary::Absolute, i64::MIN), Err(TOO_LARGE));
        assert_eq!(unary(Unary::Sigma, 6), Ok(12));
        assert_eq!(unary(Unary::IsPrime, -7), Ok(0));
        assert_eq!(unary(Unary::Valuation, 24), Ok(3));
    }
}
