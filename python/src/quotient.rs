//! Misère quotients.

use std::cell::Cell;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::time::Instant;

use misere::answer::{self, Letters, QuotientParts};
use misere::heaps::Heaps;
use misere::quotient::{
    InfiniteQuotient as RustInfinite, Quotient as RustQuotient, QuotientBuilder, QuotientError,
    QuotientProgress, ResumeError, SavedSearch,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PyTuple};

use crate::answers;
use crate::element::Element;
use crate::errors::{Failure, InvalidCertificate, OutOfReach, Stop, raised};
use crate::game::outcome_text;
use crate::infinite::InfiniteQuotient;
use crate::limits::Limits;
use crate::pictures;
use crate::ruleset::Ruleset;
use crate::work::{self, EVERY};

/// The misère quotient of the heaps of a ruleset, proved: a finite commutative monoid, a map from heaps
/// to it, and the elements that are values of P-positions.
///
/// >>> import misere
/// >>> q = misere.Ruleset("0.123").quotient()
/// >>> q.order, q.is_tame, q(5, 9) == q(5) * q(9), q.outcome(5, 1_000_000)
/// (20, False, True, 'N')
#[pyclass(frozen, weakref, module = "misere")]
#[expect(
    clippy::struct_field_names,
    reason = "what the library calls a quotient"
)]
pub(crate) struct Quotient {
    rules: Py<Ruleset>,
    pub(crate) quotient: RustQuotient,
    /// The state of a search for a larger one, that a limit stopped.
    search: Option<SavedSearch>,
}

type GivenLimits<'a, 'py> = Option<&'a Bound<'py, Limits>>;

/// The largest multiplication table that is made.
const LARGEST_TABLE: usize = 3000;

/// What a search has found.
struct Found {
    finite: RustQuotient,
    infinite: Option<RustInfinite>,
    failure: Option<Ended>,
    search: Option<SavedSearch>,
}

/// How a search ended, if not with the quotient that was asked for.
enum Ended {
    Quotient(QuotientError),
    Resume(ResumeError),
    NoTheorem,
}

/// Finds a quotient.
pub(crate) fn find<'py>(
    rules: &Bound<'py, Ruleset>,
    to: Option<u64>,
    progress: Option<&Bound<'py, PyAny>>,
    resume: Option<&Bound<'py, PyAny>>,
    limits: Option<&Limits>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = rules.py();
    let report = match progress {
        None => None,
        Some(progress) => {
            let module = py.import("misere._progress")?;
            let report = module.call_method1("reporter", (progress,))?;
            (!report.is_none()).then(|| report.unbind())
        }
    };
    let saved = resume.map(saved_search).transpose()?;
    let core = Ruleset::rules(rules)?;
    let budget = Limits::or_usual(limits).budget();
    let done = work::run(py, || {
        let begun = match &saved {
            Some(saved) => QuotientBuilder::resume(&*core, saved, &budget).map_err(Ended::Resume),
            None => QuotientBuilder::new(&*core).map_err(Ended::Quotient),
        };
        let mut builder = match begun {
            Ok(builder) => builder,
            Err(ended) => return Err(ended),
        };
        if let Some(report) = &report {
            let said = Cell::new(Instant::now());
            builder = builder.with_report(move |at| tell(report, &said, at));
        }
        let failure = match to {
            Some(to) => builder.extend_to(to, &budget).err().map(Ended::Quotient),
            None => match builder.solve(&budget) {
                Ok(true) => None,
                Ok(false) => Some(Ended::NoTheorem),
                Err(error) => Some(Ended::Quotient(error)),
            },
        };
        let search = failure.as_ref().map(|_| builder.saved());
        Ok(Found {
            finite: builder.quotient(),
            infinite: builder.infinite(),
            failure,
            search,
        })
    })?;
    if let Some(report) = &report {
        // A display is closed, also after an exception.
        if let Ok(close) = report.bind(py).getattr("close") {
            close.call0()?;
        }
    }
    let (found, ended) = match done.result {
        Ok(mut found) => {
            let ended = found.failure.take();
            let quotient = Quotient {
                rules: rules.clone().unbind(),
                quotient: found.finite,
                search: found.search,
            };
            let finite = Bound::new(py, quotient)?;
            let found = match found.infinite {
                Some(infinite) => InfiniteQuotient::of(rules, infinite, &finite)?.into_any(),
                None => finite.into_any(),
            };
            (Some(found), ended)
        }
        Err(ended) => (None, Some(ended)),
    };
    let known = || found.as_ref().map(|found| found.clone().unbind());
    if let Some(error) = done.raised {
        return Err(raised(py, error, known()));
    }
    Err(match (ended, &found) {
        (None, Some(found)) => return Ok(found.clone()),
        (None, None) => PyValueError::new_err("nothing was found"),
        (Some(Ended::NoTheorem), _) => {
            let name = core.name();
            let message = format!(
                "no period theorem speaks of `{name}`, so that only heaps up to some size have a proved \
                 quotient: quotient(to=20)"
            );
            PyValueError::new_err(message)
        }
        (Some(Ended::Resume(ResumeError::Quotient(error)) | Ended::Quotient(error)), _) => {
            quotient_error(py, error, known())
        }
        (Some(Ended::Resume(error)), _) => InvalidCertificate::new_err(error.to_string()),
    })
}

