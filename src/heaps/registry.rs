//! Rulesets by name: `kayles`, `cut{1,6}` or `cut:1,6`, `powerset(subtract(nondivisors))`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::codes::Code;
use super::ruleset::Ruleset;
use super::{
    arithmetic, classics, cut, division, factoring, josephus, loopy, partition, subtraction,
};
use crate::notation::printable;

/// A named ruleset, or a family of them with parameters.
pub struct Entry {
    /// Its first name.
    pub name: &'static str,
    /// How it is written, with parameters as an example.
    pub usage: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    pub(super) make: fn(&Parameters<'_>) -> Result<Arc<dyn Ruleset>, RulesetError>,
}

impl Entry {
    /// All its names, the first one first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether it has this name, or one that differs by case only.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// All named rulesets, by family.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    let families = [
        subtraction::ENTRIES,
        arithmetic::ENTRIES,
        division::ENTRIES,
        factoring::ENTRIES,
        classics::ENTRIES,
        cut::ENTRIES,
        partition::ENTRIES,
        josephus::ENTRIES,
        loopy::ENTRIES,
    ];
    families.into_iter().flatten()
}

/// The ruleset that is written so; what begins with a digit is a code, as `0.77`.
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
    without_heap(text).map_err(|error| heap_instead(text).unwrap_or(error))
}

/// What is wrong with a heap, as `kayles(5)`, where a ruleset is meant.
fn heap_instead(text: &str) -> Option<RulesetError> {
    let (game, size) = text.strip_suffix(')')?.rsplit_once('(')?;
    let is_size = |c: char| c.is_ascii_digit() || c == ',' || c == ' ';
    if !size.chars().all(is_size) || without_heap(game).is_err() {
        return None;
    }
    let message = format!("`{text}` is a heap, not a ruleset");
    let error = RulesetError::new(message, game.len()..text.len());
    Some(error.hint(format!("the ruleset is written {}", printable(game))))
}

fn without_heap(text: &str) -> Result<Arc<dyn Ruleset>, RulesetError> {
    if Code::is_meant(text) {
        return Code::parse(text);
    }
    let parameters = Parameters::split(text)?;
    let entry = find(parameters.name)
        .map_err(|(message, hint)| RulesetError::new(message, parameters.name_span()).hint(hint))?;
    (entry.make)(&parameters)
}

