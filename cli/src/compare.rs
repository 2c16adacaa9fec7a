//! `misere compare`: equal or not, linked or not, with witnesses.

use clap::Args;

use misere::answer::{self, CompareDifferences, Difference};
use misere::game::Game;
use misere::parts::FormalDifference;

use super::failure::Failure;
use super::large_heaps::patiently;
use super::session::Session;
use super::{Answer, Format};

/// Compare two games: equal or not, linked or not, and why
///
/// Two games are equal if they can replace each other in every sum. If they are not, some X has
/// o(G+X) ≠ o(H+X). They are linked if some T makes both G+T and H+T P-positions. Differences that
/// are no games are compared as formal ones: G - H = G' - H' if G + H' = G' + H. The exit code is 1 if
/// they are not equal. Heaps are compared for 10 seconds, or as long as --timeout says, and the exit code
/// is 3 if there is no answer by then.
#[derive(Args)]
#[command(after_help = "Examples:\n  misere compare '2+2' 0\n  misere compare '2 - 4' 0")]
pub(super) struct Compare {
    /// One game
    #[arg(value_name = "G")]
    left: String,
    /// The other
    #[arg(value_name = "H")]
    right: String,
}

impl Compare {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("compare", &[Format::Text, Format::Json])?;
        let found = patiently(session, &[&self.left, &self.right], |session| {
            let left = session.difference(&self.left)?;
            let right = session.difference(&self.right)?;
            let _busy = session.busy("witnesses");
            Found::of(session, left, right)
        })?;
        match found {
            Found::Games(found) => self.tell(session, found),
            Found::Differences(found) => tell_differences(session, found),
        }
    }

    fn tell(&self, session: &mut Session, found: answer::Compare<Game>) -> Result<Answer, Failure> {
        if let Some(x) = found.distinguisher {
            session.result(x);
        }
        let answer = session.answer(found.equal);
        if session.format == Format::Json {
            let found = found.try_map(|g| session.json_of(g))?;
            session.json(&found)?;
        } else {
            self.print(session, &found)?;
        }
        Ok(answer)
    }

    fn print(&self, session: &mut Session, found: &answer::Compare<Game>) -> Result<(), Failure> {
        let (g, h) = (found.left, found.right);
        let left = session.name_or_typed(g, &self.left)?;
        let right = session.name_or_typed(h, &self.right)?;
        let sign = if found.equal { "=" } else { "≠" };
        session.line(&format!("{left} {sign} {right}"))?;
        if let Some(x) = found.distinguisher {
            let u = &mut session.universe;
            let (first, second) = (u.outcome_of_sum(g, x)?, u.outcome_of_sum(h, x)?);
            let x = session.name(x)?;
            let text = format!("X = {x}: G+X is {first}, H+X is {second}");
            session.property("told apart by", &text)?;
        }
        match found.link {
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
}

/// What two differences have to do with each other.
enum Found {
    /// Both are games.
    Games(answer::Compare<Game>),
    Differences(CompareDifferences<Game>),
}

impl Found {
    fn of(
        session: &mut Session,
        left: FormalDifference,
        right: FormalDifference,
    ) -> Result<Self, Failure> {
        let u = &mut session.universe;
        Ok(match (left.as_game(u)?, right.as_game(u)?) {
            (Some(g), Some(h)) => Self::Games(answer::Compare::new(u, g, h)?),
            _ => Self::Differences(CompareDifferences::new(u, left, right)?),
        })
    }
}

fn tell_differences(
    session: &mut Session,
    found: CompareDifferences<Game>,
) -> Result<Answer, Failure> {
    let equal = found.equal;
    let answer = session.answer(equal);
    if session.format == Format::Json {
        let found = found.try_map(|g| session.json_of(g))?;
        session.json(&found)?;
    } else {
        let CompareDifferences {
            left, right, sums, ..
        } = found.try_map(|g| session.name(g))?;
        let written = |Difference { plus, minus }: &Difference<String>| match &**minus {
            "0" => plus.clone(),
            _ => format!("{plus} - {minus}"),
        };
        let sign = if equal { "=" } else { "≠" };
        let (left_text, right_text) = (written(&left), written(&right));
        session.line(&format!("{left_text} {sign} {right_text} in 𝒟"))?;
        let sides = [(&left.plus, &right.minus), (&right.plus, &left.minus)];
        for ((g, h), sum) in sides.into_iter().zip(sums) {
            session.property("sum", &format!("{g} + {h} = {sum}"))?;
        }
    }
    Ok(answer)
}
