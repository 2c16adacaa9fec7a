//! Section 2 up to Remark 2.1: the rules, and the moves.

use super::{board, in_class, moves, whole_board};
use crate::{Claim, Tested, Work};
use misere::heaps::{Board, Josephus, Position, Ruleset, Weight};
use misere::nim::Definition;

pub(crate) const CLAIMS: &[Claim] = &[
    Claim {
        id: "josephus.def2.1",
        place: "Definition 2.1",
        statement: "A total weight of at least 0; the player who removes the last stone wins.",
        method: "the positions without a move, and those of negative weight with one",
        needs: &["rules"],
        test: last_stone,
    },
    Claim {
        id: "josephus.def2.2",
        place: "Definition 2.2",
        statement: "x stones of weight a and y of weight 2a (as printed).",
        method: "the values with weights a and 2a, from the definition, against Theorem 2.2",
        needs: &["nim-definition"],
        test: weights_of_the_kinds,
    },
    Claim {
        id: "josephus.thm2.1",
        place: "Theorem 2.1",
        statement: "A position has value 0 iff the previous player wins.",
        method: "who wins by looking ahead, against values by definition",
        needs: &["look-ahead", "nim-definition"],
        test: previous_player,
    },
    Claim {
        id: "josephus.lem2.1",
        place: "Lemma 2.1",
        statement: "The moves: t stones of the first kind with at ≤ ⌊(ax−2ay)/2⌋, or u of the \
                    second with −2au ≤ ⌊(ax−2ay)/2⌋.",
        method: "the moves of the ruleset against the two conditions, for several weights a",
        needs: &["rules"],
        test: |work| compare_moves(work, i64::from),
    },
    Claim {
        id: "josephus.lem2.2",
        place: "Lemma 2.2",
        statement: "For natural a, t ≤ ⌊w/2⌋ iff at ≤ ⌊aw/2⌋, and −2u ≤ ⌊w/2⌋ iff −2au ≤ ⌊aw/2⌋.",
        method: "all small a, t, u and w, negative ones too",
        needs: &[],
        test: scaling,
    },
    Claim {
        id: "josephus.lem2.3",
        place: "Lemma 2.3",
        statement: "The moves are the same for every natural weight: t ≤ ⌊(x−2y)/2⌋, or \
                    −2u ≤ ⌊(x−2y)/2⌋.",
        method: "the moves of the ruleset with several weights a against the conditions with a = 1",
        needs: &["rules"],
        test: |work| compare_moves(work, |_| 1),
    },
    Claim {
        id: "josephus.rem2.1",
        place: "Remark 2.1",
        statement: "For weights that are not natural numbers Lemma 2.2 fails, as with a = 1.5 and \
                    w = 2.",
        method: "the two conditions of the example, and the moves with a = 3/2 and with a = 1",
        needs: &["rules"],
        test: rational_weight,
    },
];

