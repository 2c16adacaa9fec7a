//! Section 5: from {1,2c} to {1,6}.

use super::{nim_sets, nim_sum, value, written};
use crate::claims::claim::{Claim, Tested, Work};
use crate::nim::OneEven;

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "001.sets",
        place: "Section 5, lists of nim-sets",
        statement: "N(n,3) and N(n,2) of {1,6}, {1,8} and {1,10} at the beginning and around the \
                    third row.",
        method: "nim-sets",
        test: lists,
    },
    Claim {
        id: "001.tables5-7",
        place: "Definition 14 and Tables 5, 6, 7",
        statement: "What φ_2, φ_3 and φ_4 do to remainders modulo 2c.",
        method: "φ_p from the definition",
        test: tables,
    },
    Claim {
        id: "001.thm15",
        place: "Theorem 15, with the claims of its proof",
        statement: "G of {1,2c} at n is G of {1,6} at φ_1(n), c ≥ 3; claims (a) and (b), and an \
                    option of 27 with value 1.",
        method: "values and nim-sets",
        test: theorem_15,
    },
    Claim {
        id: "001.lem16",
        place: "Lemma 16",
        statement: "N(n,p,{1,2c}) = N(φ_p(n),p,{1,6}) for p ≥ 2, c ≥ 3.",
        method: "nim-sets",
        test: lemma_16,
    },
    Claim {
        id: "001.lem17",
        place: "Lemma 17",
        statement: "φ_p preserves parity, maps innumbers to innumbers and outnumbers to outnumbers, \
                    adds up on them for p ≤ 4, and keeps the order of floor and ceiling for p ≤ 3.",
        method: "from the definitions",
        test: lemma_17,
    },
];

fn compare_list(
    work: &mut Work<'_>,
    heading: &str,
    c: u64,
    p: u64,
    first: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let printed: Vec<String> = work
        .printed(heading)?
        .split_whitespace()
        .map(Into::into)
        .collect();
    let sets = nim_sets(work, c, p, first + 40)?;
    let computed: Vec<String> = (first..first + 40).map(|n| written(&sets, n, p)).collect();
    let what = format!("N(n,{p},{{1,{}}})", 2 * c);
    work.compare_sequence(&what, first, &printed, &computed[..printed.len().min(40)]);
    Ok(())
}

fn lists(work: &mut Work<'_>) -> Tested {
    compare_list(work, "001.sets.3-6", 3, 3, 1)?;
    compare_list(work, "001.sets.3-10", 5, 3, 1)?;
    compare_list(work, "001.sets.2-6", 3, 2, 21)?;
    compare_list(work, "001.sets.2-10", 5, 2, 33)?;
    compare_list(work, "001.sets.3-8", 4, 3, 1)?;
    let printed = work.printed("001.sets.2-10")?.split_whitespace().count();
    if printed != 10 {
        work.correct(format!(
            "N(n,2,{{1,10}}) for 33 ≤ n ≤ 42 are ten sets, printed are {printed}"
        ));
    }
    work.proved("the sets listed")
}

fn tables(work: &mut Work<'_>) -> Tested {
    let c = 9u64;
    let game = OneEven::new(c).ok_or("c ≥ 2")?;
    for (p, heading, last) in [
        (2, "001.table5", 4u64),
        (3, "001.table6", 4),
        (4, "001.table7", 3),
    ] {
        // s is the remainder of n modulo 2c; n is taken in the second row.
        let columns = (1..=7).chain(2 * c - last + 1..=2 * c);
        let (mut primed, mut shifted) = (Vec::new(), Vec::new());
        for s in columns {
            let n = 4 * c + s;
            let phi = game.phi(p, n).ok_or("n ≥ p")?;
            let r = (phi - p) % 6 + 1;
            primed.push(r);
            // The table has r'+p−1 brought to 1..: 6q' is carried over where r is 2c or near.
            let q = (n - p) / (2 * c);
            shifted.push(phi - if s >= p { 6 * q } else { 6 * (q + 1) });
        }
        let lines: Vec<&str> = work
            .printed(heading)?
            .lines()
            .filter(|l| !l.is_empty())
            .collect();
        for (line, computed, what) in [
            (lines.first(), primed, "r'"),
            (lines.get(1), shifted, "r'+p−1"),
        ] {
            let line = line.ok_or("two rows")?.replace('|', " ");
            let printed: Result<Vec<u64>, _> = line.split_whitespace().map(str::parse).collect();
            work.compare_sequence(&format!("φ_{p}, row {what}"), 1, &printed?, &computed);
        }
    }
    work.proved("all columns shown")
}

