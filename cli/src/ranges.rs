//! Ranges in expressions: `kayles(1..20)` stands for twenty heaps, one after the other.

use std::ops::{Range, RangeInclusive};

use super::failure::Failure;
use super::session::Session;

/// Reads `1..20`; numbers may be names of the shell.
pub(super) fn range(text: &str, session: &Session) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once("..")?;
    Some(session.read_number(first)?..=session.read_number(last)?)
}

/// The most ranges in one expression.
const MOST_RANGES: usize = 4;

/// Returns the expressions that an expression with ranges stands for, the first range slowest. None
/// if it has no range.
pub(super) fn expanded(
    text: &str,
    session: &Session,
) -> Result<Option<Box<dyn Iterator<Item = String>>>, Failure> {
    let found = find(text, session);
    if found.is_empty() {
        return Ok(None);
    }
    if found.len() > MOST_RANGES {
        let message = format!("an expression can have {MOST_RANGES} ranges, not more");
        return Err(Failure::input(&message, None));
    }
    if let Some((_, range)) = found.iter().find(|(_, range)| range.is_empty()) {
        let (first, last) = (range.start(), range.end());
        let message = format!("the range is backwards: from {first} to {last}");
        return Err(Failure::input(&message, None));
    }
    let mut texts: Box<dyn Iterator<Item = String>> = Box::new(std::iter::once(String::new()));
    let mut end = 0;
    for (place, range) in found {
        let between = text[end..place.start].to_owned();
        end = place.end;
        texts = Box::new(texts.flat_map(move |start| {
            let between = between.clone();
            range
                .clone()
                .map(move |number| format!("{start}{between}{number}"))
        }));
    }
    let rest = text[end..].to_owned();
    Ok(Some(Box::new(texts.map(move |start| start + &rest))))
}

/// The ranges among the coordinates of heaps, and names of ranges, with their places.
fn find(text: &str, session: &Session) -> Vec<(Range<usize>, RangeInclusive<u64>)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices() {
        if let (Some(start), true) = (start, matches!(c, ',' | ')')) {
            let item: &str = &text[start..at];
            if let Some(range) = range(item, session).or_else(|| session.range(item.trim())) {
                found.push((start..at, range));
            }
        }
        match c {
            '(' | ',' => start = Some(at + c.len_utf8()),
            ')' | '{' | '}' => start = None,
            _ => {}
        }
    }
    found
}
