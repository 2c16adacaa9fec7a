//! The sum over the members K of M_b.

use super::super::catalogue::{Catalogue, Mask};
use super::super::error::CensusError;
use super::super::modular::{Ring, WordRing};
use super::Classes;
use super::evaluation::Evaluation;
use crate::limits::Budget;

impl Classes<'_> {
    /// Σ w(K)(2^(−t(K)) − P_K) over K ≠ 0 in M_b.
    pub(super) fn sum_over_members(
        &self,
        evaluation: &Evaluation<'_>,
        delta: u64,
        budget: &Budget,
    ) -> Result<u64, CensusError> {
        let field = &evaluation.field;
        let catalogue = &self.counts.catalogue;
        let weights: Vec<u64> = self.exact.iter().map(|&e| evaluation.weight(e)).collect();
        let pair = |v: &[u64]| Pair {
            power: self.field.inverse_element(&evaluation.sum(v)),
            product: evaluation.product(v),
        };
        let mut total = 0;
        for class in &self.sorted {
            budget.check()?;
            // Vectors take their time: only those that some member asks for.
            let base = |is_n: bool, members: u64| match members {
                0 => Pair::one(field),
                _ => pair(&self.base(class.rho, is_n)),
            };
            let bases = [
                base(false, class.nonzero - class.n_positions),
                base(true, class.n_positions),
            ];
            // What an option g contributes: its weight, and what reverts through it taken away.
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
            let p_with_zero = class.containing[0] - class.n_with_zero;
            let zero = [
                option(0, false, p_with_zero),
                option(0, true, class.n_with_zero).scaled(field, delta),
            ];
            let options: Vec<Pair> = (1..self.width)
                .map(|g| option(g, true, class.containing[g]))
                .collect();
            let table = OptionTable::new(field, &options);
            for &k in class.members.iter().filter(|&&k| k != 0) {
                let is_n = usize::from(!catalogue.is_p(k));
                let mut term = table.product(field, k >> 1).times(field, bases[is_n]);
                if k & 1 == 1 {
                    term = term.times(field, zero[is_n]);
                }
                if k >> Catalogue::size(3) == 0
                    && let Some(rank) = catalogue.rank(k)
                {
                    let simplified = self.simplified(rank);
                    let sum = evaluation.sum_of(&simplified);
                    term = term.times(
                        field,
                        Pair {
                            power: self.field.inverse_element(&sum),
                            product: evaluation.product_of(&simplified),
                        },
                    );
                }
                total = field.add(&total, &field.sub(&term.power, &term.product));
            }
        }
        Ok(total)
    }
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
