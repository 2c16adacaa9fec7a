//! Nim values of large heaps computed from the rules, with only divisors and a mex.
//!
//! The fast methods of `nim` rest on the theorems that are claimed here, so they cannot test them.
//! These loops use no theorem, and are compared with the definition for small heaps.

use std::error::Error;

use num_integer::gcd;

use crate::Work;
use crate::sequences::defined;
use misere::heaps::{Heaps, Position, ruleset};

/// Computes the values of a game from its smallest heap on, and compares them with the definition
/// for small heaps.
pub(crate) fn direct(work: &mut Work<'_>, name: &str, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let size = usize::try_from(to)? + 1;
    let all = match name {
        "maliquot" => by_divisors(size, false, |values, _, d| values[d]),
        "saliquot" => by_divisors(size, true, |values, n, d| values[n - d]),
        "dividing" => by_divisors(
            size,
            false,
            |values, n, d| {
                if n / d % 2 == 1 { values[d] } else { 0 }
            },
        ),
        "maliquant" => by_complement(size, 1, |_, d| d),
        "saliquant" => by_complement(size, 3, |n, d| n - d),
        "totative" => coprime(size),
        "nontotative" => not_coprime(size),
        "divide-throw-residue" => by_quotient(
            size,
            |values, n, d| {
                if n / d % 2 == 1 { values[d] } else { 0 }
            },
        ),
        "residue-throw-divisor" => by_quotient(size, |values, n, d| values[n % d]),
        "m-factoring" => factoring(size, |_, _| true),
        "m-factoring-coprime" => factoring(size, |d, rest| gcd(d, rest) == 1),
        "fullset-maliquot" => all_divisors(size),
        _ => return Err(format!("there is no loop for `{name}`").into()),
    };
    let smallest = usize::try_from(ruleset(name)?.smallest())?;
    let values: Vec<u32> = all.into_iter().skip(smallest).collect();
    let prefix = work.at_depth(400, 2_000, 4_000).min(to);
    let slow = defined(work, name, prefix)?;
    work.ensure(
        values.starts_with(&slow),
        format!("{name}: option by option to {prefix}"),
    );
    Ok(values)
}

/// Returns the least number that is not marked with `now`.
fn mex(marks: &[usize], now: usize) -> u32 {
    let least = (0..).zip(marks).find(|&(_, &mark)| mark != now);
    least.map_or(0, |(value, _)| value)
}

/// Returns the divisors of every number below a size.
fn divisor_lists(size: usize) -> Vec<Vec<u32>> {
    let mut lists = vec![Vec::new(); size];
    for d in 1..size {
        for multiple in (d..size).step_by(d) {
            lists[multiple].extend(u32::try_from(d));
        }
    }
    lists
}

/// One option for each proper divisor d of n, and one for n itself if it may be taken.
fn by_divisors(
    size: usize,
    itself: bool,
    option: impl Fn(&[u32], usize, usize) -> u32,
) -> Vec<u32> {
    let lists = divisor_lists(size);
    let mut values = vec![0u32; size];
    // Values are at most the number of prime factors plus one.
    let mut marks = vec![0usize; 100];
    for n in 1..size {
        for &d in &lists[n] {
            if (d as usize) < n || itself {
                marks[option(&values, n, d as usize) as usize] = n;
            }
        }
        values[n] = mex(&marks, n);
    }
    values
}

/// All smaller heaps except those given by the divisors of n, and 0 if `first` is 1.
fn by_complement(size: usize, first: usize, excluded: impl Fn(usize, usize) -> usize) -> Vec<u32> {
    let lists = divisor_lists(size);
    let mut values = vec![0u32; size];
    // How many heaps below n, from 1 on, have each value; 0 is an option of every n, or of none.
    let mut count = vec![0i64; size + 1];
    for n in 1..size {
        let with_zero = first == 1;
        if n >= first {
            let gone = |count: &mut [i64], by: i64| {
                for &d in &lists[n] {
                    let heap = excluded(n, d as usize);
                    if heap > 0 && heap < n {
                        count[values[heap] as usize] += by;
                    }
                }
            };
            gone(&mut count, -1);
            let least = (0u32..)
                .zip(&count)
                .find(|&(v, &c)| c == 0 && !(with_zero && v == 0));
            let least = least.map_or(0, |(v, _)| v);
            gone(&mut count, 1);
            values[n] = least;
        }
        count[values[n] as usize] += 1;
    }
    values
}

/// Returns the prime factors of every number below a size.
fn prime_lists(size: usize) -> Vec<Vec<u32>> {
    let mut lists: Vec<Vec<u32>> = vec![Vec::new(); size];
    for p in 2..size {
        if lists[p].is_empty() {
            for multiple in (p..size).step_by(p) {
                lists[multiple].extend(u32::try_from(p));
            }
        }
    }
    lists
}

