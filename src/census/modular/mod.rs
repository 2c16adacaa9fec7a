//! Modular arithmetic for residues of towers, based on [`numbers`](crate::numbers).
//!
//! * `chain`: m, the order of 2 modulo m, the order of 2 modulo that, and so on;
//! * `powers`: 2^x mod m for x that is known modulo the order only;
//! * `join`: the Chinese Remainder Theorem.

mod chain;
mod join;
mod powers;

pub(super) use crate::numbers::{Factors, Natural, Ring, Wide, WordRing, factor};
pub(super) use chain::{Chain, order_of_two};
pub(super) use join::join;
pub(super) use powers::{Powers, exact_power_of_two};
