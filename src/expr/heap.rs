//! The heaps of rulesets in an expression.

use std::collections::HashMap;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use super::EvalError;
use crate::game::{Game, Universe};
use crate::heaps::{Coordinates, HeapGames, Position, Ruleset, RulesetError};
use crate::notation::{Diagnostic, Node, NodeId, Span, Syntax};

/// A position of a ruleset, its coordinates of any size.
#[derive(Clone)]
pub struct HeapTerm {
    /// The ruleset.
    pub ruleset: Arc<dyn Ruleset>,
    /// The coordinates.
    pub coordinates: Vec<BigUint>,
    /// The position, if it is not written as a list of numbers.
    read: Option<Position>,
    /// Where it was written.
    span: Span,
}

impl HeapTerm {
    /// Returns the heap at a node; `None` if the node is not a heap.
    pub fn at(syntax: &Syntax, id: NodeId) -> Result<Option<Self>, Diagnostic> {
        let Node::Heap {
            ruleset: text,
            position,
        } = syntax.node(id)
        else {
            return Ok(None);
        };
        let span = syntax.span(id);
        let written = position.join(",");
        // Without blanks, places in the texts are places in the input.
        let verbatim = span.end - span.start == text.len() + written.len() + 2;
        let located = |error: RulesetError, offset: usize| {
            let within = Span {
                start: span.start + offset + error.span.start,
                end: span.start + offset + error.span.end,
            };
            let place = if verbatim && within.end <= span.end {
                within
            } else {
                span
            };
            let diagnostic = Diagnostic::new(error.message, place);
            match error.hint {
                Some(hint) => diagnostic.with_hint(hint),
                None => diagnostic,
            }
        };
        let book = syntax.rulebook();
        let ruleset = book.ruleset(text).map_err(|error| {
            // `powerset(subtract)` may be a ruleset without a size.
            match book.ruleset(&format!("{text}({written})")) {
                Ok(_) => size_missing(&format!("{text}({written})"), span),
                Err(_) => located(error, 0),
            }
        })?;
        let term = if let Some(position) = ruleset.read_position(&written) {
            let position = position.map_err(|error| located(error, text.len() + 1))?;
            Self::new(ruleset, position, span)
        } else {
            let numbers = position.iter().map(|digits| digits.parse().ok());
            let Some(coordinates) = numbers.collect() else {
                let place = Span {
                    start: span.end - written.len() - 2,
                    end: span.end,
                };
                let place = if verbatim { place } else { span };
                let message =
                    format!("expected the size of a heap of `{text}`, found `({written})`");
                let hint = format!("a heap needs its size, as in {text}(5)");
                return Err(Diagnostic::new(message, place).with_hint(hint));
            };
            Self {
                ruleset,
                coordinates,
                read: None,
                span,
            }
        };
        term.check()?;
        Ok(Some(term))
    }

    /// Creates the term for a position that no expression names.
    pub(crate) fn of_position(ruleset: Arc<dyn Ruleset>, position: Position) -> Self {
        Self::new(ruleset, position, Span { start: 0, end: 0 })
    }

    /// Creates the term for a position.
    fn new(ruleset: Arc<dyn Ruleset>, position: Position, span: Span) -> Self {
        let coordinates = position.coordinates().into_iter();
        Self {
            ruleset,
            coordinates: coordinates.map(BigUint::from).collect(),
            read: Some(position),
            span,
        }
    }

