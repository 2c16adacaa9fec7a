//! Universes: where games live, and who works in one at a time.
//!
//! A universe changes whenever something is computed in it, so one thread works in it at a time. It is
//! taken out of its place for that, and put back afterwards; nobody holds a lock in between, and
//! who finds the place empty waits with the interpreter released. A thread that finds its own universe
//! in use is in a user's `options`, called by work in that universe, and would wait for ever: that is an
//! exception.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, ThreadId};

use misere::game::{Dag, Game as Handle, Universe as Games};
use misere::parts::Parts;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answers;
use crate::errors::{Failure, UniverseError};
use crate::game::Game;
use crate::limits::Limits;
use crate::reading::GameLike;
use crate::work::{self, Done, EVERY};

/// What a universe holds.
pub(crate) struct State {
    pub(crate) games: Games,
    pub(crate) parts: Parts,
    /// What [`Limits::times_set`] was when the limits of the games were set; 0 if they have others.
    limits_of: u64,
}

/// A place for a universe, shared by its games.
pub(crate) struct Place {
    slot: Mutex<Slot>,
    returned: Condvar,
}

struct Slot {
    state: Option<Box<State>>,
    /// Who has taken it.
    taken_by: Option<ThreadId>,
}

/// A universe that was taken out; it goes back when this is dropped.
struct Lease<'p> {
    place: &'p Place,
    state: Option<Box<State>>,
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        let mut slot = self.place.lock();
        slot.state = self.state.take();
        slot.taken_by = None;
        drop(slot);
        self.place.returned.notify_one();
    }
}

impl Place {
    fn new() -> Arc<Self> {
        let state = State {
            games: Games::new(),
            parts: Parts::new(),
            limits_of: 0,
        };
        Arc::new(Self {
            slot: Mutex::new(Slot {
                state: Some(Box::new(state)),
                taken_by: None,
            }),
            returned: Condvar::new(),
        })
    }

    /// The universe of games that are not given one.
    pub(crate) fn usual() -> Arc<Self> {
        static USUAL: OnceLock<Arc<Place>> = OnceLock::new();
        Arc::clone(USUAL.get_or_init(Self::new))
    }

    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, py: Python<'_>) -> PyResult<Lease<'_>> {
        loop {
            let mut slot = self.lock();
            if let Some(state) = slot.state.take() {
                slot.taken_by = Some(thread::current().id());
                return Ok(Lease {
                    place: self,
                    state: Some(state),
                });
            }
            if slot.taken_by == Some(thread::current().id()) {
                let message = "this universe is in use: it computes what asked for these options. In \
                               `options`, compute with games of another one, misere.Universe()";
                return Err(UniverseError::new_err(message));
            }
            drop(slot);
            py.detach(|| {
                let slot = self.lock();
                if slot.state.is_none() {
                    drop(self.returned.wait_timeout(slot, EVERY));
                }
            });
            py.check_signals()?;
        }
    }

    /// Runs work in the universe with the interpreter released, under these limits or the usual ones.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        limits: Option<&Limits>,
        work: impl FnOnce(&mut State) -> T + Send,
    ) -> PyResult<Done<T>> {
        let mut lease = self.take(py)?;
        let Some(state) = lease.state.as_deref_mut() else {
            return Err(UniverseError::new_err("the universe is gone"));
        };
        let times_set = Limits::times_set();
        if limits.is_some() || state.limits_of != times_set {
            let given = Limits::or_usual(limits);
            state.games.set_budget(given.budget());
            let stays = limits.is_none() && given.is_timeless();
            state.limits_of = if stays { times_set } else { 0 };
        }
        work::run(py, || work(state))
    }

    /// The same for work that fails if it does.
    pub(crate) fn with<T: Send>(
        &self,
        py: Python<'_>,
        limits: Option<&Limits>,
        work: impl FnOnce(&mut State) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        self.run(py, limits, work)?.value(py)
    }

    /// Copies a game of another universe into this one.
    pub(crate) fn import(
        self: &Arc<Self>,
        py: Python<'_>,
        from: &Arc<Self>,
        game: Handle,
        limits: Option<&Limits>,
    ) -> PyResult<Handle> {
        if Arc::ptr_eq(self, from) {
            return Ok(game);
        }
        let dag = from.with(py, limits, |state| Ok(state.games.to_dag(game)?))?;
        self.with(py, limits, |state| Ok(state.games.from_dag(&dag)?))
    }
}

