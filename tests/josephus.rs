//! Takahashi, Manabe and Miyadera, *Josephus Nim*: every lemma and theorem, for small numbers by
//! the definitions and for long numbers by the relations between them.

use std::collections::BTreeSet;

use misere::heaps::{Position, Ruleset, ruleset};
use misere::limits::Budget;
use misere::nim::josephus::{
    Part, Targets, elimination, grundy, moves_to, place, survivor, winning_moves,
};
use misere::nim::{Definition, methods};
use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

type Pair = (u64, u64);

const EDGE: u64 = 80;

fn board() -> impl Iterator<Item = Pair> {
    (0..=EDGE).flat_map(|x| (0..=EDGE).map(move |y| (x, y)))
}

/// The board X of Section 3.
fn in_x((x, y): Pair) -> bool {
    x >= 2 * y
}

fn moves(game: &dyn Ruleset, (x, y): Pair) -> BTreeSet<Pair> {
    let options = game.options(Position::pair(x, y));
    options
        .map(|option| {
            let (position, copies) = option.iter().next().unwrap();
            assert_eq!((option.iter().len(), copies), (1, 1));
            (position.coordinates()[0], position.coordinates()[1])
        })
        .collect()
}

/// 𝒢_{s,n} of Definition 2.5.
fn in_numbered(s: u64, n: u32, (x, y): Pair) -> bool {
    let number = (2 * s + 1) << n;
    x == number - 1 + y && y < number
}

/// ⋃ 𝒢_{s,n}, which is 𝒢_{X,s} of Definition 3.2; x + 1 ≥ 2^n bounds n.
fn in_any_numbered(s: u64, pair: Pair) -> bool {
    (0..=7).any(|n| in_numbered(s, n, pair))
}

/// 𝒢_{s,a} ∪ 𝒢_{s,b} of Definition 2.5.
fn in_a_or_b(s: u64, (x, y): Pair) -> bool {
    let k = x / 2;
    // 2^(s−k−1) + k ≤ y bounds s − k where y does.
    k < s && s - k <= 7 && ((1 << (s - k - 1)) + k..(1 << (s - k)) + k).contains(&y)
}

fn in_class(s: u64, pair: Pair) -> bool {
    in_any_numbered(s, pair) || in_a_or_b(s, pair)
}

fn big(number: u64) -> BigUint {
    number.into()
}

#[test]
fn natural_weights_have_the_moves_of_weight_1() {
    // Lemma 2.2, inequality by inequality.
    for a in 1..=6i64 {
        for w in -100..=100i64 {
            for t in -60..=60 {
                let half = w.div_euclid(2);
                let scaled = (a * w).div_euclid(2);
                assert_eq!(t <= half, a * t <= scaled);
                assert_eq!(-2 * t <= half, -2 * a * t <= scaled);
            }
        }
    }
    // Lemma 2.3.
    let one = ruleset("josephus").unwrap();
    for weight in ["josephus{a=2}", "josephus{a=3}", "josephus{a=17}"] {
        let game = ruleset(weight).unwrap();
        for pair in board().filter(|&(x, y)| x <= 40 && y <= 40) {
            assert_eq!(moves(&*game, pair), moves(&*one, pair), "{weight} {pair:?}");
        }
    }
}

#[test]
fn other_weights_have_other_moves() {
    // Remark 2.1: with a = 3/2 two stones weigh 3, and half of that is not enough for one.
    let (one, other) = (
        ruleset("josephus").unwrap(),
        ruleset("josephus{a=3/2}").unwrap(),
    );
    assert_eq!(moves(&*one, (2, 0)), BTreeSet::from([(1, 0)]));
    assert!(moves(&*other, (2, 0)).is_empty());
    assert!(methods(&*other).closed_form.is_none());
    let mut values = Definition::new(&*other).unwrap();
    let differs = |pair: &Pair| {
        let position = Position::pair(pair.0, pair.1);
        let value = values.value(position, &Budget::default()).unwrap();
        value.to_u64() != u64::try_from(grundy(&big(pair.0), &big(pair.1))).ok()
    };
    assert_eq!(
        board().filter(|p| p.0 <= 20).find(differs),
        Some((2, 0)),
        "the first position whose value is another one"
    );
}

