//! Quotients of closures: several rulesets, positions and explicit games together.

use std::sync::Arc;

use misere::game::{Game, Universe};
use misere::genus::GenusSequence;
use misere::heaps::{
    FiniteRuleset, HeapGames, Heaps, Origin, Position, Rulebook, Ruleset, ruleset,
};
use misere::limits::Budget;
use misere::notation::parse;
use misere::play::{Source, gather};
use misere::quotient::check::{InvalidQuotient, check};
use misere::quotient::{Quotient, QuotientBuilder, QuotientCertificate};
use proptest::prelude::*;

fn quotient(games: &dyn Ruleset, last: u64) -> Quotient {
    let mut builder = QuotientBuilder::new(games).unwrap();
    builder.extend_to(last, &Budget::default()).unwrap();
    builder.quotient()
}

/// The quotient of all sums of gathered games, and the games themselves.
fn gathered(words: &[&str], to: u64) -> (FiniteRuleset, Quotient, Universe, Vec<Game>) {
    let mut u = Universe::new();
    let rulesets: Vec<Option<Arc<dyn Ruleset>>> = words.iter().map(|w| ruleset(w).ok()).collect();
    let expressions: Vec<_> = words.iter().map(|word| parse(word).ok()).collect();
    let sources: Vec<Source<'_>> = rulesets
        .into_iter()
        .zip(&expressions)
        .map(|(ruleset, expression)| match (ruleset, expression) {
            (Some(ruleset), _) => Source::Heaps(ruleset, to),
            (None, Some(expression)) => Source::Expression(expression),
            (None, None) => panic!("neither a ruleset nor an expression"),
        })
        .collect();
    let games = gather("test", &sources, &mut u).unwrap();
    let last = games.len() as u64 - 1;
    let quotient = quotient(&games, last);
    let mut forms = HeapGames::new(&games);
    let values = (0..=last).map(|n| forms.value(&mut u, Position::heap(n)).unwrap());
    let values = values.collect();
    (games, quotient, u, values)
}

