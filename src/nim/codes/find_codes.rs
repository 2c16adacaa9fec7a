//! Finds the octal codes with given nim values.

use super::all_pairs::AllPairs;
use super::moves::Moves;
use crate::heaps::Code;
use crate::heaps::NimError;
use crate::limits::{Budget, Meter};
use crate::nim::memory::push;

/// Returns the octal codes with at most `most_digits` digits after the point whose first nim
/// values, from heap 0 on, are these; by number of digits, then in the order of the digits.
///
/// The codes agree on these heaps, which proves nothing about larger ones: 0.161 and 0.36 agree up
/// to heap 518, and differ at 519.
///
/// ```
/// use misere::nim::codes_with_values;
///
/// let codes = codes_with_values(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], 2, &Default::default())?;
/// assert_eq!(codes.len(), 1);
/// assert_eq!(codes[0].to_string(), "0.77");
/// # Ok::<(), misere::nim::NimError>(())
/// ```
///
/// # Errors
/// Out of time or memory, or cancelled.
pub fn codes_with_values(
    values: &[u32],
    most_digits: usize,
    budget: &Budget,
) -> Result<Vec<Code>, NimError> {
    let mut found = Vec::new();
    let mut account = budget.account();
    let mut meter = Meter::new(budget);
    // The value of a heap of n depends on the digits up to d_n, so a wrong digit shows early.
    let mut pending: Vec<(u8, Vec<u8>)> = vec![(4, Vec::new()), (0, Vec::new())];
    while let Some((d0, digits)) = pending.pop() {
        meter.tick()?;
        let Some(code) = Code::new(d0, &digits) else {
            continue;
        };
        let is_whole = digits.len() == most_digits;
        let end = if is_whole {
            values.len()
        } else {
            values.len().min(digits.len() + 1)
        };
        let moves = Moves::of_code(&code);
        let mut mex = AllPairs::default();
        let mut marks = budget.account();
        let start = if is_whole { 0 } else { end.saturating_sub(1) };
        let mut agrees = true;
        for heap in start..end {
            agrees = mex.next(&moves, &values[..heap], &mut marks)? == values[heap];
            if !agrees {
                break;
            }
        }
        if !agrees {
            continue;
        }
        if is_whole {
            account.add(digits.len())?;
            push(&mut found, code, &mut account)?;
            continue;
        }
        pending.extend((0..8).rev().map(|digit| {
            let mut longer = digits.clone();
            longer.push(digit);
            (d0, longer)
        }));
    }
    found.sort_by_key(|code| (code.most_taken(), code.digits().to_vec()));
    Ok(found)
}
