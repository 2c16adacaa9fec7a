//! Misère quotients; the reference is the independent checker, which knows the answer.
//!
//! `cargo bench --bench quotient`; docs/performance.md has the figures.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use misere::heaps::{Heaps, PlayedOut, ruleset};
use misere::limits::Budget;
use misere::quotient::check::check;
use misere::quotient::{Quotient, QuotientBuilder};

fn to(name: &str, heap: u64) -> Quotient {
    let game = ruleset(name).unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    builder.extend_to(heap, &Budget::default()).unwrap();
    builder.quotient()
}

fn solve(name: &str) -> Quotient {
    let game = ruleset(name).unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    builder.solve(&Budget::default()).unwrap();
    builder.quotient()
}

fn quotients(c: &mut Criterion) {
    let mut group = c.benchmark_group("quotient");
    group.sample_size(10);
    for name in ["0.77", "0.115", "0.44"] {
        group.bench_function(format!("{name}: solved"), |b| {
            b.iter(|| black_box(solve(name).order()));
        });
    }
    for (name, heap) in [("0.07", 30), ("0.07", 33), ("divide-and-residue", 34)] {
        group.bench_function(format!("{name} to {heap}"), |b| {
            b.iter(|| black_box(to(name, heap).order()));
        });
        let certificate = to(name, heap).certificate().unwrap();
        group.bench_function(format!("{name} to {heap}: reference, the checker"), |b| {
            b.iter(|| black_box(check(&certificate, &Budget::default()).unwrap()));
        });
    }
    group.finish();
}

fn outcomes(c: &mut Criterion) {
    let mut group = c.benchmark_group("outcome of a sum of Kayles heaps");
    let kayles = ruleset("0.77").unwrap();
    let quotient = solve("0.77");
    let sum = Heaps::of_sizes([9, 11, 12, 13]);
    group.bench_function("looked up", |b| {
        b.iter(|| quotient.outcome(black_box(&sum)));
    });
    group.bench_function("reference, played out", |b| {
        b.iter(|| {
            let mut played = PlayedOut::new(&*kayles).unwrap();
            played.outcome(black_box(&sum), &Budget::default()).unwrap()
        });
    });
    let large = Heaps::of_sizes([1000, 2000, 3000]);
    group.bench_function("winning moves of 1000 + 2000 + 3000", |b| {
        let none = Budget::default();
        b.iter(|| {
            let moves = quotient.winning_moves(&*kayles, &large, &none);
            moves.unwrap().count()
        });
    });
    group.finish();
}

criterion_group!(benches, quotients, outcomes);
criterion_main!(benches);
