use super::*;
use crate::game::Universe;
use crate::heaps::{HeapGames, ruleset};
use crate::limits::{Budget, Reason};
use crate::nim::{Definition, NimError};

fn options(name: &str, n: u64) -> Vec<String> {
    let game = ruleset(name).unwrap();
    let options = game.options(Position::heap(n));
    options.map(|option| option.to_string()).collect()
}

fn arithmetic(game: &dyn Ruleset) -> Option<&Arithmetic> {
    match game.shape() {
        Shape::Arithmetic(game) => Some(game),
        _ => None,
    }
}

fn every_ruleset() -> Vec<Arithmetic> {
    use {Action::*, Selection::*};
    let mut all = Vec::new();
    for property in Property::ALL {
        for action in [MoveTo, Subtract] {
            for selection in [One, Number, Fullset, Powerset] {
                let Ok(game) = Arithmetic::new(property, action, selection) else {
                    continue;
                };
                all.push(game);
                all.extend(
                    [true, false]
                        .into_iter()
                        .filter_map(|r| game.with_empty_heap(r)),
                );
            }
        }
    }
    all
}

#[test]
fn all_names_are_read_back() {
    let all = every_ruleset();
    for game in &all {
        for name in [game.name(), game.spelled(), game.name().to_uppercase()] {
            if name.eq_ignore_ascii_case("momega") && game.name() != name
                || name.eq_ignore_ascii_case("somega") && game.name() != name
            {
                continue;
            }
            let read = ruleset(&name).unwrap();
            assert_eq!(arithmetic(&*read), Some(game), "{name}");
        }
    }
    for entry in ENTRIES.iter().filter(|entry| !entry.usage.contains('(')) {
        let game = ruleset(entry.name).unwrap();
        assert_eq!(game.name(), entry.name);
        assert!(all.contains(arithmetic(&*game).unwrap()), "{}", entry.name);
    }
}

#[test]
fn names_may_be_written_in_several_ways() {
    for (text, name) in [
        ("mOmega", "mOmega"),
        ("mbigomega", "mOmega"),
        ("number(move-to(prime-factors))", "mOmega"),
        ("momega", "momega"),
        ("SALIQUOT", "saliquot"),
        ("powerset(saliquot)", "powerset-saliquot"),
        ("powerset(maliquant-no0)", "powerset-maliquant"),
        ("fullset-totient", "fullset-totative"),
        ("subtract(totatives)", "totative"),
        (
            "powerset( subtract( nontotatives ) )",
            "powerset-nontotative",
        ),
        (
            "subtract(distinct-prime-factors)",
            "subtract(prime-factors)",
        ),
        ("number-from0(move-to(proper-divisors))", "mtau-from0"),
        ("move-to-no0(nontotatives)", "nontotative-no0"),
        (
            "number(subtract(nondivisors))",
            "number(subtract(nondivisors))",
        ),
    ] {
        assert_eq!(ruleset(text).unwrap().name(), name, "{text}");
    }
}

#[test]
fn errors_point_at_their_place() {
    for (text, message, span) in [
        (
            "powerset(subtract(primes))",
            "there is no property `primes`",
            18..24,
        ),
        (
            "powerset(nim)",
            "expected `move-to` or `subtract`, found `nim`",
            9..12,
        ),
        (
            "powerset(mtau)",
            "expected `move-to` or `subtract`, found `mtau`",
            9..13,
        ),
        (
            "powerset",
            "`powerset` needs an argument in parentheses",
            8..8,
        ),
        (
            "powerset(subtract)",
            "`subtract` needs an argument in parentheses",
            17..17,
        ),
        (
            "powerset(subtract(divisors)",
            "expected `)` at the end of the ruleset",
            26..26,
        ),
        (
            "saliquot(3)",
            "`saliquot(3)` is a heap, not a ruleset",
            8..11,
        ),
        (
            "move-to(divisors)",
            "play of `move-to(divisors)` would not end: a number divides itself, so a heap could \
             stay as it is",
            0..7,
        ),
        (
            "fullset(move-to(distinct-prime-factors))",
            "play of `fullset(move-to(distinct-prime-factors))` would not end: a prime is a prime \
             factor of itself, so it would stay as it is",
            0..7,
        ),
        (
            "number-from0(subtract(divisors))",
            "only moving to a number can reach the empty heap from heaps without any",
            0..12,
        ),
    ] {
        let error = ruleset(text).err().unwrap();
        assert_eq!(
            (error.message.as_str(), error.span.clone()),
            (message, span),
            "{text}"
        );
    }
}

#[test]
fn depth_of_nesting_is_not_depth_of_stack() {
    let deep = "powerset(".repeat(100_000) + &")".repeat(100_000);
    assert_eq!(
        ruleset(&deep).err().unwrap().message,
        "expected `move-to` or `subtract`, found `powerset`"
    );
}

