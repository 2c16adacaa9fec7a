//! Lists and counts of primes.

use crate::limits::{Budget, Reason};

/// Lists the primes below a bound.
pub(crate) fn primes_below(bound: u64) -> Vec<u64> {
    let size = usize::try_from(bound).unwrap_or(usize::MAX);
    let mut composite = vec![false; size];
    let mut primes = Vec::new();
    for n in 2..size {
        if composite[n] {
            continue;
        }
        primes.push(n as u64);
        for multiple in (n * n..size).step_by(n) {
            composite[multiple] = true;
        }
    }
    primes
}

/// Computes π(x), the number of primes up to x, for x up to about 10^13.
///
/// Lucy Hedgehog's form of Legendre's sieve: the counts of numbers from 2 to ⌊x/i⌋ that remain after
/// removing the multiples of 2, 3, 5, …, in about x^(3/4) steps and with 2√x words.
pub(super) fn prime_count(x: u64, budget: &Budget) -> Result<u64, Reason> {
    if x < 2 {
        return Ok(0);
    }
    let root = x.isqrt();
    let size = usize::try_from(root).unwrap_or(usize::MAX) + 1;
    let mut account = budget.account();
    account.hold(size.saturating_mul(16))?;
    // The numbers that remain up to v, and up to ⌊x/v⌋, for v ≤ √x.
    let mut low: Vec<u64> = (0..=root).map(|v| v.saturating_sub(1)).collect();
    let mut high: Vec<u64> = (0..=root).map(|v| x / v.max(1) - 1).collect();
    for p in 2..size {
        if low[p] == low[p - 1] {
            continue;
        }
        budget.check()?;
        let (before, prime) = (low[p - 1], p as u64);
        let square = prime * prime;
        let last = usize::try_from(x / square).map_or(size - 1, |last| last.min(size - 1));
        for i in 1..=last {
            let multiple = i * p;
            let remaining = if multiple < size {
                high[multiple]
            } else {
                low[usize::try_from(x / multiple as u64).unwrap_or(0)]
            };
            high[i] -= remaining - before;
        }
        if let Ok(square) = usize::try_from(square) {
            for v in (square..size).rev() {
                low[v] -= low[v / p] - before;
            }
        }
    }
    Ok(high[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_primes_are_those_of_the_list() {
        let primes = primes_below(5000);
        let none = Budget::default();
        for x in 0..5000 {
            let listed = primes.partition_point(|&p| p <= x);
            assert_eq!(prime_count(x, &none), Ok(listed as u64), "{x}");
        }
    }

    #[test]
    fn large_counts_are_the_known_ones() {
        let none = Budget::default();
        assert_eq!(prime_count(1_000_000, &none), Ok(78_498));
        assert_eq!(prime_count(1_000_000_007, &none), Ok(50_847_535));
        assert_eq!(prime_count(10_000_000_000, &none), Ok(455_052_511));
        let past = Budget::timeout(std::time::Duration::ZERO);
        assert_eq!(prime_count(10_000_000_000, &past), Err(Reason::Deadline));
    }
}
