//! Sections 2.2 and 2.3: games of counting divisors and primes.

use std::error::Error;

use super::printed::difference;
use super::singletons::{exceptions_noted, factored};
use crate::sequences::{defined, heaps_where};
use crate::{Claim, Tested, Work};
use misere::heaps::{Position, ruleset};
use misere::nim::loopy::{Bounds, LoopyValues};
use misere::numbers::is_prime;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.sec2.2.1.shifted",
        place: "Section 2.2.1, numbers of divisors",
        statement: "A number with 17, 37, 49, 81, … divisors moves to a composite number of value 1.",
        method: "the composite heaps of value 1 by definition, plus 1",
        needs: &["nim-definition", "printed"],
        test: numbers_of_divisors,
    },
    Claim {
        id: "arithmetic.sec2.2.1.smallest",
        place: "Section 2.2.1, before Observation 1",
        statement: "The smallest number of that kind is 46656 = 2^6·3^6, with 49 divisors; 2^16 is \
                    another.",
        method: "all numbers in order: the divisors counted, the values by definition",
        needs: &["nim-definition"],
        test: smallest_of_that_kind,
    },
    Claim {
        id: "arithmetic.obs1",
        place: "Observation 1",
        statement: "mtau: for n < 46656, SG(n) = 1 iff n has a nonprime number of divisors.",
        method: "values; the divisors must be proper, and the first failure is 44100",
        needs: &["nim-definition"],
        test: observation_1,
    },
    Claim {
        id: "arithmetic.obs2",
        place: "Observation 2",
        statement: "mΩ: for n < 2^16, SG(n) = 1 iff Ω(n) is not prime.",
        method: "values; n = 1 is an exception",
        needs: &["nim-definition"],
        test: observation_2,
    },
    Claim {
        id: "arithmetic.sec2.3.1.A026478",
        place: "Section 2.3.1, A026478",
        statement: "64 is among the heaps of value 1, and tells the sequence from A026478.",
        method: "values by definition; A026478 is taken to be the numbers from 2 on that are no \
                 product of two or three earlier ones, which agrees with the sequence up to 63",
        needs: &["nim-definition"],
        test: products_of_earlier,
    },
    Claim {
        id: "arithmetic.sec2.3.1.A167175",
        place: "Section 2.3.1, A167175",
        statement: "The heaps of value 1 are A167175, the numbers with a nonprime number of prime \
                    divisors, up to 2^16 − 1; 2^16 is the first to be excluded.",
        method: "both sequences from 2 on",
        needs: &["nim-definition"],
        test: nonprime_omega,
    },
    Claim {
        id: "arithmetic.sec2.3.3.first",
        place: "Section 2.3.3, the heap of size 4",
        statement: "4 is the first heap whose value tells mω from mΩ; 6 is the first number with \
                    more than one prime factor.",
        method: "values by definition",
        needs: &["nim-definition"],
        test: four_and_six,
    },
    Claim {
        id: "arithmetic.sec2.3.3.smallest",
        place: "Section 2.3.3, before Observation 3",
        statement: "mω: 7! is the smallest number with several prime factors and value 1.",
        method: "values; the smallest is 30030, and SG(7!) = 0",
        needs: &["nim-definition"],
        test: smallest_with_several,
    },
    Claim {
        id: "arithmetic.obs3",
        place: "Observation 3",
        statement: "mω: for n < 7!, SG(n) = 1 iff n has exactly one prime factor.",
        method: "values by definition; it holds up to 30029",
        needs: &["nim-definition"],
        test: observation_3,
    },
    Claim {
        id: "arithmetic.sec2.2.loopy",
        place: "Section 2.2.1, footnote",
        statement: "Moving to the number of all divisors, 1 and 2 become loopy, and all games are \
                    drawn.",
        method: "the number of divisors iterated: it comes to 1 or 2, which move to themselves; the \
                 loopy values of the ruleset",
        needs: &["loopy-values"],
        test: all_divisors,
    },
];

/// Returns the values of a game with one option for each heap, by definition.
fn binary(work: &Work<'_>, name: &str, to: u64) -> Result<Vec<u32>, Box<dyn Error>> {
    let values = defined(work, name, to)?.into_iter();
    let planted = |v| work.plant("a value of the other kind", v, |v| 1 - v);
    Ok(values.map(planted).collect())
}

/// Returns the heaps where a property of the heap does not agree with "the value is 1".
fn failures(values: &[u32], is_one: impl Fn(u64) -> bool) -> Vec<u64> {
    heaps_where(values, |n, v| (v == 1) != is_one(n))
}

/// Returns the composite heaps of value 1 in mtau.
fn composite_ones(values: &[u32]) -> Vec<u64> {
    let ones = (1u64..)
        .zip(values)
        .filter(|&(_, &v)| v == 1)
        .map(|(n, _)| n);
    ones.filter(|&n| !is_prime(&n.into())).collect()
}

fn numbers_of_divisors(work: &mut Work<'_>) -> Tested {
    let printed = work.printed_numbers("arithmetic.sec2.2.1.shifted")?;
    let last = printed.iter().max().copied().unwrap_or(0);
    let values = defined(work, "mtau", last)?;
    let computed: Vec<u64> = composite_ones(&values).iter().map(|n| n + 1).collect();
    let computed: Vec<u64> = computed.into_iter().filter(|n| *n <= last).collect();
    work.show(format!("computed: {computed:?}"));
    if computed != printed {
        work.correct(difference(&computed, &printed));
    }
    work.proved(format!("up to {last}"))
}

