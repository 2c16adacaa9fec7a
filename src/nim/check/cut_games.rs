//! Checking the theorems on cut games: those that state the values, and the AP-test.

use super::{Claim, InvalidPeriod, members, values};
use crate::heaps::CutSet;
use crate::limits::Budget;
use crate::nim::period::{Theorem, Witness};

/// The number of values that are computed if a theorem states them all.
const PREFIX: usize = 48;

pub(super) fn check(claim: &Claim, set: &CutSet, budget: &Budget) -> Result<(), InvalidPeriod> {
    if claim.preperiod != 0 {
        return Err(claim.inapplicable("it has a preperiod"));
    }
    match claim.certificate.theorem {
        Theorem::ApTest
        | Theorem::Proposition13
        | Theorem::Proposition14
        | Theorem::Corollary15 => check_ap_test(claim, set, budget),
        theorem => {
            claim.require_plain(true)?;
            let (blocks, saltus) = stated(set, theorem)
                .ok_or_else(|| claim.inapplicable("the cut set is not one of those it is about"))?;
            let values = blocks.iter().flat_map(|(block, times)| {
                let times = usize::try_from(*times).unwrap_or(usize::MAX);
                std::iter::repeat_n(*block, times).flatten()
            });
            if saltus != claim.saltus || !values.eq(claim.values) {
                let message = "it states other values".into();
                return Err(InvalidPeriod::Condition(message));
            }
            let prefix = values::cut(set, PREFIX, budget)?;
            claim.compare(1, &prefix, budget)
        }
    }
}

