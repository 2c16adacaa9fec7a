//! Heaps whose canonical forms are large: how their values in a quotient are written.

use misere::answer::{Place, ShowUnreached};
use misere::limits::Stopped;
use misere::play::{InQuotient, Patience, Value, value};

use super::Format;
use super::failure::Failure;
use super::session::Session;
use super::show::{abridged, outcome};

/// Finds the canonical form, and for large heaps the value in a quotient as well.
pub(super) fn value_and_place(session: &mut Session, expression: &str) -> Result<Value, Failure> {
    let syntax = session.read_one(expression)?;
    let _busy = session.busy("canonical form");
    value(&syntax, &Patience::FORMS, &mut session.universe)
        .map_err(|error| Failure::in_play(error, expression))
}

/// Writes the outcome of heaps whose canonical form is out of reach, by the quotient.
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
        // A row of the table needs the canonical form.
        _ => {}
    }
    Err(Failure::Stopped(stopped))
}

/// `the quotient of 0.77 (order 40, all heaps), where it is a b^2`.
pub(super) fn in_words(place: &InQuotient) -> String {
    let place = Place::from(place);
    let order = match place.order {
        Some(order) => format!("order {order}"),
        None => "infinite".into(),
    };
    format!(
        "the quotient of {} ({order}, {}), where it is {}",
        place.ruleset,
        place.extent(),
        place.value
    )
}
