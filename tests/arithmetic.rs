//! Statements of Iannucci and Larsson about games on arithmetic functions (Game values of
//! arithmetic functions), compared with the values by definition. Where the paper errs, the
//! corrected statement is tested, and a comment quotes the paper. Its tables and sequences are
//! tested as claims.

use std::collections::BTreeSet;

use misere::heaps::{
    Action, Arithmetic, Heaps, Position, Property, Ruleset, Selection, entries, ruleset,
};
use misere::limits::Budget;
use misere::nim::{Definition, DefinitionEvaluator, Evaluator, NimValue, methods};
use misere::numbers::{Factored, distance_to_even_power, is_prime};

/// The values by definition of the heaps from 0 on (0 for heaps that are no positions).
fn values(name: &str, to: u64) -> Vec<u32> {
    let game = ruleset(name).unwrap();
    values_of(&*game, to)
}

fn values_of(game: &dyn Ruleset, to: u64) -> Vec<u32> {
    let mut evaluator = DefinitionEvaluator::new(game).unwrap();
    evaluator.extend(to, &Budget::default()).unwrap();
    let before = vec![0; usize::try_from(evaluator.values().first()).unwrap()];
    [&before, evaluator.values().numbers().unwrap()].concat()
}

fn factored(n: usize) -> Factored<u64> {
    Factored::from_word((n as u64).try_into().unwrap())
}

fn prime(n: usize) -> bool {
    is_prime(&n.into())
}

/// A sum of heaps of rulesets, and its winning moves: which heap, and what is left of it.
fn winning_moves(sum: &[(&str, u64)]) -> Vec<(String, String)> {
    let budget = Budget::default();
    let games: Vec<_> = sum.iter().map(|(name, _)| ruleset(name).unwrap()).collect();
    let value = |i: usize, heaps: &Heaps| {
        let mut definition = Definition::new(&*games[i]).unwrap();
        definition.sum(heaps, &budget).unwrap()
    };
    let mut total = NimValue::default();
    for (i, &(_, heap)) in sum.iter().enumerate() {
        total ^= &value(i, &Heaps::heap(heap));
    }
    let mut moves = Vec::new();
    for (i, &(_, heap)) in sum.iter().enumerate() {
        let position = Position::heap(heap);
        let wanted = total.clone() ^ &value(i, &position.into());
        for option in games[i].options(position) {
            if value(i, &option) == wanted {
                moves.push((games[i].heap_name(position), option.to_string()));
            }
        }
    }
    moves
}

#[test]
fn winning_moves_of_the_examples() {
    for (sum, expected) in [
        // Example 5: exactly three winning moves.
        (
            &[("totient", 7), ("totative", 7)][..],
            &[
                ("totative(7)", "2"),
                ("totative(7)", "4"),
                ("totative(7)", "6"),
            ][..],
        ),
        // Section 2.1.1, play ending at 1 in both.
        (
            &[("totient", 7), ("subtraction{1,2;sink=1}", 7)],
            &[("totient(7)", "6"), ("subtraction{1,2;sink=1}(7)", "5")],
        ),
        (
            &[("totient", 48_114), ("subtraction{1,2;sink=1}", 3)],
            &[("subtraction{1,2;sink=1}(3)", "2")],
        ),
        // Example 10.
        (
            &[("dividing", 18), ("dividing", 7)],
            &[("dividing(18)", "2×9")],
        ),
        // Example 11.
        (&[("m-factoring", 12)], &[("m-factoring(12)", "3 + 2×2")]),
        // The first paragraph: 7+3 is lost, and 7+2 is won by 2+2+2+1.
        (&[("divide-and-residue", 7), ("divide-and-residue", 3)], &[]),
        // Example 5 again: a sum of totients in which every move loses.
        (
            &[
                ("totient", 2),
                ("totient", 3),
                ("totient", 4),
                ("totient", 5),
            ],
            &[],
        ),
    ] {
        let found = winning_moves(sum);
        let found: Vec<(&str, &str)> = found.iter().map(|(a, b)| (&**a, &**b)).collect();
        assert_eq!(found, expected, "{sum:?}");
    }
    let moves = winning_moves(&[("divide-and-residue", 7), ("divide-and-residue", 2)]);
    assert!(moves.contains(&("divide-and-residue(7)".into(), "2×3 + 1".into())));
}

#[test]
fn examples_with_larger_heaps() {
    // Section 2.1.1: 2·3^7·11 has class 10.
    assert_eq!(values("totient", 48_114)[48_114], 1);
    // Section 2.1.2: the options are 2^12 and 3^11; printed are the values of these.
    let nontotient = values("nontotient", 413_343);
    assert_eq!(nontotient[7168], 1);
    assert_eq!(nontotient[413_343], 0);
    for p in [2, 3, 5, 7, 11] {
        for k in 0..=5 {
            assert_eq!(nontotient[usize::pow(p, k)], k % 2, "{p}^{k}");
        }
    }
    // The table of `dist`, and its parity.
    let printed = [0, 1, 1, 0, 1, 1, 1, 1, 0, 2, 1, 2, 1, 2, 2, 0];
    for n in 1..20_000u64 {
        let distance = distance_to_even_power(n.try_into().unwrap());
        let at = usize::try_from(n).unwrap();
        assert_eq!(distance % 2, u64::from(nontotient[at]), "{n}");
        if let Some(&printed) = printed.get(at - 1) {
            assert_eq!(distance, printed, "{n}");
        }
    }
}

