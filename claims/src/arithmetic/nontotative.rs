//! Section 1.4: nontotative.

use super::direct::direct;
use super::singletons::{exceptions_noted, factored};
use crate::sequences::{checked_values, defined, values};
use crate::{Claim, Tested, Work};
use misere::numbers::is_prime;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.sec1.4.oeis",
        place: "Section 1.4, A078898",
        statement: "nontotative differs from A078898 (how often the smallest prime factor of n has \
                    been one) first at 15: 4 and 3.",
        method: "both sequences",
        needs: &["nim-definition"],
        test: nearby_sequence,
    },
    Claim {
        id: "arithmetic.sec1.4.subsequences",
        place: "Section 1.4, subsequences",
        statement: "3, 9, … with differences 6 has values ⌊(n+1)/4⌋; 5, 25, 35, 55, 65, … with \
                    differences 20, 10 has values ⌊n/10⌋ or ⌈n/10⌉.",
        method: "heaps by their smallest prime, and values by definition",
        needs: &["nim-definition", "printed"],
        test: subsequences,
    },
    Claim {
        id: "arithmetic.sec1.4.slopes",
        place: "Section 1.4, relative values",
        statement: "r0 = 1/2, r1 = 1/4, r2 = 1/10, r3 ≈ 1/17.",
        method: "means of SG(n)/n for large n by smallest prime; for p = 7 it is near 2/35 = 1/17.5, between \
                 1/18 and 1/17",
        needs: &[
            "nim-definition",
            "arithmetic.thm6.v",
            "arithmetic.thm6.vi",
            "printed",
        ],
        test: relative_values,
    },
    Claim {
        id: "arithmetic.fig2",
        place: "Figure 2",
        statement: "The initial 1000 values of nontotative.",
        method: "the values by definition: the lines n/2, ⌊(n+1)/4⌋, n/10 and nothing above them",
        needs: &["nim-definition"],
        test: figure_2,
    },
    Claim {
        id: "arithmetic.thm6.i",
        place: "Theorem 6 (i)",
        statement: "nontotative: SG(n) = 1 iff n is prime.",
        method: "a loop over multiples of primes; n = 1 is an exception",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(
                work,
                "SG(n) = 1 iff n is prime",
                (|_| true, |_, v| 1 + u64::from(v == 1)),
                |n, v, _| (v == 1) == is_prime(&n.into()),
            )
        },
    },
    Claim {
        id: "arithmetic.thm6.ii",
        place: "Theorem 6 (ii)",
        statement: "SG(n) = 2 iff n is the square of a prime.",
        method: "a loop over multiples of primes",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(
                work,
                "SG(n) = 2 iff n = p²",
                (|_| true, |_, v| 2 - u64::from(v == 2)),
                |n, v, _| {
                    let root = n.isqrt();
                    (v == 2) == (root * root == n && is_prime(&root.into()))
                },
            )
        },
    },
    Claim {
        id: "arithmetic.thm6.iii",
        place: "Theorem 6 (iii)",
        statement: "SG(n) ∈ {3,4} iff n = p_i p_(i+1) or n = 8, and it is 3 iff i is odd.",
        method: "a loop over multiples of primes",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(
                work,
                "SG(n) ∈ {3,4}",
                (|_| true, |_, v| 3 + u64::from(v == 3)),
                |n, v, index| {
                    let expected = match index {
                        Some((i, 1)) => 4 - i % 2,
                        _ if n == 8 => 4,
                        _ => 0,
                    };
                    (if v == 3 || v == 4 { v } else { 0 }) == expected
                },
            )
        },
    },
    Claim {
        id: "arithmetic.thm6.iv",
        place: "Theorem 6 (iv)",
        statement: "SG(n) ∈ {5,6} iff n = p_i p_(i+2) or n = 12, and it is 5 iff i ≡ 1, 2 (mod 4).",
        method: "a loop over multiples of primes",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(
                work,
                "SG(n) ∈ {5,6}",
                (|_| true, |_, v| 5 + u64::from(v == 5)),
                |n, v, index| {
                    let expected = match index {
                        Some((i, 2)) => 6 - u64::from(matches!(i % 4, 1 | 2)),
                        _ if n == 12 => 6,
                        _ => 0,
                    };
                    (if v == 5 || v == 6 { v } else { 0 }) == expected
                },
            )
        },
    },
    Claim {
        id: "arithmetic.thm6.v",
        place: "Theorem 6 (v)",
        statement: "SG(2n) = n.",
        method: "a loop over multiples of primes",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(
                work,
                "SG(2n) = n",
                (|n| n % 2 == 0, |_, v| v + 1),
                |n, v, _| n % 2 == 1 || 2 * v == n,
            )
        },
    },
    Claim {
        id: "arithmetic.thm6.vi",
        place: "Theorem 6 (vi)",
        statement: "SG(n) = ⌊(n+1)/4⌋ for n ≡ 3 (mod 6).",
        method: "a loop over multiples of primes",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(
                work,
                "n ≡ 3 (mod 6)",
                (|n| n % 6 == 3, |_, v| v + 1),
                |n, v, _| n % 6 != 3 || v == (n + 1) / 4,
            )
        },
    },
    Claim {
        id: "arithmetic.thm6.vii",
        place: "Theorem 6 (vii)",
        statement: "SG(n) is ⌊n/10⌋ or ⌈n/10⌉ for n ≡ 5, 25 (mod 30).",
        method: "a loop over multiples of primes",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(
                work,
                "n ≡ 5, 25 (mod 30)",
                (|n| matches!(n % 30, 5 | 25), |_, v| v + 2),
                |n, v, _| !matches!(n % 30, 5 | 25) || v == n / 10 || v == n.div_ceil(10),
            )
        },
    },
    Claim {
        id: "arithmetic.thm6.viii",
        place: "Theorem 6 (viii)",
        statement: "SG(n) ≤ n/2.",
        method: "a loop over multiples of primes; n = 1 is an exception",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(work, "SG(n) ≤ n/2", (|_| true, |n, _| n), |n, v, _| {
                2 * v <= n
            })
        },
    },
    Claim {
        id: "arithmetic.thm6.ix",
        place: "Theorem 6 (ix)",
        statement: "SG(n) ≤ (n+1)/4 for odd n.",
        method: "a loop over multiples of primes; n = 1 is an exception",
        needs: &["nim-definition"],
        test: |work| {
            theorem_6(work, "n odd", (|n| n % 2 == 1, |n, _| n), |n, v, _| {
                n % 2 == 0 || 4 * v <= n + 1
            })
        },
    },
    Claim {
        id: "arithmetic.thm6.vi.proof",
        place: "Theorem 6, proof of (vi)",
        statement: "The values at 3, 9, 15, 21, 27, 33 are 1, 2, 4, 5, 7, 8; multiples of 3 are \
                    missing.",
        method: "values by definition",
        needs: &["nim-definition", "printed"],
        test: values_of_three,
    },
];

