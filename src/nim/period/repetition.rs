//! Theorems by which repeated values prove a period.
//!
//! In each of them a value G(n) is computed from values before it by a rule that looks the same at
//! n and at n+p, once n is large enough. So if G(n+p) = G(n) + s holds for long enough, it holds
//! for ever.
//!
//! - *Subtraction games* (Winning Ways, Chapter 4). With m the largest number that may be taken,
//!   G(n) is the mex of some of the m values before it, and from heap n0+m on all its options are
//!   n0 or larger. So max repeated values suffice: G(n+p) = G(n) for n0 ≤ n < n0+m.
//! - *All-but games.* Let m be the largest number that may not be taken, so that every heap up to
//!   n−m−1 is an option of n. Put e(n) = 1 + max G(k) over k ≤ n−m−1. A heap k with G(k) > v has an
//!   option of value v, so the values of all heaps up to n−m−1 are exactly 0, …, e(n)−1: G(n) is the
//!   least number from e(n) on that is not the value of an option among the last m heaps. For
//!   k < j−m the heap k is an option of j, and so is every heap before k, whence G(k) < e(j) ≤ G(j);
//!   so the maximum in e(n) is attained among n−2m−1, …, n−m−1. Hence G(n) is computed from the 2m+1
//!   values before it, and if these are all s larger, so is G(n): it suffices that G(n+p) = G(n) + s
//!   for 2m+1 consecutive n.
//!   The same holds for a code with repeating digits 3 after m others, none of which divides a heap: it
//!   is such a game from heap m+1 on. If there are no others, digits that also divide change nothing.
//! - *Codes with repeating digits* that do not divide heaps. Let the digits repeat with period q after
//!   m others, let P be a multiple of p and q, and T = max(n0+P, m). If G(n+p) = G(n) for n0 ≤ n and
//!   n+p ≤ T+P+m, then for all n ≥ n0. For let n > T+m be the least with G(n+P) ≠ G(n). To take i ≤ m
//!   leads to heaps beyond T, whose values are the same. To take i > m from n+P leads to heaps k up to
//!   n+P−m−1 with some remainders modulo q. If k is larger than n−m−1, then k−P has the same
//!   remainder, and the same value as k−P ≥ n0; so the values are those of the heaps up to n−m−1 with
//!   these remainders, which are options of n. To take the whole heap is allowed for both or neither.
//! - *Take-and-break games* (Guy and Smith 1956 for octal games). Let a move take at most k and
//!   leave at most r nonempty heaps; heaps up to some size may be exceptions ([`MoveBounds`]). If G(n+p) = G(n) for n0 ≤ n < r·n0 + (r−1)·p + k, where n0 is
//!   at least 1 and beyond the exceptions, then for all n ≥ n0. For let n be the least exception. An option of n+p takes i ≤ k and leaves
//!   at most r heaps, the largest of which has at least (n+p−k)/r ≥ n0+p; taking p from it gives an
//!   option of n of the same value. Likewise an option of n has a heap of at least (n−k)/r ≥ n0, to
//!   which p can be added. So n and n+p have the same option values. (To take a whole heap is
//!   possible only up to heap k.) r = 1 is the case of quaternary games, r = 2 that of octal games
//!   and Theorem 1 of Dailly, Duchêne, Larsson and Paris, r = 3 that of hexadecimal games.

use num_integer::Integer;

use super::tails::{Tail, Tails};
use crate::heaps::MoveBounds;

/// The shortest period that the subtraction theorem proves: m is the largest number that may be
/// taken.
pub(in crate::nim) fn subtraction(tails: &Tails, length: usize, m: usize) -> Option<Tail> {
    let enough = |tail: &Tail| tail.start.checked_add(tail.period)?.checked_add(m);
    tails
        .iter()
        .find(|tail| tail.saltus == 0 && enough(tail).is_some_and(|needed| needed <= length))
}

/// The shortest period that the all-but theorem proves: m is the largest number that may not be
/// taken, 0 if there is none.
pub(super) fn all_but(tails: &Tails, length: usize, m: usize) -> Option<Tail> {
    let window = m.checked_mul(2)?.checked_add(1)?;
    let enough = |tail: &Tail| tail.start.checked_add(tail.period)?.checked_add(window);
    tails
        .iter()
        .find(|tail| enough(tail).is_some_and(|needed| needed <= length))
}

/// The shortest period that the theorem on repeating digits proves: m digits, and q that repeat.
pub(super) fn repeating_code(tails: &Tails, length: usize, m: usize, q: usize) -> Option<Tail> {
    let enough = |tail: &Tail| {
        let both = tail.period.checked_mul(q)? / tail.period.gcd(&q);
        let after = tail.start.checked_add(both)?.max(m);
        after.checked_add(both)?.checked_add(m)
    };
    tails
        .iter()
        .find(|tail| tail.saltus == 0 && enough(tail).is_some_and(|last| last < length))
}

/// The shortest period that the theorem on take-and-break games proves, for the values of the heaps
/// from `first` on.
pub(super) fn take_and_break(
    tails: &Tails,
    length: usize,
    first: u64,
    bounds: MoveBounds,
) -> Option<Tail> {
    let end = first.checked_add(length as u64)?;
    // Below r·(n0 + p) + k the values are known.
    let needed = |tail: &Tail| {
        let n0 = (first + tail.start as u64).max(bounds.from.checked_add(1)?);
        let sum = n0.checked_add(tail.period as u64)?;
        sum.checked_mul(bounds.most_left)?
            .checked_add(bounds.most_taken)
    };
    tails
        .iter()
        .find(|tail| tail.saltus == 0 && needed(tail).is_some_and(|needed| needed <= end))
}
