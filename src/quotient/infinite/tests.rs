//! Infinite quotients against methods that share nothing with the verifier.

use proptest::prelude::*;

use super::check::{check, check_with};
use super::{InfiniteCertificate, InfiniteQuotient};
use crate::game::Outcome;
use crate::heaps::{HeapOptions, Heaps, PlayedOut, Position, Ruleset, ruleset};
use crate::limits::Budget;
use crate::quotient::QuotientBuilder;

fn infinite(name: &str, to: u64) -> InfiniteQuotient {
    let game = ruleset(name).unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    builder.extend_to(to, &Budget::default()).unwrap();
    builder.infinite().unwrap()
}

/// Checks at a sum that it is in P iff it has an option and no option is in P.
fn is_right_at(quotient: &InfiniteQuotient, game: &dyn Ruleset, sum: &Heaps) -> bool {
    let mut options = Vec::new();
    for (heap, _) in sum.iter() {
        let rest = sum.without_one(heap);
        options.extend(
            game.options(heap)
                .map(|option| rest.checked_plus(&option).unwrap()),
        );
    }
    let is_p = |sum: &Heaps| quotient.outcome(sum).unwrap() == Outcome::P;
    is_p(sum) == (!options.is_empty() && !options.iter().any(is_p))
}

/// Tries random sums: up to 40 of each wild heap, few of the others.
fn local_condition(name: &str, to: u64) {
    let game = ruleset(name).unwrap();
    let quotient = infinite(name, to);
    let wild = prop::collection::vec(0u64..=40, quotient.wild().len());
    let others = prop::collection::vec(game.smallest()..=to, 0..5);
    proptest!(|(wild in wild, others in others)| {
        let mut sum = Heaps::of_sizes(others);
        for (&heap, copies) in quotient.wild().iter().zip(wild) {
            sum.add(Position::heap(heap), copies);
        }
        prop_assert!(is_right_at(&quotient, &*game, &sum), "{sum}");
    });
}

/// Compares all sums of at most this many heaps with play to the end.
fn exact_play(name: &str, to: u64, most: usize) {
    let game = ruleset(name).unwrap();
    let quotient = infinite(name, to);
    let budget = Budget::default();
    let mut played = PlayedOut::new(&*game).unwrap();
    let mut sums = vec![Vec::new()];
    for _ in 0..most {
        let longer = sums.iter().flat_map(|sum: &Vec<u64>| {
            let least = sum.last().copied().unwrap_or(game.smallest());
            (least..=to).map(move |heap| [&sum[..], &[heap]].concat())
        });
        sums = longer.collect();
        for sum in &sums {
            let heaps = Heaps::of_sizes(sum.iter().copied());
            let expected = played.outcome(&heaps, &budget).unwrap();
            assert_eq!(quotient.outcome(&heaps), Some(expected), "{heaps}");
        }
    }
}

#[test]
fn random_sums_satisfy_the_local_condition() {
    local_condition("0.3122", 7);
    local_condition("0.3102", 12);
}

#[test]
fn small_sums_are_played_out() {
    exact_play("0.3122", 7, 7);
    exact_play("0.3102", 12, 4);
}

#[test]
#[ignore = "takes half a minute"]
fn the_larger_cases_are_right_as_well() {
    local_condition("0.354", 5);
    exact_play("0.354", 5, 9);
    local_condition("0.07", 35);
    exact_play("0.07", 35, 1);
    let quotient = infinite("0.07", 35);
    assert_eq!(
        (quotient.wild(), quotient.tame_part().order()),
        (&[30, 34][..], 1456)
    );
    for name in ["0.354", "0.07"] {
        let certificate = infinite(name, if name == "0.07" { 35 } else { 5 }).certificate();
        assert!(check(&certificate, &Budget::default()).is_ok());
    }
}

#[test]
fn known_descriptions_are_found() {
    let quotient = infinite("0.3122", 7);
    assert_eq!(quotient.wild(), [5, 7]);
    assert_eq!(quotient.tame_part().order(), 40);
    assert_eq!(quotient.shape().wall, [1, -1]);
    let quotient = infinite("0.3102", 12);
    assert_eq!(quotient.wild(), [7, 12]);
    assert_eq!(quotient.tame_part().order(), 54);
}

