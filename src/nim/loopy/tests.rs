//! Values against retrograde analysis of explicit sums.

use proptest::prelude::*;
use rustc_hash::FxHashMap;

use super::*;
use crate::heaps::{HeapOptions, Heaps, ruleset};
use crate::nim::NimValue;

/// A game given by the options of each position.
#[derive(Clone, Debug)]
struct Drawn(Vec<Vec<u64>>);

impl Ruleset for Drawn {
    fn name(&self) -> String {
        format!("{:?}", self.0)
    }

    fn rule(&self) -> String {
        "follow an arrow".into()
    }

    fn source(&self) -> &'static str {
        "drawn by chance"
    }

    fn is_position(&self, position: Position) -> bool {
        position.size() < self.0.len() as u64
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let at = usize::try_from(position.size()).unwrap();
        Box::new(self.0[at].iter().map(|&to| Heaps::heap(to)))
    }

    fn is_loopy(&self) -> bool {
        true
    }
}

type Sum = Vec<Position>;

fn moved(sum: &[Position], component: usize, to: Position) -> Sum {
    let mut next = sum.to_vec();
    next[component] = to;
    next
}

/// Outcomes of all sums that can be reached from one, by retrograde analysis: lost without moves
/// or if all moves are to won positions, won with a move to a lost one, and drawn otherwise.
fn retrograde(games: &[&dyn Ruleset], start: Sum) -> FxHashMap<Sum, LoopyOutcome> {
    let mut options: FxHashMap<Sum, Vec<Sum>> = FxHashMap::default();
    let mut pending = vec![start];
    while let Some(sum) = pending.pop() {
        if options.contains_key(&sum) {
            continue;
        }
        let mut moves = Vec::new();
        for (component, game) in games.iter().enumerate() {
            for option in game.options(sum[component]) {
                let (to, _) = option.iter().next().unwrap();
                moves.push(moved(&sum, component, to));
            }
        }
        pending.extend(moves.iter().cloned());
        options.insert(sum, moves);
    }
    let mut outcomes: FxHashMap<Sum, LoopyOutcome> = FxHashMap::default();
    loop {
        let known = outcomes.len();
        for (sum, moves) in &options {
            if outcomes.contains_key(sum) {
                continue;
            }
            let is = |to: &Sum, outcome| outcomes.get(to) == Some(&outcome);
            let outcome = if moves.iter().any(|to| is(to, LoopyOutcome::Previous)) {
                LoopyOutcome::Next
            } else if moves.iter().all(|to| is(to, LoopyOutcome::Next)) {
                LoopyOutcome::Previous
            } else {
                continue;
            };
            outcomes.insert(sum.clone(), outcome);
        }
        if outcomes.len() == known {
            break;
        }
    }
    for sum in options.into_keys() {
        outcomes.entry(sum).or_insert(LoopyOutcome::Draw);
    }
    outcomes
}

/// Checks the outcome and the moves of a sum.
fn agrees(games: &[&dyn Ruleset], start: &[Position], bounds: &Bounds) -> usize {
    let components: Vec<(&dyn Ruleset, Position)> =
        games.iter().copied().zip(start.iter().copied()).collect();
    let found = loopy_moves(&components, bounds, &Budget::default()).unwrap();
    let truth = retrograde(games, start.to_vec());
    let mut undecided = 0;
    let mut check = |found: LoopyOutcome, sum: &[Position]| match found {
        LoopyOutcome::Undecided => undecided += 1,
        decided => assert_eq!(decided, truth[sum], "{sum:?} in {start:?}"),
    };
    check(found.outcome, start);
    let mut count = 0;
    for m in &found.moves {
        let (to, _) = m.to.iter().next().unwrap();
        check(m.result, &moved(start, m.component, to));
        count += 1;
    }
    let distinct = games.iter().zip(start).map(|(game, &position)| {
        let options: std::collections::BTreeSet<Heaps> = game.options(position).collect();
        options.len()
    });
    assert_eq!(count, distinct.sum::<usize>());
    undecided
}

