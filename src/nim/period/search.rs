//! The search for a period: values in growing numbers, a theorem after each step.

use super::ap_test::ap_test;
use super::power_of_two::{self, Kind};
use super::rare_window::{self, Computed, Reach, Windows};
use super::regularities::{RegularityKind, regularity};
use super::saved::{PeriodProgress, PeriodRun, ResumePeriodError, SavedPeriod};
use super::tails::{Tail, Tails};
use super::{PeriodAnswer, PeriodKind, Proof, Theorem, known, repetition};
use crate::heaps::{Code, Cut, MoveBounds, Removals, Ruleset, Shape, Takings};
use crate::limits::Budget;
use crate::nim::codes::RareWindow;
use crate::nim::pattern::Pattern;
use crate::nim::{NimError, methods};

/// Searches for a period: start with the default and set the fields that should differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PeriodSearch {
    /// The largest heap whose value is computed; by default it depends on the ruleset.
    pub to: Option<u64>,
    /// Whether cut games may be proved arithmetic-periodic with a preperiod, by
    /// [`Theorem::PowerOfTwo`]: the published AP-test has none.
    pub extended: bool,
}

impl PeriodSearch {
    /// Longer patterns are not kept: an answer has their lengths only.
    pub const LONGEST_PATTERN: usize = 1 << 22;

    /// Sets both fields.
    pub fn new(to: Option<u64>, extended: bool) -> Self {
        Self { to, extended }
    }

    /// Searches among the values up to this heap.
    pub fn up_to(heap: u64) -> Self {
        Self::new(Some(heap), false)
    }
}

/// The hypotheses of the theorems that apply to a ruleset.
enum Rules<'r> {
    Subtraction {
        largest: usize,
    },
    AllBut {
        largest: usize,
    },
    /// A code with digits that repeat for ever.
    Repeating(Takings),
    Code {
        code: &'r Code,
        kinds: Vec<Kind>,
    },
    Cut {
        cut: &'r Cut,
        kinds: Vec<Kind>,
    },
    Bounded(MoveBounds),
    /// A code with repeating digits that divide: the number of options grows fast.
    Dividing,
    Other,
}

/// The heaps of an octal code that are computed by default before windows are looked for.
const CODE_REACH: u64 = 20_000;
/// What is then computed from windows: some seconds at the most.
const WINDOW_REACH: Reach = Reach {
    heap: 4_000_000,
    work: 6_500_000_000,
};

/// The result of one step of the search.
struct Step {
    proved: Option<(Tail, Proof)>,
    /// The regularity that the values show.
    observed: Option<Tail>,
}

impl PeriodSearch {
    /// Searches for the period of a ruleset.
    ///
    /// The proof of a period rests on what the ruleset states about its moves: its
    /// [`shape`](Ruleset::shape) or its [`move_bounds`](Ruleset::move_bounds).
    ///
    /// # Errors
    /// If the ruleset has no sequence of nim values. Reaching a limit is not an error: the answer
    /// says so and has what was seen before.
    pub fn run(&self, ruleset: &dyn Ruleset, budget: &Budget) -> Result<PeriodAnswer, NimError> {
        match self.run_with(ruleset, None, &mut |_| (), budget) {
            Ok(answer) => Ok(answer),
            Err(ResumePeriodError::Nim(error)) => Err(error),
            Err(error) => Err(NimError::OutOfReach(error.to_string())),
        }
    }

