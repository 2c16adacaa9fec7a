//! Games as Python values.

use std::sync::{Arc, OnceLock};

use misere::answer::Properties;
use misere::game::{Class, Fingerprint, Game as Handle, Outcome, Parity, Universe as Games};
use misere::limits::Stopped;
use misere::notation::{Notation, Written, write};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyBool, PyDict, PyInt, PyTuple};

use crate::answers;
use crate::errors::{Failure, NoDifference, UniverseError};
use crate::genus::Genus;
use crate::limits::Limits;
use crate::numbers::word;
use crate::pictures;
use crate::universe::{Place, State, Universe};

/// The most characters of a game in `repr` and in TeX; longer ones are described.
const LONGEST: usize = 20_000;
const LONGEST_TEX: usize = 2_000;
const LONGEST_NAME: usize = 60;

/// A misère game: a value, in its simplest form.
///
/// Games are immutable. Equal games are equal objects of a set or a dict, even if they live in
/// different universes.
///
/// >>> from misere import G
/// >>> G("2 + 2")
/// G('32')
/// >>> G("4") + G("2#") == G("4 + 2#")
/// True
#[pyclass(frozen, weakref, module = "misere")]
pub(crate) struct Game {
    place: Arc<Place>,
    handle: Handle,
    hash: OnceLock<u64>,
}

type GivenLimits<'a, 'py> = Option<&'a Bound<'py, Limits>>;

impl Game {
    pub(crate) fn new(place: &Arc<Place>, handle: Handle) -> Self {
        Self {
            place: Arc::clone(place),
            handle,
            hash: OnceLock::new(),
        }
    }

    pub(crate) fn place(&self) -> &Arc<Place> {
        &self.place
    }

    pub(crate) fn handle(&self) -> Handle {
        self.handle
    }

    /// Returns a game of the same universe.
    fn same(&self, handle: Handle) -> Self {
        Self::new(&self.place, handle)
    }

    fn all<C: FromIterator<Self>>(&self, handles: impl IntoIterator<Item = Handle>) -> C {
        handles
            .into_iter()
            .map(|handle| self.same(handle))
            .collect()
    }

    /// Computes something in the universe of the game.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        limits: GivenLimits<'_, '_>,
        work: impl FnOnce(&mut State, Handle) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        let handle = self.handle;
        self.place
            .with(py, limits.map(Bound::get), |state| work(state, handle))
    }

    /// Returns the handle of another game, if it lives in the same universe.
    fn beside(&self, other: &Game) -> PyResult<Handle> {
        if Arc::ptr_eq(&self.place, &other.place) {
            return Ok(other.handle);
        }
        let message = "these games live in two universes: copy one into that of the other, with \
                       g.to(h.universe)";
        Err(UniverseError::new_err(message))
    }

    /// Computes a game from two games of the universe.
    fn with_other(
        &self,
        py: Python<'_>,
        other: &Game,
        work: impl FnOnce(&mut Games, Handle, Handle) -> Result<Handle, Stopped> + Send,
    ) -> PyResult<Self> {
        let (g, h) = (self.handle, self.beside(other)?);
        let found = self
            .place
            .with(py, None, |state| Ok(work(&mut state.games, g, h)?))?;
        Ok(self.same(found))
    }

    fn fingerprint_in(&self, py: Python<'_>) -> PyResult<Fingerprint> {
        self.ask(py, None, |state, g| Ok(state.games.fingerprint(g)?))
    }

    fn equals(&self, py: Python<'_>, other: &Game) -> PyResult<bool> {
        if Arc::ptr_eq(&self.place, &other.place) {
            return Ok(self.handle == other.handle);
        }
        Ok(self.fingerprint_in(py)? == other.fingerprint_in(py)?)
    }

    fn written(&self, py: Python<'_>, notation: Notation, most: usize) -> PyResult<Option<String>> {
        self.ask(py, None, |state, g| {
            Ok(write(&mut state.games, g, notation, most)?.text())
        })
    }

    /// Returns what the game is called in a message.
    fn name(games: &mut Games, g: Handle) -> String {
        match write(games, g, Notation::Conway, LONGEST_NAME) {
            Ok(Written::Text(text)) => text,
            _ => format!("a game of birthday {}", games.birthday(g)),
        }
    }
}

pub(crate) fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::N => "N",
        Outcome::P => "P",
    }
}

