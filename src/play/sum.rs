//! A sum in play, and the analysis of a position.

use std::sync::Arc;

use im::Vector;
use thiserror::Error;

use super::method::Method;
use super::strategy::Patience;
use super::{misere, normal};
use crate::expr::{EvalError, HeapTerm, evaluate_forms, summands};
use crate::game::{Form, Forms, Game, Outcome, Universe};
use crate::heaps::{Heaps, Position, Ruleset, listed_options};
use crate::limits::{Account, Budget, Reason, Stopped};
use crate::nim::{NimError, NimValue};
use crate::notation::{Diagnostic, NodeId, Span, Syntax};

/// The convention of play: who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Convention {
    /// The player who makes the last move wins.
    Normal,
    /// The player who makes the last move loses.
    Misere,
}

/// A summand of a position: copies of an explicit game or of a heap.
#[derive(Clone)]
pub struct Summand {
    /// Its place in the expression; none if a move made it.
    pub span: Option<Span>,
    /// The number of copies, at least one.
    pub copies: u64,
    pub(super) piece: Piece,
}

impl Summand {
    /// Returns the heap, if the summand is one.
    pub fn heap(&self) -> Option<&HeapTerm> {
        match &self.piece {
            Piece::Heap(term) => Some(term),
            Piece::Form(_) => None,
        }
    }
}

/// A summand for [`Sum::of`].
#[derive(Clone)]
pub enum Term {
    /// A game in simplest form.
    Game(Game),
    /// A position of a ruleset.
    Heap(Arc<dyn Ruleset>, Position),
}

/// An explicit game or a heap.
#[derive(Clone)]
pub(super) enum Piece {
    /// An explicit game, played without simplification.
    Form(Form),
    /// A heap of a ruleset.
    Heap(HeapTerm),
}

/// The result of a move in one copy of a summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum To {
    /// An option of an explicit game, in simplest form.
    Game(Game),
    /// Heaps of the same ruleset.
    Heaps(Heaps),
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Move {
    /// The number of the summand that is moved in.
    pub summand: usize,
    /// What is left of one copy of it.
    pub to: To,
    /// The outcome of the position after the move; P if the move wins.
    pub result: Outcome,
}

/// The outcome and the moves of a position.
#[non_exhaustive]
pub struct Analysis {
    /// The summands, equal ones together, in the order in which they are first written.
    pub summands: Vec<Summand>,
    /// The outcome.
    pub outcome: Outcome,
    /// Whether there is no move.
    pub is_over: bool,
    /// The winning moves, or all moves if they were asked for; each once, by summand.
    pub moves: Vec<Move>,
    /// The canonical forms of the summands, where they were computed.
    pub values: Vec<Option<Game>>,
    /// The method that found it.
    pub method: Method,
}

/// Why a sum cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The expression has no value, or a limit was reached.
    #[error(transparent)]
    Expression(#[from] EvalError),
    /// A nim value or a search is out of reach.
    #[error(transparent)]
    Nim(#[from] NimError),
}

impl From<Stopped> for PlayError {
    fn from(stopped: Stopped) -> Self {
        EvalError::from(stopped).into()
    }
}

impl From<Reason> for PlayError {
    fn from(reason: Reason) -> Self {
        NimError::from(reason).into()
    }
}

impl From<Diagnostic> for PlayError {
    fn from(diagnostic: Diagnostic) -> Self {
        EvalError::from(diagnostic).into()
    }
}

/// Finds the winning moves of an expression, or with `all` every move.
///
/// A difference is played as one game, its simplest form.
pub fn analyse(
    syntax: &Syntax,
    convention: Convention,
    all: bool,
    universe: &mut Universe,
) -> Result<Analysis, PlayError> {
    Sum::read(syntax, universe)?.analyse(convention, all, universe)
}

/// A sum in play.
///
/// ```
/// use misere::game::{Outcome, Universe};
/// use misere::notation::parse;
/// use misere::play::{Convention, Sum};
///
/// let mut u = Universe::new();
/// let mut sum = Sum::read(&parse("kayles(5) + 2#")?, &mut u)?;
/// let found = sum.analyse(Convention::Misere, false, &mut u)?;
/// assert_eq!(found.outcome, Outcome::N);
/// sum.play(&found.moves[0], &u)?;
/// assert_eq!(sum.analyse(Convention::Misere, false, &mut u)?.outcome, Outcome::P);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Sum {
    /// Persistent: a position before a move shares with the position after it what stayed the same.
    summands: Vector<Summand>,
    forms: Forms,
    /// The positions before each move.
    past: Vec<Vector<Summand>>,
}

