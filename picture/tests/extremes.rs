//! Pictures with the largest and the smallest numbers.

use std::time::Duration;

use misere::limits::Budget;
use misere_picture::{Axis, Chart, Diagram, Edge, Node, Series};

fn modest() -> Budget {
    Budget::timeout(Duration::from_millis(100))
        .with_max_nodes(1_000)
        .with_max_memory(16 << 20)
}

#[test]
fn extreme_numbers_do_not_panic() {
    let extremes = [
        f64::NAN,
        f64::INFINITY,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        0.0,
    ];
    for axis in [Axis::linear("x"), Axis::logarithmic("x")] {
        let mut chart = Chart::new(axis.clone(), axis);
        for x in extremes {
            let points = extremes.map(|y| (x, y)).into();
            chart.series.push(Series {
                name: String::new(),
                points,
            });
        }
        assert!(chart.to_string().starts_with("<svg"));
    }
    let mut diagram = Diagram::new("");
    assert!(diagram.svg(&modest()).is_ok());
    for rank in [0, usize::MAX] {
        let (label, detail) = (String::new(), String::new());
        diagram.nodes.push(Node {
            label,
            detail,
            kind: usize::MAX,
            rank,
        });
    }
    for (from, to) in [(0, 0), (0, 1), (1, 0), (2, usize::MAX)] {
        diagram.edges.push(Edge {
            from,
            to,
            line: usize::MAX,
        });
        diagram.edges.push(Edge { from, to, line: 0 });
    }
    assert!(diagram.svg(&modest()).is_ok());
    assert!(diagram.dot("").to_string().contains("digraph"));
}
