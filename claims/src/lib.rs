//! Every statement of the papers as something that can be computed again.
//!
//! A [`Claim`] is one numbered item of a paper with computable content: a theorem, a table, a
//! figure, an example, a conjecture. Its test decides the status: the statement holds, it holds
//! when corrected, it is refuted, or it is open. What the papers print is in `data/printed`, word
//! for word where it is a table. On record are the status of each claim, in `data/inventory.tsv`
//! together with the items that have nothing to compute, and the corrections, in
//! `data/corrections.txt`. A run contradicts the record if either differs.
//!
//! ```
//! use misere_claims::{Data, Depth, claims, test};
//! use misere::limits::{Budget};
//!
//! let claim = claims().find(|claim| claim.id == "004.thm2.4").unwrap();
//! let report = test(claim, Depth::Quick, &Data::embedded(), &Budget::default());
//! assert_eq!(Some(report.status), claim.recorded());
//! ```

mod arithmetic;
mod breaking;
mod claim;
mod cut;
mod data;
mod inventory;
mod josephus;
mod own;
mod run;
mod sequences;
mod structure;

pub use claim::{Claim, Depth, Evidence, Finding, Paper, Status, Tested, Work};
pub use data::Data;
pub use inventory::{Item, inventory};
pub use run::{Report, claims, test, test_all};
