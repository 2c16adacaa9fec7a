//! Diagrams: nodes in ranks, lines between them, and what the signs mean.
//!
//! One description, two ways to write it: [`Diagram::svg`] lays it out and draws it,
//! [`Diagram::dot`] leaves that to others. Nothing is told by colour alone: nodes differ in shape and
//! carry a letter, lines differ in their dashes and carry a label where there is room for it.

mod cables;
mod curves;
mod dot;
mod labels;
mod legend;
mod nodes;
mod strokes;
mod svg;
#[cfg(test)]
mod tests;

use super::theme::Theme;

/// A directed graph with names, to be drawn.
///
/// ```
/// use misere::limits::{Budget};
/// use misere_picture::{Diagram, Edge, Kind, Node, Shape};
///
/// let mut diagram = Diagram::new("2 and its options");
/// diagram.kinds.push(Kind::new("N-position", Some('N'), Shape::Pill));
/// diagram.kinds.push(Kind::new("P-position", Some('P'), Shape::Block));
/// for (rank, kind) in [(0, 0), (1, 1), (2, 0)] {
///     diagram.nodes.push(Node { label: rank.to_string(), detail: String::new(), kind, rank });
/// }
/// for (from, to) in [(1, 0), (2, 0), (2, 1)] {
///     diagram.edges.push(Edge { from, to, line: 0 });
/// }
/// let svg = diagram.svg(&Budget::default()).unwrap();
/// assert!(svg.starts_with("<svg") && svg.contains("2 and its options"));
/// assert!(diagram.dot("two").contains("2 -> 1"));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Diagram {
    /// What is shown.
    pub title: String,
    /// More about it, a line below the title; may be empty.
    pub subtitle: String,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges, by the numbers of nodes and lines. Those that name none are not drawn.
    pub edges: Vec<Edge>,
    /// The kinds of nodes, in the order of the legend.
    pub kinds: Vec<Kind>,
    /// The kinds of lines, in the order of the legend. With one or none, all lines look the same.
    pub lines: Vec<Line>,
    /// Which way the ranks ascend.
    pub ascent: Ascent,
    /// What a rank is; if this is not empty, ranks are written beside their rows.
    pub ranks: String,
    /// Whether lines to the same node join on their way. This is for diagrams without kinds of lines
    /// in which every edge leads down.
    pub joined: bool,
    /// Whether lines have arrowheads; without, the ranks must tell the direction.
    pub arrows: bool,
    /// Names of nodes that need an explanation, with it.
    pub names: Vec<(String, String)>,
    /// How to read the picture, for the legend.
    pub remarks: Vec<String>,
    /// On which ground.
    pub theme: Theme,
}

/// A node of a [`Diagram`].
#[derive(Clone, Debug)]
pub struct Node {
    /// What is written in it.
    pub label: String,
    /// What is said if a reader points at it; may be empty.
    pub detail: String,
    /// Its number in [`Diagram::kinds`].
    pub kind: usize,
    /// Nodes of a rank stand in a row.
    pub rank: usize,
}

/// An edge of a [`Diagram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The node where it begins.
    pub from: usize,
    /// The node where it ends.
    pub to: usize,
    /// Its number in [`Diagram::lines`].
    pub line: usize,
}

/// A kind of nodes.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Kind {
    /// What the legend says.
    pub name: String,
    /// A letter that its nodes carry.
    pub letter: Option<char>,
    /// How its nodes look.
    pub shape: Shape,
}

impl Kind {
    /// A kind of nodes.
    pub fn new(name: &str, letter: Option<char>, shape: Shape) -> Self {
        Self {
            name: name.into(),
            letter,
            shape,
        }
    }
}

/// How a node looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// An outline with round ends.
    Pill,
    /// A filled block with corners.
    Block,
    /// A double outline with round ends.
    Ring,
}

/// A kind of lines.
#[derive(Clone, Debug)]
pub struct Line {
    /// What is written at the line.
    pub label: String,
    /// What the legend says of it.
    pub name: String,
}

/// Which way ranks ascend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ascent {
    /// The greatest rank is at the top.
    #[default]
    Up,
    /// The greatest rank is at the bottom.
    Down,
}

impl Diagram {
    /// A diagram without nodes.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// The edges that can be drawn.
    fn drawn_edges(&self) -> impl Iterator<Item = Edge> + '_ {
        let count = self.nodes.len();
        let lines = self.lines.len().max(1);
        let exists = move |e: &&Edge| e.from < count && e.to < count && e.line < lines;
        self.edges.iter().filter(exists).copied()
    }
}
