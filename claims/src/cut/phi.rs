//! Section 5: the maps φ_p.

use super::{nim_sets, nim_sum, partitions};
use crate::{Claim, Tested, Work};
use misere::nim::OneEven;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "cut.def14",
        place: "Definition 14, the table of r'",
        statement: "r' is 1, 2, 3, 4, 3, 4, …, 3, 4, 5, 6.",
        method: "φ_1 from the definition",
        needs: &["printed"],
        test: primed_remainders,
    },
    Claim {
        id: "cut.table5",
        place: "Table 5",
        statement: "What φ_2 does to remainders modulo 2c.",
        method: "φ_2 from the definition, c ≥ 6",
        needs: &["printed", "cut.def14"],
        test: |work| table(work, 2, "cut.table5", 4),
    },
    Claim {
        id: "cut.table6",
        place: "Table 6",
        statement: "What φ_3 does to remainders modulo 2c.",
        method: "φ_3 from the definition, c ≥ 6",
        needs: &["printed", "cut.def14"],
        test: |work| table(work, 3, "cut.table6", 4),
    },
    Claim {
        id: "cut.table7",
        place: "Table 7",
        statement: "What φ_4 does to remainders modulo 2c.",
        method: "φ_4 from the definition, c ≥ 6",
        needs: &["printed", "cut.def14"],
        test: |work| table(work, 4, "cut.table7", 3),
    },
    Claim {
        id: "cut.lem17.a",
        place: "Lemma 17 (a)",
        statement: "φ_p preserves parity.",
        method: "from the definition",
        needs: &["cut.def14"],
        test: parity,
    },
    Claim {
        id: "cut.lem17.b",
        place: "Lemma 17 (b)",
        statement: "φ_1 maps the innumbers of {1,2c} one to one onto those of {1,6}, and the outnumbers \
                    likewise.",
        method: "two periods, in order",
        needs: &["cut.def14"],
        test: innumbers_and_outnumbers,
    },
    Claim {
        id: "cut.lem17.c",
        place: "Lemma 17 (c)",
        statement: "φ_p adds up on innumbers and on outnumbers for 2 ≤ p ≤ 4, unless p = 4 and all are 2 \
                    (mod 2c); there it fails.",
        method: "all pairs, triples and quadruples in a period and a half",
        needs: &["cut.def14"],
        test: adds_up,
    },
    Claim {
        id: "cut.lem17.d",
        place: "Lemma 17 (d)",
        statement: "φ_p(a) ≤ φ_p(n) ≤ φ_p(b) for a partition of n into p ≤ 3 parts, a and b the heaps of \
                    its floor and ceiling.",
        method: "all partitions of heaps up to two thirds of a period",
        needs: &["cut.def14"],
        test: order,
    },
    Claim {
        id: "cut.lem17.d.proof",
        place: "Lemma 17 (d), the proof",
        statement: "In the middle lines φ_2(6q1+6q2+s1+s2) stands for φ_2 of the partition (as printed).",
        method: "φ_2 of both: the partition is of 2cq1+2cq2+s1+s2",
        needs: &["cut.def14"],
        test: middle_lines,
    },
    Claim {
        id: "cut.lem17.example",
        place: "Section 5, the example after Lemma 17",
        statement: "For O_n = (2ac+1, 4c+2), n = 2c(a+2)+3: (6a+1) + (12+2) = φ_2(n), and the values \
                    agree.",
        method: "φ_1, φ_2 and values",
        needs: &["nim-sets", "cut.def14"],
        test: example,
    },
];

fn primed_remainders(work: &mut Work<'_>) -> Tested {
    let printed: Vec<u64> = work.printed_numbers("cut.def14")?;
    for c in work.at_depth(6u64..=12, 6..=30, 6..=60) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        // The beginning and the last four columns.
        let columns = (1..=7).chain(2 * c - 3..=2 * c);
        let computed: Vec<u64> = columns.filter_map(|r| game.phi(1, r)).collect();
        if computed != printed {
            work.correct(format!(
                "c = {c}: printed {printed:?}, computed {computed:?}"
            ));
        }
    }
    work.verified("c from 6 on")
}

