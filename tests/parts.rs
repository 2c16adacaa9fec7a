//! Parts and primes: Algorithm 1 against a slower complete method, the figures of the paper, and
//! the propositions of Sections 5 to 7 as laws.

mod reference;

use std::collections::{BTreeMap, HashMap, HashSet};

use misere::expr::evaluate;
use misere::game::{Game, Parity, Universe};
use misere::notation::{Notation, parse, write};
use misere::parts::check::{Invalid, check};
use misere::parts::{BiprimeOption, FormalDifference, Parts, PartsCertificate, Relations};
use proptest::prelude::*;
use reference::born_by;

fn value(u: &mut Universe, text: &str) -> Game {
    evaluate(&parse(text).unwrap(), u).unwrap()
}

fn name(u: &mut Universe, g: Game) -> String {
    write(u, g, Notation::Conway, 400)
        .unwrap()
        .text()
        .unwrap_or_else(|| "…".into())
}

/// Section 6 without Algorithm 1: in any partition X + Y of G one of X and Y is a part of any
/// given option (Corollary 5.7), and for each candidate the Difference Lemma gives the other. No
/// game is declared prime by its options, as the differences of the library do.
#[derive(Default)]
struct SlowParts {
    known: HashMap<Game, HashMap<Game, Game>>,
    differences: HashMap<(Game, Game), Option<Game>>,
}

impl SlowParts {
    /// G − H, from sums alone.
    fn difference(&mut self, u: &mut Universe, g: Game, h: Game) -> Option<Game> {
        if u.is_unit(h) {
            return Some(if h == u.zero() { g } else { u.associate(g) });
        }
        if let Some(&known) = self.differences.get(&(g, h)) {
            return known;
        }
        let found = self.search(u, g, h);
        self.differences.insert((g, h), found);
        found
    }

    fn search(&mut self, u: &mut Universe, g: Game, h: Game) -> Option<Game> {
        let of_g: Vec<Game> = u.options(g).collect();
        let of_h: Vec<Game> = u.options(h).collect();
        let (mut set, mut minuends, mut subtrahends) = (Vec::new(), of_g.clone(), of_h.clone());
        // If G' − H does not exist, G − H is a G' − H' for this G'; likewise for G − H'.
        let mut lacking = false;
        for &option in &of_g {
            let x = self.difference(u, option, h);
            set.extend(x);
            if x.is_none() {
                (minuends, lacking) = (vec![option], true);
                break;
            }
        }
        for &option in if lacking { &[] } else { &of_h[..] } {
            let x = self.difference(u, g, option);
            set.extend(x);
            if x.is_none() {
                (subtrahends, lacking) = (vec![option], true);
                break;
            }
        }
        if !lacking {
            let x = u.set(set).unwrap();
            return (u.sum(h, x).unwrap() == g).then_some(x);
        }
        for &minuend in &minuends {
            for &subtrahend in &subtrahends {
                if let Some(x) = self.difference(u, minuend, subtrahend)
                    && u.sum(h, x).unwrap() == g
                {
                    return Some(x);
                }
            }
        }
        None
    }

    fn of(&mut self, u: &mut Universe, g: Game) -> HashMap<Game, Game> {
        let g = u.even_associate(g);
        if let Some(known) = self.known.get(&g) {
            return known.clone();
        }
        let mut parts = HashMap::from([(u.zero(), g), (g, u.zero())]);
        let options: Vec<Game> = u.options(g).collect();
        for option in options {
            for candidate in self.of(u, option).into_keys() {
                if let Some(counterpart) = self.difference(u, g, candidate) {
                    assert_eq!(u.sum(candidate, counterpart).unwrap(), g);
                    parts.insert(candidate, counterpart);
                    parts.insert(counterpart, candidate);
                }
            }
        }
        self.known.insert(g, parts.clone());
        parts
    }
}

fn assert_parts_agree(u: &mut Universe, parts: &mut Parts, slow: &mut SlowParts, g: Game) {
    let fast: HashMap<Game, Game> = parts.of(u, g).unwrap().iter().collect();
    assert_eq!(fast, slow.of(u, g), "{}", name(u, g));
}

#[test]
fn algorithm_1_agrees_with_the_slow_method_on_all_of_day_4_and_the_composites_of_day_5() {
    let (mut u, mut parts, mut slow) = (Universe::new(), Parts::new(), SlowParts::default());
    for g in born_by(&mut u, 4) {
        assert_parts_agree(&mut u, &mut parts, &mut slow, g);
    }
    for composite in parts.composites_of_day_5(&mut u).unwrap() {
        assert_parts_agree(&mut u, &mut parts, &mut slow, composite.game);
    }
}

