//! Misère quotients against direct play, and certificates against tampering.

use misere::game::Outcome;
use misere::heaps::{HeapOptions, Heaps, MoveBounds, PlayedOut, Position, Ruleset, ruleset};
use misere::limits::{Budget, Reason};
use misere::quotient::check::{InvalidQuotient, check, check_with};
use misere::quotient::{Quotient, QuotientBuilder, QuotientCertificate, QuotientError, Structure};
use proptest::prelude::*;
use serde_json::Value;

fn to(game: &dyn Ruleset, heap: u64) -> Quotient {
    let mut builder = QuotientBuilder::new(game).unwrap();
    builder.extend_to(heap, &Budget::default()).unwrap();
    builder.quotient()
}

fn solved(name: &str) -> Quotient {
    let game = ruleset(name).unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    assert!(builder.solve(&Budget::default()).unwrap());
    builder.quotient()
}

/// Returns all multisets of at most `most` heaps of sizes in the range.
fn sums(smallest: u64, largest: u64, most: usize) -> Vec<Heaps> {
    let mut all: Vec<Vec<u64>> = vec![vec![]];
    let mut last = all.clone();
    for _ in 0..most {
        let larger = |sum: &Vec<u64>| {
            let from = sum.last().copied().unwrap_or(smallest);
            let sum = sum.clone();
            (from..=largest).map(move |heap| [&sum[..], &[heap]].concat())
        };
        last = last.iter().flat_map(larger).collect();
        all.extend(last.iter().cloned());
    }
    all.into_iter().map(Heaps::of_sizes).collect()
}

/// Compares the outcomes of all sums of at most `most` heaps with direct play.
fn agrees_with_play(game: &dyn Ruleset, quotient: &Quotient, largest: u64, most: usize) {
    let mut played = PlayedOut::new(game).unwrap();
    for sum in sums(game.smallest(), largest, most) {
        let outcome = played.outcome(&sum, &Budget::default()).unwrap();
        assert_eq!(
            quotient.outcome(&sum),
            Some(outcome),
            "{} {sum}",
            game.name()
        );
    }
}

/// Heap 13 of 0.264 has powers of period 6 and heap 10 of 0.774 of period 8; the independent checker
/// and direct play agree, and a certificate with another product is refused.
#[test]
fn powers_with_long_periods() {
    for (name, heap, order, power) in [("0.264", 13, 176, 6), ("0.774", 10, 152, 8)] {
        let game = ruleset(name).unwrap();
        let quotient = to(&*game, heap);
        assert_eq!(quotient.order(), order, "{name}");
        let monoid = quotient.monoid();
        let h = quotient.value_of_heap(heap).unwrap();
        let period = (1..20).find(|&p| monoid.power(h, 20 + p) == monoid.power(h, 20));
        assert_eq!(period, Some(power), "{name}");
        agrees_with_play(&*game, &quotient, heap, 3);
        let mut certificate = quotient.certificate().unwrap();
        let checked = check(&certificate, &Budget::default()).unwrap();
        assert_eq!(checked.order as usize, order);
        let last = certificate.generators.len() - 1;
        let after = monoid.power(h, power - 1) as usize;
        certificate.cayley[after][last] = monoid.power(h, power - 2);
        assert!(check(&certificate, &Budget::default()).is_err(), "{name}");
    }
}

/// Ruleset, largest heap, order, number of P-values.
#[test]
fn published_orders() {
    for (name, heap, order, p_order) in [
        ("nim", 4, 10, 2),
        ("nim", 8, 18, 2),
        ("nim", 16, 34, 2),
        // Dawson's Kayles (Plambeck and Siegel 2008).
        ("0.07", 13, 12, 3),
        ("0.07", 24, 24, 5),
        ("0.07", 26, 144, 23),
        ("0.07", 29, 176, 28),
        ("0.07", 30, 360, 65),
        // Kayles, step by step (Plambeck 2005).
        ("0.77", 1, 2, 1),
        ("0.77", 4, 6, 2),
        ("0.77", 8, 12, 3),
        ("0.77", 11, 18, 6),
        ("0.77", 24, 24, 8),
        ("0.77", 26, 32, 9),
        ("0.77", 27, 40, 9),
    ] {
        let game = ruleset(name).unwrap();
        let quotient = to(&*game, heap);
        let found = (quotient.order(), quotient.p_order());
        assert_eq!(found, (order, p_order), "{name} to {heap}");
        assert_eq!(quotient.monoid().is_tame(), name == "nim" || p_order < 3);
    }
}

