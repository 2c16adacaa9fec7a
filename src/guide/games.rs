//! Misère games, their sums and their simplest forms.
//!
//! A game is the set of its options, the positions that can be reached in one move. 0 has no
//! options. Under the misère convention the player who makes the last move loses, so whoever is to
//! move at 0 wins: 0 is an N-position (the *next* player wins), and 1 = {0} is a P-position (the
//! *previous* player wins).
//!
//! Games live in a [`Universe`](crate::game::Universe). A [`Game`](crate::game::Game) is a small
//! handle into it.
//!
//! ```
//! use misere::game::{Outcome, Universe};
//!
//! let mut u = Universe::new();
//! let (zero, one) = (u.zero(), u.one());
//! assert_eq!(u.outcome(zero), Outcome::N);
//! assert_eq!(u.outcome(one), Outcome::P);
//!
//! let two = u.set([zero, one])?; // the nim heap of two counters
//! assert_eq!(two, u.nim(2)?);
//! # Ok::<(), misere::limits::Stopped>(())
//! ```
//!
//! # Equality
//!
//! G = H means that G and H can replace each other in every sum: G + X and H + X have the same
//! outcome for all X. Every game has a simplest form, found by Grundy–Smith simplification, and all
//! games of a universe are kept in simplest form. So equal games have equal handles.
//!
//! ```
//! # use misere::game::Universe;
//! # let mut u = Universe::new();
//! let sum = u.eval("2 + 2")?;
//! assert_ne!(sum, u.zero()); // in normal play 2 + 2 = 0
//! assert_eq!(u.display(sum).to_string(), "32"); // the set {3, 2}
//! assert_eq!(sum, u.eval("{3,2}")?);
//!
//! // 1 + 1 = 0 holds: the units are 0 and 1.
//! assert_eq!(u.eval("1 + 1")?, u.zero());
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! [`distinguisher`](crate::game::Universe::distinguisher) returns an X that shows that two games
//! differ:
//!
//! ```
//! # use misere::game::Universe;
//! # let mut u = Universe::new();
//! let (g, h) = (u.eval("2 + 2")?, u.zero());
//! let x = u.distinguisher(g, h)?.expect("they are different");
//! assert_ne!(u.outcome_of_sum(g, x)?, u.outcome_of_sum(h, x)?);
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! # Writing games
//!
//! [`eval`](crate::game::Universe::eval) reads the notation of Conway and of the papers: digits are
//! nim heaps, juxtaposition is a set, `2#` is the game whose only option is 2, `2[#4]` is 2# + 4,
//! `G - H` is a difference, `3·G` are three copies, `G^-` is the mate, and `kayles(5)` is a heap of
//! a ruleset. [`notation`](crate::notation) has the grammar.
//! [`display`](crate::game::Universe::display) writes Conway's notation, and
//! [`display_as`](crate::game::Universe::display_as) sets and TeX.
//!
//! ```
//! use misere::notation::Notation;
//! # use misere::game::Universe;
//! # let mut u = Universe::new();
//! let g = u.eval("2## + 3")?;
//! println!("{} is born on day {}", u.display(g), u.birthday(g));
//! let sets = u.display_as(g, Notation::Sets).to_string();
//! assert_eq!(u.eval(&sets)?, g);
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! # What can be said of a game
//!
//! Its [birthday](crate::game::Universe::birthday), [nim value](crate::game::Universe::nim_value),
//! [genus](crate::game::Universe::genus), [class](crate::game::Universe::class) (tame, restive,
//! wild, …), [mate](crate::game::Universe::mate), [followers](crate::game::Universe::followers), and
//! a [graph](crate::game::Universe::follower_graph) of these for petgraph:
//!
//! ```
//! # use misere::game::Universe;
//! # let mut u = Universe::new();
//! let g = u.eval("2#")?;
//! assert_eq!(u.genus(g)?.to_string(), "0^02");
//! let restless = u.eval("2#1")?;
//! assert_eq!(u.class(restless)?.to_string(), "restless");
//! let graph = u.follower_graph(g)?;
//! assert_eq!(graph.node_count(), u.followers(g)?.len());
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! Next: [`parts`](super::parts).
