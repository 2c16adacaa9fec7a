//! Section 3: the half of the board with x ≥ 2y.

use super::{board, half_board, in_corner, in_some_main, moves, whole_board};
use crate::{Claim, Tested, Work};
use misere::heaps::Position;
use misere::nim::Definition;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "josephus.lem3.1",
        place: "Lemma 3.1",
        statement: "On X = {x ≥ 2y} the moves of the game on X are the moves that stay in X.",
        method: "the moves on both boards; those of Definition 3.1 by its conditions",
        needs: &["rules"],
        test: staying_moves,
    },
    Claim {
        id: "josephus.lem3.1.proof",
        place: "Lemma 3.1, the proof",
        statement: "In the last but one set, with moves (x, y−u), the condition of X is written \
                    (x − t) − 2y ≥ 0 (as printed, where no t is); (45) is about x − 2(y−u).",
        method: "both conditions, with u for t, against the moves that stay in X",
        needs: &["rules", "printed"],
        test: unbound_letter,
    },
    Claim {
        id: "josephus.lem3.2",
        place: "Lemma 3.2",
        statement: "Every G_{s,n} lies in X, and no position of G_{s,a} or G_{s,b} does.",
        method: "the sets of Definition 2.5, literally",
        needs: &[],
        test: inside_and_outside,
    },
    Claim {
        id: "josephus.lem3.3",
        place: "Lemma 3.3",
        statement: "On X no move leads from the union of the G_{s,n} to itself.",
        method: "all moves",
        needs: &["rules"],
        test: no_move_within,
    },
    Claim {
        id: "josephus.lem3.4",
        place: "Lemma 3.4",
        statement: "From every position of X outside the unions for 0, …, s a move on X leads to \
                    the union of the G_{s,n}.",
        method: "all moves",
        needs: &["rules"],
        test: a_move_from_outside,
    },
    Claim {
        id: "josephus.thm3.1",
        place: "Theorem 3.1",
        statement: "On X the union of the G_{s,n} is the set of positions of nim value s.",
        method: "values by definition on the half board",
        needs: &["nim-definition"],
        test: half_board_values,
    },
];

fn staying_moves(work: &mut Work<'_>) -> Tested {
    let (whole, half) = (whole_board(), half_board());
    let side = 2 * board(work);
    for x in 0..side {
        for y in 0..=x / 2 {
            let on_half = work.plant("a move is missing", moves(&half, x, y), |mut on_half| {
                on_half.pop();
                on_half
            });
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

fn unbound_letter(work: &mut Work<'_>) -> Tested {
    const HEADING: &str = "josephus.lem3.1.proof";
    work.misprint(HEADING, "(x − t) − 2y", "x − 2(y−u)");
    let printed = work.printed(HEADING)?.trim();
    let (whole, side) = (whole_board(), board(work));
    let (mut as_printed, mut mended) = (None, None);
    for x in 0..side {
        for y in 0..=x / 2 {
            for u in 1..=y {
                let staying = moves(&whole, x, y);
                let staying = work.plant("a position without its moves", staying, |_| Vec::new());
                let stays = staying.contains(&(x, y - u));
                if stays != (x >= u + 2 * y) {
                    as_printed.get_or_insert((x, y, u));
                }
                if stays != (x >= 2 * (y - u)) {
                    mended.get_or_insert((x, y, u));
                }
            }
        }
    }
    work.ensure(
        mended.is_none(),
        "x − 2(y−u) ≥ 0 says which (x, y−u) are moves on X",
    );
    let right = "x − 2(y−u) ≥ 0";
    if printed != right {
        let (x, y, u) = as_printed.ok_or("the condition fails somewhere")?;
        work.correct(format!(
            "printed {printed}, where no t is, and with u for t it fails for the move of ({x},{y}) \
             with u = {u}; it is {right}"
        ));
    }
    work.verified(format!("x < {side}"))
}

fn inside_and_outside(work: &mut Work<'_>) -> Tested {
    let side = board(work);
    let (mut main, mut corner) = (0u64, 0u64);
    for x in 0..2 * side {
        for y in 0..2 * side {
            let line = work.plant("a position taken to be outside X", 2 * y, |_| x + 1);
            let inside = x >= line;
            for s in 0..=side {
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
            let targets = moves(&game, x, y);
            let targets = work.plant("a move that changes nothing", targets, |_| vec![(x, y)]);
            for (a, b) in targets {
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
            for s in 0..union_of(x, y).min(x) {
                let targets = moves(&game, x, y);
                let targets = work.plant("a position without its moves", targets, |_| Vec::new());
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
            let value = work.plant("a value one larger", value, |value| value + 1);
            work.require(in_some_main(value, x, y), || {
                format!("({x},{y}) has value {value}")
            });
        }
    }
    work.verified(format!("x < {}", 2 * side))
}
