//! Sums of games and heaps, to be played.

use std::sync::Arc;

use misere::heaps::{Heaps, Position};
use misere::nim::NimValues;
use misere::play::{Analysis, Convention, Sum as RustSum, Term as RustTerm, To};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::errors::{Failure, UniverseError};
use crate::game::{Game, outcome_text};
use crate::limits::Limits;
use crate::numbers;
use crate::ruleset::Ruleset;
use crate::sequences;
use crate::universe::Place;

/// A sum of games and of heaps of any rulesets, to be played.
///
/// >>> import misere
/// >>> from misere import G
/// >>> kayles = misere.Ruleset("kayles")
/// >>> sum = kayles(5) + G("2#")
/// >>> sum.outcome(), [str(move) for move in sum.moves()][:1]
/// ('N', ['0.77(5) → 2 + 2'])
#[pyclass(frozen, module = "misere")]
pub(crate) struct Sum {
    terms: Vec<Term>,
}

/// A term with its number of copies.
struct Term {
    copies: u64,
    piece: Piece,
}

enum Piece {
    Game(Py<Game>),
    Heap(Py<Ruleset>, Position),
}

type GivenLimits<'a, 'py> = Option<&'a Bound<'py, Limits>>;

/// What can be added to a sum.
#[derive(FromPyObject)]
enum Summand<'py> {
    Sum(Bound<'py, Sum>),
    Game(Bound<'py, Game>),
}

impl Term {
    fn copy(&self, py: Python<'_>) -> Self {
        let piece = match &self.piece {
            Piece::Game(game) => Piece::Game(game.clone_ref(py)),
            Piece::Heap(rules, position) => Piece::Heap(rules.clone_ref(py), *position),
        };
        Self {
            copies: self.copies,
            piece,
        }
    }
}

/// Reads a convention: "misere" or "normal".
fn convention(name: &str) -> PyResult<Convention> {
    match name {
        "misere" | "misère" => Ok(Convention::Misere),
        "normal" => Ok(Convention::Normal),
        _ => {
            let message = format!("play is \"misere\" or \"normal\", not {name:?}");
            Err(PyValueError::new_err(message))
        }
    }
}

impl Sum {
    pub(crate) fn of_heaps(rules: &Bound<'_, Ruleset>, heaps: &Heaps) -> Self {
        let terms = heaps.iter().map(|(position, copies)| Term {
            copies,
            piece: Piece::Heap(rules.clone().unbind(), position),
        });
        Self {
            terms: terms.collect(),
        }
    }

    fn copy(&self, py: Python<'_>) -> Vec<Term> {
        self.terms.iter().map(|term| term.copy(py)).collect()
    }

    /// Adds copies of a piece, equal pieces together.
    fn add(terms: &mut Vec<Term>, py: Python<'_>, copies: u64, piece: Piece) -> PyResult<()> {
        if copies == 0 {
            return Ok(());
        }
        for term in terms.iter_mut() {
            let equal = match (&term.piece, &piece) {
                (Piece::Game(g), Piece::Game(h)) => g.bind(py).eq(h.bind(py))?,
                (Piece::Heap(r, x), Piece::Heap(s, y)) => x == y && r.bind(py).eq(s.bind(py))?,
                _ => false,
            };
            if equal {
                let total = term.copies.checked_add(copies);
                let error = || PyOverflowError::new_err("too many copies of a position");
                term.copies = total.ok_or_else(error)?;
                return Ok(());
            }
        }
        terms.push(Term { copies, piece });
        Ok(())
    }

    /// The universe of the games in the sum, or the default one.
    fn place(&self) -> PyResult<Arc<Place>> {
        let mut found: Option<Arc<Place>> = None;
        for term in &self.terms {
            let Piece::Game(game) = &term.piece else {
                continue;
            };
            let place = game.get().place();
            if found
                .as_ref()
                .is_some_and(|found| !Arc::ptr_eq(found, place))
            {
                let message = "this sum has games of two universes: copy some with Game.to";
                return Err(UniverseError::new_err(message));
            }
            found = Some(Arc::clone(place));
        }
        Ok(found.unwrap_or_else(Place::usual))
    }

    /// The terms for the library. Different rulesets must have different names.
    fn terms(&self, py: Python<'_>) -> PyResult<Vec<(u64, RustTerm)>> {
        let mut named: Vec<(String, &Py<Ruleset>)> = Vec::new();
        let mut terms = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let piece = match &term.piece {
                Piece::Game(game) => RustTerm::Game(game.get().handle()),
                Piece::Heap(rules, position) => {
                    let core = Ruleset::rules(rules.bind(py))?;
                    let name = core.name();
                    match named.iter().find(|(other, _)| *other == name) {
                        Some((_, other)) if !other.bind(py).eq(rules.bind(py))? => {
                            let message = format!(
                                "two different rulesets are called `{name}`: give one another name"
                            );
                            return Err(PyValueError::new_err(message));
                        }
                        Some(_) => {}
                        None => named.push((name, rules)),
                    }
                    RustTerm::Heap(core, *position)
                }
            };
            terms.push((term.copies, piece));
        }
        Ok(terms)
    }

    fn analysis(
        &self,
        py: Python<'_>,
        convention: Convention,
        all: bool,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<(Arc<Place>, Analysis)> {
        let (place, terms) = (self.place()?, self.terms(py)?);
        let analysis = place.with(py, limits.map(Bound::get), |state| {
            let games = &mut state.games;
            Ok(RustSum::of(terms, games)?.analyse(convention, all, games)?)
        })?;
        Ok((place, analysis))
    }
}

#[pymethods]
impl Sum {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        for term in &self.terms {
            match &term.piece {
                Piece::Game(game) => visit.call(game)?,
                Piece::Heap(rules, _) => visit.call(rules)?,
            }
        }
        Ok(())
    }

    /// An empty sum, or the sum of games and sums.
    #[new]
    #[pyo3(signature = (*terms))]
    fn new(py: Python<'_>, terms: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut sum = Self { terms: Vec::new() };
        for term in terms {
            let term: Summand<'_> = term.extract().map_err(|_| {
                PyTypeError::new_err(
                    "a sum is made of games and of heaps, as in kayles(5) + G(\"2#\")",
                )
            })?;
            sum = sum.__add__(py, term)?;
        }
        Ok(sum)
    }

    fn __add__(&self, py: Python<'_>, other: Summand<'_>) -> PyResult<Self> {
        let mut terms = self.copy(py);
        match other {
            Summand::Sum(sum) => {
                for Term { copies, piece } in sum.get().copy(py) {
                    Self::add(&mut terms, py, copies, piece)?;
                }
            }
            Summand::Game(game) => Self::add(&mut terms, py, 1, Piece::Game(game.unbind()))?,
        }
        Ok(Self { terms })
    }

    fn __radd__(&self, py: Python<'_>, other: Summand<'_>) -> PyResult<Self> {
        let sum = Self { terms: Vec::new() }.__add__(py, other)?;
        let mut terms = sum.terms;
        for Term { copies, piece } in self.copy(py) {
            Self::add(&mut terms, py, copies, piece)?;
        }
        Ok(Self { terms })
    }

    /// Who wins: "N", the next player, or "P", the previous one. In "misere" play the last move loses, in
    /// "normal" play it wins.
    #[pyo3(signature = (play="misere", *, limits=None))]
    fn outcome(
        &self,
        py: Python<'_>,
        play: &str,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<&'static str> {
        let (_, analysis) = self.analysis(py, convention(play)?, false, limits)?;
        Ok(outcome_text(analysis.outcome))
    }

    /// Returns the winning moves, or all moves.
    #[pyo3(signature = (play="misere", *, all=false, limits=None))]
    fn moves(
        slf: &Bound<'_, Self>,
        play: &str,
        all: bool,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Vec<Move>> {
        let (py, own) = (slf.py(), slf.get());
        let (place, analysis) = own.analysis(py, convention(play)?, all, limits)?;
        let mut found = Vec::with_capacity(analysis.moves.len());
        for m in &analysis.moves {
            // The library puts equal terms together in the order of the first ones, as this sum does.
            let term = own.terms.get(m.summand);
            let term = term.ok_or_else(|| PyValueError::new_err("the move is in no term"))?;
            let mut left = Vec::new();
            match (&m.to, &term.piece) {
                (To::Game(game), _) => {
                    let game = Py::new(py, Game::new(&place, *game))?;
                    left.push(Term {
                        copies: 1,
                        piece: Piece::Game(game),
                    });
                }
                (To::Heaps(heaps), Piece::Heap(rules, _)) => {
                    left = Sum::of_heaps(rules.bind(py), heaps).terms;
                }
                (To::Heaps(_), Piece::Game(_)) => {}
            }
            found.push(Move {
                sum: slf.clone().unbind(),
                term: m.summand,
                left: Py::new(py, Sum { terms: left })?,
                outcome: outcome_text(m.result),
            });
        }
        Ok(found)
    }

    /// Returns the canonical form of the sum, in misère play.
    #[pyo3(signature = (*, limits=None))]
    fn game(&self, py: Python<'_>, limits: GivenLimits<'_, '_>) -> PyResult<Game> {
        let (place, limits) = (self.place()?, limits.map(Bound::get));
        let mut handles = Vec::with_capacity(self.terms.len());
        for term in &self.terms {
            let handle = match &term.piece {
                Piece::Game(game) => game.get().handle(),
                Piece::Heap(rules, position) => {
                    let core = Ruleset::rules(rules.bind(py))?;
                    let found = sequences::forms(py, &place, &*core, &[*position], limits)?;
                    found.first().map_or_else(
                        || Err(PyValueError::new_err("there is no form")),
                        |game| Ok(game.handle()),
                    )?
                }
            };
            handles.push((term.copies, handle));
        }
        let total = place.with(py, limits, |state| {
            let games = &mut state.games;
            let mut total = games.zero();
            for (copies, handle) in handles {
                let copies = games.multiple(copies, handle)?;
                total = games.sum(total, copies)?;
            }
            Ok(total)
        })?;
        Ok(Game::new(&place, total))
    }

    /// Returns the nim value of the sum, in normal play.
    #[pyo3(signature = (*, limits=None))]
    fn nim_value<'py>(
        &self,
        py: Python<'py>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let terms = self.terms(py)?;
        let total = self.place()?.with(py, limits.map(Bound::get), |state| {
            let budget = state.games.budget().clone();
            let mut total = misere::heaps::NimValue::default();
            for (_, piece) in terms.iter().filter(|(copies, _)| copies % 2 == 1) {
                total ^= &match piece {
                    RustTerm::Game(g) => u64::from(state.games.nim_value(*g)?).into(),
                    RustTerm::Heap(rules, position) => {
                        let value = NimValues::new(&**rules)
                            .and_then(|mut values| values.value(*position, &budget));
                        value.map_err(Failure::from)?
                    }
                };
            }
            Ok(total)
        })?;
        numbers::nim_value(py, &total)
    }

    /// The terms: triples of the number of copies, the ruleset (None for a game), and the position or game.
    #[getter(terms)]
    fn terms_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for term in &self.terms {
            let (rules, piece) = match &term.piece {
                Piece::Game(game) => (py.None(), game.clone_ref(py).into_any()),
                Piece::Heap(rules, position) => {
                    let position = Ruleset::write(rules.bind(py), *position)?;
                    (rules.clone_ref(py).into_any(), position.unbind())
                }
            };
            list.append((term.copies, rules, piece))?;
        }
        Ok(list)
    }

    /// Whether there is nothing to move in.
    fn __bool__(&self) -> bool {
        !self.terms.is_empty()
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let mut texts = Vec::new();
        for term in &self.terms {
            let text = term_text(py, term)?;
            texts.push(match term.copies {
                1 => text,
                copies => format!("{copies}·{text}"),
            });
        }
        if texts.is_empty() {
            return Ok("0".into());
        }
        Ok(texts.join(" + "))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Sum {}>", self.__str__(py)?))
    }

    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        if self.terms.len() != other.terms.len() {
            return Ok(false);
        }
        let mut both = self.copy(py);
        for Term { copies, piece } in other.copy(py) {
            let before = both.len();
            let count = both.iter().map(|term| term.copies).collect::<Vec<_>>();
            Self::add(&mut both, py, copies, piece)?;
            let mut changed = both.iter().zip(&count);
            let doubled =
                changed.any(|(term, &count)| count == copies && term.copies == 2 * copies);
            if both.len() != before || !doubled {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        // Independent of the order.
        let mut hash = 0isize;
        for term in &self.terms {
            let copies = usize::try_from(term.copies).unwrap_or(usize::MAX);
            let copies = copies.cast_signed();
            let own = match &term.piece {
                Piece::Game(game) => game.bind(py).hash()?,
                Piece::Heap(rules, position) => (rules.clone_ref(py), position.to_string())
                    .into_bound_py_any(py)?
                    .hash()?,
            };
            hash = hash.wrapping_add(own.wrapping_mul(copies));
        }
        Ok(hash)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let unpickle = py.import("misere._pickles")?.getattr("sum_of")?;
        let arguments = PyTuple::new(py, [slf.get().terms_(py)?])?;
        PyTuple::new(py, [unpickle, arguments.into_any()])
    }
}

