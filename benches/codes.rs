//! Nim values of take-and-break games, compared with marking all pairs.
//!
//! `cargo bench --bench codes`; docs/performance.md has the figures for longer ranges.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use misere::heaps::ruleset;
use misere::limits::Budget;
use misere::nim::methods;

fn values(name: &str, to: u64) -> Vec<u32> {
    let game = ruleset(name).unwrap();
    let mut evaluator = methods(&*game).fast.unwrap();
    evaluator.extend(to, &Budget::default()).unwrap();
    evaluator.values().numbers().unwrap().to_vec()
}

/// Computes the values of 0.007 from all pairs of each total.
fn all_pairs(to: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::new();
    let mut last = vec![usize::MAX; 1 << 12];
    for n in 0..=to {
        if n == 3 {
            last[0] = n;
        }
        if n > 3 {
            last[values[n - 3] as usize] = n;
            for a in 1..=(n - 3) / 2 {
                last[(values[a] ^ values[n - 3 - a]) as usize] = n;
            }
        }
        let mex = last.iter().take_while(|&&mark| mark == n).count();
        values.push(u32::try_from(mex).unwrap());
    }
    values
}

fn octal(c: &mut Criterion) {
    let mut group = c.benchmark_group("octal");
    group.sample_size(10);
    for name in [
        "0.007",
        "0.6",
        "grundy",
        "0.77",
        "subtraction{2,5,6}",
        "nim",
    ] {
        group.bench_function(format!("{name} to 30000"), |b| {
            b.iter(|| black_box(values(name, 30_000)));
        });
    }
    group.bench_function("reference: 0.007 to 30000, all pairs", |b| {
        b.iter(|| black_box(all_pairs(30_000)));
    });
    assert_eq!(values("0.007", 5000), all_pairs(5000));
    group.finish();
}

fn hexadecimal(c: &mut Criterion) {
    let mut group = c.benchmark_group("hexadecimal");
    group.sample_size(10);
    for name in [
        "0.7F",
        "0.205200C",
        "0.123456789",
        "0.13FF",
        "0.9B",
        "0.33F",
    ] {
        group.bench_function(format!("{name} to 3000"), |b| {
            b.iter(|| black_box(values(name, 3000)));
        });
    }
    group.finish();
}

criterion_group!(benches, octal, hexadecimal);
criterion_main!(benches);
