//! Sections 3 and 4: dividing and factoring.

use std::collections::BTreeSet;

use super::singletons::{exceptions_noted, factored, formula};
use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::{defined, values};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "000.thm9",
        place: "Theorem 9",
        statement: "dividing: SG(n) = Ω2(n), the number of prime factors with 2 counted once.",
        method: "values by definition",
        test: |work| formula(work, "dividing", 1, |n| factored(n).omega_two()),
    },
    Claim {
        id: "000.sec3.2.last",
        place: "Section 3.2, value 1",
        statement: "25 is the largest heap of value 1.",
        method: "values; a theorem for every value seen at an even and an odd heap",
        test: last_of_value_one,
    },
    Claim {
        id: "000.sec3.2.bound",
        place: "Section 3.2, upper bound",
        statement: "The values seem to be bounded by n^(3/5) for large n.",
        method: "values; how often and how far out the bound fails",
        test: upper_bound,
    },
    Claim {
        id: "000.sec3.2.powers",
        place: "Section 3.2, growth at powers of two, and Figure 3",
        statement: "Growth halts at powers of two: 4 appears at heap 9, nothing beyond 5 until 27; \
                    the first 20000 values just touch 256.",
        method: "values",
        test: growth,
    },
    Claim {
        id: "000.conj1",
        place: "Conjecture 1",
        statement: "divide-and-residue: each value occurs, and finitely often; SG(n)/n → 0.",
        method: "values: 24 does not occur, and no small value beyond some heap",
        test: conjecture_1,
    },
    Claim {
        id: "000.sec3.2.missing",
        place: "Section 3.2, complement-grundy, and Figure 4",
        statement: "Some values do not appear, such as 12, 15, 20.",
        method: "values",
        test: missing_values,
    },
    Claim {
        id: "000.thm10",
        place: "Theorem 10",
        statement: "complement-grundy: SG(n)/n → 0; a power of two first appears at least three \
                    times as far out as the one before.",
        method: "first heaps of the powers of two",
        test: theorem_10,
    },
    Claim {
        id: "000.thm11",
        place: "Theorem 11 and A003602",
        statement: "divide-throw-residue: SG(n) = io(n).",
        method: "values by definition; n = 1 is an exception, as the printed sequence has it",
        test: |work| {
            formula(work, "divide-throw-residue", 1, |n| {
                (n >> n.trailing_zeros()).div_ceil(2)
            })
        },
    },
    Claim {
        id: "000.thm12",
        place: "Theorem 12 and Figure 5",
        statement: "residue-throw-divisor: SG(n) = k for 3(2^(k−1)−1)+2 ≤ n ≤ 3(2^k−1)+1.",
        method: "values by definition; the formula has k = 1 begin at 2, and SG(1) = 0",
        test: theorem_12,
    },
    Claim {
        id: "000.thm13",
        place: "Theorem 13",
        statement: "m-factoring: SG(n) = Ω(n) − 1 for n > 2; with coprime parts ω(n) − 1.",
        method: "values by definition; both hold from n = 2 on",
        test: theorem_13,
    },
];

fn last_of_value_one(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    let values = values(work, "divide-and-residue", to)?;
    let ones: Vec<u64> = (1u64..)
        .zip(&values)
        .filter(|&(_, &v)| v == 1)
        .map(|(n, _)| n)
        .collect();
    work.compare(
        "the last heap of value 1",
        25,
        ones.last().copied().unwrap_or(0),
    );
    work.show(format!("heaps of value 1: {ones:?}"));
    // 2×d + r with d = (n−r)/2: from every n beyond 3r a move leads to the value of r.
    let even = ones
        .iter()
        .find(|n| **n % 2 == 0)
        .copied()
        .unwrap_or(u64::MAX);
    let odd = ones
        .iter()
        .find(|n| **n % 2 == 1)
        .copied()
        .unwrap_or(u64::MAX);
    let bound = 3 * even.max(odd);
    work.ensure(
        bound < to,
        format!("seen at {even} and {odd}, so not beyond {bound}: n = 2×d + r has the value of r"),
    );
    work.proved(format!("n ≤ {to}, and none beyond"))
}

/// Whether value^5 > n^3.
fn above(n: u64, value: u32) -> bool {
    u128::from(value).pow(5) > u128::from(n).pow(3)
}

fn upper_bound(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    let values = values(work, "divide-and-residue", to)?;
    let over: Vec<u64> = (1u64..)
        .zip(&values)
        .filter(|&(n, &v)| above(n, v))
        .map(|(n, _)| n)
        .collect();
    let last = over.last().copied().unwrap_or(0);
    work.show(format!(
        "{} heaps above n^(3/5), the last at {last}",
        over.len()
    ));
    work.ensure(last < to / 2, format!("none in the second half up to {to}"));
    work.open(format!("n ≤ {to}"))
}

