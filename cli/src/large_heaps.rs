//! Heaps whose canonical forms are large: how their values in a quotient are written.

use serde::Serialize;

use misere::limits::Stopped;
use misere::play::{InQuotient, Patience, Value, value};

use super::Format;
use super::failure::Failure;
use super::quotient_text::{Letters, extent};
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
        Format::Json => session.json(&WithoutFormJson {
            expr: expression.into(),
            form: None,
            outcome: place.outcome().to_string(),
            quotient: PlaceJson::of(place),
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

/// The answer for heaps whose canonical form is out of reach.
#[derive(Serialize)]
struct WithoutFormJson {
    expr: String,
    form: Option<String>,
    outcome: String,
    quotient: PlaceJson,
    stopped: String,
}

#[derive(Serialize)]
pub(super) struct PlaceJson {
    ruleset: String,
    order: usize,
    /// The largest heap that was added, as in `misere quotient`.
    max_heap: Option<u64>,
    /// Only if the quotient is that of all heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    period: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preperiod: Option<u64>,
    value: String,
}

impl PlaceJson {
    pub(super) fn of(place: &InQuotient) -> Self {
        let quotient = &place.quotient;
        Self {
            ruleset: quotient.ruleset().into(),
            order: quotient.order(),
            max_heap: quotient.max_heap(),
            period: quotient.period().map(|p| p.period),
            preperiod: quotient.period().map(|p| p.first - quotient.smallest()),
            value: Letters::of(quotient).element(place.value),
        }
    }
}

/// `the quotient of 0.77 (order 40, all heaps), where it is a b^2`.
pub(super) fn in_words(place: &InQuotient) -> String {
    let quotient = &place.quotient;
    let value = Letters::of(quotient).element(place.value);
    let (ruleset, order) = (quotient.ruleset(), quotient.order());
    format!(
        "the quotient of {ruleset} (order {order}, {}), where it is {value}",
        extent(quotient)
    )
}
