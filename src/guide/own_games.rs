//! Your own game: formulas, tables and graphs.
//!
//! A game that is not built in can be written as a formula: a heap, an arrow, and the options.
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//! use misere::limits::Budget;
//! use misere::nim::NimValues;
//!
//! // Take one counter, or divide an even heap into two equal ones.
//! let game = ruleset("n -> n-1, [n//2, n//2] if n % 2 == 0 and n > 0")?;
//! let mut values = NimValues::new(&*game)?;
//! let value = |n: u64| values.value(Position::heap(n), &Budget::default());
//! let first: Result<Vec<_>, _> = (0..8).map(value).collect();
//! let first: Vec<String> = first?.iter().map(ToString::to_string).collect();
//! assert_eq!(first.join(" "), "0 1 2 0 1 0 1 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! On the command line a formula stands where the name of a ruleset does:
//! `misere nim 'n -> n-1, n-2, [a, n-2-a] for a in 1..n-3' --to 50`. Positions in brackets are left
//! side by side, as a sum; `for` and `if` belong to the option before them. A negative number of
//! counters is no move, so `n-2` needs no condition. docs/notation.md has the whole language.
//!
//! # What is proved
//!
//! A formula that is a take-and-break game says so, and everything that is known about its code
//! holds for it: fast nim values, proved periods, solved quotients.
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::limits::Budget;
//! use misere::nim::PeriodSearch;
//!
//! let game = ruleset("n -> [a, n-1-a] for a in 0..n-1, [a, n-2-a] for a in 0..n-2")?;
//! assert!(game.rule().starts_with("this is 0.77"));
//! let answer = PeriodSearch::default().run(&*game, &Budget::default())?;
//! assert_eq!(answer.pattern.unwrap().period().len(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A formula with conditions on sizes is no code, but if its text shows that it bounds its moves, its
//! periods and quotients are proved as well.
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::limits::Budget;
//! use misere::nim::{PeriodSearch, Theorem};
//!
//! let game = ruleset("n -> n-2, [a, n-1-a] for a in 2..n-3")?;
//! let answer = PeriodSearch::default().run(&*game, &Budget::default())?;
//! assert_eq!(answer.theorem(), Some(Theorem::TakeAndBreak));
//! assert_eq!(answer.pattern.unwrap().period().len(), 34);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Of any other formula, answers are about the heaps that were computed and about no others. Its
//! certificates carry the formula, so they can be checked with nothing else.
//!
//! # Several definitions
//!
//! Definitions with names may use each other and built-in rulesets. A
//! [`Rulebook`](crate::heaps::Rulebook) holds them; on the command line `--rules FILE` reads them,
//! one a line.
//!
//! ```
//! use misere::expr::HeapTerm;
//! use misere::game::Universe;
//! use misere::heaps::Rulebook;
//! use misere::notation::parse;
//!
//! let mut book = Rulebook::default();
//! book.define_formulas(
//!     "wythoff(a, b) -> (a-k, b) for k in 1..a, (a, b-k) for k in 1..b,
//!                       (a-k, b-k) for k in 1..min(a, b)
//!      guarded(n)    -> [kayles(n-1), wythoff(2, 1)] if n > 0",
//! )?;
//! let expression = parse("guarded(4) + wythoff(2, 2)")?.with_rulebook(book);
//! let mut u = Universe::new();
//! let game = misere::expr::evaluate(&expression, &mut u)?;
//! assert_eq!(u.outcome(game).to_string(), "N");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Does play end?
//!
//! With every move the sum of the coordinates must decrease, or else their list in lexicographic
//! order, from the left or from the right, the same for all moves. If neither does, the game is
//! loopy: in normal play it has generalised values, in misère play no canonical form.
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//! use misere::nim::loopy::{Bounds, loopy_value};
//!
//! let game = ruleset("n -> n-1, n+1 if n % 3 == 1")?;
//! assert_eq!(game.endless_play().as_deref(), Some("1 → 2 → 1"));
//! let value = loopy_value(&*game, Position::heap(2), &Bounds::default(), &Default::default())?;
//! assert_eq!(value.to_string(), "0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Tables and graphs
//!
//! A game may also be a list of its positions, each with its options.
//!
//! ```
//! use misere::game::Universe;
//! use misere::heaps::{HeapGames, Ruleset, Table};
//!
//! let table = Table::parse("g", "a: b, c+c, .\nb: c\nc: d\nd:")?;
//! let mut u = Universe::new();
//! let a = table.read_position("a").unwrap()?;
//! let form = HeapGames::new(&table).value(&mut u, a)?;
//! assert_eq!(u.display(form).to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In a file this is a ruleset with the name of the file: `misere show 'g(a)' --rules g.txt`.
//! Adjacency lists, digraphs in the DOT language and JSON are read too.
