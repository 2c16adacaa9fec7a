//! Section 5: from {1,2c} to {1,6}.

use std::collections::BTreeSet;

use super::{PlainSets, nim_sets, nim_sum, value, written};
use crate::{Claim, Tested, Work};
use misere::nim::{NimSets, OneEven};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "cut.thm15",
        place: "Theorem 15",
        statement: "G of {1,2c} at n is G of {1,6} at φ_1(n), c ≥ 3.",
        method: "values by nim-sets",
        needs: &["nim-sets", "cut.def14"],
        test: theorem_15,
    },
    Claim {
        id: "cut.thm15.a",
        place: "Theorem 15, claim (a) of the proof",
        statement: "N(n,2c+1,{1,2c}) = N(φ_1(n),7,{1,6}).",
        method: "nim-sets by definition, every level by itself, n ≤ 12c",
        needs: &["cut.def5", "cut.def14"],
        test: claim_a,
    },
    Claim {
        id: "cut.thm15.b",
        place: "Theorem 15, claim (b) of the proof",
        statement: "N(n,2,{1,2c}) = N(φ_1(n),2,{1,6}), and 1 besides for n = 8c+5, 8c+7, …, 10c−3.",
        method: "nim-sets, n ≤ 12c",
        needs: &["nim-sets", "cut.def14"],
        test: claim_b,
    },
    Claim {
        id: "cut.thm15.table",
        place: "Theorem 15, the table in the proof",
        statement: "N(6q+3,2,{1,6}) and N(6q+5,2,{1,6}) for q ≤ 5: equal but for 1 at q = 4.",
        method: "nim-sets",
        needs: &["printed", "nim-sets"],
        test: table_of_the_proof,
    },
    Claim {
        id: "cut.thm15.option",
        place: "Theorem 15, an option in the proof",
        statement: "(13,3,3,2,2,2) is an option of 27 in {1,6} with value 1 (as printed).",
        method: "sum, number of parts and value",
        needs: &["printed", "nim-sets"],
        test: option_of_27,
    },
    Claim {
        id: "cut.lem16",
        place: "Lemma 16",
        statement: "N(n,p,{1,2c}) = N(φ_p(n),p,{1,6}) for p ≥ 2, c ≥ 3.",
        method: "nim-sets by definition, every level by itself",
        needs: &["cut.def5", "cut.def14"],
        test: lemma_16,
    },
    Claim {
        id: "cut.lem16.claim",
        place: "Lemma 16, the claim in the proof",
        statement: "N(n,p,{1,2c}) = N(n−1,p,{1,2c}) ⊕ 1 for p = 2, n ≥ 5 (mod 2c), and for p = 3, n ≥ 6 \
                    (mod 2c); φ_p is onto.",
        method: "nim-sets, remainders taken from 1 to 2c",
        needs: &["nim-sets", "cut.def14"],
        test: shifted_sets,
    },
    Claim {
        id: "cut.lem16.proof",
        place: "Lemma 16, case 3 of the proof",
        statement: "N(2cq+r+p−1,p,{1,2c}) = N(6q+r'+p−1,p,{1,6}) = N(φ_(p−1)(2cq+r+p−1),p,{1,6}) (as \
                    printed) for p ≥ 5, by the definition of φ_(p−1).",
        method: "φ_p and φ_(p−1) against 6q+r'+p−1, and the nim-sets by definition",
        needs: &["cut.def5", "cut.def14"],
        test: last_line,
    },
];

fn theorem_15(work: &mut Work<'_>) -> Tested {
    let six = nim_sets(work, 3, 7, 80)?;
    let most = work.at_depth(6, 9, 14);
    for c in 3..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = nim_sets(work, c, 2, 24 * c)?;
        for n in 1..=24 * c {
            let phi = game.phi(1, n).ok_or("n ≥ 1")?;
            let other = work.plant("a value one larger", value(&six, phi), |v| v + 1);
            work.require(value(&sets, n) == other, || format!("c = {c}, n = {n}"));
        }
    }
    work.verified(format!("c ≤ {most}, two periods"))
}

