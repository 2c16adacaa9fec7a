//! Takahashi, Manabe and Miyadera, *Josephus Nim* (2025).

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use super::claim::{Claim, Tested, Work};
use crate::heaps::{Board, Heaps, Josephus, Position, Ruleset, Weight};
use crate::nim::{Definition, josephus};

pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        id: "002.abstract",
        place: "Abstract",
        statement: "Positions of value s are tied to the (n−s)-th number removed among n+1; if \
                    (n, m) has value 0, 2m+1 is the last number.",
        method: "values by definition, removals by going around the circle",
        test: abstract_,
    },
    Claim {
        id: "002.def2.1",
        place: "Definitions 2.1 and 2.2",
        statement: "x stones of weight a and y of weight −2a; whoever removes the last stone wins.",
        method: "the positions without a move",
        test: definitions,
    },
    Claim {
        id: "002.lem2.2",
        place: "Lemmas 2.1 to 2.3",
        statement: "The moves are the same for every natural weight a.",
        method: "moves for several weights from Definition 2.1",
        test: weights,
    },
    Claim {
        id: "002.rem2.1",
        place: "Remark 2.1",
        statement: "For weights that are not natural numbers this fails, as with a = 1.5.",
        method: "moves with a = 3/2 against those with a = 1",
        test: rational_weight,
    },
    Claim {
        id: "002.lem2.4",
        place: "Lemma 2.4",
        statement: "Which rows of positions the sets of Definition 2.5 cover; in G_{s,a} and \
                    G_{s,b}, x ≤ 2s−1 and y > x/2.",
        method: "the sets of Definition 2.5, literally",
        test: rows,
    },
    Claim {
        id: "002.lem2.5",
        place: "Lemma 2.5",
        statement: "No move leads from G_s to G_s.",
        method: "all moves between positions",
        test: no_move_within,
    },
    Claim {
        id: "002.lem2.6",
        place: "Lemma 2.6",
        statement: "From every position outside G_s with x ≥ 2s a move leads to some G_{s,n}, the \
                    one with (2s+1)2^n ≤ x+1 < (2s+1)2^(n+1) and m = x+1 − (2s+1)2^n.",
        method: "the move that the proof names is tried, as printed and mended",
        test: move_for_large_x,
    },
    Claim {
        id: "002.lem2.7",
        place: "Lemma 2.7",
        statement: "From every position outside G_0, …, G_s with x ≤ 2s−1 a move leads to G_s.",
        method: "all moves",
        test: move_for_small_x,
    },
    Claim {
        id: "002.thm2.2",
        place: "Theorem 2.2",
        statement: "G_s is the set of positions of nim value s.",
        method: "values by definition against Definition 2.5",
        test: values,
    },
    Claim {
        id: "002.lem3.1",
        place: "Lemmas 3.1 and 3.2",
        statement: "On X = {x ≥ 2y} the moves are those that stay in X; all G_{s,n} lie in X, and \
                    G_{s,a}, G_{s,b} outside.",
        method: "both boards and the sets compared",
        test: half_board,
    },
    Claim {
        id: "002.lem3.3",
        place: "Lemmas 3.3 and 3.4",
        statement: "On X no move leads from the union of the G_{s,n} to itself, and from the other \
                    positions that have no smaller value one does.",
        method: "all moves",
        test: half_board_moves,
    },
    Claim {
        id: "002.thm3.1",
        place: "Theorem 3.1",
        statement: "On X the union of the G_{s,n} is the set of positions of nim value s.",
        method: "values by definition on the half board",
        test: half_board_values,
    },
    Claim {
        id: "002.lem4.1",
        place: "Definition 4.1 and Lemma 4.1",
        statement: "F_s(s+k) = 2k for 1 ≤ k ≤ s, and F_s(2s+1) = 1.",
        method: "going around the circle",
        test: first_round,
    },
    Claim {
        id: "002.lem4.2",
        place: "Lemma 4.2",
        statement: "F_s(2v) = 2F_s(v) − 1 and F_s(2v+1) = 2F_s(v) + 1.",
        method: "going around the circle",
        test: doubling,
    },
    Claim {
        id: "002.thm4.1",
        place: "Theorem 4.1",
        statement: "If v = (2s+1)2^n + m with 0 ≤ m < (2s+1)2^n then F_s(v) = 2m+1.",
        method: "going around the circle; v ≥ 2s+1 is what the form of v says, and for smaller v \
                 Lemma 4.1 speaks",
        test: survivors,
    },
    Claim {
        id: "002.thm4.2",
        place: "Theorem 4.2",
        statement: "If (x, y) is in G_{s,n} then F_s(x+1) = 2y+1.",
        method: "going around the circle",
        test: link,
    },
];

