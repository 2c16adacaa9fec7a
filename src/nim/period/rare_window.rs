//! The rare-window theorem: a period of a code is proved by a repeated window.
//!
//! Let all heaps beyond W be common, T the largest number taken, and let every rare value below G(m), for
//! p consecutive heaps m from n on, be that of an option with a part up to W. If G(j+p) = G(j) for the
//! W+T heaps j before n, then for all heaps from there on. docs/mathematics.md has the proof. The number
//! of heaps that it needs is about preperiod + period + W + T, where the theorem of Guy and Smith needs
//! twice preperiod + period.

use memchr::memmem;

use super::tails::Tail;
use crate::heaps::{Code, NimError};
use crate::limits::{Budget, Reason};
use crate::nim::codes::{RareWindow, WindowEvaluator};

/// The result of a search.
pub(super) enum Windows {
    /// A window is repeated, from the start of the tail on.
    Repeated(Tail, RareWindow, Box<WindowEvaluator>),
    /// No window was repeated before the last heap, or before a limit stopped the search.
    NotRepeated(Box<WindowEvaluator>, Option<Reason>),
    /// The values are too large, or too many heaps are rare.
    Inapplicable,
}

/// Goes on after the known values of a code, up to heap `to`, until a window is repeated.
pub(super) fn search(
    code: &Code,
    known: &[u32],
    to: u64,
    budget: &Budget,
) -> Result<Windows, NimError> {
    let Some(mut evaluator) = WindowEvaluator::new(code, known, budget)? else {
        return Ok(Windows::Inapplicable);
    };
    let end = usize::try_from(to.saturating_add(1)).unwrap_or(usize::MAX);
    loop {
        let before = evaluator.values().len();
        // A search takes linear time and little of it, so each step is an eighth longer.
        let next = before.saturating_add(before / 8 + 4096).min(end);
        let stopped = match evaluator.extend(next, budget) {
            Ok(true) => None,
            Ok(false) => return Ok(Windows::Inapplicable),
            Err(reason) => Some(reason),
        };
        let computed = evaluator.values().len();
        if stopped.is_none()
            && let Some((tail, window)) = repeated(&evaluator, code.most_taken())
        {
            return Ok(Windows::Repeated(tail, window, Box::new(evaluator)));
        }
        if stopped.is_some() || computed == before || computed == end {
            return Ok(Windows::NotRepeated(Box::new(evaluator), stopped));
        }
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
    use crate::nim::{PeriodSearch, methods};

    /// The period that windows prove after this number of heaps.
    fn by_windows(code: &Code, known: u64) -> Option<Tail> {
        let budget = Budget::default();
        let mut evaluator = methods(code).best(code).unwrap();
        evaluator.extend(known, &budget).unwrap();
        let numbers = evaluator.values().numbers().unwrap();
        match search(code, numbers, 3000, &budget).unwrap() {
            Windows::Repeated(tail, ..) => Some(tail),
            _ => None,
        }
    }

    #[test]
    fn windows_prove_the_periods_that_guy_and_smith_prove() {
        let mut compared = 0;
        for digits in 0..512u16 {
            let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
            let code = Code::new(0, &digits).unwrap();
            let known = PeriodSearch::up_to(3000)
                .run(&code, &Budget::default())
                .unwrap();
            for from in [40, 300] {
                let Some(tail) = by_windows(&code, from) else {
                    continue;
                };
                if known.proof.is_some() {
                    assert_eq!(known.tail, Some(tail), "{code:?} after {from}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 300, "{compared}");
    }
}
