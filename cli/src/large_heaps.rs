//! Heaps whose canonical forms are large: what is cheap is shown first, and the form is looked for
//! within a stated time.

use std::sync::Arc;
use std::time::Duration;

use misere::answer::{Number, Place, ShowUnreached};
use misere::expr::{EvalError, evaluate, summands};
use misere::game::Game;
use misere::heaps::Ruleset;
use misere::limits::{Reason, Stopped};
use misere::notation::{Node, Syntax};
use misere::play::{InQuotient, Patience, PlayError, Sum, Value, value};

use super::Format;
use super::atlas;
use super::failure::Failure;
use super::session::Session;
use super::show::{COLUMNS, abridged, outcome};

/// How long the canonical forms of heaps are looked for unless --timeout is given. The help of the
/// commands states it.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is known of an expression.
pub(super) enum Known {
    /// The canonical form; for large heaps also the value in the quotient, and whether the text about
    /// what is cheap is written already.
    Form(Game, Option<Box<InQuotient>>, bool),
    /// No canonical form: what else is known is written.
    Unreached,
}

/// Finds the canonical form. Of large heaps what is cheap comes first, and is written at once as text;
/// so is what is known if the form is not found.
pub(super) fn known(session: &mut Session, expression: &str) -> Result<Known, Failure> {
    let syntax = session.read_one(expression)?;
    // The large forms are looked for here, after what is cheap is written.
    let mut patience = Patience::FORMS;
    patience.form_beside_quotient = None;
    patience.large_forms = Some(Duration::ZERO);
    let busy = session.busy("canonical form");
    let found = value(&syntax, &patience, &mut session.universe);
    drop(busy);
    let place = match found {
        Ok(Value::Form(g, place)) => return Ok(Known::Form(g, place, false)),
        Ok(Value::Quotient(place, _)) => Some(place),
        Err(PlayError::Expression(EvalError::Stopped(_))) if has_heaps(&syntax) => None,
        Err(error) => return Err(Failure::in_play(error, expression)),
    };
    let nim_value = nim_value(session, &syntax);
    let tells = session.format == Format::Text;
    if tells {
        let ruleset = called(&syntax);
        tell_cheap(
            session,
            expression,
            &ruleset,
            nim_value.as_ref(),
            place.as_deref(),
        )?;
        if let Some(row) = ruleset_of(&syntax).and_then(|game| atlas::mention(&*game)) {
            session.property("atlas", &row)?;
        }
    }
    let budget = session.budget().clone();
    let budget = match budget.deadline {
        Some(_) => budget,
        None => budget.within(PATIENCE),
    };
    let busy = session.busy("canonical form");
    let form = (session.universe).limited(budget, |u| evaluate(&syntax, u));
    drop(busy);
    match form {
        Ok(g) => Ok(Known::Form(g, place, tells)),
        Err(EvalError::Stopped(stopped)) => {
            unreached(session, expression, nim_value, place.as_deref(), stopped)?;
            Ok(Known::Unreached)
        }
        Err(error) => Err(Failure::in_expression(error, expression)),
    }
}

/// Does what needs the canonical forms of expressions. Those of heaps may be beyond reach, so with heaps
/// it takes at most [`PATIENCE`], unless --timeout is given.
pub(super) fn patiently<T>(
    session: &mut Session,
    expressions: &[&str],
    find: impl FnOnce(&mut Session) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let mut with_heaps = false;
    for expression in expressions {
        with_heaps |= has_heaps(&session.read_one(expression)?);
    }
    let budget = session.budget().clone();
    if !with_heaps || budget.deadline.is_some() {
        return find(session);
    }
    (session.universe).set_budget(budget.clone().within(PATIENCE));
    let found = find(session);
    session.universe.set_budget(budget);
    found.map_err(|failure| match failure {
        Failure::Stopped(Stopped {
            reason: Reason::Deadline,
            ..
        })
        | Failure::Interrupted(Reason::Deadline) => Failure::Unfinished(out_of_patience()),
        other => other,
    })
}

/// Why a search ended that had no limit but [`PATIENCE`].
fn out_of_patience() -> String {
    let seconds = PATIENCE.as_secs();
    format!("not found in {seconds} seconds; --timeout 5m searches longer")
}