/// Returns the text of one copy of a term.
fn term_text(py: Python<'_>, term: &Term) -> PyResult<String> {
    match &term.piece {
        Piece::Game(game) => Ok(game.bind(py).str()?.to_string()),
        Piece::Heap(rules, position) => {
            let rules = rules.bind(py);
            let written = Ruleset::write(rules, *position)?;
            let name = rules.getattr("name")?.str()?.to_string();
            let inside = match written.cast::<PyTuple>() {
                Ok(coordinates) if rules.get().is_listed() => coordinates.repr()?.to_string(),
                Ok(coordinates) => {
                    let numbers: Vec<String> = coordinates
                        .iter()
                        .map(|x| Ok(x.str()?.to_string()))
                        .collect::<PyResult<_>>()?;
                    numbers.join(",")
                }
                Err(_) => match written.cast::<PyString>() {
                    Ok(text) => text.to_string(),
                    Err(_) => written.repr()?.to_string(),
                },
            };
            Ok(format!("{name}({inside})"))
        }
    }
}

/// A move in a sum.
#[pyclass(frozen, module = "misere")]
pub(crate) struct Move {
    sum: Py<Sum>,
    term: usize,
    left: Py<Sum>,
    outcome: &'static str,
}

impl Move {
    fn term(&self) -> PyResult<&Term> {
        let term = self.sum.get().terms.get(self.term);
        term.ok_or_else(|| PyValueError::new_err("the move is in no term"))
    }
}