fn table(work: &mut Work<'_>, p: u64, heading: &str, last: u64) -> Tested {
    let lines = work.printed_lines(heading)?;
    let mut of_six: Vec<(String, Vec<u64>)> = Vec::new();
    for c in work.at_depth(6u64..=12, 6..=30, 6..=60) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        // s is the remainder of n modulo 2c; n is taken in the second row.
        let columns = (1..=7).chain(2 * c - last + 1..=2 * c);
        let (mut primed, mut shifted) = (Vec::new(), Vec::new());
        for s in columns {
            let n = 4 * c + s;
            let phi = game.phi(p, n).ok_or("n ≥ p")?;
            primed.push((phi - p) % 6 + 1);
            // The table has r'+p−1 brought to 1..: 6q' is carried over where r is 2c or near.
            let q = (n - p) / (2 * c);
            shifted.push(phi - if s >= p { 6 * q } else { 6 * (q + 1) });
        }
        for (line, computed, what) in [
            (lines.first(), primed, "r'"),
            (lines.get(1), shifted, "r'+p−1"),
        ] {
            let line = line.ok_or("two rows")?.replace('|', " ");
            let printed: Result<Vec<u64>, _> = line.split_whitespace().map(str::parse).collect();
            let (printed, what) = (printed?, format!("φ_{p}, row {what}"));
            // All c have the same columns; each correction is reported once.
            if c == 6 {
                work.compare_sequence(&what, 1, &printed, &computed);
                of_six.push((what, computed));
            } else {
                let first = of_six.iter().find(|(row, _)| *row == what);
                let same = first.is_some_and(|(_, row)| *row == computed);
                work.require(same, || format!("c = {c}, {what}: other columns"));
            }
        }
    }
    work.verified("all columns shown, c from 6 on")
}

fn parity(work: &mut Work<'_>) -> Tested {
    for c in 3..=work.at_depth(8u64, 12, 20) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        for p in 1..10 {
            for n in p..40 * c {
                let phi = game.phi(p, n).ok_or("n ≥ p")?;
                let phi = work.plant("φ one larger", phi, |phi| phi + 1);
                work.require(phi % 2 == n % 2, || format!("c = {c}, p = {p}, n = {n}"));
            }
        }
    }
    work.verified("c from 3 on, p < 10")
}

fn innumbers_and_outnumbers(work: &mut Work<'_>) -> Tested {
    let six = OneEven::new(3).ok_or("c ≥ 2")?;
    for c in 4..=work.at_depth(8u64, 12, 20) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let kinds: [fn(OneEven, u64) -> bool; 2] = [OneEven::is_innumber, OneEven::is_outnumber];
        for kind in kinds {
            let images = (1..=24 * c)
                .filter(|&n| kind(game, n))
                .filter_map(|n| game.phi(1, n));
            let images: Vec<u64> = images.collect();
            let images = work.plant("a number left out", images, |mut images| {
                images.pop();
                images
            });
            let expected = (1..=72).filter(|&n| kind(six, n));
            work.require(expected.eq(images), || format!("c = {c}"));
        }
    }
    work.verified("c from 4 on, two periods")
}

fn adds_up(work: &mut Work<'_>) -> Tested {
    let mut exceptions = 0u64;
    for c in 4..=work.at_depth(6u64, 8, 10) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let phi = |p: u64, n: u64| game.phi(p, n).unwrap_or(0);
        let sum = |heaps: &[u64]| heaps.iter().map(|&h| phi(1, h)).sum::<u64>();
        let total = |heaps: &[u64]| phi(heaps.len() as u64, heaps.iter().sum());
        let ins: Vec<u64> = (1..=18 * c).filter(|&n| game.is_innumber(n)).collect();
        let outs: Vec<u64> = (1..=18 * c).filter(|&n| game.is_outnumber(n)).collect();
        for kind in [&ins, &outs] {
            for (i, &w) in kind.iter().enumerate() {
                for (j, &x) in kind[..=i].iter().enumerate() {
                    let two = work.plant("a sum one larger", sum(&[w, x]), |sum| sum + 1);
                    work.require(two == total(&[w, x]), || format!("c = {c}: {w}, {x}"));
                    for (k, &y) in kind[..=j].iter().enumerate() {
                        work.require(sum(&[w, x, y]) == total(&[w, x, y]), || {
                            format!("c = {c}: {w}, {x}, {y}")
                        });
                        for &z in &kind[..=k] {
                            let four = [w, x, y, z];
                            let excepted = four.iter().all(|h| h % (2 * c) == 2);
                            exceptions += u64::from(excepted);
                            let whole = sum(&four);
                            let other = total(&four) + u64::from(excepted);
                            let whole = work.plant("a sum of four one larger", whole, |whole| {
                                if excepted { other - 1 } else { whole + 1 }
                            });
                            work.require((whole == total(&four)) != excepted, || {
                                format!("c = {c}: {four:?}")
                            });
                        }
                    }
                }
            }
        }
    }
    work.show(format!(
        "{exceptions} quadruples of numbers 2 (mod 2c), where it fails"
    ));
    work.ensure(exceptions > 0, "the exception occurs");
    work.verified("c from 4 on, heaps of a period and a half")
}

