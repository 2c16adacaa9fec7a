//! The rare-window theorem: a period of a code is proved by a repeated window.
//!
//! Let all heaps beyond W be common, T the largest number taken, and let every rare value below G(m), for
//! p consecutive heaps m from n on, be that of an option with a part up to W. If G(j+p) = G(j) for the
//! W+T heaps j before n, then for all heaps from there on. docs/mathematics.md has the proof. The number
//! of heaps that it needs is about preperiod + period + W + T, where the theorem of Guy and Smith needs
//! twice preperiod + period.

use std::sync::Arc;

use memchr::memmem;

use super::saved::{PeriodProgress, PeriodRun, SavedPeriod};
use super::snapshots::{Found, Snapshots, Trouble};
use super::tails::Tail;
use crate::heaps::Code;
use crate::limits::{Budget, Reason};
use crate::nim::codes::{RareWindow, WindowEvaluator};

/// The result of a search.
pub(super) enum Windows {
    /// A window is repeated, from the start of the tail on.
    Repeated(Tail, RareWindow, Computed),
    /// No window was repeated before the last heap, or before a limit stopped the search.
    NotRepeated(Computed, Option<Reason>),
    /// The values are too large, or too many heaps are rare.
    Inapplicable,
}

/// What was computed.
pub(super) struct Computed {
    /// The values of the first heaps.
    pub(super) first: Arc<WindowEvaluator>,
    /// The number of all heaps.
    pub(super) heaps: u64,
}

/// The number of heaps whose values are all kept. Beyond, a window and some snapshots are.
const KEPT: usize = 1 << 22;

/// How far a search goes.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// The last heap.
    pub(super) heap: u64,
    /// How many options are looked at, about: a limit that is the same on every machine. It holds for
    /// the values that are kept.
    pub(super) work: u64,
}

impl From<u64> for Reach {
    /// Up to a heap, however long that takes.
    fn from(heap: u64) -> Self {
        let work = u64::MAX;
        Self { heap, work }
    }
}

/// Goes on after the known values of a code until a window is repeated.
pub(super) fn search(
    code: &Code,
    known: &[u32],
    reach: impl Into<Reach>,
    run: &mut PeriodRun<'_>,
    budget: &Budget,
) -> Result<Windows, Trouble> {
    search_keeping(KEPT, code, known, reach, run, budget)
}

/// Keeps this number of values, or more if a heap cannot be computed without.
pub(super) fn search_keeping(
    kept: usize,
    code: &Code,
    known: &[u32],
    reach: impl Into<Reach>,
    run: &mut PeriodRun<'_>,
    budget: &Budget,
) -> Result<Windows, Trouble> {
    let Reach { heap: to, work } = reach.into();
    let kept = run.saved.as_ref().map_or(Some(kept), SavedPeriod::kept);
    let mut kept = kept.ok_or(Trouble::Damaged("its first values are too many"))?;
    let Some(mut evaluator) = WindowEvaluator::new(code, known, budget)? else {
        return Ok(Windows::Inapplicable);
    };
    evaluator.allow(work);
    let end = usize::try_from(to.saturating_add(1)).unwrap_or(usize::MAX);
    loop {
        let before = evaluator.values().len();
        // A search takes linear time and little of it, so each step is an eighth longer.
        let next = before.saturating_add(before / 8 + 4096);
        let next = next.min(end).min(kept.max(before));
        let stopped = match evaluator.extend(next, budget) {
            Ok(true) => None,
            Ok(false) => return Ok(Windows::Inapplicable),
            Err(reason) => Some(reason),
        };
        let computed = evaluator.values().len();
        let found = match stopped {
            None => repeated(&evaluator, code.most_taken()),
            Some(_) => None,
        };
        (run.report)(&PeriodProgress::new(code, &evaluator, None));
        let heaps = computed as u64;
        if found.is_none() && stopped.is_none() && computed == kept && computed < end {
            let first = Arc::new(evaluator);
            match search_stream(code, &first, to, run, budget)? {
                Found::Period(tail, window) => {
                    let heaps = run.heaps;
                    return Ok(Windows::Repeated(tail, window, Computed { first, heaps }));
                }
                Found::Nothing => {
                    let heaps = run.heaps;
                    return Ok(Windows::NotRepeated(Computed { first, heaps }, run.stopped));
                }
                Found::Unresolved(heap) => {
                    let heap = usize::try_from(heap).unwrap_or(usize::MAX);
                    kept = kept.saturating_mul(4).max(heap.saturating_mul(2));
                    tracing::debug!(heap, kept, "more values are kept");
                    let Some(back) = Arc::into_inner(first) else {
                        return Ok(Windows::Inapplicable);
                    };
                    evaluator = back;
                    continue;
                }
            }
        }
        let ends = stopped.is_some() || evaluator.is_spent();
        let ends = ends || computed == before || computed == end;
        let first = Arc::new(evaluator);
        if let Some((tail, window)) = found {
            return Ok(Windows::Repeated(tail, window, Computed { first, heaps }));
        }
        if ends {
            return Ok(Windows::NotRepeated(Computed { first, heaps }, stopped));
        }
        let Some(back) = Arc::into_inner(first) else {
            return Ok(Windows::Inapplicable);
        };
        evaluator = back;
    }
}

