//! Rulesets as Python objects, built in or one's own.

use std::sync::{Arc, OnceLock};

use misere::heaps::{FiniteRuleset, Heaps, Position, Ruleset as Rules, entries};
use pyo3::exceptions::{PyNotImplementedError, PyTypeError, PyValueError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple, PyType};

use crate::errors::no_ruleset;
use crate::game::Game;
use crate::limits::Limits;
use crate::numbers::{nim_value, word};
use crate::own::OwnRules;
use crate::play::Sum;
use crate::universe::{Place, Universe};
use crate::{pictures, positions, quotient, sequences, work};

/// The options of every heap: a built-in ruleset, a formula, a table, a graph, or a game of your own.
///
/// >>> import misere
/// >>> kayles = misere.Ruleset("kayles")
/// >>> kayles.options(2)
/// [(), (1,)]
/// >>> kayles.nim_value(5), str(kayles.game(5)), kayles(5, 4).outcome()
/// (4, '(32)321', 'P')
///
/// A subclass with a method `options` is a game of your own. It takes a position, a number, and returns
/// options: each a number, or a list of numbers for heaps side by side. Every heap of an option is
/// smaller than the position. A subclass may have attributes or properties `name`, `rule` (one line),
/// `smallest`, `largest` and `arity` (positions are then tuples). `bounds` states the most that a move takes and the most heaps that it leaves, if
/// these are the same from every large heap; then periods are proved, on your word.
///
/// >>> class Squares(misere.Ruleset):
/// ...     "take a square number of counters"
/// ...     def options(self, n):
/// ...         return [n - k * k for k in range(1, n + 1) if k * k <= n]
/// >>> Squares().nim_values(10).tolist()
/// [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]
#[pyclass(frozen, subclass, weakref, module = "misere")]
pub(crate) struct Ruleset {
    core: OnceLock<Core>,
    /// What the ruleset can be made of again.
    text: Option<String>,
    nodes: OnceLock<Nodes>,
}

enum Core {
    Built(Arc<dyn Rules>),
    /// The options are a method of the Python object.
    Own(Arc<dyn Rules>),
}

/// The positions of a graph: any objects, numbered such that options come first.
struct Nodes {
    numbers: Py<PyDict>,
    list: Py<PyList>,
}

type GivenLimits<'a, 'py> = Option<&'a Bound<'py, Limits>>;

impl Ruleset {
    /// Returns the ruleset for the library. The Python object must be held while it is in use.
    pub(crate) fn rules(slf: &Bound<'_, Self>) -> PyResult<Arc<dyn Rules>> {
        let own = slf.get();
        if let Some(Core::Built(rules) | Core::Own(rules)) = own.core.get() {
            return Ok(Arc::clone(rules));
        }
        let rules: Arc<dyn Rules> = Arc::new(OwnRules::of(slf.as_any())?);
        let core = own.core.get_or_init(|| Core::Own(rules));
        let (Core::Built(rules) | Core::Own(rules)) = core;
        Ok(Arc::clone(rules))
    }

    fn built(&self) -> Option<&dyn Rules> {
        match self.core.get() {
            Some(Core::Built(rules)) => Some(&**rules),
            _ => None,
        }
    }

    /// Whether the positions are any objects, the nodes of a graph.
    pub(crate) fn is_listed(&self) -> bool {
        self.nodes.get().is_some()
    }

    /// Reads a position.
    pub(crate) fn position(slf: &Bound<'_, Self>, value: &Bound<'_, PyAny>) -> PyResult<Position> {
        let own = slf.get();
        if let Some(nodes) = own.nodes.get() {
            let number = nodes.numbers.bind(slf.py()).get_item(value)?;
            let Some(number) = number else {
                let message = format!("the graph has no node {}", value.repr()?);
                return Err(PyValueError::new_err(message));
            };
            return Ok(Position::heap(number.extract()?));
        }
        positions::read(&*Self::rules(slf)?, value)
    }

