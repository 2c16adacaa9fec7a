//! Differences, parts, primes and prime partitions.
//!
//! Misère games cancel: G + X = H + X implies G = H (the Cancellation Theorem, 5.1 of Siegel, *On
//! the Structure of Misère Impartial Games*). So G − H is well defined where it exists. It need not
//! be simpler than G:
//!
//! ```
//! use misere::game::Universe;
//!
//! let mut u = Universe::new();
//! let g = u.eval("2#")?;
//! let x = u.eval("2# - 2")?;
//! assert_eq!((u.birthday(g), u.birthday(x)), (3, 5));
//! assert_eq!(u.eval("2# - 2 + 2")?, g);
//! assert!(u.eval("2 - 4").is_err()); // there is no such game
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! X is a *part* of G if G − X exists. A game has finitely many parts, and
//! [`Parts`](crate::parts::Parts) finds them all. Since G and G + 1 have the same parts, only even
//! parts are listed: those X that are options of X + 1.
//!
//! ```
//! # use misere::game::Universe;
//! use misere::parts::Parts;
//!
//! # let mut u = Universe::new();
//! let mut parts = Parts::new();
//! let g = u.eval("2#")?;
//! let table = parts.of(&mut u, g)?;
//! let names: Vec<String> = table.parts().iter().map(|&x| u.display(x).to_string()).collect();
//! assert_eq!(names, ["0", "2", "2#", "2[#-2]"]);
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! A *prime* has no parts but 0, 1 and its associates. Every game is a sum of primes, but not always
//! in one way only. The smallest examples are born on day 7:
//!
//! ```
//! # use misere::{game::Universe, parts::Parts};
//! # let (mut u, mut parts) = (Universe::new(), Parts::new());
//! let g = u.eval("(4+2)#")?;
//! let found = parts.prime_partitions(&mut u, g)?;
//! assert!(!found.is_unique());
//! for partition in &found.partitions {
//!     let primes: Vec<String> = partition.iter().map(|&p| u.display(p).to_string()).collect();
//!     println!("{} = {}", u.display(g), primes.join(" + "));
//!     assert_eq!(u.sum_all(partition.iter().copied())?, g);
//! }
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! Only even primes are listed, so the partitions of an odd game lack the summand 1: those of G + 1 are
//! those of G.
//!
//! The parts form a [lattice](crate::parts::PartLattice), which can be taken away as a petgraph
//! [graph](crate::parts::PartLattice::graph).
//!
//! Next: [`counting`](super::counting).
