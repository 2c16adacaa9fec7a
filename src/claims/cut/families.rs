//! Sections 6 and 7: more even numbers, and what is left.

use super::nim_sets;
use crate::claims::breaking::cut;
use crate::claims::claim::{Claim, Tested, Work};
use crate::claims::sequences::values;
use crate::heaps::ruleset;
use crate::nim::{PeriodKind, PeriodSearch};

pub(in crate::claims) const CLAIMS: &[Claim] = &[
    Claim {
        id: "001.lem18",
        place: "Lemma 18",
        statement: "N(n,p+2,{1,2c}) ⊆ N(n,p,{1,2c}) for p ≥ 4.",
        method: "nim-sets",
        test: lemma_18,
    },
    Claim {
        id: "001.thm19",
        place: "Theorem 19",
        statement: "{1,2c1,2c2,…} has the values of {1,2c1}, also if it is infinite.",
        method: "values of cut sets with several even numbers",
        test: theorem_19,
    },
    Claim {
        id: "001.conj1",
        place: "Conjecture 1, Family A",
        statement: "{1,3} ∪ X and {1,3} ∪ X ∪ Y have (0,1)^c (+2), 2c the smallest even number.",
        method: "cut sets of small numbers",
        test: family_a,
    },
    Claim {
        id: "001.conj2",
        place: "Conjecture 2, Family B",
        statement: "If 3x < y, {1} ∪ X ∪ Y has the values of {1,x}.",
        method: "cut sets of small numbers",
        test: family_b,
    },
    Claim {
        id: "001.conj3",
        place: "Conjecture 3, Family C",
        statement: "With 1 and 2 but not 3, and more numbers, the game is ultimately arithmetic \
                    periodic.",
        method: "cut sets of numbers up to 9: the pattern that is proved or observed",
        test: family_c,
    },
    Claim {
        id: "001.family-d",
        place: "Family D",
        statement: "The first 36 values of {1,2}.",
        method: "values",
        test: family_d,
    },
    Claim {
        id: "001.0.7F",
        place: "Section 7, last sentence",
        statement: "{1,2} is equivalent to the take-and-break game 0.7F: a heap of n+1 there is a \
                    heap of n here.",
        method: "values of both",
        test: hexadecimal,
    },
];

fn lemma_18(work: &mut Work<'_>) -> Tested {
    for c in [2, 3, 4] {
        let to = work.at_depth(16, 26, 40) * c;
        let sets = nim_sets(work, c, 11, to)?;
        for p in 4..=9 {
            for n in p..=to {
                let (Some(more), Some(less)) = (sets.get(n, p + 2), sets.get(n, p)) else {
                    continue;
                };
                let within = more.iter().all(|v| less.contains(v));
                work.require(within, || format!("c = {c}: N({n},{})", p + 2));
            }
        }
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
        let same = values(work, many, to)? == values(work, one, to)?;
        work.ensure(same, format!("{many} has the values of {one}"));
    }
    work.verified(format!("n ≤ {to}"))
}

fn family_a(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(150, 300, 600);
    let (even, odd) = ([4u64, 6, 8, 10], [5u64, 7, 9]);
    let mut tried = 0;
    for x in 1u32..16 {
        for y in 0u32..8 {
            let pick = |list: &[u64], mask: u32| -> Vec<u64> {
                list.iter()
                    .enumerate()
                    .filter(|(i, _)| mask >> i & 1 == 1)
                    .map(|(_, &n)| n)
                    .collect()
            };
            let (xs, ys) = (pick(&even, x), pick(&odd, y));
            let mut set = vec![1, 3];
            set.extend(&xs);
            set.extend(&ys);
            set.sort_unstable();
            tried += 1;
            let name = cut(&set);
            let values = values(work, &name, to)?;
            let m = xs[0];
            let fits = (1u64..)
                .zip(&values)
                .all(|(n, &v)| u64::from(v) == (n - 1) / m * 2 + (n - 1) % m % 2);
            work.require(fits, || name.clone());
        }
    }
    work.verified(format!(
        "{tried} cut sets, n ≤ {to}; a theorem: docs/mathematics.md"
    ))
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
                let same = values(work, &name, to)? == values(work, &format!("cut{{1,{x}}}"), to)?;
                work.require(same, || name.clone());
            }
        }
    }
    work.verified(format!(
        "{tried} cut sets, n ≤ {to}; a theorem: docs/mathematics.md"
    ))
}

fn family_c(work: &mut Work<'_>) -> Tested {
    let (mut proved, mut observed) = (0, Vec::new());
    for mask in 1u32..1 << 6 {
        let mut set = vec![1, 2];
        set.extend((4..10u64).filter(|n| mask >> (n - 4) & 1 == 1));
        let name = cut(&set);
        let answer = PeriodSearch::default().run(&*ruleset(&name)?, work.limits())?;
        let regular = answer.kind == PeriodKind::ArithmeticPeriodic;
        work.require(regular, || format!("{name} shows no pattern"));
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
    work.open("63 cut sets of numbers up to 9")
}

fn family_d(work: &mut Work<'_>) -> Tested {
    let printed: Vec<u32> = work
        .printed_numbers("001.family-d")?
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
    // Codes begin with heap 0, cut games with heap 1.
    work.ensure(
        breaking == code,
        format!("the two sequences agree to n = {to}"),
    );
    work.verified(format!("n ≤ {to}"))
}
