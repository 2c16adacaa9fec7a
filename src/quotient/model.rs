//! The finite model of assumed relations: irreducible sums and their outcomes.
//!
//! If all rules are true, the outcomes are true. If not, they are still well defined: the outcomes of
//! play in which every sum is replaced by its irreducible form after each move.
//!
//! Irreducible monomials are found in ascending order, layer by layer: those in which the largest
//! variable m has the exponent e are products r·m of those with the exponent e − 1, and r·m is
//! irreducible iff all (r/w)·m are and it is not the left side of a rule.
//!
//! Of the rules that can be applied to a reducible product the first one is; a rule whose left side
//! another rule can be applied to is not. So the rule for x·v is the left side of, or the first of
//! the rules for (x/w)·v, and no rule is searched for. It leads to a smaller product, which is found
//! step by step in the table once the forms of smaller products are known.

use rustc_hash::FxHashMap;

use super::assumed::Assumed;
use super::error::QuotientError;
use super::memory::{collect, reserve, reserve_entry};
use super::monomial::Monomial;
use super::options::Options;
use crate::limits::{Account, Meter};

/// Marks the rule for a product whose form is not known yet.
const PENDING: u32 = 1 << 31;

/// The irreducible monomials of a rewriting system, how variables multiply them, and the outcomes.
pub(super) struct Model {
    /// Ascending.
    pub(super) elements: Vec<Monomial>,
    pub(super) letters: usize,
    /// The irreducible form of x·v at place x·letters + v.
    pub(super) next: Vec<u32>,
    /// For each element one after the other, its variables, ascending, with the quotients by them.
    divisors: Vec<(u8, u32)>,
    /// For each element, where its divisors end.
    ends: Vec<u32>,
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
        let mut scratch = meter.budget().account();
        let mut lefts: FxHashMap<Monomial, usize> = FxHashMap::default();
        for (rule, (left, _)) in rules.iter().enumerate() {
            reserve_entry(&mut lefts, &mut scratch)?;
            lefts.entry(*left).or_insert(rule);
        }
        let mut divisors = Vec::new();
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
                    let form = if let Some(pending) = self.first_rule(r, m) {
                        pending
                    } else if let Some(&rule) = lefts.get(&product) {
                        PENDING | number(rule)?
                    } else {
                        let others = self.divisors(r).iter();
                        let others = others.filter(|&&(w, _)| usize::from(w) != m);
                        divisors.clear();
                        let products = others.map(|&(w, d)| (w, self.step(d as usize, m)));
                        divisors.extend(products);
                        divisors.push((variable(m), number(r)?));
                        self.push(product, &divisors)?
                    };
                    self.next[r * self.letters + m] = form;
                }
                layer = start..self.elements.len();
                for x in layer.clone() {
                    meter.tick()?;
                    let (_, rest) = self.divisors[self.ends[x] as usize - 1];
                    for &v in &variables[..smaller] {
                        // x·v = (rest·v)·m
                        let product = self.step(rest as usize, v);
                        let form = if product & PENDING == 0 {
                            self.step(product as usize, m)
                        } else {
                            self.first_rule(x, v).unwrap_or(product)
                        };
                        self.next[x * self.letters + v] = form;
                    }
                }
            }
        }
        self.reduce(rules, variables, meter)
    }

    /// Returns the first of the rules for (x/w)·v, marked.
    fn first_rule(&self, x: usize, v: usize) -> Option<u32> {
        let others = self.divisors(x).iter();
        let others = others.filter(|&&(w, _)| usize::from(w) != v);
        let rules = others.map(|&(_, d)| self.step(d as usize, v));
        rules.filter(|rule| rule & PENDING != 0).min()
    }

    /// Finds the forms of reducible products of elements and variables. A product that needs a smaller one
    /// waits for it.
    fn reduce(
        &mut self,
        rules: &[(Monomial, Monomial)],
        variables: &[usize],
        meter: &mut Meter<'_>,
    ) -> Result<(), QuotientError> {
        let mut waiting = Vec::new();
        let mut scratch = meter.budget().account();
        for x in 0..self.elements.len() {
            meter.tick_for(variables.len())?;
            for &v in variables {
                if self.step(x, v) & PENDING == 0 {
                    continue;
                }
                reserve(&mut waiting, 1, &mut scratch)?;
                waiting.push((number(x)?, v));
                while let Some(&(x, v)) = waiting.last() {
                    match self.form(x, v, rules) {
                        Ok(form) => {
                            self.next[x as usize * self.letters + v] = form;
                            waiting.pop();
                        }
                        Err(smaller) => {
                            meter.tick()?;
                            reserve(&mut waiting, 1, &mut scratch)?;
                            waiting.push(smaller);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the form of a product of an element and a variable; or, if it is not known yet, such a
    /// smaller product whose form is needed and not known.
    fn form(&self, x: u32, v: usize, rules: &[(Monomial, Monomial)]) -> Result<u32, (u32, usize)> {
        let pending = self.step(x as usize, v);
        if pending & PENDING == 0 {
            return Ok(pending);
        }
        let (left, right) = &rules[(pending ^ PENDING) as usize];
        // Since x is irreducible, the left side is v times a divisor of x.
        let divisor = left.over(&Monomial::generator(v));
        let rest = letters(&divisor).fold(x, |x, w| {
            let mut divisors = self.divisors(x as usize).iter();
            let divisor = divisors.find(|&&(u, _)| usize::from(u) == w);
            divisor.map_or(0, |&(_, rest)| rest)
        });
        letters(right).try_fold(rest, |x, v| {
            let form = self.step(x as usize, v);
            let is_known = form & PENDING == 0;
            is_known.then_some(form).ok_or((x, v))
        })
    }

    fn step(&self, x: usize, v: usize) -> u32 {
        self.next[x * self.letters + v]
    }

    /// Adds an irreducible monomial, the largest so far, with its divisors. All products with it are
    /// itself until they are found.
    fn push(&mut self, element: Monomial, divisors: &[(u8, u32)]) -> Result<u32, QuotientError> {
        let place = number(self.elements.len())?;
        reserve(&mut self.elements, 1, &mut self.account)?;
        self.elements.push(element);
        reserve(&mut self.divisors, divisors.len(), &mut self.account)?;
        self.divisors.extend_from_slice(divisors);
        reserve(&mut self.ends, 1, &mut self.account)?;
        self.ends.push(number(self.divisors.len())?);
        reserve(&mut self.next, self.letters, &mut self.account)?;
        self.next.extend(std::iter::repeat_n(place, self.letters));
        Ok(place)
    }

    /// Returns the variables of an element, ascending, each with the place of the quotient by it.
    fn divisors(&self, x: usize) -> &[(u8, u32)] {
        let start = x.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.divisors[start as usize..self.ends[x] as usize]
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
        let mut option_letters: Vec<Vec<Vec<usize>>> = option_letters.collect();
        reserve(&mut self.in_p, self.elements.len(), &mut self.account)?;
        self.in_p.push(false);
        for x in 1..self.elements.len() {
            meter.tick()?;
            let has_p_option = self.divisors(x).iter().any(|&(v, rest)| {
                let options = &mut option_letters[usize::from(v)];
                let step = |x: u32, &v: &usize| self.step(x as usize, v);
                let winning = options
                    .iter()
                    .position(|option| self.in_p[option.iter().fold(rest, step) as usize]);
                // An option that wins often comes soon.
                if let Some(at) = winning {
                    options.swap(at, at / 2);
                }
                winning.is_some()
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
                let Some(rule) = rule_for(&times, rules) else {
                    current = times;
                    continue;
                };
                let (left, right) = &rules[rule];
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
                    at_fault.push(rule);
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

/// Returns the rule for a monomial: the first that can be applied to it, but not to the left side of
/// another one.
fn rule_for(monomial: &Monomial, rules: &[(Monomial, Monomial)]) -> Option<usize> {
    let fitting = rules.iter().enumerate();
    let fitting: Vec<(usize, &Monomial)> = fitting
        .filter_map(|(rule, (left, _))| left.divides(monomial).then_some((rule, left)))
        .collect();
    let is_least = |left: &Monomial| {
        let mut others = fitting.iter();
        !others.any(|&(_, other)| other != left && other.divides(left))
    };
    fitting
        .iter()
        .find(|(_, left)| is_least(left))
        .map(|&(rule, _)| rule)
}

/// Returns a number that has no mark.
fn number(n: usize) -> Result<u32, QuotientError> {
    let number = u32::try_from(n).ok().filter(|n| n & PENDING == 0);
    number.ok_or(QuotientError::Numbers)
}

/// Returns a variable in one byte: there are at most 64.
fn variable(v: usize) -> u8 {
    u8::try_from(v).unwrap_or(u8::MAX)
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

    /// The form of a product by the definition: the rule is searched for, and what is left of the
    /// product is multiplied by its right side.
    fn form(
        product: Monomial,
        rules: &[(Monomial, Monomial)],
        known: &mut FxHashMap<Monomial, Monomial>,
    ) -> Monomial {
        if let Some(&form) = known.get(&product) {
            return form;
        }
        let form = match rule_for(&product, rules) {
            None => product,
            Some(rule) => {
                let (left, right) = &rules[rule];
                letters(right).fold(product.over(left), |x, v| {
                    form(x.times(&Monomial::generator(v)).unwrap(), rules, known)
                })
            }
        };
        known.insert(product, form);
        form
    }

    /// Returns the bytes that the tables of a model have allocated.
    fn allocated(model: &Model) -> usize {
        let options: usize = model.options.iter().map(Vec::capacity).sum();
        let numbers = model.next.capacity() + model.ends.capacity() + options;
        model.elements.capacity() * size_of::<Monomial>()
            + model.divisors.capacity() * size_of::<(u8, u32)>()
            + numbers * size_of::<u32>()
            + model.in_p.capacity()
    }

    /// Some rules are missing and one has a left side that another rule can be applied to, so the forms
    /// depend on the order of rules.
    #[test]
    fn forms_and_outcomes_are_those_by_definition() {
        let budget = Budget::default();
        let mut meter = Meter::new(&budget);
        let mut depends_on_order = 0;
        for (name, heap) in [("0.77", 20), ("0.07", 24), ("0.123", 14), ("0.3102", 10)] {
            let game = ruleset(name).unwrap();
            let mut builder = QuotientBuilder::new(&*game).unwrap();
            builder.extend_to(heap, &budget).unwrap();
            let mut options = Options::new(&*game, &budget).unwrap();
            for _ in 0..=heap + 1 {
                options.add_heap(&mut meter).unwrap();
            }
            for missing in 0..4 {
                let mut assumed = Assumed::beyond(builder.proved(), &budget).unwrap();
                let mut place = 0;
                assumed.rules.retain(|(left, _)| {
                    place += 1;
                    left.as_power().is_some() || place % 4 != missing
                });
                let (left, right) = assumed.rules[0];
                let more = Monomial::generator(assumed.variables.len() - 1);
                assumed.rules.insert(0, (left.times(&more).unwrap(), right));
                let model = Model::new(&assumed, &options, &mut meter).unwrap();
                assert_eq!(model.account.bytes(), allocated(&model), "{name}");
                let mut known = FxHashMap::default();
                let mut reversed = assumed.rules.clone();
                reversed.reverse();
                let mut known_reversed = FxHashMap::default();
                for (x, element) in model.elements.iter().enumerate() {
                    for v in 0..model.letters {
                        let product = element.times(&Monomial::generator(v)).unwrap();
                        let found = model.elements[model.step(x, v) as usize];
                        let expected = form(product, &assumed.rules, &mut known);
                        assert_eq!(found, expected, "{name} {missing}");
                        let other = form(product, &reversed, &mut known_reversed);
                        depends_on_order += u32::from(other != expected);
                    }
                    assert_eq!(model.in_p[x], model.outcome_by_options(element), "{name}");
                }
            }
        }
        assert!(depends_on_order > 0);
    }
}
