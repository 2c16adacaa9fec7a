//! The census: how many games are born by day n.

mod catalogue;
mod classes;
mod cyclic;
mod day;
mod deep_sum;
mod error;
mod every_day;
mod fermat;
mod modular;
mod products;
mod recurrence;
mod residue;
mod sixth;
mod table;
mod terms;
mod tower;

pub use day::{Day, DayGame, Lister, Statistics};
pub use deep_sum::DeepSum;
pub use error::CensusError;
pub use recurrence::Counts;
pub use residue::{Road, residue_by};
pub use table::{Row, Summand, table};
pub use tower::{Term, Tower};
