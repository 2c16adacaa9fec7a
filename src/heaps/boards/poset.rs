//! Poset games.

use std::collections::BTreeSet;

use super::graph::Graph;
use super::graph_text::{number, rectangle, too_large};
use super::interner::Words;
use super::labelling::{MOST_VERTICES, Relation, Set, elements};
use super::{BoardGame, Moves};
use crate::heaps::entry::RulesetError;
use crate::limits::{Budget, Reason};

/// Take an element and all that are above it.
pub(super) struct PosetGame;

const EXAMPLES: &str = "a poset is written as relations 0<1,0<2, or chain:5, antichain:3, grid:3x4 (a \
                        product of chains), boolean:3, divisors:60";

/// A strict order: what is above each element.
struct Poset {
    above: Vec<Set>,
}

impl Poset {
    fn new(elements: usize, is_below: impl Fn(usize, usize) -> bool) -> Self {
        let above = |v: usize| {
            let greater = (0..elements).filter(|&w| is_below(v, w));
            greater.fold(0, |all, w| all | 1 << w)
        };
        Self {
            above: (0..elements).map(above).collect(),
        }
    }

    fn below(&self) -> Vec<Set> {
        let mut below = vec![0; self.above.len()];
        for (v, &above) in self.above.iter().enumerate() {
            elements(above).for_each(|w| below[w] |= 1 << v);
        }
        below
    }

    /// Returns the graph of comparable elements.
    fn comparable(&self) -> Graph {
        let below = self.below();
        let rows = self
            .above
            .iter()
            .zip(&below)
            .map(|(above, below)| above | below);
        Graph {
            rows: rows.collect(),
        }
    }

    fn induced(&self, within: Set) -> Self {
        let rows = self.above.clone();
        Self {
            above: Graph { rows }.induced(within).rows,
        }
    }

    fn canonical(&self, budget: &Budget) -> Result<Words, Reason> {
        let below = self.below();
        let relation = Relation {
            out: &self.above,
            into: Some(&below),
        };
        let order = relation.canonical_order(None, budget)?;
        let count = self.above.len();
        let mut words = vec![0; 2 + (count * count).div_ceil(64)];
        (words[0], words[1]) = (count as u64, count as u64);
        for (v, row) in relation.form(&order).into_iter().enumerate() {
            for w in elements(row) {
                let bit = v * count + w;
                words[2 + bit / 64] |= 1 << (bit % 64);
            }
        }
        Ok(words)
    }

    fn of_words(words: &[u64]) -> Self {
        let count = usize::try_from(words[1]).unwrap_or(0);
        let has = |bit: usize| words[2 + bit / 64] >> (bit % 64) & 1 == 1;
        Self::new(count, |v, w| has(v * count + w))
    }

    fn read(text: &str) -> Result<Self, RulesetError> {
        let whole = 0..text.len();
        let Some((family, rest)) = text.split_once(':') else {
            return Self::read_relations(text);
        };
        let at = family.len() + 1;
        let checked = |count: usize| match count {
            0..=MOST_VERTICES => Ok(count),
            _ => Err(too_large("elements", whole.clone())),
        };
        Ok(match family {
            "chain" => Self::new(checked(number(rest, at)?)?, |v, w| v < w),
            "antichain" => Self::new(checked(number(rest, at)?)?, |_, _| false),
            "grid" => {
                let (rows, columns) = rectangle(rest, at)?;
                let count = checked(rows.saturating_mul(columns))?;
                Self::new(count, |v, w| {
                    v != w && v / columns <= w / columns && v % columns <= w % columns
                })
            }
            "boolean" => {
                let dimension = u32::try_from(number(rest, at)?).ok();
                let count = dimension.and_then(|dimension| 1_usize.checked_shl(dimension));
                let count = checked(count.unwrap_or(usize::MAX))?;
                Self::new(count, |v, w| v != w && v & w == v)
            }
            "divisors" => {
                const LARGEST: usize = 1_000_000;
                let n = number(rest, at)?;
                if !(1..=LARGEST).contains(&n) {
                    let message = format!("expected a number from 1 to {LARGEST}");
                    return Err(RulesetError::new(message, at..text.len()));
                }
                let divisors: Vec<usize> = (1..=n).filter(|d| n.is_multiple_of(*d)).collect();
                let count = checked(divisors.len())?;
                Self::new(count, |v, w| {
                    v != w && divisors[w].is_multiple_of(divisors[v])
                })
            }
            _ => {
                let message = format!("there is no family of posets `{family}`");
                return Err(RulesetError::new(message, 0..family.len()).hint(EXAMPLES));
            }
        })
    }