/// The steps are those of an earlier, independent computation.
#[test]
fn growth_is_linear() {
    let budget = Budget::default();
    for (name, to, step) in [("0.3122", 7, 128), ("0.3102", 12, 32)] {
        let quotient = infinite(name, to);
        let count = |q| quotient.classes_up_to(q, &budget).unwrap();
        let counts: Vec<usize> = (12..16).map(count).collect();
        let steps: Vec<usize> = counts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(steps, [step; 3], "{name}: {counts:?}");
    }
}

type Forgery = (&'static str, fn(&mut InfiniteCertificate));

/// Every part of a certificate matters.
#[test]
fn forged_certificates_are_refused() {
    let certificate = infinite("0.3122", 7).certificate();
    let budget = Budget::default();
    let checked = check(&certificate, &budget).unwrap();
    assert_eq!((checked.max_heap, checked.order), (7, 40));
    let forgeries: [Forgery; 13] = [
        ("kind", |c| c.certificate = "quotient".into()),
        ("another ruleset", |c| c.ruleset = "0.3102".into()),
        ("a wall", |c| c.wall[1] = -2),
        ("half-width", |c| c.half_width += 1),
        ("threshold", |c| c.thresholds[1] += 1),
        ("modulus", |c| c.moduli[1] = 2),
        ("a missing heap", |c| {
            c.pretending.pop();
        }),
        ("a heap less", |c| {
            c.pretending.pop();
            c.max_heap -= 1;
        }),
        ("a value", |c| c.pretending[3] = c.pretending[2]),
        ("a product", |c| c.cayley[5][1] = 0),
        ("a missing cell", |c| {
            c.cells.pop();
        }),
        ("a wild heap", |c| c.wild[0] = 4),
        ("1 in P", |c| {
            for set in &mut c.sets {
                if set.first() != Some(&0) {
                    set.insert(0, 0);
                }
            }
        }),
    ];
    for (what, forge) in forgeries {
        let mut forged = certificate.clone();
        forge(&mut forged);
        assert!(check(&forged, &budget).is_err(), "{what}");
    }
    // Any other set for any cell is a wrong bit.
    for cell in 0..certificate.cells.len() {
        let mut forged = certificate.clone();
        let sets = u32::try_from(forged.sets.len()).unwrap();
        forged.cells[cell].2 = (forged.cells[cell].2 + 1) % sets;
        assert!(check(&forged, &budget).is_err(), "cell {cell}");
    }
    // A single bit.
    for (place, set) in certificate.sets.iter().enumerate() {
        let mut forged = certificate.clone();
        if set.is_empty() {
            forged.sets[place].push(1);
        } else {
            forged.sets[place].pop();
        }
        assert!(check(&forged, &budget).is_err(), "set {place}");
    }
}

/// g = {0, *2+*3, 3·*2} and h = {*3, g+1, g+g} as heaps 4 and 5 after the nim heaps 0 to 3.
struct Aperiodic;

impl Ruleset for Aperiodic {
    fn name(&self) -> String {
        "aperiodic".into()
    }

    fn rule(&self) -> String {
        "heaps 4 and 5 have the options 0, 2+3, 2+2+2 and 3, 4+1, 4+4".into()
    }

    fn source(&self) -> &'static str {
        "a test"
    }

    fn options(&self, heap: Position) -> HeapOptions<'_> {
        let options: Vec<Heaps> = match heap.size() {
            4 => vec![
                Heaps::none(),
                Heaps::of_sizes([2, 3]),
                Heaps::of_sizes([2, 2, 2]),
            ],
            5 => vec![
                Heaps::heap(3),
                Heaps::of_sizes([4, 1]),
                Heaps::of_sizes([4, 4]),
            ],
            n => (0..n.min(4)).map(Heaps::heap).collect(),
        };
        Box::new(options.into_iter())
    }
}

/// With g the quotient is infinite and found. Multiples of h seem to follow no rule: nothing may be
/// claimed.
#[test]
fn an_aperiodic_game_ends_at_a_limit() {
    let mut builder = QuotientBuilder::new(&Aperiodic).unwrap();
    builder.extend_to(4, &Budget::default()).unwrap();
    let certificate = builder.infinite().unwrap().certificate();
    assert!(check_with(&Aperiodic, &certificate, &Budget::default()).is_ok());
    let budget = Budget::timeout(std::time::Duration::from_secs(3));
    assert!(builder.extend_to(5, &budget).is_err());
    assert_eq!(builder.max_heap(), Some(4));
    assert_eq!(builder.infinite().unwrap().max_heap(), 4);
}
