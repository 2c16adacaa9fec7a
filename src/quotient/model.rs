//! The finite model of assumed relations: irreducible sums and their outcomes.
//!
//! If all rules are true, the outcomes are true. If not, they are still well defined: the outcomes of
//! play in which every sum is replaced by its irreducible form after each move.

use rustc_hash::FxHashMap;

use super::assumed::Assumed;
use super::error::QuotientError;
use super::memory::{collect, reserve, reserve_entry};
use super::monomial::Monomial;
use super::table::HeapTable;
use crate::limits::{Account, Meter};

/// The irreducible monomials of a rewriting system, how variables multiply them, and the outcomes.
pub(super) struct Model {
    /// Ascending.
    pub(super) elements: Vec<Monomial>,
    index: FxHashMap<Monomial, u32>,
    pub(super) letters: usize,
    /// The irreducible form of x·v at place x·letters + v.
    pub(super) next: Vec<u32>,
    /// For a reducible product of an element and a variable, the rule that is applied first.
    applied: FxHashMap<Monomial, u32>,
    /// For each variable, the elements that its options are.
    options: Vec<Vec<u32>>,
    pub(super) in_p: Vec<bool>,
    account: Account,
}

impl Model {
    pub(super) fn new(
        assumed: &Assumed,
        table: &HeapTable,
        meter: &mut Meter<'_>,
    ) -> Result<Self, QuotientError> {
        let mut model = Self::without_outcomes(assumed, meter)?;
        for &heap in &assumed.variables {
            let options = table.options(heap);
            let elements = options.iter().map(|option| {
                option.iter().fold(0, |x, &(h, copies)| {
                    model.times_power(x, &assumed.monomial(h), copies)
                })
            });
            let mut account = meter.budget().account();
            let mut elements: Vec<u32> = collect(elements, options.len(), &mut account)?;
            elements.sort_unstable();
            elements.dedup();
            model.account.add(account.bytes())?;
            model.options.push(elements);
        }
        model.find_outcomes(meter)?;
        Ok(model)
    }

    /// Finds the irreducible monomials without wild variables, and their products with the other
    /// variables, but no outcomes. Wild variables leave monomials unchanged.
    pub(super) fn without_outcomes(
        assumed: &Assumed,
        meter: &mut Meter<'_>,
    ) -> Result<Self, QuotientError> {
        let mut model = Self {
            elements: vec![Monomial::ONE],
            index: FxHashMap::default(),
            letters: assumed.variables.len(),
            next: Vec::new(),
            applied: FxHashMap::default(),
            options: Vec::new(),
            in_p: Vec::new(),
            account: meter.budget().account(),
        };
        let wild = assumed.wild_variables();
        let tame: Vec<usize> = (0..model.letters).filter(|&v| !wild[v]).collect();
        model.multiply(&assumed.rules, &tame, meter)?;
        Ok(model)
    }

