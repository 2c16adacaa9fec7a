//! Cut games against the definition, against the tables of the papers, and the theorems on ranges.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use misere::heaps::{Cut, CutSet, Family, Position, Ruleset, Shape, ruleset};
use misere::limits::{Budget, Reason};
use misere::nim::{
    Definition, DefinitionEvaluator, Evaluator, KnownPattern, NimError, NimSets, OneEven, methods,
};
use num_bigint::BigUint;
use proptest::prelude::*;

fn cut(numbers: &[u64]) -> Cut {
    Cut::new(CutSet::new(numbers.iter().copied(), None, None).unwrap())
}

/// The nim values of the heaps from 1 on, by the fast evaluator.
fn fast(game: &Cut, to: u64) -> Vec<u32> {
    let mut evaluator = methods(game).fast.unwrap();
    evaluator.extend(to, &Budget::default()).unwrap();
    evaluator.values().numbers().unwrap().to_vec()
}

fn by_definition(game: &Cut, to: u64) -> Vec<u32> {
    let mut evaluator = DefinitionEvaluator::new(game).unwrap();
    evaluator.extend(to, &Budget::default()).unwrap();
    evaluator.values().numbers().unwrap().to_vec()
}

fn nim_sets(game: &Cut, piles: u64, to: u64) -> NimSets {
    let mut sets = NimSets::new(game, piles);
    sets.extend(to, &Budget::default()).unwrap();
    sets
}

fn members(sets: &NimSets, n: u64, piles: u64) -> BTreeSet<u32> {
    sets.get(n, piles).unwrap().iter().collect()
}

/// The partitions of n into p parts from `least` on, ascending, by recursion.
fn partitions(n: u64, p: u64, least: u64) -> Vec<Vec<u64>> {
    if p == 1 {
        return if n >= least { vec![vec![n]] } else { vec![] };
    }
    let mut all = Vec::new();
    for h in least..=n / p {
        for mut rest in partitions(n - h, p - 1, h) {
            rest.insert(0, h);
            all.push(rest);
        }
    }
    all
}

fn sum(values: &[u32], partition: &[u64]) -> u32 {
    partition
        .iter()
        .fold(0, |sum, &h| sum ^ values[usize::try_from(h).unwrap() - 1])
}

/// The values of a pattern.
fn pattern_values(preperiod: &[u32], period: &[u32], saltus: u32, to: usize) -> Vec<u32> {
    let mut values = preperiod.to_vec();
    for i in 0..to {
        let (q, r) = (i / period.len(), i % period.len());
        values.push(period[r] + saltus * u32::try_from(q).unwrap());
    }
    values.truncate(to);
    values
}

// Against the definition.

#[test]
fn the_fast_evaluator_agrees_with_the_definition_for_all_small_cut_sets() {
    for mask in 1u32..1 << 9 {
        let numbers: Vec<u64> = (1..=9).filter(|d| mask >> (d - 1) & 1 == 1).collect();
        let game = cut(&numbers);
        assert_eq!(fast(&game, 24), by_definition(&game, 24), "{numbers:?}");
    }
}

#[test]
fn one_and_two_agrees_with_the_definition() {
    let game = cut(&[1, 2]);
    assert_eq!(fast(&game, 250), by_definition(&game, 250));
    // The method of all other sets gives the same, further out.
    let sets = nim_sets(&game, 3, 2000);
    assert_eq!(fast(&game, 2000), sets.values().numbers().unwrap());
}

