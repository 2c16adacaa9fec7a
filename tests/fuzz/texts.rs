//! Expressions, rulesets, patterns, families and shards.

use std::time::Duration;

use misere::expr::evaluate;
use misere::game::{Limits, Universe};
use misere::heaps::{Position, entries, ruleset};
use misere::nim::{Pattern, Shard, Sweep};
use misere::notation::{Notation, parse, write};

use crate::damage::Rounds;
use crate::random::Random;

const EXPRESSIONS: &[&str] = &[
    "2+2",
    "2##2[#1]2#",
    "(4+2)# - 2",
    "{0,{0,1},{2,{}}}",
    "3·2# + 12**4",
    "2_{#4##} + 6_{422}",
    r"2_{\#\#} \cdot 3",
    "kayles(9) + totient(7)",
    "cut{1,6}(13) - 0.77(5)",
    "(2##(2##1)##)#^--",
    "*120 + josephus(9,2)",
    "powerset(subtract(nondivisors))(9)",
];

const ALPHABET: &str = "0123456789#*()[]{}+-_^,.·\\ abcdxyzké√\u{0}\n∞";

#[test]
fn expressions() {
    let mut random = Random::new(1);
    for _ in Rounds::new("expressions", 20_000) {
        let text = random.choose(EXPRESSIONS);
        let text = random.damage(text, ALPHABET);
        let syntax = match parse(&text) {
            Ok(syntax) => syntax,
            Err(error) => {
                // The message can be shown, and its place is in the text.
                assert!(!error.render(&text).is_empty());
                continue;
            }
        };
        let limits = Limits::timeout(Duration::from_millis(200))
            .with_max_nodes(3_000)
            .with_max_memory(64 << 20);
        let mut u = Universe::with_limits(limits);
        let Ok(game) = evaluate(&syntax, &mut u) else {
            continue;
        };
        for notation in [Notation::Conway, Notation::Sets, Notation::Tex] {
            // Time may be up when it comes to writing.
            let Ok(written) = write(&mut u, game, notation, 2_000) else {
                continue;
            };
            if let Some(written) = written.text() {
                u.set_limits(Limits::default());
                let again = parse(&written).expect("what is written can be read");
                let again = evaluate(&again, &mut u).expect("and means something");
                assert_eq!(again, game, "{text:?} is written {written}");
            }
        }
    }
}

#[test]
fn rulesets() {
    let mut random = Random::new(2);
    let mut known: Vec<String> = entries().map(|entry| entry.usage.to_string()).collect();
    known.extend(["0.77", "4.7", "0.ABF", "cut{1,even>=4}", "C.0", "cut:1,6"].map(String::from));
    for _ in Rounds::new("rulesets", 20_000) {
        let text = random.choose(&known);
        let text = random.damage(&text, ALPHABET);
        let Ok(game) = ruleset(&text) else { continue };
        // The name of a ruleset names it.
        let again = ruleset(&game.name()).map(|game| game.name());
        assert_eq!(again.as_ref().ok(), Some(&game.name()), "{text:?}");
        assert!(!game.rule().is_empty() && game.arity() <= 2);
        let smallest = game.smallest();
        for size in (smallest..smallest.saturating_add(6)).filter(|_| game.arity() == 1) {
            let position = Position::heap(size);
            if game.longest_option(position) > 10_000 {
                continue;
            }
            for option in game.options(position).take(50) {
                for (to, copies) in option.iter() {
                    assert!(
                        copies > 0 && game.is_position(to),
                        "{text:?}: {size} → {option}"
                    );
                    assert!(
                        game.is_loopy() || to.size() < size,
                        "{text:?}: {size} → {option}"
                    );
                }
            }
        }
    }
}

#[test]
fn patterns_families_and_shards() {
    let mut random = Random::new(3);
    let patterns = [
        "(0,1)^3(2,3)^3,1,4,(5,4)^2 (+8)",
        "(0) (+1)",
        "(0,1,2) (3,4)^2 (+0)",
    ];
    let families = [
        "cut{1}+{2..9}",
        "octal:2",
        "octal:0.x7x",
        "hex:1",
        "cut{1,2}+{4..6}",
    ];
    for _ in Rounds::new("patterns, families and shards", 20_000) {
        let text = random.choose(&patterns);
        let text = random.damage(text, "0123456789(),^+ ");
        if let Ok(pattern) = text.parse::<Pattern>() {
            let written = pattern.to_string();
            let again: Pattern = written.parse().expect("what is written can be read");
            assert_eq!(again.to_string(), written, "{text}");
        }
        let text = random.choose(&families);
        let text = random.damage(text, "0123456789{}.,:+xoctalhex");
        if let Ok(family) = text.parse::<Sweep>() {
            let middle = family.len() / 2;
            assert!(family.is_empty() || family.game(middle).is_some(), "{text}");
            assert!(family.game(family.len()).is_none(), "{text}");
        }
        let text = random.damage("3/16", "0123456789/-");
        let _ = text.parse::<Shard>();
    }
}