fn smallest_of_that_kind(work: &mut Work<'_>) -> Tested {
    let small = defined(work, "mtau", 400)?;
    let targets = composite_ones(&small);
    let targets = work.plant("80 has another value", targets, |mut targets| {
        targets.retain(|&n| n != 80);
        targets
    });
    // τ(n) − 1 is composite of value 1.
    let kind = |n: u64| targets.contains(&(factored(n).tau() - 1));
    let found: Vec<u64> = (1..=66_000).filter(|&n| kind(n)).take(5).collect();
    work.show(format!("{found:?} …"));
    work.compare("the smallest", 46_656, found.first().copied().unwrap_or(0));
    work.compare("τ(46656)", 49, factored(46_656).tau());
    work.ensure(
        kind(1 << 16) && kind(46_656),
        "46656 and 2^16 are of that kind",
    );
    work.ensure(
        found.starts_with(&[44_100]) && factored(44_100).tau() == 81,
        "44100 = 2²·3²·5²·7² has 81 divisors, and SG(80) = 1",
    );
    work.proved("n ≤ 66000")
}

fn observation_1(work: &mut Work<'_>) -> Tested {
    let values = binary(work, "mtau", 66_000)?;
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
    let values = binary(work, "mOmega", 70_000)?;
    let found = failures(&values, |n| !is_prime(&factored(n).big_omega().into()));
    let beyond: Vec<u64> = found.iter().copied().filter(|&n| n > 2).collect();
    work.compare(
        "the first failure from 2 on",
        65_536,
        beyond.first().copied().unwrap_or(0),
    );
    let small: Vec<u64> = found.into_iter().filter(|&n| n <= 2).collect();
    exceptions_noted(work, &small);
    work.proved("n ≤ 70000")
}

fn products_of_earlier(work: &mut Work<'_>) -> Tested {
    let to = 64u64;
    let values = binary(work, "mOmega", to)?;
    let ones: Vec<u64> = heaps_where(&values, |_, v| v == 1);
    let mut other: Vec<u64> = Vec::new();
    for n in 2..=to {
        let is_product = other.iter().any(|a| {
            other
                .iter()
                .any(|b| a * b == n || other.iter().any(|c| a * b * c == n))
        });
        if !is_product {
            other.push(n);
        }
    }
    let first = (2..=to).find(|n| ones.contains(n) != other.contains(n));
    work.compare("the first difference", 64, first.unwrap_or(0));
    work.ensure(ones.contains(&64), "64 has value 1");
    work.proved(format!("n ≤ {to}"))
}

fn nonprime_omega(work: &mut Work<'_>) -> Tested {
    let values = binary(work, "mOmega", 70_000)?;
    let nonprime = |n: u64| !is_prime(&factored(n).big_omega().into());
    let from_two = failures(&values, nonprime).into_iter().find(|&n| n >= 2);
    work.compare("the first difference", 65_536, from_two.unwrap_or(0));
    work.ensure(
        nonprime(65_536) && values[65_535] == 0,
        "2^16 has a nonprime number of prime divisors and value 0",
    );
    work.proved("2 ≤ n ≤ 70000")
}

fn four_and_six(work: &mut Work<'_>) -> Tested {
    let (distinct, all) = (binary(work, "momega", 6)?, defined(work, "mOmega", 6)?);
    let first = (1u64..)
        .zip(distinct.iter().zip(&all))
        .find(|(_, (a, b))| a != b);
    work.compare("the first difference", 4, first.map_or(0, |(n, _)| n));
    work.compare("SG(4)", 1, distinct[3]);
    let several = (2..=6u64).find(|&n| factored(n).omega() > 1);
    work.compare("several prime factors first at", 6, several.unwrap_or(0));
    work.proved("n ≤ 6")
}

fn smallest_with_several(work: &mut Work<'_>) -> Tested {
    let values = binary(work, "momega", 40_000)?;
    let several = |n: u64| factored(n).omega() > 1;
    let found = (1u64..).zip(&values).find(|&(n, &v)| v == 1 && several(n));
    work.compare("the smallest", 5040, found.map_or(0, |(n, _)| n));
    work.ensure(
        values[5039] == 0 && factored(5040).omega() == 4,
        "SG(7!) = 0, since 7! has four prime factors",
    );
    work.proved("n ≤ 40000")
}

fn observation_3(work: &mut Work<'_>) -> Tested {
    let values = binary(work, "momega", 40_000)?;
    let found = failures(&values, |n| factored(n).omega() == 1);
    work.ensure(
        found.iter().all(|&n| n >= 5040),
        "there is no exception below 7!",
    );
    work.ensure(found.first() == Some(&30_030), "the first one is 30030");
    work.proved("n < 5040, and n ≤ 40000 for the first exception")
}

fn all_divisors(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(5_000u64, 50_000, 500_000);
    for n in 1..=to {
        let mut x = n;
        while x > 2 {
            x = factored(x).tau();
        }
        // τ(1) = 1 and τ(2) = 2: play never ends.
        let x = work.plant("play comes to 3", x, |_| 3);
        work.require(factored(x).tau() == x, || format!("{n} comes to {x}"));
    }
    let game = ruleset("number(move-to(divisors))")?;
    let mut values = LoopyValues::new(&*game, Bounds::default());
    for n in 1..=60 {
        let value = values.value(Position::heap(n), work.budget())?.to_string();
        work.require(value == "∞{}", || format!("{n} has the value {value}"));
    }
    work.verified(format!("n ≤ {to}"))
}