    /// Reads a sum of positions.
    pub(crate) fn heaps(slf: &Bound<'_, Self>, sizes: &Bound<'_, PyTuple>) -> PyResult<Heaps> {
        let mut heaps = Heaps::none();
        for size in sizes {
            let position = Self::position(slf, &size)?;
            let added = heaps.checked_add(position, 1);
            added.ok_or_else(|| PyValueError::new_err("too many copies of a position"))?;
        }
        Ok(heaps)
    }

    /// Returns a position as a Python object.
    pub(crate) fn write<'py>(
        slf: &Bound<'py, Self>,
        position: Position,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Some(nodes) = slf.get().nodes.get() {
            let number = usize::try_from(position.size()).unwrap_or(usize::MAX);
            return nodes.list.bind(py).get_item(number);
        }
        positions::write(py, &*Self::rules(slf)?, position)
    }

    /// Returns a sum of positions as a tuple.
    pub(crate) fn write_sum<'py>(
        slf: &Bound<'py, Self>,
        heaps: &Heaps,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let sum = positions::write_sum(py, &*Self::rules(slf)?, heaps)?;
        let Some(nodes) = slf.get().nodes.get() else {
            return Ok(sum);
        };
        let numbers = heaps.iter().flat_map(|(position, copies)| {
            let copies = usize::try_from(copies).unwrap_or(usize::MAX);
            std::iter::repeat_n(position.size(), copies)
        });
        let list = nodes.list.bind(py);
        let nodes: Vec<_> = numbers
            .map(|number| list.get_item(usize::try_from(number).unwrap_or(usize::MAX)))
            .collect::<PyResult<_>>()?;
        PyTuple::new(py, nodes)
    }
}

/// `squares-and-halves` of `SquaresAndHalves`.
fn name_of_class(class: &str) -> String {
    let mut name = String::with_capacity(class.len() + 4);
    for c in class.chars() {
        if c.is_uppercase() && !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
        name.extend(c.to_lowercase());
    }
    name.replace('_', "-")
}

