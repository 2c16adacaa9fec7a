//! Games on boards: misère forms and nim values of Cram and of graphs.
//!
//! `cargo bench --bench boards`; docs/boards.md has the figures.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use misere::game::Universe;
use misere::heaps::{HeapGames, ruleset};
use misere::limits::Budget;
use misere::nim::Definition;

/// Computes the canonical form of a board from nothing: a ruleset that nobody else uses has an empty
/// store.
fn form(name: &str, board: &str) -> usize {
    let game = ruleset(name).unwrap();
    let position = game.read_position(board).unwrap().unwrap();
    let mut u = Universe::new();
    black_box(HeapGames::new(&*game).value(&mut u, position).unwrap());
    u.nodes()
}

/// Computes the nim value of a board from nothing.
fn nim_value(name: &str, board: &str) {
    let game = ruleset(name).unwrap();
    let position = game.read_position(board).unwrap().unwrap();
    let mut values = Definition::new(&*game).unwrap();
    black_box(values.value(position, &Budget::default()).unwrap());
}

fn boards(c: &mut Criterion) {
    let mut group = c.benchmark_group("boards");
    group.sample_size(10);
    for (name, board) in [
        ("cram", "4x4"),
        ("cram", "4x5"),
        ("arc-kayles", "grid:4x5"),
        ("node-kayles", "grid:5x5"),
        ("node-kayles", "petersen"),
        ("hackenbush", "grid:3x3"),
        ("vertex-geography", "grid:4x4"),
        ("chomp", "6x8"),
    ] {
        group.bench_function(format!("form of {name}({board})"), |b| {
            b.iter(|| form(name, board));
        });
    }
    for (name, board) in [("cram", "4x6"), ("chomp", "9x9")] {
        group.bench_function(format!("nim value of {name}({board})"), |b| {
            b.iter(|| nim_value(name, board));
        });
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
