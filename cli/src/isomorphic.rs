//! `misere quotient --isomorphic-to`: whether two quotients are the same.

use misere::answer::{Isomorphism, extent};
use misere::quotient::Quotient;

use super::failure::Failure;
use super::session::Session;
use super::{Answer, Format};

/// Tells whether two quotients are isomorphic, and by which images of the generators.
pub(super) fn isomorphic(
    session: &mut Session,
    left: &Quotient,
    right: &Quotient,
) -> Result<Answer, Failure> {
    session.require_format("quotient --isomorphic-to", &[Format::Text, Format::Json])?;
    let found = Isomorphism::new(left, right, session.budget())?;
    let answer = if found.isomorphic {
        Answer::Yes
    } else {
        Answer::No
    };
    if session.format == Format::Json {
        session.json(&found)?;
        return Ok(answer);
    }
    let verdict = if found.isomorphic { "" } else { "not " };
    session.line(&format!("{verdict}isomorphic"))?;
    for quotient in [left, right] {
        let (order, p_order) = (quotient.order(), quotient.p_order());
        let shape = format!("{}: order {order}, P-values {p_order}", extent(quotient));
        session.property(quotient.ruleset(), &shape)?;
    }
    if let Some(images) = found.images {
        let images: Vec<String> = images.iter().map(|[x, y]| format!("{x} ↦ {y}")).collect();
        session.property("by", &images.join(", "))?;
    }
    Ok(answer)
}
