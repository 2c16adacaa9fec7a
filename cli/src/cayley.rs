//! The Cayley graph of a quotient as a diagram.

use misere::answer::{Letters, extent};
use misere::quotient::{Element, Quotient};
use misere_picture::{Ascent, Diagram, Edge, Kind, Line, Node, Shape};

/// The elements of the quotient by the lengths of their shortest words, and the edges x → xg for each
/// generator g.
pub(super) fn diagram(quotient: &Quotient, title: &str) -> Diagram {
    let monoid = quotient.monoid();
    let names = Letters::compact(quotient);
    let mut diagram = Diagram::new(title);
    diagram.ascent = Ascent::Down;
    diagram.arrows = true;
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
        for line in 0..monoid.generator_count() {
            diagram.edges.push(Edge {
                from: x as usize,
                to: monoid.times_generator(x, line) as usize,
                line,
            });
        }
    }
    for (line, heap) in quotient.generators().iter().enumerate() {
        let label = names.generator(line);
        let name = format!("{label} = heap {heap}");
        diagram.lines.push(Line { label, name });
    }
    let heaps = extent(quotient);
    diagram.subtitle = format!(
        "Cayley graph of the misère quotient, {heaps}: order {}, P-values {}",
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