impl Sum {
    /// Reads an expression as a sum. A difference is one game, its simplest form.
    pub fn read(syntax: &Syntax, universe: &mut Universe) -> Result<Self, PlayError> {
        let mut forms = Forms::with_budget(universe.budget().clone());
        let summands = split(syntax, &mut forms, universe)?;
        Ok(Self {
            summands: summands.into(),
            forms,
            past: Vec::new(),
        })
    }

    /// Makes a sum of terms, each with its number of copies. Rulesets with the same name are taken for
    /// the same.
    ///
    /// ```
    /// use misere::game::{Outcome, Universe};
    /// use misere::heaps::{Position, ruleset};
    /// use misere::play::{Convention, Sum, Term};
    ///
    /// let mut u = Universe::new();
    /// let (row, two) = (Term::Heap(ruleset("kayles")?, Position::heap(5)), Term::Game(u.nim(2)?));
    /// let sum = Sum::of([(1, row), (3, two)], &mut u)?;
    /// assert_eq!(sum.analyse(Convention::Misere, false, &mut u)?.outcome, Outcome::N);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there would be 2^64 copies of a position or more, or a limit is reached.
    pub fn of(
        terms: impl IntoIterator<Item = (u64, Term)>,
        universe: &mut Universe,
    ) -> Result<Self, PlayError> {
        let mut forms = Forms::with_budget(universe.budget().clone());
        let mut summands = Vector::new();
        for (copies, term) in terms {
            let piece = match term {
                Term::Game(game) => Piece::Form(forms.canonical(universe, game)?),
                Term::Heap(ruleset, position) => {
                    Piece::Heap(HeapTerm::of_position(ruleset, position))
                }
            };
            if copies > 0 && add(&mut summands, None, copies, piece).is_none() {
                let message = "there would be 2^64 copies of a position or more";
                return Err(NimError::OutOfReach(message.into()).into());
            }
        }
        Ok(Self {
            summands,
            forms,
            past: Vec::new(),
        })
    }

    /// Returns the summands, equal ones together.
    pub fn summands(&self) -> &Vector<Summand> {
        &self.summands
    }

    /// Finds the winning moves, or with `all` every move, with [`Patience::MOVES`].
    pub fn analyse(
        &self,
        convention: Convention,
        all: bool,
        universe: &mut Universe,
    ) -> Result<Analysis, PlayError> {
        self.analyse_with(convention, all, &Patience::MOVES, universe)
    }

    /// Finds the winning moves, or with `all` every move. The patience is that of misère play.
    pub fn analyse_with(
        &self,
        convention: Convention,
        all: bool,
        patience: &Patience,
        universe: &mut Universe,
    ) -> Result<Analysis, PlayError> {
        let summands = self.summands.iter().cloned().collect();
        match convention {
            Convention::Normal => normal::analyse(summands, &self.forms, all, universe),
            Convention::Misere => misere::analyse(summands, &self.forms, all, patience, universe),
        }
    }

    /// Computes the nim value, which is that of normal play.
    ///
    /// ```
    /// use misere::game::Universe;
    /// use misere::notation::parse;
    /// use misere::play::Sum;
    ///
    /// let sum = Sum::read(&parse("kayles(200) + 4")?, &mut Universe::new())?;
    /// assert_eq!(sum.nim_value(&Default::default())?.to_string(), "5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nim_value(&self, budget: &Budget) -> Result<NimValue, PlayError> {
        let summands: Vec<Summand> = self.summands.iter().cloned().collect();
        normal::nim_value(&summands, &self.forms, budget)
    }

    /// Returns the simplest form of a summand that is an explicit game.
    pub fn game(
        &self,
        summand: &Summand,
        universe: &mut Universe,
    ) -> Result<Option<Game>, Stopped> {
        match summand.piece {
            Piece::Form(form) => self.forms.value(universe, form).map(Some),
            Piece::Heap(_) => Ok(None),
        }
    }

    /// Makes a move. What is left of an explicit game is replaced by its simplest form, and summands
    /// without options are removed.
    pub fn play(&mut self, m: &Move, universe: &Universe) -> Result<(), PlayError> {
        let mut made = Vec::new();
        match (&m.to, self.summands.get(m.summand).and_then(Summand::heap)) {
            (To::Game(game), _) => {
                made.push((1, Piece::Form(self.forms.canonical(universe, *game)?)));
            }
            (To::Heaps(heaps), Some(term)) => {
                for (position, copies) in heaps.iter() {
                    made.push((copies, Piece::Heap(term.moved_to(position))));
                }
            }
            (To::Heaps(_), None) => {}
        }
        self.past.push(self.summands.clone());
        if let Some(summand) = self.summands.get_mut(m.summand) {
            summand.copies -= 1;
        }
        made.retain(|(_, piece)| has_options(piece, &self.forms));
        for (copies, piece) in made {
            let equal = self.summands.iter().position(|s| same(&s.piece, &piece));
            let Some(at) = equal else {
                let span = None;
                let summand = Summand {
                    span,
                    copies,
                    piece,
                };
                self.summands.push_back(summand);
                continue;
            };
            let Some(total) = self.summands[at].copies.checked_add(copies) else {
                self.undo();
                let message = "after this move there would be 2^64 copies of a heap or more";
                return Err(NimError::OutOfReach(message.into()).into());
            };
            self.summands[at].copies = total;
        }
        self.summands.retain(|summand| summand.copies > 0);
        Ok(())
    }

    /// Takes the last move back. Returns false if there was none.
    pub fn undo(&mut self) -> bool {
        match self.past.pop() {
            Some(summands) => {
                self.summands = summands;
                true
            }
            None => false,
        }
    }
}

