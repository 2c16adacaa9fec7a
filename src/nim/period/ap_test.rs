//! The AP-test for cut games (Dailly, Duchêne, Larsson and Paris, Definition 8 and Theorem 9).
//!
//! A cut game passes with period p and saltus s, a power of two, if
//!
//! - AP1: G(n+p) = G(n) + s for 1 ≤ n ≤ 3p,
//! - AP2: the values of the heaps 1, …, p are exactly 0, …, s−1,
//! - AP3: for 3p < n ≤ 4p and 0 ≤ g < s, heap n has an option of value g that is made with two cuts
//!   or more.
//!
//! Then G(n+p) = G(n) + s for all n ≥ 1. The proof takes one option at a time and never uses that
//! the cut set is finite. Three results let AP3 follow from AP1 and AP2: Proposition 13 if there are
//! an even and an odd cut number from 2 to 2p+1; Proposition 14 and Corollary 15 for {1,ℓ} with ℓ
//! even. Where none applies, AP3 is shown by options, one for each n and g.

use std::collections::BTreeSet;

use super::Theorem;
use super::tails::{Tail, Tails};
use crate::heaps::{Cut, CutSet};
use crate::limits::Budget;
use crate::nim::{Evaluator, NimError, NimSets, methods};

/// An option by its parts, each once with its number of copies, largest first.
pub type Witness = Vec<(u64, u64)>;

/// A cut game that passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passed {
    pub(super) tail: Tail,
    pub(super) theorem: Theorem,
    /// For AP3, where it is not known otherwise: for n = 3p+1, …, 4p, for g = 0, …, s−1, an option of
    /// n with value g.
    pub(super) witnesses: Vec<Witness>,
}

/// Returns the shortest period that passes the test, given the values of the heaps from 1 on.
pub(super) fn ap_test(
    cut: &Cut,
    values: &[u32],
    tails: &Tails,
    budget: &Budget,
) -> Result<Option<Passed>, NimError> {
    let candidates = tails
        .iter()
        .take_while(|tail| tail.period <= values.len() / 4)
        .filter(|tail| tail.start == 0 && tail.saltus.is_power_of_two())
        .filter(|tail| covers(&values[..tail.period], tail.saltus));
    for tail in candidates {
        if let Some(theorem) = relaxation(cut.set(), values, tail.period as u64) {
            let witnesses = Vec::new();
            return Ok(Some(Passed {
                tail,
                theorem,
                witnesses,
            }));
        }
        if let Ok(witnesses) = witnesses(cut, tail.period as u64, tail.saltus, budget)? {
            let theorem = Theorem::ApTest;
            return Ok(Some(Passed {
                tail,
                theorem,
                witnesses,
            }));
        }
    }
    Ok(None)
}

/// AP2.
fn covers(values: &[u32], saltus: u64) -> bool {
    if saltus > values.len() as u64 {
        return false;
    }
    let mut seen = vec![false; values.len()];
    for &value in values {
        match seen.get_mut(value as usize) {
            Some(seen) if u64::from(value) < saltus => *seen = true,
            _ => return false,
        }
    }
    seen.iter().take_while(|&&seen| seen).count() as u64 == saltus
}

/// The result by which AP1 and AP2 for the period p imply AP3, if one applies.
fn relaxation(set: &CutSet, values: &[u32], p: u64) -> Option<Theorem> {
    let from_two = |even: bool| {
        let smallest = if even {
            set.smallest_even()
        } else {
            set.smallest_odd_above_one()
        };
        smallest.is_some_and(|m| m <= 2 * p + 1)
    };
    if from_two(true) && from_two(false) {
        return Some(Theorem::Proposition13);
    }
    let l = set.largest()?;
    if l <= 2 || l % 2 == 1 || !set.up_to(l).eq([1, l]) {
        return None;
    }
    if l <= p.saturating_sub(3) / 4 {
        return Some(Theorem::Corollary15);
    }
    // x1 odd and x2 even, both at most p/2, with value 1: heap x has the value at place x−1.
    let half = usize::try_from(p / 2).ok()?;
    let mut ones = (1..=half).filter(|&x| values[x - 1] == 1);
    let odd = ones.clone().any(|x| x % 2 == 1);
    let even = ones.any(|x| x % 2 == 0);
    (l <= p && odd && even).then_some(Theorem::Proposition14)
}