#[test]
fn the_classes_are_the_nim_values() {
    // Theorems 2.2 and 3.1.
    let budget = Budget::default();
    for (name, nonnegative) in [
        ("josephus", false),
        ("josephus{a=5}", false),
        ("josephus-nonnegative", true),
    ] {
        let game = ruleset(name).unwrap();
        let mut values = Definition::new(&*game).unwrap();
        let form = methods(&*game).closed_form.unwrap();
        for pair in board() {
            let position = Position::pair(pair.0, pair.1);
            let coordinates = [big(pair.0), big(pair.1)];
            assert_eq!(game.is_position(position), !nonnegative || in_x(pair));
            if !game.is_position(position) {
                assert!((form.value)(&coordinates, &budget).is_err());
                continue;
            }
            let value = values.value(position, &budget).unwrap();
            assert_eq!((form.value)(&coordinates, &budget).unwrap(), value);
            let s = value.to_u64().unwrap();
            assert!(in_class(s, pair), "{name} {pair:?}");
            if nonnegative {
                assert!(in_any_numbered(s, pair));
            }
        }
    }
    // No position is in two classes.
    for pair in board() {
        let classes = (0..=2 * EDGE).filter(|&s| in_class(s, pair)).count();
        assert_eq!(classes, 1, "{pair:?}");
    }
}

#[test]
fn the_place_is_in_the_definition() {
    for pair in board() {
        let place = place(&big(pair.0), &big(pair.1));
        let s = u64::try_from(&place.value).unwrap();
        match place.part {
            Part::Numbered(n) => assert!(in_numbered(s, u32::try_from(n).unwrap(), pair)),
            Part::A | Part::B => {
                assert!(in_a_or_b(s, pair));
                assert_eq!(place.part == Part::B, pair.0 % 2 == 1);
            }
        }
    }
    assert_eq!(place(&big(30), &big(10)).to_string(), "G_{10,0}");
    assert_eq!(place(&big(5), &big(9)).to_string(), "G_{5,b}");
}

#[test]
fn lemma_2_4() {
    for h in 0..=30u64 {
        for x in [2 * h, 2 * h + 1] {
            for s in h + 2..=h + 7 {
                for j in h + 1..(1 << (s - h - 1)) + h {
                    assert!((h + 1..s).any(|i| in_a_or_b(i, (x, j))), "(i) ({x},{j})");
                }
            }
            for y in 0..=h {
                assert!(
                    (0..=h).any(|i| in_any_numbered(i, (x, y))),
                    "(ii) ({x},{y})"
                );
            }
        }
    }
    for pair in board() {
        for s in (0..=EDGE).filter(|&s| in_a_or_b(s, pair)) {
            assert!(pair.0 < 2 * s && 2 * pair.1 > pair.0, "(iii) {pair:?}");
        }
    }
}

#[test]
fn lemmas_2_5_to_2_7() {
    let game = ruleset("josephus").unwrap();
    for pair in board() {
        let options = moves(&*game, pair);
        let leads_to = |s: u64| options.iter().any(|&option| in_class(s, option));
        for s in 0..=60 {
            if in_class(s, pair) {
                assert!(!leads_to(s), "Lemma 2.5 at {pair:?}");
            } else if pair.0 >= 2 * s {
                let numbered = options.iter().any(|&option| in_any_numbered(s, option));
                assert!(numbered, "Lemma 2.6 for {s} at {pair:?}");
            } else if !(0..s).any(|i| in_class(i, pair)) {
                assert!(leads_to(s), "Lemma 2.7 for {s} at {pair:?}");
            }
        }
    }
}

