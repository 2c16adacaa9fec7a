//! Which codes have given nim values.

use super::moves::Moves;
use super::plain::Plain;
use crate::heaps::Code;
use crate::limits::{Budget, Ticker};
use crate::nim::error::NimError;

/// The octal codes with at most so many digits after the point whose first nim values, from heap 0
/// on, are these; by number of digits, then in the order of the digits.
///
/// Codes found so agree on these heaps, which proves nothing of the others: 0.161 and 0.36 agree up
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
pub fn codes_with_values(
    values: &[u32],
    most_digits: usize,
    budget: &Budget,
) -> Result<Vec<Code>, NimError> {
    let mut found = Vec::new();
    let mut ticker = Ticker::default();
    // The value of a heap of n depends on the digits up to d_n, so a wrong digit shows early.
    let mut pending: Vec<(u8, Vec<u8>)> = vec![(4, Vec::new()), (0, Vec::new())];
    while let Some((d0, digits)) = pending.pop() {
        if ticker.is_due() {
            budget.check()?;
        }
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
        let mut plain = Plain::default();
        let start = if is_whole { 0 } else { end.saturating_sub(1) };
        if !(start..end).all(|heap| plain.next(&moves, &values[..heap]) == values[heap]) {
            continue;
        }
        if is_whole {
            found.push(code);
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
