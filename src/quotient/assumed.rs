//! Relations that are assumed until they are refuted.
//!
//! A quotient of larger heaps is sought through the relations of the last one that was proved:
//! most of them still hold. Here they are a rewriting system, with one rule more for every heap
//! that equals a sum of smaller ones, and for every remaining heap a rule h^(k+2) = h^k that keeps
//! the system finite. Nothing rests on a rule being true: what follows from them is verified, and
//! a rule that a failure refutes is dropped for good.

use rustc_hash::FxHashSet;
use smallvec::smallvec;

use super::candidate::Candidate;
use super::error::QuotientError;
use super::monomial::{LARGEST_POWER, Monomial};
use super::table::Sum;

/// A rewriting system for sums of heaps.
pub(super) struct Assumed {
    /// The heaps that stand for themselves, ascending; monomials are products of these.
    pub(super) variables: Vec<u32>,
    /// A monomial and a smaller one that it is rewritten to.
    pub(super) rules: Vec<(Monomial, Monomial)>,
    /// For each heap that is no variable, the monomial of smaller heaps that it is rewritten to.
    pub(super) images: Vec<Option<Monomial>>,
    /// Relations that were found false.
    refuted: FxHashSet<(Sum, Sum)>,
}

impl Assumed {
    /// The relations of a proved quotient, and the next heap as a variable of its own.
    pub(super) fn beyond(proved: &Candidate) -> Result<Self, QuotientError> {
        let monoid = &proved.monoid;
        let word = |x: u32| monoid.words[x as usize];
        let rules = monoid.rules();
        let mut assumed = Self {
            variables: proved.generators.clone(),
            rules: rules.into_iter().map(|(u, x)| (u, word(x))).collect(),
            images: proved.pretending.iter().map(|&x| Some(word(x))).collect(),
            refuted: FxHashSet::default(),
        };
        for &generator in &proved.generators {
            assumed.images[generator as usize] = None;
        }
        let heap = u32::try_from(assumed.images.len()).map_err(|_| QuotientError::Numbers)?;
        assumed.images.push(Some(Monomial::ONE));
        assumed.promote(heap)?;
        Ok(assumed)
    }

    /// The number of a variable.
    pub(super) fn variable(&self, heap: u32) -> Option<usize> {
        self.variables.binary_search(&heap).ok()
    }

    /// The monomial of a heap.
    pub(super) fn monomial(&self, heap: u32) -> Monomial {
        match (&self.images[heap as usize], self.variable(heap)) {
            (None, Some(variable)) => Monomial::generator(variable),
            (image, _) => image.unwrap_or(Monomial::ONE),
        }
    }

    /// A monomial as a sum of heaps.
    fn sum(&self, monomial: &Monomial) -> Sum {
        let factors = monomial.factors();
        factors
            .map(|(v, exponent)| (self.variables[v], exponent))
            .collect()
    }

    /// Makes a heap a variable, with a rule for its powers only.
    fn promote(&mut self, heap: u32) -> Result<(), QuotientError> {
        if self.variables.len() == Monomial::MOST_GENERATORS {
            return Err(QuotientError::Generators);
        }
        let at = self.variables.partition_point(|&v| v < heap);
        self.variables.insert(at, heap);
        self.renumber(|v| if v < at { v } else { v + 1 });
        self.images[heap as usize] = None;
        self.bound_power(at, 0)
    }

    fn renumber(&mut self, number: impl Fn(usize) -> usize) {
        for (left, right) in &mut self.rules {
            (*left, *right) = (left.renumbered(&number), right.renumbered(&number));
        }
        for image in self.images.iter_mut().flatten() {
            *image = image.renumbered(&number);
        }
    }

    /// Assumes v^e = v^(e−2) for an exponent above the one given. Powers of period two from the
    /// square on are the most common case.
    fn bound_power(&mut self, variable: usize, above: u32) -> Result<(), QuotientError> {
        for exponent in (above + 1).max(4)..=LARGEST_POWER {
            let power = |e| Monomial::power(variable, e);
            let rule = (power(exponent), power(exponent - 2));
            let relation = (self.sum(&rule.0), self.sum(&rule.1));
            if !self.refuted.contains(&relation) {
                self.rules.push(rule);
                return Ok(());
            }
        }
        Err(QuotientError::Exponents)
    }

