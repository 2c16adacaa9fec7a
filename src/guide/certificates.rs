//! Answers that can be checked.
//!
//! Parts, periods and quotients come with certificates: data from which a small checker, which
//! shares no code with the search, derives the answer again. Certificates are serde types, so they
//! can be stored as JSON and checked elsewhere.
//!
//! ```
//! use misere::game::Universe;
//! use misere::parts::{Parts, check::check};
//!
//! let mut u = Universe::new();
//! let g = u.eval("2##")?;
//! let certificate = Parts::new().certificate(&mut u, g)?;
//!
//! // Somewhere else, with nothing but the certificate:
//! let mut there = Universe::new();
//! let checked = check(&mut there, &certificate)?;
//! assert_eq!(checked.parts.len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The checker of a quotient trusts the options of the ruleset and nothing else:
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::limits::Budget;
//! use misere::quotient::{QuotientBuilder, check::check};
//!
//! let (kayles, budget) = (ruleset("kayles")?, Budget::default());
//! let mut builder = QuotientBuilder::new(kayles.as_ref())?;
//! builder.solve(&budget)?;
//! let certificate = builder.quotient().certificate().expect("kayles is solved");
//! assert_eq!(check(&certificate, &budget)?.order, 40);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