#[test]
fn algorithm_1_agrees_with_the_slow_method_on_thousands_of_games_of_day_5() {
    let (mut u, mut parts, mut slow) = (Universe::new(), Parts::new(), SlowParts::default());
    let day4 = born_by(&mut u, 4);
    let mut state = 2021u32;
    for round in 0..6000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mut mask = state >> 10;
        if round % 2 == 0 {
            // Without units among the options, and with few of them, composites are likelier.
            mask &= !3 & state.rotate_left(13);
        }
        let g = u
            .set((0..22).filter(|i| mask >> i & 1 == 1).map(|i| day4[i]))
            .unwrap();
        assert_parts_agree(&mut u, &mut parts, &mut slow, g);
    }
}

#[test]
fn figure_5_the_six_even_composites_by_day_4() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let mut rows = Vec::new();
    for g in born_by(&mut u, 4) {
        let found = parts.prime_partitions(&mut u, g).unwrap();
        if found.is_prime() || u.is_unit(g) || u.parity(g) == Parity::Odd {
            continue;
        }
        let sums = found.partitions.iter().map(|partition| {
            let names: Vec<String> = partition.iter().map(|&p| name(&mut u, p)).collect();
            names.join(" + ")
        });
        let sums: Vec<String> = sums.collect();
        rows.push(format!("{} = {}", name(&mut u, g), sums.join(" = ")));
    }
    assert_eq!(
        rows,
        [
            "2# = 2 + 2[#-2]",
            "2## = 2 + 2[#-2] + 2[##-2]0",
            "3# = 2 + 3[#-2]",
            "2#2 = 2 + (2#2)[-2]",
            "32 = 2 + 2",
            "2#32 = 2 + (2#32)[-2]",
        ]
    );
    // The differences as the figure spells them out, its lost minus signs restored.
    for (difference, options) in [
        ("2#-2", "{2#, 2#+1, 0}"),
        ("3#-2", "{3#, 3#+1, 1}"),
        ("2#2-2", "{2+2-2-2, 2#-2, 2#2, 2#2+1}"),
        ("2#32-2", "{2-2, 3-2, 2#-2, 2#32, 2#32+1}"),
        ("2##-2-(2#-2)", "{2##-2, 0}"),
    ] {
        assert_eq!(
            value(&mut u, difference),
            value(&mut u, options),
            "{difference}"
        );
    }
}

#[test]
fn figure_6_and_the_composites_of_day_5() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let composites = parts.composites_of_day_5(&mut u).unwrap();
    let (even, odd): (Vec<_>, Vec<_>) = composites
        .iter()
        .partition(|c| u.parity(c.game) == Parity::Even);
    assert_eq!((even.len(), odd.len()), (490, 6));
    assert!(
        composites
            .iter()
            .all(misere::parts::PrimePartitions::is_unique)
    );
    let mut lengths: BTreeMap<usize, usize> = BTreeMap::new();
    for c in &even {
        *lengths.entry(c.partitions[0].len()).or_default() += 1;
    }
    assert_eq!(lengths, BTreeMap::from([(2, 481), (3, 8), (4, 1)]));

    let mut highly: Vec<(String, usize)> = Vec::new();
    for c in even.iter().filter(|c| c.partitions[0].len() > 2) {
        highly.push((name(&mut u, c.game), c.partitions[0].len()));
    }
    let mut expected: Vec<(String, usize)> = Vec::new();
    for (text, primes) in [
        ("2##", 3),
        ("3##", 3),
        ("2[#1#]", 3),
        ("2[2#]", 3),
        ("2[#2]", 3),
        ("2###", 4),
        ("2[#1]2#", 3),
        ("2##2#", 3),
        ("2##2[#1]2#", 3),
    ] {
        let g = value(&mut u, text);
        expected.push((name(&mut u, g), primes));
    }
    expected.sort();
    highly.sort();
    assert_eq!(highly, expected);

    // The odd composites are the even ones born by day 4 with 1 added, and Corollary 7.11 rests
    // on 2 being a part of all of them.
    let two = u.nim(2).unwrap();
    for c in &odd {
        assert!(u.birthday(u.associate(c.game)) <= 4);
    }
    for c in &composites {
        assert!(parts.of(&mut u, c.game).unwrap().contains(&u, two));
    }
    let table: Vec<String> = composites
        .iter()
        .map(|c| {
            let primes: Vec<String> = c.partitions[0].iter().map(|&p| name(&mut u, p)).collect();
            format!("{} = {}", name(&mut u, c.game), primes.join(" + "))
        })
        .collect();
    insta::assert_snapshot!("composites_of_day_5", table.join("\n"));
}

