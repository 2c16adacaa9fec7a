//! Section 1: moving to a number, or subtracting it.

use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::{defined, values};
use crate::numbers::{Factored, is_prime, odd_index};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "000.thm1",
        place: "Theorem 1",
        statement: "maliquot: SG(n) = Ω(n).",
        method: "values by definition",
        test: |work| formula(work, "maliquot", 1, |n| factored(n).big_omega()),
    },
    Claim {
        id: "000.thm2",
        place: "Theorem 2",
        statement: "saliquot: SG(0) = 0 and SG(n) = v(n) + 1.",
        method: "values by definition",
        test: |work| {
            formula(work, "saliquot", 0, |n| {
                if n == 0 {
                    0
                } else {
                    u64::from(n.trailing_zeros()) + 1
                }
            })
        },
    },
    Claim {
        id: "000.lem1",
        place: "Lemma 1",
        statement: "The indices of the largest odd factors of n, …, 2n−1 are 1, …, n.",
        method: "all n up to a bound",
        test: lemma_1,
    },
    Claim {
        id: "000.thm3",
        place: "Theorem 3",
        statement: "maliquant: SG(0) = 0 and SG(n) = io(n).",
        method: "values by definition; io by the formula n = 2^k(2m−1)",
        test: |work| formula(work, "maliquant", 0, |n| if n == 0 { 0 } else { io(n) }),
    },
    Claim {
        id: "000.sec1.2.2.even",
        place: "Section 1.2.2, even heaps",
        statement: "saliquant: 25 values of even heaps, and the ratios SG(n)/n.",
        method: "values by definition",
        test: even_heaps,
    },
    Claim {
        id: "000.sec1.2.2.smallest",
        place: "Section 1.2.2, smallest ratios",
        statement: "The smallest ratios occur at 6, 10, 18, 22, 34, 38, 46, where (n−2)/SG(n) = 4.",
        method: "values; n = 2 is one of them too",
        test: smallest_ratios,
    },
    Claim {
        id: "000.sec1.2.2.bound",
        place: "Section 1.2.2, lower bound, and Figure 1",
        statement: "It is believed that SG(n) ≥ (n−2)/4 for all n.",
        method: "values; and the proof: an odd m < n/2 is an option of even n, of value (m−1)/2",
        test: lower_bound,
    },
    Claim {
        id: "000.thm4",
        place: "Theorem 4",
        statement: "saliquant: SG(n) = (n−1)/2 for odd n, and SG(n) < n/2 (for n ≥ 1).",
        method: "values",
        test: theorem_4,
    },
    Claim {
        id: "000.thm5",
        place: "Theorem 5",
        statement: "totative: SG(1) = 0, and otherwise the index of the smallest prime divisor \
                    (A055396).",
        method: "values by definition",
        test: theorem_5,
    },
    Claim {
        id: "000.sec1.4.oeis",
        place: "Section 1.4, A078898",
        statement: "nontotative differs from A078898 (how often the smallest prime factor of n has \
                    been one) first at 15: 4 and 3.",
        method: "both sequences",
        test: nearby_sequence,
    },
    Claim {
        id: "000.sec1.4.slopes",
        place: "Section 1.4, relative values, and Figure 2",
        statement: "r0 = 1/2, r1 = 1/4, r2 = 1/10, r3 ≈ 1/17.",
        method: "SG(n)/n for large n by smallest prime; for p = 7 it is near 2/35 = 1/17.5",
        test: relative_values,
    },
    Claim {
        id: "000.thm6.i",
        place: "Theorem 6 (i)",
        statement: "nontotative: SG(n) = 1 iff n is prime.",
        method: "values; n = 1 is an exception",
        test: |work| {
            theorem_6(work, "SG(n) = 1 iff n is prime", |n, v, _| {
                (v == 1) == is_prime(&n.into())
            })
        },
    },
    Claim {
        id: "000.thm6.ii",
        place: "Theorem 6 (ii)",
        statement: "SG(n) = 2 iff n is the square of a prime.",
        method: "values",
        test: |work| {
            theorem_6(work, "SG(n) = 2 iff n = p²", |n, v, _| {
                let root = n.isqrt();
                (v == 2) == (root * root == n && is_prime(&root.into()))
            })
        },
    },
    Claim {
        id: "000.thm6.iii",
        place: "Theorem 6 (iii)",
        statement: "SG(n) ∈ {3,4} iff n = p_i p_(i+1) or n = 8, and it is 3 iff i is odd.",
        method: "values",
        test: |work| {
            theorem_6(work, "SG(n) ∈ {3,4}", |n, v, index| {
                let expected = match index {
                    Some((i, 1)) => 4 - i % 2,
                    _ if n == 8 => 4,
                    _ => 0,
                };
                (if v == 3 || v == 4 { v } else { 0 }) == expected
            })
        },
    },
    Claim {
        id: "000.thm6.iv",
        place: "Theorem 6 (iv)",
        statement: "SG(n) ∈ {5,6} iff n = p_i p_(i+2) or n = 12, and it is 5 iff i ≡ 1, 2 (mod 4).",
        method: "values",
        test: |work| {
            theorem_6(work, "SG(n) ∈ {5,6}", |n, v, index| {
                let expected = match index {
                    Some((i, 2)) => 6 - u64::from(matches!(i % 4, 1 | 2)),
                    _ if n == 12 => 6,
                    _ => 0,
                };
                (if v == 5 || v == 6 { v } else { 0 }) == expected
            })
        },
    },
    Claim {
        id: "000.thm6.v",
        place: "Theorem 6 (v)",
        statement: "SG(2n) = n.",
        method: "values",
        test: |work| theorem_6(work, "SG(2n) = n", |n, v, _| n % 2 == 1 || 2 * v == n),
    },
    Claim {
        id: "000.thm6.vi",
        place: "Theorem 6 (vi)",
        statement: "SG(n) = ⌊(n+1)/4⌋ for n ≡ 3 (mod 6).",
        method: "values",
        test: |work| {
            theorem_6(work, "n ≡ 3 (mod 6)", |n, v, _| {
                n % 6 != 3 || v == (n + 1) / 4
            })
        },
    },
    Claim {
        id: "000.thm6.vii",
        place: "Theorem 6 (vii)",
        statement: "SG(n) is ⌊n/10⌋ or ⌈n/10⌉ for n ≡ 5, 25 (mod 30).",
        method: "values",
        test: |work| {
            theorem_6(work, "n ≡ 5, 25 (mod 30)", |n, v, _| {
                !matches!(n % 30, 5 | 25) || v == n / 10 || v == n.div_ceil(10)
            })
        },
    },
    Claim {
        id: "000.thm6.viii",
        place: "Theorem 6 (viii)",
        statement: "SG(n) ≤ n/2.",
        method: "values; n = 1 is an exception",
        test: |work| theorem_6(work, "SG(n) ≤ n/2", |n, v, _| 2 * v <= n),
    },
    Claim {
        id: "000.thm6.ix",
        place: "Theorem 6 (ix)",
        statement: "SG(n) ≤ (n+1)/4 for odd n.",
        method: "values; n = 1 is an exception",
        test: |work| theorem_6(work, "n odd", |n, v, _| n % 2 == 0 || 4 * v <= n + 1),
    },
];

