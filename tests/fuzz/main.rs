//! Random and damaged input: nothing panics, and nothing false is accepted.
//!
//! The same inputs every time, for a second or so each. More of them, and other ones:
//! `MISERE_FUZZ_SECONDS=300 MISERE_FUZZ_SEED=7 cargo test --release --test fuzz -- --nocapture`.

mod certificates;
mod checks;
mod damage;
mod random;
mod rounds;
mod texts;
