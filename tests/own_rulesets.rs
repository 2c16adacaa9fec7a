//! Rulesets that a user of the library writes: solved, proved periodic, certified and checked like
//! those of the registry; and what they state about their moves is not believed blindly.

use std::time::{Duration, Instant};

use misere::game::Universe;
use misere::heaps::{
    ClosedForm, Code, Evaluator, HeapGames, HeapOptions, Heaps, MoveBounds, Position, Ruleset,
    Sequence, Shape, ruleset,
};
use misere::limits::{Budget, Reason};
use misere::nim::check::{InvalidPeriod, check, check_with};
use misere::nim::{
    NimError, NimValues, PeriodCertificate, PeriodKind, PeriodSearch, Theorem, methods,
};
use misere::quotient::QuotientBuilder;

/// Take one or two from a heap and leave at most two heaps, except at one heap, where something else
/// happens.
struct Pins {
    shape: Option<Code>,
    bounds: Option<MoveBounds>,
    /// A heap with one move only.
    exception: u64,
}

const KAYLES: MoveBounds = MoveBounds {
    most_taken: 2,
    most_left: 2,
    from: 0,
};

impl Pins {
    fn honest() -> Self {
        Self {
            shape: None,
            bounds: None,
            exception: u64::MAX,
        }
    }
}

impl Ruleset for Pins {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let n = position.size();
        let most = if n == self.exception { 1 } else { 2 };
        let left = (1..=most).filter_map(move |taken| n.checked_sub(taken));
        let nonempty = |sizes: [u64; 2]| Heaps::of_sizes(sizes.into_iter().filter(|&x| x > 0));
        Box::new(left.flat_map(move |left| (0..=left / 2).map(move |a| nonempty([a, left - a]))))
    }

    fn shape(&self) -> Shape<'_> {
        self.shape.as_ref().map_or(Shape::Unknown, Shape::Code)
    }

    fn move_bounds(&self) -> Option<MoveBounds> {
        self.bounds.or_else(|| self.shape().move_bounds())
    }
}

fn certificate(game: &dyn Ruleset) -> Option<PeriodCertificate> {
    let answer = PeriodSearch::default().run(game, &Budget::default());
    answer.unwrap().certificate()
}

#[test]
fn options_are_enough_for_values_forms_and_quotients() {
    let (own, kayles) = (Pins::honest(), ruleset("kayles").unwrap());
    assert_eq!(own.name(), "pins");
    let mut u = Universe::new();
    let (mut forms, mut expected) = (HeapGames::new(&own), HeapGames::new(&*kayles));
    let mut values = NimValues::new(&own).unwrap();
    let mut known = NimValues::new(&*kayles).unwrap();
    for heap in (0..15).map(Position::heap) {
        let form = forms.value(&mut u, heap).unwrap();
        assert_eq!(form, expected.value(&mut u, heap).unwrap());
        let value = values.value(heap, &Budget::default()).unwrap();
        assert_eq!(value, known.value(heap, &Budget::default()).unwrap());
    }
    let mut builder = QuotientBuilder::new(&own).unwrap();
    builder.extend_to(8, &Budget::default()).unwrap();
    assert!(builder.order() > 2);
    // A period is seen, but nothing is stated that would prove it.
    let answer = PeriodSearch::default().run(&own, &Budget::default());
    let answer = answer.unwrap();
    assert_eq!(answer.kind, PeriodKind::Periodic);
    assert!(answer.proof.is_none() && answer.certificate().is_none());
}

