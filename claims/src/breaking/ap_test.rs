//! Section 3: the AP-test and its relaxations.

use super::{by_nim_sets, cut, one_larger, sets_up_to_9};
use crate::{Claim, Tested, Work};
use misere::heaps::{Shape, ruleset};
use misere::nim::{Evaluator, NimSets};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.lem10",
        place: "Lemma 10",
        statement: "A nim sum has the parity of the sum and is at most the sum.",
        method: "all lists of up to four small numbers, 0 standing for none",
        needs: &[],
        test: nim_sums,
    },
    Claim {
        id: "breaking.lem11",
        place: "Lemma 11",
        statement: "If G(n+p) = G(n)+s for n ≤ n0, n0 ≥ p, then G(ap+1+b) = as + G(1+b) up to n0+p.",
        method: "all cut sets of numbers up to 9 and all p and s, with the largest n0 for which the condition \
                 holds; beyond n0+p the formula fails",
        needs: &["nim-sets"],
        test: values_by_period,
    },
    Claim {
        id: "breaking.eq1",
        place: "(1), after Lemma 11",
        statement: "If moreover s is a power of two above all values of a period, the nim sum of heaps is s \
                    times that of their quotients plus that of their remainders.",
        method: "cut sets with AP1 and AP2: sums of two and of three heaps",
        needs: &["nim-sets"],
        test: split_values,
    },
    Claim {
        id: "breaking.lem12",
        place: "Lemma 12",
        statement: "After the AP-test, heaps of the third and fourth period reach every value below \
                    s and 2s by cutting into at least three.",
        method: "nim-sets of cut sets that pass the AP-test",
        needs: &["nim-sets"],
        test: third_and_fourth_period,
    },
    Claim {
        id: "breaking.thm9",
        place: "Theorem 9",
        statement: "A cut game that passes the AP-test is arithmetic periodic.",
        method: "all cut sets of numbers up to 9: those that pass are compared far beyond four \
                 periods",
        needs: &["nim-sets"],
        test: ap_test,
    },
    Claim {
        id: "breaking.prop13",
        place: "Proposition 13",
        statement: "With cut numbers of both parities from 2 to 2p+1, AP1 and AP2 imply AP3.",
        method: "all cut sets of numbers up to 9",
        needs: &["nim-sets"],
        test: both_parities,
    },
];

fn nim_sums(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(12u64, 20, 40);
    for a in 0..most {
        for b in 0..most {
            for c in 0..most {
                for d in 0..most {
                    let (nim, sum) = (a ^ b ^ c ^ d, a + b + c + d);
                    let nim = work.plant("a nim sum one larger", nim, |nim| nim + 1);
                    let fine = nim % 2 == sum % 2 && nim <= sum;
                    work.require(fine, || format!("{a}, {b}, {c}, {d}"));
                }
            }
        }
    }
    work.verified(format!("four numbers below {most}"))
}

/// Returns all periods p and saltus s for which AP1 and AP2 hold; of those that fit the whole known
/// sequence only the first, not its multiples.
pub(super) fn ap1_and_ap2(values: &[u32]) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    for p in 1..=values.len() / 4 {
        let Some(s) = values[p].checked_sub(values[0]) else {
            continue;
        };
        let first = &values[..p];
        let covers = s.is_power_of_two()
            && first.iter().all(|&v| v < s)
            && (0..s).all(|v| first.contains(&v));
        let breaks = (p..values.len()).find(|&i| !covers || values[i] != values[i - p] + s);
        if covers && breaks.is_none_or(|i| i >= 4 * p) {
            found.push((p, s));
            if breaks.is_none() {
                break;
            }
        }
    }
    found
}

/// Returns the first p and s for which the AP-test is passed.
pub(super) fn ap_test_of(
    work: &Work<'_>,
    set: &[u64],
    values: &[u32],
) -> Result<Option<(usize, u32)>, Box<dyn std::error::Error>> {
    for (p, s) in ap1_and_ap2(values) {
        if ap3(work, set, p, s)? {
            return Ok(Some((p, s)));
        }
    }
    Ok(None)
}

/// Checks AP3: every heap of the fourth period reaches every value below s by cutting into three
/// or more.
pub(super) fn ap3(
    work: &Work<'_>,
    set: &[u64],
    p: usize,
    s: u32,
) -> Result<bool, Box<dyn std::error::Error>> {
    Ok(reached(work, set, 3 * p as u64 + 1..=4 * p as u64, s)?.is_none())
}

/// Returns the first heap of a range with a value below `bound` that no cut into three or more
/// reaches.
fn reached(
    work: &Work<'_>,
    set: &[u64],
    heaps: std::ops::RangeInclusive<u64>,
    bound: u32,
) -> Result<Option<(u64, u32)>, Box<dyn std::error::Error>> {
    let game = ruleset(&cut(set))?;
    let Shape::Cut(game) = game.shape() else {
        return Err("a cut game".into());
    };
    let most = set.iter().max().copied().unwrap_or(1) + 1;
    let mut sets = NimSets::new(game, most);
    sets.extend(*heaps.end(), work.budget())?;
    for n in heaps {
        let several: Vec<_> = set
            .iter()
            .filter(|&&d| d >= 2)
            .filter_map(|&d| sets.get(n, d + 1))
            .collect();
        for value in 0..bound {
            if !several.iter().any(|reached| reached.contains(value)) {
                return Ok(Some((n, value)));
            }
        }
    }
    Ok(None)
}

/// A cut set with a period and a saltus for which AP1 and AP2 hold.
pub(super) type Passing = (Vec<u64>, usize, u32);