/// Goes on after all values that are kept.
fn search_stream(
    code: &Code,
    first: &Arc<WindowEvaluator>,
    to: u64,
    run: &mut PeriodRun<'_>,
    budget: &Budget,
) -> Result<Found, Trouble> {
    let search = match run.saved.take() {
        Some(saved) => {
            let (parts, state, last) = saved.content()?;
            Some(Snapshots::resume(first, parts, state, &last, budget)?)
        }
        None => Snapshots::new(first, budget)?,
    };
    let Some(mut search) = search else {
        return Ok(Found::Unresolved(first.values().len() as u64));
    };
    let report = &mut *run.report;
    let mut tell = |search: &Snapshots| report(&PeriodProgress::new(code, first, Some(search)));
    let found = search.run(to.saturating_add(1), &mut tell, budget);
    let mut last = PeriodProgress::new(code, first, Some(&search));
    last.ends = true;
    (run.report)(&last);
    run.heaps = search.stream().computed();
    run.stopped = None;
    match found {
        Err(Trouble::Stopped(reason)) => {
            run.stopped = Some(reason);
            Ok(Found::Nothing)
        }
        other => other,
    }
}

/// Finds a repeated window. Early heaps may need a larger window than later ones, so only the heaps
/// from several places on are tried.
fn repeated(evaluator: &WindowEvaluator, most_taken: usize) -> Option<(Tail, RareWindow)> {
    let computed = evaluator.values().len();
    let places = [computed / 4 * 3, computed / 2, computed / 4, 0];
    let mut places = places.map(|place| place.max(evaluator.first())).to_vec();
    places.dedup();
    (places.into_iter()).find_map(|from| repeated_from(from, evaluator, most_taken))
}

