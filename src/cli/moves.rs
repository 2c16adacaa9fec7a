//! `misere moves`: how to win a sum.

use clap::Args;
use serde::Serialize;

use crate::expr::summands;
use crate::game::{Game, Outcome, Universe};
use crate::notation::{NodeId, Syntax};

use super::failure::Failure;
use super::session::{GameJson, Session, parse_expression};
use super::show::abridged;
use super::{Answer, Format};

/// The winning moves of a sum
///
/// Moves are those of the expression as it is written, summand by summand; what they lead to is
/// shown in simplest form. In misère play the player who makes the last move loses.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere moves '5+4+2'\n  \
    misere moves '5+4+2' --normal\n  \
    misere moves '2#0 + 3' --all")]
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
    from: GameJson,
    to: Vec<GameJson>,
    /// The outcome of the position after the move.
    result: String,
}

/// A summand of the position: as it is written, and its value.
struct Summand {
    text: String,
    value: Game,
}

struct Move {
    summand: usize,
    to: Game,
    result: Outcome,
}

impl Moves {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("moves", &[Format::Text, Format::Json])?;
        let (summands, moves) = self.summands_and_moves(session)?;
        let wins = |m: &&Move| m.result == Outcome::P;
        let outcome = self.outcome(&moves);
        if session.format == Format::Json {
            let winning = moves.iter().filter(wins);
            let losing = moves.iter().filter(|m| !wins(m));
            let json = MovesJson {
                position: self.expression.clone(),
                play: if self.normal { "normal" } else { "misere" },
                outcome: outcome.to_string(),
                winning_moves: to_json(session, &summands, winning)?,
                losing_moves: if self.all {
                    Some(to_json(session, &summands, losing)?)
                } else {
                    None
                },
            };
            session.json(&json)?;
        } else {
            self.print(session, &summands, &moves, outcome)?;
        }
        Ok(Answer::Yes)
    }

    /// The player to move wins with a move to a P-position; without any move the misère player
    /// has won already.
    fn outcome(&self, moves: &[Move]) -> Outcome {
        let can_win = moves.iter().any(|m| m.result == Outcome::P);
        let stuck_and_won = moves.is_empty() && !self.normal;
        (!can_win && !stuck_and_won).into()
    }

    /// The summands and all moves in them. Of equal summands only the first is listed.
    fn summands_and_moves(
        &self,
        session: &mut Session,
    ) -> Result<(Vec<Summand>, Vec<Move>), Failure> {
        let syntax = parse_expression(&self.expression)?;
        let terms = played_terms(&syntax);
        let nodes: Vec<NodeId> = terms.iter().map(|&(_, id)| id).collect();
        let (forms, made) = session.forms(&self.expression, |_| nodes.clone())?;
        let u = &mut session.universe;
        let mut values = Vec::new();
        for &form in &made {
            values.push(forms.values(u, form)?);
        }
        let value = |i: usize| values[i][&made[i]];
        let (mut summands, mut moves) = (Vec::new(), Vec::new());
        for (i, &(copies, id)) in terms.iter().enumerate() {
            if copies == 0 || made[..i].contains(&made[i]) {
                continue;
            }
            let mut rest = u.multiple(copies - 1, value(i))?;
            for (j, &(copies, _)) in terms.iter().enumerate().filter(|&(j, _)| j != i) {
                let others = u.multiple(copies, value(j))?;
                rest = u.sum(rest, others)?;
            }
            let options = forms.options(made[i]).map(|option| values[i][&option]);
            for to in distinct(u, options.collect()) {
                let result = self.result(u, to, rest)?;
                let summand = summands.len();
                moves.push(Move {
                    summand,
                    to,
                    result,
                });
            }
            let span = syntax.span(id);
            summands.push(Summand {
                text: abridged(&self.expression[span.start..span.end]),
                value: value(i),
            });
        }
        Ok((summands, moves))
    }

    /// The outcome of a sum in the chosen play.
    fn result(&self, u: &mut Universe, g: Game, h: Game) -> Result<Outcome, Failure> {
        if self.normal {
            return Ok((u.nim_value(g) == u.nim_value(h)).into());
        }
        Ok(u.outcome_of_sum(g, h)?)
    }

    fn print(
        &self,
        session: &mut Session,
        summands: &[Summand],
        moves: &[Move],
        outcome: Outcome,
    ) -> Result<(), Failure> {
        let play = if self.normal { "normal" } else { "misère" };
        let expression = abridged(&self.expression);
        let who = super::show::outcome(outcome);
        session.line(&format!("{expression} in {play} play: {who}"))?;
        for m in moves {
            let wins = m.result == Outcome::P;
            if !wins && !self.all {
                continue;
            }
            let to = session.name(m.to);
            let verb = if wins { "wins" } else { "loses" };
            let from = &summands[m.summand].text;
            session.property(verb, &format!("{from} → {to}"))?;
        }
        if moves.is_empty() {
            session.property("no moves", "the game is over")?;
        }
        Ok(())
    }
}

/// The terms to play in, with their numbers of copies; a difference is played as one game.
fn played_terms(syntax: &Syntax) -> Vec<(u64, NodeId)> {
    match summands(syntax) {
        terms if terms.is_empty() => vec![(1, syntax.root())],
        terms => terms,
    }
}

/// Each game once, in structural order.
fn distinct(u: &Universe, mut games: Vec<Game>) -> Vec<Game> {
    let order = u.structural_order(games.iter().copied());
    games.sort_by_key(|&g| order.rank(g));
    games.dedup();
    games
}

fn to_json<'m>(
    session: &mut Session,
    summands: &[Summand],
    moves: impl Iterator<Item = &'m Move>,
) -> Result<Vec<MoveJson>, Failure> {
    let json = moves.map(|m| {
        Ok(MoveJson {
            component: m.summand,
            from: session.json_of(summands[m.summand].value)?,
            to: vec![session.json_of(m.to)?],
            result: m.result.to_string(),
        })
    });
    json.collect()
}
