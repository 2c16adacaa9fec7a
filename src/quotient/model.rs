//! The finite model of assumed relations: irreducible sums and their outcomes.
//!
//! If all rules are true, the outcomes are true. If not, they are still well defined: the outcomes of
//! play in which every sum is replaced by its irreducible form after each move.
//!
//! Irreducible monomials are found in ascending order, layer by layer: those in which the largest
//! variable m has the exponent e are products r·m of those with the exponent e − 1, and r·m is
//! irreducible iff all (r/w)·m are and it is not the left side of a rule. Of the rules that can be
//! applied to a reducible product the first one is.

use rustc_hash::{FxHashMap, FxHashSet};

use super::assumed::Assumed;
use super::error::QuotientError;
use super::memory::{collect, reserve, reserve_entry};
use super::monomial::Monomial;
use super::options::Options;
use crate::limits::{Account, Meter};

/// The irreducible monomials of a rewriting system, how variables multiply them, and the outcomes.
pub(super) struct Model {
    /// Ascending.
    pub(super) elements: Vec<Monomial>,
    pub(super) letters: usize,
    /// The irreducible form of x·v at place x·letters + v.
    pub(super) next: Vec<u32>,
    /// For each element one after the other, the quotients by its variables, ascending.
    divisors: Vec<u32>,
    /// For each element, where its divisors end.
    ends: Vec<u32>,
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
        options: &Options,
        meter: &mut Meter<'_>,
    ) -> Result<Self, QuotientError> {
        let mut model = Self::without_outcomes(assumed, meter)?;
        for &heap in &assumed.variables {
            let options = options.of_heap(heap, meter)?;
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
            elements: Vec::new(),
            letters: assumed.variables.len(),
            next: Vec::new(),
            divisors: Vec::new(),
            ends: Vec::new(),
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

    /// Finds the irreducible monomials in some variables, ascending, and their products with these.
    fn multiply(
        &mut self,
        rules: &[(Monomial, Monomial)],
        variables: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<(), QuotientError> {
        let lefts: FxHashSet<Monomial> = rules.iter().map(|(left, _)| *left).collect();
        let mut scratch = meter.budget().account();
        let mut reducible: Vec<(Monomial, u32, u32)> = Vec::new();
        let mut add_reducible = |product: Monomial, x: usize, v: usize| {
            reserve(&mut reducible, 1, &mut scratch)?;
            let number = |n: usize| u32::try_from(n).map_err(|_| QuotientError::Numbers);
            reducible.push((product, number(x)?, number(v)?));
            Ok::<(), QuotientError>(())
        };
        self.push(Monomial::ONE, &[])?;
        for (smaller, &m) in variables.iter().enumerate() {
            let mut layer = 0..self.elements.len();
            while !layer.is_empty() {
                let start = self.elements.len();
                for r in layer {
                    meter.tick()?;
                    if r.is_multiple_of(64) {
                        meter.budget().check_nodes(self.elements.len())?;
                    }
                    let product = self.elements[r].times(&Monomial::generator(m))?;
                    let others = self.factors_with_divisors(r).filter(|&(w, _)| w != m);
                    let mut divisors: Vec<u32> = others.map(|(_, d)| d).collect();
                    let is_reducible = |&d: &u32| self.step(d as usize, m) == d;
                    if divisors.iter().any(is_reducible) || lefts.contains(&product) {
                        add_reducible(product, r, m)?;
                        continue;
                    }
                    for d in &mut divisors {
                        *d = self.step(*d as usize, m);
                    }
                    divisors.push(u32::try_from(r).map_err(|_| QuotientError::Numbers)?);
                    self.next[r * self.letters + m] = self.push(product, &divisors)?;
                }
                layer = start..self.elements.len();
                for x in layer.clone() {
                    meter.tick()?;
                    let rest = self.divisors[self.ends[x] as usize - 1] as usize;
                    for &v in &variables[..smaller] {
                        // x·v = (rest·v)·m
                        let product = self.step(rest, v) as usize;
                        let larger = self.step(product, m) as usize;
                        if product == rest || larger == product {
                            let product = self.elements[x].times(&Monomial::generator(v))?;
                            add_reducible(product, x, v)?;
                        } else {
                            self.next[x * self.letters + v] = self.step(product, m);
                        }
                    }
                }
            }
        }
        // A rule leads to a smaller product, so those that it needs are known before.
        reducible.sort_unstable();
        self.reduce(rules, &reducible, meter)
    }

    /// Finds the forms of reducible products of elements and variables, ascending. Until then the product
    /// is taken to be the element.
    fn reduce(
        &mut self,
        rules: &[(Monomial, Monomial)],
        reducible: &[(Monomial, u32, u32)],
        meter: &mut Meter<'_>,
    ) -> Result<(), QuotientError> {
        // A rule that divides x·v but not x has the exponent of v in common with x·v.
        let mut by_exponent: FxHashMap<(usize, u32), Vec<u32>> = FxHashMap::default();
        for (rule, (left, _)) in (0..).zip(rules) {
            for factor in left.factors() {
                by_exponent.entry(factor).or_default().push(rule);
            }
        }
        for equal in reducible.chunk_by(|a, b| a.0 == b.0) {
            meter.tick()?;
            let (product, _, letter) = &equal[0];
            let v = *letter as usize;
            let fitting = by_exponent.get(&(v, product.exponent(v)));
            let mut fitting = fitting.into_iter().flatten();
            let rule = fitting.find(|&&rule| rules[rule as usize].0.divides(product));
            let Some(&rule) = rule else {
                continue;
            };
            let (left, right) = &rules[rule as usize];
            reserve_entry(&mut self.applied, &mut self.account)?;
            self.applied.insert(*product, rule);
            let rest = self.place(&product.over(left)).unwrap_or(0);
            let form = self.times(rest, right);
            for &(_, x, letter) in equal {
                self.next[x as usize * self.letters + letter as usize] = form;
            }
        }
        Ok(())
    }

    fn step(&self, x: usize, v: usize) -> u32 {
        self.next[x * self.letters + v]
    }

    /// Adds an irreducible monomial, the largest so far, with its divisors. All products with it are
    /// itself until they are found.
    fn push(&mut self, element: Monomial, divisors: &[u32]) -> Result<u32, QuotientError> {
        let place = u32::try_from(self.elements.len()).map_err(|_| QuotientError::Numbers)?;
        reserve(&mut self.elements, 1, &mut self.account)?;
        self.elements.push(element);
        reserve(&mut self.divisors, divisors.len(), &mut self.account)?;
        self.divisors.extend_from_slice(divisors);
        reserve(&mut self.ends, 1, &mut self.account)?;
        let end = u32::try_from(self.divisors.len()).map_err(|_| QuotientError::Numbers)?;
        self.ends.push(end);
        reserve(&mut self.next, self.letters, &mut self.account)?;
        self.next.extend(std::iter::repeat_n(place, self.letters));
        Ok(place)
    }

    /// Iterates over the variables of an element, ascending, each with the place of the quotient by it.
    fn factors_with_divisors(&self, x: usize) -> impl Iterator<Item = (usize, u32)> {
        let start = x.checked_sub(1).map_or(0, |before| self.ends[before]);
        let divisors = &self.divisors[start as usize..self.ends[x] as usize];
        let variables = self.elements[x].factors().map(|(v, _)| v);
        variables.zip(divisors.iter().copied())
    }

    /// Returns the place of an irreducible monomial.
    pub(super) fn place(&self, monomial: &Monomial) -> Option<u32> {
        let place = self.elements.binary_search(monomial).ok()?;
        u32::try_from(place).ok()
    }

    /// Returns the irreducible form of a product.
    pub(super) fn times(&self, x: u32, factor: &Monomial) -> u32 {
        self.times_power(x, factor, 1)
    }

    /// Returns the irreducible form of x·m^copies.
    pub(super) fn times_power(&self, mut x: u32, factor: &Monomial, copies: u32) -> u32 {
        for _ in 0..copies {
            for v in letters(factor) {
                x = self.step(x as usize, v);
            }
        }
        x
    }

    /// Finds the outcomes in ascending order, since options are smaller.
    fn find_outcomes(&mut self, meter: &mut Meter<'_>) -> Result<(), QuotientError> {
        let option_letters = self.options.iter().map(|options| {
            let options = options.iter();
            let options = options.map(|&option| letters(&self.elements[option as usize]));
            options.map(Iterator::collect).collect()
        });
        let option_letters: Vec<Vec<Vec<usize>>> = option_letters.collect();
        reserve(&mut self.in_p, self.elements.len(), &mut self.account)?;
        self.in_p.push(false);
        for x in 1..self.elements.len() {
            meter.tick()?;
            let has_p_option = self.factors_with_divisors(x).any(|(v, rest)| {
                option_letters[v].iter().any(|option| {
                    let step = |x: u32, &v: &usize| self.step(x as usize, v);
                    self.in_p[option.iter().fold(rest, step) as usize]
                })
            });
            self.in_p.push(!has_p_option);
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
            let mut stack: Vec<usize> = conflict.suffix.iter().rev().copied().collect();
            stack.extend([second, first]);
            while let Some(v) = stack.pop() {
                let Ok(times) = current.times(&Monomial::generator(v)) else {
                    break;
                };
                let Some(&rule) = self.applied.get(&times) else {
                    current = times;
                    continue;
                };
                let (left, right) = &rules[rule as usize];
                current = times.over(left);
                let at = stack.len();
                stack.extend(letters(right));
                stack[at..].reverse();
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

/// Iterates over the variables of a monomial, ascending, each as often as it occurs.
fn letters(monomial: &Monomial) -> impl Iterator<Item = usize> + use<> {
    let factors = monomial.factors();
    factors.flat_map(|(v, exponent)| std::iter::repeat_n(v, exponent as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;
    use crate::limits::Budget;
    use crate::quotient::QuotientBuilder;

    /// The relations of a quotient are confluent, so there is one irreducible form, and it has the same
    /// value as the product.
    #[test]
    fn forms_are_irreducible_and_equal_to_products() {
        let budget = Budget::default();
        let mut meter = Meter::new(&budget);
        for (name, heap) in [("0.77", 20), ("0.07", 24), ("0.123", 14), ("0.3102", 10)] {
            let game = ruleset(name).unwrap();
            let mut builder = QuotientBuilder::new(&*game).unwrap();
            builder.extend_to(heap, &budget).unwrap();
            let proved = builder.proved();
            let assumed = Assumed::beyond(proved, &budget).unwrap();
            let model = Model::without_outcomes(&assumed, &mut meter).unwrap();
            let new = model.letters - 1;
            // The value of the old variables, and the exponent of the new one, h^4 = h^2.
            let value = |monomial: &Monomial| {
                let copies = monomial.exponent(new);
                let old = monomial.over(&Monomial::power(new, copies));
                let value = letters(&old).fold(0, |x, v| proved.monoid.times_generator(x, v));
                (value, if copies == 4 { 2 } else { copies })
            };
            assert!(model.elements.is_sorted());
            for (x, element) in model.elements.iter().enumerate() {
                let reducible =
                    |u: &Monomial| assumed.rules.iter().any(|(left, _)| left.divides(u));
                assert!(!reducible(element));
                for v in 0..model.letters {
                    let product = element.times(&Monomial::generator(v)).unwrap();
                    let form = model.elements[model.step(x, v) as usize];
                    assert_eq!(form == product, !reducible(&product), "{name}");
                    assert_eq!(value(&form), value(&product), "{name}");
                }
            }
            assert_eq!(model.elements.len(), 4 * proved.monoid.order());
        }
    }
}