fn last_stone(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let mut terminal = Vec::new();
    for x in 0..board(work) {
        for y in 0..board(work) {
            let targets = moves(&game, x, y);
            let targets = work.plant("a position without its moves", targets, |_| Vec::new());
            if targets.is_empty() {
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
    if game.options(Position::pair(0, 1)).next().is_some() {
        work.correct("printed: a total weight of at least 0; but play goes on from (0,1) too");
    }
    work.verified(format!("x, y < {}", board(work)))
}

fn weights_of_the_kinds(work: &mut Work<'_>) -> Tested {
    let weight = work.plant("printed are weights a and −2a", 2, |_| -2);
    match first_failure(weight) {
        Some((x, y)) => work.correct(format!(
            "printed weights a and 2a, with which Theorem 2.2 fails at ({x},{y}); they are a and −2a"
        )),
        None => work.show("with weights a and 2a Theorem 2.2 holds too"),
    }
    let game = whole_board();
    let mut definition = Definition::new(&game)?;
    for x in 0..board(work) {
        for y in 0..board(work) {
            let value = definition.value(Position::pair(x, y), work.budget())?;
            let value = value.to_u64().ok_or("a small value")?;
            let value = work.plant("a value one larger", value, |value| value + 1);
            work.require(in_class(value, x, y), || {
                format!("weights a and −2a: ({x},{y}) has value {value}")
            });
        }
    }
    work.verified(format!("x, y < {}", board(work)))
}

/// Finds the first position whose value differs from Theorem 2.2 if the second kind weighs this
/// many times a.
fn first_failure(weight: i64) -> Option<(u64, u64)> {
    const SIDE: u64 = 8;
    let mut values: Vec<Vec<u64>> = Vec::new();
    for x in 0..SIDE {
        let mut row: Vec<u64> = Vec::new();
        for y in 0..SIDE {
            let half = (x.cast_signed() + weight * y.cast_signed()).div_euclid(2);
            let first = (1..=x).filter(|t| t.cast_signed() <= half);
            let first = first.filter_map(|t| values.get(usize::try_from(x - t).ok()?));
            let first = first.filter_map(|r| r.get(usize::try_from(y).ok()?).copied());
            let second = (1..=y)
                .filter(|u| weight * u.cast_signed() <= half)
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

fn previous_player(work: &mut Work<'_>) -> Tested {
    let game = whole_board();
    let side = board(work);
    let mut definition = Definition::new(&game)?;
    // A player who cannot move loses, so a position without a move is a P-position.
    let mut won = std::collections::BTreeMap::new();
    for x in 0..side {
        for y in 0..side {
            let targets = moves(&game, x, y);
            let targets = work.plant("a position without its moves", targets, |_| Vec::new());
            let next_wins = targets.iter().any(|to| won.get(to) == Some(&false));
            won.insert((x, y), next_wins);
            let value = definition.value(Position::pair(x, y), work.budget())?;
            work.require(value.is_zero() != next_wins, || {
                format!("({x},{y}) has value {value}")
            });
        }
    }
    work.verified(format!("x, y < {side}"))
}

/// Returns the moves by the two conditions of Lemma 2.1, for weights a and −2a.
fn by_conditions(a: i64, x: u64, y: u64) -> Vec<(u64, u64)> {
    let half = (a * (x.cast_signed() - 2 * y.cast_signed())).div_euclid(2);
    let first = (1..=x).filter(|t| a * t.cast_signed() <= half);
    let second = (1..=y).filter(|u| -2 * a * u.cast_signed() <= half);
    let mut found: Vec<(u64, u64)> = first.map(|t| (x - t, y)).collect();
    found.extend(second.map(|u| (x, y - u)));
    found.sort_unstable();
    found
}

fn heavy(a: u32) -> Result<Josephus, &'static str> {
    let weight = Weight::new(a, 1).ok_or("a natural weight")?;
    Ok(Josephus::new(weight, Board::All))
}

/// Compares the moves for weights a with the conditions for a weight that may depend on a.
fn compare_moves(work: &mut Work<'_>, weight: impl Fn(u32) -> i64) -> Tested {
    let side = work.at_depth(25, 40, 80);
    for a in 1..=5u32 {
        let game = heavy(a)?;
        for x in 0..side {
            for y in 0..side {
                let targets = work.plant("a move is missing", moves(&game, x, y), |mut targets| {
                    targets.pop();
                    targets
                });
                let same = by_conditions(weight(a), x, y) == targets;
                work.require(same, || format!("a = {a}, ({x},{y})"));
            }
        }
    }
    work.verified(format!("a ≤ 5, x, y < {side}"))
}

fn scaling(work: &mut Work<'_>) -> Tested {
    let most = work.at_depth(30i64, 60, 150);
    for a in 1..=8 {
        for w in -most..=most {
            let half = (a * w).div_euclid(2);
            let half = work.plant("⌊aw/2⌋ larger by a", half, |half| half + a);
            for t in -most..=most {
                let one = (t <= w.div_euclid(2)) == (a * t <= half);
                let two = (-2 * t <= w.div_euclid(2)) == (-2 * a * t <= half);
                work.require(one && two, || format!("a = {a}, t = u = {t}, w = {w}"));
            }
        }
    }
    work.verified(format!("a ≤ 8, |t|, |u|, |w| ≤ {most}"))
}

fn rational_weight(work: &mut Work<'_>) -> Tested {
    // In halves: 1.5·t ≤ ⌊1.5·2/2⌋ = 1 is 3t ≤ 2, and t ≤ ⌊2/2⌋ is t ≤ 1.
    let differ = (0..10).any(|t: i64| (3 * t <= 2 * (3i64 * 2).div_euclid(4)) != (t <= 1));
    work.ensure(differ, "t ≤ ⌊2/2⌋ and 1.5t ≤ ⌊1.5·2/2⌋ are not the same");
    let weight = Weight::new(3, 2).ok_or("a weight")?;
    let weight = work.plant("a is 1, not 1.5", weight, |_| Weight::ONE);
    let (light, odd) = (whole_board(), Josephus::new(weight, Board::All));
    let smallest = (0..20u64).find_map(|sum| {
        let mut of_sum = (0..=sum).map(|x| (x, sum - x));
        of_sum.find(|&(x, y)| moves(&light, x, y) != moves(&odd, x, y))
    });
    let found = smallest.map_or("nowhere".into(), |(x, y)| format!("at ({x},{y})"));
    work.ensure(
        found == "at (2,0)",
        format!("with a = 1.5 the moves are others than with a = 1 first {found}"),
    );
    let two = moves(&odd, 2, 0).is_empty() && moves(&light, 2, 0) == [(1, 0)];
    work.ensure(
        two,
        "(2,0) has the move to (1,0) with a = 1 and none with a = 1.5",
    );
    work.proved("the example")
}
