//! The state of a search as plain data: what is proved, and what is assumed about the next heap.
//!
//! A state that is read back is not believed. The proved quotient is verified again for all sums; the
//! rest is assumptions, of which no proof depends on. So a changed file can cost time, but cannot
//! give a wrong quotient.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::assumed::{Assumed, Search};
use super::builder::QuotientBuilder;
use super::candidate::Candidate;
use super::closure::{Verdict, verify};
use super::error::QuotientError;
use super::memory::collect;
use super::minimise::classes;
use super::monoid::{Element, Monoid};
use super::monomial::Monomial;
use super::powers::Powers;
use super::quotient::Quotient;
use super::table::Sum;
use crate::heaps::Ruleset;
use crate::limits::{Budget, Meter};

/// A sum of heaps by their numbers, each with its copies.
type SavedSum = Vec<(u32, u32)>;

/// The state of a [`QuotientBuilder`], to be continued by [`QuotientBuilder::resume`].
///
/// An infinite quotient is not part of it: it is found again from the last finite one and from what
/// was refuted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSearch {
    /// What it is: "quotient search".
    saved: String,
    /// The version of this layout: 1.
    version: u32,
    ruleset: String,
    proved: SavedQuotient,
    /// The search for the quotient with one heap more, if there is one.
    search: Option<SavedRules>,
}

/// A finite quotient. Heaps are numbered from the smallest on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedQuotient {
    generators: Vec<u32>,
    /// For each element the least sum of generators with this value, ascending.
    sums: Vec<SavedSum>,
    /// For each element its products with the generators.
    cayley: Vec<Vec<Element>>,
    p: Vec<Element>,
    heaps: Vec<Element>,
}

/// What is assumed about the sums with one heap more, and what was refuted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedRules {
    /// For each heap what it is rewritten to; null for a variable.
    images: Vec<Option<SavedSum>>,
    rules: Vec<(SavedSum, SavedSum)>,
    refuted: Vec<(SavedSum, SavedSum)>,
    powers: BTreeMap<u32, Powers>,
    effort: u64,
    spent: u64,
}