/// All 2^20 sets of games born by day 4 without a unit: which are composite is found by differences alone. In
/// G = X + Y one of X and Y is a part of any given option, and no set with a unit option is composite.
#[test]
fn no_composite_of_day_5_is_overlooked() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let listed = parts.composites_of_day_5(&mut u).unwrap();
    let listed: HashSet<Game> = listed.iter().map(|c| c.game).collect();
    let mut slow = SlowParts::default();
    let mut options = Vec::new();
    for g in born_by(&mut u, 4) {
        if !u.is_unit(g) {
            let candidates: Vec<Game> = slow.of(&mut u, g).into_keys().collect();
            options.push((g, candidates));
        }
    }
    options.sort_by_key(|(_, candidates)| candidates.len());
    assert_eq!(options.len(), 20);
    let mut found = HashSet::new();
    for mask in 1u32..1 << 20 {
        let chosen = (0..20).filter(|i| mask >> i & 1 == 1);
        let set = u.set(chosen.map(|i| options[i].0)).unwrap();
        let g = u.even_associate(set);
        // If this option reverts, the value is met again as a canonical set.
        let candidates = &options[mask.trailing_zeros() as usize].1;
        let proper = candidates.iter().filter(|&&x| x != g && x != u.zero());
        for &x in &proper.copied().collect::<Vec<_>>() {
            if u.difference(g, x).unwrap().is_some() {
                found.insert(set);
            }
        }
    }
    assert_eq!(found, listed);
}

/// Sets of games born by day 5, by Algorithm 1 on each: composite are those with the part 2 in all options, and
/// those listed as others. The games are the options of the others, and composite games of all days.
#[test]
fn composites_of_day_6_among_sets_of_few_games() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let count = parts.composites_of_day_6(&mut u).unwrap();
    let multiples: HashSet<Game> = count.with_part_two.iter().copied().collect();
    let others: HashSet<Game> = count.others.iter().map(|c| c.game).collect();
    let (mut sets, mut met) = (0, HashSet::<Game>::new());
    for (i, &other) in others.iter().enumerate() {
        let mut options: Vec<Game> = u.options(other).collect();
        options.extend(count.with_part_two.iter().skip(i).step_by(60));
        options.truncate(12);
        for mask in 1u32..1 << options.len() {
            let chosen = (0..options.len()).filter(|i| mask >> i & 1 == 1);
            let g = u.set(chosen.map(|i| options[i])).unwrap();
            let all = u.options(g).all(|o| multiples.contains(&o));
            let expected = others.contains(&g) || all && !u.is_unit(g);
            let composite = parts.of(&mut u, g).unwrap().len() > 2;
            assert_eq!(composite, expected, "{}", name(&mut u, g));
            sets += 1;
            met.extend(others.get(&g));
        }
    }
    assert_eq!((met.len(), sets > 10_000), (12, true));
}

/// Sums of two games that are born by day 6 are among those counted, and there are no sets of members of T that
/// simplify beside those counted.
#[test]
fn composites_of_day_6_by_sums_and_by_simplification() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let count = parts.composites_of_day_6(&mut u).unwrap();
    let multiples: HashSet<Game> = count.with_part_two.iter().copied().collect();
    let others: HashSet<Game> = count.others.iter().map(|c| c.game).collect();
    let mut pool: Vec<Game> = born_by(&mut u, 4);
    pool.retain(|&g| g == u.even_associate(g) && !u.is_unit(g));
    for c in parts.composites_of_day_5(&mut u).unwrap() {
        pool.extend(c.partitions.concat());
    }
    let mut early = HashSet::new();
    for (i, &g) in pool.iter().enumerate() {
        for &h in &pool[..=i] {
            let sum = u.sum(g, h).unwrap();
            if u.birthday(sum) <= 6 {
                early.insert(sum);
                let expected =
                    others.contains(&sum) || u.options(sum).all(|o| multiples.contains(&o));
                assert!(expected, "{}", name(&mut u, sum));
            }
        }
    }
    assert!(others.is_subset(&early) && early.len() > 490);

    // Every pair of members, and every pair of their first options with each member beside them.
    let reducing: HashMap<Game, usize> = count.reducing.iter().copied().collect();
    let mut containing: HashMap<Game, usize> = HashMap::new();
    for &g in reducing.keys() {
        let prefix: Vec<Game> = u.options(g).collect();
        for &k in &count.with_part_two {
            let set = u.set(prefix.iter().copied().chain([k])).unwrap();
            let simplifies = set == g && !prefix.contains(&k);
            *containing.entry(g).or_default() += usize::from(simplifies);
        }
    }
    assert_eq!(containing, reducing);
    for &g in &count.with_part_two {
        for &h in &count.with_part_two {
            let set = u.set([g, h]).unwrap();
            let canonical = u.option_count(set) == 1 + usize::from(g != h);
            assert!(canonical || reducing.contains_key(&set));
        }
    }
}

/// The count for each day up to 5 is the number of games listed.
#[test]
fn the_count_of_composites_agrees_with_the_list() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let count = parts.composites_of_day_6(&mut u).unwrap();
    let power = |n: usize| num_bigint::BigUint::from(2u32).pow(u32::try_from(n).unwrap());
    let expected = power(498) - power(256) * 3u32 - power(248) * 4u32 - 472u32;
    assert_eq!((count.even(), count.odd), (expected, 490));
    let exponents: Vec<usize> = count.reducing.iter().map(|&(_, n)| n).collect();
    let (large, small): (Vec<usize>, Vec<usize>) = exponents.iter().partition(|&&n| n == 256);
    assert_eq!((large.len(), small), (3, vec![248; 4]));
}

