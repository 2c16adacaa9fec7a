//! Elements of a misère quotient.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use misere::answer::Letters;
use misere::game::Outcome;
use misere::quotient::Element as Number;
use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyTuple};

use crate::game::outcome_text;
use crate::numbers::word;
use crate::quotient::Quotient;
use crate::ruleset::Ruleset;

/// An element of a misère quotient: the value of many sums of heaps.
///
/// >>> import misere
/// >>> q = misere.Ruleset("kayles").quotient()
/// >>> x = q(5, 9, 9)
/// >>> x == q(5) * q(9) ** 2, x.outcome == q.outcome(5, 9, 9)
/// (True, True)
#[pyclass(frozen, module = "misere")]
pub(crate) struct Element {
    quotient: Py<Quotient>,
    number: Number,
}

impl Element {
    pub(crate) fn of(quotient: &Bound<'_, Quotient>, number: Number) -> Self {
        Self {
            quotient: quotient.clone().unbind(),
            number,
        }
    }

    /// Whether the element is one of a quotient.
    pub(crate) fn belongs(slf: &Bound<'_, Self>, quotient: &Bound<'_, Quotient>) -> bool {
        let own = slf.get().quotient.bind(slf.py());
        own.is(quotient) || own.get().same(quotient.get())
    }

    fn beside(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<Number> {
        let other = other.get();
        if Self::belongs(slf, other.quotient.bind(slf.py())) {
            return Ok(other.number);
        }
        let message = "elements of two quotients have no product";
        Err(PyValueError::new_err(message))
    }
}

#[pymethods]
impl Element {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.quotient)
    }

    fn __mul__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> PyResult<Self> {
        let quotient = slf.get().quotient.bind(slf.py());
        let other = Self::beside(slf, other)?;
        let monoid = quotient.get().quotient.monoid();
        Ok(Self::of(quotient, monoid.times(slf.get().number, other)))
    }

    fn __pow__(
        slf: &Bound<'_, Self>,
        exponent: &Bound<'_, PyInt>,
        modulus: Option<&Bound<'_, PyInt>>,
    ) -> PyResult<Self> {
        if modulus.is_some() {
            return Err(PyValueError::new_err(
                "elements have powers without a modulus",
            ));
        }
        let exponent = word(exponent, "an exponent")?;
        let quotient = slf.get().quotient.bind(slf.py());
        let monoid = quotient.get().quotient.monoid();
        Ok(Self::of(quotient, monoid.power(slf.get().number, exponent)))
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> bool {
        slf.get().number == other.get().number && Self::beside(slf, other).is_ok()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.number.hash(&mut hasher);
        hasher.finish()
    }

    /// The quotient.
    #[getter]
    fn quotient(&self, py: Python<'_>) -> Py<Quotient> {
        self.quotient.clone_ref(py)
    }

    /// The place among `Quotient.elements`.
    #[getter]
    fn number(&self) -> Number {
        self.number
    }

    /// Whether it is the value of P-positions.
    #[getter]
    fn is_p(&self) -> bool {
        let quotient = &self.quotient.get().quotient;
        quotient.monoid().is_p(self.number)
    }

    /// The outcome of all sums with this value: "N" or "P".
    #[getter]
    fn outcome(&self) -> &'static str {
        outcome_text(Outcome::from(self.is_p()))
    }

    /// The least sum of heaps with this value.
    #[getter]
    fn heaps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let quotient = self.quotient.get();
        let least = quotient.quotient.least_sum(self.number);
        Ruleset::write_sum(quotient.rules(py), &least)
    }

    fn __str__(&self) -> String {
        self.quotient.get().letters().element(self.number)
    }

    fn __repr__(&self) -> String {
        let quotient = &self.quotient.get().quotient;
        format!("<{} in {}>", self.__str__(), quotient.ruleset())
    }

    fn _repr_latex_(&self) -> String {
        let quotient = &self.quotient.get().quotient;
        format!("${}$", Letters::tex(quotient).element(self.number))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, own) = (slf.py(), slf.get());
        let unpickle = py.import("misere._pickles")?.getattr("element")?;
        let arguments = (own.quotient.clone_ref(py), own.number).into_pyobject(py)?;
        PyTuple::new(py, [unpickle, arguments.into_any()])
    }
}
