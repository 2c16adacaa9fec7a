//! Periods: found, proved by the right theorem, certified, and checked again by the independent
//! checker; and every proved pattern compared with values computed much further out.

use std::collections::BTreeSet;
use std::time::Duration;

use misere::heaps::{Shape, ruleset};
use misere::limits::{Budget, Reason};
use misere::nim::check::{InvalidPeriod, check, check_content};
use misere::nim::{
    DefinitionEvaluator, Evaluator, NimSets, Pattern, PeriodAnswer, PeriodCertificate, PeriodKind,
    PeriodSearch, RareWindow, RegularityKind, Sweep, Theorem, erratum,
};
use proptest::prelude::*;

fn search(name: &str, to: Option<u64>, extended: bool) -> PeriodAnswer {
    let game = ruleset(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut search = PeriodSearch::default();
    (search.to, search.extended) = (to, extended);
    search.run(&*game, &Budget::default()).unwrap()
}

fn found(name: &str) -> PeriodAnswer {
    search(name, None, false)
}

fn pattern(answer: &PeriodAnswer) -> &Pattern {
    let name = &answer.ruleset;
    answer
        .pattern
        .as_ref()
        .unwrap_or_else(|| panic!("{name} has no pattern"))
}

/// (preperiod, period, saltus).
fn shape(answer: &PeriodAnswer) -> (usize, usize, u64) {
    let pattern = pattern(answer);
    (
        pattern.preperiod().len(),
        pattern.period().len(),
        pattern.saltus(),
    )
}

/// Checks the certificate of a proof.
fn certified(answer: &PeriodAnswer) -> PeriodCertificate {
    let name = &answer.ruleset;
    let certificate = answer
        .certificate()
        .unwrap_or_else(|| panic!("{name} is not proved"));
    let checked = check(&certificate, &Budget::default());
    let checked = checked.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(checked.pattern, answer.pattern);
    assert_eq!(Some(checked.theorem), answer.theorem());
    certificate
}

/// Compares a pattern with values.
fn assert_follows(answer: &PeriodAnswer, values: &[u32]) {
    for (place, (value, claimed)) in values.iter().zip(pattern(answer).iter()).enumerate() {
        let heap = answer.first + place as u64;
        assert_eq!(
            Some(u64::from(*value)),
            claimed,
            "{} {heap}",
            answer.ruleset
        );
    }
}

/// Values of a take-and-break game by a loop of this file's own.
fn values_of_code(code: &str, count: usize) -> Vec<u32> {
    let digits: Vec<u32> = code.chars().filter_map(|c| c.to_digit(16)).collect();
    let mut values: Vec<u32> = vec![0];
    let mut pairs: Vec<Vec<u32>> = vec![vec![]];
    for n in 1..count {
        let splits: BTreeSet<u32> = (1..n).map(|a| values[a] ^ values[n - a]).collect();
        pairs.push(splits.into_iter().collect());
        let mut seen = vec![false; 4 * count];
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let left = n - taken;
            if digit & 1 == 1 && left == 0 {
                seen[0] = true;
            }
            if digit & 2 == 2 && left > 0 {
                seen[values[left] as usize] = true;
            }
            if digit & 4 == 4 {
                for pair in &pairs[left] {
                    seen[*pair as usize] = true;
                }
            }
            if digit & 8 == 8 {
                for a in 1..=left / 3 {
                    for pair in &pairs[left - a] {
                        seen[(values[a] ^ pair) as usize] = true;
                    }
                }
            }
        }
        let mex = seen.iter().position(|seen| !seen).unwrap();
        values.push(u32::try_from(mex).unwrap());
    }
    values
}

