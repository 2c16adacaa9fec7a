//! Formulas against built-in rulesets, and what is refused.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::heaps::{Code, Heaps, Position, Rulebook, Ruleset, Shape, compare_statements, ruleset};
use crate::limits::{Budget, Reason};

fn options(game: &dyn Ruleset, position: Position) -> BTreeSet<Heaps> {
    let options = game.options_within(position, &Budget::default()).unwrap();
    options.map(Heaps::without_empty).collect()
}

/// A formula of a built-in ruleset has the same options.
#[test]
fn formulas_have_the_options_of_built_in_rulesets() {
    for (formula, name) in [
        ("n -> n-k for k in 1..n", "nim"),
        ("n -> k for k in 0..n-1", "nim"),
        ("n -> n-1, n-2", "subtraction{1,2}"),
        (
            "n -> n-k for k in {2, 5..6} where n >= 3",
            "subtraction{2,5,6;sink=3}",
        ),
        ("n -> [a, n-a] for a in 1..n-1 if a != n-a", "grundy"),
        (
            "n -> [a, n-1-a] for a in 0..n-1, [a, n-2-a] for a in 0..n-2",
            "kayles",
        ),
        ("n -> [a, n-2-a] for a in 0..(n-2)//2", "0.07"),
        // The part that is not smaller stands beside one that does not exist.
        ("n -> [a, n-2-a] for a in 0..2*n", "0.07"),
        (
            "n -> [], n-1 if n > 1 where n >= 1",
            "n -> [] , n-1 where n>0",
        ),
        (
            "n -> d for d in proper_divisors(n) where n >= 1",
            "maliquot",
        ),
        (
            "n -> k for k in totatives(n) if k < n where n >= 1",
            "totative",
        ),
        ("n -> phi(n) if n > 1 where n >= 1", "totient"),
    ] {
        let (own, built_in) = (ruleset(formula).unwrap(), ruleset(name).unwrap());
        for heap in own.smallest().max(built_in.smallest())..60 {
            let position = Position::heap(heap);
            assert_eq!(
                options(&*own, position),
                options(&*built_in, position),
                "{formula} at {heap}"
            );
        }
    }
}

