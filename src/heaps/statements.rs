//! Compares what a ruleset states about its moves with its options.
//!
//! The statements are about all heaps and the comparison covers finitely many, so it catches
//! mistakes and proves nothing. Checkers of certificates use it.

use std::collections::{BTreeMap, BTreeSet};

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
    let mut moves = bounds.map(|bounds| Moves::new(bounds, ruleset.smallest()));
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
    if let Some(moves) = moves {
        moves.check_uniform()?;
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

/// A number of tokens taken and a number of nonempty heaps left.
type Kind = (u64, u64);

/// The moves of the heaps from the smallest on.
struct Moves {
    bounds: MoveBounds,
    /// The smallest heap that a move can leave, the empty heap apart.
    least: u64,
    /// For each heap beyond the exceptions, the kinds of its moves.
    kinds: BTreeMap<u64, BTreeSet<Kind>>,
}

impl Moves {
    fn new(bounds: MoveBounds, smallest: u64) -> Self {
        Self {
            bounds,
            least: smallest.max(1),
            kinds: BTreeMap::new(),
        }
    }

    /// Adds a heap, and checks the bounds and that the sizes of the heaps left do not matter.
    fn add(&mut self, heap: u64, options: &BTreeSet<Heaps>) -> Result<(), &'static str> {
        if heap == 0 && !options.is_empty() {
            return Err("the empty heap has a move");
        }
        // Equal sums of nonempty heaps count once.
        let mut ways: BTreeMap<Kind, BTreeSet<Vec<(Position, u64)>>> = BTreeMap::new();
        for option in options {
            let nonempty: Vec<_> = option.iter().filter(|(p, _)| p.size() > 0).collect();
            let total = nonempty.iter().try_fold(0u64, |sum, (position, copies)| {
                sum.checked_add(position.size().checked_mul(*copies)?)
            });
            let taken = total.and_then(|total| heap.checked_sub(total));
            let taken = taken.ok_or("an option has more tokens than the heap")?;
            let parts = nonempty.iter().map(|(_, copies)| copies).sum();
            if taken > self.bounds.most_taken {
                return Err("a move takes more than is stated");
            }
            if parts > self.bounds.most_left {
                return Err("a move leaves more heaps than is stated");
            }
            ways.entry((taken, parts)).or_default().insert(nonempty);
        }
        if heap <= self.bounds.from {
            return Ok(());
        }
        for (&(taken, parts), ways) in &ways {
            // No entry for a number that is too large to be counted.
            let all = partitions(heap - taken, parts, self.least);
            if all.is_some_and(|all| all != ways.len()) {
                return Err("the sizes of the heaps left matter");
            }
        }
        self.kinds.insert(heap, ways.into_keys().collect());
        Ok(())
    }

    /// Checks that heaps beyond the exceptions have moves of the same kinds, where they are possible.
    fn check_uniform(&self) -> Result<(), StatementError> {
        let all: BTreeSet<Kind> = self.kinds.values().flatten().copied().collect();
        // To take the whole heap depends on its size and is bounded by the most that is taken.
        for &(taken, parts) in all.iter().filter(|kind| kind.1 > 0) {
            for (&heap, kinds) in &self.kinds {
                let least = parts.saturating_mul(self.least);
                let possible = heap.checked_sub(taken).is_some_and(|rest| rest >= least);
                if possible && !kinds.contains(&(taken, parts)) {
                    let what = "its moves depend on the size of the heap";
                    return Err(StatementError::Bounds { heap, what });
                }
            }
        }
        Ok(())
    }
}

/// The number of partitions of n into this many parts, each at least `least` ≥ 1; none if the table
/// for it would be large.
fn partitions(n: u64, parts: u64, least: u64) -> Option<usize> {
    let Some(rest) = n.checked_sub((least - 1).checked_mul(parts)?) else {
        return Some(0);
    };
    if parts <= 1 {
        return Some(usize::from((rest == 0) == (parts == 0)));
    }
    let (rest, parts) = (usize::try_from(rest).ok()?, usize::try_from(parts).ok()?);
    if parts > rest {
        return Some(0);
    }
    if parts.checked_mul(rest)? > 1 << 20 {
        return None;
    }
    // After the round for k: the number of partitions of each t into at most k parts. Partitions
    // into exactly `parts` parts lose 1 in each part.
    let mut ways = vec![0usize; rest - parts + 1];
    ways[0] = 1;
    for part in 1..=parts {
        for t in part..ways.len() {
            ways[t] = ways[t].saturating_add(ways[t - part]);
        }
    }
    ways.last().copied()
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
            (late, bounds(3, 1, 0), 4),
            // Grundy's game: two heaps of different size.
            (
                |n| {
                    (1..n.div_ceil(2))
                        .map(|a| Heaps::of_sizes([a, n - a]))
                        .collect()
                },
                bounds(0, 2, 0),
                4,
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

    #[test]
    fn partitions_are_counted() {
        for (n, parts, least, expected) in [
            (0, 0, 1, 1),
            (3, 0, 1, 0),
            (3, 1, 1, 1),
            (7, 2, 1, 3),
            (9, 3, 1, 7),
            (9, 3, 2, 3),
            (10, 10, 1, 1),
            (10, 11, 1, 0),
        ] {
            assert_eq!(
                partitions(n, parts, least),
                Some(expected),
                "{n} {parts} {least}"
            );
        }
    }
}