/// Reads the name of a notation.
fn notation(name: &str) -> PyResult<Notation> {
    match name {
        "conway" => Ok(Notation::Conway),
        "sets" => Ok(Notation::Sets),
        "tex" => Ok(Notation::Tex),
        "paper" => Ok(Notation::Paper),
        _ => {
            let message = format!("no notation is called {name:?}: conway, sets, tex, paper");
            Err(PyValueError::new_err(message))
        }
    }
}

#[pymethods]
impl Game {
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, Game>) -> PyResult<Self> {
        self.with_other(py, other.get(), Games::sum)
    }

    /// `sum(games)` starts with the number 0.
    fn __radd__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        let py = slf.py();
        if other.is_instance_of::<PyInt>() && other.eq(0)? {
            return Ok(slf.clone().into_any().unbind());
        }
        Ok(py.NotImplemented())
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, Game>) -> PyResult<Self> {
        let (g, h) = (self.handle, self.beside(other.get())?);
        let found = self.place.with(py, None, |state| {
            let games = &mut state.games;
            if let Some(difference) = games.difference(g, h)? {
                return Ok(Ok(difference));
            }
            let (g, h) = (Self::name(games, g), Self::name(games, h));
            Ok(Err(format!(
                "there is no difference: {h} is not a part of {g}"
            )))
        })?;
        match found {
            Ok(difference) => Ok(self.same(difference)),
            Err(message) => Err(NoDifference::new_err(message)),
        }
    }

    fn __mul__<'py>(&self, py: Python<'py>, copies: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        if !copies.is_instance_of::<PyInt>() || copies.is_instance_of::<PyBool>() {
            return Ok(py.NotImplemented());
        }
        let copies = word(copies, "the number of copies")?;
        let found = self.ask(py, None, |state, g| Ok(state.games.multiple(copies, g)?))?;
        Ok(self.same(found).into_pyobject(py)?.into_any().unbind())
    }

    fn __rmul__<'py>(&self, py: Python<'py>, copies: &Bound<'py, PyAny>) -> PyResult<Py<PyAny>> {
        self.__mul__(py, copies)
    }

    fn __richcmp__(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Game>() else {
            return Ok(py.NotImplemented());
        };
        let truth = match operator {
            CompareOp::Eq => self.equals(py, other.get())?,
            CompareOp::Ne => !self.equals(py, other.get())?,
            _ => return Ok(py.NotImplemented()),
        };
        Ok(PyBool::new(py, truth).to_owned().into_any().unbind())
    }

    /// From the fingerprint, so that equal games of two universes are one in a set.
    fn __hash__(&self, py: Python<'_>) -> PyResult<u64> {
        if let Some(&hash) = self.hash.get() {
            return Ok(hash);
        }
        let fingerprint = self.fingerprint_in(py)?;
        let first = fingerprint.bytes().first_chunk::<8>();
        let hash = first.map_or(0, |bytes| u64::from_le_bytes(*bytes));
        Ok(*self.hash.get_or_init(|| hash))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, None, |state, g| Ok(state.games.display(g).to_string()))
    }

    /// Evaluates to the same game, unless the game is very large.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if let Some(text) = self.written(py, Notation::Conway, LONGEST)? {
            return Ok(format!("G('{text}')"));
        }
        self.ask(py, None, |state, g| {
            let (birthday, options) = (state.games.birthday(g), state.games.option_count(g));
            Ok(format!(
                "<misere.Game: birthday {birthday}, {options} options>"
            ))
        })
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let text = self.written(py, Notation::Tex, LONGEST_TEX)?;
        Ok(text.map(|text| format!("${text}$")))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let unpickle = py.import("misere._pickles")?.getattr("game")?;
        let arguments = (self.dag(py)?,).into_pyobject(py)?;
        PyTuple::new(py, [unpickle, arguments.into_any()])
    }

    /// The universe in which the game lives.
    #[getter]
    fn universe(&self) -> Universe {
        Universe {
            place: Arc::clone(&self.place),
        }
    }

    /// Returns the same game in another universe.
    #[pyo3(signature = (universe, *, limits=None))]
    fn to(
        &self,
        py: Python<'_>,
        universe: &Bound<'_, Universe>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Self> {
        let place = &universe.get().place;
        let handle = place.import(py, &self.place, self.handle, limits.map(Bound::get))?;
        Ok(Self::new(place, handle))
    }

    /// The options, in structural order.
    ///
    /// >>> from misere import G
    /// >>> G("3").options
    /// (G('0'), G('1'), G('2'))
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let options = self.ask(py, None, |state, g| Ok(state.games.options_sorted(g)?))?;
        PyTuple::new(py, self.all::<Vec<_>>(options))
    }

    /// The day on which the game is born.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<u32> {
        self.ask(py, None, |state, g| Ok(state.games.birthday(g)))
    }

    /// Who wins if the last move loses: "N", the next player, or "P", the previous one.
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.ask(py, None, |state, g| {
            Ok(outcome_text(state.games.outcome(g)))
        })
    }

    /// "even" if G is an option of G+1, else "odd".
    #[getter]
    fn parity(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.ask(py, None, |state, g| {
            Ok(match state.games.parity(g) {
                Parity::Even => "even",
                Parity::Odd => "odd",
            })
        })
    }

    /// Whether the game is 0 or 1.
    #[getter]
    fn is_unit(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, None, |state, g| Ok(state.games.is_unit(g)))
    }

    /// The size of the nim heap that the game is, or None.
    #[getter]
    fn nim_size(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        self.ask(py, None, |state, g| Ok(state.games.nim_size(g)))
    }

    /// The nim value, in normal play.
    #[getter]
    fn nim_value(&self, py: Python<'_>) -> PyResult<u32> {
        self.ask(py, None, |state, g| Ok(state.games.nim_value(g)?))
    }

    /// The genus.
    #[getter]
    fn genus(&self, py: Python<'_>) -> PyResult<Genus> {
        let genus = self.ask(py, None, |state, g| Ok(state.games.genus(g)?))?;
        Ok(Genus { genus })
    }

    /// The most special class: "tame", "restive", "restless", …, "wild".
    #[getter]
    fn class_(&self, py: Python<'_>) -> PyResult<String> {
        let class: Class = self.ask(py, None, |state, g| Ok(state.games.class(g)?))?;
        Ok(class.to_string())
    }

    /// The mate of the simplest form: G + mate is a P-position.
    #[getter]
    fn mate(&self, py: Python<'_>) -> PyResult<Self> {
        let mate = self.ask(py, None, |state, g| Ok(state.games.mate(g)?))?;
        Ok(self.same(mate))
    }

    /// G + 1.
    #[getter]
    fn associate(&self, py: Python<'_>) -> PyResult<Self> {
        let associate = self.ask(py, None, |state, g| Ok(state.games.associate(g)))?;
        Ok(self.same(associate))
    }

    /// What tells this game from all others, in any universe: 64 hexadecimal digits.
    #[getter]
    fn fingerprint(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.fingerprint_in(py)?.to_string())
    }

    /// Returns the game whose only option is this one.
    fn sharp(&self, py: Python<'_>) -> PyResult<Self> {
        let sharp = self.ask(py, None, |state, g| Ok(state.games.sharp(g)?))?;
        Ok(self.same(sharp))
    }

    /// Returns the text in a notation: "conway", "sets", "tex" or "paper".
    ///
    /// >>> from misere import G
    /// >>> G("2#").text("sets")
    /// '{{0,{0}}}'
    #[pyo3(signature = (notation="conway", *, max_length=1_000_000))]
    fn text(&self, py: Python<'_>, notation: &str, max_length: usize) -> PyResult<String> {
        let notation = self::notation(notation)?;
        let written = self.ask(py, None, |state, g| {
            Ok(write(&mut state.games, g, notation, max_length)?)
        })?;
        match written {
            Written::Text(text) => Ok(text),
            Written::TooLong(length) => Err(crate::errors::OutOfReach::new_err(format!(
                "the text would have about {length} characters, more than max_length={max_length}; \
                 dag() is short"
            ))),
        }
    }

    /// Returns all followers, the game included, in structural order.
    #[pyo3(signature = (*, limits=None))]
    fn followers(&self, py: Python<'_>, limits: GivenLimits<'_, '_>) -> PyResult<Vec<Self>> {
        let followers = self.ask(py, limits, |state, g| {
            Ok(state.games.structural_order([g])?.into_games())
        })?;
        Ok(self.all(followers))
    }

    /// Returns the followers as plain data: for each the numbers of its options; the last is the game.
    ///
    /// >>> from misere import G
    /// >>> G("2#").dag()
    /// [[], [0], [0, 1], [2]]
    fn dag(&self, py: Python<'_>) -> PyResult<Vec<Vec<u32>>> {
        self.ask(py, None, |state, g| Ok(state.games.to_dag(g)?.0))
    }

    /// Returns a game X with o(G + X) different from o(H + X), or None if the games are equal.
    #[pyo3(signature = (other, *, limits=None))]
    fn distinguisher(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Game>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Option<Self>> {
        let h = self.beside(other.get())?;
        let found = self.ask(py, limits, |state, g| {
            Ok(state.games.distinguisher(g, h)?)
        })?;
        Ok(found.map(|x| self.same(x)))
    }

    /// Returns a game X such that G + X and H + X are both P-positions, or None.
    #[pyo3(signature = (other, *, limits=None))]
    fn link(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Game>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Option<Self>> {
        let h = self.beside(other.get())?;
        let found = self.ask(py, limits, |state, g| Ok(state.games.link(g, h)?))?;
        Ok(found.map(|x| self.same(x)))
    }

    /// Returns the outcome of the sum with another game, without making the sum.
    #[pyo3(signature = (other, *, limits=None))]
    fn outcome_with(
        &self,
        py: Python<'_>,
        other: &Bound<'_, Game>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<&'static str> {
        let h = self.beside(other.get())?;
        self.ask(py, limits, |state, g| {
            Ok(outcome_text(state.games.outcome_of_sum(g, h)?))
        })
    }

    /// Returns the even parts, each with its counterpart: the pairs (X, Y) with G = X + Y and X even.
    ///
    /// >>> from misere import G
    /// >>> all(part + rest == G("2##") for part, rest in G("2##").parts())
    /// True
    #[pyo3(signature = (*, limits=None))]
    fn parts(&self, py: Python<'_>, limits: GivenLimits<'_, '_>) -> PyResult<Vec<(Self, Self)>> {
        let parts: Vec<(Handle, Handle)> = self.ask(py, limits, |state, g| {
            let State { games, parts, .. } = state;
            Ok(parts.of(games, g)?.iter().collect())
        })?;
        let pairs = parts.into_iter();
        Ok(pairs.map(|(x, y)| (self.same(x), self.same(y))).collect())
    }

    /// Whether the game is prime: it has no parts but the units and itself and G+1.
    #[pyo3(signature = (*, limits=None))]
    fn is_prime(&self, py: Python<'_>, limits: GivenLimits<'_, '_>) -> PyResult<bool> {
        self.ask(py, limits, |state, g| {
            let State { games, parts, .. } = state;
            Ok(parts.is_prime(games, g)?)
        })
    }

    /// Returns all prime partitions: lists of even primes that add up to the game or to its associate.
    ///
    /// >>> from misere import G
    /// >>> G("4 + 3").prime_partitions()
    /// [[G('2'), G('4')]]
    #[pyo3(signature = (*, limits=None))]
    fn prime_partitions(
        &self,
        py: Python<'_>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Vec<Vec<Self>>> {
        let found = self.ask(py, limits, |state, g| {
            let State { games, parts, .. } = state;
            Ok(parts.prime_partitions(games, g)?.partitions)
        })?;
        Ok(found.into_iter().map(|primes| self.all(primes)).collect())
    }

    /// Returns a certificate of the list of parts, for `misere.check`.
    #[pyo3(signature = (*, limits=None))]
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let certificate = self.ask(py, limits, |state, g| {
            let State { games, parts, .. } = state;
            Ok(parts.certificate(games, g)?)
        })?;
        answers::to_python(py, &certificate)
    }

    /// Returns the properties of the game, as a dict.
    #[pyo3(signature = (*, limits=None))]
    fn properties<'py>(
        &self,
        py: Python<'py>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self.ask(py, limits, |state, g| {
            Ok(Properties::new(&mut state.games, g)?)
        })?;
        answers::to_python(py, &found)
    }

    /// Returns the followers and moves as a `networkx.DiGraph`, whose nodes are games.
    fn graph<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("misere._graphs")?;
        module.call_method1("of_game", (slf,))
    }

    /// Returns a picture of the game and its followers.
    #[pyo3(signature = (*, limits=None))]
    fn picture<'py>(
        &self,
        py: Python<'py>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let svg = self.ask(py, limits, |state, g| {
            pictures::of_game(&mut state.games, g)
        })?;
        pictures::picture(py, svg)
    }
}