#[test]
fn saliquant_on_even_heaps() {
    let found = values("saliquant", 2000);
    let even: Vec<u32> = found.iter().copied().step_by(2).take(25).collect();
    let printed = [
        0, 0, 1, 1, 3, 2, 4, 6, 7, 4, 7, 5, 10, 12, 10, 13, 15, 8, 13, 9, 17, 17, 16, 11, 22,
    ];
    assert_eq!(even, printed);
    // SG(n)/n for n = 2, 4, 6, …
    let ratios = "0/1 1/4 1/6 3/8 1/5 1/3 3/7 7/16 2/9 7/20 5/22 5/12 6/13 5/14 13/30 15/32 4/17 \
                  13/36 9/38 17/40 17/42 4/11 11/46 11/24";
    for (i, ratio) in ratios.split(' ').enumerate() {
        let n = 2 * i + 2;
        let (a, b) = ratio.split_once('/').unwrap();
        let (a, b): (usize, usize) = (a.parse().unwrap(), b.parse().unwrap());
        assert_eq!(found[n] as usize * b, a * n, "{n}");
    }
    // Theorem 4, and the lower bound that the paper believes: every odd m < n/2 is an option.
    let mut least = Vec::new();
    for (n, &value) in found.iter().enumerate().skip(1) {
        let value = value as usize;
        assert!(2 * value < n, "{n}");
        assert!(4 * value + 2 >= n, "{n}");
        assert!(n % 2 == 0 || 2 * value == n - 1, "{n}");
        if 4 * value + 2 == n {
            least.push(n / 2);
        }
    }
    // Halves of the heaps where the bound is met. The paper begins with 3.
    assert_eq!(least[..12], [1, 3, 5, 9, 11, 17, 19, 23, 29, 33, 37, 39]);
}

/// Theorem 6. Items (i), (viii) and (ix) are printed for all n, but n = 1 is an exception.
#[test]
fn nontotative_by_its_classes() {
    let found = values("nontotative", 2500);
    let primes: Vec<usize> = (2..2500).filter(|&n| prime(n)).collect();
    let index = |p: usize| primes.binary_search(&p).unwrap() + 1;
    // The primes of n and how far they are apart, if there are two of them.
    let apart = |n: usize| match factored(n).primes() {
        [(p, 1), (q, 1)] => {
            let (p, q) = (usize::try_from(*p).unwrap(), usize::try_from(*q).unwrap());
            Some((index(p), index(q) - index(p)))
        }
        _ => None,
    };
    for (n, &value) in found.iter().enumerate().skip(2) {
        let value = value as usize;
        let square = n.isqrt().pow(2) == n && prime(n.isqrt());
        assert_eq!(value == 1, prime(n), "(i) {n}");
        assert_eq!(value == 2, square, "(ii) {n}");
        let third = match apart(n) {
            Some((i, 1)) if i % 2 == 1 => 3,
            Some((_, 1)) => 4,
            Some((i, 2)) if matches!(i % 4, 1 | 2) => 5,
            Some((_, 2)) => 6,
            _ if n == 8 => 4,
            _ if n == 12 => 6,
            _ => 0,
        };
        assert_eq!(
            third,
            if (3..=6).contains(&value) { value } else { 0 },
            "(iii), (iv) {n}"
        );
        if n % 2 == 0 {
            assert_eq!(value, n / 2, "(v) {n}");
        } else {
            assert!(value <= n.div_ceil(2) / 2, "(ix) {n}");
        }
        match n % 30 {
            3 | 9 | 15 | 21 | 27 => assert_eq!(value, (n + 1) / 4, "(vi) {n}"),
            5 | 25 => assert!(value == n / 10 || value == n.div_ceil(10), "(vii) {n}"),
            _ => {}
        }
        assert!(value <= n / 2, "(viii) {n}");
    }
    // Without the moves to 0 all values are one less.
    let without = values("nontotative-no0", 500);
    assert!((1..=500).all(|n| without[n] + 1 == found[n]));
}

/// The first heaps from 2 on at which a value is not what a property of the heap says.
fn exceptions(found: &[u32], is_one: impl Fn(usize) -> bool) -> Vec<usize> {
    let wrong = (2..found.len()).filter(|&n| (found[n] == 1) != is_one(n));
    wrong.take(4).collect()
}