/// Orders, P-values, period and first heap of the period of solved games.
#[test]
fn solved_games() {
    for (name, order, p_order, period, first) in [
        ("0.123", 20, 5, 5, 5),
        ("0.75", 8, 2, 2, 8),
        ("0.77", 40, 9, 12, 71),
        ("0.115", 42, 12, 14, 92),
        ("0.15", 42, 12, 10, 66),
        ("0.53", 16, 3, 9, 21),
        ("0.72", 24, 5, 4, 16),
        ("0.71", 36, 9, 6, 3),
        ("0.34", 12, 3, 8, 7),
        ("0.00", 1, 0, 1, 0),
        ("subtraction{1,2}", 6, 2, 3, 0),
        ("cut{1,3}", 2, 1, 2, 1),
    ] {
        let quotient = solved(name);
        let proved = quotient.period().unwrap();
        let found = (quotient.order(), quotient.p_order());
        assert_eq!(found, (order, p_order), "{name}");
        assert_eq!((proved.period, proved.first), (period, first), "{name}");
    }
}

#[test]
fn quotients_agree_with_play() {
    for (name, largest, most) in [
        ("nim", 7, 4),
        ("0.77", 13, 4),
        ("0.07", 16, 4),
        ("0.123", 13, 4),
        ("0.71", 10, 5),
        ("4.3", 8, 4),
        ("0.8F", 8, 4),
        ("subtraction{2,3;sink=1}", 12, 4),
        ("all-but{2}", 9, 4),
        ("cut{1,4}", 13, 4),
        ("cut{2}", 12, 4),
        ("maliquot", 24, 3),
        ("divide-and-residue", 12, 4),
        ("totative", 14, 4),
    ] {
        let game = ruleset(name).unwrap();
        agrees_with_play(&*game, &to(&*game, largest), largest, most);
    }
}

#[test]
fn elements_are_distinguished_by_sums() {
    for (name, largest) in [("0.77", 12), ("0.71", 8), ("0.123", 9), ("cut{1,4}", 12)] {
        let game = ruleset(name).unwrap();
        let quotient = to(&*game, largest);
        let monoid = quotient.monoid();
        let mut played = PlayedOut::new(&*game).unwrap();
        let mut outcome = |x, z| {
            let mut sum = quotient.least_sum(x);
            for (position, copies) in quotient.least_sum(z).iter() {
                sum.add(position, copies);
            }
            played.outcome(&sum, &Budget::default()).unwrap()
        };
        for x in monoid.elements() {
            assert_eq!(quotient.value(&quotient.least_sum(x)), Some(x));
            for y in 0..x {
                let apart =
                    |&z: &u32| monoid.is_p(monoid.times(x, z)) != monoid.is_p(monoid.times(y, z));
                let z = monoid.elements().find(apart).expect("reduced");
                assert_ne!(outcome(x, z), outcome(y, z), "{name}: {x} and {y}");
            }
        }
    }
}

#[test]
fn relations_rewrite_to_normal_forms() {
    let game = ruleset("0.77").unwrap();
    let quotient = to(&*game, 30);
    let monoid = quotient.monoid();
    let value = |factors: &[(usize, u32)]| {
        factors.iter().fold(0, |x, &(g, exponent)| {
            (0..exponent).fold(x, |x, _| monoid.times_generator(x, g))
        })
    };
    for relation in monoid.relations() {
        let x = value(&relation.left);
        assert_eq!(x, value(&relation.right));
        let normal: Vec<(usize, u32)> = monoid.normal_form(x).collect();
        assert_eq!(normal, relation.right);
        assert_ne!(relation.left, relation.right);
    }
    for x in monoid.elements() {
        let row = monoid.row(x);
        for y in monoid.elements() {
            assert_eq!(row[y as usize], monoid.times(y, x));
        }
        assert_eq!(monoid.power(x, 3), monoid.times(x, monoid.times(x, x)));
    }
}

