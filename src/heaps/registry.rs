//! Rulesets by name: `kayles`, `cut{1,6}` or `cut:1,6`, `powerset(subtract(nondivisors))`.

use std::sync::Arc;

use strsim::levenshtein;

use super::code::Code;
use super::entry::{Entry, Parameters, RulesetError};
use super::rulebook::Rulebook;
use super::ruleset::Ruleset;
use super::table::Table;
use super::{
    arithmetic, boards, classics, compound, cut, division, factoring, formula, josephus, loopy,
    nim_variants, partition, subtraction,
};
use crate::printable::printable;

/// The families of named rulesets, best known ones first.
const FAMILIES: [(&str, &[&[Entry]]); 7] = [
    (
        "classics",
        &[
            classics::ENTRIES,
            subtraction::ENTRIES,
            partition::ENTRIES,
            nim_variants::ENTRIES,
        ],
    ),
    (
        "arithmetic",
        &[arithmetic::ENTRIES, division::ENTRIES, factoring::ENTRIES],
    ),
    ("cut games", &[cut::ENTRIES]),
    ("Josephus Nim", &[josephus::ENTRIES]),
    ("boards and graphs", &[boards::ENTRIES]),
    ("made of others", &[compound::ENTRIES]),
    ("loopy", &[loopy::ENTRIES]),
];

/// Returns all named rulesets, by family.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    families().map(|(_, entry)| entry)
}

/// Returns all named rulesets, each with the name of its family.
///
/// ```
/// use misere::heaps::families;
///
/// let (family, first) = families().next().unwrap();
/// assert_eq!((family, first.name), ("classics", "kayles"));
/// ```
pub fn families() -> impl Iterator<Item = (&'static str, &'static Entry)> {
    let families = FAMILIES.into_iter();
    families.flat_map(|(family, lists)| {
        let entries = lists.iter().flat_map(|list| list.iter());
        entries.map(move |entry| (family, entry))
    })
}

/// Returns the ruleset with this name and parameters. A text that begins with a digit is a code:
/// `0.77`. A text with an arrow is a formula: `n -> n-1, n-2`.
///
/// ```
/// use misere::heaps::{Position, ruleset};
///
/// let game = ruleset("subtraction{1,2}").unwrap();
/// let options: Vec<String> = game.options(Position::heap(5)).map(|o| o.to_string()).collect();
/// assert_eq!(options, ["4", "3"]);
/// assert_eq!(ruleset("subtraction:2,1").unwrap().name(), "subtraction{1,2}");
/// assert!(ruleset("substraction").is_err());
/// ```
pub fn ruleset(text: &str) -> Result<Arc<dyn Ruleset>, RulesetError> {
    Rulebook::default().ruleset(text)
}

/// The built-in ruleset with this name and parameters, in which rulesets of the book may occur.
pub(super) fn find_in(text: &str, book: &Rulebook) -> Result<Arc<dyn Ruleset>, RulesetError> {
    without_heap(text, book).map_err(|error| heap_instead(text, book).unwrap_or(error))
}

/// The error for a heap such as `kayles(5)` in place of a ruleset.
fn heap_instead(text: &str, book: &Rulebook) -> Option<RulesetError> {
    let (game, size) = text.strip_suffix(')')?.rsplit_once('(')?;
    if text.contains("->") {
        return None;
    }
    // Not by way of this function again: a text may have very many groups.
    let defined = book.defined(game).cloned();
    let ruleset = defined.or_else(|| without_heap(game, book).ok())?;
    let is_size = |c: char| c.is_ascii_digit() || c == ',' || c == ' ';
    let is_heap = match ruleset.read_position(size) {
        Some(position) => position.is_ok(),
        None => size.chars().all(is_size),
    };
    if !is_heap {
        return None;
    }
    let message = format!("`{text}` is a heap, not a ruleset");
    let error = RulesetError::new(message, game.len()..text.len());
    Some(error.hint(format!("the ruleset is written {}", printable(game))))
}

fn without_heap(text: &str, book: &Rulebook) -> Result<Arc<dyn Ruleset>, RulesetError> {
    if text.contains("->") {
        let inner = without_parentheses(text);
        let offset = (text.len() - inner.len()) / 2;
        return formula::formula(inner, book).map_err(|error| RulesetError {
            span: error.span.start + offset..error.span.end + offset,
            ..error
        });
    }
    if let Some(rows) = text.strip_prefix("table{") {
        return table(rows, text.len());
    }
    if Code::looks_like(text) {
        return Code::parse(text);
    }
    let mut parameters = Parameters::split(text, book)?;
    let entry = find(parameters.name, book)
        .map_err(|(message, hint)| RulesetError::new(message, parameters.name_span()).hint(hint))?;
    parameters.usage = entry.usage;
    (entry.make)(&parameters)
}

/// The text between parentheses around the whole, as in an expression: `(n -> n-1)`.
fn without_parentheses(text: &str) -> &str {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let is_around = at > 0 && at + 1 == text.len();
            return if is_around { &text[1..at] } else { text };
        }
    }
    text
}

