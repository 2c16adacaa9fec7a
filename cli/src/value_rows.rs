//! Rows of values in the chosen format, for sequences.

use std::fmt::{Display, Write};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use misere::answer::{MisereRow, Number};
use misere::game::Outcome;
use misere::heaps::Ruleset;
use misere::nim::NimValue;
use misere_figures::{breakable, columns_that_fit, exponents, wide_column, width};

use super::Format;
use super::failure::Failure;
use super::layout::{cells_in_row, fill};
use super::session::Session;
use super::terminal;
use super::tex::{begin_table, end_table, table_row};

/// The OEIS takes no longer terms in a b-file.
const MOST_DIGITS: u64 = 1000;

/// Writes values one after the other in the chosen format.
pub(super) struct Rows {
    format: Format,
    /// What is colored as a P-position: a value, or an outcome.
    marks: fn(String) -> String,
    /// The columns of the terminal, if it is one.
    width: Option<usize>,
    /// The length of a row and the least width of a cell, once they are decided.
    shape: Option<(usize, usize)>,
    /// Values that wait for their row to be full, each with its heap.
    row: Vec<(String, String)>,
    /// The longest row in a terminal.
    longest: usize,
    count: usize,
    buffer: String,
    /// Values that wait for their row in TeX, with their heaps.
    waiting: Vec<(String, String)>,
    /// The number of columns of the table in TeX that is being written; 0 before it begins.
    tex_columns: usize,
}

impl Rows {
    /// The number of values in a row where there is no terminal, and the least width of a cell.
    const SHAPE: (usize, usize) = (10, 5);
    /// In a terminal the first values decide how many fit into a row.
    const SAMPLE: usize = 500;
    /// The columns before the first value: the heap and two blanks.
    const MARGIN: usize = 10;
    /// So many values are looked at before the columns of a table in TeX are chosen: a multiple of every
    /// number of columns.
    const CHUNK: usize = 1000;

    /// Writes what stands before the values. In misère play `misere` says what the values are.
    pub(super) fn begin(
        session: &mut Session,
        game: &dyn Ruleset,
        from: &BigUint,
        misere: Option<MisereRow>,
    ) -> Result<Self, Failure> {
        let output = Self {
            format: session.format,
            marks: match misere {
                None | Some(MisereRow::Values) => terminal::nim_value,
                Some(MisereRow::Outcomes) => terminal::outcome,
                Some(MisereRow::PHeaps) => |heap| heap,
            },
            width: terminal::width().filter(|_| session.format == Format::Text),
            shape: None,
            row: Vec::new(),
            longest: 0,
            count: 0,
            buffer: String::new(),
            waiting: Vec::new(),
            tex_columns: 0,
        };
        match output.format {
            Format::Json => {
                let name = serde_json::to_string(&game.name())?;
                let first = match from.to_u64() {
                    Some(first) => first.to_string(),
                    None => format!("\"{from}\""),
                };
                let misere = match misere {
                    Some(row) => format!("\"misere\":{},", serde_json::to_string(&row)?),
                    None => String::new(),
                };
                session.text(&format!(
                    "{{\"ruleset\":{name},{misere}\"first\":{first},\"values\":["
                ))?;
            }
            Format::Csv => session.csv(match misere {
                Some(MisereRow::Outcomes) => &["n", "outcome"],
                Some(MisereRow::PHeaps) => &["n", "heap"],
                _ => &["n", "value"],
            })?,
            Format::Bfile | Format::Tex => {}
            _ => {
                let what = match misere {
                    None => String::new(),
                    Some(MisereRow::Values) => ", misère nim values".into(),
                    Some(MisereRow::Outcomes) => ", misère outcomes".into(),
                    Some(MisereRow::PHeaps) => ", P-positions in misère play".into(),
                };
                let (name, rule) = (game.called(), game.rule());
                let heading = terminal::heading(format!("{name}{what} from {from}:"));
                session.paragraph(&format!("{heading} "), &rule)?;
            }
        }
        Ok(output)
    }

    /// Writes the nim value of a heap.
    pub(super) fn push(
        &mut self,
        session: &mut Session,
        heap: &impl Display,
        value: &NimValue,
    ) -> Result<(), Failure> {
        let written = match self.format {
            Format::Json => match Number::from(value) {
                Number::Small(number) => number.to_string(),
                Number::Large(text) => format!("\"{text}\""),
            },
            Format::Bfile => value.to_decimal(MOST_DIGITS).ok_or_else(|| {
                Failure::OutOfReach(format!(
                    "the value of heap {heap} has more than {MOST_DIGITS} digits, which a b-file \
                     does not take"
                ))
            })?,
            _ => value.to_string(),
        };
        self.push_written(session, heap, written)
    }

    /// Writes a misère outcome: P is 1 and N is 0 in a b-file.
    pub(super) fn push_outcome(
        &mut self,
        session: &mut Session,
        heap: u64,
        outcome: Outcome,
    ) -> Result<(), Failure> {
        let is_p = outcome == Outcome::P;
        let written = match self.format {
            Format::Bfile => u8::from(is_p).to_string(),
            Format::Json => format!("\"{outcome}\""),
            _ => outcome.to_string(),
        };
        self.push_written(session, &heap, written)
    }

