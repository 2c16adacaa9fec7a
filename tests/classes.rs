//! Classes of games: the definitions against what they promise, on all games of days 0 to 4 and on
//! samples beyond.

mod reference;

use std::collections::{BTreeMap, HashMap};

use misere::expr::evaluate;
use misere::game::{Class, Game, Parity, Universe};
use misere::notation::parse;
use proptest::prelude::*;
use reference::born_by;

fn game(u: &mut Universe, text: &str) -> Game {
    evaluate(&parse(text).unwrap(), u).unwrap()
}

fn pair(u: &mut Universe, g: Game) -> (u32, u32) {
    let genus = u.genus(g).unwrap();
    (genus.nim_value(), genus.misere_nim_value())
}

/// A nim position with this pair: a heap, or a heap beside 2+2 where it is firm and small.
fn nim_position(u: &mut Universe, (g, misere): (u32, u32)) -> Game {
    assert!(g == misere || g < 2 && misere < 2);
    let heap = u.nim(g.into()).unwrap();
    if g != misere || g > 1 {
        return heap;
    }
    let two = u.nim(2).unwrap();
    u.sum_all([two, two, heap]).unwrap()
}

fn names(u: &mut Universe, g: Game) -> String {
    let classes = u.classes(g).unwrap();
    let names: Vec<String> = classes.iter().map(Class::to_string).collect();
    names.join(", ")
}

/// One row a game: what it is there for, its genus, its classes.
#[test]
fn known_games_have_their_classes() {
    let tame = "tame, generally tame, tameable";
    for (text, genus, classes) in [
        // Units are parts of everything.
        (
            "0",
            "0^120",
            &format!("{tame}, extraverted, introverted")[..],
        ),
        ("1", "1^031", &format!("{tame}, extraverted, introverted")),
        ("2", "2^20", &format!("{tame}, extraverted")),
        ("2#", "0^02", &format!("{tame}, extraverted")),
        ("2##", "1^13", &format!("{tame}, extraverted")),
        ("2+2", "0^02", &format!("{tame}, extraverted")),
        ("(2#+2)#", "0^02", &format!("{tame}, extraverted")),
        // Two ways to be partitioned, and an option that is no part.
        ("(4+2)#", "0^02", tame),
        ("2#0", "1^20", "restive, generally restive, half-tame"),
        ("2#1", "2^1420", "restless"),
        ("{2##,2#1}", "0^02", "generally tame, tameable"),
        // The moves that revert lead to different games, 0^1 and 1^0.
        ("((2#0)10)2##", "0^02", "generally tame, tameable"),
        ("((2#0)(2#+1)2#)((2#1)+1)", "0^120", "tameable"),
        ("(2#20)(2#+1)1", "0^20", "generally restive, half-tame"),
    ] {
        let mut u = Universe::new();
        let g = game(&mut u, text);
        assert_eq!(u.genus(g).unwrap().to_string(), genus, "{text}");
        assert_eq!(names(&mut u, g), classes, "{text}");
        // The associate has the same classes, but not the same options.
        let odd = u.associate(g);
        assert_eq!(u.class(odd).unwrap(), u.class(g).unwrap());
    }
}

#[test]
fn classes_of_day_4() {
    let mut u = Universe::new();
    let mut counts: BTreeMap<Class, usize> = BTreeMap::new();
    for g in born_by(&mut u, 4) {
        for class in u.classes(g).unwrap() {
            *counts.entry(class).or_default() += 1;
        }
    }
    let lines = counts.iter().map(|(class, n)| format!("{class} {n}\n"));
    insta::assert_snapshot!(lines.collect::<String>());
}

