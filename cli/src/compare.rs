//! `misere compare`: equal or not, linked or not, with witnesses.

use clap::Args;
use serde::Serialize;

use misere::game::Game;

use super::failure::Failure;
use super::session::{GameJson, Session};
use super::{Answer, Format};

/// Equal, or a game that tells them apart; linked, and by what
///
/// Two games are equal if they can replace each other in every sum. If they are not, some X has
/// o(G+X) ≠ o(H+X). They are linked if some T makes both G+T and H+T P-positions. The exit code
/// is 1 if they are not equal.
#[derive(Args)]
#[command(after_help = "Example:\n  misere compare '2+2' 0")]
pub(super) struct Compare {
    /// One game
    #[arg(value_name = "G")]
    left: String,
    /// The other
    #[arg(value_name = "H")]
    right: String,
}

#[derive(Serialize)]
struct CompareJson {
    left: GameJson,
    right: GameJson,
    equal: bool,
    distinguisher: Option<GameJson>,
    linked: bool,
    link: Option<GameJson>,
}

impl Compare {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("compare", &[Format::Text, Format::Json])?;
        let g = session.evaluate(&self.left)?;
        let h = session.evaluate(&self.right)?;
        let busy = session.busy("witnesses");
        let distinguisher = session.universe.distinguisher(g, h)?;
        if let Some(x) = distinguisher {
            session.result(x);
        }
        let link = session.universe.link(g, h)?;
        drop(busy);
        if session.format == Format::Json {
            let json = CompareJson {
                left: session.json_of(g)?,
                right: session.json_of(h)?,
                equal: g == h,
                distinguisher: distinguisher.map(|x| session.json_of(x)).transpose()?,
                linked: link.is_some(),
                link: link.map(|t| session.json_of(t)).transpose()?,
            };
            session.json(&json)?;
        } else {
            print(session, g, h, distinguisher, link)?;
        }
        Ok(if g == h { Answer::Yes } else { Answer::No })
    }
}

fn print(
    session: &mut Session,
    g: Game,
    h: Game,
    distinguisher: Option<Game>,
    link: Option<Game>,
) -> Result<(), Failure> {
    let (left, right) = (session.name(g)?, session.name(h)?);
    let sign = if g == h { "=" } else { "≠" };
    session.line(&format!("{left} {sign} {right}"))?;
    if let Some(x) = distinguisher {
        let u = &mut session.universe;
        let (first, second) = (u.outcome_of_sum(g, x)?, u.outcome_of_sum(h, x)?);
        let x = session.name(x)?;
        let text = format!("X = {x}: G+X is {first}, H+X is {second}");
        session.property("told apart by", &text)?;
    }
    match link {
        Some(t) => {
            let t = session.name(t)?;
            session.property("linked by", &format!("T = {t}: G+T and H+T are P"))
        }
        None if session.universe.has_option(g, h) => {
            session.property("not linked", &format!("{right} is an option of {left}"))
        }
        None => session.property("not linked", &format!("{left} is an option of {right}")),
    }
}
