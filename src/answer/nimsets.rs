//! The nim-sets of a cut game.

use serde::Serialize;

use crate::heaps::{Cut, Heaps, Position, Ruleset};
use crate::limits::{Account, Budget};
use crate::nim::{Alternating, Evaluator, NimError, NimSets as Sets, NimValues, OneEven};

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
    /// Whether this is a second start: the values v and v^1 occur from earlier on as well, at the n of
    /// the other parity.
    pub second: bool,
}

impl From<Alternating> for AlternatingValues {
    fn from(one: Alternating) -> Self {
        Self {
            enters: one.enters,
            exits: one.exits,
            value: one.value,
            entering: one.entering,
            exiting: one.exiting,
            second: one.second,
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

/// The numbers that Ellis and Thanatipanonda use for a game {1,2c}.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OneEvenGame {
    /// The ruleset.
    pub ruleset: String,
    /// Half of the larger cut number.
    pub c: u64,
    /// The values of the first period, 12c of them, in six rows (Table 2).
    pub rows: Vec<Vec<u32>>,
    /// The innumbers up to 12c (Definition 6).
    pub innumbers: Vec<u64>,
    /// The outnumbers up to 12c.
    pub outnumbers: Vec<u64>,
    /// What φ_p does to remainders modulo 2c (Definition 14); empty if c = 2.
    pub phi: Vec<PhiTable>,
    /// A partition with its floor and ceiling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition: Option<PartitionBounds>,
}

/// The effect of φ_p on remainders modulo 2c, as in Tables 5 to 7.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "phi_table"))]
pub struct PhiTable {
    /// The number of heaps p.
    pub p: u64,
    /// s = 1, …, 2c, with r = s − (p−1), r' and r' + (p−1), both modulo the period.
    pub columns: Vec<PhiColumn>,
}

/// A column of Tables 5 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "phi_column"))]
pub struct PhiColumn {
    /// The remainder of n modulo 2c, from 1 to 2c.
    pub s: u64,
    /// The remainder of n − (p−1).
    pub r: u64,
    /// What takes its place.
    pub r_image: u64,
    /// The remainder of φ_p(n): φ_p(2cq + s) is 6q plus this.
    pub s_image: u64,
}

/// A partition with its floor and ceiling (Definition 8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "partition_bounds"))]
pub struct PartitionBounds {
    /// The parts.
    pub parts: Vec<u64>,
    /// `entering`, `exiting`, both or `intermediate` (Definition 6).
    pub kind: &'static str,
    /// The greatest innumbers up to the parts.
    pub floor: Vec<u64>,
    /// The least outnumbers from the parts on.
    pub ceiling: Vec<u64>,
    /// The nim values of the parts, the floor and the ceiling.
    pub nim_values: [String; 3],
    /// φ_p of the three sums, p parts; null if c = 2.
    pub phi: Option<[u64; 3]>,
}

impl OneEvenGame {
    /// Computes the numbers of a game {1,2c}: φ_p for these p, and the bounds of a partition. None if the
    /// game is another one.
    ///
    /// # Errors
    /// If a limit is reached, or c is large.
    pub fn new(
        cut: &Cut,
        piles: &[u64],
        parts: Option<&[u64]>,
        budget: &Budget,
    ) -> Result<Option<Self>, NimError> {
        /// More columns are no table.
        const LARGEST: u64 = 1000;
        let Some((game, c)) = OneEven::of(cut.set()).zip(cut.set().largest()) else {
            return Ok(None);
        };
        let c = c / 2;
        if c > LARGEST {
            return Err(NimError::OutOfReach(format!(
                "c = {c} is more than {LARGEST}"
            )));
        }
        let mut values = NimValues::new(cut)?;
        let mut rows = Vec::new();
        for row in 0..6 {
            let heaps = 2 * c * row + 1..=2 * c * (row + 1);
            let values = heaps.map(|n| {
                let value = values.value(Position::heap(n), budget)?;
                Ok(value
                    .to_u64()
                    .and_then(|v| v.try_into().ok())
                    .unwrap_or(u32::MAX))
            });
            rows.push(values.collect::<Result<Vec<u32>, NimError>>()?);
        }
        let column = |p: u64, s: u64| {
            // Far enough from the first p heaps.
            let q = p + 1;
            let image = game.phi(p, 2 * c * q + s)?.checked_sub(6 * q)?;
            let wrapped = |number: u64, period: u64| (number - 1) % period + 1;
            Some(PhiColumn {
                s,
                r: wrapped(2 * c * p + s - (p - 1), 2 * c),
                r_image: wrapped(image + 6 * p - (p - 1), 6),
                s_image: image,
            })
        };
        let phi = piles.iter().filter_map(|&p| {
            let columns = (1..=2 * c)
                .map(|s| column(p, s))
                .collect::<Option<Vec<PhiColumn>>>()?;
            Some(PhiTable { p, columns })
        });
        let mut partition = None;
        if let Some(parts) = parts {
            let all = [parts.to_vec(), game.floor(parts), game.ceiling(parts)];
            let mut nim_values = [const { String::new() }; 3];
            for (text, parts) in nim_values.iter_mut().zip(&all) {
                let mut sum = Heaps::none();
                for &part in parts {
                    sum.add(Position::heap(part), 1);
                }
                *text = values.sum(&sum, budget)?.to_string();
            }
            let p = parts.len() as u64;
            let image = |parts: &Vec<u64>| {
                let sum = parts.iter().try_fold(0u64, |sum, &h| sum.checked_add(h))?;
                game.phi(p, sum)
            };
            let images: Option<Vec<u64>> = all.iter().map(image).collect();
            let [parts, floor, ceiling] = all;
            partition = Some(PartitionBounds {
                kind: match (game.is_entering(&parts), game.is_exiting(&parts)) {
                    (true, true) => "entering and exiting",
                    (true, false) => "entering",
                    (false, true) => "exiting",
                    (false, false) => "intermediate",
                },
                parts,
                floor,
                ceiling,
                nim_values,
                phi: images.and_then(|images| images.try_into().ok()),
            });
        }
        Ok(Some(Self {
            ruleset: cut.name(),
            c,
            rows,
            innumbers: (1..=12 * c).filter(|&n| game.is_innumber(n)).collect(),
            outnumbers: (1..=12 * c).filter(|&n| game.is_outnumber(n)).collect(),
            phi: phi.collect(),
            partition,
        }))
    }
}
