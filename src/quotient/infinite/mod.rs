//! Infinite misère quotients.
//!
//! Many quotients are infinite in a simple way: a few *wild* heaps occur in P in unbounded numbers
//! that are compared with each other. A `Description` is a finite commutative monoid M for the
//! other heaps, a value in M × N^k for each heap (the wild ones are the unit vectors), and the set P
//! as a union of *cells* (`cells`): where a linear form, the wall, takes small values or is positive
//! or negative, and coordinates are small or have certain residues. Such a description is *found*
//! from outcomes of sums with few wild heaps (`sample`, `fit`, `find`) and *verified* for all sums
//! (`verify`); only the latter is a proof.

mod cells;
mod certificate;
pub mod check;
mod check_cells;
mod complete;
mod description;
mod find;
mod fit;
mod growth;
mod mixed;
mod quotient;
mod representatives;
mod sample;
mod smt;
mod verify;

pub use certificate::InfiniteCertificate;
pub(super) use description::Description;
pub(super) use find::{REFUTATIONS, add_heap, find};
pub use quotient::{Cell, InfiniteQuotient, WallShape};

#[cfg(test)]
mod tests;
