//! Games on graphs with a marked vertex: green Hackenbush and Vertex Geography.

use super::graph::Graph;
use super::graph_text;
use super::interner::Words;
use super::labelling::elements;
use super::{BoardGame, Moves};
use crate::heaps::entry::RulesetError;
use crate::limits::{Budget, Reason};

/// Cut an edge; what is no longer connected with the ground disappears.
pub(super) struct Hackenbush;

/// Move the token along an edge, and take away the vertex that it leaves.
pub(super) struct VertexGeography;

/// Reads a graph and its marked vertex, which is 0 unless it is written after a semicolon:
/// `grid:3x4;token=5`.
fn read_rooted(text: &str, setting: &str) -> Result<(Graph, usize), RulesetError> {
    let (written, mark) = match text.split_once(';') {
        Some((written, mark)) => (written, Some(mark)),
        None => (text, None),
    };
    let graph = graph_text::read(written)?;
    let at = written.len() + 1;
    let label = match mark.map(|mark| mark.split_once('=')) {
        None => 0,
        Some(Some((key, label))) if key == setting => {
            graph_text::number(label, at + key.len() + 1)?
        }
        Some(_) => {
            let message = format!("expected {setting}=0 or another vertex after the semicolon");
            return Err(RulesetError::new(message, at..text.len()));
        }
    };
    let root = graph_text::place_of_label(written, label);
    if let Some(root) = root.filter(|&root| root < graph.rows.len()) {
        return Ok((graph, root));
    }
    let span = match mark {
        Some(_) => at..text.len(),
        None => 0..written.len(),
    };
    let message = format!("the graph has no vertex {label}");
    let hint = format!("the {setting} is vertex 0, or any other as in path:7;{setting}=3");
    Err(RulesetError::new(message, span).hint(hint))
}

/// The canonical form of the component of a root.
fn rooted(graph: &Graph, root: usize, budget: &Budget) -> Result<Graph, Reason> {
    let reached = graph.component(root, graph.vertices());
    let place = (reached & ((1 << root) - 1)).count_ones() as usize;
    graph.induced(reached).canonical(Some(place), budget)
}

fn refused(text: &str) -> impl Fn(Reason) -> RulesetError + '_ {
    |reason| RulesetError::new(reason.to_string(), 0..text.len())
}

impl Hackenbush {
    fn words(graph: &Graph) -> Words {
        graph.words(graph.edges().count() as u64)
    }
}

impl BoardGame for Hackenbush {
    fn name(&self) -> &'static str {
        "hackenbush"
    }

    fn rule(&self) -> &'static str {
        "cut an edge of a graph; what is no longer connected with the ground, vertex 0, disappears"
    }

    fn known(&self) -> &'static [&'static str] {
        &[
            "a stalk of n edges is a nim heap of n",
            "in normal play branches at a vertex may be replaced by one stalk of their nim sum (Colon \
             Principle), and a cycle may be fused into one vertex (Fusion Principle)",
            "in misère play a tree that stands on one edge is the nim heap of its nim value too, but \
             branches at the ground do not cancel, and cycles cannot be fused",
        ]
    }

    fn source(&self) -> &'static str {
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, Chapter 7"
    }

    fn example(&self) -> &'static str {
        "0-1,1-2,1-3"
    }

    fn read(&self, text: &str) -> Result<Words, RulesetError> {
        let (graph, ground) = read_rooted(text, "ground")?;
        let graph = rooted(&graph, ground, &Budget::default()).map_err(refused(text))?;
        Ok(Self::words(&graph))
    }

    fn write(&self, board: &[u64]) -> String {
        graph_text::write(&Graph::of_words(board), true)
    }

    fn has_moves(&self, board: &[u64]) -> bool {
        board[0] > 0
    }

    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason> {
        let graph = Graph::of_words(board);
        for (v, w) in graph.edges() {
            let rest = graph.without_edge(v, w);
            let above = rest.component(0, rest.vertices()) & !1;
            // What meets in the ground alone is a sum.
            for part in rest.components(above) {
                let part = rest.induced(part | 1).canonical(Some(0), moves.budget)?;
                moves.component(Self::words(&part));
            }
            moves.end()?;
        }
        Ok(())
    }
}

impl BoardGame for VertexGeography {
    fn name(&self) -> &'static str {
        "vertex-geography"
    }

    fn rule(&self) -> &'static str {
        "move the token, which begins on vertex 0, along an edge, and take away the vertex that it \
         leaves"
    }

    fn known(&self) -> &'static [&'static str] {
        &[
            "in normal play the first player wins if and only if every matching of the largest size \
           covers the vertex of the token (Fraenkel, Scheinerman and Ullman)",
        ]
    }

    fn source(&self) -> &'static str {
        "A. S. Fraenkel, E. R. Scheinerman, D. Ullman, Undirected edge geography (1993)"
    }

    fn example(&self) -> &'static str {
        "grid:3x4;token=5"
    }

    fn read(&self, text: &str) -> Result<Words, RulesetError> {
        let (graph, token) = read_rooted(text, "token")?;
        let graph = rooted(&graph, token, &Budget::default()).map_err(refused(text))?;
        Ok(graph.words(graph.rows.len() as u64))
    }

    fn write(&self, board: &[u64]) -> String {
        graph_text::write(&Graph::of_words(board), true)
    }

    fn has_moves(&self, board: &[u64]) -> bool {
        board[0] > 1
    }

    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason> {
        let graph = Graph::of_words(board);
        let rest = graph.induced(graph.vertices() & !1);
        for neighbour in elements(graph.rows[0]) {
            let left = rooted(&rest, neighbour - 1, moves.budget)?;
            if left.rows.len() > 1 {
                moves.component(left.words(left.rows.len() as u64));
            }
            moves.end()?;
        }
        Ok(())
    }
}