#[test]
fn lemmas_3_1_to_3_4() {
    let (all, nonnegative) = (
        ruleset("josephus").unwrap(),
        ruleset("josephus-nonnegative").unwrap(),
    );
    for pair in board() {
        for s in 0..=EDGE {
            assert!(!in_any_numbered(s, pair) || in_x(pair), "Lemma 3.2 (i)");
            assert!(!in_a_or_b(s, pair) || !in_x(pair), "Lemma 3.2 (ii)");
        }
        if !in_x(pair) {
            continue;
        }
        let options = moves(&*nonnegative, pair);
        // Lemma 3.1, and more: moves never leave X, so the two games agree there.
        assert_eq!(options, moves(&*all, pair));
        assert!(options.iter().all(|&option| in_x(option)));
        for s in 0..=60 {
            let leads_to = options.iter().any(|&option| in_any_numbered(s, option));
            if in_any_numbered(s, pair) {
                assert!(!leads_to, "Lemma 3.3 at {pair:?}");
            } else if !(0..s).any(|i| in_any_numbered(i, pair)) {
                assert!(leads_to, "Lemma 3.4 for {s} at {pair:?}");
            }
        }
    }
}

#[test]
fn the_josephus_problem() {
    let budget = Budget::default();
    let orders: Vec<Vec<u64>> = (0..=441)
        .map(|v| elimination(v, &budget).unwrap())
        .collect();
    assert_eq!(orders[7], [2, 4, 6, 1, 5, 3, 7]);
    // F_s(v) = e_{v−s}.
    let f = |s: usize, v: usize| orders[v][v - s - 1];
    for v in 1..=220usize {
        for s in 0..v {
            let found = survivor(&big(v as u64), &big(s as u64)).unwrap();
            assert_eq!(found, big(f(s, v)), "Theorem 4.1 or Lemma 4.1: F_{s}({v})");
            assert_eq!(f(s, 2 * v), 2 * f(s, v) - 1, "Lemma 4.2");
            assert_eq!(f(s, 2 * v + 1), 2 * f(s, v) + 1, "Lemma 4.2");
        }
    }
    for s in 1..=100 {
        for k in 1..=s {
            assert_eq!(f(s, s + k), 2 * k as u64, "Lemma 4.1");
        }
        assert_eq!(f(s, 2 * s + 1), 1, "Lemma 4.1");
    }
    // Theorem 4.2.
    for pair in board().filter(|&pair| in_x(pair)) {
        let s = grundy(&big(pair.0), &big(pair.1));
        let s = usize::try_from(s).unwrap();
        let v = usize::try_from(pair.0).unwrap() + 1;
        assert_eq!(f(s, v), 2 * pair.1 + 1, "Theorem 4.2 at {pair:?}");
    }
    assert_eq!(survivor(&big(7), &big(7)), None);
    assert_eq!(survivor(&big(0), &big(0)), None);
    assert!(elimination(0, &budget).unwrap().is_empty());
}

/// Each position of an interval.
fn listed(targets: &[Targets]) -> BTreeSet<Pair> {
    let number = |n: &BigUint| u64::try_from(n).unwrap();
    let mut pairs = BTreeSet::new();
    for target in targets {
        for y in number(target.y.start())..=number(target.y.end()) {
            assert!(pairs.insert((number(&target.x), y)), "listed twice");
        }
    }
    pairs
}

#[test]
fn moves_to_a_value_are_all_such_moves() {
    let game = ruleset("josephus").unwrap();
    for pair in board() {
        let options = moves(&*game, pair);
        let (x, y) = (big(pair.0), big(pair.1));
        let value = |&(x, y): &Pair| grundy(&big(x), &big(y));
        for s in 0..=EDGE {
            let expected = options.iter().copied().filter(|o| value(o) == big(s));
            let found = moves_to(&big(s), &x, &y);
            assert_eq!(listed(&found), expected.collect(), "{s} from {pair:?}");
        }
        let winning = listed(&winning_moves(&x, &y)).len();
        assert_eq!(winning, usize::from(value(&pair) != big(0)), "{pair:?}");
    }
}