/// Returns the summands of an expression, equal ones together.
pub(super) fn split(
    syntax: &Syntax,
    forms: &mut Forms,
    universe: &mut Universe,
) -> Result<Vec<Summand>, PlayError> {
    let terms = match summands(syntax) {
        terms if terms.is_empty() => vec![(1, syntax.root())],
        terms => terms,
    };
    let mut explicit: Vec<NodeId> = Vec::new();
    let mut heaps = Vec::new();
    for &(_, id) in &terms {
        let heap = HeapTerm::at(syntax, id)?;
        if heap.is_none() {
            explicit.push(id);
        }
        heaps.push(heap);
    }
    let mut made = evaluate_forms(syntax, &explicit, forms, universe)?.into_iter();
    let mut summands = Vector::new();
    for ((copies, id), heap) in terms.into_iter().zip(heaps) {
        let piece = match heap {
            Some(term) => Piece::Heap(term),
            // One form was made for each term that is not a heap.
            None => match made.next() {
                Some(form) => Piece::Form(form),
                None => continue,
            },
        };
        if copies == 0 {
            continue;
        }
        let span = syntax.span(id);
        if add(&mut summands, Some(span), copies, piece).is_none() {
            let hint = format!("there can be at most {} copies", u64::MAX);
            let error = Diagnostic::new("these are too many copies with the others", span);
            return Err(error.with_hint(hint).into());
        }
    }
    Ok(summands.into_iter().collect())
}

/// Adds copies of a piece. Returns none if there would be 2^64 of them or more.
fn add(
    summands: &mut Vector<Summand>,
    span: Option<Span>,
    copies: u64,
    piece: Piece,
) -> Option<()> {
    let equal = summands.iter().position(|s| same(&s.piece, &piece));
    match equal.and_then(|equal| summands.get_mut(equal)) {
        Some(equal) => equal.copies = equal.copies.checked_add(copies)?,
        None => summands.push_back(Summand {
            span,
            copies,
            piece,
        }),
    }
    Some(())
}

/// Checks whether no summand has an option.
pub(super) fn is_over(summands: &[Summand], forms: &Forms) -> bool {
    !(summands.iter()).any(|summand| has_options(&summand.piece, forms))
}

fn has_options(piece: &Piece, forms: &Forms) -> bool {
    match piece {
        Piece::Form(form) => forms.options(*form).len() > 0,
        Piece::Heap(term) => match term.position() {
            Some(position) => term.ruleset.has_options(position),
            // No ruleset has a terminal position beyond 64 bits.
            None => true,
        },
    }
}

fn same(a: &Piece, b: &Piece) -> bool {
    match (a, b) {
        (Piece::Form(a), Piece::Form(b)) => a == b,
        (Piece::Heap(a), Piece::Heap(b)) => a.is_same(b),
        _ => false,
    }
}

/// Returns the distinct options of a heap, sorted. The account holds their memory and that of the moves made
/// from them.
pub(super) fn heap_options(
    term: &HeapTerm,
    account: &mut Account,
) -> Result<Vec<Heaps>, PlayError> {
    let Some(position) = term.position() else {
        let name = term.ruleset.name();
        let message =
            format!("the options of a heap of `{name}` of more than 64 bits are too many");
        return Err(NimError::OutOfReach(message).into());
    };
    let options = listed_options(&*term.ruleset, position, account)?;
    account
        .add(2 * options.len() * size_of::<Move>())
        .map_err(NimError::from)?;
    Ok(options)
}
