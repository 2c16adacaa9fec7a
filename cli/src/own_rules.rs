//! `--rules FILE`: a user's own rulesets, as formulas, tables or graphs.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use misere::heaps::{Row, Rows, Rulebook, RulesetError, Table};
use misere::limits::{Budget, Reason};
use misere::notation::{Diagnostic, Span, printable};

use super::failure::Failure;
use super::input::{hold_json, parse_json, read_file};
use super::session::Session;

impl Session {
    /// Reads files of rulesets, whose names may be used from now on.
    pub(super) fn read_rules(&mut self, files: &[PathBuf]) -> Result<(), Failure> {
        let budget = self.budget().clone();
        for file in files {
            read(file, &mut self.rulebook, &budget)?;
        }
        Ok(())
    }
}

/// Reads one file: formulas if it has an arrow, or else a table named after the file.
fn read(file: &Path, book: &mut Rulebook, budget: &Budget) -> Result<(), Failure> {
    /// For each byte of a table: names are kept three times, and options as positions.
    const BYTES_PER_BYTE: usize = 48;
    let (standard_input, from_file);
    let text: &str = if file == Path::new("-") {
        standard_input = read_standard_input(budget)?;
        &standard_input
    } else {
        from_file = read_file(file, budget)?;
        &from_file
    };
    let shown = match file.to_str() {
        Some("-") => "standard input".into(),
        _ => file.display().to_string(),
    };
    let located = |error: RulesetError| in_file(&error, text, &shown);
    let begin = text.trim_start();
    let is_json = begin.starts_with('{') || begin.starts_with('[');
    if !is_json && text.contains("->") && !is_dot(begin) {
        book.define_formulas(text).map_err(located)?;
        return Ok(());
    }
    let label = label(file)?;
    let _table = {
        let mut account = budget.account();
        account.hold(text.len().saturating_mul(BYTES_PER_BYTE))?;
        account
    };
    let table = if is_json {
        let _structure = hold_json(text, budget)?;
        let written: Written = match parse_json(text, budget)? {
            Ok(written) => written,
            Err(error) => {
                let message = format!("{shown}: {}", printable(&error.to_string()));
                let hint = r#"a table is written {"positions": {"a": [["b"], ["c","c"], []], …}}"#;
                return Err(Failure::input(&message, Some(hint)));
            }
        };
        Table::new(&label, &written.0, Rows::All)
    } else {
        Table::parse(&label, text)
    };
    let table = table.map_err(|error| {
        let error = if is_json {
            found_in_json(error, text)
        } else {
            error
        };
        located(error)
    })?;
    book.define(label, Arc::new(table));
    Ok(())
}

/// Whether a text begins as digraphs do, after comments.
fn is_dot(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| {
        !line.is_empty() && !["//", "#", "/*", "*"].iter().any(|c| line.starts_with(c))
    });
    let first = first.unwrap_or("").to_ascii_lowercase();
    ["digraph", "strict", "graph"].iter().any(|word| {
        let rest = first.strip_prefix(word);
        rest.is_some_and(|rest| rest.starts_with([' ', '{', '"']) || rest.is_empty())
    })
}

/// The name of a table: that of its file.
fn label(file: &Path) -> Result<String, Failure> {
    let stem = file.file_stem().and_then(|stem| stem.to_str());
    let stem = stem.filter(|stem| *stem != "-").unwrap_or("g");
    let is_name = stem.starts_with(|c: char| c.is_ascii_alphabetic())
        && stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if is_name {
        return Ok(stem.to_owned());
    }
    let message = format!("`{stem}` cannot be the name of a ruleset, as its file is called");
    let hint = "a name begins with a letter and has letters, digits and hyphens";
    Err(Failure::input(&message, Some(hint)))
}

fn read_standard_input(budget: &Budget) -> Result<String, Failure> {
    /// More than any table that could be used.
    const LARGEST: u64 = 1 << 26;
    budget.check_memory(LARGEST)?;
    let mut bytes = Vec::new();
    let mut limited = std::io::stdin().lock().take(LARGEST + 1);
    let refuse = |what: &str| Failure::input(&format!("standard input: {what}"), None);
    let read = limited.read_to_end(&mut bytes);
    read.map_err(|error| refuse(&error.to_string()))?;
    if bytes.len() as u64 > LARGEST {
        return Err(Reason::Capacity.into());
    }
    String::from_utf8(bytes).map_err(|_| refuse("not UTF-8"))
}

