//! Section 4: entering and exiting partitions.

use super::{PlainSets, members, nim_sets, nim_sum, partitions};
use crate::{Claim, Tested, Work};
use misere::nim::{NimSets, OneEven};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "cut.lem7",
        place: "Lemma 7",
        statement: "The value of a partition that is not entering comes, ⊕1, from one of a heap \
                    less; of one that is not exiting, from one of a heap more.",
        method: "all partitions into two and three of small heaps",
        needs: &["nim-sets"],
        test: neighbours,
    },
    Claim {
        id: "cut.def8",
        place: "Definition 8, the exceptional floor",
        statement: "G(12cq1+4c+2, 12cq2+4c+2, 12cq3+4c+2) = G(12cq1+4c+1, 12cq2+4c+1, 12cq3+4c+2), which \
                    is why that floor will do.",
        method: "values; floors and ceilings are entering and exiting",
        needs: &["nim-sets"],
        test: exceptional_floor,
    },
    Claim {
        id: "cut.cor9",
        place: "Corollary 9",
        statement: "Partitions with the same floor have values that differ by the parity alone, \
                    and every value goes from the floor to the ceiling.",
        method: "all partitions into two and three of small heaps",
        needs: &["nim-sets"],
        test: floors,
    },
    Claim {
        id: "cut.lem10",
        place: "Lemma 10",
        statement: "For p ≥ 4 each exiting partition has the value of one that is not exiting; and the \
                    identities of the proof.",
        method: "partitions of small heaps into four and five, and the identities",
        needs: &["nim-sets"],
        test: exiting,
    },
    Claim {
        id: "cut.cor11",
        place: "Corollary 11",
        statement: "For p ≥ 4, if v ∈ N(n,p) then v⊕1 ∈ N(n+1,p).",
        method: "nim-sets by definition, every level by itself; for p = 3 it fails",
        needs: &["cut.def5"],
        test: never_ending,
    },
    Claim {
        id: "cut.lem12",
        place: "Lemma 12",
        statement: "For p ≥ 4 each entering partition without a part 1 has the value of one that \
                    is not entering; and the identities of the proof.",
        method: "partitions of small heaps into four and five, and the identities",
        needs: &["nim-sets"],
        test: entering,
    },
    Claim {
        id: "cut.thm13",
        place: "Theorem 13",
        statement: "For p ≥ 4, N(n+1,p+1) = N(n,p).",
        method: "nim-sets by definition, every level by itself; for p = 3 it fails, first at n = 8c+2",
        needs: &["cut.def5"],
        test: recursion,
    },
];

fn neighbours(work: &mut Work<'_>) -> Tested {
    for c in [2, 3, 4] {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let to = work.at_depth(14, 20, 26) * c;
        let sets = nim_sets(work, c, 3, to + 1)?;
        for p in 2..=3 {
            for n in p..=to {
                for parts in partitions(n, p) {
                    let v = nim_sum(&sets, &parts);
                    let v = work.plant("a value 32 larger", v, |v| v + 32);
                    let has = |n: u64| sets.get(n, p).is_some_and(|set| set.contains(v ^ 1));
                    let down = game.is_entering(&parts) || has(n - 1);
                    let up = game.is_exiting(&parts) || has(n + 1);
                    work.require(down && up, || format!("c = {c}: {parts:?}"));
                }
            }
        }
    }
    work.verified("c = 2, 3, 4, partitions into two and three")
}

fn floors(work: &mut Work<'_>) -> Tested {
    for c in [3, 4] {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let to = work.at_depth(14, 20, 26) * c;
        let sets = nim_sets(work, c, 3, to + 6 * c)?;
        for p in 2..=3 {
            for n in p..=to {
                for parts in partitions(n, p) {
                    let v = nim_sum(&sets, &parts);
                    let (floor, ceiling) = (game.floor(&parts), game.ceiling(&parts));
                    let (a, b): (u64, u64) = (floor.iter().sum(), ceiling.iter().sum());
                    let expected = v ^ u32::from(a % 2 != n % 2);
                    let low = nim_sum(&sets, &floor);
                    let low = work.plant("the floor has another value", low, |v| v ^ 1);
                    let fine = low == expected;
                    work.require(fine, || {
                        format!("c = {c}: {parts:?} and its floor {floor:?}")
                    });
                    for m in (a..=b).filter(|m| m % 2 == n % 2) {
                        let v = work.plant("a value of no partition", v, |v| v + 32);
                        let there = sets.get(m, p).is_some_and(|set| set.contains(v));
                        work.require(there, || format!("c = {c}: {v} of {parts:?} at {m}"));
                    }
                }
            }
        }
    }
    work.verified("c = 3, 4, partitions into two and three")
}

