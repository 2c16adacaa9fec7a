//! The Cayley graph of a quotient as a diagram.

use misere::answer::{Letters, extent};
use misere::quotient::{Element, Quotient};
use misere_picture::{Ascent, Diagram, Edge, Kind, Line, Node, Shape};

use super::formula::monomial;

/// The elements of the quotient by the lengths of their shortest words, and the edges x → xg for each
/// generator g.
pub fn cayley_graph(quotient: &Quotient, title: &str) -> Diagram {
    let all: Vec<usize> = (0..quotient.generators().len()).collect();
    cayley_graph_by(quotient, &all, title)
}

/// The same with the edges of these generators only, by their numbers. The elements stay in the rows of
/// their shortest words in all generators.
///
/// # Panics
/// If there is no generator of such a number.
pub fn cayley_graph_by(quotient: &Quotient, generators: &[usize], title: &str) -> Diagram {
    let monoid = quotient.monoid();
    let names = Letters::compact(quotient);
    let mut diagram = Diagram::new(title);
    diagram.ascent = Ascent::Down;
    diagram.arrows = true;
    diagram.typeset = Some(monomial);
    diagram.kinds = vec![
        Kind::new("the identity", Some('N'), Shape::Ring),
        Kind::new("value of N-positions", Some('N'), Shape::Pill),
        Kind::new("value of P-positions", Some('P'), Shape::Block),
    ];
    let lengths = word_lengths(quotient);
    for (x, &rank) in monoid.elements().zip(&lengths) {
        let is_p = monoid.is_p(x);
        let outcome = if is_p { "P" } else { "N" };
        diagram.nodes.push(Node {
            label: names.element(x),
            detail: format!(
                "{} = {}, {outcome}",
                names.element(x),
                quotient.least_sum(x)
            ),
            kind: match (x, is_p) {
                (_, true) => 2,
                (0, false) => 0,
                _ => 1,
            },
            rank,
        });
        for (line, &generator) in generators.iter().enumerate() {
            diagram.edges.push(Edge {
                from: x as usize,
                to: monoid.times_generator(x, generator) as usize,
                line,
            });
        }
    }
    for &generator in generators {
        let heap = quotient.generators()[generator];
        let label = names.generator(generator);
        let name = format!("{label} = heap {heap}");
        diagram.lines.push(Line { label, name });
    }
    let heaps = extent(quotient);
    let by = if generators.len() < quotient.generators().len() {
        let by: Vec<&str> = diagram.lines.iter().map(|line| &*line.label).collect();
        format!(" by {}", by.join(", "))
    } else {
        String::new()
    };
    diagram.subtitle = format!(
        "Cayley graph of the misère quotient{by}, {heaps}: order {}, P-values {}",
        quotient.order(),
        quotient.p_order()
    );
    let read =
        "An arrow leads from x to x times the generator; a line without one leads both ways.";
    diagram.remarks.push(read.into());
    diagram
}

/// Returns the length of the shortest word for each element.
fn word_lengths(quotient: &Quotient) -> Vec<usize> {
    let monoid = quotient.monoid();
    let mut lengths = vec![usize::MAX; monoid.order()];
    let mut reached: Vec<Element> = vec![0];
    lengths[0] = 0;
    let mut next = 0;
    while let Some(&x) = reached.get(next) {
        next += 1;
        for generator in 0..monoid.generator_count() {
            let y = monoid.times_generator(x, generator);
            if lengths[y as usize] == usize::MAX {
                lengths[y as usize] = lengths[x as usize] + 1;
                reached.push(y);
            }
        }
    }
    lengths
}