#[test]
fn the_period_theorem_predicts_later_heaps() {
    for name in ["0.123", "0.77", "0.71", "0.72", "subtraction{1,4}"] {
        let quotient = solved(name);
        let game = ruleset(name).unwrap();
        let longer = to(&*game, 2 * quotient.max_heap().unwrap());
        assert_eq!(longer.order(), quotient.order(), "{name}");
        for heap in 0..=longer.max_heap().unwrap() {
            let found = longer.value_of_heap(heap);
            assert_eq!(quotient.value_of_heap(heap), found, "{name}({heap})");
        }
    }
}

#[test]
fn winning_moves_are_those_of_play() {
    let none = Budget::default();
    for (name, largest) in [("0.77", 8), ("nim", 6), ("cut{1,4}", 9)] {
        let game = ruleset(name).unwrap();
        let quotient = to(&*game, largest);
        let mut played = PlayedOut::new(&*game).unwrap();
        for sum in sums(game.smallest(), largest, 3) {
            let mut expected = Vec::new();
            for (from, _) in sum.iter() {
                for to in game.options(from) {
                    let after = sum.without_one(from).checked_plus(&to).unwrap();
                    let outcome = played.outcome(&after, &Budget::default()).unwrap();
                    if outcome == Outcome::P {
                        expected.push((from, to));
                    }
                }
            }
            let moves = quotient.winning_moves(&*game, &sum, &none).unwrap();
            let moves = moves.map(|m| m.map(|m| (m.from, m.to)));
            let moves: Vec<_> = moves.collect::<Result<_, _>>().unwrap();
            assert_eq!(moves, expected, "{name} {sum}");
        }
        assert!(
            quotient
                .winning_moves(&*game, &Heaps::heap(largest + 1), &none)
                .is_none()
        );
    }
    let kayles = solved("0.77");
    let nim = ruleset("nim").unwrap();
    assert!(
        kayles
            .winning_moves(&*nim, &Heaps::heap(3), &none)
            .is_none()
    );
}

#[test]
fn structure_of_quotients() {
    for (name, units, kernel, is_nim_group) in [
        ("0.77", 2, 16, true),
        ("0.123", 4, 4, true),
        ("0.71", 4, 4, true),
        ("0.75", 2, 4, true),
    ] {
        let game = ruleset(name).unwrap();
        let quotient = solved(name);
        let monoid = quotient.monoid();
        let structure = Structure::of(monoid);
        assert_eq!(structure.units().len(), units, "{name}");
        let nim = quotient.kernel_and_nim(&*game, &Budget::default()).unwrap();
        let found = (structure.kernel.len(), nim.is_nim_group);
        assert_eq!(found, (kernel, is_nim_group), "{name} {nim:?}");
        let z = structure.kernel_identity;
        for &x in &structure.kernel {
            assert_eq!(monoid.times(x, z), x);
            assert!(
                monoid
                    .elements()
                    .all(|y| structure.kernel.contains(&monoid.times(x, y)))
            );
        }
        let mut all: Vec<u32> = Vec::new();
        for component in &structure.components {
            let e = component.idempotent;
            assert_eq!(monoid.times(e, e), e);
            for &x in &component.elements {
                assert!((1..=50).any(|k| monoid.power(x, k) == e));
            }
            for &x in &component.group {
                assert!(component.group.iter().any(|&y| monoid.times(x, y) == e));
            }
            all.extend(&component.elements);
        }
        all.sort_unstable();
        assert!(
            all.into_iter().eq(monoid.elements()),
            "components are disjoint"
        );
    }
}

