//! Steps of proofs in Sections 2 and 3 that are printed wrong, and their corrections.

use std::error::Error;

use itertools::Itertools;

use super::ap_test::{ap3, passing};
use super::cut;
use crate::sequences::values;
use crate::{Claim, Tested, Work};
use misere::heaps::{Shape, ruleset};
use misere::nim::{Evaluator, NimSets};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.prop4.proof",
        place: "Proposition 4, the proof",
        statement: "With n = al+b, 0 ≤ b < l (as printed), G(n) = a, and the options of the proof \
                    have the values 0, …, a−1.",
        method: "both readings of n against the values; the options made and added up",
        needs: &["nim-sets"],
        test: without_one,
    },
    Claim {
        id: "breaking.lem12.table",
        place: "Lemma 12, the table in the proof",
        statement: "For a0 + a1 = 2 or 3, a0 ⊕ a1 is not 1.",
        method: "all pairs",
        needs: &["printed"],
        test: sums_of_quotients,
    },
    Claim {
        id: "breaking.thm9.proof.1.1",
        place: "Theorem 9, case 1.1 of the proof",
        statement: "From an option of n−2p one of n is made, whose parts after the third are 1 + b_m (as \
                    printed); n'' = p+1+b has an option for every g < s + r by (B) (as printed).",
        method: "the options made as printed and with 1 + b_j, added up, and their values compared; options \
                 of n'' into three or more, of which (B) speaks",
        needs: &["nim-sets"],
        test: first_options,
    },
    Claim {
        id: "breaking.thm9.proof",
        place: "Theorem 9, case 2 of the proof",
        statement: "From an option of n−2p one of n is made with two parts (S−N+2)/2 + 1 + b and the others \
                    1 + b_m, and another with two parts (S−N)/2 + 1 + b (as printed); they give all values \
                    up to (a−1)s − 1.",
        method: "both made as printed, with the factor p and with 1 + b_j, added up, and their values \
                 compared; the values that they give",
        needs: &["nim-sets"],
        test: longer_options,
    },
    Claim {
        id: "breaking.prop13.proof",
        place: "Proposition 13, the proof",
        statement: "The options of the proof have the value 1+c (as printed in one case).",
        method: "the options made and added up, their values against 1+c and G(1+c)",
        needs: &["nim-sets"],
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
                let parts = work.plant("a part one larger", parts, |mut parts| {
                    parts[0] += 1;
                    parts
                });
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

/// A cut game that passes the AP-test.
struct Passed {
    set: Vec<u64>,
    p: u64,
    s: u32,
    sets: NimSets,
}

impl Passed {
    fn values(&self) -> &[u32] {
        self.sets.values().numbers().unwrap_or_default()
    }

    /// Returns an option of n into three or more with this value, if there is one.
    fn option(&self, work: &Work<'_>, n: u64, g: u32) -> Result<Option<Vec<u64>>, Box<dyn Error>> {
        for &d in self.set.iter().filter(|&&d| d >= 2) {
            let found = self.sets.partitions(n, d + 1, g, 1, work.budget())?;
            if let Some(parts) = found.into_iter().next() {
                return Ok(Some(parts));
            }
        }
        Ok(None)
    }

    /// Returns the sum and the nim sum of the quotients of parts by the period.
    fn quotients(&self, parts: &[u64]) -> (u64, u64) {
        let quotients = parts.iter().map(|h| (h - 1) / self.p);
        quotients.fold((0, 0), |(sum, nim), q| (sum + q, nim ^ q))
    }

    /// Returns the option in which the first part has the extra number `first`, the next two have
    /// `each`, and every part what its remainder is.
    fn made(&self, parts: &[u64], first: u64, each: u64) -> Vec<u64> {
        let extra = [first, each, each].into_iter().chain(std::iter::repeat(0));
        let rests = parts.iter().map(|h| (h - 1) % self.p);
        rests.zip(extra).map(|(b, e)| e + 1 + b).collect()
    }
}

/// Returns small games that pass the AP-test, with their nim-sets up to 6p.
fn passed(work: &Work<'_>) -> Result<Vec<Passed>, Box<dyn Error>> {
    let mut games = Vec::new();
    for (set, p, s) in passing(work)? {
        if p > 28 || set.iter().any(|&d| d > 6) || !ap3(work, &set, p, s)? {
            continue;
        }
        let p = p as u64;
        let game = ruleset(&cut(&set))?;
        let Shape::Cut(game) = game.shape() else {
            return Err("a cut game".into());
        };
        let mut sets = NimSets::new(game, set.iter().max().map_or(2, |d| d + 1));
        sets.extend(6 * p, work.budget())?;
        games.push(Passed { set, p, s, sets });
    }
    Ok(games)
}

/// Makes the options of case 1.1 and case 2 from options of n−2p as they are right, and adds them up;
/// passes on the option of n−2p, n, and how many periods the first part and the next two get. Returns
/// how many were made.
fn longer(
    work: &mut Work<'_>,
    mut see: impl FnMut(&Passed, &[u64], u64, [(u64, u64); 2]),
) -> Result<u64, Box<dyn Error>> {
    let mut made = 0u64;
    for game in passed(work)? {
        let (p, s) = (game.p, game.s);
        // n > 4p, and n−2p has options into three or more of every value below (a'−1)s.
        for n in (4 * p + 1..=6 * p).step_by(work.at_depth(5, 2, 1)) {
            let shorter = n - 2 * p;
            let bound = (u32::try_from((shorter - 1) / p)? - 1) * s;
            for g in (0..bound).step_by(work.at_depth(3, 1, 1)) {
                let Some(parts) = game.option(work, shorter, g)? else {
                    work.require(false, || {
                        format!("{:?}: no option of {shorter} for {g}", game.set)
                    });
                    continue;
                };
                made += 1;
                let (sum, nim) = game.quotients(&parts);
                let halves = [(nim, (sum - nim) / 2 + 1), (nim + 2, (sum - nim) / 2)];
                for ((first, half), g) in halves.into_iter().zip([g, g + 2 * s]) {
                    let half = work.plant("a period more in two parts", half, |half| half + 1);
                    let mended = game.made(&parts, first * p, half * p);
                    let fits =
                        mended.iter().sum::<u64>() == n && value(game.values(), &mended) == Some(g);
                    work.require(fits, || {
                        format!("{:?}: {mended:?} from {n} for {g}", game.set)
                    });
                }
                // Examples are those of the quick depth at every depth.
                if (n - 4 * p - 1) % 5 == 0 && g % 3 == 0 {
                    see(&game, &parts, n, halves);
                }
            }
        }
    }
    Ok(made)
}

/// Returns the option as it is printed with `1 + b_m` for all parts after the third.
fn with_last_rest(parts: &[u64], p: u64, mut option: Vec<u64>) -> Vec<u64> {
    let last = parts.last().map_or(1, |h| (h - 1) % p + 1);
    for part in option.iter_mut().skip(3) {
        *part = last;
    }
    option
}

fn first_options(work: &mut Work<'_>) -> Tested {
    let mut as_printed = None;
    let made = longer(work, |game, parts, n, halves| {
        let (first, half) = halves[0];
        let right = game.made(parts, first * game.p, half * game.p);
        let printed = with_last_rest(parts, game.p, right);
        let total: u64 = printed.iter().sum();
        if total != n && as_printed.is_none() {
            let name = cut(&game.set);
            as_printed = Some(format!("{name}: {printed:?} adds up to {total}, not {n}"));
        }
    })?;
    if let Some(example) = as_printed {
        work.correct(format!(
            "printed h_j = 1 + b_m for j > 2, with which the parts are no option of n ({example}); it is \
             1 + b_j"
        ));
    }
    let mut without = None;
    for game in passed(work)? {
        let (p, s) = (game.p, game.s);
        // For a = 4 one more option, made from one of n−p with a value below s.
        for (n, g) in (4 * p + 1..=5 * p).flat_map(|n| (0..s).map(move |g| (n, g))) {
            let Some(parts) = game.option(work, n - p, g)? else {
                work.require(false, || format!("{:?}: no option of {}", game.set, n - p));
                continue;
            };
            let (sum, nim) = game.quotients(&parts);
            let option = game.made(&parts, (nim + 1) * p, (sum - nim) / 2 * p);
            let option = work.plant("a part one larger", option, |mut option| {
                option[0] += 1;
                option
            });
            let fits =
                option.iter().sum::<u64>() == n && value(game.values(), &option) == Some(g + s);
            work.require(fits, || format!("{:?}: {option:?} from {n}", game.set));
        }
        // Heaps of the second period, which (A) gives options of every smaller value.
        for n in p + 1..=2 * p {
            let least = value(game.values(), &[n]).ok_or("a known heap")?;
            for g in 0..least {
                if without.is_none() && game.option(work, n, g)?.is_none() {
                    without = Some(format!("{}: {n} and {g}", cut(&game.set)));
                }
            }
        }
    }
    if let Some(example) = without {
        work.correct(format!(
            "printed: n'' = p+1+b has an option for g by (B), which says nothing of heaps up to 2p, and there \
             need not be one into three or more ({example}); it has one by (A)"
        ));
    }
    work.verified(format!("{made} options"))
}

fn longer_options(work: &mut Work<'_>) -> Tested {
    let (mut without_p, mut with_last) = (None, None);
    let made = longer(work, |game, parts, n, halves| {
        for (i, (first, half)) in halves.into_iter().enumerate() {
            let printed = game.made(parts, first * game.p, half);
            let mended = game.made(parts, first * game.p, half * game.p);
            let name = cut(&game.set);
            let wrong = |option: &[u64]| {
                let total: u64 = option.iter().sum();
                (total != n).then(|| format!("{name}: {option:?} adds up to {total}, not {n}"))
            };
            without_p = without_p.take().or_else(|| wrong(&printed));
            if i == 0 {
                let last = with_last_rest(parts, game.p, mended);
                with_last = with_last.take().or_else(|| wrong(&last));
            }
        }
    })?;
    if let Some(example) = without_p {
        work.correct(format!(
            "printed (S−N+2)/2 + 1 + b and (S−N)/2 + 1 + b, with which the parts are no option of n \
             ({example}); they are (S−N+2)p/2 + 1 + b and (S−N)p/2 + 1 + b"
        ));
    }
    if let Some(example) = with_last {
        work.correct(format!(
            "printed h_j = 1 + b_m for j > 2, with which the parts are no option of n ({example}); it is \
             1 + b_j"
        ));
    }
    // The values that the two options give: below (a'−1)s, and 2s more, where a' = a−2.
    let left_out = (4..10u32).flat_map(|a| {
        [1, 2, 4, 8].into_iter().filter_map(move |s| {
            let given = |v: u32| v < (a - 3) * s || (2 * s..(a - 1) * s).contains(&v);
            let missing: Vec<u32> = (0..(a - 1) * s).filter(|&v| !given(v)).collect();
            (!missing.is_empty()).then_some((a, s, missing))
        })
    });
    let left_out: Vec<_> = left_out.collect();
    let only_four = left_out
        .iter()
        .all(|(a, s, missing)| *a == 4 && missing.iter().copied().eq(*s..2 * s));
    work.ensure(only_four, "nothing is left out but s to 2s−1 for a = 4");
    if !left_out.is_empty() {
        work.correct(
            "printed: the two options give all values up to (a−1)s − 1; for a = 4 they leave out s to \
             2s−1, for which the option of n−p in case 1.1 is needed again",
        );
    }
    work.verified(format!("{made} options"))
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
                let parts = work.plant("a part one larger", parts, |mut parts| {
                    parts[0] += 1;
                    parts
                });
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
