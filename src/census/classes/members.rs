//! The sum over the members K of M_b.

use super::super::day_four::{DayFour, Mask};
use super::super::error::CensusError;
use super::super::modular::{Ring, WordRing};
use super::evaluation::Evaluation;
use super::{Class, Classes, MEMBERS};
use crate::limits::{Budget, parallel};

impl Classes<'_> {
    /// Computes Σ w(K)(2^(−t(K)) − P_K) over K ≠ 0 in M_b.
    pub(super) fn sum_over_members(
        &self,
        evaluation: &Evaluation<'_>,
        delta: u64,
        budget: &Budget,
    ) -> Result<u64, CensusError> {
        let field = &evaluation.field;
        let weights: Vec<u64> = self.exact.iter().map(|&e| evaluation.weight(e)).collect();
        let sums = parallel::map(self.sorted.iter().collect(), budget, |class: &Class| {
            let factors = self.class_factors(class, evaluation, &weights, delta);
            let members = class.members.chunks(MEMBERS).collect();
            let sums = parallel::map(members, budget, |members: &[Mask]| {
                let members = members.iter().filter(|&&k| k != 0);
                let sum = members.fold(0, |sum, &k| {
                    let term = self.term(k, &factors, evaluation);
                    field.add(&sum, &field.sub(&term.power, &term.product))
                });
                Ok::<_, CensusError>(sum)
            })?;
            Ok::<_, CensusError>(sums.iter().fold(0, |total, sum| field.add(&total, sum)))
        })?;
        Ok(sums.iter().fold(0, |total, sum| field.add(&total, sum)))
    }

    /// Computes the factors of the terms of a class. A vector takes long, so only those that some
    /// member needs are made.
    fn class_factors(
        &self,
        class: &Class,
        evaluation: &Evaluation<'_>,
        weights: &[u64],
        delta: u64,
    ) -> ClassFactors {
        let (field, tally) = (&evaluation.field, &class.tally);
        let pair = |v: &[u64]| Pair {
            power: self.field.inverse_element(&evaluation.sum(v)),
            product: evaluation.product(v),
        };
        let base = |is_n: bool, members: u64| match members {
            0 => Pair::one(field),
            _ => pair(&self.base(class.rho, is_n)),
        };
        // The factor of an option g: its weight, and the sets that revert through it.
        let option = |g: usize, is_n: bool, members: u64| {
            if members == 0 {
                return Pair::one(field);
            }
            let taken = pair(&self.reverting(class.rho, g, is_n));
            let given = Pair {
                power: evaluation.inverse(taken.power),
                product: evaluation.inverse(taken.product),
            };
            given.scaled(field, weights[g])
        };
        let p_with_zero = tally.containing[0] - tally.n_with_zero;
        let options: Vec<Pair> = (1..self.width)
            .map(|g| option(g, true, tally.containing[g]))
            .collect();
        ClassFactors {
            bases: [
                base(false, tally.nonzero - tally.n_positions),
                base(true, tally.n_positions),
            ],
            zero: [
                option(0, false, p_with_zero),
                option(0, true, tally.n_with_zero).scaled(field, delta),
            ],
            options: OptionTable::new(field, &options),
        }
    }

    /// Computes w(K)·2^(−t(K)) and w(K)·P_K for K ≠ 0.
    fn term(&self, k: Mask, factors: &ClassFactors, evaluation: &Evaluation<'_>) -> Pair {
        let field = &evaluation.field;
        let day_four = &self.counts.day_four;
        let is_n = usize::from(!day_four.is_p(k));
        let options = factors.options.product(field, k >> 1);
        let mut term = options.times(field, factors.bases[is_n]);
        if k & 1 == 1 {
            term = term.times(field, factors.zero[is_n]);
        }
        if k >> DayFour::size(3) == 0
            && let Some(rank) = day_four.rank(k)
        {
            let simplified = self.simplified(rank);
            let sum = evaluation.sum_of(&simplified);
            let simplified = Pair {
                power: self.field.inverse_element(&sum),
                product: evaluation.product_of(&simplified),
            };
            term = term.times(field, simplified);
        }
        term
    }
}

/// The factors of the terms of a class; in a pair, first for P-positions, then for N-positions.
struct ClassFactors {
    bases: [Pair; 2],
    /// The factors of the option 0.
    zero: [Pair; 2],
    /// The factors of the other options.
    options: OptionTable,
}

/// w(K)·2^(−t(K)) and w(K)·P_K, or a part of these products.
#[derive(Clone, Copy)]
struct Pair {
    power: u64,
    product: u64,
}

impl Pair {
    fn one(field: &WordRing) -> Self {
        Self {
            power: field.one(),
            product: field.one(),
        }
    }

    fn times(self, field: &WordRing, other: Self) -> Self {
        Self {
            power: field.mul(&self.power, &other.power),
            product: field.mul(&self.product, &other.product),
        }
    }

    fn scaled(self, field: &WordRing, weight: u64) -> Self {
        self.times(
            field,
            Self {
                power: weight,
                product: weight,
            },
        )
    }
}

/// Products over sets of options in two look-ups.
struct OptionTable {
    lower: Vec<Pair>,
    upper: Vec<Pair>,
    split: usize,
}

impl OptionTable {
    fn new(field: &WordRing, options: &[Pair]) -> Self {
        let split = options.len() / 2;
        let products = |options: &[Pair]| {
            let mut products = vec![Pair::one(field)];
            for &option in options {
                let with: Vec<Pair> = products.iter().map(|p| p.times(field, option)).collect();
                products.extend(with);
            }
            products
        };
        Self {
            lower: products(&options[..split]),
            upper: products(&options[split..]),
            split,
        }
    }

    fn product(&self, field: &WordRing, set: Mask) -> Pair {
        let lower = self.lower[(set & ((1 << self.split) - 1)) as usize];
        lower.times(field, self.upper[(set >> self.split) as usize])
    }
}
