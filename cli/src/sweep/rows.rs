//! Rows of the tables of a sweep, written from the JSON of the results.

use serde::Deserialize;
use serde_json::Value;

use misere::answer::{SweepPeriod, SweepQuotient};

use super::head::Asks;
use crate::Format;
use crate::failure::Failure;
use crate::session::Session;
use crate::tables::{self, Cell};
use crate::terminal;

/// The result for one game.
pub(super) enum Found {
    Period(SweepPeriod),
    Quotient(SweepQuotient),
}

/// The part of a result that is read when a sweep goes on or is joined.
#[derive(Deserialize)]
pub(crate) struct Done {
    pub(crate) ruleset: String,
    #[serde(default)]
    pub(crate) unfinished: bool,
    #[serde(default)]
    pub(crate) stopped: Option<String>,
    #[serde(default)]
    order: Option<usize>,
}

impl Done {
    /// The first characters of a result.
    pub(crate) const BEGINNING: &str = "{\"ruleset\":";

    /// Reads a line.
    pub(crate) fn read(line: &str, asks: Asks) -> Result<Self, String> {
        let result: Self = serde_json::from_str(line)
            .map_err(|error| format!("not a result of a sweep: {error}"))?;
        if result.order.is_some() != (asks == Asks::Quotients) {
            let name = result.ruleset;
            return Err(format!(
                "{name} was searched for the other of periods and quotients"
            ));
        }
        Ok(result)
    }
}

impl Found {
    pub(crate) fn json(&self) -> serde_json::Result<String> {
        match self {
            Self::Period(row) => serde_json::to_string(row),
            Self::Quotient(row) => serde_json::to_string(row),
        }
    }

    /// Returns the result for an equal game, whose heaps are larger by `shift` tokens.
    pub(crate) fn of_equal_game(&self, name: String, shift: i64) -> Option<Self> {
        Some(match self {
            Self::Period(row) => Self::Period(row.of_equal_game(name, shift)?),
            Self::Quotient(row) => Self::Quotient(row.of_equal_game(name, shift)?),
        })
    }

    /// Whether a limit stopped the search, which will be made again.
    pub(crate) fn is_unfinished(&self) -> bool {
        match self {
            Self::Period(row) => row.unfinished,
            Self::Quotient(row) => row.unfinished,
        }
    }

    /// Returns the number of bytes that the texts take.
    pub(crate) fn memory(&self) -> usize {
        let pattern = match self {
            Self::Period(row) => row.answer.pattern.as_ref().map_or(0, String::len),
            Self::Quotient(_) => 0,
        };
        size_of::<Self>() + 200 + pattern
    }
}

/// The columns of a table: the head, the key, and the width in text; 0 for the last one.
type Columns = [(&'static str, &'static str, usize)];

const PERIODS: &Columns = &[
    ("ruleset", "ruleset", 12),
    ("kind", "kind", 19),
    ("how", "", 9),
    ("period", "period", 10),
    ("saltus", "saltus", 7),
    ("preperiod", "preperiod", 10),
    ("to", "observed_to", 10),
    ("same as", "same_as", 8),
    ("values", "pattern", 0),
];

const QUOTIENTS: &Columns = &[
    ("ruleset", "ruleset", 12),
    ("quotient", "", 9),
    ("order", "order", 8),
    ("P-values", "p_order", 9),
    ("kind", "", 5),
    ("period", "period", 7),
    ("preperiod", "preperiod", 10),
    ("to", "max_heap", 8),
    ("infinite", "infinite_from", 9),
    ("same as", "same_as", 8),
    ("stopped", "stopped", 0),
];

/// How rows are laid out in text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// In columns, the last of which has at most this many characters.
    Table(usize),
    /// As lists: the columns do not fit.
    Lists,
}

/// A table on standard output.
pub(super) struct Table {
    asks: Asks,
    columns: &'static Columns,
}

impl Table {
    /// Begins a table with its heads.
    pub(crate) fn begin(asks: Asks, session: &mut Session) -> Result<Self, Failure> {
        let columns = match asks {
            Asks::Periods => PERIODS,
            Asks::Quotients => QUOTIENTS,
        };
        let table = Self { asks, columns };
        let heads: Vec<&str> = columns.iter().map(|(head, ..)| *head).collect();
        match session.format {
            Format::Csv => {
                let mut heads: Vec<String> = heads
                    .iter()
                    .map(|head| head.replace([' ', '-'], "_"))
                    .collect();
                if asks == Asks::Periods {
                    heads.extend(["theorem".into(), "stopped".into()]);
                }
                let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
                session.csv(&heads)?;
            }
            Format::Text if table.layout() == Layout::Lists => {}
            Format::Text => session.line(&table.aligned(&heads))?,
            Format::Tex => {
                let share = |head: &str| match head {
                    "ruleset" => 0.12,
                    "kind" if asks == Asks::Periods => 0.11,
                    "values" => 0.2,
                    "stopped" => 0.13,
                    _ => 0.0,
                };
                let columns: Vec<_> = heads.iter().map(|&head| (head, share(head))).collect();
                tables::begin_small(session, &columns)?;
            }
            _ => {}
        }
        Ok(table)
    }

