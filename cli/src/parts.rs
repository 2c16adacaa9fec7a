//! `misere parts`: every part of a game with its counterpart.

use std::path::PathBuf;

use clap::Args;

use misere::answer;
use misere::game::Game;
use misere::parts::Parts as PartFinder;

use super::drawing::Instead;
use super::failure::Failure;
use super::lattice;
use super::session::{Session, replace_file};
use super::tex::{begin_table, end_table, table_row};
use super::{Answer, Format};

/// List the parts of a game: every X with G = X + Y for some Y
///
/// X is a part of G if G = X + Y for some Y, its counterpart. Only even parts are listed: X + 1 is
/// a part exactly if X is. A part is novel if every G - X' and every G' - X exists, else derived.
///
/// With --graph or --dot the part lattice is drawn: lines lead from a part to its sums with primes.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere parts '2##'\n  \
    misere parts '(4+2)#' --certificate parts.json && misere check parts.json\n  \
    misere parts '2####' --graph --output lattice.svg\n  \
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
        let drawing = self.instead.drawing()?;
        match drawing {
            Some(_) => session.require_format("parts --graph", &[Format::Text])?,
            None => session.require_format("parts", &[Format::Text, Format::Json, Format::Tex])?,
        }
        let g = session.evaluate(&self.expression)?;
        session.result(g);
        let mut finder = PartFinder::new();
        let busy = session.busy("parts");
        let found = answer::Parts::new(&mut session.universe, &mut finder, g)?;
        drop(busy);
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
            let diagram = lattice::diagram(session, &lattice, language, &title)?;
            drawing.write(session, diagram, language, "parts")?;
        } else if session.format == Format::Json {
            let found = found.try_map(|g| {
                session.universe.check_deadline()?;
                session.json_of(g)
            })?;
            session.json(&found)?;
        } else if session.format == Format::Tex {
            tex(session, &found)?;
        } else {
            print(session, &found)?;
        }
        Ok(Answer::Yes)
    }
}

fn print(session: &mut Session, found: &answer::Parts<Game>) -> Result<(), Failure> {
    let name = session.name(found.game)?;
    let count = found.even_parts.len();
    let plural = if count == 1 { "" } else { "s" };
    session.line(&format!("{name} has {count} even part{plural}"))?;
    for row in &found.even_parts {
        session.universe.check_deadline()?;
        let (part, counterpart) = (session.name(row.part)?, session.name(row.counterpart)?);
        let kind = if row.novel { "novel" } else { "derived" };
        session.line(&format!("  {kind:<8} {part} + {counterpart}"))?;
    }
    Ok(())
}

/// A table: part, counterpart, novel or derived.
fn tex(session: &mut Session, found: &answer::Parts<Game>) -> Result<(), Failure> {
    let whole = session.tex(found.game)?;
    let counterpart = format!("${whole}-X$");
    begin_table(session, "lll", &["$X$", &counterpart, ""])?;
    for row in &found.even_parts {
        let kind = if row.novel { "novel" } else { "derived" };
        let (part, counterpart) = (session.tex(row.part)?, session.tex(row.counterpart)?);
        let cells = [format!("${part}$"), format!("${counterpart}$"), kind.into()];
        table_row(session, &cells)?;
    }
    end_table(session)
}
