//! What five papers on impartial games state, computed again.
//!
//! # Start here
//!
//! A [`Claim`] is one item of a paper with something to compute: a theorem, a table, a figure, an
//! example, a conjecture. Its id is the paper and the item: `structure.thm2.4`. Its test decides
//! the [`Status`]: the statement holds, it holds when corrected, it is refuted, or it is open. A
//! claim that cannot fail is no test: its status is "by reading".
//!
//! Three files hold the record, and a run that differs from it says so:
//! - `data/inventory.tsv`: every item of the papers with its status, or why it has no claim;
//! - `data/corrections.txt`: corrections and counterexamples;
//! - `data/printed/`: tables and sequences as the papers print them, with their errors.
//!
//! **To run claims**, [`select`] them and [`test()`] them, or type `misere verify arithmetic.item2a`:
//!
//! ```
//! use misere::limits::Budget;
//! use misere_claims::{Data, Depth, Status, select, test};
//!
//! let claims = select(["arithmetic.item2a"])?;
//! let report = test(claims[0], Depth::Quick, &Data::embedded(), &Budget::default());
//! assert_eq!(report.finding.status, Status::Corrected);
//! assert!(!report.contradicts_record());
//! # Ok::<(), misere_claims::UnknownClaim>(())
//! ```
//!
//! **To add a claim**, write a test, put the claim into the list `CLAIMS` of the module of its
//! section, and add a line to the inventory. The test notes in its [`Work`] what it compares, and
//! ends with a verdict. Four things make it worth something:
//!
//! - *Needs.* What the method rests on: ids of claims, and names of [`MACHINERY`]. No claim may
//!   rest on itself, directly or through these ([`ring`]). `&[]` is a comparison that needs nothing.
//! - *Faults.* [`Work::plant`] passes on an input: a value, a formula at one place, the moves of a
//!   position. [`plant`] runs the test once more for each description, with that input falsified at
//!   the middle one of its calls, and the status, the failures or the corrections must change. So
//!   plant where the input is compared in every call. Printed data needs no plant: the middle number
//!   of each section that is read is made one larger, or what [`Work::misprint`] says.
//! - *Evidence.* [`Work::proved`] for a finite statement computed whole, [`Work::derived`] with the
//!   section of docs/mathematics.md, [`Work::verified`] for every case up to a bound,
//!   [`Work::observed`] for a statement about all values at once, [`Work::by_reading`] otherwise.
//! - *Corrections* follow from a comparison; one that is noted whatever is computed cannot fail. A
//!   slip of the scanned text is a remark, and the verdict [`Work::scan`].
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::limits::Budget;
//! use misere::nim::methods;
//! use misere_claims::{Claim, Data, Depth, Planted, Status, Tested, Work, plant, test};
//!
//! static EVEN: Claim = Claim {
//!     id: "own.even-piles",
//!     place: "An example",
//!     statement: "In subtraction{1,2} the piles of value 0 are the even ones.",
//!     method: "the values of small piles",
//!     needs: &["rules"],
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
//!         let remainder = work.plant("another remainder", n % 2, |remainder| 1 - remainder);
//!         if zero != (remainder == 0) {
//!             return work.refuted(format!("n = {n}"), format!("n ≤ {to}"));
//!         }
//!     }
//!     work.verified(format!("n ≤ {to}"))
//! }
//!
//! let report = test(&EVEN, Depth::Quick, &Data::embedded(), &Budget::default());
//! assert_eq!(report.finding.status, Status::Refuted);
//! assert_eq!(report.finding.detail, ["n = 2"]);
//! // It stops at n = 2, so the fault that is planted at n = 1 is found there.
//! assert!(matches!(plant(&EVEN, &Data::embedded(), &Budget::default()), Planted::Noticed(_)));
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
mod own_games;
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
pub use needs::{MACHINERY, Machinery, ring};
pub use paper::Paper;
pub use run::{Report, test, test_all};
pub use work::Work;
