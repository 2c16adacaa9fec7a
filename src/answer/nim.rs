//! Nim values of heaps.

use std::cmp::Reverse;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::Number;
use crate::heaps::{Heaps, Position, Ruleset};
use crate::limits::{Account, Budget, Meter};
use crate::nim::loopy::{Bounds, LoopyValues};
use crate::nim::{Agreement, NimError, NimValues};
use crate::numbers::{distance_to_even_power, shapiro_class};

/// The nim values of consecutive heaps. The program writes this object piece by piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NimSequence {
    /// The ruleset.
    pub ruleset: String,
    /// What the values are in misère play; not there in normal play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub misere: Option<MisereRow>,
    /// The names of the positions whose values these are, where they are not heaps in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<String>>,
    /// The first heap.
    pub first: Number,
    /// Its value, that of the next heap, and so on; generalised values of loopy rulesets and
    /// outcomes are text.
    pub values: Vec<Number>,
    /// What stopped the computation before the last heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// What a row of misère play lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "misere_row"))]
#[serde(rename_all = "kebab-case")]
pub enum MisereRow {
    /// The misère nim values of the heaps.
    Values,
    /// The outcomes of the heaps, `"P"` or `"N"`.
    Outcomes,
    /// The heaps that are P-positions.
    PHeaps,
}

/// The options of a heap with their nim values.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapOptions {
    /// The ruleset.
    pub ruleset: String,
    /// The heap.
    pub heap: u64,
    /// Its options.
    pub options: Vec<OptionValue>,
    /// The nim value of the heap.
    pub nim_value: String,
    /// The memory that the options take.
    #[serde(skip)]
    #[expect(dead_code, reason = "held until the answer is dropped")]
    memory: Account,
}

/// An option and its nim value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "option_value"))]
pub struct OptionValue {
    /// The heaps of the option.
    pub option: String,
    /// Its nim value.
    pub nim_value: String,
}

impl HeapOptions {
    /// The largest number of options that are listed.
    pub const MOST: usize = 100_000;

    /// Lists the options of a heap with their nim values.
    ///
    /// # Errors
    /// If a limit is reached or the heap has more than [`MOST`](Self::MOST) options.
    pub fn new(game: &dyn Ruleset, heap: u64, budget: &Budget) -> Result<Self, NimError> {
        let position = Position::heap(heap);
        let mut values = NimValues::new(game)?;
        let nim_value = values.value(position, budget)?.to_string();
        let mut options = Vec::new();
        let mut meter = Meter::new(budget);
        let mut memory = budget.account();
        for option in (game.options_within(position, budget)?).take(Self::MOST + 1) {
            meter.tick()?;
            let nim_value = values.sum(&option, budget)?.to_string();
            let option = game.sum_text(&option);
            memory.add(2 * size_of::<OptionValue>() + option.len() + nim_value.len())?;
            options.push(OptionValue { option, nim_value });
        }
        if options.len() > Self::MOST {
            let message = format!("heap {heap} has more than {} options", Self::MOST);
            return Err(NimError::OutOfReach(message));
        }
        Ok(Self {
            ruleset: game.name(),
            heap,
            options,
            nim_value,
            memory,
        })
    }
}

/// The options and nim values of consecutive heaps, as the papers tabulate them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionsTable {
    /// The ruleset.
    pub ruleset: String,
    /// Whether options are reduced: pairs of equal heaps and heaps without a move are left out.
    pub reduced: bool,
    /// What `index` is in the rows: `C`, Shapiro's class, or `dist`, the distance to an even power of a
    /// prime.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<&'static str>,
    /// A row for each heap.
    pub rows: Vec<OptionsRow>,
    /// The memory that the rows take.
    #[serde(skip)]
    #[expect(dead_code, reason = "held until the answer is dropped")]
    memory: Account,
}

/// A heap with its options and its nim value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "options_row"))]
pub struct OptionsRow {
    /// The heap.
    pub heap: u64,
    /// Its options.
    pub options: Vec<String>,
    /// The number that `index` names, of this heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The nim value, of a loopy ruleset the generalised one.
    pub nim_value: String,
}

