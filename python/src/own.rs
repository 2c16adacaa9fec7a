//! A user's own ruleset: moves that a Python method lists.

use misere::heaps::{HeapOptions, Heaps, MoveBounds, Position, Ruleset};
use misere::limits::{Budget, Meter, Reason};
use pyo3::exceptions::{PyReferenceError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyWeakrefReference};

use crate::errors::PyRulesetError;
use crate::{positions, work};

/// A ruleset whose moves are the method `options` of a Python object.
///
/// It refers to the object weakly: the object owns the ruleset, and whoever computes with the ruleset
/// holds the object.
pub(crate) struct OwnRules {
    object: Py<PyWeakrefReference>,
    name: String,
    rule: String,
    arity: usize,
    smallest: u64,
    largest: Option<u64>,
    bounds: Option<MoveBounds>,
}

/// Options are counted against the memory limit this many at a time.
const AT_A_TIME: usize = 4096;

impl OwnRules {
    /// Reads what a subclass states about its game.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let text = |name: &str| -> PyResult<String> {
            let value = object.getattr(name)?;
            let text = value.extract::<String>();
            text.map_err(|_| PyTypeError::new_err(format!("`{name}` of a ruleset is a text")))
        };
        let number = |name: &str| -> PyResult<Option<u64>> {
            let value = object.getattr(name)?;
            if value.is_none() {
                return Ok(None);
            }
            crate::numbers::word(&value, &format!("`{name}` of a ruleset")).map(Some)
        };
        let arity = number("arity")?.unwrap_or(1);
        let arity = usize::try_from(arity).unwrap_or(usize::MAX);
        if !(1..=Position::MOST_COORDINATES).contains(&arity) {
            let message = "`arity` of a ruleset, the number of coordinates, is from 1 to 8";
            return Err(PyRulesetError::new_err(message));
        }
        let bounds = object.getattr("bounds")?;
        let bounds = if bounds.is_none() {
            None
        } else {
            let numbers: Vec<u64> = bounds.extract().map_err(|_| {
                let message = "`bounds` of a ruleset are the most that a move takes, the most heaps \
                               that it leaves, and optionally the largest exception";
                PyTypeError::new_err(message)
            })?;
            let (most_taken, most_left, from) = match numbers[..] {
                [taken, left] => (taken, left, 0),
                [taken, left, from] => (taken, left, from),
                _ => {
                    let message = "`bounds` of a ruleset are two or three numbers";
                    return Err(PyRulesetError::new_err(message));
                }
            };
            Some(MoveBounds {
                most_taken,
                most_left,
                from,
            })
        };
        Ok(Self {
            object: PyWeakrefReference::new(object)?.unbind(),
            name: text("name")?,
            rule: text("rule")?,
            arity,
            smallest: number("smallest")?.unwrap_or(0),
            largest: number("largest")?,
            bounds,
        })
    }

    /// Asks for the options. An exception is noted, and raised again when the work has stopped.
    fn ask(&self, position: Position, budget: &Budget) -> Result<Vec<Heaps>, Reason> {
        let asked = Python::try_attach(|py| {
            self.listed(py, position, budget)
                .map_err(|failed| match failed {
                    Failed::Stopped(reason) => reason,
                    Failed::Raised(error) => {
                        let place = format!(
                            "while misere asked for options({position}) of `{}`",
                            self.name
                        );
                        // From Python 3.11 on.
                        let _ = error.value(py).call_method1("add_note", (place,));
                        work::note(error);
                        Reason::Cancelled
                    }
                })
        });
        asked.unwrap_or(Err(Reason::Cancelled))
    }

    fn listed(
        &self,
        py: Python<'_>,
        position: Position,
        budget: &Budget,
    ) -> Result<Vec<Heaps>, Failed> {
        let Some(object) = self.object.bind(py).upgrade() else {
            return Err(PyReferenceError::new_err("the ruleset does not exist any more").into());
        };
        let argument = positions::write(py, self, position)?;
        let options = object.call_method1(pyo3::intern!(py, "options"), (argument,))?;
        let listed = options
            .try_iter()
            .ok()
            .filter(|_| !options.is_instance_of::<PyString>());
        let Some(listed) = listed else {
            let kind = options.get_type().name()?.to_string();
            let message = format!(
                "options({position}) of `{}` returned {kind}: a list of options is expected",
                self.name
            );
            return Err(PyTypeError::new_err(message).into());
        };
        let mut meter = Meter::new(budget);
        let mut heaps: Vec<Heaps> = Vec::new();
        for option in listed {
            meter.tick()?;
            if heaps.len().is_multiple_of(AT_A_TIME) {
                budget.check_memory((heaps.len() + AT_A_TIME) * size_of::<Heaps>())?;
            }
            let option = option?;
            let read = positions::read_option(self, position, &option);
            heaps.push(read.map_err(|error| {
                let message = format!(
                    "options({position}) of `{}`: {}",
                    self.name,
                    error.value(py)
                );
                let explained = PyRulesetError::new_err(message);
                explained.set_cause(py, Some(error));
                explained
            })?);
        }
        Ok(heaps)
    }
}

enum Failed {
    Stopped(Reason),
    Raised(PyErr),
}

impl From<Reason> for Failed {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Self {
        Self::Raised(error)
    }
}

impl Ruleset for OwnRules {
    /// Without options if Python raised something: then the work is about to stop.
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let budget = Budget::default().with_watch(work::watch);
        let options = self.ask(position, &budget).unwrap_or_default();
        Box::new(options.into_iter())
    }

    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        Ok(Box::new(self.ask(position, budget)?.into_iter()))
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn rule(&self) -> String {
        self.rule.clone()
    }

    fn arity(&self) -> usize {
        self.arity
    }

    fn smallest(&self) -> u64 {
        self.smallest
    }

    fn largest(&self) -> Option<u64> {
        self.largest
    }

    fn move_bounds(&self) -> Option<MoveBounds> {
        self.bounds
    }
}
