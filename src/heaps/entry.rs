//! Names of rulesets, their parameters, and errors in what is written.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use thiserror::Error;

use super::rulebook::Rulebook;
use super::ruleset::Ruleset;
use crate::printable::printable;

/// A named ruleset, or a family of them with parameters.
pub struct Entry {
    /// Its first name.
    pub name: &'static str,
    /// An example of how it is written, with parameters.
    pub usage: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    pub(super) make: fn(&Parameters<'_>) -> Result<Arc<dyn Ruleset>, RulesetError>,
}

impl Entry {
    /// Returns all names, the first name first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether this is one of its names, regardless of case.
    pub fn is_called(&self, name: &str) -> bool {
        self.names().any(|own| own.eq_ignore_ascii_case(name))
    }
}

/// Why a text is not a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct RulesetError {
    /// One line: what is wrong.
    pub message: String,
    /// One line: what to write instead.
    pub hint: Option<String>,
    /// The place in the text of the ruleset, in bytes.
    pub span: Range<usize>,
}

impl RulesetError {
    /// Creates an error at a place in the text.
    pub fn new(message: impl AsRef<str>, span: Range<usize>) -> Self {
        Self {
            // It may quote untrusted input.
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

/// A written ruleset: a name, then parameters in braces (or after a colon) or another ruleset in
/// parentheses.
pub(super) struct Parameters<'a> {
    text: &'a str,
    /// The rulesets that names in the parameters refer to.
    pub(super) book: &'a Rulebook,
    pub(super) name: &'a str,
    /// An example of how the ruleset is written.
    pub(super) usage: &'static str,
    /// The place of the text in braces or after the colon.
    braces: Option<Range<usize>>,
    /// The place of the text in parentheses.
    argument: Option<Range<usize>>,
}

impl<'a> Parameters<'a> {
    pub(super) fn split(text: &'a str, book: &'a Rulebook) -> Result<Self, RulesetError> {
        let end = text.find(['{', '(', ':']).unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        let mut parameters = Self {
            text,
            book,
            name,
            usage: "cut{1,6}",
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

    /// Returns the whole text.
    pub(super) fn text(&self) -> &'a str {
        self.text
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

    /// Returns the text in braces, which is required.
    pub(super) fn braces(&self) -> Result<&'a str, RulesetError> {
        if let Some(span) = &self.braces {
            Ok(&self.text[span.clone()])
        } else {
            let message = format!("`{}` needs parameters in braces", self.name);
            let error = RulesetError::new(message, self.text.len()..self.text.len());
            Err(error.hint(format!("as in {}", self.usage)))
        }
    }

    /// Returns the text in parentheses, which is required.
    pub(super) fn argument(&self) -> Result<&'a str, RulesetError> {
        if let Some(span) = &self.argument {
            Ok(&self.text[span.clone()])
        } else {
            let message = format!("`{}` needs an argument in parentheses", self.name);
            Err(RulesetError::new(message, self.text.len()..self.text.len()))
        }
    }

    /// Moves an error inside the argument to its place in the whole text.
    pub(super) fn within_argument(&self, error: RulesetError) -> RulesetError {
        let start = self.argument.as_ref().map_or(0, |span| span.start);
        RulesetError {
            span: error.span.start + start..error.span.end + start,
            ..error
        }
    }

    /// Returns the items in braces, separated by commas or `;`.
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

    /// Reads numbers and ranges `1..3` separated by commas, and settings `key=5` with one of these keys.
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
            if let (None, Some((first, last))) = (key, item.split_once("..")) {
                numbers.extend(range(first.trim(), last.trim(), numbers.len(), span)?);
                continue;
            }
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

    /// Returns an error about the item with this index. A range counts as one item.
    pub(super) fn error_at_item(&self, number: usize, message: &str) -> RulesetError {
        let items = self.items().unwrap_or_default();
        let span = items
            .get(number)
            .map_or(self.name_span(), |(_, span)| span.clone());
        RulesetError::new(message, span)
    }
}

/// Reads a range of numbers, beside this many others.
fn range(
    first: &str,
    last: &str,
    others: usize,
    span: Range<usize>,
) -> Result<std::ops::RangeInclusive<u64>, RulesetError> {
    /// More numbers are not a list.
    const MOST: u64 = 100_000;
    let (Ok(first), Ok(last)) = (first.parse::<u64>(), last.parse::<u64>()) else {
        let message = format!("expected a range of numbers such as 1..3, found `{first}..{last}`");
        return Err(RulesetError::new(message, span));
    };
    if last < first {
        let message = format!("the range {first}..{last} is empty");
        return Err(RulesetError::new(message, span).hint("a range is ascending, as in 1..3"));
    }
    if (last - first).saturating_add(others as u64) >= MOST {
        return Err(RulesetError::new(
            format!("expected at most {MOST} numbers"),
            span,
        ));
    }
    Ok(first..=last)
}
