//! What the commands show of the papers' definitions, against the definitions themselves.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use misere::answer::{NimBoard, OneEvenGame, OptionsTable};
use misere::census::Day;
use misere::expr::evaluate_difference;
use misere::game::{Game, Universe};
use misere::heaps::{Cut, Heaps, Position, Shape, ruleset};
use misere::limits::Budget;
use misere::nim::josephus::{elimination_of_every, place, positions_of_value};
use misere::nim::{Ap2Failure, ApTest, Definition, OneEven};
use misere::notation::{Notation, Written, parse, write};
use misere::parts::FormalDifference;

fn cut(name: &str) -> Cut {
    match ruleset(name).unwrap().shape() {
        Shape::Cut(cut) => cut.clone(),
        _ => panic!("{name} is a cut game"),
    }
}

/// Definition 8 of *Breaking*, condition by condition, with values and options by definition.
#[test]
fn the_conditions_of_the_ap_test_are_those_of_the_definition() {
    let budget = Budget::default();
    let mut outcomes = BTreeSet::new();
    for (name, p, s) in [
        ("cut{1,4}", 24, 8),
        ("cut{1,4}", 12, 4),
        ("cut{1,4}", 24, 7),
        ("cut{2}", 2, 1),
        ("cut{2}", 4, 2),
        ("cut{1}", 2, 2),
        ("cut{1,3,4}", 4, 2),
        ("cut{1,3,4}", 4, 3),
        ("cut{1,2,3}", 1, 1),
        ("cut{1,2}", 5, 4),
        ("cut{3,4}", 3, 1),
    ] {
        let game = ruleset(name).unwrap();
        let mut values = Definition::new(&*game).unwrap();
        let mut value = |n: u64| {
            let value = values.value(Position::heap(n), &budget).unwrap();
            value.to_u64().unwrap()
        };
        let ap1 = (1..=3 * p).find(|&n| value(n + p) != value(n) + s);
        let image: BTreeSet<u64> = (1..=p).map(&mut value).collect();
        let ap2 = image == (0..s).collect::<BTreeSet<u64>>();
        let mut ap3 = None;
        for n in 3 * p + 1..=4 * p {
            let with_cuts = |option: &Heaps| option.iter().map(|(_, k)| k).sum::<u64>() > 2;
            let options = game.options(Position::heap(n)).filter(with_cuts);
            let sum = |option: Heaps| {
                let odd = option.iter().filter(|(_, copies)| copies % 2 == 1);
                odd.map(|(heap, _)| heap.size()).collect::<Vec<u64>>()
            };
            let sums: Vec<Vec<u64>> = options.map(sum).collect();
            let reached: BTreeSet<u64> = sums
                .iter()
                .map(|heaps| heaps.iter().fold(0, |total, &h| total ^ value(h)))
                .collect();
            ap3 = ap3.or((0..s).find(|g| !reached.contains(g)).map(|g| (n, g)));
        }
        let found = ApTest::new(&cut(name), p, s, &budget).unwrap();
        assert_eq!(found.ap1, ap1, "{name}, {p}, {s}");
        assert_eq!(found.ap2.is_none(), ap2, "{name}, {p}, {s}");
        assert_eq!(found.ap3, ap3, "{name}, {p}, {s}");
        if let Some(Ap2Failure::Missing(g)) = found.ap2 {
            assert!(g < s && !image.contains(&g));
        }
        outcomes.insert((ap1.is_none(), ap2, ap3.is_none(), found.passes()));
    }
    // Each condition holds somewhere and fails somewhere.
    for at in 0..3 {
        let of = |outcome: &(bool, bool, bool, bool)| [outcome.0, outcome.1, outcome.2][at];
        assert!(outcomes.iter().any(of) && !outcomes.iter().all(of), "{at}");
    }
    assert!(outcomes.contains(&(true, true, true, true)));
}

