//! Sequences of heaps: nim values, periods, genera, outcomes, canonical forms.

use std::sync::Arc;

use misere::answer;
use misere::game::{Game as Handle, Outcome, Universe as Games};
use misere::genus::GenusSequence;
use misere::heaps::{HeapGames, NimValue, Position, Ruleset};
use misere::limits::Stopped;
use misere::nim::{NimValues, PeriodAnswer, PeriodSearch, Sequence, methods};
use misere::play::{MisereOutcomes, Patience};
use num_bigint::BigUint;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyList};
use serde::Serialize;

use crate::answers;
use crate::errors::{Failure, OutOfReach, raised};
use crate::game::Game;
use crate::genus::Genus;
use crate::limits::Limits;
use crate::numbers;
use crate::universe::Place;
use crate::work::{self, Done};

pub(crate) fn nim_value(
    py: Python<'_>,
    rules: &dyn Ruleset,
    position: Position,
    limits: Option<&Limits>,
) -> PyResult<NimValue> {
    work::run_within(py, limits, |budget| {
        Ok(NimValues::new(rules)?.value(position, budget)?)
    })
}

pub(crate) fn nim_value_at(
    py: Python<'_>,
    rules: &dyn Ruleset,
    heap: BigUint,
    limits: Option<&Limits>,
) -> PyResult<NimValue> {
    work::run_within(py, limits, |budget| {
        Ok(NimValues::new(rules)?.value_at(&[heap], budget)?)
    })
}

/// Returns what work found, or the exception that says what is known.
fn found<'py, T, K: FnOnce(&T) -> PyResult<Bound<'py, PyAny>>>(
    py: Python<'py>,
    done: Done<(T, Option<Failure>)>,
    known: K,
) -> PyResult<Bound<'py, PyAny>> {
    let (value, failure) = done.result;
    match (done.raised, failure) {
        (None, None) => known(&value),
        (Some(error), _) => {
            let known = known(&value)?.unbind();
            Err(raised(py, error, Some(known)))
        }
        (None, Some(failure @ Failure::Stopped(_))) => {
            let known = known(&value)?.unbind();
            Err(failure.into_error(py, Some(known)))
        }
        (None, Some(failure)) => Err(failure.into_error(py, None)),
    }
}

pub(crate) fn nim_values<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    to: u64,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    require_heaps(rules)?;
    let budget = Limits::or_usual(limits).budget();
    let last = rules.largest().map_or(to, |largest| largest.min(to));
    let done = work::run(py, || {
        let mut evaluator = match methods(rules).best(rules) {
            Ok(evaluator) => evaluator,
            Err(error) => return (None, Some(Failure::from(error))),
        };
        let result = if rules.smallest() <= last {
            evaluator.extend(last, &budget)
        } else {
            Ok(())
        };
        (Some(evaluator), result.err().map(Failure::from))
    })?;
    found(py, done, |evaluator| match evaluator {
        Some(evaluator) => array_of(py, evaluator.values()),
        None => words(py, &[]),
    })
}

fn require_heaps(rules: &dyn Ruleset) -> PyResult<()> {
    if rules.arity() == 1 {
        return Ok(());
    }
    let (name, arity) = (rules.name(), rules.arity());
    let message = format!(
        "the positions of `{name}` have {arity} coordinates: they are no sequence of heaps"
    );
    Err(OutOfReach::new_err(message))
}

/// Returns an array of the values: 32-bit numbers, or where these are powers of two, Python integers.
fn array_of<'py>(py: Python<'py>, values: &Sequence) -> PyResult<Bound<'py, PyAny>> {
    if let Some(numbers) = values.numbers() {
        return words(py, numbers);
    }
    let list = PyList::empty(py);
    for (_, value) in values.iter() {
        list.append(numbers::nim_value(py, &value)?)?;
    }
    numpy(py)?.call_method1("array", (list, "object"))
}

fn numpy(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("numpy").map_err(|error| {
        let message = "sequences of values are NumPy arrays: pip install numpy";
        let missing = PyImportError::new_err(message);
        missing.set_cause(py, Some(error));
        missing
    })
}

/// Returns a NumPy array whose memory is written once.
fn words<'py>(py: Python<'py>, numbers: &[u32]) -> PyResult<Bound<'py, PyAny>> {
    let numpy = numpy(py)?;
    let bytes = PyByteArray::new_with(py, size_of_val(numbers), |bytes| {
        for (bytes, number) in bytes.chunks_exact_mut(4).zip(numbers) {
            bytes.copy_from_slice(&number.to_ne_bytes());
        }
        Ok(())
    })?;
    numpy.call_method1("frombuffer", (bytes, "uint32"))
}