/// The classics, with the periods and last exceptions of Winning Ways, Chapter 4.
#[test]
fn kayles_and_dawsons_kayles() {
    for (name, preperiod, period, last) in [
        ("0.77", 71, 12, Some(70)),
        ("0.07", 53, 34, Some(52)),
        ("0.137", 52, 34, Some(51)),
        ("0.45", 498, 20, Some(497)),
        ("0.156", 3479, 349, Some(3478)),
        ("0.644", 3256, 442, Some(3255)),
    ] {
        let answer = found(name);
        assert_eq!(answer.kind, PeriodKind::Periodic);
        assert_eq!(shape(&answer), (preperiod, period, 0), "{name}");
        assert_eq!(answer.last_exception(), last, "{name}");
        assert_eq!(answer.theorem(), Some(Theorem::GuySmith), "{name}");
        certified(&answer);
    }
    // G(n+12) = G(n) for 71 ≤ n < 2·71 + 12 + 2 needs heap 167, and nothing less will do.
    for (to, theorem) in [(166, None), (167, Some(Theorem::GuySmith))] {
        let answer = search("0.77", Some(to), false);
        assert_eq!((shape(&answer), answer.theorem()), ((71, 12, 0), theorem));
    }
    assert_follows(&found("0.77"), &values_of_code("077", 1500));
    assert_follows(&found("0.07"), &values_of_code("007", 1500));
}

#[test]
fn long_periods_of_octal_games() {
    for (name, preperiod, period) in [("0.165", 5181, 1550), ("0.356", 7315, 142)] {
        let answer = found(name);
        assert_eq!(shape(&answer), (preperiod, period, 0), "{name}");
        assert_eq!(answer.theorem(), Some(Theorem::GuySmith), "{name}");
        certified(&answer);
    }
}

/// Table 1 of Dailly, Duchêne, Larsson and Paris, with its false rows put right: every K, every
/// value of the table, every theorem.
#[test]
fn table_of_pure_breaking_games() {
    let subsets = |of: &[u64]| -> Vec<Vec<u64>> {
        let chosen = |bits: usize| {
            let members = of.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
            members.map(|(_, &d)| d).collect()
        };
        (0..1 << of.len()).map(chosen).collect()
    };
    let one_even = |c: usize| {
        format!(
            "(0,1)^{c}(2,3)^{c},1,4,(5,4)^{},(3,2)^{c}(4,5)^{c}(6,7)^{c} (+8)",
            c - 1
        )
    };
    let mut rows: Vec<(Vec<u64>, String, Theorem)> = Vec::new();
    for l in [4, 6, 8, 10] {
        let c = usize::try_from(l / 2).unwrap();
        rows.push((vec![1, l], one_even(c), Theorem::Theorem3));
    }
    for (base, others) in [
        (4, &[3, 5, 6, 7, 8][..]),
        (6, &[3, 5, 7, 8]),
        (8, &[3, 5, 7]),
    ] {
        let c = usize::try_from(base / 2).unwrap();
        for k in subsets(others).into_iter().filter(|k| !k.is_empty()) {
            let has_odd = k.iter().any(|d| d % 2 == 1);
            let theorem = match k[..] {
                [3] => Theorem::Proposition7,
                _ if has_odd => Theorem::Proposition13,
                // The rows that the table has wrong: even numbers change nothing.
                _ => Theorem::Theorem19,
            };
            let values = if has_odd {
                format!("(0,1)^{c} (+2)")
            } else {
                one_even(c)
            };
            rows.push(([vec![1, base], k].concat(), values, theorem));
        }
    }
    for (base, others) in [(4, &[6, 7, 8][..]), (6, &[7, 8])] {
        for k in subsets(others) {
            let theorem = if k.contains(&7) {
                Theorem::Proposition13
            } else {
                Theorem::ApTest
            };
            let values = "(0,1,2,3,1,4,3,2,4,5,6,7) (+8)".into();
            rows.push(([vec![1, 2, base], k].concat(), values, theorem));
        }
    }
    for k in subsets(&[4, 6, 7, 8]) {
        let values = "(0,1,2,3,1,4,3,6,4,5,6,7) (+8)".into();
        rows.push(([vec![1, 2, 5], k].concat(), values, Theorem::Proposition13));
    }
    rows.push((
        vec![1, 2, 7],
        "(0,1,2,3,1,4,3,2,4,5,6,7,8,9,7,6,9,8,11,10,12,13,10,11,13,12,15,14) (+16)".into(),
        Theorem::Proposition13,
    ));
    assert_eq!(rows.len(), 4 + 31 + 15 + 7 + 8 + 4 + 16 + 1);
    for (mut set, values, theorem) in rows {
        set.sort_unstable();
        let list: Vec<String> = set.iter().map(u64::to_string).collect();
        let answer = found(&format!("cut:{}", list.join(",")));
        let expected: Pattern = values.parse().unwrap();
        assert_eq!(pattern(&answer), &expected, "{}", answer.ruleset);
        assert_eq!(answer.theorem(), Some(theorem), "{}", answer.ruleset);
        certified(&answer);
    }
}

