//! Section 2: games of counting.

use std::num::NonZeroU64;

use super::singletons::{exceptions_noted, factored};
use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::{defined, values};
use crate::heaps::{Position, ruleset};
use crate::nim::NimValues;
use crate::numbers::{distance_to_even_power, is_prime, shapiro_class, shapiro_class_by_factors};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "000.thm7",
        place: "(1), Theorem 7 and the examples after it",
        statement: "φ iterated comes to 2 (for n ≥ 3); C(2n) is C(n) or C(n)+1, and C(mn) is \
                    C(m)+C(n), plus 1 if both are even; C(7) = 2, C(15) = 3.",
        method: "the class by iterating φ against the rules, and by factors",
        test: shapiro,
    },
    Claim {
        id: "000.thm8",
        place: "Theorem 8",
        statement: "totient: SG(1) = 0 and SG(n) ≡ C(n)+1 (mod 2); SG(8) = 1, SG(48114) = 1.",
        method: "values by definition against classes",
        test: theorem_8,
    },
    Claim {
        id: "000.sec2.1.2.powers",
        place: "Section 2.1.2, powers of primes",
        statement: "nontotient: SG(p^k) = 0 iff k is even; SG(7168) = 0 and SG(413343) = 1 (as \
                    printed).",
        method: "values by definition; printed are the values of the options 2^12 and 3^11",
        test: powers_of_primes,
    },
    Claim {
        id: "000.sec2.1.2.dist",
        place: "Section 2.1.2, dist",
        statement: "The number of steps to an even power of a prime for n ≤ 16; its parity is the \
                    value.",
        method: "iterating n − φ(n)",
        test: distances,
    },
    Claim {
        id: "000.obs1",
        place: "Observation 1",
        statement: "mtau: for n < 46656, SG(n) = 1 iff n has a nonprime number of divisors.",
        method: "values; the divisors must be proper, and the first failure is 44100",
        test: observation_1,
    },
    Claim {
        id: "000.obs2",
        place: "Observation 2",
        statement: "mΩ: for n < 2^16, SG(n) = 1 iff Ω(n) is not prime; 64 tells it from A026478, \
                    2^16 from A167175.",
        method: "values; n = 1 is an exception",
        test: observation_2,
    },
    Claim {
        id: "000.obs3",
        place: "Section 2.3.3 and Observation 3",
        statement: "mω: for n < 7!, SG(n) = 1 iff n has exactly one prime factor; 7! is the \
                    smallest with several and value 1.",
        method: "values; the smallest is 30030, and SG(7!) = 0",
        test: observation_3,
    },
    Claim {
        id: "000.sec2.2.loopy",
        place: "Section 2.2.1, footnote",
        statement: "Moving to the number of all divisors, 1 and 2 become loopy.",
        method: "the ruleset is asked for, and refused with that reason",
        test: all_divisors,
    },
];

fn shapiro(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(300u64, 1_000, 3_000);
    let class = |n: u64| NonZeroU64::new(n).map_or(0, shapiro_class);
    for n in 3..=to * to {
        // Iterated to 2, class(n) times.
        let mut x = n;
        for _ in 0..class(n) {
            x = factored(x).phi();
        }
        work.require(x == 2, || format!("φ iterated from {n}"));
        if n > 20_000 {
            break;
        }
    }
    for n in 1..=to {
        let expected = class(n) + u64::from(n % 2 == 0);
        work.require(class(2 * n) == expected, || format!("C({})", 2 * n));
        for m in 1..=n {
            let both = u64::from(m % 2 == 0 && n % 2 == 0);
            work.require(class(m * n) == class(m) + class(n) + both, || {
                format!("C({m}·{n})")
            });
        }
        let by_factors = shapiro_class_by_factors(&n.into(), work.limits())?;
        work.require(by_factors == class(n), || format!("C({n}) by factors"));
    }
    work.ensure(class(7) == 2 && class(15) == 3, "C(7) = 2, C(15) = 3");
    if class(1) == 0 && class(2) == 0 {
        work.correct(
            "(1) is stated for all n; 1 and 2 never come to 2 after a step, it needs n ≥ 3",
        );
    }
    work.verified(format!("m, n ≤ {to}"))
}

fn theorem_8(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(50_000u64, 500_000, 5_000_000);
    let slow = defined(work, "totient", work.at_depth(20_000, 100_000, 500_000))?;
    let values = values(work, "totient", to)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree",
    );
    for (n, &v) in (1u64..).zip(&values) {
        let class = NonZeroU64::new(n).map_or(0, shapiro_class);
        let expected = if n == 1 { 0 } else { (class + 1) % 2 };
        work.require(u64::from(v) == expected, || format!("SG({n}) = {v}"));
    }
    let at = |n: usize| values.get(n - 1).copied();
    work.ensure(
        at(8) == Some(1) && at(48_114) == Some(1),
        "SG(8) = SG(48114) = 1",
    );
    work.verified(format!("n ≤ {to}"))
}

