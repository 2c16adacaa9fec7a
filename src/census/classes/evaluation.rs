//! The values of distributions of exponents.

use super::super::modular::{Natural, Ring, WordRing};
use super::Classes;
use super::distribution::Distribution;

/// The homomorphisms of distributions into F_p^* and Z/L_1.
pub(super) struct Evaluation<'c> {
    classes: &'c Classes<'c>,
    pub(super) field: WordRing,
    /// 1 + a_H for each place of a vector.
    factors: Vec<u64>,
    /// 2^e − 1 for each place of a vector.
    summands: Vec<u64>,
}

impl<'c> Evaluation<'c> {
    pub(super) fn new(classes: &'c Classes<'c>) -> Self {
        let mut evaluation = Self {
            classes,
            field: classes.field.ring.clone(),
            factors: Vec::new(),
            summands: Vec::new(),
        };
        let residues = classes.residues.iter();
        evaluation.factors = residues.clone().map(|&r| evaluation.factor(r)).collect();
        evaluation.summands = residues.map(|&r| evaluation.summand(r)).collect();
        evaluation
    }

    /// Computes a_H for |S_{b+2}^H| of this residue: 2^(−2^(residue − 1)).
    pub(super) fn weight(&self, residue: u64) -> u64 {
        let order = &self.classes.exponents.order;
        let y = self.classes.exponents.residue(&residue.less_one(order));
        self.classes.field.inverse_element(&y)
    }

    pub(super) fn factor(&self, residue: u64) -> u64 {
        self.field.add(&self.field.one(), &self.weight(residue))
    }

    fn summand(&self, residue: u64) -> u64 {
        let order = &self.classes.field.order;
        let power = self.classes.exponents.residue(&residue);
        power.less_one(order)
    }

    /// Computes ∏ (1 + a_H)^v.
    pub(super) fn product(&self, v: &[u64]) -> u64 {
        multi_power(&self.field, &self.factors, v)
    }

    /// Computes Σ v (2^e − 1) modulo L_1.
    pub(super) fn sum(&self, v: &[u64]) -> u64 {
        let order = self.classes.field.order;
        let mut sum = 0;
        for (count, summand) in v.iter().zip(&self.summands) {
            let product = u128::from(*count) * u128::from(*summand) % u128::from(order);
            let product = u64::try_from(product).expect("reduced modulo a word");
            sum = sum.plus(&product, &order);
        }
        sum
    }

    pub(super) fn product_of(&self, distribution: &Distribution) -> u64 {
        let sparse = distribution.sparse.iter().map(|&r| self.factor(r));
        sparse.fold(self.product(&distribution.dense), |product, factor| {
            self.field.mul(&product, &factor)
        })
    }

    pub(super) fn sum_of(&self, distribution: &Distribution) -> u64 {
        let sparse = distribution.sparse.iter().map(|&r| self.summand(r));
        sparse.fold(self.sum(&distribution.dense), |sum, summand| {
            sum.plus(&summand, &self.classes.field.order)
        })
    }

    pub(super) fn inverse(&self, x: u64) -> u64 {
        self.field.pow(x, self.classes.p - 2)
    }
}

/// Computes ∏ base^exponent: one by one if there are few bases, otherwise by bytes of the exponents,
/// with the bases of equal bytes multiplied first.
fn multi_power(field: &WordRing, bases: &[u64], exponents: &[u64]) -> u64 {
    const FEW: usize = 64;
    let pairs = bases.iter().zip(exponents);
    if bases.len() < FEW {
        return pairs.fold(field.one(), |product, (&base, &e)| {
            field.mul(&product, &field.pow(base, e))
        });
    }
    let bytes = exponents.iter().max().map_or(0, Natural::byte_count);
    let mut product = field.one();
    for i in (0..bytes).rev() {
        for _ in 0..8 {
            product = field.mul(&product, &product);
        }
        let mut buckets = [field.one(); 256];
        for (base, e) in pairs.clone() {
            let bucket = &mut buckets[usize::from(e.byte(i))];
            *bucket = field.mul(bucket, base);
        }
        // ∏ bucket_j^j as the product of all ∏_{j ≥ i} bucket_j.
        let mut tail = field.one();
        for bucket in buckets[1..].iter().rev() {
            tail = field.mul(&tail, bucket);
            product = field.mul(&product, &tail);
        }
    }
    product
}
