//! Factoring games: n is written as a product, and the factors are moved to or subtracted.

use std::sync::Arc;

use num_integer::Integer;

use super::entry::Entry;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;
use crate::numbers::divisors;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "m-factoring",
        usage: "m-factoring",
        aliases: &["factoring"],
        make: |p| p.none().map(|()| Arc::new(Factoring::MoveTo) as _),
    },
    Entry {
        name: "m-factoring-coprime",
        usage: "m-factoring-coprime",
        aliases: &[],
        make: |p| p.none().map(|()| Arc::new(Factoring::MoveToCoprime) as _),
    },
    Entry {
        name: "s-factoring",
        usage: "s-factoring",
        aliases: &[],
        make: |p| p.none().map(|()| Arc::new(Factoring::Subtract) as _),
    },
];

/// A factoring game of Iannucci and Larsson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Factoring {
    /// Move to the factors, at least two.
    MoveTo,
    /// Move to the factors, at least two and pairwise coprime.
    MoveToCoprime,
    /// Subtract the factors, each from a copy of the heap. The factor n alone is allowed: the
    /// values in the paper need the move to the empty heap.
    Subtract,
}

impl Ruleset for Factoring {
    fn name(&self) -> String {
        let name = match self {
            Self::MoveTo => "m-factoring",
            Self::MoveToCoprime => "m-factoring-coprime",
            Self::Subtract => "s-factoring",
        };
        name.into()
    }

    fn rule(&self) -> String {
        let rule = match self {
            Self::MoveTo => "write n as a product of at least two factors > 1, the new heaps",
            Self::MoveToCoprime => {
                "write n as a product of at least two factors > 1, pairwise coprime, the new heaps"
            }
            Self::Subtract => {
                "write n as a product of factors > 1, be it n alone: a heap n−a for each factor a"
            }
        };
        rule.into()
    }

    fn known(&self) -> Vec<String> {
        let known: &[&str] = match self {
            Self::MoveTo => &["the nim value is Ω(n)−1 for n ≥ 2 (Theorem 13)"],
            Self::MoveToCoprime => &["the nim value is ω(n)−1 for n ≥ 2 (Theorem 13)"],
            Self::Subtract => &["no pattern is known"],
        };
        known.iter().map(|&text| text.into()).collect()
    }

    fn source(&self) -> &'static str {
        "D. E. Iannucci, U. Larsson, Game values of arithmetic functions, Section 4"
    }

    fn smallest(&self) -> u64 {
        u64::from(*self != Self::Subtract)
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Factoring(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let n = position.size();
        let products = Products::new(n, *self == Self::MoveToCoprime);
        match self {
            // The first product is n alone.
            Self::MoveTo | Self::MoveToCoprime => Box::new(products.skip(1).map(Heaps::of_sizes)),
            Self::Subtract => Box::new(products.map(move |factors| {
                // The least factor leaves the largest heap.
                Heaps::of_sizes(factors.into_iter().rev().map(|factor| n - factor))
            })),
        }
    }
}

/// Iterates over the products of ascending factors > 1 that equal n > 1, n alone first.
struct Products {
    n: u64,
    coprime: bool,
    /// The divisors of n but 1, ascending.
    divisors: Vec<u64>,
    chosen: Vec<u64>,
    /// For every prefix of the chosen factors: the rest of the product and the next divisor to try.
    open: Vec<(u64, usize)>,
}

impl Products {
    fn new(n: u64, coprime: bool) -> Self {
        Self {
            n,
            coprime,
            divisors: divisors(n).into_iter().skip(1).collect(),
            chosen: Vec::new(),
            open: Vec::new(),
        }
    }
}

impl Iterator for Products {
    type Item = Vec<u64>;

    fn next(&mut self) -> Option<Vec<u64>> {
        let n = std::mem::take(&mut self.n);
        if n > 1 {
            self.open.push((n, 0));
            return Some(vec![n]);
        }
        while let Some((rest, next)) = self.open.last_mut() {
            // The next factor, not larger than what it leaves.
            let candidates = self.divisors[*next..].iter();
            let mut ascending = candidates.take_while(|&&d| d <= *rest / d);
            let fits =
                |d: u64| rest.is_multiple_of(d) && (!self.coprime || d.gcd(&(*rest / d)) == 1);
            if let Some(skipped) = ascending.position(|&d| fits(d)) {
                let at = *next + skipped;
                let factor = self.divisors[at];
                let left = *rest / factor;
                *next = at + 1;
                self.open.push((left, at));
                self.chosen.push(factor);
                let mut product = self.chosen.clone();
                product.push(left);
                return Some(product);
            }
            self.open.pop();
            self.chosen.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::heaps::ruleset;

    fn options(name: &str, n: u64) -> Vec<String> {
        let game = ruleset(name).unwrap();
        let options = game.options(Position::heap(n));
        options.map(|option| option.to_string()).collect()
    }

    #[test]
    fn twelve_and_others() {
        for (name, n, expected) in [
            ("m-factoring", 12, &["6 + 2", "3 + 2×2", "4 + 3"][..]),
            ("m-factoring", 7, &[]),
            ("m-factoring", 1, &[]),
            ("m-factoring-coprime", 12, &["4 + 3"]),
            (
                "m-factoring-coprime",
                30,
                &["15 + 2", "5 + 3 + 2", "10 + 3", "6 + 5"],
            ),
            ("s-factoring", 12, &["0", "10 + 6", "10×2 + 9", "9 + 8"]),
            ("s-factoring", 2, &["0"]),
            ("s-factoring", 1, &[]),
            ("s-factoring", 0, &[]),
        ] {
            assert_eq!(options(name, n), expected, "{name}({n})");
        }
    }

    /// From the definition: any multiset of factors, the largest first.
    fn slow(n: u64, most: u64) -> Vec<Vec<u64>> {
        if n == 1 {
            return vec![Vec::new()];
        }
        let factors = (2..=most.min(n)).filter(|&d| n.is_multiple_of(d));
        factors
            .flat_map(|d| {
                let rest = slow(n / d, d);
                rest.into_iter().map(move |mut product| {
                    product.push(d);
                    product
                })
            })
            .collect()
    }

    #[test]
    fn every_product_once() {
        for n in 2..400 {
            let found: Vec<Vec<u64>> = Products::new(n, false).collect();
            let distinct: BTreeSet<&Vec<u64>> = found.iter().collect();
            let expected = slow(n, n);
            assert_eq!(found.len(), expected.len());
            assert!(
                distinct
                    .into_iter()
                    .eq(&expected.iter().cloned().collect::<BTreeSet<_>>())
            );
            let coprime: BTreeSet<Vec<u64>> = Products::new(n, true).collect();
            let expected = expected.into_iter().filter(|product| {
                let mut pairs = (0..product.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                pairs.all(|(i, j)| product[i].gcd(&product[j]) == 1)
            });
            assert_eq!(coprime, expected.collect());
        }
    }

    #[test]
    fn products_are_made_one_at_a_time() {
        // 2^63 has p(63) products, over a million.
        let game = ruleset("m-factoring").unwrap();
        let first: Vec<Heaps> = game.options(Position::heap(1 << 63)).take(3).collect();
        assert_eq!(first[0], Heaps::of_sizes([2, 1 << 62]));
    }
}
