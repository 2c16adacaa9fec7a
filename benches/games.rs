//! Interning, simplifying and adding games, each beside a slower method measured in the same run.
//!
//! `cargo bench --bench games`; docs/performance.md has the figures.

#[path = "../tests/reference/mod.rs"]
mod reference;

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use misere::game::{Game, Outcome, Universe};
use reference::{Set, born_by};

/// The games of a mask over a list.
fn members(games: &[Game], mask: u32) -> impl Iterator<Item = Game> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let place = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(games[place as usize])
    })
}

/// All 4 171 780 games of day 5, in one universe.
fn interning(c: &mut Criterion) {
    let mut group = c.benchmark_group("interning");
    group.sample_size(10);
    let sets = 1u32 << 22;
    group.throughput(Throughput::Elements(sets.into()));
    group.bench_function("day 5", |b| {
        b.iter_batched_ref(
            || {
                let mut scratch = Universe::new();
                let ranked = born_by(&mut scratch, 4);
                // Stored in the order in which they will be listed.
                let mut u = Universe::new();
                let day4 = ranked
                    .iter()
                    .map(|&g| u.import(&scratch, g).unwrap())
                    .collect();
                (u, day4)
            },
            |(u, day4): &mut (Universe, Vec<Game>)| {
                for mask in 0..sets {
                    black_box(u.set(members(day4, mask)).unwrap());
                }
                assert_eq!(u.nodes(), 4_171_780 - 19);
                assert!(u.memory() < 400 << 20);
            },
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

/// Sets of games born by day 4: prefix look-up against trying every option of every option, on
/// the same handles.
fn simplifying(c: &mut Criterion) {
    let mut group = c.benchmark_group("simplifying");
    let mut u = Universe::new();
    let day4 = born_by(&mut u, 4);
    // A fixed spread of 4096 sets.
    let masks: Vec<u32> = (0..4096u32)
        .map(|i| i.wrapping_mul(2_654_435_761) >> 10)
        .collect();
    group.throughput(Throughput::Elements(masks.len() as u64));
    group.bench_function("prefix look-up", |b| {
        b.iter(|| {
            for &mask in &masks {
                black_box(u.set(members(&day4, mask)).unwrap());
            }
        });
    });
    group.bench_function("reference: every option of every option", |b| {
        b.iter(|| {
            for &mask in &masks {
                let options: Vec<Game> = members(&day4, mask).collect();
                black_box(simplifies_to(&u, &options));
            }
        });
    });
    group.finish();
}

/// Definition 2.2 on handles.
fn simplifies_to(u: &Universe, options: &[Game]) -> Option<Game> {
    let is_p = !options.is_empty() && options.iter().all(|&o| u.outcome(o) == Outcome::N);
    let mut candidates = options.iter().flat_map(|&o| u.options(o));
    candidates.find(|&g| {
        u.options(g).all(|o| options.contains(&o))
            && options.iter().any(|&o| !u.has_option(g, o))
            && options
                .iter()
                .all(|&o| u.has_option(g, o) || u.has_option(o, g))
            && (g != u.zero() || !is_p)
    })
}

fn sums(c: &mut Criterion) {
    let mut group = c.benchmark_group("sums");
    group.sample_size(10);
    let nim_sum = |sizes: &[u64]| {
        let mut u = Universe::new();
        let heaps: Vec<Game> = sizes.iter().map(|&n| u.nim(n).unwrap()).collect();
        u.sum_all(heaps).unwrap()
    };
    group.bench_function("*400+*400", |b| b.iter(|| black_box(nim_sum(&[400, 400]))));
    group.bench_function("9+8+7+5", |b| b.iter(|| black_box(nim_sum(&[9, 8, 7, 5]))));
    group.bench_function("3+2+1", |b| b.iter(|| black_box(nim_sum(&[3, 2, 1]))));
    group.bench_function("reference: 3+2+1 as plain sets", |b| {
        b.iter(|| {
            let sum = Set::nim(3).sum(&Set::nim(2)).sum(&Set::nim(1));
            black_box(sum.canonical())
        });
    });
    group.finish();
}

criterion_group!(benches, interning, simplifying, sums);
criterion_main!(benches);