    fn push_written(
        &mut self,
        session: &mut Session,
        place: &impl Display,
        written: String,
    ) -> Result<(), Failure> {
        // Writing to a string cannot fail.
        let _ = match self.format {
            Format::Json => {
                let comma = if self.count > 0 { "," } else { "" };
                write!(self.buffer, "{comma}{written}")
            }
            Format::Csv => writeln!(self.buffer, "{place},{written}"),
            Format::Bfile => writeln!(self.buffer, "{place} {written}"),
            Format::Tex => {
                self.waiting.push((place.to_string(), exponents(&written)));
                Ok(())
            }
            _ => {
                self.row.push((place.to_string(), written));
                let wanted = match (self.shape, self.width) {
                    (Some((columns, _)), _) => columns,
                    (None, Some(_)) => Self::SAMPLE,
                    (None, None) => Self::SHAPE.0,
                };
                if self.row.len() == wanted {
                    self.end_rows();
                }
                Ok(())
            }
        };
        self.count += 1;
        if self.waiting.len() == Self::CHUNK {
            self.write_tex(session)?;
        }
        if self.buffer.len() > 1 << 16 {
            session.text(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Writes the values that wait, in as many columns as fit the page. Where the values have grown, a
    /// table with fewer columns begins.
    fn write_tex(&mut self, session: &mut Session) -> Result<(), Failure> {
        let widest = self.waiting.iter().map(|(_, value)| width(value));
        let widest = widest.fold(0.0, f64::max);
        let label = self.waiting.last().map_or(0.0, |(place, _)| width(place));
        let columns = columns_that_fit(widest.max(width("+0")), label);
        if self.tex_columns == 0 || columns < self.tex_columns {
            if self.tex_columns > 0 {
                end_table(session)?;
            }
            self.tex_columns = columns;
            let header: Vec<String> = (0..columns).map(|i| format!("$+{i}$")).collect();
            let kinds = match columns {
                1 => format!("r|{}", wide_column(0.8)),
                _ => format!("r|*{{{columns}}}{{r}}"),
            };
            let header: Vec<&str> = std::iter::once("$n$")
                .chain(header.iter().map(String::as_str))
                .collect();
            begin_table(session, &kinds, &header)?;
        }
        for row in self.waiting.chunks(self.tex_columns) {
            let mut cells = vec![format!("${}$", row[0].0)];
            cells.extend(
                row.iter()
                    .map(|(_, value)| format!("${}$", breakable(value))),
            );
            cells.resize(self.tex_columns + 1, String::new());
            table_row(session, &cells)?;
        }
        self.waiting.clear();
        Ok(())
    }

    /// Writes the values that wait, in rows. Short values are aligned.
    fn end_rows(&mut self) {
        let values = std::mem::take(&mut self.row);
        let (columns, cell) = *self.shape.get_or_insert_with(|| shape(&values, self.width));
        for row in values.chunks(columns) {
            let start = &row[0].0;
            let values = row.iter().map(|(_, value)| value);
            let longest = values.clone().map(|value| value.chars().count()).max();
            let first = format!("{start:>width$}  ", width = Self::MARGIN - 2);
            self.longest = self.longest.max(first.len() + longest.unwrap_or(0));
            let values = values.map(|value| (self.marks)(format!("{value:>cell$}")));
            let values = values.collect::<Vec<String>>();
            fill(
                &mut self.buffer,
                &first,
                Self::MARGIN,
                values,
                " ",
                self.width,
            );
        }
    }

    /// Writes the rest, and in JSON what stopped the computation.
    pub(super) fn end(
        mut self,
        session: &mut Session,
        stopped: Option<String>,
    ) -> Result<(), Failure> {
        self.end_rows();
        session.text(&self.buffer)?;
        match self.format {
            Format::Json => match stopped {
                Some(reason) => {
                    let reason = serde_json::to_string(&reason)?;
                    session.line(&format!("],\"stopped\":{reason}}}"))
                }
                None => session.line("]}"),
            },
            Format::Tex => {
                if self.tex_columns == 0 || !self.waiting.is_empty() {
                    self.write_tex(session)?;
                }
                end_table(session)
            }
            _ => {
                session.note_if_wider(self.longest);
                Ok(())
            }
        }
    }
}

/// The length of a row and the width of a cell.
fn shape(values: &[(String, String)], width: Option<usize>) -> (usize, usize) {
    let (usual, least) = Rows::SHAPE;
    let Some(width) = width else {
        return Rows::SHAPE;
    };
    let longest = values.iter().map(|(_, value)| value.chars().count()).max();
    let longest = longest.unwrap_or(least);
    // The blank behind the last cell may stick out.
    let fitting = |cell: usize| cells_in_row(cell + 1, Rows::MARGIN, width + 1);
    let cell = longest.max(least);
    if fitting(cell) >= usual {
        (fitting(cell), cell)
    } else {
        let columns = fitting(longest).min(usual);
        let most = (width + 1).saturating_sub(Rows::MARGIN) / columns;
        (columns, most.saturating_sub(1).clamp(longest, cell))
    }
}
