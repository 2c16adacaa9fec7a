//! Section 1: definitions, subtraction games and octal games.

use std::collections::BTreeSet;

use super::one_larger;
use crate::sequences::{checked_values, defined, follows, periods, values};
use crate::{Claim, Evidence, Tested, Work};
use misere::heaps::{Position, ruleset};
use misere::nim::{PeriodKind, PeriodSearch};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "breaking.sec1.four",
        place: "Section 1, the example 4",
        statement: "4 has five partitions, two into two parts and one into three; cut into two or \
                    three it has the options 3+1, 2+2, 2+1+1, of which 2+2 alone wins.",
        method: "partitions listed, options by the rule, values by definition",
        needs: &["nim-definition"],
        test: four,
    },
    Claim {
        id: "breaking.def2",
        place: "Definition 2, the example",
        statement: "With the cut numbers {1,3} a heap of 5 has the options (1,4), (2,3), (1,1,1,2).",
        method: "the options by the rule",
        needs: &["printed", "rules"],
        test: options_of_five,
    },
    Claim {
        id: "breaking.sec1.finite-subtraction",
        place: "Section 1.2, finite subtraction games",
        statement: "All finite subtraction games are ultimately periodic.",
        method: "the period is found and proved for every set of small numbers, and compared with \
                 values by definition",
        needs: &["repetition", "nim-definition"],
        test: finite_subtraction,
    },
    Claim {
        id: "breaking.sec1.subtraction",
        place: "Section 1.2, Subtraction Periodicity Theorem",
        statement: "For a finite subtraction set S, a repetition of max(S) consecutive values proves \
                    a period.",
        method: "every repetition of max(S) values in a prefix by definition is followed far beyond",
        needs: &["nim-definition"],
        test: subtraction_theorem,
    },
    Claim {
        id: "breaking.thm1",
        place: "Theorem 1",
        statement: "If an octal game of length k has G(n+p) = G(n) for n0 ≤ n < 2n0+p+k, it is \
                    periodic from n0 on.",
        method: "for every octal code of two digits all p, each with the least n0 for which the \
                 condition holds, followed far beyond; values by definition on a prefix",
        needs: &["codes", "nim-definition"],
        test: octal_test,
    },
    Claim {
        id: "breaking.sec1.guy",
        place: "Section 1.2, Guy's conjecture",
        statement: "Every octal game is ultimately periodic.",
        method: "octal codes of two digits: how many are proved within a range",
        needs: &["repetition", "codes"],
        test: guys_conjecture,
    },
    Claim {
        id: "breaking.sec1.austin",
        place: "Section 1.2, octal games are not arithmetic periodic",
        statement: "Arithmetic periodicity never occurs in octal games.",
        method: "octal codes of two digits, and of three at a larger depth: no pattern with a saltus",
        needs: &["codes"],
        test: no_saltus,
    },
    Claim {
        id: "breaking.sec1.grundy",
        place: "Section 1.3, Grundy's game",
        statement: "No regularity has been observed in Grundy's game.",
        method: "the search for a pattern on a prefix",
        needs: &["periods"],
        test: |work| no_regularity(work, "grundy"),
    },
    Claim {
        id: "breaking.sec1.couples",
        place: "Section 1.3, Couples-are-Forever",
        statement: "No regularity has been observed in Couples-are-Forever.",
        method: "the search for a pattern on a prefix",
        needs: &["periods"],
        test: |work| no_regularity(work, "couples-are-forever"),
    },
];