/// Definition 2.5 of *Josephus Nim*: the parts of G_s are the positions of value s, each once.
#[test]
fn the_sets_of_josephus_nim_are_the_positions_of_a_value() {
    const MOST: u64 = 40;
    let budget = Budget::default();
    let game = ruleset("josephus").unwrap();
    let mut values = Definition::new(&*game).unwrap();
    let mut seen = BTreeSet::new();
    for s in 0..=MOST + 6 {
        for (part, positions) in positions_of_value(s, MOST, &budget).unwrap() {
            assert!(!positions.is_empty());
            for (x, y) in positions {
                assert!(seen.insert((x, y)), "({x},{y}) twice");
                let value = values.value(Position::pair(x, y), &budget).unwrap();
                assert_eq!(value.to_u64(), Some(s), "({x},{y})");
                assert_eq!(place(&x.into(), &y.into()).part, part, "({x},{y})");
            }
        }
    }
    assert_eq!(seen.len() as u64, (MOST + 1) * (MOST + 1));
    // Far beyond the board, and beyond the budget.
    assert!(
        positions_of_value(u64::MAX, MOST, &budget)
            .unwrap()
            .is_empty()
    );
    let mut small = Budget::default();
    small.max_memory = Some(1000);
    assert!(positions_of_value(1, 1_000_000, &small).is_err());
}

/// Every k-th number, with the circle as a list that is walked through.
#[test]
fn every_kth_number_is_removed() {
    for v in 0..30u64 {
        for k in 1..40u64 {
            let mut circle: Vec<u64> = (1..=v).collect();
            let (mut at, mut order) = (0, Vec::new());
            while !circle.is_empty() {
                for _ in 1..k {
                    at = (at + 1) % circle.len();
                }
                order.push(circle.remove(at));
                if at == circle.len() {
                    at = 0;
                }
            }
            let every = NonZeroU64::new(k).unwrap();
            let found = elimination_of_every(v, every, &Budget::default()).unwrap();
            assert_eq!(found, order, "{v}, {k}");
        }
    }
}

/// Corollary 6.9 and the definition of 𝒟, on all differences of games born by day 3.
#[test]
fn formal_differences_form_a_group() {
    let mut u = Universe::new();
    let games: Vec<Game> = u.games_born_by(3).unwrap();
    let mut all = Vec::new();
    for &plus in &games {
        for &minus in &games {
            all.push(FormalDifference { plus, minus });
        }
    }
    let mut equal = 0;
    for &d in &all {
        for &e in &all {
            let same = d.equals(&mut u, e).unwrap();
            equal += usize::from(same);
            let (left, right) = (d.as_game(&mut u).unwrap(), e.as_game(&mut u).unwrap());
            // A difference that is a game equals exactly the others that are the same game.
            if left.is_some() || right.is_some() {
                assert_eq!(same, left == right);
            }
            let difference = d.add(&mut u, e.negated()).unwrap();
            let zero = FormalDifference::zero(&u);
            assert_eq!(difference.equals(&mut u, zero).unwrap(), same);
        }
    }
    assert!(equal > all.len());
    // As expressions: nested, multiplied, and refused where a game is needed.
    for (left, right, same) in [
        ("2 - 4", "0", false),
        ("(2 - 4) + 4", "2", true),
        ("2·(2 - 4)", "2 + 2 - (4 + 4)", true),
        ("3·(2# - 4) - (2# - 4)", "2·2# - 2·4", true),
        ("2## - 2", "{2##, 2[##1], 2[#-2]}", true),
        ("1 - 0", "0 - 1", true),
    ] {
        let mut value = |text| evaluate_difference(&parse(text).unwrap(), &mut u).unwrap();
        let (left_value, right_value) = (value(left), value(right));
        let found = left_value.equals(&mut u, right_value).unwrap();
        assert_eq!(found, same, "{left} and {right}");
    }
    for text in ["(2 - 4)#", "{2 - 4, 0}", "(2 - 4)^-"] {
        let error = evaluate_difference(&parse(text).unwrap(), &mut u).unwrap_err();
        assert!(error.to_string().contains("4 is not a part of 2"), "{text}");
    }
}

#[test]
fn games_are_found_among_those_of_a_day() {
    let mut u = Universe::new();
    let day = Day::new(5).unwrap();
    let lister = day.lister(&mut u).unwrap();
    for g in day.games().step_by(997) {
        let game = lister.game(&mut u, g).unwrap();
        assert_eq!(lister.find(&u, game), Some(g));
    }
    let late = u.nim(6).unwrap();
    assert_eq!(lister.find(&u, late), None);
}

