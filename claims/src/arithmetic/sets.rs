//! Sections 5 and 6: fullset and powerset games.

use std::error::Error;

use super::direct::{by_powerset_lemma, direct};
use super::printed::printed_values;
use super::singletons::{exceptions_noted, factored, formula, smallest_prime_indices};
use crate::sequences::defined;
use crate::{Claim, Tested, Work};
use misere::heaps::{Position, ruleset};
use misere::nim::{NimValue, methods};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.thm14",
        place: "Theorem 14",
        statement: "fullset maliquot: SG(n) = 1 iff n > 1 is squarefree, and otherwise 0.",
        method: "values by definition",
        needs: &["nim-definition"],
        test: |work| {
            formula(work, "fullset-maliquot", 1, |n| {
                u64::from(n > 1 && factored(n).is_squarefree())
            })
        },
    },
    Claim {
        id: "arithmetic.eq2",
        place: "Section 5, (2)",
        statement: "The sum of the binomials (j over i) for 1 ≤ i < j is even.",
        method: "Pascal's triangle",
        needs: &[],
        test: binomials,
    },
    Claim {
        id: "arithmetic.sec5.idea",
        place: "Section 5, the idea of the proof",
        statement: "SG(n) = 0 iff n has an even number of squarefree proper divisors, 1 included; \
                    4 and 8 have one that is not a unit, and 24 has 2, 3, 6 among 2, 3, 4, 6, 8, 12.",
        method: "divisors counted",
        needs: &["nim-definition", "printed"],
        test: idea_of_the_proof,
    },
    Claim {
        id: "arithmetic.sec5.proof",
        place: "Section 5, proof of Theorem 14",
        statement: "The number of squarefree proper divisors but 1 is even iff SG(n) = 0 (as \
                    printed).",
        method: "divisors counted: it is odd iff SG(n) = 0",
        needs: &["nim-definition"],
        test: squarefree_divisors,
    },
    Claim {
        id: "arithmetic.sec5.totient",
        place: "Section 5, the name fullset totient",
        statement: "The sequence 0, 1, 0, 1, 1, … is that of fullset totient; SG(3) = 0 by the option \
                    1+2.",
        method: "the totient is one number, so moving to all of it is totient; the values are those of \
                 moving to all totatives",
        needs: &["nim-definition", "printed"],
        test: name_of_the_game,
    },
    Claim {
        id: "arithmetic.sec6.powers",
        place: "Section 6, before Theorem 15",
        statement: "Values of powerset games tend to be powers of two.",
        method: "values by definition: they are always 0 or a power of two",
        needs: &["nim-definition"],
        test: powers_of_two,
    },
    Claim {
        id: "arithmetic.thm15",
        place: "Theorem 15",
        statement: "powerset saliquot: SG(0) = 0 and SG(n) is the largest power of two that divides \
                    n.",
        method: "all subsets on a prefix, the powerset lemma applied to the options beyond",
        needs: &["nim-definition", "own.powerset"],
        test: |work| {
            powers(work, "powerset-saliquot", 16, |n| {
                (n > 0).then(|| u64::from(n.trailing_zeros()))
            })
        },
    },
    Claim {
        id: "arithmetic.thm16",
        place: "Theorem 16",
        statement: "powerset maliquant: 0, 0, 1, 0, 2, 1, 4, 8 at first, then 2^k for n = 2k+1 and \
                    SG(n/2) for even n ≥ 10.",
        method: "all subsets on a prefix, the powerset lemma applied to the options beyond",
        needs: &["nim-definition", "own.powerset"],
        test: theorem_16,
    },
    Claim {
        id: "arithmetic.thm17",
        place: "Theorem 17",
        statement: "powerset totative: SG(n) = 2^(i−1), i the index of the smallest prime divisor \
                    of n.",
        method: "all subsets on a prefix, the powerset lemma applied to the options beyond",
        needs: &["nim-definition", "own.powerset"],
        test: theorem_17,
    },
];

fn binomials(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(60usize, 100, 120);
    let mut row: Vec<u128> = vec![1];
    for j in 1..=to {
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        row = std::iter::once(1).chain(inner).chain([1]).collect();
        row = work.plant("a binomial one larger", row, |mut row| {
            row[1] += 1;
            row
        });
        let sum: u128 = row[1..j].iter().sum();
        work.require(sum.is_multiple_of(2), || format!("j = {j}: {sum}"));
    }
    work.verified(format!("j ≤ {to}"))
}

/// Returns the squarefree proper divisors of n except 1.
fn squarefree(n: u64) -> Vec<u64> {
    let proper = factored(n).divisors().filter(|&d| d > 1 && d < n);
    proper.filter(|&d| factored(d).is_squarefree()).collect()
}

