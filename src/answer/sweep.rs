//! Results of a sweep over a family of rulesets.

use serde::Serialize;

use super::Period;
use crate::heaps::Ruleset;
use crate::limits::Budget;
use crate::quotient::{QuotientBuilder, QuotientError};

/// The period of one game of a family, and what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepPeriod {
    /// The period.
    #[serde(flatten)]
    pub answer: Period,
    /// The largest heap that was to be computed; null if the search chose it.
    pub to: Option<u64>,
    /// Whether theorems were used that allow preperiods of cut games.
    pub extended: bool,
}

/// The misère quotient of one game of a family, as far as it was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepQuotient {
    /// The ruleset.
    pub ruleset: String,
    /// The smallest heap.
    #[serde(skip)]
    pub first: u64,
    /// Whether it is the quotient of all heaps.
    pub solved: bool,
    /// The last heap that the proof used.
    pub max_heap: Option<u64>,
    /// The number of elements.
    pub order: usize,
    /// The number of values of P-positions.
    pub p_order: usize,
    /// Whether the quotient is tame.
    pub tame: bool,
    /// The period of the values of heaps, if it is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// The number of heaps before the period.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The smallest heap with which the quotient is infinite, if that is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub infinite_from: Option<u64>,
    /// Why it is not solved; that proves nothing about the next quotient.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

impl SweepQuotient {
    /// Computes the quotient of a ruleset as far as the limits allow.
    pub fn new(game: &dyn Ruleset, budget: &Budget) -> Result<Self, QuotientError> {
        let mut builder = QuotientBuilder::new(game)?;
        let result = builder.solve(budget);
        let quotient = builder.quotient();
        Ok(Self {
            ruleset: game.name(),
            first: quotient.smallest(),
            solved: matches!(result, Ok(true)),
            max_heap: quotient.max_heap(),
            order: quotient.order(),
            p_order: quotient.p_order(),
            tame: quotient.monoid().is_tame(),
            period: quotient.period().map(|p| p.period),
            preperiod: quotient.period().map(|p| p.first - quotient.smallest()),
            infinite_from: builder.infinite().map(|infinite| infinite.max_heap()),
            stopped: result.err().map(|error| error.to_string()),
        })
    }
}
