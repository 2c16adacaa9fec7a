//! Counting games: the fast methods, each beside a slower one that gives the same number.
//!
//! `cargo bench --bench census`; docs/performance.md has the figures.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use misere::census::{Counts, Day, DaySevenSum, Method, decimal, residue_by};
use misere::game::Universe;
use misere::limits::Budget;
use num_bigint::BigUint;

fn listing(c: &mut Criterion) {
    let mut group = c.benchmark_group("day 5");
    group.sample_size(10);
    let day = Day::new(5).unwrap();
    group.bench_function("scan of all masks", |b| {
        b.iter(|| black_box(day.scan(&Budget::default()).unwrap()));
    });
    group.bench_function("walk in structural order", |b| {
        b.iter(|| black_box(day.games().count()));
    });
    group.bench_function("statistics", |b| {
        b.iter(|| black_box(day.statistics(&Budget::default()).unwrap()));
    });
    group.bench_function("genera", |b| {
        b.iter(|| black_box(day.genera(&Budget::default()).unwrap()));
    });
    group.bench_function("reference: every game in a universe", |b| {
        b.iter(|| {
            let mut u = Universe::new();
            let lister = day.lister(&mut u).unwrap();
            for g in day.games() {
                black_box(lister.game(&mut u, g).unwrap());
            }
        });
    });
    group.finish();
}

fn exact(c: &mut Criterion) {
    let mut group = c.benchmark_group("exact");
    group.sample_size(10);
    let counts = Counts::new();
    group.bench_function("|M_6| in decimal", |b| {
        b.iter(|| black_box(decimal(&counts, 6, &Budget::default()).unwrap()));
    });
    group.bench_function("|M_7| as a sum of powers", |b| {
        b.iter(|| black_box(DaySevenSum::games(&counts, &Budget::default()).unwrap()));
    });
    group.finish();
}

fn residues(c: &mut Criterion) {
    let mut group = c.benchmark_group("residues");
    group.sample_size(10);
    let mersenne = BigUint::from((1u64 << 61) - 1);
    for (name, method, day, modulus) in [
        (
            "|M_7| mod 2^61-1 by products",
            Method::Products,
            7,
            &mersenne,
        ),
        (
            "reference: |M_7| mod 2^61-1 by terms",
            Method::Terms,
            7,
            &mersenne,
        ),
        (
            "|M_8| mod 97 by classes",
            Method::Classes,
            8,
            &BigUint::from(97u32),
        ),
        (
            "reference: |M_8| mod 97 by products",
            Method::Products,
            8,
            &BigUint::from(97u32),
        ),
        (
            "|M_8| mod 2^61-1 by products",
            Method::Products,
            8,
            &mersenne,
        ),
        (
            "|M_9| mod 998244353 by classes",
            Method::Classes,
            9,
            &BigUint::from(998_244_353u32),
        ),
        (
            "|M_9| mod 97 by the recursion",
            Method::Recursion,
            9,
            &BigUint::from(97u32),
        ),
        (
            "reference: |M_9| mod 97 by classes",
            Method::Classes,
            9,
            &BigUint::from(97u32),
        ),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| black_box(residue_by(method, day, modulus, &Budget::default()).unwrap()));
        });
    }
    group.finish();
}

criterion_group!(benches, listing, exact, residues);
criterion_main!(benches);