    fn check(&self) -> Result<(), Diagnostic> {
        let (game, name) = (&*self.ruleset, self.ruleset.called());
        if self.read.is_some() {
            return Ok(());
        }
        if self.coordinates.len() != game.arity() {
            if game.arity() != 1 {
                let message = format!("a position of `{name}` is {} numbers", game.arity());
                return Err(Diagnostic::new(message, self.span));
            }
            let message = format!("a position of `{name}` is one number");
            let heaps = self.coordinates.iter().take(4);
            let heaps: Vec<String> = heaps.map(|x| format!("{name}({x})")).collect();
            let more = if self.coordinates.len() > heaps.len() {
                " + …"
            } else {
                ""
            };
            let hint = format!("several heaps are a sum: {}{more}", heaps.join(" + "));
            return Err(Diagnostic::new(message, self.span).with_hint(hint));
        }
        let smallest = game.smallest();
        if self
            .coordinates
            .iter()
            .any(|x| *x < BigUint::from(smallest))
        {
            let message = format!("the smallest heap of `{name}` is {smallest}");
            return Err(Diagnostic::new(message, self.span));
        }
        if self
            .position()
            .is_some_and(|position| !game.is_position(position))
        {
            let message = format!("this is not a position of `{name}`");
            return Err(Diagnostic::new(message, self.span).with_hint(game.rule()));
        }
        Ok(())
    }

    /// Returns the text of the heap in an expression.
    pub fn name(&self) -> String {
        if let Some(position) = self.read {
            return self.ruleset.heap_name(position);
        }
        let coordinates: Vec<String> = self.coordinates.iter().map(ToString::to_string).collect();
        format!("{}({})", self.ruleset.name(), coordinates.join(","))
    }

    /// Returns the text of the heap with the name of its ruleset that was typed.
    pub fn called(&self) -> String {
        if let Some(position) = self.position() {
            return self.ruleset.called_heap(position);
        }
        let coordinates: Vec<String> = self.coordinates.iter().map(ToString::to_string).collect();
        format!("{}({})", self.ruleset.called(), coordinates.join(","))
    }

    /// Returns the position, if its coordinates fit into one (see [`Position::new`]).
    pub fn position(&self) -> Option<Position> {
        if self.read.is_some() {
            return self.read;
        }
        let coordinates = self.coordinates.iter().map(ToPrimitive::to_u64);
        Position::new(&coordinates.collect::<Option<Coordinates>>()?)
    }

    /// Whether both are the same position of the same ruleset.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.coordinates == other.coordinates
            && self.position() == other.position()
            && self.ruleset.name() == other.ruleset.name()
    }

    /// Returns another position of the same ruleset.
    pub(crate) fn moved_to(&self, position: Position) -> Self {
        Self::new(Arc::clone(&self.ruleset), position, self.span)
    }

    /// Returns the position for a canonical form, or why there is none.
    pub(crate) fn canonical_position(&self) -> Result<Position, Diagnostic> {
        if self.ruleset.is_loopy() {
            let name = self.ruleset.called();
            let message = format!("play of `{name}` may go on for ever: it has no canonical form");
            let example = self.ruleset.endless_play();
            let message = example.map_or(message.clone(), |play| format!("{message}: {play}"));
            return Err(Diagnostic::new(message, self.span)
                .with_hint("`misere moves --normal` tells who wins, or that nobody does"));
        }
        self.position().ok_or_else(|| {
            let message = "the canonical form of so large a heap is out of reach";
            Diagnostic::new(message, self.span)
        })
    }
}

fn size_missing(ruleset: &str, span: Span) -> Diagnostic {
    let message = format!("`{ruleset}` is a ruleset: its heap needs a size");
    Diagnostic::new(message, span).with_hint(format!("as in {ruleset}(5)"))
}

/// Returns the canonical forms of the wanted heaps of an expression, by node.
pub(super) fn heap_values(
    syntax: &Syntax,
    universe: &mut Universe,
    wanted: impl Fn(NodeId) -> bool,
) -> Result<FxHashMap<NodeId, Game>, EvalError> {
    let mut terms = Vec::new();
    for (id, _) in syntax.iter().filter(|&(id, _)| wanted(id)) {
        if let Some(term) = HeapTerm::at(syntax, id)? {
            terms.push((id, term.ruleset.name(), term));
        }
    }
    let mut games: HashMap<&str, HeapGames<'_>> = HashMap::new();
    let mut values = FxHashMap::default();
    for (id, name, term) in &terms {
        let position = term.canonical_position()?;
        let games = games
            .entry(name)
            .or_insert_with(|| HeapGames::new(&*term.ruleset));
        values.insert(*id, games.value(universe, position)?);
    }
    Ok(values)
}
