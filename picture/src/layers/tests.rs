//! Properties of layouts of random graphs.

use proptest::prelude::*;

use std::time::Duration;

use super::order::{Sorter, reduce_crossings};
use super::rows::{Item, Rows};
use super::*;

/// Graphs with lines in all directions, or with lines down only that join.
fn graphs(joined: bool) -> impl Strategy<Value = Layered> {
    let nodes = prop::collection::vec((20.0..120.0f64, 0..7usize), 1..30);
    nodes.prop_flat_map(move |nodes| {
        let count = nodes.len();
        let lines = prop::collection::btree_set((0..count, 0..count), 0..80);
        lines.prop_map(move |pairs| {
            let row = |node: usize| nodes[node].1;
            let mut lines: Vec<(usize, usize)> = Vec::new();
            for (from, to) in pairs {
                let is_new = !lines.contains(&(to, from)) && from != to;
                if is_new && (!joined || row(from) < row(to)) {
                    lines.push((from, to));
                }
            }
            Layered {
                nodes: nodes.clone(),
                lines,
                joined,
                height: 24.0,
                apart: 16.0,
                least_gap: 40.0,
            }
        })
    })
}

fn any_graphs() -> impl Strategy<Value = Layered> {
    prop_oneof![graphs(false), graphs(true)]
}

/// Crossings by definition: pairs of pieces between the same rows in opposite orders.
fn crossings_by_pairs(rows: &Rows) -> u64 {
    let mut crossings = 0;
    for pair in rows.items.windows(2) {
        let place = |row: &[Item], item: Item| row.iter().position(|&other| other == item);
        let pieces: Vec<_> = (pair[0].iter().enumerate())
            .flat_map(|(upper, &item)| {
                let lower = rows.below[item].iter().map(|&l| place(&pair[1], l));
                lower.map(move |lower| (Some(upper), lower))
            })
            .collect();
        for (i, a) in pieces.iter().enumerate() {
            for b in &pieces[i + 1..] {
                let opposite = a.0 < b.0 && a.1 > b.1 || a.0 > b.0 && a.1 < b.1;
                crossings += u64::from(opposite);
            }
        }
    }
    crossings
}

fn lay_out(graph: &Layered, budget: &Budget) -> Result<Layout, Reason> {
    super::lay_out(graph, budget, &mut budget.account())
}

fn check_rows(graph: &Layered, layout: &Layout) -> Result<(), TestCaseError> {
    for (node, &(width, row)) in graph.nodes.iter().enumerate() {
        let (x, y) = layout.centres[node];
        prop_assert!((y - layout.rows[row]).abs() < 1e-9);
        prop_assert!(x - width / 2.0 > -1e-6 && x + width / 2.0 < layout.width + 1e-6);
        for (other, &(other_width, other_row)) in graph.nodes.iter().enumerate().take(node) {
            let distance = (x - layout.centres[other].0).abs();
            let least = f64::midpoint(width, other_width) + graph.apart - 1e-6;
            prop_assert!(other_row != row || distance >= least);
        }
    }
    for pair in layout.rows.windows(2) {
        prop_assert!(pair[1] > pair[0]);
    }
    Ok(())
}

