//! Nim values by the fast evaluators, compared with the definition on a shorter range.
//!
//! `cargo bench --bench nim`; docs/performance.md has the figures.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use misere::heaps::{HeapOptions, Heaps, Position, Ruleset, ruleset};
use misere::limits::Budget;
use misere::nim::{DefinitionEvaluator, Evaluator, methods};

/// Rulesets, the last heap for the fast evaluator, and the last heap for the definition.
const ARITHMETIC: &[(&str, u64, u64)] = &[
    ("maliquot", 10_000_000, 20_000),
    ("saliquot", 10_000_000, 20_000),
    ("maliquant", 10_000_000, 1000),
    ("saliquant", 10_000_000, 1000),
    ("totative", 10_000_000, 1000),
    ("nontotative", 1_000_000, 1000),
    ("totient", 10_000_000, 20_000),
    ("nontotient", 10_000_000, 20_000),
    ("mtau", 10_000_000, 20_000),
    ("stau", 10_000_000, 20_000),
    ("mOmega", 10_000_000, 20_000),
    ("somega", 10_000_000, 20_000),
    ("fullset-maliquot", 10_000_000, 20_000),
    ("fullset-saliquot", 10_000_000, 20_000),
    ("fullset-maliquant", 10_000_000, 1000),
    ("fullset-saliquant", 10_000_000, 1000),
    ("fullset-totative", 10_000_000, 1000),
    ("fullset-nontotative", 10_000_000, 1000),
    ("powerset-maliquot", 10_000_000, 60),
    ("powerset-saliquant", 10_000_000, 16),
    ("powerset-nontotative", 1_000_000, 18),
    ("dividing", 10_000_000, 20_000),
    ("divide-throw-residue", 10_000_000, 1000),
    ("residue-throw-divisor", 10_000_000, 1000),
    ("m-factoring", 10_000_000, 5000),
    ("m-factoring-coprime", 10_000_000, 5000),
    ("s-factoring", 1_000_000, 5000),
    ("divide-and-residue", 20_000, 1000),
    ("divide-and-residue", 100_000, 2000),
    ("complement-grundy", 100_000, 1000),
];

fn arithmetic(c: &mut Criterion) {
    let mut group = c.benchmark_group("arithmetic functions");
    group.sample_size(10);
    let budget = Budget::default();
    for &(name, far, near) in ARITHMETIC {
        let game = ruleset(name).unwrap();
        group.bench_function(format!("{name} to {far}"), |b| {
            b.iter(|| {
                let mut evaluator = methods(&*game).fast.unwrap();
                evaluator.extend(far, &budget).unwrap();
                black_box(evaluator.values().len())
            });
        });
        group.bench_function(format!("reference: {name} to {near} by definition"), |b| {
            b.iter(|| {
                let mut evaluator = DefinitionEvaluator::new(&*game).unwrap();
                evaluator.extend(near, &budget).unwrap();
                black_box(evaluator.values().len())
            });
        });
    }
    group.finish();
}

/// Kayles with nothing but its options.
struct Kayles;

impl Ruleset for Kayles {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let n = position.size();
        let left = (1..=2).filter_map(move |taken| n.checked_sub(taken));
        Box::new(left.flat_map(|left| (0..=left).map(move |a| Heaps::of_sizes([a, left - a]))))
    }
}

/// A formula and the same rule in Rust, both by definition.
fn formulas(c: &mut Criterion) {
    const TO: u64 = 2000;
    let mut group = c.benchmark_group("formulas");
    group.sample_size(10);
    let formula = "n -> [a, n-1-a] for a in 0..n-1, [a, n-2-a] for a in 0..n-2";
    let formula = ruleset(formula).unwrap();
    let games: [(&str, &dyn Ruleset); 2] = [("formula", &*formula), ("reference: Rust", &Kayles)];
    for (name, game) in games {
        group.bench_function(format!("{name}, Kayles to {TO} by definition"), |b| {
            b.iter(|| {
                let mut evaluator = DefinitionEvaluator::new(game).unwrap();
                evaluator.extend(TO, &Budget::default()).unwrap();
                black_box(evaluator.values().len())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, arithmetic, formulas);
criterion_main!(benches);
