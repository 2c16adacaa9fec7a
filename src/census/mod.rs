//! The census: how many games are born by day n.

mod catalogue;
mod day;
mod error;

pub use day::{Day, DayGame, Statistics};
pub use error::CensusError;