fn four(work: &mut Work<'_>) -> Tested {
    // Partitions of 4 by the number of parts, all of them listed.
    let mut partitions = [0u32; 5];
    for a in 0..=4u32 {
        for b in 0..=4 / 2 {
            for c in 0..=4 / 3 {
                for d in 0..=1 {
                    if a + 2 * b + 3 * c + 4 * d == 4 {
                        let parts = work.plant("a part less", a + b + c + d, |parts| parts - 1);
                        partitions[parts as usize] += 1;
                    }
                }
            }
        }
    }
    work.compare("p(4)", 5, partitions.iter().sum::<u32>());
    work.compare("p_2(4)", 2, partitions[2]);
    work.compare("p_3(4)", 1, partitions[3]);
    let values = defined(work, "cut{1,2}", 4)?;
    let (mut all, mut winning) = (BTreeSet::new(), BTreeSet::new());
    for option in ruleset("cut{1,2}")?.options(Position::heap(4)) {
        let value = option.iter().fold(0, |sum, (heap, copies)| {
            let at = usize::try_from(heap.size() - 1).unwrap_or(0);
            sum ^ if copies % 2 == 1 { values[at] } else { 0 }
        });
        all.insert(option.to_string());
        let value = work.plant("an option of another value", value, |v| v ^ 1);
        if value == 0 {
            winning.insert(option.to_string());
        }
    }
    let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>().join(", ");
    work.compare("options", "2 + 1×2, 2×2, 3 + 1", list(all));
    work.compare("winning", "2×2", list(winning));
    work.proved("the example")
}

fn options_of_five(work: &mut Work<'_>) -> Tested {
    let game = ruleset("cut{1,3}")?;
    let mut computed: Vec<String> = game
        .options(Position::heap(5))
        .map(|option| {
            let heaps = option
                .iter()
                .flat_map(|(p, k)| vec![p.to_string(); usize::try_from(k).unwrap_or(0)]);
            heaps.collect::<Vec<_>>().join(",")
        })
        .collect();
    let mut printed: Vec<&str> = work
        .printed("breaking.def2")?
        .lines()
        .filter(|l| !l.is_empty())
        .collect();
    computed.sort();
    printed.sort_unstable();
    work.compare("options", printed.join(" "), computed.join(" "));
    work.proved("the example")
}

/// Returns the subtraction games with sets of numbers up to a bound, by name.
fn subtraction_sets(most: u32) -> impl Iterator<Item = (String, u32)> {
    (1u32..1 << most).map(move |mask| {
        let numbers = (0..most)
            .filter(|i| mask >> i & 1 == 1)
            .map(|i| (i + 1).to_string());
        let numbers: Vec<String> = numbers.collect();
        (
            format!("subtraction{{{}}}", numbers.join(",")),
            mask.ilog2() + 1,
        )
    })
}

fn finite_subtraction(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(6, 8, 10);
    for (name, _) in subtraction_sets(most) {
        let game = ruleset(&name)?;
        let answer = periods(work, &PeriodSearch::default(), &*game)?;
        let pattern = answer.pattern.filter(|_| answer.proof.is_some());
        work.require(pattern.is_some(), || format!("{name} is not proved"));
        if let Some(pattern) = pattern {
            let far = defined(work, &name, 400)?;
            let far = work.plant("a value one larger", far, one_larger);
            let same = follows(Some(&pattern), &far);
            work.require(same, || format!("{name} leaves its period"));
        }
    }
    work.verified(format!("all sets of numbers up to {most}, heaps to 400"))
}

fn subtraction_theorem(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(6, 8, 10);
    let far = 400usize;
    let mut tried = 0u64;
    for (name, largest) in subtraction_sets(most) {
        let values = defined(work, &name, far as u64)?;
        let length = largest as usize;
        for p in 1..60 {
            // Every place where max(S) values occur again p later, not only the first.
            for start in 0..60 {
                if values[start..start + length] == values[start + p..start + p + length] {
                    tried += 1;
                    let breaks = (start..=far - p).find(|&n| values[n] != values[n + p]);
                    let breaks =
                        work.plant("a value that breaks the period", breaks, |_| Some(far - p));
                    work.require(breaks.is_none(), || {
                        format!("{name}: p = {p} from {start} on")
                    });
                }
            }
        }
    }
    work.verified(format!(
        "{tried} repetitions, all sets of numbers up to {most}, heaps to {far}"
    ))
}

fn octal_codes(digits: u32) -> impl Iterator<Item = String> {
    (1u32..8u32.pow(digits)).map(move |code| {
        let digits: String = (0..digits)
            .rev()
            .filter_map(|i| char::from_digit(code / 8u32.pow(i) % 8, 8))
            .collect();
        format!("0.{digits}")
    })
}