#[test]
fn stated_moves_prove_a_period_and_its_certificate_is_checked() {
    let budget = Budget::default();
    for (shape, bounds, theorem) in [
        (Some("0.77"), None, Theorem::GuySmith),
        (None, Some(KAYLES), Theorem::TakeAndBreak),
    ] {
        let game = Pins {
            shape: shape.map(|code| code.parse().unwrap()),
            bounds,
            ..Pins::honest()
        };
        let written = serde_json::to_string(&certificate(&game).unwrap()).unwrap();
        let mut read: PeriodCertificate = serde_json::from_str(&written).unwrap();
        assert_eq!((read.theorem, read.ruleset.as_str()), (theorem, "pins"));
        let checked = check_with(&game, &read, &budget).unwrap();
        assert_eq!(checked.tail.period, 12);
        assert_eq!(checked.tail.start, 71);
        assert!(checked.compared_to.unwrap() > 50);
        // The registry does not know it, and the game of the registry is another.
        assert!(matches!(
            check(&read, &budget),
            Err(InvalidPeriod::Stopped(NimError::OutOfReach(_)))
        ));
        let kayles = ruleset("kayles").unwrap();
        let other = check_with(&*kayles, &read, &budget);
        assert!(matches!(other, Err(InvalidPeriod::Ruleset(_))));
        // The same name without the statement proves nothing.
        let silent = check_with(&Pins::honest(), &read, &budget);
        assert!(matches!(silent, Err(InvalidPeriod::Inapplicable { .. })));
        read.values[40] += 1;
        assert_eq!(
            check_with(&game, &read, &budget),
            Err(InvalidPeriod::Digest)
        );
        read.digest = read.right_digest();
        let changed = check_with(&game, &read, &budget);
        assert!(
            matches!(changed, Err(InvalidPeriod::Value { heap: 40, .. })),
            "{changed:?}"
        );
    }
    // A large heap is looked up in the proved pattern.
    let game = Pins {
        bounds: Some(KAYLES),
        ..Pins::honest()
    };
    let kayles = ruleset("kayles").unwrap();
    let mut own = NimValues::new(&game).unwrap();
    let mut known = NimValues::new(&*kayles).unwrap();
    for heap in (0..12).map(|n| Position::heap((1 << 50) + n)) {
        let value = own.value(heap, &budget).unwrap();
        assert_eq!(value, known.value(heap, &budget).unwrap());
    }
}

#[test]
fn false_statements_are_caught_by_the_options() {
    let budget = Budget::default();
    let honest = Pins {
        shape: Some("0.77".parse().unwrap()),
        ..Pins::honest()
    };
    let certificate_by_shape = certificate(&honest).unwrap();
    let bounded = Pins {
        bounds: Some(KAYLES),
        ..Pins::honest()
    };
    let certificate_by_bounds = certificate(&bounded).unwrap();
    // Its moves are not those of the code, at one heap.
    for exception in [2, 30, 60] {
        let liar = Pins {
            exception,
            shape: Some("0.77".parse().unwrap()),
            ..Pins::honest()
        };
        let checked = check_with(&liar, &certificate_by_shape, &budget);
        assert!(
            matches!(checked, Err(InvalidPeriod::Statement(_))),
            "{checked:?}"
        );
        let liar = Pins {
            exception,
            bounds: Some(KAYLES),
            ..Pins::honest()
        };
        let checked = check_with(&liar, &certificate_by_bounds, &budget);
        match checked {
            Err(InvalidPeriod::Statement(_)) => {}
            // Which heaps can be taken whole is not stated, but it changes a value.
            Err(InvalidPeriod::Value { heap: 2, .. }) if exception == 2 => {}
            other => panic!("{other:?}"),
        }
    }
    // Another code.
    let liar = Pins {
        shape: Some("0.137".parse().unwrap()),
        ..Pins::honest()
    };
    let checked = check_with(&liar, &certificate(&liar).unwrap(), &budget);
    assert!(
        matches!(checked, Err(InvalidPeriod::Statement(_))),
        "{checked:?}"
    );
}

/// Nim, with its own evaluator and its own formula.
struct Fast {
    values: fn(u64) -> u32,
}

struct Table {
    values: Sequence,
    value: fn(u64) -> u32,
}

impl Evaluator for Table {
    fn name(&self) -> &'static str {
        "a table of one's own"
    }

    fn values(&self) -> &Sequence {
        &self.values
    }

    fn extend(&mut self, to: u64, _: &Budget) -> Result<(), NimError> {
        while self.values.len() as u64 <= to {
            self.values.push((self.value)(self.values.len() as u64));
        }
        Ok(())
    }
}

impl Ruleset for Fast {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        Box::new((0..position.size()).map(Heaps::heap))
    }

    fn evaluator(&self) -> Option<Box<dyn Evaluator + '_>> {
        Some(Box::new(Table {
            values: Sequence::of_numbers(0, Vec::new()),
            value: self.values,
        }))
    }

    fn closed_form(&self) -> Option<ClosedForm> {
        Some(ClosedForm::new(
            "Bouton 1901",
            0,
            |position, _| match position {
                [n] => Ok(n.into()),
                _ => Err(NimError::OutOfReach("single heaps".into())),
            },
        ))
    }
}

#[test]
fn own_evaluators_and_formulas_are_used_and_can_be_compared() {
    let right = Fast {
        values: |n| u32::try_from(n).unwrap(),
    };
    let found = methods(&right);
    assert_eq!(found.fast.unwrap().name(), "a table of one's own");
    assert_eq!(found.closed_form.unwrap().theorem, "Bouton 1901");
    let agreement = misere::nim::compare_methods(&right, Some(50), &Budget::default());
    assert!(agreement.unwrap().differences.is_empty());
    let wrong = Fast {
        values: |n| u32::try_from(n % 20).unwrap(),
    };
    let agreement = misere::nim::compare_methods(&wrong, Some(21), &Budget::default());
    let heaps: Vec<u64> = agreement
        .unwrap()
        .differences
        .iter()
        .map(|d| d.heap)
        .collect();
    assert_eq!(heaps, [20, 21]);
}

