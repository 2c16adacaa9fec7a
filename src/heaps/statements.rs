//! Compares what a ruleset states about its moves with its options.
//!
//! The statements are about all heaps and the comparison covers finitely many, so it catches
//! mistakes and proves nothing. Checkers of certificates use it.

use std::collections::BTreeSet;

use thiserror::Error;

use super::{Heaps, MoveBounds, Position, Ruleset, Shape};
use crate::limits::{Budget, Meter, Reason};

/// A statement of a ruleset that its options contradict.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StatementError {
    /// A limit was reached.
    #[error("{0}")]
    Stopped(#[from] Reason),
    /// The shape describes a game with other options.
    #[error(
        "heap {heap} has other options than in `{described}`, which the ruleset states as its shape"
    )]
    Shape {
        /// The heap.
        heap: u64,
        /// The game that the shape describes.
        described: String,
    },
    /// The bounds on moves are wrong.
    #[error("the stated bounds on moves are wrong at heap {heap}: {what}")]
    Bounds {
        /// The heap.
        heap: u64,
        /// What is wrong.
        what: &'static str,
    },
}

/// Total number of options that are compared.
const MOST_OPTIONS: usize = 20_000;
/// Number of heaps that are compared.
const MOST_HEAPS: usize = 200;

/// Compares the [`shape`](Ruleset::shape) and the [`move_bounds`](Ruleset::move_bounds) of a ruleset
/// with its options, from the smallest heap on, until they have many options. Returns the last heap
/// compared; none if nothing is stated about heaps.
pub fn compare_statements(
    ruleset: &dyn Ruleset,
    budget: &Budget,
) -> Result<Option<u64>, StatementError> {
    let described = Shape::of(ruleset).described();
    let bounds = MoveBounds::of(ruleset);
    if ruleset.arity() != 1 || described.is_none() && bounds.is_none() {
        return Ok(None);
    }
    let mut meter = Meter::new(budget);
    let mut left = MOST_OPTIONS;
    let mut last = None;
    // Whether heaps of size 0 have no options and do not matter in a sum.
    let mut empty_is_zero = false;
    let mut moves = bounds.map(|bounds| Moves { bounds, last: None });
    for heap in (ruleset.smallest()..=u64::MAX).take(MOST_HEAPS) {
        let Some(options) = options(ruleset, heap, left, &mut meter)? else {
            break;
        };
        if let Some(described) = described
            && !same(
                &options,
                self::options(described, heap, left, &mut meter)?,
                &mut empty_is_zero,
            )
        {
            let described = described.name();
            return Err(StatementError::Shape { heap, described });
        }
        if let Some(moves) = &mut moves {
            let added = moves.add(heap, &options);
            added.map_err(|what| StatementError::Bounds { heap, what })?;
        }
        left -= options.len();
        last = Some(heap);
    }
    Ok(last)
}

/// Whether options are the same, up to empty heaps once these are known to have no options.
fn same(
    options: &BTreeSet<Heaps>,
    described: Option<BTreeSet<Heaps>>,
    empty_is_zero: &mut bool,
) -> bool {
    let Some(described) = described else {
        return false;
    };
    // The empty heap is the first that is compared, if it is one.
    if !*empty_is_zero {
        *empty_is_zero = options.is_empty() && described.is_empty();
        return *options == described;
    }
    let nonempty = |options: &BTreeSet<Heaps>| -> BTreeSet<Heaps> {
        (options.iter().cloned().map(Heaps::without_empty)).collect()
    };
    *options == described || nonempty(options) == nonempty(&described)
}

/// The distinct options of a heap; none if there are more than `most`, repetitions counted.
fn options(
    ruleset: &dyn Ruleset,
    heap: u64,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<BTreeSet<Heaps>>, Reason> {
    let position = Position::heap(heap);
    if ruleset.longest_option(position) > most as u64 {
        return Ok(None);
    }
    let mut options = BTreeSet::new();
    for (number, option) in (ruleset.options_within(position, meter.budget())?).enumerate() {
        meter.tick()?;
        if number == most {
            return Ok(None);
        }
        options.insert(option);
    }
    Ok(Some(options))
}

/// The moves of the heaps from the smallest on.
struct Moves {
    bounds: MoveBounds,
    /// The options of the last heap, without empty heaps.
    last: Option<BTreeSet<Heaps>>,
}

impl Moves {
    /// Adds a heap, and checks the bounds, and that it has the moves of the heap before with a large
    /// heap made larger by 1, and the other way round.
    fn add(&mut self, heap: u64, options: &BTreeSet<Heaps>) -> Result<(), &'static str> {
        if heap == 0 && !options.is_empty() {
            return Err("the empty heap has a move");
        }
        let options: BTreeSet<Heaps> =
            (options.iter().cloned().map(Heaps::without_empty)).collect();
        let from = self.bounds.from;
        for option in &options {
            let total = option.iter().try_fold(0u64, |sum, (position, copies)| {
                sum.checked_add(position.size().checked_mul(copies)?)
            });
            let taken = total.and_then(|total| heap.checked_sub(total));
            let taken = taken.ok_or("an option has more tokens than the heap")?;
            let parts: u64 = option.iter().map(|(_, copies)| copies).sum();
            if heap > from && taken > self.bounds.most_taken {
                return Err("a move takes more than is stated");
            }
            if heap > from && parts > self.bounds.most_left {
                return Err("a move leaves more heaps than is stated");
            }
        }
        if let Some(before) = &self.last {
            let grown = |h: u64| (h > from).then(|| h.checked_add(1)).flatten();
            let shrunk = |h: u64| h.checked_sub(1).filter(|&less| less > from);
            let all_moved = |set: &BTreeSet<Heaps>, by: &dyn Fn(u64) -> Option<u64>| {
                set.iter()
                    .flat_map(|option| moved(option, by))
                    .collect::<Vec<_>>()
            };
            if !all_moved(before, &grown)
                .iter()
                .all(|sum| options.contains(sum))
                || !all_moved(&options, &shrunk)
                    .iter()
                    .all(|sum| before.contains(sum))
            {
                return Err("its moves depend on the size of the heap or of the heaps left");
            }
        }
        self.last = Some(options);
        Ok(())
    }
}

