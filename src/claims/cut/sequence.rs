//! Sections 2 and 3: the sequence of {1,2c}, and what follows from it.

use super::{nim_sets, nim_sum, value, written};
use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::{defined, values};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "001.table1",
        place: "Table 1",
        statement: "Four known families: no 1; 1 and odd numbers; 1, 2, 3; {1, 3, 2c}.",
        method: "cut sets of small numbers against the sequences",
        test: known_results,
    },
    Claim {
        id: "001.thm3",
        place: "Theorem 3 and Table 2",
        statement: "{1,2c} with c ≥ 2 has (0,1)^c(2,3)^c,1,4,(5,4)^(c−1),(3,2)^c(4,5)^c(6,7)^c (+8).",
        method: "values by nim-sets, small heaps by definition",
        test: main_target,
    },
    Claim {
        id: "001.prop4",
        place: "Proposition 4",
        statement: "With a saltus 2^t above all values of a period, the value of an option depends \
                    on the remainders through their nim sum alone.",
        method: "all pairs and triples of heaps of {1,2c}",
        test: remainders,
    },
    Claim {
        id: "001.ob1",
        place: "(ob1)",
        statement: "G(n+1) = G(n)⊕1 unless n ≡ 0 (mod 2c) or n ≡ 4c+1 (mod 12c).",
        method: "values",
        test: ob1,
    },
    Claim {
        id: "001.ob2",
        place: "(ob2)",
        statement: "G(2c)⊕G(12c) = G(4c)⊕G(10c) = G(6c)⊕G(8c) = 6.",
        method: "values",
        test: ob2,
    },
    Claim {
        id: "001.ob3",
        place: "(ob3.1) to (ob3.4)",
        statement: "How equal pairs let a third part move by two, at the ends of rows.",
        method: "values",
        test: ob3,
    },
    Claim {
        id: "001.table3",
        place: "Definition 5 and Table 3",
        statement: "The first 17 nim-sets of {1,6}.",
        method: "nim-sets",
        test: table_3,
    },
];

fn cs(work: &Work<'_>) -> std::ops::RangeInclusive<u64> {
    2..=work.at_depth(6, 9, 14)
}

/// The value of a heap by a formula.
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
            let fits = (1u64..)
                .zip(&values)
                .all(|(n, &v)| u64::from(v) == formula(n));
            work.ensure(fits, format!("{name} to n = {to}"));
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
        let fast = values(work, &name, to)?;
        let slow = defined(work, &name, work.at_depth(24, 30, 36))?;
        work.ensure(
            fast.starts_with(&slow),
            format!("{name}: nim-sets and definition agree"),
        );
        for (n, &v) in (1u64..).zip(&fast) {
            work.require(v == theorem_3(c, n), || format!("{name} at {n}: {v}"));
        }
    }
    work.verified(format!("c in {:?}, two and a half periods", cs(work)))
}

fn remainders(work: &mut Work<'_>) -> Tested {
    let c = 2;
    let (p, s) = (12 * c, 8);
    let sets = nim_sets(work, c, 2, 4 * p)?;
    for a in 1..=4 * p {
        for b in 1..=4 * p {
            let (k, r) = ((a - 1) / p, (a - 1) % p + 1);
            let (l, q) = ((b - 1) / p, (b - 1) % p + 1);
            let high = u32::try_from(k ^ l)? * s;
            let fine = nim_sum(&sets, &[a, b]) == high + nim_sum(&sets, &[r, q]);
            work.require(fine, || format!("{a} and {b}"));
        }
    }
    work.verified("all pairs of heaps of {1,4} in four periods")
}

fn ob1(work: &mut Work<'_>) -> Tested {
    for c in cs(work) {
        let sets = nim_sets(work, c, 2, 26 * c)?;
        for n in 1..26 * c {
            if n % (2 * c) != 0 && n % (12 * c) != 4 * c + 1 {
                let fine = value(&sets, n + 1) == value(&sets, n) ^ 1;
                work.require(fine, || format!("c = {c}, n = {n}"));
            }
        }
    }
    work.verified(format!("c in {:?}, two periods", cs(work)))
}

fn ob2(work: &mut Work<'_>) -> Tested {
    for c in cs(work) {
        let sets = nim_sets(work, c, 2, 12 * c)?;
        for (a, b) in [(2, 12), (4, 10), (6, 8)] {
            let sum = nim_sum(&sets, &[a * c, b * c]);
            work.require(sum == 6, || format!("c = {c}: {sum}"));
        }
    }
    work.verified(format!("c in {:?}", cs(work)))
}

fn ob3(work: &mut Work<'_>) -> Tested {
    for c in cs(work) {
        let sets = nim_sets(work, c, 2, 26 * c)?;
        // The equal pairs cancel, so what is said is about the third part.
        for a in 1..12 {
            let same = |x: u64, y: u64| value(&sets, x) == value(&sets, y);
            work.require(same(2 * a * c, 2 * a * c - 2), || {
                format!("(ob3.2) c = {c}, a = {a}")
            });
            if a % 6 == 2 {
                work.require(same(2 * a * c + 2, 2 * a * c + 4), || {
                    format!("(ob3.4) c = {c}, a = {a}")
                });
            } else {
                work.require(same(2 * a * c + 1, 2 * a * c + 3), || {
                    format!("(ob3.3) c = {c}, a = {a}")
                });
            }
        }
        for n in 1..20 {
            for m in 1..20 {
                let zero = nim_sum(&sets, &[n, n, m + 1, m + 1]) == 0;
                work.require(zero, || format!("(ob3.1) {n}, {m}"));
            }
        }
    }
    work.verified(format!("c in {:?}, two periods", cs(work)))
}

fn table_3(work: &mut Work<'_>) -> Tested {
    let sets = nim_sets(work, 3, 7, 17)?;
    let printed: Vec<Vec<&str>> = work
        .printed("001.table3")?
        .lines()
        .filter(|l| !l.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    let [two, seven, values] = &printed[..] else {
        return Err("the table has three rows".into());
    };
    let own = |s: &[&str]| -> Vec<String> { s.iter().map(ToString::to_string).collect() };
    let pairs: Vec<String> = (1..=17).map(|n| written(&sets, n, 2)).collect();
    let sevens: Vec<String> = (1..=17).map(|n| written(&sets, n, 7)).collect();
    let grundy: Vec<String> = (1..=17).map(|n| value(&sets, n).to_string()).collect();
    work.compare_sequence("N(n,2,{1,6})", 1, &own(two), &pairs);
    work.compare_sequence("N(n,7,{1,6})", 1, &own(seven), &sevens);
    work.compare_sequence("G(n)", 1, &own(values), &grundy);
    work.proved("n ≤ 17")
}
