//! Parts, primes and prime partitions (Sections 5 to 7 and Appendix B of the paper).
//!
//! X is a *part* of G if G = X + Y for some Y, its *counterpart*. Every game has finitely many
//! parts (Lemma 5.6). [`Parts`] computes them all, and remembers the parts of followers. A *prime* is
//! not a unit and has no parts but units and its associates. Every game can be partitioned into
//! primes (Theorem 7.3), but not always in one way only.
//!
//! ```
//! use misere::game::Universe;
//! use misere::parts::Parts;
//!
//! let mut u = Universe::new();
//! let g = u.eval("(4+2)#")?;
//! let found = Parts::new().prime_partitions(&mut u, g)?;
//! assert_eq!(found.partitions.len(), 2);
//! assert!(!found.is_unique());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod algorithm;
mod biprime;
mod certificate;
pub mod check;
pub mod check_composites;
mod composites;
mod composites_certificate;
mod day5;
mod formal;
mod lattice;
mod lengths;
mod novel;
mod primes;
mod relations;
mod statement;
mod table;

pub use algorithm::Parts;
pub use biprime::BiprimeOption;
pub use certificate::{PartsCertificate, TableEntry};
pub use composites::CompositeCount;
pub use composites_certificate::CompositesCertificate;
pub use day5::UniquePartitionsByDay6;
pub use formal::FormalDifference;
pub use lattice::{PartEdge, PartLattice};
pub use lengths::LengthsByDay7;
pub use primes::PrimePartitions;
pub use relations::{Relation, Relations};
pub use table::PartTable;
