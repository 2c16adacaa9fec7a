//! The census: how many games are born by day n.

mod catalogue;
mod day;
mod error;
mod recurrence;
mod tower;

pub use day::{Day, DayGame, Lister, Statistics};
pub use error::CensusError;
pub use recurrence::Counts;
pub use tower::{Term, Tower};
