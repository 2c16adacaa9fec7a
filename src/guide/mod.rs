//! A guide to the library in nine short chapters. Every example is compiled and run as a test.
//!
//! 1. [`games`]: misère games, their sums and their simplest forms;
//! 2. [`parts`]: differences, parts, primes and prime partitions;
//! 3. [`counting`]: how many games there are;
//! 4. [`rulesets`]: heaps, nim values, canonical forms, a ruleset of your own;
//! 5. [`own_games`]: your own game as a formula, a table or a graph;
//! 6. [`quotients`]: misère quotients, which solve a ruleset;
//! 7. [`play`]: winning moves of a sum;
//! 8. [`limits`]: budgets for time, memory and numbers of games;
//! 9. [`certificates`]: answers that can be checked.
//!
//! The library is not on crates.io yet. A project depends on it by the path of its sources, which
//! `cargo add --path ../misere` writes into `Cargo.toml`:
//!
//! ```toml
//! [dependencies]
//! misere = { path = "../misere" }
//! ```

pub mod certificates;
pub mod counting;
pub mod games;
pub mod limits;
pub mod own_games;
pub mod parts;
pub mod play;
pub mod quotients;
pub mod rulesets;