/// The AP-test alone proves the rows {1,ℓ} too, with Corollary 15 or Proposition 14.
#[test]
fn relaxations_are_accepted_where_they_apply() {
    let mut certificate = certified(&found("cut{1,4}"));
    for (theorem, valid) in [
        (Theorem::Corollary15, true),
        (Theorem::Proposition14, true),
        (Theorem::Proposition13, false),
        (Theorem::ApTest, false),
        (Theorem::Theorem19, false),
        (Theorem::Proposition7, false),
        (Theorem::OddPastThrice, false),
        (Theorem::GuySmith, false),
        (Theorem::PowerOfTwo, false),
    ] {
        certificate.theorem = theorem;
        let verdict = check_content(&certificate, &Budget::default());
        assert_eq!(verdict.is_ok(), valid, "{theorem}: {verdict:?}");
    }
}

#[test]
fn refuted_rows() {
    let table: Pattern = "(0,1)^2 (+2)".parse().unwrap();
    for set in ["1,4,6", "1,4,8", "1,4,6,8"] {
        let answer = found(&format!("cut:{set}"));
        assert_ne!(pattern(&answer), &table);
        assert_eq!(pattern(&answer), pattern(&found("cut:1,4")));
        // The first difference is heap 9: 1 and not 4.
        assert_eq!(pattern(&answer).value(&8u32.into()), 1u32.into());
        assert_eq!(table.value(&8u32.into()), 4u32.into());
    }
    let answer = found("cut:1,6,8");
    assert_eq!(pattern(&answer), pattern(&found("cut:1,6")));
    assert_eq!(pattern(&answer).value(&12u32.into()), 1u32.into());
}

/// Theorem 9 has no preperiod, so these are observed; the extended theorem proves them.
#[test]
fn preperiods_are_observed_and_proved_on_request() {
    for name in ["cut{1,2,8}", "cut{1,2,7,8}"] {
        let answer = search(name, Some(400), false);
        assert_eq!(answer.kind, PeriodKind::ArithmeticPeriodic);
        assert_eq!(shape(&answer), (6, 12, 8));
        assert_eq!((answer.theorem(), answer.observed_to), (None, Some(400)));
        assert_eq!(answer.last_exception(), Some(6));
        assert_eq!(answer.certificate(), None);
        assert_eq!(
            pattern(&answer).to_string(),
            "(0,1,2,3,1,4) (3,2,4,5,6,7,8,9,7,11,9,8) (+8)"
        );
        let proved = search(name, Some(400), true);
        assert_eq!(proved.pattern, answer.pattern);
        assert_eq!(proved.theorem(), Some(Theorem::PowerOfTwo));
        certified(&proved);
    }
    // What has a published proof keeps it.
    let answer = search("cut{1,2,7}", None, true);
    assert_eq!(answer.theorem(), Some(Theorem::Proposition13));
}

/// However large the smallest heap, as many values are looked at.
#[test]
fn the_reach_is_counted_from_the_smallest_heap() {
    let answer = found("subtraction:1,2;sink=200000");
    assert_eq!(shape(&answer), (0, 3, 0));
    assert_eq!(answer.theorem(), Some(Theorem::Subtraction));
    assert_eq!(answer.first, 200_000);
    certified(&answer);
}

#[test]
fn games_without_a_known_period() {
    for (name, to) in [
        ("0.007", 3000),
        ("grundy", 3000),
        ("couples-are-forever", 3000),
        ("cut{1,2}", 1000),
        ("0.6", 2000),
    ] {
        let answer = search(name, Some(to), true);
        assert_eq!(answer.kind, PeriodKind::Unknown, "{name}");
        assert_eq!((answer.theorem(), answer.pattern), (None, None), "{name}");
        assert_eq!(answer.observed_to, Some(to));
    }
    for (name, period, preperiod) in [
        ("0.106", 328_226_140_474, 465_384_263_797),
        ("0.454", 60_620_715, 160_949_019),
    ] {
        let answer = search(name, Some(1500), false);
        assert_eq!((answer.kind, answer.theorem()), (PeriodKind::Unknown, None));
        let fact = answer.published().unwrap();
        assert_eq!((fact.period, fact.preperiod), (period, preperiod));
    }
}

