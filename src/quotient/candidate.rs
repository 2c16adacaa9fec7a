//! A candidate for a quotient: the reduced monoid of a model.

use rustc_hash::FxHashSet;

use super::assumed::Assumed;
use super::error::QuotientError;
use super::memory::{collect, reserve, reserve_entry};
use super::minimise::classes;
use super::model::{Conflict, Model};
use super::monoid::{Element, Monoid};
use super::monomial::Monomial;
use super::table::Sum;
use crate::limits::{Account, Budget, Meter, Reason};

/// A monoid with P-values and a value for each heap.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) monoid: Monoid,
    /// The heaps that generate it, ascending.
    pub(super) generators: Vec<u32>,
    /// The value Φ of each heap.
    pub(super) pretending: Vec<Element>,
    pub(super) account: Account,
}

impl Candidate {
    /// Returns the quotient of no heaps.
    pub(super) fn trivial(budget: &Budget) -> Self {
        Self {
            monoid: Monoid::trivial(),
            generators: Vec::new(),
            pretending: Vec::new(),
            account: budget.account(),
        }
    }

    /// Copies the candidate, counted against the budget.
    pub(super) fn copy(&self, budget: &Budget) -> Result<Self, Reason> {
        let mut account = budget.account();
        account.add(self.monoid.bytes())?;
        let heaps = self.pretending.iter().copied();
        Ok(Self {
            monoid: self.monoid.clone(),
            generators: self.generators.clone(),
            pretending: collect(heaps, self.pretending.len(), &mut account)?,
            account,
        })
    }

    /// Adds a heap with this value.
    pub(super) fn add_heap(&mut self, value: Element) -> Result<(), Reason> {
        reserve(&mut self.pretending, 1, &mut self.account)?;
        self.pretending.push(value);
        Ok(())
    }

    /// Returns the value of a sum.
    pub(super) fn value(&self, sum: &Sum) -> Element {
        sum.iter().fold(0, |x, &(heap, copies)| {
            let value = self.pretending[heap as usize];
            self.monoid
                .times(x, self.monoid.power(value, u64::from(copies)))
        })
    }

    /// Returns a monomial as a sum of heaps.
    pub(super) fn sum(&self, monomial: &Monomial) -> Sum {
        let factors = monomial.factors();
        factors
            .map(|(g, exponent)| (self.generators[g], exponent))
            .collect()
    }

    /// Returns the least sum of heaps that has a value.
    pub(super) fn sum_of(&self, x: Element) -> Sum {
        self.sum(&self.monoid.words[x as usize])
    }

    /// Returns the reduced monoid of a model; or, if rules contradict each other so that the reduced
    /// model is not commutative, a product that shows it.
    pub(super) fn of_model(
        model: &Model,
        assumed: &Assumed,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Self, Conflict>, QuotientError> {
        let is_p = |x: u32| model.in_p[x as usize];
        Self::of_coloured(model, |x| u32::from(is_p(x)), is_p, assumed, meter)
    }

    /// Returns the coarsest quotient of the monoid of a model that keeps the colours of its elements.
    /// Elements of one colour are all in P or all not in P.
    pub(super) fn of_coloured(
        model: &Model,
        colour: impl Fn(u32) -> u32,
        is_p: impl Fn(u32) -> bool,
        assumed: &Assumed,
        meter: &mut Meter<'_>,
    ) -> Result<Result<Self, Conflict>, QuotientError> {
        let letters = model.letters;
        let count = u32::try_from(model.elements.len()).map_err(|_| QuotientError::Numbers)?;
        let colours = (0..count as usize).map(|x| colour(u32::try_from(x).unwrap_or(count)));
        let classes = classes(colours, &model.next, letters, meter)?;
        let order = classes.count;
        let (mut account, mut scratch) = (meter.budget().account(), meter.budget().account());
        let least = collect(classes.first_states(), order, &mut scratch)?;
        let in_p = least.iter().map(|&x| is_p(x));
        let in_p = collect(in_p, order, &mut account)?;
        let edges = least.iter().flat_map(|&x| {
            let edges = &model.next[x as usize * letters..][..letters];
            edges.iter().map(|&y| classes.class[y as usize])
        });
        let next = collect(edges, order * letters, &mut scratch)?;
        let step = |x: Element, v: usize| next[x as usize * letters + v];
        let colours = least.iter().map(|&x| colour(x));
        let colours: Vec<u32> = collect(colours, order, &mut scratch)?;
        for (class, &x) in (0..).zip(&least) {
            meter.tick()?;
            for a in 0..letters {
                for b in 0..a {
                    let (y, z) = (step(step(class, a), b), step(step(class, b), a));
                    if y != z {
                        let suffix = distinguishing_word(&next, &colours, letters, (y, z), meter)?;
                        return Ok(Err(Conflict {
                            start: model.elements[x as usize],
                            letters: [a, b],
                            suffix,
                        }));
                    }
                }
            }
        }
        // Variables that equal a smaller monomial are not needed as generators.
        let is_generator = |&v: &usize| {
            model.elements[least[step(0, v) as usize] as usize] == Monomial::generator(v)
        };
        let needed: Vec<usize> = (0..letters).filter(is_generator).collect();
        let number = |v: usize| needed.binary_search(&v).unwrap_or_default();
        let words = least.iter().map(|&x| model.elements[x as usize]);
        let words = words.map(|word| word.renumbered(number));
        let graph = (0..order)
            .flat_map(|class| needed.iter().map(move |v| class * letters + v))
            .map(|edge| next[edge]);
        let pretending = (0..).zip(&assumed.images).map(|(heap, _)| {
            let factors = assumed.monomial(heap).factors();
            factors.fold(0, |x, (v, exponent)| {
                (0..exponent).fold(x, |x, _| step(x, v))
            })
        });
        let pretending = collect(pretending, assumed.images.len(), &mut account)?;
        let graph = collect(graph, order * needed.len(), &mut account)?;
        let words = collect(words, order, &mut account)?;
        Ok(Ok(Self {
            pretending,
            generators: needed.iter().map(|&v| assumed.variables[v]).collect(),
            monoid: Monoid::new(needed.len(), graph, words, in_p, &mut account)?,
            account,
        }))
    }
}

/// Returns a shortest word that leads from two inequivalent states to different outcomes.
fn distinguishing_word(
    next: &[Element],
    colours: &[u32],
    letters: usize,
    pair: (Element, Element),
    meter: &mut Meter<'_>,
) -> Result<Vec<usize>, Reason> {
    let mut account = meter.budget().account();
    // Each pair with the place of the one before it and the letter that leads from there.
    let mut queue = vec![(pair, 0, 0)];
    let mut seen = FxHashSet::from_iter([pair]);
    let mut at = 0;
    while let Some(&((x, y), ..)) = queue.get(at) {
        meter.tick()?;
        if colours[x as usize] != colours[y as usize] {
            break;
        }
        for v in 0..letters {
            let step = |x: Element| next[x as usize * letters + v];
            let pair = (step(x), step(y));
            reserve_entry(&mut seen, &mut account)?;
            if pair.0 != pair.1 && seen.insert(pair) {
                reserve(&mut queue, 1, &mut account)?;
                queue.push((pair, at, v));
            }
        }
        at += 1;
    }
    let mut word = Vec::new();
    while at > 0 && at < queue.len() {
        let (_, before, letter) = queue[at];
        word.push(letter);
        at = before;
    }
    word.reverse();
    Ok(word)
}
