//! Certificates of outcomes: a set of P-positions that answers every move.

use std::collections::{BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::gather::{Source, closure_listing, gather_sum};
use super::sum::{Convention, PlayError};
use crate::game::{Outcome, Universe};
use crate::heaps::{FiniteRuleset, Heaps, Listing, PlayedOut, Position, Ruleset};
use crate::limits::{Budget, Meter, Reason};
use crate::nim::Definition;
use crate::notation::Syntax;

/// The outcome of a sum with a winning strategy, for independent checking;
/// [`check_outcome`](super::check_outcome) says how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct OutcomeCertificate {
    /// What it certifies: "outcome".
    pub certificate: String,
    /// The version of this layout: 2.
    pub version: u32,
    /// The convention of play.
    pub play: Convention,
    /// The summands and all that play can reach from them.
    pub positions: Listing,
    /// The sum: the numbers of its summands, each with its copies.
    pub position: Vec<(u64, u64)>,
    /// P-positions: each move from one of them can be answered by a move to one of them.
    pub p_positions: Vec<Vec<(u64, u64)>>,
    /// What it proves, in words. A checker compares it with its own sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// About how many steps a check takes. Nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
}

impl OutcomeCertificate {
    /// The value of the field `certificate`.
    pub const KIND: &str = "outcome";
    /// The current version of the layout.
    pub const VERSION: u32 = 2;

    /// Finds the outcome of an expression and a winning strategy by playing it out, or by nim values in
    /// normal play.
    pub fn find(syntax: &Syntax, play: Convention, u: &mut Universe) -> Result<Self, PlayError> {
        let (closure, terms) = gather_sum("sum", &[Source::Expression(syntax)], u)?;
        let budget = u.budget().clone();
        let mut sum = Heaps::none();
        for (position, copies) in terms {
            sum.checked_add(position, copies).ok_or(Reason::Capacity)?;
        }
        let p_positions = strategy(&closure, &sum, play, &budget)?;
        budget.check_memory(closure.listing_bytes() as u64)?;
        let positions = closure_listing(&closure, u)?;
        let mut found = Self {
            certificate: Self::KIND.into(),
            version: Self::VERSION,
            play,
            positions,
            position: numbers(&sum),
            p_positions: p_positions.iter().map(numbers).collect(),
            statement: None,
            cost: None,
        };
        found.statement = super::check_outcome::statement(&found).ok();
        Ok(found)
    }
}

fn numbers(sum: &Heaps) -> Vec<(u64, u64)> {
    let parts = sum.iter();
    parts.map(|(part, copies)| (part.size(), copies)).collect()
}

/// Tells P-positions.
enum Oracle<'r> {
    Misere(PlayedOut<'r>),
    Normal(Definition<'r>),
}

impl Oracle<'_> {
    fn is_p(&mut self, sum: &Heaps, budget: &Budget) -> Result<bool, PlayError> {
        Ok(match self {
            Self::Misere(outcomes) => outcomes.outcome(sum, budget)? == Outcome::P,
            Self::Normal(values) => values.sum(sum, budget)?.is_zero(),
        })
    }
}

/// Returns P-positions that answer all moves from each other; the sum or an option of it is one.
fn strategy(
    closure: &FiniteRuleset,
    sum: &Heaps,
    play: Convention,
    budget: &Budget,
) -> Result<BTreeSet<Heaps>, PlayError> {
    let mut oracle = match (play, PlayedOut::new(closure)) {
        (Convention::Misere, Some(outcomes)) => Oracle::Misere(outcomes),
        _ => Oracle::Normal(Definition::new(closure)?),
    };
    let mut account = budget.account();
    let mut meter = Meter::new(budget);
    let mut found = BTreeSet::new();
    let mut waiting = VecDeque::new();
    let mut add = |sum: Heaps, found: &mut BTreeSet<Heaps>, waiting: &mut VecDeque<Heaps>| {
        account.add(2 * (sum.held() + 64))?;
        found.insert(sum.clone());
        waiting.push_back(sum);
        Ok::<(), Reason>(())
    };
    let sum = playable(closure, sum);
    if oracle.is_p(&sum, budget)? {
        add(sum, &mut found, &mut waiting)?;
    } else {
        for option in options(closure, &sum)? {
            if oracle.is_p(&option, budget)? {
                add(option, &mut found, &mut waiting)?;
                break;
            }
        }
    }
    while let Some(winning) = waiting.pop_front() {
        for option in options(closure, &winning)? {
            let answers = options(closure, &option)?;
            meter.tick_for(answers.len())?;
            if answers.iter().any(|answer| found.contains(answer)) {
                continue;
            }
            // In misère play a sum without options has none and needs none.
            for answer in answers {
                if oracle.is_p(&answer, budget)? {
                    add(answer, &mut found, &mut waiting)?;
                    break;
                }
            }
        }
    }
    Ok(found)
}

/// A sum without the positions that have no options.
fn playable(closure: &FiniteRuleset, sum: &Heaps) -> Heaps {
    let mut left = Heaps::none();
    for (part, copies) in sum.iter().filter(|&(part, _)| closure.has_options(part)) {
        left.add(part, copies);
    }
    left
}

/// The options of a sum, each once.
fn options(closure: &FiniteRuleset, sum: &Heaps) -> Result<BTreeSet<Heaps>, Reason> {
    let mut options = BTreeSet::new();
    for (part, _) in sum.iter() {
        let rest = sum.without_one(part);
        for option in closure.options(Position::heap(part.size())) {
            let after = rest.checked_plus(&option).ok_or(Reason::Capacity)?;
            options.insert(playable(closure, &after));
        }
    }
    Ok(options)
}