/// Any cut set with numbers up to 19, finite or not.
fn any_cut() -> impl Strategy<Value = Cut> {
    let numbers = proptest::collection::btree_set(1u64..20, 1..6);
    let from = || proptest::option::weighted(0.2, 1u64..20);
    (numbers, from(), from(), any::<bool>()).prop_map(|(mut numbers, evens, odds, one)| {
        if one {
            numbers.insert(1);
        }
        Cut::new(CutSet::new(numbers, evens, odds).unwrap())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn the_fast_evaluator_agrees_with_the_definition(game in any_cut()) {
        prop_assert_eq!(fast(&game, 27), by_definition(&game, 27), "{}", game.name());
    }

    /// Lemma 3 of Dailly, Duchêne, Larsson and Paris.
    #[test]
    fn heaps_of_one_value_differ_modulo_the_smallest_even_number(game in any_cut()) {
        let Some(m) = game.set().smallest_even() else {
            return Ok(());
        };
        let mut seen = BTreeSet::new();
        for (value, n) in fast(&game, 300).into_iter().zip(1..) {
            prop_assert!(seen.insert((value, n % m)), "{} at {n}", game.name());
        }
    }

    /// The sets by the plain recursion, far beyond what can be enumerated; with the shifts of the
    /// higher levels tried wherever they happen.
    #[test]
    fn nim_sets_of_many_piles_agree_with_the_definition(game in any_cut()) {
        const TO: usize = 70;
        let sets = nim_sets(&game, TO as u64, TO as u64);
        let values = sets.values().numbers().unwrap();
        let mut below: Vec<BTreeSet<u32>> = values.iter().map(|&v| BTreeSet::from([v])).collect();
        below.insert(0, BTreeSet::new());
        for piles in 2..=40 {
            let mut level = vec![BTreeSet::new(); TO + 1];
            for n in 1..=TO {
                for h in 1..n {
                    let moved = below[n - h].iter().map(|v| v ^ values[h - 1]);
                    let moved: Vec<u32> = moved.collect();
                    level[n].extend(moved);
                }
                prop_assert_eq!(
                    &members(&sets, n as u64, piles), &level[n], "{} {} {}", game.name(), n, piles
                );
            }
            below = level;
        }
    }

    #[test]
    fn solved_games_have_the_values_of_the_theorems(game in any_cut()) {
        let pattern = KnownPattern::of(&game);
        prop_assert_eq!(pattern.is_some(), Family::of(game.set()).is_solved());
        let Some(pattern) = pattern else {
            return Ok(());
        };
        let first = pattern.values(1000).unwrap();
        let saltus = u32::try_from(pattern.saltus).unwrap();
        let values = fast(&game, 500);
        prop_assert_eq!(pattern_values(&[], &first, saltus, 500), values, "{}", game.name());
    }
}

#[test]
fn nim_sets_are_the_values_of_partitions() {
    for numbers in [&[1, 6][..], &[1, 2], &[1, 4, 9], &[5], &[2, 3], &[1, 2, 8]] {
        let game = cut(numbers);
        let sets = nim_sets(&game, 30, 26);
        let values = sets.values().numbers().unwrap();
        for n in 1..=26 {
            for p in 1..=n {
                let all = partitions(n, p, 1);
                let expected: BTreeSet<u32> = all.iter().map(|o| sum(values, o)).collect();
                assert_eq!(members(&sets, n, p), expected, "{numbers:?} {n} {p}");
                let budget = Budget::default();
                for &v in &expected {
                    let mut found = sets.partitions(n, p, v, usize::MAX, &budget).unwrap();
                    for parts in &mut found {
                        parts.reverse();
                    }
                    found.sort();
                    let having: Vec<&Vec<u64>> =
                        all.iter().filter(|o| sum(values, o) == v).collect();
                    assert!(found.iter().eq(having), "{numbers:?} {n} {p} {v}");
                }
            }
            assert!(sets.get(n, n + 1).unwrap().is_empty());
        }
        assert!(sets.get(27, 2).is_none() && sets.get(0, 2).is_none() && sets.get(9, 31).is_none());
    }
}

// The tables of the papers.

struct Table(Vec<Vec<String>>);

impl Table {
    fn read() -> Self {
        let text = std::fs::read_to_string("data/cut.tsv").unwrap();
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let fields = |line: &str| line.split('\t').map(str::to_owned).collect();
        Self(lines.map(fields).collect())
    }

    fn rows(&self, kind: &str) -> Vec<&[String]> {
        let rows = self.0.iter().filter(|row| row[0] == kind);
        let rows: Vec<&[String]> = rows.map(|row| &row[1..]).collect();
        assert!(!rows.is_empty(), "{kind}");
        rows
    }
}

fn numbers<T: std::str::FromStr>(list: &str) -> Vec<T> {
    let items = list.split(',').filter(|item| !item.is_empty());
    items.map(|item| item.parse().ok().unwrap()).collect()
}

#[test]
fn nim_sets_of_the_tables() {
    for row in Table::read().rows("nimsets") {
        let (piles, first): (u64, u64) = (row[1].parse().unwrap(), row[2].parse().unwrap());
        let sets = nim_sets(&cut(&numbers(&row[0])), piles, 60);
        for (n, expected) in (first..).zip(row[3].split(' ')) {
            let set = sets.get(n, piles).unwrap();
            assert_eq!(set.to_string(), expected.replace('-', "{}"), "{row:?} {n}");
        }
    }
    for row in Table::read().rows("values") {
        let expected: Vec<u32> = numbers(&row[1]);
        let game = cut(&numbers(&row[0]));
        assert_eq!(fast(&game, expected.len() as u64), expected, "{row:?}");
    }
}

#[test]
fn alternating_subsequences_of_table_4() {
    let budget = Budget::default();
    let all = nim_sets(&cut(&[1, 6]), 2, 60)
        .alternating(2, &budget)
        .unwrap();
    let mut met = BTreeSet::new();
    for row in Table::read().rows("alternating") {
        let (enters, value) = (row[2].parse().unwrap(), row[3].parse().unwrap());
        let (at, one) = all
            .iter()
            .enumerate()
            .find(|(_, one)| (one.enters, one.value) == (enters, value))
            .unwrap();
        met.insert(at);
        assert!(one.entering.contains(&numbers(&row[4])), "{row:?}");
        if row[5] != "..." {
            let exiting: Vec<u64> = numbers(&row[5]);
            assert_eq!(one.exits, Some(exiting.iter().sum()), "{row:?}");
            assert!(one.exiting.contains(&exiting), "{row:?}");
        }
    }
    // They are the first eleven, and no others enter up to 30.
    assert_eq!(met, (0..11).collect());
    assert!(all[11].enters > 30);
    let game = OneEven::new(3).unwrap();
    for one in &all {
        assert!(one.entering.iter().all(|parts| game.is_entering(parts)));
        assert!(one.exiting.iter().all(|parts| game.is_exiting(parts)));
    }
    // Together they are the nim-sets again.
    let sets = nim_sets(&cut(&[1, 6]), 2, 60);
    for n in 1..=60 {
        let values = all.iter().filter_map(|one| one.value_at(n));
        assert_eq!(values.collect::<BTreeSet<u32>>(), members(&sets, n, 2));
    }
}

#[test]
fn phi_of_tables_5_to_7() {
    for row in Table::read().rows("phi") {
        let (p, c): (u64, u64) = (row[0].parse().unwrap(), row[1].parse().unwrap());
        let game = OneEven::new(c).unwrap();
        let (plain, shifted): (Vec<u64>, Vec<u64>) = (numbers(&row[2]), numbers(&row[3]));
        for (s, (r, image)) in (1..=2 * c).zip(plain.into_iter().zip(shifted)) {
            let n = 6 * c + s;
            assert_eq!(game.phi(p, n).unwrap() % 6, image % 6, "{row:?} {s}");
            // φ_1 maps remainders r to r'.
            let first = game.phi(1, n + 1 - p).unwrap();
            assert_eq!((first - 1) % 6 + 1, r, "{row:?} {s}");
            assert_eq!(game.phi(p, n).unwrap(), first + p - 1);
        }
    }
    assert_eq!(OneEven::new(2).unwrap().phi(1, 5), None);
    assert_eq!(OneEven::new(5).unwrap().phi(3, 2), None);
    assert_eq!(OneEven::new(5).unwrap().phi(0, 2), None);
}

/// Table 1 of Dailly, Duchêne, Larsson and Paris.
#[test]
fn sequences_of_the_table() {
    let mut met = BTreeMap::new();
    for row in Table::read().rows("sequence") {
        let base: Vec<u64> = numbers(&row[0]);
        let (further, least) = match row[1].strip_prefix('+') {
            Some(further) => (numbers::<u64>(further), 1),
            None => (numbers::<u64>(&row[1]), 0),
        };
        let excepted: Vec<Vec<u64>> = row[2].split(';').map(numbers).collect();
        let saltus = row[5].parse().unwrap();
        let expected = pattern_values(&numbers(&row[3]), &numbers(&row[4]), saltus, 300);
        for mask in 0u32..1 << further.len() {
            let chosen = (0..further.len()).filter(|i| mask >> i & 1 == 1);
            let chosen: Vec<u64> = chosen.map(|i| further[i]).collect();
            if chosen.len() < least || least == 1 && excepted.contains(&chosen) {
                continue;
            }
            let set: BTreeSet<u64> = base.iter().copied().chain(chosen).collect();
            let set: Vec<u64> = set.into_iter().collect();
            assert_eq!(fast(&cut(&set), 300), expected, "{set:?}");
            met.insert(set, expected.clone());
        }
    }
    assert_eq!(met.len(), 88);
    // The four refuted rows differ from what was printed where they first can.
    for (set, n) in [
        (&[1, 4, 6][..], 9),
        (&[1, 4, 8], 9),
        (&[1, 4, 6, 8], 9),
        (&[1, 6, 8], 13),
    ] {
        assert_eq!(met[set][n - 1], 1);
        let c = usize::try_from(set[1] / 2).unwrap();
        let printed = pattern_values(&[], &[0, 1].repeat(c), 2, 300);
        assert_eq!(met[set][..n - 1], printed[..n - 1]);
        assert_eq!(printed[n - 1], 4);
    }
}

/// Sets of Family B with 2x < y < 3x, where nothing is proved in general.
#[test]
fn the_open_part_of_family_b_has_longer_periods() {
    for (set, period, saltus) in [(&[1, 4, 9][..], 40, 16), (&[1, 6, 13], 108, 32)] {
        let values = fast(&cut(set), 600);
        assert_eq!(
            pattern_values(&[], &values[..period], saltus, 600),
            values,
            "{set:?}"
        );
        assert!(KnownPattern::of(&cut(set)).is_none());
    }
    // Just between 2x and 3x the values are neither those of (0,1)^c (+2) nor those of {1,x}, and
    // just outside they are.
    for c in 2..=7 {
        let x = 2 * c;
        let with = |y: u64| fast(&cut(&[1, x, y]), 40 * c);
        let (near, far) = (with(3), fast(&cut(&[1, x]), 40 * c));
        assert_eq!(with(2 * x - 1), near);
        assert_eq!(with(3 * x + 1), far);
        for y in [2 * x + 1, 3 * x - 1] {
            assert!(![&near, &far].contains(&&with(y)), "{x} {y}");
            assert!(!Family::of(cut(&[1, x, y]).set()).is_solved());
        }
    }
}

// The theorems of Ellis and Thanatipanonda, on ranges.

/// Everything up to 110 for c = 2, …, 6 (and for 3 first, to compare with).
fn one_even_games() -> impl Iterator<Item = (u64, OneEven, NimSets)> {
    (2..=6).map(|c| {
        let sets = nim_sets(&cut(&[1, 2 * c]), 14, 110);
        (c, OneEven::new(c).unwrap(), sets)
    })
}

#[test]
fn nim_sets_of_more_piles_are_shifts() {
    for (c, _, sets) in one_even_games() {
        for n in 1..110 {
            // Theorem 13.
            for p in 4..14 {
                assert_eq!(sets.get(n + 1, p + 1), sets.get(n, p), "{c} {n} {p}");
            }
            // Corollary 11 and Lemma 18.
            for p in 4..13 {
                for v in members(&sets, n, p) {
                    assert!(sets.get(n + 1, p).unwrap().contains(v ^ 1));
                }
                if let Some(more) = sets.get(n, p + 2) {
                    assert!(more.iter().all(|v| sets.get(n, p).unwrap().contains(v)));
                }
            }
        }
        // Three piles are too few.
        let first = (1..110).find(|&n| sets.get(n + 1, 4) != sets.get(n, 3));
        assert_eq!(first, Some(8 * c + 2));
    }
}

#[test]
fn partitions_enter_and_exit() {
    for (c, game, sets) in one_even_games().take(3) {
        let values = sets.values().numbers().unwrap();
        for p in 2..=4 {
            for n in p..=if p == 4 { 50 } else { 100 } {
                let all = partitions(n, p, 1);
                // Values of partitions that are not exiting, and that are not entering.
                let (mut stay, mut continued) = (BTreeSet::new(), BTreeSet::new());
                for parts in &all {
                    let value = sum(values, parts);
                    // Lemma 7.
                    if !game.is_entering(parts) {
                        assert!(sets.get(n - 1, p).unwrap().contains(value ^ 1));
                        continued.insert(value);
                    }
                    if !game.is_exiting(parts) {
                        assert!(sets.get(n + 1, p).unwrap().contains(value ^ 1));
                        stay.insert(value);
                    }
                    floors_and_ceilings(game, values, &sets, parts);
                }
                if p < 4 {
                    continue;
                }
                for parts in &all {
                    // Lemma 10 and Lemma 12.
                    let value = sum(values, parts);
                    assert!(!game.is_exiting(parts) || stay.contains(&value));
                    let settled = parts.contains(&1) || continued.contains(&value);
                    assert!(!game.is_entering(parts) || settled, "{c} {parts:?}");
                }
            }
        }
    }
}

/// Definition 8 and Corollary 9; Lemma 17(d) where φ is defined.
fn floors_and_ceilings(game: OneEven, values: &[u32], sets: &NimSets, parts: &[u64]) {
    let (floor, ceiling) = (game.floor(parts), game.ceiling(parts));
    let total = |parts: &[u64]| parts.iter().sum::<u64>();
    let (a, n, b) = (total(&floor), total(parts), total(&ceiling));
    assert!(game.is_entering(&floor) && game.is_exiting(&ceiling));
    assert!(a <= n && n <= b);
    assert_eq!(
        game.is_intermediate(parts),
        !game.is_entering(parts) && !game.is_exiting(parts)
    );
    let value = sum(values, parts);
    assert_eq!(sum(values, &floor), value ^ u32::from((n - a) % 2 == 1));
    let p = parts.len() as u64;
    for m in (a..=b.min(110)).filter(|m| m % 2 == n % 2) {
        assert!(sets.get(m, p).unwrap().contains(value), "{parts:?} {m}");
    }
    if p <= 3 && game.phi(p, n).is_some() {
        assert!(game.phi(p, a) <= game.phi(p, n) && game.phi(p, n) <= game.phi(p, b));
    }
}

#[test]
fn phi_maps_nim_sets_to_those_of_one_and_six() {
    let six = nim_sets(&cut(&[1, 6]), 14, 110);
    let base = OneEven::new(3).unwrap();
    for (c, game, sets) in one_even_games().skip(1) {
        for n in 1..=110 {
            // Theorem 15.
            let image = game.phi(1, n).unwrap();
            assert_eq!(sets.values().get(n), six.values().get(image), "{c} {n}");
            // Lemma 17(b).
            assert_eq!(game.is_innumber(n), {
                let first = (1..=n).find(|&m| game.phi(1, m) == Some(image));
                first == Some(n) && base.is_innumber(image)
            });
            assert_eq!(game.is_outnumber(n), base.is_outnumber(image));
            for p in 1..=14.min(n) {
                let image = game.phi(p, n).unwrap();
                // Lemma 17(a) and Lemma 16.
                assert_eq!(image % 2, n % 2);
                if p >= 2 {
                    assert_eq!(sets.get(n, p), six.get(image, p), "{c} {n} {p}");
                }
            }
        }
        // Claims (a) and (b) in the proof of Theorem 15.
        for n in 1..=12 * c.min(9) {
            let image = game.phi(1, n).unwrap();
            assert_eq!(sets.get(n, 2 * c + 1), six.get(image, 7));
            let mut expected = members(&six, image, 2);
            if n > 8 * c && n - 8 * c >= 5 && n - 8 * c <= 2 * c - 3 && n % 2 == 1 {
                expected.insert(1);
            }
            assert_eq!(members(&sets, n, 2), expected, "{c} {n}");
        }
        lemma_17_c(game);
    }
    let values = six.values().numbers().unwrap();
    // The option in the proof of Theorem 15, of seven parts.
    assert_eq!(sum(values, &[13, 3, 3, 2, 2, 2, 2]), 1);
}

/// For up to four innumbers or outnumbers φ is additive, unless four of them are 2 modulo 2c.
fn lemma_17_c(game: OneEven) {
    let pick = |is: &dyn Fn(u64) -> bool| (1..=90).filter(|&n| is(n)).collect::<Vec<u64>>();
    for numbers in [
        pick(&|n| game.is_innumber(n)),
        pick(&|n| game.is_outnumber(n)),
    ] {
        let mut sums: Vec<Vec<u64>> = numbers.iter().map(|&h| vec![h]).collect();
        for p in 2..=4 {
            sums = sums
                .iter()
                .flat_map(|parts| {
                    let more = numbers.iter().filter(|&&h| h <= parts[0]);
                    more.map(move |&h| [&[h], &parts[..]].concat())
                })
                .collect();
            for parts in &sums {
                let images = parts.iter().map(|&h| game.phi(1, h).unwrap());
                let total = game.phi(p, parts.iter().sum()).unwrap();
                let excepted = p == 4 && parts.iter().all(|&h| game.phi(1, h).unwrap() % 6 == 2);
                assert!(images.sum::<u64>() == total || excepted, "{parts:?}");
            }
        }
    }
}

/// Theorem 19, with infinite cut sets too.
#[test]
fn larger_even_numbers_change_nothing() {
    for (c, others) in [(2, "even>=6"), (2, "10"), (3, "8,10,20"), (5, "even>=40")] {
        let game = ruleset(&format!("cut{{1,{},{others}}}", 2 * c)).unwrap();
        let Shape::Cut(game) = game.shape() else {
            panic!("a cut game")
        };
        assert_eq!(
            fast(game, 300),
            fast(&cut(&[1, 2 * c]), 300),
            "{c} {others}"
        );
    }
}

// Closed forms.

#[test]
fn closed_forms_apply_to_any_heap() {
    let huge = BigUint::from(10u32).pow(40);
    for (name, period, saltus, theorem) in [
        ("cut{7,9}", 7u32, 1u32, "Proposition 4"),
        ("cut{1,odd>=9}", 2, 0, "Proposition 5"),
        ("cut{all>=1}", 1, 1, "Proposition 6"),
        ("cut{1,3,10}", 10, 2, "Proposition 7"),
        ("cut{1,3,10,11}", 10, 2, "by its proof"),
        ("cut{1,10,19}", 10, 2, "extended"),
        ("cut{1,10}", 60, 8, "Theorem 3 of"),
        ("cut{1,even>=10}", 60, 8, "Theorems 3 and 19"),
        ("cut{1,10,31}", 60, 8, "Theorems 3, 13 and 19"),
    ] {
        let game = ruleset(name).unwrap();
        let form = methods(&*game).closed_form.unwrap();
        assert!(form.theorem.contains(theorem), "{name}: {}", form.theorem);
        let budget = Budget::default();
        let at =
            |n: &BigUint| BigUint::from(&(form.value)(std::slice::from_ref(n), &budget).unwrap());
        assert_eq!(at(&(&huge + period)), at(&huge) + saltus, "{name}");
        let mut definition = Definition::new(&*game).unwrap();
        for n in 1..=22u64 {
            let value = definition.value(Position::heap(n), &budget).unwrap();
            assert_eq!(at(&n.into()), BigUint::from(&value), "{name} {n}");
        }
        assert!((form.value)(&[BigUint::ZERO], &budget).is_err());
    }
    // A period need not fit into memory.
    let game = ruleset("cut{1,9000000000000000000}").unwrap();
    let Shape::Cut(game) = game.shape() else {
        panic!("a cut game")
    };
    let pattern = KnownPattern::of(game).unwrap();
    assert_eq!(pattern.period(), 54_000_000_000_000_000_000);
    assert_eq!(pattern.values(1 << 20), None);
    assert_eq!(pattern.value(&BigUint::from(4u32)), Some(1.into()));
    let start = BigUint::from(18_000_000_000_000_000_001u64);
    assert_eq!(pattern.value(&start), Some(1.into()));
    assert_eq!(pattern.value(&(start + 1u32)), Some(4.into()));
}

// Grundy's game and Couples Are Forever.

#[test]
fn splitting_into_two() {
    for (name, expected) in [
        // A002188 and A046695 of the OEIS.
        (
            "grundy",
            "0,0,0,1,0,2,1,0,2,1,0,2,1,3,2,1,3,2,4,3,0,4,3,0,4,3,0,4,1,2,3,1,2,4,1,2,4,1,2,4,1,5,4",
        ),
        (
            "couples-are-forever",
            "0,0,1,2,0,1,2,3,1,2,3,4,0,3,4,2,1,3,2,1,0,2,1,4,5,1,4,5,1,2,0,1,2,3,1,2,3,4,2,3,4,2,3",
        ),
    ] {
        let game = ruleset(name).unwrap();
        let mut evaluator = DefinitionEvaluator::new(&*game).unwrap();
        let to = game.smallest() + 42;
        evaluator.extend(to, &Budget::default()).unwrap();
        assert_eq!(
            evaluator.values().numbers().unwrap(),
            numbers::<u32>(expected)
        );
    }
}

// Limits, and the command.

#[test]
fn a_stop_at_a_limit_keeps_the_values_computed_before() {
    for name in ["cut{1,2}", "cut{1,2,9}", "cut{1,even>=4}"] {
        let game = ruleset(name).unwrap();
        let mut evaluator = methods(&*game).fast.unwrap();
        let late = evaluator.extend(1 << 40, &Budget::timeout(Duration::from_millis(60)));
        assert_eq!(late, Err(NimError::Stopped(Reason::Deadline)));
        let known = evaluator.values().len() as u64;
        assert!(known > 10);
        let little = Budget::default().with_max_memory(1 << 10);
        let full = evaluator.extend(1 << 40, &little);
        assert!(matches!(
            full,
            Err(NimError::Stopped(Reason::Memory { .. }))
        ));
        // It continues where it stopped.
        evaluator.extend(known + 40, &Budget::default()).unwrap();
        let mut whole = methods(&*game).fast.unwrap();
        whole.extend(known + 40, &Budget::default()).unwrap();
        assert!(evaluator.values() == whole.values(), "{name}");
    }
}
