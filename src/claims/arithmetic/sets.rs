//! Sections 5 and 6: all of the numbers, or any of them.

use std::error::Error;

use super::singletons::{exceptions_noted, factored, formula, smallest_prime_indices};
use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::defined;
use crate::heaps::ruleset;
use crate::nim::{NimValue, roads};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "000.thm14",
        place: "Theorem 14",
        statement: "fullset maliquot: SG(n) = 1 iff n > 1 is squarefree, and otherwise 0.",
        method: "values by definition",
        test: |work| {
            formula(work, "fullset-maliquot", 1, |n| {
                u64::from(n > 1 && factored(n).is_squarefree())
            })
        },
    },
    Claim {
        id: "000.sec5.proof",
        place: "Section 5, proof of Theorem 14",
        statement: "The number of squarefree proper divisors but 1 is even iff SG(n) = 0 (as \
                    printed); 24 has 2, 3, 6.",
        method: "divisors counted: it is odd iff SG(n) = 0",
        test: squarefree_divisors,
    },
    Claim {
        id: "000.sec6.powers",
        place: "Section 6, before Theorem 15",
        statement: "Values of powerset games tend to be powers of two.",
        method: "values by definition: they are always 0 or a power of two",
        test: powers_of_two,
    },
    Claim {
        id: "000.thm15",
        place: "Theorem 15",
        statement: "powerset saliquot: SG(0) = 0 and SG(n) is the largest power of two that divides \
                    n.",
        method: "values by definition on a prefix, by the powerset lemma beyond",
        test: |work| {
            powers(work, "powerset-saliquot", 16, |n| {
                (n > 0).then(|| u64::from(n.trailing_zeros()))
            })
        },
    },
    Claim {
        id: "000.thm16",
        place: "Theorem 16",
        statement: "powerset maliquant: 0, 0, 1, 0, 2, 1, 4, 8 at first, then 2^k for n = 2k+1 and \
                    SG(n/2) for even n ≥ 10.",
        method: "values by definition on a prefix, by the powerset lemma beyond",
        test: theorem_16,
    },
    Claim {
        id: "000.thm17",
        place: "Theorem 17, and the table of rulesets",
        statement: "powerset totative: SG(n) = 2^(i−1), i the index of the smallest prime divisor \
                    of n; the table gives ip to powerset saliquant.",
        method: "values by definition on a prefix, by the powerset lemma beyond",
        test: theorem_17,
    },
];

fn squarefree_divisors(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(2_000u64, 10_000, 50_000);
    let values = defined(work, "fullset-maliquot", to)?;
    let count = |n: u64| {
        let proper = factored(n).divisors().filter(|&d| d > 1 && d < n);
        proper.filter(|&d| factored(d).is_squarefree()).count()
    };
    let (mut as_printed, mut odd) = (true, true);
    for (n, &v) in (2u64..).zip(&values[1..]) {
        as_printed &= (count(n) % 2 == 0) == (v == 0);
        odd &= (count(n) % 2 == 1) == (v == 0);
    }
    work.ensure(odd, "it is odd iff SG(n) = 0, for n ≥ 2");
    if !as_printed {
        work.correct("printed: even iff SG(n) = 0; it is odd iff SG(n) = 0");
    }
    work.compare("squarefree ones of 24", 3, count(24));
    work.verified(format!("2 ≤ n ≤ {to}"))
}

fn powers_of_two(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(15, 18, 21);
    for name in [
        "maliquot",
        "saliquot",
        "maliquant",
        "saliquant",
        "totative",
        "nontotative",
    ] {
        let name = format!("powerset-{name}");
        let values = defined(work, &name, to)?;
        let all = values.iter().all(|v| *v == 0 || v.is_power_of_two());
        work.ensure(all, format!("{name}: only 0 and powers of two"));
    }
    work.verified(format!("n ≤ {to}, and a theorem: see own.powerset"))
}

/// Compares a powerset game with exponents given by a formula: none stands for 0.
fn powers(
    work: &mut Work<'_>,
    name: &str,
    by_definition: u64,
    exponent: impl Fn(u64) -> Option<u64>,
) -> Tested {
    let exceptions = differences(work, name, by_definition, exponent)?;
    exceptions_noted(work, &exceptions);
    work.verified(format!(
        "n ≤ {by_definition} by definition, n ≤ {} by the lemma",
        reach(work)
    ))
}

fn reach(work: &Work<'_>) -> u64 {
    work.at_depth(5_000, 100_000, 1_000_000)
}

fn differences(
    work: &mut Work<'_>,
    name: &str,
    by_definition: u64,
    exponent: impl Fn(u64) -> Option<u64>,
) -> Result<Vec<u64>, Box<dyn Error>> {
    let to = reach(work);
    let game = ruleset(name)?;
    let mut road = roads(&*game).best(&*game)?;
    road.extend(to, work.limits())?;
    let slow = defined(work, name, by_definition)?;
    let same = road
        .values()
        .iter()
        .zip(&slow)
        .all(|((_, v), &s)| v == u64::from(s).into());
    work.ensure(
        same,
        format!("the lemma and the definition agree to {by_definition}"),
    );
    let expected = |n: u64| exponent(n).map_or(NimValue::default(), NimValue::power_of_two);
    let values = road.values().iter().filter(|(n, _)| *n <= to);
    Ok(values
        .filter(|(n, v)| *v != expected(*n))
        .map(|(n, _)| n)
        .collect())
}

fn theorem_16(work: &mut Work<'_>) -> Tested {
    // Exponents of the first eight; from 9 on odd n = 2k+1 has 2^k, even n that of n/2.
    fn exponent(n: u64) -> Option<u64> {
        let first = [
            None,
            None,
            Some(0),
            None,
            Some(1),
            Some(0),
            Some(2),
            Some(3),
        ];
        let mut n = n;
        loop {
            match n {
                0 => return None,
                1..=8 => return first[usize::try_from(n - 1).unwrap_or(0)],
                _ if n % 2 == 1 => return Some((n - 1) / 2),
                _ => n /= 2,
            }
        }
    }
    powers(work, "powerset-maliquant", 15, exponent)
}

fn theorem_17(work: &mut Work<'_>) -> Tested {
    let to = reach(work);
    let index = smallest_prime_indices(to)?;
    let ip = |n: u64| {
        usize::try_from(n)
            .ok()
            .and_then(|n| index.get(n))
            .and_then(|i| i.checked_sub(1))
    };
    let exceptions = differences(work, "powerset-totative", 16, ip)?;
    exceptions_noted(work, &exceptions);
    let saliquant = differences(work, "powerset-saliquant", 15, ip)?;
    if let Some(n) = saliquant.iter().find(|n| **n > 2) {
        work.correct(format!(
            "the table of rulesets gives ip to powerset saliquant, which fails at n = {n}; it belongs to \
             powerset totative"
        ));
    }
    if exceptions.is_empty() {
        work.correct("stated for all n; at n = 1, which has no prime divisor, SG(1) = 0");
    }
    work.verified(format!("n ≤ 16 by definition, n ≤ {to} by the lemma"))
}
