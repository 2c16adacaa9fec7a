//! Sections 6 and 7: several even numbers, and the remaining families.

use itertools::Itertools;

use super::PlainSets;
use crate::breaking::{cut, one_larger};
use crate::sequences::{follows, periods, values};
use crate::{Claim, Evidence, Tested, Work};
use misere::heaps::ruleset;
use misere::nim::{PeriodKind, PeriodSearch};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "cut.lem18",
        place: "Lemma 18",
        statement: "N(n,p+2,{1,2c}) ⊆ N(n,p,{1,2c}) for p ≥ 4.",
        method: "nim-sets by definition, every level by itself; for p = 3 it fails",
        needs: &["cut.def5"],
        test: lemma_18,
    },
    Claim {
        id: "cut.thm19",
        place: "Theorem 19",
        statement: "{1,2c1,2c2,…} has the values of {1,2c1}, also if it is infinite.",
        method: "values of cut sets with several even numbers",
        needs: &["nim-sets"],
        test: theorem_19,
    },
    Claim {
        id: "cut.sec7.families",
        place: "Section 7, the four families",
        statement: "What is not solved is in the families A to D: every cut set is in exactly one of \
                    them, in Table 1, or in Theorems 3 and 19.",
        method: "all cut sets of numbers up to 11",
        needs: &[],
        test: four_families,
    },
    Claim {
        id: "cut.family-a",
        place: "Family A",
        statement: "{1,3} ∪ X and {1,3} ∪ X ∪ Y; {1,3,2c} is known to have (0,1)^c (+2).",
        method: "{1,3,2c} by nim-sets",
        needs: &["nim-sets"],
        test: known_in_family_a,
    },
    Claim {
        id: "cut.conj1",
        place: "Conjecture 1",
        statement: "{1,3} ∪ X and {1,3} ∪ X ∪ Y have (0,1)^c (+2), 2c the smallest even number.",
        method: "cut sets of small numbers",
        needs: &["nim-sets"],
        test: family_a,
    },
    Claim {
        id: "cut.family-b",
        place: "Family B",
        statement: "{1} ∪ X ∪ Y: the sequences have some resemblance to those of {1,2c}.",
        method: "sets of numbers up to 13: the sequence begins as that of {1,x} does, with (0,1)^c (2,3)^c, \
                 and is arithmetic periodic as far as a pattern is seen",
        needs: &["periods", "nim-sets"],
        test: family_b_resembles,
    },
    Claim {
        id: "cut.conj2",
        place: "Conjecture 2",
        statement: "If 3x < y, {1} ∪ X ∪ Y has the values of {1,x}.",
        method: "cut sets of small numbers",
        needs: &["nim-sets", "cut.thm13", "cut.cor11", "cut.thm19"],
        test: family_b,
    },
    Claim {
        id: "cut.family-c",
        place: "Family C",
        statement: "It is not clear how to categorise the patterns of this family.",
        method: "an opinion; what can be computed about the patterns is in Conjecture 3",
        needs: &[],
        test: |work| work.by_reading("nothing to compute"),
    },
    Claim {
        id: "cut.conj3",
        place: "Conjecture 3",
        statement: "With 1 and 2 but not 3, and more numbers, the game is ultimately arithmetic \
                    periodic.",
        method: "cut sets of numbers up to 9: the pattern that is proved or observed, against values; \
                 cut sets of larger numbers: a proof",
        needs: &["periods", "nim-sets"],
        test: family_c,
    },
    Claim {
        id: "cut.family-d",
        place: "Family D",
        statement: "The first 36 values of {1,2}.",
        method: "values",
        needs: &["printed", "cut-one-two"],
        test: family_d,
    },
    Claim {
        id: "cut.0.7F",
        place: "Section 7, last sentence",
        statement: "{1,2} is equivalent to the take-and-break game 0.7F: a heap of n+1 there is a \
                    heap of n here.",
        method: "values of both",
        needs: &["cut-one-two", "codes"],
        test: hexadecimal,
    },
];

fn lemma_18(work: &mut Work<'_>) -> Tested {
    for c in [2, 3, 4] {
        let to = work.at_depth(16, 26, 40) * c;
        let sets = PlainSets::one_even(c, 11, to)?;
        let within = |more: u64, n: u64, p: u64| more & !sets.get(n, p) == 0;
        for p in 4..=9 {
            for n in p..=to {
                let more = sets.get(n, p + 2);
                let more = work.plant("a value of the other parity", more, |set| set | 1 << 62);
                work.require(within(more, n, p), || format!("c = {c}: N({n},{})", p + 2));
            }
        }
        let fails = (3..=to).find(|&n| !within(sets.get(n, 5), n, 3));
        work.ensure(
            fails.is_some(),
            format!("c = {c}: for p = 3 it fails first at n = {fails:?}"),
        );
    }
    work.verified("c = 2, 3, 4, p ≤ 9")
}

