//! How games on arithmetic functions are written: `powerset(subtract(nondivisors))`, or by the
//! names of Iannucci and Larsson.

use std::sync::Arc;

use super::Action::{self, MoveTo, Subtract};
use super::Property::{
    self, DistinctPrimeFactors, Divisors, Nondivisors, Nontotatives, PrimeFactors, ProperDivisors,
    Totatives,
};
use super::Selection::{self, Fullset, Number, One, Powerset};
use super::{Arithmetic, Endless};
use crate::heaps::entry::{Entry, Parameters, RulesetError};
use crate::heaps::loopy::{SumGame, Sums, Terms};
use crate::heaps::ruleset::Ruleset;

/// The names of the paper, twice: with what they stand for and as entries of the registry.
macro_rules! named {
    ($($name:literal $(or $alias:literal)* = $game:expr;)*) => {
        const NAMED: &[(&str, Arithmetic)] = &[$(($name, $game)),*];

        pub(in crate::heaps) const ENTRIES: &[Entry] = &[
            $(Entry {
                name: $name,
                usage: $name,
                aliases: &[$($alias),*],
                make: |parameters| {
                    parameters.none()?;
                    Ok(Arc::new($game))
                },
            },)*
            written("move-to", "move-to(proper-divisors)"),
            written("move-to-no0", "move-to-no0(nondivisors)"),
            written("subtract", "subtract(divisors)"),
            written("number", "number(move-to(totatives))"),
            written("number-from0", "number-from0(move-to(proper-divisors))"),
            written("fullset", "fullset(subtract(divisors))"),
            written("powerset", "powerset(subtract(nondivisors))"),
        ];
    };
}

const fn written(name: &'static str, usage: &'static str) -> Entry {
    Entry {
        name,
        usage,
        aliases: &[],
        make: parse,
    }
}

const fn play(selection: Selection, action: Action, property: Property) -> Arithmetic {
    Arithmetic::unchecked(property, action, selection)
}

const fn reading(to_empty: bool, game: Arithmetic) -> Arithmetic {
    Arithmetic { to_empty, ..game }
}

named! {
    "maliquot" = play(One, MoveTo, ProperDivisors);
    "saliquot" or "divisor-nim" = play(One, Subtract, Divisors);
    "maliquant" = play(One, MoveTo, Nondivisors);
    "maliquant-no0" = reading(false, play(One, MoveTo, Nondivisors));
    "saliquant" = play(One, Subtract, Nondivisors);
    "totative" = play(One, MoveTo, Totatives);
    "nontotative" = play(One, MoveTo, Nontotatives);
    "nontotative-no0" = reading(false, play(One, MoveTo, Nontotatives));
    "totient" = play(Number, MoveTo, Totatives);
    "nontotient" = play(Number, Subtract, Totatives);
    "mtau" = play(Number, MoveTo, ProperDivisors);
    "mtau-from0" = reading(true, play(Number, MoveTo, ProperDivisors));
    "stau" = play(Number, Subtract, Divisors);
    "mOmega" or "mbigomega" = play(Number, MoveTo, PrimeFactors);
    "sOmega" or "sbigomega" = play(Number, Subtract, PrimeFactors);
    "momega" = play(Number, MoveTo, DistinctPrimeFactors);
    "somega" = play(Number, Subtract, DistinctPrimeFactors);
    "fullset-maliquot" = play(Fullset, MoveTo, ProperDivisors);
    "fullset-saliquot" = play(Fullset, Subtract, Divisors);
    "fullset-maliquant" = play(Fullset, MoveTo, Nondivisors);
    "fullset-saliquant" = play(Fullset, Subtract, Nondivisors);
    "fullset-totative" or "fullset-totient" = play(Fullset, MoveTo, Totatives);
    "fullset-nontotative" = play(Fullset, MoveTo, Nontotatives);
    "powerset-maliquot" = play(Powerset, MoveTo, ProperDivisors);
    "powerset-saliquot" = play(Powerset, Subtract, Divisors);
    "powerset-maliquant" = play(Powerset, MoveTo, Nondivisors);
    "powerset-saliquant" = play(Powerset, Subtract, Nondivisors);
    "powerset-totative" = play(Powerset, MoveTo, Totatives);
    "powerset-nontotative" = play(Powerset, MoveTo, Nontotatives);
}

