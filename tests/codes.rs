//! Take-and-break games: options, values by the fast evaluators and by definition, cousins,
//! classics and checkpoints.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use misere::heaps::{Code, Ruleset, ruleset};
use misere::limits::{Budget, Reason};
use misere::nim::checkpoint::{Checkpoint, CheckpointError, Damage, INTERVAL, compute};
use misere::nim::{DefinitionEvaluator, Evaluator, NimError, Sequence, codes_with_values, methods};
use proptest::prelude::*;

/// The values from heap 0 on, by the fast evaluator.
fn fast(game: &dyn Ruleset, to: u64) -> Vec<u32> {
    let mut evaluator = methods(game).fast.expect("codes have a fast evaluator");
    evaluator.extend(to, &Budget::default()).unwrap();
    evaluator.values().numbers().unwrap().to_vec()
}

fn values(name: &str, to: u64) -> Vec<u32> {
    fast(&*ruleset(name).unwrap(), to)
}

fn by_definition(game: &dyn Ruleset, to: u64) -> Vec<u32> {
    let mut evaluator = DefinitionEvaluator::new(game).unwrap();
    evaluator.extend(to, &Budget::default()).unwrap();
    evaluator.values().numbers().unwrap().to_vec()
}

/// The last heap whose value differs from the one a period later.
fn last_exception(values: &[u32], period: usize) -> Option<usize> {
    (0..values.len() - period)
        .rev()
        .find(|&n| values[n] != values[n + period])
}

#[test]
fn fast_evaluators_agree_with_the_definition_for_all_short_octal_codes() {
    for digits in 0..64u8 {
        for d0 in [0, 4] {
            let code = Code::new(d0, &[digits >> 3, digits & 7]).unwrap();
            assert_eq!(fast(&code, 60), by_definition(&code, 60), "{code}");
        }
    }
}