#[pymethods]
impl Ruleset {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*arguments, **_named))]
    fn new(
        class: &Bound<'_, PyType>,
        arguments: &Bound<'_, PyTuple>,
        _named: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let empty = |text| Self {
            core: OnceLock::new(),
            text,
            nodes: OnceLock::new(),
        };
        if !class.is(class.py().get_type::<Self>()) {
            return Ok(empty(None));
        }
        let text = match arguments.len() {
            1 => arguments.get_item(0)?.cast_into::<PyString>().ok(),
            _ => None,
        };
        let Some(text) = text else {
            let message =
                "a ruleset is made of its name, a formula or a table: Ruleset(\"kayles\")";
            return Err(PyTypeError::new_err(message));
        };
        let text: String = text.extract()?;
        let rules = class.py().detach(|| misere::heaps::ruleset(&text));
        let rules = rules.map_err(|error| no_ruleset(&text, &error))?;
        let made = empty(Some(text));
        let _ = made.core.set(Core::Built(rules));
        Ok(made)
    }

    /// Makes this the ruleset of a graph: its nodes and for each the numbers of its options, which come
    /// before it.
    fn _list_positions(
        &self,
        py: Python<'_>,
        name: String,
        nodes: Bound<'_, PyList>,
        options: Vec<Vec<usize>>,
    ) -> PyResult<()> {
        let numbers = PyDict::new(py);
        let mut rules = FiniteRuleset::new(name);
        for (number, (node, options)) in nodes.iter().zip(options).enumerate() {
            numbers.set_item(&node, number)?;
            let options = options.into_iter().map(|option| Heaps::heap(option as u64));
            let pushed = rules.push(number.to_string(), options.collect());
            pushed.ok_or_else(|| PyValueError::new_err("options come before their positions"))?;
        }
        let nodes = Nodes {
            numbers: numbers.unbind(),
            list: nodes.unbind(),
        };
        if self.nodes.set(nodes).is_err() || self.core.set(Core::Built(Arc::new(rules))).is_err() {
            return Err(PyValueError::new_err("the positions are listed already"));
        }
        Ok(())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Some(nodes) = self.nodes.get() {
            visit.call(&nodes.numbers)?;
            visit.call(&nodes.list)?;
        }
        Ok(())
    }

    /// The name.
    #[getter]
    fn name(slf: &Bound<'_, Self>) -> PyResult<String> {
        match slf.get().built() {
            Some(rules) => Ok(rules.name()),
            None => Ok(name_of_class(&slf.get_type().name()?.to_string())),
        }
    }

    /// What a move is, in one line.
    #[getter]
    fn rule(slf: &Bound<'_, Self>) -> PyResult<String> {
        if let Some(rules) = slf.get().built() {
            return Ok(rules.rule());
        }
        let class = slf.get_type();
        let doc = class
            .getattr("__dict__")?
            .call_method1("get", ("__doc__",))?;
        let line = doc.extract::<String>().ok();
        let line = line.and_then(|doc| Some(doc.trim().lines().next()?.to_owned()));
        Ok(line.unwrap_or_else(|| "the moves that options() lists".into()))
    }

    /// The smallest heap.
    #[getter]
    fn smallest(&self) -> u64 {
        self.built().map_or(0, Rules::smallest)
    }

    /// The largest heap, or None.
    #[getter]
    fn largest(&self) -> Option<u64> {
        self.built().and_then(Rules::largest)
    }

    /// The number of coordinates of a position.
    #[getter]
    fn arity(&self) -> usize {
        self.built().map_or(1, Rules::arity)
    }

    /// The most that a move takes, the most heaps that it leaves, and the largest exception; None if
    /// nothing is stated.
    #[getter]
    fn bounds(&self) -> Option<(u64, u64, u64)> {
        let bounds = misere::heaps::MoveBounds::of(self.built()?)?;
        Some((bounds.most_taken, bounds.most_left, bounds.from))
    }

    /// Whether play may go on for ever.
    #[getter]
    fn is_loopy(&self) -> bool {
        self.built().is_some_and(Rules::is_loopy)
    }

    /// Known facts about the values, a sentence each.
    #[getter]
    fn known(&self) -> Vec<String> {
        self.built().map(Rules::known).unwrap_or_default()
    }

    /// Returns the options of a position: tuples of positions.
    #[pyo3(signature = (position, /))]
    fn options<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if slf.get().built().is_none() {
            let name = slf.get_type().name()?;
            let message = format!("{name} has no method `options`, which a ruleset needs");
            return Err(PyNotImplementedError::new_err(message));
        }
        let (py, rules) = (slf.py(), Self::rules(slf)?);
        let position = Self::position(slf, position)?;
        let options = work::run_within(py, None, |budget| {
            let listed = misere::heaps::listed_options(&*rules, position, &mut budget.account());
            Ok(listed?)
        })?;
        let list = PyList::empty(py);
        for option in options {
            list.append(Self::write_sum(slf, &option)?)?;
        }
        Ok(list.into_any())
    }

    /// Returns a sum of positions, to be played.
    #[pyo3(signature = (*positions))]
    fn __call__(slf: &Bound<'_, Self>, positions: &Bound<'_, PyTuple>) -> PyResult<Sum> {
        let heaps = Self::heaps(slf, positions)?;
        Ok(Sum::of_heaps(slf, &heaps))
    }

    /// Returns the canonical form of a position in misère play.
    #[pyo3(signature = (position, /, *, universe=None, limits=None))]
    fn game(
        slf: &Bound<'_, Self>,
        position: &Bound<'_, PyAny>,
        universe: Option<&Bound<'_, Universe>>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Game> {
        let (rules, position) = (Self::rules(slf)?, Self::position(slf, position)?);
        let place =
            universe.map_or_else(Place::usual, |universe| Arc::clone(&universe.get().place));
        sequences::forms(
            slf.py(),
            &place,
            &*rules,
            &[position],
            limits.map(Bound::get),
        )?
        .pop()
        .ok_or_else(|| PyValueError::new_err("there is no form"))
    }

    /// Returns the canonical forms of the heaps up to this one.
    #[pyo3(signature = (to, *, universe=None, limits=None))]
    fn games(
        slf: &Bound<'_, Self>,
        to: &Bound<'_, PyAny>,
        universe: Option<&Bound<'_, Universe>>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Vec<Game>> {
        let (rules, to) = (Self::rules(slf)?, word(to, "the last heap")?);
        let place =
            universe.map_or_else(Place::usual, |universe| Arc::clone(&universe.get().place));
        let last = rules.largest().map_or(to, |largest| largest.min(to));
        let heaps: Vec<Position> = (rules.smallest()..=last).map(Position::heap).collect();
        sequences::forms(slf.py(), &place, &*rules, &heaps, limits.map(Bound::get))
    }

    /// Returns the nim value of a position, in normal play. It may be a heap of any size where a formula or
    /// a proved period is known.
    #[pyo3(signature = (position, /, *, limits=None))]
    fn nim_value<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let rules = Self::rules(slf)?;
        let is_number = slf.get().nodes.get().is_none()
            && rules.arity() == 1
            && !position.is_instance_of::<PyString>();
        let value = if is_number {
            let heap = crate::numbers::natural(position, "the size of a heap")?;
            sequences::nim_value_at(py, &*rules, heap, limits.map(Bound::get))?
        } else {
            let position = Self::position(slf, position)?;
            sequences::nim_value(py, &*rules, position, limits.map(Bound::get))?
        };
        nim_value(py, &value)
    }

    /// Returns the nim values of the heaps from the smallest to this one, as a NumPy array.
    ///
    /// >>> import misere
    /// >>> misere.Ruleset("kayles").nim_values(9).tolist()
    /// [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    #[pyo3(signature = (to, *, limits=None))]
    fn nim_values<'py>(
        slf: &Bound<'py, Self>,
        to: &Bound<'py, PyAny>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rules, to) = (Self::rules(slf)?, word(to, "the last heap")?);
        sequences::nim_values(slf.py(), &*rules, to, limits.map(Bound::get))
    }

    /// Searches for the period of the nim values, and proves it where a theorem applies.
    ///
    /// >>> import misere
    /// >>> found = misere.Ruleset("kayles").period()
    /// >>> found.period, found.preperiod, found.proved, found.last_exception
    /// (12, 71, True, 70)
    #[pyo3(signature = (*, to=None, extended=false, limits=None))]
    fn period<'py>(
        slf: &Bound<'py, Self>,
        to: Option<&Bound<'py, PyAny>>,
        extended: bool,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rules = Self::rules(slf)?;
        let to = to.map(|to| word(to, "the last heap")).transpose()?;
        sequences::period(slf.py(), &*rules, to, extended, limits.map(Bound::get))
    }

    /// Returns the genera of the heaps from the smallest to this one.
    ///
    /// >>> import misere
    /// >>> [str(genus) for genus in misere.Ruleset("kayles").genera(5)][3:]
    /// ['3^31', '1^031', '4^146']
    #[pyo3(signature = (to, *, limits=None))]
    fn genera<'py>(
        slf: &Bound<'py, Self>,
        to: &Bound<'py, PyAny>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rules, to) = (Self::rules(slf)?, word(to, "the last heap")?);
        sequences::genera(slf.py(), &*rules, to, limits.map(Bound::get))
    }

    /// Returns the misère nim values of the heaps from the smallest to this one, as a NumPy array.
    #[pyo3(signature = (to, *, limits=None))]
    fn misere_nim_values<'py>(
        slf: &Bound<'py, Self>,
        to: &Bound<'py, PyAny>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rules, to) = (Self::rules(slf)?, word(to, "the last heap")?);
        sequences::misere_nim_values(slf.py(), &*rules, to, limits.map(Bound::get))
    }

    /// Returns the heaps up to this one that are P-positions in misère play.
    ///
    /// >>> import misere
    /// >>> misere.Ruleset("kayles").p_heaps(100)
    /// [1, 4, 9, 12, 20]
    #[pyo3(signature = (to, *, limits=None))]
    fn p_heaps<'py>(
        slf: &Bound<'py, Self>,
        to: &Bound<'py, PyAny>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rules, to) = (Self::rules(slf)?, word(to, "the last heap")?);
        sequences::p_heaps(slf.py(), &*rules, to, limits.map(Bound::get))
    }

    /// Returns the misère quotient of the heaps up to `to`, or of all heaps; it is proved.
    ///
    /// If a limit is reached, `Stopped.known` is the last quotient that was proved, and
    /// `resume` takes it to go on. `progress` is True for a display, or a function of the heap, the order
    /// and the number of refuted relations.
    ///
    /// >>> import misere
    /// >>> q = misere.Ruleset("kayles").quotient()
    /// >>> q.order, len(q.p_portion), q.outcome(1000, 999)
    /// (40, 9, 'N')
    #[pyo3(signature = (to=None, *, progress=None, resume=None, limits=None))]
    fn quotient<'py>(
        slf: &Bound<'py, Self>,
        to: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        resume: Option<&Bound<'py, PyAny>>,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let to = to.map(|to| word(to, "the last heap")).transpose()?;
        quotient::find(slf, to, progress, resume, limits.map(Bound::get))
    }

    /// Returns a table of the heaps up to this one: nim values, genera, outcomes.
    fn table<'py>(slf: &Bound<'py, Self>, to: u64) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("misere._tables")?;
        module.getattr("HeapTable")?.call_method1("of", (slf, to))
    }

    /// Returns the positions and moves that a position leads to as a `networkx.DiGraph`; an edge leads from a
    /// sum, a tuple of positions, to each of its options.
    fn graph<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("misere._graphs")?;
        module.call_method1("of_position", (slf, position))
    }

    /// Returns a picture of the nim values of the heaps up to this one.
    #[pyo3(signature = (to=1000, *, limits=None))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        to: u64,
        limits: GivenLimits<'_, '_>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, rules) = (slf.py(), Self::rules(slf)?);
        let svg = work::run_within(py, limits.map(Bound::get), |budget| {
            pictures::of_values(&*rules, to, budget)
        })?;
        pictures::picture(py, svg)
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let py = slf.py();
        if let Some(text) = &slf.get().text {
            return Ok(format!("Ruleset({})", PyString::new(py, text).repr()?));
        }
        let name = slf.getattr("name")?.repr()?;
        Ok(format!("<{} {name}>", slf.get_type().name()?))
    }

    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.getattr("name")?.extract()
    }

    /// Built-in rulesets are equal if they have the same name, others if they are the same object.
    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, Self>) -> bool {
        if slf.is(other) {
            return true;
        }
        let (this, that) = (slf.get(), other.get());
        let named = this.text.is_some() && that.text.is_some();
        named && this.built().map(Rules::name) == that.built().map(Rules::name)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        let py = slf.py();
        match slf.get().built().filter(|_| slf.get().text.is_some()) {
            Some(rules) => PyString::new(py, &rules.name()).hash(),
            None => Ok((slf.as_ptr() as usize >> 4).cast_signed()),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let class = slf.get_type();
        if let Some(text) = &slf.get().text {
            return PyTuple::new(
                py,
                [class.into_any(), (text,).into_pyobject(py)?.into_any()],
            );
        }
        let new = py.import("copyreg")?.getattr("__newobj__")?;
        let state = slf.getattr("__dict__")?;
        PyTuple::new(py, [new, (class,).into_pyobject(py)?.into_any(), state])
    }
}

/// Returns the names of the built-in rulesets, with an example of each that has parameters.
#[pyfunction]
pub(crate) fn rulesets(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let listed: Vec<(&str, &str)> = entries().map(|entry| (entry.name, entry.usage)).collect();
    let dict = PyDict::new(py);
    for (name, usage) in listed {
        dict.set_item(name, usage)?;
    }
    Ok(dict.into_any())
}