pub(super) fn factored(n: u64) -> Factored<u64> {
    Factored::from_word(n.try_into().unwrap_or(std::num::NonZeroU64::MIN))
}

/// The index m of n = 2^k(2m−1).
fn io(n: u64) -> u64 {
    (n >> n.trailing_zeros()).div_ceil(2)
}

/// For each number up to a bound the index of its smallest prime; 0 for 0 and 1. Eratosthenes: a
/// number is struck out first by its smallest prime.
pub(super) fn smallest_prime_indices(to: u64) -> Result<Vec<u64>, std::num::TryFromIntError> {
    let size = usize::try_from(to)? + 1;
    let mut index = vec![0u64; size];
    let mut primes = 0;
    for p in 2..size {
        if index[p] == 0 {
            primes += 1;
            let multiples = index[p..].iter_mut().step_by(p);
            for place in multiples.filter(|place| **place == 0) {
                *place = primes;
            }
        }
    }
    Ok(index)
}

/// Compares the values of a ruleset with a formula: by definition on a prefix, by the best road
/// further out.
pub(super) fn formula(
    work: &mut Work<'_>,
    name: &str,
    from: u64,
    value: impl Fn(u64) -> u64,
) -> Tested {
    let by_definition = work.at_depth(600, 3_000, 6_000);
    let to = work.at_depth(20_000, 200_000, 2_000_000);
    let smallest = crate::heaps::ruleset(name)?.smallest();
    let (slow, fast) = (defined(work, name, by_definition)?, values(work, name, to)?);
    work.ensure(
        fast.starts_with(&slow),
        format!("the fast road and the definition agree to {by_definition}"),
    );
    let mut exceptions = Vec::new();
    for (n, &found) in (smallest..).zip(&fast).filter(|&(n, _)| n >= from) {
        if u64::from(found) != value(n) {
            exceptions.push(n);
        }
    }
    exceptions_noted(work, &exceptions);
    work.verified(format!(
        "n ≤ {by_definition} by definition, n ≤ {to} by the fast road"
    ))
}

