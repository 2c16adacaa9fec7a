//! The search for a period: values in growing numbers, a theorem after each step.

use super::ap_test::ap_test;
use super::power_of_two::{self, Kind};
use super::regularities::{RegularityKind, regularity};
use super::tails::{Tail, Tails};
use super::{PeriodAnswer, PeriodKind, Proof, Theorem, known, repetition};
use crate::heaps::{Code, Cut, Removals, Ruleset, Subtraction};
use crate::limits::Budget;
use crate::nim::pattern::Pattern;
use crate::nim::{NimError, methods};

/// How to look for a period: begin with the default and set what is to be different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PeriodSearch {
    /// The largest heap whose value is computed; a default that depends on the ruleset if not set.
    pub to: Option<u64>,
    /// Whether cut games may be proved arithmetic-periodic with a preperiod, by
    /// [`Theorem::PowerOfTwo`]: the published AP-test has none.
    pub extended: bool,
}

impl PeriodSearch {
    /// Sets both fields.
    pub fn new(to: Option<u64>, extended: bool) -> Self {
        Self { to, extended }
    }

    /// Searches among the values up to this heap.
    pub fn up_to(heap: u64) -> Self {
        Self::new(Some(heap), false)
    }
}

/// What the theorems need to know of a ruleset.
enum Rules<'r> {
    Subtraction { largest: usize },
    AllBut { largest: usize },
    Code { code: &'r Code, kinds: Vec<Kind> },
    Cut { cut: &'r Cut, kinds: Vec<Kind> },
    Other,
}

impl PeriodSearch {
    /// Looks for the period of a ruleset.
    ///
    /// A limit of time or memory does not lose what was seen: the answer tells that it was
    /// stopped. It is an error only for a ruleset that has no sequence of nim values.
    pub fn run(&self, ruleset: &dyn Ruleset, budget: &Budget) -> Result<PeriodAnswer, NimError> {
        let rules = Rules::of(ruleset);
        let mut answer = PeriodAnswer {
            ruleset: ruleset.name(),
            first: ruleset.smallest(),
            kind: PeriodKind::Unknown,
            pattern: None,
            proof: None,
            regularity: None,
            observed_to: None,
            stopped: None,
        };
        let stated = match &rules {
            Rules::Cut { cut, .. } => known::theorem(cut).map(|theorem| (*cut, theorem)),
            _ => None,
        };
        if let Some((cut, theorem)) = stated
            && theorem.is_published()
        {
            answer.state(known::pattern(cut, theorem)?);
            return Ok(answer);
        }
        let to = match self.to {
            Some(to) => to,
            None => answer.first.saturating_add(rules.default_reach()),
        };
        let mut evaluator = methods(ruleset).best(ruleset)?;
        // Every step is a quarter longer: a test takes linear time, so all of them take little more
        // than the last.
        let mut end = answer.first.saturating_add(31).min(to);
        loop {
            let extended = evaluator.extend(end, budget);
            let sequence = evaluator.values();
            let Some(numbers) = sequence.numbers() else {
                let message = format!(
                    "the values of `{}` are powers of two, known by their exponents: no period is \
                     looked for",
                    answer.ruleset
                );
                return Err(NimError::OutOfReach(message));
            };
            let known = sequence.len() as u64;
            answer.observed_to = (answer.first + known).checked_sub(1).filter(|_| known > 0);
            let proved = match extended {
                Ok(()) => rules.prove(self.extended, numbers, budget),
                Err(error) => Err(error),
            };
            match proved {
                Ok(Some((tail, proof))) => {
                    answer.state(tail.pattern(numbers).map(|pattern| (pattern, proof)));
                    return Ok(answer);
                }
                Ok(None) if end < to => {
                    end = end.saturating_add((end - answer.first) / 4 + 8).min(to);
                    continue;
                }
                Ok(None) => {}
                Err(NimError::Stopped(reason)) => answer.stopped = Some(reason),
                Err(error) => return Err(error),
            }
            if let Some((cut, theorem)) = stated {
                answer.state(known::pattern(cut, theorem)?);
                return Ok(answer);
            }
            answer.observe(numbers, budget)?;
            return Ok(answer);
        }
    }
}

impl PeriodAnswer {
    /// Takes over what was proved.
    fn state(&mut self, proved: Option<(Pattern, Proof)>) {
        if let Some((pattern, proof)) = proved {
            self.set_pattern(pattern);
            self.proof = Some(proof);
        }
    }

    fn set_pattern(&mut self, pattern: Pattern) {
        let pattern = pattern.reduced();
        self.kind = match pattern.saltus() {
            0 => PeriodKind::Periodic,
            _ => PeriodKind::ArithmeticPeriodic,
        };
        self.pattern = Some(pattern);
    }

    /// Tells what the values show.
    fn observe(&mut self, values: &[u32], budget: &Budget) -> Result<(), NimError> {
        let tails = match Tails::of(values, budget) {
            Ok(tails) => tails,
            Err(reason) => {
                self.stopped = Some(reason);
                return Ok(());
            }
        };
        if let Some(tail) = tails.observed() {
            if let Some(pattern) = tail.pattern(values) {
                self.set_pattern(pattern);
            }
            return Ok(());
        }
        match regularity(values, budget) {
            Ok(found) => self.regularity = found,
            Err(NimError::Stopped(reason)) => self.stopped = Some(reason),
            Err(error) => return Err(error),
        }
        self.kind = match self.regularity.map(|found| found.kind) {
            Some(RegularityKind::Sapp) => PeriodKind::Sapp,
            Some(RegularityKind::Ruler) => PeriodKind::Ruler,
            None => PeriodKind::Unknown,
        };
        Ok(())
    }
}

impl<'r> Rules<'r> {
    fn of(ruleset: &'r dyn Ruleset) -> Self {
        if let Some(game) = ruleset.downcast_ref::<Subtraction>() {
            let (removals, numbers) = game.removals();
            let largest = numbers.last().copied().unwrap_or(0);
            let largest = usize::try_from(largest).unwrap_or(usize::MAX);
            return match removals {
                Removals::Only => Self::Subtraction { largest },
                Removals::AllBut => Self::AllBut { largest },
            };
        }
        if let Some(code) = ruleset.downcast_ref::<Code>() {
            let kinds = (0..=code.most_taken()).flat_map(|taken| {
                let counts = (0..=3).filter(move |&parts| code.leaves(taken, parts));
                counts.map(move |parts| Kind { taken, parts })
            });
            let kinds = kinds.collect();
            return Self::Code { code, kinds };
        }
        if let Some(cut) = ruleset.downcast_ref::<Cut>() {
            // An infinite set has moves of infinitely many kinds.
            let largest = cut.set().largest().unwrap_or(0);
            let cuts = cut.set().up_to(largest);
            let kinds = cuts.filter_map(|d| {
                let parts = usize::try_from(d).ok()?.checked_add(1)?;
                Some(Kind { taken: 0, parts })
            });
            let kinds = kinds.collect();
            return Self::Cut { cut, kinds };
        }
        Self::Other
    }

    /// How far to go beyond the smallest heap if nothing is said: what takes a few seconds.
    fn default_reach(&self) -> u64 {
        match self {
            Self::Subtraction { largest } | Self::AllBut { largest } => (*largest as u64)
                .saturating_mul(8)
                .clamp(100_000, 100_000_000),
            Self::Code { code, .. } if code.most_left() > 2 => 1_000,
            Self::Code { .. } => 20_000,
            Self::Cut { .. } => 1_000,
            Self::Other => 2_000,
        }
    }

    /// The first theorem that proves something with these values.
    fn prove(
        &self,
        extended: bool,
        values: &[u32],
        budget: &Budget,
    ) -> Result<Option<(Tail, Proof)>, NimError> {
        let tails = Tails::of(values, budget)?;
        let by = |theorem: Theorem| {
            move |tail: Tail| {
                let proof = Proof {
                    theorem,
                    tested: Some(tail),
                    witnesses: Vec::new(),
                    power_of_two: None,
                };
                (tail, proof)
            }
        };
        Ok(match self {
            Self::Subtraction { largest } => {
                let found = repetition::subtraction(&tails, values.len(), *largest);
                found.map(by(Theorem::Subtraction))
            }
            Self::AllBut { largest } => {
                let found = repetition::all_but(&tails, values.len(), *largest);
                found.map(by(Theorem::AllBut))
            }
            Self::Code { code, kinds } => {
                let heaps = code.most_left().max(1);
                let theorem = match heaps {
                    1 => Theorem::Quaternary,
                    2 => Theorem::GuySmith,
                    _ => Theorem::Hexadecimal,
                };
                let taken = code.most_taken();
                let found = repetition::take_and_break(&tails, values.len(), taken, heaps);
                match found.map(by(theorem)) {
                    None if heaps > 2 => power_of_two(&tails, kinds, 0, values, budget)?,
                    found => found,
                }
            }
            Self::Cut { cut, kinds } => match ap_test(cut, values, &tails, budget)? {
                Some(passed) => {
                    let (tail, mut proof) = by(passed.theorem)(passed.tail);
                    proof.witnesses = passed.witnesses;
                    Some((tail, proof))
                }
                None if extended => power_of_two(&tails, kinds, 1, values, budget)?,
                None => None,
            },
            Self::Other => None,
        })
    }
}

/// The theorem for a saltus that is a power of two, applied to what the values show.
fn power_of_two(
    tails: &Tails,
    kinds: &[Kind],
    first: usize,
    values: &[u32],
    budget: &Budget,
) -> Result<Option<(Tail, Proof)>, NimError> {
    // Without a preperiod a cut game has the AP-test, which needs four periods.
    let is_late = |tail: &Tail| first + tail.start > 1 || tail.period <= values.len() / 5;
    let Some(tail) = tails.observed().filter(is_late) else {
        return Ok(None);
    };
    let found = power_of_two::prove(kinds, first, values, tail, budget)?;
    Ok(found.map(|test| {
        let proof = Proof {
            theorem: Theorem::PowerOfTwo,
            tested: Some(tail),
            witnesses: Vec::new(),
            power_of_two: Some(test),
        };
        (tail, proof)
    }))
}
