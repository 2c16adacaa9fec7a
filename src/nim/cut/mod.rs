//! Cut games: nim-sets, fast evaluators, and the closed forms that are proved.
//!
//! The nim-set N(n,p,C) is the set of nim values that arise from breaking a heap of n into p heaps
//! (Ellis and Thanatipanonda, Definition 5), so a heap has the mex of the N(n,d+1,C), d ∈ C.
//!
//! ```
//! use misere::heaps::{Cut, CutSet};
//! use misere::nim::{NimSets, Evaluator};
//!
//! let cut = Cut::new(CutSet::new([1, 6], None, None).unwrap());
//! let mut sets = NimSets::new(&cut, 7);
//! sets.extend(20, &Default::default())?;
//! assert_eq!(sets.get(14, 2).unwrap().to_string(), "{0,1,2}");
//! assert_eq!(sets.get(14, 7).unwrap().to_string(), "{1,3}");
//! assert_eq!(sets.values().get(14), Some(4.into()));
//! # Ok::<(), misere::nim::NimError>(())
//! ```

mod alternating;
mod levels;
mod nim_sets;
mod one_even;
mod one_two;
mod pattern;

use super::evaluator::Methods;
use crate::heaps::{Cut, Family};

pub use alternating::Alternating;
pub use nim_sets::{NimSet, NimSets};
pub use one_even::OneEven;
pub use pattern::{Block, KnownPattern};

/// Returns the methods for a cut game beyond its definition.
pub(super) fn methods(cut: &Cut) -> Methods<'static> {
    Methods {
        fast: Some(match Family::of(cut.set()) {
            Family::D => Box::new(one_two::OneTwoEvaluator::default()),
            _ => Box::new(NimSets::new(cut, 1)),
        }),
        closed_form: KnownPattern::of(cut).map(KnownPattern::closed_form),
    }
}
