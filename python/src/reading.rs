//! What a game can be made of in Python.

use std::sync::Arc;

use misere::game::Game as Handle;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::game::Game;
use crate::limits::Limits;
use crate::numbers::word;
use crate::universe::Place;

/// What a game can be made of: an expression, a number, a game, an iterable of options.
pub(crate) struct GameLike<'py>(Bound<'py, PyAny>);

impl<'py> FromPyObject<'_, 'py> for GameLike<'py> {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(value.to_owned()))
    }
}

impl Game {
    /// Reads a game in a universe.
    pub(crate) fn read(
        py: Python<'_>,
        place: &Arc<Place>,
        value: GameLike<'_>,
        limits: Option<&Limits>,
    ) -> PyResult<Self> {
        let value = value.0;
        if let Some(handle) = Self::read_single(py, place, &value, limits)? {
            return Ok(Self::new(place, handle));
        }
        let Ok(options) = value.try_iter() else {
            return Err(no_game(&value));
        };
        let mut handles = Vec::new();
        for option in options {
            let option = option?;
            let handle = Self::read_single(py, place, &option, limits)?;
            handles.push(handle.ok_or_else(|| no_game(&option))?);
        }
        let set = place.with(py, limits, |state| Ok(state.games.set(handles)?))?;
        Ok(Self::new(place, set))
    }

    fn read_single(
        py: Python<'_>,
        place: &Arc<Place>,
        value: &Bound<'_, PyAny>,
        limits: Option<&Limits>,
    ) -> PyResult<Option<Handle>> {
        if let Ok(game) = value.cast::<Game>() {
            let game = game.get();
            let handle = place.import(py, game.place(), game.handle(), limits)?;
            return Ok(Some(handle));
        }
        if let Ok(text) = value.cast::<PyString>() {
            let text: String = text.extract()?;
            let game = place.with(py, limits, |state| Ok(state.games.eval(&text)?));
            return game.map(Some);
        }
        if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
            let size = word(value, "the size of a nim heap")?;
            let game = place.with(py, limits, |state| Ok(state.games.nim(size)?));
            return game.map(Some);
        }
        Ok(None)
    }
}

fn no_game(value: &Bound<'_, PyAny>) -> PyErr {
    let name = value.get_type().name();
    let name = name.map_or_else(|_| "this".into(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "a game is made of an expression, a number, a game, or an iterable of these, not of {name}"
    ))
}
