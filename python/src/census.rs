//! How many games there are.

use misere::answer::CountProduct;
use misere::census::{Counts, decimal, digits, residue, size};
use pyo3::prelude::*;

use crate::errors::{Failure, OutOfReach};
use crate::limits::Limits;
use crate::numbers::{integer, natural, word};
use crate::work::run_aside;

type GivenLimits<'a, 'py> = Option<&'a Bound<'py, Limits>>;

/// More binary digits than the largest number that can be written down has.
const MOST_BITS: u64 = 1 << 23;

fn day_of(day: &Bound<'_, PyAny>) -> PyResult<u32> {
    let day = word(day, "a day")?;
    u32::try_from(day).map_err(|_| OutOfReach::new_err(format!("day {day} is too far out")))
}

/// Returns the number of games born by a day, up to day 6 (its number has 1 255 831 digits).
///
/// >>> import misere
/// >>> [misere.count(day) for day in range(6)]
/// [1, 2, 3, 5, 22, 4171780]
#[pyfunction]
#[pyo3(signature = (day, *, limits=None))]
pub(crate) fn count<'py>(
    py: Python<'py>,
    day: &Bound<'py, PyAny>,
    limits: GivenLimits<'_, '_>,
) -> PyResult<Bound<'py, PyAny>> {
    let day = day_of(day)?;
    let number = run_aside(py, limits.map(Bound::get), |budget| {
        budget.check()?;
        if day > 6 {
            // The error says what there is instead.
            decimal(&Counts::new(), day, budget)?;
        }
        let number = Counts::new().games(day)?.to_bigint(MOST_BITS);
        number.ok_or_else(|| Failure::from(OutOfReach::new_err("the number is too large")))
    })?;
    integer(py, number.magnitude())
}

/// Returns the number of games born by a day, modulo a number.
///
/// >>> import misere
/// >>> misere.count_mod(8, 97)
/// 15
#[pyfunction]
#[pyo3(signature = (day, modulus, *, limits=None))]
pub(crate) fn count_mod<'py>(
    py: Python<'py>,
    day: &Bound<'py, PyAny>,
    modulus: &Bound<'py, PyAny>,
    limits: GivenLimits<'_, '_>,
) -> PyResult<Bound<'py, PyAny>> {
    let (day, modulus) = (word(day, "a day")?, natural(modulus, "a modulus")?);
    let found = run_aside(py, limits.map(Bound::get), |budget| {
        Ok(residue(day, &modulus, budget)?)
    })?;
    integer(py, &found)
}

/// Returns how many decimal digits the number of games born by a day has, up to day 6; from day 7 on a
/// text that says how large it is.
#[pyfunction]
pub(crate) fn count_digits<'py>(
    py: Python<'py>,
    day: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let day = day_of(day)?;
    let found = run_aside(py, None, |_| {
        let counts = Counts::new();
        if day <= 6 {
            return Ok(Ok(digits(&counts, day)?));
        }
        let size = size(&counts, day)?;
        let (height, exponent) = (size.height, size.exponent);
        Ok(Err(format!("10^10^…^{exponent}, {height} powers of ten")))
    })?;
    match found {
        Ok(digits) => Ok(digits.into_pyobject(py)?.into_any()),
        Err(text) => Ok(text.into_pyobject(py)?.into_any()),
    }
}

/// Returns the number of games born by a day as a sum of powers of two, up to day 6, or for day 8 as a
/// product formula.
#[pyfunction]
pub(crate) fn count_formula(py: Python<'_>, day: &Bound<'_, PyAny>) -> PyResult<String> {
    let day = day_of(day)?;
    run_aside(py, None, |_| {
        let counts = Counts::new();
        if day == 8 {
            return Ok(CountProduct::new(&counts)?.expression);
        }
        if day > 6 {
            let message =
                format!("there is no short formula for day {day}; count_mod gives residues");
            return Err(OutOfReach::new_err(message).into());
        }
        Ok(counts.games(day)?.to_string())
    })
}
