//! Grundy's game and Couples Are Forever: split a heap into two, but not every way.

use std::sync::Arc;

use super::entry::Entry;
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "grundy",
        usage: "grundy",
        aliases: &["grundys-game"],
        make: |p| {
            p.none()?;
            Ok(Arc::new(PartitionGame::Grundy))
        },
    },
    Entry {
        name: "couples-are-forever",
        usage: "couples-are-forever",
        aliases: &["couples"],
        make: |p| {
            p.none()?;
            Ok(Arc::new(PartitionGame::CouplesAreForever))
        },
    },
];

/// A game of splitting a heap into two with a condition; without one it would be
/// [`Cut`](super::Cut) with the cut set {1}.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartitionGame {
    /// The two heaps are of different size. Heaps from 0, as the sequence A002188 of the OEIS has
    /// them.
    Grundy,
    /// A heap of two is never split. Heaps from 1, with the values of A046695 of the OEIS, which
    /// calls the first of them a(0).
    CouplesAreForever,
}

impl Ruleset for PartitionGame {
    fn name(&self) -> String {
        match self {
            Self::Grundy => "grundy".into(),
            Self::CouplesAreForever => "couples-are-forever".into(),
        }
    }

    fn rule(&self) -> String {
        match self {
            Self::Grundy => "split a heap into two nonempty heaps of different size".into(),
            Self::CouplesAreForever => "split a heap of at least 3 into two nonempty heaps".into(),
        }
    }

    fn known(&self) -> Vec<String> {
        let known = match self {
            Self::Grundy => {
                "no period is known, though 2^35 values have been computed (Flammenkamp)"
            }
            Self::CouplesAreForever => {
                "no period is known; a heap has the value of one less in the octal game 0.6"
            }
        };
        vec![known.into()]
    }

    fn source(&self) -> &'static str {
        match self {
            Self::Grundy => "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
            Self::CouplesAreForever => {
                "I. Caines, C. Gates, R. K. Guy, R. J. Nowakowski, Periods in taking and splitting \
                 games, Amer. Math. Monthly 106 (1999)"
            }
        }
    }

    fn smallest(&self) -> u64 {
        match self {
            Self::Grundy => 0,
            Self::CouplesAreForever => 1,
        }
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Partition(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let size = position.size();
        // The smaller heap of the two.
        let most = match self {
            Self::Grundy => size.saturating_sub(1) / 2,
            Self::CouplesAreForever if size < 3 => 0,
            Self::CouplesAreForever => size / 2,
        };
        Box::new((1..=most).map(move |part| Heaps::of_sizes([part, size - part])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    #[test]
    fn options() {
        for (game, heap, expected) in [
            ("grundy", 0, &[][..]),
            ("grundy", 2, &[]),
            ("grundy", 6, &["5 + 1", "4 + 2"]),
            ("grundy", 7, &["6 + 1", "5 + 2", "4 + 3"]),
            ("couples-are-forever", 2, &[]),
            ("couples", 3, &["2 + 1"]),
            ("couples", 6, &["5 + 1", "4 + 2", "3×2"]),
        ] {
            let found = ruleset(game).unwrap();
            let options = found.options(Position::heap(heap));
            let options: Vec<String> = options.map(|o| o.to_string()).collect();
            assert_eq!(options, expected, "{game} {heap}");
        }
    }
}