#[test]
fn isomorphic_quotients() {
    let budget = Budget::default();
    let isomorphism = |a: &str, b: &str| {
        let (a, b) = (solved(a), solved(b));
        let map = a.monoid().isomorphism(b.monoid(), &budget).unwrap();
        map.map(|map| (a, b, map))
    };
    // 0.44 is Kayles with every heap doubled.
    for (name, other) in [("0.77", "0.44"), ("0.115", "0.15"), ("0.123", "0.123")] {
        let (a, b, map) = isomorphism(name, other).unwrap();
        for x in a.monoid().elements() {
            assert_eq!(a.monoid().is_p(x), b.monoid().is_p(map[x as usize]));
            for y in a.monoid().elements() {
                let image = b.monoid().times(map[x as usize], map[y as usize]);
                assert_eq!(map[a.monoid().times(x, y) as usize], image);
            }
        }
    }
    assert!(isomorphism("0.34", "0.75").is_none());
    // Both have order 24, and 5 P-values.
    let dawson = ruleset("0.07").unwrap();
    let dawson = to(&*dawson, 20);
    let other = solved("0.72");
    assert_eq!(
        (dawson.order(), dawson.p_order()),
        (other.order(), other.p_order())
    );
    let map = dawson
        .monoid()
        .isomorphism(other.monoid(), &budget)
        .unwrap();
    assert!(map.is_none());
}

#[test]
fn limits_keep_what_is_proved() {
    let game = ruleset("0.07").unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    let few = Budget::default().with_max_nodes(100);
    let stopped = builder.extend_to(30, &few).unwrap_err();
    assert_eq!(
        stopped,
        QuotientError::Stopped(Reason::Nodes { limit: 100 })
    );
    assert_eq!((builder.max_heap(), builder.order()), (Some(24), 24));
    let again = builder.extend_to(30, &few).unwrap_err();
    assert_eq!(again, stopped);
    builder.extend_to(26, &Budget::default()).unwrap();
    let (late, direct) = (builder.quotient(), to(&*game, 26));
    assert_eq!(late.monoid(), direct.monoid());
    assert_eq!(late.pretending(), direct.pretending());
    let past = Budget::timeout(std::time::Duration::ZERO);
    let stopped = builder.extend_to(27, &past).unwrap_err();
    assert_eq!(stopped, QuotientError::Stopped(Reason::Deadline));
    let nim = ruleset("nim").unwrap();
    assert_eq!(QuotientBuilder::new(&*nim).unwrap().solve(&few), Ok(false));
}

#[test]
fn positions_that_are_not_heaps_are_refused() {
    let josephus = ruleset("josephus").unwrap();
    let refused = QuotientBuilder::new(&*josephus).err().unwrap();
    assert!(matches!(refused, QuotientError::NotHeaps { .. }));
}

/// A game in which a heap may stay as it is.
struct Waiting;

impl Ruleset for Waiting {
    fn name(&self) -> String {
        "waiting".into()
    }

    fn rule(&self) -> String {
        "take one or nothing".into()
    }

    fn source(&self) -> &'static str {
        "this test"
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let size = position.size();
        Box::new((size.saturating_sub(1)..=size).map(Heaps::heap))
    }

    fn is_loopy(&self) -> bool {
        true
    }
}

#[test]
fn loopy_rulesets_are_refused() {
    let refused = QuotientBuilder::new(&Waiting).err().unwrap();
    assert!(refused.to_string().contains("may go on for ever"));
    assert!(PlayedOut::new(&Waiting).is_none());
}

/// A ruleset that is not in the registry: take one of the numbers.
struct TakeOneOf(&'static [u64]);

impl Ruleset for TakeOneOf {
    fn name(&self) -> String {
        "take one of some numbers".into()
    }

    fn rule(&self) -> String {
        "take one of some numbers".into()
    }

    fn source(&self) -> &'static str {
        "this test"
    }

    fn options(&self, position: Position) -> HeapOptions<'_> {
        let left = move |&taken: &u64| position.size().checked_sub(taken);
        Box::new(self.0.iter().filter_map(left).map(Heaps::heap))
    }
}