/// The entry of a name: letter by letter, or else without regard to case if only one fits.
fn find(name: &str) -> Result<&'static Entry, (String, String)> {
    if let Some(entry) = entries().find(|e| e.names().any(|n| n == name)) {
        return Ok(entry);
    }
    let fitting: Vec<&Entry> = entries().filter(|e| e.is_called(name)).collect();
    match fitting[..] {
        [entry] => Ok(entry),
        [] => {
            let near = near(name);
            let hint = match name.trim_end_matches(|c: char| c.is_ascii_digit()) {
                bare if bare != name && find(bare).is_ok() => {
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

/// Up to three names that begin so, or differ in few letters, the nearest first.
fn near(name: &str) -> Vec<String> {
    let few = match name.chars().count() {
        0..=2 => 0,
        letters => ((letters + 1) / 3).max(2),
    };
    let begins = |own: &str| {
        let start = own.get(..name.len());
        name.len() > 2 && start.is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    let names = entries().flat_map(Entry::names);
    let mut near: Vec<(usize, &str)> = names
        .map(|own| (distance(name, own), own))
        .filter(|&(distance, own)| distance <= few || begins(own))
        .collect();
    near.sort_unstable();
    near.iter()
        .take(3)
        .map(|(_, own)| format!("`{own}`"))
        .collect()
}

/// The number of insertions, deletions and replacements of letters between two names.
pub fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(100).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(!x.eq_ignore_ascii_case(&y));
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Why a text is not a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct RulesetError {
    /// One line: what is wrong.
    pub message: String,
    /// One line: what would be right.
    pub hint: Option<String>,
    /// The place in the text of the ruleset, in bytes.
    pub span: Range<usize>,
}

impl RulesetError {
    pub(super) fn new(message: impl AsRef<str>, span: Range<usize>) -> Self {
        Self {
            // It may quote what a stranger wrote.
            message: printable(message.as_ref()),
            hint: None,
            span,
        }
    }

    #[must_use]
    pub(super) fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }
}

/// A ruleset as it is written: a name, and behind it parameters in braces (or after a colon) or
/// another ruleset in parentheses.
pub(super) struct Parameters<'a> {
    text: &'a str,
    pub(super) name: &'a str,
    /// What stands in braces or behind the colon.
    braces: Option<Range<usize>>,
    /// What stands in parentheses.
    argument: Option<Range<usize>>,
}

impl<'a> Parameters<'a> {
    pub(super) fn split(text: &'a str) -> Result<Self, RulesetError> {
        let end = text.find(['{', '(', ':']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let mut parameters = Self {
            text,
            name,
            braces: None,
            argument: None,
        };
        let unclosed = |what: &str| {
            let message = format!("expected `{what}` at the end of the ruleset");
            RulesetError::new(message, text.len()..text.len())
        };
        match rest.chars().next() {
            None => {}
            Some(':') => parameters.braces = Some(end + 1..text.len()),
            Some('{') if rest.ends_with('}') => parameters.braces = Some(end + 1..text.len() - 1),
            Some('{') => return Err(unclosed("}")),
            Some(_) if rest.ends_with(')') => parameters.argument = Some(end + 1..text.len() - 1),
            Some(_) => return Err(unclosed(")")),
        }
        Ok(parameters)
    }

    pub(super) fn name_span(&self) -> Range<usize> {
        0..self.name.len()
    }

    /// Refuses parameters.
    pub(super) fn none(&self) -> Result<(), RulesetError> {
        if self.braces.is_none() && self.argument.is_none() {
            return Ok(());
        }
        let message = format!("`{}` takes no parameters", self.name);
        Err(RulesetError::new(message, self.name.len()..self.text.len()))
    }

    /// The text in braces, which must be there.
    pub(super) fn braces(&self) -> Result<&'a str, RulesetError> {
        if let Some(span) = &self.braces {
            Ok(&self.text[span.clone()])
        } else {
            let message = format!("`{}` needs parameters in braces", self.name);
            let error = RulesetError::new(message, self.text.len()..self.text.len());
            let usage = find(self.name).map(|entry| entry.usage);
            Err(error.hint(format!("as in {}", usage.unwrap_or("cut{1,6}"))))
        }
    }

    /// The text in parentheses, which must be there.
    pub(super) fn argument(&self) -> Result<&'a str, RulesetError> {
        if let Some(span) = &self.argument {
            Ok(&self.text[span.clone()])
        } else {
            let message = format!("`{}` needs an argument in parentheses", self.name);
            Err(RulesetError::new(message, self.text.len()..self.text.len()))
        }
    }

    /// An error that happened inside the argument, at its place in the whole.
    pub(super) fn within_argument(&self, error: RulesetError) -> RulesetError {
        let start = self.argument.as_ref().map_or(0, |span| span.start);
        RulesetError {
            span: error.span.start + start..error.span.end + start,
            ..error
        }
    }

    /// The items of the braces: separated by commas, those after a `;` included.
    pub(super) fn items(&self) -> Result<Vec<(&'a str, Range<usize>)>, RulesetError> {
        let inner = self.braces()?;
        let start = self.braces.as_ref().map_or(0, |span| span.start);
        let mut items = Vec::new();
        let mut at = start;
        for item in inner.split([',', ';']) {
            items.push((item.trim(), at..at + item.len()));
            at += item.len() + 1;
        }
        if inner.trim().is_empty() {
            items.clear();
        }
        Ok(items)
    }

    /// Numbers separated by commas, and settings `key=5` of which the keys are given.
    pub(super) fn numbers_and_settings(
        &self,
        keys: &[&str],
    ) -> Result<(Vec<u64>, BTreeMap<&'a str, u64>), RulesetError> {
        let (mut numbers, mut settings) = (Vec::new(), BTreeMap::new());
        for (item, span) in self.items()? {
            let (key, number) = match item.split_once('=') {
                Some((key, number)) => (Some(key.trim()), number.trim()),
                None => (None, item),
            };
            let Ok(value) = number.parse::<u64>() else {
                let message = format!("expected a number, found `{number}`");
                return Err(RulesetError::new(message, span));
            };
            match key {
                None => numbers.push(value),
                Some(key) if keys.contains(&key) => {
                    settings.insert(key, value);
                }
                Some(key) => {
                    let message = format!("`{}` has no setting `{key}`", self.name);
                    return Err(RulesetError::new(message, span));
                }
            }
        }
        Ok((numbers, settings))
    }

    /// An error about the item of this number.
    pub(super) fn error_at_item(&self, number: usize, message: &str) -> RulesetError {
        let items = self.items().unwrap_or_default();
        let span = items
            .get(number)
            .map_or(self.name_span(), |(_, span)| span.clone());
        RulesetError::new(message, span)
    }
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
