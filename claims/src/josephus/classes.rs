//! Section 2 from Definition 2.5 on: the classes G_s.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::{board, class, in_class, in_corner, in_main, in_some_main, moves, whole_board};
use crate::{Claim, Tested, Work};
use misere::heaps::Position;
use misere::nim::{Definition, josephus};

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "josephus.def2.5",
        place: "Definition 2.5",
        statement: "The sets G_{s,n}, G_{s,a}, G_{s,b}: each position is in exactly one of them.",
        method: "the sets, literally",
        needs: &[],
        test: one_class_each,
    },
    Claim {
        id: "josephus.lem2.4",
        place: "Lemma 2.4",
        statement: "Which rows of positions the sets of Definition 2.5 cover; in G_{s,a} and \
                    G_{s,b}, x ≤ 2s−1 and y > x/2.",
        method: "the sets of Definition 2.5, literally",
        needs: &[],
        test: rows,
    },
    Claim {
        id: "josephus.lem2.5",
        place: "Lemma 2.5",
        statement: "No move leads from G_s to G_s.",
        method: "all moves between positions",
        needs: &["rules", "josephus.def2.5"],
        test: no_move_within,
    },
    Claim {
        id: "josephus.lem2.5.proof",
        place: "Lemma 2.5, case (i-2-2-2) of the proof",
        statement: "A move from G_{s,n} in the second pile to (u, v) in G_{s,a} or G_{s,b} would \
                    have u ≥ 2s+1, which contradicts (18), that is i ≤ m ≤ (2s+1)2^n − 1.",
        method: "u and (18) for all small s, n, m, i; it is Lemma 2.4 (iii) that u ≥ 2s+1 contradicts",
        needs: &["josephus.lem2.4"],
        test: contradicted_inequality,
    },
    Claim {
        id: "josephus.lem2.6",
        place: "Lemma 2.6",
        statement: "From every position outside G_s with x ≥ 2s a move leads to some G_{s,n}, the \
                    one with (2s+1)2^n ≤ x+1 < (2s+1)2^(n+1) and m = x+1 − (2s+1)2^n.",
        method: "the move that the proof names is tried, as printed and mended",
        needs: &["rules"],
        test: move_for_large_x,
    },
    Claim {
        id: "josephus.lem2.7",
        place: "Lemma 2.7",
        statement: "From every position outside G_0, …, G_s with x ≤ 2s−1 a move leads to G_s.",
        method: "all moves",
        needs: &["rules", "josephus.def2.5"],
        test: move_for_small_x,
    },
    Claim {
        id: "josephus.thm2.2",
        place: "Theorem 2.2",
        statement: "G_s is the set of positions of nim value s.",
        method: "values by definition against Definition 2.5",
        needs: &["nim-definition"],
        test: values,
    },
];

fn one_class_each(work: &mut Work<'_>) -> Tested {
    let side = board(work);
    for x in 0..side {
        for y in 0..side {
            // Beyond s = x + y + 1 no set of the definition reaches (x, y).
            let main = (0..=x + y + 1)
                .flat_map(|s| (0..20).map(move |n| (s, n)))
                .filter(|&(s, n)| in_main(s, n, x, y))
                .map(|(s, n)| format!("G_({s},{n})"));
            let corners = (0..=x + y + 1).filter(|&s| in_corner(s, x, y));
            let corners = corners.map(|s| format!("a corner of G_{s}"));
            let sets: Vec<String> = main.chain(corners).collect();
            let sets = work.plant("a set without one of its positions", sets, |_| Vec::new());
            work.require(sets.len() == 1, || {
                format!("({x},{y}) is in {} sets: {}", sets.len(), sets.join(", "))
            });
        }
    }
    work.verified(format!("x, y < {side}"))
}

fn rows(work: &mut Work<'_>) -> Tested {
    let top: u64 = work.at_depth(9, 11, 13);
    for s in 0..top {
        for h in 0..s.saturating_sub(1) {
            let end = (1 << (s - h - 1)) + h;
            let end = work.plant("(i) a row one longer", end, |end| end + 1);
            for j in h + 1..end {
                for x in [2 * h, 2 * h + 1] {
                    let covered = (h + 1..s).any(|i| in_corner(i, x, j));
                    work.require(covered, || format!("(i) ({x},{j}) with s = {s}"));
                }
            }
        }
        let h = s;
        let last = work.plant("(ii) a row one longer", h, |h| h + 1);
        for y in 0..=last {
            for x in [2 * h, 2 * h + 1] {
                let covered = (0..=h).any(|i| in_some_main(i, x, y));
                work.require(covered, || format!("(ii) ({x},{y})"));
            }
        }
    }
    for s in 0..top {
        let end = work.plant("(iii) x ≤ 2s−3", 2 * s, |end| end.saturating_sub(2));
        for x in 0..60 {
            for y in 0..600 {
                let fine = !in_corner(s, x, y) || (x < end && 2 * y > x);
                work.require(fine, || format!("(iii) ({x},{y}) with s = {s}"));
            }
        }
    }
    work.verified(format!("s < {top}"))
}

