//! Rulesets: what the options of a heap are.
//!
//! A [`Ruleset`] says which sums of positions can be reached from a position in one move, and
//! nothing else. Everything rests on that one definition: nim values in [`nim`](crate::nim),
//! canonical misère forms ([`HeapGames`]), quotients. Nothing in this module knows a nim value.
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
//! [`ruleset()`] finds a ruleset by what is written, [`entries`] lists them; one file a family.

mod arithmetic;
mod canonical;
mod classics;
mod codes;
mod cousins;
mod cut;
mod division;
mod factoring;
mod josephus;
mod loopy;
mod outcome;
mod partition;
mod position;
mod registry;
mod ruleset;
mod subtraction;
mod sweep;

pub use arithmetic::{Action, Arithmetic, Endless, Property, Selection};
pub use canonical::HeapGames;
pub use codes::Code;
pub use cut::{Cut, CutSet, Family};
pub use division::Division;
pub use factoring::Factoring;
pub use josephus::{Board, Josephus, Weight};
pub use loopy::{SumGame, Sums, Terms};
pub use outcome::PlayedOut;
pub use partition::PartitionGame;
pub use position::{Heaps, Position};
pub use registry::distance;
pub use registry::{Entry, RulesetError, entries, ruleset};
pub use ruleset::{HeapOptions, Ruleset};
pub use subtraction::{Removals, Subtraction};
pub use sweep::{Shard, Sweep, SweepError};
