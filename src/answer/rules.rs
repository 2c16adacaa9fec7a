//! Rulesets: their list, and one of them explained.

use serde::Serialize;

use crate::heaps::{Position, Ruleset, families, ruleset};
use crate::limits::{Budget, Reason};
use crate::nim::{NimError, methods};

/// A ruleset in the list of all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleListed {
    /// The name.
    pub name: &'static str,
    /// The family in which it is listed.
    pub family: &'static str,
    /// How it is written, with parameters as an example.
    pub usage: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The rule in words.
    pub rule: String,
}

impl RuleListed {
    /// Lists all rulesets.
    pub fn all() -> impl Iterator<Item = Self> {
        families().map(|(family, entry)| Self {
            name: entry.name,
            family,
            usage: entry.usage,
            aliases: entry.aliases,
            // The usage is an example of the ruleset, and a test reads each of them.
            rule: ruleset(entry.usage)
                .map(|game| game.rule())
                .unwrap_or_default(),
        })
    }
}

/// A ruleset explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleExplained {
    /// The name.
    pub name: String,
    /// The rule in words.
    pub rule: String,
    /// The smallest heap.
    pub smallest: u64,
    /// Whether play may go on for ever.
    pub loopy: bool,
    /// A position that shows how the game is played.
    pub example: String,
    /// Some of its options.
    pub example_options: Vec<String>,
    /// The nim values of the first heaps; null where there are none.
    pub values: Option<Vec<String>>,
    /// The fastest method for nim values; null if there is only the definition.
    pub fast_method: Option<&'static str>,
    /// The theorem that gives the nim values in closed form; null if none is known.
    pub closed_form: Option<String>,
    /// What else is known.
    pub known: Vec<String>,
    /// Where the ruleset comes from.
    pub source: &'static str,
}

impl RuleExplained {
    /// Explains a ruleset.
    pub fn new(game: &dyn Ruleset, budget: &Budget) -> Result<Self, NimError> {
        const HEAPS: u64 = 24;
        let example = example(game, budget);
        let values = first_values(game, HEAPS, budget)?;
        let methods = methods(game);
        Ok(Self {
            name: game.name(),
            rule: game.rule(),
            smallest: game.smallest(),
            loopy: game.is_loopy(),
            example: game.called_heap(example),
            example_options: first_options(game, example, budget),
            values,
            fast_method: methods.fast.as_ref().map(|evaluator| evaluator.name()),
            closed_form: methods.closed_form.map(|form| form.theorem),
            known: game.known(),
            source: game.source(),
        })
    }
}

/// Returns the example of the ruleset, or else the first position with at least three options, not far
/// from the smallest.
fn example(game: &dyn Ruleset, budget: &Budget) -> Position {
    if let Some(example) = game.example() {
        return example;
    }
    let smallest = game.smallest();
    let position = |n: u64| match game.arity() {
        1 => Position::heap(smallest + n),
        _ => Position::pair(smallest + n, smallest + n / 4),
    };
    let several = |p: &Position| {
        let options = game.options_within(*p, budget);
        options.is_ok_and(|options| options.take(3).count() == 3)
    };
    (6..30)
        .map(position)
        .find(several)
        .unwrap_or_else(|| position(12))
}

fn first_options(game: &dyn Ruleset, position: Position, budget: &Budget) -> Vec<String> {
    const MOST: usize = 12;
    let found = game.options_within(position, budget).into_iter().flatten();
    let some = found.take(MOST + 1).map(|option| game.sum_text(&option));
    let mut options: Vec<String> = some.collect();
    if options.len() > MOST {
        options[MOST] = "…".into();
    }
    if options.is_empty() {
        options.push("none".into());
    }
    options
}

/// Computes the values of the first heaps that are found quickly.
fn first_values(
    game: &dyn Ruleset,
    heaps: u64,
    budget: &Budget,
) -> Result<Option<Vec<String>>, NimError> {
    const OPTIONS: usize = 100_000;
    if game.is_loopy() || game.arity() != 1 {
        return Ok(None);
    }
    let all = methods(game);
    let by_definition = all.fast.is_none();
    let mut evaluator = all.best(game)?;
    let mut last = None;
    for heap in game.smallest()..game.smallest() + heaps {
        if by_definition
            && (game.options_within(Position::heap(heap), budget)?)
                .nth(OPTIONS)
                .is_some()
        {
            break;
        }
        last = Some(heap);
    }
    if let Some(last) = last {
        match evaluator.extend(last, budget) {
            Err(NimError::Stopped(reason)) if reason != Reason::Cancelled => {}
            other => other?,
        }
    }
    let values = evaluator.values().iter();
    Ok(Some(values.map(|(_, value)| value.to_string()).collect()))
}
