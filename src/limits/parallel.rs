//! Independent work on all cores.
//!
//! With the feature `parallel`, which is on by default, pieces of work run on the threads of the
//! current [rayon](https://docs.rs/rayon) pool; without it they run one after the other. The
//! results are in the order of the pieces, so they are the same for any number of threads.
//!
//! ```
//! use misere::limits::{Budget, Reason, parallel};
//!
//! let budget = Budget::default();
//! let sums = parallel::map_chunks(0..1000, 256, &budget, |chunk| Ok::<_, Reason>(chunk.sum()))?;
//! assert_eq!(sums.len(), 4);
//! assert_eq!(sums.iter().sum::<u32>(), 499_500);
//! # Ok::<(), Reason>(())
//! ```

use std::ops::Range;

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use super::{Budget, Reason};

/// Applies a function to each item, and returns the results in the order of the items.
///
/// # Errors
/// The first error in the order of the items. The deadline and the cancel flag are checked before
/// each item; an item that takes long should check them too.
pub fn map<I, T, E>(
    items: Vec<I>,
    budget: &Budget,
    work: impl Fn(I) -> Result<T, E> + Send + Sync,
) -> Result<Vec<T>, E>
where
    I: Send,
    T: Send,
    E: Send + From<Reason>,
{
    let checked = |item: I| {
        budget.check()?;
        work(item)
    };
    #[cfg(feature = "parallel")]
    {
        let results: Vec<Result<T, E>> = items.into_par_iter().map(checked).collect();
        results.into_iter().collect()
    }
    #[cfg(not(feature = "parallel"))]
    items.into_iter().map(checked).collect()
}

/// Cuts a range into chunks of this length, the last one perhaps shorter, and applies a function to
/// each, as [`map`] does.
///
/// # Panics
/// If the length is 0.
pub fn map_chunks<T, E>(
    range: Range<u32>,
    length: u32,
    budget: &Budget,
    work: impl Fn(Range<u32>) -> Result<T, E> + Send + Sync,
) -> Result<Vec<T>, E>
where
    T: Send,
    E: Send + From<Reason>,
{
    assert!(length > 0, "a chunk has at least one element");
    let end = range.end;
    let chunks = range.step_by(length as usize);
    let chunks = chunks.map(|start| start..start.saturating_add(length).min(end));
    map(chunks.collect(), budget, work)
}

/// Checks that a computation has one result for pools of one, two and three threads.
#[cfg(test)]
pub(crate) fn assert_same_for_any_number_of_threads<T: PartialEq + std::fmt::Debug + Send>(
    compute: impl Fn() -> T + Send + Sync,
) {
    let expected = compute();
    #[cfg(feature = "parallel")]
    for threads in 1..=3 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let result = pool.build().unwrap().install(&compute);
        assert_eq!(result, expected, "{threads} threads");
    }
    #[cfg(not(feature = "parallel"))]
    assert_eq!(compute(), expected);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn results_are_in_order_and_the_first_error_is_reported() {
        let budget = Budget::default();
        let squares = map((0..100u64).collect(), &budget, |n| Ok::<_, Reason>(n * n));
        assert!(squares.unwrap().into_iter().eq((0..100).map(|n| n * n)));
        let failing = map((0..100usize).collect(), &budget, |limit| match limit {
            0..7 => Ok(limit),
            _ => Err(Reason::Nodes { limit }),
        });
        assert_eq!(failing, Err(Reason::Nodes { limit: 7 }));
        let past = Budget::timeout(Duration::ZERO);
        assert_eq!(map(vec![1], &past, Ok), Err(Reason::Deadline));
    }

    #[test]
    fn chunks_cover_the_range() {
        let budget = Budget::default();
        for (range, length, expected) in [
            (0..10, 4, vec![0..4, 4..8, 8..10]),
            (5..5, 3, vec![]),
            (0..u32::MAX, 1 << 31, vec![0..1 << 31, 1 << 31..u32::MAX]),
        ] {
            let chunks = map_chunks(range, length, &budget, Ok::<_, Reason>);
            assert_eq!(chunks, Ok(expected));
        }
    }
}