fn order(work: &mut Work<'_>) -> Tested {
    for c in 4..=work.at_depth(5u64, 7, 9) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        for p in 1..=3 {
            for n in p..=8 * c {
                for parts in partitions(n, p) {
                    let phi = |list: &[u64]| game.phi(p, list.iter().sum()).unwrap_or(0);
                    let (low, high) = (phi(&game.floor(&parts)), phi(&game.ceiling(&parts)));
                    let middle = work.plant("φ 99 larger", phi(&parts), |phi| phi + 99);
                    work.require(low <= middle && middle <= high, || {
                        format!("c = {c}: {parts:?}")
                    });
                }
            }
        }
    }
    work.verified("c from 4 on, partitions of n ≤ 8c")
}

fn middle_lines(work: &mut Work<'_>) -> Tested {
    let mut fails = None;
    for c in 4..=work.at_depth(6u64, 9, 12) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let phi = |n: u64| game.phi(2, n).unwrap_or(0);
        for (q, r) in [(0u64, 1u64), (1, 1), (1, 2), (2, 3)] {
            for s in 1..=2 * c {
                for t in 1..=2 * c {
                    let parts = [2 * c * q + s, 2 * c * r + t];
                    let (floor, ceiling) = (game.floor(&parts), game.ceiling(&parts));
                    let (low, high) = (phi(floor.iter().sum()), phi(ceiling.iter().sum()));
                    let mended = phi(2 * c * q + 2 * c * r + s + t);
                    let mended = work.plant("φ_2 12 larger", mended, |phi| phi + 12);
                    work.require(low <= mended && mended <= high, || {
                        format!("c = {c}: {parts:?}")
                    });
                    let printed = phi(6 * q + 6 * r + s + t);
                    if !(low <= printed && printed <= high) && fails.is_none() {
                        fails = Some(format!(
                            "c = {c}, {parts:?}: φ_2({}) = {printed} is not between {low} and {high}",
                            6 * q + 6 * r + s + t
                        ));
                    }
                }
            }
        }
    }
    if let Some(example) = fails {
        work.correct(format!(
            "printed φ_2(6q1+6q2+s1+s2), with which the line fails ({example}); it is \
             φ_2(2cq1+2cq2+s1+s2)"
        ));
    }
    work.verified("c from 4 on")
}

fn example(work: &mut Work<'_>) -> Tested {
    let six = nim_sets(work, 3, 2, 60)?;
    for c in 3..=work.at_depth(6u64, 9, 12) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = nim_sets(work, c, 2, 16 * c)?;
        for a in 0..6 {
            let parts = [2 * a * c + 1, 4 * c + 2];
            let n: u64 = parts.iter().sum();
            let added = (6 * a + 1) + (12 + 2);
            let added = work.plant("a sum one larger", added, |sum| sum + 1);
            let mapped = game.phi(1, parts[0]).zip(game.phi(1, parts[1]));
            let fine = n == 2 * c * (a + 2) + 3
                && mapped == Some((6 * a + 1, 14))
                && game.phi(2, n) == Some(added)
                && nim_sum(&sets, &parts) == nim_sum(&six, &[6 * a + 1, 14]);
            work.require(fine, || format!("c = {c}, a = {a}"));
        }
    }
    work.verified("c from 3 on, a < 6")
}
