//! Reads a move as it is typed.

use misere::expr::{HeapTerm, evaluate, summands};
use misere::game::Game;
use misere::heaps::{Heaps, Position, Ruleset};
use misere::notation::parse;
use misere::play::{Move, To};

use super::super::failure::Failure;
use super::table::Table;

/// What was typed.
pub(super) enum Entry {
    /// A legal move.
    Move(Move),
    /// Anything else, with a message.
    NotAMove(String),
}

/// Reads `5 -> 1`, `kayles(9) -> 3+4`, `9 -> 3+4`, `-> 1`, or the number of a move in the list.
pub(super) fn read(table: &mut Table<'_>, text: &str) -> Result<Entry, Failure> {
    let Some((from, to)) = split(text) else {
        return numbered(table, text);
    };
    let Some(number) = summand(table, from)? else {
        let position = table.position()?;
        return Ok(Entry::NotAMove(format!(
            "there is no `{from}` in {position}; write a summand as it stands there"
        )));
    };
    let moves = table.analysis()?.moves.clone();
    let here = moves.into_iter().filter(|m| m.summand == number);
    let heap = table.sum.summands()[number].heap().cloned();
    let found = match heap {
        Some(term) => heaps(&term, to).and_then(|wanted| {
            let ruleset = &*term.ruleset;
            let wanted = playable(ruleset, &wanted);
            let mut fitting = here.filter(
                |m| matches!(&m.to, To::Heaps(heaps) if playable(ruleset, heaps) == wanted),
            );
            fitting.next()
        }),
        None => {
            game(table, to).and_then(|wanted| here.into_iter().find(|m| m.to == To::Game(wanted)))
        }
    };
    Ok(match found {
        Some(m) => Entry::Move(m),
        None => Entry::NotAMove(format!("`{text}` is not a move; ? lists the moves")),
    })
}

/// The sides of the arrow.
fn split(text: &str) -> Option<(&str, &str)> {
    let (from, to) = ["->", "→", "=>"]
        .iter()
        .find_map(|arrow| text.split_once(arrow))?;
    Some((from.trim(), to.trim()))
}

fn numbered(table: &mut Table<'_>, text: &str) -> Result<Entry, Failure> {
    let moves = &table.analysis()?.moves;
    let chosen = text.parse().ok().and_then(|number: usize| {
        let index = number.checked_sub(1)?;
        moves.get(index)
    });
    Ok(match chosen {
        Some(m) => Entry::Move(m.clone()),
        None => Entry::NotAMove(format!(
            "`{text}` is neither a move, as in 5 -> 1, nor the number of a move; ? lists them"
        )),
    })
}

/// Finds the summand with this name, heap size or value.
fn summand(table: &mut Table<'_>, text: &str) -> Result<Option<usize>, Failure> {
    let count = table.sum.summands().len();
    if text.is_empty() {
        return Ok((count == 1).then_some(0));
    }
    let blankless = |text: &str| -> String { text.split_whitespace().collect() };
    for number in 0..count {
        if blankless(&table.name(number)?) == blankless(text) {
            return Ok(Some(number));
        }
    }
    let by_size = |number: &usize| {
        let heap = table.sum.summands()[*number].heap();
        heap.is_some_and(|term| matches!(&term.coordinates[..], [size] if size.to_string() == text))
    };
    let mut sized = (0..count).filter(by_size);
    if let (Some(number), None) = (sized.next(), sized.next()) {
        return Ok(Some(number));
    }
    if let Some(name) = heap_of(text).map(|term| term.name()) {
        let same = |number: &usize| {
            let heap = table.sum.summands()[*number].heap();
            heap.is_some_and(|term| term.name() == name)
        };
        return Ok((0..count).find(same));
    }
    let Some(wanted) = game(table, text) else {
        return Ok(None);
    };
    for number in 0..count {
        let summand = &table.sum.summands()[number];
        if table.sum.game(summand, &mut table.session.universe)? == Some(wanted) {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// The value of an expression, if it has one.
fn game(table: &mut Table<'_>, text: &str) -> Option<Game> {
    evaluate(&parse(text).ok()?, &mut table.session.universe).ok()
}

/// Parses a text that is one heap.
fn heap_of(text: &str) -> Option<HeapTerm> {
    let syntax = parse(text).ok()?;
    HeapTerm::at(&syntax, syntax.root()).ok()?
}

/// Parses what becomes of a heap: sizes as in `3+4` or `3,4`, or heaps of the same ruleset.
fn heaps(term: &HeapTerm, text: &str) -> Option<Heaps> {
    if term.ruleset.arity() == 1 {
        let sizes = text.split(['+', ',']).map(|size| size.trim().parse());
        if let Ok(sizes) = sizes.collect::<Result<Vec<u64>, _>>() {
            return Some(Heaps::of_sizes(sizes));
        }
    }
    let syntax = parse(text).ok()?;
    let mut heaps = Heaps::none();
    for (copies, id) in summands(&syntax) {
        let heap = HeapTerm::at(&syntax, id).ok()??;
        if heap.ruleset.name() != term.ruleset.name() {
            return None;
        }
        heaps.checked_add(heap.position()?, copies)?;
    }
    Some(heaps)
}

/// The heaps with a move; the others need not be written.
fn playable(ruleset: &dyn Ruleset, heaps: &Heaps) -> Heaps {
    let mut rest = Heaps::none();
    let has_options =
        |position: Position| ruleset.is_position(position) && ruleset.has_options(position);
    for (position, copies) in heaps.iter().filter(|&(position, _)| has_options(position)) {
        rest.add(position, copies);
    }
    rest
}