/// The exception for a quotient that was not found.
fn quotient_error(py: Python<'_>, error: QuotientError, known: Option<Py<PyAny>>) -> PyErr {
    let word = match &error {
        QuotientError::Stopped(reason) => return Failure::from(*reason).into_error(py, known),
        QuotientError::Shape => "infinite",
        QuotientError::Generators | QuotientError::Exponents | QuotientError::Numbers => "capacity",
        _ => return Failure::from(error).into_error(py, None),
    };
    let message = error.to_string();
    Stop { word, message }.into_error(py, known)
}

/// Reads the state of a search: what is known when a limit was reached, or the text that pickling keeps.
fn saved_search(resume: &Bound<'_, PyAny>) -> PyResult<SavedSearch> {
    let known = match resume.getattr("known") {
        Ok(known) => known,
        Err(_) => resume.clone(),
    };
    if let Ok(quotient) = known.cast::<Quotient>() {
        return Ok(quotient.get().state());
    }
    if let Ok(quotient) = known.cast::<InfiniteQuotient>() {
        return Ok(quotient.get().finite(resume.py()).get().state());
    }
    let Ok(text) = known.extract::<String>() else {
        let message = "`resume` is a quotient, or the exception Stopped that has one as `known`";
        return Err(PyTypeError::new_err(message));
    };
    serde_json::from_str(&text)
        .map_err(|error| InvalidCertificate::new_err(format!("this is no saved search: {error}")))
}

/// Tells a Python function how far a search has come, now and then.
fn tell(report: &Py<PyAny>, said: &Cell<Instant>, at: QuotientProgress) {
    if said.get().elapsed() < EVERY {
        return;
    }
    said.set(Instant::now());
    Python::try_attach(|py| {
        if let Err(error) = report.call1(py, (at.heap, at.order, at.refuted)) {
            work::note(error);
        }
    });
}

impl Quotient {
    fn state(&self) -> SavedSearch {
        match &self.search {
            Some(search) => search.clone(),
            None => self.quotient.saved(),
        }
    }

    pub(crate) fn letters(&self) -> Letters<'_> {
        Letters::of(&self.quotient)
    }

    pub(crate) fn rules<'py>(&self, py: Python<'py>) -> &Bound<'py, Ruleset> {
        self.rules.bind(py)
    }

    fn sum(&self, py: Python<'_>, heaps: &Bound<'_, PyTuple>) -> PyResult<Heaps> {
        Ruleset::heaps(self.rules(py), heaps)
    }

    fn too_large(&self) -> PyErr {
        let extent = answer::extent(&self.quotient);
        let message = format!("this quotient is that of {extent}: a heap is too large");
        OutOfReach::new_err(message)
    }

    pub(crate) fn same(&self, other: &Self) -> bool {
        let (this, that) = (&self.quotient, &other.quotient);
        this.order() == that.order()
            && this.ruleset() == that.ruleset()
            && this.period() == that.period()
            && this.certificate() == that.certificate()
    }
}