fn theorem_19(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(150, 300, 600);
    for (many, one) in [
        ("cut{1,4,6}", "cut{1,4}"),
        ("cut{1,4,8,10}", "cut{1,4}"),
        ("cut{1,6,8}", "cut{1,6}"),
        ("cut{1,6,10,14}", "cut{1,6}"),
        ("cut{1,8,12}", "cut{1,8}"),
        ("cut{1,even>=4}", "cut{1,4}"),
        ("cut{1,even>=6}", "cut{1,6}"),
    ] {
        let of_one = values(work, one, to)?;
        let of_one = work.plant("a value one larger", of_one, one_larger);
        let same = values(work, many, to)? == of_one;
        work.ensure(same, format!("{many} has the values of {one}"));
    }
    work.verified(format!("n ≤ {to}"))
}

/// Returns the families of Section 7 that a cut set belongs to, and the solved cases.
fn families_of(set: &[u64]) -> Vec<&'static str> {
    let one = set[0] == 1;
    let has = |n: u64| set.contains(&n);
    let odd = set.iter().any(|&n| n > 1 && n % 2 == 1);
    let even = set.iter().any(|&n| n % 2 == 0);
    let mut kinds = Vec::new();
    let mut add = |is: bool, kind: &'static str| {
        if is {
            kinds.push(kind);
        }
    };
    add(!one, "no 1");
    add(one && !even, "1 and odd numbers");
    add(one && has(2) && has(3), "1, 2, 3");
    add(one && !odd && even && !has(2), "Theorems 3 and 19");
    // X and Y: even numbers from 4 on, odd ones from 5 on.
    add(one && has(3) && even && !has(2), "A");
    add(one && !has(3) && even && !has(2) && odd, "B");
    add(one && has(2) && !has(3) && set.len() > 2, "C");
    add(set == [1, 2], "D");
    kinds
}

fn four_families(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(11u64, 13, 15);
    let mut counts = std::collections::BTreeMap::new();
    for set in (1..=most).powerset().skip(1) {
        let kinds = families_of(&set);
        let kinds = work.plant("a family left out", kinds, |_| Vec::new());
        work.require(kinds.len() == 1, || format!("{set:?} is in {kinds:?}"));
        for kind in kinds {
            *counts.entry(kind).or_insert(0u32) += 1;
        }
    }
    work.show(format!("{counts:?}"));
    work.verified(format!("all cut sets of numbers up to {most}"))
}

fn known_in_family_a(work: &mut Work<'_>) -> Tested {
    let (to, most) = (work.at_depth(150, 300, 600), work.at_depth(8, 12, 20));
    for c in 2..=most {
        let name = cut(&[1, 3, 2 * c]);
        let values = values(work, &name, to)?;
        for (n, &v) in (1u64..).zip(&values) {
            let expected = (n - 1) / (2 * c) * 2 + (n - 1) % (2 * c) % 2;
            let expected = work.plant("a value one larger", expected, |v| v + 1);
            work.require(u64::from(v) == expected, || format!("{name}: G({n}) = {v}"));
        }
    }
    work.verified(format!("2 ≤ c ≤ {most}, n ≤ {to}"))
}

/// Returns the cut sets of Family B with numbers up to a bound.
fn family_b_sets(most: u64) -> Vec<Vec<u64>> {
    let sets = (4..=most).powerset().map(|some| [&[1][..], &some].concat());
    sets.filter(|set| families_of(set) == ["B"]).collect()
}

fn family_b_resembles(work: &mut Work<'_>) -> Tested {
    let sets = family_b_sets(work.at_depth(9, 11, 13));
    let (mut regular, mut unseen) = (0u32, Vec::new());
    for set in &sets {
        let x = set.iter().find(|n| *n % 2 == 0).copied().unwrap_or(4);
        let of_set = values(work, &cut(set), 2 * x)?;
        let of_one = values(work, &cut(&[1, x]), 2 * x)?;
        let of_one = work.plant("a value one larger", of_one, one_larger);
        work.require(of_set == of_one, || {
            format!("{set:?} and {{1,{x}}} begin otherwise")
        });
        let answer = periods(work, &PeriodSearch::default(), &*ruleset(&cut(set))?)?;
        let kind = work.plant("no pattern is seen", answer.kind, |_| PeriodKind::Unknown);
        if kind == PeriodKind::ArithmeticPeriodic {
            regular += 1;
        } else {
            unseen.push(cut(set));
        }
    }
    work.show(format!(
        "{regular} arithmetic periodic, no pattern seen: {}",
        unseen.join(" ")
    ));
    work.ensure(unseen.is_empty(), "a pattern is seen in all of them");
    work.open(Evidence::Verified, format!("{} cut sets", sets.len()))
}

