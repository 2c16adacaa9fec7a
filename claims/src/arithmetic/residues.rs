//! Section 3.2: divide-and-residue and complement-grundy.

use std::collections::BTreeSet;

use super::examples::winning;
use crate::sequences::{checked_values, defined, heaps_where, values};
use crate::{Claim, Evidence, Tested, Work};
use misere::heaps::{Position, ruleset};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "arithmetic.sec3.2.count",
        place: "Section 3.2, before the table",
        statement: "divide-and-residue: a heap has n − 1 options, one for each 1 ≤ d < n.",
        method: "options by the rule, none twice",
        needs: &["rules"],
        test: number_of_options,
    },
    Claim {
        id: "arithmetic.sec3.2.7+3",
        place: "Section 3.2, after the reduced table",
        statement: "7+3 is a losing position.",
        method: "winning moves by looking ahead, values by definition",
        needs: &["look-ahead", "nim-definition"],
        test: seven_and_three,
    },
    Claim {
        id: "arithmetic.sec3.2.parity",
        place: "Section 3.2, parity",
        statement: "Early values tend to be odd for even heaps and even for odd ones.",
        method: "the values up to 50: all of the first 20, and 28 of them",
        needs: &["nim-definition"],
        test: parity,
    },
    Claim {
        id: "arithmetic.sec3.2.last",
        place: "Section 3.2, value 1",
        statement: "25 is the largest heap of value 1.",
        method: "values; a theorem for every value seen at an even and an odd heap",
        needs: &["nim-definition", "own.divide-and-residue"],
        test: last_of_value_one,
    },
    Claim {
        id: "arithmetic.sec3.2.few",
        place: "Section 3.2, a few more small values",
        statement: "For a few more small values the largest heap can be proved too.",
        method: "a value seen at an even and at an odd heap does not occur beyond three times the \
                 larger: n = 2×d + r has the value of r",
        needs: &["nim-definition", "own.divide-and-residue"],
        test: few_more,
    },
    Claim {
        id: "arithmetic.sec3.2.bound",
        place: "Section 3.2, upper bound",
        statement: "The values seem to be bounded by n^(3/5) for large n.",
        method: "values; it fails 376 times, last at 7211",
        needs: &["nim-definition", "own.divide-and-residue"],
        test: upper_bound,
    },
    Claim {
        id: "arithmetic.sec3.2.powers",
        place: "Section 3.2, growth at powers of two",
        statement: "Growth halts at powers of two: 4 appears at heap 9, nothing beyond 5 until 27.",
        method: "values by definition",
        needs: &["nim-definition"],
        test: growth,
    },
    Claim {
        id: "arithmetic.fig3",
        place: "Figure 3",
        statement: "The initial 20000 values of divide-and-residue just about touch 256.",
        method: "values; 256 first at heap 15399",
        needs: &["nim-definition", "own.divide-and-residue"],
        test: figure_3,
    },
    Claim {
        id: "arithmetic.conj1",
        place: "Conjecture 1",
        statement: "divide-and-residue: each value occurs, and finitely often; SG(n)/n → 0.",
        method: "values: which small ones have not occurred, and none of them far out; the middle \
                 part is a theorem for every value seen at an even and at an odd heap",
        needs: &["nim-definition", "own.divide-and-residue"],
        test: conjecture_1,
    },
    Claim {
        id: "arithmetic.sec3.2.grundy",
        place: "Section 3.2, Grundy's game",
        statement: "The options with a divisor above n/2 are the splits of n into two unequal parts, \
                    the moves of Grundy's game; complement-grundy has the others.",
        method: "options of the three rulesets",
        needs: &["rules"],
        test: complement,
    },
    Claim {
        id: "arithmetic.sec3.2.missing",
        place: "Section 3.2, values of complement-grundy",
        statement: "Some values do not appear, such as 12, 15, 20.",
        method: "values",
        needs: &["nim-definition", "own.divide-and-residue", "printed"],
        test: missing_values,
    },
    Claim {
        id: "arithmetic.fig4",
        place: "Figure 4",
        statement: "The initial 20000 values of complement-grundy: regular at first, then less so, \
                    with stops at powers of two.",
        method: "values: ascending to the first heap of value 3, and a long way from each power of \
                 two to the next",
        needs: &["nim-definition", "own.divide-and-residue"],
        test: figure_4,
    },
    Claim {
        id: "arithmetic.thm10",
        place: "Theorem 10",
        statement: "complement-grundy: SG(n)/n → 0; a value above 2^k is at least three times as far \
                    out as the first 2^k.",
        method: "first heaps of the powers of two, of the values above them, and the largest SG(n)/n \
                 between them",
        needs: &["nim-definition", "own.divide-and-residue"],
        test: theorem_10,
    },
];

