//! Rulesets: what the options of a heap are.
//!
//! A [`Ruleset`] says which sums of positions can be reached from a position in one move. Everything
//! rests on that definition: nim values in [`nim`](crate::nim), canonical misère forms
//! ([`HeapGames`]), genera, quotients. Of nim values only the types live here that a ruleset may
//! mention ([`NimValue`], [`Evaluator`], [`ClosedForm`]); the methods are in
//! [`nim`](crate::nim).
//!
//! ```
//! use misere::game::Universe;
//! use misere::heaps::{HeapGames, Position, ruleset};
//!
//! let game = ruleset("subtraction{1,2}").unwrap();
//! let mut u = Universe::new();
//! let five = HeapGames::new(&*game).value(&mut u, Position::heap(5))?;
//! assert_eq!(five, u.nim(2)?);
//! # Ok::<(), misere::limits::Stopped>(())
//! ```
//!
//! [`ruleset()`] finds a ruleset by its name, [`entries`] lists them; each family has a file. A
//! ruleset of one's own implements the trait and is handed to the same functions.

mod arithmetic;
mod boards;
mod called;
mod canonical;
mod certified;
mod classics;
mod code;
mod compound;
mod cut;
mod division;
mod entry;
mod equivalent_codes;
mod error;
mod evaluator;
mod extended_code;
mod factoring;
mod finite;
mod formula;
mod josephus;
mod loopy;
mod nim_value;
mod nim_variants;
mod partition;
mod played_out;
mod position;
mod registry;
mod rulebook;
mod ruleset;
mod sequence;
mod shape;
mod statements;
mod subtraction;
mod sweep;
mod table;

pub use arithmetic::{Action, Arithmetic, Endless, Property, Selection};
pub use canonical::HeapGames;
pub(crate) use certified::{WrongName, certified_ruleset};
pub use code::Code;
pub use cut::{Cut, CutSet, Family};
pub use division::Division;
pub use entry::{Entry, RulesetError};
pub use error::NimError;
pub use evaluator::{ClosedForm, Evaluator, Formula};
pub use extended_code::{ExtendedCode, Takings};
pub use factoring::Factoring;
pub(crate) use finite::Origins;
pub use finite::{FiniteRuleset, ListedPosition, Listing, Origin};
pub use formula::FormulaGame;
pub use josephus::{Board, Josephus, Weight};
pub use loopy::{SumGame, Sums, Terms};
pub use nim_value::NimValue;
pub use partition::PartitionGame;
pub use played_out::PlayedOut;
pub use position::{Coordinates, Heaps, Position};
pub use registry::{entries, families, ruleset};
pub use rulebook::Rulebook;
pub use ruleset::{HeapOptions, Ruleset, listed_options};
pub use sequence::Sequence;
pub use shape::{MoveBounds, Shape};
pub use statements::{StatementError, compare_statements};
pub use subtraction::{Removals, Subtraction};
pub use sweep::{Classes, Shard, Sweep, SweepError};
pub use table::{Row, Rows, Table};
