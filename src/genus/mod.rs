//! Genus sequences: the genera of the heaps of a ruleset, one after the other.
//!
//! The genus of a sum does not follow from the genera of its summands, so in general canonical forms
//! are needed ([`GenusSequence`]). While all heaps are tame it does follow, the genus of a heap takes
//! no longer than its nim value ([`TamePairs`]), and periods can be proved ([`GenusPeriod`]).
//! [`DirectGenera`] searches through the play of the sums: slow, and independent of the other two.
//!
//! ```
//! use misere::game::Universe;
//! use misere::genus::GenusSequence;
//! use misere::heaps::ruleset;
//!
//! let kayles = ruleset("0.77").unwrap();
//! let mut u = Universe::new();
//! let mut sequence = GenusSequence::new(&*kayles).unwrap();
//! sequence.extend(&mut u, 9)?;
//! let genera: Vec<String> = sequence.iter().map(|(_, entry)| entry.genus.to_string()).collect();
//! assert_eq!(genera[5..], ["4^146", "3^31", "2^20", "1^13", "4^046"]);
//! # Ok::<(), misere::limits::Stopped>(())
//! ```

mod direct;
mod period;
mod sequence;
mod tame;

pub use direct::DirectGenera;
pub use period::GenusPeriod;
pub use sequence::{GenusSequence, HeapGenus};
pub use tame::{TamePairs, TameValue};