fn nearby_sequence(work: &mut Work<'_>) -> Tested {
    const LAST: u64 = 15;
    let values = defined(work, "nontotative", LAST)?;
    let mut times = std::collections::BTreeMap::new();
    let mut other = vec![0u32, 1];
    for n in 2..=LAST {
        let p = factored(n).primes()[0].0;
        let count = times.entry(p).or_insert(0u32);
        *count += 1;
        other.push(*count);
    }
    let mut found = None;
    for (n, (&v, &a)) in values.iter().zip(&other).enumerate() {
        let v = work.plant("a value one larger", v, |v| v + 1);
        if v != a {
            found.get_or_insert(format!("{n}: {v} and {a}"));
        }
    }
    work.compare(
        "the first difference",
        "15: 4 and 3",
        found.unwrap_or_default(),
    );
    work.proved(format!("n ≤ {LAST}"))
}

fn subsequences(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(2_000u64, 5_000, 10_000);
    let values = direct(work, "nontotative", to)?;
    let with_smallest = |p: u64| -> Vec<u64> {
        let heaps = (p..=to).step_by(usize::try_from(p).unwrap_or(1));
        heaps.filter(|n| factored(*n).primes()[0].0 == p).collect()
    };
    for (p, heading, differences) in [
        (3u64, "arithmetic.sec1.4.s1", [6u64, 6]),
        (5, "arithmetic.sec1.4.s2", [20, 10]),
    ] {
        let heaps = with_smallest(p);
        let printed = work.printed_numbers(heading)?;
        work.compare_sequence(&format!("smallest prime {p}"), 1, &printed, &heaps);
        let steps = heaps.windows(2).map(|pair| pair[1] - pair[0]);
        let fits = steps.zip(differences.iter().cycle()).all(|(d, e)| d == *e);
        work.ensure(fits, format!("differences {differences:?}, over and over"));
        for &n in &heaps {
            let v = u64::from(values[usize::try_from(n)?]);
            let v = work.plant("a value two larger", v, |v| v + 2);
            let fine = match p {
                3 => v == (n + 1) / 4,
                _ => v == n / 10 || v == n.div_ceil(10),
            };
            work.require(fine, || format!("SG({n}) = {v}"));
        }
    }
    work.verified(format!("n ≤ {to}"))
}