fn no_move_within(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let side = board(work);
    for x in 0..side {
        for y in 0..side {
            let s = class(x, y);
            let targets = moves(&game, x, y);
            let targets = work.plant("a move that changes nothing", targets, |_| vec![(x, y)]);
            for (a, b) in targets {
                work.require(!in_class(s, a, b), || {
                    format!("({x},{y}) → ({a},{b}) in G_{s}")
                });
            }
        }
    }
    work.verified(format!("x, y < {side}"))
}

fn contradicted_inequality(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(8u64, 12, 20);
    let mut against = None;
    for s in 1..most {
        for n in 1..5u32 {
            let q = (2 * s + 1) << n;
            for m in 1..q {
                let u = work.plant("u is 2s", q - 1 + m, |_| 2 * s);
                for i in 1..=m {
                    work.require(u > 2 * s, || format!("s = {s}, n = {n}, m = {m}: u = {u}"));
                    work.require(!in_corner(s, u, m - i), || {
                        format!("({u},{}) is in a corner of G_{s}", m - i)
                    });
                    // (18) defines i and m, and holds together with u ≥ 2s+1.
                    if i <= m && m < q && u > 2 * s {
                        against.get_or_insert((s, n, m, i));
                    }
                }
            }
        }
    }
    if let Some((s, n, m, i)) = against {
        work.correct(format!(
            "printed: u ≥ 2s+1 contradicts (18); both hold for s = {s}, n = {n}, m = {m}, i = {i}; it \
             contradicts Lemma 2.4 (iii), x ≤ 2s−1 in G_(s,a) and G_(s,b)"
        ));
    }
    work.verified(format!("s < {most}, n < 5"))
}

fn move_for_large_x(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let side = board(work);
    let (mut bound_fails, mut target_fails) = (None, None);
    for x in 0..side {
        for y in 0..side {
            for s in 0..=x / 2 {
                if in_class(s, x, y) {
                    continue;
                }
                let n = ((x + 1) / (2 * s + 1)).ilog2();
                let m = x + 1 - ((2 * s + 1) << n);
                let m = work.plant("m one larger", m, |m| m + 1);
                // As printed, (27) has 2^(n−1) instead of 2^n.
                if n > 0 && bound_fails.is_none() && m >= (2 * s + 1) << (n - 1) {
                    bound_fails = Some((x, s));
                }
                // As printed, the move for y < m leads to (x, m), but no move adds stones.
                if y < m && target_fails.is_none() && !moves(&game, x, y).contains(&(x, m)) {
                    target_fails = Some((x, y));
                }
                let target = if y > m {
                    (x, m)
                } else {
                    ((x + y).saturating_sub(m), y)
                };
                let legal = moves(&game, x, y).contains(&target);
                let inside = in_some_main(s, target.0, target.1);
                work.require(legal && inside, || {
                    format!("({x},{y}) → {target:?} with s = {s}")
                });
            }
        }
    }
    if let Some((x, s)) = bound_fails {
        work.correct(format!(
            "(27) is printed with 2^(n−1), which fails for x = {x}, s = {s}; it is m ≤ (2s+1)2^n − 1"
        ));
    }
    if let Some(from) = target_fails {
        work.correct(format!(
            "the move for y < m is printed as to (x, m), which {from:?} has not; it is to (x−(m−y), y)"
        ));
    }
    work.verified(format!("x, y < {side}, all s ≤ x/2"))
}

fn move_for_small_x(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let side = board(work);
    for x in 0..side {
        for y in 0..side {
            let value = class(x, y);
            for s in x / 2 + 1..value.min(side) {
                let targets = moves(&game, x, y);
                let targets = work.plant("a position without its moves", targets, |_| Vec::new());
                let any = targets.into_iter().any(|(a, b)| in_class(s, a, b));
                work.require(any, || format!("({x},{y}) with s = {s}"));
            }
        }
    }
    work.verified(format!("x, y < {side}"))
}

fn values(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let side = board(work);
    let mut definition = Definition::new(&game)?;
    for x in 0..side {
        for y in 0..side {
            let value = definition.value(Position::pair(x, y), work.budget())?;
            let value = value.to_u64().ok_or("a small value")?;
            let value = work.plant("a value one larger", value, |value| value + 1);
            work.require(in_class(value, x, y), || {
                format!("({x},{y}) has value {value}")
            });
            let formula = josephus::grundy(&BigUint::from(x), &BigUint::from(y)).to_u64();
            work.require(formula == Some(value), || {
                format!("the formula at ({x},{y})")
            });
        }
    }
    work.verified(format!("x, y < {side}"))
}
