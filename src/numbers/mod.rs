//! Number theory: primes, factors, and the arithmetic functions of arithmetic games.
//!
//! ```
//! use misere::numbers::{Factored, odd_index};
//!
//! let n = Factored::from_word(44_100.try_into().unwrap());
//! assert_eq!(n.tau(), 81);
//! assert_eq!(odd_index(&12u32.into()), 2u32.into()); // 12 = 4·(2·2 − 1)
//! ```

mod decimal;
mod elliptic;
mod factor;
mod factored;
mod index;
mod prime;
mod ring;
mod sieve;
mod totient;
mod wide;

pub(crate) use decimal::Decimal;
pub use factor::{FactorError, Unfactored};
pub(crate) use factor::{Factors, factor};
pub use factored::Factored;
pub(crate) use factored::divisors;
pub use index::{IndexError, odd_index, prime_index, smallest_prime, valuation};
pub(crate) use prime::LONGEST_TEST;
pub use prime::is_prime;
pub(crate) use ring::{Natural, Ring, WordRing};
pub(crate) use sieve::primes_below;
pub use totient::{distance_to_even_power, shapiro_class, shapiro_class_by_factors};
pub(crate) use wide::Wide;