#[test]
fn certificates_of_own_rulesets_are_checked() {
    let budget = Budget::default();
    let game = TakeOneOf(&[1, 3, 4]);
    let quotient = to(&game, 12);
    agrees_with_play(&game, &quotient, 12, 3);
    let certificate = quotient.certificate().unwrap();
    let checked = check_with(&game, &certificate, &budget).unwrap();
    assert_eq!(
        (checked.max_heap, checked.order as usize),
        (12, quotient.order())
    );
    // The registry does not know the name.
    let unknown = check(&certificate, &budget).unwrap_err();
    assert!(matches!(unknown, InvalidQuotient::OutOfReach(_)));
    // Another ruleset of the same name.
    for other in [&[1, 3][..], &[1, 2, 4], &[1, 3, 4, 5], &[]] {
        let refused = check_with(&TakeOneOf(other), &certificate, &budget).unwrap_err();
        let is_heap = matches!(refused, InvalidQuotient::Heap { .. });
        let is_sum = matches!(refused, InvalidQuotient::NoWinningMove(_));
        assert!(is_heap || is_sum, "{other:?}: {refused}");
    }
    // Another name.
    let nim = ruleset("nim").unwrap();
    let refused = check_with(&*nim, &certificate, &budget).unwrap_err();
    assert!(matches!(refused, InvalidQuotient::Ruleset(_)));
    // A period needs bounds on moves.
    let mut periodic = serde_json::to_value(&certificate).unwrap();
    periodic["period"] = serde_json::json!({"period": 7, "first": 0});
    let periodic: QuotientCertificate = serde_json::from_value(periodic).unwrap();
    let refused = check_with(&game, &periodic, &budget).unwrap_err();
    assert!(matches!(refused, InvalidQuotient::Period(_)));
    // For heaps up to 12 the same is true of the ruleset of the registry.
    let subtraction = ruleset("subtraction{1,3,4}").unwrap();
    assert_eq!(to(&*subtraction, 12).monoid(), quotient.monoid());
}

#[test]
fn tables_count_against_the_budget_while_they_live() {
    let game = ruleset("0.07").unwrap();
    let budget = Budget::default().with_max_memory(1 << 30);
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    builder.extend_to(26, &budget).unwrap();
    let all = budget.held();
    assert!(all > 144 * 64, "{all}");
    let quotient = builder.quotient();
    assert_eq!(budget.held(), all, "a quotient shares the tables");
    let next = Budget::default();
    builder.extend_to(27, &next).unwrap();
    assert!(next.held() > 144 * 64);
    let kept = budget.held();
    assert!((1..all).contains(&kept));
    drop(quotient);
    assert_eq!(budget.held(), 0);
    drop(builder);
    assert_eq!(next.held(), 0);
}

#[test]
fn memory_limits_keep_what_is_proved() {
    let game = ruleset("0.07").unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    let mut last = None;
    for limit in [10_000, 100_000, 300_000, 1_000_000, 1 << 30] {
        let budget = Budget::default().with_max_memory(limit);
        let stopped = builder.extend_to(26, &budget).err();
        assert!(budget.held() <= limit.max(100_000));
        if let Some(error) = &stopped {
            let is_memory = matches!(error, QuotientError::Stopped(Reason::Memory { .. }));
            assert!(is_memory, "{error}");
        }
        assert!(builder.max_heap() >= last);
        last = builder.max_heap();
    }
    assert_eq!(last, Some(26));
    assert_eq!(builder.quotient().monoid(), to(&*game, 26).monoid());
}

#[test]
fn the_cayley_graph_is_that_of_the_monoid() {
    let quotient = solved("0.77");
    let (monoid, graph) = (quotient.monoid(), quotient.cayley_graph());
    assert_eq!(graph.node_count(), quotient.order());
    assert_eq!(
        graph.edge_count(),
        quotient.order() * quotient.generators().len()
    );
    for edge in graph.edge_indices() {
        let (x, y) = graph.edge_endpoints(edge).unwrap();
        assert_eq!(graph[y], monoid.times_generator(graph[x], graph[edge]));
    }
    // Elements that divide each other: the kernel is the largest of these classes.
    let largest = petgraph::algo::kosaraju_scc(&graph)
        .into_iter()
        .max_by_key(Vec::len)
        .unwrap();
    let mut largest: Vec<u32> = largest.into_iter().map(|node| graph[node]).collect();
    largest.sort_unstable();
    assert_eq!(largest, Structure::of(monoid).kernel);
}

