//! Normal play: nim values of heaps and sums of heaps.
//!
//! The definition, mex over the options, serves every ruleset ([`Definition`]). Where something
//! better is known, [`methods`] tells it: a fast [`Evaluator`] to the sequence of values, a
//! [`ClosedForm`] with the theorem it rests on.
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
mod error;
mod evaluator;
pub mod josephus;
mod listed_options;
pub mod loopy;
mod memory;
mod pattern;
mod period;

mod sequence;
mod value;
mod values;

pub use crate::heaps::{Shard, Sweep, SweepError};
pub use agreement::{Agreement, Difference, compare_methods};
pub use certificate::PeriodCertificate;
pub use codes::codes_with_values;
pub use cut::{Alternating, Block, KnownPattern, NimSet, NimSets, OneEven};
pub use definition::{Definition, DefinitionEvaluator};
pub(crate) use definition::{Seen, refuse_loops, require_heaps};
pub use error::NimError;
pub use evaluator::{ClosedForm, Evaluator, Formula, Methods, methods};
pub(crate) use listed_options::listed_options;
pub use pattern::{Pattern, PatternError};
pub(crate) use period::Agreements;
pub use period::{
    NoTheorem, PeriodAnswer, PeriodKind, PeriodSearch, PowerOfTwoTest, Proof, Published,
    Regularity, RegularityKind, Tail, Tails, Theorem, Witness, published,
};
pub use sequence::Sequence;
pub use value::NimValue;
pub use values::NimValues;