#[test]
fn games_born_by_day_6_with_more_than_two_primes() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let highly = parts.highly_composite_by_day_6(&mut u).unwrap();
    let mut lengths: BTreeMap<(u32, usize), usize> = BTreeMap::new();
    for c in &highly {
        assert!(c.is_unique());
        let key = (u.birthday(c.game), c.partitions[0].len());
        *lengths.entry(key).or_default() += 1;
    }
    let expected = [
        ((4, 3), 1),
        ((5, 3), 7),
        ((5, 4), 1),
        ((6, 3), 1005),
        ((6, 4), 10),
        ((6, 5), 1),
    ];
    assert_eq!(lengths, BTreeMap::from(expected));
    // Sums of three even games born by day 4, or primes of day 5, that are born by day 6 are among them.
    let listed: HashSet<Game> = highly.iter().map(|c| c.game).collect();
    let mut pool: Vec<Game> = born_by(&mut u, 4);
    for c in &highly[..30] {
        pool.extend(c.partitions.concat());
    }
    pool.retain(|&g| g == u.even_associate(g) && !u.is_unit(g));
    let pool: HashSet<Game> = pool.into_iter().collect();
    let pool: Vec<Game> = pool.into_iter().collect();
    let mut met = HashSet::new();
    for (i, &x) in pool.iter().enumerate() {
        for (j, &y) in pool[..=i].iter().enumerate() {
            let pair = u.sum(x, y).unwrap();
            for &z in &pool[..=j] {
                let sum = u.sum(pair, z).unwrap();
                if u.birthday(sum) <= 6 {
                    assert!(listed.contains(&sum), "{}", name(&mut u, sum));
                    met.insert(sum);
                }
            }
        }
    }
    assert!(met.len() > 20, "{}", met.len());
}

/// (4+2♯)♯ = 4 + Q = 2 + P1 + P2: it has one option, and no game born by day 7 has prime partitions of different
/// lengths (`lengths_by_day_7`).
#[test]
fn a_game_with_prime_partitions_of_different_lengths() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let g = value(&mut u, "(4+2#)#");
    assert_eq!((u.birthday(g), u.option_count(g)), (8, 1));
    assert!(
        parts
            .prime_partitions(&mut u, g)
            .unwrap()
            .has_different_lengths()
    );
    let g = value(&mut u, "(4+2)#");
    assert!(
        !parts
            .prime_partitions(&mut u, g)
            .unwrap()
            .has_different_lengths()
    );
}

/// The group that the games born by day 4 generate has rank 17: there are 18 even games beside 0, and
/// 32 = 2 + 2 is the only relation. Sums of up to five of them say the same.
#[test]
fn the_group_of_games_born_by_day_4() {
    let mut u = Universe::new();
    let day_4 = born_by(&mut u, 4);
    let found = Relations::between(&mut u, &day_4).unwrap();
    assert_eq!((found.games.len(), found.rank()), (18, 17));
    let (two, four) = (value(&mut u, "2"), value(&mut u, "32"));
    assert_eq!(found.independent[0].left, [four]);
    assert_eq!(found.independent[0].right, [two, two]);

    let basis: Vec<Game> = found.games.iter().copied().filter(|&g| g != four).collect();
    let mut level = vec![(0, u.zero())];
    let mut all: HashSet<Game> = HashSet::new();
    let mut sums = 0;
    for _ in 0..5 {
        let mut next = Vec::new();
        for &(least, sum) in &level {
            for (i, &g) in basis.iter().enumerate().skip(least) {
                next.push((i, u.sum(sum, g).unwrap()));
            }
        }
        level = next;
        sums += level.len();
        all.extend(level.iter().map(|&(_, g)| u.even_associate(g)));
    }
    assert_eq!((all.len(), sums), (26_333, 26_333));
}

/// Relations that are known: counterparts of parts, and 2 + P = 4 + Q.
#[test]
fn known_relations_are_found() {
    let mut u = Universe::new();
    for (games, members, rank) in [
        (&["(4+2)#-2", "(4+2)#-4"][..], 7, 3),
        (&["(4+2#)#-2", "(4+2#)#-4"], 12, 4),
        (&["2##-2", "3#-2"], 7, 4),
        (&["0", "1"], 0, 0),
        (&["*16"], 8, 8),
    ] {
        let games: Vec<Game> = games.iter().map(|text| value(&mut u, text)).collect();
        let found = Relations::between(&mut u, &games).unwrap();
        assert_eq!((found.games.len(), found.rank()), (members, rank));
        for relation in &found.independent {
            let sides = [&relation.left, &relation.right];
            let [left, right] = sides.map(|side| u.sum_all(side.iter().copied()).unwrap());
            assert_eq!(u.even_associate(left), u.even_associate(right));
        }
    }
}