    /// Drops a rule that is false.
    pub(super) fn refute(&mut self, rule: usize) -> Result<(), QuotientError> {
        let (left, right) = self.rules.swap_remove(rule);
        let relation = (self.sum(&left), self.sum(&right));
        self.refuted.insert(relation);
        match left.as_power() {
            Some((variable, exponent)) => self.bound_power(variable, exponent),
            None => Ok(()),
        }
    }

    /// Drops all rules that can be applied to a sum; false if there are none.
    pub(super) fn refute_at(&mut self, failed: &Sum) -> Result<bool, QuotientError> {
        let monomial = self.variable_part(failed);
        let before = self.refuted.len();
        for rule in (0..self.rules.len()).rev() {
            if self.rules[rule].0.divides(&monomial) {
                self.refute(rule)?;
            }
        }
        for &(heap, _) in failed {
            if let Some(image) = &self.images[heap as usize] {
                let relation = (smallvec![(heap, 1)], self.sum(image));
                self.refuted.insert(relation);
                self.promote(heap)?;
            }
        }
        Ok(self.refuted.len() > before)
    }

    /// What the variables contribute to a sum.
    fn variable_part(&self, sum: &Sum) -> Monomial {
        let mut part = Monomial::ONE;
        for &(heap, copies) in sum {
            let exponent = copies.min(Monomial::LARGEST_EXPONENT);
            if let Some(variable) = self.variable(heap)
                && let Ok(product) = part.times(&Monomial::power(variable, exponent))
            {
                part = product;
            }
        }
        part
    }

    /// Variables that a candidate expresses by smaller ones are replaced, unless the sum at which
    /// it failed speaks against it.
    pub(super) fn express_variables(&mut self, candidate: &Candidate, failed: &Sum) {
        for v in (0..self.variables.len()).rev() {
            let heap = self.variables[v];
            if candidate.generators.binary_search(&heap).is_ok()
                || failed.iter().any(|&(h, _)| h == heap)
            {
                continue;
            }
            let value = candidate.sum_of(candidate.pretending[heap as usize]);
            if self
                .refuted
                .contains(&(smallvec![(heap, 1)], value.clone()))
            {
                continue;
            }
            // The variables of the normal form are smaller and keep their numbers.
            let image = self.variable_part(&value);
            self.rules
                .retain(|(left, right)| left.exponent(v) == 0 && right.exponent(v) == 0);
            for other in self.images.iter_mut().flatten() {
                let exponent = other.exponent(v);
                let rest = other.over(&Monomial::power(v, exponent));
                // An exponent too large to be written leaves the image weaker, not wrong.
                let product = (0..exponent).try_fold(rest, |product, _| product.times(&image));
                *other = product.unwrap_or(rest);
            }
            self.images[heap as usize] = Some(image);
            self.variables.remove(v);
            self.renumber(|w| if w > v { w - 1 } else { w });
        }
    }

    /// Takes over the relations of a candidate that are not refuted.
    pub(super) fn adopt(&mut self, candidate: &Candidate, failed: &Sum) {
        let failed = self.variable_part(failed);
        for (left, right) in candidate.monoid.rules() {
            let left = candidate.sum(&left);
            let relation = (left, candidate.sum_of(right));
            if self.refuted.contains(&relation) {
                continue;
            }
            let left = self.variable_part(&relation.0);
            let right = self.variable_part(&relation.1);
            if left.divides(&failed) || self.rules.iter().any(|(u, _)| u.divides(&left)) {
                continue;
            }
            // Rules for powers stay in any case, for they keep the system finite.
            self.rules
                .retain(|(u, _)| !left.divides(u) || u.as_power().is_some());
            self.rules.push((left, right));
        }
    }
}