/// A period with its certificate.
#[derive(Serialize)]
struct CertifiedPeriod {
    #[serde(flatten)]
    period: answer::Period,
    certificate: Option<misere::nim::PeriodCertificate>,
}

pub(crate) fn period<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    to: Option<u64>,
    extended: bool,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    require_heaps(rules)?;
    let budget = Limits::or_usual(limits).budget();
    let done = work::run(py, || {
        match PeriodSearch::new(to, extended).run(rules, &budget) {
            Ok(answer) => {
                let stopped = answer.stopped.map(Failure::from);
                (Some(answer), stopped)
            }
            Err(error) => (None, Some(Failure::from(error))),
        }
    })?;
    found(py, done, |answer: &Option<PeriodAnswer>| {
        let Some(answer) = answer else {
            return Ok(py.None().into_bound(py));
        };
        let certified = CertifiedPeriod {
            period: answer.into(),
            certificate: answer.certificate(),
        };
        answers::answer(py, "Period", &certified)
    })
}

/// Computes genera in a universe of their own, and what is made of them.
fn with_genera<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    to: u64,
    limits: Option<&Limits>,
    known: impl FnOnce(&GenusSequence<'_>) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    require_heaps(rules)?;
    let budget = Limits::or_usual(limits).budget();
    let last = rules.largest().map_or(to, |largest| largest.min(to));
    let done = work::run(py, || {
        let mut sequence = match GenusSequence::new(rules) {
            Ok(sequence) => sequence,
            Err(error) => return (None, Some(Failure::from(error))),
        };
        let result = sequence.extend(&mut Games::with_budget(budget), last);
        (Some(sequence), result.err().map(Failure::from))
    })?;
    found(py, done, |sequence| match sequence {
        Some(sequence) => known(sequence),
        None => Ok(PyList::empty(py).into_any()),
    })
}

pub(crate) fn genera<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    to: u64,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    with_genera(py, rules, to, limits, |sequence| {
        let list = PyList::empty(py);
        for (_, entry) in sequence.iter() {
            let genus = entry.genus.clone();
            list.append(Genus { genus }.into_pyobject(py)?)?;
        }
        Ok(list.into_any())
    })
}

pub(crate) fn misere_nim_values<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    to: u64,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    with_genera(py, rules, to, limits, |sequence| {
        let values = sequence
            .iter()
            .map(|(_, entry)| entry.genus.misere_nim_value());
        words(py, &values.collect::<Vec<_>>())
    })
}

pub(crate) fn p_heaps<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    to: u64,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    require_heaps(rules)?;
    let budget = Limits::or_usual(limits).budget();
    let last = rules.largest().map_or(to, |largest| largest.min(to));
    let done = work::run(py, || {
        let mut games = Games::with_budget(budget);
        match MisereOutcomes::new(rules, last, &Patience::MOVES, &mut games) {
            Ok(outcomes) => {
                let stopped = outcomes.stopped.clone().map(Failure::from);
                let known = outcomes.iter_from(outcomes.first());
                let known = known.filter(|&(heap, outcome)| heap <= last && outcome == Outcome::P);
                (known.map(|(heap, _)| heap).collect(), stopped)
            }
            Err(error) => (Vec::new(), Some(Failure::from(error))),
        }
    })?;
    found(py, done, |heaps: &Vec<u64>| {
        Ok(PyList::new(py, heaps)?.into_any())
    })
}

/// Computes canonical forms in a universe. Those that are known when a limit is reached are kept.
pub(crate) fn forms(
    py: Python<'_>,
    place: &Arc<Place>,
    rules: &dyn Ruleset,
    positions: &[Position],
    limits: Option<&Limits>,
) -> PyResult<Vec<Game>> {
    if rules.is_loopy() {
        let message = format!(
            "play of `{}` may go on for ever: it has no canonical forms",
            rules.name()
        );
        return Err(OutOfReach::new_err(message));
    }
    let mut handles: Vec<Handle> = Vec::new();
    let done = place.run(py, limits, |state| {
        let mut games = HeapGames::new(rules);
        positions.iter().try_for_each(|&position| {
            handles.push(games.value(&mut state.games, position)?);
            Ok::<(), Stopped>(())
        })
    })?;
    let known: Vec<Game> = handles
        .into_iter()
        .map(|handle| Game::new(place, handle))
        .collect();
    let error = match (done.raised, done.result) {
        (None, Ok(())) => return Ok(known),
        (raised, result) => (raised, result),
    };
    let known = PyList::new(py, known)?.into_any().unbind();
    Err(match error {
        (Some(error), _) => raised(py, error, Some(known)),
        (None, result) => {
            let failure = result.err().map(Failure::from);
            failure.map_or_else(
                || OutOfReach::new_err("stopped"),
                |failure| failure.into_error(py, Some(known)),
            )
        }
    })
}