#[pymethods]
impl Quotient {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.rules)
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self, py: Python<'_>) -> Py<Ruleset> {
        self.rules.clone_ref(py)
    }

    /// The number of elements.
    #[getter]
    fn order(&self) -> usize {
        self.quotient.order()
    }

    fn __len__(&self) -> usize {
        self.quotient.order()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// False: other quotients are `InfiniteQuotient`s.
    #[getter]
    fn is_infinite(&self) -> bool {
        false
    }

    /// Whether its sums play like sums of nim heaps.
    #[getter]
    fn is_tame(&self) -> bool {
        self.quotient.monoid().is_tame()
    }

    /// The largest heap that the proof used, or None.
    #[getter]
    fn max_heap(&self) -> Option<u64> {
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

    /// The heaps that generate the monoid, by their letters.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let letters = self.letters();
        let dict = PyDict::new(py);
        for (number, &heap) in self.quotient.generators().iter().enumerate() {
            dict.set_item(letters.generator(number), heap)?;
        }
        Ok(dict)
    }

    /// A presentation: pairs of words that are equal.
    #[getter]
    fn relations(&self) -> Vec<(String, String)> {
        let relations = self.letters().relations().into_iter();
        relations.map(|[left, right]| (left, right)).collect()
    }

    /// All elements, the identity first.
    #[getter]
    fn elements<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(slf.py());
        for x in slf.get().quotient.monoid().elements() {
            list.append(Element::of(slf, x))?;
        }
        Ok(list)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Ok(Self::elements(slf)?.try_iter()?.into_any())
    }

    fn __contains__(slf: &Bound<'_, Self>, x: &Bound<'_, PyAny>) -> bool {
        x.cast::<Element>().is_ok_and(|x| Element::belongs(x, slf))
    }

    /// The identity: the value of the empty sum.
    #[getter]
    fn identity(slf: &Bound<'_, Self>) -> Element {
        Element::of(slf, 0)
    }

    /// The elements that are values of P-positions.
    #[getter]
    fn p_portion<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyFrozenSet>> {
        let monoid = slf.get().quotient.monoid();
        let values = monoid.elements().filter(|&x| monoid.is_p(x));
        let values: Vec<_> = values
            .map(|x| Bound::new(slf.py(), Element::of(slf, x)))
            .collect::<PyResult<_>>()?;
        PyFrozenSet::new(slf.py(), values)
    }

    /// Returns the value of a sum of heaps.
    #[pyo3(signature = (*heaps))]
    fn __call__(slf: &Bound<'_, Self>, heaps: &Bound<'_, PyTuple>) -> PyResult<Element> {
        let own = slf.get();
        let heaps = own.sum(slf.py(), heaps)?;
        let value = own.quotient.value(&heaps);
        Ok(Element::of(slf, value.ok_or_else(|| own.too_large())?))
    }

    /// The values of the heaps from the smallest to the largest.
    #[getter]
    fn pretending<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(slf.py());
        for &x in slf.get().quotient.pretending() {
            list.append(Element::of(slf, x))?;
        }
        Ok(list)
    }

    /// Returns who wins a sum of heaps: "N" or "P".
    #[pyo3(signature = (*heaps))]
    fn outcome(&self, py: Python<'_>, heaps: &Bound<'_, PyTuple>) -> PyResult<&'static str> {
        let outcome = self.quotient.outcome(&self.sum(py, heaps)?);
        outcome.map(outcome_text).ok_or_else(|| self.too_large())
    }

    /// Returns the winning moves in a sum of heaps: pairs of a heap and what is left of it.
    ///
    /// >>> import misere
    /// >>> misere.Ruleset("kayles").quotient().winning_moves(12, 25, 27)[0]
    /// (27, (1, 24))
    #[pyo3(signature = (*heaps, limits=None))]
    fn winning_moves<'py>(
        &self,
        py: Python<'py>,
        heaps: &Bound<'py, PyTuple>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyList>> {
        let heaps = self.sum(py, heaps)?;
        let rules = Ruleset::rules(self.rules(py))?;
        let moves = work::run_within(py, limits.map(Bound::get), |budget| {
            let Some(moves) = self.quotient.winning_moves(&*rules, &heaps, budget) else {
                return Ok(None);
            };
            let moves: Result<Vec<_>, _> = moves.collect();
            Ok(Some(moves?))
        })?;
        moves_to_python(self.rules(py), moves.ok_or_else(|| self.too_large())?)
    }

    /// Returns the multiplication table.
    fn table<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, monoid) = (slf.py(), slf.get().quotient.monoid());
        if monoid.order() > LARGEST_TABLE {
            let message = format!(
                "tables are made of up to {LARGEST_TABLE} elements; certificate() has the Cayley graph"
            );
            return Err(OutOfReach::new_err(message));
        }
        let rows: Vec<Vec<u32>> = monoid.elements().map(|x| monoid.row(x)).collect();
        let module = py.import("misere._tables")?;
        module.getattr("MultiplicationTable")?.call1((slf, rows))
    }

    /// Returns an isomorphism onto another quotient that maps P to P: for each element its image. None if
    /// there is none.
    #[pyo3(signature = (other, *, limits=None))]
    fn isomorphism<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, Self>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let py = slf.py();
        let (this, that) = (slf.get().quotient.monoid(), other.get().quotient.monoid());
        let map = work::run_within(py, limits.map(Bound::get), |budget| {
            Ok(this.isomorphism(that, budget)?)
        })?;
        let Some(map) = map else { return Ok(None) };
        let dict = PyDict::new(py);
        for (x, y) in this.elements().zip(map) {
            dict.set_item(Element::of(slf, x), Element::of(other, y))?;
        }
        Ok(Some(dict))
    }

    /// Returns idempotents, archimedean components, kernel and groups.
    #[pyo3(signature = (*, limits=None))]
    fn structure<'py>(
        &self,
        py: Python<'py>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rules = Ruleset::rules(self.rules(py))?;
        let structure = work::run_within(py, limits.map(Bound::get), |budget| {
            Ok(answer::Structure::new(&self.quotient, &*rules, budget)?)
        })?;
        answers::answer(py, "Structure", &structure)
    }

    /// Returns a certificate, for `misere.check`.
    fn certificate<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        answers::to_python(py, &self.quotient.certificate())
    }

    /// Returns all that is known about the quotient as plain data, as `misere quotient --format json`
    /// writes it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let parts = QuotientParts::default();
        answers::to_python(py, &answer::Quotient::new(&self.quotient, parts))
    }

    /// Returns the Cayley graph as a `networkx.MultiDiGraph`, whose nodes are elements.
    fn graph<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("misere._graphs")?;
        module.call_method1("of_quotient", (slf,))
    }

    /// Returns a picture of the Cayley graph.
    #[pyo3(signature = (*, limits=None))]
    fn picture<'py>(
        &self,
        py: Python<'py>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let svg = work::run_within(py, limits.map(Bound::get), |budget| {
            pictures::of_quotient(&self.quotient, budget)
        })?;
        pictures::picture(py, svg)
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("misere._tables")?;
        module.call_method1("quotient_html", (slf,))
    }

    fn __repr__(&self) -> String {
        let (name, order) = (self.quotient.ruleset(), self.quotient.order());
        let extent = answer::extent(&self.quotient);
        format!("<Quotient of {name}, {extent}: order {order}>")
    }

    fn __eq__(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.same(other)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let quotient = &self.quotient;
        (quotient.ruleset(), quotient.order(), quotient.max_heap()).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, memo: &Bound<'py, PyDict>) -> Bound<'py, Self> {
        let _ = memo;
        slf
    }

    /// A quotient that is unpickled is verified again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let text = serde_json::to_string(&self.state())
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let to = match self.quotient.period() {
            Some(_) => None,
            None => Some(self.quotient.max_heap()),
        };
        let unpickle = py.import("misere._pickles")?.getattr("quotient")?;
        let arguments = (self.rules.clone_ref(py), text, to.is_none(), to.flatten());
        PyTuple::new(py, [unpickle, arguments.into_pyobject(py)?.into_any()])
    }
}

/// Returns winning moves as pairs.
pub(crate) fn moves_to_python<'py>(
    rules: &Bound<'py, Ruleset>,
    moves: Vec<misere::quotient::WinningMove>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(rules.py());
    for found in moves {
        let from = Ruleset::write(rules, found.from)?;
        list.append((from, Ruleset::write_sum(rules, &found.to)?))?;
    }
    Ok(list)
}