/// Whether (x, y) is in G_{s,n} of Definition 2.5.
fn in_main(s: u64, n: u32, x: u64, y: u64) -> bool {
    let q = (2 * s + 1) << n;
    x == q - 1 + y && y < q
}

/// Whether (x, y) is in some G_{s,n}.
fn in_some_main(s: u64, x: u64, y: u64) -> bool {
    (0..40).any(|n| in_main(s, n, x, y))
}

/// Whether (x, y) is in G_{s,a} or G_{s,b}.
fn in_corner(s: u64, x: u64, y: u64) -> bool {
    let k = x / 2;
    k < s && s - k < 60 && (1 << (s - k - 1)) + k <= y && y < (1 << (s - k)) + k
}

fn in_class(s: u64, x: u64, y: u64) -> bool {
    in_some_main(s, x, y) || in_corner(s, x, y)
}

fn whole_board() -> Josephus {
    Josephus::new(Weight::ONE, Board::All)
}

fn half() -> Josephus {
    Josephus::new(Weight::ONE, Board::Nonnegative)
}

/// The positions that a move leads to.
fn moves(game: &Josephus, x: u64, y: u64) -> Vec<(u64, u64)> {
    let positions = game.options(Position::pair(x, y));
    let mut targets: Vec<(u64, u64)> = positions
        .filter_map(|option: Heaps| option.iter().next())
        .map(|(p, _)| (p.coordinates()[0], p.coordinates()[1]))
        .collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

fn board(work: &Work<'_>) -> u64 {
    work.at_depth(40, 80, 160)
}

fn circle(work: &Work<'_>) -> u64 {
    work.at_depth(120, 400, 1500)
}

/// F_s(v) by going around the circle.
fn removed(order: &[u64], s: u64) -> u64 {
    let v = order.len();
    let at = v - 1 - usize::try_from(s).unwrap_or(v - 1);
    order[at]
}

fn abstract_(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let mut definition = Definition::new(&game)?;
    let (mut one_later, mut as_printed) = (true, true);
    for x in 0..board(work) {
        let order = josephus::elimination(x + 1, work.limits())?;
        for y in 0..=x / 2 {
            let s = definition.value(Position::pair(x, y), work.limits())?;
            let s = s.to_u64().ok_or("a small value")?;
            // The (n+1−s)-th of n+1 numbers is F_s(n+1); printed is the (n−s)-th.
            let at = |k: u64| {
                usize::try_from(k)
                    .ok()
                    .and_then(|k| order.get(k.checked_sub(1)?))
            };
            one_later &= at(x + 1 - s) == Some(&(2 * y + 1));
            as_printed &= at((x).saturating_sub(s)) == Some(&(2 * y + 1));
        }
    }
    work.ensure(one_later, "2y+1 is the (n+1−s)-th number removed");
    if !as_printed {
        work.correct("printed the (n−s)-th removed number; it is the (n+1−s)-th");
    }
    work.verified(format!("n < {}", board(work)))
}

fn definitions(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let mut terminal = Vec::new();
    for x in 0..board(work) {
        for y in 0..board(work) {
            if game.options(Position::pair(x, y)).next().is_none() {
                terminal.push(format!("({x},{y})"));
            }
        }
    }
    work.ensure(
        terminal == ["(0,0)", "(1,0)"],
        format!("no move from {}", terminal.join(" ")),
    );
    if terminal.iter().any(|position| position != "(0,0)") {
        work.correct(
            "printed: whoever removes the last stone wins; a stone is left at (1,0), so read: \
             whoever cannot move loses",
        );
    }
    if let Some((x, y)) = theorem_fails_with_positive_weights() {
        work.correct(format!(
            "printed (2.2): weights a and 2a, with which Theorem 2.2 fails at ({x},{y}); they are a \
             and −2a"
        ));
    }
    if game.options(Position::pair(0, 1)).next().is_some() {
        work.correct("printed: a total weight of at least 0; but play goes on from (0,1) too");
    }
    work.verified(format!("x, y < {}", board(work)))
}

/// The first position whose value is not that of Theorem 2.2 if the second kind weighs 2a.
fn theorem_fails_with_positive_weights() -> Option<(u64, u64)> {
    const SIDE: u64 = 8;
    let mut values: Vec<Vec<u64>> = Vec::new();
    for x in 0..SIDE {
        let mut row: Vec<u64> = Vec::new();
        for y in 0..SIDE {
            let half = u64::midpoint(x, 2 * y);
            let first = (1..=x.min(half)).filter_map(|t| values.get(usize::try_from(x - t).ok()?));
            let first = first.filter_map(|r| r.get(usize::try_from(y).ok()?).copied());
            let second = (1..=y.min(half / 2))
                .filter_map(|u| row.get(usize::try_from(y - u).ok()?).copied());
            let seen: Vec<u64> = first.chain(second).collect();
            let mex = (0..=2 * SIDE).find(|v| !seen.contains(v)).unwrap_or(0);
            if !in_class(mex, x, y) {
                return Some((x, y));
            }
            row.push(mex);
        }
        values.push(row);
    }
    None
}

fn weights(work: &mut Work<'_>) -> Tested {
    let one = whole_board();
    let side = work.at_depth(25, 40, 80);
    for a in 2..=5 {
        let weight = Weight::new(a, 1).ok_or("a natural weight")?;
        let heavy = Josephus::new(weight, Board::All);
        for x in 0..side {
            for y in 0..side {
                let same = moves(&one, x, y) == moves(&heavy, x, y);
                work.require(same, || format!("a = {a}, ({x},{y})"));
            }
        }
    }
    // Lemma 2.3: t ≤ ⌊(x−2y)/2⌋ from the first pile, −2u ≤ ⌊(x−2y)/2⌋ from the second.
    for x in 0..side {
        for y in 0..side {
            let half = (x.cast_signed() - 2 * y.cast_signed()).div_euclid(2);
            let mut expected = Vec::new();
            expected.extend(
                (1..=x)
                    .filter(|t| t.cast_signed() <= half)
                    .map(|t| (x - t, y)),
            );
            expected.extend(
                (1..=y)
                    .filter(|u| -2 * u.cast_signed() <= half)
                    .map(|u| (x, y - u)),
            );
            expected.sort_unstable();
            work.require(expected == moves(&one, x, y), || format!("({x},{y})"));
        }
    }
    work.verified(format!("a ≤ 5, x, y < {side}"))
}

fn rational_weight(work: &mut Work<'_>) -> Tested {
    let weight = Weight::new(3, 2).ok_or("a weight")?;
    let (light, odd) = (whole_board(), Josephus::new(weight, Board::All));
    let mut smallest = None;
    for sum in 0..20 {
        for x in 0..=sum {
            if smallest.is_none() && moves(&light, x, sum - x) != moves(&odd, x, sum - x) {
                smallest = Some((x, sum - x));
            }
        }
    }
    let found = smallest.ok_or("no difference was found")?;
    work.ensure(
        true,
        format!("with a = 1.5 the moves of {found:?} are others than with a = 1"),
    );
    // 1.5·t ≤ ⌊1.5·2/2⌋ = 1 has no t, while t ≤ ⌊2/2⌋ has t = 1.
    let two = moves(&odd, 2, 0).is_empty() && moves(&light, 2, 0) == [(1, 0)];
    work.ensure(
        two,
        "(2,0) has the move to (1,0) with a = 1 and none with a = 1.5",
    );
    work.proved("the example")
}

fn rows(work: &mut Work<'_>) -> Tested {
    let top: u64 = work.at_depth(9, 11, 13);
    for s in 0..top {
        for h in 0..s.saturating_sub(1) {
            for j in h + 1..(1 << (s - h - 1)) + h {
                for x in [2 * h, 2 * h + 1] {
                    let covered = (h + 1..s).any(|i| in_corner(i, x, j));
                    work.require(covered, || format!("(i) ({x},{j}) with s = {s}"));
                }
            }
        }
        let h = s;
        for y in 0..=h {
            for x in [2 * h, 2 * h + 1] {
                let covered = (0..=h).any(|i| in_some_main(i, x, y));
                work.require(covered, || format!("(ii) ({x},{y})"));
            }
        }
    }
    for s in 0..top {
        for x in 0..60 {
            for y in 0..600 {
                let fine = !in_corner(s, x, y) || (x < 2 * s && 2 * y > x);
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
            for (a, b) in moves(&game, x, y) {
                work.require(!in_class(s, a, b), || {
                    format!("({x},{y}) → ({a},{b}) in G_{s}")
                });
            }
        }
    }
    work.verified(format!("x, y < {side}"))
}

/// The s with (x, y) in G_s, by trying.
fn class(x: u64, y: u64) -> u64 {
    (0..=x + y + 1)
        .find(|&s| in_class(s, x, y))
        .unwrap_or(u64::MAX)
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
                // As printed, (27) has 2^(n−1) in the place of 2^n.
                if n > 0 && bound_fails.is_none() && m >= (2 * s + 1) << (n - 1) {
                    bound_fails = Some((x, s));
                }
                // As printed, the move for y < m leads to (x, m), but no move adds stones.
                if y < m && target_fails.is_none() && !moves(&game, x, y).contains(&(x, m)) {
                    target_fails = Some((x, y));
                }
                let target = if y > m { (x, m) } else { (x - (m - y), y) };
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
                let any = moves(&game, x, y)
                    .into_iter()
                    .any(|(a, b)| in_class(s, a, b));
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
            let value = definition.value(Position::pair(x, y), work.limits())?;
            let value = value.to_u64().ok_or("a small value")?;
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

fn half_board(work: &mut Work<'_>) -> Tested {
    let (whole, half) = (whole_board(), half());
    let side = board(work);
    for x in 0..2 * side {
        for y in 0..=x / 2 {
            let staying: Vec<(u64, u64)> = moves(&whole, x, y)
                .into_iter()
                .filter(|&(a, b)| a >= 2 * b)
                .collect();
            work.require(staying == moves(&half, x, y), || {
                format!("moves of ({x},{y})")
            });
        }
        for y in 0..side {
            for s in 0..8 {
                let inside = x >= 2 * y;
                let fine = (!in_some_main(s, x, y) || inside) && (!in_corner(s, x, y) || !inside);
                work.require(fine, || format!("({x},{y}) with s = {s}"));
            }
        }
    }
    work.verified(format!("x < {}, y < {side}", 2 * side))
}

fn half_board_moves(work: &mut Work<'_>) -> Tested {
    let game = half();
    let side = board(work);
    for x in 0..2 * side {
        for y in 0..=x / 2 {
            let value = (0..=x).find(|&s| in_some_main(s, x, y)).unwrap_or(u64::MAX);
            let targets = moves(&game, x, y);
            for s in 0..=value.min(x) {
                let any = targets.iter().any(|&(a, b)| in_some_main(s, a, b));
                work.require(any == (s < value), || format!("({x},{y}) with s = {s}"));
            }
        }
    }
    work.verified(format!("x < {}", 2 * side))
}

fn half_board_values(work: &mut Work<'_>) -> Tested {
    let game = half();
    let side = board(work);
    let mut definition = Definition::new(&game)?;
    for x in 0..2 * side {
        for y in 0..=x / 2 {
            let value = definition.value(Position::pair(x, y), work.limits())?;
            let value = value.to_u64().ok_or("a small value")?;
            work.require(in_some_main(value, x, y), || {
                format!("({x},{y}) has value {value}")
            });
        }
    }
    work.verified(format!("x < {}", 2 * side))
}

fn first_round(work: &mut Work<'_>) -> Tested {
    let most = circle(work) / 2;
    for s in 0..most {
        for k in 1..=s {
            let order = josephus::elimination(s + k, work.limits())?;
            work.require(removed(&order, s) == 2 * k, || format!("F_{s}({})", s + k));
        }
        let order = josephus::elimination(2 * s + 1, work.limits())?;
        work.require(removed(&order, s) == 1, || format!("F_{s}({})", 2 * s + 1));
    }
    work.verified(format!("s < {most}"))
}

fn doubling(work: &mut Work<'_>) -> Tested {
    let most = circle(work) / 2;
    for v in 1..=most {
        let once = josephus::elimination(v, work.limits())?;
        let even = josephus::elimination(2 * v, work.limits())?;
        let odd = josephus::elimination(2 * v + 1, work.limits())?;
        for s in 0..v {
            let f = removed(&once, s);
            work.require(removed(&even, s) == 2 * f - 1, || {
                format!("F_{s}({})", 2 * v)
            });
            work.require(removed(&odd, s) == 2 * f + 1, || {
                format!("F_{s}({})", 2 * v + 1)
            });
        }
    }
    work.verified(format!("v ≤ {}", 2 * most + 1))
}

fn survivors(work: &mut Work<'_>) -> Tested {
    let most = circle(work);
    let mut below = None;
    for v in 1..=most {
        let order = josephus::elimination(v, work.limits())?;
        for s in 0..v {
            let f = removed(&order, s);
            if v > 2 * s {
                let n = (v / (2 * s + 1)).ilog2();
                let m = v - ((2 * s + 1) << n);
                work.require(f == 2 * m + 1, || format!("F_{s}({v}) = {f}"));
            } else {
                work.require(f == 2 * (v - s), || format!("F_{s}({v}) = {f}"));
                below.get_or_insert((v, s));
            }
            let formula = josephus::survivor(&v.into(), &s.into()).and_then(|f| f.to_u64());
            work.require(formula == Some(f), || format!("the formula for F_{s}({v})"));
        }
    }
    if let Some((v, s)) = below {
        work.correct(format!(
            "not every v has the form (2s+1)2^n + m: v = {v}, s = {s} has not; it needs v ≥ 2s+1, and for \
             s < v ≤ 2s Lemma 4.1 gives F_s(v) = 2(v−s)"
        ));
    }
    work.verified(format!("v ≤ {most}"))
}

fn link(work: &mut Work<'_>) -> Tested {
    let side = board(work);
    for x in 0..2 * side {
        let order = josephus::elimination(x + 1, work.limits())?;
        for y in 0..=x / 2 {
            for s in 0..=x {
                let fine = !in_some_main(s, x, y) || removed(&order, s) == 2 * y + 1;
                work.require(fine, || format!("({x},{y}) in G_{s}"));
            }
        }
    }
    work.verified(format!("x < {}", 2 * side))
}
