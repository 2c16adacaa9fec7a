//! Every road against the definition.

use crate::game::Limits;
use crate::heaps::{Action, Arithmetic, Property, Ruleset, Selection};
use crate::nim::{DefinitionRoad, Road, roads};

/// Every combination in which play ends, in every reading.
fn combinations() -> Vec<Arithmetic> {
    let mut all: Vec<Arithmetic> = Vec::new();
    for property in Property::ALL {
        for action in [Action::MoveTo, Action::Subtract] {
            for selection in [
                Selection::One,
                Selection::Number,
                Selection::Fullset,
                Selection::Powerset,
            ] {
                let Ok(game) = Arithmetic::new(property, action, selection) else {
                    continue;
                };
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

fn extended<R: Road + ?Sized>(road: &mut R, steps: &[u64]) {
    for &to in steps {
        road.extend(to, &Limits::default()).unwrap();
    }
}

#[test]
fn every_combination_agrees_with_the_definition() {
    for game in combinations() {
        let to = match game.selection() {
            Selection::One | Selection::Fullset => 600,
            Selection::Number => 3000,
            Selection::Powerset => 18,
        };
        let Some(mut fast) = roads(&game).fast else {
            continue;
        };
        extended(&mut *fast, &[game.smallest(), 5, 6, 17, to / 2, to]);
        let mut slow = DefinitionRoad::new(&game).unwrap();
        extended(&mut slow, &[to]);
        let values: Vec<_> = fast.values().iter().collect();
        let expected: Vec<_> = slow.values().iter().collect();
        assert_eq!(values, expected, "{}", game.name());
    }
}

#[test]
fn extending_in_steps_is_extending_at_once() {
    for game in combinations() {
        let Some(mut at_once) = roads(&game).fast else {
            continue;
        };
        let to = if at_once.name() == "exponents of single heaps" {
            1000
        } else {
            100_000
        };
        let mut in_steps = roads(&game).fast.unwrap();
        extended(&mut *at_once, &[to]);
        extended(
            &mut *in_steps,
            &[to / 30, to / 29, to / 2, to / 3, to - 1, to],
        );
        assert_eq!(at_once.values(), in_steps.values(), "{}", game.name());
    }
}

#[test]
#[ignore = "timing"]
fn timing() {
    for game in combinations() {
        let Some(mut at_once) = roads(&game).fast else {
            continue;
        };
        if at_once.name() == "exponents of single heaps" {
            continue;
        }
        let start = std::time::Instant::now();
        extended(&mut *at_once, &[10_000_000]);
        println!("{} {:?}", game.name(), start.elapsed());
    }
}
