//! Heaps, nim values, canonical forms, and a ruleset of your own.
//!
//! A ruleset says which sums of heaps can be reached from a heap in one move.
//! [`ruleset()`](crate::heaps::ruleset()) finds one by its name; [`entries`](crate::heaps::entries)
//! lists them.
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//! use misere::limits::Budget;
//! use misere::nim::NimValues;
//!
//! let kayles = ruleset("kayles")?;
//! let mut values = NimValues::new(kayles.as_ref())?;
//! let value = values.value(Position::heap(12), &Budget::default())?;
//! assert_eq!(value.to_string(), "4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nim values answer every question in normal play. In misère play a heap has a canonical form, a
//! game of a [`Universe`](crate::game::Universe); in an expression a heap is written `kayles(5)`.
//!
//! ```
//! use misere::game::Universe;
//!
//! let mut u = Universe::new();
//! let heap = u.eval("kayles(5)")?;
//! assert_eq!(u.display(heap).to_string(), "(32)321"); // not a nim heap: Kayles is wild
//! # Ok::<(), misere::expr::ExpressionError>(())
//! ```
//!
//! # A ruleset of your own
//!
//! Implement [`Ruleset`](crate::heaps::Ruleset). Everything else follows from the options: nim
//! values, canonical forms, genera, quotients.
//!
//! ```
//! use misere::game::Universe;
//! use misere::heaps::{HeapGames, HeapOptions, Heaps, Position, Ruleset};
//!
//! /// Take one counter, or split an even heap into two equal ones.
//! struct TakeOrHalve;
//!
//! impl Ruleset for TakeOrHalve {
//!     fn name(&self) -> String {
//!         "take-or-halve".into()
//!     }
//!     fn rule(&self) -> String {
//!         "take one counter, or split an even heap into two equal ones".into()
//!     }
//!     fn source(&self) -> &'static str {
//!         "an example"
//!     }
//!     fn options(&self, position: Position) -> HeapOptions<'_> {
//!         let n = position.size();
//!         let take = (n > 0).then(|| Heaps::heap(n - 1));
//!         let half = (n > 0 && n % 2 == 0).then(|| Heaps::of_sizes([n / 2, n / 2]));
//!         Box::new(take.into_iter().chain(half))
//!     }
//! }
//!
//! let mut u = Universe::new();
//! let mut heaps = HeapGames::new(&TakeOrHalve);
//! let four = heaps.value(&mut u, Position::heap(4))?;
//! println!("{}", u.display(four));
//! # Ok::<(), misere::limits::Stopped>(())
//! ```
//!
//! Next: [`quotients`](super::quotients).