/// Passes values on; in a run with a planted fault one of them is falsified.
fn falsified(work: &Work<'_>, values: Vec<u32>, wrong: fn(u32) -> u32) -> Vec<u32> {
    let planted = |v| work.plant("a wrong value", v, wrong);
    values.into_iter().map(planted).collect()
}

fn number_of_options(work: &mut Work<'_>) -> Tested {
    let game = ruleset("divide-and-residue")?;
    let to = work.at_depth(200u64, 500, 1_000);
    for n in 1..=to {
        let options: BTreeSet<String> = game
            .options(Position::heap(n))
            .map(|option| option.to_string())
            .collect();
        let options = work.plant("an option is missing", options, |mut options| {
            options.pop_first();
            options
        });
        work.require(options.len() as u64 == n - 1, || {
            format!("{n} has {} options", options.len())
        });
    }
    work.verified(format!("n ≤ {to}"))
}

fn seven_and_three(work: &mut Work<'_>) -> Tested {
    let moves = winning(
        work,
        &[("divide-and-residue", 7), ("divide-and-residue", 3)],
    )?;
    work.compare("winning moves of 7+3", "", moves.join("; "));
    let values = defined(work, "divide-and-residue", 7)?;
    let value = work.plant("a value one larger", values[6], |value| value + 1);
    work.compare("SG(7) ⊕ SG(3)", 0, value ^ values[2]);
    work.proved("the example")
}

fn parity(work: &mut Work<'_>) -> Tested {
    let values = falsified(work, defined(work, "divide-and-residue", 50)?, |v| v + 1);
    let other = (1u64..)
        .zip(&values)
        .filter(|&(n, &v)| (n + u64::from(v)) % 2 == 1);
    let other: Vec<u64> = other.map(|(n, _)| n).collect();
    let same = (1..=50u64).find(|n| !other.contains(n));
    work.ensure(
        other.len() == 28,
        format!("{} of 50 values have the other parity", other.len()),
    );
    work.ensure(
        same == Some(21),
        format!("the first of the same parity is at {same:?}"),
    );
    work.proved("n ≤ 50")
}

fn last_of_value_one(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 300_000);
    let values = falsified(work, values(work, "divide-and-residue", to)?, |_| 1);
    let ones: Vec<u64> = heaps_where(&values, |_, v| v == 1);
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
    work.derived("Divide-and-residue", format!("n ≤ {to}"))
}

fn few_more(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 300_000);
    let values = falsified(work, values(work, "divide-and-residue", to)?, |_| 1);
    let mut settled = Vec::new();
    for value in 0..12u32 {
        let heaps = (1u64..)
            .zip(&values)
            .filter(|&(_, &v)| v == value)
            .map(|(n, _)| n);
        let heaps: Vec<u64> = heaps.collect();
        let first = |parity: u64| heaps.iter().find(|n| **n % 2 == parity).copied();
        let (Some(even), Some(odd), Some(&last)) = (first(0), first(1), heaps.last()) else {
            continue;
        };
        let bound = 3 * even.max(odd);
        work.require(last <= bound, || {
            format!("{value} at {last}, beyond {bound}")
        });
        if bound < to {
            settled.push(format!("{value} last at {last}"));
        }
    }
    work.show(settled.join(", "));
    work.ensure(settled.len() > 3, "several values besides 1 are settled");
    work.derived(
        "Divide-and-residue",
        format!("values below 12 seen at heaps of both parities, n ≤ {to}"),
    )
}