#[test]
fn other_regularities_are_only_observed() {
    let sapp = search("0.205200C", Some(400), false);
    assert_eq!((sapp.kind, sapp.theorem()), (PeriodKind::Sapp, None));
    let seen = sapp.regularity.unwrap();
    assert_eq!(
        (seen.kind, seen.period, seen.saltus),
        (RegularityKind::Sapp, 40, 16)
    );
    let ruler = search("0.2048", Some(600), false);
    assert_eq!((ruler.kind, ruler.theorem()), (PeriodKind::Ruler, None));
    let seen = ruler.regularity.unwrap();
    assert_eq!(
        (seen.kind, seen.period, seen.saltus),
        (RegularityKind::Ruler, 13, 4)
    );
    assert_eq!(seen.exceptions, 1);
    // G(2m−1) = G(2m) = m−1 except at the heaps 2^k + 6: nothing doubles.
    let isolated = search("0.123456789", Some(700), false);
    assert_eq!(isolated.kind, PeriodKind::Unknown);
    // Up to heap 53 it looks arithmetic-periodic, and no theorem must be fooled.
    let early = search("0.2048", Some(53), false);
    assert_eq!(early.kind, PeriodKind::ArithmeticPeriodic);
    assert_eq!(early.theorem(), None);
}

/// Every hexadecimal game with two digits that is proved follows its pattern further out; the
/// arithmetic-periodic ones are proved exactly if the saltus is a power of two.
#[test]
fn hexadecimal_games_of_two_digits() {
    let sweep: Sweep = "hexadecimal:2".parse().unwrap();
    let mut arithmetic = 0;
    for game in sweep.games() {
        let answer = search(&game.name(), Some(60), false);
        if answer.kind == PeriodKind::ArithmeticPeriodic {
            let saltus = pattern(&answer).saltus();
            let proved = answer.theorem() == Some(Theorem::PowerOfTwo);
            assert!(!proved || saltus.is_power_of_two(), "{}", answer.ruleset);
            arithmetic += usize::from(proved);
        }
        if answer.proof.is_some() {
            assert_follows(&answer, &values_of_code(&answer.ruleset, 160));
            certified(&answer);
        }
    }
    assert_eq!(arithmetic, 67);
    let three = search("0.3F", Some(100), false);
    assert_eq!((shape(&three), three.theorem()), ((0, 6, 3), None));
    for (name, expected) in [("0.13FF", (6, 7, 4)), ("0.9B", (8, 7, 4))] {
        let answer = found(name);
        assert_eq!(shape(&answer), expected);
        assert_eq!(answer.theorem(), Some(Theorem::PowerOfTwo));
        certified(&answer);
    }
}

#[test]
fn octal_and_quaternary_games_of_two_digits() {
    let sweep: Sweep = "octal:2".parse().unwrap();
    let mut proved = 0;
    for game in sweep.games() {
        let answer = search(&game.name(), Some(400), false);
        if answer.proof.is_some() {
            proved += 1;
            assert_eq!(
                answer.kind,
                PeriodKind::Periodic,
                "octal games have no saltus"
            );
            assert_follows(&answer, &values_of_code(&answer.ruleset, 900));
            certified(&answer);
        }
    }
    assert_eq!(proved, 44);
}