fn theorem_15(work: &mut Work<'_>) -> Tested {
    let six = nim_sets(work, 3, 7, 80)?;
    let most = work.at_depth(6, 9, 14);
    for c in 3..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = nim_sets(work, c, 2 * c + 1, 24 * c)?;
        for n in 1..=24 * c {
            let phi = game.phi(1, n).ok_or("n ≥ 1")?;
            work.require(value(&sets, n) == value(&six, phi), || {
                format!("c = {c}, n = {n}")
            });
            if n > 12 * c {
                continue;
            }
            let a = written(&sets, n, 2 * c + 1) == written(&six, phi, 7);
            work.require(a, || format!("claim (a): c = {c}, n = {n}"));
            let extra = n > 8 * c && (5..=2 * c - 3).contains(&(n - 8 * c)) && n % 2 == 1;
            let mut expected: Vec<u32> = six
                .get(phi, 2)
                .map(|s| s.iter().collect())
                .unwrap_or_default();
            if extra && !expected.contains(&1) {
                expected.push(1);
                expected.sort_unstable();
            }
            let found: Vec<u32> = sets
                .get(n, 2)
                .map(|s| s.iter().collect())
                .unwrap_or_default();
            work.require(found == expected, || format!("claim (b): c = {c}, n = {n}"));
        }
    }
    let lines: Vec<&str> = work
        .printed("001.thm15.table")?
        .lines()
        .filter(|l| !l.is_empty())
        .collect();
    for (line, rest) in lines.iter().zip([3u64, 5]) {
        let printed: Vec<String> = line.split_whitespace().map(Into::into).collect();
        let computed: Vec<String> = (0..6).map(|q| written(&six, 6 * q + rest, 2)).collect();
        work.compare_sequence(&format!("N(6q+{rest},2,{{1,6}})"), 0, &printed, &computed);
    }
    let option = work.printed_numbers("001.thm15.option")?;
    let (sum, parts) = (option.iter().sum::<u64>(), option.len());
    if sum != 27 || parts != 7 {
        let mut mended = option.clone();
        mended.push(27u64.saturating_sub(sum));
        let fine = mended.iter().sum::<u64>() == 27 && nim_sum(&six, &mended) == 1;
        work.ensure(fine, format!("{mended:?} is an option of 27 with value 1"));
        work.correct(format!(
            "the option {option:?} of 27 is printed with {parts} parts and sum {sum}; {mended:?}"
        ));
    }
    work.verified(format!("c ≤ {most}, two periods"))
}

fn lemma_16(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(6, 8, 10);
    for c in 3..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let piles = 9;
        let sets = nim_sets(work, c, piles, 14 * c)?;
        let six = nim_sets(work, 3, piles, 14 * 3 + 12)?;
        for p in 2..=piles {
            for n in p..=14 * c {
                let phi = game.phi(p, n).ok_or("n ≥ p")?;
                let same = written(&sets, n, p) == written(&six, phi, p);
                work.require(same, || {
                    format!("c = {c}: N({n},{p}) and N({phi},{p},{{1,6}})")
                });
            }
        }
    }
    work.verified(format!("c ≤ {most}, p ≤ 9"))
}

fn lemma_17(work: &mut Work<'_>) -> Tested {
    let six = OneEven::new(3).ok_or("c ≥ 2")?;
    for c in 4..=work.at_depth(6u64, 8, 10) {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let phi = |p: u64, n: u64| game.phi(p, n).unwrap_or(0);
        for p in 1..8 {
            for n in p..40 * c {
                work.require(phi(p, n) % 2 == n % 2, || {
                    format!("(a) c = {c}, p = {p}, n = {n}")
                });
            }
        }
        let (mut ins, mut outs) = (Vec::new(), Vec::new());
        for n in 1..=24 * c {
            if game.is_innumber(n) {
                work.require(six.is_innumber(phi(1, n)), || {
                    format!("(b) c = {c}, n = {n}")
                });
                ins.push(n);
            }
            if game.is_outnumber(n) {
                work.require(six.is_outnumber(phi(1, n)), || {
                    format!("(b) c = {c}, n = {n}")
                });
                outs.push(n);
            }
        }
        for kind in [&ins, &outs] {
            for &a in kind {
                for &b in kind {
                    for &d in kind {
                        let two = phi(1, a) + phi(1, b) == phi(2, a + b);
                        let three = phi(1, a) + phi(1, b) + phi(1, d) == phi(3, a + b + d);
                        work.require(two && three, || format!("(c) c = {c}: {a}, {b}, {d}"));
                    }
                }
            }
        }
        for a in 1..8 * c {
            for b in 1..=a {
                for parts in [vec![a, b], vec![a, b, b / 2 + 1]] {
                    let p = parts.len() as u64;
                    let sum = |list: &[u64]| list.iter().sum::<u64>();
                    let low = phi(p, sum(&game.floor(&parts)));
                    let high = phi(p, sum(&game.ceiling(&parts)));
                    let middle = phi(p, sum(&parts));
                    work.require(low <= middle && middle <= high, || {
                        format!("(d) c = {c}: {parts:?}")
                    });
                }
            }
        }
    }
    work.verified("c from 4 on, heaps of two periods")
}
