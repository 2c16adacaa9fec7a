//! Section 2.1: totient and nontotient.

use std::num::NonZeroU64;

use super::singletons::factored;
use crate::sequences::{defined, values};
use crate::{Claim, Tested, Work};
use misere::heaps::{Position, ruleset};
use misere::nim::Definition;
use misere::numbers::{distance_to_even_power, is_prime, shapiro_class, shapiro_class_by_factors};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.eq1",
        place: "Section 2.1, (1)",
        statement: "For all n there is a unique i > 0 such that φ iterated i times is 2.",
        method: "φ by counting coprime numbers, iterated",
        needs: &[],
        test: iterated_totient,
    },
    Claim {
        id: "arithmetic.thm7",
        place: "Theorem 7",
        statement: "C(2n) = C(n) for odd n and C(n)+1 for even n; C(mn) = C(m)+C(n), plus 1 if both \
                    are even.",
        method: "the class by iterating φ against the rules, and by factors",
        needs: &[],
        test: shapiro,
    },
    Claim {
        id: "arithmetic.thm7.examples",
        place: "Section 2.1, after Theorem 7",
        statement: "φ(7) = 6, φ(6) = 2, C(7) = 2; C(p) = C(p−1)+1 for primes p; C(15) = 3 by \
                    15 → 8 → 4 → 2.",
        method: "φ iterated",
        needs: &[],
        test: shapiro_examples,
    },
    Claim {
        id: "arithmetic.thm8",
        place: "Theorem 8",
        statement: "totient: SG(1) = 0 and SG(n) ≡ C(n)+1 (mod 2).",
        method: "values by definition against classes by the rules of Theorem 7, from factors",
        needs: &["nim-definition", "arithmetic.thm7"],
        test: theorem_8,
    },
    Claim {
        id: "arithmetic.thm8.examples",
        place: "Section 2.1.1, after Theorem 8",
        statement: "C(8) = 2 and SG(8) = 1; 48114 = 2·3^7·11 has C = 10 and SG = 1; from 8 the moves \
                    are 8, 4, 2, 1.",
        method: "φ iterated, values by definition",
        needs: &["nim-definition", "arithmetic.thm7"],
        test: theorem_8_examples,
    },
    Claim {
        id: "arithmetic.sec2.1.2.powers",
        place: "Section 2.1.2, powers of primes",
        statement: "nontotient: SG(p^k) = 0 iff k is even; SG(7168) = 0 and SG(413343) = 1 (as \
                    printed).",
        method: "values by definition; printed are the values of the options 2^12 and 3^11",
        needs: &["nim-definition"],
        test: powers_of_primes,
    },
    Claim {
        id: "arithmetic.sec2.1.2.pkq",
        place: "Section 2.1.2, n = p^k q",
        statement: "For distinct primes p and q and n = p^k q, n − φ(n) = p^(k−1)(q+p−1).",
        method: "all n = p^k q up to a bound: the numbers up to n that are not coprime to n, counted, and the \
                 option of the ruleset",
        needs: &["rules"],
        test: power_times_prime,
    },
    Claim {
        id: "arithmetic.sec2.1.2.dist",
        place: "Section 2.1.2, dist",
        statement: "The number of steps to an even power of a prime for n ≤ 16; its parity is the \
                    value.",
        method: "iterating n − φ(n)",
        needs: &["nim-definition", "printed"],
        test: distances,
    },
];

/// Computes φ(n) by counting.
fn phi(n: u64) -> u64 {
    (1..=n).filter(|&k| num_integer::gcd(k, n) == 1).count() as u64
}

/// Returns n, φ(n), φ(φ(n)), … down to 1.
fn iterates(n: u64) -> Vec<u64> {
    let mut list = vec![n];
    while let Some(&last) = list.last().filter(|&&last| last > 1) {
        list.push(phi(last));
    }
    list
}

fn iterated_totient(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(1_500u64, 4_000, 10_000);
    let mut without = Vec::new();
    for n in 1..=to {
        // Descending, so 2 occurs once at most; the heap itself is no step.
        let passed = work.plant("2 is passed twice", iterates(n), |mut passed| {
            passed.push(2);
            passed
        });
        let steps = passed.iter().skip(1).filter(|&&x| x == 2).count();
        work.require(steps <= 1, || format!("φ iterated from {n}"));
        if steps == 0 {
            without.push(n);
        }
    }
    if without == [1, 2] {
        work.correct("stated for all n; from 1 and 2 no step comes to 2, it needs n ≥ 3");
    } else {
        work.ensure(false, format!("only 1 and 2 do not come to 2: {without:?}"));
    }
    work.verified(format!("n ≤ {to}"))
}

fn class(n: u64) -> u64 {
    NonZeroU64::new(n).map_or(0, shapiro_class)
}

fn shapiro(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(300u64, 1_000, 2_000);
    for n in 1..=to {
        // The class, once by definition: the steps to 2, and 0 for 1 and 2.
        let steps = iterates(n).iter().position(|&x| x == 2).unwrap_or(0);
        work.require(class(n) == steps as u64, || {
            format!("C({n}) is not {steps}")
        });
        let expected = class(n) + u64::from(n % 2 == 0);
        work.require(class(2 * n) == expected, || format!("C({})", 2 * n));
        for m in 1..=n {
            let both = u64::from(m % 2 == 0 && n % 2 == 0);
            let product = work.plant("a class one larger", class(m * n), |class| class + 1);
            work.require(product == class(m) + class(n) + both, || {
                format!("C({m}·{n})")
            });
        }
        let by_factors = shapiro_class_by_factors(&n.into(), work.budget())?;
        work.require(by_factors == class(n), || format!("C({n}) by factors"));
    }
    work.verified(format!("m, n ≤ {to}"))
}

