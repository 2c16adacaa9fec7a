//! Infinite misère quotients.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use misere::answer::{self, Letters};
use misere::game::Outcome;
use misere::heaps::{Heaps, Position};
use misere::quotient::{Element as Number, InfiniteQuotient as RustInfinite};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::answers;
use crate::errors::OutOfReach;
use crate::game::outcome_text;
use crate::limits::Limits;
use crate::quotient::{Quotient, moves_to_python};
use crate::ruleset::Ruleset;
use crate::work;

/// An infinite misère quotient, proved: a value is an element of a finite monoid M together with the
/// numbers of the wild heaps.
///
/// >>> import misere
/// >>> q = misere.Ruleset("0.3102").quotient(to=12)
/// >>> q.is_infinite, q.wild, q.outcome(7, 7, 7, 12), str(q(7, 7, 1))
/// (True, [7, 12], 'P', 'a, 2×7')
#[pyclass(frozen, weakref, module = "misere")]
pub(crate) struct InfiniteQuotient {
    rules: Py<Ruleset>,
    quotient: RustInfinite,
    /// The last finite quotient, from which this one is found again.
    finite: Py<Quotient>,
}

type GivenLimits<'a, 'py> = Option<&'a Bound<'py, Limits>>;

impl InfiniteQuotient {
    pub(crate) fn of<'py>(
        rules: &Bound<'py, Ruleset>,
        quotient: RustInfinite,
        finite: &Bound<'py, Quotient>,
    ) -> PyResult<Bound<'py, Self>> {
        let found = Self {
            rules: rules.clone().unbind(),
            quotient,
            finite: finite.clone().unbind(),
        };
        Bound::new(rules.py(), found)
    }

    pub(crate) fn finite<'py>(&self, py: Python<'py>) -> &Bound<'py, Quotient> {
        self.finite.bind(py)
    }

    fn sum(&self, py: Python<'_>, heaps: &Bound<'_, PyTuple>) -> PyResult<Heaps> {
        Ruleset::heaps(self.rules.bind(py), heaps)
    }

    fn too_large(&self) -> PyErr {
        let most = self.quotient.max_heap();
        let message =
            format!("this quotient is that of the heaps up to {most}: a heap is too large");
        OutOfReach::new_err(message)
    }

    fn same(&self, other: &Self) -> bool {
        self.quotient.certificate() == other.quotient.certificate()
    }
}

#[pymethods]
impl InfiniteQuotient {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.rules)?;
        visit.call(&self.finite)
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// None: it is infinite.
    #[getter]
    fn order(&self) -> Option<usize> {
        None
    }

    /// True: other quotients are `Quotient`s.
    #[getter]
    fn is_infinite(&self) -> bool {
        true
    }

    /// The order of the finite monoid M.
    #[getter]
    fn tame_order(&self) -> usize {
        self.quotient.tame_part().order()
    }

    /// The largest heap.
    #[getter]
    fn max_heap(&self) -> u64 {
        self.quotient.max_heap()
    }

    /// The period of the values of heaps, if it is proved: then this is the quotient of all heaps.
    #[getter]
    fn period(&self) -> Option<u64> {
        self.quotient.period().map(|period| period.period)
    }

    /// The first heap of the periodic part, or None.
    #[getter]
    fn period_from(&self) -> Option<u64> {
        self.quotient.period().map(|period| period.first)
    }

    /// The last finite quotient, of fewer heaps.
    #[getter]
    fn last_finite(&self, py: Python<'_>) -> Py<Quotient> {
        self.finite.clone_ref(py)
    }

    /// The wild heaps, whose numbers P compares.
    #[getter]
    fn wild(&self) -> Vec<u64> {
        self.quotient.wild().to_vec()
    }

    /// The coefficients of the linear form in the numbers of wild heaps.
    #[getter]
    fn wall(&self) -> Vec<i64> {
        self.quotient.shape().wall
    }

    /// The heaps that generate M, by their letters.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let letters = Letters::of_monoid(self.quotient.tame_part());
        let dict = PyDict::new(py);
        for (number, &heap) in self.quotient.generators().iter().enumerate() {
            dict.set_item(letters.generator(number), heap)?;
        }
        Ok(dict)
    }

    /// The P-positions in words, one set of sums a line.
    #[getter]
    fn p_portion(&self) -> Vec<String> {
        let written = answer::InfiniteQuotient::new(&self.quotient, None, None, None);
        let pieces = written.pieces.iter();
        pieces.map(|piece| written.piece(piece)).collect()
    }

    /// Returns the value of a sum of heaps.
    #[pyo3(signature = (*heaps))]
    fn __call__(slf: &Bound<'_, Self>, heaps: &Bound<'_, PyTuple>) -> PyResult<InfiniteValue> {
        let own = slf.get();
        let value = own.quotient.value(&own.sum(slf.py(), heaps)?);
        let (element, numbers) = value.ok_or_else(|| own.too_large())?;
        Ok(InfiniteValue {
            quotient: slf.clone().unbind(),
            element,
            numbers,
        })
    }

    /// Returns who wins a sum of heaps: "N" or "P".
    #[pyo3(signature = (*heaps))]
    fn outcome(&self, py: Python<'_>, heaps: &Bound<'_, PyTuple>) -> PyResult<&'static str> {
        let outcome = self.quotient.outcome(&self.sum(py, heaps)?);
        outcome.map(outcome_text).ok_or_else(|| self.too_large())
    }

    /// Returns the winning moves in a sum of heaps: pairs of a heap and what is left of it.
    #[pyo3(signature = (*heaps, limits=None))]
    fn winning_moves<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyList>> {
        let heaps = self.sum(py, heaps)?;
        let rules = Ruleset::rules(self.rules.bind(py))?;
        let moves = work::run_within(py, limits.map(Bound::get), |budget| {
            let Some(moves) = self.quotient.winning_moves(&*rules, &heaps, budget) else {
                return Ok(None);
            };
            let moves: Result<Vec<_>, _> = moves.collect();
            Ok(Some(moves?))
        })?;
        moves_to_python(self.rules.bind(py), moves.ok_or_else(|| self.too_large())?)
    }

    /// Returns by how many the number of elements grows with the number of copies of each wild heap, if it
    /// is seen to grow linearly; it is counted and not proved.
    #[pyo3(signature = (*, limits=None))]
    fn growth(&self, py: Python<'_>, limits: GivenLimits<'_, '_>) -> PyResult<Option<usize>> {
        work::run_within(py, limits.map(Bound::get), |budget| {
            Ok(self.quotient.growth(budget)?)
        })
    }

    /// Returns a certificate, for `misere.check`.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        answers::to_python(py, &self.quotient.certificate())
    }

    /// Returns all that is known about the quotient as plain data, as `misere quotient --format json`
    /// writes it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let written = answer::InfiniteQuotient::new(&self.quotient, None, None, None);
        answers::to_python(py, &written)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("misere._tables")?;
        module.call_method1("infinite_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let quotient = &self.quotient;
        let wild: Vec<String> = quotient.wild().iter().map(ToString::to_string).collect();
        format!(
            "<InfiniteQuotient of {}, {}: wild heaps {}>",
            quotient.ruleset(),
            match quotient.period() {
                Some(_) => "all heaps".into(),
                None => format!("heaps up to {}", quotient.max_heap()),
            },
            wild.join(", ")
        )
    }

    fn __eq__(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.same(other)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.quotient.ruleset(), self.quotient.max_heap()).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    /// A quotient that is unpickled is found again from the last finite one.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let unpickle = py.import("misere._pickles")?.getattr("infinite")?;
        let to = match self.quotient.period() {
            Some(_) => None,
            None => Some(self.quotient.max_heap()),
        };
        let arguments = (self.finite.clone_ref(py), to);
        PyTuple::new(py, [unpickle, arguments.into_pyobject(py)?.into_any()])
    }
}