#[test]
fn fast_evaluators_agree_with_the_definition_far_out() {
    for name in [
        "0.007",
        "0.6",
        "0.77",
        "4.007",
        "0.104",
        "grundy",
        "couples-are-forever",
    ] {
        let game = ruleset(name).unwrap();
        assert_eq!(fast(&*game, 1500), by_definition(&*game, 1500), "{name}");
    }
    for name in [
        "0.7F",
        "0.205200C",
        "0.123456789",
        "0.13FF",
        "0.9B",
        "0.B3",
        "0.33F",
        "8.31",
    ] {
        let game = ruleset(name).unwrap();
        assert_eq!(fast(&*game, 150), by_definition(&*game, 150), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn fast_evaluators_agree_with_the_definition_for_random_codes(
        d0 in prop::sample::select(vec![0u8, 4, 8, 12]),
        digits in prop::collection::vec(0u8..16, 0..5),
        octal: bool,
    ) {
        let top = if octal { 7 } else { 15 };
        let digits: Vec<u8> = digits.iter().map(|d| d & top).collect();
        let code = Code::new(d0 & top, &digits).unwrap();
        prop_assert_eq!(fast(&code, 45), by_definition(&code, 45), "{}", code);
    }

    #[test]
    fn cousins_have_the_same_values_one_heap_apart(
        d0 in prop::sample::select(vec![0u8, 4, 8, 12]),
        d1 in 0u8..8,
        rest in prop::collection::vec(0u8..16, 0..3),
    ) {
        // With d1 even there is a cousin.
        let digits: Vec<u8> = [2 * d1].into_iter().chain(rest).collect();
        let code = Code::new(d0, &digits).unwrap();
        let values = fast(&code, 60);
        if let Some(cousin) = code.first_cousin() {
            prop_assert_eq!(&fast(&cousin, 59), &values[1..]);
        }
        let (standard, steps) = code.standard_form().unwrap();
        prop_assert_eq!(&fast(&standard, 60 - steps as u64), &values[steps..]);
        for other in code.equivalents(8) {
            prop_assert_eq!(&fast(&other, 60), &values);
        }
    }

    #[test]
    fn extending_in_steps_gives_the_same_values(
        digits in prop::collection::vec(0u8..16, 1..4),
        mut stops in prop::collection::vec(0u64..900, 1..5),
        octal: bool,
    ) {
        let (top, to) = if octal { (7, 900) } else { (15, 250) };
        let digits: Vec<u8> = digits.iter().map(|d| d & top).collect();
        let code = Code::new(0, &digits).unwrap();
        stops.push(to);
        stops.sort_unstable();
        let mut known = Sequence::of_numbers(0, Vec::new());
        for stop in stops.into_iter().filter(|&stop| stop <= to) {
            let mut evaluator = methods(&code).fast.unwrap();
            evaluator.resume(known).unwrap();
            evaluator.extend(stop, &Budget::default()).unwrap();
            known = evaluator.values().clone();
        }
        prop_assert_eq!(known.numbers().unwrap(), fast(&code, to));
    }
}

#[test]
fn values_of_the_literature() {
    let kayles = values("kayles", 1000);
    assert_eq!(kayles[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    assert_eq!(kayles[72..84], [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]);
    assert_eq!(last_exception(&kayles, 12), Some(70));
    let dawson = values("dawsons-kayles", 1000);
    assert_eq!(
        dawson[..35],
        [
            0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1,
            0, 4, 5, 2, 7, 4
        ]
    );
    assert_eq!(last_exception(&dawson, 34), Some(52));
    assert_eq!(last_exception(&values("dawsons-chess", 1000), 34), Some(51));
    // A002188 of the OEIS.
    let grundy = values("grundy", 20);
    assert_eq!(
        grundy,
        [
            0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0
        ]
    );
    // A046695 of the OEIS.
    let officers = values("officers", 2000);
    assert_eq!(
        officers[..20],
        [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1]
    );
    assert_eq!(values("couples-are-forever", 2001), officers);
}

#[test]
fn statements_about_the_classics_hold() {
    assert_eq!(last_exception(&values("guiles", 1000), 10), Some(0));
    let kenyon = values("kenyons-game", 600);
    assert!((6..=600).all(|n| kenyon[n] == kenyon[n - 6] + 3));
    let (double, kayles) = (values("double-kayles", 1000), values("kayles", 500));
    assert!((0..=1000).all(|n| double[n] / 2 == kayles[n / 2]));
    let petals = values("she-loves-me", 9);
    assert_eq!(petals, [0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
}

#[test]
fn breaking_into_two_or_three_is_a_hexadecimal_game() {
    let hexadecimal = values("0.7F", 400);
    assert_eq!(values("C.0", 401)[1..], hexadecimal);
    let cut = ruleset("cut{1,2}").unwrap();
    assert_eq!(by_definition(&*cut, 60), hexadecimal[..60]);
    let mut evaluator = methods(&*cut).best(&*cut).unwrap();
    evaluator.extend(401, &Budget::default()).unwrap();
    assert_eq!(evaluator.values().numbers().unwrap(), hexadecimal);
}

#[test]
fn the_game_0_123456789_grows_by_halves_but_for_powers_of_two() {
    let values = values("0.123456789", 3000);
    let exceptions: Vec<usize> = (9..=3000)
        .filter(|&n| values[n] as usize != n.div_ceil(2) - 1)
        .collect();
    let powers: Vec<usize> = (3..12).map(|k| (1 << k) + 6).collect();
    assert_eq!(exceptions, powers);
    assert!((3..12).all(|k| values[(1 << k) + 6] == 1 << (k - 1)));
}

#[test]
fn codes_are_found_by_their_values() {
    let budget = Budget::default();
    let all = |values: &[u32]| -> Vec<String> {
        let codes = codes_with_values(values, 3, &budget).unwrap();
        codes.iter().map(Code::to_string).collect()
    };
    // Every code that is equivalent for a reason is found.
    let dawson = all(&values("0.07", 200));
    let code: Code = "0.07".parse().unwrap();
    let equivalents = code.equivalents(100);
    assert!(equivalents.len() > 3);
    for other in equivalents.iter().filter(|code| code.most_taken() <= 3) {
        assert!(dawson.contains(&other.to_string()), "{other}");
    }
    // Brute force over all codes of three digits.
    let wanted = values("0.36", 60);
    let mut expected = Vec::new();
    for digits in 0..512u16 {
        let digits = [6, 3, 0].map(|shift| (digits >> shift & 7) as u8);
        for d0 in [0, 4] {
            let code = Code::new(d0, &digits).unwrap();
            if fast(&code, 60) == wanted {
                expected.push(code.to_string());
            }
        }
    }
    let mut found = all(&wanted);
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    // Long agreement proves nothing.
    let (a, b) = (values("0.161", 600), values("0.36", 600));
    assert_eq!((0..600).find(|&n| a[n] != b[n]), Some(519));
    assert!(all(&b[..519]).contains(&"0.161".into()));
    assert!(!all(&b[..520]).contains(&"0.161".into()));
    let late = Budget::timeout(Duration::ZERO);
    assert!(codes_with_values(&[0], 8, &late).is_err());
}

#[test]
fn a_stop_at_a_limit_keeps_the_values_computed_before() {
    for name in ["0.007", "0.33F", "0.3", "grundy"] {
        let game = ruleset(name).unwrap();
        let mut evaluator = methods(&*game).fast.unwrap();
        evaluator.extend(300, &Budget::default()).unwrap();
        let late = Budget::timeout(Duration::ZERO);
        let stopped = evaluator.extend(u64::MAX, &late);
        assert_eq!(stopped, Err(NimError::Stopped(Reason::Deadline)), "{name}");
        let small = Budget::default().with_max_memory(10_000);
        let stopped = evaluator.extend(1_000_000, &small);
        assert!(matches!(
            stopped,
            Err(NimError::Stopped(Reason::Memory { .. }))
        ));
        assert_eq!(evaluator.values().len(), 301);
    }
}

/// A temporary file, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let name = format!("misere-codes-{}-{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn interrupted_computations_end_with_the_same_file() {
    for (name, to) in [
        ("0.007", 3000),
        ("grundy", 3000),
        ("0.33F", 300),
        ("nim", 300),
    ] {
        let game = ruleset(name).unwrap();
        let whole = Scratch::new("whole");
        let mut evaluator = methods(&*game).best(&*game).unwrap();
        compute(
            &*game,
            &mut *evaluator,
            to,
            &whole.0,
            INTERVAL,
            &Budget::default(),
        )
        .unwrap();
        let pieces = Scratch::new("pieces");
        let mut runs = 0;
        loop {
            // The time until the interruption differs from run to run, as it will.
            runs += 1;
            let budget = Budget::timeout(Duration::from_micros(50 * runs));
            let mut evaluator = methods(&*game).best(&*game).unwrap();
            match compute(&*game, &mut *evaluator, to, &pieces.0, INTERVAL, &budget) {
                Ok(_) => break,
                Err(CheckpointError::Nim(NimError::Stopped(Reason::Deadline))) => {
                    let saved = Checkpoint::read(&pieces.0, &Budget::default()).unwrap();
                    assert_eq!(saved.values, *evaluator.values());
                }
                Err(error) => panic!("{error}"),
            }
        }
        let (whole, pieces) = (
            std::fs::read(&whole.0).unwrap(),
            std::fs::read(&pieces.0).unwrap(),
        );
        assert_eq!(whole, pieces, "{name} after {runs} runs");
    }
}

#[test]
fn a_cancelled_computation_is_saved() {
    let game = ruleset("0.6").unwrap();
    let file = Scratch::new("cancelled");
    let cancel = Arc::new(AtomicBool::new(false));
    let budget = Budget::default().with_cancel(Arc::clone(&cancel));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            cancel.store(true, Ordering::Relaxed);
        });
        let mut evaluator = methods(&*game).fast.unwrap();
        let result = compute(&*game, &mut *evaluator, 1 << 40, &file.0, INTERVAL, &budget);
        let cancelled = NimError::Stopped(Reason::Cancelled);
        assert!(matches!(result, Err(CheckpointError::Nim(error)) if error == cancelled));
    });
    let saved = Checkpoint::read(&file.0, &Budget::default()).unwrap();
    let known = saved.values.numbers().unwrap();
    assert!(!known.is_empty());
    let length = known.len().min(2000);
    assert_eq!(known[..length], fast(&*game, length as u64 - 1));
}

/// A forged file with a valid checksum.
#[test]
fn impossible_values_are_refused_before_memory_is_allocated() {
    let small = Some(100 << 20);
    for (name, max_memory) in [
        ("0.77", None),
        ("0.8", None),
        ("4.8", None),
        ("grundy", None),
        ("couples-are-forever", None),
        // Any ruleset may have large values.
        ("nim", small),
    ] {
        let game = ruleset(name).unwrap();
        let file = Scratch::new("impossible");
        let mut values = vec![0; 12];
        values[7] = u32::MAX;
        let checkpoint = Checkpoint {
            ruleset: game.name(),
            values: Sequence::of_numbers(game.smallest(), values),
        };
        checkpoint.write(&file.0).unwrap();
        let mut budget = Budget::default();
        budget.max_memory = max_memory;
        let mut evaluator = methods(&*game).best(&*game).unwrap();
        let result = compute(&*game, &mut *evaluator, 40, &file.0, INTERVAL, &budget);
        assert!(
            matches!(result, Err(CheckpointError::Nim(_))),
            "{name}: {result:?}"
        );
        assert_eq!(
            Checkpoint::read(&file.0, &Budget::default()).unwrap(),
            checkpoint,
            "{name}"
        );
    }
}

#[test]
fn unusable_checkpoints_are_refused_and_not_changed() {
    let kayles = ruleset("0.77").unwrap();
    let file = Scratch::new("refused");
    let run = |game: &dyn Ruleset, to| {
        let mut evaluator = methods(game).best(game).unwrap();
        compute(
            game,
            &mut *evaluator,
            to,
            &file.0,
            INTERVAL,
            &Budget::default(),
        )
    };
    let refused = |result: Result<u64, CheckpointError>| match result {
        Err(CheckpointError::Refused { reason, .. }) => reason,
        other => panic!("{other:?}"),
    };
    assert_eq!(run(&*kayles, 400).unwrap(), 0);
    let good = std::fs::read(&file.0).unwrap();
    // Fewer values than are known: nothing to do, nothing to write.
    assert_eq!(run(&*kayles, 100).unwrap(), 401);
    assert_eq!(std::fs::read(&file.0).unwrap(), good);
    let other = ruleset("0.07").unwrap();
    let reason = refused(run(&*other, 400));
    let expected = Damage::OtherGame {
        found: "0.77".into(),
        expected: "0.07".into(),
    };
    assert_eq!(reason, expected);
    assert_eq!(std::fs::read(&file.0).unwrap(), good);
    // An empty file is none.
    for length in (7..good.len()).step_by(7) {
        std::fs::write(&file.0, &good[..length]).unwrap();
        refused(run(&*kayles, 500));
        assert_eq!(std::fs::read(&file.0).unwrap(), good[..length]);
    }
    for place in (0..good.len()).step_by(5) {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        std::fs::write(&file.0, &bad).unwrap();
        refused(run(&*kayles, 500));
        assert_eq!(std::fs::read(&file.0).unwrap(), bad);
    }
    std::fs::write(&file.0, &good).unwrap();
    assert_eq!(run(&*kayles, 500).unwrap(), 401);
    // A directory is not a checkpoint, nor is a place where no file can be.
    let mut evaluator = methods(&*kayles).fast.unwrap();
    let nowhere = std::env::temp_dir();
    let result = compute(
        &*kayles,
        &mut *evaluator,
        9,
        &nowhere,
        INTERVAL,
        &Budget::default(),
    );
    assert!(matches!(result, Err(CheckpointError::File { .. })));
    let result = compute(
        &*kayles,
        &mut *evaluator,
        9,
        &file.0.join("x"),
        INTERVAL,
        &Budget::default(),
    );
    assert!(matches!(result, Err(CheckpointError::File { .. })));
}