/// The table whose rows are written after `table{`.
fn table(rows: &str, end: usize) -> Result<Arc<dyn Ruleset>, RulesetError> {
    const OFFSET: usize = "table{".len();
    let Some(rows) = rows.strip_suffix('}') else {
        let message = "expected `}` at the end of the ruleset";
        return Err(RulesetError::new(message, end..end));
    };
    match Table::parse("", rows) {
        Ok(table) => Ok(Arc::new(table)),
        Err(error) => Err(RulesetError {
            span: error.span.start + OFFSET..error.span.end + OFFSET,
            ..error
        }),
    }
}

/// The entry with exactly this name, or else the only one that fits regardless of case.
fn find(name: &str, book: &Rulebook) -> Result<&'static Entry, (String, String)> {
    if let Some(entry) = entries().find(|e| e.names().any(|n| n == name)) {
        return Ok(entry);
    }
    let fitting: Vec<&Entry> = entries().filter(|e| e.is_called(name)).collect();
    match fitting[..] {
        [entry] => Ok(entry),
        [] => {
            let near = near(name, book);
            let hint = match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
                bare if bare != name && find(bare, book).is_ok() => {
                    format!("shells expand braces: put the ruleset in quotes, or write {bare}:1,6")
                }
                _ if !near.is_empty() => format!("perhaps {} is meant", near.join(" or ")),
                _ => "`misere rules` lists them; a code is written as it is, as in 0.77".into(),
            };
            Err((format!("there is no ruleset `{name}`"), hint))
        }
        _ => {
            let both: Vec<String> = fitting.iter().map(|e| format!("`{}`", e.name)).collect();
            Err((
                format!("`{name}` may be several rulesets"),
                format!("write {} letter by letter", both.join(" or ")),
            ))
        }
    }
}

/// Up to three names that begin with this text or differ in few letters, nearest first.
fn near(name: &str, book: &Rulebook) -> Vec<String> {
    let few = match name.chars().count() {
        0..=2 => 0,
        letters => ((letters + 1) / 3).max(2),
    };
    let begins = |own: &str| {
        let start = own.get(..name.len());
        name.len() > 2 && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    // A long text is no misspelled name.
    let written: String = name.to_ascii_lowercase().chars().take(100).collect();
    let mut names: Vec<&str> = entries().flat_map(Entry::names).collect();
    names.extend(book.definitions().map(|(own, _)| own));
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .map(|own| (levenshtein(&written, &own.to_ascii_lowercase()), own))
        .filter(|&(distance, own)| distance <= few || begins(own))
        .collect();
    near.sort_unstable();
    near.iter()
        .take(3)
        .map(|(_, own)| format!("`{own}`"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (text, name) in [
            ("nim", "nim"),
            ("NIM", "nim"),
            ("subtraction{2,1}", "subtraction{1,2}"),
            ("subtraction:1,2;sink=1", "subtraction{1,2;sink=1}"),
            ("all-but{3}", "all-but{3}"),
            ("all-but{}", "nim"),
        ] {
            let found = ruleset(text).unwrap();
            assert_eq!(found.name(), name);
            assert_eq!(ruleset(name).unwrap().name(), name);
        }
    }

    #[test]
    fn errors_point_at_their_place() {
        for (text, message, span) in [
            ("nmi", "there is no ruleset `nmi`", 0..3),
            ("nim{1}", "`nim` takes no parameters", 3..6),
            ("nim(5)", "`nim(5)` is a heap, not a ruleset", 3..6),
            ("0.77(5)", "`0.77(5)` is a heap, not a ruleset", 4..7),
            ("cut:1,2(3)", "`cut:1,2(3)` is a heap, not a ruleset", 7..10),
            (
                "josephus(9, 2)",
                "`josephus(9, 2)` is a heap, not a ruleset",
                8..14,
            ),
            ("nim(x)", "`nim` takes no parameters", 3..6),
            ("nmi(5)", "there is no ruleset `nmi`", 0..3),
            ("subtraction{1,x}", "expected a number, found `x`", 14..15),
            (
                "subtraction{1,0}",
                "a move takes at least 1 from a heap",
                14..15,
            ),
            (
                "subtraction",
                "`subtraction` needs parameters in braces",
                11..11,
            ),
            (
                "subtraction{1",
                "expected `}` at the end of the ruleset",
                13..13,
            ),
            (
                "subtraction{1;skin=2}",
                "`subtraction` has no setting `skin`",
                14..20,
            ),
        ] {
            let error = ruleset(text).err().unwrap();
            assert_eq!(
                (error.message.as_str(), error.span),
                (message, span),
                "{text}"
            );
        }
        let hint = ruleset("nmi").err().unwrap().hint.unwrap();
        assert!(hint.contains("perhaps `nim`"), "{hint}");
        let expanded = ruleset("subtraction1").err().unwrap();
        assert!(expanded.hint.unwrap().contains("shells expand braces"));
    }
}
