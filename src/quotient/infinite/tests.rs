//! Infinite quotients against methods that share nothing with the verifier.

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

use proptest::prelude::*;

use super::check::{check, check_with};
use super::{InfiniteCertificate, InfiniteQuotient};
use crate::game::Outcome;
use crate::heaps::{HeapOptions, Heaps, PlayedOut, Position, Ruleset, ruleset};
use crate::limits::Budget;
use crate::quotient::{Period, QuotientBuilder};

fn infinite(name: &str, to: u64) -> InfiniteQuotient {
    let game = ruleset(name).unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    builder.extend_to(to, &Budget::default()).unwrap();
    builder.infinite().unwrap()
}

/// Returns the options of a sum.
fn options_of(sum: &Heaps, game: &dyn Ruleset) -> Vec<Heaps> {
    let mut options = Vec::new();
    for (heap, _) in sum.iter() {
        let rest = sum.without_one(heap);
        options.extend(
            game.options(heap)
                .map(|option| rest.checked_plus(&option).unwrap()),
        );
    }
    options
}

/// Checks at a sum that it is in P iff it has an option and no option is in P.
fn is_right_at(quotient: &InfiniteQuotient, game: &dyn Ruleset, sum: &Heaps) -> bool {
    let options = options_of(sum, game);
    let is_p = |sum: &Heaps| quotient.outcome(sum).unwrap() == Outcome::P;
    is_p(sum) == (!options.is_empty() && !options.iter().any(is_p))
}

fn local_condition(name: &str, to: u64) {
    local_condition_of(&infinite(name, to), &*ruleset(name).unwrap(), to);
}

/// Tries random sums: up to 40 of each wild heap, few of the others.
fn local_condition_of(quotient: &InfiniteQuotient, game: &dyn Ruleset, to: u64) {
    let wild = prop::collection::vec(0u64..=40, quotient.wild().len());
    let others = prop::collection::vec(game.smallest()..=to, 0..5);
    proptest!(|(wild in wild, others in others)| {
        let mut sum = Heaps::of_sizes(others);
        for (&heap, copies) in quotient.wild().iter().zip(wild) {
            sum.add(Position::heap(heap), copies);
        }
        prop_assert!(is_right_at(quotient, game, &sum), "{sum}");
    });
}

fn exact_play(name: &str, to: u64, most: usize) {
    exact_play_of(&infinite(name, to), &*ruleset(name).unwrap(), to, most);
}

/// Compares all sums of at most this many heaps with play to the end.
fn exact_play_of(quotient: &InfiniteQuotient, game: &dyn Ruleset, to: u64, most: usize) {
    let budget = Budget::default();
    let mut played = PlayedOut::new(game).unwrap();
    for_small_sums(game.smallest()..=to, most, |sum| {
        let expected = played.outcome(sum, &budget).unwrap();
        assert_eq!(quotient.outcome(sum), Some(expected), "{sum}");
    });
}

