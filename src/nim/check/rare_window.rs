//! Checks a period that the rare-window theorem proves, by plain loops, in one pass.
//!
//! The first values are kept and the last ones. Where a heap needs another one, all is computed again and
//! more are kept: so the memory is that of the window, unless rare heaps come late.

use super::values::{self, Met};
use super::{Claim, InvalidPeriod};
use crate::heaps::{Code, NimError};
use crate::limits::{Budget, Reason};
use crate::nim::{PeriodSearch, RareWindow};

/// The split of values into rare and common ones.
struct Split {
    mask: u32,
    /// The parity of the numbers that dividing moves take, if the parity of heaps counts.
    alternating: Option<usize>,
}

impl Split {
    fn is_rare(&self, heap: usize, value: u32) -> bool {
        let digits = (value & self.mask).count_ones() as usize;
        let heap = self.alternating.map_or(0, |taken| heap + taken);
        (digits + heap).is_multiple_of(2)
    }
}

/// Why the values of a heap cannot be computed.
enum Stop {
    Invalid(InvalidPeriod),
    /// More values must be kept: a part of this heap is not.
    Forgotten(usize),
}

impl From<InvalidPeriod> for Stop {
    fn from(error: InvalidPeriod) -> Self {
        Self::Invalid(error)
    }
}

impl From<NimError> for Stop {
    fn from(error: NimError) -> Self {
        Self::Invalid(error.into())
    }
}

impl From<Reason> for Stop {
    fn from(reason: Reason) -> Self {
        Self::Invalid(reason.into())
    }
}

/// The values of the first heaps and of the last ones.
struct Values {
    /// All values, or as many as are kept.
    first: Vec<u16>,
    most: usize,
    /// The values of the heaps from `base` on.
    last: Vec<u16>,
    base: usize,
}

impl Values {
    /// The value of a heap before this one.
    fn get(&self, part: usize, heap: usize) -> Result<u32, Stop> {
        let kept = match self.first.get(part) {
            Some(value) => Some(value),
            None => self.last.get(part.wrapping_sub(self.base)),
        };
        kept.map(|&value| value.into()).ok_or(Stop::Forgotten(heap))
    }

    fn push(&mut self, value: u16) {
        if self.first.len() < self.most {
            self.first.push(value);
            self.base += 1;
            return;
        }
        if self.last.len() == 2 * self.most {
            self.last.copy_within(self.most.., 0);
            self.last.truncate(self.most);
            self.base += self.most;
        }
        self.last.push(value);
    }

    fn len(&self) -> usize {
        self.base + self.last.len()
    }
}

/// What the theorem says about heaps before and after.
struct Repetition {
    /// The window that must stand again.
    window: Vec<u16>,
    /// The value before the window.
    before: Option<u16>,
    /// Shorter periods, and whether a value after the window differs from that of the window.
    shorter: Vec<(usize, bool)>,
    /// The values before the period and one period, if they are few.
    pattern: Vec<u32>,
}

/// Checks the conditions of the theorem, and that period and preperiod are the shortest. Returns the
/// values before the period and one period, or none if they are many.
pub(super) fn check(
    claim: &Claim<'_>,
    code: &Code,
    budget: &Budget,
) -> Result<Vec<u32>, InvalidPeriod> {
    /// The number of values that are kept at the beginning, and at the end.
    const KEPT: usize = 1 << 22;
    let mut kept = KEPT;
    loop {
        match check_keeping(kept, claim, code, budget) {
            Ok(values) => return Ok(values),
            Err(Stop::Invalid(error)) => return Err(error),
            Err(Stop::Forgotten(heap)) => kept = kept.saturating_mul(4).max(heap),
        }
    }
}

/// The moves of a code, and the window that a certificate states for it.
struct Stated {
    /// The numbers that may be taken leaving one heap, and leaving two.
    one: Vec<usize>,
    two: Vec<usize>,
    split: Split,
    last: usize,
}

/// Reads the window of a claim, and checks that the theorem can apply.
fn stated_window(claim: &Claim<'_>, code: &Code) -> Result<Stated, InvalidPeriod> {
    claim.require_plain(false)?;
    let malformed = InvalidPeriod::Malformed;
    let RareWindow {
        mask,
        alternating,
        last,
    } = (claim.certificate.window).ok_or(malformed("it has no window"))?;
    let last = usize::try_from(last).ok().filter(|&last| last < 1 << 30);
    let last = last.ok_or(malformed("the window is too long"))?;
    let digits = code.digits();
    if digits.iter().any(|digit| digit & 8 != 0) {
        return Err(claim.inapplicable("its moves leave three heaps"));
    }
    let numbers = |bit: u8| -> Vec<usize> {
        let numbers = (0..digits.len()).filter(|&taken| digits[taken] & bit != 0);
        numbers.collect()
    };
    let (one, two) = (numbers(2), numbers(4));
    let parity = two.first().map_or(0, |taken| taken % 2);
    if alternating && two.iter().any(|taken| taken % 2 != parity) {
        let why = "its dividing moves take numbers of both parities";
        return Err(claim.inapplicable(why));
    }
    if alternating && claim.period % 2 == 1 {
        return Err(InvalidPeriod::Condition("the period is odd".into()));
    }
    let split = Split {
        mask: mask.into(),
        alternating: alternating.then_some(parity),
    };
    Ok(Stated {
        one,
        two,
        split,
        last,
    })
}

