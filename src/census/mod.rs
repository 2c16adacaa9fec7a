//! The census: how many games are born by day n.

mod catalogue;
mod day;
mod deep_sum;
mod error;
mod recurrence;
mod table;
mod tower;

pub use day::{Day, DayGame, Lister, Statistics};
pub use deep_sum::DeepSum;
pub use error::CensusError;
pub use recurrence::Counts;
pub use table::{Row, Summand, table};
pub use tower::{Term, Tower};