    /// Writes a result.
    pub(crate) fn write(&self, line: &str, session: &mut Session) -> Result<(), Failure> {
        if session.format == Format::Json {
            return session.line(line);
        }
        let row: Value = serde_json::from_str(line)?;
        let text = |key: &str| match &row[key] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let mut cells: Vec<String> = (self.columns.iter())
            .map(|&(head, key, _)| match key {
                "" => self.told(head, &row).to_owned(),
                _ => text(key),
            })
            .collect();
        if session.format == Format::Csv {
            if self.asks == Asks::Periods {
                cells.extend([text("theorem"), text("stopped")]);
            }
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            return session.csv(&cells);
        }
        if let Some(last) = cells.last_mut() {
            if let Some(stopped) = row["stopped"]
                .as_str()
                .filter(|_| row["infinite_from"].is_null())
            {
                *last = format!("stopped: {stopped}");
            } else if self.asks == Asks::Quotients {
                last.clear();
            } else if last.is_empty() && !row["period"].is_null() {
                // A pattern that is too long is left out.
                last.push('…');
            }
            let most = match self.layout() {
                Layout::Table(most) if session.format == Format::Text => most,
                _ => WIDTH,
            };
            if last.chars().count() > most {
                *last = last.chars().take(most - 1).chain(['…']).collect();
            }
        }
        for cell in &mut cells {
            if cell.is_empty() {
                cell.push('-');
            }
        }
        if session.format == Format::Tex {
            let cells: Vec<Cell> = cells.into_iter().map(Cell::from).collect();
            return tables::row(session, &cells);
        }
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        if self.layout() == Layout::Lists {
            return self.list(&cells, session);
        }
        session.line(&self.aligned(&cells))
    }

    /// How rows fit the terminal.
    fn layout(&self) -> Layout {
        /// A narrower last column tells too little.
        const NARROWEST: usize = 20;
        let others: usize = self.columns.iter().map(|&(.., width)| width + 1).sum();
        let others = others - 1;
        match terminal::width() {
            None => Layout::Table(WIDTH),
            Some(width) if width >= others + NARROWEST => Layout::Table(WIDTH.min(width - others)),
            Some(_) => Layout::Lists,
        }
    }

    /// Writes a row as a list of what is in it, for a narrow terminal.
    fn list(&self, cells: &[&str], session: &mut Session) -> Result<(), Failure> {
        let name = cells.first().copied().unwrap_or_default();
        let told = self.columns.iter().zip(cells);
        let told = told.skip(1).filter(|(_, cell)| **cell != "-");
        let told = told.map(|(&(head, key, width), cell)| match (head, key) {
            // What speaks for itself.
            ("kind", _) | (_, "") => (*cell).to_owned(),
            _ if width == 0 => (*cell).to_owned(),
            _ => format!("{head} {cell}"),
        });
        let told: Vec<String> = told.collect();
        session.paragraph(&format!("{name:<12} "), &told.join(", "))
    }

    /// What a column without a key of its own says.
    fn told(&self, head: &str, row: &Value) -> &'static str {
        let is = |key: &str| row[key] == true;
        match (self.asks, head) {
            (Asks::Periods, _) if is("proved") => "proved",
            (Asks::Periods, _) if row["kind"] == "unknown" => "-",
            (Asks::Periods, _) => "observed",
            (Asks::Quotients, "kind") if is("tame") => "tame",
            (Asks::Quotients, "kind") => "wild",
            (Asks::Quotients, _) if is("solved") => "solved",
            (Asks::Quotients, _) if !row["infinite_from"].is_null() => "infinite",
            (Asks::Quotients, _) => "open",
        }
    }

    /// Aligns the cells of a row: names to the left, numbers to the right.
    fn aligned(&self, cells: &[&str]) -> String {
        let is_name =
            |head: &str| matches!(head, "ruleset" | "kind" | "how" | "quotient" | "same as");
        let cells = self.columns.iter().zip(cells);
        let cells = cells.map(|(&(head, _, width), cell)| match width {
            0 => (*cell).to_owned(),
            _ if is_name(head) => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join(" ").trim_end().to_owned()
    }
}

/// The most characters of the last column.
const WIDTH: usize = 60;
