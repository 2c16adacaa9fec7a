//! Finite commutative monoids with a set of P-values, given by their Cayley graphs.

use super::memory::collect;
use super::monomial::Monomial;
use crate::limits::{Account, Reason};

/// An element of a [`Monoid`]: its place in the list of normal forms. 0 is the identity.
pub type Element = u32;

/// A finite commutative monoid with generators and a set P of its elements.
///
/// The normal form of an element is the least monomial in the generators that is equal to it (by
/// the exponent of the last generator, then of the one before it). Elements are numbered by
/// ascending normal forms, so every divisor of a normal form comes before it.
///
/// # Panics
/// All methods panic if an element or a generator is out of range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monoid {
    pub(super) generators: usize,
    /// The Cayley graph: x·g at place x·(number of generators) + g.
    pub(super) next: Vec<Element>,
    pub(super) words: Vec<Monomial>,
    pub(super) in_p: Vec<bool>,
    /// For each element but 0 a smaller one and the generator that leads from it to the element.
    parents: Vec<(Element, u8)>,
}

impl Monoid {
    /// The monoid of one element, which is not in P: the sums of heaps without moves.
    pub(super) fn trivial() -> Self {
        Self {
            generators: 0,
            next: vec![],
            words: vec![Monomial::ONE],
            in_p: vec![false],
            parents: vec![(0, 0)],
        }
    }

    /// Creates a monoid. The normal forms must be ascending and closed under divisors, and the graph
    /// must belong to a commutative monoid.
    pub(super) fn new(
        generators: usize,
        next: Vec<Element>,
        words: Vec<Monomial>,
        in_p: Vec<bool>,
        account: &mut Account,
    ) -> Result<Self, Reason> {
        let parent = |word: &Monomial| {
            let (generator, _) = word.factors().last()?;
            let rest = word.over(&Monomial::generator(generator));
            let at = words.binary_search(&rest).unwrap_or_default();
            Some((
                Element::try_from(at).unwrap_or_default(),
                u8::try_from(generator).unwrap_or_default(),
            ))
        };
        let parents = words.iter().map(|word| parent(word).unwrap_or_default());
        Ok(Self {
            parents: collect(parents, words.len(), account)?,
            generators,
            next,
            words,
            in_p,
        })
    }

    /// Returns the bytes of the tables.
    pub(super) fn bytes(&self) -> usize {
        let edges = self.generators * size_of::<Element>();
        let element = size_of::<Monomial>() + size_of::<bool>() + size_of::<(Element, u8)>();
        self.order() * (edges + element)
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.words.len()
    }

    /// Returns the number of elements in P.
    pub fn p_order(&self) -> usize {
        self.in_p.iter().filter(|&&p| p).count()
    }

    /// Iterates over all elements, ascending.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = Element> + use<> {
        0..Element::try_from(self.order()).unwrap_or(Element::MAX)
    }

    /// Checks whether an element is in P.
    pub fn is_p(&self, x: Element) -> bool {
        self.in_p[x as usize]
    }

    /// Returns the number of generators.
    pub fn generator_count(&self) -> usize {
        self.generators
    }

    /// Returns the normal form of an element: generators, ascending, with exponents.
    pub fn normal_form(&self, x: Element) -> impl Iterator<Item = (usize, u32)> + use<> {
        self.words[x as usize].factors()
    }

    /// Returns x·g for a generator g: an edge of the Cayley graph.
    pub fn times_generator(&self, x: Element, generator: usize) -> Element {
        self.next[x as usize * self.generators + generator]
    }

    /// Returns the product of two elements.
    pub fn times(&self, x: Element, y: Element) -> Element {
        self.normal_form(y).fold(x, |x, (g, exponent)| {
            (0..exponent).fold(x, |x, _| self.times_generator(x, g))
        })
    }

    /// Returns a power of an element.
    pub fn power(&self, x: Element, mut exponent: u64) -> Element {
        let (mut product, mut square) = (0, x);
        while exponent > 0 {
            if exponent % 2 == 1 {
                product = self.times(product, square);
            }
            exponent /= 2;
            if exponent > 0 {
                square = self.times(square, square);
            }
        }
        product
    }

    /// Returns the products of one element with all: a row of the multiplication table.
    pub fn row(&self, x: Element) -> Vec<Element> {
        let mut row = vec![x; self.order()];
        for z in 1..row.len() {
            let (parent, generator) = self.parents[z];
            row[z] = self.times_generator(row[parent as usize], usize::from(generator));
        }
        row
    }

    /// Returns a presentation: pairs of a monomial that is not normal while all its proper divisors
    /// are, and its normal form. They rewrite every monomial to its normal form.
    pub fn relations(&self) -> Vec<Relation> {
        let mut relations = Vec::new();
        for (monomial, x) in self.rules() {
            relations.push(Relation {
                left: monomial.factors().collect(),
                right: self.normal_form(x).collect(),
            });
        }
        relations
    }

    /// Returns the relations with the right sides as elements.
    pub(super) fn rules(&self) -> Vec<(Monomial, Element)> {
        let normal = |monomial: &Monomial| self.words.binary_search(monomial).is_ok();
        let mut rules = Vec::new();
        for x in self.elements() {
            let word = self.words[x as usize];
            // Each monomial once: from the divisor without its last generator.
            let last = word.factors().last().map_or(0, |(g, _)| g);
            for g in last..self.generators {
                let Ok(product) = word.times(&Monomial::generator(g)) else {
                    continue;
                };
                let mut divisors = product
                    .factors()
                    .map(|(g, _)| product.over(&Monomial::generator(g)));
                if !normal(&product) && divisors.all(|divisor| normal(&divisor)) {
                    rules.push((product, self.times_generator(x, g)));
                }
            }
        }
        rules.sort_unstable();
        rules
    }
}

/// A relation of a presentation: two products of generators, each with its exponent, that are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// A monomial that is not a normal form.
    pub left: Vec<(usize, u32)>,
    /// Its normal form.
    pub right: Vec<(usize, u32)>,
}