/// 0.123, but with bounds on its moves that are not true.
struct Misjudged(std::sync::Arc<dyn Ruleset>);

impl Ruleset for Misjudged {
    fn name(&self) -> String {
        self.0.name()
    }
    fn rule(&self) -> String {
        self.0.rule()
    }
    fn source(&self) -> &'static str {
        "this test"
    }
    fn smallest(&self) -> u64 {
        self.0.smallest()
    }
    fn options(&self, position: Position) -> HeapOptions<'_> {
        self.0.options(position)
    }
    fn move_bounds(&self) -> Option<MoveBounds> {
        let bounds = self.0.move_bounds()?;
        Some(MoveBounds {
            most_taken: bounds.most_taken - 1,
            ..bounds
        })
    }
}

#[test]
fn bounds_on_moves_are_compared_with_the_options() {
    let certificate = certificate("0.123", None);
    let budget = Budget::default();
    let game = ruleset("0.123").unwrap();
    assert!(check_with(&*game, &certificate, &budget).is_ok());
    let invalid = check_with(&Misjudged(game), &certificate, &budget).unwrap_err();
    assert!(
        matches!(&invalid, InvalidQuotient::Ruleset(what) if what.contains("bounds")),
        "{invalid}"
    );
}

fn certificate(name: &str, heap: Option<u64>) -> QuotientCertificate {
    let quotient = match heap {
        Some(heap) => to(&*ruleset(name).unwrap(), heap),
        None => solved(name),
    };
    quotient.certificate().unwrap()
}

#[test]
fn certificates_are_accepted() {
    for (name, heap) in [
        ("0.123", None),
        ("0.77", None),
        ("0.72", None),
        ("nim", Some(8)),
        ("0.07", Some(25)),
        ("cut{1,4}", Some(20)),
        ("subtraction{1,2;sink=2}", None),
        ("0.00", Some(3)),
        ("saliquant", Some(20)),
    ] {
        let certificate = certificate(name, heap);
        let checked = check(&certificate, &Budget::default()).unwrap();
        assert_eq!(checked.order, certificate.order, "{name}");
        assert_eq!(checked.period.is_some(), heap.is_none());
        let text = serde_json::to_string(&certificate).unwrap();
        let read: QuotientCertificate = serde_json::from_str(&text).unwrap();
        assert_eq!(read, certificate);
    }
}

/// Beyond the period a heap costs a check its options and nothing more, so that a long list of heaps
/// is not dearer to check than to find.
#[test]
fn heaps_with_the_same_values_are_checked_once() {
    let steps = |last| {
        let certificate = certificate("0.77", Some(last));
        check(&certificate, &Budget::default()).unwrap().steps
    };
    let kayles = ruleset("0.77").unwrap();
    let pairs = |heap| {
        let options = kayles.options(Position::heap(heap));
        let is_pair = |option: &Heaps| option.iter().map(|(_, copies)| copies).sum::<u64>() == 2;
        options.filter(is_pair).count() as u64
    };
    let more: u64 = (401..=800).map(pairs).sum();
    assert_eq!(steps(800) - steps(400), more);
}

/// The steps of a check are those of the sums that matter, which are few.
#[test]
fn many_values_of_options_are_checked_quickly() {
    let certificate = certificate("4.46", Some(1500));
    let steps = check(&certificate, &Budget::default()).unwrap().steps;
    assert!(steps < 500_000_000, "{steps}");
}

