//! Edges side by side: all that lies between two nodes is one cable of strands.

use std::collections::BTreeMap;

use super::super::layers::Clock;
use super::Diagram;
use misere::limits::{Budget, Reason};

/// What an edge takes while cables are made: its entry among the pairs, a list of strands, and its
/// cable.
const EDGE: usize = 256;

/// The strands between two nodes.
pub(super) struct Cable {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) strands: Vec<Strand>,
}

/// One line between two nodes.
pub(super) struct Strand {
    /// Its kind.
    pub(super) line: usize,
    pub(super) way: Way,
}

/// The cables, and the kinds of lines from each node to itself.
type Cables = (Vec<Cable>, BTreeMap<usize, Vec<usize>>);

/// Where a strand leads, seen from the beginning of the cable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    There,
    Back,
    /// An edge each way: drawn as one line without an arrowhead.
    Both,
}

impl Diagram {
    /// The cables, by ascending ends, and the kinds of lines from each node to itself.
    pub(super) fn cables(&self, budget: &Budget) -> Result<Cables, Reason> {
        let mut clock = Clock::new(budget);
        clock.afford(self.edges.len().saturating_mul(EDGE))?;
        let mut loops: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut pairs: BTreeMap<(usize, usize), BTreeMap<usize, Way>> = BTreeMap::new();
        for edge in self.drawn_edges() {
            clock.tick()?;
            let (from, to) = (edge.from, edge.to);
            if from == to {
                let lines = loops.entry(from).or_default();
                if !lines.contains(&edge.line) {
                    lines.push(edge.line);
                }
                continue;
            }
            let way = if from < to { Way::There } else { Way::Back };
            let pair = pairs.entry((from.min(to), from.max(to))).or_default();
            pair.entry(edge.line)
                .and_modify(|known| {
                    if *known != way {
                        *known = Way::Both;
                    }
                })
                .or_insert(way);
        }
        let cables = pairs.into_iter().map(|((from, to), strands)| {
            let turned = strands.values().all(|&way| way == Way::Back);
            let strands = strands.into_iter().map(|(line, way)| Strand {
                line,
                way: if turned { Way::There } else { way },
            });
            let strands = strands.collect();
            if turned {
                Cable {
                    from: to,
                    to: from,
                    strands,
                }
            } else {
                Cable { from, to, strands }
            }
        });
        Ok((cables.collect(), loops))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Kind, Line, Node, Shape};
    use super::*;

    #[test]
    fn edges_between_two_nodes_are_one_cable() {
        let mut diagram = Diagram::new("");
        diagram.kinds.push(Kind::new("", None, Shape::Pill));
        for rank in 0..3 {
            diagram.nodes.push(Node {
                label: String::new(),
                detail: String::new(),
                kind: 0,
                rank,
            });
        }
        for label in ["a", "b"] {
            diagram.lines.push(Line {
                label: label.into(),
                name: label.into(),
            });
        }
        for (from, to, line) in [
            (0, 1, 0),
            (1, 0, 0),
            (1, 0, 1),
            (2, 1, 1),
            (2, 2, 0),
            (2, 2, 0),
            (9, 0, 0),
            (0, 1, 7),
        ] {
            diagram.edges.push(Edge { from, to, line });
        }
        let (cables, loops) = diagram.cables(&Budget::default()).unwrap();
        let shown: Vec<_> = cables
            .iter()
            .map(|c| {
                let strands = c.strands.iter().map(|s| (s.line, s.way));
                (c.from, c.to, strands.collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(
            shown,
            [
                (0, 1, vec![(0, Way::Both), (1, Way::Back)]),
                (2, 1, vec![(1, Way::There)])
            ]
        );
        assert_eq!(loops.into_iter().collect::<Vec<_>>(), [(2, vec![0])]);
    }
}
