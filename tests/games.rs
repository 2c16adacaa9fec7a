//! Canonical games: the fast method against the definitions, and the laws of the algebra.

mod reference;

use std::collections::HashMap;
use std::time::Duration;

use misere::game::{Game, Outcome, Parity, Universe};
use misere::limits::{Budget, Reason};
use misere::notation::{Notation, write};
use proptest::prelude::*;
use reference::{Set, born_by};

/// Random games: each list picks, modulo what is there, options among the games made before it.
fn recipes(games: usize, options: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(
        prop::collection::vec(any::<usize>(), 0..=options),
        1..=games,
    )
}

fn cook(u: &mut Universe, recipe: &[Vec<usize>]) -> Vec<Game> {
    // The nim heap 2 gives random sets something that does not collapse to nim heaps.
    let two = u.nim(2).unwrap();
    let mut games = vec![two, u.sharp(two).unwrap()];
    for options in recipe {
        let options: Vec<Game> = options.iter().map(|i| games[i % games.len()]).collect();
        let game = u.set(options).unwrap();
        games.push(game);
    }
    games
}

fn last_two(u: &mut Universe, recipe: &[Vec<usize>]) -> (Game, Game) {
    let games = cook(u, recipe);
    (games[games.len() - 1], games[games.len() / 2])
}

/// Games small enough for the slow method.
fn is_small(u: &Universe, g: Game) -> bool {
    u.birthday(g) <= 6
        && u.followers(g)
            .unwrap()
            .iter()
            .map(|&f| u.option_count(f))
            .sum::<usize>()
            <= 40
}

#[test]
fn the_number_of_options_is_exact() {
    let mut u = Universe::new();
    for g in born_by(&mut u, 4) {
        let mut options = u.options(g);
        for left in (0..=u.option_count(g)).rev() {
            assert_eq!(options.size_hint(), (left, Some(left)));
            assert_eq!(options.next().is_some(), left > 0);
        }
    }
}

#[test]
fn debug_output_shows_index_and_parity() {
    let mut u = Universe::new();
    let two = u.nim(2).unwrap();
    let three = u.nim(3).unwrap();
    assert_eq!(
        format!("{:?} {two:?} {three:?}", u.zero()),
        "Game(0) Game(1) Game(1+1)"
    );
}

#[test]
fn there_are_1_2_3_5_22_games_by_day() {
    let mut u = Universe::new();
    let counts: Vec<usize> = (0..=4).map(|day| born_by(&mut u, day).len()).collect();
    assert_eq!(counts, [1, 2, 3, 5, 22]);
}

/// Every one of the 2^22 sets of games born by day 4, in masks: what it simplifies to by
/// Definition 2.2, against what the universe says.
#[test]
fn every_subset_of_day_4_simplifies_as_the_definition_says() {
    let mut u = Universe::new();
    let day4 = born_by(&mut u, 4);
    let mask_of = |u: &Universe, g: Game| -> u32 {
        let bits = u.options(g).map(|o| day4.iter().position(|&d| d == o));
        bits.map(|bit| 1 << bit.expect("an option is born earlier"))
            .sum()
    };
    let options: Vec<u32> = day4.iter().map(|&g| mask_of(&u, g)).collect();
    let containing: Vec<u32> = (0..day4.len())
        .map(|i| {
            let above = (0..day4.len()).filter(|&j| options[j] >> i & 1 == 1);
            above.map(|j| 1 << j).sum()
        })
        .collect();
    let p_positions: u32 = (0..day4.len())
        .filter(|&i| u.outcome(day4[i]) == Outcome::P)
        .map(|i| 1 << i)
        .sum();

    let (mut reducible, mut odd, mut p) = (0, 0, 0);
    for set in 0..1u32 << 22 {
        let to: Vec<usize> = (0..day4.len())
            .filter(|&g| {
                let new = set & !options[g];
                options[g] & !set == 0
                    && new != 0
                    && new & !containing[g] == 0
                    && (options[g] != 0 || set & p_positions != 0)
            })
            .collect();
        let game = u
            .set((0..22).filter(|i| set >> i & 1 == 1).map(|i| day4[i]))
            .unwrap();
        match to[..] {
            [] => {
                assert_eq!(mask_of(&u, game), set, "canonical set {set:b} was changed");
                odd += u32::from(u.parity(game) == Parity::Odd);
                p += u32::from(u.outcome(game) == Outcome::P);
            }
            [g] => {
                assert_eq!(game, day4[g], "set {set:b}");
                reducible += 1;
            }
            _ => panic!("set {set:b} simplifies to several games, against Theorem 2.8"),
        }
    }
    // 4 171 780 games, of which the odd ones are not stored.
    assert_eq!((reducible, odd, p), (22_524, 19, 245_249));
    assert_eq!(u.nodes(), (1 << 22) - 22_524 - 19);
}