/// Heaps ac + b, each given by a and b.
type Terms = [(u64, u64)];

/// Checks identities between nim sums of heaps given in multiples of c and a rest.
fn identities(
    work: &mut Work<'_>,
    list: &[(&Terms, &Terms, u32)],
) -> Result<(), Box<dyn std::error::Error>> {
    for c in 2..=8u64 {
        let sets = nim_sets(work, c, 2, 13 * c)?;
        let heaps =
            |terms: &[(u64, u64)]| -> Vec<u64> { terms.iter().map(|(a, b)| a * c + b).collect() };
        for (left, right, sum) in list {
            let (l, r) = (heaps(left), heaps(right));
            let r = work.plant("a part one larger", r, |mut r| {
                r[0] += 1;
                r
            });
            let (x, y) = (nim_sum(&sets, &l), nim_sum(&sets, &r));
            work.require(x == *sum && y == *sum, || {
                format!("c = {c}: {l:?} has {x}, {r:?} has {y}, printed {sum}")
            });
            let totals = l.iter().sum::<u64>() == r.iter().sum::<u64>();
            work.require(totals, || {
                format!("c = {c}: {l:?} and {r:?} are of different heaps")
            });
        }
    }
    Ok(())
}

fn exceptional_floor(work: &mut Work<'_>) -> Tested {
    for c in 3..=5u64 {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let sets = nim_sets(work, c, 2, 41 * c)?;
        let heap = |q: u64, r: u64| 12 * c * q + 4 * c + r;
        for (q, r, s) in [
            (0, 0, 0),
            (0, 0, 1),
            (0, 1, 2),
            (1, 1, 1),
            (2, 1, 0),
            (2, 2, 2),
        ] {
            let high = [heap(q, 2), heap(r, 2), heap(s, 2)];
            let low = [heap(q, 1), heap(r, 1), heap(s, 2)];
            let lower = work.plant("a value one larger", nim_sum(&sets, &low), |v| v + 1);
            let same = nim_sum(&sets, &high) == lower;
            work.require(same, || format!("c = {c}: {high:?} and {low:?}"));
            work.require(game.floor(&high) == low, || {
                format!("the floor of {high:?}")
            });
        }
        for n in 3..=12 * c {
            for parts in partitions(n, 3) {
                let floor = work.plant("the partition for its floor", game.floor(&parts), |_| {
                    vec![2, 2, 2]
                });
                let fine = game.is_entering(&floor) && game.is_exiting(&game.ceiling(&parts));
                work.require(fine, || format!("c = {c}: {parts:?}"));
            }
        }
    }
    work.verified("c = 3, 4, 5, quotients up to 2")
}

fn exiting(work: &mut Work<'_>) -> Tested {
    identities(
        work,
        &[
            (&[(4, 1), (4, 0)], &[(6, 1), (2, 0)], 2),
            (&[(4, 1), (6, 0)], &[(8, 1), (2, 0)], 5),
            (&[(4, 1), (12, 0)], &[(10, 0), (6, 1)], 6),
            (
                &[(4, 1), (2, 0), (8, 0), (10, 0)],
                &[(6, 1), (6, 0), (6, 0), (6, 0)],
                7,
            ),
        ],
    )?;
    replaced(work, OneEven::is_exiting, |_| true)?;
    work.verified("identities for c ≤ 8; partitions of small heaps for c = 2, 3")
}

