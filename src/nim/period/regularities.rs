//! Regularities other than arithmetic periodicity, which are observed and not proved here.
//!
//! - *Sapp-regular* (split arithmetic-periodic and periodic: Horrocks and Nowakowski 2003; Albert,
//!   Nowakowski and Wolfe, Lessons in Play): with some period p each residue class is either
//!   constant or grows by the same saltus s > 0, and both occur. Example: 0.205200C.
//! - *Ruler-regular* (Grossman and Nowakowski 2015, for the games 0.20…048 with an odd number of
//!   zeros): almost all residue classes modulo p grow by s in a period. Each of the others does not,
//!   but of its two halves modulo 2p one grows by 2s, and the other is in the same case again. So the
//!   apparent period doubles for ever, as the lengths of the marks on a ruler.

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
    let mut exceptions = None;
    for doubling in 0..=DOUBLINGS {
        let (p, s) = (period << doubling, saltus << doubling);
        let mut failing = vec![false; p];
        let mut count = 0;
        for n in 0..tail.len() - p {
            if gain(n, p) != s && !failing[n % p] {
                failing[n % p] = true;
                count += 1;
                // At each doubling one half of every exceptional class is settled.
                if count > exceptions.unwrap_or(period / 4) {
                    return None;
                }
            }
        }
        if count == 0 || exceptions.is_some_and(|before| before != count) {
            return None;
        }
        exceptions = Some(count);
    }
    Some(Regularity {
        kind: RegularityKind::Ruler,
        period,
        saltus: saltus.unsigned_abs(),
        exceptions: exceptions?,
    })
}
