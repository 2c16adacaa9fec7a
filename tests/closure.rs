//! Quotients of closures: several rulesets, positions and explicit games together.

use std::sync::Arc;

use misere::game::{Game, Universe};
use misere::heaps::{FiniteRuleset, HeapGames, Heaps, Position, Ruleset, ruleset};
use misere::limits::Budget;
use misere::notation::parse;
use misere::play::{Source, gather};
use misere::quotient::{Quotient, QuotientBuilder};
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
