//! `misere moves`: how to win a sum.

use clap::Args;
use serde::Serialize;

use crate::game::Outcome;
use crate::heaps::Heaps;
use crate::play::{Analysis, Convention, Move, Summand, To, analyse};

use super::failure::Failure;
use super::session::{GameJson, Session, parse_expression};
use super::show::abridged;
use super::{Answer, Format};

/// The winning moves of a sum
///
/// Moves are those of the expression as it is written, summand by summand; what becomes of an
/// explicit game is shown in simplest form, what becomes of a heap as heaps. In misère play the
/// player who makes the last move loses.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere moves '5+4+2'\n  \
    misere moves '5+4+2' --normal\n  \
    misere moves 'subtraction{1,2}(7) + 2#' --all")]
pub(super) struct Moves {
    /// The position
    #[arg(value_name = "EXPR")]
    expression: String,

    /// Normal play: the player who makes the last move wins
    #[arg(long)]
    normal: bool,

    /// Losing moves as well
    #[arg(long)]
    all: bool,
}

#[derive(Serialize)]
struct MovesJson {
    position: String,
    play: &'static str,
    outcome: String,
    winning_moves: Vec<MoveJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    losing_moves: Option<Vec<MoveJson>>,
}

#[derive(Serialize)]
struct MoveJson {
    /// The number of the summand, from 0.
    component: usize,
    from: PieceJson,
    to: Vec<PieceJson>,
    /// The outcome of the position after the move.
    result: String,
}

/// A game, or heaps as in an expression.
#[derive(Serialize)]
#[serde(untagged)]
enum PieceJson {
    Game(GameJson),
    Heaps(String),
}

impl Moves {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("moves", &[Format::Text, Format::Json])?;
        let syntax = parse_expression(&self.expression)?;
        let convention = if self.normal {
            Convention::Normal
        } else {
            Convention::Misere
        };
        let analysis = analyse(&syntax, convention, self.all, &mut session.universe)
            .map_err(|error| Failure::in_play(error, &self.expression))?;
        if session.format == Format::Json {
            self.json(session, &analysis)?;
        } else {
            self.print(session, &analysis)?;
        }
        Ok(Answer::Yes)
    }

    fn json(&self, session: &mut Session, analysis: &Analysis) -> Result<(), Failure> {
        let (mut winning, mut losing) = (Vec::new(), Vec::new());
        for m in &analysis.moves {
            let json = move_json(session, analysis, m)?;
            match m.result {
                Outcome::P => winning.push(json),
                Outcome::N => losing.push(json),
            }
        }
        session.json(&MovesJson {
            position: self.expression.clone(),
            play: if self.normal { "normal" } else { "misere" },
            outcome: analysis.outcome.to_string(),
            winning_moves: winning,
            losing_moves: self.all.then_some(losing),
        })
    }

    fn print(&self, session: &mut Session, analysis: &Analysis) -> Result<(), Failure> {
        let play = if self.normal { "normal" } else { "misère" };
        let expression = abridged(&self.expression);
        let who = super::show::outcome(analysis.outcome);
        session.line(&format!("{expression} in {play} play: {who}"))?;
        for m in &analysis.moves {
            let summand = &analysis.summands[m.summand];
            let to = match &m.to {
                To::Game(game) => session.name(*game),
                To::Heaps(heaps) => heap_terms(summand, heaps).join(" + "),
            };
            let verb = match m.result {
                Outcome::P => "wins",
                Outcome::N => "loses",
            };
            let from = abridged(&self.expression[summand.span.start..summand.span.end]);
            session.property(verb, &format!("{from} → {to}"))?;
        }
        if analysis.is_over {
            session.property("no moves", "the game is over")?;
        }
        Ok(())
    }
}

/// Heaps as terms of an expression, largest first.
fn heap_terms(summand: &Summand, heaps: &Heaps) -> Vec<String> {
    let Some(term) = summand.heap() else {
        return Vec::new();
    };
    let terms = heaps.iter().map(|(position, copies)| {
        let heap = term.ruleset.heap_name(position);
        match copies {
            1 => heap,
            _ => format!("{copies}·{heap}"),
        }
    });
    let mut terms: Vec<String> = terms.collect();
    terms.reverse();
    if terms.is_empty() {
        terms.push("0".into());
    }
    terms
}

fn move_json(session: &mut Session, analysis: &Analysis, m: &Move) -> Result<MoveJson, Failure> {
    let summand = &analysis.summands[m.summand];
    let from = match (summand.heap(), analysis.values[m.summand]) {
        (None, Some(game)) => PieceJson::Game(session.json_of(game)?),
        (heap, _) => {
            let name = heap.map(|term| {
                let coordinates: Vec<String> =
                    term.coordinates.iter().map(ToString::to_string).collect();
                format!("{}({})", term.ruleset.name(), coordinates.join(","))
            });
            PieceJson::Heaps(name.unwrap_or_default())
        }
    };
    let to = match &m.to {
        To::Game(game) => vec![PieceJson::Game(session.json_of(*game)?)],
        To::Heaps(heaps) if heaps.is_empty() => Vec::new(),
        To::Heaps(heaps) => {
            let terms = heap_terms(summand, heaps);
            terms.into_iter().map(PieceJson::Heaps).collect()
        }
    };
    Ok(MoveJson {
        component: m.summand,
        from,
        to,
        result: m.result.to_string(),
    })
}
