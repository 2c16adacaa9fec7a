//! Modular arithmetic for residues of towers.
//!
//! * `ring` and `wide`: the ring Z/m for odd m, in one machine word, in a few or in many;
//! * `factor`: primes and factors, within a budget;
//! * `chain`: m, the order of 2 modulo m, the order of 2 modulo that, and so on;
//! * `powers`: 2^x mod m for x that is only known modulo the order;
//! * `join`: the Chinese Remainder Theorem.

mod chain;
mod factor;
mod join;
mod powers;
mod ring;
mod wide;

pub(super) use chain::{Chain, order_of_two};
pub(super) use factor::{Factors, factor};
pub(super) use join::join;
pub(super) use powers::{Powers, exact_power_of_two};
pub(super) use ring::{Natural, Ring, WordRing};
pub(super) use wide::Wide;