fn drawn(size: usize) -> impl Strategy<Value = Drawn> {
    let options = prop::collection::vec(0..size as u64, 0..4);
    prop::collection::vec(options, size).prop_map(Drawn)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn sums_of_two(a in drawn(9), b in drawn(7)) {
        for x in 0..9 {
            for y in 0..7 {
                let start = [Position::heap(x), Position::heap(y)];
                let undecided = agrees(&[&a, &b], &start, &Bounds::default());
                prop_assert_eq!(undecided, 0);
            }
        }
    }

    #[test]
    fn sums_of_three(a in drawn(6), b in drawn(5), c in drawn(4)) {
        let start = [Position::heap(0), Position::heap(0), Position::heap(0)];
        prop_assert_eq!(agrees(&[&a, &b, &c], &start, &Bounds::default()), 0);
    }

    #[test]
    fn a_loopy_position_beside_nim(a in drawn(12), heap in 0u64..5) {
        let nim = ruleset("nim").unwrap();
        let start = [Position::heap(0), Position::heap(heap)];
        prop_assert_eq!(agrees(&[&a, &*nim], &start, &Bounds::default()), 0);
    }

    /// What is decided on a part of the graph is true on the whole.
    #[test]
    fn values_decided_within_bounds_are_true(
        a in drawn(20),
        heap in 0u64..4,
        largest_heap in 5u64..20,
        positions in 1usize..12,
        moves in 1usize..60,
    ) {
        let nim = ruleset("nim").unwrap();
        let bounds = Bounds { largest_heap, positions, moves };
        let whole = loopy_value(&a, Position::heap(0), &Bounds::default(), &Budget::default());
        match loopy_value(&a, Position::heap(0), &bounds, &Budget::default()).unwrap() {
            Judgement::Undecided(undecided) => match whole.unwrap() {
                Judgement::Decided(LoopyValue::Infinite(set)) => {
                    prop_assert!(undecided.options.is_subset(&set));
                }
                Judgement::Decided(LoopyValue::Number(number)) => {
                    prop_assert!(!undecided.infinite);
                    let value = u32::try_from(number.to_u64().unwrap()).unwrap();
                    prop_assert!(!undecided.options.contains(&value));
                }
                Judgement::Undecided(_) => prop_assert!(false, "the whole graph decides"),
            },
            decided @ Judgement::Decided(_) => prop_assert_eq!(Ok(decided), whole),
        }
        agrees(&[&a, &*nim], &[Position::heap(0), Position::heap(heap)], &bounds);
        agrees(&[&a, &a], &[Position::heap(0), Position::heap(1)], &bounds);
    }

    /// Without loops the values are those of the definition.
    #[test]
    fn loop_free_games_have_their_nim_values(options in prop::collection::vec(prop::collection::vec(0u64..30, 0..5), 30)) {
        let options = options.into_iter().enumerate();
        let options = options.map(|(n, to)| to.into_iter().filter(|&to| to < n as u64).collect());
        let game = Drawn(options.collect());
        let mut values: Vec<u64> = Vec::new();
        for to in &game.0 {
            let taken: Vec<u64> = to.iter().map(|&to| values[usize::try_from(to).unwrap()]).collect();
            values.push((0..=taken.len() as u64).find(|value| !taken.contains(value)).unwrap());
        }
        let found = loopy_value(&game, Position::heap(29), &Bounds::default(), &Budget::default());
        prop_assert_eq!(found, Ok(NimValue::from(values[29]).into()));
    }
}

#[test]
fn small_loops() {
    for (options, value) in [
        (vec![vec![0]], "∞{}"),
        (vec![vec![]], "0"),
        (vec![vec![0, 1], vec![]], "∞{0}"),
        // Two positions that lead to each other, one of them with a way out.
        (vec![vec![1], vec![0]], "∞{}"),
        (vec![vec![1], vec![0, 2], vec![]], "0"),
        (vec![vec![1, 2], vec![0], vec![]], "1"),
        (vec![vec![1, 2], vec![0, 2], vec![]], "∞{0}"),
    ] {
        let game = Drawn(options);
        let found = loopy_value(
            &game,
            Position::heap(0),
            &Bounds::default(),
            &Budget::default(),
        );
        assert_eq!(found.unwrap().to_string(), value, "{game:?}");
    }
}