#[test]
fn facts_of_sections_2_and_3() {
    let mut u = Universe::new();
    let nim: Vec<Game> = (0..10).map(|n| u.nim(n).unwrap()).collect();
    let [zero, one, two, three] = nim[..4] else {
        unreachable!()
    };
    assert_eq!(u.sum(one, one).unwrap(), zero);
    assert_eq!(u.sum(two, two).unwrap(), u.set([three, two]).unwrap());
    assert_eq!(u.sum(two, one).unwrap(), three);
    // 632 is {6, 3, 2}, and it is canonical.
    let g632 = u.set([nim[6], three, two]).unwrap();
    assert_eq!(u.option_count(g632), 3);

    // (2##1)# is canonical and its mate has the value 0.
    let sharp = u.sharp(two).unwrap();
    let sharp2 = u.sharp(sharp).unwrap();
    let inner = u.set([sharp2, one]).unwrap();
    let g = u.sharp(inner).unwrap();
    assert_eq!(u.option_count(g), 1);
    assert_eq!(u.mate(g).unwrap(), zero);
    assert!(u.is_concubine(g, zero).unwrap());
    assert_eq!(u.concubine(zero).unwrap(), g);

    // The paper's concubine of (2##1)# is one, but it is not c(G), which also rewrites the 2.
    let g_sharp = u.sharp(g).unwrap();
    let printed = u.set([sharp2, g_sharp]).unwrap();
    let printed = u.sharp(printed).unwrap();
    assert!(u.is_concubine(printed, g).unwrap());
    let c = u.concubine(g).unwrap();
    assert!(u.is_concubine(c, g).unwrap());
    assert_ne!(c, printed);
    assert_eq!(u.mate_chain(printed).unwrap(), [printed, g, zero, one]);
}

#[test]
fn theorem_2_4_misere_mex_rule() {
    let mut u = Universe::new();
    let nim: Vec<Game> = (0..8).map(|n| u.nim(n).unwrap()).collect();
    for mask in 0u32..1 << 7 {
        let set = (0..7).filter(|i| mask >> i & 1 == 1);
        let g = u.set(set.map(|i| nim[i])).unwrap();
        if mask & 3 != 0 {
            assert_eq!(g, nim[mask.trailing_ones() as usize], "{mask:b}");
        } else if mask != 0 {
            assert_eq!(u.option_count(g), mask.count_ones() as usize);
        }
    }
}

/// Theorem 2.12 and Lemma 2.11 against brute force: two games of day 3 or 4 are equal iff no
/// context tells them apart, and linked iff some context links them.
#[test]
fn witnesses_for_all_pairs_of_day_4() {
    let mut u = Universe::new();
    let games = born_by(&mut u, 4);
    for &g in &games {
        for &h in &games {
            let x = u.distinguisher(g, h).unwrap();
            assert_eq!(x.is_none(), g == h);
            if let Some(x) = x {
                let (left, right) = (u.sum(g, x).unwrap(), u.sum(h, x).unwrap());
                assert_ne!(u.outcome(left), u.outcome(right));
            }
            let t = u.link(g, h).unwrap();
            assert_eq!(t.is_some(), u.are_linked(g, h));
            if let Some(t) = t {
                for game in [g, h] {
                    let sum = u.sum(game, t).unwrap();
                    assert_eq!(u.outcome(sum), Outcome::P);
                }
            } else {
                for &t in &games {
                    let p =
                        |u: &mut Universe, game| u.outcome_of_sum(game, t).unwrap() == Outcome::P;
                    assert!(!(p(&mut u, g) && p(&mut u, h)));
                }
            }
        }
    }
}

