//! Misère play, by canonical forms or by the quotient of a ruleset.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::sum::{Analysis, Move, Piece, PlayError, Summand, To, heap_options, is_over};
use crate::expr::HeapTerm;
use crate::game::{Forms, Game, Limits, Outcome, Universe};
use crate::heaps::{HeapGames, Heaps};
use crate::quotient::Growth;

pub(super) fn analyse(
    summands: Vec<Summand>,
    forms: &Forms,
    all: bool,
    u: &mut Universe,
) -> Result<Analysis, PlayError> {
    match by_quotient(&summands, all, u)? {
        Some((outcome, moves)) => Ok(Analysis {
            is_over: is_over(&summands, forms),
            values: vec![None; summands.len()],
            summands,
            outcome,
            moves,
        }),
        None => by_canonical_forms(summands, forms, all, u),
    }
}

/// Large heaps of one ruleset, by its misère quotient where that is found soon.
fn by_quotient(
    summands: &[Summand],
    all: bool,
    u: &mut Universe,
) -> Result<Option<(Outcome, Vec<Move>)>, PlayError> {
    /// Heaps up to here in all have canonical forms that are found at once.
    const SMALL: u64 = 40;
    /// A quotient that takes longer may not be finite.
    const PATIENCE: Duration = Duration::from_secs(5);
    let mut sum = Heaps::none();
    let (mut size, mut largest) = (0u64, 0);
    for summand in summands {
        let Some(position) = summand.heap().and_then(HeapTerm::position) else {
            return Ok(None);
        };
        sum.add(position, summand.copies);
        largest = largest.max(position.size());
        size = size.saturating_add(position.size().saturating_mul(summand.copies));
    }
    let mut rulesets = summands
        .iter()
        .filter_map(Summand::heap)
        .map(|term| &term.ruleset);
    let Some(ruleset) = rulesets.next().filter(|_| size > SMALL) else {
        return Ok(None);
    };
    if rulesets.any(|other| other.name() != ruleset.name()) {
        return Ok(None);
    }
    let patience = Instant::now().checked_add(PATIENCE);
    let soon = Limits {
        deadline: u.limits().deadline.into_iter().chain(patience).min(),
        ..u.limits().clone()
    };
    let Ok(mut growth) = Growth::new(&**ruleset) else {
        return Ok(None);
    };
    // Solved for all heaps, or else at least up to the largest one here.
    if !matches!(growth.solve(&soon), Ok(true)) && growth.to(largest, &soon).is_err() {
        return match u.limits().interrupted() {
            Some(reason) => Err(reason.into()),
            None => Ok(None),
        };
    }
    let quotient = growth.quotient();
    let Some(outcome) = quotient.outcome(&sum) else {
        return Ok(None);
    };
    let mut moves = Vec::new();
    for (number, summand) in summands.iter().enumerate() {
        let Some(term) = summand.heap() else { continue };
        let Some(position) = term.position() else {
            continue;
        };
        let mut rest = Heaps::none();
        for (other, copies) in sum.iter() {
            rest.add(other, copies - u64::from(other == position));
        }
        let Some(rest) = quotient.value(&rest) else {
            continue;
        };
        for option in heap_options(term, u)? {
            let Some(value) = quotient.value(&option) else {
                continue;
            };
            let monoid = quotient.monoid();
            let result: Outcome = monoid.is_p(monoid.times(rest, value)).into();
            if result == Outcome::P || all {
                moves.push(Move {
                    summand: number,
                    to: To::Heaps(option),
                    result,
                });
            }
        }
    }
    Ok(Some((outcome, moves)))
}

fn by_canonical_forms(
    summands: Vec<Summand>,
    forms: &Forms,
    all: bool,
    u: &mut Universe,
) -> Result<Analysis, PlayError> {
    let mut heaps: FxHashMap<String, HeapGames<'_>> = FxHashMap::default();
    let mut values: Vec<Game> = Vec::new();
    for summand in &summands {
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
                let order = u.structural_order(options.iter().copied());
                options.sort_by_key(|&game| order.rank(game));
                options.dedup();
                options.into_iter().map(|g| (To::Game(g), g)).collect()
            }
            Piece::Heap(term) => {
                let mut options = Vec::new();
                for option in heap_options(term, u)? {
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
    drop(heaps);
    // Whoever cannot move has won already.
    let is_over = is_over(&summands, forms);
    let outcome: Outcome = (!is_over && !any_wins).into();
    Ok(Analysis {
        is_over,
        summands,
        outcome,
        moves,
        values: values.into_iter().map(Some).collect(),
    })
}