/// Returns all single changes of a value: numbers by one, texts by a letter, lists by an entry.
fn changes(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            let mut others = vec![number + 1, 0, u64::from(u32::MAX)];
            others.extend(number.checked_sub(1));
            others.retain(|&other| other != number);
            others.into_iter().map(Value::from).collect()
        }
        Value::String(text) => vec![format!("{text}1").into(), "".into(), text[1..].into()],
        Value::Array(entries) => {
            let mut changed = Vec::new();
            for (i, entry) in entries.iter().enumerate() {
                let with = |new: Value| {
                    let mut entries = entries.clone();
                    entries[i] = new;
                    Value::Array(entries)
                };
                changed.extend(changes(entry).into_iter().map(with));
            }
            let mut swapped = entries.clone();
            swapped.reverse();
            changed.extend((swapped != *entries).then_some(Value::Array(swapped)));
            if let Some((_, shorter)) = entries.split_last() {
                changed.push(shorter.to_vec().into());
                changed.push([&entries[..1], entries].concat().into());
            }
            changed
        }
        Value::Object(object) => {
            let mut changed = Vec::new();
            for (key, entry) in object {
                for new in changes(entry) {
                    let mut object = object.clone();
                    object.insert(key.clone(), new);
                    changed.push(Value::Object(object));
                }
            }
            changed
        }
        Value::Bool(_) | Value::Null => vec![1.into()],
    }
}

#[test]
fn every_change_of_a_certificate_is_detected() {
    for (name, heap) in [
        ("0.123", None),
        ("0.75", None),
        ("0.77", Some(10)),
        ("nim", Some(5)),
    ] {
        let value = serde_json::to_value(certificate(name, heap)).unwrap();
        let changed = changes(&value);
        assert!(changed.len() > 200);
        for changed in changed {
            if let Ok(mut read) = serde_json::from_value::<QuotientCertificate>(changed.clone())
                && check(&read, &Budget::default()).is_ok()
            {
                // Only another ruleset of which the same is true, or the earlier version, which differs by
                // what it may leave out.
                let is_earlier = read.version == 1;
                read.version = QuotientCertificate::VERSION;
                assert!(is_earlier || read.ruleset != name, "{changed}");
                assert_eq!(read, certificate(&read.ruleset, heap), "{changed}");
            }
        }
    }
}

#[test]
fn failures_say_what_is_wrong() {
    let right = certificate("0.123", None);
    let fails = |change: &dyn Fn(&mut QuotientCertificate)| {
        let mut changed = right.clone();
        change(&mut changed);
        check(&changed, &Budget::default()).unwrap_err()
    };
    assert!(matches!(
        fails(&|c| c.certificate = "parts".into()),
        InvalidQuotient::Kind { .. }
    ));
    assert!(matches!(
        fails(&|c| c.ruleset = "0.124".into()),
        InvalidQuotient::Heap { .. } | InvalidQuotient::NoWinningMove(_)
    ));
    assert!(matches!(
        fails(&|c| {
            c.p.pop();
        }),
        InvalidQuotient::NotReduced(..)
            | InvalidQuotient::Heap { .. }
            | InvalidQuotient::NoWinningMove(_)
    ));
    let past = Budget::timeout(std::time::Duration::ZERO);
    let stopped = check(&right, &past).unwrap_err();
    assert_eq!(stopped, InvalidQuotient::Stopped(Reason::Deadline));
}

/// A certificate is untrusted input: its check obeys the deadline and the memory limit.
#[test]
fn checks_keep_their_limits() {
    let right = certificate("0.77", None);
    let mut wrong = right.clone();
    let last = wrong.cayley.len() - 1;
    wrong.cayley[last][0] ^= 1;
    let failure = check(&wrong, &Budget::default()).unwrap_err();
    assert!(matches!(failure, InvalidQuotient::NotCommutative(..)));
    let past = Budget::timeout(std::time::Duration::ZERO);
    let stopped = check(&wrong, &past).unwrap_err();
    assert_eq!(stopped, InvalidQuotient::Stopped(Reason::Deadline));
    // The least memory that suffices, found by raising the limit to what is needed.
    let (mut limit, mut refusals) = (0, 0);
    while let Err(error) = check(&right, &Budget::default().with_max_memory(limit)) {
        let InvalidQuotient::Stopped(Reason::Memory { needed, .. }) = error else {
            panic!("{error}");
        };
        assert!(needed > limit);
        (limit, refusals) = (needed, refusals + 1);
    }
    // The table of products, a byte for each heap and element, and sums one after the other.
    let (order, heaps) = (right.cayley.len(), right.pretending.len());
    assert!(limit > order * order * 4 + heaps * order, "{limit}");
    assert!(limit < 1 << 20, "{limit}");
    assert!(refusals > 10, "{refusals}");
}

