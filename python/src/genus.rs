//! Genera.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;

/// A genus: the nim value of G and the misère nim values of G, G+2, G+2+2, ….
///
/// >>> import misere
/// >>> genus = misere.G("2#").genus
/// >>> str(genus), genus.nim_value, genus.misere_nim_value, genus.superscript(5)
/// ('0^02', 0, 0, 2)
#[pyclass(frozen, eq, skip_from_py_object, module = "misere")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Genus {
    pub(crate) genus: misere::game::Genus,
}

#[pymethods]
impl Genus {
    /// The nim value, in normal play.
    #[getter]
    fn nim_value(&self) -> u32 {
        self.genus.nim_value()
    }

    /// The misère nim value.
    #[getter]
    fn misere_nim_value(&self) -> u32 {
        self.genus.misere_nim_value()
    }

    /// The misère nim values of G, G+2, …, up to where the last two alternate.
    #[getter]
    fn superscripts(&self) -> Vec<u32> {
        self.genus.superscripts().to_vec()
    }

    /// Returns the misère nim value of the sum with n nim heaps of 2.
    fn superscript(&self, n: usize) -> u32 {
        self.genus.superscript(n)
    }

    fn __str__(&self) -> String {
        self.genus.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Genus {}>", self.genus)
    }

    fn _repr_latex_(&self) -> String {
        let text = self.genus.to_string();
        match text.split_once('^') {
            Some((base, superscripts)) => format!("${base}^{{{superscripts}}}$"),
            None => format!("${text}$"),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.genus.hash(&mut hasher);
        hasher.finish()
    }
}
