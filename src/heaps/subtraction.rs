//! Nim, subtraction games and all-but games.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::entry::{Entry, Parameters, RulesetError};
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use super::shape::Shape;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "nim",
        usage: "nim",
        aliases: &[],
        make: |p| {
            p.none()?;
            Ok(Arc::new(Subtraction::nim()))
        },
    },
    Entry {
        name: "subtraction",
        usage: "subtraction{1,2}",
        aliases: &[],
        make: |p| Subtraction::parse(p, Removals::Only),
    },
    Entry {
        name: "all-but",
        usage: "all-but{1,2}",
        aliases: &["allbut"],
        make: |p| Subtraction::parse(p, Removals::AllBut),
    },
];

/// A subtraction or all-but game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtraction {
    removals: Removals,
    numbers: BTreeSet<u64>,
    /// Play ends at this size: no move leaves fewer.
    sink: u64,
}

/// The meaning of the numbers of a subtraction game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removals {
    /// Take one of the numbers.
    Only,
    /// Take any positive number but these.
    AllBut,
}

impl Subtraction {
    /// Returns nim: take any positive number.
    pub fn nim() -> Self {
        Self::new(Removals::AllBut, [], 0)
    }

    /// The largest sink, such that larger heaps can be counted.
    pub const LARGEST_SINK: u64 = 1 << 62;

    /// Returns the game of taking one of the numbers, or any but these, such that at least `sink`
    /// are left. The number 0 is ignored: to take nothing is not a move. A sink beyond
    /// [`LARGEST_SINK`](Self::LARGEST_SINK) is replaced by that.
    pub fn new(removals: Removals, numbers: impl IntoIterator<Item = u64>, sink: u64) -> Self {
        Self {
            removals,
            numbers: numbers.into_iter().filter(|&n| n > 0).collect(),
            sink: sink.min(Self::LARGEST_SINK),
        }
    }

    fn parse(
        parameters: &Parameters,
        removals: Removals,
    ) -> Result<Arc<dyn Ruleset>, RulesetError> {
        let (numbers, settings) = parameters.numbers_and_settings(&["sink"])?;
        if let Some(zero) = numbers.iter().position(|&n| n == 0) {
            let message = "a move takes at least 1 from a heap";
            return Err(parameters.error_at_item(zero, message));
        }
        let sink = settings.get("sink").copied().unwrap_or(0);
        if sink > Self::LARGEST_SINK {
            let message = format!("a sink is at most {}", Self::LARGEST_SINK);
            return Err(parameters.error_at_item(numbers.len(), &message));
        }
        Ok(Arc::new(Self::new(removals, numbers, sink)))
    }

    /// Returns the numbers and their meaning.
    pub fn removals(&self) -> (Removals, &BTreeSet<u64>) {
        (self.removals, &self.numbers)
    }

    fn is_nim(&self) -> bool {
        *self == Self::nim()
    }

    fn listed(&self) -> String {
        let numbers: Vec<String> = self.numbers.iter().map(u64::to_string).collect();
        numbers.join(",")
    }
}

impl Ruleset for Subtraction {
    fn name(&self) -> String {
        if self.is_nim() {
            return "nim".into();
        }
        let family = match self.removals {
            Removals::Only => "subtraction",
            Removals::AllBut => "all-but",
        };
        let sink = match self.sink {
            0 => String::new(),
            sink => format!(";sink={sink}"),
        };
        format!("{family}{{{}{sink}}}", self.listed())
    }

    fn rule(&self) -> String {
        let which = match self.removals {
            Removals::Only => format!("a number in {{{}}}", self.listed()),
            Removals::AllBut if self.numbers.is_empty() => "any positive number".into(),
            Removals::AllBut => format!("any positive number not in {{{}}}", self.listed()),
        };
        match self.sink {
            0 => format!("take {which} from a heap"),
            sink => format!("take {which} from a heap, leaving at least {sink}"),
        }
    }

    fn known(&self) -> Vec<String> {
        match self.removals {
            Removals::AllBut if self.numbers.is_empty() => {
                vec!["the nim value of a heap is its size above the smallest (Bouton 1901)".into()]
            }
            Removals::Only => vec![
                "the nim values are ultimately periodic: as many repeated values as the largest \
                 number prove it (Subtraction Periodicity Theorem)"
                    .into(),
            ],
            Removals::AllBut => {
                vec!["the nim values are arithmetic periodic (Winning Ways, Chapter 4)".into()]
            }
        }
    }

    fn source(&self) -> &'static str {
        if self.is_nim() {
            "C. L. Bouton, Nim, a game with a complete mathematical theory (1901)"
        } else {
            "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, Chapter 4"
        }
    }

    fn smallest(&self) -> u64 {
        self.sink
    }

    fn shape(&self) -> Shape<'_> {
        Shape::Subtraction(self)
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let size = position.size();
        let most = size.saturating_sub(self.sink);
        match self.removals {
            Removals::Only => {
                let taken = self.numbers.iter().take_while(move |&&n| n <= most);
                Box::new(taken.map(move |n| Heaps::heap(size - n)))
            }
            Removals::AllBut => {
                let taken = (1..=most).filter(|n| !self.numbers.contains(n));
                Box::new(taken.map(move |n| Heaps::heap(size - n)))
            }
        }
    }
}
