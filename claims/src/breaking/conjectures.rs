//! Conjectures and open problems.

use itertools::Itertools;

use super::ap_test::{ap_test_of, ap3, passing};
use super::{cut, one_larger, sets_up_to_9};
use crate::sequences::{follows, periods, values};
use crate::{Claim, Evidence, Tested, Work};
use misere::heaps::ruleset;
use misere::nim::{PeriodKind, PeriodSearch};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.conj1",
        place: "Conjecture 1",
        statement: "{1,2l} is arithmetic periodic with period 12l and saltus 8 for every l ≥ 2. \
                    (It is Theorem 3 of Ellis and Thanatipanonda.)",
        method: "values against period and saltus; the AP-test for small l",
        needs: &["nim-sets"],
        test: conjecture_1,
    },
    Claim {
        id: "breaking.conj2",
        place: "Conjecture 2",
        statement: "{1} ∪ K with 2 ∉ K, |K| ≥ 2 and an even number in K has (0,1)^l (+2), 2l the \
                    smallest even number in K.",
        method: "cut sets of small numbers in order; the first that fails",
        needs: &["nim-sets"],
        test: conjecture_2,
    },
    Claim {
        id: "breaking.conj3",
        place: "Conjecture 3",
        statement: "Every cut game but {1,2} is ultimately periodic or arithmetic periodic.",
        method: "all cut sets of numbers up to 9: the pattern that is proved or observed, against values \
                 by nim-sets; cut sets of larger numbers: a proof",
        needs: &["periods", "nim-sets"],
        test: conjecture_3,
    },
    Claim {
        id: "breaking.open1",
        place: "Open Problem 1",
        statement: "Do AP1 and AP2 imply AP3?",
        method: "all cut sets of numbers up to 9 with AP1 and AP2: AP3 in their nim-sets; with p = 1 it \
                 fails for those with 1 and 2 and without 3",
        needs: &["nim-sets"],
        test: problem_1,
    },
    Claim {
        id: "breaking.open2",
        place: "Open Problem 2",
        statement: "How does the sequence of {1,2} behave?",
        method: "the search for a pattern",
        needs: &["periods", "cut-one-two"],
        test: problem_2,
    },
    Claim {
        id: "breaking.open3",
        place: "Open Problem 3",
        statement: "Does each value occur in the sequence of {1,2}, and exactly twice?",
        method: "how often the values occur",
        needs: &["cut-one-two"],
        test: problem_3,
    },
];

fn conjecture_1(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(8, 14, 25);
    for l in 2..=most {
        let values = values(work, &cut(&[1, 2 * l]), 30 * l)?;
        let values = work.plant("a value one larger", values, one_larger);
        let p = usize::try_from(12 * l)?;
        let fits = (p..values.len()).all(|i| values[i] == values[i - p] + 8);
        work.require(fits, || format!("l = {l}"));
        // The AP-test proves the smaller ones.
        if l <= work.at_depth(5, 7, 9) {
            let set = [1, 2 * l];
            let long = crate::sequences::values(work, &cut(&set), 48 * l)?;
            let expected = Some((usize::try_from(12 * l)?, 8));
            let passes = ap_test_of(work, &set, &long)? == expected;
            work.require(passes, || format!("l = {l} does not pass the AP-test"));
        }
    }
    work.verified(format!("l ≤ {most}, two and a half periods each"))
}

/// The cut sets {1} ∪ K of the conjecture with numbers up to 13, by their largest number.
fn conjecture_2(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(120, 300, 600);
    let most = 9u64;
    let mut failures = Vec::new();
    let mut tried = 0;
    for largest in 4..=most {
        for between in (3..largest).powerset().skip(1) {
            let set = [&[1][..], &between, &[largest]].concat();
            let Some(&even) = set.iter().find(|n| *n % 2 == 0) else {
                continue;
            };
            tried += 1;
            let values = values(work, &cut(&set), to)?;
            let values = work.plant("a value one larger", values, one_larger);
            let expected = |n: u64| (n - 1) / even * 2 + (n - 1) % even % 2;
            let differs = (1u64..)
                .zip(&values)
                .find(|&(n, &v)| u64::from(v) != expected(n));
            if let Some((n, &v)) = differs {
                failures.push((set, n, v, expected(n)));
            }
        }
    }
    let all_even = failures
        .iter()
        .filter(|(set, ..)| set[1..].iter().all(|n| n % 2 == 0))
        .count();
    let mixed: Vec<String> = failures
        .iter()
        .filter(|(set, ..)| set[1..].iter().any(|n| n % 2 == 1))
        .map(|(set, n, v, _)| format!("{} (G({n}) = {v})", cut(set)))
        .collect();
    work.show(format!(
        "{} of {tried} sets fail, {all_even} of them with even numbers only",
        failures.len()
    ));
    work.show(format!("with an odd number in K: {}", mixed.join(", ")));
    // It holds with 3 in K, and with an odd number below twice the smallest even one.
    for (set, ..) in &failures {
        let even = set.iter().find(|n| *n % 2 == 0).copied().unwrap_or(0);
        let odd = set[1..].iter().find(|n| *n % 2 == 1).copied();
        let excluded = odd.is_none_or(|odd| odd != 3 && odd > 2 * even);
        work.require(excluded, || {
            format!("{set:?} has an odd number below twice its even one")
        });
    }
    match failures.first() {
        Some((set, n, v, expected)) => {
            let line = format!("{}: G({n}) = {v}, not {expected}", cut(set));
            work.refuted(
                line,
                format!("all {tried} sets of numbers up to {most}, n ≤ {to}"),
            )
        }
        None => work.open(
            Evidence::Verified,
            format!("all {tried} sets of numbers up to {most}, n ≤ {to}"),
        ),
    }
}

