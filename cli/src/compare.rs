//! `misere compare`: equal or not, linked or not, with witnesses.

use clap::Args;

use misere::answer::{self, CompareDifferences, Difference};
use misere::game::Game;
use misere::parts::FormalDifference;

use super::failure::Failure;
use super::session::Session;
use super::{Answer, Format};

/// Compare two games: equal or not, linked or not, and why
///
/// Two games are equal if they can replace each other in every sum. If they are not, some X has
/// o(G+X) ≠ o(H+X). They are linked if some T makes both G+T and H+T P-positions. Differences that
/// are no games are compared as formal ones: G - H = G' - H' if G + H' = G' + H. The exit code is 1 if
/// they are not equal.
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
        let left = session.difference(&self.left)?;
        let right = session.difference(&self.right)?;
        let u = &mut session.universe;
        let (Some(g), Some(h)) = (left.as_game(u)?, right.as_game(u)?) else {
            return compare_differences(session, left, right);
        };
        let busy = session.busy("witnesses");
        let found = answer::Compare::new(&mut session.universe, g, h)?;
        drop(busy);
        if let Some(x) = found.distinguisher {
            session.result(x);
        }
        let answer = session.answer(g == h);
        if session.format == Format::Json {
            let found = found.try_map(|g| session.json_of(g))?;
            session.json(&found)?;
        } else {
            print(session, &found)?;
        }
        Ok(answer)
    }
}

/// Compares differences of which some is no game.
fn compare_differences(
    session: &mut Session,
    left: FormalDifference,
    right: FormalDifference,
) -> Result<Answer, Failure> {
    let found = CompareDifferences::new(&mut session.universe, left, right)?;
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

fn print(session: &mut Session, found: &answer::Compare<Game>) -> Result<(), Failure> {
    let (g, h) = (found.left, found.right);
    let (left, right) = (session.name(g)?, session.name(h)?);
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