fn check_tracks(graph: &Layered, layout: &Layout) -> Result<(), TestCaseError> {
    let rows: Vec<(f64, usize)> = (layout.centres.iter().map(|&(_, y)| y)).zip(0..).collect();
    for (track, &(from, to)) in layout.tracks.iter().zip(&graph.lines) {
        let down = graph.nodes[from].1 < graph.nodes[to].1;
        prop_assert_eq!(track.below, graph.nodes[from].1 == graph.nodes[to].1);
        let mut heights = vec![layout.centres[from].1];
        heights.extend(track.bends.iter().map(|b| f64::midpoint(b.top, b.bottom)));
        if track.below {
            prop_assert!(track.bends.len() == 1 && heights[1] > heights[0]);
            continue;
        }
        if !track.joins {
            heights.push(layout.centres[to].1);
        }
        let onward = |pair: &[f64]| {
            if down {
                pair[0] < pair[1]
            } else {
                pair[0] > pair[1]
            }
        };
        prop_assert!(heights.windows(2).all(onward));
        // No node is where a line passes.
        for bend in &track.bends {
            let beside = rows
                .iter()
                .filter(|(y, _)| (bend.top..=bend.bottom).contains(y));
            for &(_, node) in beside {
                let distance = (layout.centres[node].0 - bend.x).abs();
                prop_assert!(distance > graph.nodes[node].0 / 2.0);
            }
        }
        if track.joins {
            let meets = track.bends.last();
            let goes_on = |(other, line): (&Track, &(usize, usize))| {
                line.1 == to && !other.joins && other.bends.iter().any(|bend| Some(bend) == meets)
            };
            let mut others = layout.tracks.iter().zip(&graph.lines);
            prop_assert!(others.any(goes_on));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn nodes_do_not_overlap_and_lines_lead_from_row_to_row(graph in any_graphs()) {
        let layout = lay_out(&graph, &Budget::default()).unwrap();
        check_rows(&graph, &layout)?;
        check_tracks(&graph, &layout)?;
        prop_assert_eq!(layout, lay_out(&graph, &Budget::default()).unwrap());
    }

    #[test]
    fn sorting_does_not_add_crossings(graph in any_graphs()) {
        let budget = Budget::default();
        let mut meter = Meter::new(&budget);
        let mut rows = Rows::of(&graph, &mut meter, &mut budget.account()).unwrap();
        let before = Sorter::new(&rows).crossings(&rows, &mut meter).unwrap();
        prop_assert_eq!(before, crossings_by_pairs(&rows));
        let mut unsorted = rows.items.clone();
        reduce_crossings(&mut rows, &mut meter).unwrap();
        let after = Sorter::new(&rows).crossings(&rows, &mut meter).unwrap();
        prop_assert_eq!(after, crossings_by_pairs(&rows));
        prop_assert!(after <= before);
        for (row, unsorted) in rows.items.iter_mut().zip(&mut unsorted) {
            row.sort_unstable();
            unsorted.sort_unstable();
            prop_assert_eq!(row, unsorted);
        }
    }
}

/// Nodes in rows of ten, each connected with all of the next row.
fn dense(nodes: usize) -> Layered {
    let next = |node: usize| (node / 10 + 1) * 10;
    let lines = (0..nodes.saturating_sub(10)).flat_map(|from| {
        let row = next(from)..(next(from) + 10).min(nodes);
        row.map(move |to| (from, to))
    });
    Layered {
        nodes: (0..nodes).map(|node| (30.0, node / 10)).collect(),
        lines: lines.collect(),
        height: 24.0,
        apart: 16.0,
        least_gap: 40.0,
        joined: false,
    }
}

#[test]
fn crossings_of_a_planar_graph_are_removed() {
    // Two rows of a hundred, joined one to one in opposite orders.
    let graph = Layered {
        nodes: (0..200).map(|node| (30.0, node / 100)).collect(),
        lines: (0..100).map(|node| (node, 199 - node)).collect(),
        ..dense(0)
    };
    let layout = lay_out(&graph, &Budget::default()).unwrap();
    for &(from, to) in &graph.lines {
        let (from, to) = (layout.centres[from], layout.centres[to]);
        assert!((from.0 - to.0).abs() < 1e-6);
    }
}

#[test]
fn a_chain_is_straight() {
    // Each of ten nodes leads to all below: the nim heap of size 9.
    let graph = Layered {
        nodes: (0..10).map(|node| (30.0, node)).collect(),
        lines: (0..10)
            .flat_map(|a| (a + 1..10).map(move |b| (a, b)))
            .collect(),
        joined: true,
        ..dense(0)
    };
    let layout = lay_out(&graph, &Budget::default()).unwrap();
    let first = layout.centres[0].0;
    assert!(layout.centres.iter().all(|c| (c.0 - first).abs() < 1e-6));
    for track in layout.tracks.iter().filter(|track| !track.joins) {
        assert!(
            track
                .bends
                .iter()
                .all(|b| (b.x - track.bends[0].x).abs() < 1e-6)
        );
    }
}

#[test]
fn layouts_stop_at_limits() {
    let graph = dense(2000);
    let late = Budget::timeout(Duration::ZERO);
    assert_eq!(lay_out(&graph, &late), Err(Reason::Deadline));
    let small = Budget::default().with_max_memory(1000);
    let needed = lay_out(&graph, &small);
    assert!(matches!(needed, Err(Reason::Memory { limit: 1000, .. })));
    assert!(lay_out(&graph, &Budget::default()).is_ok());
    assert_eq!(lay_out(&dense(0), &late).unwrap().centres, []);
}
