//! Diagrams: nodes in ranks, lines between them, and a legend.
//!
//! [`Diagram::svg`] and [`Diagram::tikz`] lay a diagram out and draw it; [`Diagram::dot`] writes it for
//! Graphviz. Colour
//! is never the only difference: nodes differ in shape and have a letter, lines differ in their
//! dashes and have a label where there is space for it.

mod bundles;
mod curves;
mod dot;
mod labels;
mod legend;
mod nodes;
mod page;
mod strokes;
mod svg;
#[cfg(test)]
mod tests;
mod tikz;

use std::sync::Arc;

use misere::limits::{Account, Budget, Reason};
use petgraph::EdgeType;
use petgraph::graph::{Graph, IndexType};

use super::formula::Formula;
use super::theme::Theme;
pub use dot::Dot;

/// A directed graph with labels, to be drawn.
///
/// ```
/// use misere::limits::Budget;
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
/// assert!(diagram.dot("two").to_string().contains("2 -> 1"));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Diagram {
    /// The title.
    pub title: String,
    /// A line below the title; may be empty.
    pub subtitle: String,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges, by the numbers of nodes and lines. Those with a number out of range are not drawn.
    pub edges: Vec<Edge>,
    /// The kinds of nodes, in the order of the legend.
    pub kinds: Vec<Kind>,
    /// The kinds of lines, in the order of the legend. With one or none, all lines look the same.
    pub lines: Vec<Line>,
    /// The direction in which the ranks ascend.
    pub ascent: Ascent,
    /// The meaning of a rank; if this is not empty, ranks are written beside their rows.
    pub ranks: String,
    /// Whether lines to the same node join on their way. This takes effect in diagrams with one kind
    /// of lines in which every edge leads down.
    pub joined: bool,
    /// Whether lines have arrowheads; without them, the ranks must show the direction.
    pub arrows: bool,
    /// Names of nodes with their explanations, for the legend.
    pub names: Vec<(String, String)>,
    /// Remarks for the legend, such as how to read the picture.
    pub remarks: Vec<String>,
    /// The colours.
    pub theme: Theme,
    /// Whether nodes and lines stand alone: no title, no ranks, no legend, no background.
    pub bare: bool,
    /// Makes a formula of TeX of a label or a name, as in `2_{\#}`; without it they are set as they are.
    /// DOT always has them as they are.
    pub typeset: Option<fn(&str) -> String>,
    /// The memory of the lists, where it was reserved.
    account: Option<Arc<Account>>,
}

/// A node of a [`Diagram`].
#[derive(Clone, Debug)]
pub struct Node {
    /// The text in it.
    pub label: String,
    /// The text shown when a reader points at it; may be empty.
    pub detail: String,
    /// Its number in [`Diagram::kinds`].
    pub kind: usize,
    /// The rank: nodes of equal rank are in one row.
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
    /// The text in the legend.
    pub name: String,
    /// A letter in its nodes.
    pub letter: Option<char>,
    /// The shape of its nodes.
    pub shape: Shape,
}

impl Kind {
    /// Makes a kind of nodes.
    pub fn new(name: &str, letter: Option<char>, shape: Shape) -> Self {
        Self {
            name: name.into(),
            letter,
            shape,
        }
    }
}

/// The shape of a node.
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
    /// The text at the line.
    pub label: String,
    /// The text in the legend.
    pub name: String,
}

/// The direction in which ranks ascend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ascent {
    /// The greatest rank is at the top.
    #[default]
    Up,
    /// The greatest rank is at the bottom.
    Down,
}

impl Diagram {
    /// Makes a diagram without nodes.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.into(),
            ..Self::default()
        }
    }

    /// Makes a diagram of a graph. The functions give the node for each node of the graph, with its
    /// label and rank, and for each edge the number of its kind of lines.
    ///
    /// ```
    /// use misere_picture::{Diagram, Node};
    /// use petgraph::graph::DiGraph;
    ///
    /// let graph = DiGraph::<u32, ()>::from_edges([(1, 0), (2, 0), (2, 1)]);
    /// let node = |number: petgraph::graph::NodeIndex, _: &u32| Node {
    ///     label: format!("*{}", number.index()),
    ///     detail: String::new(),
    ///     kind: 0,
    ///     rank: number.index(),
    /// };
    /// let diagram = Diagram::from_graph("nim heaps", &graph, node, |_, ()| 0);
    /// assert_eq!((diagram.nodes.len(), diagram.edges.len()), (3, 3));
    /// ```
    pub fn from_graph<N, E, Ty: EdgeType, Ix: IndexType>(
        title: &str,
        graph: &Graph<N, E, Ty, Ix>,
        mut node: impl FnMut(petgraph::graph::NodeIndex<Ix>, &N) -> Node,
        mut line: impl FnMut(petgraph::graph::EdgeIndex<Ix>, &E) -> usize,
    ) -> Self {
        let mut diagram = Self::new(title);
        let nodes = graph.node_indices().zip(graph.node_weights());
        diagram.nodes = nodes.map(|(index, weight)| node(index, weight)).collect();
        let edges = graph.edge_indices().zip(graph.raw_edges());
        let edges = edges.map(|(index, edge)| Edge {
            from: edge.source().index(),
            to: edge.target().index(),
            line: line(index, &edge.weight),
        });
        diagram.edges = edges.collect();
        diagram
    }

    /// Reserves memory for this many more nodes and edges, and counts the memory of both lists for as
    /// long as the diagram exists. The texts of the nodes are not counted.
    ///
    /// # Errors
    /// [`Reason::Memory`] or [`Reason::Allocator`] if there is not enough memory.
    pub fn reserve(&mut self, nodes: usize, edges: usize, budget: &Budget) -> Result<(), Reason> {
        self.account = None;
        let mut account = budget.account();
        let (node_bytes, edge_bytes) = (size_of::<Node>(), size_of::<Edge>());
        account.record(self.nodes.capacity() * node_bytes + self.edges.capacity() * edge_bytes);
        account.reserve(&mut self.nodes, nodes)?;
        account.reserve(&mut self.edges, edges)?;
        self.account = Some(Arc::new(account));
        Ok(())
    }

    /// Reads a label or a name.
    fn formula(&self, label: &str) -> Formula {
        match self.typeset {
            Some(typeset) => Formula::read(&typeset(label)),
            None => Formula::plain(label),
        }
    }

    /// Returns the edges that can be drawn.
    fn drawn_edges(&self) -> impl Iterator<Item = Edge> + '_ {
        let count = self.nodes.len();
        let lines = self.lines.len().max(1);
        let exists = move |e: &&Edge| e.from < count && e.to < count && e.line < lines;
        self.edges.iter().filter(exists).copied()
    }
}
