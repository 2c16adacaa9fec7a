//! The rulesets of `examples/games`, against the built-in ones and published values.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use misere::game::Universe;
use misere::heaps::{HeapGames, Heaps, Position, Rulebook, Ruleset, Shape, ruleset};
use misere::limits::Budget;
use misere::nim::check::check;
use misere::nim::{Definition, DefinitionEvaluator, Evaluator, NimValues, PeriodSearch};
use misere::quotient::{QuotientBuilder, check as quotient_check};

/// The only ruleset in a file of the examples.
fn example(file: &str, name: &str) -> Arc<dyn Ruleset> {
    let path = format!("{}/examples/games/{file}.games", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut book = Rulebook::default();
    assert_eq!(book.define_formulas(&text).unwrap(), [name], "{file}");
    book.ruleset(name).unwrap()
}

fn options(game: &dyn Ruleset, position: Position) -> BTreeSet<Heaps> {
    let options = game.options_within(position, &Budget::default()).unwrap();
    // Empty heaps have no options and do not count.
    let nonempty = |option: Heaps| -> Heaps {
        let parts = option.iter().filter(|(p, _)| *p != Position::heap(0));
        let parts = parts.flat_map(|(p, copies)| (0..copies).map(move |_| p));
        parts.collect()
    };
    options.map(nonempty).collect()
}

fn values(game: &dyn Ruleset, to: u64) -> Vec<u64> {
    let mut evaluator = DefinitionEvaluator::new(game).unwrap();
    evaluator.extend(to, &Budget::default()).unwrap();
    let values = evaluator.values().iter();
    values
        .map(|(_, value)| value.to_string().parse().unwrap())
        .collect()
}

fn is_zero(definition: &mut Definition<'_>, x: u64, y: u64) -> bool {
    let value = definition
        .value(Position::pair(x, y), &Budget::default())
        .unwrap();
    value == 0.into()
}

#[test]
fn every_example_has_a_test() {
    let folder = format!("{}/examples/games", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap();
    let tested = include_str!("formulas.rs");
    let mut count = 0;
    for file in files {
        let name = file.unwrap().file_name().into_string().unwrap();
        let stem = name.strip_suffix(".games").unwrap();
        assert!(tested.contains(&format!("\"{stem}\"")), "{stem}");
        count += 1;
    }
    assert_eq!(count, 10);
}

/// Four games that are built in: the same options, nim values and misère forms.
#[test]
fn heap_games_are_the_built_in_ones() {
    for (file, name, built_in, shape) in [
        ("kayles", "kayles", "0.77", true),
        ("dawsons-chess", "chess", "0.137", true),
        ("grundy", "grundys", "grundy", false),
        ("couples", "couples", "couples-are-forever", false),
    ] {
        let (own, built_in) = (example(file, name), ruleset(built_in).unwrap());
        let first = own.smallest().max(built_in.smallest());
        for heap in first..100 {
            let position = Position::heap(heap);
            assert_eq!(
                options(&*own, position),
                options(&*built_in, position),
                "{file} {heap}"
            );
        }
        let described = Shape::of(&*own).described().map(Ruleset::name);
        assert_eq!(described, shape.then(|| built_in.name()), "{file}");
        let mut u = Universe::new();
        let (mut forms, mut same) = (HeapGames::new(&*own), HeapGames::new(&*built_in));
        for heap in first..18 {
            let position = Position::heap(heap);
            let form = forms.value(&mut u, position).unwrap();
            assert_eq!(form, same.value(&mut u, position).unwrap(), "{file} {heap}");
        }
    }
}

/// Lasker: 4k+3 and 4k+4 change places.
#[test]
fn laskers_nim() {
    let values = values(&*example("lasker", "lasker"), 200);
    for (heap, value) in (0..).zip(values) {
        let expected = match heap % 4 {
            3 => heap + 1,
            0 if heap > 0 => heap - 1,
            _ => heap,
        };
        assert_eq!(value, expected, "{heap}");
    }
}

/// Wythoff: the k-th P-position is (⌊kφ⌋, ⌊kφ⌋ + k), by the smallest number not yet used.
#[test]
fn wythoffs_game() {
    let game = example("wythoff", "wythoff");
    let mut definition = Definition::new(&*game).unwrap();
    let mut used = BTreeSet::new();
    let mut pairs = BTreeMap::new();
    for k in 0..40u64 {
        let a = (0..=80).find(|a| !used.contains(a)).unwrap();
        used.extend([a, a + k]);
        pairs.insert(a, a + k);
    }
    for (a, b) in (0..40).flat_map(|a| (a..40).map(move |b| (a, b))) {
        assert_eq!(
            is_zero(&mut definition, a, b),
            pairs.get(&a) == Some(&b),
            "{a},{b}"
        );
    }
}

/// Nivasch 2006: the nim value of Euclid is ⌊|a/b − b/a|⌋.
#[test]
fn euclid() {
    let game = example("euclid", "euclid");
    assert_eq!(game.smallest(), 1);
    let mut definition = Definition::new(&*game).unwrap();
    for (a, b) in (1..40u64).flat_map(|a| (1..40u64).map(move |b| (a, b))) {
        let value = definition
            .value(Position::pair(a, b), &Budget::default())
            .unwrap();
        let expected = (a * a).abs_diff(b * b) / (a * b);
        assert_eq!(value, expected.into(), "{a},{b}");
    }
}

/// Whinihan 1963: who may not take all loses exactly at Fibonacci numbers.
#[test]
fn fibonacci_nim() {
    let game = example("fibonacci-nim", "fibonacci");
    let mut definition = Definition::new(&*game).unwrap();
    let mut fibonacci = vec![1, 2];
    while fibonacci[fibonacci.len() - 1] < 100 {
        fibonacci.push(fibonacci[fibonacci.len() - 1] + fibonacci[fibonacci.len() - 2]);
    }
    for n in 1..100 {
        assert_eq!(
            is_zero(&mut definition, n, n - 1),
            fibonacci.contains(&n),
            "{n}"
        );
    }
}

/// Fraenkel 2011: the P-positions of Mark are 0 and the numbers that end with an odd number of
/// binary zeros.
#[test]
fn mark() {
    let values = values(&*example("mark", "mark"), 300);
    for (heap, value) in (0u64..).zip(values) {
        let expected = heap == 0 || heap.trailing_zeros() % 2 == 1;
        assert_eq!(value == 0, expected, "{heap}");
    }
}

/// Levine 2006: g(2m) = m and g(2m+1) = g(m).
#[test]
fn maximum_nim() {
    let values = values(&*example("maximum-nim", "half"), 300);
    for (heap, &value) in values.iter().enumerate() {
        let expected = match heap % 2 {
            0 => heap as u64 / 2,
            _ => values[heap / 2],
        };
        assert_eq!(value, expected, "{heap}");
    }
}

/// A formula that is a code has the proved period of the code, and its certificate needs nothing
/// but the formula.
#[test]
fn periods_and_quotients_are_certified_by_the_formula() {
    let budget = Budget::default();
    let formula = "n -> n-1, n-2, [a, n-1-a] for a in 1..n-2, [a, n-2-a] for a in 1..n-3";
    let kayles = ruleset(formula).unwrap();
    let answer = PeriodSearch::default().run(&*kayles, &budget).unwrap();
    assert_eq!(answer.pattern.as_ref().unwrap().period().len(), 12);
    let certificate = answer.certificate().unwrap();
    assert_eq!(certificate.ruleset, formula);
    assert_eq!(check(&certificate, &budget).unwrap().ruleset, formula);

    let grundy = ruleset("n -> [a, n-a] for a in 1..n-1 if a != n-a").unwrap();
    let mut builder = QuotientBuilder::new(&*grundy).unwrap();
    builder.extend_to(12, &budget).unwrap();
    let certificate = builder.quotient().certificate().unwrap();
    assert_eq!(
        quotient_check::check(&certificate, &budget)
            .unwrap()
            .max_heap,
        12
    );
    let mut built_in = ruleset("grundy").map(|game| {
        let mut builder = QuotientBuilder::new(&*game).unwrap();
        builder.extend_to(12, &budget).unwrap();
        builder.quotient().certificate().unwrap()
    });
    let same = built_in.as_mut().unwrap();
    assert_eq!((same.order, &same.p), (certificate.order, &certificate.p));

    // A statement about other options than those of the formula is refused.
    let mut false_claim = certificate;
    false_claim.ruleset = "n -> [a, n-a] for a in 1..n-1".into();
    assert!(quotient_check::check(&false_claim, &budget).is_err());
}

/// Positions of other rulesets: one step to Kayles.
#[test]
fn formulas_with_other_rulesets_have_values_and_forms() {
    let budget = Budget::default();
    let game = ruleset("n -> kayles(n), n-1").unwrap();
    let kayles = ruleset("kayles").unwrap();
    let mut of_kayles = NimValues::new(&*kayles).unwrap();
    let mut expected: Vec<u64> = Vec::new();
    for heap in 0..30u64 {
        let value = of_kayles.value(Position::heap(heap), &budget).unwrap();
        let value: u64 = value.to_string().parse().unwrap();
        let seen: BTreeSet<u64> = expected
            .last()
            .copied()
            .into_iter()
            .chain([value])
            .collect();
        expected.push((0..=2).find(|v| !seen.contains(v)).unwrap());
    }
    assert_eq!(values(&*game, 29), expected);
    let mut u = Universe::new();
    let form = HeapGames::new(&*game)
        .value(&mut u, Position::heap(3))
        .unwrap();
    let mut by_hand = u.eval("{kayles(0)}").unwrap();
    for heap in 1..=3 {
        let kayles = u.eval(&format!("kayles({heap})")).unwrap();
        by_hand = u.set([kayles, by_hand]).unwrap();
    }
    assert_eq!(form, by_hand);
}

/// Formulas that are no codes, but bound their moves: proved by the theorem on take-and-break games,
/// certified, and checked from the text alone.
#[test]
fn bounded_formulas_are_proved_and_solved() {
    let budget = Budget::default();
    for formula in [
        "n -> n-2, [a, n-1-a] for a in 2..n-3",
        "n -> [a, n-1-a] for a in 1..n-2 if a != 2 and n-1-a != 2",
        "n -> n-1, n-2 if n >= 7",
        "n -> n-1, [1, n-3]",
    ] {
        let game = ruleset(formula).unwrap();
        assert!(matches!(game.shape(), Shape::Unknown), "{formula}");
        let answer = PeriodSearch::default().run(&*game, &budget).unwrap();
        let certificate = answer.certificate().unwrap_or_else(|| panic!("{formula}"));
        let pattern = check(&certificate, &budget).unwrap().pattern.unwrap();
        let mut far = DefinitionEvaluator::new(&*game).unwrap();
        far.extend(1500, &budget).unwrap();
        for (n, &value) in far.values().numbers().unwrap().iter().enumerate() {
            assert_eq!(pattern.value(&n.into()), value.into(), "{formula} {n}");
        }
    }
    let game = ruleset("n -> n-1, n-2 if n >= 7").unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    assert!(builder.solve(&budget).unwrap());
    let certificate = builder.quotient().certificate().unwrap();
    assert!(quotient_check::check(&certificate, &budget).is_ok());
    // The slow method: the outcomes of heaps far beyond those from which it was found.
    let mut forms = HeapGames::new(&*game);
    let mut u = Universe::new();
    for n in 0..200 {
        let form = forms.value(&mut u, Position::heap(n)).unwrap();
        let outcome = builder.quotient().outcome(&Heaps::heap(n));
        assert_eq!(outcome, Some(u.outcome(form)), "{n}");
    }
}
