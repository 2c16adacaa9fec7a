//! The part lattice of a game as a diagram.

use std::cmp::Reverse;

use misere::parts::{PartEdge, PartLattice};
use misere_picture::{Ascent, Diagram, Edge, Kind, Line, Node, Shape};

use super::formula::formula;
use super::label::{letters, shortened};

/// A part with a longer form is labelled by a sum of primes.
const LONGEST_LABEL: usize = 12;
/// A prime with a longer form is a letter at its lines.
const LONGEST_SIGN: usize = 3;
/// A longer form of a prime is cut in the legend.
const LONGEST_NAME: usize = 60;

/// The maximum number of characters of the description of a part.
const LONGEST_DETAIL: usize = 300;

/// Draws the even parts by the number of primes that lead to them, with an edge S → S + P for each
/// prime P. `names` has the parts in writing; `all_in_full` keeps long ones as they are.
pub fn part_lattice(
    lattice: &PartLattice,
    names: &[String],
    all_in_full: bool,
    title: &str,
) -> Diagram {
    let parts = lattice.parts();
    let primes: Vec<usize> = (lattice.primes().iter())
        .filter_map(|prime| parts.iter().position(|part| part == prime))
        .collect();
    let short = |&prime: &usize| names[prime].chars().count() <= LONGEST_SIGN;
    let in_full = all_in_full || primes.iter().all(short);
    let ranks = ranks(lattice);
    let mut diagram = Diagram::new(title);
    diagram.ascent = Ascent::Up;
    diagram.typeset = Some(formula);
    diagram.kinds = vec![
        Kind::new("prime", None, Shape::Block),
        Kind::new("composite, or 0", None, Shape::Pill),
    ];
    let sums = sums(lattice, &ranks);
    for (number, name) in names.iter().enumerate() {
        let is_short = name.chars().count() <= LONGEST_LABEL;
        let is_prime = primes.contains(&number);
        let sum = &sums[number];
        let label = match (in_full, is_short, is_prime) {
            (true, ..) | (_, true, false) => name.clone(),
            (_, true, true) => format!("{sum} = {name}"),
            _ => sum.clone(),
        };
        let is_whole = in_full || name == "0";
        diagram.nodes.push(Node {
            detail: if is_whole {
                String::new()
            } else {
                format!("{sum} = {}", shortened(name, LONGEST_DETAIL))
            },
            label,
            kind: usize::from(!is_prime),
            rank: ranks[number],
        });
    }
    for (number, &prime) in primes.iter().enumerate() {
        let name = &names[prime];
        diagram.lines.push(if in_full {
            Line {
                label: format!("+{name}"),
                name: format!("+{name}"),
            }
        } else {
            let label = letters(number);
            let name = format!("{label} = {}", shortened(name, LONGEST_NAME));
            Line { label, name }
        });
    }
    let edges = lattice.edges().map(|edge| Edge {
        from: edge.from,
        to: edge.to,
        line: edge.prime,
    });
    diagram.edges = edges.collect();
    let (parts, primes) = (parts.len(), primes.len());
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    diagram.subtitle = format!(
        "part lattice: {parts} even part{}, {primes} prime{} among them",
        plural(parts),
        plural(primes)
    );
    if !diagram.edges.is_empty() {
        let read = "A line leads up from a part to its sum with a prime.";
        diagram.remarks.push(read.into());
    }
    diagram
}

/// Returns the greatest number of primes on a path from 0 to each part.
fn ranks(lattice: &PartLattice) -> Vec<usize> {
    let mut ranks = vec![0; lattice.parts().len()];
    // Parts are in structural order, but S + P may come before S: repeat until nothing changes.
    loop {
        let mut changed = false;
        for edge in lattice.edges() {
            let least = ranks[edge.from] + 1;
            let rank = &mut ranks[edge.to];
            if *rank < least {
                *rank = least;
                changed = true;
            }
        }
        if !changed {
            return ranks;
        }
    }
}

/// Writes each part as a sum of as many primes, in letters, as its rank.
fn sums(lattice: &PartLattice, ranks: &[usize]) -> Vec<String> {
    let mut primes: Vec<Vec<usize>> = vec![Vec::new(); ranks.len()];
    let mut edges: Vec<PartEdge> = lattice.edges().collect();
    edges.sort_by_key(|edge| (ranks[edge.from], edge.from, Reverse(edge.prime)));
    for PartEdge { from, to, prime } in edges {
        if ranks[to] == ranks[from] + 1 && primes[to].is_empty() {
            let mut sum = primes[from].clone();
            sum.push(prime);
            sum.sort_unstable();
            primes[to] = sum;
        }
    }
    let written = primes.into_iter().map(|sum| {
        let letters: Vec<String> = sum.into_iter().map(letters).collect();
        letters.join("+")
    });
    written.collect()
}
