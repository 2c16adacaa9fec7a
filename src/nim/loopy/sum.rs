//! Sums of loopy and loop-free heaps.

use rustc_hash::FxHashMap;

use super::LoopyValues;
use super::graph::Bounds;
use super::value::{Judgement, LoopyOutcome, LoopyValue, Undecided};
use crate::heaps::{Heaps, Position, Ruleset, listed_options};
use crate::limits::Budget;
use crate::nim::{NimError, NimValue, NimValues};

/// Returns who wins a sum of components with these values.
///
/// Numbers add up to a nim sum a. One component ∞_K beside them is won by the player to move if
/// a ∈ K and drawn if not; two such components are drawn. What is not decided of a value is not used.
pub fn outcome_of_sum<'j>(values: impl IntoIterator<Item = &'j Judgement>) -> LoopyOutcome {
    let mut total = NimValue::default();
    let mut infinite = 0;
    let mut others = Vec::new();
    for value in values {
        match value {
            Judgement::Decided(LoopyValue::Number(number)) => total ^= number,
            Judgement::Decided(LoopyValue::Infinite(set)) => {
                infinite += 1;
                others.push((set, true));
            }
            Judgement::Undecided(Undecided {
                infinite: certainly,
                options,
                ..
            }) => {
                infinite += u32::from(*certainly);
                others.push((options, false));
            }
        }
    }
    let total = || total.to_u64().and_then(|total| u32::try_from(total).ok());
    match others[..] {
        [] if total() == Some(0) => LoopyOutcome::Previous,
        [] => LoopyOutcome::Next,
        _ if infinite >= 2 => LoopyOutcome::Draw,
        [(set, complete)] => match total().is_some_and(|total| set.contains(&total)) {
            true => LoopyOutcome::Next,
            false if complete => LoopyOutcome::Draw,
            false => LoopyOutcome::Undecided,
        },
        _ => LoopyOutcome::Undecided,
    }
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoopyMove {
    /// The number of the component that is moved in.
    pub component: usize,
    /// What the move leaves of it.
    pub to: Heaps,
    /// The outcome of the sum after the move: a move to P wins, a move to D draws.
    pub result: LoopyOutcome,
}

/// The outcome and the moves of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LoopySum {
    /// The values of the components.
    pub values: Vec<Judgement>,
    /// Who wins.
    pub outcome: LoopyOutcome,
    /// All moves, by component, each once.
    pub moves: Vec<LoopyMove>,
}

impl LoopySum {
    /// Iterates over the winning moves.
    pub fn winning(&self) -> impl Iterator<Item = &LoopyMove> {
        self.leading_to(LoopyOutcome::Previous)
    }

    /// Iterates over the moves that draw.
    pub fn drawing(&self) -> impl Iterator<Item = &LoopyMove> {
        self.leading_to(LoopyOutcome::Draw)
    }

    fn leading_to(&self, outcome: LoopyOutcome) -> impl Iterator<Item = &LoopyMove> {
        self.moves.iter().filter(move |m| m.result == outcome)
    }
}

/// Computes the outcome and all moves of a sum of positions of any rulesets, loopy or not.
///
/// # Errors
/// Out of time or memory, or a value is out of reach.
pub fn loopy_moves(
    components: &[(&dyn Ruleset, Position)],
    bounds: &Bounds,
    budget: &Budget,
) -> Result<LoopySum, NimError> {
    let mut tables: FxHashMap<String, Table<'_>> = FxHashMap::default();
    let mut values = Vec::new();
    for &(ruleset, position) in components {
        let table = match tables.entry(ruleset.name()) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(Table::new(ruleset, bounds)?)
            }
        };
        values.push(table.sum(&Heaps::from(position), budget)?);
    }
    let mut moves = Vec::new();
    for (component, &(ruleset, position)) in components.iter().enumerate() {
        let Some(table) = tables.get_mut(&ruleset.name()) else {
            continue;
        };
        for to in listed_options(ruleset, position, &mut budget.account())? {
            let moved = table.sum(&to, budget)?;
            let others = values.iter().enumerate();
            let others = others.filter(|&(i, _)| i != component).map(|(_, v)| v);
            moves.push(LoopyMove {
                component,
                to,
                result: outcome_of_sum(others.chain([&moved])),
            });
        }
    }
    Ok(LoopySum {
        outcome: outcome_of_sum(&values),
        values,
        moves,
    })
}

/// The values of one ruleset.
enum Table<'r> {
    Loopy(LoopyValues<'r>),
    LoopFree(Box<NimValues<'r>>),
}

impl<'r> Table<'r> {
    fn new(ruleset: &'r dyn Ruleset, bounds: &Bounds) -> Result<Self, NimError> {
        Ok(if ruleset.is_loopy() {
            Self::Loopy(LoopyValues::new(ruleset, *bounds))
        } else {
            Self::LoopFree(Box::new(NimValues::new(ruleset)?))
        })
    }

    /// Returns the value of what a move leaves. In loopy rulesets that is a single heap.
    fn sum(&mut self, heaps: &Heaps, budget: &Budget) -> Result<Judgement, NimError> {
        match self {
            Self::LoopFree(values) => Ok(values.sum(heaps, budget)?.into()),
            Self::Loopy(values) => match heaps.iter().next() {
                Some((position, _)) => values.value(position, budget),
                None => Ok(NimValue::default().into()),
            },
        }
    }
}