/// Three heaps of nim as one position.
struct ThreeHeaps;

impl Ruleset for ThreeHeaps {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let from = position.coordinates();
        Box::new((0..from.len()).flat_map(move |i| {
            let from = from.clone();
            (0..from[i]).map(move |left| {
                let mut to = from.clone();
                to[i] = left;
                Position::new(&to).expect("a smaller position").into()
            })
        }))
    }

    fn arity(&self) -> usize {
        3
    }
}

#[test]
fn positions_may_have_three_coordinates() {
    let mut values = NimValues::new(&ThreeHeaps).unwrap();
    let mut forms = HeapGames::new(&ThreeHeaps);
    let mut u = Universe::new();
    for (a, b, c) in [(1, 2, 3), (3, 4, 6), (0, 0, 5), (2, 2, 2)] {
        let position = Position::new(&[a, b, c]).unwrap();
        assert!(ThreeHeaps.is_position(position) && !ThreeHeaps.is_position(Position::heap(a)));
        let value = values.value(position, &Budget::default()).unwrap();
        assert_eq!(value, (a ^ b ^ c).into());
        let form = forms.value(&mut u, position).unwrap();
        let nim = [a, b, c].map(|n| u.nim(n).unwrap());
        let sum = u.sum(nim[0], nim[1]).unwrap();
        assert_eq!(form, u.sum(sum, nim[2]).unwrap());
    }
    let game: &dyn Ruleset = &ThreeHeaps;
    let heap = Position::new(&[3, 1, 2]).unwrap();
    assert_eq!(game.heap_name(heap), "three-heaps(3,1,2)");
    assert!(
        PeriodSearch::default()
            .run(game, &Budget::default())
            .is_err()
    );
}

/// A heap of the largest size only.
struct Last;

impl Ruleset for Last {
    fn options(&self, _: Position) -> HeapOptions<'_> {
        Box::new(std::iter::empty())
    }

    fn smallest(&self) -> u64 {
        u64::MAX
    }

    fn move_bounds(&self) -> Option<MoveBounds> {
        Some(MoveBounds {
            most_taken: u64::MAX,
            most_left: u64::MAX,
            from: u64::MAX,
        })
    }
}

#[test]
fn the_largest_heaps_do_not_overflow() {
    let budget = Budget::default();
    for to in [None, Some(0), Some(u64::MAX)] {
        let answer = PeriodSearch::new(to, true).run(&Last, &budget).unwrap();
        let expected = (to != Some(0)).then_some(u64::MAX);
        assert_eq!(answer.observed_to, expected, "{to:?}");
        let agreement = misere::nim::compare_methods(&Last, to, &budget).unwrap();
        assert_eq!(agreement.compared_to, expected);
    }
    let mut values = NimValues::new(&Last).unwrap();
    let last = Position::heap(u64::MAX);
    assert_eq!(values.value(last, &budget), Ok(0.into()));
    assert!(values.value_at(&[5u32.into()], &budget).is_err());
    let sunk = ruleset("subtraction{2;sink=4611686018427387904}").unwrap();
    let mut values = NimValues::new(&*sunk).unwrap();
    assert!(values.value_at(&[(1u64 << 32).into()], &budget).is_err());
    let above = [((1u64 << 62) + 2).into()];
    assert_eq!(values.value_at(&above, &budget), Ok(1.into()));
}

/// Work without options is work, and all tables count.
#[test]
fn searches_obey_limits() {
    let huge = ruleset("subtraction{18446744073709551615}").unwrap();
    let start = Instant::now();
    let budget = Budget::timeout(Duration::from_millis(200)).with_max_memory(1 << 30);
    let answer = PeriodSearch::up_to(100_000_000_000)
        .run(&*huge, &budget)
        .unwrap();
    assert!(matches!(
        answer.stopped,
        Some(Reason::Deadline | Reason::Memory { .. })
    ));
    assert!(misere::nim::compare_methods(&*huge, Some(u64::MAX), &budget).is_err());
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(budget.held(), 0);
    let little = Budget::default().with_max_memory(1 << 20);
    let answer = PeriodSearch::up_to(1 << 40).run(&*huge, &little).unwrap();
    assert!(matches!(answer.stopped, Some(Reason::Memory { .. })));
    // Zeros as far as it was computed.
    assert_eq!(answer.kind, PeriodKind::Periodic);
    assert!(answer.proof.is_none());
}
