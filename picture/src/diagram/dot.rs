//! Diagrams in the DOT language of Graphviz.

use std::fmt::{self, Write};

use super::{Ascent, Diagram, Shape};

/// A diagram that is displayed in the DOT language; made by [`Diagram::dot`].
#[derive(Clone, Copy, Debug)]
pub struct Dot<'d> {
    diagram: &'d Diagram,
    name: &'d str,
}

impl Diagram {
    /// Returns a value that displays the diagram as a graph of this name in the DOT language. It is
    /// written piece by piece, without a copy of the whole text.
    pub fn dot<'d>(&'d self, name: &'d str) -> Dot<'d> {
        let diagram = self;
        Dot { diagram, name }
    }

    fn rank(&self, node: usize) -> usize {
        self.nodes[node].rank
    }
}

impl fmt::Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.diagram;
        // Edges lead from lower to higher ranks, unless all of them lead down.
        let mut edges = diagram.drawn_edges();
        let descending = edges.all(|e| diagram.rank(e.from) > diagram.rank(e.to));
        let up = (diagram.ascent == Ascent::Up) != descending;
        let direction = if up { "BT" } else { "TB" };
        writeln!(f, "digraph {} {{", Quoted(self.name))?;
        if !diagram.title.is_empty() {
            writeln!(f, "  label={};", Quoted(&diagram.title))?;
        }
        writeln!(f, "  rankdir={direction};")?;
        writeln!(f, "  node [shape=box, height=0.3];")?;
        for number in 0..diagram.nodes.len() {
            self.write_node(f, number)?;
        }
        self.write_ranks(f)?;
        for edge in diagram.drawn_edges() {
            write!(f, "  {} -> {}", edge.from, edge.to)?;
            let label = diagram.lines.get(edge.line).map(|line| &line.label);
            let is_flat = !descending && diagram.rank(edge.from) >= diagram.rank(edge.to);
            match (label, is_flat) {
                (None, false) => {}
                (None, true) => f.write_str(" [constraint=false]")?,
                (Some(label), false) => write!(f, " [label={}]", Quoted(label))?,
                (Some(label), true) => write!(f, " [label={}, constraint=false]", Quoted(label))?,
            }
            f.write_str(";\n")?;
        }
        f.write_char('}')
    }
}

impl Dot<'_> {
    fn write_node(&self, f: &mut fmt::Formatter<'_>, number: usize) -> fmt::Result {
        let node = &self.diagram.nodes[number];
        let kind = self.diagram.kinds.get(node.kind);
        write!(f, "  {number} [label=")?;
        match kind.and_then(|kind| kind.letter) {
            Some(letter) => write!(f, "{}", Quoted(&format!("{letter} {}", node.label)))?,
            None => write!(f, "{}", Quoted(&node.label))?,
        }
        if let Some(kind) = kind {
            f.write_str(match kind.shape {
                Shape::Pill => ", style=rounded",
                Shape::Block => ", style=filled, fillcolor=black, fontcolor=white",
                Shape::Ring => ", style=rounded, peripheries=2",
            })?;
        }
        if !node.detail.is_empty() {
            write!(f, ", tooltip={}", Quoted(&node.detail))?;
        }
        f.write_str("];\n")
    }

    /// Writes the rows of more than one node.
    fn write_ranks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = self.diagram.nodes.iter();
        let mut ranks: Vec<(usize, usize)> = nodes.map(|node| node.rank).zip(0..).collect();
        ranks.sort_unstable();
        let rows = ranks.chunk_by(|a, b| a.0 == b.0);
        for row in rows.filter(|row| row.len() > 1) {
            f.write_str("  {rank=same")?;
            for (_, number) in row {
                write!(f, "; {number}")?;
            }
            f.write_str("}\n")?;
        }
        Ok(())
    }
}

/// A text between quotation marks. Backslashes are doubled, since `\n` and `\N` have a meaning in DOT.
struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                c if c.is_control() => f.write_char(' ')?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}