#[test]
fn observations_on_counting_games() {
    // Observation 1 is printed for n < 46656 and with all divisors for the proper ones.
    let proper = |n: usize| usize::try_from(factored(n).tau() - 1).unwrap();
    let found = values("mtau", 66_000);
    let first = exceptions(&found, |n| !prime(proper(n)));
    assert_eq!(first, [44_100, 46_656, 57_600, 65_536]);
    let complement = values("mtau-from0", 2000);
    assert!((1..=2000).all(|n| complement[n] != found[n]));
    // Observation 2.
    let omega = |n: usize| usize::try_from(factored(n).big_omega()).unwrap();
    let found = values("mOmega", 66_000);
    assert_eq!(exceptions(&found, |n| !prime(omega(n))), [65_536]);
    // Observation 3 is printed for n < 7!, "the smallest number for which the value is one".
    let found = values("momega", 40_000);
    let first = exceptions(&found, |n| factored(n).omega() == 1);
    assert_eq!(first[..2], [30_030, 39_270]);
    assert_eq!(found[5040], 0);
}

#[test]
fn dividing_with_residues() {
    let found = values("divide-and-residue", 2000);
    assert_eq!(found.iter().rposition(|&v| v == 1), Some(25));
    assert_eq!(found.iter().position(|&v| v == 4), Some(9));
    assert!(found[..27].iter().all(|&v| v <= 5) && found[27] == 6);
    // Section 3.2 and Theorem 10 on complement-grundy: values that are skipped, and how slowly
    // powers of two come up.
    let found = values("complement-grundy", 3000);
    let seen: BTreeSet<u32> = found.iter().copied().collect();
    let missing: Vec<u32> = (0..*seen.last().unwrap())
        .filter(|v| !seen.contains(v))
        .collect();
    assert_eq!(missing, [12, 15, 20, 23, 24, 27]);
    let first = |k: u32| found.iter().position(|&v| v == 1 << k);
    for k in 0.. {
        let (Some(n), Some(next)) = (first(k), first(k + 1)) else {
            break;
        };
        assert!(next >= 3 * n);
    }
}

/// Every closed form against the definition, beyond the tables.
#[test]
fn closed_forms_up_to_3000() {
    for name in [
        "maliquot",
        "saliquot",
        "totient",
        "mtau",
        "fullset-maliquot",
        "dividing",
        "m-factoring",
        "m-factoring-coprime",
    ] {
        let game = ruleset(name).unwrap();
        let form = methods(&*game).closed_form.unwrap();
        let found = values_of(&*game, 3000);
        for n in form.from..=3000 {
            let value = (form.value)(&[n.into()], &Budget::default()).unwrap();
            let defined = u64::from(found[usize::try_from(n).unwrap()]);
            assert_eq!(value, defined.into(), "{name}({n})");
        }
    }
}

/// All powerset games, the unnamed ones included.
fn powerset_games() -> Vec<Arithmetic> {
    let mut games = Vec::new();
    for property in Property::ALL {
        for action in [Action::MoveTo, Action::Subtract] {
            games.extend(Arithmetic::new(property, action, Selection::Powerset));
        }
    }
    games
}

/// Section 6 says that the values tend to be powers of two. They always are, or 0: let the single
/// heaps that can be combined have the values 2^e and possibly 0. If they are nonzero and
/// distinct the value is 0, and otherwise it is 2^e with the least e that is missing.
#[test]
fn the_powerset_lemma() {
    let games = powerset_games();
    assert!(games.len() > 9);
    for game in games {
        let found = values_of(&game, 16);
        for n in game.smallest()..=16 {
            // The last option is the whole multiset.
            let all = game.options(Position::heap(n)).last().unwrap_or_default();
            let mut single: Vec<u32> = Vec::new();
            for (heap, copies) in all.iter() {
                let value = found[usize::try_from(heap.size()).unwrap()];
                single.extend((0..copies).map(|_| value));
            }
            let distinct: BTreeSet<u32> = single.iter().copied().collect();
            let expected = if distinct.len() == single.len() && !distinct.contains(&0) {
                0
            } else {
                (0..32)
                    .map(|e| 1 << e)
                    .find(|power| !distinct.contains(power))
                    .unwrap()
            };
            let value = found[usize::try_from(n).unwrap()];
            assert_eq!(value, expected, "{}({n})", game.name());
        }
    }
}

/// The exponents of powerset games follow the games of single numbers.
#[test]
fn powerset_games_and_single_numbers() {
    for (name, single, least) in [
        ("powerset-maliquot", "maliquot", 0),
        ("powerset-saliquot", "saliquot", 0),
        ("powerset-saliquant", "saliquant", 0),
        ("powerset-totative", "totative", 0),
        ("powerset-nontotative", "nontotative", 1),
    ] {
        let (found, single) = (values(name, 17), values(single, 17));
        for n in 1..=17 {
            let expected = match single[n].saturating_sub(least) {
                0 => 0,
                e => 1 << (e - 1),
            };
            assert_eq!(found[n], expected, "{name}({n})");
        }
    }
}

#[test]
fn every_ruleset_describes_itself() {
    for entry in entries() {
        let game = ruleset(entry.usage).unwrap();
        assert!(
            !game.rule().is_empty() && !game.source().is_empty(),
            "{}",
            entry.name
        );
        assert_eq!(ruleset(&game.name()).unwrap().name(), game.name());
        for line in game.known().iter().chain([&game.rule()]) {
            assert!(!line.contains('\n') && !line.contains("  "), "{line}");
        }
    }
}
