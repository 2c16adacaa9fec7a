//! A guide to the library in eight short chapters. Every example is compiled and run as a test.
//!
//! 1. [`games`]: misère games, their sums and their simplest forms;
//! 2. [`parts`]: differences, parts, primes and prime partitions;
//! 3. [`counting`]: how many games there are;
//! 4. [`rulesets`]: heaps, nim values, canonical forms, a ruleset of your own;
//! 5. [`quotients`]: misère quotients, which solve a ruleset;
//! 6. [`play`]: winning moves of a sum;
//! 7. [`limits`]: budgets for time, memory and numbers of games;
//! 8. [`certificates`]: answers that can be checked.

pub mod certificates;
pub mod counting;
pub mod games;
pub mod limits;
pub mod parts;
pub mod play;
pub mod quotients;
pub mod rulesets;