/// The notation of the paper differs from Conway's for odd games alone, and is read back.
#[test]
fn the_notation_of_the_paper() {
    let mut u = Universe::new();
    let day = Day::new(5).unwrap();
    let lister = day.lister(&mut u).unwrap();
    let mut different = 0;
    for g in day.games().take(22).chain(day.games().step_by(5003)) {
        let game = lister.game(&mut u, g).unwrap();
        let mut text = |notation| match write(&mut u, game, notation, 10_000).unwrap() {
            Written::Text(text) => text,
            Written::TooLong(_) => panic!("short games"),
        };
        let (paper, conway) = (text(Notation::Paper), text(Notation::Conway));
        assert_eq!(u.eval(&paper).unwrap(), game, "{paper}");
        assert!(paper.len() <= conway.len(), "{paper}, {conway}");
        if paper != conway {
            different += 1;
            assert_ne!(game, u.even_associate(game), "{paper}");
        }
    }
    assert!(different > 0);
    for (game, paper) in [
        ("2# + 1", "2#3"),
        ("2[#1]2#", "2[#1]2#"),
        ("(2#3)#", "2[#1#]"),
    ] {
        let game = u.eval(game).unwrap();
        let written = write(&mut u, game, Notation::Paper, 100).unwrap();
        assert_eq!(written, Written::Text(paper.into()));
    }
}

/// A reduced option has the value of the option, and no pairs or heaps without moves.
#[test]
fn reduced_options_have_the_values_of_the_options() {
    let budget = Budget::default();
    for name in [
        "divide-and-residue",
        "complement-grundy",
        "dividing",
        "0.77",
        "fullset-maliquot",
        "cut{1,4}",
    ] {
        let game = ruleset(name).unwrap();
        let mut values = Definition::new(&*game).unwrap();
        let table = |reduced| {
            let heaps = game.smallest()..=14;
            OptionsTable::new(&*game, heaps, reduced, &budget)
                .unwrap()
                .rows
        };
        for (full, reduced) in table(false).into_iter().zip(table(true)) {
            assert_eq!(full.nim_value, reduced.nim_value);
            let mut all = |options: &[String]| -> BTreeSet<u64> {
                let value = |option: &String| {
                    let mut total = 0;
                    for term in option.split(" + ").filter(|term| *term != "∅") {
                        let (heap, copies) = term.split_once('×').unwrap_or((term, "1"));
                        let (heap, copies): (u64, u64) =
                            (heap.parse().unwrap(), copies.parse().unwrap());
                        let value = values.value(Position::heap(heap), &budget).unwrap();
                        total ^= value.to_u64().unwrap() * (copies % 2);
                    }
                    total
                };
                options.iter().map(value).collect()
            };
            assert_eq!(
                all(&full.options),
                all(&reduced.options),
                "{name}({})",
                full.heap
            );
            assert!(reduced.options.iter().all(|option| !option.contains('×')));
            let distinct: BTreeSet<&String> = reduced.options.iter().collect();
            assert_eq!(distinct.len(), reduced.options.len());
        }
    }
}

#[test]
fn boards_have_the_values_of_the_definition() {
    let budget = Budget::default();
    for name in [
        "josephus",
        "josephus-nonnegative{a=3/2}",
        "josephus{ratio=3;part=3}",
        "wythoff",
    ] {
        let game = ruleset(name).unwrap();
        let mut values = Definition::new(&*game).unwrap();
        let board = NimBoard::new(&*game, 3..=12, &budget).unwrap();
        for (row, y) in board.rows.iter().zip(3u64..) {
            for (cell, x) in row.iter().zip(3u64..) {
                let position = Position::pair(x, y);
                let expected = game
                    .is_position(position)
                    .then(|| values.value(position, &budget).unwrap().to_string());
                assert_eq!(
                    cell.as_ref().map(ToString::to_string),
                    expected,
                    "{name}({x},{y})"
                );
            }
        }
    }
    let game = ruleset("wythoff").unwrap();
    assert!(NimBoard::new(&*game, 0..=u64::MAX, &budget).is_err());
}