fn powers_of_primes(work: &mut Work<'_>) -> Tested {
    let game = ruleset("nontotient")?;
    let mut nim = NimValues::new(&*game)?;
    for p in [2u64, 3, 5, 7, 11, 101] {
        for k in 0..=6u32 {
            let value = nim.value(Position::heap(p.pow(k)), work.limits())?;
            work.require(value == u64::from(k % 2).into(), || {
                format!("SG({p}^{k}) = {value}")
            });
        }
    }
    for (n, printed, option) in [(7168u64, 0u64, 1u64 << 12), (413_343, 1, 3u64.pow(11))] {
        let value = nim.value(Position::heap(n), work.limits())?;
        let next = game.options(Position::heap(n)).next().unwrap_or_default();
        work.ensure(
            next.to_string() == option.to_string(),
            format!("{n} moves to {option}"),
        );
        work.compare(&format!("SG({n})"), printed, value);
    }
    work.proved("the examples")
}

fn distances(work: &mut Work<'_>) -> Tested {
    let printed = work.printed_numbers("000.values.dist")?;
    let dist = |n: u64| NonZeroU64::new(n).map_or(0, distance_to_even_power);
    let computed: Vec<u64> = (1..=printed.len() as u64).map(dist).collect();
    work.compare_sequence("dist", 1, &printed, &computed);
    let to = work.at_depth(20_000, 200_000, 1_000_000);
    let values = values(work, "nontotient", to)?;
    for (n, &v) in (1u64..).zip(&values) {
        work.require(dist(n) % 2 == u64::from(v), || format!("n = {n}"));
    }
    work.verified(format!("the table; parity for n ≤ {to}"))
}

/// The heaps from 1 on at which "the value is 1" is not what a property of the heap says.
fn failures(values: &[u32], is_one: impl Fn(u64) -> bool) -> Vec<u64> {
    (1u64..)
        .zip(values)
        .filter(|&(n, &v)| (v == 1) != is_one(n))
        .map(|(n, _)| n)
        .collect()
}

fn observation_1(work: &mut Work<'_>) -> Tested {
    let values = values(work, "mtau", 66_000)?;
    let slow = defined(work, "mtau", 2_000)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree to 2000",
    );
    let prime = |n: u64| is_prime(&n.into());
    let proper = failures(&values, |n| !prime(factored(n).tau() - 1));
    let literal = failures(&values, |n| !prime(factored(n).tau()));
    work.show(format!(
        "with all divisors: fails at {:?} …",
        &literal[..4.min(literal.len())]
    ));
    work.show(format!(
        "with proper divisors: fails at {:?} …",
        &proper[..5.min(proper.len())]
    ));
    if literal.first().is_some_and(|&n| n < 46_656) {
        work.correct(format!(
            "read literally it fails at n = {}: the divisors must be proper, and n ≥ 2",
            literal[0]
        ));
    }
    let first = proper.iter().copied().find(|&n| n >= 2).unwrap_or(0);
    work.compare("the first failure", 46_656, first);
    work.ensure(
        proper.contains(&46_656) && proper.contains(&57_600),
        "46656 and 57600 fail too",
    );
    work.proved("n ≤ 66000")
}

fn observation_2(work: &mut Work<'_>) -> Tested {
    let values = values(work, "mOmega", 70_000)?;
    let slow = defined(work, "mOmega", 2_000)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree to 2000",
    );
    let found = failures(&values, |n| !is_prime(&factored(n).big_omega().into()));
    let beyond: Vec<u64> = found.iter().copied().filter(|&n| n > 2).collect();
    work.compare(
        "the first failure from 2 on",
        65_536,
        beyond.first().copied().unwrap_or(0),
    );
    let small: Vec<u64> = found.into_iter().filter(|&n| n <= 2).collect();
    exceptions_noted(work, &small);
    work.ensure(values[63] == 1, "64 has value 1");
    work.proved("n ≤ 70000")
}

fn observation_3(work: &mut Work<'_>) -> Tested {
    let values = values(work, "momega", 40_000)?;
    let slow = defined(work, "momega", 2_000)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree to 2000",
    );
    let found = failures(&values, |n| factored(n).omega() == 1);
    work.compare(
        "the smallest with several prime factors and value 1",
        5040,
        found.first().copied().unwrap_or(0),
    );
    work.ensure(
        values[5039] == 0,
        "SG(7!) = 0, since 7! has four prime factors",
    );
    work.proved("n ≤ 40000")
}

fn all_divisors(work: &mut Work<'_>) -> Tested {
    let refused = ruleset("number(move-to(divisors))").err();
    let message = refused.map(|error| error.message).unwrap_or_default();
    work.ensure(
        !message.is_empty(),
        format!("number(move-to(divisors)): {message}"),
    );
    // 2 has two divisors and 1 has one: both would move to themselves.
    work.ensure(
        factored(1).tau() == 1 && factored(2).tau() == 2,
        "τ(1) = 1 and τ(2) = 2",
    );
    work.proved("the remark")
}