/// Sets of at most three games of day 4 belong to every class but tameable, which needs day 6; what
/// each class promises is checked for all of them.
#[test]
fn promises_are_kept_on_day_5() {
    let mut u = Universe::new();
    let day4 = born_by(&mut u, 4);
    let mut games = Vec::new();
    for (i, &a) in day4.iter().enumerate() {
        for (j, &b) in day4[..=i].iter().enumerate() {
            for &c in &day4[..=j] {
                games.push(u.set([a, b, c]).unwrap());
            }
        }
    }
    games.push(game(&mut u, "((2#0)(2#+1)2#)((2#1)+1)"));
    let mut counts: BTreeMap<Class, usize> = BTreeMap::new();
    let mut tame = Vec::new();
    for &text in &[
        "0",
        "1",
        "2",
        "3",
        "4",
        "2#",
        "2##",
        "{2##,2#1}",
        "((2#0)10)2##",
    ] {
        tame.push(game(&mut u, text));
    }
    for &g in &games {
        let class = u.class(g).unwrap();
        *counts.entry(class).or_default() += 1;
        match class {
            Class::Tame | Class::GenerallyTame | Class::Tameable => {
                for &h in &tame {
                    assert!(adds_like_nim(&mut u, g, h));
                }
            }
            Class::Restive | Class::GenerallyRestive => {
                assert!(acts_like_a_heap_of_two_sizes(&mut u, g));
            }
            _ => {}
        }
    }
    let lines = counts.iter().map(|(class, n)| format!("{class} {n}\n"));
    insta::assert_snapshot!(lines.collect::<String>());
}

/// Whether the genus of a sum is that of the sum of nim positions with the same pairs.
fn adds_like_nim(u: &mut Universe, g: Game, h: Game) -> bool {
    let (x, y) = (pair(u, g), pair(u, h));
    let (x, y) = (nim_position(u, x), nim_position(u, y));
    let expected = u.sum(x, y).unwrap();
    let sum = u.sum(g, h).unwrap();
    u.genus(sum).unwrap() == u.genus(expected).unwrap()
}

/// Whether a game of genus g^γ acts like γ among the nim heaps 0, 1, γ and γ ⊕ 1, and else like g.
fn acts_like_a_heap_of_two_sizes(u: &mut Universe, restive: Game) -> bool {
    let (g, misere) = pair(u, restive);
    let mut pairs = (0..7).flat_map(|a| (0..=a).map(move |b| (a, b)));
    pairs.all(|(a, b)| {
        let (x, y) = (u.nim(a.into()).unwrap(), u.nim(b.into()).unwrap());
        let sum = u.sum_all([restive, x, y]).unwrap();
        let alike = |n: u32| n < 2 || n ^ misere < 2;
        let acts = if alike(a) && alike(b) { misere } else { g };
        pair(u, sum).1 == acts ^ a ^ b
    })
}

/// The definition of tame, once more and in the plainest way.
fn is_tame(u: &mut Universe, g: Game) -> bool {
    let (nim, misere) = pair(u, g);
    let options: Vec<Game> = u.options(g).collect();
    (nim == misere || nim + misere == 1) && options.into_iter().all(|o| is_tame(u, o))
}

