//! The algebra of impartial games, to win and above all to lose.
//!
//! Under the misère convention the player who makes the last move loses. Two games are equal if
//! they can replace each other in every sum, G = H iff o(G+X) = o(H+X) for all X. In normal play
//! every impartial game is then equal to a nim heap; in misère play the values form a much larger
//! commutative monoid, in which every value has a simplest form, found by Grundy–Smith
//! simplification (Grundy and Smith 1956, Conway 1976). This library computes in that monoid,
//! exactly.
//!
//! ```
#![doc = include_str!("../tests/front_page.rs")]
//! ```
//!
//! # Start here
//!
//! The [guide](guide) has nine short chapters: [games](guide::games), [parts](guide::parts),
//! [counting](guide::counting), [rulesets](guide::rulesets), [your own game](guide::own_games),
//! [quotients](guide::quotients), [play](guide::play), [limits](guide::limits) and [certificates](guide::certificates). The type to
//! begin with is [`Universe`](game::Universe): [`eval`](game::Universe::eval) reads a game,
//! [`display`](game::Universe::display) writes it, and its other methods compute with it.
//!
//! # Modules
//!
//! | module | contents | uses |
//! |---|---|---|
//! | [`limits`] | budgets for time, memory and numbers of games | |
//! | [`game`] | canonical games and forms: sums, differences, outcomes, genera, classes | `limits` |
//! | [`notation`] | reading expressions, writing games | `game` |
//! | [`parts`] | parts, primes, prime partitions | `game` |
//! | [`heaps`] | rulesets and their positions | `game`, `numbers` |
//! | [`expr`] | values of expressions | `notation`, `heaps` |
//! | [`nim`] | nim values of rulesets and their periods | `heaps`, `numbers` |
//! | [`genus`] | genus sequences of rulesets | `heaps`, `nim` |
//! | [`quotient`] | misère quotients of rulesets | `heaps` |
//! | [`play`] | the moves of a sum, and which of them win | `expr`, `nim`, `quotient` |
//! | [`answer`] | the answers to all these questions as types that can be serialised | all of these |
//! | [`atlas`] | what sweeps have found, one row a game | `heaps`, `quotient` |
//! | [`census`] | how many games are born by day n | `game`, `numbers` |
//! | [`numbers`] | primes, factors, arithmetic functions | `limits` |
//!
//! "The paper" in these pages is A. N. Siegel, *On the Structure of Misère Impartial Games*
//! (2021); numbers of theorems are his.

#![allow(
    clippy::test_attr_in_doctest,
    reason = "the front page's example is a test file, and is run as one"
)]

pub mod answer;
pub mod atlas;
pub mod census;
pub mod expr;
#[doc(hidden)]
pub mod file;
pub mod game;
pub mod genus;
pub mod guide;
pub mod heaps;
#[doc(hidden)]
pub mod json;
pub mod limits;
pub mod nim;
pub mod notation;
pub mod numbers;
pub mod parts;
pub mod play;
mod printable;
pub mod quotient;
mod subsets;
