//! Elements of a quotient, asked for by a sum or by a product of generators.

use serde::Serialize;

use super::Letters;
use crate::game::Outcome;
use crate::heaps::{Heaps, Position, Ruleset, RulesetError};
use crate::limits::{Budget, Meter, Reason};
use crate::quotient::{Element, Quotient};

/// An element of a quotient, and sums that have this value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "quotient_value"))]
pub struct QuotientValue {
    /// What was asked for.
    pub asked: String,
    /// The element in normal form.
    pub value: String,
    /// The outcome of all sums with this value.
    pub outcome: Outcome,
    /// The first sums with this value: single heaps, then two heaps, then the least sum.
    pub sums: Vec<String>,
    /// Whether there are more sums of one or two heaps than are listed.
    pub more_sums: bool,
}

impl QuotientValue {
    /// The largest number of sums that are listed.
    pub const MOST_SUMS: usize = 20;

    /// Finds an element: `5+9+9` is a sum of heaps, `a b^2` a product of generators.
    ///
    /// # Errors
    /// If the text is neither, or a heap is too large for the quotient.
    pub fn new(
        quotient: &Quotient,
        game: &dyn Ruleset,
        asked: &str,
        budget: &Budget,
    ) -> Result<Self, ValueError> {
        let names = Letters::of(quotient);
        let element = if let Some(element) = product(&names, quotient, asked) {
            element
        } else {
            let heaps = sum(game, asked)?;
            let too_large = || {
                let message = "the quotient does not speak of so large a heap";
                RulesetError::new(message, 0..asked.len())
            };
            quotient.value(&heaps).ok_or_else(too_large)?
        };
        let (sums, more_sums) = sums(quotient, element, budget)?;
        Ok(Self {
            asked: asked.into(),
            value: names.element(element),
            outcome: Outcome::from(quotient.monoid().is_p(element)),
            sums: sums.iter().map(|heaps| game.sum_text(heaps)).collect(),
            more_sums,
        })
    }
}

/// Why an element was not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// The text names no element.
    #[error(transparent)]
    Text(#[from] RulesetError),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Reason),
}

/// Reads a product of generators, with blanks or `·` between them: `1`, `a b^2`.
fn product(names: &Letters<'_>, quotient: &Quotient, text: &str) -> Option<Element> {
    if text.trim() == "1" && quotient.smallest() > 1 {
        return Some(0);
    }
    let factors = text.split(['·', '*']).flat_map(str::split_whitespace);
    let mut value = None;
    for factor in factors {
        let (letter, power) = match factor.split_once('^') {
            Some((letter, power)) => (letter, power.parse().ok()?),
            None => (factor, 1),
        };
        let generators = 0..quotient.generators().len();
        let generator = generators
            .into_iter()
            .find(|&g| names.generator(g) == letter)?;
        let monoid = quotient.monoid();
        let power = monoid.power(monoid.times_generator(0, generator), power);
        value = Some(monoid.times(value.unwrap_or(0), power));
    }
    value
}

/// Reads a sum of heaps by their sizes or names: `5 + 2·9`, or `5 + 9×2` as it is written.
fn sum(game: &dyn Ruleset, text: &str) -> Result<Heaps, RulesetError> {
    let mut heaps = Heaps::none();
    for (start, term) in terms(text) {
        let place = start..start + term.len();
        let refuse = |message: String| Err(RulesetError::new(message, place.clone()));
        let (copies, heap) = match (term.split_once('·'), term.split_once('×')) {
            (Some((copies, heap)), _) | (None, Some((heap, copies))) => {
                (copies.trim().parse().ok(), heap.trim())
            }
            (None, None) => (Some(1), term.trim()),
        };
        let Some(copies) = copies else {
            return refuse("expected a number of copies".into());
        };
        let position = match game.read_position(heap) {
            Some(position) => position.map_err(|error| {
                let place = place.clone();
                RulesetError::new(error.message, place)
            })?,
            None => match heap.parse() {
                Ok(size) if game.is_position(Position::heap(size)) => Position::heap(size),
                _ => {
                    let message =
                        format!("expected a heap or a product of generators, found `{heap}`");
                    return refuse(message);
                }
            },
        };
        if heaps.checked_add(position, copies).is_none() {
            return refuse("there are more copies than can be counted".into());
        }
    }
    Ok(heaps)
}

/// The terms between plus signs that are outside brackets, with their places.
fn terms(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut depth = 0;
    let mut start = 0;
    text.split(move |c: char| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
        c == '+' && depth <= 0
    })
    .map(move |term| {
        let at = start;
        start += term.len() + 1;
        (at, term)
    })
}

/// The first sums with a value, and whether there are more of one or two heaps.
fn sums(
    quotient: &Quotient,
    element: Element,
    budget: &Budget,
) -> Result<(Vec<Heaps>, bool), Reason> {
    let mut found: Vec<Heaps> = Vec::new();
    let mut meter = Meter::new(budget);
    let heap = |i: usize| quotient.smallest() + i as u64;
    let values = quotient.pretending();
    let most = QuotientValue::MOST_SUMS;
    for (i, &x) in values.iter().enumerate() {
        meter.tick()?;
        if x == element && found.len() <= most {
            found.push(Heaps::heap(heap(i)));
        }
    }
    for (j, &y) in values.iter().enumerate() {
        if found.len() > most {
            break;
        }
        for (i, &x) in values[..=j].iter().enumerate() {
            meter.tick()?;
            // A heap of value 1 adds nothing.
            let is_new = x != 0 && y != 0 && quotient.monoid().times(x, y) == element;
            if is_new && found.len() <= most {
                found.push(Heaps::of_sizes([heap(i), heap(j)]));
            }
        }
    }
    let more = found.len() > most;
    found.truncate(most);
    let least = quotient.least_sum(element);
    if !found.contains(&least) {
        found.push(least);
    }
    Ok((found, more))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;
    use crate::quotient::QuotientBuilder;

    /// Every sum that is listed has the value, and a product and its least sum are the same element.
    #[test]
    fn listed_sums_have_the_value() {
        let kayles = ruleset("kayles").unwrap();
        let budget = Budget::default();
        let mut builder = QuotientBuilder::new(&*kayles).unwrap();
        builder.extend_to(9, &budget).unwrap();
        let quotient = builder.quotient();
        let names = Letters::of(&quotient);
        for element in quotient.monoid().elements() {
            let text = names.element(element);
            let found = QuotientValue::new(&quotient, &*kayles, &text, &budget);
            // 1 is the heap of 1 as well, and a heap is meant.
            if element == 0 {
                continue;
            }
            let found = found.unwrap();
            assert_eq!(found.value, text);
            assert_eq!(found.outcome == Outcome::P, quotient.monoid().is_p(element));
            assert!(!found.sums.is_empty());
            for sum in &found.sums {
                let again = QuotientValue::new(&quotient, &*kayles, sum, &budget).unwrap();
                assert_eq!(again.value, text, "{sum}");
            }
        }
        let value = |text: &str| QuotientValue::new(&quotient, &*kayles, text, &budget);
        assert_eq!(
            value("5+9+9").unwrap().value,
            value("5 + 2·9").unwrap().value
        );
        for wrong in ["", "5+", "x", "5+x", "10", "y·5", "a^", "20·"] {
            assert!(matches!(value(wrong), Err(ValueError::Text(_))), "{wrong}");
        }
    }
}
