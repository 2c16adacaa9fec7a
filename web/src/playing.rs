//! Sums in play.

use serde::Serialize;

use misere::answer::{self, GameForm};
use misere::expr::{HeapTerm, summands};
use misere::game::Outcome;
use misere::notation::Syntax;
use misere::play::{Analysis, Convention, Method, Sum};

use super::desk::{Desk, Reply};
use super::failure::{Failure, Place};

/// The position after a number of moves, with all that a player may ask.
#[derive(Serialize)]
struct InPlay {
    /// All moves, as the program lists them.
    moves: answer::Moves,
    /// The summands, equal ones together, in the order of their numbers in the moves.
    summands: Vec<InPlaySummand>,
    /// Whether there is no move.
    over: bool,
    /// Why the position is won or lost.
    why: Why,
}

/// A summand in play.
#[derive(Serialize)]
struct InPlaySummand {
    /// The number of copies.
    copies: u64,
    /// The text of one of them; null if it is too long.
    text: Option<String>,
    /// Where the first of them is written.
    place: Option<Place>,
}

/// Why a position is won or lost.
#[derive(Serialize)]
struct Why {
    /// The nim values of the summands, in normal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    nim_values: Option<Vec<String>>,
    /// The place in the quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    quotient: Option<answer::Place>,
    /// The sum of the canonical forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<Total>,
}

/// The game that a position is equal to.
#[derive(Serialize)]
struct Total {
    #[serde(flatten)]
    game: GameForm,
    genus: String,
    class: String,
}

fn convention(normal: bool) -> Convention {
    if normal {
        Convention::Normal
    } else {
        Convention::Misere
    }
}

/// Parses a sum whose play ends.
fn read(desk: &Desk<'_>, expr: &str) -> Result<Syntax, Failure> {
    let syntax = desk.read(expr)?;
    for (_, id) in summands(&syntax) {
        let term = HeapTerm::at(&syntax, id).map_err(|error| Failure::diagnosed(&error, expr))?;
        if let Some(term) = term.filter(|term| term.ruleset.is_loopy()) {
            let message = format!("play of `{}` may never end", term.ruleset.name());
            return Err(Failure::input(
                message,
                Some("choose a ruleset whose play ends"),
            ));
        }
    }
    Ok(syntax)
}

fn analyse(
    desk: &mut Desk<'_>,
    expr: &str,
    normal: bool,
    all: bool,
) -> Result<(Sum, Analysis), Failure> {
    let syntax = read(desk, expr)?;
    let played = |error| Failure::played(error, expr);
    let sum = Sum::read(&syntax, &mut desk.universe).map_err(played)?;
    let analysis = sum.analyse(convention(normal), all, &mut desk.universe);
    Ok((sum, analysis.map_err(played)?))
}

/// The moves of a sum.
pub(super) fn moves(desk: &mut Desk<'_>, expr: &str, normal: bool) -> Result<String, Failure> {
    let (sum, analysis) = analyse(desk, expr, normal, true)?;
    let mut texts = Vec::new();
    for summand in &analysis.summands {
        let text = match summand.heap() {
            Some(term) => Some(term.name()),
            None => match sum.game(summand, &mut desk.universe)? {
                Some(g) => desk.form(g)?.form,
                None => None,
            },
        };
        let place = summand
            .span
            .map(|span| Place::new(expr, span.start, span.end));
        texts.push(InPlaySummand {
            copies: summand.copies,
            text,
            place,
        });
    }
    let why = why(desk, &analysis)?;
    let style = desk.style;
    let u = &mut desk.universe;
    let moves = answer::Moves::new(u, expr, convention(normal), &analysis, (true, &style))?;
    Reply::new(InPlay {
        moves,
        summands: texts,
        over: analysis.is_over,
        why,
    })
    .json()
}

fn why(desk: &mut Desk<'_>, analysis: &Analysis) -> Result<Why, Failure> {
    let mut why = Why {
        nim_values: None,
        quotient: None,
        game: None,
    };
    match &analysis.method {
        Method::NimValues(values) => {
            why.nim_values = Some(values.iter().map(ToString::to_string).collect());
        }
        Method::Quotient(place) => why.quotient = Some(place.as_ref().into()),
        Method::CanonicalForms => {
            let u = &mut desk.universe;
            let mut total = u.zero();
            for (value, summand) in analysis.values.iter().zip(&analysis.summands) {
                if let Some(value) = *value {
                    let copies = u.multiple(summand.copies, value)?;
                    total = u.sum(total, copies)?;
                }
            }
            why.game = Some(Total {
                genus: u.genus(total)?.to_string(),
                class: u.class(total)?.to_string(),
                game: desk.form(total)?,
            });
        }
        Method::PlayedOut => {}
    }
    Ok(why)
}

/// Who wins each of several positions.
#[derive(Serialize)]
struct Outcomes {
    outcomes: Vec<Outcome>,
}

/// Finds out who wins each of these positions, on one desk; with `until_p`, up to the first P-position.
pub(super) fn outcomes(
    desk: &mut Desk<'_>,
    exprs: &[String],
    normal: bool,
    until_p: bool,
) -> Result<String, Failure> {
    let mut outcomes = Vec::new();
    for (number, expr) in exprs.iter().enumerate() {
        desk.say(&format!("move {} of {}", number + 1, exprs.len()));
        let outcome = analyse(desk, expr, normal, false)?.1.outcome;
        outcomes.push(outcome);
        if until_p && outcome == Outcome::P {
            break;
        }
    }
    Reply::new(Outcomes { outcomes }).json()
}
