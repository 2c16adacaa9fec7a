//! Canonical forms of heaps, compared with sums remembered as pairs of games.
//!
//! `cargo bench --bench heaps`; docs/performance.md has the figures.

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use misere::game::{Game, Universe};
use misere::genus::{GenusSequence, TamePairs};
use misere::heaps::{HeapGames, Position, Ruleset, ruleset};
use misere::limits::Budget;

/// Computes the forms of all heaps up to one, and returns the number of games.
fn forms(game: &dyn Ruleset, to: u64) -> usize {
    let mut u = Universe::new();
    let mut games = HeapGames::new(game);
    for heap in game.smallest()..=to {
        black_box(games.value(&mut u, Position::heap(heap)).unwrap());
    }
    u.nodes()
}

/// The reference: G + H = {G' + H, G + H'}, with a table of pairs.
#[derive(Default)]
struct Pairs {
    universe: Universe,
    sums: HashMap<(Game, Game), Game>,
}

impl Pairs {
    fn sum(&mut self, g: Game, h: Game) -> Game {
        if let Some(&known) = self.sums.get(&(g, h)).or_else(|| self.sums.get(&(h, g))) {
            return known;
        }
        let (left, right): (Vec<Game>, Vec<Game>) = (
            self.universe.options(g).collect(),
            self.universe.options(h).collect(),
        );
        let mut options: Vec<Game> = left.into_iter().map(|o| self.sum(o, h)).collect();
        options.extend(
            right
                .into_iter()
                .map(|o| self.sum(g, o))
                .collect::<Vec<_>>(),
        );
        let sum = self.universe.set(options).unwrap();
        self.sums.insert((g, h), sum);
        sum
    }

    fn forms(mut self, game: &dyn Ruleset, to: u64) -> usize {
        let first = game.smallest();
        let mut values: Vec<Game> = Vec::new();
        for heap in first..=to {
            let mut options = Vec::new();
            for option in game.options(Position::heap(heap)) {
                let mut total = self.universe.zero();
                for (part, copies) in option.iter() {
                    let value = values[usize::try_from(part.size() - first).unwrap()];
                    for _ in 0..copies {
                        total = self.sum(total, value);
                    }
                }
                options.push(total);
            }
            values.push(self.universe.set(options).unwrap());
        }
        self.universe.nodes()
    }
}

fn canonical_forms(c: &mut Criterion) {
    let mut group = c.benchmark_group("canonical forms");
    group.sample_size(10);
    for (name, to) in [
        ("0.77", 60),
        ("0.07", 106),
        ("grundy", 110),
        ("cut{1,2}", 54),
        ("divide-and-residue", 60),
    ] {
        let game = ruleset(name).unwrap();
        group.bench_function(format!("{name} to {to}"), |b| {
            b.iter(|| forms(&*game, to));
        });
    }
    // Larger heaps take more than a few seconds with pairs.
    for (name, to) in [("0.77", 40), ("grundy", 80)] {
        let game = ruleset(name).unwrap();
        let nodes = forms(&*game, to);
        assert_eq!(nodes, Pairs::default().forms(&*game, to));
        group.bench_function(format!("{name} to {to}"), |b| {
            b.iter(|| forms(&*game, to));
        });
        group.bench_function(format!("reference: {name} to {to} with pairs"), |b| {
            b.iter(|| Pairs::default().forms(&*game, to));
        });
    }
    group.finish();
}

fn genus_sequences(c: &mut Criterion) {
    let mut group = c.benchmark_group("genus sequences");
    group.sample_size(10);
    let game = ruleset("subtraction{2,5,6}").unwrap();
    group.bench_function("subtraction{2,5,6} to 10000, tame", |b| {
        b.iter(|| {
            let mut pairs = TamePairs::new(&*game).unwrap();
            pairs.extend(10_000, &Budget::default()).unwrap();
            black_box(pairs.values().len())
        });
    });
    group.bench_function("reference: by canonical forms", |b| {
        b.iter(|| {
            let mut u = Universe::new();
            let mut games = HeapGames::new(&*game);
            for heap in 0..=10_000 {
                let value = games.value(&mut u, Position::heap(heap)).unwrap();
                black_box(u.genus(value).unwrap());
            }
        });
    });
    let kayles = ruleset("0.77").unwrap();
    group.bench_function("0.77 to 50 with classes", |b| {
        b.iter(|| {
            let mut u = Universe::new();
            let mut sequence = GenusSequence::new(&*kayles).unwrap();
            sequence.extend(&mut u, 50).unwrap();
            black_box(sequence.iter().len())
        });
    });
    group.finish();
}

criterion_group!(benches, canonical_forms, genus_sequences);
criterion_main!(benches);