/// The three conditions of the AP-test for a given period p and saltus s.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApTest {
    /// AP1 fails at this n: G(n+p) is not G(n) + s. None if it holds.
    pub ap1: Option<u64>,
    /// AP2 fails: a heap n ≤ p whose value is s or more, or else a value below s that none of them has.
    /// None if it holds.
    pub ap2: Option<Ap2Failure>,
    /// AP3 fails: heap n has no option of value g with two cuts or more. None if it holds.
    pub ap3: Option<(u64, u64)>,
    /// Whether s is a power of two, and a move can make two cuts or more.
    pub applies: bool,
}

/// How AP2 fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ap2Failure {
    /// This heap has a value that is not below s.
    TooLarge(u64),
    /// No heap has this value.
    Missing(u64),
}

impl ApTest {
    /// Tests the conditions of Definition 8 one by one.
    ///
    /// ```
    /// use misere::heaps::{Shape, ruleset};
    /// use misere::nim::ApTest;
    ///
    /// let game = ruleset("cut{1,6}").unwrap();
    /// let Shape::Cut(cut) = game.shape() else { panic!() };
    /// let budget = Default::default();
    /// assert!(ApTest::new(cut, 36, 8, &budget)?.passes());
    /// assert_eq!(ApTest::new(cut, 12, 8, &budget)?.ap1, Some(1));
    /// # Ok::<(), misere::nim::NimError>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(cut: &Cut, p: u64, s: u64, budget: &Budget) -> Result<Self, NimError> {
        let far = || NimError::OutOfReach("the period is too long".into());
        let last = p.checked_mul(4).filter(|_| p > 0).ok_or_else(far)?;
        let mut evaluator = methods(cut).best(cut)?;
        evaluator.extend(last, budget)?;
        let known = evaluator.values();
        let value = |n: u64| known.get(n).and_then(|value| value.to_u64());
        let ap1 = (1..=3 * p).find(|&n| value(n + p) != value(n).and_then(|v| v.checked_add(s)));
        let too_large = (1..=p).find(|&n| value(n).is_none_or(|v| v >= s));
        let seen: BTreeSet<u64> = (1..=p).filter_map(value).collect();
        let ap2 = match too_large {
            Some(heap) => Some(Ap2Failure::TooLarge(heap)),
            None => (0..s).find(|g| !seen.contains(g)).map(Ap2Failure::Missing),
        };
        let set = cut.set();
        Ok(Self {
            ap1,
            ap2,
            ap3: witnesses(cut, p, s, budget)?.err(),
            applies: s.is_power_of_two() && set.up_to(u64::MAX - 1).any(|cuts| cuts >= 2),
        })
    }

    /// Whether the game passes, so that G(n+p) = G(n) + s for all n ≥ 1 (Theorem 9).
    pub fn passes(&self) -> bool {
        self.applies && self.ap1.is_none() && self.ap2.is_none() && self.ap3.is_none()
    }
}

/// Options that show AP3; else the first n and g without one.
fn witnesses(
    cut: &Cut,
    p: u64,
    saltus: u64,
    budget: &Budget,
) -> Result<Result<Vec<Witness>, (u64, u64)>, NimError> {
    let most_piles = cut.set().up_to(4 * p).last().unwrap_or(1) + 1;
    let mut sets = NimSets::new(cut, most_piles);
    sets.extend(4 * p, budget)?;
    let mut witnesses = Vec::new();
    for n in 3 * p + 1..=4 * p {
        for wanted in 0..saltus {
            let Ok(g) = u32::try_from(wanted) else {
                return Ok(Err((n, wanted)));
            };
            let piles = cut.set().up_to(n - 1).filter(|&m| m >= 2).map(|m| m + 1);
            let has = |piles: &u64| sets.get(n, *piles).is_some_and(|set| set.contains(g));
            let Some(piles) = piles.into_iter().find(has) else {
                return Ok(Err((n, wanted)));
            };
            let mut found = sets.partitions(n, piles, g, 1, budget)?;
            let Some(parts) = found.pop() else {
                return Ok(Err((n, wanted)));
            };
            witnesses.push(counted(&parts));
        }
    }
    Ok(Ok(witnesses))
}

/// Collects equal parts.
fn counted(parts: &[u64]) -> Witness {
    let mut witness = Witness::new();
    for &part in parts {
        match witness.last_mut() {
            Some((last, copies)) if *last == part => *copies += 1,
            _ => witness.push((part, 1)),
        }
    }
    witness
}
