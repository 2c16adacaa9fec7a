//! Diagrams in the DOT language of Graphviz.

use std::fmt::Write;

use super::{Ascent, Diagram, Shape};

impl Diagram {
    /// The diagram as a graph of this name in the DOT language.
    pub fn dot(&self, name: &str) -> String {
        let mut out = format!("digraph {} {{\n", quoted(name));
        // Writing to a string cannot fail.
        let _ = self.write_dot(&mut out);
        out
    }

    fn write_dot(&self, out: &mut String) -> std::fmt::Result {
        // Edges lead from lower to higher ranks, unless all of them lead down.
        let mut edges = self.drawn_edges();
        let descending = edges.all(|e| self.rank(e.from) > self.rank(e.to));
        let up = (self.ascent == Ascent::Up) != descending;
        let direction = if up { "BT" } else { "TB" };
        if !self.title.is_empty() {
            writeln!(out, "  label={};", quoted(&self.title))?;
        }
        writeln!(out, "  rankdir={direction};")?;
        writeln!(out, "  node [shape=box, height=0.3];")?;
        for (number, node) in self.nodes.iter().enumerate() {
            let kind = self.kinds.get(node.kind);
            let label = match kind.and_then(|kind| kind.letter) {
                Some(letter) => format!("{letter} {}", node.label),
                None => node.label.clone(),
            };
            write!(out, "  {number} [label={}", quoted(&label))?;
            if let Some(kind) = kind {
                out.push_str(match kind.shape {
                    Shape::Pill => ", style=rounded",
                    Shape::Block => ", style=filled, fillcolor=black, fontcolor=white",
                    Shape::Ring => ", style=rounded, peripheries=2",
                });
            }
            if !node.detail.is_empty() {
                write!(out, ", tooltip={}", quoted(&node.detail))?;
            }
            out.push_str("];\n");
        }
        let mut ranks: Vec<(usize, usize)> =
            (self.nodes.iter().map(|node| node.rank)).zip(0..).collect();
        ranks.sort_unstable();
        for row in ranks
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|row| row.len() > 1)
        {
            let row: Vec<String> = row.iter().map(|(_, number)| number.to_string()).collect();
            writeln!(out, "  {{rank=same; {}}}", row.join("; "))?;
        }
        for edge in self.drawn_edges() {
            write!(out, "  {} -> {}", edge.from, edge.to)?;
            let mut attributes = Vec::new();
            if let Some(line) = self.lines.get(edge.line) {
                attributes.push(format!("label={}", quoted(&line.label)));
            }
            if !descending && self.rank(edge.from) >= self.rank(edge.to) {
                attributes.push("constraint=false".into());
            }
            if !attributes.is_empty() {
                write!(out, " [{}]", attributes.join(", "))?;
            }
            out.push_str(";\n");
        }
        out.push_str("}\n");
        Ok(())
    }

    fn rank(&self, node: usize) -> usize {
        self.nodes[node].rank
    }
}

/// A text between quotation marks. Backslashes are doubled, since DOT takes `\n` and `\N` for more
/// than they are.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
