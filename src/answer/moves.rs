//! The moves of a sum, and which of them win.

use serde::Serialize;

use super::{GameForm, Style};
use crate::expr::HeapTerm;
use crate::game::{Outcome, Universe};
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Account, Reason, Stopped};
use crate::nim::loopy::{LoopyMove, LoopyOutcome, LoopySum};
use crate::play::{self, Analysis, Convention, To};

/// The winning moves of a sum that ends.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moves {
    /// The expression.
    pub position: String,
    /// Whether the player who makes the last move wins (normal) or loses (misere).
    pub play: Convention,
    /// Who wins.
    pub outcome: Outcome,
    /// How it was found.
    pub method: MovesMethod,
    /// The moves to P-positions.
    pub winning_moves: Vec<Move>,
    /// The moves to N-positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losing_moves: Option<Vec<Move>>,
    /// The memory that the lists take.
    #[serde(skip)]
    #[expect(dead_code, reason = "held until the answer is dropped")]
    memory: Account,
}

/// The winning and drawing moves of a sum that may go on for ever, in normal play.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoopyMoves {
    /// The moves to positions in which nobody need lose.
    pub drawing_moves: Vec<Move<LoopyOutcome>>,
    /// The moves to N-positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losing_moves: Option<Vec<Move<LoopyOutcome>>>,
    /// How it was found: always `loopy values`.
    pub method: MovesMethod,
    /// Who wins.
    pub outcome: LoopyOutcome,
    /// Always `normal`.
    pub play: Convention,
    /// The expression.
    pub position: String,
    /// The moves to positions that the bounds leave undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided_moves: Option<Vec<Move<LoopyOutcome>>>,
    /// The generalised nim values of the heaps.
    pub values: Vec<String>,
    /// The moves to P-positions.
    pub winning_moves: Vec<Move<LoopyOutcome>>,
    /// The memory that the lists take.
    #[serde(skip)]
    #[expect(dead_code, reason = "held until the answer is dropped")]
    memory: Account,
}

/// How the outcome of a sum was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "moves_method"))]
pub enum MovesMethod {
    /// By the nim values of the summands.
    #[serde(rename = "nim values")]
    NimValues,
    /// By the canonical forms of the summands.
    #[serde(rename = "canonical forms")]
    CanonicalForms,
    /// In the misère quotient of the ruleset.
    #[serde(rename = "quotient")]
    Quotient,
    /// By playing the sum out.
    #[serde(rename = "played out")]
    PlayedOut,
    /// By generalised nim values, where play may go on for ever.
    #[serde(rename = "loopy values")]
    LoopyValues,
}

impl From<&play::Method> for MovesMethod {
    fn from(method: &play::Method) -> Self {
        match method {
            play::Method::NimValues(_) => Self::NimValues,
            play::Method::CanonicalForms => Self::CanonicalForms,
            play::Method::Quotient(_) => Self::Quotient,
            play::Method::PlayedOut => Self::PlayedOut,
        }
    }
}

/// A move in one summand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "move_{R}"))]
pub struct Move<R = Outcome> {
    /// The number of the summand, from 0.
    pub component: usize,
    /// The summand.
    pub from: Piece,
    /// What is left of it.
    pub to: Vec<Piece>,
    /// The outcome of the position after the move.
    pub result: R,
}

/// A game, or heaps as in an expression.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "piece"))]
#[serde(untagged)]
pub enum Piece {
    /// An explicit game, in simplest form.
    Game(GameForm),
    /// Heaps of a ruleset.
    Heaps(String),
}

impl<R> Move<R> {
    fn memory(&self) -> usize {
        let pieces = self.to.iter().chain([&self.from]);
        let texts = pieces.map(|piece| match piece {
            Piece::Game(game) => game.memory(),
            // Allocators round small texts up.
            Piece::Heaps(text) => text.capacity().max(16) + size_of::<Piece>() + 16,
        });
        size_of::<Self>() + texts.sum::<usize>()
    }
}

impl Moves {
    /// Writes the analysis of a sum; `all` also lists losing moves.
    ///
    /// # Errors
    /// If the lists do not fit the memory limit, or another limit is reached.
    pub fn new(
        u: &mut Universe,
        position: &str,
        play: Convention,
        analysis: &Analysis,
        (all, style): (bool, &Style),
    ) -> Result<Self, Stopped> {
        let mut memory = u.budget().account();
        let (mut winning_moves, mut losing_moves) = (Vec::new(), Vec::new());
        for m in &analysis.moves {
            u.check_deadline()?;
            let written = Move::in_sum(u, analysis, m, style)?;
            let held = memory.add(written.memory());
            held.map_err(|reason| stopped(u, reason))?;
            match m.result {
                Outcome::P => winning_moves.push(written),
                Outcome::N => losing_moves.push(written),
            }
        }
        Ok(Self {
            position: position.into(),
            play,
            outcome: analysis.outcome,
            method: (&analysis.method).into(),
            winning_moves,
            losing_moves: all.then_some(losing_moves),
            memory,
        })
    }
}