#[test]
fn examples_of_section_7() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let mut lengths = |u: &mut Universe, text: &str| -> Vec<usize> {
        let g = value(u, text);
        let found = parts.prime_partitions(u, g).unwrap();
        for partition in &found.partitions {
            let sum = u.sum_all(partition.iter().copied()).unwrap();
            assert_eq!(sum, u.even_associate(g));
        }
        found.partitions.iter().map(Vec::len).collect()
    };
    assert_eq!(lengths(&mut u, "0"), [0]);
    assert_eq!(lengths(&mut u, "1"), [0]);
    assert_eq!(lengths(&mut u, "2"), [1]);
    assert_eq!(lengths(&mut u, "3"), [1]);
    // (4+2)# = 2 + P = 4 + Q, born on day 7: the smallest game without UPP.
    assert_eq!(lengths(&mut u, "(4+2)#"), [2, 2]);
    assert_eq!(lengths(&mut u, "(4+2#)#"), [2, 3]);
    assert_eq!(lengths(&mut u, "(4+2#)##"), [2, 3]);
    // G + G has a partition into exactly three primes although G has none of such a kind.
    assert_eq!(lengths(&mut u, "2·(4+2#)##"), [3, 4, 4, 5, 6]);
    assert_eq!(lengths(&mut u, "2·(4+2)#"), [4, 4, 4]);
    let g = value(&mut u, "(4+2)#");
    assert_eq!(u.birthday(g), 7);
}

#[test]
fn units_primes_and_unique_partitions_are_recognised() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    for (text, unit, prime, at_sight, unique) in [
        ("0", true, false, false, true),
        ("1", true, false, false, true),
        ("2", false, true, true, true),
        ("3", false, true, true, true),
        ("2#", false, false, false, true),
        // A game with a unit option.
        ("2#0", false, true, true, true),
        ("(4+2)#", false, false, false, false),
    ] {
        let g = value(&mut u, text);
        let table = parts.of(&mut u, g).unwrap();
        assert_eq!((table.is_unit(), table.is_empty()), (unit, false), "{text}");
        assert_eq!(parts.is_prime(&mut u, g).unwrap(), prime, "{text}");
        assert_eq!(parts.is_prime_at_sight(&u, g), at_sight, "{text}");
        let found = parts.prime_partitions(&mut u, g).unwrap();
        assert_eq!(
            (found.is_unique(), found.is_prime()),
            (unique, prime),
            "{text}"
        );
    }
}

#[test]
fn numbers_of_parts() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    for (text, proper, partitions) in [
        ("2##+2##+2##+3#", 158, 1),
        ("2######", 126, 1),
        ("(4+2)#+(4+2)#", 17, 3),
        ("2#", 2, 1),
    ] {
        let g = value(&mut u, text);
        assert_eq!(parts.of(&mut u, g).unwrap().len() - 2, proper, "{text}");
        let found = parts.prime_partitions(&mut u, g).unwrap();
        assert_eq!(found.partitions.len(), partitions, "{text}");
    }
}

#[test]
fn theorem_7_13_every_game_born_by_day_6_has_the_upp() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let report = parts.unique_partitions_by_day_6(&mut u).unwrap();
    assert_eq!((report.primes, report.highly_composite), (489, 10));
    assert_eq!(report.sums, (119_805, 119_805));
    assert_eq!(report.sums_by_birthday, [0, 0, 0, 1, 4, 476, 1]);
    assert_eq!(report.sums_by_birthday.iter().sum::<usize>(), 482);
    assert_eq!(report.subsets_of_c, 1024);
    assert_eq!(report.failures, []);
    // Case (ii) once more: for each prime R but 2 the composites of day 5 that are 2+R or 2+R+1, or
    // have more than two prime parts and R among them.
    let composites = parts.composites_of_day_5(&mut u).unwrap();
    let primes = composites.iter().flat_map(|c| c.partitions.concat());
    let primes: HashSet<Game> = primes.collect();
    let two = u.nim(2).unwrap();
    let mut games = 0;
    for r in primes.into_iter().filter(|&r| r != two) {
        let biprime = u.sum(two, r).unwrap();
        let options = composites.iter().filter(|c| {
            let longest = c.partitions.iter().max_by_key(|p| p.len()).unwrap();
            u.even_associate(c.game) == biprime || longest.len() > 2 && longest.contains(&r)
        });
        games += 1 << options.count();
    }
    assert_eq!(report.games_with_common_part, games);
    assert_eq!(games, 2014);
}

/// With (4+2)♯ = 2 + P = 4 + Q and (4+3)♯ = 2 + R = 4 + S, P + S is R + Q, and in structural order
/// P < R < Q < S. So to P + Q + S there are two ways: the one by P and S meets R + Q first, with
/// nothing after S, and the other goes on from there with Q.
#[test]
fn partitions_with_common_partial_sums() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let [p, q, r, s] = ["(4+2)#-2", "(4+2)#-4", "(4+3)#-2", "(4+3)#-4"].map(|t| value(&mut u, t));
    let meeting = u.sum(p, s).unwrap();
    assert_eq!(u.sum(r, q).unwrap(), meeting);
    let order = u.structural_order([p, q, r, s]).unwrap();
    assert!([p, r, q, s].is_sorted_by_key(|&g| order.rank(g)));
    let whole = u.sum(meeting, q).unwrap();
    let found = parts.prime_partitions(&mut u, whole).unwrap();
    assert_eq!(found.partitions, [[p, q, s], [r, q, q]]);
}

