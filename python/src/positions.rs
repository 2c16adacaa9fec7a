//! Positions of rulesets in Python: a number for a heap, a tuple for several coordinates, a text for a
//! board, and any object for a node of a graph.

use misere::heaps::{Heaps, Position, Ruleset};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::errors::no_ruleset;
use crate::numbers::word;

/// Reads a position of a ruleset.
pub(crate) fn read(rules: &dyn Ruleset, value: &Bound<'_, PyAny>) -> PyResult<Position> {
    let position = if let Ok(text) = value.cast::<PyString>() {
        let text: String = text.extract()?;
        let Some(position) = rules.read_position(&text) else {
            let (name, shape) = (rules.name(), shape(rules));
            let message = format!("a position of `{name}` is {shape}, not a text");
            return Err(PyTypeError::new_err(message));
        };
        position.map_err(|error| no_ruleset(&text, &error))?
    } else if let Ok(coordinates) = value.cast::<PyTuple>() {
        let coordinates: Vec<u64> = coordinates
            .iter()
            .map(|x| word(&x, "a coordinate"))
            .collect::<PyResult<_>>()?;
        let position = Position::new(&coordinates);
        position.ok_or_else(|| {
            PyValueError::new_err(
                "a position has up to 8 coordinates, and they have 128 bits together",
            )
        })?
    } else {
        Position::heap(word(value, "the size of a heap")?)
    };
    require(rules, position)?;
    Ok(position)
}

fn shape(rules: &dyn Ruleset) -> String {
    match rules.arity() {
        1 => "a whole number".into(),
        n => format!("a tuple of {n} whole numbers"),
    }
}

/// Refuses what is not a position of the ruleset.
pub(crate) fn require(rules: &dyn Ruleset, position: Position) -> PyResult<()> {
    if position.kind() == 0 && rules.is_position(position) {
        let largest = rules
            .largest()
            .is_none_or(|largest| position.size() <= largest);
        if largest {
            return Ok(());
        }
    }
    let (name, smallest) = (rules.name(), rules.smallest());
    let message = if position.arity() != rules.arity() {
        format!("a position of `{name}` is {}, not {position}", shape(rules))
    } else if position.coordinates().iter().any(|&x| x < smallest) {
        format!("the smallest heap of `{name}` is {smallest}, not {position}")
    } else if let Some(largest) = rules.largest() {
        format!("the largest heap of `{name}` is {largest}, not {position}")
    } else {
        format!("{position} is not a position of `{name}`: {}", rules.rule())
    };
    Err(PyValueError::new_err(message))
}

/// Returns a position as a Python object.
pub(crate) fn write<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    position: Position,
) -> PyResult<Bound<'py, PyAny>> {
    if position.kind() != 0 {
        return rules.heap_name(position).into_bound_py_any(py);
    }
    let text = rules.write_position(position);
    let coordinates = position.coordinates();
    if text != position.to_string() {
        return text.into_bound_py_any(py);
    }
    match coordinates[..] {
        [size] => size.into_bound_py_any(py),
        _ => PyTuple::new(py, coordinates)?.into_bound_py_any(py),
    }
}

/// Returns a sum as a tuple of positions, equal ones side by side.
pub(crate) fn write_sum<'py>(
    py: Python<'py>,
    rules: &dyn Ruleset,
    heaps: &Heaps,
) -> PyResult<Bound<'py, PyTuple>> {
    /// Longer lists are no use to anyone.
    const MOST: u64 = 1_000_000;
    let total = heaps
        .iter()
        .fold(0u64, |total, (_, copies)| total.saturating_add(copies));
    if total > MOST {
        let message = format!("this sum has {total} heaps, more than a tuple should");
        return Err(PyValueError::new_err(message));
    }
    let list = PyList::empty(py);
    for (position, copies) in heaps.iter() {
        let position = write(py, rules, position)?;
        for _ in 0..copies {
            list.append(&position)?;
        }
    }
    Ok(list.to_tuple())
}

/// Reads an option of a position as a user's `options` gives it: a position, or a list of positions;
/// where positions are single numbers, a tuple is a list too.
pub(crate) fn read_option(
    rules: &dyn Ruleset,
    from: Position,
    value: &Bound<'_, PyAny>,
) -> PyResult<Heaps> {
    let mut heaps = Heaps::none();
    let is_tuple = value.is_instance_of::<PyTuple>();
    if value.is_instance_of::<PyList>() || is_tuple && rules.arity() == 1 {
        for part in value.try_iter()? {
            add(rules, from, &mut heaps, &part?)?;
        }
    } else {
        add(rules, from, &mut heaps, value)?;
    }
    Ok(heaps)
}

fn add(
    rules: &dyn Ruleset,
    from: Position,
    heaps: &mut Heaps,
    part: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let position = read(rules, part)?;
    let total = |position: Position| -> u128 {
        position.coordinates().iter().map(|&x| u128::from(x)).sum()
    };
    let is_smaller = match from.arity() {
        1 => position < from,
        _ => position < from || total(position) < total(from),
    };
    if !is_smaller {
        let message =
            format!("the option {position} is not smaller than {from}, so that play might not end");
        return Err(PyValueError::new_err(message));
    }
    let added = heaps.checked_add(position, 1);
    added.ok_or_else(|| PyValueError::new_err("too many copies of a position"))
}
