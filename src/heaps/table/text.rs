//! Tables as lines of text.

use std::ops::Range;

use super::{Row, Rows};
use crate::heaps::entry::RulesetError;

/// Reads lines `a: b, c+c, .`, or if there is no colon at all, adjacency lists `a b c`. Rows end with
/// their line or with `;`, and `#` begins a comment.
pub(super) fn rows(text: &str) -> Result<(Vec<Row>, Rows), RulesetError> {
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        let mut at = start;
        for piece in code.split(';') {
            if !piece.trim().is_empty() {
                pieces.push(trimmed(text, at..at + piece.len()));
            }
            at += piece.len() + 1;
        }
        start += line.len();
    }
    let has_colons = pieces.iter().any(|piece| text[piece.clone()].contains(':'));
    if !has_colons {
        let rows = pieces.into_iter().map(|piece| adjacency(text, piece));
        return Ok((rows.collect(), Rows::WithOptions));
    }
    let rows = pieces.into_iter().map(|piece| with_colon(text, piece));
    Ok((rows.collect::<Result<_, _>>()?, Rows::All))
}

/// `a: b, c+c, .`
fn with_colon(text: &str, place: Range<usize>) -> Result<Row, RulesetError> {
    let Some(colon) = text[place.clone()].find(':') else {
        let message = "expected `:` after the name of a position";
        let hint = "a row is written a: b, c+c, .";
        return Err(RulesetError::new(message, place.end..place.end).hint(hint));
    };
    let colon = place.start + colon;
    let name = name(text, place.start..colon)?;
    let mut row = Row {
        name: text[name.clone()].to_owned(),
        span: name,
        options: Vec::new(),
    };
    let listed = colon + 1..place.end;
    if text[listed.clone()].trim().is_empty() {
        return Ok(row);
    }
    for option in split(text, listed, ',') {
        let option = trimmed(text, option);
        if &text[option.clone()] == "." {
            row.options.push(Vec::new());
            continue;
        }
        let mut parts = Vec::new();
        for part in split(text, option, '+') {
            let part = name_of_option(text, part)?;
            parts.push((text[part.clone()].to_owned(), part));
        }
        row.options.push(parts);
    }
    Ok(row)
}

/// `a b c`
fn adjacency(text: &str, place: Range<usize>) -> Row {
    let mut words = Vec::new();
    let mut at = place.start;
    for word in text[place.clone()].split_whitespace() {
        // The word is in the rest of the text.
        at += text[at..].find(word).unwrap_or(0);
        words.push((word.to_owned(), at..at + word.len()));
        at += word.len();
    }
    let mut words = words.into_iter();
    let (name, span) = words.next().unwrap_or_default();
    let options = words.map(|word| vec![word]).collect();
    Row {
        name,
        span,
        options,
    }
}

/// The pieces between separators, with their places.
fn split(text: &str, place: Range<usize>, separator: char) -> impl Iterator<Item = Range<usize>> {
    let mut at = place.start;
    text[place].split(separator).map(move |piece| {
        let start = at;
        at += piece.len() + separator.len_utf8();
        start..start + piece.len()
    })
}

fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let inner = &text[place.clone()];
    let start = place.start + (inner.len() - inner.trim_start().len());
    start..start + inner.trim().len()
}

fn name(text: &str, place: Range<usize>) -> Result<Range<usize>, RulesetError> {
    let place = trimmed(text, place);
    if place.is_empty() {
        return Err(RulesetError::new("expected the name of a position", place));
    }
    Ok(place)
}

fn name_of_option(text: &str, place: Range<usize>) -> Result<Range<usize>, RulesetError> {
    let place = name(text, place)?;
    if text[place.clone()].contains(char::is_whitespace) {
        return Err(RulesetError::new(
            "expected `,` or `+` between names",
            place,
        ));
    }
    Ok(place)
}
