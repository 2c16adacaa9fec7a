//! Answers of the library as Python objects: everything that serde can write, in one way.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;
use serde_json::Value;

/// Returns dicts, lists, texts and numbers.
pub(crate) fn to_python<'py>(
    py: Python<'py>,
    answer: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let value =
        serde_json::to_value(answer).map_err(|error| PyValueError::new_err(error.to_string()))?;
    value_to_python(py, value)
}

/// JSON that the library writes is a few levels deep.
fn value_to_python(py: Python<'_>, value: Value) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(truth) => truth.into_bound_py_any(py),
        Value::String(text) => text.into_bound_py_any(py),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (None, Some(number)) => number.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::Array(values) => {
            let list = PyList::empty(py);
            for value in values {
                list.append(value_to_python(py, value)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, value_to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// Returns a data class of the module `misere._answers`, made of the fields of an answer.
pub(crate) fn answer<'py>(
    py: Python<'py>,
    class: &str,
    answer: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let module = py.import("misere._answers")?;
    module
        .getattr(class)?
        .call_method1("of", (to_python(py, answer)?,))
}

/// Reads a certificate: text in JSON, or a dict.
pub(crate) fn json_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    let dumps = value.py().import("json")?.getattr("dumps")?;
    dumps.call1((value,))?.extract()
}