fn octal_test(work: &mut Work<'_>) -> Tested {
    let far = work.at_depth(600usize, 2_000, 6_000);
    let by_definition = work.at_depth(150, 400, 800);
    let (mut tried, mut games) = (0u64, 0u32);
    for name in octal_codes(2) {
        if ruleset(&name).is_err() {
            continue;
        }
        let values = checked_values(work, &name, far as u64, by_definition)?;
        let k = 2;
        let mut any = false;
        for p in 1..far / 4 {
            // Where the equations fail: the condition holds from n0 on if none is in its range.
            let breaks: Vec<usize> = (1..=far - p)
                .filter(|&n| values[n + p] != values[n])
                .collect();
            let candidates = std::iter::once(1).chain(breaks.iter().map(|n| n + 1));
            let holds = |n0: usize, end: usize| {
                let next = breaks.partition_point(|&n| n < n0);
                end <= far - p && breaks.get(next).is_none_or(|&n| n >= end)
            };
            let mut starts = candidates.map(|n0| (n0, 2 * n0 + p + k));
            let found = starts.find(|&(n0, end)| holds(n0, end));
            if let Some((n0, _)) = found {
                tried += 1;
                any = true;
                let last = breaks.last().copied().unwrap_or(0);
                let last = work.plant("a value that breaks the period", last, |_| far - p);
                work.require(last < n0, || format!("{name}: p = {p}, n0 = {n0}"));
            }
        }
        games += u32::from(any);
    }
    work.show(format!(
        "{games} codes meet the condition for some p, {tried} times in all"
    ));
    work.verified(format!("all octal codes of two digits, heaps to {far}"))
}

fn guys_conjecture(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(2_000, 10_000, 50_000);
    let search = PeriodSearch::up_to(to);
    let (mut proved, mut others) = (0usize, Vec::new());
    for name in octal_codes(2) {
        let Ok(game) = ruleset(&name) else { continue };
        let answer = periods(work, &search, &*game)?;
        if answer.proof.is_some() && answer.kind == PeriodKind::Periodic {
            proved += 1;
            // What is proved is compared with values by definition.
            let slow = defined(work, &name, work.at_depth(40, 80, 120))?;
            let slow = work.plant("a value one larger", slow, one_larger);
            let same = follows(answer.pattern.as_ref(), &slow);
            work.require(same, || format!("{name} leaves its period"));
        } else {
            others.push(name);
        }
    }
    work.show(format!(
        "{proved} codes proved, not proved: {}",
        others.join(" ")
    ));
    work.ensure(proved > others.len(), "most of them are proved");
    work.open(
        Evidence::Verified,
        format!("octal codes of two digits, heaps to {to}"),
    )
}

fn no_saltus(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(600, 2_000, 4_000);
    let digits = work.at_depth(2, 3, 3);
    for name in octal_codes(digits) {
        if ruleset(&name).is_err() {
            continue;
        }
        let values = values(work, &name, to)?;
        let half = values.len() / 2;
        for p in 1..=values.len() / 8 {
            let step = values[half + p]
                .checked_sub(values[half])
                .filter(|&s| s > 0);
            let Some(saltus) = step else { continue };
            let breaks = (half..values.len() - p).find(|&n| values[n + p] != values[n] + saltus);
            let breaks = work.plant("values that go on with the saltus", breaks, |_| None);
            work.require(breaks.is_some(), || {
                format!("{name} has period {p} and saltus {saltus} from {half} on")
            });
        }
    }
    work.observed(format!("octal codes of {digits} digits, heaps to {to}"))
}

fn no_regularity(work: &mut Work<'_>, name: &str) -> Tested {
    let to = work.at_depth(2_000, 10_000, 50_000);
    let search = PeriodSearch::up_to(to);
    let name = work.plant("Dawson's Kayles instead", name, |_| "0.07");
    let answer = periods(work, &search, &*ruleset(name)?)?;
    work.ensure(
        answer.kind == PeriodKind::Unknown && answer.pattern.is_none(),
        format!("no pattern is seen: {:?}", answer.kind),
    );
    work.open(Evidence::Observed, format!("n ≤ {to}"))
}
