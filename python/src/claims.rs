//! What the papers state, derived again.

use misere_claims::{ClaimAnswer, Data, Depth, select, test_all};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::answers;
use crate::limits::Limits;
use crate::work::run_aside;

fn selected(selectors: &[String]) -> PyResult<Vec<&'static misere_claims::Claim>> {
    if selectors.is_empty() {
        return Ok(misere_claims::claims().collect());
    }
    select(selectors.iter().map(String::as_str)).map_err(|error| {
        let mut message = error.to_string();
        if !error.suggestions.is_empty() {
            message = format!(
                "{message}; perhaps {} is meant",
                error.suggestions.join(" or ")
            );
        }
        PyKeyError::new_err(message)
    })
}

fn listed(
    py: Python<'_>,
    answers: impl Iterator<Item = ClaimAnswer>,
) -> PyResult<Bound<'_, PyList>> {
    let list = PyList::empty(py);
    for answer in answers {
        list.append(answers::answer(py, "Claim", &answer)?)?;
    }
    Ok(list)
}

/// Returns the claims of the papers, or those that are selected: by an id or its first parts.
///
/// >>> import misere
/// >>> [claim.id for claim in misere.claims("josephus.thm4")]
/// ['josephus.thm4.1', 'josephus.thm4.2']
#[pyfunction]
#[pyo3(signature = (*selectors))]
pub(crate) fn claims(py: Python<'_>, selectors: Vec<String>) -> PyResult<Bound<'_, PyList>> {
    listed(py, selected(&selectors)?.into_iter().map(ClaimAnswer::from))
}

/// Tests claims of the papers, at the depth "quick", "standard" or "deep".
///
/// >>> import misere
/// >>> [claim.status for claim in misere.verify("structure.thm7.13")]
/// ['holds']
#[pyfunction]
#[pyo3(signature = (*selectors, depth="quick", limits=None))]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    selectors: Vec<String>,
    depth: &str,
    limits: Option<&Bound<'py, Limits>>,
) -> PyResult<Bound<'py, PyList>> {
    let depth = match depth {
        "quick" => Depth::Quick,
        "standard" => Depth::Standard,
        "deep" => Depth::Deep,
        _ => {
            let message = format!("a depth is \"quick\", \"standard\" or \"deep\", not {depth:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    let chosen = selected(&selectors)?;
    let reports = run_aside(py, limits.map(Bound::get), |budget| {
        let data = Data::embedded();
        let reports = test_all(&chosen, depth, &data, budget, false, |_| ());
        let answers = reports.iter().map(ClaimAnswer::from);
        Ok(answers.collect::<Vec<_>>())
    })?;
    listed(py, reports.into_iter())
}
