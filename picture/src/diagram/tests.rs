//! Properties of written diagrams.

use misere::limits::{Budget, Reason};

use super::{Diagram, Edge, Kind, Line, Node, Shape};

/// A chain of this many nodes of ascending ranks, each labelled with its number.
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
fn edges_out_of_range_are_not_drawn() {
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
fn lines_join_only_if_all_lead_down() {
    let mut diagram = chain(4);
    diagram.joined = true;
    for (from, to) in [(3, 0), (2, 0), (3, 2)] {
        diagram.edges.push(Edge { from, to, line: 0 });
    }
    let joined = svg(&diagram);
    assert!(joined.contains("<g class=\"line\""));
    // Among joined lines, an edge that leads up would be mistaken for one that leads down.
    diagram.edges.push(Edge {
        from: 1,
        to: 2,
        line: 0,
    });
    assert!(!svg(&diagram).contains("<g class=\"line\""));
}

#[test]
fn diagrams_stop_at_limits() {
    let mut diagram = chain(200);
    for from in 0..200 {
        let edges = (0..from).map(|to| Edge { from, to, line: 0 });
        diagram.edges.extend(edges);
    }
    let small = Budget::default().with_max_memory(1 << 20);
    assert!(matches!(diagram.svg(&small), Err(Reason::Memory { .. })));
    assert_eq!(small.held(), 0);
    assert!(matches!(
        diagram.reserve(10, 1_000_000, &small),
        Err(Reason::Memory { .. })
    ));
    diagram.reserve(100, 1000, &small).unwrap();
    assert!(small.held() > 1000 * size_of::<Edge>());
    drop(diagram);
    assert_eq!(small.held(), 0);
}

#[test]
fn a_graph_gives_the_diagram_of_its_nodes_and_edges() {
    let graph = petgraph::graph::DiGraph::<&str, usize>::from_edges([(0, 1, 2), (1, 1, 0)]);
    let node = |number: petgraph::graph::NodeIndex, _: &&str| Node {
        label: number.index().to_string(),
        detail: String::new(),
        kind: 0,
        rank: number.index(),
    };
    let diagram = Diagram::from_graph("", &graph, node, |_, &line| line);
    let edges = [(0, 1, 2), (1, 1, 0)].map(|(from, to, line)| Edge { from, to, line });
    assert_eq!(diagram.edges, edges);
    assert_eq!(diagram.nodes[1].label, "1");
}
