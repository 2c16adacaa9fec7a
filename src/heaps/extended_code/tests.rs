//! Extended codes against the definition, and what is refused.

use super::digit::Condition;
use super::*;
use crate::heaps::position::Heaps;
use crate::heaps::ruleset;
use crate::limits::Budget;
use crate::nim::{Definition, NimValues};

#[test]
fn names_are_normal_and_read_back() {
    for (text, name) in [
        ("4.[3]", "4.[3]"),
        ("4.(3)", "4.[3]"),
        ("4.3[33]", "4.[3]"),
        ("laskers-nim", "4.[3]"),
        ("0.[3]", "nim"),
        ("0.(3)", "nim"),
        ("0.30[3]", "all-but{2}"),
        ("0.7[0]", "0.7"),
        ("0.7[00]", "0.7"),
        ("0.[37]", "0.[37]"),
        ("0.7[37]", "0.[73]"),
        ("0.7[3737]", "0.[73]"),
        ("4!.0", "grundy"),
        ("4?.", "grundy"),
        ("{2!}.0", "grundy"),
        ("0.G", "0.G"),
        ("0.V7", "0.V7"),
        ("0.{2,4}", "0.K"),
        ("0.{2,5}", "0.{2,5}"),
        ("{2+}.0", "{2+}.0"),
        ("0.*", "0.{0,1,2+}"),
        ("0.{0,1,2+}", "0.{0,1,2+}"),
        ("0.7=", "0.{0,1,2=}"),
        ("8?.1", "{3?}.1"),
        ("C=.0", "{2=,3=}.0"),
        ("0.3=", "0.3"),
        ("0.{2,3}!", "0.{2!,3!}"),
    ] {
        let game = ruleset(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.name(), name, "{text}");
        assert_eq!(ruleset(name).unwrap().name(), name);
    }
}