#[test]
fn proposition_7_10_on_games_with_a_biprime_option() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let composites = parts.composites_of_day_5(&mut u).unwrap();
    let biprimes: Vec<Game> = composites
        .iter()
        .filter(|c| c.is_biprime())
        .map(|c| c.game)
        .take(60)
        .collect();
    let (mut three, mut two_ways) = (0, 0);
    for &g in &biprimes {
        let sharp = u.sharp(g).unwrap();
        let case = parts.biprime_option(&mut u, sharp, g).unwrap();
        match case.expect("one of the cases holds") {
            BiprimeOption::PrimeOrBiprime => {}
            BiprimeOption::Three(p) => {
                three += 1;
                let rest = u.even_associate(g);
                assert_eq!(u.sum(p, rest).unwrap(), u.even_associate(sharp));
            }
            BiprimeOption::Two(..) => two_ways += 1,
        }
    }
    assert!(three > 0);
    assert_eq!(two_ways, 0, "by day 6 every game has the UPP");
    let (g, option) = (value(&mut u, "(4+2)#"), value(&mut u, "4+2"));
    let (two, four) = (u.nim(2).unwrap(), u.nim(4).unwrap());
    let (p, q) = (
        u.difference(g, two).unwrap().unwrap(),
        u.difference(g, four).unwrap().unwrap(),
    );
    let case = parts.biprime_option(&mut u, g, option).unwrap();
    assert_eq!(case, Some(BiprimeOption::Two(p, q)));
    assert_eq!(parts.biprime_option(&mut u, g, two).unwrap(), None);
    // An option that is no biprime.
    let sharp = u.sharp(two).unwrap();
    assert_eq!(parts.biprime_option(&mut u, sharp, two).unwrap(), None);
    // A biprime that is no option of G.
    let biprime = value(&mut u, "4+4");
    assert!(
        parts
            .prime_partitions(&mut u, biprime)
            .unwrap()
            .is_biprime()
    );
    assert_eq!(parts.biprime_option(&mut u, g, biprime).unwrap(), None);
}

#[test]
fn section_6_differences_form_a_group_without_torsion_but_1() {
    let mut u = Universe::new();
    let games = born_by(&mut u, 3);
    let sharp2 = value(&mut u, "2##");
    let games: Vec<Game> = games.into_iter().chain([sharp2]).collect();
    let zero = FormalDifference::zero(&u);
    for &plus in &games {
        for &minus in &games {
            let d = FormalDifference { plus, minus };
            let nothing = d.add(&mut u, d.negated()).unwrap();
            assert!(nothing.equals(&mut u, zero).unwrap());
            let game = d.as_game(&mut u).unwrap();
            assert_eq!(game, u.difference(plus, minus).unwrap());
            assert_eq!(nothing.as_game(&mut u).unwrap(), Some(u.zero()));
            for n in 1..=3 {
                // Corollary 6.9: n·d = 0 only for d = 0, or d = 1 and n even.
                let multiple = d.multiple(&mut u, n).unwrap();
                let vanishes = multiple.equals(&mut u, zero).unwrap();
                let is_one = u.associate(plus) == minus;
                assert_eq!(vanishes, plus == minus || (is_one && n % 2 == 0));
                // Theorem 6.8.
                if u.parity(plus) == u.parity(minus) {
                    assert_eq!(u.multiple(n, plus) == u.multiple(n, minus), plus == minus);
                }
            }
        }
    }
}

#[test]
fn the_lattice_leads_from_0_to_the_game() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let g = value(&mut u, "2##");
    let lattice = parts.lattice(&mut u, g).unwrap();
    assert_eq!(lattice.primes().len(), 3);
    assert_eq!(lattice.parts().len(), 8);
    // A product of three chains with two elements: a cube.
    assert_eq!(lattice.edges().count(), 12);
    let mut leaving = [0; 8];
    for edge in lattice.edges() {
        let [from, to] = [edge.from, edge.to].map(|node| lattice.parts()[node]);
        assert_eq!(u.sum(from, lattice.primes()[edge.prime]).unwrap(), to);
        leaving[edge.from] += 1;
    }
    // From a corner of the cube at height h lead 3 − h edges, so none leads around.
    leaving.sort_unstable();
    assert_eq!(leaving, [0, 1, 1, 1, 2, 2, 2, 3]);
}