#[test]
fn positions_of_several_coordinates() {
    let wythoff = ruleset(
        "wythoff(a,b) -> (a-k, b) for k in 1..a, (a, b-k) for k in 1..b, (a-k, b-k) for k in 1..min(a,b)",
    )
    .unwrap();
    assert_eq!((wythoff.arity(), wythoff.kinds()), (2, 1));
    for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
        let mut expected: BTreeSet<Heaps> = BTreeSet::new();
        for (c, d) in (0..=a).flat_map(|c| (0..=b).map(move |d| (c, d))) {
            let one_heap = c == a || d == b || a - c == b - d;
            if (c, d) != (a, b) && one_heap {
                expected.insert(Position::pair(c, d).into());
            }
        }
        assert_eq!(
            options(&*wythoff, Position::pair(a, b)),
            expected,
            "{a},{b}"
        );
    }
    assert_eq!(wythoff.heap_name(Position::pair(5, 3)), "wythoff(5,3)");
    // Josephus Nim has conditions on its positions.
    let ordered = ruleset("(a, b) -> (a-1, b), (a, b-1) where a >= b").unwrap();
    assert!(ordered.is_position(Position::pair(3, 2)));
    assert!(!ordered.is_position(Position::pair(2, 3)));
    assert_eq!(options(&*ordered, Position::pair(2, 2)).len(), 1);
    let eight = ruleset("(a,b,c,d,e,f,g,h) -> (a-1,b,c,d,e,f,g,h+a)").unwrap();
    assert_eq!(eight.arity(), 8);
    let position = Position::new(&[2, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    assert_eq!(options(&*eight, position).len(), 1);
    assert!(ruleset("(a,b,c,d,e,f,g,h,i) -> (a-1,b,c,d,e,f,g,h,i)").is_err());
}

#[test]
fn a_formula_may_stand_in_parentheses() {
    for (text, name) in [
        ("(n -> n-1)", "n -> n-1"),
        ("((a, b) -> (a-1, b))", "(a, b) -> (a-1, b)"),
        ("(a, b) -> (a-1, b)", "(a, b) -> (a-1, b)"),
    ] {
        assert_eq!(ruleset(text).unwrap().name(), name);
    }
    assert_eq!(ruleset("(n -> m)").err().unwrap().span, 6..7);
}

#[test]
fn definitions_use_each_other_and_built_in_rulesets() {
    let game = ruleset("n -> [kayles(n-2), 3] if n > 3, n-1 if n < 4").unwrap();
    assert_eq!(game.kinds(), 2);
    let found: Vec<String> = (game.options(Position::heap(9)))
        .map(|option| game.sum_text(&option))
        .collect();
    assert_eq!(found, ["0.77(7) + 3"]);
    let kayles = Position::heap(3).with_kind(1);
    assert_eq!(
        game.options(kayles).count(),
        ruleset("kayles")
            .unwrap()
            .options(Position::heap(3))
            .count()
    );
    assert!(
        game.options(kayles)
            .all(|o| o.iter().all(|(p, _)| p.kind() == 1))
    );
    let mut book = Rulebook::default();
    let text = "# two that use each other\neven(n) -> odd(n-1),\n   odd(n-3)\nodd(n) -> even(n-1) ; last(a,b) -> [even(a-1), dawsons-kayles(b)]";
    assert_eq!(book.define_formulas(text).unwrap(), ["even", "odd", "last"]);
    let last = book.ruleset("last").unwrap();
    assert_eq!(
        last.name(),
        "last(a, b) -> [even(a-1), dawsons-kayles(b)]; even(n) -> odd(n-1), odd(n-3); \
         odd(n) -> even(n-1)"
    );
    assert_eq!(last.kinds(), 4);
    // The name says everything.
    let again = ruleset(&last.name()).unwrap();
    assert_eq!(again.name(), last.name());
    let position = Position::pair(5, 6);
    assert_eq!(options(&*again, position), options(&*last, position));
    // A formula may use those that were defined before.
    book.define("take", ruleset("n -> n-1, n-2").unwrap());
    let later = book.ruleset("n -> [take(n-1), even(2)]").unwrap();
    assert_eq!(
        later.name(),
        "n -> [take(n-1), even(2)]; take(n) -> n-1, n-2; even(n) -> odd(n-1), odd(n-3); \
         odd(n) -> even(n-1)"
    );
    assert_eq!(ruleset(&later.name()).unwrap().kinds(), 4);
}

/// Codes, written as formulas in several ways, are recognised, and have the same options.
#[test]
fn codes_are_recognised() {
    for (formula, name) in [
        (
            "n -> n-1, n-2, [a, n-1-a] for a in 1..n-2, [a, n-2-a] for a in 1..n-3",
            "0.77",
        ),
        (
            "n -> [a, n-1-a] for a in 0..n-1, [a, n-2-a] for a in 0..(n-2)//2",
            "0.77",
        ),
        ("n -> [a, n-a] for a in 1..n-1, [n-k] for k in 1..1", "4.3"),
        (
            "n -> [a, b, n-2-a-b] for a in 0..n-2 for b in 0..n-2-a, n-1",
            "0.3F",
        ),
        (
            "n -> [a, b, n-a-b] for a in 1..n//3 for b in a..(n-a)//2",
            "8.0",
        ),
        ("n -> [] if n == 1, n-3 if 3 < n", "0.102"),
        ("n -> n-1, n-2, n-5", "subtraction{1,2,5}"),
        ("n -> n-k for k in 1..min(n, 3)", "subtraction{1,2,3}"),
        ("n -> n-k for k in 1..n", "nim"),
    ] {
        let game = ruleset(formula).unwrap();
        let described = Shape::of(&*game).described().map(Ruleset::name);
        assert_eq!(described.as_deref(), Some(name), "{formula}");
        assert!(
            game.rule().starts_with(&format!("this is {name}")),
            "{formula}"
        );
        assert!(
            compare_statements(&*game, &Budget::default())
                .unwrap()
                .unwrap()
                > 30
        );
    }
    // Near misses.
    for formula in [
        "n -> n-1, n-2, [a, n-2-a] for a in 1..n-4",
        "n -> [a, n-a] for a in 1..n-1 if a != n-a",
        "n -> [a, n-1-a] for a in 2..n-1",
        "n -> [a, n-2-a] for a in 1..(n-1)//2",
        "n -> n-1 if n % 2 == 0",
        "n -> n//2 if n > 0",
        "n -> [a, b, n-2-a-b] for a in 0..n-2 for b in 0..n-3-a",
    ] {
        let game = ruleset(formula).unwrap();
        assert!(game.described_is_unknown(), "{formula}");
    }
}

trait Unknown {
    fn described_is_unknown(&self) -> bool;
}

impl Unknown for std::sync::Arc<dyn Ruleset> {
    fn described_is_unknown(&self) -> bool {
        matches!(self.shape(), Shape::Unknown)
    }
}

/// A way to write the moves that a digit allows.
fn written(taken: usize, digit: u8, way: usize) -> Vec<String> {
    let c = taken;
    let mut options = Vec::new();
    if digit & 7 == 7 && way.is_multiple_of(3) {
        options.push(format!("[a, n-{c}-a] for a in 0..n-{c}"));
    } else if digit & 7 == 7 && way % 3 == 1 {
        options.push(format!("[n-({c}+k), k] for k in 0..(n-{c})//2"));
    } else {
        match digit & 3 {
            3 => options.push(format!("n-{c}")),
            2 => options.push(format!("n-{c} if n >= {}", c + 1)),
            1 => options.push(format!("[] if n == {c}")),
            _ => {}
        }
        if digit & 4 != 0 {
            options.push(match way % 2 {
                0 => format!("[x, n-x-{c}] for x in 1..n-{}", c + 1),
                _ => format!("[n-{c}-x, x] for x in 1..(n-{c})//2"),
            });
        }
    }
    if digit & 8 != 0 {
        options.push(match way % 2 {
            0 => format!(
                "[x, y, n-{c}-x-y] for x in 1..n-{} for y in 1..n-x-{}",
                c + 2,
                c + 1
            ),
            _ => format!("[x, n-{c}-x-y, y] for x in 1..(n-{c})//3 for y in x..(n-{c}-x)//2"),
        });
    }
    options
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_codes_are_recognised(
        d0 in prop::sample::select(vec![0u8, 4, 8, 12]),
        digits in prop::collection::vec(0u8..16, 1..5),
        ways in prop::collection::vec(0usize..6, 5),
    ) {
        let code = Code::new(d0, &digits).unwrap();
        let options: Vec<String> = (code.digits().iter().enumerate())
            .flat_map(|(taken, &digit)| written(taken, digit, ways[taken]))
            .collect();
        prop_assume!(!options.is_empty());
        let formula = format!("n -> {}", options.join(", "));
        let game = ruleset(&formula).unwrap();
        for heap in 0..60 {
            let position = Position::heap(heap);
            prop_assert_eq!(
                super::tests::options(&*game, position),
                super::tests::options(&code, position),
                "{} at {}", formula, heap
            );
        }
        match game.shape() {
            Shape::Code(found) => prop_assert_eq!(found, &code),
            Shape::Subtraction(_) => {
                prop_assert!(code.digits().iter().all(|d| [0, 3].contains(d)));
            }
            _ => prop_assert!(false, "{} is not recognised", formula),
        }
    }

    /// The normal text of a formula is read back to itself, and nothing panics.
    #[test]
    fn texts_of_tokens_are_read_or_refused(
        words in prop::collection::vec(prop::sample::select(vec![
            "n", "a", "->", ",", "[", "]", "(", ")", "{", "}", "for", "in", "if", "1", "2", "..",
            "-", "+", "*", "//", "%", "^", "==", "<", "and", "not", "where", "phi", "divisors",
            "kayles", "0.77", ";", "min",
        ]), 0..30)
    ) {
        let text = format!("n -> {}", words.join(" "));
        match ruleset(&text) {
            Ok(game) => {
                let name = game.name();
                prop_assert_eq!(ruleset(&name).unwrap().name(), name);
            }
            Err(error) => {
                prop_assert!(error.span.end <= text.len());
                prop_assert!(text.is_char_boundary(error.span.start));
            }
        }
    }
}

#[test]
fn loops_are_found_and_shown() {
    for (formula, play) in [
        ("n -> n-1, n+1 if n % 3 == 0", "0 → 1 → 0"),
        ("n -> n", "0 → 0"),
        (
            "n -> n//2 if n % 2 == 0 and n > 0, 3*n+1 if n % 2 == 1",
            "1 → 4 → 2 → 1",
        ),
        ("n -> n+1", "0 → 1"),
        ("(a,b) -> (b,a), (a-1,b)", "(0,0) → (0,0)"),
    ] {
        let game = ruleset(formula).unwrap();
        assert!(game.is_loopy(), "{formula}");
        assert_eq!(game.endless_play().as_deref(), Some(play), "{formula}");
    }
    let error = ruleset("n -> [n, n] if n > 3").err().unwrap();
    assert!(error.message.contains("4 → 4"), "{error}");
    // Lexicographic orders are no loops.
    for formula in [
        "(a,b) -> (a-1, b+7), (a, b-1)",
        "(a,b) -> (a+5, b-1), (a-1, b)",
        "(a,b) -> (b-k, a+k) for k in 1..b if b-k+a+k < a+b",
        "f(n) -> g(2*n); g(n) -> g(n-1)",
    ] {
        assert!(!ruleset(formula).unwrap().is_loopy(), "{formula}");
    }
    // Beyond the small positions, a move that does not decrease is an error of its position.
    let late = ruleset("n -> n-1, n+1 if n == 1000").unwrap();
    let undefined = late.options_within(Position::heap(1000), &Budget::default());
    let what = "a move does not make the position smaller";
    assert_eq!(undefined.err(), Some(Reason::Undefined { what }));
}

#[test]
fn mistakes_are_shown_at_their_place() {
    for (text, message, span) in [
        ("n -> m-1", "nothing is called `m` here", 5..6),
        (
            "n -> n-1,",
            "expected a number or a name or `(`, found the end",
            9..9,
        ),
        ("n ->", "expected an option, found the end", 4..4),
        ("n -> foo(n)", "nothing is called `foo` here", 5..8),
        (
            "n -> n-1 for n in 1..2",
            "`n` stands for another number already",
            13..14,
        ),
        (
            "n -> [a, n-a for a in 1..n",
            "expected `,` or `for` or `if` or `]`",
            26..26,
        ),
        (
            "n -> n-a for a in n",
            "expected a set of numbers, found one number",
            18..19,
        ),
        ("n -> (n-1, 2)", "a position is 1 number, found 2", 5..13),
        (
            "n -> kayles(n, 1)",
            "a position of `kayles` is 1 number",
            5..17,
        ),
        (
            "n -> n-1 where n < 9",
            "which heaps there are is told by",
            15..20,
        ),
        (
            "n -> 5 // n",
            "the rule has no meaning at 0: a division by 0",
            5..11,
        ),
        (
            "n -> divisors(n)",
            "`divisors` is a set, not a number",
            5..13,
        ),
        ("n -> phi(n, 2)", "`phi` is a function of one number", 5..14),
        (
            "n -> n-1; m -> m-1",
            "only the first of several definitions",
            10..18,
        ),
        (
            "f(n) -> n-1; f(m) -> m-1",
            "there are two definitions of `f`",
            13..24,
        ),
        (
            "n -> sum-of-divisors(n-1)",
            "`sum-of-divisors` cannot be used",
            5..25,
        ),
        ("phi(n) -> n-1", "`phi` has a meaning of its own", 0..3),
        ("5 -> 4", "expected the name of a number", 0..1),
        (
            "n -> n-1 n-2",
            "expected `,` or `for` or `if` or `where`",
            9..10,
        ),
    ] {
        let error = ruleset(text).err().unwrap_or_else(|| panic!("{text}"));
        assert!(error.message.starts_with(message), "{text}: {error}");
        assert_eq!(error.span, span, "{text}");
    }
    let deep = format!("n -> {}n{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(ruleset(&deep).is_err());
    let long = format!("n -> n{}", "-1".repeat(100_000));
    assert!(ruleset(&long).is_err());
    let many = (0..5000).map(|i| format!("f{i}(n) -> n-1"));
    let many = many.collect::<Vec<_>>().join(";");
    assert!(Rulebook::default().define_formulas(&many).is_err());
    assert!(Rulebook::default().define_formulas("n -> n-1").is_err());
}

#[test]
fn silent_loops_and_long_lists_stop_at_limits() {
    let second = Budget::timeout(std::time::Duration::from_millis(50)).with_max_memory(1 << 20);
    for (formula, heap) in [
        ("n -> n-1 for a in 1..10^12 if a < 0", 5),
        ("n -> n-1 for a in 1..10^6 for b in 1..10^6 if a*b < 0", 5),
        ("n -> n-a for a in totatives(n+10^15)", 5),
        ("n -> [0 for a in 1..n]", 1 << 40),
        ("n -> n-a for a in 1..n", 1_000_000_000),
        ("n -> n-1 if 7 in totatives(n+10^15)", 5),
        ("n -> n-a for a in {1..10^15, 3}", 5),
    ] {
        let game = ruleset(formula).unwrap();
        let stopped = game.options_within(Position::heap(heap), &second).err();
        let expected = matches!(
            stopped,
            // On a fast machine, too many rounds come before the deadline.
            Some(Reason::Deadline | Reason::Memory { .. } | Reason::Undefined { .. })
        );
        assert!(expected, "{formula}: {stopped:?}");
    }
    let overflow = ruleset("n -> n-2^k for k in 0..n if 2^k <= n").unwrap();
    let what = "a number beyond 64 bits";
    let stopped = overflow.options_within(Position::heap(100), &Budget::default());
    assert_eq!(stopped.err(), Some(Reason::Undefined { what }));
    let huge = ruleset("n -> n-1").unwrap();
    assert!(
        huge.options_within(Position::heap(u64::MAX), &Budget::default())
            .is_err()
    );
}

/// A name may be several tokens, keywords among them.
#[test]
fn names_are_read_back() {
    for text in [
        "take-2a(n) -> n-2",
        "nim-for-two(n) -> n-1, nim-for-two(n-2)",
        "x-1f(n) -> g(n-1), 2; g(n) -> -4",
    ] {
        let name = ruleset(text).unwrap().name();
        assert_eq!(name, text);
    }
}

/// Formulas, the most that a move takes and the most heaps that it leaves.
const BOUNDED: [(&str, (u64, u64)); 11] = [
    ("n -> n-1, [a, n-2-a] for a in 2..n-4", (2, 2)),
    ("n -> n-1, n-2 if n >= 7", (2, 1)),
    ("n -> [1, n-3]", (2, 2)),
    ("n -> n-1, [a, n-1-a] for a in {1, 3}", (1, 2)),
    ("n -> [a, n-2-a] for a in 3..(n-2)//2", (2, 2)),
    (
        "n -> [a, n-2-a] for a in 0..n-2 if a <= n-2-a and a != 5",
        (2, 2),
    ),
    (
        "n -> n-k for k in 1..min(n, 4) if k != 2 and n != 9",
        (4, 1),
    ),
    ("n -> n-1, [] if n <= 5 and n > 2", (1, 1)),
    (
        "n -> [a, b, n-1-a-b] for a in 1..n-3 for b in 2..n-2-a",
        (1, 3),
    ),
    (
        "n -> [a+1, n-3-a] for a in 0..n-4 if not (a == 2 or n-3-a == 2)",
        (2, 2),
    ),
    ("n -> [a, n-k-a] for k in {1, 3} for a in 2..n-k-1", (3, 2)),
];

#[test]
fn bounds_on_moves_are_read_off_the_text() {
    for (formula, expected) in BOUNDED {
        let game = ruleset(formula).unwrap();
        let bounds = game.move_bounds().unwrap_or_else(|| panic!("{formula}"));
        assert!(bounds.from < 10, "{formula}: {bounds:?}");
        let found = (bounds.most_taken, bounds.most_left);
        assert_eq!(found, expected, "{formula}");
        let compared = compare_statements(&*game, &Budget::default());
        assert!(compared.is_ok_and(|heap| heap > Some(20)), "{formula}");
    }
    // Sizes are compared with each other, divided, or not bounded.
    for formula in [
        "n -> [a, n-a] for a in 1..n-1 if a != n-a",
        "n -> [a, n-1-a] for a in 1..n-2 if a < n-1-a",
        "n -> n-1, n-2 if n%2 == 0",
        "n -> n//2 if n > 0",
        "n -> n-k for k in 1..n if k != 2",
        "n -> n-1, []",
        "n -> n-1, [] if n > 3",
        "n -> [a, n-1-a] for a in 1..n-2 if a <= n-1-a or n == 3",
        "n -> [a, b, n-1-a-b] for a in 1..n-3 for b in a..n-2-a",
        "n -> n-1 for a in 1..n",
        "n -> [a, a] for a in 0..n-1",
        "n -> n-d for d in divisors(n) if d < n where n >= 1",
    ] {
        assert_eq!(ruleset(formula).unwrap().move_bounds(), None, "{formula}");
    }
}

fn small_condition() -> impl Strategy<Value = String> {
    let side = prop::sample::select(vec!["a", "n", "n-2-a", "n-a", "2*a", "a+1", "n+a", "0"]);
    let compared = prop::sample::select(vec!["<", "<=", "==", "!=", ">", ">="]);
    let atom = (
        side.clone(),
        compared,
        prop_oneof![
            (0..9i64).prop_map(|number| number.to_string()),
            side.prop_map(str::to_owned),
        ],
    );
    let atom = atom.prop_map(|(a, compared, b)| format!("{a} {compared} {b}"));
    let joined = prop::sample::select(vec![" and ", " or ", " and not "]);
    (atom.clone(), joined, atom).prop_map(|(a, joined, b)| format!("{a}{joined}{b}"))
}

proptest! {
    /// What is read off a formula is true of its options, whatever the conditions are.
    #[test]
    fn bounds_are_true(
        condition in small_condition(),
        from in 0..4u64,
        end in prop::sample::select(vec!["n-2", "n-3", "n-5", "(n-2)//2", "min(n-2, 6)", "7"]),
        taken in 1..3u64,
    ) {
        let formula = format!(
            "n -> n-{taken} if n > 4, [a, n-2-a] for a in {from}..{end} if {condition}"
        );
        let game = ruleset(&formula).unwrap();
        if game.move_bounds().is_some() {
            let compared = compare_statements(&*game, &Budget::default());
            prop_assert!(compared.is_ok(), "{}: {:?}", formula, compared);
        }
    }
}
