//! Heaps whose canonical forms are large: what is cheap is shown first, and the form is looked for
//! within a stated time.

use std::time::Duration;

use misere::answer::{Number, Place, ShowUnreached};
use misere::expr::{EvalError, evaluate, summands};
use misere::game::Game;
use misere::limits::{Reason, Stopped};
use misere::notation::{Node, Syntax};
use misere::play::{InQuotient, Patience, PlayError, Sum, Value, value};

use super::Format;
use super::failure::Failure;
use super::session::Session;
use super::show::{COLUMNS, abridged, outcome};

/// How long the canonical form of heaps is looked for unless --timeout is given. The help of `show`
/// states it.
const PATIENCE: Duration = Duration::from_secs(10);

/// What is known of an expression.
pub(super) enum Known {
    /// The canonical form; for large heaps also the value in the quotient, and whether the text about
    /// it is written already.
    Form(Game, Option<Box<InQuotient>>, bool),
    /// No canonical form: what else is known is written.
    Unreached,
}

/// Finds the canonical form. Of large heaps what is cheap comes first, and is written at once as text;
/// so is what is known if the form is not found.
pub(super) fn known(session: &mut Session, expression: &str) -> Result<Known, Failure> {
    let syntax = session.read_one(expression)?;
    let mut patience = Patience::FORMS;
    patience.form_beside_quotient = None;
    patience.large_forms = Some(PATIENCE);
    let busy = session.busy("canonical form");
    let found = value(&syntax, &patience, &mut session.universe);
    drop(busy);
    let place = match found {
        Ok(Value::Form(g, place)) => return Ok(Known::Form(g, place, false)),
        Ok(Value::Quotient(place, _)) => place,
        Err(PlayError::Expression(EvalError::Stopped(stopped)))
            if is_patience(session, &stopped) && has_heaps(&syntax) =>
        {
            unreached(session, expression, &syntax, None, stopped)?;
            return Ok(Known::Unreached);
        }
        Err(error) => return Err(Failure::in_play(error, expression)),
    };
    let tells = session.format == Format::Text;
    if tells {
        let heading = abridged(expression);
        session.line(&heading)?;
        session.property("outcome", &outcome(place.outcome()))?;
        session.property("quotient", &in_words(&place, &called(&syntax)))?;
        session.flush()?;
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
        Ok(g) => Ok(Known::Form(g, Some(place), tells)),
        Err(EvalError::Stopped(stopped)) => {
            unreached(session, expression, &syntax, Some(&place), stopped)?;
            Ok(Known::Unreached)
        }
        Err(error) => Err(Failure::in_expression(error, expression)),
    }
}

fn has_heaps(syntax: &Syntax) -> bool {
    let mut nodes = syntax.iter();
    nodes.any(|(_, node)| matches!(node, Node::Heap { .. }))
}

/// The name of the ruleset of the heaps that was typed.
pub(super) fn called(syntax: &Syntax) -> String {
    let heap = summands(syntax).into_iter().find_map(|(_, id)| {
        let Node::Heap { ruleset, .. } = syntax.node(id) else {
            return None;
        };
        syntax.rulebook().ruleset(ruleset).ok()
    });
    heap.map_or(String::new(), |ruleset| ruleset.called())
}

/// Whether the search took as long as it takes by itself, without a limit that was set.
fn is_patience(session: &Session, stopped: &Stopped) -> bool {
    stopped.reason == Reason::Deadline && session.budget().deadline.is_none()
}

/// Writes what is known of heaps whose canonical form was not found. It is an answer if the outcome is
/// known and no limit that was set has stopped the search.
fn unreached(
    session: &mut Session,
    expression: &str,
    syntax: &Syntax,
    place: Option<&InQuotient>,
    stopped: Stopped,
) -> Result<(), Failure> {
    let is_patience = is_patience(session, &stopped);
    let why = if is_patience {
        let seconds = PATIENCE.as_secs();
        format!("not found in {seconds} seconds; --timeout 5m searches longer")
    } else {
        stopped.to_string()
    };
    let nim_value = nim_value(session, syntax);
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
            if place.is_none() {
                let heading = abridged(expression);
                session.line(&heading)?;
            }
            if let Some(nim_value) = &nim_value {
                session.property("nim value", &format!("{nim_value} (normal play)"))?;
            }
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
    if !is_patience {
        return Err(Failure::Stopped(stopped));
    }
    match place {
        Some(_) if session.format != Format::Tex => Ok(()),
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
