//! A candidate for a quotient: the reduced monoid of a model.

use rustc_hash::FxHashSet;

use super::assumed::Assumed;
use super::error::QuotientError;
use super::minimise::classes;
use super::model::{Discord, Model};
use super::monoid::{Element, Monoid};
use super::monomial::Monomial;
use super::table::Sum;
use crate::limits::Meter;

/// A monoid with P-values and a value for each heap.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) monoid: Monoid,
    /// The heaps that generate it, ascending.
    pub(super) generators: Vec<u32>,
    /// The value Φ of each heap.
    pub(super) pretending: Vec<Element>,
}

impl Candidate {
    /// The quotient of no heaps at all.
    pub(super) fn trivial() -> Self {
        Self {
            monoid: Monoid::trivial(),
            generators: Vec::new(),
            pretending: Vec::new(),
        }
    }

    /// The value of a sum.
    pub(super) fn value(&self, sum: &Sum) -> Element {
        sum.iter().fold(0, |x, &(heap, copies)| {
            let value = self.pretending[heap as usize];
            self.monoid
                .times(x, self.monoid.power(value, u64::from(copies)))
        })
    }

    /// A monomial as a sum of heaps.
    pub(super) fn sum(&self, monomial: &Monomial) -> Sum {
        let factors = monomial.factors();
        factors
            .map(|(g, exponent)| (self.generators[g], exponent))
            .collect()
    }

    /// The least sum of heaps that has a value.
    pub(super) fn sum_of(&self, x: Element) -> Sum {
        self.sum(&self.monoid.words[x as usize])
    }

    /// The reduced monoid of a model; or, if some rules contradict each other so that it does not
    /// commute, a product that shows it.
    pub(super) fn of_model(
        model: &Model,
        assumed: &Assumed,
        budget: &mut Meter<'_>,
    ) -> Result<Result<Self, Discord>, QuotientError> {
        let letters = model.letters;
        let classes = classes(&model.in_p, &model.next, letters, budget)?;
        let least = classes.first_states();
        let in_p: Vec<bool> = least.iter().map(|&x| model.in_p[x as usize]).collect();
        let mut next = Vec::with_capacity(classes.count * letters);
        for &x in &least {
            let edges = &model.next[x as usize * letters..][..letters];
            next.extend(edges.iter().map(|&y| classes.class[y as usize]));
        }
        let step = |x: Element, v: usize| next[x as usize * letters + v];
        for (class, &x) in (0..).zip(&least) {
            budget.tick()?;
            for a in 0..letters {
                for b in 0..a {
                    let (y, z) = (step(step(class, a), b), step(step(class, b), a));
                    if y != z {
                        return Ok(Err(Discord {
                            start: model.elements[x as usize],
                            letters: [a, b],
                            suffix: tell_apart(&next, &in_p, letters, (y, z)),
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
        let graph = (0..classes.count)
            .flat_map(|class| needed.iter().map(move |v| class * letters + v))
            .map(|edge| next[edge]);
        let pretending = (0..).zip(&assumed.images).map(|(heap, _)| {
            let factors = assumed.monomial(heap).factors();
            factors.fold(0, |x, (v, exponent)| {
                (0..exponent).fold(x, |x, _| step(x, v))
            })
        });
        Ok(Ok(Self {
            pretending: pretending.collect(),
            generators: needed.iter().map(|&v| assumed.variables[v]).collect(),
            monoid: Monoid::new(
                needed.len(),
                graph.collect(),
                words.map(|word| word.renumbered(number)).collect(),
                in_p,
            ),
        }))
    }
}

/// A shortest word that leads from two states that are not equivalent to different outcomes.
fn tell_apart(
    next: &[Element],
    in_p: &[bool],
    letters: usize,
    pair: (Element, Element),
) -> Vec<usize> {
    // Each pair with the place of the one before it and the letter that leads from there.
    let mut queue = vec![(pair, 0, 0)];
    let mut seen = FxHashSet::from_iter([pair]);
    let mut at = 0;
    while let Some(&((x, y), ..)) = queue.get(at) {
        if in_p[x as usize] != in_p[y as usize] {
            break;
        }
        for v in 0..letters {
            let step = |x: Element| next[x as usize * letters + v];
            let pair = (step(x), step(y));
            if pair.0 != pair.1 && seen.insert(pair) {
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
    word
}