impl Arithmetic {
    /// The name in the paper, or one made after it for another reading.
    pub(super) fn paper_name(self) -> Option<&'static str> {
        NAMED
            .iter()
            .find(|(_, game)| *game == self)
            .map(|&(name, _)| name)
    }

    /// `powerset(subtract(nondivisors))`.
    pub fn spelled(self) -> String {
        let plain = Self::unchecked(self.property, self.action, self.selection);
        let action = match self.action {
            MoveTo if plain.to_empty && !self.to_empty => "move-to-no0",
            MoveTo => "move-to",
            Subtract => "subtract",
        };
        let played = format!("{action}({})", self.property.word());
        match self.selection {
            One => played,
            Number if self.to_empty => format!("number-from0({played})"),
            Number => format!("number({played})"),
            Fullset => format!("fullset({played})"),
            Powerset => format!("powerset({played})"),
        }
    }
}

/// Reads a spelled ruleset: an action on a property, or a selection of that.
fn parse(parameters: &Parameters) -> Result<Arc<dyn Ruleset>, RulesetError> {
    let selection = match &*parameters.name.to_ascii_lowercase() {
        "number" | "number-from0" => Number,
        "fullset" => Fullset,
        "powerset" => Powerset,
        _ => One,
    };
    let (action, property) = if selection == One {
        singleton(parameters)?
    } else {
        action_on_property(parameters)?
    };
    if (selection, action, property) == (Number, MoveTo, Divisors) {
        let number = SumGame::new(Terms::Of(property), action, Sums::Number);
        return Ok(Arc::new(number));
    }
    let at_name = |error: Endless| {
        RulesetError::new(error.to_string(), parameters.name_span()).hint(match property {
            Divisors => "proper-divisors leaves the number itself out",
            _ => "only the number of prime factors can be moved to",
        })
    };
    let game = Arithmetic::new(property, action, selection).map_err(at_name)?;
    let game = match &*parameters.name.to_ascii_lowercase() {
        "move-to-no0" => game.with_empty_heap(false).unwrap_or(game),
        "number-from0" => game.with_empty_heap(true).ok_or_else(|| {
            let message = "only moving to a number can reach the empty heap from heaps without any";
            RulesetError::new(message, parameters.name_span())
                .hint(format!("write {}", game.spelled()))
        })?,
        _ => game,
    };
    Ok(Arc::new(game))
}

/// Reads the argument of `powerset(subtract(nondivisors))`.
pub(in crate::heaps) fn action_on_property(
    parameters: &Parameters,
) -> Result<(Action, Property), RulesetError> {
    let inner = Parameters::split(argument(parameters)?.trim_end(), parameters.book);
    inner
        .and_then(|inner| singleton(&inner))
        .map_err(|error| parameters.within_argument(error))
}

/// Reads `subtract(divisors)`, or the name of such a game.
fn singleton(parameters: &Parameters) -> Result<(Action, Property), RulesetError> {
    let name = parameters.name.trim();
    let action = match &*name.to_ascii_lowercase() {
        "move-to" | "move-to-no0" => MoveTo,
        "subtract" => Subtract,
        _ => {
            let named = NAMED.iter().find(|(candidate, game)| {
                game.selection == One && candidate.eq_ignore_ascii_case(name)
            });
            let Some((_, game)) = named else {
                let message = format!("expected `move-to` or `subtract`, found `{name}`");
                return Err(RulesetError::new(message, parameters.name_span())
                    .hint("as in powerset(subtract(nondivisors))"));
            };
            parameters.none()?;
            return Ok((game.action, game.property));
        }
    };
    let word = argument(parameters)?;
    let trimmed = word.trim();
    let property = Property::ALL
        .into_iter()
        .find(|property| property.word().eq_ignore_ascii_case(trimmed));
    let unknown = || {
        let words = Property::ALL.map(Property::word).join(", ");
        let error = RulesetError::new(format!("there is no property `{trimmed}`"), 0..word.len());
        parameters.within_argument(error.hint(format!("it is one of {words}")))
    };
    Ok((action, property.ok_or_else(unknown)?))
}

fn argument<'a>(parameters: &Parameters<'a>) -> Result<&'a str, RulesetError> {
    let usage = |error: RulesetError| error.hint("as in powerset(subtract(nondivisors))");
    parameters.argument().map_err(usage)
}