#[test]
fn options_are_those_of_the_definition() {
    for (name, n, expected) in [
        ("maliquot", 8, &["1", "2", "4"][..]),
        ("saliquot", 6, &["5", "4", "3", "0"]),
        ("maliquant", 6, &["0", "4", "5"]),
        ("maliquant-no0", 6, &["4", "5"]),
        ("saliquant", 6, &["2", "1"]),
        ("totative", 1, &[]),
        ("totative", 8, &["1", "3", "5", "7"]),
        ("nontotative", 1, &["0"]),
        ("nontotative", 9, &["0", "3", "6"]),
        ("nontotative-no0", 1, &[]),
        ("totient", 1, &[]),
        ("totient", 7, &["6"]),
        ("nontotient", 1, &[]),
        ("nontotient", 6, &["4"]),
        ("mtau", 1, &[]),
        ("mtau-from0", 1, &["0"]),
        ("mtau", 9, &["2"]),
        ("stau", 1, &["0"]),
        ("sOmega", 12, &["9"]),
        ("somega", 12, &["10"]),
        ("sOmega", 1, &[]),
        ("fullset-maliquot", 1, &[]),
        ("fullset-maliquot", 8, &["4 + 2 + 1"]),
        ("fullset-saliquot", 6, &["5 + 4 + 3 + 0"]),
        ("fullset(subtract(prime-factors))", 12, &["10×2 + 9"]),
        (
            "powerset-maliquot",
            6,
            &["1", "2", "2 + 1", "3", "3 + 1", "3 + 2", "3 + 2 + 1"],
        ),
        ("powerset-maliquant", 4, &["3"]),
        (
            "powerset(subtract(prime-factors))",
            12,
            &["10", "10×2", "9", "10 + 9", "10×2 + 9"],
        ),
        ("number(subtract(nondivisors))", 2, &[]),
        ("number(subtract(nondivisors))", 12, &["6"]),
    ] {
        assert_eq!(options(name, n), expected, "{name}({n})");
    }
}

#[test]
fn rules_are_told_in_a_line() {
    for (name, rule) in [
        ("saliquot", "subtract a divisor of n"),
        (
            "maliquant",
            "move to a nondivisor of n (0 < k < n with k ∤ n) or to 0",
        ),
        (
            "mOmega",
            "move to the number of prime factors of n, with multiplicity",
        ),
        (
            "fullset-saliquot",
            "subtract all divisors of n, each from a heap n of its own in a sum",
        ),
        (
            "powerset-maliquot",
            "move to any, at least one, of the proper divisors of n as heaps of a sum",
        ),
    ] {
        assert_eq!(ruleset(name).unwrap().rule(), rule);
    }
}

#[test]
fn play_ends_and_stays_among_the_positions() {
    for game in every_ruleset() {
        let most = if game.selection() == Selection::Powerset {
            12
        } else {
            150
        };
        let mut reached = false;
        for n in game.smallest()..=most {
            for option in game.options(Position::heap(n)) {
                assert!(!option.is_empty(), "{} {n}", game.name());
                for (heap, _) in option.iter() {
                    assert!(
                        heap.size() < n && game.is_position(heap),
                        "{} {n}",
                        game.name()
                    );
                    reached |= heap.size() == 0;
                }
            }
        }
        if game.smallest() == 0 {
            // Saliquant is given from 0 on, although 0 is nobody's option.
            assert_eq!(reached, game.name() != "saliquant", "{}", game.name());
        }
    }
}

#[test]
fn a_count_counts() {
    for property in Property::ALL {
        for n in 1..500 {
            let counted = property.distinct(n).map(|(_, copies)| copies).sum::<u64>();
            assert_eq!(property.number(n), counted, "{property:?} {n}");
        }
    }
}

#[test]
fn options_that_do_not_fit_are_not_begun() {
    let budget = || Budget::default().with_max_memory(1 << 30);
    let game = ruleset("fullset-totative").unwrap();
    let heap = Position::heap(1_000_000_007 * 1_000_000_009);
    let value = Definition::new(&*game).unwrap().value(heap, &budget());
    assert!(matches!(
        value,
        Err(NimError::Stopped(Reason::Memory { .. }))
    ));
    let form = HeapGames::new(&*game).value(&mut Universe::with_budget(budget()), heap);
    assert!(matches!(form.unwrap_err().reason, Reason::Memory { .. }));
}

/// The components of 2^17 options are the same few heaps.
#[test]
fn definitions_wait_for_few_heaps() {
    let budget = Budget::default().with_max_memory(1 << 20);
    let game = ruleset("powerset-totative").unwrap();
    let mut definition = Definition::new(&*game).unwrap();
    let value = definition.value(Position::heap(19), &budget).unwrap();
    assert_eq!(value, 128.into());
}

#[test]
fn powersets_are_lazy() {
    let game = ruleset("powerset-totative").unwrap();
    let mut options = game.options(Position::heap(u64::MAX));
    assert_eq!(options.next().unwrap().to_string(), "1");
    assert_eq!(options.nth(5).unwrap().to_string(), "4 + 2 + 1");
}
