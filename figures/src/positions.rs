//! Positions as they are played, as a diagram: rows of pins, boards, sums of heaps.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use misere::game::Outcome;
use misere::heaps::{Heaps, Position, Ruleset, listed_options};
use misere::limits::{Account, Budget, Reason};
use misere::nim::NimError;
use misere_picture::{Ascent, Diagram, Edge, Kind, Node, Shape};

use super::formula::formula;
use super::label::shortened;

/// A summand: copies of a position of a ruleset.
#[derive(Clone)]
pub struct Summand {
    /// The ruleset.
    pub ruleset: Arc<dyn Ruleset>,
    /// The position.
    pub position: Position,
    /// How often it occurs.
    pub copies: u64,
}

/// Why positions are not drawn.
#[derive(Debug)]
#[non_exhaustive]
pub enum PositionsError {
    /// There are more of them, or of their moves, than this.
    TooMany {
        /// The most positions.
        nodes: usize,
        /// The most moves.
        edges: usize,
    },
    /// Play may go on for ever, or a limit was reached.
    Nim(NimError),
}

impl From<NimError> for PositionsError {
    fn from(error: NimError) -> Self {
        Self::Nim(error)
    }
}

impl From<Reason> for PositionsError {
    fn from(reason: Reason) -> Self {
        Self::Nim(NimError::Stopped(reason))
    }
}

/// A sum of positions: of each ruleset, by its number, its heaps.
type Sum = Vec<Heaps>;

/// Draws a sum of positions and what play can reach from it, each sum once: with misère outcomes, or
/// with nim values if `normal`. At most this many positions and moves are drawn.
///
/// ```
/// use std::sync::Arc;
/// use misere::heaps::{Position, ruleset};
/// use misere_figures::{Summand, positions};
///
/// let summand = Summand { ruleset: ruleset("kayles")?, position: Position::heap(3), copies: 1 };
/// let diagram = positions(&[summand], false, (100, 1000), "kayles(3)", &Default::default()).unwrap();
/// let labels: Vec<&str> = diagram.nodes.iter().map(|node| &*node.label).collect();
/// assert_eq!(labels, ["3", "1", "1×2", "2", "∅"]);
/// # Ok::<(), misere::heaps::RulesetError>(())
/// ```
///
/// # Errors
/// See [`PositionsError`].
pub fn positions(
    start: &[Summand],
    normal: bool,
    most: (usize, usize),
    title: &str,
    budget: &Budget,
) -> Result<Diagram, PositionsError> {
    let mut account = budget.account();
    let reached = Reached::from(start, most, &mut account)?;
    let heights = reached.heights()?;
    let values = if normal {
        reached.nim_values(&heights)
    } else {
        Vec::new()
    };
    let outcomes = reached.outcomes(&heights, normal);
    let mut diagram = Diagram::new(title);
    let edges = reached.options.iter().map(Vec::len).sum();
    diagram.reserve(reached.sums.len(), edges, budget)?;
    diagram.ascent = Ascent::Up;
    diagram.ranks = "moves".into();
    diagram.joined = true;
    diagram.typeset = Some(formula);
    diagram.kinds = vec![
        Kind::new("N-position: the next player wins", Some('N'), Shape::Pill),
        Kind::new(
            "P-position: the previous player wins",
            Some('P'),
            Shape::Block,
        ),
    ];
    for (number, sum) in reached.sums.iter().enumerate() {
        budget.check()?;
        let text = reached.text(sum);
        let outcome = outcomes[number];
        let (label, detail) = match values.get(number) {
            Some(value) => (
                format!("{} = *{value}", shortened(&text, LONGEST_LABEL)),
                format!("{text} = *{value}, {outcome}"),
            ),
            None => (
                shortened(&text, LONGEST_LABEL),
                format!("{text}, {outcome}"),
            ),
        };
        diagram.nodes.push(Node {
            label,
            detail,
            kind: usize::from(outcome == Outcome::P),
            rank: heights[number],
        });
    }
    for (from, options) in reached.options.iter().enumerate() {
        let edges = options.iter().map(|&to| Edge { from, to, line: 0 });
        diagram.edges.extend(edges);
    }
    let play = if normal { "normal" } else { "misère" };
    diagram.subtitle = format!(
        "{} positions, {} moves, {play} play: {}-position",
        reached.sums.len(),
        edges,
        outcomes[0]
    );
    let read = "Lines lead down from a position to those after a move; a row is the length of the longest play.";
    diagram.remarks.push(read.into());
    Ok(diagram)
}

/// A longer position is cut in its node; its whole text is shown when a reader points at it.
const LONGEST_LABEL: usize = 40;

/// The sums that play can reach, the first of them being where it starts.
struct Reached {
    rulesets: Vec<Arc<dyn Ruleset>>,
    sums: Vec<Sum>,
    options: Vec<Vec<usize>>,
}

