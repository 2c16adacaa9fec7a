use num_bigint::BigUint;

use super::closed_form;
use crate::heaps::{Ruleset, ruleset};
use crate::limits::{Budget, Reason};
use crate::nim::{DefinitionEvaluator, Evaluator, NimError, NimValue};

fn value(name: &str, n: &BigUint) -> Result<NimValue, NimError> {
    let game = ruleset(name).unwrap();
    let form = closed_form(&*game).expect(name);
    (form.value)(std::slice::from_ref(n), &Budget::default())
}

/// Compares with the definition up to a heap, and returns the number of heaps with a formula.
fn compare(game: &dyn Ruleset, to: u64) -> usize {
    let form = closed_form(game).unwrap();
    let mut evaluator = DefinitionEvaluator::new(game).unwrap();
    let none = Budget::default();
    evaluator.extend(to, &none).unwrap();
    assert_eq!(form.from, game.smallest());
    let mut answered = 0;
    for (heap, defined) in evaluator.values().iter() {
        match (form.value)(&[heap.into()], &none) {
            Ok(found) => assert_eq!(found, defined, "{}({heap})", game.name()),
            Err(NimError::OutOfReach(_)) => continue,
            Err(error) => panic!("{}({heap}): {error}", game.name()),
        }
        answered += 1;
    }
    answered
}

#[test]
fn formulas_agree_with_the_definition() {
    for name in [
        "maliquot",
        "saliquot",
        "maliquant",
        "maliquant-no0",
        "totative",
        "totient",
        "nontotient",
        "mtau",
        "mtau-from0",
        "mOmega",
        "momega",
        "number-from0(move-to(totatives))",
        "number-from0(move-to(prime-factors))",
        "fullset-maliquot",
        "dividing",
        "divide-throw-residue",
        "residue-throw-divisor",
        "m-factoring",
        "m-factoring-coprime",
    ] {
        let game = ruleset(name).unwrap();
        let heaps = 1501 - usize::try_from(game.smallest()).unwrap();
        assert_eq!(compare(&*game, 1500), heaps, "{name}");
    }
}

#[test]
fn partial_formulas_agree_with_the_definition() {
    for (name, answered) in [
        // 0, the 750 odd heaps, and 2, 4, …, 1024.
        ("saliquant", 1 + 750 + 10),
        // Even heaps, 3 mod 6, and the rest.
        ("nontotative", 751 + 250 + 266),
        ("nontotative-no0", 750 + 250 + 266),
    ] {
        let game = ruleset(name).unwrap();
        assert_eq!(compare(&*game, 1500), answered, "{name}");
    }
}

#[test]
fn powerset_formulas_agree_with_the_definition() {
    for name in [
        "powerset-maliquot",
        "powerset-saliquot",
        "powerset-maliquant",
        "powerset-saliquant",
        "powerset-totative",
        "powerset-nontotative",
    ] {
        let game = ruleset(name).unwrap();
        assert!(compare(&*game, 17) >= 13, "{name}");
    }
}