/// Moving to any smaller number that is coprime; 1 is terminal.
fn coprime(size: usize) -> Vec<u32> {
    let primes = prime_lists(size);
    let mut values = vec![0u32; size];
    let mut count = vec![0i64; size + 1];
    let mut seen = vec![0usize; size];
    count[0] = 1;
    for n in 2..size {
        let mut gone = Vec::new();
        for &p in &primes[n] {
            for heap in (p as usize..n).step_by(p as usize) {
                if seen[heap] != n {
                    seen[heap] = n;
                    gone.push(values[heap]);
                    count[values[heap] as usize] -= 1;
                }
            }
        }
        let least = (0u32..).zip(&count).find(|&(_, &c)| c == 0);
        values[n] = least.map_or(0, |(v, _)| v);
        for value in gone {
            count[value as usize] += 1;
        }
        count[values[n] as usize] += 1;
    }
    values
}

/// Moving to any smaller number with a common divisor, 0 included, and 1 to 0.
fn not_coprime(size: usize) -> Vec<u32> {
    let primes = prime_lists(size);
    let mut values = vec![0u32; size];
    let mut marks = vec![0usize; size + 1];
    for n in 1..size {
        marks[0] = n;
        for &p in &primes[n] {
            for heap in (p as usize..n).step_by(p as usize) {
                marks[values[heap] as usize] = n;
            }
        }
        values[n] = mex(&marks, n);
    }
    values
}

/// One option for each d with 1 ≤ d < n.
fn by_quotient(size: usize, option: impl Fn(&[u32], usize, usize) -> u32) -> Vec<u32> {
    let mut values = vec![0u32; size];
    let mut marks = vec![0usize; size + 1];
    for n in 2..size {
        for d in 1..n {
            marks[option(&values, n, d) as usize] = n;
        }
        values[n] = mex(&marks, n);
    }
    values
}

/// Factorisations: a factor d and any factorisation of n/d, where d and n/d fit together.
fn factoring(size: usize, fit: impl Fn(usize, usize) -> bool) -> Vec<u32> {
    let lists = divisor_lists(size);
    let mut values = vec![0u32; size];
    // The values of the factorisations of each number, the trivial one included, as bits: values
    // are below Ω(n), and nim sums of them below 32.
    let mut reached = vec![0u32; size];
    for n in 2..size {
        let mut options = 0u32;
        for &d in lists[n].iter().filter(|&&d| d > 1 && (d as usize) < n) {
            let (d, rest) = (d as usize, n / d as usize);
            if fit(d, rest) {
                for value in (0..32).filter(|v| reached[rest] >> v & 1 == 1) {
                    options |= 1 << ((values[d] ^ value) % 32);
                }
            }
        }
        values[n] = options.trailing_ones();
        reached[n] = options | 1 << (values[n] % 32);
    }
    values
}

/// The one option is the sum of all proper divisors as heaps.
fn all_divisors(size: usize) -> Vec<u32> {
    let lists = divisor_lists(size);
    let mut values = vec![0u32; size];
    for n in 2..size {
        let proper = lists[n].iter().filter(|&&d| (d as usize) < n);
        let sum = proper.fold(0, |sum, &d| sum ^ values[d as usize]);
        values[n] = u32::from(sum == 0);
    }
    values
}

/// Computes the exponents of a powerset game from its smallest heap on, `None` for the value 0, by
/// the powerset lemma (docs/mathematics.md) from the single heaps that can be chosen.
pub(crate) fn by_powerset_lemma(name: &str, to: u64) -> Result<Vec<Option<u32>>, Box<dyn Error>> {
    let property = name.strip_prefix("powerset-").ok_or("a powerset game")?;
    let all = ruleset(&format!("fullset-{property}"))?;
    let smallest = ruleset(name)?.smallest();
    let mut exponents: Vec<Option<u32>> = Vec::new();
    for n in smallest..=to {
        let single = all.options(Position::heap(n)).next();
        let heaps = single.iter().flat_map(Heaps::iter);
        let mut seen: Vec<u32> = Vec::new();
        let mut zero = false;
        for (heap, copies) in heaps {
            let at = heap.size().checked_sub(smallest).map(usize::try_from);
            match at.transpose()?.and_then(|at| exponents.get(at).copied()) {
                Some(Some(exponent)) => {
                    zero |= copies > 1;
                    seen.push(exponent);
                }
                _ => zero = true,
            }
        }
        seen.sort_unstable();
        zero |= seen.windows(2).any(|pair| pair[0] == pair[1]);
        seen.dedup();
        let least = (0u32..).zip(&seen).find(|&(i, &e)| i != e).map(|(i, _)| i);
        let least = least.or(u32::try_from(seen.len()).ok());
        exponents.push(if zero { least } else { None });
    }
    Ok(exponents)
}
