//! Pictures as SVG: points on a chart, and diagrams of graphs.
//!
//! A [`Diagram`] holds nodes in rows, and edges; it is laid out and drawn here, or written in the DOT
//! language.
//!
//! A [`Chart`] holds series of points and says how its axes are scaled; written with `Display` it is
//! an SVG document that needs nothing else, in light and dark colours.
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
mod layers;
mod markup;
mod points;
mod theme;

pub use axis::{Axis, Scale};
pub use chart::{Chart, Series};
pub use diagram::{Ascent, Diagram, Edge, Kind, Line, Node, Shape};
pub use theme::Theme;
