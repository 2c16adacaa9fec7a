//! Arithmetic periodicity with a saltus that is a power of two, preperiods allowed.
//!
//! *The setting.* A move takes i from a heap and leaves j nonempty heaps, where (i,j) is one of
//! finitely many *kinds*; codes and finite cut sets are of this form. Let k be the largest i and r
//! the largest j. Suppose a sequence of values v with v(n+p) = v(n) + s for n ≥ n0 ≥ 1, s a power of
//! two, is given, and G(n) = v(n) is known for all n < M. Write v(h) = Q(h)·s + R(h), R(h) < s. Then
//! for h ≥ n0, adding p to h adds 1 to Q(h) and leaves R(h); and the value of a sum of heaps is
//! (⊕Q)·s + ⊕R. We ask for conditions under which G = v for ever, and prove G(n) = v(n) for n ≥ M
//! by induction, so that all parts of options of n have the values v.
//!
//! *No option has the value v(n)*, if M > k + r·(n0−1) and this holds: for every kind (i,j), all
//! h_2, …, h_j < n0+p and every h_1 ≥ n0, with n = i + h_1 + … + h_j large,
//!
//! > (E) ⊕R(h) = R(n) implies that ΣQ(h) − Q(n) is negative or odd.
//!
//! Let an option of n ≥ M be given. Its parts are not all below n0; choose h_1 ≥ n0 and move p from
//! other parts to h_1 as long as they are at least n0+p: neither ΣQ nor any R changes, so (E)
//! speaks of the result. (That n is large in (E) means nothing: adding p to h_1 and to n changes
//! neither side.) If the value of the option were v(n), then ⊕R = R(n) and ⊕Q = Q(n). But ⊕Q ≤ ΣQ,
//! and both have the same parity. So (E) is contradicted.
//!
//! *Every smaller value is the value of an option.* For any n consider the values of three sorts of
//! options:
//!
//! - A(n): *flat* ones. Two parts h_1, h_2 ≥ n0 have Q(h_1) = Q(h_2), and all others but at most one
//!   have Q = 0. Adding p to both shows A(n) ⊆ A(n+2p).
//! - B(n): flat ones in which that one other part is there and is at least n0. Adding 2p as before
//!   shows B(n) ⊆ B(n+2p), and adding p to that part shows B(n) + s ⊆ B(n+p).
//! - C(n): *straight* ones. One part is at least n0, all others have Q = 0. So C(n) + s ⊆ C(n+p).
//!
//! Suppose there are N ≤ M, a number b, and numbers a(n) ≥ b+s for N ≤ n < N+p such that
//!
//! > (I) [0,b) ⊆ A(n) for N ≤ n < N+2p; [b,a(n)) ⊆ B(n), [b,a(n)+s) ⊆ B(n+p) and [a(n),v(n)) ⊆ C(n)
//! > for N ≤ n < N+p.
//!
//! Then with a(n+p) = a(n) + s the inclusions hold for all n ≥ N: [0,b) ⊆ A(n) by steps of 2p; [b,a(n))
//! ⊆ B(n) because B(n) contains [b,a(n−2p)) ⊇ [b,b+s) and [b,a(n−p)) + s; and the last by steps of p.
//! So n has options of all values below v(n). With (E), G(n) = v(n). ∎
//!
//! The smallest period need not satisfy (I); then twice it with twice the saltus may, and so on.
//! Austin (1976) gave such a theorem for hexadecimal games; the AP-test is one for cut games without
//! a preperiod.

mod options;

use serde::{Deserialize, Serialize};

use super::tails::Tail;
use crate::heaps::NimError;
use crate::limits::{Budget, Ticker};
use options::Tables;

/// A kind of move: takes `taken` and leaves `parts` nonempty heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) taken: usize,
    pub(super) parts: usize,
}