/// Finds an earlier place where the last W + T values stand as well, W the window of the heaps from
/// this one on.
fn repeated_from(
    from: usize,
    evaluator: &WindowEvaluator,
    most_taken: usize,
) -> Option<(Tail, RareWindow)> {
    let (values, window) = (evaluator.values(), evaluator.window(from));
    let length = usize::try_from(window.last).ok()?.checked_add(most_taken)?;
    let needle = &values[values.len().checked_sub(length)?..];
    // The heaps after the window are those that are computed from it.
    let from = from.saturating_sub(length).max(1);
    let finder = memmem::Finder::new(needle);
    let first = from + finder.find(&values[from..])?;
    let period = finder.find(&values[first + 1..])? + 1;
    if window.alternating && period % 2 == 1 {
        return None;
    }
    let fits = |place: &usize| values[*place] == values[place + period];
    let more = (0..first).rev().take_while(fits).count();
    let tail = Tail {
        start: first - more,
        period,
        saltus: 0,
    };
    Some((tail, window))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Reason;
    use crate::nim::{PeriodSearch, methods};

    fn octal_codes() -> impl Iterator<Item = Code> {
        (0..512u16).map(|digits| {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
            Code::new(0, &digits).unwrap()
        })
    }

    fn first_values(code: &Code, known: u64) -> Vec<u32> {
        let mut evaluator = methods(code).best(code).unwrap();
        evaluator.extend(known, &Budget::default()).unwrap();
        evaluator.values().numbers().unwrap().to_vec()
    }

    /// The result of a search that keeps this number of values.
    fn by_windows(code: &Code, known: &[u32], to: u64, kept: usize) -> Option<(Tail, u64)> {
        let (budget, mut report) = (Budget::default(), |_: &PeriodProgress<'_>| ());
        let mut run = PeriodRun::new(None, &mut report);
        match search_keeping(kept, code, known, to, &mut run, &budget).unwrap() {
            Windows::Repeated(tail, _, computed) => Some((tail, computed.heaps)),
            _ => None,
        }
    }

    #[test]
    fn windows_prove_the_periods_that_guy_and_smith_prove() {
        let (mut compared, mut streamed) = (0, 0);
        for code in octal_codes() {
            let known = PeriodSearch::up_to(3000)
                .run(&code, &Budget::default())
                .unwrap();
            for from in [40, 300] {
                let numbers = first_values(&code, from);
                let found = by_windows(&code, &numbers, 3000, KEPT);
                let in_bounds = by_windows(&code, &numbers, 9000, 2400);
                streamed += usize::from(in_bounds.is_some_and(|(_, heaps)| heaps > 2400));
                for (tail, _) in found.into_iter().chain(in_bounds) {
                    if known.proof.is_some() {
                        assert_eq!(known.tail, Some(tail), "{code:?} after {from}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 600 && streamed > 0, "{compared}, {streamed}");
    }

    /// Codes whose windows are found among the values that are not kept, with the number of values kept.
    /// For 0.16 these are too few, so that four times as many are kept.
    const LONG: [(&str, usize); 2] = [("0.156", 2300), ("0.16", 60_000)];

    #[test]
    fn long_periods_are_found_in_bounded_memory() {
        for (code, kept) in LONG {
            let code: Code = code.parse().unwrap();
            let numbers = first_values(&code, kept as u64 / 2);
            let all = by_windows(&code, &numbers, 600_000, KEPT).unwrap();
            let bounded = by_windows(&code, &numbers, 600_000, kept).unwrap();
            assert_eq!(bounded.0, all.0, "{code:?}");
            assert!(bounded.1 > kept as u64);
        }
    }

    /// Runs a search to its end, with a stop after each chunk, when its state is saved and read again.
    fn interrupted(
        code: &Code,
        known: &[u32],
        to: u64,
        kept: usize,
    ) -> (Option<(Tail, u64)>, usize) {
        let (mut saved, mut stops): (Option<SavedPeriod>, _) = (None, 0);
        loop {
            let budget = Budget::default();
            let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
            let budget = budget.with_cancel(Arc::clone(&flag));
            let mut last = None;
            let mut report = |progress: &PeriodProgress<'_>| {
                if let Some(state) = progress.saved() {
                    flag.store(true, std::sync::atomic::Ordering::Relaxed);
                    last = Some(state);
                }
            };
            let mut run = PeriodRun::new(saved.clone(), &mut report);
            let result = search_keeping(kept, code, known, to, &mut run, &budget);
            match result.unwrap() {
                Windows::Repeated(tail, _, computed) => {
                    return (Some((tail, computed.heaps)), stops);
                }
                Windows::NotRepeated(_, Some(Reason::Cancelled)) if stops < 100 => {
                    stops += 1;
                    // Through text, as in a file.
                    let text = serde_json::to_string(&last.unwrap()).unwrap();
                    let read: SavedPeriod = serde_json::from_str(&text).unwrap();
                    read.require(&code.to_string()).unwrap();
                    saved = Some(read);
                }
                _ => return (None, stops),
            }
        }
    }

    #[test]
    fn a_search_that_is_resumed_finds_the_same() {
        for (code, kept) in LONG {
            let code: Code = code.parse().unwrap();
            let numbers = first_values(&code, kept as u64 / 2);
            let whole = by_windows(&code, &numbers, 600_000, kept);
            let (parts, stops) = interrupted(&code, &numbers, 600_000, kept);
            assert_eq!(parts, whole, "{code:?}");
            assert!(stops > 0, "{code:?}");
        }
    }
}
