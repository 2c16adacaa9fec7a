//! Sections 1 and 2: the sequence of {1,2c}.

use super::{cs, nim_sets, nim_sum, value};
use crate::sequences::{checked_values, pattern_example, values};
use crate::{Claim, Tested, Work};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "cut.table1",
        place: "Table 1",
        statement: "Four known families: no 1; 1 and odd numbers; 1, 2, 3; {1, 3, 2c}.",
        method: "cut sets of small numbers against the sequences",
        needs: &["nim-sets"],
        test: known_results,
    },
    Claim {
        id: "cut.sec1.examples",
        place: "Section 1, nim sum and mex",
        statement: "9 ⊕ 11 = 2, and mex(0, 3, 3, 1, 5) = 2.",
        method: "the values of pairs of nim heaps as mex of the moves, nothing added; the numbers below 9",
        needs: &[],
        test: sum_and_mex,
    },
    Claim {
        id: "cut.sec2.notation",
        place: "Section 2, notation",
        statement: "(0,1)^3 (+2) is 0, 1, 0, 1, 0, 1, 2, 3, 2, 3, 2, 3, 4, 5, 4, 5, 4, 5, …, of period 6 \
                    and saltus 2.",
        method: "the notation read and spelled out",
        needs: &["printed"],
        test: notation,
    },
    Claim {
        id: "cut.thm3",
        place: "Theorem 3",
        statement: "{1,2c} with c ≥ 2 has (0,1)^c(2,3)^c,1,4,(5,4)^(c−1),(3,2)^c(4,5)^c(6,7)^c (+8).",
        method: "values by nim-sets, small heaps by definition",
        needs: &["nim-sets", "nim-definition"],
        test: main_target,
    },
    Claim {
        id: "cut.table2",
        place: "Table 2",
        statement: "The first 12c values in six rows of 2c, for c ≥ 3.",
        method: "values by nim-sets against the printed beginnings and ends of the rows",
        needs: &["printed", "nim-sets"],
        test: table_2,
    },
    Claim {
        id: "cut.prop4",
        place: "Proposition 4",
        statement: "With a saltus 2^t above all values of a period, two options with the same quotients \
                    have the same value iff their remainders have.",
        method: "{1,4} and {1,6}: all pairs of heaps in four periods and triples in three, split into \
                 quotients and remainders",
        needs: &["nim-sets"],
        test: remainders,
    },
];

/// Computes the value of a heap by the formula.
type Formula = Box<dyn Fn(u64) -> u64>;

fn known_results(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(80, 200, 400);
    for c in 2..8u64 {
        let sequences: [(String, Formula); 4] = [
            (format!("cut{{{c},9,10}}"), Box::new(move |n| (n - 1) / c)),
            (
                format!("cut{{1,{},15}}", 2 * c + 1),
                Box::new(|n| (n - 1) % 2),
            ),
            (format!("cut{{1,2,3,{}}}", c + 2), Box::new(|n| n - 1)),
            (
                format!("cut{{1,3,{}}}", 2 * c),
                Box::new(move |n| (n - 1) / (2 * c) * 2 + (n - 1) % (2 * c) % 2),
            ),
        ];
        for (name, formula) in sequences {
            let values = values(work, &name, to)?;
            for (n, &v) in (1u64..).zip(&values) {
                let printed = work.plant("a formula one larger", formula(n), |v| v + 1);
                work.require(u64::from(v) == printed, || format!("{name}: G({n}) = {v}"));
            }
        }
    }
    work.verified(format!("n ≤ {to}"))
}

/// The value of a heap by Theorem 3.
fn theorem_3(c: u64, n: u64) -> u32 {
    let (period, r) = ((n - 1) / (12 * c), (n - 1) % (12 * c));
    let (row, column) = (r / (2 * c), r % (2 * c));
    let odd = u32::from(column % 2 == 1);
    let low = match row {
        0 => odd,
        1 => 2 + odd,
        2 if column == 0 => 1,
        2 => 5 - odd,
        3 => 3 - odd,
        4 => 4 + odd,
        _ => 6 + odd,
    };
    low + 8 * u32::try_from(period).unwrap_or(u32::MAX / 16)
}

fn main_target(work: &mut Work<'_>) -> Tested {
    for c in cs(work) {
        let name = format!("cut{{1,{}}}", 2 * c);
        let to = 30 * c;
        let prefix = work.at_depth(24, 30, 36);
        let fast = checked_values(work, &name, to, prefix)?;
        for (n, &v) in (1u64..).zip(&fast) {
            let printed = work.plant("5 and 4 change places", theorem_3(c, n), |v| v ^ 1);
            work.require(v == printed, || format!("{name} at {n}: {v}"));
        }
    }
    work.verified(format!("c in {:?}, two and a half periods", cs(work)))
}