/// The numbers in the conditions of the theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PowerOfTwoTest {
    /// n0: from this heap on the pattern holds.
    pub start: u64,
    /// p, a multiple of the period.
    pub period: u64,
    /// s, the same multiple of the saltus.
    pub saltus: u64,
    /// N: from this heap on the smaller values are reached.
    pub from: u64,
    /// b: up to here they are reached by flat options.
    pub flat: u64,
    /// M: how many values must be known: those of the heaps below this.
    pub known: u64,
}

/// The maximum number of steps of an attempt.
const MOST_WORK: usize = 2_000_000_000;
/// The window begins this many periods after the first.
const PERIODS: usize = 12;

/// Tries to prove the regularity that the values of the heaps from `first` on show.
pub(super) fn prove(
    kinds: &[Kind],
    first: usize,
    values: &[u32],
    tail: Tail,
    budget: &Budget,
) -> Result<Option<PowerOfTwoTest>, NimError> {
    for multiple in [1, 2, 4, 8] {
        let (period, saltus) = (tail.period * multiple, tail.saltus * multiple as u64);
        if !(1..=64).contains(&saltus) || !saltus.is_power_of_two() {
            return Ok(None);
        }
        let n0 = (first + tail.start).max(1);
        if n0 + period > first + values.len() {
            return Ok(None);
        }
        let saltus = usize::try_from(saltus).unwrap_or(64);
        let attempt = Attempt::new(kinds, first, values, n0, period, saltus);
        if let Some(attempt) = attempt
            && attempt.excludes(budget)?
            && let Some(flat) = attempt.includes(budget)?
        {
            return Ok(Some(PowerOfTwoTest {
                start: n0 as u64,
                period: period as u64,
                saltus: saltus as u64,
                from: attempt.from as u64,
                flat: flat as u64,
                known: attempt.known as u64,
            }));
        }
    }
    Ok(None)
}

struct Attempt<'k> {
    kinds: &'k [Kind],
    n0: usize,
    p: usize,
    s: usize,
    /// The largest number of parts, r.
    most_parts: usize,
    most_taken: usize,
    /// N.
    from: usize,
    /// M.
    known: usize,
    /// Q and R of the heaps from 0 on; there is no heap 0.
    heaps: Vec<(usize, usize)>,
}

impl<'k> Attempt<'k> {
    /// None if too few values are known or it would take too long.
    fn new(
        kinds: &'k [Kind],
        first: usize,
        values: &[u32],
        n0: usize,
        p: usize,
        s: usize,
    ) -> Option<Self> {
        let most_parts = kinds.iter().map(|kind| kind.parts).max().unwrap_or(0);
        let most_taken = kinds.iter().map(|kind| kind.taken).max().unwrap_or(0);
        let end = first + values.len();
        let not_all_small = most_parts
            .checked_mul(n0 - 1)?
            .checked_add(most_taken + 1)?;
        let needed = not_all_small.max(n0 + p);
        let from = end.min(n0 + p + PERIODS * p);
        let known = needed.max(from);
        if known > end || most_parts < 2 {
            return None;
        }
        let bound = n0 + p;
        // Sums of bounded parts, by their remainders; and windows of flat options.
        let sums = most_parts
            .checked_mul(most_parts)?
            .checked_mul(bound * bound)?;
        let windows = (from + 2 * p).checked_mul(from + 2 * p)?;
        let work = sums.checked_add(windows.checked_mul(kinds.len() * s)?)?;
        if work.checked_mul(2 * s)? > MOST_WORK {
            return None;
        }
        let length = (from + 2 * p).max(most_taken + most_parts * bound + 2 * p) + 1;
        let value = |heap: usize| {
            let rounds = heap.saturating_sub(n0) / p;
            let value = heap.checked_sub(rounds * p + first).map(|at| values[at]);
            let value = value.unwrap_or(0) as usize + rounds * s;
            (value / s, value % s)
        };
        Some(Self {
            kinds,
            n0,
            p,
            s,
            most_parts,
            most_taken,
            from,
            known,
            heaps: (0..length).map(value).collect(),
        })
    }