    /// Reads relations `0<1,1<2`, and elements without relations as `5`. Chains `0<1<2` are short for
    /// several.
    fn read_relations(text: &str) -> Result<Self, RulesetError> {
        let mut labels = BTreeSet::new();
        let mut relations = Vec::new();
        let mut at = 0;
        for item in text.split(',') {
            let mut below = None;
            for written in item.split('<') {
                let label = number(written, at).map_err(|error| error.hint(EXAMPLES))?;
                at += written.len() + 1;
                labels.insert(label);
                if labels.len() > MOST_VERTICES {
                    return Err(too_large("elements", 0..text.len()));
                }
                relations.extend(below.map(|below| (below, label)));
                below = Some(label);
            }
        }
        let place = |label: usize| labels.range(..label).count();
        let mut above = vec![0; labels.len()];
        for (v, w) in relations {
            above[place(v)] |= 1 << place(w);
        }
        // Warshall's algorithm.
        for middle in 0..above.len() {
            let more = above[middle];
            let through = above.iter_mut().filter(|row| **row >> middle & 1 == 1);
            through.for_each(|row| *row |= more);
        }
        if let Some(cyclic) = (0..above.len()).find(|&v| above[v] >> v & 1 == 1) {
            let label = labels.iter().nth(cyclic).copied().unwrap_or(0);
            let message = format!("{label} is below itself");
            return Err(RulesetError::new(message, 0..text.len()).hint(EXAMPLES));
        }
        Ok(Self { above })
    }

    /// Writes the covering relations.
    fn write(&self) -> String {
        let count = self.above.len();
        let related: usize = self.above.iter().map(|row| row.count_ones() as usize).sum();
        if related == count * count.saturating_sub(1) / 2 {
            return format!("chain:{count}");
        }
        if related == 0 {
            return format!("antichain:{count}");
        }
        let mut written = Vec::new();
        for (v, (&above, below)) in self.above.iter().zip(self.below()).enumerate() {
            let later = elements(above).fold(0, |all, w| all | self.above[w]);
            written.extend(elements(above & !later).map(|w| format!("{v}<{w}")));
            if above | below == 0 {
                written.push(v.to_string());
            }
        }
        written.join(",")
    }
}

impl BoardGame for PosetGame {
    fn name(&self) -> &'static str {
        "poset-game"
    }

    fn rule(&self) -> &'static str {
        "take an element of a partially ordered set and all elements above it"
    }

    fn known(&self) -> &'static [&'static str] {
        &[
            "a chain of n elements is a nim heap of n, and a product of two chains is a bar of Chomp",
            "in normal play the first player wins if there is a greatest element: taking it is a \
             move to a position that every other move could also have led to",
        ]
    }

    fn source(&self) -> &'static str {
        "F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)"
    }

    fn example(&self) -> &'static str {
        "0<1,0<2,3<2"
    }

    fn read(&self, text: &str) -> Result<Words, RulesetError> {
        let words = Poset::read(text)?.canonical(&Budget::default());
        words.map_err(|reason| RulesetError::new(reason.to_string(), 0..text.len()))
    }

    fn write(&self, board: &[u64]) -> String {
        Poset::of_words(board).write()
    }

    fn has_moves(&self, board: &[u64]) -> bool {
        board[0] > 0
    }

    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason> {
        let poset = Poset::of_words(board);
        let comparable = poset.comparable();
        for (v, &above) in poset.above.iter().enumerate() {
            let rest = comparable.vertices() & !above & !(1 << v);
            for component in comparable.components(rest) {
                moves.component(poset.induced(component).canonical(moves.budget)?);
            }
            moves.end()?;
        }
        Ok(())
    }
}
