//! Figures of games and quotients: diagrams, and fragments of TeX.
//!
//! The program and the page show the same pictures, and both make them here. How a diagram is laid out
//! and drawn is the matter of `misere-picture`, which knows no game.
//!
//! ```
//! use misere::game::Universe;
//! use misere_figures::followers;
//!
//! let mut u = Universe::new();
//! let three = u.nim(3)?;
//! let order = u.structural_order([three])?;
//! let forms: Vec<_> = ["0", "1", "2", "3"].map(|form| Some(form.into())).into();
//! let diagram = followers(&u, &order, &forms, "three")?;
//! assert_eq!((diagram.nodes.len(), diagram.edges.len()), (4, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cayley;
mod formula;
mod game;
mod label;
mod lattice;
mod plane;
mod positions;
mod tex;
mod width;

pub use cayley::{cayley_graph, cayley_graph_by};
pub use formula::formula;
pub use game::{LONGEST_DETAIL, followers};
pub use label::{letters, shortened};
pub use lattice::part_lattice;
pub use plane::plane;
pub use positions::{PositionsError, Summand, positions};
pub use tex::{PACKAGES, escaped, exponents, infinite_quotient_tex, quotient_tex, wide_table};
pub use width::{aligned, breakable, columns_that_fit, rows, wide_column, width};
