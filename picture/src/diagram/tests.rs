//! Diagrams as they are written.

use misere::limits::Budget;

use super::{Diagram, Edge, Kind, Line, Node, Shape};

/// So many nodes in a chain of ranks, each labelled with its number.
fn chain(count: usize) -> Diagram {
    let mut diagram = Diagram::new("<chain>");
    diagram.kinds.push(Kind::new("<kind>", None, Shape::Pill));
    for rank in 0..count {
        diagram.nodes.push(Node {
            label: format!("<{rank}>"),
            detail: "<detail>".into(),
            kind: 0,
            rank,
        });
    }
    diagram
}

fn svg(diagram: &Diagram) -> String {
    diagram.svg(&Budget::default()).unwrap()
}

#[test]
fn text_is_escaped_everywhere() {
    let mut diagram = chain(2);
    diagram.subtitle = "<subtitle>".into();
    diagram.ranks = "<ranks>".into();
    diagram.remarks.push("<remark>".into());
    diagram.names.push(("<name>".into(), "<meaning>".into()));
    for name in ["<line>", "<other>"] {
        diagram.lines.push(Line {
            label: name.into(),
            name: name.into(),
        });
    }
    diagram.edges.push(Edge {
        from: 0,
        to: 1,
        line: 0,
    });
    diagram.edges.push(Edge {
        from: 1,
        to: 1,
        line: 1,
    });
    let svg = svg(&diagram);
    for text in [
        "chain", "kind", "0", "1", "subtitle", "ranks", "remark", "name", "meaning", "line",
        "other",
    ] {
        assert!(svg.contains(&format!("&lt;{text}&gt;")), "{text}");
    }
    assert_eq!(svg.matches("&lt;detail&gt;").count(), 2);
}

#[test]
fn what_does_not_exist_is_not_drawn() {
    let empty = svg(&Diagram::default());
    assert!(empty.starts_with("<svg") && !empty.contains("NaN") && !empty.contains("inf"));
    let mut diagram = chain(2);
    diagram.nodes[0].kind = 9;
    let plain = svg(&diagram);
    for (from, to, line) in [(0, 2, 0), (2, 0, 0), (0, 1, 1), (usize::MAX, 1, 0)] {
        diagram.edges.push(Edge { from, to, line });
    }
    assert_eq!(svg(&diagram), plain);
}

#[test]
fn lines_join_only_where_that_is_clear() {
    let mut diagram = chain(4);
    diagram.joined = true;
    for (from, to) in [(3, 0), (2, 0), (3, 2)] {
        diagram.edges.push(Edge { from, to, line: 0 });
    }
    let joined = svg(&diagram);
    assert!(joined.contains("<g class=\"line\""));
    // An edge that leads up would be read as one that leads down.
    diagram.edges.push(Edge {
        from: 1,
        to: 2,
        line: 0,
    });
    assert!(!svg(&diagram).contains("<g class=\"line\""));
}