    /// Searches for the period of a ruleset, and tells how far it is. A long search by windows can be
    /// continued from what [`PeriodProgress::saved`] returned.
    ///
    /// # Errors
    /// As [`run`](Self::run), and if what was saved belongs to another search or is damaged.
    pub fn run_with(
        &self,
        ruleset: &dyn Ruleset,
        saved: Option<SavedPeriod>,
        report: &mut dyn FnMut(&PeriodProgress<'_>),
        budget: &Budget,
    ) -> Result<PeriodAnswer, ResumePeriodError> {
        if let Some(saved) = &saved {
            saved.require(&ruleset.name())?;
        }
        let mut run = PeriodRun::new(saved, report);
        let rules = Rules::of(ruleset);
        let mut answer = PeriodAnswer::unknown(ruleset);
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
        let mut observed = None;
        let mut code = match rules {
            Rules::Code { code, .. } => Some(code),
            _ => None,
        };
        loop {
            let extended = evaluator.extend(end, budget);
            let sequence = evaluator.values();
            let Some(numbers) = sequence.numbers() else {
                let message = format!(
                    "the values of `{}` are powers of two, known by their exponents: no period is \
                     looked for",
                    answer.ruleset
                );
                return Err(NimError::OutOfReach(message).into());
            };
            let last = (numbers.len() as u64).checked_sub(1);
            answer.observed_to = last.map(|last| answer.first.saturating_add(last));
            let step = match extended {
                Ok(()) => rules.step(self.extended, answer.first, numbers, budget),
                Err(error) => Err(error),
            };
            match step {
                Ok(Step {
                    proved: Some((tail, proof)),
                    ..
                }) => {
                    answer.state(tail.pattern(numbers).map(|pattern| (pattern, proof)));
                    return Ok(answer);
                }
                Ok(step) => {
                    observed = step.observed;
                    if let Some(code) = code.take_if(|_| end >= CODE_REACH) {
                        let reach = self.to.map_or(WINDOW_REACH, Reach::from);
                        match rare_window::search(code, numbers, reach, &mut run, budget)? {
                            Windows::Repeated(tail, window, computed) => {
                                answer.state_repeated(tail, window, &computed);
                                return Ok(answer);
                            }
                            Windows::NotRepeated(computed, stopped) => {
                                let values = computed.first.values();
                                answer.observed_to = computed.heaps.checked_sub(1);
                                answer.stopped = stopped;
                                // Beyond the values that are kept, nothing is said.
                                let all = values.len() as u64 == computed.heaps;
                                let seen = observed.filter(|tail| all && tail.continues(values));
                                let pattern = seen.and_then(|tail| tail.pattern(numbers));
                                if let Some(pattern) = pattern {
                                    answer.set_pattern(pattern);
                                }
                                return Ok(answer);
                            }
                            Windows::Inapplicable => (),
                        }
                    }
                    if end < to {
                        end = end.saturating_add((end - answer.first) / 4 + 8).min(to);
                        continue;
                    }
                }
                Err(NimError::Stopped(reason)) => {
                    answer.stopped = Some(reason);
                    // Seen in the last complete step; later values may contradict it.
                    observed = observed.filter(|tail: &Tail| tail.continues(numbers));
                }
                Err(error) => return Err(error.into()),
            }
            if let Some((cut, theorem)) = stated {
                answer.state(known::pattern(cut, theorem)?);
                return Ok(answer);
            }
            answer.observe(observed, numbers, budget)?;
            return Ok(answer);
        }
    }

    /// Whether a theorem could prove the pattern of the values that are computed by default.
    pub(crate) fn can_prove(ruleset: &dyn Ruleset) -> bool {
        let rules = Rules::of(ruleset);
        let needed = match &rules {
            Rules::Subtraction { largest } => *largest as u64,
            Rules::AllBut { largest } => (*largest as u64).saturating_mul(2),
            Rules::Repeating(Takings::Quaternary { digits, .. }) => 4 * digits.len() as u64,
            Rules::Code { code, .. } => code.most_taken() as u64,
            Rules::Repeating(_) | Rules::Cut { .. } => 0,
            Rules::Bounded(bounds) => bounds.most_taken,
            Rules::Dividing | Rules::Other => return false,
        };
        needed < rules.default_reach()
    }
}

impl Tail {
    /// Whether all values from the start on follow the regularity.
    fn continues<T: Copy + Into<u64>>(&self, values: &[T]) -> bool {
        let before = values.iter().skip(self.start);
        let mut pairs = before.zip(values.iter().skip(self.start.saturating_add(self.period)));
        pairs.all(|(&before, &value)| before.into() + self.saltus == value.into())
    }
}

impl PeriodAnswer {
    /// Nothing is known yet.
    fn unknown(ruleset: &dyn Ruleset) -> Self {
        Self {
            ruleset: ruleset.name(),
            first: ruleset.smallest(),
            kind: PeriodKind::Unknown,
            tail: None,
            pattern: None,
            proof: None,
            regularity: None,
            observed_to: None,
            stopped: None,
        }
    }