/// The table of [`Class`] once more, row by row, for the even one of G and G+1.
fn class_by_definition(u: &mut Universe, g: Game, known: &mut HashMap<Game, Class>) -> Class {
    let g = match u.parity(g) {
        Parity::Even => g,
        Parity::Odd => u.sum(g, u.one()).unwrap(),
    };
    if let Some(&class) = known.get(&g) {
        return class;
    }
    let me = pair(u, g);
    let (nim, misere) = me;
    let mut table = Vec::new();
    for option in u.options(g).collect::<Vec<_>>() {
        let class = class_by_definition(u, option, known);
        let mut backs = Vec::new();
        for back in u.options(option).collect::<Vec<_>>() {
            backs.push((pair(u, back), class_by_definition(u, back, known)));
        }
        table.push((pair(u, option), class, backs));
    }
    let generally_tame = |&class: &Class| class <= Class::GenerallyTame;
    let tameable = |&class: &Class| class <= Class::Tameable;
    let mex_of = |good: &dyn Fn(&Class) -> bool| {
        let kept: Vec<_> = table.iter().filter(|row| good(&row.1)).collect();
        let least = |seen: &dyn Fn(&(u32, u32)) -> u32| {
            (0..=u32::MAX).find(|n| kept.iter().all(|row| seen(&row.0) != *n))
        };
        (least(&|p| p.0).unwrap(), least(&|p| p.1).unwrap())
    };
    let reverts = |good: &dyn Fn(&(u32, u32), &Class) -> bool, backs: &[((u32, u32), Class)]| {
        let some = |fits: &dyn Fn(&(u32, u32)) -> bool| {
            backs.iter().any(|(p, class)| good(p, class) && fits(p))
        };
        some(&|p| p.0 == nim) && some(&|p| p.1 == misere)
    };
    let acts = |good: &dyn Fn(&Class) -> bool| {
        let mut others = table.iter().filter(|row| !good(&row.1));
        others.all(|row| reverts(&|_, class| good(class), &row.2))
    };
    let all_tame = table.iter().all(|row| row.1 == Class::Tame);
    let tame_pair = nim == misere || nim + misere == 1;
    let class = if tame_pair && all_tame {
        Class::Tame
    } else if tame_pair && mex_of(&generally_tame) == me && acts(&generally_tame) {
        Class::GenerallyTame
    } else if tame_pair
        && acts(&tameable)
        && (mex_of(&tameable) == me || me == (0, 1) && !table.iter().any(|row| tameable(&row.1)))
    {
        Class::Tameable
    } else if nim < 2 && misere >= 2 && all_tame {
        Class::Restive
    } else if nim < 2
        && misere >= 2
        && mex_of(&generally_tame) == me
        && table.iter().all(|(_, class, backs)| {
            let good = |p: &(u32, u32), class: &Class| {
                generally_tame(class)
                    || matches!(class, Class::Restive | Class::GenerallyRestive)
                        && (p.1 == misere || p.1 == misere ^ 1)
            };
            generally_tame(class) || reverts(&good, backs)
        })
    {
        Class::GenerallyRestive
    } else if nim >= 2 && misere < 2 && table.iter().all(|row| generally_tame(&row.1)) {
        Class::Restless
    } else {
        Class::Wild
    };
    known.insert(g, class);
    class
}

/// Games in which an option reverts through a restive game of the same species, or fails to because the
/// game there is wild: the options of a restive game and beside them sets that have another one or a
/// wild one.
#[test]
fn restive_games_beside_others() {
    let mut u = Universe::new();
    let day_4 = born_by(&mut u, 4);
    let mut pool = Vec::new();
    for a in 0..day_4.len() {
        for b in 0..=a {
            for c in 0..=b {
                let g = u.set([day_4[a], day_4[b], day_4[c]]).unwrap();
                if !pool.contains(&g) {
                    pool.push(g);
                }
            }
        }
    }
    let (mut restive, mut others) = (Vec::new(), Vec::new());
    for g in pool {
        match u.class(g).unwrap() {
            Class::Restive => restive.push(g),
            Class::GenerallyRestive | Class::Wild => others.push(g),
            _ => {}
        }
    }
    others.extend(&restive);
    let mut known = HashMap::new();
    let mut seen = BTreeMap::<Class, u32>::new();
    for (i, &r) in restive.iter().enumerate() {
        let (_, species) = pair(&mut u, r);
        for (j, &s) in others.iter().enumerate() {
            if (i + j) % 7 > 0 || pair(&mut u, s).1 ^ species > 1 {
                continue;
            }
            for &t in &day_4[..6] {
                let back = u.set([s, t]).unwrap();
                let mut options: Vec<Game> = u.options(r).collect();
                options.push(back);
                let g = u.set(options).unwrap();
                let class = u.class(g).unwrap();
                assert_eq!(class, class_by_definition(&mut u, g, &mut known));
                *seen.entry(class).or_default() += 1;
            }
        }
    }
    for class in [Class::GenerallyRestive, Class::Wild] {
        assert!(seen[&class] > 10, "{seen:?}");
    }
}

