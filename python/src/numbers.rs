//! Integers of any size.

use misere::heaps::NimValue;
use num_bigint::BigUint;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyInt};

/// Returns a Python integer.
pub(crate) fn integer<'py>(py: Python<'py>, number: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &number.to_bytes_le());
    let int = py.get_type::<PyInt>();
    int.call_method1(intern!(py, "from_bytes"), (bytes, intern!(py, "little")))
}

/// Returns a nim value as a Python integer.
pub(crate) fn nim_value<'py>(py: Python<'py>, value: &NimValue) -> PyResult<Bound<'py, PyAny>> {
    match value.to_u64() {
        Some(number) => Ok(number.into_pyobject(py)?.into_any()),
        None => integer(py, &BigUint::from(value)),
    }
}

/// Reads what counts as an integer: an `int`, or a number of NumPy.
pub(crate) fn index<'py>(value: &Bound<'py, PyAny>, what: &str) -> PyResult<Bound<'py, PyAny>> {
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!(
            "{what} is a whole number, not a bool"
        )));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(value.clone());
    }
    let py = value.py();
    let number = value.call_method0(intern!(py, "__index__"));
    number.map_err(|_| {
        let kind = value.get_type();
        let name = kind
            .name()
            .map_or_else(|_| "something else".into(), |name| name.to_string());
        PyTypeError::new_err(format!("{what} is a whole number, not {name}"))
    })
}

/// Reads an integer of any size from 0 on.
pub(crate) fn natural(value: &Bound<'_, PyAny>, what: &str) -> PyResult<BigUint> {
    let py = value.py();
    let number = index(value, what)?;
    if number.lt(0)? {
        return Err(PyValueError::new_err(format!(
            "{what} is from 0 on, not {number}"
        )));
    }
    let bits: usize = number.call_method0(intern!(py, "bit_length"))?.extract()?;
    let arguments = (bits / 8 + 1, intern!(py, "little"));
    let bytes = number.call_method(
        intern!(py, "to_bytes"),
        arguments,
        None::<&Bound<'_, PyDict>>,
    )?;
    Ok(BigUint::from_bytes_le(bytes.extract()?))
}

/// Reads an integer of 64 bits from 0 on.
pub(crate) fn word(value: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    let number = index(value, what)?;
    if let Ok(word) = number.extract::<u64>() {
        return Ok(word);
    }
    if number.lt(0)? {
        return Err(PyValueError::new_err(format!(
            "{what} is from 0 on, not {number}"
        )));
    }
    Err(PyOverflowError::new_err(format!(
        "{what} is too large: it has 64 bits"
    )))
}