/// The heaps of one ruleset have the same quotient, whichever way it is asked for.
#[test]
fn one_ruleset_is_its_own_closure() {
    for (name, to) in [("kayles", 9), ("0.07", 20), ("grundy", 16), ("nim", 4)] {
        let game = ruleset(name).unwrap();
        let direct = quotient(&*game, to);
        let mut u = Universe::new();
        let source = Source::Heaps(Arc::clone(&game), to);
        let games = gather(name, &[source], &mut u).unwrap();
        let closure = quotient(&games, games.len() as u64 - 1);
        assert_eq!(
            (closure.order(), closure.p_order()),
            (direct.order(), direct.p_order()),
            "{name}"
        );
        // The same names for the same positions.
        for (number, text) in games.names().enumerate() {
            let name = game.heap_name(Position::heap(game.smallest() + number as u64));
            assert_eq!(text, name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The slow method: the canonical form of the whole sum.
    #[test]
    fn outcomes_are_those_of_canonical_forms(
        which in 0..4usize,
        picks in prop::collection::vec((0..64usize, 1..4u64), 1..5),
    ) {
        let (words, to): (&[&str], u64) = [
            (&["kayles", "grundy"][..], 7),
            (&["2##", "2#", "4#"][..], 0),
            (&["kayles(6) + 2#", "0.123"][..], 5),
            (&["0.07", "nim"][..], 6),
        ][which];
        let (_, quotient, mut u, values) = gathered(words, to);
        let mut heaps = Heaps::none();
        let mut total = u.zero();
        for (pick, copies) in picks {
            let number = pick % values.len();
            heaps.add(Position::heap(number as u64), copies);
            let copies = u.multiple(copies, values[number]).unwrap();
            total = u.sum(total, copies).unwrap();
        }
        prop_assert_eq!(quotient.outcome(&heaps), Some(u.outcome(total)));
    }
}

#[test]
fn sums_are_taken_apart_and_equal_games_met_once() {
    let (games, ..) = gathered(&["2# + kayles(2)", "2#"], 0);
    let names: Vec<&str> = games.names().collect();
    assert_eq!(names, ["0", "1", "2", "2#", "0.77(1)", "0.77(2)"]);
}

#[test]
fn a_loopy_position_is_refused() {
    let mut u = Universe::new();
    let syntax = parse("sum-of-divisors(6)").unwrap();
    let refused = gather("test", &[Source::Expression(&syntax)], &mut u);
    assert!(refused.is_err());
}

#[test]
fn limits_end_the_gathering() {
    let mut u = Universe::with_budget(Budget::default().with_max_memory(1 << 20));
    let kayles = ruleset("kayles").unwrap();
    assert!(gather("test", &[Source::Heaps(kayles, 1 << 40)], &mut u).is_err());
}

/// Kayles in two definitions, each of which leaves heaps of the other.
const TWO_COLOURS: &str = "\
    white(n) -> [black(a), black(n-1-a)] for a in 0..n-1, [black(a), black(n-2-a)] for a in 0..n-2
    black(n) -> [white(a), white(n-1-a)] for a in 0..n-1, [white(a), white(n-2-a)] for a in 0..n-2";

#[test]
fn definitions_that_use_each_other_have_genera_and_quotients() {
    let mut book = Rulebook::default();
    book.define_formulas(TWO_COLOURS).unwrap();
    let (white, black) = (
        book.ruleset("white").unwrap(),
        book.ruleset("black").unwrap(),
    );
    assert_eq!(white.kinds(), 2);
    let mut u = Universe::new();
    let kayles = ruleset("kayles").unwrap();
    let mut own = GenusSequence::new(&*white).unwrap();
    let mut known = GenusSequence::new(&*kayles).unwrap();
    own.extend(&mut u, 20).unwrap();
    known.extend(&mut u, 20).unwrap();
    assert!(own.iter().eq(known.iter()));
    assert_eq!(own.not_tame(), known.not_tame());
    // The positions of the two are met once, whichever leads to them.
    let sources = [Source::Heaps(white, 9), Source::Heaps(black, 9)];
    let games = gather("colours", &sources, &mut u).unwrap();
    assert_eq!(games.len(), 20);
    let (found, direct) = (quotient(&games, 19), quotient(&*kayles, 9));
    assert_eq!(
        (found.order(), found.p_order()),
        (direct.order(), direct.p_order())
    );
    let mut certificate = found.certificate().unwrap();
    certificate.positions = Some(games.listing(games.len()));
    let checked = check(&certificate, &Budget::default()).unwrap();
    assert_eq!(checked.order as usize, direct.order());
}

#[test]
fn positions_with_two_coordinates_are_gathered_up_to_a_corner() {
    let mut u = Universe::new();
    let wythoff = ruleset("wythoff").unwrap();
    let games = gather("wythoff", &[Source::Heaps(wythoff, 3)], &mut u).unwrap();
    assert_eq!(games.len(), 16);
    assert_eq!(games.names().last(), Some("wythoff(3,3)"));
}

fn certified(words: &[&str], to: u64) -> QuotientCertificate {
    let (games, quotient, ..) = gathered(words, to);
    let mut certificate = quotient.certificate().unwrap();
    certificate.positions = Some(games.listing(games.len()));
    let json = serde_json::to_string(&certificate).unwrap();
    let read: QuotientCertificate = serde_json::from_str(&json).unwrap();
    assert_eq!(read, certificate);
    read
}

#[test]
fn certificates_of_lists_are_checked_without_anything_else() {
    for (words, to, roots) in [
        (&["2##", "2#"][..], 0, "2##"),
        (
            &["kayles", "grundy"],
            8,
            "grundy(8), grundy(0), 0.77(8), 0.77(0)",
        ),
        (
            &["cram(2x3)", "kayles(4) + 2#"],
            0,
            "2#, 0.77(4), cram(2x3)",
        ),
        (&["node-kayles(cycle:6)"], 0, "node-kayles(cycle:6)"),
    ] {
        let certificate = certified(words, to);
        let checked = check(&certificate, &Budget::default()).unwrap();
        assert_eq!(checked.ruleset, roots);
        assert_eq!(checked.positions, Some(certificate.pretending.len()));
    }
}

/// Whatever is changed in the list is noticed, or what is left is true.
#[test]
fn false_lists_are_refused() {
    let refused = |change: &dyn Fn(&mut QuotientCertificate)| {
        let mut certificate = certified(&["2##", "kayles(4)", "grundy(5)"], 0);
        assert!(check(&certificate, &Budget::default()).is_ok());
        change(&mut certificate);
        let result = check(&certificate, &Budget::default());
        matches!(
            result,
            Err(InvalidQuotient::Ruleset(_) | InvalidQuotient::Malformed(_))
        )
    };
    let positions = certified(&["2##", "kayles(4)", "grundy(5)"], 0)
        .positions
        .unwrap()
        .positions;
    for (at, position) in positions.iter().enumerate() {
        for option in 0..position.options.len() {
            assert!(refused(&|c| {
                let listing = c.positions.as_mut().unwrap();
                listing.positions[at].options.remove(option);
            }));
        }
        assert!(refused(&|c| {
            let listing = c.positions.as_mut().unwrap();
            listing.positions[at].name.push('1');
        }));
        assert!(refused(&|c| {
            let listing = c.positions.as_mut().unwrap();
            listing.positions[at].options.push(vec![(at as u64, 1)]);
        }));
        assert!(refused(&|c| {
            let listing = c.positions.as_mut().unwrap();
            for origin in &mut listing.positions[at].origins {
                match origin {
                    Origin::Position { position, .. } => position.push('0'),
                    _ => {
                        *origin = Origin::Position {
                            ruleset: 0,
                            kind: 0,
                            position: "0".into(),
                        }
                    }
                }
            }
        }));
    }
    assert!(refused(&|c| c.positions.as_mut().unwrap().rulesets.clear()));
    assert!(refused(&|c| c
        .positions
        .as_mut()
        .unwrap()
        .rulesets
        .reverse()));
    assert!(refused(&|c| {
        c.positions.as_mut().unwrap().positions.pop();
    }));
    // The name is then that of a ruleset that is not known.
    let mut unlisted = certified(&["2##", "kayles(4)", "grundy(5)"], 0);
    unlisted.positions = None;
    let result = check(&unlisted, &Budget::default());
    assert!(matches!(result, Err(InvalidQuotient::OutOfReach(_))));
}