/// The value of a sum of heaps in an infinite quotient. Different values may be equal in the quotient.
#[pyclass(frozen, module = "misere")]
pub(crate) struct InfiniteValue {
    quotient: Py<InfiniteQuotient>,
    element: Number,
    numbers: Vec<u64>,
}

impl InfiniteValue {
    fn own(&self) -> &RustInfinite {
        &self.quotient.get().quotient
    }

    /// The least sum of heaps with this value.
    fn sum(&self) -> Heaps {
        let mut heaps = self.own().least_sum(self.element);
        for (&heap, &copies) in self.own().wild().iter().zip(&self.numbers) {
            heaps.add(Position::heap(heap), copies);
        }
        heaps
    }
}

#[pymethods]
impl InfiniteValue {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.quotient)
    }

    fn __mul__(&self, py: Python<'_>, other: &Self) -> PyResult<Self> {
        let (this, that) = (self.quotient.get(), other.quotient.get());
        if !std::ptr::eq(this, that) && !this.same(that) {
            let message = "values in two quotients have no product";
            return Err(PyValueError::new_err(message));
        }
        let monoid = self.own().tame_part();
        let numbers = self.numbers.iter().zip(&other.numbers);
        let numbers: Option<Vec<u64>> = numbers.map(|(a, b)| a.checked_add(*b)).collect();
        Ok(Self {
            quotient: self.quotient.clone_ref(py),
            element: monoid.times(self.element, other.element),
            numbers: numbers.ok_or_else(|| PyOverflowError::new_err("numbers have 64 bits"))?,
        })
    }

    /// The quotient.
    #[getter]
    fn quotient(&self, py: Python<'_>) -> Py<InfiniteQuotient> {
        self.quotient.clone_ref(py)
    }

    /// The element of M, as a word in the generators.
    #[getter]
    fn element(&self) -> String {
        Letters::of_monoid(self.own().tame_part()).element(self.element)
    }

    /// The numbers of the wild heaps.
    #[getter]
    fn numbers(&self) -> Vec<u64> {
        self.numbers.clone()
    }

    /// The outcome of all sums with this value: "N" or "P".
    #[getter]
    fn outcome(&self) -> PyResult<&'static str> {
        let outcome: Option<Outcome> = self.own().outcome(&self.sum());
        outcome
            .map(outcome_text)
            .ok_or_else(|| PyOverflowError::new_err("the numbers are too large"))
    }

    fn __eq__(&self, other: &Self) -> bool {
        let (this, that) = (self.quotient.get(), other.quotient.get());
        self.element == other.element
            && self.numbers == other.numbers
            && (std::ptr::eq(this, that) || this.same(that))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.element, &self.numbers).hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        let mut parts = vec![self.element()];
        for (heap, number) in self.own().wild().iter().zip(&self.numbers) {
            if *number > 0 {
                parts.push(format!("{number}×{heap}"));
            }
        }
        parts.join(", ")
    }

    fn __repr__(&self) -> String {
        format!("<{} in {}>", self.__str__(), self.own().ruleset())
    }
}
