//! Checks a period that the rare-window theorem proves, by plain loops.

use super::values::{self, Met};
use super::{Claim, InvalidPeriod};
use crate::heaps::Code;
use crate::limits::Budget;
use crate::nim::RareWindow;

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

/// Checks the conditions of the theorem, and returns the values before the period and one period.
pub(super) fn check(
    claim: &Claim<'_>,
    code: &Code,
    budget: &Budget,
) -> Result<Vec<u32>, InvalidPeriod> {
    /// The number of heaps that are computed by definition alone.
    const PLAIN: usize = 256;
    claim.require_plain(false)?;
    let certificate = claim.certificate;
    let malformed = InvalidPeriod::Malformed;
    let RareWindow {
        mask,
        alternating,
        last,
    } = certificate.window.ok_or(malformed("it has no window"))?;
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
        return Err(claim.inapplicable("its dividing moves take numbers of both parities"));
    }
    if alternating && claim.period % 2 == 1 {
        return Err(InvalidPeriod::Condition("the period is odd".into()));
    }
    let split = Split {
        mask: mask.into(),
        alternating: alternating.then_some(parity),
    };
    // The window ends before n; values are needed for one period from n on.
    let n = claim.preperiod.max(1) + last + digits.len() - 1;
    let end = n + claim.period;
    budget.check_memory((end as u64).saturating_mul(4))?;
    let by_definition = digits.len().max(PLAIN).min(end);
    let mut values = values::code(digits, by_definition, budget)?;
    values::compare_with_definition(claim.game, 0, &values, budget)?;
    let is_rare = |&heap: &usize| split.is_rare(heap, values[heap]);
    let mut rare: Vec<usize> = (1..values.len()).filter(is_rare).collect();
    let (mut met, mut wanted) = (Met::default(), Vec::new());
    for heap in by_definition..end {
        if heap % 64 == 0 {
            budget.check()?;
        }
        met.empty();
        for taken in &one {
            met.add(values[heap - taken]);
        }
        for taken in &two {
            for &part in rare.iter().take_while(|&&part| taken + part < heap) {
                met.add(values[part] ^ values[heap - taken - part]);
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
                let value = values[part] ^ values[heap - taken - part];
                wanted.retain(|&wanted| wanted != value);
            }
        }
        if let Some(value) = wanted.first() {
            if heap > last {
                return Err(InvalidPeriod::Condition(format!(
                    "at heap {heap} no option with a part up to {largest} has the value {value}"
                )));
            }
            rare.push(heap);
        }
        values.push(wanted.first().copied().unwrap_or(least_common));
    }
    if let Some(heap) = rare.iter().find(|&&heap| heap > last) {
        return Err(InvalidPeriod::Condition(format!("heap {heap} is rare")));
    }
    for heap in claim.preperiod..n {
        let (value, claimed) = (values[heap + claim.period], values[heap]);
        if value != claimed {
            return Err(InvalidPeriod::Value {
                heap: (heap + claim.period) as u64,
                value: value.into(),
                claimed: claimed.into(),
            });
        }
    }
    values.truncate(claim.preperiod + claim.period);
    Ok(values)
}