#[test]
fn certificates_are_checked_with_sums_alone() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    for text in [
        "0", "1", "2", "3#+1", "2##", "(4+2)#", "2##+3#", "2#3210", "(4+2#)##",
    ] {
        let g = value(&mut u, text);
        let certificate = parts.certificate(&mut u, g).unwrap();
        let json = serde_json::to_string(&certificate).unwrap();
        let read: PartsCertificate = serde_json::from_str(&json).unwrap();
        assert_eq!(read, certificate);
        // In a universe that knows nothing yet.
        let mut fresh = Universe::new();
        let checked = check(&mut fresh, &read).unwrap();
        assert_eq!(
            checked.parts.len(),
            parts.of(&mut u, g).unwrap().len(),
            "{text}"
        );
        let here = fresh.fingerprint(checked.game).unwrap();
        assert_eq!(here, u.fingerprint(g).unwrap());
    }
}

/// Every field of a certificate, changed.
#[test]
fn a_changed_certificate_is_refused() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let g = value(&mut u, "2##");
    let good = parts.certificate(&mut u, g).unwrap();
    let verdict = |change: &dyn Fn(&mut PartsCertificate)| {
        let mut bad = good.clone();
        change(&mut bad);
        check(&mut Universe::new(), &bad)
    };
    assert!(verdict(&|_| {}).is_ok());
    assert!(matches!(
        verdict(&|c| c.certificate = "period".into()),
        Err(Invalid::Kind { .. })
    ));
    assert!(matches!(
        verdict(&|c| c.version = 3),
        Err(Invalid::Kind { .. })
    ));
    assert!(matches!(
        verdict(&|c| c.game = 999),
        Err(Invalid::NoGame(999))
    ));
    assert!(matches!(
        verdict(&|c| {
            c.games.0.pop();
        }),
        Err(Invalid::NoGame(_))
    ));
    assert!(matches!(
        verdict(&|c| c.games.0[2] = vec![0, 5]),
        Err(Invalid::Games(_))
    ));
    assert!(matches!(
        verdict(&|c| c.games.0[2] = vec![1]),
        Err(Invalid::Games(_))
    ));
    assert!(matches!(
        verdict(&|c| c.tables.clear()),
        Err(Invalid::NoTableOfTheGame { .. })
    ));
    // One of the two is 1.
    let odd: [fn(&mut (u32, u32)); 2] = [|pair| pair.0 = 1, |pair| pair.1 = 1];
    for odd in odd {
        assert!(matches!(
            verdict(&|c| odd(&mut c.tables[0].partitions[0])),
            Err(Invalid::Table {
                what: "a part is odd",
                ..
            })
        ));
    }
    for table in 0..good.tables.len() {
        let without_table = verdict(&|c| {
            c.tables.remove(table);
        });
        assert!(
            matches!(
                without_table,
                Err(Invalid::NoTable { .. } | Invalid::NoTableOfTheGame { .. })
            ),
            "{table}"
        );
        let twice = verdict(&|c| {
            let t = c.tables[table].clone();
            c.tables.push(t);
        });
        assert!(matches!(twice, Err(Invalid::Table { .. })), "{table}");
        for pair in 0..good.tables[table].partitions.len() {
            // A part kept back, or given a wrong counterpart.
            let kept_back = verdict(&|c| {
                c.tables[table].partitions.remove(pair);
            });
            assert!(
                matches!(
                    kept_back,
                    Err(Invalid::Missing { .. } | Invalid::Table { .. })
                ),
                "{table} {pair} {kept_back:?}"
            );
            let wrong = verdict(&|c| c.tables[table].partitions[pair].1 ^= 1);
            assert!(wrong.is_err(), "{table} {pair}");
            let odd = verdict(&|c| c.tables[table].partitions[pair].0 = 1);
            assert!(odd.is_err(), "{table} {pair}");
        }
    }
    // Tables in the wrong order rest on nothing.
    assert!(matches!(
        verdict(&|c| c.tables.reverse()),
        Err(Invalid::NoTable { .. })
    ));
}

/// Novel or derived, alone or with others: a partition that is kept back is missed.
#[test]
fn a_certificate_without_one_of_the_partitions_is_refused() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let composites = parts.composites_of_day_5(&mut u).unwrap();
    let mut games: Vec<Game> = composites.iter().map(|c| c.game).collect();
    for text in ["2##+3#", "2###", "2####", "(4+2)#+(4+2)#", "2##+2##+3#"] {
        games.push(value(&mut u, text));
    }
    let (mut novel, mut derived) = (0, 0);
    for g in games {
        let good = parts.certificate(&mut u, g).unwrap();
        let of_game = good.tables.len() - 1;
        let pairs = good.tables[of_game].partitions.len();
        let verdict = |kept: &dyn Fn(usize) -> bool| {
            let mut bad = good.clone();
            let mut pair = 0..;
            let table = &mut bad.tables[of_game].partitions;
            table.retain(|_| kept(pair.next().unwrap()));
            check(&mut Universe::new(), &bad)
        };
        let table = parts.of(&mut u, g).unwrap();
        let is_proper = |&(x, y): &(Game, Game)| !u.is_unit(x) && !u.is_unit(y);
        let proper: Vec<(Game, Game)> = table.iter().filter(is_proper).collect();
        for (x, _) in proper {
            match parts.is_novel(&mut u, g, x).unwrap() {
                Some(true) => novel += 1,
                _ => derived += 1,
            }
        }
        // The first pair is that of 0.
        for missing in 1..pairs {
            let one = verdict(&|pair| pair != missing);
            assert!(matches!(one, Err(Invalid::Missing { .. })), "{one:?}");
            let and_later = verdict(&|pair| pair < missing);
            assert!(matches!(and_later, Err(Invalid::Missing { .. })));
        }
    }
    assert!(novel > 0 && derived > 0, "{novel} {derived}");
}

