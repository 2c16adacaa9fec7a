//! `misere quotient --isomorphic-to`: whether two quotients are the same.

use misere::quotient::Quotient;

use super::failure::Failure;
use super::quotient_text::{Letters, extent};
use super::session::Session;
use super::{Answer, Format};

/// Tells whether two quotients are isomorphic, and by which images of the generators.
pub(super) fn isomorphic(
    session: &mut Session,
    left: &Quotient,
    right: &Quotient,
) -> Result<Answer, Failure> {
    session.require_format("quotient --isomorphic-to", &[Format::Text, Format::Json])?;
    let (ours, theirs) = (left.monoid(), right.monoid());
    let map = ours.isomorphism(theirs, session.budget())?;
    let (from, to) = (Letters::of(left), Letters::of(right));
    let images: Option<Vec<[String; 2]>> = map.map(|map| {
        let image = |g| to.element(map[ours.times_generator(0, g) as usize]);
        let generators = 0..ours.generator_count();
        generators.map(|g| [from.generator(g), image(g)]).collect()
    });
    let answer = if images.is_some() {
        Answer::Yes
    } else {
        Answer::No
    };
    if session.format == Format::Json {
        session.json(&serde_json::json!({
            "ruleset": left.ruleset(),
            "order": left.order(),
            "other": right.ruleset(),
            "other_order": right.order(),
            "isomorphic": images.is_some(),
            "images": images,
        }))?;
        return Ok(answer);
    }
    let verdict = if images.is_some() { "" } else { "not " };
    session.line(&format!("{verdict}isomorphic"))?;
    for quotient in [left, right] {
        let (order, p_order) = (quotient.order(), quotient.p_order());
        let shape = format!("{}: order {order}, P-values {p_order}", extent(quotient));
        session.property(quotient.ruleset(), &shape)?;
    }
    if let Some(images) = images {
        let images: Vec<String> = images.iter().map(|[x, y]| format!("{x} ↦ {y}")).collect();
        session.property("by", &images.join(", "))?;
    }
    Ok(answer)
}
