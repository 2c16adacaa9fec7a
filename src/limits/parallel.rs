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
use {
    rayon::prelude::*,
    std::collections::VecDeque,
    std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    std::sync::atomic::{AtomicBool, Ordering},
    std::sync::{Arc, mpsc},
};

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
    if let Some(gauge) = &budget.gauge {
        gauge.begin(items.len() as u64);
    }
    let checked = |item: I| {
        budget.check()?;
        let result = work(item);
        if let Some(gauge) = &budget.gauge {
            gauge.advance();
        }
        result
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

/// Applies a function to each item, and hands the results over in the order of the items, each as
/// soon as it and all before it are ready.
///
/// The function is given the limits for its item; all items that are worked on at a time share
/// one memory limit. An item that was refused memory while others ran beside it is worked on
/// again alone, so no result depends on the number of threads, except through deadlines. At
/// most 128 results for each thread wait to be handed over.
///
/// ```
/// use misere::limits::{Budget, parallel};
///
/// let mut squares = Vec::new();
/// let square = |n: &u32, _: &Budget| n * n;
/// parallel::for_each_in_order(1..5, &Budget::default(), square, |n| {
///     squares.push(n);
///     Ok::<(), ()>(())
/// })
/// .unwrap();
/// assert_eq!(squares, [1, 4, 9, 16]);
/// ```
///
/// # Errors
/// The first error of `each`. What runs then is told by its budget to stop, and its results are
/// dropped. A thread of the pool that calls this function works on items too while it waits, and can tell
/// nobody to stop until it is done with its item: so every item has to end by itself.
pub fn for_each_in_order<I, T, E>(
    items: impl IntoIterator<Item = I>,
    budget: &Budget,
    work: impl Fn(&I, &Budget) -> T + Sync,
    mut each: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    T: Send,
{
    let mut items = items.into_iter();
    #[cfg(feature = "parallel")]
    {
        let threads = rayon::current_num_threads();
        if threads > 1 && !budget.is_of_task() {
            return beside_each_other(&mut items, threads, budget, work, each);
        }
    }
    items.try_for_each(|item| each(work(&item, budget)))
}

/// The result of an item of [`for_each_in_order`].
#[cfg(feature = "parallel")]
struct Finished<I, T> {
    item: I,
    /// The panic of the work, if it did not end.
    result: std::thread::Result<T>,
    /// Whether the work was refused memory.
    refused: bool,
}

/// Sets a flag when it is dropped, be it by a panic.
#[cfg(feature = "parallel")]
#[derive(Default)]
struct Abandon(Arc<AtomicBool>);

#[cfg(feature = "parallel")]
impl Drop for Abandon {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// [`for_each_in_order`] on several threads of the pool, with the results handed over on this one.
#[cfg(feature = "parallel")]
fn beside_each_other<I, T, E>(
    items: &mut dyn Iterator<Item = I>,
    threads: usize,
    budget: &Budget,
    work: impl Fn(&I, &Budget) -> T + Sync,
    mut each: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E>
where
    I: Send,
    T: Send,
{
    /// The number of results that may wait, for each thread.
    const WAITING: usize = 128;
    let work = &work;
    rayon::in_place_scope_fifo(|scope| {
        let abandon = Abandon::default();
        let (sender, receiver) = mpsc::channel::<(usize, Finished<I, T>)>();
        // Those that were begun and not handed over; `None` while they run.
        let mut begun: VecDeque<Option<Finished<I, T>>> = VecDeque::new();
        let (mut handed_over, mut running) = (0, 0);
        loop {
            let is_refused = matches!(begun.front(), Some(Some(first)) if first.refused);
            while !is_refused && begun.len() < WAITING * threads {
                let Some(item) = items.next() else { break };
                let number = handed_over + begun.len();
                let (own, sender) = (budget.for_task(&abandon.0), sender.clone());
                scope.spawn_fifo(move |_| {
                    let result = catch_unwind(AssertUnwindSafe(|| work(&item, &own)));
                    let refused = own.was_refused();
                    let finished = Finished {
                        item,
                        result,
                        refused,
                    };
                    // It fails if the results are no longer wanted.
                    let _ = sender.send((number, finished));
                });
                begun.push_back(None);
                running += 1;
            }
            match begun.front_mut() {
                None => return Ok(()),
                Some(Some(first)) if !first.refused || running == 0 => {
                    if first.refused {
                        first.result = Ok(work(&first.item, budget));
                    }
                    handed_over += 1;
                    if let Some(Some(first)) = begun.pop_front() {
                        each(first.result.unwrap_or_else(|panic| resume_unwind(panic)))?;
                    }
                }
                Some(_) => {
                    // A thread of the pool itself works while it waits.
                    let received = loop {
                        match receiver.try_recv() {
                            Err(_) if rayon::yield_now() == Some(rayon::Yield::Executed) => {}
                            received => break received.or_else(|_| receiver.recv()),
                        }
                    };
                    // A sender lives on this thread, so the channel is open.
                    if let Ok((number, finished)) = received {
                        begun[number - handed_over] = Some(finished);
                        running -= 1;
                    }
                }
            }
        }
    })
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

    /// Three quarters of the memory limit for every third item, which do not fit beside each other,
    /// more than the limit for every tenth, and no two items take the same time.
    #[test]
    fn results_in_order_do_not_depend_on_what_runs_beside() {
        let budget = Budget::default().with_max_memory(1000);
        let others = budget.account();
        let work = |&n: &usize, budget: &Budget| {
            let mut account = budget.account();
            let bytes = match n {
                _ if n % 10 == 9 => 1001,
                _ if n % 3 == 0 => 750,
                _ => 1,
            };
            let refused = account.hold(bytes).err();
            std::thread::sleep(Duration::from_micros((n * 37 % 101) as u64));
            (n, refused, account.bytes())
        };
        assert_same_for_any_number_of_threads(|| {
            let mut results = Vec::new();
            for_each_in_order(0..200, &budget, work, |result| {
                results.push(result);
                Ok::<(), ()>(())
            })
            .unwrap();
            assert!(results.iter().map(|result| result.0).eq(0..200));
            let refused = results.iter().filter(|result| result.1.is_some());
            assert_eq!(refused.count(), 20);
            results
        });
        assert_eq!(budget.held(), others.bytes());
    }

    /// Two items that wait for each other end only if both are worked on at a time.
    #[cfg(feature = "parallel")]
    #[test]
    fn items_run_beside_each_other() {
        use std::sync::atomic::AtomicUsize;
        let begun = AtomicUsize::new(0);
        let patience = Budget::timeout(Duration::from_secs(20));
        let work = |_: &u32, _: &Budget| {
            begun.fetch_add(1, Ordering::Relaxed);
            while begun.load(Ordering::Relaxed) < 2 && patience.check().is_ok() {
                std::thread::yield_now();
            }
            patience.check()
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2);
        let run = || for_each_in_order(0..2, &Budget::default(), work, |both| both);
        assert_eq!(pool.build().unwrap().install(run), Ok(()));
    }

    /// Work that would go on for ever is told to stop when a result before it is refused. This thread
    /// is none of the pool, so it works on nothing itself.
    #[test]
    fn an_error_stops_what_runs_beside() {
        let work = |&n: &usize, budget: &Budget| {
            while n > 3 && budget.check().is_ok() {
                std::thread::yield_now();
            }
            n
        };
        let each = |n| if n < 3 { Ok(()) } else { Err(n) };
        let result = for_each_in_order(0.., &Budget::default(), work, each);
        assert_eq!(result, Err(3));
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_is_passed_on() {
        let work = |&n: &usize, _: &Budget| assert!(n != 7, "seven");
        let _ = for_each_in_order(0.., &Budget::default(), work, Ok::<(), ()>);
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
