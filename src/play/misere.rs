//! Misère play: by canonical forms, by the quotient of a ruleset, or by playing out.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::method::Method;
use super::one_ruleset::OneRuleset;
use super::sum::{Analysis, Move, Piece, PlayError, Summand, To, heap_options, is_over};
use super::{played_out, quotient};
use crate::expr::EvalError;
use crate::game::{Forms, Game, Outcome, Universe};
use crate::heaps::HeapGames;
use crate::limits::{Budget, Reason};
use crate::nim::NimError;

/// What a method finds out.
struct Found {
    outcome: Outcome,
    moves: Vec<Move>,
    values: Vec<Option<Game>>,
    method: Method,
}

pub(super) fn analyse(
    summands: Vec<Summand>,
    forms: &Forms,
    all: bool,
    u: &mut Universe,
) -> Result<Analysis, PlayError> {
    let found = find(&summands, forms, all, u)?;
    Ok(Analysis {
        is_over: is_over(&summands, forms),
        summands,
        outcome: found.outcome,
        moves: found.moves,
        values: found.values,
        method: found.method,
    })
}

/// Canonical forms where they are small; then the quotient, if it is found soon; then canonical
/// forms of any size; and where these explode, play.
fn find(
    summands: &[Summand],
    forms: &Forms,
    all: bool,
    u: &mut Universe,
) -> Result<Found, PlayError> {
    /// Forms that need no more games than this are there at once.
    const AT_ONCE: usize = 30_000;
    /// A quotient that takes longer may not be finite.
    const PATIENCE: Duration = Duration::from_secs(5);
    let Some(sum) = OneRuleset::of(summands) else {
        return by_canonical_forms(summands, forms, all, u);
    };
    let few = u.budget().clone().at_most_nodes(u.nodes() + AT_ONCE);
    let first = u.limited(few, |u| by_canonical_forms(summands, forms, all, u));
    if !matches!(&first, Err(error) if is_stopped(error)) {
        return first;
    }
    let nothing = vec![None; summands.len()];
    if let Some(place) = quotient::look_up(&sum, u, PATIENCE) {
        return Ok(Found {
            outcome: place.outcome(),
            moves: place.moves(summands, &sum, all, u)?,
            values: nothing,
            method: Method::Quotient(place.into()),
        });
    }
    if let Some(reason) = u.budget().check().err() {
        return Err(reason.into());
    }
    let most = leaving_something(u.budget());
    let second = u.limited(most, |u| by_canonical_forms(summands, forms, all, u));
    let Err(error) = second else { return second };
    if !is_stopped(&error) {
        return Err(error);
    }
    // Whatever stops it now is told as the limit that canonical forms ran into.
    match played_out::moves(summands, &sum, all, u) {
        Ok(Some((outcome, moves))) => Ok(Found {
            outcome,
            moves,
            values: nothing,
            method: Method::PlayedOut,
        }),
        Ok(None) | Err(PlayError::Nim(_)) => Err(in_full(error, u.budget())),
        Err(other) => Err(other),
    }
}

/// Most of what there is: three quarters of the memory, half of the time.
fn leaving_something(budget: &Budget) -> Budget {
    let now = Instant::now();
    let half = |deadline: Instant| now + deadline.saturating_duration_since(now) / 2;
    let mut part = budget.clone();
    part.max_memory = budget.max_memory.map(|most| most / 4 * 3);
    part.deadline = budget.deadline.map(half);
    part
}

/// The error, told of the limits as they are and not of the part that one method had of them.
fn in_full(error: PlayError, budget: &Budget) -> PlayError {
    match (error, budget.max_memory) {
        (PlayError::Expression(EvalError::Stopped(mut stopped)), Some(limit)) => {
            if let Reason::Memory { needed, .. } = stopped.reason {
                let needed = needed.max(limit);
                stopped.reason = Reason::Memory { needed, limit };
            }
            stopped.into()
        }
        (error, _) => error,
    }
}

/// Whether an error is a limit that another method may not meet.
fn is_stopped(error: &PlayError) -> bool {
    match error {
        PlayError::Expression(EvalError::Stopped(stopped)) => stopped.reason != Reason::Cancelled,
        PlayError::Nim(NimError::Stopped(reason)) => *reason != Reason::Cancelled,
        _ => false,
    }
}

