//! Misère play, by canonical forms.

use rustc_hash::FxHashMap;

use super::sum::{Analysis, Move, Piece, PlayError, Summand, To, heap_options, is_over};
use crate::game::{Forms, Game, Outcome, Universe};
use crate::heaps::HeapGames;

pub(super) fn analyse(
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
