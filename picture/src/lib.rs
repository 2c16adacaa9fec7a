//! Pictures as SVG and TikZ: charts of points, diagrams of graphs, and numbers on a board.
//!
//! A [`Diagram`] has nodes in rows, and edges; it is laid out and drawn as SVG or TikZ, or written in
//! the DOT language. It can be made from a [petgraph](https://docs.rs/petgraph) graph.
//!
//! A [`Chart`] has series of points and two axes; its `Display` writes a self-contained SVG document
//! with light and dark colours. A [`HeatMap`] shows numbers on a board.
//!
//! This package knows nothing of games. It uses the library `misere` for its
//! [`limits`](misere::limits) only.
//!
//! ```
//! use misere_picture::{Axis, Chart, Series};
//!
//! let points = (0..100).map(|n| (f64::from(n), f64::from(n % 7))).collect();
//! let mut chart = Chart::new(Axis::linear("heap"), Axis::linear("nim value"));
//! chart.title = "n mod 7 < 7".into();
//! chart.series.push(Series { name: "n mod 7".into(), points });
//! let svg = chart.to_string();
//! assert!(svg.starts_with("<svg") && svg.contains("n mod 7 &lt; 7"));
//! ```

mod axis;
mod chart;
mod diagram;
mod formula;
mod heat;
mod layers;
mod markup;
mod points;
mod theme;
mod tikz;

pub use axis::{Axis, Scale};
pub use chart::{Chart, Series};
pub use diagram::{Ascent, Diagram, Dot, Edge, Kind, Line, Node, Shape};
pub use heat::HeatMap;
pub use theme::Theme;