fn growth(work: &mut Work<'_>) -> Tested {
    let slow = defined(work, "divide-and-residue", work.at_depth(300, 1_000, 2_000))?;
    let values = values(work, "divide-and-residue", 20_000)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree",
    );
    let first = |value: u32| {
        (1u64..)
            .zip(&values)
            .find(|&(_, &v)| v == value)
            .map(|(n, _)| n)
    };
    work.compare("the first heap of value 4", 9, first(4).unwrap_or(0));
    let beyond = (1u64..).zip(&values).find(|&(_, &v)| v > 5).map(|(n, _)| n);
    work.compare("the first heap of value above 5", 27, beyond.unwrap_or(0));
    work.show(format!(
        "256 first appears at {:?}, the largest value is {:?}",
        first(256),
        values.iter().max()
    ));
    work.ensure(first(256).is_some(), "256 is touched within 20000");
    let above: usize = values.iter().filter(|&&v| v > 256).count();
    work.show(format!("{above} values are larger than 256"));
    work.proved("n ≤ 20000")
}

fn conjecture_1(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    let values = values(work, "divide-and-residue", to)?;
    let seen: BTreeSet<u32> = values.iter().copied().collect();
    let absent: Vec<u32> = (0..60).filter(|v| !seen.contains(v)).collect();
    let half = usize::try_from(to / 2)?;
    let late = values[half..].iter().min().copied().unwrap_or(0);
    work.show(format!(
        "absent below 60: {absent:?}; the smallest value beyond {half} is {late}"
    ));
    work.ensure(late > 60, "no value below 60 occurs in the second half");
    match absent.first() {
        Some(&value) => work.refuted(
            format!(
                "{value} does not occur up to {to}, and no small value beyond {half}; that it \
                     never occurs is not proved"
            ),
            format!("n ≤ {to}"),
        ),
        None => work.open(format!("n ≤ {to}")),
    }
}

fn missing_values(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 200_000);
    let slow = defined(work, "complement-grundy", work.at_depth(300, 1_000, 2_000))?;
    let values = values(work, "complement-grundy", to)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree",
    );
    let seen: BTreeSet<u32> = values.iter().copied().collect();
    let absent: Vec<u32> = (0..45).filter(|v| !seen.contains(v)).collect();
    work.show(format!("absent below 45: {absent:?}"));
    work.ensure(
        [12, 15, 20].iter().all(|v| absent.contains(v)),
        "12, 15 and 20 do not appear",
    );
    work.verified(format!("n ≤ {to}"))
}

fn theorem_10(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(50_000u64, 200_000, 500_000);
    let values = values(work, "complement-grundy", to)?;
    let mut before: Option<u64> = None;
    for k in 0..20u32 {
        let first = (1u64..)
            .zip(&values)
            .find(|&(_, &v)| v == 1 << k)
            .map(|(n, _)| n);
        work.show(format!("2^{k} first at {first:?}"));
        if let (Some(last), Some(next)) = (before, first) {
            work.require(next >= 3 * last, || {
                format!("2^{k} at {next}, 2^{} at {last}", k - 1)
            });
        }
        // A power that does not appear leaves nothing above it.
        if first.is_none() {
            let above = values.iter().any(|&v| v > 1 << k);
            work.require(!above, || format!("2^{k} is skipped"));
            break;
        }
        before = first;
    }
    work.verified(format!("n ≤ {to}"))
}

fn theorem_12(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(3_000u64, 10_000, 100_000);
    let slow = defined(
        work,
        "residue-throw-divisor",
        work.at_depth(600, 2_000, 4_000),
    )?;
    let values = values(work, "residue-throw-divisor", to)?;
    work.ensure(
        values.starts_with(&slow),
        "the fast road and the definition agree",
    );
    let mut exceptions = Vec::new();
    for (n, &v) in (ruleset_first()..).zip(&values).filter(|&(n, _)| n >= 1) {
        let k = u64::from(v);
        let fits = match k {
            0 => n == 1,
            _ => 3 * ((1 << (k - 1)) - 1) + 2 <= n && n <= 3 * ((1 << k) - 1) + 1,
        };
        if !fits {
            exceptions.push(n);
        }
    }
    exceptions_noted(work, &exceptions);
    work.verified(format!("n ≤ {to}"))
}

fn ruleset_first() -> u64 {
    crate::heaps::ruleset("residue-throw-divisor").map_or(1, |game| game.smallest())
}

fn theorem_13(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 200_000, 2_000_000);
    for (name, coprime) in [("m-factoring", false), ("m-factoring-coprime", true)] {
        let slow = defined(work, name, work.at_depth(600, 2_000, 5_000))?;
        let values = values(work, name, to)?;
        work.ensure(
            values.starts_with(&slow),
            format!("{name}: the fast road and the definition agree"),
        );
        for (n, &v) in (1u64..).zip(&values).skip(1) {
            let count = if coprime {
                factored(n).omega()
            } else {
                factored(n).big_omega()
            };
            work.require(u64::from(v) == count - 1, || format!("{name}({n}) = {v}"));
        }
        work.ensure(values[0] == 0, format!("{name}(1) = 0"));
    }
    work.verified(format!("2 ≤ n ≤ {to}"))
}
