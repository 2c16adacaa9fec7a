//! Limits on time, memory and numbers of games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use misere::limits::Budget;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::work::watch;

/// Limits on a computation: seconds, bytes, and stored games (or elements of a quotient).
///
/// `None` means no limit. Reaching one raises `misere.Stopped`.
///
/// >>> import misere
/// >>> misere.Limits(timeout=1.5, max_games=1000)
/// Limits(timeout=1.5, max_games=1000)
#[pyclass(frozen, eq, skip_from_py_object, module = "misere")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Limits {
    /// The time that a call may take, in seconds.
    #[pyo3(get)]
    timeout: Option<f64>,
    /// The bytes that tables may hold.
    #[pyo3(get)]
    max_memory: Option<usize>,
    /// The number of games that a universe, or of elements that a quotient may have.
    #[pyo3(get)]
    max_games: Option<usize>,
}

/// The usual limits, and how often they were set.
static USUAL: Mutex<Limits> = Mutex::new(Limits {
    timeout: None,
    max_memory: None,
    max_games: None,
});
static TIMES_SET: AtomicU64 = AtomicU64::new(1);

impl Limits {
    fn usual() -> Self {
        *USUAL.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a number that changes whenever the usual limits do.
    pub(crate) fn times_set() -> u64 {
        TIMES_SET.load(Ordering::Acquire)
    }

    /// Returns these limits, or the usual ones.
    pub(crate) fn or_usual(limits: Option<&Self>) -> Self {
        limits.copied().unwrap_or_else(Self::usual)
    }

    /// Whether the limits are the same at any time.
    pub(crate) fn is_timeless(&self) -> bool {
        self.timeout.is_none()
    }

    /// Returns the budget of a call that begins now.
    pub(crate) fn budget(&self) -> Budget {
        let mut budget = match self.timeout {
            Some(seconds) => Budget::timeout(duration(seconds)),
            None => Budget::default(),
        };
        budget.max_memory = self.max_memory;
        budget.max_nodes = self.max_games;
        budget.with_watch(watch)
    }
}

/// The time that was checked when the limits were made; what is longer than a clock can tell is no limit.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (*, timeout=None, max_memory=None, max_games=None))]
    fn new(
        timeout: Option<f64>,
        max_memory: Option<usize>,
        max_games: Option<usize>,
    ) -> PyResult<Self> {
        if timeout.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0) {
            return Err(PyValueError::new_err(
                "a timeout is a number of seconds from 0 on",
            ));
        }
        Ok(Self {
            timeout,
            max_memory,
            max_games,
        })
    }

    fn __repr__(&self) -> String {
        let mut fields = Vec::new();
        if let Some(timeout) = self.timeout {
            fields.push(format!("timeout={timeout:?}"));
        }
        if let Some(memory) = self.max_memory {
            fields.push(format!("max_memory={memory}"));
        }
        if let Some(games) = self.max_games {
            fields.push(format!("max_games={games}"));
        }
        format!("Limits({})", fields.join(", "))
    }

    fn __hash__(&self) -> u64 {
        let seconds = self.timeout.map_or(u64::MAX, f64::to_bits);
        let bytes = self.max_memory.unwrap_or(usize::MAX) as u64;
        let games = self.max_games.unwrap_or(usize::MAX) as u64;
        seconds ^ bytes.rotate_left(21) ^ games.rotate_left(42)
    }

    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let arguments = pyo3::types::PyDict::new(py);
        arguments.set_item("timeout", self.timeout)?;
        arguments.set_item("max_memory", self.max_memory)?;
        arguments.set_item("max_games", self.max_games)?;
        Ok((
            pyo3::types::PyTuple::empty(py).into_any(),
            arguments.into_any(),
        ))
    }
}

/// Sets the limits of all calls that are not given their own, and returns those before.
///
/// >>> import misere
/// >>> before = misere.set_limits(timeout=60)
/// >>> misere.get_limits()
/// Limits(timeout=60.0)
/// >>> misere.set_limits(before) == misere.Limits(timeout=60)
/// True
#[pyfunction]
#[pyo3(signature = (limits=None, /, *, timeout=None, max_memory=None, max_games=None))]
pub(crate) fn set_limits(
    limits: Option<&Bound<'_, Limits>>,
    timeout: Option<f64>,
    max_memory: Option<usize>,
    max_games: Option<usize>,
) -> PyResult<Limits> {
    let named = Limits::new(timeout, max_memory, max_games)?;
    let limits = match limits {
        Some(limits) if named == Limits::default() => *limits.get(),
        Some(_) => {
            let message = "either a Limits object or single limits, not both";
            return Err(PyValueError::new_err(message));
        }
        None => named,
    };
    let mut usual = USUAL.lock().unwrap_or_else(PoisonError::into_inner);
    TIMES_SET.fetch_add(1, Ordering::Release);
    Ok(std::mem::replace(&mut *usual, limits))
}

/// Returns the limits of all calls that are not given their own.
#[pyfunction]
pub(crate) fn get_limits() -> Limits {
    Limits::usual()
}