/// An exception at n = 1 or 2 is a correction, any other a failure.
pub(super) fn exceptions_noted(work: &mut Work<'_>, exceptions: &[u64]) {
    for &n in exceptions.iter().take(5) {
        if n <= 2 {
            work.correct(format!("n = {n} is an exception"));
        } else {
            work.ensure(false, format!("n = {n}"));
        }
    }
}

fn lemma_1(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(500u64, 2_000, 5_000);
    for n in 1..=to {
        let mut indices: Vec<u64> = (n..2 * n).map(io).collect();
        indices.sort_unstable();
        work.require(indices.into_iter().eq(1..=n), || format!("n = {n}"));
    }
    let same = (1..=1_000u64).all(|n| odd_index(&n.into()) == io(n).into());
    work.ensure(same, "io by both ways up to 1000");
    work.verified(format!("n ≤ {to}"))
}

fn even_heaps(work: &mut Work<'_>) -> Tested {
    let printed = work.printed_numbers("000.values.saliquant.even")?;
    let values = defined(work, "saliquant", 48)?;
    let computed: Vec<u64> = values.iter().step_by(2).map(|&v| u64::from(v)).collect();
    work.compare_sequence("SG(2i)", 0, &printed, &computed);
    let text = work.printed("000.values.saliquant.ratios")?;
    for (i, ratio) in text.split_whitespace().enumerate() {
        let n = 2 * (i as u64 + 1);
        let (a, b) = ratio.split_once('/').ok_or("a ratio")?;
        let (a, b): (u64, u64) = (a.parse()?, b.parse()?);
        let value = computed[i + 1];
        if value * b != a * n {
            work.correct(format!(
                "SG({n})/{n}: printed {ratio}, computed {value}/{n}"
            ));
        }
    }
    work.proved("n ≤ 48")
}

fn smallest_ratios(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(2_000u64, 20_000, 200_000);
    let values = values(work, "saliquant", to)?;
    let least: Vec<u64> = (0u64..)
        .zip(&values)
        .filter(|&(n, &v)| n > 0 && 4 * u64::from(v) + 2 == n)
        .map(|(n, _)| n / 2)
        .collect();
    let printed = work.printed_numbers("000.values.saliquant.smallest")?;
    work.show(format!("halves: {:?} …", &least[..least.len().min(16)]));
    let missing: Vec<u64> = least
        .iter()
        .copied()
        .filter(|h| h <= printed.last().unwrap_or(&0) && !printed.contains(h))
        .collect();
    if !missing.is_empty() {
        work.correct(format!(
            "printed without the half {missing:?}: n = 2 has SG(2) = 0 = (n−2)/4 too"
        ));
    }
    work.ensure(
        printed.iter().all(|h| least.contains(h)),
        "the printed ones belong",
    );
    work.verified(format!("n ≤ {to}"))
}

fn lower_bound(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(200_000u64, 1_000_000, 10_000_000);
    let values = values(work, "saliquant", to)?;
    for (n, &v) in (0u64..).zip(&values).skip(1) {
        work.require(4 * u64::from(v) + 2 >= n, || format!("SG({n}) = {v}"));
    }
    work.verified(format!("n ≤ {to}, and a theorem: see own.saliquant"))
}

fn theorem_4(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(100_000u64, 1_000_000, 10_000_000);
    let slow = defined(work, "saliquant", work.at_depth(600, 2_000, 4_000))?;
    let values = values(work, "saliquant", to)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree",
    );
    for (n, &v) in (1u64..).zip(&values[1..]) {
        let v = u64::from(v);
        work.require(n % 2 == 0 || 2 * v == n - 1, || format!("SG({n}) = {v}"));
        work.require(2 * v < n, || format!("SG({n}) = {v}"));
    }
    if values[0] == 0 {
        work.correct("SG(n) < n/2 is stated for all n; at n = 0 it reads 0 < 0");
    }
    work.verified(format!("n ≤ {to}"))
}

