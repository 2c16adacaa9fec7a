//! Canonical misère games.
//!
//! A [`Universe`] owns games; a [`Game`] is a small handle into it. Games are canonical by
//! construction: there is no way to obtain a handle of a game that is not in simplest form, so
//! two values are equal exactly when their handles are.
//!
//! ```
//! use misere::game::{Outcome, Universe};
//!
//! let mut u = Universe::new();
//! let two = u.nim(2)?;
//! let three = u.nim(3)?;
//! let sum = u.sum(two, two)?; // not 0, as it would be in normal play
//! assert_eq!(sum, u.set([three, two])?);
//! assert_eq!(u.outcome(sum), Outcome::P);
//! # Ok::<(), misere::limits::Stopped>(())
//! ```
//!
//! This module has the store, simplification, the arithmetic of values and properties of single
//! games. Text is the subject of [`notation`](crate::notation), heaps of [`heaps`](crate::heaps).
//!
//! Games are stored after their options, so topological orders and properties defined by recursion
//! are plain loops here; [`Universe::follower_graph`] is for other graph algorithms.

mod born;
mod class;
mod dag;
mod difference;
mod fingerprint;
mod followers;
mod form;
mod genus;
mod index;
mod interner;
mod link;
mod mate;
mod memory;
mod nim;
mod order;
mod outcome;
mod plain_name;
mod simplify;
mod stats;
mod store;
mod sum;
mod sum_table;
mod summands;
mod universe;

pub use class::Class;
pub use dag::{Dag, DagError};
pub use fingerprint::Fingerprint;
pub use form::{Form, Forms};
pub use genus::Genus;
pub(crate) use interner::Interner;
pub use order::StructuralOrder;
pub use outcome::Outcome;
pub use simplify::Simplification;
pub use stats::{TableStats, UniverseStats};
pub use universe::{Game, Options, Parity, Universe};