/// Limits without a deadline, so that tests are deterministic.
fn modest() -> Budget {
    Budget::default().with_max_nodes(3000)
}

/// Returns the last quotient that is proved within modest limits.
fn modestly(game: &dyn Ruleset, heap: u64) -> Quotient {
    let mut builder = QuotientBuilder::new(game).unwrap();
    let _ = builder.extend_to(heap, &modest());
    builder.quotient()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_codes_agree_with_play(
        d0 in prop::sample::select(vec!["0", "4"]),
        digits in prop::collection::vec(0u32..8, 1..4),
    ) {
        let digits: String = digits.iter().map(u32::to_string).collect();
        let game = ruleset(&format!("{d0}.{digits}")).unwrap();
        let quotient = modestly(&*game, 9);
        let largest = quotient.max_heap().unwrap();
        agrees_with_play(&*game, &quotient, largest, 3);
        let certificate = quotient.certificate().unwrap();
        let checked = check(&certificate, &Budget::default()).unwrap();
        prop_assert_eq!(checked.p_order, quotient.p_order());
    }

    #[test]
    fn random_subtraction_games_agree_with_play(
        numbers in prop::collection::btree_set(1u64..9, 1..5),
        largest in 6u64..16,
    ) {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let game = ruleset(&format!("subtraction{{{}}}", numbers.join(","))).unwrap();
        let quotient = modestly(&*game, largest);
        agrees_with_play(&*game, &quotient, quotient.max_heap().unwrap(), 3);
        check(&quotient.certificate().unwrap(), &Budget::default()).unwrap();
    }

    #[test]
    fn random_cut_games_agree_with_play(numbers in prop::collection::btree_set(1u64..7, 1..4)) {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let game = ruleset(&format!("cut{{{}}}", numbers.join(","))).unwrap();
        let quotient = modestly(&*game, 12);
        agrees_with_play(&*game, &quotient, quotient.max_heap().unwrap(), 3);
    }
}

/// Kayles without a word about the shape of its moves.
struct ByOptions;

impl Ruleset for ByOptions {
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let size = position.size();
        let rests = (1..=2).filter_map(move |taken| size.checked_sub(taken));
        Box::new(rests.flat_map(|rest| {
            (0..=rest / 2).map(move |part| {
                let parts = [part, rest - part];
                Heaps::of_sizes(parts.into_iter().filter(|&part| part > 0))
            })
        }))
    }
}

#[test]
fn options_of_large_heaps_are_not_stored() {
    let budget = Budget::default().with_max_memory(16 << 20);
    let game = ruleset("0.156").unwrap();
    let mut builder = QuotientBuilder::new(&*game).unwrap();
    assert!(builder.solve(&budget).unwrap());
    let quotient = builder.quotient();
    let period = quotient.period().unwrap();
    assert_eq!((quotient.order(), period.period), (34, 349));
    // Values by pairs, values of the options one by one, and the checker.
    let kayles = to(&*ruleset("0.77").unwrap(), 500);
    let by_options = to(&ByOptions, 500);
    assert_eq!(kayles.pretending(), by_options.pretending());
    let certificate = kayles.certificate().unwrap();
    assert_eq!(check(&certificate, &Budget::default()).unwrap().order, 40);
}

#[cfg(feature = "parallel")]
#[test]
fn quotients_are_the_same_for_any_number_of_threads() {
    let dawson = ruleset("0.07").unwrap();
    let expected = to(&*dawson, 33).certificate();
    for threads in [1, 2, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let found = pool.build().unwrap().install(|| to(&*dawson, 33));
        assert_eq!(found.certificate(), expected, "{threads} threads");
    }
}