fn theorem_5(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 200_000, 2_000_000);
    let slow = defined(work, "totative", work.at_depth(600, 2_000, 4_000))?;
    let values = values(work, "totative", to)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree",
    );
    let index = smallest_prime_indices(to)?;
    let same = values
        .iter()
        .zip(&index[1..])
        .all(|(&v, &i)| u64::from(v) == i);
    work.ensure(
        same,
        "SG(n) is the index of the smallest prime divisor, 0 for n = 1",
    );
    work.verified(format!("n ≤ {to}"))
}

fn nearby_sequence(work: &mut Work<'_>) -> Tested {
    let values = defined(work, "nontotative", 200)?;
    let mut times = std::collections::BTreeMap::new();
    let mut other = vec![0u32, 1];
    for n in 2..=200u64 {
        let p = factored(n).primes()[0].0;
        let count = times.entry(p).or_insert(0u32);
        *count += 1;
        other.push(*count);
    }
    let first = (0..values.len()).find(|&n| values[n] != other[n]);
    let found = first.map(|n| format!("{n}: {} and {}", values[n], other[n]));
    work.compare(
        "the first difference",
        "15: 4 and 3",
        found.unwrap_or_default(),
    );
    work.proved("n ≤ 200")
}

fn relative_values(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(200_000u64, 1_000_000, 10_000_000);
    let values = values(work, "nontotative", to)?;
    let primes = [2u64, 3, 5, 7];
    let mean = |p: u64| {
        let (mut sum, mut count) = (0f64, 0f64);
        for (n, &v) in (0u64..).zip(&values).skip(values.len() / 2) {
            if primes.iter().find(|q| n.is_multiple_of(**q)) == Some(&p) {
                sum += f64::from(v) * 1e9 / precise(n);
                count += 1e9;
            }
        }
        sum / count
    };
    for (p, name, limit) in [
        (2, "r0 = 1/2", 0.5),
        (3, "r1 = 1/4", 0.25),
        (5, "r2 = 1/10", 0.1),
    ] {
        let found = mean(p);
        work.ensure(
            (found - limit).abs() < 1e-4,
            format!("{name}: mean {found:.6}"),
        );
    }
    let r3 = mean(7);
    let (printed, right) = (1.0 / 17.0, 2.0 / 35.0);
    work.ensure(
        (r3 - right).abs() < 1e-3,
        format!("r3: mean {r3:.6}, 2/35 = {right:.6}"),
    );
    if (r3 - right).abs() < (r3 - printed).abs() {
        work.correct(format!(
            "printed r3 ≈ 1/17 = {printed:.4}; it is nearer to 2/35 = 1/17.5"
        ));
    }
    work.verified(format!("n ≤ {to}"))
}

/// A heap as a real number; heaps here are far below 2^52.
fn precise(n: u64) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

/// Checks a statement about n, its value, and, for n = p_i p_(i+d), the pair (i, d).
fn theorem_6(
    work: &mut Work<'_>,
    what: &str,
    holds: impl Fn(u64, u64, Option<(u64, u64)>) -> bool,
) -> Tested {
    let to = work.at_depth(30_000u64, 300_000, 3_000_000);
    let slow = defined(work, "nontotative", work.at_depth(400, 2_000, 4_000))?;
    let values = values(work, "nontotative", to)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree",
    );
    // Primes by index, as far as a factor of a product of two neighbours can be.
    let mut index = std::collections::BTreeMap::new();
    let primes = (2..=to.div_ceil(2)).filter(|&n| factored(n).primes() == [(n, 1)]);
    for (i, p) in (1u64..).zip(primes.take_while(|p| p * p <= 4 * to)) {
        index.insert(p, i);
    }
    let mut exceptions = Vec::new();
    for (n, &v) in (0u64..).zip(&values).skip(1) {
        let pair = match factored(n).primes() {
            [(p, 1), (q, 1)] => match (index.get(p), index.get(q)) {
                (Some(&i), Some(&j)) => Some((i, j - i)),
                _ => None,
            },
            _ => None,
        };
        if !holds(n, u64::from(v), pair) {
            exceptions.push(n);
        }
    }
    work.show(format!("{what}: exceptions {exceptions:?}"));
    exceptions_noted(work, &exceptions);
    work.verified(format!("n ≤ {to}"))
}