/// Divides a heap in all ways, with repetitions, from the words of the definition.
fn slow_options(code: &ExtendedCode, size: u64) -> Vec<Heaps> {
    fn lists(total: u64, found: &mut Vec<Vec<u64>>, list: &mut Vec<u64>) {
        if total == 0 {
            found.push(list.clone());
        }
        for part in 1..=total {
            list.push(part);
            lists(total - part, found, list);
            list.pop();
        }
    }
    let mut options = Vec::new();
    for taken in 0..=size {
        let mut all = Vec::new();
        lists(size - taken, &mut all, &mut Vec::new());
        for list in all {
            let Some(condition) = code
                .digit(taken)
                .and_then(|d| d.condition(list.len() as u64))
            else {
                continue;
            };
            let pairs = || (0..list.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
            let fits = match condition {
                Condition::None => true,
                Condition::Different => pairs().all(|(i, j)| list[i] != list[j]),
                Condition::AllEqual => pairs().all(|(i, j)| list[i] == list[j]),
                Condition::NotAllEqual => {
                    list.len() < 2 || pairs().any(|(i, j)| list[i] != list[j])
                }
            };
            if fits {
                options.push(Heaps::of_sizes(list));
            }
        }
    }
    options.sort_unstable();
    options.dedup();
    options
}

#[test]
fn options_are_those_of_the_definition() {
    for text in [
        "4.[3]",
        "0.G7",
        "{2+}.0",
        "0.*",
        "0.{3+}!",
        "0.{2,4+}?",
        "0.[0V]",
        "C=.1[2]",
        "8?.{0,4=}",
        "{2!,3=,5}.0",
        "0.[1{2!}]",
        "K!.0",
    ] {
        let code = ExtendedCode::read(text).unwrap();
        for size in 0..11 {
            let mut fast: Vec<Heaps> = code.options(Position::heap(size)).collect();
            let listed = fast.len();
            fast.sort_unstable();
            fast.dedup();
            assert_eq!(fast.len(), listed, "{text} {size}");
            assert_eq!(fast, slow_options(&code, size), "{text} {size}");
        }
    }
}

#[test]
fn codes_that_are_other_games_have_the_same_options() {
    for (text, same) in [
        ("0.77", "0.77"),
        ("4!.0", "grundy"),
        ("0.[3]", "nim"),
        ("0.3003[3]", "all-but{2,3}"),
    ] {
        let code = ExtendedCode::read(text).unwrap();
        let same = ruleset(same).unwrap();
        for size in 0..30 {
            // An empty heap may be there or not.
            let sorted = |game: &dyn Ruleset| {
                let without_empty = |option: Heaps| {
                    let heaps = option.iter().filter(|(heap, _)| heap.size() > 0);
                    heaps.collect::<Vec<_>>()
                };
                let options = game.options(Position::heap(size)).map(without_empty);
                let mut options: Vec<_> = options.collect();
                options.sort_unstable();
                options
            };
            assert_eq!(sorted(&code), sorted(&*same), "{text} {size}");
        }
    }
}

#[test]
fn laskers_nim_has_its_formula() {
    let game = ruleset("4.[3]").unwrap();
    let budget = Budget::default();
    let mut slow = Definition::new(&*game).unwrap();
    let mut fast = NimValues::new(&*game).unwrap();
    for heap in 0..100 {
        let heap = Position::heap(heap);
        assert_eq!(fast.value(heap, &budget), slow.value(heap, &budget));
    }
    let large = BigUint::from(10_u32).pow(30) + 3_u32;
    let value = fast
        .value_at(std::slice::from_ref(&large), &budget)
        .unwrap();
    assert_eq!(value.to_string(), (large + 1_u32).to_string());
}

#[test]
fn what_is_not_a_code_is_refused_at_its_place() {
    for (text, part, span) in [
        ("0.7[", "expected `]`", 4..4),
        ("0.7[]", "at least one", 3..5),
        ("0.7[3]7", "the last ones", 3..7),
        ("0.[3][3]", "the last ones", 2..8),
        ("0.7[3)", "`)` is not a digit", 5..6),
        ("0.{2", "expected `,`", 4..4),
        ("0.{}", "expected a number of heaps", 3..3),
        ("0.{64}", "expected a number of heaps up to 63", 3..5),
        ("0.{2!}!", "not both", 2..7),
        ("0.W[3]", "`W` is not a digit", 2..3),
        ("7!.0", "d0 = 3 is not possible", 0..1),
        ("{1+}.0", "d0 = 2 is not possible", 0..1),
        ("*.0", "d0 = 3 is not possible", 0..1),
        ("44!.0", "one digit before the point", 0..3),
        ("{2", "expected", 2..2),
    ] {
        let error = ExtendedCode::read(text).unwrap_err();
        assert!(error.message.contains(part), "{text}: {}", error.message);
        assert_eq!(error.span, span, "{text}");
    }
}

/// The game is that of the definition, where a theorem proves its values.
#[test]
fn takings_are_read_off_the_digits() {
    let takings = |text: &str| ExtendedCode::read(text).unwrap().takings();
    for text in ["0.[37]", "0.7[3]", "0.[{0,1,2+}]", "0.3[7!]"] {
        assert_eq!(takings(text), Some(Takings::Any), "{text}");
        let game = ruleset(text).unwrap();
        let mut values = Definition::new(&*game).unwrap();
        for n in 0..14 {
            let value = values.value(Position::heap(n), &Budget::default()).unwrap();
            assert_eq!(value, NimValue::from(n), "{text} {n}");
        }
    }
    let quaternary = |digits: &[u8], period| {
        let digits = digits.to_vec();
        Some(Takings::Quaternary { digits, period })
    };
    assert_eq!(takings("0.1[3]"), quaternary(&[1, 3], 1));
    assert_eq!(takings("0.2[03]"), quaternary(&[2, 0, 3], 2));
    for text in ["4.[3]", "0.77", "0.1[7]", "0.[5]", "4.[37]"] {
        assert_eq!(takings(text), None, "{text}");
    }
}
