//! Fragments of TeX: formulas and tables for a LaTeX document with amsmath, array and longtable.

use misere::game::Game;
use misere::limits::Stopped;
use misere::notation::Notation;
use misere_figures::{PACKAGES, breakable, width};

use super::failure::Failure;
use super::session::Session;

impl Session {
    /// A game as a formula without dollar signs, in which TeX may break a line; one that is too long
    /// is described.
    pub(super) fn tex(&mut self, g: Game) -> Result<String, Stopped> {
        Ok(breakable(&self.whole_tex(g)?))
    }

    /// The same without breaks.
    pub(super) fn whole_tex(&mut self, g: Game) -> Result<String, Stopped> {
        let name = self.name_in(g, Notation::Tex)?;
        let description = name.strip_prefix('⟨');
        // How many options it has; its length is of no use on paper.
        let options = description.and_then(|text| text.split(';').next());
        Ok(match options {
            Some(options) => format!("\\langle\\mbox{{{options}}}\\rangle"),
            None => name,
        })
    }
}

/// A formula as a paragraph: ragged if it is wide, since it cannot be stretched.
pub(super) fn paragraph(text: &str) -> String {
    /// About a line of an article.
    const LINE: f64 = 300.0;
    if width(text) <= LINE {
        return text.into();
    }
    format!("\\begin{{flushleft}}\n{text}\n\\end{{flushleft}}")
}

/// Begins a table that goes over to the next page where it must. Its head is repeated there.
pub(super) fn begin_table(
    session: &mut Session,
    columns: &str,
    header: &[&str],
) -> Result<(), Failure> {
    session.line(PACKAGES)?;
    session.line(&format!(r"\begin{{longtable}}{{{columns}}}"))?;
    session.line(&format!(r"{} \\ \hline", header.join(" & ")))?;
    session.line(r"\endhead")
}

pub(super) fn table_row(session: &mut Session, cells: &[String]) -> Result<(), Failure> {
    session.line(&format!(r"{} \\", cells.join(" & ")))
}

pub(super) fn end_table(session: &mut Session) -> Result<(), Failure> {
    session.line(r"\end{longtable}")
}
