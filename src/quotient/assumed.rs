//! Relations that are assumed until they are refuted.
//!
//! The search for the quotient with one heap more starts from the relations of the last quotient
//! that was proved, since most of them still hold. They form a rewriting system, with one more rule
//! for every heap that equals a sum of smaller heaps, and a rule h^(t+p) = h^t for every other heap
//! (`powers`), which keeps the system finite. No proof depends on a rule being true: the resulting candidate is
//! verified, and a refuted rule is removed and not assumed again.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use smallvec::smallvec;

use super::candidate::Candidate;
use super::error::QuotientError;
use super::memory::{collect, reserve, reserve_entry};
use super::monomial::Monomial;
use super::powers::{PowerRule, Powers};
use super::table::{Sum, spilled_bytes};
use crate::limits::{Account, Budget, Reason};

/// A rewriting system for sums of heaps.
pub(super) struct Assumed {
    /// The heaps that are not rewritten, ascending; monomials are products of these.
    pub(super) variables: Vec<u32>,
    /// A monomial and a smaller one that it is rewritten to.
    pub(super) rules: Vec<(Monomial, Monomial)>,
    /// For each heap that is not a variable, the monomial of smaller heaps that it is rewritten to.
    pub(super) images: Vec<Option<Monomial>>,
    /// Relations that were found to be false.
    pub(super) refuted: FxHashSet<(Sum, Sum)>,
    /// The variables, by their heaps, whose powers have no rules; no rule mentions them.
    pub(super) wild: Vec<u32>,
    /// What is known about the powers of heaps.
    pub(super) powers: BTreeMap<u32, Powers>,
    pub(super) account: Account,
}

/// A search for the quotient with one heap more. A round of it changes nothing until it has ended.
pub(super) struct Search {
    pub(super) assumed: Assumed,
    /// The efforts of this search, and of those for an infinite quotient that have ended.
    pub(super) effort: u64,
    pub(super) spent: u64,
}

impl Assumed {
    /// Assumes the relations of a proved quotient, with the next heap as a new variable.
    pub(super) fn beyond(proved: &Candidate, budget: &Budget) -> Result<Self, QuotientError> {
        let monoid = &proved.monoid;
        let mut account = budget.account();
        let word = |x: u32| monoid.words[x as usize];
        let rules = monoid.rules();
        let count = rules.len();
        let rules = rules.into_iter().map(|(u, x)| (u, word(x)));
        let images = proved.pretending.iter().map(|&x| Some(word(x)));
        let mut assumed = Self {
            variables: proved.generators.clone(),
            rules: collect(rules, count, &mut account)?,
            images: collect(images, proved.pretending.len() + 1, &mut account)?,
            refuted: FxHashSet::default(),
            wild: Vec::new(),
            powers: BTreeMap::new(),
            account,
        };
        for &generator in &proved.generators {
            assumed.images[generator as usize] = None;
        }
        let heap = u32::try_from(assumed.images.len()).map_err(|_| QuotientError::Numbers)?;
        assumed.images.push(Some(Monomial::ONE));
        assumed.add_variable(heap)?;
        Ok(assumed)
    }

    /// Makes heaps wild: the rules that mention them are dropped, and their powers get none. Heaps
    /// that are rewritten to them stay so: they have a value with a wild part.
    pub(super) fn with_wild(mut self, wild: &[u32]) -> Result<Self, QuotientError> {
        self.wild = wild.to_vec();
        for &heap in wild {
            if self.variable(heap).is_none() {
                self.add_variable(heap)?;
            }
        }
        let is_wild = self.wild_variables();
        let mentions = |u: &Monomial| u.factors().any(|(v, _)| is_wild[v]);
        self.rules.retain(|(u, r)| !mentions(u) && !mentions(r));
        // The powers of every other variable stay bounded.
        self.bound_all_powers()?;
        Ok(self)
    }

    /// Returns for each variable whether it is wild.
    pub(super) fn wild_variables(&self) -> Vec<bool> {
        let variables = self.variables.iter();
        variables.map(|heap| self.wild.contains(heap)).collect()
    }

    /// Returns the heaps with at least this many refuted rules for their powers, ascending.
    pub(super) fn unbounded(&self, refutations: u32) -> Vec<u32> {
        let counts = self.powers.iter();
        let many = counts.filter(|(_, powers)| powers.refutations() >= refutations as usize);
        many.map(|(&heap, _)| heap).collect()
    }

    /// Returns how many relations were found to be false.
    pub(super) fn refuted(&self) -> usize {
        self.refuted.len()
    }

    /// Returns the number of a heap among the variables.
    pub(super) fn variable(&self, heap: u32) -> Option<usize> {
        self.variables.binary_search(&heap).ok()
    }

    /// Returns the monomial of a heap.
    pub(super) fn monomial(&self, heap: u32) -> Monomial {
        match (&self.images[heap as usize], self.variable(heap)) {
            (None, Some(variable)) => Monomial::generator(variable),
            (image, _) => image.unwrap_or(Monomial::ONE),
        }
    }

    /// Returns a monomial as a sum of heaps.
    pub(super) fn sum(&self, monomial: &Monomial) -> Sum {
        let factors = monomial.factors();
        factors
            .map(|(v, exponent)| (self.variables[v], exponent))
            .collect()
    }

