//! The Chinese Remainder Theorem.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;

/// Computes the residue modulo m·n that is x modulo m and y modulo n, for coprime m and n.
pub(in crate::census) fn join(
    (x, m): (&BigUint, &BigUint),
    (y, n): (&BigUint, &BigUint),
) -> BigUint {
    let (m, n) = (BigInt::from(m.clone()), BigInt::from(n.clone()));
    let (x, y) = (BigInt::from(x.clone()), BigInt::from(y.clone()));
    let inverse = m.extended_gcd(&n).x;
    let step = ((y - &x) * inverse).mod_floor(&n);
    let joined = (x + m.clone() * step).mod_floor(&(m * n));
    joined.magnitude().clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_join() {
        for (m, n) in [(1u32, 1u32), (1, 7), (7, 1), (8, 9), (64, 35)] {
            for z in 0..m * n {
                let (x, y) = ((z % m).into(), (z % n).into());
                assert_eq!(join((&x, &m.into()), (&y, &n.into())), z.into());
            }
        }
    }
}
