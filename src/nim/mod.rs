//! Normal play: nim values of heaps and sums of heaps.
//!
//! The definition, mex over the options, serves every ruleset ([`Definition`]). Where something
//! better is known, [`methods`] returns it: a fast [`Evaluator`], a [`ClosedForm`] with the theorem
//! it rests on. The types that a ruleset may mention are defined in [`heaps`](crate::heaps).
//!
//! ```
//! use misere::heaps::{Position, ruleset};
//! use misere::nim::Definition;
//!
//! let game = ruleset("subtraction{1,2}").unwrap();
//! let mut values = Definition::new(&*game)?;
//! assert_eq!(values.value(Position::heap(5), &Default::default())?.to_string(), "2");
//! # Ok::<(), misere::nim::NimError>(())
//! ```

mod agreement;
mod arithmetic;
mod certificate;
pub mod check;
pub mod checkpoint;
mod closed_forms;
mod codes;
mod cut;
mod definition;
mod evaluator;
pub mod josephus;
pub mod loopy;
mod memory;
mod pattern;
mod period;
mod values;
mod values_certificate;

pub use crate::heaps::{Classes, NimError, NimValue, Sequence, Shard, Sweep, SweepError};
pub use agreement::{Agreement, Difference, compare_methods};
pub use certificate::PeriodCertificate;
pub use codes::{RareWindow, codes_with_values};
pub use cut::{Alternating, Block, KnownPattern, NimSet, NimSets, OneEven};
pub use definition::{Definition, DefinitionEvaluator};
pub(crate) use definition::{Seen, refuse_loops, require_heaps, require_one_kind};
pub use evaluator::{ClosedForm, Evaluator, Formula, Methods, methods};
pub use pattern::{Pattern, PatternError};
pub(crate) use period::Agreements;
pub use period::{
    Ap2Failure, ApTest, NoTheorem, PeriodAnswer, PeriodKind, PeriodProgress, PeriodSearch,
    PowerOfTwoTest, Proof, Published, Regularity, RegularityKind, ResumePeriodError, SavedPeriod,
    Tail, Tails, Theorem, Witness, erratum, published,
};
pub use values::NimValues;
pub use values_certificate::NimValuesCertificate;
