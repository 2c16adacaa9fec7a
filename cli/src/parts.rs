//! `misere parts`: every part of a game with its counterpart.

use std::path::PathBuf;

use clap::Args;

use misere::answer;
use misere::game::Game;
use misere::parts::Parts as PartFinder;
use misere_figures::{part_lattice, rows, wide_column, width};

use super::drawing::Instead;
use super::failure::Failure;
use super::figure::Language;
use super::large_heaps::patiently;
use super::session::{Session, replace_file};
use super::tex::{begin_table, end_table, paragraph, table_row};
use super::{Answer, Format};

/// List the parts of a game: every X with G = X + Y for some Y
///
/// X is a part of G if G = X + Y for some Y, its counterpart. Only even parts are listed: X + 1 is
/// a part exactly if X is. A part is novel if every G - X' and every G' - X exists, else derived. The
/// parts of heaps are looked for for 10 seconds, or as long as --timeout says, and the exit code is 3 if
/// they are not found.
///
/// With --graph or --dot the part lattice is drawn: lines lead from a part to its sums with primes. The
/// ending of --output decides how it is written: .svg, .pdf, .png, .tikz or .dot.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere parts '2##'\n  \
    misere parts '(4+2)#' --certificate parts.json && misere check parts.json\n  \
    misere parts '2####' --graph --output lattice.svg\n  \
    misere parts '2##' --graph --bare --output lattice.tikz\n  \
    misere parts '2##' --dot > lattice.dot")]
pub(super) struct Parts {
    /// The game
    #[arg(value_name = "EXPR")]
    expression: String,

    /// Also write a certificate that `misere check` can check with sums alone
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,

    #[command(flatten)]
    instead: Instead,
}

impl Parts {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        let drawing = self.instead.drawing(session, "parts --graph")?;
        if drawing.is_none() {
            session.require_format(
                "parts",
                &[Format::Text, Format::Json, Format::Csv, Format::Tex],
            )?;
        }
        let mut finder = PartFinder::new();
        let (g, found) = patiently(session, &[&self.expression], |session| {
            let g = session.evaluate(&self.expression)?;
            let _busy = session.busy("parts");
            let found = answer::Parts::new(&mut session.universe, &mut finder, g)?;
            Ok((g, found))
        })?;
        session.result(g);
        if let Some(path) = &self.certificate {
            let certificate = finder.certificate(&mut session.universe, g)?;
            let json = serde_json::to_vec(&certificate)?;
            replace_file(path, |file| file.write_all(&json))?;
        }
        if let Some((drawing, language)) = drawing {
            let lattice = finder.lattice(&mut session.universe, g)?;
            let (nodes, edges) = (lattice.parts().len(), lattice.edges().count());
            let otherwise = "without --graph and --dot the parts are listed";
            let _memory = drawing.check_size(session, nodes, edges, otherwise)?;
            let title = drawing.title(self.expression.trim());
            let names = session.names_of(lattice.parts())?;
            let diagram = part_lattice(&lattice, &names, language == Language::Dot, &title);
            drawing.write(session, diagram, language, "parts")?;
        } else if session.format == Format::Json {
            let found = found.try_map(|g| {
                session.universe.check_deadline()?;
                session.json_of(g)
            })?;
            session.json(&found)?;
        } else if session.format == Format::Tex {
            tex(session, &found)?;
        } else if session.format == Format::Csv {
            session.csv(&["part", "counterpart", "kind"])?;
            for row in &found.even_parts {
                session.universe.check_deadline()?;
                let (part, counterpart) = (session.name(row.part)?, session.name(row.counterpart)?);
                session.csv(&[&part, &counterpart, kind(row.novel)])?;
            }
        } else {
            print(session, &found)?;
        }
        Ok(Answer::Yes)
    }
}

fn kind(is_novel: bool) -> &'static str {
    if is_novel { "novel" } else { "derived" }
}

fn print(session: &mut Session, found: &answer::Parts<Game>) -> Result<(), Failure> {
    let name = session.name(found.game)?;
    let count = found.even_parts.len();
    let plural = if count == 1 { "" } else { "s" };
    session.line(&format!("{name} has {count} even part{plural}"))?;
    for row in &found.even_parts {
        session.universe.check_deadline()?;
        let (part, counterpart) = (session.name(row.part)?, session.name(row.counterpart)?);
        let kind = kind(row.novel);
        session.line(&format!("  {kind:<8} {part} + {counterpart}"))?;
    }
    Ok(())
}

/// Wider games are set in columns that break.
const NARROW: f64 = 120.0;

/// A table: part, counterpart, novel or derived.
fn tex(session: &mut Session, found: &answer::Parts<Game>) -> Result<(), Failure> {
    let whole = session.tex(found.game)?;
    let mut found_rows = Vec::new();
    let mut widest: f64 = width(&whole);
    for row in &found.even_parts {
        let (part, counterpart) = (
            session.whole_tex(row.part)?,
            session.whole_tex(row.counterpart)?,
        );
        widest = widest.max(width(&part)).max(width(&counterpart));
        found_rows.push((part, counterpart, row.novel));
    }
    if widest < NARROW {
        let counterpart = format!("${whole}-X$");
        begin_table(session, "lll", &["$X$", &counterpart, ""])?;
    } else {
        session.line(&paragraph(&format!("$G = {whole}$")))?;
        let columns = wide_column(0.38).repeat(2);
        begin_table(session, &format!("{columns}l"), &["$X$", "$G-X$", ""])?;
    }
    for (part, counterpart, novel) in found_rows {
        let mut kind = String::from(kind(novel));
        let (parts, counterparts) = (rows(&part), rows(&counterpart));
        for at in 0..parts.len().max(counterparts.len()) {
            let cell =
                |pieces: &[String]| pieces.get(at).map_or(String::new(), |x| format!("${x}$"));
            let cells = [cell(&parts), cell(&counterparts), std::mem::take(&mut kind)];
            table_row(session, &cells)?;
        }
    }
    end_table(session)
}