    /// Finds the irreducible monomials in some variables and their products with these.
    fn multiply(
        &mut self,
        rules: &[(Monomial, Monomial)],
        variables: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<(), QuotientError> {
        let letters = self.letters;
        // A rule that divides x·v but not x has the exponent of v in common with x·v.
        let mut by_exponent: FxHashMap<(usize, u32), Vec<u32>> = FxHashMap::default();
        for (rule, (left, _)) in (0..).zip(rules) {
            for factor in left.factors() {
                by_exponent.entry(factor).or_default().push(rule);
            }
        }
        let applicable = |product: &Monomial, v: usize| {
            let rules_of_v = by_exponent.get(&(v, product.exponent(v)))?;
            let mut fitting = rules_of_v.iter().copied();
            fitting.find(|&rule| rules[rule as usize].0.divides(product))
        };
        self.index.insert(Monomial::ONE, 0);
        let mut at = 0;
        while at < self.elements.len() {
            meter.tick()?;
            for &v in variables {
                let product = self.elements[at].times(&Monomial::generator(v))?;
                if !self.index.contains_key(&product) && applicable(&product, v).is_none() {
                    reserve_entry(&mut self.index, &mut self.account)?;
                    self.index.insert(product, 0);
                    reserve(&mut self.elements, 1, &mut self.account)?;
                    self.elements.push(product);
                }
            }
            at += 1;
            if at.is_multiple_of(64) {
                meter.budget().check_nodes(self.elements.len())?;
            }
        }
        self.elements.sort_unstable();
        for (place, element) in (0..).zip(&self.elements) {
            self.index.insert(*element, place);
        }
        let mut scratch = meter.budget().account();
        let mut reducible: Vec<(Monomial, u32, u32, u32)> = Vec::new();
        let edges = self.elements.len() * letters;
        let unchanged = (0..self.elements.len()).flat_map(|x| std::iter::repeat_n(x, letters));
        let unchanged = unchanged.map(|x| u32::try_from(x).unwrap_or(u32::MAX));
        self.next = collect(unchanged, edges, &mut self.account)?;
        for (x, element) in (0..).zip(&self.elements) {
            meter.tick()?;
            for &v in variables {
                let product = element.times(&Monomial::generator(v))?;
                let letter = u32::try_from(v).map_err(|_| QuotientError::Numbers)?;
                match (self.index.get(&product), applicable(&product, v)) {
                    (None, Some(rule)) => {
                        reserve(&mut reducible, 1, &mut scratch)?;
                        reducible.push((product, x, letter, rule));
                    }
                    (place, _) => {
                        self.next[x as usize * letters + v] = place.copied().unwrap_or(0);
                    }
                }
            }
        }
        // A rule leads to a smaller product, so those that it needs are known before.
        reducible.sort_unstable();
        for equal in reducible.chunk_by(|a, b| a.0 == b.0) {
            let (product, _, _, rule) = equal[0];
            let (left, right) = &rules[rule as usize];
            reserve_entry(&mut self.applied, &mut self.account)?;
            self.applied.insert(product, rule);
            let form = self.times(self.index[&product.over(left)], right);
            for &(_, x, letter, _) in equal {
                self.next[x as usize * letters + letter as usize] = form;
            }
        }
        Ok(())
    }

    /// Returns the place of an irreducible monomial.
    pub(super) fn place(&self, monomial: &Monomial) -> Option<u32> {
        self.index.get(monomial).copied()
    }

    /// Returns the irreducible form of a product.
    pub(super) fn times(&self, x: u32, factor: &Monomial) -> u32 {
        self.times_power(x, factor, 1)
    }

    /// Returns the irreducible form of x·m^copies.
    pub(super) fn times_power(&self, mut x: u32, factor: &Monomial, copies: u32) -> u32 {
        for _ in 0..copies {
            for (v, exponent) in factor.factors() {
                for _ in 0..exponent {
                    x = self.next[x as usize * self.letters + v];
                }
            }
        }
        x
    }

    /// Finds the outcomes in ascending order, since options are smaller.
    fn find_outcomes(&mut self, meter: &mut Meter<'_>) -> Result<(), QuotientError> {
        reserve(&mut self.in_p, self.elements.len(), &mut self.account)?;
        self.in_p.push(false);
        for place in 1..self.elements.len() {
            meter.tick()?;
            let is_p = self.outcome_by_options(&self.elements[place]);
            self.in_p.push(is_p);
        }
        Ok(())
    }

    /// Checks whether a product, without being rewritten, is in P by its options.
    pub(super) fn outcome_by_options(&self, product: &Monomial) -> bool {
        if *product == Monomial::ONE {
            return false;
        }
        !product.factors().any(|(v, _)| {
            let rest = self.times(0, &product.over(&Monomial::generator(v)));
            let mut options = self.options[v].iter();
            options.any(|&option| {
                let left = self.times(rest, &self.elements[option as usize]);
                self.in_p[left as usize]
            })
        })
    }

    /// Returns the rules that cause a conflict: where the same variables, multiplied in two orders,
    /// end in different outcomes, those rules at which the outcome by options changes. There is
    /// at least one, unless a product is too large to be stored.
    pub(super) fn rules_at_fault(
        &self,
        rules: &[(Monomial, Monomial)],
        conflict: &Conflict,
        outcome_by_options: impl Fn(&Monomial) -> bool,
    ) -> Vec<usize> {
        let mut at_fault = Vec::new();
        let [a, b] = conflict.letters;
        for (first, second) in [(a, b), (b, a)] {
            let Some(mut product) = conflict.product() else {
                continue;
            };
            let mut outcome = outcome_by_options(&product);
            let mut current = conflict.start;
            // A stack: the first letter last.
            let mut letters: Vec<usize> = conflict.suffix.iter().rev().copied().collect();
            letters.extend([second, first]);
            while let Some(v) = letters.pop() {
                let Ok(times) = current.times(&Monomial::generator(v)) else {
                    break;
                };
                let Some(&rule) = self.applied.get(&times) else {
                    current = times;
                    continue;
                };
                let (left, right) = &rules[rule as usize];
                current = times.over(left);
                letters.extend(letters_descending(right));
                let Ok(rewritten) = product.over(left).times(right) else {
                    break;
                };
                product = rewritten;
                let now = outcome_by_options(&product);
                if now != outcome {
                    at_fault.push(rule as usize);
                    break;
                }
                outcome = now;
            }
        }
        at_fault.sort_unstable();
        at_fault.dedup();
        at_fault
    }
}

/// A product whose outcome depends on the order of its factors: start·a·b·suffix.
pub(super) struct Conflict {
    pub(super) start: Monomial,
    pub(super) letters: [usize; 2],
    /// The factors after a and b, in an order in which the outcomes differ.
    pub(super) suffix: Vec<usize>,
}

impl Conflict {
    fn product(&self) -> Option<Monomial> {
        let letters = self.letters.iter().chain(&self.suffix);
        let mut generators = letters.map(|&v| Monomial::generator(v));
        generators.try_fold(self.start, |product, g| product.times(&g).ok())
    }
}

/// Returns the letters of a monomial, descending: a stack from which they are popped ascending.
fn letters_descending(monomial: &Monomial) -> Vec<usize> {
    let mut letters: Vec<usize> = monomial
        .factors()
        .flat_map(|(v, exponent)| std::iter::repeat_n(v, exponent as usize))
        .collect();
    letters.reverse();
    letters
}
