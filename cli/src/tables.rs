//! Tables as CSV and TeX.

use super::Format;
use super::failure::Failure;
use super::session::Session;
use super::tex::{begin_table, end_table, table_row};

/// A cell that is written differently in the two formats.
pub(super) struct Cell {
    plain: String,
    tex: String,
}

impl Cell {
    /// A formula in TeX and its plain text.
    pub(super) fn formula(plain: impl Into<String>, tex: impl std::fmt::Display) -> Self {
        Self {
            plain: plain.into(),
            tex: format!("${tex}$"),
        }
    }
}

/// A text is the same in both formats but for the characters that TeX gives a meaning.
impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        let plain = text.into();
        let tex = escaped(&plain);
        Self { plain, tex }
    }
}

/// Begins a table with its heads.
pub(super) fn begin(session: &mut Session, heads: &[&str]) -> Result<(), Failure> {
    if session.format == Format::Csv {
        let heads: Vec<String> = heads.iter().map(|head| head.replace(' ', "_")).collect();
        return session.csv(&heads.iter().map(String::as_str).collect::<Vec<_>>());
    }
    let heads: Vec<String> = heads.iter().map(|head| escaped(head)).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    begin_table(session, &"l".repeat(heads.len()), &heads)
}

/// Writes a row.
pub(super) fn row(session: &mut Session, cells: &[Cell]) -> Result<(), Failure> {
    if session.format == Format::Csv {
        return session.csv(&cells.iter().map(|cell| &*cell.plain).collect::<Vec<_>>());
    }
    let cells: Vec<String> = cells.iter().map(|cell| cell.tex.clone()).collect();
    table_row(session, &cells)
}

/// Ends the table, if that takes a line.
pub(super) fn end(session: &mut Session) -> Result<(), Failure> {
    if session.format != Format::Tex {
        return Ok(());
    }
    end_table(session)
}

/// A text in TeX: characters with a meaning are written as such, and others outside of ASCII as formulas.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out.push_str(r"\textbackslash{}"),
            '~' => out.push_str(r"\textasciitilde{}"),
            '^' => out.push_str(r"\^{}"),
            '→' => out.push_str(r"$\to$"),
            '·' => out.push_str(r"$\cdot$"),
            '×' => out.push_str(r"$\times$"),
            '…' => out.push_str(r"\dots{}"),
            '∞' => out.push_str(r"$\infty$"),
            '≥' => out.push_str(r"$\ge$"),
            '≤' => out.push_str(r"$\le$"),
            '–' => out.push_str("--"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(escaped("cut{1,6}"), r"cut\{1,6\}");
        assert_eq!(escaped("2# & 50%"), r"2\# \& 50\%");
        assert_eq!(
            escaped("kayles(5) → 2·(0.77(2))"),
            r"kayles(5) $\to$ 2$\cdot$(0.77(2))"
        );
    }
}
