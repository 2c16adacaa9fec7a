//! The census: how many games are born by day n.

mod catalogue;
mod classes;
mod closed_form;
mod cyclic;
mod day;
mod deep_sum;
mod error;
mod every_day;
mod fermat;
mod modular;
mod modulo;
mod products;
mod recurrence;
mod residue;
mod sixth;
mod size;
mod table;
mod terms;
mod tower;

pub use closed_form::{eighth_day, eighth_day_tex};
pub use day::{Day, DayGame, Lister, Statistics};
pub use deep_sum::DeepSum;
pub use error::CensusError;
pub use recurrence::Counts;
pub use residue::{Road, residue, residue_by};
pub use size::{Size, decimal, digits, log_of_seventh, size};
pub use table::{Row, Summand, table};
pub use tower::{Term, Tower};