/// Why a saved search cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It is not a saved search, or one of another version.
    #[error(
        "this is not a saved search for quotients of version {}",
        SavedSearch::VERSION
    )]
    Foreign,
    /// It belongs to another ruleset.
    #[error("the saved search belongs to `{found}`, not to `{expected}`")]
    OtherRuleset {
        /// The ruleset of the saved search.
        found: String,
        /// The ruleset that was asked for.
        expected: String,
    },
    /// It was changed, or the options of the ruleset were.
    #[error("the saved search is damaged: {0}")]
    Damaged(&'static str),
    /// A limit was reached while it was verified, or the ruleset has no quotients.
    #[error(transparent)]
    Quotient(#[from] QuotientError),
}

use ResumeError::Damaged;

impl SavedSearch {
    const KIND: &str = "quotient search";
    /// The only layout so far.
    const VERSION: u32 = 1;

    pub(super) fn new(ruleset: &str, proved: &Candidate, search: Option<&Search>) -> Self {
        Self {
            saved: Self::KIND.into(),
            version: Self::VERSION,
            ruleset: ruleset.into(),
            proved: SavedQuotient::of(proved),
            search: search.map(SavedRules::of),
        }
    }
}

impl Quotient {
    /// Returns the state of a search that has found this quotient and nothing more.
    pub fn saved(&self) -> SavedSearch {
        SavedSearch::new(self.ruleset(), self.proved(), None)
    }
}

impl<'r> QuotientBuilder<'r> {
    /// Continues a saved search. Its quotient is verified again, for all sums.
    ///
    /// ```
    /// use misere::limits::Budget;
    /// use misere::heaps::ruleset;
    /// use misere::quotient::QuotientBuilder;
    ///
    /// let kayles = ruleset("0.77").unwrap();
    /// let mut builder = QuotientBuilder::new(&*kayles)?;
    /// builder.extend_to(20, &Budget::default())?;
    /// let saved = builder.saved();
    /// let mut resumed = QuotientBuilder::resume(&*kayles, &saved, &Budget::default())?;
    /// assert_eq!((resumed.max_heap(), resumed.order()), (Some(20), 24));
    /// assert!(resumed.solve(&Budget::default())?);
    /// assert_eq!(resumed.order(), 40);
    /// # Ok::<(), misere::quotient::ResumeError>(())
    /// ```
    ///
    /// # Errors
    /// It belongs to another ruleset, was changed, or a limit is reached.
    pub fn resume(
        ruleset: &'r dyn Ruleset,
        saved: &SavedSearch,
        budget: &Budget,
    ) -> Result<Self, ResumeError> {
        if saved.saved != SavedSearch::KIND || saved.version != SavedSearch::VERSION {
            return Err(ResumeError::Foreign);
        }
        let expected = ruleset.name();
        if saved.ruleset != expected {
            let found = crate::printable::printable(&saved.ruleset);
            return Err(ResumeError::OtherRuleset { found, expected });
        }
        let mut builder = Self::new(ruleset)?;
        let mut meter = Meter::new(budget);
        let heaps = saved.proved.heaps.len();
        while builder.options.len() < heaps {
            builder.options.add_heap(&mut meter)?;
        }
        let proved = saved.proved.candidate(&mut meter)?;
        let Verdict::Right(closure) = verify(&proved, &builder.options, &mut meter)? else {
            return Err(Damaged("its quotient is not that of the ruleset"));
        };
        if let Some(rules) = &saved.search {
            builder.options.add_heap(&mut meter)?;
            builder.search = Some(rules.search(heaps, budget)?);
        }
        builder.proved = proved.into();
        builder.closure = *closure;
        Ok(builder)
    }
}

impl SavedQuotient {
    fn of(candidate: &Candidate) -> Self {
        let monoid = &candidate.monoid;
        let generators = 0..monoid.generator_count();
        let products = |x| {
            generators
                .clone()
                .map(move |g| monoid.times_generator(x, g))
        };
        Self {
            generators: candidate.generators.clone(),
            sums: monoid
                .elements()
                .map(|x| candidate.sum_of(x).to_vec())
                .collect(),
            cayley: monoid.elements().map(|x| products(x).collect()).collect(),
            p: monoid.elements().filter(|&x| monoid.is_p(x)).collect(),
            heaps: candidate.pretending.clone(),
        }
    }

    /// Returns the candidate, a reduced commutative monoid with the least sum of each element. Whether
    /// it is the quotient is another question.
    fn candidate(&self, meter: &mut Meter<'_>) -> Result<Candidate, ResumeError> {
        let mut account = meter.budget().account();
        let (order, letters) = (self.sums.len(), self.generators.len());
        let elements = 0..Element::try_from(order).map_err(|_| QuotientError::Numbers)?;
        let is_element = |x: &Element| elements.contains(x);
        let sizes_fit = self.cayley.len() == order
            && self.cayley.iter().all(|row| row.len() == letters)
            && letters <= Monomial::MOST_GENERATORS;
        let mut values = self
            .cayley
            .iter()
            .flatten()
            .chain(&self.heaps)
            .chain(&self.p);
        if !sizes_fit || !values.all(is_element) || !is_ascending(&self.p) {
            return Err(Damaged("its tables do not fit each other"));
        }
        let words = self.sums.iter().map(|sum| monomial(sum, &self.generators));
        let words: Option<Vec<Monomial>> = words.collect();
        let words = words.ok_or(Damaged("its sums are not sums of generators"))?;
        if words.first() != Some(&Monomial::ONE) || !is_ascending(&words) {
            return Err(Damaged("its sums are not in order"));
        }
        let next = self.cayley.iter().flatten().copied();
        let next = collect(next, order.saturating_mul(letters), &mut account)?;
        let step = |x: Element, g: usize| next[x as usize * letters + g];
        for x in elements.clone() {
            meter.tick().map_err(QuotientError::from)?;
            for g in 0..letters {
                if (0..g).any(|h| step(step(x, g), h) != step(step(x, h), g)) {
                    return Err(Damaged("its monoid is not commutative"));
                }
            }
            let word = words[x as usize].factors();
            let value = word.fold(0, |y, (g, n)| (0..n).fold(y, |y, _| step(y, g)));
            let divisors = words[x as usize].factors();
            let mut divisors =
                divisors.map(|(g, _)| words[x as usize].over(&Monomial::generator(g)));
            if value != x || !divisors.all(|word| words.binary_search(&word).is_ok()) {
                return Err(Damaged(
                    "its sums do not have the values that they stand for",
                ));
            }
        }
        let mut in_p = vec![false; order];
        for &x in &self.p {
            in_p[x as usize] = true;
        }
        let colours = in_p.iter().map(|&p| u32::from(p));
        let count = classes(colours, &next, letters, meter)
            .map_err(QuotientError::from)?
            .count;
        if count != order || in_p[0] {
            return Err(Damaged("its monoid is not reduced"));
        }
        // A generator is the first heap with its value.
        let first = |x: Element| self.heaps.iter().position(|&value| value == x);
        let mut generators = (0..).zip(&self.generators);
        if !generators.all(|(g, &heap)| first(step(0, g)) == Some(heap as usize)) {
            return Err(Damaged(
                "its generators are not the first heaps with their values",
            ));
        }
        let monoid = Monoid::new(letters, next, words, in_p, &mut account)?;
        // Then the sums are the least ones: every other can be rewritten to a smaller one.
        if monoid
            .rules()
            .iter()
            .any(|(u, x)| monoid.words[*x as usize] >= *u)
        {
            return Err(Damaged("its sums are not the least ones"));
        }
        Ok(Candidate {
            monoid,
            generators: self.generators.clone(),
            pretending: self.heaps.clone(),
            account,
        })
    }
}

impl SavedRules {
    fn of(search: &Search) -> Self {
        let assumed = &search.assumed;
        let sum = |u: &Monomial| assumed.sum(u).to_vec();
        let mut refuted: Vec<(SavedSum, SavedSum)> = (assumed.refuted.iter())
            .map(|(left, right)| (left.to_vec(), right.to_vec()))
            .collect();
        refuted.sort_unstable();
        Self {
            images: assumed
                .images
                .iter()
                .map(|image| image.as_ref().map(sum))
                .collect(),
            rules: assumed
                .rules
                .iter()
                .map(|(u, v)| (sum(u), sum(v)))
                .collect(),
            refuted,
            powers: assumed.powers.clone(),
            effort: search.effort,
            spent: search.spent,
        }
    }

    /// Returns the search with one heap more than these.
    fn search(&self, heaps: usize, budget: &Budget) -> Result<Search, ResumeError> {
        let mut account = budget.account();
        if self.images.len() != heaps + 1 {
            return Err(Damaged("its assumptions are about other heaps"));
        }
        let variables: Vec<u32> = ((0..).zip(&self.images))
            .filter_map(|(heap, image)| image.is_none().then_some(heap))
            .collect();
        if variables.len() > Monomial::MOST_GENERATORS {
            return Err(Damaged("it has too many variables"));
        }
        let not_ours = Damaged("its assumptions are not about its variables");
        let mut images = Vec::new();
        for (heap, image) in self.images.iter().enumerate() {
            let image = image.as_ref().map(|sum| {
                let smaller = sum.iter().all(|&(h, _)| (h as usize) < heap);
                monomial(sum, &variables).filter(|_| smaller)
            });
            match image {
                Some(None) => return Err(not_ours),
                image => images.push(image.flatten()),
            }
        }
        let mut rules = Vec::new();
        for (left, right) in &self.rules {
            let sides = monomial(left, &variables).zip(monomial(right, &variables));
            // Rewriting ends because each rule makes a sum smaller.
            let rule = sides.filter(|(left, right)| right < left);
            rules.push(rule.ok_or_else(|| not_ours.clone())?);
        }
        let is_sum = |sum: &SavedSum| sum.iter().all(|&(h, _)| (h as usize) <= heaps);
        if !self.refuted.iter().all(|(a, b)| is_sum(a) && is_sum(b)) {
            return Err(not_ours);
        }
        let are_powers =
            |(heap, powers): (&u32, &Powers)| (*heap as usize) <= heaps && powers.is_possible();
        if !self.powers.iter().all(are_powers) {
            return Err(Damaged("its powers are out of range"));
        }
        let refuted = self.refuted.iter();
        let refuted = refuted.map(|(a, b)| (Sum::from_slice(a), Sum::from_slice(b)));
        account.add(size_of_val(&*rules) + size_of_val(&*images))?;
        account.add(
            self.refuted
                .len()
                .saturating_mul(2 * size_of::<(Sum, Sum)>()),
        )?;
        let mut assumed = Assumed {
            variables,
            rules,
            images,
            refuted: refuted.collect(),
            wild: Vec::new(),
            powers: self.powers.clone(),
            account,
        };
        assumed.bound_all_powers()?;
        Ok(Search {
            assumed,
            effort: self.effort,
            spent: self.spent,
        })
    }
}

impl From<crate::limits::Reason> for ResumeError {
    fn from(reason: crate::limits::Reason) -> Self {
        Self::Quotient(reason.into())
    }
}

/// Returns a sum as a monomial of these variables, if it is one and is written as one.
fn monomial(sum: &[(u32, u32)], variables: &[u32]) -> Option<Monomial> {
    let exponents = 1..=Monomial::LARGEST_EXPONENT;
    if !sum.is_sorted_by(|a, b| a.0 < b.0) || !sum.iter().all(|(_, n)| exponents.contains(n)) {
        return None;
    }
    sum.iter()
        .try_fold(Monomial::ONE, |product, &(heap, copies)| {
            let variable = variables.binary_search(&heap).ok()?;
            product.times(&Monomial::power(variable, copies)).ok()
        })
}

fn is_ascending<T: PartialOrd>(items: &[T]) -> bool {
    items.is_sorted_by(|a, b| a < b)
}
