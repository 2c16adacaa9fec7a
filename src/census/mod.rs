//! The census: how many games are born by day n.
//!
//! M_n is the set of games born by day n. Its members can be listed up to day 5, counted exactly up
//! to day 7, and counted modulo many numbers beyond that.
//!
//! ```
//! use misere::census::{Counts, Day, residue};
//! use misere::limits::Budget;
//!
//! let counts = Counts::new();
//! let sizes: Vec<String> = (0..6).map(|n| counts.games(n).unwrap().to_string()).collect();
//! assert_eq!(sizes, ["1", "2", "3", "5", "22", "4171780"]);
//! assert_eq!(Day::new(5)?.games().count(), 4_171_780);
//!
//! // |M_8| is 10^(10^(10^1255830.39…)), and still:
//! let eighth = residue(8, &97u32.into(), &Budget::default())?;
//! assert_eq!(eighth, 15u32.into());
//! # Ok::<(), misere::census::CensusError>(())
//! ```
//!
//! * Lists: [`Day`] enumerates and describes the games of days 0 to 5.
//! * Exact counts: [`Counts`] runs the recurrences of Theorem A.1 in [`Tower`] arithmetic to day 6,
//!   [`table()`] shows their summands, [`DaySevenSum`] holds the sums of day 7, [`decimal`] and
//!   [`size()`] give digits and sizes, [`day_eight_formula`] writes the product formula for |M_8|.
//! * Residues: [`residue()`] uses the fastest of several methods, and [`residue_by`] a given one, so
//!   that they can be compared.
//!
//! The mathematics is derived in `docs/mathematics.md`. What can be done independently runs on all
//! cores ([`parallel`](crate::limits::parallel)).
//!
//! The notation of this folder is that of Appendix A of Siegel, *On the Structure
//! of Misère Impartial Games*: S_n^K are the members of M_n with the option K, N_n the
//! N-positions in M_n, N_n^0 those with the option 0, and R_n^G the sets of games born by day
//! n − 1 that simplify to G.

mod classes;
mod cyclic;
mod day;
mod day_eight;
mod day_four;
mod day_seven;
mod day_six;
mod error;
mod fermat;
mod genera;
mod modular;
mod prime_recursion;
mod products;
mod recurrence;
mod residue;
mod size;
mod table;
mod terms;
mod tower;
mod tower_residue;

pub use day::{Day, DayGame, Lister, Statistics};
pub use day_eight::{day_eight_formula, day_eight_tex};
pub use day_seven::DaySevenSum;
pub use error::CensusError;
pub use recurrence::Counts;
pub use residue::{Method, residue, residue_by};
pub use size::{Size, decimal, digits, log10_of_day_seven, size};
pub use table::{Row, Summand, table};
pub use tower::{Term, Tower};