/// Checks whether value^5 > n^3.
fn above(n: u64, value: u32) -> bool {
    u128::from(value).pow(5) > u128::from(n).pow(3)
}

fn upper_bound(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    let values = falsified(work, values(work, "divide-and-residue", to)?, |v| 100 * v);
    let over = heaps_where(&values, above);
    let last = over.last().copied().unwrap_or(0);
    work.show(format!(
        "{} heaps above n^(3/5), the last at {last}",
        over.len()
    ));
    work.ensure(
        over.len() == 376 && last == 7211,
        "it fails 376 times, last at 7211",
    );
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}

fn growth(work: &mut Work<'_>) -> Tested {
    let values = falsified(work, defined(work, "divide-and-residue", 27)?, |v| v + 3);
    let first = |wanted: fn(u32) -> bool| {
        let found = (1u64..).zip(&values).find(|&(_, &v)| wanted(v));
        found.map_or(0, |(n, _)| n)
    };
    work.compare("the first heap of value 4", 9, first(|v| v == 4));
    work.compare("the first heap of value above 5", 27, first(|v| v > 5));
    work.proved("n ≤ 27")
}

fn figure_3(work: &mut Work<'_>) -> Tested {
    let prefix = work.at_depth(300, 1_000, 2_000);
    let values = checked_values(work, "divide-and-residue", 20_000, prefix)?;
    let values = falsified(work, values, |v| v + 256);
    let touched = (1u64..)
        .zip(&values)
        .find(|&(_, &v)| v >= 256)
        .map(|(n, _)| n);
    let above = values.iter().filter(|&&v| v > 256).count();
    let most = values.iter().max().copied().unwrap_or(0);
    work.show(format!(
        "the largest value is {most}, {above} are above 256"
    ));
    work.ensure(
        touched == Some(15_399),
        format!("256 is touched at {touched:?}"),
    );
    work.ensure(most < 270, "no value is far above 256");
    work.proved("n ≤ 20000")
}

fn conjecture_1(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 1_000_000);
    let values = falsified(work, values(work, "divide-and-residue", to)?, |_| 1);
    let seen: BTreeSet<u32> = values.iter().copied().collect();
    let absent: Vec<u32> = (0..60).filter(|v| !seen.contains(v)).collect();
    let half = usize::try_from(to / 2)?;
    let late = values[half..].iter().min().copied().unwrap_or(0);
    work.show(format!(
        "absent below 60: {absent:?}; the smallest value beyond {half} is {late}"
    ));
    work.ensure(late > 60, "no value below 60 occurs in the second half");
    let largest = |part: &[u32]| part.iter().max().copied().unwrap_or(0);
    let tenth = usize::try_from(to / 10)?;
    // The largest value grows less than half as fast as the heap.
    work.ensure(
        largest(&values) < 5 * largest(&values[..tenth]),
        "SG(n)/n falls",
    );
    if let Some(value) = absent.first() {
        work.remark(format!(
            "speaks against it: {value} does not occur in the range, nor any value below 60 in its \
             second half; that {value} never occurs is not proved"
        ));
    }
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}

fn complement(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(100u64, 300, 600);
    let options = |name: &str, n: u64| -> Result<BTreeSet<String>, Box<dyn std::error::Error>> {
        let game = ruleset(name)?;
        let options = game.options(Position::heap(n));
        Ok(options.map(|option| option.to_string()).collect())
    };
    for n in 1..=to {
        let all = options("divide-and-residue", n)?;
        let grundy = options("grundy", n)?;
        let complement = options("complement-grundy", n)?;
        let complement = work.plant("an option is missing", complement, |mut options| {
            options.pop_first();
            options
        });
        let apart = grundy.is_disjoint(&complement);
        let together: BTreeSet<String> = grundy.union(&complement).cloned().collect();
        work.require(apart && together == all, || format!("the options of {n}"));
    }
    work.verified(format!("n ≤ {to}"))
}