/// The sums in which one heap has another size.
fn moved(option: &Heaps, by: &dyn Fn(u64) -> Option<u64>) -> Vec<Heaps> {
    let heaps = option.iter().map(|(position, _)| position);
    let sums = heaps.filter_map(|position| {
        let mut sum = option.without_one(position);
        sum.checked_add(Position::heap(by(position.size())?), 1)?;
        Some(sum)
    });
    sums.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::{Code, HeapOptions, entries, ruleset};

    struct Own {
        options: fn(u64) -> Vec<Heaps>,
        shape: Option<Code>,
        bounds: Option<MoveBounds>,
    }

    impl Ruleset for Own {
        fn options(&self, position: Position) -> HeapOptions<'_> {
            Box::new((self.options)(position.size()).into_iter())
        }

        fn shape(&self) -> Shape<'_> {
            self.shape.as_ref().map_or(Shape::Unknown, Shape::Code)
        }

        fn move_bounds(&self) -> Option<MoveBounds> {
            self.bounds
        }
    }

    fn bounds(most_taken: u64, most_left: u64, from: u64) -> MoveBounds {
        MoveBounds {
            most_taken,
            most_left,
            from,
        }
    }

    fn compare(
        options: fn(u64) -> Vec<Heaps>,
        shape: &str,
        bounds: impl Into<Option<MoveBounds>>,
    ) -> Result<Option<u64>, StatementError> {
        let (shape, bounds) = (shape.parse().ok(), bounds.into());
        let own = Own {
            options,
            shape,
            bounds,
        };
        compare_statements(&own, &Budget::default())
    }

    /// Kayles, written by hand.
    fn kayles(n: u64) -> Vec<Heaps> {
        let left = (1..=2).filter_map(|taken| n.checked_sub(taken));
        left.flat_map(|left| (0..=left / 2).map(move |a| Heaps::of_sizes([a, left - a])))
            .map(|sum| {
                sum.iter().filter(|(p, _)| p.size() > 0).fold(
                    Heaps::none(),
                    |mut all, (p, copies)| {
                        all.add(p, copies);
                        all
                    },
                )
            })
            .collect()
    }

    /// Take 1 or 2, but from a heap of 30 also 3.
    fn late(n: u64) -> Vec<Heaps> {
        let most = if n == 30 { 3 } else { 2 };
        (1..=most.min(n))
            .map(|taken| Heaps::heap(n - taken))
            .collect()
    }

    #[test]
    fn true_statements_are_accepted() {
        assert!(compare(kayles, "0.77", None).unwrap().unwrap() > 100);
        assert!(compare(kayles, "0.77", bounds(2, 2, 0)).unwrap().is_some());
        assert!(compare(kayles, "", bounds(5, 3, 7)).unwrap().is_some());
        assert!(compare(late, "", bounds(3, 1, 30)).unwrap().is_some());
        assert_eq!(compare(kayles, "", None), Ok(None));
    }

    #[test]
    fn false_statements_are_caught() {
        let shape = |heap| {
            let described = "0.137".into();
            Err(StatementError::Shape { heap, described })
        };
        assert_eq!(compare(kayles, "0.137", None), shape(2));
        for (options, bounds, heap) in [
            (kayles as fn(u64) -> Vec<Heaps>, bounds(1, 2, 0), 2),
            (kayles, bounds(2, 1, 0), 3),
            (late, bounds(2, 1, 0), 30),
            (late, bounds(3, 1, 0), 30),
            // Grundy's game: two heaps of different size.
            (
                |n| {
                    (1..n.div_ceil(2))
                        .map(|a| Heaps::of_sizes([a, n - a]))
                        .collect()
                },
                bounds(0, 2, 0),
                3,
            ),
        ] {
            let error = compare(options, "", bounds).unwrap_err();
            assert!(
                matches!(error, StatementError::Bounds { heap: at, .. } if at == heap),
                "{error}"
            );
        }
    }

    #[test]
    fn every_ruleset_of_the_registry_states_the_truth() {
        let usages = entries().map(|entry| entry.usage);
        for name in usages.chain(["0.77", "4.007", "0.205200C", "subtraction{2,5;sink=3}"]) {
            let game = ruleset(name).unwrap();
            let compared = compare_statements(&*game, &Budget::default());
            assert!(compared.is_ok(), "{name}: {compared:?}");
        }
    }
}
