//! Section 3: consequences of the sequence, and nim-sets.

use std::collections::{BTreeMap, BTreeSet};

use super::{PlainSets, cs, members, nim_sets, nim_sum, partitions, value, written};
use crate::{Claim, Tested, Work};
use misere::heaps::{Cut, CutSet};
use misere::nim::{Evaluator, NimSets};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "cut.ob1",
        place: "(ob1)",
        statement: "G(n+1) = G(n)⊕1 unless n ≡ 0 (mod 2c) or n ≡ 4c+1 (mod 12c).",
        method: "values",
        needs: &["nim-sets"],
        test: ob1,
    },
    Claim {
        id: "cut.ob2",
        place: "(ob2)",
        statement: "G(2c)⊕G(12c) = G(4c)⊕G(10c) = G(6c)⊕G(8c) = 6.",
        method: "values",
        needs: &["nim-sets"],
        test: ob2,
    },
    Claim {
        id: "cut.ob3.1",
        place: "(ob3.1)",
        statement: "G(n)⊕G(n)⊕G(m+1)⊕G(m+1) = 0 = G(n+1)⊕G(n+1)⊕G(m)⊕G(m).",
        method: "the four heaps played out: who moves first loses, whatever is tried; no values are \
                 added",
        needs: &["look-ahead"],
        test: ob3_1,
    },
    Claim {
        id: "cut.ob3.2",
        place: "(ob3.2)",
        statement: "G(n)⊕G(n)⊕G(2ac) = G(n+1)⊕G(n+1)⊕G(2ac−2).",
        method: "values",
        needs: &["nim-sets"],
        test: |work| {
            ob3(
                work,
                |_| true,
                |n| [n, n + 1],
                |a, c| [2 * a * c, 2 * a * c - 2],
            )
        },
    },
    Claim {
        id: "cut.ob3.3",
        place: "(ob3.3)",
        statement: "G(n+1)⊕G(n+1)⊕G(2ac+1) = G(n)⊕G(n)⊕G(2ac+3) unless a ≡ 2 (mod 6).",
        method: "values; for a ≡ 2 (mod 6) it fails",
        needs: &["nim-sets"],
        test: ob3_3,
    },
    Claim {
        id: "cut.ob3.4",
        place: "(ob3.4)",
        statement: "G(n+1)⊕G(n+1)⊕G(2ac+2) = G(n)⊕G(n)⊕G(2ac+4) for a ≡ 2 (mod 6).",
        method: "values",
        needs: &["nim-sets"],
        test: |work| {
            ob3(
                work,
                |a| a % 6 == 2,
                |n| [n + 1, n],
                |a, c| [2 * a * c + 2, 2 * a * c + 4],
            )
        },
    },
    Claim {
        id: "cut.def5",
        place: "Definition 5, the two remarks",
        statement: "N(n,1,C) = {G(n)}, and G(n) is the mex of the union of the N(n,d+1,C), d in C.",
        method: "partitions of small heaps listed for several cut sets, against both methods for nim-sets: level by \
                 level, and every part tried as the first",
        needs: &[],
        test: nim_sets_by_definition,
    },
    Claim {
        id: "cut.table3",
        place: "Table 3",
        statement: "The first 17 nim-sets of {1,6}.",
        method: "nim-sets",
        needs: &["printed", "nim-sets"],
        test: table_3,
    },
];

fn ob1(work: &mut Work<'_>) -> Tested {
    for c in cs(work) {
        let sets = nim_sets(work, c, 2, 26 * c)?;
        for n in 1..26 * c {
            if n % (2 * c) != 0 && n % (12 * c) != 4 * c + 1 {
                let next = work.plant("a value one larger", value(&sets, n + 1), |v| v + 1);
                work.require(next == value(&sets, n) ^ 1, || format!("c = {c}, n = {n}"));
            }
        }
    }
    work.verified(format!("c in {:?}, two periods", cs(work)))
}

fn ob2(work: &mut Work<'_>) -> Tested {
    for c in cs(work) {
        let sets = nim_sets(work, c, 2, 12 * c)?;
        for (a, b) in [(2, 12), (4, 10), (6, 8)] {
            let sum = nim_sum(&sets, &[a * c, b * c]);
            let sum = work.plant("a sum one larger", sum, |sum| sum + 1);
            work.require(sum == 6, || format!("c = {c}: {sum}"));
        }
    }
    work.verified(format!("c in {:?}", cs(work)))
}

fn ob3_1(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(9u64, 12, 14);
    for c in [2, 3] {
        let mut known = BTreeMap::new();
        for (n, m) in (1..most).flat_map(|n| (1..most - n).map(move |m| (n, m))) {
            for heaps in [[n, n, m + 1, m + 1], [n + 1, n + 1, m, m]] {
                let heaps = work.plant("a heap of another size", heaps, |[a, b, c, d]| {
                    [a, b, c, d + 1]
                });
                let zero = !first_wins(c, heaps.to_vec(), &mut known);
                work.require(zero, || format!("c = {c}: {heaps:?}"));
            }
        }
    }
    work.verified(format!("c = 2, 3, n + m < {most}"))
}

