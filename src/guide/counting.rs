//! How many games there are.
//!
//! A game is born by day n if all its options are born by day n − 1. Up to day 5 the games can be
//! listed:
//!
//! ```
//! use misere::game::Universe;
//!
//! let mut u = Universe::new();
//! let day_3 = u.games_born_by(3)?;
//! let names: Vec<String> = day_3.iter().map(|&g| u.display(g).to_string()).collect();
//! assert_eq!(names, ["0", "1", "2", "2#", "3"]);
//! assert_eq!(u.games_born_by(4)?.len(), 22);
//! # Ok::<(), misere::limits::Stopped>(())
//! ```
//!
//! Lists in this library are in *structural order*: by birthday, then by the number of options, then
//! by the options. It depends on the games alone, not on the history of the universe.
//!
//! Beyond day 5 games are counted, not listed: [`Counts`](crate::census::Counts) has the exact
//! numbers, and [`residue()`](crate::census::residue()) counts modulo a number on far days.
//!
//! ```
//! use misere::census::{Counts, residue};
//! use misere::limits::Budget;
//!
//! assert_eq!(Counts::new().games(5)?.to_string(), "4171780");
//! assert_eq!(residue(8, &97u32.into(), &Budget::default())?, 15u32.into());
//! # Ok::<(), misere::census::CensusError>(())
//! ```
//!
//! Next: [`rulesets`](super::rulesets).
