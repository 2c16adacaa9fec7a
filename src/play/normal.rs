//! Normal play: a move wins iff it brings the nim value of the sum to 0.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::method::Method;
use super::sum::{Analysis, Move, Piece, PlayError, Summand, To, heap_options, is_over};
use crate::game::{Forms, Outcome, Universe};
use crate::limits::Budget;
use crate::nim::{NimValue, NimValues};

pub(super) fn analyse(
    summands: Vec<Summand>,
    forms: &Forms,
    all: bool,
    u: &mut Universe,
) -> Result<Analysis, PlayError> {
    let budget = u.budget().clone();
    let (mut heaps, nim_values) = values(&summands, forms, &budget)?;
    let total = total(&summands, &nim_values);
    let outcome: Outcome = total.is_zero().into();
    let mut moves = Vec::new();
    let mut account = budget.account();
    let mut values = vec![None; summands.len()];
    for (summand, (Summand { piece, .. }, value)) in summands.iter().zip(&nim_values).enumerate() {
        // The nim value of an option that makes the sum 0.
        let wanted = total.clone() ^ value;
        match piece {
            Piece::Form(form) => {
                let games = forms.values(u, *form)?;
                values[summand] = Some(games[form]);
                let mut options = Vec::new();
                for option in forms.options(*form) {
                    let wins = wanted == u64::from(forms.nim_value(option)).into();
                    options.push((games[&option], wins));
                }
                let order = u.structural_order(options.iter().map(|&(game, _)| game))?;
                options.sort_by_key(|&(game, _)| order.rank(game));
                options.dedup();
                let options = options.into_iter().filter(|&(_, wins)| wins || all);
                moves.extend(options.map(|(game, wins)| Move {
                    summand,
                    to: To::Game(game),
                    result: wins.into(),
                }));
            }
            // Unlike a nim heap, a heap may have options of a larger value than its own.
            Piece::Heap(_) if outcome == Outcome::P && !all => {}
            Piece::Heap(term) => {
                let Some(heap_values) = heaps.get_mut(&term.ruleset.name()) else {
                    continue;
                };
                for option in heap_options(term, &mut account)? {
                    let wins = heap_values.sum(&option, &budget)? == wanted;
                    if wins || all {
                        moves.push(Move {
                            summand,
                            to: To::Heaps(option),
                            result: wins.into(),
                        });
                    }
                }
            }
        }
    }
    drop(heaps);
    Ok(Analysis {
        is_over: is_over(&summands, forms),
        summands,
        outcome,
        moves,
        values,
        method: Method::NimValues(nim_values),
    })
}

/// The nim values of heaps, by the names of their rulesets.
type HeapValues<'s> = HashMap<String, NimValues<'s>>;

/// The nim values of the summands, one copy of each, and what computed those of heaps.
fn values<'s>(
    summands: &'s [Summand],
    forms: &Forms,
    budget: &Budget,
) -> Result<(HeapValues<'s>, Vec<NimValue>), PlayError> {
    let mut heaps = HeapValues::new();
    for term in summands.iter().filter_map(Summand::heap) {
        if let Entry::Vacant(place) = heaps.entry(term.ruleset.name()) {
            place.insert(NimValues::new(&*term.ruleset)?);
        }
    }
    let mut nim_values = Vec::new();
    for summand in summands {
        nim_values.push(match &summand.piece {
            Piece::Form(form) => u64::from(forms.nim_value(*form)).into(),
            Piece::Heap(term) => match heaps.get_mut(&term.ruleset.name()) {
                Some(values) => values.value_at(&term.coordinates, budget)?,
                None => NimValue::default(),
            },
        });
    }
    Ok((heaps, nim_values))
}

/// The nim value of the sum: two copies cancel.
fn total(summands: &[Summand], values: &[NimValue]) -> NimValue {
    let mut total = NimValue::default();
    for (summand, value) in summands.iter().zip(values) {
        if summand.copies % 2 == 1 {
            total ^= value;
        }
    }
    total
}

/// The nim value of a sum.
pub(super) fn nim_value(
    summands: &[Summand],
    forms: &Forms,
    budget: &Budget,
) -> Result<NimValue, PlayError> {
    let (_, nim_values) = values(summands, forms, budget)?;
    Ok(total(summands, &nim_values))
}