#[pymethods]
impl Move {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.sum)?;
        visit.call(&self.left)
    }

    /// The sum before the move.
    #[getter]
    fn before(&self, py: Python<'_>) -> Py<Sum> {
        self.sum.clone_ref(py)
    }

    /// The term that is moved in, one copy of it.
    #[getter(term)]
    fn term_(&self, py: Python<'_>) -> PyResult<Sum> {
        let mut term = self.term()?.copy(py);
        term.copies = 1;
        Ok(Sum { terms: vec![term] })
    }

    /// What is left of it.
    #[getter]
    fn left(&self, py: Python<'_>) -> Py<Sum> {
        self.left.clone_ref(py)
    }

    /// The sum after the move.
    #[getter]
    fn after(&self, py: Python<'_>) -> PyResult<Sum> {
        let mut terms = self.sum.get().copy(py);
        if let Some(term) = terms.get_mut(self.term) {
            term.copies -= 1;
        }
        for Term { copies, piece } in self.left.get().copy(py) {
            Sum::add(&mut terms, py, copies, piece)?;
        }
        terms.retain(|term| term.copies > 0);
        Ok(Sum { terms })
    }

    /// The outcome after the move: "P" if the move wins.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.outcome
    }

    /// Whether the move wins.
    #[getter]
    fn wins(&self) -> bool {
        self.outcome == "P"
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let from = term_text(py, self.term()?)?;
        let left = self.left.get();
        let sizes: Option<Vec<String>> = left
            .terms
            .iter()
            .map(|term| match &term.piece {
                Piece::Heap(rules, position) => {
                    let written = Ruleset::write(rules.bind(py), *position).ok()?;
                    let text = written.str().ok()?.to_string();
                    let copies = usize::try_from(term.copies).ok().filter(|&n| n < 100)?;
                    Some(vec![text; copies].join(" + "))
                }
                Piece::Game(_) => None,
            })
            .collect();
        let to = match sizes {
            Some(sizes) if !sizes.is_empty() => sizes.join(" + "),
            _ => left.__str__(py)?,
        };
        Ok(format!("{from} → {to}"))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<Move {}>", self.__str__(py)?))
    }
}
