//! `misere mate`: mates, chains of mates, concubines.

use clap::Args;

use misere::answer;

use super::failure::Failure;
use super::session::Session;
use super::show::abridged;
use super::{Answer, Format};

/// Find the mate of a game, its chain of mates and its concubine
///
/// The mate of 0 is 1, and that of any other G is the set of the mates of its options (Definition
/// 2.5 of Siegel, On the Structure of Misère Impartial Games). It is that of the canonical form, or
/// with --form that of the expression as it is written: equal games may have different mates.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere mate '(2##1)#'\n  \
    misere mate --chain '(2##(2##1)##)#'\n  \
    misere mate --form '(2##0)#'")]
pub(super) struct Mate {
    /// The game
    #[arg(value_name = "EXPR")]
    expression: String,

    /// Also G, its mate, the mate of that, … up to a repetition
    #[arg(long, conflicts_with = "form")]
    chain: bool,

    /// Also the concubine c(G): a game whose mate is G though the mate of G is not it
    #[arg(long, conflicts_with = "form")]
    concubine: bool,

    /// The mate of the expression as it is written
    #[arg(long)]
    form: bool,
}

impl Mate {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        if self.concubine {
            session.require_format("mate --concubine", &[Format::Text, Format::Json])?;
        }
        session.require_format("mate", &[Format::Text, Format::Json, Format::Tex])?;
        let found = if self.form {
            let (mut forms, form) = session.form(&self.expression)?;
            let u = &mut session.universe;
            answer::Mate::of_form(u, &mut forms, &self.expression, form)?
        } else {
            let g = session.evaluate(&self.expression)?;
            let _busy = session.busy("mate");
            let also = (self.chain, self.concubine);
            answer::Mate::new(&mut session.universe, &self.expression, g, also)?
        };
        session.result(found.mate);
        match session.format {
            Format::Json => {
                let found = found.try_map(|g| session.json_of(g))?;
                session.json(&found)?;
            }
            Format::Tex => {
                let found = found.try_map(|g| session.tex(g))?;
                let names = found.chain.unwrap_or_else(|| vec![found.mate]);
                session.line(&format!("${}$", names.join(r" \to ")))?;
            }
            _ => {
                let found = found.try_map(|g| session.name(g))?;
                self.print(session, &found)?;
            }
        }
        Ok(Answer::Yes)
    }

    fn print(&self, session: &mut Session, found: &answer::Mate<String>) -> Result<(), Failure> {
        let written = if self.form { " as it is written" } else { "" };
        let name = &found.mate;
        let expression = abridged(&self.expression);
        session.line(&format!("the mate of {expression}{written} is {name}"))?;
        if let Some(chain) = &found.chain {
            session.property("chain", &chain.join(" → "))?;
        }
        if let Some(concubine) = &found.concubine {
            session.property("concubine", concubine)?;
        }
        Ok(())
    }
}