fn claim_a(work: &mut Work<'_>) -> Tested {
    let six = PlainSets::one_even(3, 7, 40)?;
    let most = work.at_depth(6, 9, 14);
    for c in 3..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = PlainSets::one_even(c, 2 * c + 1, 12 * c)?;
        for n in 1..=12 * c {
            let phi = game.phi(1, n).ok_or("n ≥ 1")?;
            let other = six.get(phi, 7);
            let other = work.plant("a value put in or taken out", other, |set| set ^ 2);
            work.require(sets.get(n, 2 * c + 1) == other, || {
                format!("c = {c}, n = {n}")
            });
        }
    }
    work.verified(format!("c ≤ {most}"))
}

fn claim_b(work: &mut Work<'_>) -> Tested {
    let six = nim_sets(work, 3, 2, 40)?;
    let most = work.at_depth(6, 9, 14);
    for c in 3..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = nim_sets(work, c, 2, 12 * c)?;
        for n in 1..=12 * c {
            let phi = game.phi(1, n).ok_or("n ≥ 1")?;
            let list = |sets: &NimSets, n: u64| -> BTreeSet<u32> {
                sets.get(n, 2)
                    .map(|s| s.iter().collect())
                    .unwrap_or_default()
            };
            let mut expected = list(&six, phi);
            expected = work.plant("7 is in a nim-set, or is not", expected, |mut set| {
                if !set.remove(&7) {
                    set.insert(7);
                }
                set
            });
            let a = n.saturating_sub(8 * c);
            if (5..=2 * c - 3).contains(&a) && a % 2 == 1 {
                work.require(!expected.contains(&1), || format!("1 is there anyway: {n}"));
                expected.insert(1);
            }
            work.require(list(&sets, n) == expected, || format!("c = {c}, n = {n}"));
        }
    }
    work.verified(format!("c ≤ {most}"))
}

fn table_of_the_proof(work: &mut Work<'_>) -> Tested {
    let six = nim_sets(work, 3, 2, 40)?;
    let lines = work.printed_lines("cut.thm15.table")?;
    work.ensure(lines.len() == 2, "two rows are printed");
    for (line, rest) in lines.iter().zip([3u64, 5]) {
        let printed: Vec<String> = line.split_whitespace().map(Into::into).collect();
        let computed: Vec<String> = (0..6).map(|q| written(&six, 6 * q + rest, 2)).collect();
        work.compare_sequence(&format!("N(6q+{rest},2,{{1,6}})"), 0, &printed, &computed);
    }
    let differ = (0..6).filter(|q| written(&six, 6 * q + 3, 2) != written(&six, 6 * q + 5, 2));
    work.ensure(differ.eq([4]), "the two rows differ at q = 4 alone");
    work.proved("q ≤ 5")
}

fn option_of_27(work: &mut Work<'_>) -> Tested {
    let six = nim_sets(work, 3, 7, 40)?;
    let option = work.printed_numbers("cut.thm15.option")?;
    let (sum, parts) = (option.iter().sum::<u64>(), option.len());
    if sum != 27 || parts != 7 {
        let mut mended = option.clone();
        mended.push(27u64.saturating_sub(sum));
        let fine = mended.len() == 7 && nim_sum(&six, &mended) == 1;
        work.ensure(fine, format!("{mended:?} is an option of 27 with value 1"));
        work.correct(format!(
            "the option {option:?} of 27 is printed with {parts} parts and sum {sum}; {mended:?}"
        ));
    } else {
        work.ensure(nim_sum(&six, &option) == 1, "it has value 1");
    }
    let there = sets_contain(&six, 27, 7, 1);
    work.ensure(there, "1 ∈ N(27,7,{1,6})");
    work.proved("the option")
}

fn sets_contain(sets: &NimSets, n: u64, p: u64, v: u32) -> bool {
    sets.get(n, p).is_some_and(|set| set.contains(v))
}

