//! Sections 1.3 and 2: Lemma 3 and Propositions 4 to 7.

use itertools::Itertools;

use super::{by_nim_sets, cut, sets_up_to_9};
use crate::sequences::{checked_values, pattern_example};
use crate::{Claim, Tested, Work};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.lem3",
        place: "Lemma 3",
        statement: "If m is the smallest even cut number, heaps of equal value are different \
                    modulo m; so values are not bounded.",
        method: "all cut sets of numbers up to 9 with an even one; no value occurs more than m times, \
                 so the largest of n values is at least n/m − 1",
        needs: &["nim-sets"],
        test: equal_values,
    },
    Claim {
        id: "breaking.sec2.notation",
        place: "Section 2, notation",
        statement: "(0,1,2)^2 (+3) is 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, …",
        method: "the notation read and spelled out",
        needs: &["printed"],
        test: notation,
    },
    Claim {
        id: "breaking.prop4",
        place: "Proposition 4",
        statement: "Without the cut number 1 the sequence is (0)^l (+1), l the smallest cut number.",
        method: "all cut sets of numbers from 2 to 9",
        needs: &["nim-sets", "nim-definition"],
        test: without_one,
    },
    Claim {
        id: "breaking.prop5",
        place: "Proposition 5",
        statement: "With 1 and odd numbers only, the sequence is (0,1) (+0).",
        method: "all cut sets of odd numbers up to 15 with 1",
        needs: &["nim-sets", "nim-definition"],
        test: only_odd,
    },
    Claim {
        id: "breaking.prop6",
        place: "Proposition 6",
        statement: "With 1, 2 and 3 the sequence is (0) (+1).",
        method: "1, 2, 3 and all sets of numbers from 4 to 9",
        needs: &["nim-sets", "nim-definition"],
        test: one_two_three,
    },
    Claim {
        id: "breaking.prop7",
        place: "Proposition 7",
        statement: "{1, 3, 2k} has the sequence (0,1)^k (+2); for k = 1 this is Proposition 6.",
        method: "all k up to a bound",
        needs: &["nim-sets", "nim-definition"],
        test: one_three_even,
    },
];

fn reach(work: &Work<'_>) -> u64 {
    work.at_depth(120, 300, 600)
}

fn equal_values(work: &mut Work<'_>) -> Tested {
    let to = reach(work);
    for set in sets_up_to_9() {
        let Some(&m) = set.iter().find(|n| *n % 2 == 0) else {
            continue;
        };
        let values = by_nim_sets(work, &set, to)?;
        let step = usize::try_from(m)?;
        for i in 0..values.len() - step {
            let value = work.plant("the value of m heaps later", values[i], |_| {
                values[i + step]
            });
            let fine = (i + step..values.len())
                .step_by(step)
                .all(|j| values[j] != value);
            work.require(fine, || format!("{set:?} at heap {}", i + 1));
        }
        let largest = values.iter().max().map_or(0, |&v| u64::from(v));
        work.require((largest + 1) * m >= to, || {
            format!("{set:?}: the largest value is {largest}")
        });
    }
    work.verified(format!("n ≤ {to}"))
}

/// Compares the values of a cut set with a formula for n from 1 on.
fn check(
    work: &mut Work<'_>,
    set: &[u64],
    formula: impl Fn(u64) -> u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let to = reach(work);
    let name = cut(set);
    let prefix = work.at_depth(16, 22, 26);
    let fast = checked_values(work, &name, to, prefix)?;
    for (n, &value) in (1u64..).zip(&fast) {
        let expected = work.plant("a value one larger", formula(n), |v| v + 1);
        work.require(u64::from(value) == expected, || {
            format!("{name} at {n}: {value}")
        });
    }
    Ok(())
}

fn notation(work: &mut Work<'_>) -> Tested {
    pattern_example(work, "breaking.sec2.notation", 6, 3)
}

fn without_one(work: &mut Work<'_>) -> Tested {
    for set in (2..10).powerset().skip(1) {
        check(work, &set, |n| (n - 1) / set[0])?;
    }
    work.verified(format!("255 cut sets, n ≤ {}", reach(work)))
}

fn only_odd(work: &mut Work<'_>) -> Tested {
    for odd in (3..=15).step_by(2).powerset() {
        check(work, &[&[1][..], &odd].concat(), |n| (n - 1) % 2)?;
    }
    work.verified(format!("128 cut sets, n ≤ {}", reach(work)))
}

fn one_two_three(work: &mut Work<'_>) -> Tested {
    for rest in (4..10).powerset() {
        check(work, &[&[1, 2, 3][..], &rest].concat(), |n| n - 1)?;
    }
    work.verified(format!("64 cut sets, n ≤ {}", reach(work)))
}

fn one_three_even(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(10, 20, 30);
    for k in 1..=most {
        let mut set = vec![1, 3, 2 * k];
        set.sort_unstable();
        check(work, &set, |n| {
            (n - 1) / (2 * k) * 2 + (n - 1) % (2 * k) % 2
        })?;
    }
    work.verified(format!("k ≤ {most}, n ≤ {}", reach(work)))
}