/// Definition 14: φ_p(2cq + s) is 6q plus what the table has for s.
#[test]
fn the_tables_of_phi_are_phi() {
    let budget = Budget::default();
    for c in 3..9u64 {
        let game = OneEven::new(c).unwrap();
        let cut = cut(&format!("cut{{1,{}}}", 2 * c));
        let found = OneEvenGame::new(&cut, &[1, 2, 3, 4, 6], None, &budget)
            .unwrap()
            .unwrap();
        assert_eq!(found.rows.concat().len() as u64, 12 * c);
        for table in &found.phi {
            let p = table.p;
            for n in 2 * c + p..20 * c {
                let (q, s) = ((n - 1) / (2 * c), (n - 1) % (2 * c) + 1);
                let column = table.columns[usize::try_from(s - 1).unwrap()];
                assert_eq!(column.s, s);
                assert_eq!(
                    game.phi(p, n),
                    Some(6 * q + column.s_image),
                    "c = {c}, p = {p}, {n}"
                );
                assert_eq!((column.r + p - 1) % (2 * c), s % (2 * c));
                assert_eq!((column.r_image + p - 1) % 6, column.s_image % 6);
            }
        }
    }
    assert_eq!(
        OneEvenGame::new(&cut("cut{1,2,3}"), &[2], None, &budget).unwrap(),
        None
    );
    // Floors and ceilings of Definition 8, with the last clause.
    let cut = cut("cut{1,6}");
    let parts = |list: &[u64]| {
        let found = OneEvenGame::new(&cut, &[], Some(list), &budget)
            .unwrap()
            .unwrap();
        let bounds = found.partition.unwrap();
        (bounds.kind, bounds.floor, bounds.ceiling)
    };
    assert_eq!(parts(&[12, 8]), ("intermediate", vec![7, 7], vec![12, 12]));
    assert_eq!(parts(&[13, 7]), ("entering", vec![13, 7], vec![13, 12]));
    assert_eq!(
        parts(&[13, 13]),
        ("entering and exiting", vec![13, 13], vec![13, 13])
    );
    assert_eq!(
        parts(&[14, 15, 18]),
        ("intermediate", vec![13, 13, 14], vec![18, 18, 18])
    );
}

/// An octal game with a pass, with the values of the game itself from its own evaluator.
#[test]
fn a_pass_is_used_once() {
    let budget = Budget::default();
    for name in ["0.77", "0.37", "subtraction{1,3}", "nim"] {
        let game = ruleset(name).unwrap();
        let with_pass = ruleset(&format!("pass({name})")).unwrap();
        let mut plain = Definition::new(&*game).unwrap();
        let mut passing = Definition::new(&*with_pass).unwrap();
        let mut known: Vec<u64> = Vec::new();
        for n in 0..30u64 {
            let mut value = |heap: u64| {
                let value = plain.value(Position::heap(heap), &budget).unwrap();
                value.to_u64().unwrap()
            };
            let mut options = BTreeSet::new();
            if n > 0 {
                options.insert(value(n));
            }
            for option in game.options(Position::heap(n)) {
                let heaps: Vec<u64> = option
                    .iter()
                    .flat_map(|(heap, k)| {
                        std::iter::repeat_n(heap.size(), usize::try_from(k).unwrap())
                    })
                    .collect();
                if heaps.is_empty() {
                    options.insert(0);
                }
                for holder in 0..heaps.len() {
                    let mut total = 0;
                    for (i, &heap) in heaps.iter().enumerate() {
                        let with = usize::try_from(heap).unwrap();
                        total ^= if i == holder {
                            known[with]
                        } else {
                            value(heap)
                        };
                    }
                    options.insert(total);
                }
            }
            let values = 0..=options.len() as u64;
            known.push(values.into_iter().find(|g| !options.contains(g)).unwrap());
            let found = passing.value(Position::heap(n), &budget).unwrap();
            assert_eq!(
                found.to_u64(),
                Some(known[usize::try_from(n).unwrap()]),
                "{name}({n})"
            );
        }
    }
}
