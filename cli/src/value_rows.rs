//! Rows of values in the chosen format, for sequences.

use std::fmt::{Display, Write};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use misere::answer::{MisereRow, Number};
use misere::game::Outcome;
use misere::heaps::Ruleset;
use misere::nim::NimValue;

use super::Format;
use super::failure::Failure;
use super::session::Session;
use super::tex::{begin_table, end_table, exponents};

/// The OEIS takes no longer terms in a b-file.
const MOST_DIGITS: u64 = 1000;

/// Writes values one after the other in the chosen format.
pub(super) struct Rows {
    format: Format,
    /// Values of the row that is being filled, and the heap it begins with.
    row: Vec<String>,
    row_start: String,
    count: usize,
    buffer: String,
}

impl Rows {
    const COLUMNS: usize = 10;

    /// Writes what stands before the values. In misère play `misere` says what the values are.
    pub(super) fn begin(
        session: &mut Session,
        game: &dyn Ruleset,
        from: &BigUint,
        misere: Option<MisereRow>,
    ) -> Result<Self, Failure> {
        let output = Self {
            format: session.format,
            row: Vec::new(),
            row_start: String::new(),
            count: 0,
            buffer: String::new(),
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
            Format::Bfile => {}
            Format::Tex => {
                let header: Vec<String> = (0..Self::COLUMNS).map(|i| format!("$+{i}$")).collect();
                let columns = format!("r|*{{{}}}{{r}}", Self::COLUMNS);
                let header: Vec<&str> = std::iter::once("$n$")
                    .chain(header.iter().map(String::as_str))
                    .collect();
                begin_table(session, &columns, &header)?;
            }
            _ => {
                let what = match misere {
                    None => String::new(),
                    Some(MisereRow::Values) => ", misère nim values".into(),
                    Some(MisereRow::Outcomes) => ", misère outcomes".into(),
                    Some(MisereRow::PHeaps) => ", P-positions in misère play".into(),
                };
                let (name, rule) = (game.name(), game.rule());
                session.line(&format!("{name}{what} from {from}: {rule}"))?;
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
            _ => {
                if self.row.is_empty() {
                    self.row_start = place.to_string();
                }
                self.row.push(written);
                if self.row.len() == Self::COLUMNS {
                    self.end_row()
                } else {
                    Ok(())
                }
            }
        };
        self.count += 1;
        if self.buffer.len() > 1 << 16 {
            session.text(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    /// Ends a row. Short values are aligned.
    fn end_row(&mut self) -> std::fmt::Result {
        if self.row.is_empty() {
            return Ok(());
        }
        if self.format == Format::Tex {
            write!(self.buffer, "${}$", self.row_start)?;
            for value in self.row.drain(..) {
                write!(self.buffer, " & ${}$", exponents(&value))?;
            }
            return writeln!(self.buffer, r" \\");
        }
        write!(self.buffer, "{:>8} ", self.row_start)?;
        for value in self.row.drain(..) {
            write!(self.buffer, " {value:>5}")?;
        }
        self.buffer.push('\n');
        Ok(())
    }

    /// Writes the rest, and in JSON what stopped the computation.
    pub(super) fn end(
        mut self,
        session: &mut Session,
        stopped: Option<String>,
    ) -> Result<(), Failure> {
        let _ = self.end_row();
        session.text(&self.buffer)?;
        match self.format {
            Format::Json => match stopped {
                Some(reason) => {
                    let reason = serde_json::to_string(&reason)?;
                    session.line(&format!("],\"stopped\":{reason}}}"))
                }
                None => session.line("]}"),
            },
            Format::Tex => end_table(session),
            _ => Ok(()),
        }
    }
}