/// Values and how often they are repeated.
type Block = (&'static [u32], u64);

/// The values and the saltus that a theorem states for a cut set; none if it does not apply.
fn stated(set: &CutSet, theorem: Theorem) -> Option<(Vec<Block>, u64)> {
    let one = set.smallest() == 1;
    let even = set.smallest_even();
    let odd = set.smallest_odd_above_one();
    let largest = set.largest();
    // Theorem 3 of Ellis and Thanatipanonda, for {1, 2c}.
    let one_and_even = |c: u64| -> Vec<Block> {
        vec![
            (&[0, 1], c),
            (&[2, 3], c),
            (&[1, 4], 1),
            (&[5, 4], c - 1),
            (&[3, 2], c),
            (&[4, 5], c),
            (&[6, 7], c),
        ]
    };
    match (theorem, even, odd) {
        (Theorem::Proposition4, ..) if !one => Some((vec![(&[0], set.smallest())], 1)),
        (Theorem::Proposition5, None, _) if one => Some((vec![(&[0, 1], 1)], 0)),
        (Theorem::Proposition6, Some(2), Some(3)) if one => Some((vec![(&[0], 1)], 1)),
        (Theorem::Proposition7, Some(x), Some(3)) if one && x > 2 => {
            let all = set.up_to(largest?);
            all.eq([1, x.min(3), x.max(3)])
                .then_some((vec![(&[0, 1], x / 2)], 2))
        }
        (Theorem::Theorem3, Some(x), None) if one && x > 2 => {
            (largest == Some(x)).then(|| (one_and_even(x / 2), 8))
        }
        (Theorem::Theorem19, Some(x), None) if one && x > 2 => {
            (largest != Some(x)).then(|| (one_and_even(x / 2), 8))
        }
        (Theorem::OddBelowTwice, Some(x), Some(y)) if one && x > 2 => {
            (y / 2 < x).then_some((vec![(&[0, 1], x / 2)], 2))
        }
        (Theorem::OddPastThrice, Some(x), Some(y)) if one && x > 2 => {
            (y / 3 >= x).then(|| (one_and_even(x / 2), 8))
        }
        _ => None,
    }
}

/// Definition 8 of Dailly, Duchêne, Larsson and Paris.
fn check_ap_test(claim: &Claim, set: &CutSet, budget: &Budget) -> Result<(), InvalidPeriod> {
    let fails = |what: String| Err(InvalidPeriod::Condition(what));
    let multiple = claim.certificate.multiple;
    let s = claim.saltus * multiple;
    let times = usize::try_from(multiple).unwrap_or(usize::MAX);
    let p = claim.period.checked_mul(times).filter(|p| *p < 1 << 30);
    let Some(p) = p else {
        return Err(InvalidPeriod::Malformed(
            "the multiple of the period is too long",
        ));
    };
    if !s.is_power_of_two() {
        return Err(claim.inapplicable("the saltus is not a power of two"));
    }
    // AP1: the first 4p values follow the pattern.
    let values = values::cut(set, 4 * p, budget)?;
    claim.compare(1, &values, budget)?;
    let value = |heap: usize| u64::from(values[heap - 1]);
    // AP2: the first p values are 0, …, s−1.
    if let Some(heap) = (1..=p).find(|&heap| value(heap) >= s) {
        return fails(format!("AP2, heap {heap} has a value of {s} or more"));
    }
    if let Some(g) = (0..s).find(|&g| (1..=p).all(|heap| value(heap) != g)) {
        return fails(format!("AP2, no heap up to {p} has the value {g}"));
    }
    // AP3.
    let is_pair = |l: usize| l > 2 && l.is_multiple_of(2) && members(set, l).eq([1, l]);
    let largest = set.largest().and_then(|l| usize::try_from(l).ok());
    let one_and_even = largest.filter(|&l| is_pair(l));
    match claim.certificate.theorem {
        Theorem::Proposition13 => {
            let has = |parity: usize| members(set, 2 * p + 1).any(|m| m >= 2 && m % 2 == parity);
            if !(has(0) && has(1)) {
                return Err(claim.inapplicable("an even and an odd cut number are needed"));
            }
        }
        Theorem::Proposition14 => {
            let l = one_and_even.filter(|&l| l <= p);
            let one = |parity: usize| (1..=p / 2).any(|x| x % 2 == parity && value(x) == 1);
            if l.is_none() || !(one(0) && one(1)) {
                return Err(claim.inapplicable("the conditions of Proposition 14 are not met"));
            }
        }
        Theorem::Corollary15 => {
            if one_and_even.is_none_or(|l| p.saturating_sub(3) / 4 < l) {
                return Err(claim.inapplicable("the conditions of Corollary 15 are not met"));
            }
        }
        _ => {
            let wanted = (3 * p + 1..=4 * p).flat_map(|n| (0..s).map(move |g| (n, g)));
            let mut witnesses = claim.certificate.witnesses.iter();
            for (n, g) in wanted {
                let shown = witnesses
                    .next()
                    .is_some_and(|w| shows(set, &values, w, n, g));
                if !shown {
                    return fails(format!(
                        "AP3, no option of heap {n} with value {g} is shown"
                    ));
                }
            }
            if witnesses.next().is_some() {
                return Err(InvalidPeriod::Malformed(
                    "there are more witnesses than needed",
                ));
            }
        }
    }
    Ok(())
}

/// Whether a witness is an option of n with value g that is made with two cuts or more.
fn shows(set: &CutSet, values: &[u32], witness: &Witness, n: usize, g: u64) -> bool {
    let descending = witness.windows(2).all(|pair| pair[0].0 > pair[1].0);
    let (mut sum, mut parts, mut value) = (0u64, 0u64, 0u64);
    for &(part, copies) in witness {
        let Some(at) = part.checked_sub(1).and_then(|at| usize::try_from(at).ok()) else {
            return false;
        };
        let (Some(&of_part), true) = (values.get(at), (1..=n as u64).contains(&copies)) else {
            return false;
        };
        sum += part * copies;
        parts += copies;
        if copies % 2 == 1 {
            value ^= u64::from(of_part);
        }
    }
    let cuts = parts.saturating_sub(1);
    descending && sum == n as u64 && cuts >= 2 && set.contains(cuts) && value == g
}