/// Writes what is known of large heaps before their canonical form.
fn tell_cheap(
    session: &mut Session,
    expression: &str,
    ruleset: &str,
    nim_value: Option<&Number>,
    place: Option<&InQuotient>,
) -> Result<(), Failure> {
    session.line(&abridged(expression))?;
    if let Some(place) = place {
        session.property("outcome", &outcome(place.outcome()))?;
    }
    if let Some(nim_value) = nim_value {
        session.property("nim value", &format!("{nim_value} (normal play)"))?;
    }
    if let Some(place) = place {
        session.property("quotient", &in_words(place, ruleset))?;
    }
    session.flush()
}

fn has_heaps(syntax: &Syntax) -> bool {
    let mut nodes = syntax.iter();
    nodes.any(|(_, node)| matches!(node, Node::Heap { .. }))
}

/// The name of the ruleset of the heaps that was typed.
pub(super) fn called(syntax: &Syntax) -> String {
    ruleset_of(syntax).map_or(String::new(), |ruleset| ruleset.called())
}

/// The ruleset of the first summand that is a heap.
fn ruleset_of(syntax: &Syntax) -> Option<Arc<dyn Ruleset>> {
    summands(syntax).into_iter().find_map(|(_, id)| {
        let Node::Heap { ruleset, .. } = syntax.node(id) else {
            return None;
        };
        syntax.rulebook().ruleset(ruleset).ok()
    })
}

/// Whether the search took as long as it takes by itself, without a limit that was set.
fn is_patience(session: &Session, stopped: &Stopped) -> bool {
    stopped.reason == Reason::Deadline && session.budget().deadline.is_none()
}

/// Writes what is known of heaps whose canonical form was not found, and is not written yet. It is an
/// answer if the outcome is known and nobody stopped the search.
fn unreached(
    session: &mut Session,
    expression: &str,
    nim_value: Option<Number>,
    place: Option<&InQuotient>,
    stopped: Stopped,
) -> Result<(), Failure> {
    let is_patience = is_patience(session, &stopped);
    let why = if is_patience {
        out_of_patience()
    } else {
        stopped.to_string()
    };
    match session.format {
        Format::Json => session.json(&ShowUnreached {
            expr: expression.into(),
            form: (),
            outcome: place.map(InQuotient::outcome),
            nim_value,
            quotient: place.map(Place::from),
            stopped: why.clone(),
        })?,
        Format::Text => {
            let why = if is_patience {
                why.clone()
            } else {
                format!("not found: {why}")
            };
            session.property("form", &why)?;
        }
        Format::Csv => {
            let fields = COLUMNS.map(|column| match (column, place) {
                ("expr", _) => expression.to_owned(),
                ("outcome", Some(place)) => place.outcome().to_string(),
                ("nim_value", _) => nim_value.as_ref().map_or(String::new(), Number::to_string),
                _ => String::new(),
            });
            session.csv(&fields.each_ref().map(String::as_str))?;
        }
        _ => {}
    }
    match place {
        Some(_) if session.format != Format::Tex && stopped.reason != Reason::Cancelled => Ok(()),
        _ if !is_patience => Err(Failure::Stopped(stopped)),
        Some(_) => Err(Failure::Unfinished(format!("the canonical form was {why}"))),
        None => {
            let message = format!("who wins in misère play was {why}");
            Err(Failure::Unfinished(message))
        }
    }
}

/// The nim value of the sum, if it is found quickly.
fn nim_value(session: &mut Session, syntax: &Syntax) -> Option<Number> {
    const QUICK: Duration = Duration::from_secs(1);
    let mut budget = session.budget().clone();
    budget.deadline = None;
    let budget = budget.within(QUICK);
    let sum = session
        .universe
        .limited(budget.clone(), |u| Sum::read(syntax, u));
    let value = sum.ok()?.nim_value(&budget).ok()?;
    Some(Number::from(&value))
}

/// `the quotient of kayles (order 40, all heaps), where it is a b^2`.
pub(super) fn in_words(place: &InQuotient, ruleset: &str) -> String {
    let place = Place::from(place);
    let order = match place.order {
        Some(order) => format!("order {order}"),
        None => "infinite".into(),
    };
    format!(
        "the quotient of {ruleset} ({order}, {}), where it is {}",
        place.extent(),
        place.value
    )
}