/// Does something with all sums of at most this many heaps.
fn for_small_sums(heaps: RangeInclusive<u64>, most: usize, mut act: impl FnMut(&Heaps)) {
    let mut sums = vec![Vec::new()];
    for _ in 0..most {
        let longer = sums.iter().flat_map(|sum: &Vec<u64>| {
            let least = sum.last().copied().unwrap_or(*heaps.start());
            (least..=*heaps.end()).map(move |heap| [&sum[..], &[heap]].concat())
        });
        sums = longer.collect();
        for sum in &sums {
            act(&Heaps::of_sizes(sum.iter().copied()));
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

/// Tells outcomes by a certificate alone: products in the Cayley graph, and cells by their definition.
struct Reader {
    certificate: InfiniteCertificate,
    cells: BTreeMap<(Vec<u32>, i64), u32>,
    /// For each heap the generators whose product is its value.
    words: Vec<Vec<usize>>,
}

impl Reader {
    fn new(certificate: InfiniteCertificate) -> Self {
        let cells = certificate.cells.iter();
        let cells = cells.map(|(classes, level, set)| ((classes.clone(), *level), *set));
        // A shortest word of each element, by a search from the identity.
        let mut words: Vec<Option<Vec<usize>>> = vec![None; certificate.cayley.len()];
        words[0] = Some(Vec::new());
        let mut waiting = VecDeque::from([0]);
        while let Some(x) = waiting.pop_front() {
            for (g, &y) in certificate.cayley[x].iter().enumerate() {
                if words[y as usize].is_none() {
                    let word = words[x].as_ref().unwrap();
                    words[y as usize] = Some([&word[..], &[g]].concat());
                    waiting.push_back(y as usize);
                }
            }
        }
        let values = certificate.pretending.iter();
        let words = values.map(|&value| words[value as usize].clone().unwrap());
        Self {
            cells: cells.collect(),
            words: words.collect(),
            certificate,
        }
    }

    fn is_p(&self, sum: &Heaps) -> bool {
        let certificate = &self.certificate;
        let mut x = vec![0i64; certificate.wild.len()];
        let mut m = 0;
        for (position, copies) in sum.iter() {
            let heap = position.size();
            let copies = i64::try_from(copies).unwrap();
            if let Ok(i) = certificate.wild.binary_search(&heap) {
                x[i] += copies;
            }
            for (_, d) in certificate.mixed.iter().filter(|(mixed, _)| *mixed == heap) {
                for (x, d) in x.iter_mut().zip(d) {
                    *x += copies * i64::from(*d);
                }
            }
            let word = &self.words[usize::try_from(heap - certificate.smallest).unwrap()];
            for _ in 0..copies {
                for &g in word {
                    m = certificate.cayley[m as usize][g];
                }
            }
        }
        let form: i64 = x.iter().zip(&certificate.wall).map(|(x, c)| x * c).sum();
        let level = form.clamp(-certificate.half_width, certificate.half_width);
        let numbers = x
            .iter()
            .zip(certificate.thresholds.iter().zip(&certificate.moduli));
        let classes = numbers.map(|(&x, (&t, &p))| {
            let x = u32::try_from(x).unwrap();
            if x < t { x } else { t + (x - t) % p }
        });
        let set = self.cells[&(classes.collect(), level)];
        certificate.sets[set as usize].contains(&m)
    }

    /// Tries random sums: up to 40 of each wild heap, few of the others.
    fn local_condition(&self, game: &dyn Ruleset) {
        let certificate = &self.certificate;
        let wild = prop::collection::vec(0u64..=40, certificate.wild.len());
        let others = prop::collection::vec(certificate.smallest..=certificate.max_heap, 0..5);
        proptest!(|(wild in wild, others in others)| {
            let mut sum = Heaps::of_sizes(others);
            for (&heap, copies) in certificate.wild.iter().zip(wild) {
                sum.add(Position::heap(heap), copies);
            }
            let options = options_of(&sum, game);
            let won = options.iter().any(|option| self.is_p(option));
            prop_assert_eq!(self.is_p(&sum), !options.is_empty() && !won, "{}", sum);
        });
    }

    /// Compares all sums of at most this many heaps with play to the end.
    fn exact_play(&self, game: &dyn Ruleset, most: usize) {
        let budget = Budget::default();
        let mut played = PlayedOut::new(game).unwrap();
        for_small_sums(game.smallest()..=self.certificate.max_heap, most, |sum| {
            let expected = played.outcome(sum, &budget).unwrap();
            assert_eq!(Outcome::from(self.is_p(sum)), expected, "{sum}");
        });
    }
}

/// Certificates that an earlier version of the program wrote, when there were no mixed heaps.
#[test]
fn stored_certificates_are_read_and_right() {
    let stored = [
        (
            include_str!("../../../tests/reference/infinite-0.354.json"),
            6,
        ),
        (
            include_str!("../../../tests/reference/infinite-0.07.json"),
            1,
        ),
    ];
    for (text, heaps) in stored {
        let certificate: InfiniteCertificate = serde_json::from_str(text).unwrap();
        assert!(check(&certificate, &Budget::default()).is_ok());
        let game = ruleset(&certificate.ruleset).unwrap();
        let reader = Reader::new(certificate);
        reader.local_condition(&*game);
        reader.exact_play(&*game, heaps);
    }
}

/// 0.3122 with two more heaps, 8 and 9, that have the options of the sums 5 + 1 and 7 + 5 + 3. So they are
/// equal to these sums.
struct WithSums(std::sync::Arc<dyn Ruleset>);

impl Ruleset for WithSums {
    fn name(&self) -> String {
        "0.3122 with sums".into()
    }

    fn rule(&self) -> String {
        "0.3122, where heaps 8 and 9 are the sums 5 + 1 and 7 + 5 + 3".into()
    }

    fn source(&self) -> &'static str {
        "a test"
    }

    fn options(&self, heap: Position) -> HeapOptions<'_> {
        match heap.size() {
            8 => Box::new(options_of(&Heaps::of_sizes([5, 1]), &*self.0).into_iter()),
            9 => Box::new(options_of(&Heaps::of_sizes([7, 5, 3]), &*self.0).into_iter()),
            _ => self.0.options(heap),
        }
    }
}

#[test]
fn heaps_that_are_sums_with_wild_heaps_are_mixed() {
    let game = WithSums(ruleset("0.3122").unwrap());
    let budget = Budget::default();
    let mut builder = QuotientBuilder::new(&game).unwrap();
    builder.extend_to(9, &budget).unwrap();
    let quotient = builder.infinite().unwrap();
    assert_eq!(quotient.wild(), [5, 7]);
    // Heap 9 has a value in M too: values that are equal in the quotient are not unique.
    assert_eq!(quotient.mixed(), [(8, vec![1, 0])]);
    let sum = Heaps::of_sizes([5, 1]);
    assert_eq!(quotient.value(&Heaps::heap(8)), quotient.value(&sum));
    // The verifier, the checker, and methods that share nothing with either.
    let certificate = quotient.certificate();
    check_with(&game, &certificate, &budget).unwrap();
    let mut sentence = Vec::new();
    assert!(quotient.write_smt(&game, &mut sentence).unwrap());
    let reader = Reader::new(certificate.clone());
    reader.local_condition(&game);
    reader.exact_play(&game, 4);
    let forgeries: [Forgery; 8] = [
        ("another part", |c| c.mixed[0].1 = vec![0, 1]),
        ("a larger part", |c| c.mixed[0].1[0] = 2),
        ("an empty part", |c| c.mixed[0].1 = vec![0, 0]),
        ("a short part", |c| c.mixed[0].1 = vec![1]),
        ("a heap that is not mixed", |c| {
            c.mixed.remove(0);
        }),
        ("a wild heap", |c| c.mixed.insert(0, (7, vec![1, 1]))),
        ("a tame heap", |c| c.mixed.insert(0, (6, vec![1, 0]))),
        ("another element", |c| c.pretending[8] = 0),
    ];
    for (what, forge) in forgeries {
        let mut forged = certificate.clone();
        forge(&mut forged);
        assert!(check_with(&game, &forged, &budget).is_err(), "{what}");
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

/// 0.176 is solved, and its quotient is infinite.
#[test]
fn a_period_gives_the_infinite_quotient_of_all_heaps() {
    let game = ruleset("0.176").unwrap();
    let budget = Budget::default();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    assert!(builder.solve(&budget).unwrap());
    assert_eq!((builder.order(), builder.infinite_from()), (42, Some(19)));
    let quotient = builder.infinite().unwrap();
    assert_eq!(quotient.wild(), [11, 19, 25]);
    let period = quotient.period().unwrap();
    assert_eq!((period.period, period.first), (8, 50));
    local_condition_of(&quotient, &*game, 400);
    exact_play_of(&quotient, &*game, 20, 2);
    exact_play_of(&quotient, &*game, 36, 1);
    let certificate = quotient.certificate();
    let checked = check(&certificate, &budget).unwrap();
    assert_eq!(checked.period, certificate.period);
    let claim = |period, first| Some(Period { period, first }.into());
    for forged in [
        claim(4, 50),
        claim(16, 50),
        claim(8, 49),
        claim(8, 51),
        claim(0, 50),
        claim(8, 0),
        claim(8, u64::MAX),
        claim(u64::MAX, 50),
    ] {
        let mut other = certificate.clone();
        other.period = forged;
        assert!(check(&other, &budget).is_err(), "{forged:?}");
    }
    // One heap fewer is too few for the theorem.
    let mut shorter = certificate.clone();
    shorter.pretending.pop();
    shorter.max_heap -= 1;
    assert!(check(&shorter, &budget).is_err());
    shorter.period = None;
    assert_eq!(check(&shorter, &budget).unwrap().period, None);
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
    // Millions of cells, which need not be found to be refused.
    let mut wide = certificate.clone();
    wide.half_width = 1 << 20;
    let little = Budget::default().with_max_memory(1 << 20);
    let refused = check(&wide, &little).unwrap_err();
    assert!(!refused.to_string().contains("memory"), "{refused}");
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