    /// Makes a heap a variable, with a rule for its powers only.
    fn add_variable(&mut self, heap: u32) -> Result<(), QuotientError> {
        if self.variables.len() == Monomial::MOST_GENERATORS {
            return Err(QuotientError::Generators);
        }
        let at = self.variables.partition_point(|&v| v < heap);
        self.variables.insert(at, heap);
        self.renumber(|v| if v < at { v } else { v + 1 });
        self.images[heap as usize] = None;
        if self.wild.contains(&heap) {
            return Ok(());
        }
        self.bound_power(at)
    }

    fn renumber(&mut self, number: impl Fn(usize) -> usize) {
        for (left, right) in &mut self.rules {
            (*left, *right) = (left.renumbered(&number), right.renumbered(&number));
        }
        for image in self.images.iter_mut().flatten() {
            *image = image.renumbered(&number);
        }
    }

    /// Assumes the rule for the powers of a variable that [`Powers::rule`] suggests.
    fn bound_power(&mut self, variable: usize) -> Result<(), QuotientError> {
        let powers = self.powers.entry(self.variables[variable]).or_default();
        let PowerRule { threshold, period } = powers.rule().ok_or(QuotientError::Exponents)?;
        let power = |e| Monomial::power(variable, e);
        self.add_rule((power(threshold + period), power(threshold)))?;
        Ok(())
    }

    /// Assumes a rule for the powers of each variable that has none and is not wild.
    pub(super) fn bound_all_powers(&mut self) -> Result<(), QuotientError> {
        for (v, is_wild) in self.wild_variables().into_iter().enumerate() {
            let is_bound = |(u, _): &(Monomial, Monomial)| {
                u.as_power().is_some_and(|(variable, _)| variable == v)
            };
            if !is_wild && !self.rules.iter().any(is_bound) {
                self.bound_power(v)?;
            }
        }
        Ok(())
    }

    /// Learns from a sum at which a candidate failed: it is right about all smaller sums and wrong
    /// about this one, so the outcomes of the sum with any number of copies less of a heap are known.
    pub(super) fn observe(&mut self, failed: &Sum, candidate: &Candidate) {
        for (at, &(heap, copies)) in failed.iter().enumerate() {
            if self.variable(heap).is_none() || copies > Powers::MOST_COPIES {
                continue;
            }
            let mut sum = failed.clone();
            let outcomes = (0..=copies).map(|fewer| {
                sum[at].1 = fewer;
                candidate.monoid.is_p(candidate.value(&sum)) != (fewer == copies)
            });
            let outcomes = outcomes.collect();
            self.powers.entry(heap).or_default().observe(outcomes);
        }
    }

    fn add_rule(&mut self, rule: (Monomial, Monomial)) -> Result<(), Reason> {
        reserve(&mut self.rules, 1, &mut self.account)?;
        self.rules.push(rule);
        Ok(())
    }

    fn add_refuted(&mut self, relation: (Sum, Sum)) -> Result<(), Reason> {
        reserve_entry(&mut self.refuted, &mut self.account)?;
        let spilled = spilled_bytes(&relation.0) + spilled_bytes(&relation.1);
        self.account.add(spilled)?;
        self.refuted.insert(relation);
        Ok(())
    }

    /// Removes a rule that is false.
    pub(super) fn refute(&mut self, rule: usize) -> Result<(), QuotientError> {
        let (left, right) = self.rules.swap_remove(rule);
        let relation = (self.sum(&left), self.sum(&right));
        self.add_refuted(relation)?;
        match left.as_power() {
            Some((variable, exponent)) => {
                let threshold = right.exponent(variable);
                let powers = self.powers.entry(self.variables[variable]).or_default();
                powers.refute(PowerRule {
                    threshold,
                    period: exponent - threshold,
                });
                self.bound_power(variable)
            }
            None => Ok(()),
        }
    }

    /// Removes all rules that can be applied to a sum. Returns false if there are none.
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
                self.add_refuted(relation)?;
                self.add_variable(heap)?;
            }
        }
        Ok(self.refuted.len() > before)
    }

    /// Returns the product of those heaps of a sum that are variables.
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

    /// Replaces the variables that a candidate expresses by smaller ones, except those in the sum
    /// at which the candidate failed.
    pub(super) fn express_variables(&mut self, candidate: &Candidate, failed: &Sum) {
        for v in (0..self.variables.len()).rev() {
            let heap = self.variables[v];
            if candidate.generators.binary_search(&heap).is_ok()
                || failed.iter().any(|&(h, _)| h == heap)
                || self.wild.contains(&heap)
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
                // Where an exponent would be too large the image is left incomplete. It is an
                // assumption like any other.
                let product = (0..exponent).try_fold(rest, |product, _| product.times(&image));
                *other = product.unwrap_or(rest);
            }
            self.images[heap as usize] = Some(image);
            self.variables.remove(v);
            self.renumber(|w| if w > v { w - 1 } else { w });
        }
    }

    /// Assumes the relations of a candidate that are not refuted.
    pub(super) fn add_relations(
        &mut self,
        candidate: &Candidate,
        failed: &Sum,
    ) -> Result<(), Reason> {
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
            // Rules for powers stay, because they keep the system finite.
            self.rules
                .retain(|(u, _)| !left.divides(u) || u.as_power().is_some());
            self.add_rule((left, right))?;
        }
        Ok(())
    }
}