fn lemma_16(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(6, 8, 10);
    for c in 3..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let piles = 9;
        let sets = PlainSets::one_even(c, piles, 14 * c)?;
        let six = PlainSets::one_even(3, piles, 14 * 3 + 12)?;
        for p in 2..=piles {
            for n in p..=14 * c {
                let phi = game.phi(p, n).ok_or("n ≥ p")?;
                let other = six.get(phi, p);
                let other = work.plant("a value put in or taken out", other, |set| set ^ 2);
                work.require(sets.get(n, p) == other, || {
                    format!("c = {c}: N({n},{p}) and N({phi},{p},{{1,6}})")
                });
            }
        }
    }
    work.verified(format!("c ≤ {most}, p ≤ 9"))
}

fn shifted_sets(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(6, 9, 12);
    for c in 4..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = nim_sets(work, c, 3, 24 * c)?;
        for (p, least) in [(2u64, 5u64), (3, 6)] {
            for n in p + 1..=24 * c {
                let remainder = (n - 1) % (2 * c) + 1;
                if remainder < least {
                    continue;
                }
                let list = |n: u64| -> BTreeSet<u32> {
                    sets.get(n, p)
                        .map(|s| s.iter().collect())
                        .unwrap_or_default()
                };
                let shifted: BTreeSet<u32> = list(n - 1).into_iter().map(|v| v ^ 1).collect();
                let shifted = work.plant("a value left out", shifted, |mut set| {
                    set.pop_last();
                    set
                });
                work.require(list(n) == shifted, || format!("c = {c}, p = {p}, n = {n}"));
            }
            let images: BTreeSet<u64> = (p..=24 * c).filter_map(|n| game.phi(p, n)).collect();
            let images = work.plant("a number that is no image", images, |mut images| {
                images.remove(&30);
                images
            });
            let all = (p..=60).all(|m| images.contains(&m));
            work.require(all, || format!("c = {c}: φ_{p} is not onto"));
        }
    }
    work.verified(format!("4 ≤ c ≤ {most}, two periods"))
}

fn last_line(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(6, 8, 10);
    let piles = 9;
    let six = PlainSets::one_even(3, piles, 14 * 3 + 20)?;
    let (mut wrong_heap, mut wrong_set) = (None, None);
    for c in 3..=most {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = PlainSets::one_even(c, piles, 14 * c)?;
        for p in 5..=piles {
            for n in p..=14 * c {
                let (q, r) = ((n - p) / (2 * c), (n - p) % (2 * c) + 1);
                // r' as in Definition 14.
                let primed = match r {
                    1 | 2 => r,
                    _ if r + 1 < 2 * c => 4 - r % 2,
                    _ => 6 - (2 * c - r),
                };
                let heap = 6 * q + primed + p - 1;
                let heap = work.plant("a heap one larger", heap, |heap| heap + 1);
                work.require(game.phi(p, n) == Some(heap), || {
                    format!("c = {c}: φ_{p}({n}) is not {heap}")
                });
                let set = sets.get(n, p);
                let set = work.plant("a value put in or taken out", set, |set| set ^ 2);
                work.require(set == six.get(heap, p), || {
                    format!("c = {c}: N({n},{p}) and N({heap},{p},{{1,6}})")
                });
                let printed = game.phi(p - 1, n).ok_or("n ≥ p")?;
                if printed != heap && wrong_heap.is_none() {
                    wrong_heap = Some(format!(
                        "c = {c}, p = {p}, n = {n}: φ_{}({n}) = {printed}, not {heap}",
                        p - 1
                    ));
                }
                if six.get(printed, p) != set && wrong_set.is_none() {
                    wrong_set = Some(format!("c = {c}, p = {p}, n = {n}"));
                }
            }
        }
    }
    if let Some(example) = wrong_heap {
        work.correct(format!(
            "printed φ_(p−1)(2cq+r+p−1) in the last line, which is not 6q+r'+p−1 ({example}); it is φ_p"
        ));
    }
    if let Some(example) = wrong_set {
        work.correct(format!(
            "with φ_(p−1) the nim-sets differ first for {example}"
        ));
    }
    work.verified(format!("c ≤ {most}, 5 ≤ p ≤ {piles}"))
}
