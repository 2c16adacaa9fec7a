//! `misere mate`: mates, chains of mates, concubines.

use clap::Args;
use serde::Serialize;

use misere::game::Game;

use super::failure::Failure;
use super::session::{GameJson, Session};
use super::show::abridged;
use super::{Answer, Format};

/// The mate of a game; its chain of mates; its concubine
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

#[derive(Serialize)]
struct MateJson {
    expr: String,
    mate: GameJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<Vec<GameJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    concubine: Option<GameJson>,
}

impl Mate {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        if self.concubine {
            session.require_format("mate --concubine", &[Format::Text, Format::Json])?;
        }
        session.require_format("mate", &[Format::Text, Format::Json, Format::Tex])?;
        let (mate, chain, concubine) = if self.form {
            (self.mate_of_form(session)?, None, None)
        } else {
            let g = session.evaluate(&self.expression)?;
            let _busy = session.busy("mate");
            let u = &mut session.universe;
            let chain = self.chain.then(|| u.mate_chain(g)).transpose()?;
            let concubine = self.concubine.then(|| u.concubine(g)).transpose()?;
            (u.mate(g)?, chain, concubine)
        };
        session.result(mate);
        match session.format {
            Format::Json => {
                let chain = match chain {
                    Some(chain) => {
                        let games = chain.into_iter().map(|g| session.json_of(g));
                        Some(games.collect::<Result<_, _>>()?)
                    }
                    None => None,
                };
                let json = MateJson {
                    expr: self.expression,
                    mate: session.json_of(mate)?,
                    chain,
                    concubine: concubine.map(|g| session.json_of(g)).transpose()?,
                };
                session.json(&json)?;
            }
            Format::Tex => {
                let games = chain.unwrap_or_else(|| vec![mate]);
                let names = games.into_iter().map(|g| session.tex(g));
                let names: Vec<String> = names.collect::<Result<_, _>>()?;
                session.line(&format!("${}$", names.join(r" \to ")))?;
            }
            _ => self.print(session, mate, chain, concubine)?,
        }
        Ok(Answer::Yes)
    }

    fn mate_of_form(&self, session: &mut Session) -> Result<Game, Failure> {
        let (mut forms, form) = session.form(&self.expression)?;
        let mate = forms.mate(form)?;
        Ok(forms.value(&mut session.universe, mate)?)
    }

    fn print(
        &self,
        session: &mut Session,
        mate: Game,
        chain: Option<Vec<Game>>,
        concubine: Option<Game>,
    ) -> Result<(), Failure> {
        let written = if self.form { " as it is written" } else { "" };
        let name = session.name(mate)?;
        let expression = abridged(&self.expression);
        session.line(&format!("the mate of {expression}{written} is {name}"))?;
        if let Some(chain) = chain {
            let names = session.names_of(&chain)?;
            session.property("chain", &names.join(" → "))?;
        }
        if let Some(concubine) = concubine {
            let name = session.name(concubine)?;
            session.property("concubine", &name)?;
        }
        Ok(())
    }
}