/// All cut sets of numbers up to 9, with every theorem there is, against nim-sets.
#[test]
fn cut_sets_up_to_nine() {
    let sweep: Sweep = "cut{}+{1..9}".parse().unwrap();
    assert_eq!(sweep.len(), 511);
    let mut open = Vec::new();
    for game in sweep.games() {
        let answer = search(&game.name(), Some(250), true);
        if answer.proof.is_none() {
            open.push(answer.ruleset);
            continue;
        }
        let Shape::Cut(cut) = game.shape() else {
            panic!("a cut game")
        };
        let mut sets = NimSets::new(cut, 1);
        sets.extend(200, &Budget::default()).unwrap();
        assert_follows(&answer, sets.values().numbers().unwrap());
    }
    assert_eq!(open, ["cut{1,2}"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn subtraction_games_are_always_proved(
        numbers in prop::collection::btree_set(1u64..9, 1..5),
        all_but: bool,
        sink in 0u64..3,
    ) {
        let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let family = if all_but { "all-but" } else { "subtraction" };
        let answer = found(&format!("{family}{{{};sink={sink}}}", list.join(",")));
        let theorem = if all_but { Theorem::AllBut } else { Theorem::Subtraction };
        prop_assert_eq!(answer.theorem(), Some(theorem));
        certified(&answer);
        let game = ruleset(&answer.ruleset).unwrap();
        let mut evaluator = DefinitionEvaluator::new(&*game).unwrap();
        evaluator.extend(600, &Budget::default()).unwrap();
        assert_follows(&answer, evaluator.values().numbers().unwrap());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// Codes with repeating digits that do not divide heaps; where a theorem proves a pattern, the
    /// values follow it much further out.
    #[test]
    fn repeating_codes_follow_what_is_proved(
        before in prop::collection::vec(0..4u8, 0..4),
        repeated in prop::collection::vec(0..4u8, 1..4),
    ) {
        let digits = |digits: &[u8]| digits.iter().map(u8::to_string).collect::<String>();
        let name = format!("0.{}[{}]", digits(&before), digits(&repeated));
        let answer = search(&name, Some(150), false);
        let game = ruleset(&answer.ruleset).unwrap();
        let always_three = repeated.iter().all(|&digit| digit == 3);
        prop_assert!(answer.theorem().is_some() || !always_three, "{}", name);
        if answer.theorem().is_some() {
            certified(&answer);
            let mut evaluator = DefinitionEvaluator::new(&*game).unwrap();
            evaluator.extend(600, &Budget::default()).unwrap();
            assert_follows(&answer, evaluator.values().numbers().unwrap());
        }
    }
}

/// Dividing what is left after taking any number changes no value.
#[test]
fn taking_any_number_is_like_nim() {
    for name in ["0.[37]", "0.7[3]", "0.[{0,1,2+}]"] {
        let answer = found(name);
        assert_eq!(answer.theorem(), Some(Theorem::AllBut), "{name}");
        assert_eq!(shape(&answer), (0, 1, 1), "{name}");
        certified(&answer);
    }
}

/// A certificate for every theorem.
fn certificates() -> Vec<PeriodCertificate> {
    [
        ("subtraction{1,3,4;sink=1}", 200, Theorem::Subtraction),
        ("all-but{1,2}", 200, Theorem::AllBut),
        ("0.12[3]", 200, Theorem::AllBut),
        ("0.[30]", 200, Theorem::RepeatingCode),
        ("0.333", 200, Theorem::Quaternary),
        ("0.07", 200, Theorem::GuySmith),
        ("0.B3", 200, Theorem::Hexadecimal),
        ("cut{1,2,4}", 200, Theorem::ApTest),
        ("cut{1,2,5}", 200, Theorem::Proposition13),
        ("cut{5,7}", 200, Theorem::Proposition4),
        ("cut{1,3}", 200, Theorem::Proposition5),
        ("cut{1,2,3}", 200, Theorem::Proposition6),
        ("cut{1,3,6}", 200, Theorem::Proposition7),
        ("cut{1,6}", 200, Theorem::Theorem3),
        ("cut{1,4,6}", 200, Theorem::Theorem19),
        // With too few values for the AP-test.
        ("cut{1,even>=4,odd>=5}", 8, Theorem::OddBelowTwice),
        ("cut{1,4,odd>=13}", 8, Theorem::OddPastThrice),
        ("cut{1,2,8}", 200, Theorem::PowerOfTwo),
        ("0.BF", 200, Theorem::PowerOfTwo),
    ]
    .into_iter()
    .map(|(name, to, theorem)| {
        let answer = search(name, Some(to), true);
        assert_eq!(answer.theorem(), Some(theorem), "{name}");
        certified(&answer)
    })
    .collect()
}

/// The places of all leaves of a JSON value.
fn leaves(value: &serde_json::Value, path: &str, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (key, field) in fields {
                leaves(field, &format!("{path}/{key}"), found);
            }
        }
        serde_json::Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                leaves(item, &format!("{path}/{i}"), found);
            }
        }
        _ => found.push(path.into()),
    }
}

