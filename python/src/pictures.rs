//! Pictures: graphs of games and quotients, charts of values.

use misere::answer::{Letters, extent};
use misere::game::{Game as Handle, Outcome, Universe as Games};
use misere::heaps::Ruleset;
use misere::limits::Budget;
use misere::nim::methods;
use misere::notation::{Notation, Written, write_each};
use misere::quotient::Quotient;
use misere_picture::{Ascent, Axis, Chart, Diagram, Edge, Kind, Line, Node, Series, Shape};
use pyo3::prelude::*;

use crate::errors::{Failure, OutOfReach};

/// The most nodes and lines of a picture that can be read.
const MOST_NODES: usize = 2000;
const MOST_LINES: usize = 25 * MOST_NODES;
/// Longer forms are not shown in a node.
const LONGEST_LABEL: usize = 12;
const LONGEST_DETAIL: usize = 300;
/// The most points of a chart.
const MOST_POINTS: u64 = 5_000_000;

/// Returns the Python object for a picture.
pub(crate) fn picture(py: Python<'_>, svg: String) -> PyResult<Bound<'_, PyAny>> {
    py.import("misere._tables")?
        .getattr("Picture")?
        .call1((svg,))
}

fn require(nodes: usize, lines: usize) -> Result<(), Failure> {
    if nodes <= MOST_NODES && lines <= MOST_LINES {
        return Ok(());
    }
    let message = format!(
        "a picture of {nodes} nodes and {lines} lines is more than anyone can read: drawn are \
         {MOST_NODES} and {MOST_LINES} at most; graph() has the same as data"
    );
    Err(OutOfReach::new_err(message).into())
}

/// Draws a game and its followers, each in the row of its birthday.
pub(crate) fn of_game(u: &mut Games, g: Handle) -> Result<String, Failure> {
    let followers = u.followers(g)?;
    let lines = followers.iter().map(|&h| u.option_count(h)).sum();
    require(followers.len(), lines)?;
    let games = u.structural_order([g])?.into_games();
    let forms = write_each(u, &games, Notation::Conway, LONGEST_DETAIL)?;
    let forms: Vec<Option<String>> = forms.into_iter().map(Written::text).collect();
    let number = |h: Handle| games.iter().position(|&other| other == h);
    let mut diagram = Diagram::new(forms.last().cloned().flatten().as_deref().unwrap_or("game"));
    diagram.ascent = Ascent::Up;
    diagram.ranks = "birthday".into();
    diagram.joined = true;
    diagram.kinds = vec![
        Kind::new("N-position: the next player wins", Some('N'), Shape::Pill),
        Kind::new(
            "P-position: the previous player wins",
            Some('P'),
            Shape::Block,
        ),
    ];
    for (from, (&h, form)) in games.iter().zip(&forms).enumerate() {
        u.check_deadline()?;
        let short = form
            .clone()
            .filter(|form| form.chars().count() <= LONGEST_LABEL);
        let outcome = u.outcome(h);
        diagram.nodes.push(Node {
            label: short.unwrap_or_else(|| format!("#{from}")),
            detail: format!("{}, {outcome}", form.as_deref().unwrap_or("a large game")),
            kind: usize::from(outcome == Outcome::P),
            rank: usize::try_from(u.birthday(h)).unwrap_or(usize::MAX),
        });
        let options = u.options(h).filter_map(number);
        let edges = options.map(|to| Edge { from, to, line: 0 });
        diagram.edges.extend(edges);
    }
    diagram.subtitle = format!("{} positions, birthday {}", games.len(), u.birthday(g));
    Ok(diagram.svg(u.budget())?)
}

/// Draws the Cayley graph of a quotient, in rows by the lengths of words.
pub(crate) fn of_quotient(quotient: &Quotient, budget: &Budget) -> Result<String, Failure> {
    let monoid = quotient.monoid();
    require(monoid.order(), monoid.order() * monoid.generator_count())?;
    let names = Letters::compact(quotient);
    let mut diagram = Diagram::new(quotient.ruleset());
    diagram.ascent = Ascent::Down;
    diagram.arrows = true;
    diagram.kinds = vec![
        Kind::new("value of N-positions", Some('N'), Shape::Pill),
        Kind::new("value of P-positions", Some('P'), Shape::Block),
    ];
    let mut ranks = vec![usize::MAX; monoid.order()];
    let mut reached = vec![0];
    if let Some(identity) = ranks.first_mut() {
        *identity = 0;
    }
    let mut next = 0;
    while let Some(&x) = reached.get(next) {
        next += 1;
        for generator in 0..monoid.generator_count() {
            let y = monoid.times_generator(x, generator);
            if ranks[y as usize] == usize::MAX {
                ranks[y as usize] = ranks[x as usize] + 1;
                reached.push(y);
            }
        }
    }
    for (x, &rank) in monoid.elements().zip(&ranks) {
        let (label, outcome) = (names.element(x), Outcome::from(monoid.is_p(x)));
        diagram.nodes.push(Node {
            detail: format!("{label} = {}, {outcome}", quotient.least_sum(x)),
            label,
            kind: usize::from(monoid.is_p(x)),
            rank,
        });
        for line in 0..monoid.generator_count() {
            let to = monoid.times_generator(x, line) as usize;
            diagram.edges.push(Edge {
                from: x as usize,
                to,
                line,
            });
        }
    }
    for (line, heap) in quotient.generators().iter().enumerate() {
        let label = names.generator(line);
        let name = format!("{label} = heap {heap}");
        diagram.lines.push(Line { label, name });
    }
    diagram.subtitle = format!(
        "Cayley graph of the misère quotient, {}: order {}, P-values {}",
        extent(quotient),
        quotient.order(),
        quotient.p_order()
    );
    Ok(diagram.svg(budget)?)
}

/// Draws the nim values of the heaps up to this one.
pub(crate) fn of_values(rules: &dyn Ruleset, to: u64, budget: &Budget) -> Result<String, Failure> {
    let first = rules.smallest();
    let last = rules.largest().map_or(to, |largest| largest.min(to));
    if last < first || last - first >= MOST_POINTS {
        let message = format!("a picture shows at most {MOST_POINTS} heaps, from heap {first} on");
        return Err(OutOfReach::new_err(message).into());
    }
    let mut evaluator = methods(rules).best(rules)?;
    evaluator.extend(last, budget)?;
    let mut chart = Chart::new(Axis::linear("heap"), Axis::linear("nim value"));
    chart.title = rules.name();
    let values = evaluator
        .values()
        .iter()
        .take_while(|&(heap, _)| heap <= last);
    #[expect(clippy::cast_precision_loss, reason = "finer than any picture")]
    let points = values.map(|(heap, value)| {
        let value = value
            .to_u64()
            .map_or_else(|| value.log2().exp2(), |value| value as f64);
        (heap as f64, value)
    });
    let points = points.filter(|(_, value)| value.is_finite()).collect();
    chart.series.push(Series {
        name: rules.name(),
        points,
    });
    Ok(chart.to_string())
}
