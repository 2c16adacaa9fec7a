//! Layered layout: nodes in rows, lines between them that cross as little as can be had cheaply.
//!
//! The steps are those of Sugiyama, Tagawa and Toda (1981), a file each: a line that passes rows
//! gets a *bend* in each of them (`rows`); nodes and bends of a row are ordered so that few lines
//! cross (`order`); then they are given places so that lines are short and straight (`place`, `straight`). In
//! which row a node stands is not decided here: birthdays, ranks and lengths of words mean something.
//!
//! Everything is deterministic, takes memory linear in nodes and bends, and looks at the clock.

mod order;
mod place;
mod rows;
mod straight;
#[cfg(test)]
mod tests;

use misere::limits::{Budget, Reason, Ticker};

use rows::{Item, Rows};

/// A graph whose nodes have rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Layered {
    /// Width and row of each node; row 0 is the topmost.
    pub(super) nodes: Vec<(f64, usize)>,
    /// From a node to another one; at most one line between two nodes, and none from a node to
    /// itself.
    pub(super) lines: Vec<(usize, usize)>,
    /// Whether lines that lead down to the same node join on their way.
    pub(super) joined: bool,
    /// How high a node is.
    pub(super) height: f64,
    /// The least distance of two nodes in a row.
    pub(super) apart: f64,
    /// The least distance of two rows of nodes, from the lower edge to the upper edge.
    pub(super) least_gap: f64,
}

impl Layered {
    /// Half the width of a node; bends have none.
    fn half_width(&self, item: Item) -> f64 {
        self.nodes.get(item).map_or(0.0, |&(width, _)| width / 2.0)
    }
}

/// Where everything is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    /// The centres of the nodes.
    pub(super) centres: Vec<(f64, f64)>,
    /// The ways of the lines, in their order; see [`Track`].
    pub(super) tracks: Vec<Track>,
    /// For each row given, how far down its centre is.
    pub(super) rows: Vec<f64>,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The way of a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Track {
    /// The bends between its ends, from the first to the last.
    pub(super) bends: Vec<Bend>,
    /// Whether it ends in its last bend, because another line goes on from there to the same node.
    pub(super) joins: bool,
    /// Whether both ends are in one row and the line goes below it.
    pub(super) below: bool,
}

/// Where a line passes a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bend {
    pub(super) x: f64,
    /// The upper edge of the row.
    pub(super) top: f64,
    /// The lower edge of the row.
    pub(super) bottom: f64,
}

/// Finds a layout.
pub(super) fn lay_out(graph: &Layered, budget: &Budget) -> Result<Layout, Reason> {
    let mut clock = Clock::new(budget);
    let mut rows = Rows::of(graph, &mut clock)?;
    order::reduce_crossings(&mut rows, &mut clock)?;
    let x = place::across(graph, &rows, &mut clock)?;
    Ok(place::finish(graph, &rows, &x))
}

/// The time and memory that a picture may take.
pub(super) struct Clock<'l> {
    budget: &'l Budget,
    ticker: Ticker,
}

impl<'l> Clock<'l> {
    pub(super) fn new(budget: &'l Budget) -> Self {
        Self {
            budget,
            ticker: Ticker::default(),
        }
    }

    /// Counts a unit of work.
    pub(super) fn tick(&mut self) -> Result<(), Reason> {
        self.tick_for(1)
    }

    /// Counts so many units of work.
    fn tick_for(&mut self, units: usize) -> Result<(), Reason> {
        if self.ticker.is_due_after(units) {
            return self.budget.check();
        }
        Ok(())
    }

    /// Refuses lists of so many bytes in all.
    pub(super) fn afford(&self, needed: usize) -> Result<(), Reason> {
        match self.budget.max_memory {
            Some(limit) if needed > limit => Err(Reason::Memory { needed, limit }),
            _ => Ok(()),
        }
    }
}
