//! The period of a nim sequence.

use serde::Serialize;

use crate::heaps::{Cut, Ruleset};
use crate::limits::Budget;
use crate::nim::{Ap2Failure, ApTest, NimError, PeriodAnswer, PeriodKind, Published, Theorem};

/// The period of the nim values of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Period {
    /// The ruleset.
    pub ruleset: String,
    /// The kind of regularity; `sapp` and `ruler` are observed only.
    pub kind: PeriodKind,
    /// The length of the period; null if none was seen.
    pub period: Option<u64>,
    /// What is added to the values after each period; null if no period was seen.
    pub saltus: Option<u64>,
    /// The number of values before the pattern starts.
    pub preperiod: Option<u64>,
    /// Whether a theorem proves that the pattern goes on for ever.
    pub proved: bool,
    /// The theorem.
    pub theorem: Option<&'static str>,
    /// The smallest heap.
    pub first: u64,
    /// The last heap that does not fit the pattern.
    pub last_exception: Option<u64>,
    /// The values before the period, and one period.
    pub pattern: Option<String>,
    /// The last heap whose value was computed; null if no value was needed.
    pub observed_to: Option<u64>,
    /// A published period that was not computed again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published: Option<PublishedPeriod>,
    /// What stopped the search before its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// A period that was published elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "published_period"))]
pub struct PublishedPeriod {
    /// The length of the period.
    pub period: u64,
    /// The number of values before it.
    pub preperiod: u64,
    /// Where it was published.
    pub source: &'static str,
}

impl From<&Published> for PublishedPeriod {
    fn from(fact: &Published) -> Self {
        Self {
            period: fact.period,
            preperiod: fact.preperiod,
            source: fact.source,
        }
    }
}

impl From<&PeriodAnswer> for Period {
    fn from(answer: &PeriodAnswer) -> Self {
        let regularity = answer.regularity.as_ref();
        let seen = regularity.map(|seen| (seen.period as u64, seen.saltus));
        let tail = answer.tail;
        Self {
            ruleset: answer.ruleset.clone(),
            kind: answer.kind,
            period: tail
                .map(|tail| tail.period as u64)
                .or(seen.map(|(period, _)| period)),
            saltus: tail
                .map(|tail| tail.saltus)
                .or(seen.map(|(_, saltus)| saltus)),
            preperiod: tail.map(|tail| tail.start as u64),
            proved: answer.proof.is_some(),
            theorem: answer.theorem().map(Theorem::name),
            first: answer.first,
            last_exception: answer.last_exception(),
            pattern: answer.pattern.as_ref().map(ToString::to_string),
            observed_to: answer.observed_to,
            published: answer.published().map(PublishedPeriod::from),
            stopped: answer.stopped.map(|reason| reason.to_string()),
        }
    }
}

/// The conditions of the AP-test for a period p and a saltus s.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PeriodTest {
    /// The ruleset.
    pub ruleset: String,
    /// p.
    pub period: u64,
    /// s.
    pub saltus: u64,
    /// Whether all three conditions hold and Theorem 9 applies.
    pub passes: bool,
    /// Whether s is a power of two and a move can make two cuts or more, as the theorem asks.
    pub applies: bool,
    /// AP1: G(n+p) = G(n) + s for n ≤ 3p.
    pub ap1: Condition,
    /// AP2: the values of the heaps up to p are exactly 0, …, s−1.
    pub ap2: Condition,
    /// AP3: for 3p < n ≤ 4p and g < s, some option of n with two cuts or more has the value g.
    pub ap3: Condition,
}

/// A condition, and where it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "condition"))]
pub struct Condition {
    /// Whether it holds.
    pub holds: bool,
    /// The first place where it fails, in words.
    pub fails: Option<String>,
}

impl PeriodTest {
    /// Tests a cut game.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(cut: &Cut, period: u64, saltus: u64, budget: &Budget) -> Result<Self, NimError> {
        let found = ApTest::new(cut, period, saltus, budget)?;
        let condition = |fails: Option<String>| Condition {
            holds: fails.is_none(),
            fails,
        };
        let first = |n: u64| format!("G({}) is not G({n}) + {saltus}", n + period);
        let second = |failure: Ap2Failure| match failure {
            Ap2Failure::TooLarge(n) => format!("G({n}) is not below {saltus}"),
            Ap2Failure::Missing(g) => format!("no heap up to {period} has the value {g}"),
        };
        let third = |(n, g): (u64, u64)| format!("heap {n} has no such option of value {g}");
        Ok(Self {
            ruleset: cut.name(),
            period,
            saltus,
            passes: found.passes(),
            applies: found.applies,
            ap1: condition(found.ap1.map(first)),
            ap2: condition(found.ap2.map(second)),
            ap3: condition(found.ap3.map(third)),
        })
    }
}
