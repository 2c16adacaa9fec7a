//! Node Kayles and Arc Kayles.

use super::graph::Graph;
use super::graph_text;
use super::interner::Words;
use super::labelling::{Set, elements};
use super::{BoardGame, Moves};
use crate::heaps::entry::RulesetError;
use crate::limits::{Budget, Reason};

const SCHAEFER: &str =
    "T. J. Schaefer, On the complexity of some two-person perfect-information games (1978)";

/// Take a vertex and all its neighbours.
pub(super) struct NodeKayles;

/// Take an edge and all edges that meet it: two adjacent vertices.
pub(super) struct ArcKayles;

/// Reads a graph; its rank is the number of vertices that `of_use` leaves.
fn read(text: &str, of_use: impl Fn(&Graph) -> Set) -> Result<Words, RulesetError> {
    let graph = graph_text::read(text)?;
    canonical(&graph, of_use(&graph), &Budget::default())
        .map_err(|reason| RulesetError::new(reason.to_string(), 0..text.len()))
}

fn canonical(graph: &Graph, within: Set, budget: &Budget) -> Result<Words, Reason> {
    let graph = graph.induced(within).canonical(None, budget)?;
    Ok(graph.words(graph.rows.len() as u64))
}

/// The vertices that have an edge.
fn with_edges(graph: &Graph) -> Set {
    let meets = graph.rows.iter().enumerate().filter(|&(_, &row)| row != 0);
    meets.fold(0, |all, (v, _)| all | 1 << v)
}

/// Adds the components of what a move leaves, without those of fewer than `least` vertices.
fn add(moves: &mut Moves<'_>, graph: &Graph, rest: Set, least: u32) -> Result<(), Reason> {
    for component in graph.components(rest) {
        if component.count_ones() >= least {
            let words = canonical(graph, component, moves.budget)?;
            moves.component(words);
        }
    }
    moves.end()
}

impl BoardGame for NodeKayles {
    fn name(&self) -> &'static str {
        "node-kayles"
    }

    fn rule(&self) -> &'static str {
        "take a vertex of a graph and all its neighbours"
    }

    fn known(&self) -> &'static [&'static str] {
        &[
            "on a path it is Dawson's Chess, 0.137, with as many pawns as vertices",
            "deciding who wins is PSPACE-complete (Schaefer)",
        ]
    }

    fn source(&self) -> &'static str {
        SCHAEFER
    }

    fn example(&self) -> &'static str {
        "path:7"
    }

    fn read(&self, text: &str) -> Result<Words, RulesetError> {
        read(text, Graph::vertices)
    }

    fn write(&self, board: &[u64]) -> String {
        graph_text::write(&Graph::of_words(board), false)
    }

    fn has_moves(&self, board: &[u64]) -> bool {
        board[0] > 0
    }

    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason> {
        let graph = Graph::of_words(board);
        let all = graph.vertices();
        for v in elements(all) {
            add(moves, &graph, all & !graph.rows[v] & !(1 << v), 1)?;
        }
        Ok(())
    }
}

impl BoardGame for ArcKayles {
    fn name(&self) -> &'static str {
        "arc-kayles"
    }

    fn rule(&self) -> &'static str {
        "take an edge of a graph and all edges that meet it"
    }

    fn known(&self) -> &'static [&'static str] {
        &[
            "on a path it is Dawson's Kayles, 0.07, with as many pins as vertices",
            "on a grid it is Cram",
        ]
    }

    fn source(&self) -> &'static str {
        SCHAEFER
    }

    fn example(&self) -> &'static str {
        "petersen"
    }

    fn read(&self, text: &str) -> Result<Words, RulesetError> {
        read(text, with_edges)
    }

    fn write(&self, board: &[u64]) -> String {
        graph_text::write(&Graph::of_words(board), false)
    }

    fn has_moves(&self, board: &[u64]) -> bool {
        board[0] > 0
    }

    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason> {
        let graph = Graph::of_words(board);
        let all = graph.vertices();
        for (v, w) in graph.edges() {
            add(moves, &graph, all & !(1 << v) & !(1 << w), 2)?;
        }
        Ok(())
    }
}
