//! Steps of proofs in Sections 2 and 3 that are printed wrong, and their corrections.

use itertools::Itertools;

use super::ap_test::{ap3, passing};
use super::cut;
use crate::sequences::values;
use crate::{Claim, NOT_STATED, Tested, Work};
use misere::heaps::{Shape, ruleset};
use misere::nim::{Evaluator, NimSets};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.prop4.proof",
        place: "Proposition 4, the proof",
        statement: "With n = al+b, 0 ≤ b < l (as printed), G(n) = a, and the options of the proof \
                    have the values 0, …, a−1.",
        method: "both readings of n against the values; the options made and added up",
        needs: NOT_STATED,
        test: without_one,
    },
    Claim {
        id: "breaking.lem12.table",
        place: "Lemma 12, the table in the proof",
        statement: "For a0 + a1 = 2 or 3, a0 ⊕ a1 is not 1.",
        method: "all pairs",
        needs: NOT_STATED,
        test: sums_of_quotients,
    },
    Claim {
        id: "breaking.thm9.proof",
        place: "Theorem 9, case 2 of the proof",
        statement: "From an option of n−2p one of n is made with two parts (S−N+2)/2 + 1 + b, and \
                    another with two parts (S−N)/2 + 1 + b (as printed).",
        method: "both made as printed and with the factor p, added up, and their values compared",
        needs: NOT_STATED,
        test: longer_options,
    },
    Claim {
        id: "breaking.prop13.proof",
        place: "Proposition 13, the proof",
        statement: "The options of the proof have the value 1+c (as printed in one case).",
        method: "the options made and added up, their values against 1+c and G(1+c)",
        needs: NOT_STATED,
        test: both_parities,
    },
];

/// Returns the value of a list of heaps, `None` if one of them is 0 or not known.
fn value(values: &[u32], parts: &[u64]) -> Option<u32> {
    parts.iter().try_fold(0, |sum, &part| {
        let at = usize::try_from(part).ok()?.checked_sub(1)?;
        Some(sum ^ values.get(at)?)
    })
}

/// Returns the option of n = al+b+1 with the value i < a in the proof of Proposition 4.
fn option_of_value(l: u64, a: u64, b: u64, i: u64) -> Vec<u64> {
    let mut parts = vec![i * l + b + 1];
    if l.is_multiple_of(2) {
        parts.extend((0..l).map(|_| a - i));
    } else if (a - i) % 2 == 1 {
        let part = (a - i - 1) / 2 * l + 1;
        parts.extend([part, part]);
        parts.extend((3..=l).map(|_| 1));
    } else {
        let part = ((a - i - 1) * l).div_ceil(2);
        parts.extend([part, part, 2]);
        parts.extend((4..=l).map(|_| 1));
    }
    parts
}

fn without_one(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(80u64, 200, 400);
    let mut as_printed = None;
    for set in (2..10).powerset().skip(1) {
        let l = set[0];
        let values = values(work, &cut(&set), to)?;
        for (n, &found) in (1u64..).zip(&values) {
            let (a, b) = ((n - 1) / l, (n - 1) % l);
            work.require(u64::from(found) == a, || {
                format!("{set:?}: G({n}) = {found}")
            });
            if u64::from(found) != n / l && as_printed.is_none() {
                as_printed = Some(format!("{}: G({n}) = {found}, not {}", cut(&set), n / l));
            }
            for i in 0..a {
                let parts = option_of_value(l, a, b, i);
                let fits = parts.len() as u64 == l + 1 && parts.iter().sum::<u64>() == n;
                let right = value(&values, &parts).map(u64::from) == Some(i);
                work.require(fits && right, || {
                    format!("{set:?}: {parts:?} from {n} for {i}")
                });
            }
        }
    }
    if let Some(example) = as_printed {
        work.correct(format!(
            "printed n = al+b, with which G(n) = a fails ({example}); it is n = al+b+1"
        ));
    }
    work.verified(format!("255 cut sets, n ≤ {to}"))
}

fn sums_of_quotients(work: &mut Work<'_>) -> Tested {
    let mut rows = Vec::new();
    for a in 0..=3u32 {
        for b in a..=3 {
            if matches!(a + b, 2 | 3) {
                rows.push(format!("{a} {b} {}", a ^ b));
            }
        }
    }
    let printed: Vec<String> = work
        .printed_lines("breaking.lem12.table")?
        .into_iter()
        .map(Into::into)
        .collect();
    work.compare_sequence("a0 a1 a0⊕a1", 1, &printed, &rows);
    work.ensure(
        rows.len() == printed.len() && rows.iter().all(|row| !row.ends_with(" 1")),
        "these are all pairs, and none has the sum 1",
    );
    work.proved("all pairs")
}