fn value(name: &str, heap: u64) -> String {
    let game = ruleset(name).unwrap();
    let found = loopy_value(
        &*game,
        Position::heap(heap),
        &Bounds::default(),
        &Budget::default(),
    );
    found.unwrap().to_string()
}

/// The table of Section 7 of Iannucci and Larsson.
#[test]
fn partial_sums() {
    let expected = ["0", "1", "1", "2", "1", "∞{0,1,2}", "1", "∞{0,1,2}", "3"];
    for (heap, expected) in (1..).zip(expected) {
        assert_eq!(value("partial-sums", heap), expected, "{heap}");
    }
}

/// "0, 1, 1, 0, 1, ∞, 1, 0, 1, 1, 1, ?", and the ? is 0.
#[test]
fn sums_of_divisors() {
    let expected = ["0", "1", "1", "0", "1", "∞{}", "1", "0", "1", "1", "1", "0"];
    for (heap, expected) in (1..).zip(expected) {
        assert_eq!(value("sum-of-divisors", heap), expected, "{heap}");
    }
    // 220 and 284 are amicable; 562 leads there; 25 leads to 6.
    for heap in [28, 220, 284, 562, 25, 8128, 12496] {
        assert_eq!(value("sum-of-divisors", heap), "∞{}", "{heap}");
    }
    assert!(value("sum-of-divisors", 276).starts_with("undecided: heaps beyond"));
    // A play of 177 moves, by way of 179931895322.
    assert_eq!(value("sum-of-divisors", 138), "1");
}

#[test]
fn plays_that_end_have_the_parity_of_their_length() {
    for heap in 1..250u64 {
        let (mut n, mut length) = (heap, 0);
        // Sums by trial, not by factors.
        while n > 1 && length < 40 && n < 100_000 {
            n = (1..n).filter(|&d| n.is_multiple_of(d)).sum();
            length += 1;
        }
        if n == 1 {
            assert_eq!(value("sum-of-divisors", heap), (length % 2).to_string());
        }
    }
}

#[test]
fn sums_of_primes_have_no_numbers() {
    for heap in 2..200 {
        assert_eq!(value("sum-of-primes", heap), "∞{}");
        assert_eq!(value("sum-of-prime-factors", heap), "∞{}");
    }
    // 14 → 9 → 6 → 5, and primes are the end.
    assert_eq!(value("sum-of-proper-prime-factors", 14), "1");
    assert_eq!(value("sum-of-proper-prime-factors", 4), "∞{}");
}

/// The sums that the paper plays.
#[test]
fn six_and_nine_is_a_draw() {
    let game = ruleset("partial-sums").unwrap();
    let play = |x: u64, y: u64| {
        let sum = [(&*game, Position::heap(x)), (&*game, Position::heap(y))];
        loopy_moves(&sum, &Bounds::default(), &Budget::default()).unwrap()
    };
    let moves = |found: &mut dyn Iterator<Item = &LoopyMove>| {
        let moves: Vec<(usize, String)> = found.map(|m| (m.component, m.to.to_string())).collect();
        moves
    };
    let nine = play(6, 9);
    assert_eq!(nine.outcome, LoopyOutcome::Draw);
    assert_eq!(moves(&mut nine.winning()), []);
    assert_eq!(moves(&mut nine.drawing()), [(0, "6".into())]);
    let seven = play(6, 7);
    assert_eq!(seven.outcome, LoopyOutcome::Next);
    let to = |heap: &str| (0, heap.to_owned());
    assert_eq!(moves(&mut seven.winning()), [to("2"), to("3"), to("5")]);
    assert_eq!(play(6, 8).outcome, LoopyOutcome::Draw);
    // With a heap of another ruleset, not loopy.
    let nim = ruleset("nim").unwrap();
    for heap in 0..6 {
        let sum = [(&*game, Position::heap(8)), (&*nim, Position::heap(heap))];
        let found = loopy_moves(&sum, &Bounds::default(), &Budget::default()).unwrap();
        let expected = match heap {
            0..3 => LoopyOutcome::Next,
            _ => LoopyOutcome::Draw,
        };
        assert_eq!(found.outcome, expected);
        agrees(&[&*game, &*nim], &[sum[0].1, sum[1].1], &Bounds::default());
    }
    for x in 1..=16 {
        for y in 1..=16 {
            let start = [Position::heap(x), Position::heap(y)];
            assert_eq!(agrees(&[&*game, &*game], &start, &Bounds::default()), 0);
        }
    }
}

