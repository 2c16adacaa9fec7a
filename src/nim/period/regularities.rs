//! Regularities other than arithmetic periodicity, which are observed and not proved here.
//!
//! - *Sapp-regular* (split arithmetic-periodic and periodic: Horrocks and Nowakowski 2003; Albert,
//!   Nowakowski and Wolfe, Lessons in Play): with some period p each residue class is either
//!   constant or grows by the same saltus s > 0, and both occur. Example: 0.205200C.
//! - *Ruler-regular* (Grossman and Nowakowski 2015, for the games 0.20…048 with an odd number of
//!   zeros): almost all residue classes modulo p grow by s in a period. Each of the others does not,
//!   but of its two halves modulo 2p one grows by 2s, and the other is in the same case again. So the
//!   apparent period doubles for ever, as the lengths of the marks on a ruler.
//!
//! A regularity is claimed only if it explains all values from the first quarter on, with a margin: a
//! class grows in every period or in none, and the rule is fitted to few of the values that it gives.
//! Isolated exceptions are no regularity: those of 0.123456789 are the heaps 2^k + 6.

use crate::heaps::NimError;
use crate::limits::{Budget, Meter};

/// A regularity that was observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Regularity {
    /// Which one.
    pub kind: RegularityKind,
    /// The period, for the ruler that of most classes.
    pub period: usize,
    /// The saltus of the growing classes.
    pub saltus: u64,
    /// The number of other residue classes.
    pub exceptions: usize,
}

/// The regularities that can be observed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegularityKind {
    /// Some residue classes are constant, the others grow.
    Sapp,
    /// The period keeps doubling.
    Ruler,
}

/// The number of times that the period must be seen to double.
const DOUBLINGS: u32 = 3;

/// The least number of values that a rule must predict, beside those to which it is fitted.
const PREDICTED: usize = 24;

/// The regularity of the last three quarters of the values, if there is one.
pub(super) fn regularity(values: &[u32], budget: &Budget) -> Result<Option<Regularity>, NimError> {
    let tail = &values[values.len() / 4..];
    let mut meter = Meter::new(budget);
    for period in 1..=tail.len() / 4 {
        // A test takes time in proportion to the period or more, and as many entries.
        meter.tick_for(period)?;
        if period.is_power_of_two() {
            budget.check_memory(period << (DOUBLINGS + 1))?;
        }
        if let Some(found) = sapp(tail, period) {
            return Ok(Some(found));
        }
        if period << DOUBLINGS <= tail.len() / 4
            && let Some(found) = ruler(tail, period)
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn sapp(tail: &[u32], period: usize) -> Option<Regularity> {
    let gain = |n: usize| tail[n + period].checked_sub(tail[n]);
    let last = tail.len() - period;
    // Fitted to two periods.
    if last < period + PREDICTED {
        return None;
    }
    let classes: Option<Vec<u32>> = (last - period..last).map(gain).collect();
    let classes = classes?;
    let saltus = *classes.iter().max()?;
    let exceptions = classes.iter().filter(|&&gain| gain == 0).count();
    if saltus == 0 || exceptions == 0 || classes.iter().any(|&gain| gain != 0 && gain != saltus) {
        return None;
    }
    let holds = (0..last - period)
        .rev()
        .all(|n| gain(n) == gain(n + period));
    holds.then_some(Regularity {
        kind: RegularityKind::Sapp,
        period,
        saltus: saltus.into(),
        exceptions,
    })
}

fn ruler(tail: &[u32], period: usize) -> Option<Regularity> {
    // The first classes vote for the saltus; a wrong vote fails below.
    let gain = |n: usize, p: usize| i64::from(tail[n + p]) - i64::from(tail[n]);
    let mut gains: Vec<i64> = (0..period.min(9)).map(|n| gain(n, period)).collect();
    gains.sort_unstable();
    let saltus = gains[gains.len() / 2];
    if saltus <= 0 {
        return None;
    }
    let fails = |residue: usize, p: usize, s: i64| {
        let mut fails = (residue..tail.len() - p)
            .step_by(p)
            .map(|n| gain(n, p) != s);
        match fails.next() {
            Some(first) if fails.all(|other| other == first) => Some(first),
            // Some periods grow and others do not.
            _ => None,
        }
    };
    let mut exceptional = Vec::new();
    for residue in 0..period {
        if fails(residue, period, saltus)? {
            exceptional.push(residue);
        }
        if exceptional.len() > period / 4 {
            return None;
        }
    }
    if exceptional.is_empty() {
        return None;
    }
    let (mut p, mut s) = (period, saltus);
    while 2 * p <= tail.len() / 4 {
        // Of the two halves of a class one is settled, with twice the saltus.
        (p, s) = (2 * p, 2 * s);
        for residue in &mut exceptional {
            let other = *residue + p / 2;
            *residue = match (fails(*residue, p, s)?, fails(other, p, s)?) {
                (true, false) => *residue,
                (false, true) => other,
                _ => return None,
            };
        }
    }
    Some(Regularity {
        kind: RegularityKind::Ruler,
        period,
        saltus: saltus.unsigned_abs(),
        exceptions: exceptional.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: impl Iterator<Item = u32>) -> Option<(RegularityKind, usize, u64, usize)> {
        let values: Vec<u32> = values.collect();
        let found = regularity(&values, &Budget::default()).unwrap()?;
        let Regularity {
            kind,
            period,
            saltus,
            exceptions,
        } = found;
        Some((kind, period, saltus, exceptions))
    }

    /// A ruler: n mod 5 = 4 has a period that doubles for ever, by the definition in terms of the
    /// number of times that 2 divides n.
    fn ruler(n: u32) -> u32 {
        match n % 5 {
            4 => n / 5 * 2 + 100 * (n / 5 + 1).trailing_zeros(),
            r => n / 5 * 2 + r,
        }
    }

    /// Half of the classes grow.
    fn sapp(n: u32) -> u32 {
        if n % 6 < 3 { n % 3 } else { n / 6 * 4 + n % 3 }
    }

    #[test]
    fn regularities_are_seen() {
        use RegularityKind::{Ruler, Sapp};
        for values in [200, 500, 2000] {
            assert_eq!(found((0..values).map(sapp)), Some((Sapp, 6, 4, 3)));
        }
        for values in [400, 1000, 3000] {
            assert_eq!(found((0..values).map(ruler)), Some((Ruler, 5, 2, 1)));
        }
        // Too few values for a margin.
        assert_eq!(found((0..40).map(sapp)), None);
        assert_eq!(found((0..100).map(ruler)), None);
    }

    #[test]
    fn one_value_that_does_not_fit_is_no_regularity() {
        for (at, rule) in [(333, sapp as fn(u32) -> u32), (333, ruler)] {
            let values = (0..1000).map(|n| rule(n) + u32::from(n == at));
            assert_eq!(found(values), None);
        }
        // Isolated exceptions, as in 0.123456789.
        let isolated = |n: u32| match n {
            6.. if (n - 6).is_power_of_two() => (n - 6) / 2,
            _ => n / 2,
        };
        for values in [300, 1000, 3000] {
            assert_eq!(found((0..values).map(isolated)), None);
        }
        // A class that stops growing, and a ruler that stops doubling.
        let stops = |n: u32| if n % 6 == 5 { n.min(700) } else { sapp(n) };
        assert_eq!(found((0..1000).map(stops)), None);
        let settled = |n: u32| match n % 5 {
            4 => n / 5 * 2 + 100 * (n / 5 + 1).trailing_zeros().min(3),
            _ => ruler(n),
        };
        assert_eq!(found((0..3000).map(settled)), None);
    }
}