#[test]
fn deep_games_are_distinguished() {
    let mut u = Universe::new();
    let mut tower = vec![u.nim(2).unwrap()];
    for i in 0..60 {
        let next = u.sharp(tower[i]).unwrap();
        tower.push(next);
    }
    for (i, j) in [(60, 58), (60, 59), (59, 57), (40, 10)] {
        let (g, h) = (tower[i], tower[j]);
        let x = u.distinguisher(g, h).unwrap().unwrap();
        assert_ne!(
            u.outcome_of_sum(g, x).unwrap(),
            u.outcome_of_sum(h, x).unwrap()
        );
        let t = u.link(g, h).unwrap();
        assert_eq!(t.is_some(), u.are_linked(g, h));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn canonical_forms_agree_with_the_definition(recipe in recipes(7, 4)) {
        let mut u = Universe::new();
        for g in cook(&mut u, &recipe).into_iter().collect::<Vec<_>>() {
            if !is_small(&u, g) { continue; }
            let set = Set::from_game(&u, g);
            prop_assert_eq!(&set.canonical(), &set);
            prop_assert_eq!(set.is_p(), u.outcome(g) == Outcome::P);
            prop_assert_eq!(set.formal_birthday(), u.birthday(g) as usize);
            prop_assert_eq!(set.to_game(&mut u).unwrap(), g);
        }
    }

    #[test]
    fn random_sets_simplify_as_the_definition_says(recipe in recipes(12, 6), extra in prop::collection::vec(any::<usize>(), 0..8)) {
        let mut u = Universe::new();
        let games = cook(&mut u, &recipe);
        let mut options: Vec<Game> = extra.iter().map(|i| games[i % games.len()]).collect();
        // Make reversible options likely: take a game whole and add games that contain it.
        if let Some(&first) = extra.first() {
            let g = games[first % games.len()];
            options.extend(u.options(g).collect::<Vec<_>>());
            options.retain(|&o| u.has_option(o, g) || u.has_option(g, o) || first % 3 == 0);
        }
        // Definition 2.2 on handles: every option of every option is tried.
        let candidates: Vec<Game> = options.iter().flat_map(|&o| u.options(o)).collect();
        let is_p = !options.is_empty() && options.iter().all(|&o| u.outcome(o) == Outcome::N);
        let found = candidates.into_iter().find(|&g| {
            u.options(g).all(|o| options.contains(&o))
                && options.iter().any(|&o| !u.has_option(g, o))
                && options.iter().all(|&o| u.has_option(g, o) || u.has_option(o, g))
                && (g != u.zero() || !is_p)
        });
        let result = u.simplify(&options).unwrap();
        let mut distinct = options.clone();
        distinct.sort_by_key(|g| format!("{g:?}"));
        distinct.dedup();
        prop_assert_eq!(found.is_some(), !result.reverted.is_empty());
        if let Some(g) = found {
            prop_assert_eq!(result.result, g);
            prop_assert!(result.reverted.iter().all(|&o| u.has_option(o, g)));
        } else {
            prop_assert_eq!(u.option_count(result.result), distinct.len());
        }
        prop_assert_eq!(result.kept.len() + result.reverted.len(), distinct.len());
    }

    #[test]
    fn sums_agree_with_the_definition(recipe in recipes(5, 3)) {
        let mut u = Universe::new();
        let (g, h) = last_two(&mut u, &recipe);
        let small = |u: &Universe, g| u.followers(g).unwrap().len() <= 6 && u.birthday(g) <= 5;
        prop_assume!(small(&u, g) && small(&u, h));
        let sum = u.sum(g, h).unwrap();
        let slow = Set::from_game(&u, g).sum(&Set::from_game(&u, h));
        prop_assert_eq!(slow.canonical(), Set::from_game(&u, sum));
        prop_assert_eq!(u.outcome_of_sum(g, h).unwrap(), u.outcome(sum));
    }

    #[test]
    fn sums_form_a_commutative_cancellative_monoid(recipe in recipes(8, 4), third in any::<usize>()) {
        let mut u = Universe::new();
        let games = cook(&mut u, &recipe);
        let (g, h, k) = (games[games.len() - 1], games[games.len() / 2], games[third % games.len()]);
        let gh = u.sum(g, h).unwrap();
        let hk = u.sum(h, k).unwrap();
        prop_assert_eq!(gh, u.sum(h, g).unwrap());
        prop_assert_eq!(u.sum(gh, k).unwrap(), u.sum(g, hk).unwrap());
        prop_assert_eq!(u.sum(g, u.zero()).unwrap(), g);
        // Cancellation (Theorem 5.1), in both directions.
        prop_assert_eq!(u.difference(gh, h).unwrap(), Some(g));
        prop_assert_eq!(gh == hk, g == k);
        // Parity adds up (Proposition 6.7), and so do nim values.
        prop_assert_eq!(u.parity(gh) == Parity::Even, u.parity(g) == u.parity(h));
        prop_assert_eq!(u.nim_value(gh).unwrap(), u.nim_value(g).unwrap() ^ u.nim_value(h).unwrap());
        // Multiples.
        let three = u.multiple(3, g).unwrap();
        let gg = u.sum(g, g).unwrap();
        prop_assert_eq!(three, u.sum(gg, g).unwrap());
    }

    #[test]
    fn differences_undo_themselves(recipe in recipes(8, 4)) {
        let mut u = Universe::new();
        let games = cook(&mut u, &recipe);
        for &g in games.iter().rev().take(4) {
            for &h in &games {
                if let Some(x) = u.difference(g, h).unwrap() {
                    prop_assert_eq!(u.sum(h, x).unwrap(), g);
                    prop_assert_eq!(u.difference(g, x).unwrap(), Some(h));
                }
            }
        }
    }

    #[test]
    fn parity_and_associates(recipe in recipes(8, 5)) {
        let mut u = Universe::new();
        for g in cook(&mut u, &recipe) {
            let next = u.associate(g);
            let one = u.one();
            prop_assert_ne!(g, next);
            prop_assert_eq!(u.sum(g, one).unwrap(), next);
            // Definition 6.5, on canonical forms.
            prop_assert_eq!(u.parity(g) == Parity::Even, u.has_option(next, g));
            prop_assert_eq!(u.parity(g) == Parity::Odd, u.has_option(g, next));
            // The canonical form of an odd game is never stored; rebuilding it finds it.
            let options: Vec<Game> = u.options(next).collect();
            prop_assert_eq!(u.set(options).unwrap(), next);
        }
    }

    #[test]
    fn a_game_plus_its_mate_is_a_p_position(recipe in recipes(8, 4)) {
        let mut u = Universe::new();
        for g in cook(&mut u, &recipe) {
            let mate = u.mate(g).unwrap();
            prop_assert_eq!(u.outcome_of_sum(g, mate).unwrap(), Outcome::P);
            let c = u.concubine(g).unwrap();
            prop_assert!(u.is_concubine(c, g).unwrap());
            // Definition 3.1: c⁻ = G, but G⁻ ≠ c. So neither the mate nor the game itself is one.
            prop_assert!(!u.is_concubine(g, c).unwrap());
            prop_assert!(!u.is_concubine(g, g).unwrap());
            let back = u.mate(mate).unwrap();
            prop_assert_eq!(u.is_concubine(g, mate).unwrap(), back != g);
            if is_small(&u, g) {
                let slow = Set::from_game(&u, g).mate().canonical();
                prop_assert_eq!(slow, Set::from_game(&u, mate));
            }
        }
    }

    #[test]
    fn unequal_games_come_with_a_witness(recipe in recipes(9, 4)) {
        let mut u = Universe::new();
        let (g, h) = last_two(&mut u, &recipe);
        match u.distinguisher(g, h).unwrap() {
            None => prop_assert_eq!(g, h),
            Some(x) => {
                let (left, right) = (u.sum(g, x).unwrap(), u.sum(h, x).unwrap());
                prop_assert_ne!(u.outcome(left), u.outcome(right));
            }
        }
        if let Some(t) = u.link(g, h).unwrap() {
            let (left, right) = (u.sum(g, t).unwrap(), u.sum(h, t).unwrap());
            prop_assert_eq!((u.outcome(left), u.outcome(right)), (Outcome::P, Outcome::P));
        }
    }

    #[test]
    fn the_structural_order_is_the_defined_one(recipe in recipes(7, 4)) {
        let mut u = Universe::new();
        let games = cook(&mut u, &recipe);
        prop_assume!(games.iter().all(|&g| is_small(&u, g)));
        let order = u.structural_order(games.iter().copied()).unwrap();
        for pair in order.games().windows(2) {
            let (a, b) = (Set::from_game(&u, pair[0]), Set::from_game(&u, pair[1]));
            prop_assert_eq!(a.structural_cmp(&b), std::cmp::Ordering::Less);
        }
    }

    #[test]
    fn a_dag_read_back_is_the_same_game(recipe in recipes(9, 5)) {
        let mut u = Universe::new();
        let mut other = Universe::new();
        other.nim(7).unwrap();
        for g in cook(&mut u, &recipe) {
            let dag = u.to_dag(g).unwrap();
            let text = serde_json::to_string(&dag).unwrap();
            let back = serde_json::from_str(&text).unwrap();
            let loaded = other.from_dag(&back).unwrap();
            prop_assert_eq!(other.import(&u, g).unwrap(), loaded);
            prop_assert_eq!(other.to_dag(loaded).unwrap(), dag);
            let fingerprint = u.fingerprint(g).unwrap();
            prop_assert_eq!(other.fingerprint(loaded).unwrap(), fingerprint);
            let hex: Vec<String> = fingerprint.bytes().map(|byte| format!("{byte:02x}")).into();
            prop_assert_eq!(format!("{fingerprint}"), hex.concat());
            prop_assert_eq!(format!("{fingerprint:?}"), format!("Fingerprint({fingerprint})"));
            prop_assert_eq!(other.subpositions(loaded).unwrap(), u.subpositions(g).unwrap());
        }
    }
}

#[test]
fn a_bad_dag_is_refused() {
    use misere::game::{Dag, DagError};
    let mut u = Universe::new();
    let load = |u: &mut Universe, rows: &[&[u32]]| {
        u.from_dag(&Dag(rows.iter().map(|row| row.to_vec()).collect()))
    };
    assert_eq!(load(&mut u, &[&[], &[0], &[0, 1]]), Ok(u.nim(2).unwrap()));
    assert_eq!(load(&mut u, &[]), Err(DagError::Empty));
    assert_eq!(
        load(&mut u, &[&[], &[1]]),
        Err(DagError::Forward {
            entry: 1,
            option: 1
        })
    );
    // {1} = 0.
    assert_eq!(
        load(&mut u, &[&[], &[0], &[1]]),
        Err(DagError::NotCanonical { entry: 2 })
    );
    assert_eq!(
        load(&mut u, &[&[], &[0, 0]]),
        Err(DagError::NotCanonical { entry: 1 })
    );
    assert_eq!(load(&mut u, &[&[], &[]]), Err(DagError::NotStructural));
    // 3 stands before 2#, which has fewer options.
    let swapped: &[&[u32]] = &[&[], &[0], &[0, 1], &[0, 1, 2], &[2], &[3, 4]];
    assert_eq!(load(&mut u, swapped), Err(DagError::NotStructural));
    // 3 is no follower of 2##.
    let unneeded: &[&[u32]] = &[&[], &[0], &[0, 1], &[2], &[0, 1, 2], &[3]];
    assert_eq!(load(&mut u, unneeded), Err(DagError::Superfluous));
    // The last entry comes before another one.
    assert_eq!(
        load(&mut u, &[&[], &[0], &[]]),
        Err(DagError::NotStructural)
    );
}

#[test]
fn limits_stop_every_operation_that_grows() {
    use misere::limits::{Budget, Reason};
    use std::sync::{Arc, atomic::AtomicBool};
    let stopped = |budget: Budget| {
        let mut u = Universe::new();
        let heap = u.nim(60).unwrap();
        u.set_budget(budget);
        let reason = u.sum(heap, heap).unwrap_err().reason;
        // The universe goes on working afterwards.
        u.set_budget(Budget::default());
        let sum = u.sum(heap, heap).unwrap();
        assert_eq!(u.difference(sum, heap).unwrap(), Some(heap));
        reason
    };
    let nodes = Budget::default().with_max_nodes(100);
    assert_eq!(stopped(nodes), Reason::Nodes { limit: 100 });
    let memory = Budget::default().with_max_memory(20_000);
    assert!(matches!(
        stopped(memory),
        Reason::Memory { limit: 20_000, .. }
    ));
    let time = Budget::timeout(std::time::Duration::ZERO);
    assert_eq!(stopped(time), Reason::Deadline);
    let cancel = Budget::default().with_cancel(Arc::new(AtomicBool::new(true)));
    assert_eq!(stopped(cancel), Reason::Cancelled);
}

#[test]
#[should_panic(expected = "not its own")]
fn a_game_of_another_universe_is_caught() {
    let mut here = Universe::new();
    let there = Universe::new();
    let _ = here.sharp(there.one());
}

#[test]
fn games_born_by_a_day_agree_with_the_reference() {
    let (mut u, mut other) = (Universe::new(), Universe::new());
    for day in 0..=4 {
        let expected = born_by(&mut u, day);
        assert_eq!(u.games_born_by(day).unwrap(), expected);
        let elsewhere = other.games_born_by(day).unwrap();
        let copied = elsewhere.iter().map(|&g| u.import(&other, g).unwrap());
        assert!(copied.eq(expected));
    }
    let stopped = u.games_born_by(6).unwrap_err();
    assert_eq!(stopped.reason, Reason::Capacity);
}

#[test]
fn the_graph_of_followers_has_the_options_as_edges() {
    let mut u = Universe::new();
    let g = u.eval("2##3 + 4").unwrap();
    let graph = u.follower_graph(g).unwrap();
    assert!(
        graph
            .node_weights()
            .copied()
            .eq(u.structural_order([g]).unwrap().into_games())
    );
    for node in graph.node_indices() {
        let mut options: Vec<Game> = graph.neighbors(node).map(|to| graph[to]).collect();
        options.reverse(); // petgraph lists the last edge first
        assert_eq!(options, u.options_sorted(graph[node]).unwrap());
    }
}

#[test]
fn statistics_add_up() {
    let mut u = Universe::new();
    let g = u.eval("5 + 4 + 2#").unwrap();
    let h = u.nim(4).unwrap();
    u.difference(g, h).unwrap();
    u.class(g).unwrap();
    u.mate(g).unwrap();
    u.fingerprint(g).unwrap();
    u.outcome_of_sum(g, g).unwrap();
    let stats = u.stats();
    let tables = [
        stats.games,
        stats.sums,
        stats.differences,
        stats.outcomes_of_sums,
        stats.mates,
        stats.nim_values,
        stats.genera,
        stats.classes,
        stats.fingerprints,
    ];
    assert!(
        tables
            .iter()
            .all(|table| table.entries > 0 && table.bytes > 0)
    );
    let bytes: usize = tables.iter().map(|table| table.bytes).sum();
    // The list of nim heaps is too small to be shown.
    assert!(bytes <= stats.bytes && stats.bytes < bytes + 1000);
    assert_eq!(stats.games.entries, u.nodes());
    assert!(
        serde_json::to_string(&stats)
            .unwrap()
            .contains("sets_simplified")
    );
}

/// 2^24 copies of 2, by doubling: the pending sums alone would take gigabytes.
#[test]
fn pending_sums_count_against_the_memory_limit() {
    let budget = Budget::default().with_max_memory(32 << 20);
    let mut u = Universe::with_budget(budget.clone());
    let mut x = u.nim(2).unwrap();
    let stopped = loop {
        match u.sum(x, x) {
            Ok(sum) => x = sum,
            Err(stopped) => break stopped,
        }
    };
    assert!(matches!(stopped.reason, Reason::Memory { .. }));
    assert!(budget.held() <= 32 << 20);
}

/// The genus from its definition: misère nim values of sums, by the minimal excluded value. On all
/// games born by day 4, and on sets of them, and on sets of those.
#[test]
fn genera_are_misere_nim_values_with_copies_of_2() {
    fn misere_nim_value(u: &Universe, g: Game) -> usize {
        let mut values: HashMap<Game, usize> = HashMap::new();
        for follower in u.followers(g).unwrap() {
            let options: Vec<usize> = u.options(follower).map(|o| values[&o]).collect();
            let mex = (0..=options.len()).find(|value| !options.contains(value));
            values.insert(follower, if options.is_empty() { 1 } else { mex.unwrap() });
        }
        values[&g]
    }
    let mut u = Universe::new();
    let two = u.nim(2).unwrap();
    let mut games = born_by(&mut u, 4);
    for mask in (0..150usize).map(|i| (i * 0x9e37_79b9) >> 8 & 0xff_ffff) {
        let known = games.len();
        let chosen = (0..24).filter(|bit| mask >> bit & 1 == 1);
        let chosen = chosen.map(|bit| games[(bit * 7 + mask % 5) % known]);
        let chosen: Vec<Game> = chosen.take(mask % 9).collect();
        games.push(u.set(chosen).unwrap());
    }
    let mut longest = 0;
    for g in games {
        let genus = u.genus(g).unwrap();
        assert_eq!(genus.nim_value(), u.nim_value(g).unwrap());
        let mut sum = g;
        for n in 0..12 {
            let value = misere_nim_value(&u, sum);
            assert_eq!(genus.superscript(n) as usize, value, "{genus} {n}");
            sum = u.sum(sum, two).unwrap();
        }
        // Cut where two in a row begin to alternate, and not later.
        let cut = genus.superscripts();
        let (last, before) = (cut[cut.len() - 1], cut[cut.len() - 2]);
        assert_eq!(last ^ before, 2);
        assert!(cut.len() == 2 || cut[cut.len() - 3] != last);
        assert_eq!(u.outcome(g) == Outcome::P, genus.misere_nim_value() == 0);
        longest = longest.max(cut.len());
    }
    assert!(longest > 4, "some superscripts settle late");
}

/// Genera that are printed in the literature.
#[test]
fn known_genera() {
    use misere::{expr::evaluate, notation::parse};
    let mut u = Universe::new();
    for (text, genus) in [
        ("0", "0^120"),
        ("1", "1^031"),
        ("2", "2^20"),
        ("3", "3^31"),
        ("4", "4^46"),
        ("2#", "0^02"),
        ("2##", "1^13"),
        ("2#0", "1^20"),
        ("2#1", "2^1420"),
        ("{2##,2#1}", "0^02"),
        ("((2#0)(2#+1)2#)((2#1)+1)", "0^120"),
        ("(2#20)(2#+1)1", "0^20"),
    ] {
        let g = evaluate(&parse(text).unwrap(), &mut u).unwrap();
        assert_eq!(u.genus(g).unwrap().to_string(), genus, "{text}");
    }
}

/// Lists that live only while a game is looked at are within the limits like everything else.
#[test]
fn lists_and_texts_keep_the_limits() {
    let mut u = Universe::new();
    let two = u.nim(2).unwrap();
    let g = u.multiple(20_000, two).unwrap();
    let little = Budget::default().with_max_memory(u.memory() + 1000);
    for budget in [little, Budget::timeout(Duration::ZERO)] {
        u.set_budget(budget.clone());
        let followers = u.followers(g).map(drop);
        let order = u.structural_order([g]).map(drop);
        let dag = u.to_dag(g).map(drop);
        let sets = write(&mut u, g, Notation::Sets, 1_000_000).map(drop);
        let conway = write(&mut u, g, Notation::Conway, 1_000_000).map(drop);
        for stopped in [followers, order, dag, sets, conway] {
            let reason = stopped.unwrap_err().reason;
            assert!(match reason {
                Reason::Memory { .. } => budget.max_memory.is_some(),
                reason => reason == Reason::Deadline && budget.deadline.is_some(),
            });
        }
    }
    u.set_budget(Budget::default());
    assert_eq!(u.to_dag(g).unwrap().0.len(), u.subpositions(g).unwrap());
}