fn shapiro_examples(work: &mut Work<'_>) -> Tested {
    work.compare("φ(7), φ(6)", "6, 2", format!("{}, {}", phi(7), phi(6)));
    work.compare("C(7)", 2, class(7));
    work.compare("C(15)", 3, class(15));
    work.compare("from 15", "[15, 8, 4, 2, 1]", format!("{:?}", iterates(15)));
    let to = work.at_depth(2_000u64, 10_000, 100_000);
    for p in (3..=to).filter(|p| is_prime(&(*p).into())) {
        let of_prime = work.plant("a class one larger", class(p), |class| class + 1);
        work.require(of_prime == class(p - 1) + 1, || format!("C({p})"));
    }
    work.verified(format!("the examples, and primes p ≤ {to}"))
}

fn theorem_8(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 60_000, 300_000);
    let found = defined(work, "totient", to)?;
    let fast = values(work, "totient", to)?;
    work.ensure(fast == found, format!("the fast method agrees to {to}"));
    for (n, &v) in (1u64..).zip(&found) {
        let class = shapiro_class_by_factors(&n.into(), work.budget())?;
        let expected = if n == 1 { 0 } else { (class + 1) % 2 };
        let v = work.plant("a value of the other kind", v, |v| 1 - v);
        work.require(u64::from(v) == expected, || format!("SG({n}) = {v}"));
    }
    work.verified(format!("n ≤ {to}"))
}

fn theorem_8_examples(work: &mut Work<'_>) -> Tested {
    let values = defined(work, "totient", 48_114)?;
    work.compare("from 8", "[8, 4, 2, 1]", format!("{:?}", iterates(8)));
    work.compare("2·3^7·11", 48_114, 2 * 3u64.pow(7) * 11);
    for (n, printed) in [(8u64, 2u64), (48_114, 10)] {
        let by_factors = shapiro_class_by_factors(&n.into(), work.budget())?;
        work.compare(&format!("C({n})"), printed, by_factors);
        let v = values[usize::try_from(n - 1)?];
        let value = work.plant("a value of the other kind", v, |v| 1 - v);
        work.compare(&format!("SG({n})"), 1, value);
    }
    work.proved("the examples")
}

fn powers_of_primes(work: &mut Work<'_>) -> Tested {
    let game = ruleset("nontotient")?;
    let mut nim = Definition::new(&*game)?;
    for p in [2u64, 3, 5, 7, 11, 101] {
        for k in 0..=6u32 {
            let value = nim.value(Position::heap(p.pow(k)), work.budget())?;
            let value = value.to_u64().ok_or("a small value")?;
            let value = work.plant("a value one larger", value, |value| value + 1);
            work.require(value == u64::from(k % 2), || {
                format!("SG({p}^{k}) = {value}")
            });
        }
    }
    for (n, printed, option) in [(7168u64, 0u64, 1u64 << 12), (413_343, 1, 3u64.pow(11))] {
        let value = nim.value(Position::heap(n), work.budget())?;
        let value = value.to_u64().ok_or("a small value")?;
        let value = work.plant("an example of the other value", value, |value| 1 - value);
        let next = game.options(Position::heap(n)).next().unwrap_or_default();
        work.ensure(
            next.to_string() == option.to_string(),
            format!("{n} moves to {option}"),
        );
        work.compare(&format!("SG({n})"), printed, value);
    }
    work.derived(
        "Nontotient",
        "the examples, and p^k for k ≤ 6 and six primes p",
    )
}

fn power_times_prime(work: &mut Work<'_>) -> Tested {
    let game = ruleset("nontotient")?;
    let to = work.at_depth(2_000u64, 10_000, 30_000);
    for n in 1..=to {
        let factored = factored(n);
        let &[(p, i), (q, j)] = factored.primes() else {
            continue;
        };
        // Either prime may be the one that occurs once.
        for (p, k, q) in [(p, i, q, j), (q, j, p, i)]
            .into_iter()
            .filter_map(|(p, k, q, once)| (once == 1).then_some((p, k, q)))
        {
            let counted = (1..=n).filter(|&x| num_integer::gcd(x, n) > 1).count() as u64;
            let counted = work.plant("a number that is not counted", counted, |c| c - 1);
            let expected = p.pow(k - 1) * (q + p - 1);
            work.require(counted == expected, || {
                format!("{n} − φ({n}) = {counted}, not {expected}")
            });
            let option = game.options(Position::heap(n)).next().unwrap_or_default();
            work.require(option.to_string() == expected.to_string(), || {
                format!("{n} moves to {option}, not to {expected}")
            });
        }
    }
    work.verified(format!("n ≤ {to}"))
}

fn distances(work: &mut Work<'_>) -> Tested {
    let printed = work.printed_numbers("arithmetic.values.dist")?;
    let dist = |n: u64| NonZeroU64::new(n).map_or(0, distance_to_even_power);
    let computed: Vec<u64> = (1..=printed.len() as u64).map(dist).collect();
    work.compare_sequence("dist", 1, &printed, &computed);
    let to = work.at_depth(20_000, 200_000, 1_000_000);
    let values = defined(work, "nontotient", to)?;
    for (n, &v) in (1u64..).zip(&values) {
        let v = work.plant("a value of the other kind", v, |v| 1 - v);
        work.require(dist(n) % 2 == u64::from(v), || format!("n = {n}"));
    }
    work.verified(format!("the table; parity for n ≤ {to}"))
}