fn sum_and_mex(work: &mut Work<'_>) -> Tested {
    let mex = |list: &[u32]| (0..40).find(|v| !list.contains(v)).unwrap_or(40);
    let (a, b) = work.plant("a heap of 12 for 11", (9usize, 11usize), |_| (9, 12));
    let mut values = vec![vec![0u32; b + 1]; a + 1];
    for x in 0..=a {
        for y in 0..=b {
            let mut options: Vec<u32> = (0..x).map(|less| values[less][y]).collect();
            options.extend(&values[x][..y]);
            values[x][y] = mex(&options);
        }
    }
    work.compare("9 ⊕ 11", 2, values[a][b]);
    let list = work.plant("another list", [0, 3, 3, 1, 5], |_| [0, 3, 2, 1, 5]);
    work.compare("mex(0, 3, 3, 1, 5)", 2, mex(&list));
    work.proved("the examples")
}

fn notation(work: &mut Work<'_>) -> Tested {
    pattern_example(work, "cut.sec2.notation", 6, 2)
}

fn table_2(work: &mut Work<'_>) -> Tested {
    let rows = work.printed_lines("cut.table2")?;
    work.ensure(rows.len() == 6, "six rows are printed");
    for c in 3..=work.at_depth(6, 9, 14) {
        let sets = nim_sets(work, c, 2, 12 * c)?;
        for (row, line) in (0u64..).zip(&rows) {
            let (begin, end) = line.split_once("...").ok_or("a row has dots")?;
            let begin: Vec<&str> = begin.split_whitespace().collect();
            let end: Vec<&str> = end.split_whitespace().collect();
            let first = 2 * c * row + 1;
            let at = |n: u64| value(&sets, n).to_string();
            let last = 2 * c * (row + 1) + 1 - end.len() as u64;
            let fits = (first..).zip(&begin).all(|(n, v)| at(n) == **v)
                && (last..).zip(&end).all(|(n, v)| at(n) == **v);
            let computed: Vec<String> = (first..first + 2 * c).map(at).collect();
            if !fits {
                work.correct(format!(
                    "c = {c}, row {}: printed {line}, computed {}",
                    row + 1,
                    computed.join(" ")
                ));
            }
        }
    }
    work.verified(format!("3 ≤ c ≤ {}", work.at_depth(6, 9, 14)))
}

fn remainders(work: &mut Work<'_>) -> Tested {
    for c in [2, 3] {
        let (p, s) = (12 * c, 8);
        let sets = nim_sets(work, c, 2, 4 * p)?;
        let quotient = |h: u64| u32::try_from((h - 1) / p).unwrap_or(u32::MAX);
        let remainder = |h: u64| (h - 1) % p + 1;
        let split = |work: &Work<'_>, heaps: &[u64]| {
            let high = heaps.iter().fold(0, |sum, &h| sum ^ quotient(h)) * s;
            let low: Vec<u64> = heaps.iter().map(|&h| remainder(h)).collect();
            let whole = work.plant("a value one larger", nim_sum(&sets, heaps), |v| v + 1);
            whole == high + nim_sum(&sets, &low) && nim_sum(&sets, &low) < s
        };
        // With the values split so, equal quotients leave the nim sums of the remainders.
        for a in 1..=4 * p {
            for b in 1..=a {
                let two = split(work, &[a, b]);
                work.require(two, || format!("c = {c}: {a} and {b}"));
                if a <= 3 * p && b % 3 == 0 {
                    for d in (1..=b).step_by(5) {
                        let three = split(work, &[a, b, d]);
                        work.require(three, || format!("c = {c}: {a}, {b}, {d}"));
                    }
                }
            }
        }
        // And once as it is stated: both directions, for pairs with quotients 2 and 1.
        for (a, b) in (1..=p).flat_map(|a| (1..=p).map(move |b| (a, b))) {
            let (other, less) = (p + 1 - a, (b % p) + 1);
            let whole =
                nim_sum(&sets, &[2 * p + a, p + b]) == nim_sum(&sets, &[2 * p + other, p + less]);
            let (rests, others) = (nim_sum(&sets, &[a, b]), nim_sum(&sets, &[other, less]));
            let rests = work.plant("remainders of another value", rests, |v| {
                if v == others { v ^ 16 } else { others }
            });
            let rests = rests == others;
            work.require(whole == rests, || format!("c = {c}: remainders {a}, {b}"));
        }
    }
    work.verified("{1,4} and {1,6}, four periods")
}