fn conjecture_3(work: &mut Work<'_>) -> Tested {
    let (mut proved, mut observed) = (0, Vec::new());
    for set in sets_up_to_9().filter(|set| *set != [1, 2]) {
        let answer = periods(work, &PeriodSearch::default(), &*ruleset(&cut(&set))?)?;
        let regular = matches!(
            answer.kind,
            PeriodKind::Periodic | PeriodKind::ArithmeticPeriodic
        );
        work.require(regular, || format!("{set:?} shows no pattern"));
        let far = crate::sequences::values(work, &cut(&set), work.at_depth(150, 400, 800))?;
        let far = work.plant("a value one larger", far, one_larger);
        let follows = follows(answer.pattern.as_ref(), &far);
        work.require(follows, || format!("{set:?} leaves its pattern"));
        if answer.proof.is_some() {
            proved += 1;
        } else {
            observed.push(cut(&set));
        }
    }
    work.show(format!(
        "{proved} proved; observed only: {}",
        observed.join(" ")
    ));
    // Without 1 it is Proposition 4.
    let most = work.at_depth(12, 14, 16);
    let search = PeriodSearch::new(None, true);
    for more in (2..=most).powerset().filter(|more| more.last() > Some(&9)) {
        let name = cut(&[&[1][..], &more].concat());
        let answer = periods(work, &search, &*ruleset(&name)?)?;
        work.require(answer.proof.is_some(), || format!("{name} is not proved"));
    }
    work.open(
        Evidence::Verified,
        format!(
            "all cut sets of numbers up to 9, and all of numbers up to {most}, the latter proved"
        ),
    )
}

fn problem_1(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(60, 150, 200);
    let (mut tried, mut without) = (0, Vec::new());
    for (set, p, s) in passing(work)? {
        if p <= most {
            tried += 1;
            let mut bound = s;
            if p > 1 {
                bound = work.plant("a saltus eight times as large", s, |s| 8 * s);
            }
            if !ap3(work, &set, p, bound)? {
                without.push((set, p, s));
            }
        }
    }
    let longer: Vec<String> = without
        .iter()
        .filter(|(_, p, _)| *p > 1)
        .map(|(set, p, s)| format!("{} with p = {p}, s = {s}", cut(set)))
        .collect();
    work.ensure(longer.is_empty(), format!("none with p > 1: {longer:?}"));
    // With p = 1 the answer is no, as docs/mathematics.md shows.
    let short = without.iter().filter(|(_, p, _)| *p == 1);
    let short: Vec<&Vec<u64>> = short.map(|(set, ..)| set).collect();
    let expected = sets_up_to_9().filter(|set| set.starts_with(&[1, 2]) && !set.contains(&3));
    let expected: Vec<Vec<u64>> = expected.collect();
    work.ensure(
        short.len() == expected.len() && expected.iter().all(|set| short.contains(&set)),
        "with p = 1 it fails for the cut sets with 1 and 2 and without 3, and for no other",
    );
    if short.iter().any(|set| **set == [1, 2]) {
        work.remark(
            "with p = 1 no: cut{1,2} has AP1 and AP2 with s = 1 (G(1) to G(4) are 0, 1, 2, 3), but its \
             only cut of 4 into three, (2,1,1), has value 1; with p > 1 open, no exception is seen",
        );
    }
    let range = format!("{tried} cut sets and periods with AP1 and AP2, numbers up to 9");
    work.open(Evidence::Verified, range)
}

fn problem_2(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(10_000, 50_000, 200_000);
    let search = PeriodSearch::up_to(to);
    let game = work.plant("{1,4} for {1,2}", "cut{1,2}", |_| "cut{1,4}");
    let answer = periods(work, &search, &*ruleset(game)?)?;
    work.ensure(
        answer.kind == PeriodKind::Unknown,
        format!("no pattern up to {to}"),
    );
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}

fn problem_3(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(8_000u64, 60_000, 300_000);
    let values = values(work, "cut{1,2}", to)?;
    let values = work.plant("a value one larger", values, one_larger);
    let mut occurrences: Vec<Vec<u64>> = vec![Vec::new(); values.len()];
    for (n, &value) in (1u64..).zip(&values) {
        if let Some(list) = occurrences.get_mut(value as usize) {
            list.push(n);
        }
    }
    work.require(occurrences.iter().all(|list| list.len() <= 2), || {
        "a value occurs three times".into()
    });
    let once = occurrences[0].len() == 1;
    work.ensure(
        once,
        format!(
            "0 occurs at {:?}: n even has the option (n/2, n/2), and two odd heaps have different values \
             (Lemma 3)",
            occurrences[0]
        ),
    );
    // Values near n/2 may still occur again; well below that, all but a few have.
    let settled = usize::try_from(to / 4)?;
    let pending: Vec<usize> = (1..settled).filter(|&v| occurrences[v].len() < 2).collect();
    work.show(format!(
        "of 1..{settled}, {} occur less than twice so far: {pending:?}",
        pending.len()
    ));
    if to >= 300_000 {
        let all_but_one = (1..150_000).filter(|&v| occurrences[v].len() < 2);
        work.ensure(
            all_but_one.eq([96_029]),
            "of 1 to 149999 all but 96029 occur twice",
        );
    }
    let parities = (1..settled).filter(|&v| occurrences[v].len() == 2);
    let mut parities = parities.map(|v| occurrences[v][0] % 2 != occurrences[v][1] % 2);
    let both = parities.all(|differ| differ);
    work.ensure(both, "each pair is one even and one odd heap");
    if once {
        work.remark("0 occurs once only, at n = 1; for the other values it is open");
    }
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}