impl Reached {
    fn from(
        start: &[Summand],
        (most, most_edges): (usize, usize),
        account: &mut Account,
    ) -> Result<Self, PositionsError> {
        let too_many = PositionsError::TooMany {
            nodes: most,
            edges: most_edges,
        };
        let mut rulesets: Vec<Arc<dyn Ruleset>> = Vec::new();
        let mut first: Sum = Vec::new();
        for summand in start {
            let name = summand.ruleset.name();
            if summand.ruleset.is_loopy() {
                return Err(NimError::Loopy { ruleset: name }.into());
            }
            let known = rulesets.iter().position(|known| known.name() == name);
            let number = known.unwrap_or_else(|| {
                rulesets.push(Arc::clone(&summand.ruleset));
                first.push(Heaps::default());
                rulesets.len() - 1
            });
            let added = first[number].checked_add(summand.position, summand.copies);
            added.ok_or(Reason::Capacity)?;
        }
        let mut numbers: FxHashMap<Sum, usize> = FxHashMap::default();
        numbers.insert(first.clone(), 0);
        let (mut sums, mut options) = (vec![first], Vec::new());
        let mut edges = 0;
        let mut listed: FxHashMap<(usize, Position), Vec<Heaps>> = FxHashMap::default();
        let mut next = 0;
        while let Some(sum) = sums.get(next).cloned() {
            next += 1;
            let mut of_sum = Vec::new();
            for (number, heaps) in sum.iter().enumerate() {
                for (position, _) in heaps.iter() {
                    account.budget().check()?;
                    let options = match listed.entry((number, position)) {
                        Entry::Occupied(known) => known.into_mut(),
                        Entry::Vacant(place) => {
                            place.insert(listed_options(&*rulesets[number], position, account)?)
                        }
                    };
                    for option in options.iter() {
                        let mut after = sum.clone();
                        after[number] = (heaps.without_one(position).checked_plus(option))
                            .ok_or(Reason::Capacity)?;
                        let to = *numbers.entry(after.clone()).or_insert_with(|| {
                            sums.push(after);
                            sums.len() - 1
                        });
                        if !of_sum.contains(&to) {
                            of_sum.push(to);
                        }
                        if sums.len() > most || edges + of_sum.len() > most_edges {
                            return Err(too_many);
                        }
                    }
                }
            }
            edges += of_sum.len();
            options.push(of_sum);
        }
        Ok(Self {
            rulesets,
            sums,
            options,
        })
    }

    /// Returns the length of the longest play from each sum.
    fn heights(&self) -> Result<Vec<usize>, PositionsError> {
        let mut before = vec![Vec::new(); self.sums.len()];
        let mut to_come: Vec<usize> = self.options.iter().map(Vec::len).collect();
        for (from, options) in self.options.iter().enumerate() {
            for &to in options {
                before[to].push(from);
            }
        }
        let mut heights = vec![0; self.sums.len()];
        let mut known: Vec<usize> = (0..to_come.len()).filter(|&at| to_come[at] == 0).collect();
        let mut done = 0;
        while let Some(&to) = known.get(done) {
            done += 1;
            for &from in &before[to] {
                heights[from] = heights[from].max(heights[to] + 1);
                to_come[from] -= 1;
                if to_come[from] == 0 {
                    known.push(from);
                }
            }
        }
        if done < self.sums.len() {
            let message = "play leads back to a position, so it may go on for ever";
            return Err(NimError::OutOfReach(message.into()).into());
        }
        Ok(heights)
    }

    /// Returns the numbers of the sums, options first.
    fn from_the_end(heights: &[usize]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..heights.len()).collect();
        order.sort_by_key(|&at| heights[at]);
        order
    }

    /// Returns the nim values: each is the least number that no option has.
    fn nim_values(&self, heights: &[usize]) -> Vec<usize> {
        let mut values = vec![0; heights.len()];
        for at in Self::from_the_end(heights) {
            let mut taken: Vec<usize> = self.options[at].iter().map(|&to| values[to]).collect();
            taken.sort_unstable();
            taken.dedup();
            let gap = taken.iter().enumerate().find(|&(i, &value)| i != value);
            values[at] = gap.map_or(taken.len(), |(i, _)| i);
        }
        values
    }

    /// Returns the outcomes. Who cannot move loses in normal play and wins in misère play.
    fn outcomes(&self, heights: &[usize], normal: bool) -> Vec<Outcome> {
        let mut outcomes = vec![Outcome::N; heights.len()];
        for at in Self::from_the_end(heights) {
            let options = &self.options[at];
            let is_p = if options.is_empty() {
                normal
            } else {
                options.iter().all(|&to| outcomes[to] == Outcome::N)
            };
            outcomes[at] = Outcome::from(is_p);
        }
        outcomes
    }

    /// Writes a sum, with names of rulesets if there are several.
    fn text(&self, sum: &Sum) -> String {
        if let ([ruleset], [heaps]) = (&self.rulesets[..], &sum[..]) {
            return ruleset.sum_text(heaps);
        }
        let mut terms = Vec::new();
        for (ruleset, heaps) in self.rulesets.iter().zip(sum) {
            for (position, copies) in heaps.iter() {
                let name = ruleset.heap_name(position);
                terms.push(match copies {
                    1 => name,
                    _ => format!("{name}×{copies}"),
                });
            }
        }
        if terms.is_empty() {
            return "∅".into();
        }
        terms.join(" + ")
    }
}