/// Checks whether who moves first wins, by trying all moves of {1,2c}.
fn first_wins(c: u64, mut heaps: Vec<u64>, known: &mut BTreeMap<Vec<u64>, bool>) -> bool {
    heaps.sort_unstable();
    if let Some(&wins) = known.get(&heaps) {
        return wins;
    }
    let mut wins = false;
    for (i, &heap) in heaps.iter().enumerate() {
        let others = [&heaps[..i], &heaps[i + 1..]].concat();
        for pieces in [2, 2 * c + 1].into_iter().filter(|&p| p <= heap) {
            let mut moves = partitions(heap, pieces).into_iter();
            wins |= moves.any(|parts| !first_wins(c, [&others[..], &parts].concat(), known));
        }
    }
    known.insert(heaps, wins);
    wins
}

/// Checks that a pair of equal heaps and a third have the same nim sum after all have moved.
fn ob3(
    work: &mut Work<'_>,
    applies: impl Fn(u64) -> bool,
    pair: impl Fn(u64) -> [u64; 2],
    third: impl Fn(u64, u64) -> [u64; 2],
) -> Tested {
    for c in cs(work) {
        let sets = nim_sets(work, c, 2, 26 * c)?;
        for a in (1..12).filter(|&a| applies(a)) {
            for n in 1..2 * c {
                let ([n, m], [x, y]) = (pair(n), third(a, c));
                // Both are partitions of one heap.
                let heap = 2 * n + x == 2 * m + y;
                let after = nim_sum(&sets, &[m, m, y]);
                let after = work.plant("a value one larger", after, |v| v + 1);
                let same = nim_sum(&sets, &[n, n, x]) == after;
                work.require(heap && same, || format!("c = {c}, a = {a}: {n}, {n}, {x}"));
            }
        }
    }
    work.verified(format!("c in {:?}, two periods", cs(work)))
}

fn ob3_3(work: &mut Work<'_>) -> Tested {
    for c in cs(work) {
        let sets = nim_sets(work, c, 2, 26 * c)?;
        for a in [2u64, 8] {
            let first = value(&sets, 2 * a * c + 1);
            let third = value(&sets, 2 * a * c + 3);
            let first = work.plant("the third value for the first", first, |_| third);
            let differ = first != third;
            work.require(differ, || format!("c = {c}, a = {a}: no exception"));
        }
    }
    ob3(
        work,
        |a| a % 6 != 2,
        |n| [n + 1, n],
        |a, c| [2 * a * c + 1, 2 * a * c + 3],
    )
}

fn nim_sets_by_definition(work: &mut Work<'_>) -> Tested {
    let to = work.at_depth(24u64, 30, 36);
    for numbers in [vec![1u64, 4], vec![1, 6], vec![1, 2, 5], vec![2, 3]] {
        let set = CutSet::new(numbers.iter().copied(), None, None).ok_or("a cut set")?;
        let mut sets = NimSets::new(&Cut::new(set), 7);
        sets.extend(to, work.budget())?;
        let plain = PlainSets::new(&numbers, 7, to)?;
        for n in 1..=to {
            let alone = written(&sets, n, 1) == format!("{{{}}}", value(&sets, n));
            work.require(alone, || format!("{numbers:?}: N({n},1)"));
            work.require(plain.get(n, 1) == 1 << value(&sets, n), || {
                format!("{numbers:?}: G({n}) by plain sets")
            });
            let mut union = BTreeSet::new();
            for p in 1..=7u64.min(n) {
                let mut all = partitions(n, p);
                if n == p + 1 {
                    // The only partition of its heap.
                    all = work.plant("a partition left out", all, |_| Vec::new());
                }
                let listed: BTreeSet<u32> = all.iter().map(|parts| nim_sum(&sets, parts)).collect();
                let same = sets.get(n, p).is_some_and(|set| {
                    set.iter().eq(listed.iter().copied())
                        && members(plain.get(n, p)).eq(listed.iter().copied())
                });
                work.require(same, || format!("{numbers:?}: N({n},{p})"));
                if numbers.contains(&(p - 1)) {
                    union.extend(listed);
                }
            }
            let mex = (0..100).find(|v| !union.contains(v)).unwrap_or(0);
            work.require(mex == value(&sets, n), || format!("{numbers:?}: G({n})"));
        }
    }
    work.verified(format!("four cut sets, n ≤ {to}, up to seven parts"))
}

fn table_3(work: &mut Work<'_>) -> Tested {
    let sets = nim_sets(work, 3, 7, 17)?;
    let printed: Vec<Vec<&str>> = work
        .printed("cut.table3")?
        .lines()
        .filter(|l| !l.is_empty())
        .map(|line| line.split_whitespace().collect())
        .collect();
    let [two, seven, values] = &printed[..] else {
        return Err("the table has three rows".into());
    };
    let own = |s: &[&str]| -> Vec<String> { s.iter().map(ToString::to_string).collect() };
    let pairs: Vec<String> = (1..=17).map(|n| written(&sets, n, 2)).collect();
    let sevens: Vec<String> = (1..=17).map(|n| written(&sets, n, 7)).collect();
    let grundy: Vec<String> = (1..=17).map(|n| value(&sets, n).to_string()).collect();
    work.compare_sequence("N(n,2,{1,6})", 1, &own(two), &pairs);
    work.compare_sequence("N(n,7,{1,6})", 1, &own(seven), &sevens);
    work.compare_sequence("G(n)", 1, &own(values), &grundy);
    work.proved("n ≤ 17")
}
