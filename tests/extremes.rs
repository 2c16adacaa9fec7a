//! The largest and the smallest that public functions can be called with: an answer or an error,
//! never a panic.

use std::time::Duration;

use misere::census::{Counts, Tower, residue, size, table};
use misere::game::{Forms, Universe};
use misere::genus::{DirectGenera, GenusSequence, TamePairs};
use misere::heaps::{Code, CutSet, Position, Shape, entries, ruleset};
use misere::limits::Budget;
use misere::nim::{NimSets, NimValue, NimValues, OneEven, Pattern, PeriodSearch, Sequence, Tails};
use misere::notation::{Notation, parse, write};
use misere::numbers::{odd_index, prime_index, valuation};
use misere::quotient::{Period, QuotientBuilder};
use num_bigint::BigUint;

const MOST: u64 = u64::MAX;

fn modest() -> Budget {
    Budget::timeout(Duration::from_millis(20))
        .with_max_nodes(1_000)
        .with_max_memory(16 << 20)
}

fn large() -> BigUint {
    BigUint::from(MOST) * BigUint::from(MOST)
}

/// Calls that used to panic: a sum of 64 bits overflowed, or a division was by 0.
#[test]
fn former_panics_are_answers() {
    assert_eq!(NimValue::power_of_two(MOST).bits(), MOST);
    let period = Period {
        period: 0,
        first: 3,
    };
    assert_eq!(period.representative(5), 5);
    let last_heaps = Sequence::of_numbers(MOST, vec![7, 8]);
    let (heap, value) = last_heaps.iter().next().unwrap();
    assert_eq!((heap, value.to_u64()), (MOST, Some(7)));
    assert_eq!(last_heaps.iter().count(), 2);
    // φ moves the values of {1,6} nowhere.
    assert_eq!(OneEven::new(3).unwrap().phi(1, MOST), Some(MOST));
}

#[test]
fn extreme_games_do_not_panic() {
    let mut u = Universe::with_budget(modest());
    assert!(u.nim(MOST).is_err() && u.games_born_by(u32::MAX).is_err());
    let two = u.nim(2).unwrap();
    assert!(u.multiple(MOST, two).is_err());
    let one = u.one();
    assert_eq!(u.multiple(MOST, one).unwrap(), one);
    assert!(u.simplify(&[]).is_ok());
    assert_eq!(u.genus(two).unwrap().superscript(usize::MAX), 0);
    for notation in [Notation::Conway, Notation::Sets, Notation::Tex] {
        write(&mut u, two, notation, 0).unwrap();
        write(&mut u, two, notation, usize::MAX).unwrap();
    }
    let mut forms = Forms::with_budget(modest());
    let zero = forms.set([]).unwrap();
    let one = forms.set([zero]).unwrap();
    assert!(forms.multiple(MOST, one).is_err());
    let error = parse("2 + ((é").unwrap_err();
    for input in ["", "é", "éééé"] {
        error.render(input);
    }
}

#[test]
fn extreme_days_do_not_panic() {
    let counts = Counts::new();
    assert!(counts.games(u32::MAX).is_err());
    for day in [0, 7, u32::MAX] {
        let _ = (size(&counts, day), table(&counts, day));
    }
    for modulus in [0, 1, MOST].map(BigUint::from).into_iter().chain([large()]) {
        let _ = residue(MOST, &modulus, &modest());
    }
    let least = Tower::from(i64::MIN);
    assert_eq!((-least.clone() + least).to_i64(), Some(0));
}

#[test]
fn extreme_positions_of_all_rulesets_do_not_panic() {
    let usages = entries().map(|entry| entry.usage);
    let more = [
        "0.77",
        "4.3",
        "0.F",
        "subtraction{1;sink=4611686018427387904}",
    ];
    for text in usages.chain(more) {
        let game = ruleset(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for size in [0, 1, MOST] {
            for position in [Position::heap(size), Position::pair(size, MOST)] {
                let values = NimValues::new(&*game);
                let _ = values.map(|mut values| values.value(position, &modest()));
            }
        }
        let values = NimValues::new(&*game);
        let _ = values.map(|mut values| {
            for coordinates in [vec![], vec![large()], vec![BigUint::default(); 3]] {
                let _ = values.value_at(&coordinates, &modest());
            }
        });
        let mut u = Universe::with_budget(modest());
        let genera = GenusSequence::new(&*game);
        let _ = genera.map(|mut genera| genera.extend(&mut u, MOST));
        if let (Ok(mut genera), 1) = (DirectGenera::new(&*game), game.arity()) {
            let _ = genera.of_position(Position::heap(MOST), &modest());
        }
        let _ = TamePairs::new(&*game).map(|mut pairs| pairs.extend(MOST, &modest()));
        let _ = QuotientBuilder::new(&*game).map(|mut builder| builder.extend_to(MOST, &modest()));
        let mut search = PeriodSearch::default();
        search.to = Some(MOST);
        let _ = search.run(&*game, &modest());
    }
}

#[test]
fn extreme_numbers_and_sets_do_not_panic() {
    let zero = BigUint::default();
    assert_eq!((valuation(&zero), odd_index(&zero)), (0, zero.clone()));
    assert!(prime_index(&zero, &modest()).is_err());
    assert!(CutSet::new([0], None, Some(MOST)).is_none());
    let code = Code::new(0, &[7, 7]).unwrap();
    assert!(!code.leaves(usize::MAX, usize::MAX) && code.digit(usize::MAX) == 0);
    assert!(Pattern::new(vec![], vec![], 0).is_none());
    let steep = Pattern::new(vec![], vec![u32::MAX], MOST).unwrap();
    assert!(steep.value(&large()) > large());
    let tails = |values| Tails::of(values, &Budget::default()).unwrap();
    assert!(tails(&[]).tail(0).is_none() && tails(&[1, 2]).tail(usize::MAX).is_none());
    let game = ruleset("cut{1,6}").unwrap();
    let Shape::Cut(game) = game.shape() else {
        panic!("a cut game")
    };
    let sets = NimSets::new(game, MOST);
    assert!(sets.get(0, 0).is_none() && sets.get(MOST, MOST).is_none());
}
