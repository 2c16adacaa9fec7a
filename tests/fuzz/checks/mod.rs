//! What is checked of each input. The targets of `fuzz/` check the same.

pub(crate) mod boards;
pub(crate) mod certificates;
pub(crate) mod expressions;
pub(crate) mod files;
pub(crate) mod rulesets;
