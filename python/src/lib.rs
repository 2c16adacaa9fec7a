//! The Python package `misere`: the part that is compiled.
//!
//! The library does the work. Here live the Python classes, how long work is run
//! (`work`), and how errors become exceptions (`errors`). What needs no compiler is in the
//! folder `misere` beside this one. docs/architecture.md says why it is as it is.

#![allow(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "methods of Python classes are called with what PyO3 makes of Python's arguments"
)]
#![allow(
    clippy::doc_link_with_quotes,
    rustdoc::invalid_html_tags,
    rustdoc::broken_intra_doc_links,
    reason = "the documentation of the classes is Python's"
)]

mod answers;
mod census;
mod certificates;
mod claims;
mod element;
mod errors;
mod game;
mod genus;
mod infinite;
mod limits;
mod numbers;
mod own;
mod pictures;
mod play;
mod positions;
mod quotient;
mod reading;
mod ruleset;
mod sequences;
mod universe;
mod work;

use pyo3::prelude::*;

/// The compiled part of the package.
#[pymodule]
mod _misere {
    #[pymodule_export]
    use super::census::{count, count_digits, count_formula, count_mod};
    #[pymodule_export]
    use super::certificates::check;
    #[pymodule_export]
    use super::claims::{claims, verify};
    #[pymodule_export]
    use super::element::Element;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::genus::Genus;
    #[pymodule_export]
    use super::infinite::{InfiniteQuotient, InfiniteValue};
    #[pymodule_export]
    use super::limits::{Limits, get_limits, set_limits};
    #[pymodule_export]
    use super::play::{Move, Sum};
    #[pymodule_export]
    use super::quotient::Quotient;
    #[pymodule_export]
    use super::ruleset::{Ruleset, rulesets};
    #[pymodule_export]
    use super::universe::{Universe, default_universe};
}
