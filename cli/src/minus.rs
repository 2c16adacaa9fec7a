//! `misere minus`: the difference of two games.

use clap::Args;

use misere::answer;

use super::failure::Failure;
use super::large_heaps::patiently;
use super::session::Session;
use super::tex::paragraph;
use super::{Answer, Format};

/// Subtract one game from another, if the difference exists
///
/// G - H is the X with G = H + X. There is at most one (the Cancellation Theorem), and the exit
/// code is 1 if there is none. With heaps it is looked for for 10 seconds, or as long as --timeout says,
/// and the exit code is 3 if there is no answer by then.
#[derive(Args)]
#[command(after_help = "Examples:\n  misere minus '2##' 2\n  misere minus '2##' '4#'")]
pub(super) struct Minus {
    /// The game to subtract from
    #[arg(value_name = "G")]
    minuend: String,
    /// The game to subtract
    #[arg(value_name = "H")]
    subtrahend: String,
}

impl Minus {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("minus", &[Format::Text, Format::Json, Format::Tex])?;
        let typed = [&*self.minuend, &self.subtrahend];
        let (g, h, found) = patiently(session, &typed, |session| {
            let g = session.evaluate(&self.minuend)?;
            let h = session.evaluate(&self.subtrahend)?;
            let _busy = session.busy("difference");
            let found = answer::Minus::new(&mut session.universe, g, h)?;
            Ok((g, h, found))
        })?;
        let difference = found.difference;
        let answer = session.answer(difference.is_some());
        if let Some(x) = difference {
            session.result(x);
        }
        if session.format == Format::Json {
            let found = found.try_map(|g| session.json_of(g))?;
            session.json(&found)?;
        } else if session.format == Format::Tex {
            let answer::Minus {
                minuend: left,
                subtrahend: right,
                difference,
            } = found.try_map(|g| session.tex(g))?;
            let difference = match difference {
                Some(x) => format!("${left} = {right} + {x}$"),
                None => format!("${right}$ is not a part of ${left}$"),
            };
            session.line(&paragraph(&difference))?;
        } else {
            let left = session.name_or_typed(g, &self.minuend)?;
            let right = session.name_or_typed(h, &self.subtrahend)?;
            let text = match difference {
                Some(x) => format!("{left} = {right} + {}", session.name(x)?),
                None => format!("{right} is not a part of {left}"),
            };
            session.line(&text)?;
            if let Some(x) = difference {
                let options = session.universe.options_sorted(x)?;
                let names = session.names_of(&options)?;
                let names = match &names[..] {
                    [] => "none".into(),
                    names => names.join(", "),
                };
                session.property("options", &names)?;
            }
        }
        Ok(answer)
    }
}