/// A function on heaps, and its name.
type Index = (&'static str, fn(NonZeroU64) -> u64);

/// What the paper tabulates beside the options and values of some rulesets.
fn index_of(ruleset: &str) -> Option<Index> {
    match ruleset {
        "totient" => Some(("C", shapiro_class)),
        "nontotient" => Some(("dist", distance_to_even_power)),
        _ => None,
    }
}

impl OptionsTable {
    /// Lists the options of the heaps of a range.
    ///
    /// # Errors
    /// If a limit is reached or a heap has more than [`HeapOptions::MOST`] options.
    pub fn new(
        game: &dyn Ruleset,
        heaps: RangeInclusive<u64>,
        reduced: bool,
        budget: &Budget,
    ) -> Result<Self, NimError> {
        let mut loopy = LoopyValues::new(game, Bounds::default());
        let mut values = if game.is_loopy() {
            None
        } else {
            Some(NimValues::new(game)?)
        };
        let index = index_of(&game.name());
        let mut memory = budget.account();
        let mut rows = Vec::new();
        for heap in heaps {
            let position = Position::heap(heap);
            let mut options = Vec::new();
            let mut meter = Meter::new(budget);
            for option in game
                .options_within(position, budget)?
                .take(HeapOptions::MOST + 1)
            {
                meter.tick()?;
                memory.add(size_of::<Heaps>() + option.spilled())?;
                options.push(option);
            }
            if options.len() > HeapOptions::MOST {
                let message = format!("heap {heap} has more than {} options", HeapOptions::MOST);
                return Err(NimError::OutOfReach(message));
            }
            if reduced {
                options = reduced_options(game, options);
            }
            let options: Vec<String> = options.iter().map(|option| game.sum_text(option)).collect();
            let texts = options.iter().map(|text| text.len() + size_of::<String>());
            memory.add(2 * size_of::<OptionsRow>() + texts.sum::<usize>())?;
            rows.push(OptionsRow {
                heap,
                options,
                index: index.zip(NonZeroU64::new(heap)).map(|((_, of), n)| of(n)),
                nim_value: match &mut values {
                    Some(values) => values.value(position, budget)?.to_string(),
                    None => loopy.value(position, budget)?.to_string(),
                },
            });
        }
        Ok(Self {
            ruleset: game.name(),
            reduced,
            index: index.map(|(name, _)| name),
            rows,
            memory,
        })
    }
}

/// Leaves out pairs of equal heaps and heaps without a move, where something else remains; each option
/// once, those with large heaps first.
fn reduced_options(game: &dyn Ruleset, options: Vec<Heaps>) -> Vec<Heaps> {
    let mut reduced: Vec<(Vec<Reverse<Position>>, Heaps)> = options
        .into_iter()
        .map(|option| {
            let mut left = Heaps::none();
            for (heap, copies) in option.iter() {
                if copies % 2 == 1 && game.has_options(heap) {
                    left.add(heap, 1);
                }
            }
            // What is over is written as the smallest heap.
            if left.iter().next().is_none() && option.iter().next().is_some() {
                left.add(Position::heap(game.smallest()), 1);
            }
            let mut key: Vec<_> = left.iter().map(|(heap, _)| Reverse(heap)).collect();
            key.sort_unstable();
            (key, left)
        })
        .collect();
    reduced.sort();
    reduced.dedup_by(|a, b| a.0 == b.0);
    reduced.into_iter().map(|(_, option)| option).collect()
}

/// The nim values of positions with two coordinates.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NimBoard {
    /// The ruleset.
    pub ruleset: String,
    /// The smallest x and y.
    pub first: u64,
    /// For each y the values of the positions (x, y) with ascending x; null where there is no position.
    pub rows: Vec<Vec<Option<Number>>>,
    /// The memory that the values take.
    #[serde(skip)]
    #[expect(dead_code, reason = "held until the answer is dropped")]
    memory: Account,
}

impl NimBoard {
    /// The largest number of positions of a board.
    pub const MOST: u64 = 1_000_000;

    /// Computes the values of the positions whose coordinates are both in a range.
    ///
    /// # Errors
    /// If a limit is reached or there are more than [`MOST`](Self::MOST) positions.
    pub fn new(
        game: &dyn Ruleset,
        range: RangeInclusive<u64>,
        budget: &Budget,
    ) -> Result<Self, NimError> {
        let side = (range.end() - range.start()).saturating_add(1);
        if side.saturating_mul(side) > Self::MOST {
            let message = format!("a board has at most {} positions", Self::MOST);
            return Err(NimError::OutOfReach(message));
        }
        let mut values = NimValues::new(game)?;
        let mut memory = budget.account();
        let mut rows = Vec::new();
        for y in range.clone() {
            let mut row = Vec::new();
            for x in range.clone() {
                let position = Position::pair(x, y);
                let value = if game.is_position(position) {
                    Some(Number::from(&values.value(position, budget)?))
                } else {
                    None
                };
                row.push(value);
            }
            memory.add(2 * row.len() * size_of::<Option<Number>>())?;
            rows.push(row);
            budget.reached(y);
        }
        Ok(Self {
            ruleset: game.name(),
            first: *range.start(),
            rows,
            memory,
        })
    }
}

/// A comparison of all methods for the nim values of a ruleset with the definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MethodsCheck {
    /// The ruleset.
    pub ruleset: String,
    /// The last heap that was compared; null if there was none.
    pub compared_to: Option<u64>,
    /// The fast method; null if there is none.
    pub fast_method: Option<String>,
    /// The theorem that gives a closed form; null if there is none.
    pub closed_form: Option<String>,
    /// Whether all values agree.
    pub agree: bool,
    /// The heaps where they differ, in words.
    pub differences: Vec<String>,
}

impl MethodsCheck {
    /// Describes a comparison.
    pub fn new(ruleset: String, agreement: Agreement) -> Self {
        Self {
            ruleset,
            compared_to: agreement.compared_to,
            fast_method: agreement.fast,
            closed_form: agreement.closed_form,
            agree: agreement.differences.is_empty(),
            differences: agreement
                .differences
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }
}
