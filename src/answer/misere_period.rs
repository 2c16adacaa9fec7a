//! Periods in misère play.

use serde::Serialize;

use super::GenusPeriod;
use crate::game::Outcome;
use crate::genus::GenusSequence;
use crate::limits::{Budget, Reason};
use crate::play::MisereOutcomes;

/// The periods of the misère nim values and of the misère outcomes of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MiserePeriod {
    /// The ruleset.
    pub ruleset: String,
    /// The period of the misère nim values; null if none was seen.
    pub values: Option<GenusPeriod>,
    /// The last heap whose misère nim value was computed.
    pub values_to: Option<u64>,
    /// The period of the outcomes, which the misère quotient proves; null if it does not.
    pub outcomes: Option<GenusPeriod>,
    /// The P-positions below the end of the first period of the outcomes, or among the heaps whose
    /// outcome is known.
    pub p_heaps: Vec<u64>,
    /// The last heap that `p_heaps` speaks of.
    pub p_heaps_to: Option<u64>,
    /// What stopped the computation before the last heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

impl MiserePeriod {
    /// Collects what is known. P-positions are listed up to `most` heaps.
    ///
    /// # Errors
    /// If a limit is reached while periods are looked for.
    pub fn new(
        ruleset: String,
        genera: &GenusSequence<'_>,
        outcomes: &MisereOutcomes,
        most: usize,
        stopped: Option<String>,
        budget: &Budget,
    ) -> Result<Self, Reason> {
        let first = genera.first();
        let proved = outcomes.period();
        let end = proved.map(|period| period.first + period.period);
        let known = outcomes.iter_from(first).take(most);
        let known: Vec<(u64, Outcome)> = known
            .take_while(|&(heap, _)| end.is_none_or(|end| heap < end))
            .collect();
        let is_p = |&(heap, outcome): &(u64, Outcome)| (outcome == Outcome::P).then_some(heap);
        Ok(Self {
            ruleset,
            values: genera.misere_period(budget)?.map(GenusPeriod::from),
            values_to: (genera.iter().len() as u64)
                .checked_sub(1)
                .map(|last| first + last),
            outcomes: proved.map(|period| GenusPeriod {
                period: period.period,
                preperiod: period.first - first,
                proved: true,
            }),
            p_heaps: known.iter().filter_map(is_p).collect(),
            p_heaps_to: known.last().map(|&(heap, _)| heap),
            stopped,
        })
    }
}
