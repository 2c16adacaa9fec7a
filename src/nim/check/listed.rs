//! Checking a list of nim values: each is the least number that no option has.
//!
//! Values are computed again. Where the ruleset states that its moves are those of a code, a cut game
//! or a subtraction game, plain loops do so, which are compared with the options of the first heaps;
//! elsewhere the options of every heap are gone through.
//!
//! ```
//! use misere::limits::Budget;
//! use misere::nim::{NimValuesCertificate, check::listed::check};
//!
//! let mut certificate = NimValuesCertificate::new("0.77", 0, vec![0, 1, 2, 3, 1, 4]);
//! let sentence = check(&certificate, &Budget::default())?.statement;
//! assert!(sentence.starts_with("the nim values of 0.77 for the heaps 0 to 5 are as listed"));
//! certificate.values[5] = 0;
//! assert!(check(&certificate, &Budget::default()).is_err());
//! # Ok::<(), misere::nim::check::InvalidPeriod>(())
//! ```

use std::collections::BTreeSet;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{InvalidPeriod, values};
use crate::heaps::{NimError, Position, Removals, Ruleset, Shape, certified_ruleset};
use crate::limits::{Budget, Meter};
use crate::nim::values_certificate::NimValuesCertificate;

/// What a valid certificate proves: these heaps have the values listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedValues {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The same in words.
    pub statement: String,
}

/// Checks a certificate of a ruleset of the registry.
pub fn check(
    certificate: &NimValuesCertificate,
    budget: &Budget,
) -> Result<CheckedValues, InvalidPeriod> {
    let (kind, version) = (&certificate.certificate, certificate.version);
    let is_version = (1..=NimValuesCertificate::VERSION).contains(&version);
    if kind != NimValuesCertificate::KIND || !is_version {
        let kind = kind.chars().take(40).collect();
        return Err(InvalidPeriod::Kind { kind, version });
    }
    let game = certified_ruleset(&certificate.ruleset)?;
    let has_heaps = game.arity() == 1 && game.kinds() == 1 && !game.is_loopy();
    if game.name() != certificate.ruleset || !has_heaps {
        let problem = "it has another name, is loopy, or its positions are not heaps in a row";
        return Err(InvalidPeriod::Ruleset(problem.into()));
    }
    if certificate.first != game.smallest() || certificate.values.is_empty() {
        let problem = "it does not begin with the smallest heap";
        return Err(InvalidPeriod::Malformed(problem));
    }
    let known = recomputed(&*game, certificate.values.len(), budget)?;
    for (heap, (&value, &claimed)) in
        (certificate.first..).zip(known.iter().zip(&certificate.values))
    {
        if value != claimed {
            return Err(InvalidPeriod::Value {
                heap,
                value,
                claimed,
            });
        }
    }
    let statement = statement(&certificate.ruleset, certificate.first, &known);
    if (certificate.statement.as_ref()).is_some_and(|stated| *stated != statement) {
        return Err(InvalidPeriod::States(statement));
    }
    Ok(CheckedValues {
        ruleset: certificate.ruleset.clone(),
        statement,
    })
}

/// States which heaps have listed values; the list is told by its digest.
pub(in crate::nim) fn statement(ruleset: &str, first: u64, values: &[u64]) -> String {
    let listed: Vec<String> = values.iter().map(u64::to_string).collect();
    let mut digest = String::with_capacity(64);
    for byte in Sha256::digest(listed.join(",")) {
        // Writing to a string cannot fail.
        let _ = write!(digest, "{byte:02x}");
    }
    let end = first.saturating_add(values.len() as u64).saturating_sub(1);
    let (most, last) = (
        values.iter().max().unwrap_or(&0),
        values.last().unwrap_or(&0),
    );
    format!(
        "the nim values of {ruleset} for the heaps {first} to {end} are as listed, with largest value \
         {most}, last value {last} and SHA-256 {digest}"
    )
}

fn recomputed(
    game: &dyn Ruleset,
    count: usize,
    budget: &Budget,
) -> Result<Vec<u64>, InvalidPeriod> {
    let plain = match Shape::of(game) {
        Shape::Code(code) => values::code(code.digits(), count, budget)?,
        Shape::Cut(cut) => values::cut(cut.set(), count, budget)?,
        Shape::Subtraction(game) => {
            let (removals, numbers) = game.removals();
            values::subtraction(numbers, removals == Removals::AllBut, count, budget)?
        }
        _ => return by_options(game, count, budget),
    };
    values::compare_with_definition(game, game.smallest(), &plain, budget)?;
    Ok(plain.into_iter().map(u64::from).collect())
}

/// The least number that no option has, heap after heap.
fn by_options(
    game: &dyn Ruleset,
    count: usize,
    budget: &Budget,
) -> Result<Vec<u64>, InvalidPeriod> {
    budget.check_memory((count as u64).saturating_mul(16))?;
    let first = game.smallest();
    let mut meter = Meter::new(budget);
    let mut known: Vec<u64> = Vec::new();
    for heap in (first..=u64::MAX).take(count) {
        if !game.is_position(Position::heap(heap)) {
            return Err(InvalidPeriod::Malformed(
                "it lists values of more heaps than there are",
            ));
        }
        let mut met = BTreeSet::new();
        for option in game.options_within(Position::heap(heap), budget)? {
            meter.tick()?;
            let mut value = 0;
            for (part, copies) in option.iter() {
                let place = (part.size().checked_sub(first)).filter(|_| part.size() < heap);
                let place = place.and_then(|place| usize::try_from(place).ok());
                let Some(of_part) = place.and_then(|place| known.get(place)) else {
                    let message = format!("heap {heap} has an option that is not smaller");
                    return Err(NimError::OutOfReach(message).into());
                };
                if copies % 2 == 1 {
                    value ^= of_part;
                }
            }
            met.insert(value);
        }
        let mex = (0..).zip(&met).find(|(least, value)| least != *value);
        known.push(mex.map_or(met.len() as u64, |(least, _)| least));
    }
    Ok(known)
}
