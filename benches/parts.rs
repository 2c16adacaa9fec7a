//! Parts and primes; the reference is the slow complete method of the tests.
//!
//! `cargo bench --bench parts`; docs/performance.md has the figures.

use std::collections::HashMap;
use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use misere::expr::evaluate;
use misere::game::{Game, Universe};
use misere::notation::parse;
use misere::parts::Parts;

fn prepared(text: &str) -> (Universe, Game) {
    let mut u = Universe::new();
    let g = evaluate(&parse(text).unwrap(), &mut u).unwrap();
    (u, g)
}

/// Section 6 without Algorithm 1: candidates are the parts of the options, counterparts come
/// from the Difference Lemma.
fn slow_parts(u: &mut Universe, g: Game, known: &mut HashMap<Game, Vec<Game>>) -> Vec<Game> {
    let g = u.even_associate(g);
    if let Some(parts) = known.get(&g) {
        return parts.clone();
    }
    let mut parts = vec![u.zero(), g];
    let options: Vec<Game> = u.options(g).collect();
    for option in options {
        for x in slow_parts(u, option, known) {
            if let Some(y) = u.difference(g, x).unwrap() {
                parts.extend([x, y]);
            }
        }
    }
    parts.sort_by_key(|g| format!("{g:?}"));
    parts.dedup();
    known.insert(g, parts.clone());
    parts
}

fn parts(c: &mut Criterion) {
    let mut group = c.benchmark_group("parts");
    for text in ["2##+2##+2##+3#", "2######", "(4+2)#+(4+2)#"] {
        group.bench_function(format!("{text}: parts"), |b| {
            b.iter_batched_ref(
                || prepared(text),
                |(u, g)| black_box(Parts::new().of(u, *g).unwrap().len()),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(format!("{text}: prime partitions"), |b| {
            b.iter_batched_ref(
                || prepared(text),
                |(u, g)| black_box(Parts::new().prime_partitions(u, *g).unwrap()),
                BatchSize::SmallInput,
            );
        });
        group.bench_function(
            format!("{text}: reference, the slow complete method"),
            |b| {
                b.iter_batched_ref(
                    || prepared(text),
                    |(u, g)| black_box(slow_parts(u, *g, &mut HashMap::new()).len()),
                    BatchSize::SmallInput,
                );
            },
        );
    }
    group.finish();
}

fn day_5(c: &mut Criterion) {
    let mut group = c.benchmark_group("day 5 and 6");
    group.sample_size(10);
    group.bench_function("all composites of day 5 with their partitions", |b| {
        b.iter_batched_ref(
            Universe::new,
            |u| black_box(Parts::new().composites_of_day_5(u).unwrap().len()),
            BatchSize::PerIteration,
        );
    });
    group.bench_function("Theorem 7.13", |b| {
        b.iter_batched_ref(
            Universe::new,
            |u| black_box(Parts::new().unique_partitions_by_day_6(u).unwrap()),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, parts, day_5);
criterion_main!(benches);