#[test]
fn deep_games_have_parts() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    // A unit option at every other level keeps the parts few.
    let mut g = u.nim(2).unwrap();
    for _ in 0..20_000 {
        let sharp = u.sharp(g).unwrap();
        g = u.set([sharp, u.zero()]).unwrap();
    }
    let sharp = u.sharp(g).unwrap();
    assert!(parts.is_prime(&mut u, g).unwrap());
    assert!(parts.of(&mut u, sharp).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Random sums of small games, which have many parts.
    #[test]
    fn parts_of_random_sums(picks in prop::collection::vec(0usize..40, 1..4)) {
        let (mut u, mut parts, mut slow) = (Universe::new(), Parts::new(), SlowParts::default());
        let mut pool = born_by(&mut u, 4);
        for text in ["2##-2", "2#-2", "(4+2)#", "2###", "(32)#", "2#2#", "5", "4#", "3##", "2#+2#"] {
            let g = value(&mut u, text);
            pool.push(g);
        }
        let picked: Vec<Game> = picks.iter().map(|i| pool[i % pool.len()]).collect();
        let g = u.sum_all(picked.iter().copied()).unwrap();
        prop_assume!(u.subpositions(g).unwrap() <= 400);
        let table = parts.of(&mut u, g).unwrap();
        for &x in &picked {
            prop_assert!(table.contains(&u, x));
            // Two methods for a difference.
            let difference = parts.difference(&mut u, g, x).unwrap();
            prop_assert_eq!(difference, u.difference(g, x).unwrap());
        }
        // What is not a part has no difference by either method.
        for &x in &pool {
            let difference = parts.difference(&mut u, g, x).unwrap();
            prop_assert_eq!(difference, u.difference(g, x).unwrap());
        }
        let next = u.associate(g);
        let associate = parts.of(&mut u, next).unwrap();
        prop_assert_eq!(associate.len(), table.len());
        assert_parts_agree(&mut u, &mut parts, &mut slow, g);
        let found = parts.prime_partitions(&mut u, g).unwrap();
        prop_assert_eq!(found.is_prime(), table.is_prime());
        for partition in &found.partitions {
            let sum = u.sum_all(partition.iter().copied()).unwrap();
            prop_assert_eq!(sum, u.even_associate(g));
            for &p in partition {
                prop_assert_eq!(parts.of(&mut u, p).unwrap().len(), 2);
            }
        }
        // Proposition 7.5: with a prime option there are at most two even prime parts.
        let options: Vec<Game> = u.options(g).collect();
        let mut has_prime_option = false;
        for option in options {
            has_prime_option |= parts.is_prime(&mut u, option).unwrap();
        }
        if has_prime_option {
            prop_assert!(found.partitions.iter().all(|p| p.len() <= 2));
        }
    }
}

/// Definition 6.2 from the definition, with the Difference Lemma's differences.
#[test]
fn parts_are_in_structural_order() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    let g = value(&mut u, "2###+2");
    let table = parts.of(&mut u, g).unwrap();
    let order = u.structural_order(table.parts().iter().copied()).unwrap();
    assert!(table.parts().is_sorted_by_key(|&part| order.rank(part)));
    assert!(
        table
            .iter()
            .all(|(x, y)| u.sum(x, y).unwrap() == table.game())
    );
    assert_eq!(table.len(), table.parts().len());
    let graph = parts.lattice(&mut u, g).unwrap().graph();
    assert!(graph.node_weights().eq(table.parts()));
}

#[test]
#[should_panic(expected = "not its own")]
fn a_table_of_another_universe_is_caught() {
    let (mut here, there) = (Universe::new(), Universe::new());
    let one = here.one();
    let table = Parts::new().of(&mut here, one).unwrap();
    table.contains(&there, there.zero());
}

#[test]
fn novel_and_derived() {
    let (mut u, mut parts) = (Universe::new(), Parts::new());
    for composite in parts.composites_of_day_5(&mut u).unwrap() {
        let g = composite.game;
        let table = parts.of(&mut u, g).unwrap();
        for (x, _) in table.iter() {
            let mut novel = true;
            for option in u.options(x).collect::<Vec<_>>() {
                novel &= u.difference(g, option).unwrap().is_some();
            }
            for option in u.options(g).collect::<Vec<_>>() {
                novel &= u.difference(option, x).unwrap().is_some();
            }
            assert_eq!(parts.is_novel(&mut u, g, x).unwrap(), Some(novel));
        }
    }
}
