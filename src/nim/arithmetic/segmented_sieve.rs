//! A sieve over a chunk of consecutive numbers: no table is longer than the chunk.

use crate::numbers::primes_below;

/// The primes that the sieve needs, and its working table.
#[derive(Default)]
pub(super) struct SegmentedSieve {
    primes: Vec<u32>,
    /// All primes up to this are listed.
    reach: u32,
    products: Vec<u32>,
}

impl SegmentedSieve {
    /// Lists all primes p with p² < end.
    fn prepare(&mut self, end: u32) {
        let root = end.isqrt();
        if root <= self.reach {
            return;
        }
        // Twice as far as needed, so that this is seldom repeated.
        self.reach = root.saturating_mul(2).clamp(64, 1 << 16);
        let primes = primes_below(u64::from(self.reach) + 1);
        self.primes = primes.into_iter().map(|p| p as u32).collect();
    }

    /// Sets the entry of each composite n of the chunk that starts at `from` to `make(i, n/p)`, where
    /// p is its smallest prime and i the index of p (2 has index 1). The others are set to 0.
    pub(super) fn by_smallest_prime(
        &mut self,
        from: u32,
        out: &mut [u32],
        make: impl Fn(u32, u32) -> u32,
    ) {
        let end = end(from, out.len());
        self.prepare(end);
        out.fill(0);
        let few = self.primes.partition_point(|&p| square(p) < u64::from(end));
        // The smallest prime writes last.
        for (place, &p) in self.primes[..few].iter().enumerate().rev() {
            let index = place as u32 + 1;
            let cofactor = from.div_ceil(p).max(p);
            let multiples = multiples(from, cofactor, p, out);
            for (entry, cofactor) in multiples.zip(cofactor..) {
                *entry = make(index, cofactor);
            }
        }
    }

    /// Computes an arithmetic function by prime powers for each n of the chunk that starts at
    /// `from` > 0: applies `step` to the entry for each prime p and each e with p^e | n, by ascending
    /// e. At most one prime is left out, one greater than √n; then applies `last`, with n and the
    /// product of the other prime powers.
    pub(super) fn by_prime_powers(
        &mut self,
        from: u32,
        out: &mut [u32],
        step: impl Fn(u32, u32, u32) -> u32,
        last: impl Fn(u32, u32, u32) -> u32,
    ) {
        let end = end(from, out.len());
        self.prepare(end);
        self.products.clear();
        self.products.resize(out.len(), 1);
        for &p in &self.primes {
            if square(p) >= u64::from(end) {
                break;
            }
            let mut power = p;
            for e in 1.. {
                let cofactor = from.div_ceil(power);
                let products = multiples(from, cofactor, power, &mut self.products);
                let entries = multiples(from, cofactor, power, out);
                for (entry, product) in entries.zip(products) {
                    *entry = step(*entry, p, e);
                    // A divisor of n: no overflow.
                    *product = product.wrapping_mul(p);
                }
                power = match power.checked_mul(p) {
                    Some(power) if power < end => power,
                    _ => break,
                };
            }
        }
        for ((entry, &product), n) in out.iter_mut().zip(&self.products).zip(from..) {
            if product < n {
                *entry = last(*entry, n, product);
            }
        }
    }
}

fn end(from: u32, len: usize) -> u32 {
    u32::try_from(len).map_or(u32::MAX, |len| from.saturating_add(len))
}

/// Iterates over the entries of cofactor·p, (cofactor+1)·p, … in a table that starts at `from`.
fn multiples(
    from: u32,
    cofactor: u32,
    p: u32,
    table: &mut [u32],
) -> impl Iterator<Item = &mut u32> {
    // The first multiple may lie beyond the table, and beyond 32 bits.
    let start = u64::from(cofactor) * u64::from(p) - u64::from(from);
    let start = usize::try_from(start).unwrap_or(usize::MAX);
    let rest = table.get_mut(start..).unwrap_or_default();
    rest.iter_mut().step_by(p as usize)
}

fn square(p: u32) -> u64 {
    u64::from(p) * u64::from(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By trial division.
    fn factors(n: u32) -> Vec<u32> {
        let mut rest = n;
        let mut factors = Vec::new();
        let mut p = 2;
        while square(p) <= u64::from(rest) {
            if rest.is_multiple_of(p) {
                factors.push(p);
                rest /= p;
            } else {
                p += 1;
            }
        }
        if rest > 1 {
            factors.push(rest);
        }
        factors
    }

    #[test]
    fn chunks_are_factored() {
        let mut sieve = SegmentedSieve::default();
        let primes: Vec<u32> = primes_below(1 << 16).iter().map(|&p| p as u32).collect();
        for (from, len) in [
            (1, 1000),
            (1, 3),
            (2, 1),
            (24, 3),
            (120, 60),
            (1000, 5000),
            (u32::MAX - 1300, 1000),
            (65_521 * 65_521 - 20, 40),
        ] {
            let mut out = vec![7; len];
            sieve.by_smallest_prime(from, &mut out, |index, cofactor| {
                primes[index as usize - 1].wrapping_mul(cofactor) ^ index
            });
            for (n, &found) in (from..).zip(&out) {
                let factors = factors(n);
                let expected = match factors.len() {
                    0 | 1 => 0,
                    _ => n ^ (1 + primes.binary_search(&factors[0]).unwrap() as u32),
                };
                assert_eq!(found, expected, "{n}");
            }
            let mut out = vec![1; len];
            sieve.by_prime_powers(
                from,
                &mut out,
                |t, _, e| t / e * (e + 1),
                |t, n, product| {
                    assert!(n % product == 0);
                    t * 2
                },
            );
            for (n, &tau) in (from..).zip(&out) {
                let factors = factors(n);
                let expected: usize = factors
                    .chunk_by(|p, q| p == q)
                    .map(|power| power.len() + 1)
                    .product();
                assert_eq!(tau as usize, expected, "{n}");
            }
        }
    }
}
