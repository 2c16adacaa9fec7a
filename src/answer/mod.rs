//! Answers: one type for each question, ready to be serialised.
//!
//! Each file holds the answer to one question: its documented type and, where no file or
//! terminal is needed, the function that computes it. The program prints these types as text or
//! as JSON; other front ends can serve the same JSON. Parsing arguments and laying out text live
//! elsewhere, and so do the answers about published claims.
//!
//! A type with a parameter `G` holds games. It is computed with `G` = [`Game`] and turned into
//! text by `try_map`: into [`GameForm`] for JSON, or into plain names for people.
//!
//! With the feature `schema` every answer also describes itself as a JSON Schema, see `schema`.
//!
//! ```
//! use misere::answer::{Minus, Style};
//! use misere::game::Universe;
//!
//! let mut u = Universe::new();
//! let (two, three) = (u.nim(2)?, u.nim(3)?);
//! let answer = Minus::new(&mut u, three, two)?;
//! let answer = answer.try_map(|g| Style::default().form(&mut u, g))?;
//! let json = serde_json::to_value(&answer).unwrap();
//! assert_eq!(json["difference"]["form"], "1");
//! # Ok::<(), misere::limits::Stopped>(())
//! ```

mod check;
mod compare;
mod count;
mod day;
mod failed;
mod genus;
mod infinite;
mod josephus;
mod letters;
mod mate;
mod minus;
mod misere_period;
mod moves;
mod nim;
mod nimsets;
mod number;
mod parts;
mod period;
mod primes;
mod quotient;
mod quotient_value;
mod rules;
#[cfg(feature = "schema")]
mod schema;
mod show;
mod sweep;

pub use check::{Check, CheckedKind};
pub use compare::{Compare, CompareDifferences, Difference};
pub use count::{
    CountDigits, CountProduct, CountQuantities, CountResidue, CountRow, CountSize, CountSum,
    CountTable, CountValue, PowerSum, Quantity,
};
pub use day::{
    DayComposite, DayCompositeCount, DayCount, DayStatistics, DayUnique, GenusCount, LengthCount,
};
pub use failed::{Failed, FailedBecause};
pub use genus::{Genus, GenusPeriod, GenusSequence};
pub use infinite::{ExponentSet, InfiniteQuotient, MixedHeap, PiecesOfP, Wall};
pub use josephus::{Elimination, Josephus, JosephusPart, JosephusSet, Survivor, Targets};
pub use letters::Letters;
pub use mate::Mate;
pub use minus::Minus;
pub use misere_period::MiserePeriod;
pub use moves::{LoopyMoves, Move, Moves, MovesMethod, Piece, called_terms, copies_of, heap_terms};
pub use nim::{
    HeapOptions, MethodsCheck, MisereRow, NimBoard, NimSequence, OptionValue, OptionsRow,
    OptionsTable,
};
pub use nimsets::{
    AlternatingValues, NimSets, OneEvenGame, PartitionBounds, PhiColumn, PhiTable, SetSequence,
};
pub use number::Number;
pub use parts::{Part, Parts};
pub use period::{Condition, Period, PeriodTest, PublishedPeriod};
pub use primes::{Primes, partitions};
pub use quotient::{
    Component, Generator, HeapSum, HeapValues, Isomorphism, Place, Quotient, QuotientParts,
    Structure, extent,
};
pub use quotient_value::{QuotientValue, ValueError};
pub use rules::{RuleExplained, RuleListed};
#[cfg(feature = "schema")]
pub use schema::{Describe, schema, schema_with};
pub use show::{Properties, Show, ShowUnreached, TraceStep, WrittenForm};
pub use sweep::{SweepPeriod, SweepQuotient};

use serde::{Serialize, Serializer};

use crate::game::{Game, Universe};
use crate::limits::Stopped;
use crate::notation::{Notation, write};

/// A game: its form in the chosen notation and its fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "game"))]
pub struct GameForm {
    /// The form; null if it has more characters than allowed.
    pub form: Option<String>,
    /// The fingerprint, which does not depend on the notation.
    #[cfg_attr(feature = "schema", schemars(regex(pattern = "^[0-9a-f]{64}$")))]
    pub fingerprint: String,
}

/// How games are written in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The notation.
    pub notation: Notation,
    /// The maximum number of characters of a form.
    pub max_form: usize,
}

impl Default for Style {
    /// Conway's notation, and forms of up to 200 000 characters.
    fn default() -> Self {
        Self {
            notation: Notation::default(),
            max_form: 200_000,
        }
    }
}

impl Style {
    /// Writes a game and computes its fingerprint.
    pub fn form(&self, u: &mut Universe, g: Game) -> Result<GameForm, Stopped> {
        Ok(GameForm {
            form: write(u, g, self.notation, self.max_form)?.text(),
            fingerprint: u.fingerprint(g)?.to_string(),
        })
    }
}

impl GameForm {
    /// Returns the bytes that the texts take, for memory accounting.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.form.as_ref().map_or(0, String::len) + self.fingerprint.len()
    }
}

/// Applies a fallible function to each member of a list.
fn try_each<G, H, E>(games: Vec<G>, f: impl FnMut(G) -> Result<H, E>) -> Result<Vec<H>, E> {
    games.into_iter().map(f).collect()
}

/// Serialises each member of a list as its text, without keeping the texts.
fn displayed<T: std::fmt::Display, S: Serializer>(
    items: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    struct Displayed<'t, T>(&'t T);
    impl<T: std::fmt::Display> Serialize for Displayed<'_, T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self.0)
        }
    }
    serializer.collect_seq(items.iter().map(Displayed))
}
