//! Conjectures and open problems.

use super::{chosen, cut};
use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::values;
use crate::heaps::ruleset;
use crate::nim::{PeriodKind, PeriodSearch};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "003.conj1",
        place: "Conjecture 1",
        statement: "{1,2l} is arithmetic periodic with period 12l and saltus 8 for every l ≥ 2. \
                    (It is Theorem 3 of Ellis and Thanatipanonda.)",
        method: "values against the pattern of that theorem",
        test: conjecture_1,
    },
    Claim {
        id: "003.conj2",
        place: "Conjecture 2",
        statement: "{1} ∪ K with 2 ∉ K, |K| ≥ 2 and an even number in K has (0,1)^l (+2), 2l the \
                    smallest even number in K.",
        method: "cut sets of small numbers in order; the first that fails",
        test: conjecture_2,
    },
    Claim {
        id: "003.conj3",
        place: "Conjecture 3",
        statement: "Every cut game but {1,2} is ultimately periodic or arithmetic periodic.",
        method: "all cut sets of numbers up to 9: the pattern that is proved or observed",
        test: conjecture_3,
    },
    Claim {
        id: "003.open1",
        place: "Open Problem 1",
        statement: "Do AP1 and AP2 imply AP3?",
        method: "all cut sets {1} ∪ K, K ⊆ {2..9}: no exception among those that are arithmetic \
                 periodic from heap 1 on",
        test: problem_1,
    },
    Claim {
        id: "003.open2",
        place: "Open Problem 2",
        statement: "How does the sequence of {1,2} behave?",
        method: "the search for a pattern",
        test: problem_2,
    },
    Claim {
        id: "003.open3",
        place: "Open Problem 3",
        statement: "Does each value occur in the sequence of {1,2}, and exactly twice?",
        method: "how often the values occur",
        test: problem_3,
    },
];

fn conjecture_1(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(8, 14, 25);
    for l in 2..=most {
        let values = values(work, &cut(&[1, 2 * l]), 30 * l)?;
        let p = usize::try_from(12 * l)?;
        let fits = (p..values.len()).all(|i| values[i] == values[i - p] + 8);
        work.require(fits, || format!("l = {l}"));
        let answer = PeriodSearch::default().run(&*ruleset(&cut(&[1, 2 * l]))?, work.limits())?;
        work.require(answer.proof.is_some(), || format!("l = {l} is not proved"));
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
        let below: Vec<u64> = (3..largest).collect();
        for mask in 1u32..1 << below.len() {
            let mut set = vec![1];
            set.extend(chosen(&below, mask));
            set.push(largest);
            let Some(&even) = set.iter().find(|n| *n % 2 == 0) else {
                continue;
            };
            tried += 1;
            let values = values(work, &cut(&set), to)?;
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
        None => work.open(format!(
            "all {tried} sets of numbers up to {most}, n ≤ {to}"
        )),
    }
}

fn conjecture_3(work: &mut Work<'_>) -> Tested {
    let all: Vec<u64> = (1..10).collect();
    let (mut proved, mut observed) = (0, Vec::new());
    for mask in 1u32..1 << 9 {
        let set = chosen(&all, mask);
        if set == [1, 2] {
            continue;
        }
        let answer = PeriodSearch::default().run(&*ruleset(&cut(&set))?, work.limits())?;
        let regular = matches!(
            answer.kind,
            PeriodKind::Periodic | PeriodKind::ArithmeticPeriodic
        );
        work.require(regular, || format!("{set:?} shows no pattern"));
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
    work.open("all cut sets of numbers up to 9")
}

fn problem_1(work: &mut Work<'_>) -> Tested {
    let all: Vec<u64> = (2..10).collect();
    let mut tried = 0;
    for mask in 1u32..1 << 8 {
        let mut set = vec![1];
        set.extend(chosen(&all, mask));
        let answer = PeriodSearch::default().run(&*ruleset(&cut(&set))?, work.limits())?;
        let pure = answer
            .pattern
            .as_ref()
            .is_some_and(|p| p.preperiod().is_empty());
        if answer.kind == PeriodKind::ArithmeticPeriodic && pure {
            tried += 1;
            work.require(answer.proof.is_some(), || {
                format!("{set:?} has AP1 and AP2 and no proof")
            });
        }
    }
    work.open(format!("{tried} cut sets of numbers up to 9"))
}

fn problem_2(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(10_000, 50_000, 200_000);
    let search = PeriodSearch {
        to: Some(to),
        ..PeriodSearch::default()
    };
    let answer = search.run(&*ruleset("cut{1,2}")?, work.limits())?;
    work.ensure(
        answer.kind == PeriodKind::Unknown,
        format!("no pattern up to {to}"),
    );
    work.open(format!("n ≤ {to}"))
}

fn problem_3(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(8_000u64, 60_000, 300_000);
    let values = values(work, "cut{1,2}", to)?;
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
            "0 occurs at {:?}: n even has the option (n/2, n/2)",
            occurrences[0]
        ),
    );
    // Values near n/2 may still come back; well below that, all but a few have.
    let settled = usize::try_from(to / 4)?;
    let pending: Vec<usize> = (1..settled).filter(|&v| occurrences[v].len() < 2).collect();
    work.show(format!(
        "of 1..{settled}, {} occur less than twice so far: {pending:?}",
        pending.len()
    ));
    let parities = (1..settled).filter(|&v| occurrences[v].len() == 2);
    let mut parities = parities.map(|v| occurrences[v][0] % 2 != occurrences[v][1] % 2);
    let both = parities.all(|differ| differ);
    work.ensure(both, "each pair is one even and one odd heap");
    if once {
        return work.refuted(
            "0 occurs once only, at n = 1; other values seem to occur exactly twice",
            format!("n ≤ {to}"),
        );
    }
    work.open(format!("n ≤ {to}"))
}
