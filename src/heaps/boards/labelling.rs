//! Canonical labellings of small graphs and posets: isomorphic ones become equal.
//!
//! Individualisation and refinement, after B. D. McKay, Practical graph isomorphism (1981): cells of
//! vertices are split by the numbers of their neighbours until that splits nothing more; then one
//! vertex of a cell is set apart, each in turn. Every way down to cells of one vertex gives a
//! labelled form, and the least form is canonical. Vertices that an automorphism takes to one that
//! was tried are left out.
//!
//! The search ends after [`MOST_REFINEMENTS`], which very regular graphs need. The result is then still
//! the graph with other labels, but isomorphic graphs may differ: that costs memory, never a value.

use std::collections::VecDeque;

use smallvec::SmallVec;

use crate::limits::{Budget, Reason, Ticker};

/// The number of refinements after which no more branches are begun: a tenth of a second for the largest
/// graphs.
const MOST_REFINEMENTS: usize = 2000;

/// A set of vertices.
pub(super) type Set = u128;

/// The most vertices of a graph.
pub(super) const MOST_VERTICES: usize = Set::BITS as usize;

/// Iterates over the elements of a set, ascending.
pub(super) fn elements(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

/// A binary relation on vertices: to which others each points.
#[derive(Clone, Copy)]
pub(super) struct Relation<'a> {
    pub(super) out: &'a [Set],
    /// The reversed relation; none if it is the same.
    pub(super) into: Option<&'a [Set]>,
}

/// A node of the search: cells that are refined, and the vertices of one cell to set apart.
struct Node {
    cells: Vec<Set>,
    candidates: Set,
    tried: Set,
    /// The vertex that is set apart below this node.
    chosen: usize,
}

/// The least form so far: its rows and the vertices in their new order.
struct Least {
    form: Vec<Set>,
    order: Vec<usize>,
}

impl Relation<'_> {
    /// Returns the vertices in canonical order. If a root is given it comes first.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(super) fn canonical_order(
        &self,
        root: Option<usize>,
        budget: &Budget,
    ) -> Result<Vec<usize>, Reason> {
        let count = self.out.len();
        let all = if count == MOST_VERTICES {
            Set::MAX
        } else {
            (1 << count) - 1
        };
        let root = root.map_or(0, |root| 1 << root);
        let cells = [root, all & !root].into_iter().filter(|&cell| cell != 0);
        let mut cells: Vec<Set> = cells.collect();
        self.refine(&mut cells.clone().into(), &mut cells);
        let mut least: Option<Least> = None;
        let mut automorphisms: Vec<Vec<usize>> = Vec::new();
        let mut refinements = 0;
        let mut ticker = Ticker::default();
        let mut path = vec![Node::new(cells)];
        while let Some(node) = path.last() {
            ticker.tick_for(count, budget)?;
            if node.candidates == 0 && node.tried == 0 {
                let order: Vec<usize> =
                    node.cells.iter().flat_map(|&cell| elements(cell)).collect();
                let form = self.form(&order);
                match &mut least {
                    Some(least) if least.form == form => {
                        let mut image = vec![0; count];
                        for (&from, &to) in least.order.iter().zip(&order) {
                            image[from] = to;
                        }
                        automorphisms.push(image);
                    }
                    Some(least) if least.form < form => {}
                    _ => least = Some(Least { form, order }),
                }
                path.pop();
                continue;
            }
            let depth = path.len() - 1;
            let next = self.next_candidate(&path, &automorphisms);
            let node = &mut path[depth];
            let Some(next) = next.filter(|_| node.tried == 0 || refinements < MOST_REFINEMENTS)
            else {
                path.pop();
                continue;
            };
            node.candidates &= !(1 << next);
            node.tried |= 1 << next;
            node.chosen = next;
            let alone: Set = 1 << next;
            let mut cells = node.cells.clone();
            if let Some(at) = cells.iter().position(|cell| cell & alone != 0) {
                let rest = cells[at] & !alone;
                cells.splice(at..=at, [alone, rest]);
            }
            self.refine(&mut VecDeque::from([alone]), &mut cells);
            refinements += 1;
            path.push(Node::new(cells));
        }
        Ok(least.map_or_else(Vec::new, |least| least.order))
    }

    /// The first candidate of the last node that no known automorphism takes to one that was tried.
    fn next_candidate(&self, path: &[Node], automorphisms: &[Vec<usize>]) -> Option<usize> {
        let (node, above) = path.split_last()?;
        let mut orbits = node.tried;
        if node.tried != 0 {
            // Those that fix what was set apart above map the search below this node to itself.
            let fixing: Vec<&Vec<usize>> = automorphisms
                .iter()
                .filter(|image| above.iter().all(|node| image[node.chosen] == node.chosen))
                .collect();
            let mut size = 0;
            while size != orbits.count_ones() {
                size = orbits.count_ones();
                for image in &fixing {
                    for vertex in elements(orbits) {
                        orbits |= 1 << image[vertex];
                    }
                }
            }
        }
        let fresh = elements(node.candidates & !orbits);
        fresh
            .into_iter()
            .find(|&v| !elements(node.tried).any(|tried| self.are_twins(v, tried)))
    }

    /// Whether exchanging two vertices changes nothing.
    fn are_twins(&self, v: usize, w: usize) -> bool {
        let others = !(1 << v | 1 << w);
        let same = |rows: &[Set]| rows[v] & others == rows[w] & others;
        let mutual = (self.out[v] >> w & 1) == (self.out[w] >> v & 1);
        mutual && same(self.out) && self.into.is_none_or(same)
    }

    /// Splits cells by the numbers of neighbours in the queued sets, until nothing changes.
    fn refine(&self, queue: &mut VecDeque<Set>, cells: &mut Vec<Set>) {
        while let Some(splitter) = queue.pop_front() {
            if cells.len() == self.out.len() {
                return;
            }
            let mut at = 0;
            while at < cells.len() {
                let cell = cells[at];
                at += 1;
                if cell.is_power_of_two() {
                    continue;
                }
                let mut groups: SmallVec<[(u32, Set); 8]> = SmallVec::new();
                for vertex in elements(cell) {
                    let out = (self.out[vertex] & splitter).count_ones();
                    let into = self
                        .into
                        .map_or(0, |into| (into[vertex] & splitter).count_ones());
                    let count = out << 8 | into;
                    match groups.iter_mut().find(|(known, _)| *known == count) {
                        Some((_, group)) => *group |= 1 << vertex,
                        None => groups.push((count, 1 << vertex)),
                    }
                }
                if groups.len() > 1 {
                    groups.sort_unstable();
                    queue.extend(groups.iter().map(|&(_, group)| group));
                    let more = groups.len() - 1;
                    cells.splice(at - 1..at, groups.iter().map(|&(_, group)| group));
                    at += more;
                }
            }
        }
    }

    /// The rows of the relation with its vertices in this order.
    pub(super) fn form(&self, order: &[usize]) -> Vec<Set> {
        let mut place = vec![0; self.out.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        let row = |&old: &usize| elements(self.out[old]).fold(0, |row, to| row | 1 << place[to]);
        order.iter().map(row).collect()
    }
}

impl Node {
    /// Chooses the smallest cell of several vertices, the first of those.
    fn new(cells: Vec<Set>) -> Self {
        let several = cells.iter().copied().filter(|cell| cell & (cell - 1) != 0);
        let candidates = several.min_by_key(|cell| cell.count_ones()).unwrap_or(0);
        Self {
            cells,
            candidates,
            tried: 0,
            chosen: 0,
        }
    }
}