#[test]
fn limits_are_obeyed() {
    let memory = Budget::default().with_max_memory(1 << 20);
    assert!(elimination(1 << 20, &memory).is_err());
    let time = Budget::timeout(std::time::Duration::ZERO);
    assert!(elimination(1 << 20, &time).is_err());
}

/// Whether the rules allow the move, by the inequalities of Lemma 2.3 with whole numbers.
fn is_move(from: (&BigUint, &BigUint), to: (&BigUint, &BigUint)) -> bool {
    let int = |n: &BigUint| BigInt::from(n.clone());
    let ((x, y), (u, v)) = ((int(from.0), int(from.1)), (int(to.0), int(to.1)));
    let weight = &x - 2 * &y;
    if y == v {
        u < x && 2 * (&x - &u) <= weight
    } else {
        x == u && v < y && -4 * (&y - &v) <= weight
    }
}

fn long_number() -> impl Strategy<Value = BigUint> {
    // Numbers of all lengths up to some three hundred decimal digits.
    (prop::collection::vec(any::<u32>(), 0..32), 0u32..32)
        .prop_map(|(words, shift)| BigUint::new(words) >> shift)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// No option has the value of the position, and every smaller value is reached.
    #[test]
    fn long_numbers_are_consistent(
        x in long_number(),
        y in long_number(),
        below in prop::collection::vec(any::<u64>(), 6),
        near in 0u32..3,
    ) {
        let values = [grundy(&x, &y)];
        prop_assert_eq!(moves_to(&values[0], &x, &y), []);
        // Values spread over all smaller ones, and those next to the ends.
        let mut smaller: Vec<BigUint> = below.iter().map(|&part| (&values[0] * part) >> 64).collect();
        smaller.push(near.into());
        smaller.extend((values[0] > near.into()).then(|| &values[0] - near - 1u32));
        for s in smaller.into_iter().filter(|s| *s < values[0]) {
            let targets = moves_to(&s, &x, &y);
            prop_assert!(!targets.is_empty(), "{} is not reached", s);
            for target in targets {
                for end in [target.y.start(), target.y.end()] {
                    prop_assert!(is_move((&x, &y), (&target.x, end)));
                    prop_assert_eq!(&grundy(&target.x, end), &s);
                }
            }
        }
    }

    /// Options picked at random have another value than the position, and that move is found.
    #[test]
    fn random_moves_of_long_numbers(x in long_number(), y in long_number(), part: u64) {
        let value = grundy(&x, &y);
        let mut options = Vec::new();
        let twice: BigUint = &y << 1u32;
        if x >= &twice + 2u32 {
            let most: BigUint = (&x - &twice) >> 1u32;
            let taken = ((&most * part) >> 64) + 1u32;
            options.push((&x - taken, y.clone()));
        }
        if y > BigUint::ZERO {
            let left = (&y * part) >> 64;
            options.push((x.clone(), left));
        }
        for (u, v) in options {
            if !is_move((&x, &y), (&u, &v)) {
                continue;
            }
            let s = grundy(&u, &v);
            prop_assert_ne!(&s, &value);
            let found = moves_to(&s, &x, &y);
            prop_assert!(found.iter().any(|t| t.x == u && t.y.contains(&v)));
        }
    }

    /// Lemma 4.2 and Theorem 4.2 for long numbers.
    #[test]
    fn the_josephus_problem_with_long_numbers(v in long_number(), s in long_number(), y in long_number()) {
        prop_assume!(s < v);
        let found = survivor(&v, &s).unwrap();
        prop_assert!(found >= 1u32.into() && found <= v);
        prop_assert_eq!(survivor(&(&v << 1u32), &s).unwrap(), (&found << 1u32) - 1u32);
        prop_assert_eq!(survivor(&((&v << 1u32) + 1u32), &s).unwrap(), (&found << 1u32) + 1u32);
        let x = &v + (&y << 1u32);
        prop_assert_eq!(survivor(&(&x + 1u32), &grundy(&x, &y)).unwrap(), (&y << 1u32) + 1u32);
    }
}
