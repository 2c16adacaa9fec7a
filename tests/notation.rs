//! Writing and reading games: parse(print(G)) = G in every notation, and the texts themselves.

mod reference;

use misere::expr::evaluate;
use misere::game::{Game, Universe};
use misere::limits::{Budget, Reason};
use misere::notation::{Notation, Written, parse, write};
use proptest::prelude::*;

fn value(u: &mut Universe, text: &str) -> Game {
    let syntax = parse(text).unwrap_or_else(|error| panic!("{}", error.render(text)));
    evaluate(&syntax, u).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn text(u: &mut Universe, g: Game, notation: Notation) -> Option<String> {
    write(u, g, notation, 5_000).unwrap().text()
}

/// What is stored to find a short text does not count against the limit on games.
#[test]
fn writing_does_not_change_what_can_be_computed() {
    let mut elsewhere = Universe::new();
    let g = value(&mut elsewhere, "2## - 2");
    let dag = elsewhere.to_dag(g).unwrap();
    let mut u = Universe::new();
    let g = u.from_dag(&dag).unwrap();
    let stored = u.nodes();
    u.set_budget(Budget::default().with_max_nodes(stored + 1));
    for _ in 0..2 {
        assert_eq!(text(&mut u, g, Notation::Conway).unwrap(), "2[##-2]");
    }
    assert!(u.nodes() > stored + 1);
    // One more game may be stored, as before.
    let first = u.sharp(g).unwrap();
    assert_eq!(u.option_count(first), 1);
    let stopped = u.sharp(first).unwrap_err();
    assert_eq!(stopped.reason, Reason::Nodes { limit: stored + 1 });
    assert_eq!(stopped.nodes, stored + 1);
}

#[test]
fn games_are_written_as_in_the_paper() {
    let mut u = Universe::new();
    for (expression, conway, tex) in [
        ("0", "0", "0"),
        ("1", "1", "1"),
        ("{0,1,2,3,4,5,6,7,8,9}", "*10", r"\ast10"),
        ("12", "0", "0"), // the Mex Rule
        ("10", "2", "2"),
        ("632", "632", "632"),
        ("2##", "2##", r"2_{\#\#}"),
        ("2+2", "32", "32"),
        ("(2+2)#", "(32)#", r"(32)_{\#}"),
        ("4+2", "4[2]", r"4_{2}"),
        ("6_{422}", "6[422]", r"6_{422}"),
        ("2_{#4##}", "2[#4##]", r"2_{\#4\#\#}"),
        ("2_#4##", "4##2#", r"4_{\#\#}2_{\#}"), // the set of 2# and 4##
        ("2#+1", "2[#1]", r"2_{\#1}"),
        ("3#+1", "3[#1]", r"3_{\#1}"),
        ("2#-2", "2[#-2]", r"2_{\#-2}"),
        ("2#-2+1", "2[#-3]", r"2_{\#-3}"),
        ("2##-2", "2[##-2]", r"2_{\#\#-2}"),
        ("2##-2-(2#-2)", "2[##-2]0", r"2_{\#\#-2}0"),
        ("2##-(2#-2)", "(2[##-2]0)[2]", r"(2_{\#\#-2}0)_{2}"),
        ("2#3210", "2#3210", r"2_{\#}3210"),
        ("{2##,2#+1,2#}", "2##2[#1]2#", r"2_{\#\#}2_{\#1}2_{\#}"),
        ("(2##1)#", "(2##1)#", r"(2_{\#\#}1)_{\#}"),
        ("*12 3", "*12 3", r"\ast12\,3"),
        ("{*12,*11}#", "(*12*11)#", r"(\ast12\ast11)_{\#}"),
        ("*12#+*15", "*12[#*15]", r"\ast12_{\#\ast15}"),
        ("*12#+*14+2", "*12[#*14 2]", r"\ast12_{\#\ast14\,2}"),
    ] {
        let g = value(&mut u, expression);
        assert_eq!(
            text(&mut u, g, Notation::Conway).unwrap(),
            conway,
            "{expression}"
        );
        assert_eq!(text(&mut u, g, Notation::Tex).unwrap(), tex, "{expression}");
    }
}

#[test]
fn sets_are_written_in_ascending_structural_order() {
    let mut u = Universe::new();
    for (expression, sets) in [
        ("0", "0"),
        ("1", "{0}"),
        ("2", "{0,{0}}"),
        ("2#", "{{0,{0}}}"),
        ("{3,2#}", "{{{0,{0}}},{0,{0},{0,{0}}}}"), // 2# has fewer options than 3
    ] {
        let g = value(&mut u, expression);
        assert_eq!(
            text(&mut u, g, Notation::Sets).unwrap(),
            sets,
            "{expression}"
        );
    }
}

#[test]
fn a_text_that_is_too_long_is_not_written() {
    let mut u = Universe::new();
    let g = value(&mut u, "*40");
    assert_eq!(
        write(&mut u, g, Notation::Sets, 1000).unwrap(),
        Written::TooLong((1 << 41) - 1)
    );
    let many = value(&mut u, "*80");
    assert_eq!(
        write(&mut u, many, Notation::Sets, 1000).unwrap(),
        Written::TooLong(u64::MAX)
    );
    assert_eq!(
        write(&mut u, g, Notation::Conway, 1000).unwrap(),
        Written::Text("*40".into())
    );
}

/// TeX is longer than what it sets.
#[test]
fn the_limit_is_on_the_length_of_the_text() {
    let mut u = Universe::new();
    let g = value(&mut u, &format!("2{}", "#".repeat(60)));
    let plain = |u: &mut Universe, most| write(u, g, Notation::Conway, most).unwrap();
    assert!(plain(&mut u, 61).text().is_some());
    assert_eq!(plain(&mut u, 60), Written::TooLong(61));
    let tex = |u: &mut Universe, most| write(u, g, Notation::Tex, most).unwrap();
    assert_eq!(tex(&mut u, 61), Written::TooLong(124));
    assert_eq!(tex(&mut u, 123), Written::TooLong(124));
    assert_eq!(tex(&mut u, 124).text().unwrap().len(), 124);
}

#[test]
fn a_hundred_thousand_sharps() {
    let mut u = Universe::new();
    let long = format!("2{}", "#".repeat(100_000));
    let g = value(&mut u, &long);
    assert_eq!(u.birthday(g), 100_002);
    assert_eq!(
        write(&mut u, g, Notation::Conway, 200_000).unwrap(),
        Written::Text(long)
    );
}

/// What is written must not depend on what else the universe holds, or in which order.
#[test]
fn writing_does_not_depend_on_storage() {
    let expression = "((4+2#)##+2)(2#+4)(2#3)(32)#20";
    let mut fresh = Universe::new();
    let g = value(&mut fresh, expression);
    let expected = text(&mut fresh, g, Notation::Conway);
    let mut used = Universe::new();
    for before in [
        "*9+7", "2#20", "(32)#", "(2#+4)#", "4+2#+2", "2#3", "2####-2",
    ] {
        value(&mut used, before);
    }
    let g = value(&mut used, expression);
    assert_eq!(text(&mut used, g, Notation::Conway), expected);
}

/// The structural order as the paper's day 4: its 22 games with all that is known of them.
#[test]
fn the_22_games_of_day_4() {
    let mut u = Universe::new();
    let mut rows = vec![format!(
        "{:8} {:>3} {:>3} {:6} {:8} {}",
        "game", "day", "o", "parity", "mate", "sets"
    )];
    for g in reference::born_by(&mut u, 4) {
        let mate = u.mate(g).unwrap();
        rows.push(format!(
            "{:8} {:>3} {:>3} {:6} {:8} {}",
            text(&mut u, g, Notation::Conway).unwrap(),
            u.birthday(g),
            u.outcome(g),
            format!("{:?}", u.parity(g)),
            text(&mut u, mate, Notation::Conway).unwrap(),
            text(&mut u, g, Notation::Sets).unwrap(),
        ));
    }
    insta::assert_snapshot!("day_4", rows.join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_text_is_read_back(recipe in prop::collection::vec((prop::collection::vec(any::<usize>(), 0..5), any::<u8>()), 1..9)) {
        let mut u = Universe::new();
        let (two, eleven) = (u.nim(2).unwrap(), u.nim(11).unwrap());
        let mut games = vec![two, u.sharp(two).unwrap(), eleven];
        for (options, op) in recipe {
            let picked: Vec<Game> = options.iter().map(|i| games[i % games.len()]).collect();
            let game = match (op % 4, &picked[..]) {
                (0, &[g, h, ..]) if u.birthday(g) + u.birthday(h) < 16 => u.sum(g, h).unwrap(),
                (1, &[g, h, ..]) => u.difference(g, h).unwrap().unwrap_or(g),
                _ => u.set(picked).unwrap(),
            };
            games.push(game);
        }
        for g in games {
            for notation in [Notation::Conway, Notation::Sets, Notation::Tex] {
                if let Some(text) = text(&mut u, g, notation) {
                    prop_assert_eq!(value(&mut u, &text), g, "{}", text);
                    let less = text.chars().count() - 1;
                    let shorter = write(&mut u, g, notation, less).unwrap();
                    prop_assert_eq!(shorter.text(), None);
                }
            }
        }
    }
}
