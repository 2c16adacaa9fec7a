//! Nim values of cut games, compared with the definition, the mex over all partitions.
//!
//! `cargo bench --bench cut`; docs/performance.md has the figures.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use misere::heaps::{Cut, CutSet, ruleset};
use misere::limits::Budget;
use misere::nim::{DefinitionEvaluator, Evaluator, NimSets, methods};

fn cut(numbers: impl IntoIterator<Item = u64>) -> Cut {
    Cut::new(CutSet::new(numbers, None, None).expect("a cut set"))
}

/// Computes all values and returns the last.
fn last(mut evaluator: Box<dyn Evaluator + '_>, to: u64) -> Option<u32> {
    evaluator.extend(to, &Budget::default()).unwrap();
    evaluator
        .values()
        .numbers()
        .unwrap_or_default()
        .last()
        .copied()
}

fn fast(c: &mut Criterion) {
    let mut group = c.benchmark_group("cut");
    group.sample_size(10);
    group.bench_function("all {1} with numbers of 2..9, to 400", |b| {
        b.iter(|| {
            for mask in 1u64..1 << 8 {
                let more = (2..=9).filter(|d| mask >> (d - 2) & 1 == 1);
                let game = cut(std::iter::once(1).chain(more));
                black_box(last(methods(&game).fast.unwrap(), 400));
            }
        });
    });
    for (name, to) in [
        ("cut{1,4}", 4000),
        ("cut{1,2}", 5000),
        ("cut{1,2}", 20_000),
        ("cut{1,2,7}", 2000),
        ("cut{1,100}", 4000),
        ("cut{1,4,odd>=9}", 2000),
    ] {
        let game = ruleset(name).unwrap();
        group.bench_function(format!("{name} to {to}"), |b| {
            b.iter(|| black_box(last(methods(&*game).fast.unwrap(), to)));
        });
    }
    group.bench_function("cut{1,2} to 5000, by nim-sets", |b| {
        let game = cut([1, 2]);
        b.iter(|| black_box(last(Box::new(NimSets::new(&game, 1)), 5000)));
    });
    group.finish();
}

fn reference(c: &mut Criterion) {
    let mut group = c.benchmark_group("cut by definition");
    group.sample_size(10);
    for (name, to) in [("cut{1,4}", 60), ("cut{1,2}", 300)] {
        let game = ruleset(name).unwrap();
        group.bench_function(format!("{name} to {to}"), |b| {
            b.iter(|| {
                black_box(last(
                    Box::new(DefinitionEvaluator::new(&*game).unwrap()),
                    to,
                ))
            });
        });
        group.bench_function(format!("{name} to {to}, fast"), |b| {
            b.iter(|| black_box(last(methods(&*game).fast.unwrap(), to)));
        });
    }
    group.finish();
}

criterion_group!(benches, fast, reference);
criterion_main!(benches);