#[test]
fn values_of_large_heaps() {
    let n = BigUint::from(10u32).pow(30);
    let prime = &n + 57u32;
    for (name, heap, expected) in [
        ("maliquot", &n, "60"),
        ("saliquot", &n, "31"),
        ("maliquant", &n, "465661287307739257813"), // (5^30 + 1)/2
        ("maliquant-no0", &prime, "500000000000000000000000000028"),
        ("saliquant", &prime, "500000000000000000000000000028"),
        (
            "saliquant",
            &(BigUint::from(1u32) << 70),
            "590295810358705651711",
        ),
        ("totative", &n, "1"),
        ("totient", &n, "0"), // the class is 89
        ("mtau", &n, "0"),    // 960, 27, 3, 1
        ("mtau-from0", &n, "1"),
        ("mOmega", &n, "0"),                               // 60, 4, 2, 1
        ("momega", &n, "0"),                               // 2, 1
        ("nontotient", &(BigUint::from(7u32) << 90), "1"), // to 2^92
        ("dividing", &n, "31"),
        ("m-factoring", &n, "59"),
        ("m-factoring-coprime", &n, "1"),
        ("fullset-maliquot", &n, "0"),
        ("fullset-maliquot", &prime, "1"),
        ("nontotative", &n, "500000000000000000000000000000"),
        ("nontotative", &prime, "1"),
        ("nontotative", &(&prime * &prime), "2"),
        ("powerset-nontotative", &prime, "0"),
        ("powerset-maliquot", &n, "576460752303423488"), // 2^59
        ("powerset-saliquot", &n, "1073741824"),         // 2^30
        ("powerset-maliquant", &(BigUint::from(1u32) << 200), "8"),
        ("powerset-totative", &(&n + 1u32), "131072"), // 61, the 18th prime
        ("residue-throw-divisor", &n, "99"),
        (
            "divide-throw-residue",
            &prime,
            "500000000000000000000000000029",
        ),
    ] {
        let found = value(name, heap).unwrap();
        assert_eq!(found.to_decimal(100).unwrap(), expected, "{name}({heap})");
    }
    // Values of 2^64 and more.
    let long = value("powerset-maliquant", &4_000_000_000_001u64.into()).unwrap();
    assert_eq!(long, NimValue::power_of_two(2_000_000_000_000));
    let long = value("powerset-saliquant", &201u32.into()).unwrap();
    assert_eq!(long, NimValue::power_of_two(99));
}

#[test]
fn products_of_neighbouring_primes() {
    // The primes with indices 50847534, …, 50847537.
    let primes = [999_999_937u64, 1_000_000_007, 1_000_000_009, 1_000_000_021];
    for (p, q, expected) in [(0, 1, 4u64), (1, 2, 3), (0, 2, 5), (1, 3, 6)] {
        let n = BigUint::from(primes[p]) * primes[q];
        assert_eq!(value("nontotative", &n), Ok(expected.into()));
        let power = NimValue::power_of_two(expected - 2);
        assert_eq!(value("powerset-nontotative", &n), Ok(power));
    }
}

#[test]
fn the_missing_requirement_is_reported() {
    let mersenne = |e: u32| (BigUint::from(1u32) << e) - 1u32;
    let stubborn = mersenne(107) * mersenne(127);
    for (name, heap, reason) in [
        (
            "maliquot",
            stubborn.clone(),
            format!(
                "the formula needs the prime factors, and {stubborn} was not factored within the \
                 budget"
            ),
        ),
        (
            "totative",
            mersenne(61),
            "the formula needs the index of a prime, and the smallest prime divisor \
             2305843009213693951 is too large: primes are counted up to 1000000000000"
                .into(),
        ),
        (
            "saliquant",
            12u32.into(),
            "no formula is known for a heap of 12: Theorem 4 of Iannucci and Larsson is about odd \
             heaps"
                .into(),
        ),
        (
            "powerset-maliquant",
            (BigUint::from(1u32) << 66) + 1u32,
            "the value is 2^e with e = 36893488147419103232, and exponents end at 2^64".into(),
        ),
        (
            "maliquot",
            BigUint::ZERO,
            "0 is not a heap: the smallest one is 1".into(),
        ),
    ] {
        assert_eq!(value(name, &heap), Err(NimError::OutOfReach(reason)));
    }
    let game = ruleset("maliquot").unwrap();
    let form = closed_form(&*game).unwrap();
    let past = Budget::timeout(std::time::Duration::ZERO);
    let stopped = (form.value)(&[stubborn], &past);
    assert_eq!(stopped, Err(NimError::Stopped(Reason::Deadline)));
    let pair = [BigUint::ZERO, BigUint::ZERO];
    assert!((form.value)(&pair, &past).is_err());
}