fn family_a(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(150, 300, 600);
    let mut tried = 0;
    for xs in [4, 6, 8, 10].into_iter().powerset().skip(1) {
        for ys in [5, 7, 9].into_iter().powerset() {
            let mut set = [&[1, 3][..], &xs, &ys].concat();
            set.sort_unstable();
            tried += 1;
            let name = cut(&set);
            let values = values(work, &name, to)?;
            let m = xs[0];
            let values = work.plant("a value one larger", values, one_larger);
            let fits = (1u64..)
                .zip(&values)
                .all(|(n, &v)| u64::from(v) == (n - 1) / m * 2 + (n - 1) % m % 2);
            work.require(fits, || name.clone());
        }
    }
    work.derived("Cut games", format!("{tried} cut sets, n ≤ {to}"))
}

fn family_b(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(150, 300, 600);
    let mut tried = 0;
    for x in [4u64, 6, 8] {
        for y in (3 * x + 1..3 * x + 8).filter(|y| y % 2 == 1) {
            for more in [vec![], vec![x + 2], vec![y + 2], vec![x + 4, y + 4]] {
                let mut set = vec![1, x, y];
                set.extend(&more);
                set.sort_unstable();
                tried += 1;
                let name = cut(&set);
                let of_one = values(work, &format!("cut{{1,{x}}}"), to)?;
                let of_one = work.plant("a value one larger", of_one, one_larger);
                let same = values(work, &name, to)? == of_one;
                work.require(same, || name.clone());
            }
        }
        // It is sharp: with y = 3x−1 the sequence is another one.
        let other = values(work, &cut(&[1, x, 3 * x - 1]), to)?;
        let differ = other != values(work, &cut(&[1, x]), to)?;
        work.ensure(differ, format!("{{1,{x},{}}} has other values", 3 * x - 1));
    }
    work.derived("Cut games", format!("{tried} cut sets, n ≤ {to}"))
}

fn family_c(work: &mut Work<'_>) -> Tested {
    let (mut proved, mut observed) = (0, Vec::new());
    for more in (4..10).powerset().skip(1) {
        let set = [&[1, 2][..], &more].concat();
        let name = cut(&set);
        let answer = periods(work, &PeriodSearch::default(), &*ruleset(&name)?)?;
        let regular = answer.kind == PeriodKind::ArithmeticPeriodic;
        work.require(regular, || format!("{name} shows no pattern"));
        let far = values(work, &name, work.at_depth(200, 500, 1_000))?;
        let far = work.plant("a value one larger", far, one_larger);
        let follows = follows(answer.pattern.as_ref(), &far);
        work.require(follows, || format!("{name} leaves its pattern"));
        if answer.proof.is_some() {
            proved += 1;
        } else {
            observed.push(name);
        }
    }
    work.show(format!(
        "{proved} proved; observed only: {}",
        observed.join(" ")
    ));
    let most = work.at_depth(13, 15, 17);
    let search = PeriodSearch::new(None, true);
    for more in (4..=most).powerset().filter(|more| more.last() > Some(&9)) {
        let name = cut(&[&[1, 2][..], &more].concat());
        let answer = periods(work, &search, &*ruleset(&name)?)?;
        let regular = answer.kind == PeriodKind::ArithmeticPeriodic;
        work.require(regular && answer.proof.is_some(), || {
            format!("{name} is not proved")
        });
    }
    work.open(
        Evidence::Verified,
        format!(
            "63 cut sets of numbers up to 9, and all {} of numbers up to {most}, the latter proved",
            (1u64 << (most - 3)) - 1
        ),
    )
}

fn family_d(work: &mut Work<'_>) -> Tested {
    let printed: Vec<u32> = work
        .printed_numbers("cut.family-d")?
        .into_iter()
        .map(u32::try_from)
        .collect::<Result<_, _>>()?;
    let computed = values(work, "cut{1,2}", printed.len() as u64)?;
    work.compare_sequence("G(n)", 1, &printed, &computed);
    work.proved("n ≤ 36")
}

fn hexadecimal(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(400, 2_000, 6_000);
    let breaking = values(work, "cut{1,2}", to + 1)?;
    let code = values(work, "0.7F", to)?;
    let code = work.plant("a value one larger", code, one_larger);
    // Codes begin with heap 0, cut games with heap 1.
    work.ensure(
        breaking == code,
        format!("the two sequences agree to n = {to}"),
    );
    work.verified(format!("n ≤ {to}"))
}