/// Returns the cut sets of numbers up to 9, except {1}, with the periods of AP1 and AP2.
pub(super) fn passing(work: &Work<'_>) -> Result<Vec<Passing>, Box<dyn std::error::Error>> {
    let to = work.at_depth(260, 450, 600);
    let mut found = Vec::new();
    // The test needs a cut number above 1.
    for set in sets_up_to_9().filter(|set| *set != [1]) {
        let values = by_nim_sets(work, &set, to)?;
        for (p, s) in ap1_and_ap2(&values) {
            found.push((set.clone(), p, s));
        }
    }
    Ok(found)
}

fn values_by_period(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(100usize, 200, 400);
    let (mut tried, mut ended) = (0u64, 0u64);
    for set in sets_up_to_9() {
        let values = by_nim_sets(work, &set, to as u64)?;
        for p in 1..=to / 2 {
            let Some(s) = values[p].checked_sub(values[0]).filter(|&s| s > 0) else {
                continue;
            };
            // The largest n0 that the known values allow; n stands at n−1.
            let n0 = (0..to - p).take_while(|&i| values[i + p] == values[i] + s);
            let n0 = n0.count();
            if n0 < p {
                continue;
            }
            tried += 1;
            let by_period = |i: usize| -> Result<u32, std::num::TryFromIntError> {
                Ok(u32::try_from(i / p)? * s + values[i % p])
            };
            for (i, &value) in values[..n0 + p].iter().enumerate() {
                let expected = by_period(i)?;
                let expected = work.plant("a period more", expected, |v| v + s);
                work.require(value == expected, || {
                    format!("{set:?}, p = {p}, s = {s} at {}", i + 1)
                });
            }
            // And no further, if the condition ends at n0.
            if n0 < to - p {
                ended += 1;
                let (value, expected) = (values[n0 + p], by_period(n0 + p)?);
                let value = work.plant("a value as before", value, |_| expected);
                work.require(value != expected, || {
                    format!("{set:?}, p = {p}, s = {s} holds beyond {n0}")
                });
            }
        }
    }
    work.ensure(
        ended > 0,
        "the condition ends within the known values somewhere",
    );
    work.verified(format!(
        "cut sets of numbers up to 9, n0 ≤ {to}: {tried} periods, of which {ended} end"
    ))
}

fn split_values(work: &mut Work<'_>) -> Tested {
    let found = passing(work)?;
    for (set, p, s) in &found {
        let values = by_nim_sets(work, set, 4 * *p as u64)?;
        // Property (1) for sums of two heaps of the first four periods, and of three.
        let step = (p / 6).max(1);
        for i in 0..4 * p {
            for j in (0..=i).step_by(step) {
                for k in [None, Some(j / 2)] {
                    let heaps: Vec<usize> = [i, j].into_iter().chain(k).collect();
                    let sum = |part: fn(usize, usize) -> usize| -> usize {
                        heaps.iter().fold(0, |sum, &h| sum ^ part(h, *p))
                    };
                    let high = u32::try_from(sum(|h, p| h / p))?;
                    let low = heaps.iter().fold(0, |sum, &h| sum ^ values[h % p]);
                    let whole = heaps.iter().fold(0, |sum, &h| sum ^ values[h]);
                    let whole = work.plant("a value one larger", whole, |v| v + 1);
                    work.require(whole == high * s + low, || format!("{set:?}: {heaps:?}"));
                }
            }
        }
    }
    work.verified(format!(
        "{} cut sets and periods with AP1 and AP2",
        found.len()
    ))
}

fn third_and_fourth_period(work: &mut Work<'_>) -> Tested {
    let mut tried = 0;
    for (set, p, s) in passing(work)? {
        if p > work.at_depth(30, 60, 200) || !ap3(work, &set, p, s)? {
            continue;
        }
        tried += 1;
        let p = p as u64;
        for (heaps, bound) in [(2 * p + 1..=3 * p, s), (3 * p + 1..=4 * p, 2 * s)] {
            let bound = work.plant("a bound above all values", bound, |bound| 8 * bound);
            let missing = reached(work, &set, heaps, bound)?;
            work.require(missing.is_none(), || format!("{set:?}: {missing:?}"));
        }
    }
    work.verified(format!("{tried} cut sets that pass the AP-test"))
}

fn ap_test(work: &mut Work<'_>) -> Tested {
    let mut proved = 0;
    for (set, p, s) in passing(work)? {
        if !ap3(work, &set, p, s)? {
            continue;
        }
        proved += 1;
        let far = by_nim_sets(work, &set, work.at_depth(8, 12, 20) * p as u64)?;
        let far = work.plant("a value one larger", far, one_larger);
        let stays = (p..far.len()).all(|i| far[i] == far[i - p] + s);
        work.require(stays, || format!("{set:?} leaves period {p}, saltus {s}"));
    }
    work.show(format!("{proved} of the 510 cut sets pass the AP-test"));
    work.verified(format!(
        "{proved} cut sets, {} periods each",
        work.at_depth(8, 12, 20)
    ))
}

fn both_parities(work: &mut Work<'_>) -> Tested {
    let mut tried = 0;
    for (set, p, s) in passing(work)? {
        let within = |parity: u64| {
            set.iter()
                .any(|&d| d >= 2 && d % 2 == parity && d <= 2 * p as u64 + 1)
        };
        if !within(0) || !within(1) {
            continue;
        }
        tried += 1;
        let s = work.plant("a saltus eight times as large", s, |s| 8 * s);
        let holds = ap3(work, &set, p, s)?;
        work.require(holds, || format!("{set:?} with period {p}"));
    }
    work.verified(format!("{tried} cut sets"))
}