fn longer_options(work: &mut Work<'_>) -> Tested {
    let mut as_printed = None;
    let (mut tried, mut games) = (0u64, 0);
    for (set, p, s) in passing(work)? {
        if p > 28 || set.iter().any(|&d| d > 6) || !ap3(work, &set, p, s)? {
            continue;
        }
        games += 1;
        let p64 = p as u64;
        let game = ruleset(&cut(&set))?;
        let Shape::Cut(game) = game.shape() else {
            return Err("a cut game".into());
        };
        let mut sets = NimSets::new(game, set.iter().max().map_or(2, |d| d + 1));
        sets.extend(6 * p64, work.budget())?;
        let values = sets.values().numbers().unwrap_or_default().to_vec();
        // n > 4p, and n−2p has options into three or more of every value below (a'−1)s.
        for n in (4 * p64 + 1..=6 * p64).step_by(work.at_depth(5, 2, 1)) {
            let shorter = n - 2 * p64;
            let bound = (u32::try_from((shorter - 1) / p64)? - 1) * s;
            for g in (0..bound).step_by(work.at_depth(3, 1, 1)) {
                let mut found = None;
                for &d in set.iter().filter(|&&d| d >= 2) {
                    let some = sets.partitions(shorter, d + 1, g, 1, work.budget())?;
                    found = found.or(some.into_iter().next());
                }
                let Some(parts) = found else {
                    work.require(false, || format!("{set:?}: no option of {shorter} for {g}"));
                    continue;
                };
                tried += 1;
                let quotients: Vec<u64> = parts.iter().map(|h| (h - 1) / p64).collect();
                let (sum, nim) = quotients.iter().fold((0, 0), |(s, n), &q| (s + q, n ^ q));
                // The first part takes `first` periods, the next two `each`, the others none.
                let made = |first: u64, each: u64| -> Vec<u64> {
                    let extra = [first, each, each].into_iter().chain(std::iter::repeat(0));
                    let rests = parts.iter().map(|h| (h - 1) % p64);
                    rests.zip(extra).map(|(b, e)| e + 1 + b).collect()
                };
                for (first, half, g) in [(nim, sum - nim + 2, g), (nim + 2, sum - nim, g + 2 * s)] {
                    let mended = made(first * p64, half / 2 * p64);
                    let fits =
                        mended.iter().sum::<u64>() == n && value(&values, &mended) == Some(g);
                    work.require(fits, || format!("{set:?}: {mended:?} from {n} for {g}"));
                    let printed = made(first * p64, half / 2);
                    let total: u64 = printed.iter().sum();
                    if total != n && as_printed.is_none() {
                        as_printed = Some(format!(
                            "{}: {printed:?} adds up to {total}, not {n}",
                            cut(&set)
                        ));
                    }
                }
            }
        }
    }
    if let Some(example) = as_printed {
        work.correct(format!(
            "printed (S−N+2)/2 + 1 + b and (S−N)/2 + 1 + b, with which the parts are no option of n \
             ({example}); they are (S−N+2)p/2 + 1 + b and (S−N)p/2 + 1 + b"
        ));
    }
    work.verified(format!("{tried} options of {games} cut sets"))
}

/// Returns the option in the proof of Proposition 13 that has 1+c as a part.
fn option_with(m: u64, rest: u64, c: u64) -> Vec<u64> {
    let (q, r) = (rest / m, rest % m);
    let mut parts = vec![1 + c];
    if m.is_multiple_of(2) {
        parts.extend([q + r / 2, q + r / 2]);
        parts.extend((3..=m).map(|_| q));
    } else {
        // Either q is even and r odd, or the other way round; the halves are the same number.
        let part = (3 * q + r - 1) / 2;
        parts.extend([part, part, 1]);
        parts.extend((4..=m).map(|_| q));
    }
    parts
}

fn both_parities(work: &mut Work<'_>) -> Tested {
    let (mut games, mut as_printed) = (0, None);
    for (set, p, _) in passing(work)? {
        let p64 = p as u64;
        let within = |parity: u64| {
            let fits = |d: &&u64| **d >= 2 && **d % 2 == parity && **d <= 2 * p64 + 1;
            set.iter().find(fits).copied()
        };
        let (Some(even), Some(odd)) = (within(0), within(1)) else {
            continue;
        };
        if p > work.at_depth(30, 60, 200) {
            continue;
        }
        games += 1;
        let values = values(work, &cut(&set), 4 * p64)?;
        for n in 3 * p64 + 1..=4 * p64 {
            for c in 0..p64 {
                let rest = n - 1 - c;
                let m = if rest % 2 == 0 { even } else { odd };
                let parts = option_with(m, rest, c);
                let fits = parts.len() as u64 == m + 1 && parts.iter().sum::<u64>() == n;
                let found = value(&values, &parts);
                let wanted = value(&values, &[1 + c]);
                work.require(fits && found.is_some() && found == wanted, || {
                    format!("{set:?}: {parts:?} from {n}")
                });
                let literally = found.map(u64::from) == Some(1 + c);
                if m == odd && !literally && as_printed.is_none() {
                    as_printed =
                        found.map(|v| format!("{}: {parts:?} has the value {v}", cut(&set)));
                }
            }
        }
    }
    if let Some(example) = as_printed {
        work.correct(format!("printed G(O_n) = 1+c; it is G(1+c) ({example})"));
    }
    work.verified(format!("{games} cut sets"))
}
