//! Heaps whose canonical forms are large: what the quotient of their ruleset says.

use std::time::Duration;

use misere::answer::{Place, ShowUnreached};
use misere::game::Game;
use misere::limits::{Reason, Stopped};
use misere::play::{InQuotient, in_quotient};

use super::Format;
use super::failure::Failure;
use super::session::Session;
use super::show::{abridged, outcome};

/// What is found out about an expression.
pub(super) enum Known {
    /// Its canonical form; of large heaps also the place in the quotient of their ruleset.
    Value(Game, Option<Box<InQuotient>>),
    /// The place in a quotient, and what stopped the canonical form.
    Place(Box<InQuotient>, Stopped),
}

/// The canonical form, and where that is large the place in the quotient as well.
///
/// Where the quotient knows who wins, a canonical form is not worth more than some seconds unless
/// a time limit says so.
pub(super) fn value_and_place(session: &mut Session, expression: &str) -> Result<Known, Failure> {
    /// Forms that need no more games than this are there at once.
    const AT_ONCE: usize = 30_000;
    const FOR_QUOTIENT: Duration = Duration::from_secs(2);
    const FOR_FORM: Duration = Duration::from_secs(10);
    let budget = session.budget().clone();
    let most = session.universe.nodes() + AT_ONCE;
    let few = budget.clone().at_most_nodes(most);
    match session.evaluate_within(few, expression) {
        Err(Failure::Stopped(stopped))
            if !matches!(stopped.reason, Reason::Cancelled | Reason::Deadline) => {}
        other => return Ok(Known::Value(other?, None)),
    }
    let syntax = session.read(expression)?;
    let place = in_quotient(&syntax, FOR_QUOTIENT, &mut session.universe)
        .map_err(|error| Failure::in_play(error, expression))?;
    let Some(place) = place.map(Box::new) else {
        return Ok(Known::Value(session.evaluate(expression)?, None));
    };
    let some_seconds = match budget.deadline {
        Some(_) => budget,
        None => budget.within(FOR_FORM),
    };
    match session.evaluate_within(some_seconds, expression) {
        Ok(g) => Ok(Known::Value(g, Some(place))),
        Err(Failure::Stopped(stopped)) => Ok(Known::Place(place, stopped)),
        Err(other) => Err(other),
    }
}

/// Heaps whose canonical form is out of reach: who wins, by the quotient.
pub(super) fn without_form(
    session: &mut Session,
    expression: &str,
    place: &InQuotient,
    stopped: Stopped,
) -> Result<(), Failure> {
    match session.format {
        Format::Json => session.json(&ShowUnreached {
            expr: expression.into(),
            form: (),
            outcome: place.outcome(),
            quotient: place.into(),
            stopped: stopped.to_string(),
        })?,
        Format::Text => {
            let heading = abridged(expression);
            session.line(&format!("{heading}, its canonical form not reached"))?;
            session.property("outcome", outcome(place.outcome()))?;
            session.property("quotient", &in_words(place))?;
        }
        // A row of the table has no place for half an answer.
        _ => {}
    }
    Err(Failure::Stopped(stopped))
}

/// `the quotient of 0.77 (order 40, all heaps), where it is a b^2`.
pub(super) fn in_words(place: &InQuotient) -> String {
    let place = Place::from(place);
    format!(
        "the quotient of {} (order {}, {}), where it is {}",
        place.ruleset,
        place.order,
        place.extent(),
        place.value
    )
}