/// What a leaf may be changed to.
fn changes(leaf: &serde_json::Value, path: &str) -> Vec<serde_json::Value> {
    use serde_json::{Value, json};
    if let Some(number) = leaf.as_u64() {
        let near = [
            number.checked_sub(1),
            Some(number + 1),
            Some(number + 2),
            Some(2 * number),
        ];
        let far = [Some(0), Some(1 << 20), Some(u64::MAX)];
        let all = near
            .into_iter()
            .chain(far)
            .flatten()
            .filter(|&n| n != number);
        return all.map(|n| json!(n)).collect();
    }
    match path {
        "/ruleset" => [
            "0.77",
            "0.7",
            "cut{1,10}",
            "nim",
            "subtraction{1,2}",
            "",
            "kayles",
            "0.333000",
        ]
        .into_iter()
        .map(|name| json!(name))
        .filter(|name| name != leaf)
        .collect(),
        "/theorem" => Theorem::ALL
            .into_iter()
            .map(|theorem| json!(theorem.label()))
            .filter(|label| label != leaf)
            .chain([json!("fermat")])
            .collect(),
        _ => vec![Value::String("x".into())],
    }
}

/// Each field, each number: a changed certificate is refused, and even with a digest that fits it
/// is accepted only if what it says is true.
#[test]
fn tampering_is_noticed() {
    let budget = Budget::default();
    let (mut tried, mut still_true) = (0, 0);
    for certificate in certificates() {
        let original = serde_json::to_value(&certificate).unwrap();
        assert_eq!(
            serde_json::from_value::<PeriodCertificate>(original.clone()).unwrap(),
            certificate
        );
        let mut paths = Vec::new();
        leaves(&original, "", &mut paths);
        // Of long lists of witnesses a few are enough.
        let step = paths.len() / 200 + 1;
        for path in paths
            .iter()
            .step_by(step)
            .chain(paths.iter().filter(|p| !p[1..].contains('/')))
        {
            for change in changes(original.pointer(path).unwrap(), path) {
                let mut changed = original.clone();
                *changed.pointer_mut(path).unwrap() = change.clone();
                let Ok(mut changed) = serde_json::from_value::<PeriodCertificate>(changed) else {
                    continue;
                };
                tried += 1;
                let told = format!("{} {path} {change}", certificate.ruleset);
                assert!(check(&changed, &budget).is_err(), "{told}");
                changed.digest = changed.right_digest();
                if path == "/digest" {
                    continue;
                }
                if let Ok(checked) = check(&changed, &budget) {
                    // Only another proof of the same (another theorem, another number b), or the earlier
                    // version, which differs by what it may leave out.
                    let proof = path == "/theorem" || path.starts_with("/power_of_two/");
                    assert!(proof || changed.version == 1, "{told}");
                    assert_eq!(checked.ruleset, certificate.ruleset);
                    let pattern = checked.pattern.unwrap();
                    let values = [pattern.preperiod(), pattern.period()].concat();
                    assert_eq!(values, certificate.values, "{told}");
                    still_true += usize::from(proof);
                }
            }
        }
    }
    assert!(tried > 3000, "{tried}");
    assert!(still_true < 40, "{still_true}");
}

#[test]
fn a_planted_error_is_found_by_the_checker() {
    let budget = Budget::default();
    let certificate = certified(&found("0.77"));
    for place in 0..certificate.values.len() {
        let mut planted = certificate.clone();
        planted.values[place] ^= 1;
        planted.digest = planted.right_digest();
        let heap = place as u64;
        match check(&planted, &budget) {
            Err(InvalidPeriod::Value { heap: found, .. }) => assert_eq!(found, heap),
            other => panic!("heap {heap}: {other:?}"),
        }
    }
    // A period that is none, and one that is not the shortest.
    let mut longer = certificate.clone();
    longer.period *= 2;
    longer.values.extend_from_within(71..);
    assert!(matches!(
        check_content(&longer, &budget),
        Err(InvalidPeriod::NotShortest("period"))
    ));
    // Divisors of a long period take time.
    assert_eq!(
        check_content(&longer, &Budget::timeout(Duration::ZERO)),
        Err(InvalidPeriod::Stopped(Reason::Deadline.into()))
    );
    let mut later = certificate.clone();
    later.preperiod += 1;
    later.values.push(later.values[71]);
    assert!(matches!(
        check_content(&later, &budget),
        Err(InvalidPeriod::NotShortest("preperiod"))
    ));
}

