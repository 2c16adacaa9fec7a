//! What five papers on impartial games state, computed again.
//!
//! # Start here
//!
//! A [`Claim`] is one item of a paper with something to compute: a theorem, a table, a figure, an
//! example, a conjecture. Its id is the paper and the item: `structure.thm2.4`. Its test decides
//! the [`Status`]: the statement holds, it holds when corrected, it is refuted, or it is open.
//!
//! Three files hold the record, and a run that differs from it says so:
//! - `data/inventory.tsv`: every item of the papers with its status, or why it has no claim;
//! - `data/corrections.txt`: corrections and counterexamples;
//! - `data/printed/`: tables and sequences as the papers print them, with their errors.
//!
//! **To run claims**, [`select`] them and [`test()`] them, or type `misere verify structure.thm2.4`:
//!
//! ```
//! use misere::limits::Budget;
//! use misere_claims::{Data, Depth, Status, select, test};
//!
//! let claims = select(["structure.thm2.4"])?;
//! let report = test(claims[0], Depth::Quick, &Data::embedded(), &Budget::default());
//! assert_eq!(report.finding.status, Status::Corrected);
//! assert!(!report.contradicts_record());
//! # Ok::<(), misere_claims::UnknownClaim>(())
//! ```
//!
//! **To add a claim**, write a test, put the claim into the list `CLAIMS` of the module of its
//! section, and add a line to the inventory. The test notes in its [`Work`] what it compares, and
//! ends with a verdict:
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::limits::Budget;
//! use misere::nim::methods;
//! use misere_claims::{Claim, Data, Depth, Status, Tested, Work, test};
//!
//! static EVEN: Claim = Claim {
//!     id: "own.even-piles",
//!     place: "An example",
//!     statement: "In subtraction{1,2} the piles of value 0 are the even ones.",
//!     method: "the values of small piles",
//!     test: even_piles,
//! };
//!
//! fn even_piles(work: &mut Work<'_>) -> Tested {
//!     let to = work.at_depth(100, 1000, 10_000);
//!     let game = ruleset("subtraction{1,2}")?;
//!     let mut evaluator = methods(&*game).best(&*game)?;
//!     evaluator.extend(to, work.budget())?;
//!     for n in 0..=to {
//!         let zero = evaluator.values().get(n) == Some(0.into());
//!         if zero != (n % 2 == 0) {
//!             return work.refuted(format!("n = {n}"), format!("n ≤ {to}"));
//!         }
//!     }
//!     work.verified(format!("n ≤ {to}"))
//! }
//!
//! let report = test(&EVEN, Depth::Quick, &Data::embedded(), &Budget::default());
//! assert_eq!(report.finding.status, Status::Refuted);
//! assert_eq!(report.finding.detail, ["n = 2"]);
//! ```

mod answer;
mod arithmetic;
mod breaking;
mod claim;
mod cut;
mod data;
mod fault;
mod finding;
mod inventory;
mod josephus;
mod names;
mod needs;
mod own;
mod paper;
mod run;
mod sequences;
mod structure;
mod work;

pub use answer::{ClaimAnswer, VerifyAnswer};
pub use claim::{Claim, UnknownClaim, claims, select};
pub use data::Data;
pub use fault::{Fault, Planted, plant};
pub use finding::{Depth, Evidence, Finding, Status, Tested};
pub use inventory::{Item, inventory};
pub use needs::{MACHINERY, Machinery, NOT_STATED, ring};
pub use paper::Paper;
pub use run::{Report, test, test_all};
pub use work::Work;
