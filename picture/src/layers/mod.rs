//! Layered layout: places for nodes that have rows, with few crossings of lines.
//!
//! The steps are those of Sugiyama, Tagawa and Toda (1981), a file each: a line that passes rows
//! gets a *bend* in each of them (`rows`); nodes and bends of a row are ordered so that few lines
//! cross (`order`); then they get coordinates so that lines are short and straight (`place`,
//! `straight`). The row of a node is given: birthdays, ranks and lengths of words have a meaning.
//!
//! The layout is deterministic, takes memory linear in nodes and bends, and keeps to a budget.

mod order;
mod place;
mod rows;
mod straight;
#[cfg(test)]
mod tests;

use misere::limits::{Account, Budget, Meter, Reason};

use rows::{Item, Rows};

/// A graph whose nodes have rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Layered {
    /// Width and row of each node; row 0 is the topmost.
    pub(super) nodes: Vec<(f64, usize)>,
    /// Pairs of different nodes, each pair at most once.
    pub(super) lines: Vec<(usize, usize)>,
    /// Whether lines that lead down to the same node join on their way.
    pub(super) joined: bool,
    /// The height of a node.
    pub(super) height: f64,
    /// The least distance of two nodes in a row.
    pub(super) apart: f64,
    /// The least distance of two rows of nodes, from the lower edge to the upper edge.
    pub(super) least_gap: f64,
}

impl Layered {
    /// Returns half the width of a node; the width of a bend is 0.
    fn half_width(&self, item: Item) -> f64 {
        self.nodes.get(item).map_or(0.0, |&(width, _)| width / 2.0)
    }
}

/// The coordinates of nodes and lines.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// The centres of the nodes.
    pub(super) centres: Vec<(f64, f64)>,
    /// The paths of the lines, in their order.
    pub(super) tracks: Vec<Track>,
    /// The vertical coordinate of the centre of each row.
    pub(super) rows: Vec<f64>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The path of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Track {
    /// The bends between its ends, from the first to the last.
    pub(super) bends: Vec<Bend>,
    /// Whether it ends in its last bend, from which another line leads to the same node.
    pub(super) joins: bool,
    /// Whether both ends are in one row and the line passes below it.
    pub(super) below: bool,
}

/// The point where a line passes a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bend {
    pub(super) x: f64,
    /// The upper edge of the row.
    pub(super) top: f64,
    /// The lower edge of the row.
    pub(super) bottom: f64,
}

/// Computes a layout. The account holds the memory of the lists made on the way and of the result.
pub(super) fn lay_out(
    graph: &Layered,
    budget: &Budget,
    account: &mut Account,
) -> Result<Layout, Reason> {
    let mut meter = Meter::new(budget);
    let mut rows = Rows::of(graph, &mut meter, account)?;
    order::reduce_crossings(&mut rows, &mut meter)?;
    let x = place::across(graph, &rows, &mut meter)?;
    Ok(place::finish(graph, &rows, &x))
}