fn check_keeping(
    kept: usize,
    claim: &Claim<'_>,
    code: &Code,
    budget: &Budget,
) -> Result<Vec<u32>, Stop> {
    /// The number of heaps that are computed by definition alone.
    const PLAIN: usize = 256;
    let Stated {
        one,
        two,
        split,
        last,
    } = stated_window(claim, code)?;
    let malformed = InvalidPeriod::Malformed;
    let digits = code.digits();
    // The window ends before n; values are needed for one period from n on.
    let n = claim.preperiod.max(1) + last + digits.len() - 1;
    let end = n + claim.period;
    let most = kept.min(end);
    let window = n - claim.preperiod;
    let mut account = budget.account();
    let pattern = claim.preperiod + claim.period;
    let pattern = if pattern <= PeriodSearch::LONGEST_PATTERN {
        pattern
    } else {
        0
    };
    account.add(
        most.saturating_mul(6)
            .saturating_add(window * 2 + pattern * 4),
    )?;
    let by_definition = digits.len().max(PLAIN).min(end);
    let plain = values::code(digits, by_definition, budget)?;
    values::compare_with_definition(claim.game, 0, &plain, budget)?;
    let mut values = Values {
        first: Vec::new(),
        most,
        last: Vec::new(),
        base: 0,
    };
    let mut repetition = Repetition {
        window: Vec::new(),
        before: None,
        shorter: prime_divisors(claim.period)
            .into_iter()
            .map(|prime| (claim.period / prime, false))
            .collect(),
        pattern: Vec::new(),
    };
    // What a heap has besides a number that is taken: its distance and value.
    let mut partners: Vec<(usize, u32)> = one.iter().map(|&taken| (taken, 0)).collect();
    let (mut met, mut wanted) = (Met::default(), Vec::new());
    for heap in 0..end {
        if heap % 64 == 0 {
            budget.check()?;
        }
        if let Some(&value) = plain.get(heap) {
            let value = u16::try_from(value).map_err(|_| malformed("values are too large"))?;
            repetition.note(claim, (n, pattern), heap, value)?;
            values.push(value);
            if heap > 0 && split.is_rare(heap, value.into()) {
                require_small(heap, last)?;
                partners.extend(two.iter().map(|taken| (taken + heap, value.into())));
            }
            continue;
        }
        met.empty();
        for &(distance, value) in &partners {
            if distance < heap {
                met.add(value ^ values.get(heap - distance, heap)?);
            }
        }
        // No common value is that of another option, since two common parts give a rare one.
        let missing = |value: &u32| !met.has(*value);
        // With the mask 0 no value is common.
        let mut all = 0..=u32::from(u16::MAX);
        let least_common = all.find(|value| !split.is_rare(heap, *value) && missing(value));
        let least_common = least_common.ok_or(malformed("values are too large"))?;
        wanted.clear();
        wanted.extend((0..least_common).filter(missing));
        // Before n any option will do.
        let largest = if heap < n { heap / 2 } else { last };
        for part in 1..=largest {
            if wanted.is_empty() {
                break;
            }
            for taken in two.iter().filter(|&&taken| taken + part < heap) {
                let value = values.get(part, heap)? ^ values.get(heap - taken - part, heap)?;
                wanted.retain(|&wanted| wanted != value);
            }
        }
        if let Some(value) = wanted.first() {
            if heap >= n {
                return Err(InvalidPeriod::Condition(format!(
                    "at heap {heap} no option with a part up to {largest} has the value {value}"
                ))
                .into());
            }
            require_small(heap, last)?;
            partners.extend(two.iter().map(|taken| (taken + heap, *value)));
        }
        let value = wanted.first().copied().unwrap_or(least_common);
        let value = u16::try_from(value).map_err(|_| malformed("values are too large"))?;
        repetition.note(claim, (n, pattern), heap, value)?;
        debug_assert_eq!(values.len(), heap);
        values.push(value);
    }
    if repetition.shorter.iter().any(|(_, differs)| !differs) {
        return Err(InvalidPeriod::NotShortest("period").into());
    }
    Ok(repetition.pattern)
}

fn require_small(heap: usize, last: usize) -> Result<(), InvalidPeriod> {
    if heap > last {
        return Err(InvalidPeriod::Condition(format!("heap {heap} is rare")));
    }
    Ok(())
}

impl Repetition {
    /// Compares the value of the next heap with that of a period before; the window ends before n.
    fn note(
        &mut self,
        claim: &Claim<'_>,
        (n, pattern): (usize, usize),
        heap: usize,
        value: u16,
    ) -> Result<(), InvalidPeriod> {
        let (start, period) = (claim.preperiod, claim.period);
        if heap < pattern {
            self.pattern.push(value.into());
        }
        if (start..n).contains(&heap) {
            self.window.push(value);
        }
        if heap + 1 == start {
            self.before = Some(value);
        }
        if heap + 1 == start + period && self.before == Some(value) {
            return Err(InvalidPeriod::NotShortest("preperiod"));
        }
        for (shorter, differs) in &mut self.shorter {
            let before = heap.checked_sub(start + *shorter);
            if let Some(claimed) = before.and_then(|at| self.window.get(at)) {
                *differs |= *claimed != value;
            }
        }
        let before = heap.checked_sub(start + period);
        match before.and_then(|at| self.window.get(at)) {
            Some(&claimed) if claimed != value => Err(InvalidPeriod::Value {
                heap: heap as u64,
                value: value.into(),
                claimed: claimed.into(),
            }),
            _ => Ok(()),
        }
    }
}

fn prime_divisors(number: usize) -> Vec<usize> {
    let (mut rest, mut primes, mut divisor) = (number, Vec::new(), 2);
    while divisor * divisor <= rest {
        if rest % divisor == 0 {
            primes.push(divisor);
            while rest % divisor == 0 {
                rest /= divisor;
            }
        }
        divisor += 1;
    }
    if rest > 1 {
        primes.push(rest);
    }
    primes
}