/// A universe: all games of one computation.
///
/// Games that are not made in a universe of their own live in the default one. Games of two
/// universes can be compared; to add them, copy one with `Game.to`.
///
/// >>> import misere
/// >>> u = misere.Universe()
/// >>> u("2 + 2") == misere.G("2 + 2")
/// True
#[pyclass(frozen, weakref, module = "misere")]
pub(crate) struct Universe {
    pub(crate) place: Arc<Place>,
}

#[pymethods]
impl Universe {
    #[new]
    fn new() -> Self {
        Self {
            place: Place::new(),
        }
    }

    /// Returns the game that an expression, a number (a nim heap), a game, or an iterable of options is.
    #[pyo3(signature = (value, /, *, limits=None))]
    fn __call__(
        &self,
        py: Python<'_>,
        value: GameLike<'_>,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Game> {
        Game::read(py, &self.place, value, limits.map(Bound::get))
    }

    /// Returns the games born by a day, in structural order, up to day 5 (4 171 780 games).
    ///
    /// >>> import misere
    /// >>> [str(g) for g in misere.Universe().born_by(3)]
    /// ['0', '1', '2', '2#', '3']
    #[pyo3(signature = (day, *, limits=None))]
    fn born_by(
        &self,
        py: Python<'_>,
        day: u32,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Vec<Game>> {
        if day > 5 {
            let message = format!("games are listed up to day 5; misere.count({day}) counts them");
            return Err(crate::errors::OutOfReach::new_err(message));
        }
        let games = self.place.with(py, limits.map(Bound::get), |state| {
            Ok(state.games.games_born_by(day)?)
        })?;
        Ok(games.into_iter().map(|game| self.game(game)).collect())
    }

    /// Returns the game with these followers: for each the numbers of its options, which come before it;
    /// the last one is the game. It is what `Game.dag` returns.
    #[pyo3(name = "from_dag", signature = (dag, *, limits=None))]
    fn game_of_dag(
        &self,
        py: Python<'_>,
        dag: Vec<Vec<u32>>,
        limits: Option<&Bound<'_, Limits>>,
    ) -> PyResult<Game> {
        let dag = Dag(dag);
        let game = self.place.with(py, limits.map(Bound::get), |state| {
            Ok(state.games.from_dag(&dag)?)
        })?;
        Ok(self.game(game))
    }

    /// What the universe holds: numbers of games and of remembered results, and bytes.
    fn stats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let stats = self.place.with(py, None, |state| Ok(state.games.stats()))?;
        answers::to_python(py, &stats)
    }

    /// Returns the number of games stored; G and G+1 count once.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.place.with(py, None, |state| Ok(state.games.nodes()))
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.place, &other.place)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        Arc::as_ptr(&self.place).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        if Arc::ptr_eq(&self.place, &Place::usual()) {
            return "misere.default_universe()".into();
        }
        format!("<misere.Universe at {:p}>", Arc::as_ptr(&self.place))
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, Py<PyTuple>)> {
        let py = slf.py();
        if !Arc::ptr_eq(&slf.get().place, &Place::usual()) {
            let message = "a universe is not pickled: pickle its games, which become games of the default universe";
            return Err(PyTypeError::new_err(message));
        }
        let function = py.import("misere")?.getattr("default_universe")?;
        Ok((function.unbind(), PyTuple::empty(py).unbind()))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }
}

impl Universe {
    fn game(&self, game: Handle) -> Game {
        Game::new(&self.place, game)
    }
}

/// Returns the universe of the games that are not made in one of their own.
#[pyfunction]
pub(crate) fn default_universe() -> Universe {
    Universe {
        place: Place::usual(),
    }
}
