//! The period of a nim sequence.

use serde::Serialize;

use crate::nim::{PeriodAnswer, PeriodKind, Theorem};

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
            published: answer.published().map(|fact| PublishedPeriod {
                period: fact.period,
                preperiod: fact.preperiod,
                source: fact.source,
            }),
            stopped: answer.stopped.map(|reason| reason.to_string()),
        }
    }
}
