//! The nim-sets of a cut game.

use serde::Serialize;

use crate::limits::{Account, Budget};
use crate::nim::{Alternating, Evaluator, NimError, NimSets as Sets};

/// The nim-sets N(n,p,C) of a cut game, for some numbers of heaps p.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NimSets {
    /// The ruleset.
    pub ruleset: String,
    /// The smallest heap: 1.
    pub first: u64,
    /// The nim values of the heaps.
    pub values: Vec<u32>,
    /// The sets for each number of heaps.
    pub sets: Vec<SetSequence>,
}

/// The sets N(1,p,C), N(2,p,C), …
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "set_sequence"))]
pub struct SetSequence {
    /// The number of heaps p.
    pub piles: u64,
    /// The sets, each ascending.
    pub sets: Vec<Vec<u32>>,
    /// The sets taken apart into values that alternate between v and v^1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternating: Option<Vec<AlternatingValues>>,
    /// The memory that the sets take.
    #[serde(skip)]
    #[expect(dead_code, reason = "held until the answer is dropped")]
    memory: Account,
}

/// Values that alternate between v and v^1 from one n to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "alternating_values"))]
pub struct AlternatingValues {
    /// The first n.
    pub enters: u64,
    /// The last n; null if it is not known to end.
    pub exits: Option<u64>,
    /// The value for the first n.
    pub value: u32,
    /// Partitions of the first n with that value.
    pub entering: Vec<Vec<u64>>,
    /// Partitions of the last n with the last value.
    pub exiting: Vec<Vec<u64>>,
}

impl From<Alternating> for AlternatingValues {
    fn from(one: Alternating) -> Self {
        Self {
            enters: one.enters,
            exits: one.exits,
            value: one.value,
            entering: one.entering,
            exiting: one.exiting,
        }
    }
}

impl NimSets {
    /// Lists the sets of the first `heaps` heaps for each of these numbers of piles.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(
        ruleset: String,
        sets: &Sets,
        piles: &[u64],
        (heaps, alternating): (usize, bool),
        budget: &Budget,
    ) -> Result<Self, NimError> {
        let numbers = sets.values().numbers().unwrap_or_default();
        let sequence = |&p: &u64| SetSequence::new(sets, p, (heaps, alternating), budget);
        Ok(Self {
            ruleset,
            first: 1,
            values: numbers.get(..heaps).unwrap_or_default().to_vec(),
            sets: piles.iter().map(sequence).collect::<Result<_, _>>()?,
        })
    }
}

impl SetSequence {
    fn new(
        sets: &Sets,
        piles: u64,
        (heaps, alternating): (usize, bool),
        budget: &Budget,
    ) -> Result<Self, NimError> {
        let mut memory = budget.account();
        let mut members = Vec::new();
        for n in 1..=heaps as u64 {
            budget.check()?;
            let Some(set) = sets.get(n, piles) else {
                continue;
            };
            let set: Vec<u32> = set.iter().collect();
            memory.add(2 * size_of::<Vec<u32>>() + set.capacity() * size_of::<u32>())?;
            members.push(set);
        }
        let alternating = if alternating {
            let all = sets.alternating(piles, budget)?;
            Some(all.into_iter().map(AlternatingValues::from).collect())
        } else {
            None
        };
        Ok(Self {
            piles,
            sets: members,
            alternating,
            memory,
        })
    }
}