fn by_canonical_forms(
    summands: &[Summand],
    forms: &Forms,
    all: bool,
    u: &mut Universe,
) -> Result<Found, PlayError> {
    let mut heaps: HashMap<String, HeapGames<'_>> = HashMap::new();
    let mut values: Vec<Game> = Vec::new();
    for summand in summands {
        values.push(match &summand.piece {
            Piece::Form(form) => forms.value(u, *form)?,
            Piece::Heap(term) => {
                let position = term.canonical_position()?;
                let games = heaps
                    .entry(term.ruleset.name())
                    .or_insert_with(|| HeapGames::new(&*term.ruleset));
                games.value(u, position)?
            }
        });
    }
    let mut moves = Vec::new();
    let mut account = u.budget().account();
    let mut any_wins = false;
    for (summand, Summand { piece, copies, .. }) in summands.iter().enumerate() {
        let mut rest = u.multiple(copies - 1, values[summand])?;
        for (other, value) in values.iter().enumerate().filter(|&(i, _)| i != summand) {
            let others = u.multiple(summands[other].copies, *value)?;
            rest = u.sum(rest, others)?;
        }
        let options: Vec<(To, Game)> = match piece {
            Piece::Form(form) => {
                let games = forms.values(u, *form)?;
                let mut options: Vec<Game> = forms.options(*form).map(|o| games[&o]).collect();
                let order = u.structural_order(options.iter().copied())?;
                options.sort_by_key(|&game| order.rank(game));
                options.dedup();
                options.into_iter().map(|g| (To::Game(g), g)).collect()
            }
            Piece::Heap(term) => {
                let mut options = Vec::new();
                for option in heap_options(term, &mut account)? {
                    let Some(games) = heaps.get_mut(&term.ruleset.name()) else {
                        continue;
                    };
                    let game = games.sum(u, &option)?;
                    options.push((To::Heaps(option), game));
                }
                options
            }
        };
        for (to, game) in options {
            let result = u.outcome_of_sum(game, rest)?;
            any_wins |= result == Outcome::P;
            if result == Outcome::P || all {
                moves.push(Move {
                    summand,
                    to,
                    result,
                });
            }
        }
    }
    // Whoever cannot move has won already.
    let outcome: Outcome = (!is_over(summands, forms) && !any_wins).into();
    Ok(Found {
        outcome,
        moves,
        values: values.into_iter().map(Some).collect(),
        method: Method::CanonicalForms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::play::sum::split;

    #[test]
    fn the_three_methods_agree() {
        let sums = [
            "0.77(9) + 0.77(12) + 2·0.77(5)",
            "0.123(11) + 3·0.123(7)",
            "nim(3) + nim(4) + nim(7)",
            "nim(0) + nim(1)",
            "0.07(14) + 0.07(14)",
            "0.75(13) + 0.75(6)",
            "subtraction{1,3}(9)",
            "grundy(12) + grundy(9)",
        ];
        for text in sums {
            let mut u = Universe::new();
            let mut forms = Forms::new();
            let summands = split(&parse(text).unwrap(), &mut forms, &mut u).unwrap();
            let sum = OneRuleset::of(&summands).unwrap();
            for all in [false, true] {
                let forms_say = by_canonical_forms(&summands, &forms, all, &mut u).unwrap();
                let played = played_out::moves(&summands, &sum, all, &u);
                let (outcome, moves) = played.unwrap().unwrap();
                assert_eq!(outcome, forms_say.outcome, "{text}");
                assert_eq!(moves, forms_say.moves, "{text}");
                let patience = Duration::from_secs(600);
                let place = quotient::look_up(&sum, &u, patience).unwrap();
                assert_eq!(place.outcome(), forms_say.outcome, "{text}");
                let moves = place.moves(&summands, &sum, all, &u).unwrap();
                assert_eq!(moves, forms_say.moves, "{text}");
            }
        }
    }

    #[test]
    fn heaps_are_played_out_where_forms_explode() {
        // Two numbers make a position, so there is no quotient to wait for.
        let syntax = parse("josephus(9,2) + josephus(8,3)").unwrap();
        let plenty = crate::play::analyse(
            &syntax,
            crate::play::Convention::Misere,
            true,
            &mut Universe::new(),
        );
        let budget = Budget::default().with_max_nodes(1);
        let mut u = Universe::with_budget(budget);
        let short = crate::play::analyse(&syntax, crate::play::Convention::Misere, true, &mut u);
        let (plenty, short) = (plenty.unwrap(), short.unwrap());
        assert!(matches!(short.method, Method::PlayedOut));
        assert!(matches!(plenty.method, Method::CanonicalForms));
        assert_eq!(short.outcome, plenty.outcome);
        assert_eq!(short.moves, plenty.moves);
    }
}
