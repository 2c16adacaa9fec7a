//! Fragments of TeX: formulas and tables for a LaTeX document with amsmath.

use misere::game::Game;
use misere::limits::Stopped;
use misere::notation::Notation;

use super::failure::Failure;
use super::session::Session;

impl Session {
    /// A game as a formula without dollar signs; one that is too long is described.
    pub(super) fn tex(&mut self, g: Game) -> Result<String, Stopped> {
        let name = self.name_in(g, Notation::Tex)?;
        let description = name
            .strip_prefix('⟨')
            .and_then(|name| name.strip_suffix('⟩'));
        Ok(match description {
            Some(description) => format!("\\langle\\mbox{{{description}}}\\rangle"),
            None => name,
        })
    }
}

/// Begins a table.
pub(super) fn begin_table(
    session: &mut Session,
    columns: &str,
    header: &[&str],
) -> Result<(), Failure> {
    session.line(&format!(r"\begin{{tabular}}{{{columns}}}"))?;
    session.line(&format!(r"{} \\ \hline", header.join(" & ")))
}

pub(super) fn table_row(session: &mut Session, cells: &[String]) -> Result<(), Failure> {
    session.line(&format!(r"{} \\", cells.join(" & ")))
}

pub(super) fn end_table(session: &mut Session) -> Result<(), Failure> {
    session.line(r"\end{tabular}")
}

/// Escapes the special characters of TeX.
pub(super) fn text(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if "{}#$%&_".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Puts every exponent in braces: `2^{1420}`, `2^{64}+5`.
pub(super) fn exponents(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('^') {
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (exponent, after) = after.split_at(digits);
        out.push_str(before);
        out.push_str("^{");
        out.push_str(exponent);
        out.push('}');
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped() {
        assert_eq!(text("cut{1,2}"), r"cut\{1,2\}");
        assert_eq!(exponents("2^1420"), "2^{1420}");
        assert_eq!(exponents("2^64 + 2^3 + 5"), "2^{64} + 2^{3} + 5");
        assert_eq!(exponents("17"), "17");
    }
}
