//! Bundles: the edges between two nodes are drawn side by side.

use std::collections::BTreeMap;

use misere::limits::{Account, Budget, Meter, Reason};

use super::Diagram;

/// The bytes of an edge while bundles are made: its entry among the pairs, a list of strands, and its
/// bundle.
const EDGE: usize = 256;

/// The lines between two nodes.
pub(super) struct Bundle {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) strands: Vec<Strand>,
}

/// One line between two nodes.
pub(super) struct Strand {
    /// The kind of line.
    pub(super) line: usize,
    pub(super) direction: Direction,
}

/// The bundles, and the kinds of lines from each node to itself.
type Bundles = (Vec<Bundle>, BTreeMap<usize, Vec<usize>>);

/// The direction of a strand, relative to the bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
    /// An edge in each direction: drawn as one line without an arrowhead.
    Both,
}

impl Diagram {
    /// Returns the bundles, by ascending ends, and the kinds of lines from each node to itself.
    pub(super) fn bundles(
        &self,
        budget: &Budget,
        account: &mut Account,
    ) -> Result<Bundles, Reason> {
        account.add(self.edges.len().saturating_mul(EDGE))?;
        let mut meter = Meter::new(budget);
        let mut loops: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        let mut pairs: BTreeMap<(usize, usize), BTreeMap<usize, Direction>> = BTreeMap::new();
        for edge in self.drawn_edges() {
            meter.tick()?;
            let (from, to) = (edge.from, edge.to);
            if from == to {
                let lines = loops.entry(from).or_default();
                if !lines.contains(&edge.line) {
                    lines.push(edge.line);
                }
                continue;
            }
            let direction = if from < to {
                Direction::Forward
            } else {
                Direction::Backward
            };
            let pair = pairs.entry((from.min(to), from.max(to))).or_default();
            pair.entry(edge.line)
                .and_modify(|known| {
                    if *known != direction {
                        *known = Direction::Both;
                    }
                })
                .or_insert(direction);
        }
        let bundles = pairs.into_iter().map(|((from, to), strands)| {
            let turned = strands
                .values()
                .all(|&direction| direction == Direction::Backward);
            let strands = strands.into_iter().map(|(line, direction)| Strand {
                line,
                direction: if turned {
                    Direction::Forward
                } else {
                    direction
                },
            });
            let strands = strands.collect();
            if turned {
                Bundle {
                    from: to,
                    to: from,
                    strands,
                }
            } else {
                Bundle { from, to, strands }
            }
        });
        Ok((bundles.collect(), loops))
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
        let budget = Budget::default();
        let (bundles, loops) = diagram.bundles(&budget, &mut budget.account()).unwrap();
        let shown: Vec<_> = bundles
            .iter()
            .map(|c| {
                let strands = c.strands.iter().map(|s| (s.line, s.direction));
                (c.from, c.to, strands.collect::<Vec<_>>())
            })
            .collect();
        assert_eq!(
            shown,
            [
                (0, 1, vec![(0, Direction::Both), (1, Direction::Backward)]),
                (2, 1, vec![(1, Direction::Forward)])
            ]
        );
        assert_eq!(loops.into_iter().collect::<Vec<_>>(), [(2, vec![0])]);
    }
}