/// An option that reverts through a restive game with γ = 5 in the place of 4, which is the same
/// species, and with γ = 6, which is not.
#[test]
fn species_are_pairs_of_numbers() {
    let mut u = Universe::new();
    let mut known = HashMap::new();
    for (back, species, class) in [
        ("{1,2+2+1,2,3,4}", (0, 5), Class::GenerallyRestive),
        ("{1,2+2+1,2,3,4,5}", (0, 6), Class::Wild),
    ] {
        let restive = game(&mut u, back);
        assert_eq!(pair(&mut u, restive), species);
        assert_eq!(u.class(restive).unwrap(), Class::Restive);
        let g = game(&mut u, &format!("{{1,2+2+1,2,3,{{{back},4}}}}"));
        assert_eq!((pair(&mut u, g), u.option_count(g)), ((0, 4), 5));
        assert_eq!(u.class(g).unwrap(), class);
        assert_eq!(class_by_definition(&mut u, g, &mut known), class);
    }
}

/// Games of day 4 and random ones of days 5 and 6, made of few options so that all classes occur.
fn sample(u: &mut Universe, picks: &[Vec<usize>]) -> Vec<Game> {
    let mut games = born_by(u, 4);
    for pick in picks {
        let options: Vec<Game> = pick.iter().map(|i| games[i % games.len()]).collect();
        let game = u.set(options).unwrap();
        games.push(game);
    }
    games
}

fn picks() -> impl Strategy<Value = Vec<Vec<usize>>> {
    prop::collection::vec(prop::collection::vec(any::<usize>(), 1..5), 1..40)
}

fn tame_like(class: Class) -> bool {
    matches!(class, Class::Tame | Class::GenerallyTame)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn classes_are_what_the_definitions_say(picks in picks()) {
        let mut u = Universe::new();
        let mut known = HashMap::new();
        for g in sample(&mut u, &picks) {
            let class = class_by_definition(&mut u, g, &mut known);
            prop_assert_eq!(u.class(g).unwrap(), class);
            prop_assert_eq!(class == Class::Tame, is_tame(&mut u, g));
        }
    }

    /// Sums of generally tame games, and of one tameable game with them, have the pairs of nim.
    #[test]
    fn tame_games_add_like_nim_positions(picks in picks()) {
        let mut u = Universe::new();
        let games = sample(&mut u, &picks);
        let mut tame = Vec::new();
        let mut tameable = Vec::new();
        for &g in &games {
            match u.class(g).unwrap() {
                class if tame_like(class) => tame.push(g),
                Class::Tameable => tameable.push(g),
                _ => {}
            }
        }
        // The late ones are the new ones.
        let some: Vec<Game> = tame.iter().rev().take(8).chain(&tame[..8]).copied().collect();
        for g in tameable.into_iter().chain(some.iter().copied()) {
            for &h in &some {
                prop_assert!(adds_like_nim(&mut u, g, h));
                if tame_like(u.class(g).unwrap()) {
                    let sum = u.sum(g, h).unwrap();
                    prop_assert!(u.class(sum).unwrap() <= Class::Tameable);
                }
            }
        }
    }

    /// A generally restive game acts like γ among 0, 1, γ and γ ⊕ 1, and else like g.
    #[test]
    fn restive_games_act_like_heaps_of_two_sizes(picks in picks()) {
        let mut u = Universe::new();
        for restive in sample(&mut u, &picks) {
            if matches!(u.class(restive).unwrap(), Class::Restive | Class::GenerallyRestive) {
                prop_assert!(acts_like_a_heap_of_two_sizes(&mut u, restive));
            }
        }
    }

    /// Where all options are generally tame, there is nothing between tame, restive and restless.
    #[test]
    fn games_with_tame_options_are_tame_restive_or_restless(picks in picks()) {
        let mut u = Universe::new();
        for g in sample(&mut u, &picks) {
            let options: Vec<Game> = u.options(g).collect();
            if options.into_iter().all(|o| tame_like(u.class(o).unwrap())) {
                let class = u.class(g).unwrap();
                prop_assert!(class != Class::Wild && class != Class::Tameable);
            }
        }
    }
}
