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
//! Here live the store, simplification, the arithmetic of values and what can be said of one
//! game. Text, heaps and terminals live elsewhere.

mod class;
mod dag;
mod difference;
mod fingerprint;
mod followers;
mod form;
mod genus;
mod index;
mod kinds;
mod link;
mod mate;
mod nim;
mod order;
mod outcome;
mod room;
mod simplify;
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
pub(crate) use kinds::Kinds;
pub use order::StructuralOrder;
pub use outcome::Outcome;
pub use simplify::Simplification;
pub use universe::{Game, Options, Parity, Universe};
