//! 2^x mod m for huge exponents x that are known modulo the order of 2.

use num_bigint::BigUint;

use crate::limits::{Account, Budget, Meter, Reason};
use crate::numbers::{Natural, Ring};

/// The powers of 2 modulo m, by exponents modulo the order of 2.
///
/// With m = 2^k·o and o odd, 2^x mod m for x ≥ k is 2^k times 2^(x−k) mod o. All exponents met in
/// the census are large enough for x ≥ k.
///
/// A power is a product of one table entry for each byte of the exponent.
#[derive(Debug)]
pub(in crate::census) struct Powers<N: Natural> {
    /// The order of 2 modulo o, or a multiple of it.
    pub(in crate::census) order: N,
    /// Z/o
    pub(in crate::census) ring: N::Ring,
    /// k
    twos: u64,
    /// k modulo the order.
    shift: N,
    /// 2^(j·256^i) at i, j.
    table: Vec<Vec<Element<N>>>,
    /// The memory of the table.
    _account: Account,
}

/// An element of the ring that belongs to numbers of this size.
type Element<N> = <<N as Natural>::Ring as Ring<N>>::Element;

impl<N: Natural> Powers<N> {
    /// Computes the table.
    pub(in crate::census) fn new(modulus: &N, order: &N, budget: &Budget) -> Result<Self, Reason> {
        let mut account = budget.account();
        let entries = order.byte_count().saturating_mul(256);
        account.hold(entries.saturating_mul(modulus.memory()))?;
        let mut meter = Meter::new(budget);
        let (twos, odd) = modulus.split();
        let ring = N::Ring::new(&odd);
        let mut base = ring.add(&ring.one(), &ring.one());
        let mut table = Vec::new();
        for _ in 0..order.byte_count() {
            let mut row = Vec::with_capacity(256);
            let mut power = ring.one();
            for _ in 0..256 {
                // A long multiplication counts for more than one unit of work.
                meter.tick_for(order.byte_count())?;
                row.push(power.clone());
                power = ring.mul(&power, &base);
            }
            table.push(row);
            base = power;
        }
        Ok(Self {
            order: order.clone(),
            shift: N::from_u64(twos).reduced(order),
            ring,
            twos,
            table,
            _account: account,
        })
    }

    /// Computes 2^x modulo the odd part of m, for x < order.
    pub(in crate::census) fn element(&self, x: &N) -> Element<N> {
        let mut power: Option<Element<N>> = None;
        for (i, row) in self.table.iter().enumerate() {
            let byte = x.byte(i);
            if byte != 0 {
                let entry = &row[usize::from(byte)];
                power = Some(match power {
                    Some(power) => self.ring.mul(&power, entry),
                    None => entry.clone(),
                });
            }
        }
        power.unwrap_or_else(|| self.ring.one())
    }

    /// Computes 2^−x modulo the odd part of m, for x < order.
    pub(in crate::census) fn inverse_element(&self, x: &N) -> Element<N> {
        self.element(&N::from_u64(0).minus(x, &self.order))
    }

    /// Computes 2^x mod m for an x at least the exponent of 2 in m, given modulo the order.
    pub(in crate::census) fn residue(&self, x: &N) -> N {
        let power = self.element(&x.minus(&self.shift, &self.order));
        self.ring.value(&power).shifted(self.twos)
    }
}

/// Computes 2^x mod m for an exact x.
pub(in crate::census) fn exact_power_of_two<N: Natural>(x: u64, m: &N) -> N {
    let power = BigUint::from(2u32).modpow(&BigUint::from(x), &m.to_big());
    N::from_big(&power)
}

#[cfg(test)]
mod tests {
    use super::super::chain::Chain;
    use super::*;

    #[test]
    fn powers_follow_from_residues_of_exponents() {
        for m in [
            1u64,
            2,
            3,
            12,
            96,
            97,
            1000,
            998_244_353,
            (1 << 61) - 1,
            u64::MAX,
            1 << 63,
        ] {
            let big = BigUint::from(m);
            let none = Budget::default();
            let chain = Chain::new(&big, 1, &none).unwrap();
            let order = &chain.moduli[1];
            let word = Powers::<u64>::new(&m, &u64::from_big(order), &none).unwrap();
            let long = Powers::<BigUint>::new(&big, order, &none).unwrap();
            for x in [64u64, 65, 100, 4_171_779, 123_456_789_123] {
                let expected = exact_power_of_two(x, &m);
                assert_eq!(word.residue(&(x % word.order)), expected, "2^{x} mod {m}");
                let residue = long.residue(&(BigUint::from(x) % order));
                assert_eq!(residue, expected.into());
                let power = word.element(&(x % word.order));
                let inverse = word.inverse_element(&(x % word.order));
                assert_eq!(word.ring.mul(&power, &inverse), word.ring.one());
            }
        }
    }
}