#[test]
fn a_window_proves_a_long_period_and_forgeries_are_refused() {
    let budget = Budget::default();
    let answer = found("0.16");
    // A. Flammenkamp's table of octal games.
    assert_eq!(shape(&answer), (105_351, 149_459, 0));
    assert_eq!(answer.theorem(), Some(Theorem::RareWindow));
    let certificate = certified(&answer);
    let refused = |change: &dyn Fn(&mut PeriodCertificate)| {
        // With the values, and without, where the checker computes them.
        for keep in [true, false] {
            let mut forged = certificate.clone();
            if !keep {
                forged.values.clear();
                assert_eq!(
                    check_content(&forged, &budget).unwrap().tail,
                    answer.tail.unwrap()
                );
            }
            change(&mut forged);
            assert!(check_content(&forged, &budget).is_err());
        }
    };
    let window = certificate.window.unwrap();
    let other = |mask: u16, alternating: bool, last: u64| {
        let forged = RareWindow::new(mask, alternating, last);
        move |certificate: &mut PeriodCertificate| certificate.window = Some(forged)
    };
    refused(&other(0, false, window.last));
    refused(&other(window.mask ^ 1, false, window.last));
    refused(&other(window.mask, true, window.last));
    refused(&other(window.mask, false, 1000));
    refused(&other(window.mask, false, u64::MAX));
    refused(&|certificate| certificate.window = None);
    refused(&|certificate| certificate.theorem = Theorem::GuySmith);
    refused(&|certificate| certificate.ruleset = "0.17".into());
    for by in [1, u64::MAX] {
        refused(&|certificate| certificate.preperiod = certificate.preperiod.wrapping_add(by));
        refused(&|certificate| certificate.period = certificate.period.wrapping_add(by));
    }
    refused(&|certificate| certificate.period *= 2);
    refused(&|certificate| certificate.saltus = 1);
    let mut planted = certificate.clone();
    planted.values[200_000] ^= 1;
    assert!(check_content(&planted, &budget).is_err());
    // Out of time is no refutation.
    let late = check_content(&certificate, &Budget::timeout(Duration::ZERO));
    assert_eq!(late, Err(InvalidPeriod::Stopped(Reason::Deadline.into())));
}

/// The solved games in data/known_octal_periods.tsv, except those that take many seconds.
#[test]
fn published_periods_of_octal_games_are_proved() {
    let text = include_str!("../data/known_octal_periods.tsv");
    let rows = text.lines().skip(2);
    let mut compared = 0;
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let &[code, "solved", period, preperiod, ..] = &fields[..] else {
            continue;
        };
        let (period, preperiod): (usize, usize) =
            (period.parse().unwrap(), preperiod.parse().unwrap());
        if preperiod > 1_000_000 {
            continue;
        }
        let answer = found(code);
        assert_eq!(shape(&answer), (preperiod, period, 0), "{code}");
        assert!(answer.proof.is_some(), "{code}");
        compared += 1;
    }
    assert_eq!(compared, 90);
}

#[test]
fn slips_of_published_tables_are_slips() {
    let values = |name: &str| {
        let game = ruleset(name).unwrap();
        let mut evaluator = DefinitionEvaluator::new(&*game).unwrap();
        evaluator.extend(530, &Budget::default()).unwrap();
        evaluator.values().numbers().unwrap().to_vec()
    };
    let first_difference = |one: &str, other: &str| {
        let (one, other) = (values(one), values(other));
        one.iter().zip(&other).position(|(one, other)| one != other)
    };
    assert_eq!(first_difference("0.161", "0.36"), Some(519));
    assert!(first_difference("0.314", "0.31").is_some());
    assert_eq!(pattern(&found("0.27")), pattern(&found("0.26")));
    for name in ["0.27", "0.26", "0.314", "0.31", "0.161", "0.36"] {
        assert!(
            erratum(name).is_some_and(|note| note.contains(name)),
            "{name}"
        );
    }
    assert_eq!(erratum("0.77"), None);
}
