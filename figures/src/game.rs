//! A game and its followers as a diagram.

use rustc_hash::FxHashMap;

use misere::game::{Game, Outcome, StructuralOrder, Universe};
use misere::limits::Reason;
use misere_picture::{Ascent, Diagram, Edge, Kind, Node, Shape};

use super::formula::formula;
use super::label::{letters, shortened};

/// A node with a longer form is named by its birthday and a letter.
const LONGEST_LABEL: usize = 12;
/// The maximum number of names that the legend explains.
const MOST_NAMES: usize = 30;
/// The maximum number of characters of an explanation in the legend.
const LONGEST_MEANING: usize = 72;
/// The maximum number of characters of the description of a node.
pub const LONGEST_DETAIL: usize = 300;

/// Draws a game and its followers: one node for each, in the order of `order`, whose last game it is.
/// `forms` has the games in writing, where they take at most [`LONGEST_DETAIL`] characters.
///
/// # Errors
/// A limit was reached.
pub fn followers(
    u: &Universe,
    order: &StructuralOrder,
    forms: &[Option<String>],
    title: &str,
) -> Result<Diagram, Reason> {
    let games = order.games();
    let g = games.last().copied().unwrap_or_else(|| u.zero());
    let edges = games.iter().map(|&h| u.option_count(h)).sum();
    let numbers: FxHashMap<Game, usize> = (games.iter().copied()).zip(0..).collect();
    let mut labels = Vec::with_capacity(games.len());
    let (mut day, mut on_day) = (0, 0);
    for (&h, form) in games.iter().zip(forms) {
        let born = u.birthday(h);
        on_day = if born == day { on_day } else { 0 };
        day = born;
        labels.push(match form {
            Some(form) if form.chars().count() <= LONGEST_LABEL => form.clone(),
            _ => format!("{day}{}", letters(on_day)),
        });
        on_day += 1;
    }
    let mut diagram = Diagram::new(title);
    diagram.reserve(games.len(), edges, u.budget())?;
    diagram.ascent = Ascent::Up;
    diagram.ranks = "birthday".into();
    diagram.joined = true;
    diagram.typeset = Some(formula);
    diagram.kinds = vec![
        Kind::new("N-position: the next player wins", Some('N'), Shape::Pill),
        Kind::new(
            "P-position: the previous player wins",
            Some('P'),
            Shape::Block,
        ),
    ];
    for (number, &h) in games.iter().enumerate() {
        u.budget().check()?;
        let mut options: Vec<usize> = u.options(h).map(|o| numbers[&o]).collect();
        options.sort_unstable();
        // No more is ever shown: a label has a character at least.
        let listed = options.iter().rev().take(LONGEST_DETAIL);
        let listed: Vec<&str> = listed.map(|&o| labels[o].as_str()).collect();
        let set = format!("{{{}}}", listed.join(", "));
        let label = labels[number].clone();
        let outcome = u.outcome(h);
        let meaning = match &forms[number] {
            Some(form) if *form != label => format!("{label} = {form} = {set}"),
            _ => format!("{label} = {set}"),
        };
        if forms[number].as_ref() != Some(&label) {
            let meaning = match &forms[number] {
                Some(form) if form.chars().count() <= LONGEST_MEANING => form,
                _ => &set,
            };
            let meaning = format!("= {}", shortened(meaning, LONGEST_MEANING));
            diagram.names.push((label.clone(), meaning));
        }
        diagram.nodes.push(Node {
            label,
            detail: format!("{}, {outcome}", shortened(&meaning, LONGEST_DETAIL)),
            kind: usize::from(outcome == Outcome::P),
            rank: usize::try_from(u.birthday(h)).unwrap_or(usize::MAX),
        });
        let edges = options.into_iter().rev().map(|to| Edge {
            from: number,
            to,
            line: 0,
        });
        diagram.edges.extend(edges);
    }
    let (positions, moves) = (diagram.nodes.len(), diagram.edges.len());
    diagram.subtitle = format!(
        "{}, {}, birthday {}, {}-position",
        counted(positions, "position"),
        counted(moves, "move"),
        u.birthday(g),
        u.outcome(g)
    );
    if moves > 0 {
        let read = "Lines lead down from a game to its options; lines to the same option join.";
        diagram.remarks.push(read.into());
    }
    if diagram.names.len() > MOST_NAMES {
        diagram.names.clear();
        let names =
            "A long form is named by its birthday and a letter; point at it to see its options.";
        diagram.remarks.push(names.into());
    }
    Ok(diagram)
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}