/// From 24 on heaps may grow for ever, and most values are decided all the same.
#[test]
fn most_values_are_decided_where_heaps_grow_for_ever() {
    let semiperfect: Vec<u64> = (1..=60)
        .filter(|&heap| value("partial-sums", heap).starts_with('∞'))
        .filter(|&heap| {
            let game = ruleset("partial-sums").unwrap();
            game.options(Position::heap(heap))
                .any(|option| option == Heaps::heap(heap))
        })
        .collect();
    assert_eq!(
        semiperfect,
        [6, 12, 18, 20, 24, 28, 30, 36, 40, 42, 48, 54, 56, 60]
    );
    for heap in 1..=60 {
        assert!(!value("partial-sums", heap).contains("undecided"), "{heap}");
    }
}

#[test]
fn undecided_values_are_reported_and_partly_used() {
    let (divisors, sums, nim) = (
        ruleset("sum-of-divisors").unwrap(),
        ruleset("partial-sums").unwrap(),
        ruleset("nim").unwrap(),
    );
    let outcome = |components: &[(&dyn Ruleset, u64)]| {
        let components: Vec<_> = components
            .iter()
            .map(|&(game, heap)| (game, Position::heap(heap)))
            .collect();
        let found = loopy_moves(&components, &Bounds::default(), &Budget::default());
        found.unwrap().outcome
    };
    assert_eq!(outcome(&[(&*divisors, 276)]), LoopyOutcome::Undecided);
    assert_eq!(
        outcome(&[(&*divisors, 276), (&*nim, 5)]),
        LoopyOutcome::Undecided
    );
    // Two that never end make a draw, whatever 276 does.
    assert_eq!(
        outcome(&[(&*divisors, 276), (&*divisors, 6), (&*divisors, 28)]),
        LoopyOutcome::Draw
    );
    // More options than are enumerated, but 1 is one of them and is lost.
    let many = 720_720;
    let tight = Bounds {
        moves: 20_000,
        ..Bounds::default()
    };
    let found = loopy_value(&*sums, Position::heap(many), &tight, &Budget::default()).unwrap();
    assert!(
        matches!(&found, Judgement::Undecided(u) if u.options.contains(&0)),
        "{found}"
    );
    assert_eq!(outcome_of_sum([&found]), LoopyOutcome::Next);
}

#[test]
fn other_positions_are_refused_and_limits_obeyed() {
    let budget = Budget::default();
    let divisors = ruleset("sum-of-divisors").unwrap();
    for heap in [0, u64::MAX] {
        assert!(
            loopy_value(
                &*divisors,
                Position::heap(heap),
                &Bounds::default(),
                &budget
            )
            .is_err()
        );
    }
    let stopped = Budget::timeout(std::time::Duration::ZERO);
    let sums = ruleset("partial-sums").unwrap();
    let far = loopy_value(
        &*sums,
        Position::heap(1 << 40),
        &Bounds::default(),
        &stopped,
    );
    assert!(matches!(far, Err(NimError::Stopped(_))));
}
