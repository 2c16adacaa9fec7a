//! Nim values of heaps.

use serde::Serialize;

use super::Number;
use crate::heaps::{Position, Ruleset};
use crate::limits::{Account, Budget, Meter};
use crate::nim::{Agreement, NimError, NimValues};

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
