//! Section 3: the half of the board with x ≥ 2y.

use super::{board, half_board, in_corner, in_some_main, moves, whole_board};
use crate::{Claim, NOT_STATED, Tested, Work};
use misere::heaps::Position;
use misere::nim::Definition;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "josephus.lem3.1",
        place: "Lemma 3.1",
        statement: "On X = {x ≥ 2y} the moves of the game on X are the moves that stay in X.",
        method: "the moves on both boards; those of Definition 3.1 by its conditions",
        needs: NOT_STATED,
        test: staying_moves,
    },
    Claim {
        id: "josephus.lem3.2",
        place: "Lemma 3.2",
        statement: "Every G_{s,n} lies in X, and no position of G_{s,a} or G_{s,b} does.",
        method: "the sets of Definition 2.5, literally",
        needs: NOT_STATED,
        test: inside_and_outside,
    },
    Claim {
        id: "josephus.lem3.3",
        place: "Lemma 3.3",
        statement: "On X no move leads from the union of the G_{s,n} to itself.",
        method: "all moves",
        needs: NOT_STATED,
        test: no_move_within,
    },
    Claim {
        id: "josephus.lem3.4",
        place: "Lemma 3.4",
        statement: "From every position of X outside the unions for 0, …, s a move on X leads to \
                    the union of the G_{s,n}.",
        method: "all moves",
        needs: NOT_STATED,
        test: a_move_from_outside,
    },
    Claim {
        id: "josephus.thm3.1",
        place: "Theorem 3.1",
        statement: "On X the union of the G_{s,n} is the set of positions of nim value s.",
        method: "values by definition on the half board",
        needs: NOT_STATED,
        test: half_board_values,
    },
];

fn staying_moves(work: &mut Work<'_>) -> Tested {
    let (whole, half) = (whole_board(), half_board());
    let side = 2 * board(work);
    for x in 0..side {
        for y in 0..=x / 2 {
            let on_half = moves(&half, x, y);
            let mut staying = moves(&whole, x, y);
            staying.retain(|&(a, b)| a >= 2 * b);
            work.require(staying == on_half, || format!("moves of ({x},{y})"));
            // Definition 3.1.
            let weight = x - 2 * y;
            let first = (1..=weight / 2)
                .filter(|t| x - t >= 2 * y)
                .map(|t| (x - t, y));
            let mut defined: Vec<(u64, u64)> = first.chain((0..y).map(|b| (x, b))).collect();
            defined.sort_unstable();
            work.require(defined == on_half, || {
                format!("Definition 3.1 at ({x},{y})")
            });
        }
    }
    work.verified(format!("x < {side}"))
}

fn inside_and_outside(work: &mut Work<'_>) -> Tested {
    let side = board(work);
    let (mut main, mut corner) = (0u64, 0u64);
    for x in 0..2 * side {
        for y in 0..2 * side {
            for s in 0..=side {
                let inside = x >= 2 * y;
                if in_some_main(s, x, y) {
                    main += 1;
                    work.require(inside, || format!("({x},{y}) of some G_({s},n)"));
                }
                if in_corner(s, x, y) {
                    corner += 1;
                    work.require(!inside, || format!("({x},{y}) of a corner of G_{s}"));
                }
            }
        }
    }
    work.show(format!(
        "{main} positions of sets G_(s,n), {corner} of corners"
    ));
    work.verified(format!("x, y < {}, s ≤ {side}", 2 * side))
}

/// Returns the s for which a position of X is in some G_{s,n}.
fn union_of(x: u64, y: u64) -> u64 {
    (0..=x).find(|&s| in_some_main(s, x, y)).unwrap_or(u64::MAX)
}

fn no_move_within(work: &mut Work<'_>) -> Tested {
    let game = half_board();
    let side = 2 * board(work);
    for x in 0..side {
        for y in 0..=x / 2 {
            let s = union_of(x, y);
            for (a, b) in moves(&game, x, y) {
                work.require(union_of(a, b) != s, || format!("({x},{y}) → ({a},{b})"));
            }
        }
    }
    work.verified(format!("x < {side}"))
}

fn a_move_from_outside(work: &mut Work<'_>) -> Tested {
    let game = half_board();
    let side = 2 * board(work);
    for x in 0..side {
        for y in 0..=x / 2 {
            let targets = moves(&game, x, y);
            for s in 0..union_of(x, y).min(x) {
                let any = targets.iter().any(|&(a, b)| in_some_main(s, a, b));
                work.require(any, || format!("({x},{y}) with s = {s}"));
            }
        }
    }
    work.verified(format!("x < {side}"))
}

fn half_board_values(work: &mut Work<'_>) -> Tested {
    let game = half_board();
    let side = board(work);
    let mut definition = Definition::new(&game)?;
    for x in 0..2 * side {
        for y in 0..=x / 2 {
            let value = definition.value(Position::pair(x, y), work.budget())?;
            let value = value.to_u64().ok_or("a small value")?;
            work.require(in_some_main(value, x, y), || {
                format!("({x},{y}) has value {value}")
            });
        }
    }
    work.verified(format!("x < {}", 2 * side))
}