/// An error shown in its line.
fn in_file(error: &RulesetError, text: &str, shown: &str) -> Failure {
    let before = &text[..error.span.start.min(text.len())];
    let number = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or("");
    let (from, to) = (
        error.span.start - start,
        error.span.end.saturating_sub(start),
    );
    let span = Span {
        start: from,
        end: to.min(line.len()).max(from),
    };
    let mut diagnostic = Diagnostic::new(error.message.clone(), span);
    if let Some(hint) = &error.hint {
        diagnostic = diagnostic.with_hint(hint);
    }
    let shown = printable(shown);
    let column = line.char_indices().take_while(|(at, _)| *at < from).count() + 1;
    let place = format!("line {number}, column {column} of {shown}");
    Failure::Input(format!("{}\n  in {place}", diagnostic.render(line)))
}

/// The place of the name that a message quotes.
fn found_in_json(mut error: RulesetError, text: &str) -> RulesetError {
    let name = error
        .message
        .split('`')
        .nth(1)
        .filter(|name| !name.is_empty());
    let quoted = name.map(|name| format!("\"{name}\""));
    if let Some(quoted) = quoted
        && let Some(at) = text.find(&quoted)
    {
        error.span = at..at + quoted.len();
    }
    error
}

/// A table in JSON: `{"positions": {"a": [["b"], ["c","c"], []]}}`, or the list of followers that
/// `show --dag` writes, alone or in its answer.
struct Written(Vec<Row>);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(WrittenVisitor).map(Self)
    }
}

struct WrittenVisitor;

impl<'de> Visitor<'de> for WrittenVisitor {
    type Value = Vec<Row>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the key `positions` or `dag`, or a list of lists of numbers")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<Row>, A::Error> {
        let mut rows = None;
        while let Some(key) = map.next_key::<String>()? {
            let more = match key.as_str() {
                "positions" => map.next_value::<Positions>()?.0,
                "dag" => dag_rows(map.next_value()?),
                _ => {
                    map.next_value::<serde::de::IgnoredAny>()?;
                    continue;
                }
            };
            if rows.replace(more).is_some() {
                return Err(serde::de::Error::custom(
                    "there are two tables in one object",
                ));
            }
        }
        rows.ok_or_else(|| serde::de::Error::missing_field("positions"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<Row>, A::Error> {
        let mut entries: Vec<Vec<u32>> = Vec::new();
        while let Some(entry) = seq.next_element()? {
            entries.push(entry);
        }
        Ok(dag_rows(entries))
    }
}

/// The entries of a list of followers are named by their numbers.
fn dag_rows(entries: Vec<Vec<u32>>) -> Vec<Row> {
    let options = |entry: Vec<u32>| entry.into_iter().map(|to| vec![(to.to_string(), 0..0)]);
    let rows = entries.into_iter().enumerate().map(|(number, entry)| Row {
        name: number.to_string(),
        span: 0..0,
        options: options(entry).collect(),
    });
    rows.collect()
}

/// The positions in the order of the file; a map would lose repetitions.
struct Positions(Vec<Row>);

impl<'de> Deserialize<'de> for Positions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PositionsVisitor;
        impl<'de> Visitor<'de> for PositionsVisitor {
            type Value = Vec<Row>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object with a list of options for each position")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Vec<Row>, A::Error> {
                let mut rows = Vec::new();
                while let Some((name, options)) = map.next_entry::<String, Vec<Vec<String>>>()? {
                    let options = options
                        .into_iter()
                        .map(|option| option.into_iter().map(|name| (name, 0..0)).collect());
                    rows.push(Row {
                        name,
                        span: 0..0,
                        options: options.collect(),
                    });
                }
                Ok(rows)
            }
        }
        deserializer.deserialize_map(PositionsVisitor).map(Self)
    }
}