fn missing_values(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(20_000u64, 100_000, 200_000);
    let prefix = work.at_depth(300, 1_000, 2_000);
    let values = checked_values(work, "complement-grundy", to, prefix)?;
    let seen: BTreeSet<u32> = values.iter().copied().collect();
    let absent: Vec<u32> = (0..45).filter(|v| !seen.contains(v)).collect();
    work.show(format!("absent below 45: {absent:?}"));
    let printed = work.printed_numbers("arithmetic.sec3.2.missing")?;
    let computed: Vec<u64> = absent.iter().map(|&v| u64::from(v)).collect();
    work.compare_sequence("values that do not appear", 1, &printed, &computed);
    work.observed(format!("n ≤ {to}"))
}

fn figure_4(work: &mut Work<'_>) -> Tested {
    let values = values(work, "complement-grundy", 20_000)?;
    let first = |value: u32| {
        (1u64..)
            .zip(&values)
            .find(|&(_, &v)| v == value)
            .map(|(n, _)| n)
    };
    let drop = (2u64..)
        .zip(values.windows(2))
        .find(|(_, pair)| pair[1] < pair[0]);
    let drop = drop.map_or(0, |(n, _)| n);
    work.show(format!(
        "the first value below the one before is at heap {drop}"
    ));
    work.ensure(
        drop > 11,
        "the values of the table ascend, later ones do not",
    );
    let reached: Vec<(u32, u64)> = (0..12)
        .filter_map(|k| Some((1 << k, first(1 << k)?)))
        .map(|(power, heap)| (power, work.plant("a power of two at heap 1", heap, |_| 1)))
        .collect();
    work.show(format!("powers of two appear first at {reached:?}"));
    let slow = reached.windows(2).all(|pair| pair[1].1 >= 3 * pair[0].1);
    work.ensure(
        slow,
        "each at least three times as far out as the one before",
    );
    work.proved("n ≤ 20000")
}

fn theorem_10(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(50_000u64, 200_000, 500_000);
    let prefix = work.at_depth(300, 1_000, 2_000);
    let values = checked_values(work, "complement-grundy", to, prefix)?;
    let first = |wanted: &dyn Fn(u32) -> bool| {
        let found = (1u64..).zip(&values).find(|&(_, &v)| wanted(v));
        found.map(|(n, _)| n)
    };
    let mut before: Option<(u64, f64)> = None;
    for k in 0..20u32 {
        let Some(start) = first(&|v| v == 1 << k) else {
            // A power that does not appear leaves nothing above it.
            let above = first(&|v| v > 1 << k);
            work.require(above.is_none(), || format!("2^{k} is skipped"));
            break;
        };
        let start = work.plant("a power of two ten times as far out", start, |start| {
            10 * start
        });
        let above = first(&|v| v > 1 << k);
        work.show(format!(
            "2^{k} first at {start}, a larger value first at {above:?}"
        ));
        work.require(above.is_none_or(|n| n >= 3 * start), || {
            format!("a value above 2^{k} at {above:?}, 2^{k} at {start}")
        });
        // The largest ratio from here to the next power.
        let next = first(&|v| v == 2 << k).unwrap_or(to + 1);
        let part = (1u64..)
            .zip(&values)
            .filter(|(n, _)| (start..next).contains(n));
        let ratio = part.map(|(n, &v)| f64::from(v) / f64::from(u32::try_from(n).unwrap_or(1)));
        let ratio = ratio.fold(0.0, f64::max);
        if let Some((last, earlier)) = before {
            work.require(start >= 3 * last, || {
                format!("2^{k} at {start}, half of it at {last}")
            });
            work.require(ratio <= earlier, || format!("SG(n)/n grows beyond 2^{k}"));
        }
        before = Some((start, ratio));
    }
    work.observed(format!("n ≤ {to}"))
}