fn never_ending(work: &mut Work<'_>) -> Tested {
    for c in [2, 3, 4] {
        let piles = 2 * c + 2;
        let to = work.at_depth(16, 26, 40) * c;
        let sets = PlainSets::one_even(c, piles, to + 1)?;
        let stays = |n: u64, p: u64, v: u32| sets.get(n + 1, p) >> (v ^ 1) & 1 == 1;
        for p in 4..=piles {
            for n in p..=to {
                for v in members(sets.get(n, p)) {
                    let v = work.plant("a value of no partition", v, |v| v + 32);
                    work.require(stays(n, p, v), || format!("c = {c}: {v} ∈ N({n},{p})"));
                }
            }
        }
        let ends = (3..=to).any(|n| members(sets.get(n, 3)).any(|v| !stays(n, 3, v)));
        work.ensure(ends, format!("c = {c}: for p = 3 a subsequence ends"));
    }
    work.verified("c = 2, 3, 4, 4 ≤ p ≤ 2c+2")
}

fn entering(work: &mut Work<'_>) -> Tested {
    identities(
        work,
        &[
            (&[(10, 1), (0, 1)], &[(8, 1), (2, 1)], 6),
            (&[(10, 1), (4, 1)], &[(8, 1), (6, 1)], 7),
            (&[(6, 1), (0, 1)], &[(2, 1), (4, 1)], 3),
            (&[(4, 2), (4, 1)], &[(8, 2), (0, 1)], 5),
            (&[(4, 2), (6, 1)], &[(8, 2), (2, 1)], 7),
            (
                &[(4, 2), (0, 1), (2, 1), (10, 1)],
                &[(10, 0), (6, 0), (0, 4), (0, 1)],
                0,
            ),
            (
                &[(4, 2), (0, 1), (2, 1), (8, 1)],
                &[(8, 0), (3, 1), (3, 1), (0, 3)],
                2,
            ),
        ],
    )?;
    replaced(work, OneEven::is_entering, |parts| !parts.contains(&1))?;
    work.verified("identities for c ≤ 8; partitions of small heaps for c = 2, 3")
}

/// Checks that each partition of a kind into four or five has the value of one of another kind.
fn replaced(
    work: &mut Work<'_>,
    kind: fn(OneEven, &[u64]) -> bool,
    applies: fn(&[u64]) -> bool,
) -> Result<(), Box<dyn std::error::Error>> {
    for c in [2, 3] {
        let game = OneEven::new(c).ok_or("c ≥ 2")?;
        let to = work.at_depth(14, 22, 30) * c;
        let sets: NimSets = nim_sets(work, c, 4, to)?;
        let five = work.at_depth(8, 12, 16) * c;
        for (n, p) in (4..=to).map(|n| (n, 4)).chain((5..=five).map(|n| (n, 5))) {
            let all = partitions(n, p);
            let others: std::collections::BTreeSet<u32> = all
                .iter()
                .filter(|parts| !kind(game, parts))
                .map(|parts| nim_sum(&sets, parts))
                .collect();
            for parts in all
                .iter()
                .filter(|parts| kind(game, parts) && applies(parts))
            {
                let v = nim_sum(&sets, parts);
                let v = work.plant("a value of no partition", v, |v| v + 32);
                work.require(others.contains(&v), || format!("c = {c}: {parts:?}"));
            }
        }
    }
    Ok(())
}

fn recursion(work: &mut Work<'_>) -> Tested {
    for c in [2, 3, 4, 5] {
        let piles = 2 * c + 2;
        let to = work.at_depth(16, 26, 40) * c;
        let sets = PlainSets::one_even(c, piles, to + 1)?;
        for p in 4..piles {
            for n in p..=to {
                let next = sets.get(n + 1, p + 1);
                let next = work.plant("a value put in or taken out", next, |set| set ^ 2);
                let same = sets.get(n, p) == next;
                work.require(same, || format!("c = {c}: N({n},{p})"));
            }
        }
        let fails = (3..=to).find(|&n| sets.get(n, 3) != sets.get(n + 1, 4));
        work.ensure(
            fails == Some(8 * c + 2),
            format!("c = {c}: for p = 3 it fails first at n = {fails:?}"),
        );
    }
    work.verified("c = 2 to 5, 4 ≤ p ≤ 2c+1")
}
