//! Every evaluator against the definition.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use proptest::prelude::*;

use super::{evaluator, powerset};
use crate::heaps::{
    Action, Arithmetic, Division, Factoring, Position, Property, Ruleset, Selection, Shape,
};
use crate::limits::{Budget, Reason};
use crate::nim::{DefinitionEvaluator, Evaluator, NimError, Sequence};
use crate::numbers::{divisors, is_prime};

const SELECTIONS: [Selection; 4] = [
    Selection::One,
    Selection::Number,
    Selection::Fullset,
    Selection::Powerset,
];

/// Every combination in which play ends, in every reading.
fn combinations() -> Vec<Arithmetic> {
    let mut all: Vec<Arithmetic> = Vec::new();
    for property in Property::ALL {
        for action in [Action::MoveTo, Action::Subtract] {
            for game in SELECTIONS.map(|selection| Arithmetic::new(property, action, selection)) {
                let Ok(game) = game else { continue };
                for reading in [
                    Some(game),
                    game.with_empty_heap(false),
                    game.with_empty_heap(true),
                ] {
                    all.extend(reading.filter(|game| !all.contains(game)));
                }
            }
        }
    }
    all
}

/// All games that have an evaluator here.
fn games() -> Vec<Arc<dyn Ruleset>> {
    let mut games: Vec<Arc<dyn Ruleset>> = vec![
        Arc::new(Division::Exact),
        Arc::new(Division::AndResidue),
        Arc::new(Division::ComplementGrundy),
        Arc::new(Division::ThrowResidue),
        Arc::new(Division::ThrowDivisor),
        Arc::new(Factoring::MoveTo),
        Arc::new(Factoring::MoveToCoprime),
        Arc::new(Factoring::Subtract),
    ];
    for game in combinations() {
        games.push(Arc::new(game));
    }
    games.retain(|game| evaluator(&**game).is_some());
    games
}

fn selection(game: &dyn Ruleset) -> Option<Selection> {
    match game.shape() {
        Shape::Arithmetic(game) => Some(game.selection()),
        _ => None,
    }
}

fn extended<R: Evaluator + ?Sized>(evaluator: &mut R, steps: &[u64]) {
    for &to in steps {
        evaluator.extend(to, &Budget::default()).unwrap();
    }
}

/// The values by the fast evaluator.
fn values(game: &dyn Ruleset, to: u64) -> Sequence {
    let mut evaluator = evaluator(game).unwrap();
    extended(&mut *evaluator, &[to]);
    assert_eq!(evaluator.values().len() as u64, to + 1 - game.smallest());
    evaluator.values().clone()
}

#[test]
fn every_evaluator_agrees_with_the_definition() {
    let games = games();
    // All but three spelled-out games with prime factors.
    assert_eq!(games.len(), 8 + combinations().len() - 3);
    for game in games {
        let to = match selection(&*game) {
            Some(Selection::Powerset) => 18,
            Some(Selection::Number) => 5000,
            _ => 1200,
        };
        let mut fast = evaluator(&*game).unwrap();
        extended(&mut *fast, &[game.smallest(), 5, 6, 17, to / 2, to]);
        let mut slow = DefinitionEvaluator::new(&*game).unwrap();
        extended(&mut slow, &[to]);
        let values: Vec<_> = fast.values().iter().collect();
        let expected: Vec<_> = slow.values().iter().collect();
        assert_eq!(values, expected, "{}", game.name());
    }
}

/// Further than the subsets can be listed, by the exponents of single heaps.
#[test]
fn powerset_evaluators_agree_with_the_exponents_of_single_heaps() {
    for game in combinations() {
        if game.selection() == Selection::Powerset {
            let mut general = powerset::powerset(game).unwrap();
            extended(&mut *general, &[700]);
            assert_eq!(*general.values(), values(&game, 700), "{}", game.name());
        }
    }
}

/// How far the tests go: less far for slower evaluators.
fn far(game: &dyn Ruleset) -> u64 {
    match evaluator(game).unwrap().name() {
        "exponents of single heaps" => 500,
        "value sets and rows of residues" => 15_000,
        "tree of factorisations" => 40_000,
        _ => 100_000,
    }
}

#[test]
fn extending_in_steps_gives_the_same_values() {
    for game in games() {
        let to = far(&*game);
        let mut in_steps = evaluator(&*game).unwrap();
        let steps = [to / 30, to / 29, to / 2, to / 3, to - 1, to];
        extended(&mut *in_steps, &steps);
        assert_eq!(*in_steps.values(), values(&*game, to), "{}", game.name());
    }
}

#[test]
fn a_stop_at_the_deadline_keeps_the_values() {
    for game in games() {
        let to = far(&*game);
        let mut stopped = evaluator(&*game).unwrap();
        extended(&mut *stopped, &[100]);
        let late = Budget::timeout(Duration::ZERO);
        assert_eq!(
            stopped.extend(to, &late),
            Err(NimError::Stopped(Reason::Deadline))
        );
        assert_eq!(stopped.values().len() as u64, 101 - game.smallest());
        // Stops somewhere on the way, or not at all.
        let soon = Budget::timeout(Duration::from_micros(500));
        let _ = stopped.extend(to, &soon);
        extended(&mut *stopped, &[to]);
        assert_eq!(*stopped.values(), values(&*game, to), "{}", game.name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2))]

    /// A value far away is the mex of the values of the options.
    #[test]
    fn far_values_follow_from_those_before(
        places in proptest::collection::vec(500_000..=1_000_000u64, 8),
    ) {
        for game in games() {
            if selection(&*game) == Some(Selection::Powerset) {
                continue;
            }
            let to = far(&*game);
            let values = values(&*game, to);
            let value = |heap| values.numbers().unwrap()[(heap - values.first()) as usize];
            for heap in places.iter().map(|place| to * place / 1_000_000) {
                let options: BTreeSet<u32> = game
                    .options(Position::heap(heap))
                    .map(|option| {
                        let odd = option.iter().filter(|(_, copies)| copies % 2 == 1);
                        odd.fold(0, |sum, (component, _)| sum ^ value(component.size()))
                    })
                    .collect();
                let mex = (0..=value(heap) + 1).find(|value| !options.contains(value));
                prop_assert_eq!(Some(value(heap)), mex, "{}({})", game.name(), heap);
            }
        }
    }
}

#[test]
fn exceptions_of_the_paper() {
    let game = |property, action, selection| Arithmetic::new(property, action, selection).unwrap();
    let mtau = game(Property::ProperDivisors, Action::MoveTo, Selection::Number);
    // The first n > 1 whose value is not 1 exactly if τ(n) − 1 is not prime.
    let mtau = values(&mtau, 50_000);
    let proper = |n: u64| BigUint::from(divisors(n).len() - 1);
    let is_exception = |&n: &u64| mtau.get(n) != Some(u64::from(!is_prime(&proper(n))).into());
    let exceptions: Vec<u64> = (2..50_000).filter(is_exception).collect();
    assert_eq!(exceptions, [44_100, 46_656]);
    let nontotient = values(
        &game(Property::Totatives, Action::Subtract, Selection::Number),
        413_343,
    );
    assert_eq!(nontotient.get(7168), Some(1.into()));
    assert_eq!(nontotient.get(413_343), Some(0.into()));
    let residue = values(&Division::AndResidue, 16_000);
    let numbers = residue.numbers().unwrap();
    assert_eq!(numbers.iter().position(|&v| v == 256), Some(15_399 - 1));
    assert_eq!(numbers.iter().rposition(|&v| v == 1), Some(25 - 1));
}