    /// Condition (E).
    fn excludes(&self, budget: &Budget) -> Result<bool, NimError> {
        let bound = self.n0 + self.p;
        let states = 2 * self.s;
        let bytes = self.most_parts * self.most_parts * bound * states * size_of::<Option<u32>>();
        budget.check_memory(bytes)?;
        let mut ticker = Ticker::default();
        // largest[j−1][t·2s + state]: the largest ΣQ of j−1 parts below n0+p with sum t, by ⊕R and
        // the parity of ΣQ.
        let mut largest: Vec<Vec<Option<usize>>> = vec![vec![None; states]];
        largest[0][0] = Some(0);
        for parts in 1..self.most_parts {
            let before = &largest[parts - 1];
            let mut sums = vec![None; (parts * (bound - 1) + 1) * states];
            for (at, sum) in before.iter().enumerate() {
                let Some(sum) = *sum else { continue };
                if ticker.is_due() {
                    budget.check()?;
                }
                let (t, r) = (at / states, at % states / 2);
                for h in 1..bound {
                    let (q, remainder) = self.heaps[h];
                    let state = (r ^ remainder) * 2 + (sum + q) % 2;
                    let place = &mut sums[(t + h) * states + state];
                    *place = (*place).max(Some(sum + q));
                }
            }
            largest.push(sums);
        }
        let large = self.most_taken + self.most_parts * bound + self.p;
        for n in large..large + self.p {
            let (quotient, remainder) = self.heaps[n];
            for kind in self.kinds.iter().filter(|kind| kind.parts > 0) {
                for (at, sum) in largest[kind.parts - 1].iter().enumerate() {
                    let Some(sum) = *sum else { continue };
                    let (q, r) = self.heaps[n - kind.taken - at / states];
                    let same = r ^ (at % states / 2) == remainder;
                    let total = sum + q;
                    if same && total >= quotient && (total - quotient).is_multiple_of(2) {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Condition (I): the number b.
    fn includes(&self, budget: &Budget) -> Result<Option<usize>, NimError> {
        let tables = Tables::new(self, budget)?;
        let mut reached = Vec::with_capacity(2 * self.p);
        for n in self.from..self.from + 2 * self.p {
            budget.check()?;
            reached.push(tables.reached(self, n));
        }
        let s = self.s;
        let flat = reached.iter().map(|values| values.flat.missing_from(0, s));
        let most = flat.min().unwrap_or(0);
        let (first, second) = reached.split_at(self.p);
        Ok((0..=most).find(|&b| {
            first
                .iter()
                .zip(second)
                .enumerate()
                .all(|(at, (now, next))| {
                    let a = now.rising.missing_from(b, s);
                    let a = a.min(next.rising.missing_from(b, s).saturating_sub(s));
                    let (q, r) = self.heaps[self.from + at];
                    a >= b + s && now.straight.missing_from(a, s) >= q * s + r
                })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn huge_numbers_of_parts_are_given_up() {
        let kinds = [2, usize::MAX].map(|parts| Kind { taken: 0, parts });
        let values: Vec<u32> = (0..100).collect();
        let tail = Tail {
            start: 5,
            period: 1,
            saltus: 1,
        };
        let found = prove(&kinds, 1, &values, tail, &Budget::default());
        assert_eq!(found, Ok(None));
    }

    /// Cut sets with 1, 2 and 3 have the values n−1. With one of them missing the pattern that the
    /// values are given is false, and must not be proved.
    #[test]
    fn false_patterns_are_not_proved() {
        let values: Vec<u32> = (0..200).collect();
        let tail = Tail {
            start: 0,
            period: 1,
            saltus: 1,
        };
        for (parts, proved) in [
            (&[2, 3, 4][..], true),
            (&[2, 3, 4, 7], true),
            (&[2, 3], false),
            (&[2, 4], false),
            (&[3, 4], false),
        ] {
            let kinds: Vec<Kind> = parts
                .iter()
                .map(|&parts| Kind { taken: 0, parts })
                .collect();
            let found = prove(&kinds, 1, &values, tail, &Budget::default()).unwrap();
            assert_eq!(found.is_some(), proved, "{parts:?}");
        }
    }
}
