//! `misere quotient --isomorphic-to`: whether two quotients are the same.

use misere::answer::{Isomorphism, extent};
use misere::quotient::Quotient;

use super::failure::Failure;
use super::session::Session;
use super::{Answer, Format};

/// Tells whether two quotients are isomorphic, and by which images of the generators. Each comes with the
/// name of its ruleset that was typed.
pub(super) fn isomorphic(
    session: &mut Session,
    left: (&Quotient, &str),
    right: (&Quotient, &str),
) -> Result<Answer, Failure> {
    session.require_format("quotient --isomorphic-to", &[Format::Text, Format::Json])?;
    let found = Isomorphism::new(left.0, right.0, session.budget())?;
    let answer = session.answer(found.isomorphic);
    if session.format == Format::Json {
        session.json(&found)?;
        return Ok(answer);
    }
    let verdict = if found.isomorphic { "" } else { "not " };
    session.line(&format!("{verdict}isomorphic"))?;
    for (quotient, called) in [left, right] {
        let (order, p_order) = (quotient.order(), quotient.p_order());
        let shape = format!("{}: order {order}, P-values {p_order}", extent(quotient));
        session.property(called, &shape)?;
    }
    if let Some(images) = found.images {
        let images: Vec<String> = images.iter().map(|[x, y]| format!("{x} ↦ {y}")).collect();
        session.property("by", &images.join(", "))?;
    }
    Ok(answer)
}