fn relative_values(work: &mut Work<'_>) -> Tested {
    const HEADING: &str = "arithmetic.sec1.4.slopes";
    let to = work.at_depth(200_000u64, 1_000_000, 10_000_000);
    let prefix = work.at_depth(400, 2_000, 4_000);
    let values = checked_values(work, "nontotative", to, prefix)?;
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
    work.misprint(HEADING, "10", "11");
    work.misprint(HEADING, "17", "18");
    let printed = work.printed_numbers(HEADING)?;
    for (i, (&p, &denominator)) in primes.iter().zip(&printed).enumerate() {
        let found = 1.0 / mean(p);
        let denominator = precise(denominator);
        // The last one is an approximation: printed are the figures before the point.
        let fits = if i < 3 {
            (found / denominator - 1.0).abs() < 1e-3
        } else {
            (denominator..denominator + 1.0).contains(&found)
        };
        work.require(fits, || format!("r{i} = 1/{denominator}"));
        work.show(format!("r{i}: mean 1/{found:.3}"));
    }
    work.observed(format!("n ≤ {to}"))
}

/// Converts a heap to a real number; heaps here are far below 2^52.
fn precise(n: u64) -> f64 {
    f64::from(u32::try_from(n).unwrap_or(u32::MAX))
}

fn figure_2(work: &mut Work<'_>) -> Tested {
    let values = defined(work, "nontotative", 1_000)?;
    for (n, &v) in (0u64..).zip(&values).skip(2) {
        let v = work.plant("a value one larger", u64::from(v), |v| v + 1);
        let fine = match n {
            n if n % 2 == 0 => 2 * v == n,
            n if n % 3 == 0 => v == (n + 1) / 4,
            n if n % 5 == 0 => v == n / 10 || v == n.div_ceil(10),
            // Below the third line, except for small heaps.
            _ => v <= n.div_ceil(10).max(3),
        };
        work.require(fine, || format!("SG({n}) = {v}"));
    }
    work.proved("n ≤ 1000")
}

/// The heaps that a statement is about, and a wrong value of such a heap.
type WrongValue = (fn(u64) -> bool, fn(u64, u64) -> u64);

/// Checks a statement about n, its value, and, for n = p_i p_(i+d), the pair (i, d).
fn theorem_6(
    work: &mut Work<'_>,
    what: &str,
    (applies, wrong): WrongValue,
    holds: impl Fn(u64, u64, Option<(u64, u64)>) -> bool,
) -> Tested {
    let to = work.at_depth(6_000u64, 30_000, 100_000);
    let found = direct(work, "nontotative", to)?;
    let fast = values(work, "nontotative", to)?;
    work.ensure(fast == found, format!("the fast method agrees to {to}"));
    // All primes that can be a factor of a product of two neighbours.
    let mut index = std::collections::BTreeMap::new();
    let primes = (2..=to.div_ceil(2)).filter(|&n| factored(n).primes() == [(n, 1)]);
    for (i, p) in (1u64..).zip(primes.take_while(|p| p * p <= 4 * to)) {
        index.insert(p, i);
    }
    let mut exceptions = Vec::new();
    for (n, &v) in (0u64..).zip(&found).skip(1) {
        let pair = match factored(n).primes() {
            [(p, 1), (q, 1)] => match (index.get(p), index.get(q)) {
                (Some(&i), Some(&j)) => Some((i, j - i)),
                _ => None,
            },
            _ => None,
        };
        let mut v = u64::from(v);
        if applies(n) {
            v = work.plant("a wrong value", v, |v| wrong(n, v));
        }
        if !holds(n, v, pair) {
            exceptions.push(n);
        }
    }
    work.show(format!("{what}: exceptions {exceptions:?}"));
    exceptions_noted(work, &exceptions);
    work.verified(format!("n ≤ {to}"))
}

fn values_of_three(work: &mut Work<'_>) -> Tested {
    let printed = work.printed_numbers("arithmetic.sec1.4.vi")?;
    let to = 6 * printed.len() as u64;
    let values = defined(work, "nontotative", to)?;
    let computed = values.iter().skip(3).step_by(6).map(|&v| u64::from(v));
    let computed: Vec<u64> = computed.collect();
    work.compare_sequence("SG(6i−3)", 1, &printed, &computed);
    work.ensure(computed.iter().all(|v| v % 3 != 0), "no multiples of 3");
    work.proved(format!("n ≤ {to}"))
}
