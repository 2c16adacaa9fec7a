//! Cuts lines into pieces between neighbouring rows.

use misere::limits::{Account, Meter, Reason};

use super::Layered;

/// A node or a bend: first the nodes by their numbers, then the bends.
pub(super) type Item = usize;

/// Nodes and bends in rows, with pieces of lines between neighbouring rows only.
pub(super) struct Rows {
    /// The items of each row, from left to right.
    pub(super) items: Vec<Vec<Item>>,
    /// The row of each item.
    pub(super) row_of: Vec<usize>,
    /// For each item the items in the row above that lines connect it with.
    pub(super) above: Vec<Vec<Item>>,
    /// The same for the row below.
    pub(super) below: Vec<Vec<Item>>,
    /// The number of nodes.
    pub(super) nodes: usize,
    /// For each line the items from its beginning to its end, or to the bend where it joins another.
    pub(super) tracks: Vec<Vec<Item>>,
    /// For each row of the graph its number here. A row of bends is added below each row with lines
    /// between its nodes.
    pub(super) given: Vec<usize>,
}

/// The bytes of an item with its pieces of lines, its coordinates and its part of the result.
const ITEM: usize = 200;

impl Rows {
    pub(super) fn of(
        graph: &Layered,
        meter: &mut Meter,
        account: &mut Account,
    ) -> Result<Self, Reason> {
        let items = graph.nodes.len().saturating_add(graph.lines.len());
        account.add(items.saturating_mul(ITEM))?;
        let (given, count) = rows_here(graph);
        let row_of: Vec<usize> = graph.nodes.iter().map(|&(_, row)| given[row]).collect();
        let nodes = row_of.len();
        let mut rows = Self {
            items: vec![Vec::new(); count],
            row_of,
            above: vec![Vec::new(); nodes],
            below: vec![Vec::new(); nodes],
            nodes,
            tracks: vec![Vec::new(); graph.lines.len()],
            given,
        };
        for (item, &row) in rows.row_of.iter().enumerate() {
            rows.items[row].push(item);
        }
        if graph.joined {
            rows.add_joined(graph, meter, account)?;
        } else {
            for (line, &(from, to)) in graph.lines.iter().enumerate() {
                rows.tracks[line] = rows.track(from, to, meter, account)?;
            }
        }
        rows.put_bends_outside();
        Ok(rows)
    }

    /// Sets the first order: nodes as given, and long lines around them, alternating between both
    /// sides, the longest outermost.
    fn put_bends_outside(&mut self) {
        let mut long: Vec<&[Item]> = (self.tracks.iter())
            .map(|track| &track[..])
            .filter(|track| track.len() > 2)
            .collect();
        long.sort_by_key(|track| track.len());
        // Nodes are at 0, and each line is farther from 0 than the one before.
        let mut place = vec![0i64; self.row_of.len()];
        for (distance, track) in (1..).zip(long) {
            let side = if distance % 2 == 0 { -1 } else { 1 };
            for &bend in track.iter().filter(|&&item| item >= self.nodes) {
                place[bend] = side * distance;
            }
        }
        for row in &mut self.items {
            row.sort_by_key(|&item| place[item]);
        }
    }

    /// Adds the bends of a line, and returns its items.
    fn track(
        &mut self,
        from: Item,
        to: Item,
        meter: &mut Meter,
        account: &mut Account,
    ) -> Result<Vec<Item>, Reason> {
        let leads_down = self.row_of[from] <= self.row_of[to];
        let (upper, lower) = if leads_down { (from, to) } else { (to, from) };
        let (first, last) = (self.row_of[upper], self.row_of[lower]);
        let mut items = vec![upper];
        let mut end = upper;
        for row in first + 1..last {
            let bend = self.bend(row, meter, account)?;
            self.join(end, bend);
            items.push(bend);
            end = bend;
        }
        if first == last {
            let turn = self.bend(first + 1, meter, account)?;
            self.join(upper, turn);
            self.join(lower, turn);
            items.push(turn);
        } else {
            self.join(end, lower);
        }
        items.push(lower);
        if !leads_down {
            items.reverse();
        }
        Ok(items)
    }

    /// Adds lines that all lead down. Those to one node share their bends: the one from the highest row
    /// has bends in all rows, the others end where they meet it.
    fn add_joined(
        &mut self,
        graph: &Layered,
        meter: &mut Meter,
        account: &mut Account,
    ) -> Result<(), Reason> {
        let mut lines: Vec<usize> = (0..graph.lines.len()).collect();
        lines.sort_by_key(|&line| {
            let (from, to) = graph.lines[line];
            (to, self.row_of[from], from)
        });
        for same_end in lines.chunk_by(|&a, &b| graph.lines[a].1 == graph.lines[b].1) {
            let (highest, end) = graph.lines[same_end[0]];
            let trunk = self.track(highest, end, meter, account)?;
            let first = self.row_of[highest];
            for &line in &same_end[1..] {
                meter.tick()?;
                let from = graph.lines[line].0;
                let meets = trunk[self.row_of[from] - first + 1];
                self.join(from, meets);
                self.tracks[line] = vec![from, meets];
            }
            self.tracks[same_end[0]] = trunk;
        }
        Ok(())
    }

    fn bend(
        &mut self,
        row: usize,
        meter: &mut Meter,
        account: &mut Account,
    ) -> Result<Item, Reason> {
        meter.tick()?;
        account.add(ITEM)?;
        let bend = self.row_of.len();
        self.row_of.push(row);
        self.items[row].push(bend);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        Ok(bend)
    }

    fn join(&mut self, upper: Item, lower: Item) {
        self.below[upper].push(lower);
        self.above[lower].push(upper);
    }

    pub(super) fn is_node(&self, item: Item) -> bool {
        item < self.nodes
    }
}

/// Returns the number of each row of the graph here, and the number of rows: one more below each row
/// with lines between its nodes.
fn rows_here(graph: &Layered) -> (Vec<usize>, usize) {
    let count = graph.nodes.iter().map(|&(_, row)| row + 1).max();
    let mut turns = vec![false; count.unwrap_or(0)];
    for &(from, to) in &graph.lines {
        let (row, other) = (graph.nodes[from].1, graph.nodes[to].1);
        turns[row] |= row == other;
    }
    let mut next = 0;
    let mut given = Vec::with_capacity(turns.len());
    for turns in turns {
        given.push(next);
        next += 1 + usize::from(turns);
    }
    (given, next)
}