    /// Sets what was proved.
    fn state(&mut self, proved: Option<(Pattern, Proof)>) {
        if let Some((pattern, proof)) = proved {
            self.set_pattern(pattern);
            self.proof = Some(proof);
        }
    }

    /// Sets what a repeated window proves. The tail is the shortest.
    fn state_repeated(&mut self, tail: Tail, window: RareWindow, computed: &Computed) {
        let values = computed.first.values();
        self.observed_to = computed.heaps.checked_sub(1);
        self.kind = PeriodKind::Periodic;
        self.tail = Some(tail);
        self.proof = Some(Proof {
            window: Some(window),
            ..Proof::by(Theorem::RareWindow, Some(tail))
        });
        let length = tail.start.saturating_add(tail.period);
        // These are no more than the values that are kept.
        if length <= PeriodSearch::LONGEST_PATTERN && length <= values.len() {
            let numbers: Vec<u32> = values[..length].iter().map(|&v| v.into()).collect();
            let (before, period) = numbers.split_at(tail.start);
            self.pattern = Pattern::new(before.to_vec(), period.to_vec(), 0);
        }
    }

    fn set_pattern(&mut self, pattern: Pattern) {
        let pattern = pattern.reduced();
        self.tail = Some(Tail {
            start: pattern.preperiod().len(),
            period: pattern.period().len(),
            saltus: pattern.saltus(),
        });
        self.kind = match pattern.saltus() {
            0 => PeriodKind::Periodic,
            _ => PeriodKind::ArithmeticPeriodic,
        };
        self.pattern = Some(pattern);
    }

