//! The finite model of assumed relations: irreducible sums and their outcomes.
//!
//! If all rules are true, the outcomes are true. If not, they are still well defined: the outcomes of
//! play in which every sum is replaced by its irreducible form after each move.
//!
//! Irreducible monomials are found in ascending order, layer by layer: those in which the largest
//! variable m has the exponent e are products r·m of those with the exponent e − 1. Every edge of the
//! graph of products then follows from smaller ones, without a search for rules:
//!
//! - r·m is irreducible iff all (r/w)·m are and it is not the left side of a rule;
//! - if (r/w)·m is reducible to f, then r·m is reduced to f·w;
//! - for v < m, the product of x = r·m and v is that of r·v and m.

use rustc_hash::FxHashMap;

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
    /// For each left side of a rule, the rule.
    lefts: FxHashMap<Monomial, u32>,
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
            lefts: FxHashMap::default(),
            options: Vec::new(),
            in_p: Vec::new(),
            account: meter.budget().account(),
        };
        for (rule, (left, _)) in (0..).zip(&assumed.rules) {
            reserve_entry(&mut model.lefts, &mut model.account)?;
            model.lefts.entry(*left).or_insert(rule);
        }
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
        self.push(Monomial::ONE, &[])?;
        for (smaller, &m) in variables.iter().enumerate() {
            let mut layer = 0..self.elements.len();
            while !layer.is_empty() {
                let start = self.elements.len();
                for r in layer {
                    meter.tick()?;
                    self.multiply_by_largest(r, m, start, rules)?;
                    if r.is_multiple_of(64) {
                        meter.budget().check_nodes(self.elements.len())?;
                    }
                }
                layer = start..self.elements.len();
                for x in layer.clone() {
                    meter.tick()?;
                    for &v in &variables[..smaller] {
                        self.next[x * self.letters + v] = self.by_rest(x, v, m);
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds the product of r and m, which is not smaller than the variables of r. The next layer
    /// starts at this place.
    fn multiply_by_largest(
        &mut self,
        r: usize,
        m: usize,
        start: usize,
        rules: &[(Monomial, Monomial)],
    ) -> Result<(), QuotientError> {
        let product = self.elements[r].times(&Monomial::generator(m))?;
        let form = match self.reducible_divisor(r, m) {
            Some((w, d)) => self.step_below(self.step(d, m) as usize, w, m, start),
            None => match self.lefts.get(&product) {
                Some(&rule) => {
                    let mut form = 0;
                    for v in letters(&rules[rule as usize].1) {
                        form = self.step_below(form as usize, v, m, start);
                    }
                    form
                }
                None => {
                    let divisors = self.factors_with_divisors(r).filter(|&(w, _)| w != m);
                    let mut divisors: Vec<u32> =
                        divisors.map(|(_, d)| self.step(d as usize, m)).collect();
                    divisors.push(u32::try_from(r).map_err(|_| QuotientError::Numbers)?);
                    self.push(product, &divisors)?
                }
            },
        };
        self.next[r * self.letters + m] = form;
        Ok(())
    }

    /// Returns a variable w of r, not m, for which (r/w)·m is reducible, and the place of r/w.
    fn reducible_divisor(&self, r: usize, m: usize) -> Option<(usize, usize)> {
        let mut divisors = self.factors_with_divisors(r);
        let (w, d) = divisors.find(|&(w, d)| w != m && !self.is_irreducible(d as usize, m))?;
        Some((w, d as usize))
    }

    /// Returns the product of x and v ≤ m, where the products of the layer that starts at this place
    /// with smaller variables are not yet stored.
    fn step_below(&self, x: usize, v: usize, m: usize, start: usize) -> u32 {
        if x >= start && v < m {
            self.by_rest(x, v, m)
        } else {
            self.step(x, v)
        }
    }

    /// Returns the product of x, whose largest variable is m, and a smaller variable v.
    fn by_rest(&self, x: usize, v: usize, m: usize) -> u32 {
        let rest = self.divisors[self.ends[x] as usize - 1];
        self.step(self.step(rest as usize, v) as usize, m)
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

    /// Checks whether the product of an element and a variable that is at least as large as those of
    /// the element is irreducible.
    fn is_irreducible(&self, x: usize, m: usize) -> bool {
        let product = self.step(x, m) as usize;
        product != 0
            && self.divisors[self.ends[product] as usize - 1] as usize == x
            && self.elements[product].exponent(m) == self.elements[x].exponent(m) + 1
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
            let Some(start) = self.place(&conflict.start) else {
                continue;
            };
            let mut outcome = outcome_by_options(&product);
            let mut current = start as usize;
            // A stack: the first letter last.
            let mut stack: Vec<usize> = conflict.suffix.iter().rev().copied().collect();
            stack.extend([second, first]);
            while let Some(v) = stack.pop() {
                let Ok(times) = self.elements[current].times(&Monomial::generator(v)) else {
                    break;
                };
                let form = self.step(current, v) as usize;
                if self.elements[form] == times {
                    current = form;
                    continue;
                }
                // The same steps as those by which the form was found.
                let largest = self.factors_with_divisors(current).last();
                if let Some((m, rest)) = largest.filter(|&(m, _)| v < m) {
                    stack.extend([m, v]);
                    current = rest as usize;
                    continue;
                }
                if let Some((w, d)) = self.reducible_divisor(current, v) {
                    stack.extend([w, v]);
                    current = d;
                    continue;
                }
                let Some(&rule) = self.lefts.get(&times) else {
                    break;
                };
                let (left, right) = &rules[rule as usize];
                current = 0;
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