impl Move {
    fn in_sum(
        u: &mut Universe,
        analysis: &Analysis,
        m: &play::Move,
        style: &Style,
    ) -> Result<Self, Stopped> {
        let summand = &analysis.summands[m.summand];
        let from = match (summand.heap(), analysis.values[m.summand]) {
            (None, Some(game)) => Piece::Game(style.form(u, game)?),
            (heap, _) => Piece::Heaps(heap.map(HeapTerm::name).unwrap_or_default()),
        };
        let to = match (&m.to, summand.heap()) {
            (To::Game(game), _) => vec![Piece::Game(style.form(u, *game)?)],
            (To::Heaps(heaps), Some(term)) if !heaps.is_empty() => {
                let terms = heap_terms(&*term.ruleset, heaps);
                terms.into_iter().map(Piece::Heaps).collect()
            }
            (To::Heaps(_), _) => Vec::new(),
        };
        Ok(Self {
            component: m.summand,
            from,
            to,
            result: m.result,
        })
    }
}

impl LoopyMoves {
    /// Writes the analysis of a sum of these positions; `all` also lists losing and undecided
    /// moves.
    ///
    /// # Errors
    /// If the lists do not fit the memory limit.
    pub fn new(
        position: &str,
        components: &[(&dyn Ruleset, Position)],
        sum: &LoopySum,
        all: bool,
        mut memory: Account,
    ) -> Result<Self, Reason> {
        let mut moves = |outcome: LoopyOutcome| -> Result<_, Reason> {
            let mut listed = Vec::new();
            for m in sum.moves.iter().filter(|m| m.result == outcome) {
                let written = Move::in_loopy_sum(components, m);
                memory.add(written.memory())?;
                listed.push(written);
            }
            Ok(listed)
        };
        Ok(Self {
            position: position.into(),
            play: Convention::Normal,
            outcome: sum.outcome,
            method: MovesMethod::LoopyValues,
            values: sum.values.iter().map(ToString::to_string).collect(),
            winning_moves: moves(LoopyOutcome::Previous)?,
            drawing_moves: moves(LoopyOutcome::Draw)?,
            losing_moves: all.then(|| moves(LoopyOutcome::Next)).transpose()?,
            undecided_moves: all.then(|| moves(LoopyOutcome::Undecided)).transpose()?,
            memory,
        })
    }
}

impl Move<LoopyOutcome> {
    fn in_loopy_sum(components: &[(&dyn Ruleset, Position)], m: &LoopyMove) -> Self {
        let (ruleset, from) = components[m.component];
        Self {
            component: m.component,
            from: Piece::Heaps(ruleset.heap_name(from)),
            to: vec![Piece::Heaps(heap_terms(ruleset, &m.to).join(" + "))],
            result: m.result,
        }
    }
}

/// Writes heaps as terms of an expression, largest first; no heaps are `0`.
pub fn heap_terms(ruleset: &dyn Ruleset, heaps: &Heaps) -> Vec<String> {
    terms(heaps, |position| ruleset.heap_name(position))
}

/// The same with the name of the ruleset that was typed.
pub fn called_terms(ruleset: &dyn Ruleset, heaps: &Heaps) -> Vec<String> {
    terms(heaps, |position| ruleset.called_heap(position))
}

fn terms(heaps: &Heaps, name: impl Fn(Position) -> String) -> Vec<String> {
    let terms = heaps.iter();
    let terms = terms.map(|(position, copies)| copies_of(copies, &name(position)));
    let mut terms: Vec<String> = terms.collect();
    terms.reverse();
    if terms.is_empty() {
        terms.push("0".into());
    }
    terms
}

/// Writes copies of a game as a term of an expression: `2·kayles(5)`, and `2·(0.77(5))`, because a
/// number before a number reads as arithmetic.
pub fn copies_of(copies: u64, game: &str) -> String {
    match copies {
        1 => game.into(),
        _ if game.starts_with(|c: char| c.is_ascii_digit()) && game.contains('.') => {
            format!("{copies}·({game})")
        }
        _ => format!("{copies}·{game}"),
    }
}

fn stopped(u: &Universe, reason: Reason) -> Stopped {
    Stopped {
        reason,
        nodes: u.nodes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::{HeapTerm, summands};
    use crate::heaps::ruleset;
    use crate::notation::parse;

    #[test]
    fn terms_are_read_back() {
        let mut heaps = Heaps::heap(49);
        heaps.add(Position::heap(49), 1);
        heaps.add(Position::heap(3), 1);
        for (name, written) in [
            ("kayles", "2·kayles(49) + kayles(3)"),
            ("0.77", "2·(0.77(49)) + 0.77(3)"),
            ("cut{1,6}", "2·cut{1,6}(49) + cut{1,6}(3)"),
        ] {
            let game = ruleset(name).unwrap();
            let text = called_terms(&*game, &heaps).join(" + ");
            assert_eq!(text, written);
            let syntax = parse(&text).unwrap();
            let mut read = Heaps::none();
            for (copies, id) in summands(&syntax) {
                let term = HeapTerm::at(&syntax, id).unwrap().unwrap();
                assert_eq!(term.ruleset.name(), game.name());
                read.add(term.position().unwrap(), copies);
            }
            assert_eq!(read, heaps, "{text}");
        }
        assert_eq!(copies_of(3, "2#"), "3·2#");
    }
}