    /// Sets what the values show.
    fn observe(
        &mut self,
        observed: Option<Tail>,
        values: &[u32],
        budget: &Budget,
    ) -> Result<(), NimError> {
        if let Some(tail) = observed {
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
        match Shape::of(ruleset) {
            Shape::Subtraction(game) => {
                let (removals, numbers) = game.removals();
                let largest = numbers.last().copied().unwrap_or(0);
                let largest = usize::try_from(largest).unwrap_or(usize::MAX);
                match removals {
                    Removals::Only => Self::Subtraction { largest },
                    Removals::AllBut => Self::AllBut { largest },
                }
            }
            Shape::Code(code) => {
                let kinds = (0..=code.most_taken()).flat_map(|taken| {
                    let counts = (0..=3).filter(move |&parts| code.leaves(taken, parts));
                    counts.map(move |parts| Kind { taken, parts })
                });
                let kinds = kinds.collect();
                Self::Code { code, kinds }
            }
            Shape::Cut(cut) => {
                // An infinite set has moves of infinitely many kinds.
                let largest = cut.set().largest().unwrap_or(0);
                let cuts = cut.set().up_to(largest);
                let kinds = cuts.filter_map(|d| {
                    let parts = usize::try_from(d).ok()?.checked_add(1)?;
                    Some(Kind { taken: 0, parts })
                });
                let kinds = kinds.collect();
                Self::Cut { cut, kinds }
            }
            Shape::Extended(code) if code.repeats() => {
                code.takings().map_or(Self::Dividing, Self::Repeating)
            }
            _ => MoveBounds::of(ruleset).map_or(Self::Other, Self::Bounded),
        }
    }

    /// The number of heaps that are computed by default: what takes a few seconds.
    fn default_reach(&self) -> u64 {
        match self {
            Self::Subtraction { largest } | Self::AllBut { largest } => (*largest as u64)
                .saturating_mul(8)
                .clamp(100_000, 100_000_000),
            Self::Code { code, .. } if code.most_left() > 2 => 1_000,
            Self::Code { .. } => CODE_REACH,
            Self::Cut { .. } => 1_000,
            Self::Dividing => 300,
            Self::Repeating(_) | Self::Bounded(_) | Self::Other => 2_000,
        }
    }

    /// Finds the regularity that the values of the heaps from `first` on show, and the first theorem
    /// that proves one.
    fn step(
        &self,
        extended: bool,
        first: u64,
        values: &[u32],
        budget: &Budget,
    ) -> Result<Step, NimError> {
        let tails = Tails::of(values, budget)?;
        let by = |theorem: Theorem| move |tail: Tail| (tail, Proof::by(theorem, Some(tail)));
        let take_and_break = |bounds: MoveBounds, theorem: Theorem| {
            let found = repetition::take_and_break(&tails, values.len(), first, bounds);
            found.map(by(theorem))
        };
        let observed = tails.observed();
        let proved = match self {
            Self::Subtraction { largest } => {
                let found = repetition::subtraction(&tails, values.len(), *largest);
                found.map(by(Theorem::Subtraction))
            }
            Self::AllBut { largest } => {
                let found = repetition::all_but(&tails, values.len(), *largest);
                found.map(by(Theorem::AllBut))
            }
            Self::Repeating(Takings::Quaternary { digits, period })
                if *period > 1 || digits.last() != Some(&3) =>
            {
                let before = digits.len() - period;
                let found = repetition::repeating_code(&tails, values.len(), before, *period);
                found.map(by(Theorem::RepeatingCode))
            }
            Self::Repeating(takings) => {
                let found = repetition::all_but(&tails, values.len(), takings.irregular());
                found.map(by(Theorem::AllBut))
            }
            Self::Code { code, kinds } => {
                let theorem = match code.most_left() {
                    0 | 1 => Theorem::Quaternary,
                    2 => Theorem::GuySmith,
                    _ => Theorem::Hexadecimal,
                };
                let bounds = Shape::Code(code).move_bounds();
                match bounds.and_then(|bounds| take_and_break(bounds, theorem)) {
                    None if theorem == Theorem::Hexadecimal => {
                        power_of_two(observed, kinds, 0, values, budget)?
                    }
                    found => found,
                }
            }
            Self::Cut { cut, kinds } => match ap_test(cut, values, &tails, budget)? {
                Some(passed) => {
                    let (tail, mut proof) = by(passed.theorem)(passed.tail);
                    proof.witnesses = passed.witnesses;
                    Some((tail, proof))
                }
                None if extended => power_of_two(observed, kinds, 1, values, budget)?,
                None => None,
            },
            Self::Bounded(bounds) => take_and_break(*bounds, Theorem::TakeAndBreak),
            Self::Dividing | Self::Other => None,
        };
        Ok(Step { proved, observed })
    }
}

/// The theorem for a saltus that is a power of two, applied to what the values show.
fn power_of_two(
    observed: Option<Tail>,
    kinds: &[Kind],
    first: usize,
    values: &[u32],
    budget: &Budget,
) -> Result<Option<(Tail, Proof)>, NimError> {
    // Without a preperiod a cut game has the AP-test, which needs four periods.
    let is_late = |tail: &Tail| first + tail.start > 1 || tail.period <= values.len() / 5;
    let Some(tail) = observed.filter(is_late) else {
        return Ok(None);
    };
    let found = power_of_two::prove(kinds, first, values, tail, budget)?;
    Ok(found.map(|test| {
        let proof = Proof {
            power_of_two: Some(test),
            ..Proof::by(Theorem::PowerOfTwo, Some(tail))
        };
        (tail, proof)
    }))
}