fn idea_of_the_proof(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(2_000u64, 10_000, 50_000);
    let values = direct(work, "fullset-maliquot", to)?;
    for (n, &v) in (2u64..).zip(&values[1..]) {
        let with_one = squarefree(n).len() + 1;
        let v = work.plant("a value of the other kind", v, |v| 1 - v);
        work.require(with_one.is_multiple_of(2) == (v == 0), || {
            format!("n = {n}")
        });
    }
    work.ensure(
        squarefree(4) == [2] && squarefree(8) == [2],
        "4 and 8 have the one divisor 2",
    );
    let lines = work.printed_lines("arithmetic.sec5.divisors")?;
    let mut proper: Vec<u64> = factored(24)
        .divisors()
        .filter(|&d| d > 1 && d < 24)
        .collect();
    proper.sort_unstable();
    let mut free = squarefree(24);
    free.sort_unstable();
    for (what, line, computed) in [
        ("proper divisors of 24", lines.first(), proper),
        ("squarefree ones", lines.get(1), free),
    ] {
        let computed: Vec<String> = computed.iter().map(u64::to_string).collect();
        work.compare(what, line.ok_or("two lines")?, computed.join(" "));
    }
    work.verified(format!("2 ≤ n ≤ {to}"))
}

fn squarefree_divisors(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(2_000u64, 10_000, 50_000);
    let values = direct(work, "fullset-maliquot", to)?;
    let (mut as_printed, mut odd) = (true, true);
    for (n, &v) in (2u64..).zip(&values[1..]) {
        let count = squarefree(n).len();
        let v = work.plant("a value of the other kind", v, |v| 1 - v);
        as_printed &= count.is_multiple_of(2) == (v == 0);
        odd &= (count % 2 == 1) == (v == 0);
    }
    work.ensure(odd, "it is odd iff SG(n) = 0, for n ≥ 2");
    if !as_printed {
        work.correct("printed: even iff SG(n) = 0; it is odd iff SG(n) = 0");
    }
    work.verified(format!("2 ≤ n ≤ {to}"))
}

fn name_of_the_game(work: &mut Work<'_>) -> Tested {
    let (_, printed) = printed_values(work, "fullset-totative")?;
    let to = printed.len() as u64;
    let (totatives, totient) = (
        defined(work, "fullset-totative", to)?,
        defined(work, "totient", to)?,
    );
    work.ensure(
        totatives == printed,
        "moving to all totatives has the printed values",
    );
    let differs = (1u64..)
        .zip(totient.iter().zip(&printed))
        .find(|(_, (a, b))| a != b);
    if let Some((n, (value, printed))) = differs {
        work.correct(format!(
            "printed as fullset totient; the totient is one number, and with it SG({n}) = {value}, not \
             {printed}: it is fullset totative"
        ));
    }
    let option = ruleset("fullset-totative")?
        .options(Position::heap(3))
        .next();
    work.compare("the option of 3", "2 + 1", option.unwrap_or_default());
    work.proved(format!("n ≤ {to}"))
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
        for v in values {
            let v = work.plant("a value 3", v, |_| 3);
            work.require(v == 0 || v.is_power_of_two(), || {
                format!("{name} has the value {v}")
            });
        }
    }
    work.derived("Powerset lemma", format!("n ≤ {to}"))
}

/// Compares a powerset game with exponents given by a formula, where `None` means the value 0.
fn powers(
    work: &mut Work<'_>,
    name: &str,
    by_definition: u64,
    exponent: impl Fn(u64) -> Option<u64>,
) -> Tested {
    let exceptions = differences(work, name, by_definition, |n| Some(exponent(n)))?;
    exceptions_noted(work, &exceptions);
    work.verified(format!(
        "n ≤ {by_definition} with all subsets, n ≤ {} by the lemma",
        reach(work)
    ))
}

fn reach(work: &Work<'_>) -> u64 {
    work.at_depth(800, 3_000, 6_000)
}

/// Returns the heaps whose value differs from a formula. The values are computed by the powerset
/// lemma from the single options, and compared with all subsets for small heaps and with the
/// method of the program, which may be the formula. A heap for which there is no formula differs.
fn differences(
    work: &mut Work<'_>,
    name: &str,
    by_definition: u64,
    exponent: impl Fn(u64) -> Option<Option<u64>>,
) -> Result<Vec<u64>, Box<dyn Error>> {
    let to = reach(work);
    let game = ruleset(name)?;
    let found = by_powerset_lemma(name, to)?;
    let value =
        |e: Option<u32>| e.map_or(NimValue::default(), |e| NimValue::power_of_two(e.into()));
    let slow = defined(work, name, by_definition)?;
    let same = slow
        .iter()
        .zip(&found)
        .all(|(&s, &e)| value(e) == u64::from(s).into());
    work.ensure(
        same,
        format!("the lemma and all subsets agree to {by_definition}"),
    );
    let mut method = methods(&*game).best(&*game)?;
    method.extend(to, work.budget())?;
    let agrees = method
        .values()
        .iter()
        .zip(&found)
        .all(|((_, v), &e)| v == value(e));
    work.ensure(agrees, format!("the method of the program agrees to {to}"));
    let power = |e: Option<u64>| e.map_or(NimValue::default(), NimValue::power_of_two);
    let expected = |n: u64| exponent(n).map(power);
    let mut differing = Vec::new();
    for (n, &e) in (game.smallest()..).zip(&found) {
        let e = work.plant("an exponent one larger", e, |e| {
            Some(e.map_or(0, |e| e + 1))
        });
        if Some(value(e)) != expected(n) {
            differing.push(n);
        }
    }
    Ok(differing)
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
    // 1 has no prime divisor, and so no formula.
    let exceptions = differences(work, "powerset-totative", 16, |n| ip(n).map(Some))?;
    exceptions_noted(work, &exceptions);
    work.verified(format!("n ≤ 16 with all subsets, n ≤ {to} by the lemma"))
}
