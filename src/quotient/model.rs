//! The finite model of assumed relations: irreducible sums and their outcomes.
//!
//! If all rules are true, the outcomes are true. If not, they are still something definite: play in
//! which every sum is replaced by its irreducible form at once.

use rustc_hash::FxHashMap;

use super::assumed::Assumed;
use super::error::QuotientError;
use super::monomial::Monomial;
use super::table::HeapTable;
use crate::limits::Meter;

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
}

/// Bytes for an element apart from its edges: its monomial, twice, and some numbers.
const ELEMENT: usize = 2 * size_of::<Monomial>() + 24;
/// Bytes for an edge: the edge itself, and while the model is made one entry of a list.
const EDGE: usize = 4 + size_of::<(Monomial, u32, u32, u32)>();

impl Model {
    pub(super) fn new(
        assumed: &Assumed,
        table: &HeapTable,
        budget: &mut Meter<'_>,
    ) -> Result<Self, QuotientError> {
        let letters = assumed.variables.len();
        let mut model = Self {
            elements: vec![Monomial::ONE],
            index: FxHashMap::default(),
            letters,
            next: Vec::new(),
            applied: FxHashMap::default(),
            options: Vec::new(),
            in_p: Vec::new(),
        };
        model.multiply(&assumed.rules, budget)?;
        for &heap in &assumed.variables {
            let options = table.options(heap).iter().map(|option| {
                option.iter().fold(0, |x, &(h, copies)| {
                    model.times_power(x, &assumed.monomial(h), copies)
                })
            });
            let mut options: Vec<u32> = options.collect();
            options.sort_unstable();
            options.dedup();
            model.options.push(options);
        }
        model.play(budget)?;
        Ok(model)
    }

    /// Finds the irreducible monomials and their products with variables.
    fn multiply(
        &mut self,
        rules: &[(Monomial, Monomial)],
        budget: &mut Meter<'_>,
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
            budget.tick()?;
            for v in 0..letters {
                let product = self.elements[at].times(&Monomial::generator(v))?;
                if !self.index.contains_key(&product) && applicable(&product, v).is_none() {
                    self.index.insert(product, 0);
                    self.elements.push(product);
                }
            }
            at += 1;
            if at.is_multiple_of(64) {
                budget.budget().check_nodes(self.elements.len())?;
                budget
                    .budget()
                    .check_memory(self.elements.len() * (ELEMENT + letters * EDGE))?;
            }
        }
        self.elements.sort_unstable();
        for (place, element) in (0..).zip(&self.elements) {
            self.index.insert(*element, place);
        }
        let mut reducible: Vec<(Monomial, u32, u32, u32)> = Vec::new();
        self.next = vec![0; self.elements.len() * letters];
        for (x, element) in (0..).zip(&self.elements) {
            budget.tick()?;
            for (letter, v) in (0..).zip(0..letters) {
                let product = element.times(&Monomial::generator(v))?;
                match (self.index.get(&product), applicable(&product, v)) {
                    (None, Some(rule)) => reducible.push((product, x, letter, rule)),
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
            self.applied.insert(product, rule);
            let form = self.times(self.index[&product.over(left)], right);
            for &(_, x, letter, _) in equal {
                self.next[x as usize * letters + letter as usize] = form;
            }
        }
        Ok(())
    }

    /// The irreducible form of a product.
    fn times(&self, x: u32, factor: &Monomial) -> u32 {
        self.times_power(x, factor, 1)
    }

    /// The irreducible form of x·m^copies.
    fn times_power(&self, mut x: u32, factor: &Monomial, copies: u32) -> u32 {
        for _ in 0..copies {
            for (v, exponent) in factor.factors() {
                for _ in 0..exponent {
                    x = self.next[x as usize * self.letters + v];
                }
            }
        }
        x
    }

    /// Finds the outcomes, in ascending order: options are smaller.
    fn play(&mut self, budget: &mut Meter<'_>) -> Result<(), QuotientError> {
        self.in_p.push(false);
        for place in 1..self.elements.len() {
            budget.tick()?;
            let is_p = self.outcome_by_options(&self.elements[place]);
            self.in_p.push(is_p);
        }
        Ok(())
    }

    /// Whether a product is in P by its options, itself not being rewritten.
    fn outcome_by_options(&self, product: &Monomial) -> bool {
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

    /// Two ways of multiplying the same variables end in different outcomes: the rules at which
    /// the outcome by options changes on the way. At least one of these rules is there.
    pub(super) fn blame(&self, rules: &[(Monomial, Monomial)], discord: &Discord) -> Vec<usize> {
        let mut blamed = Vec::new();
        let [a, b] = discord.letters;
        for (first, second) in [(a, b), (b, a)] {
            let Some(mut product) = discord.product() else {
                continue;
            };
            let mut outcome = self.outcome_by_options(&product);
            let mut current = discord.start;
            // A stack: the first letter last.
            let mut letters: Vec<usize> = discord.suffix.iter().rev().copied().collect();
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
                let now = self.outcome_by_options(&product);
                if now != outcome {
                    blamed.push(rule as usize);
                    break;
                }
                outcome = now;
            }
        }
        blamed.sort_unstable();
        blamed.dedup();
        blamed
    }
}

/// A product whose outcome depends on the order of its factors: start·a·b·suffix.
pub(super) struct Discord {
    pub(super) start: Monomial,
    pub(super) letters: [usize; 2],
    /// In an order in which the outcomes differ.
    pub(super) suffix: Vec<usize>,
}

impl Discord {
    fn product(&self) -> Option<Monomial> {
        let letters = self.letters.iter().chain(&self.suffix);
        let mut generators = letters.map(|&v| Monomial::generator(v));
        generators.try_fold(self.start, |product, g| product.times(&g).ok())
    }
}

/// The letters of a monomial, the last generator first: a stack that is popped ascending.
fn letters_descending(monomial: &Monomial) -> Vec<usize> {
    let mut letters: Vec<usize> = monomial
        .factors()
        .flat_map(|(v, exponent)| std::iter::repeat_n(v, exponent as usize))
        .collect();
    letters.reverse();
    letters
}
