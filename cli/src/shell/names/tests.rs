//! Names and what they stand for.

use super::*;
use misere::expr::evaluate;
use misere::notation::parse;

impl Names {
    fn bound(&mut self, name: &str, text: &str) -> bool {
        self.bound_within(name, text, &Budget::default())
    }

    fn bound_within(&mut self, name: &str, text: &str, budget: &Budget) -> bool {
        self.bind(name, text, parse(text).unwrap(), budget).is_ok()
    }

    fn remember(&mut self, game: Game) {
        self.results.push(Some(game));
    }

    fn value(&self, text: &str, u: &mut Universe) -> Game {
        evaluate(&self.resolve(parse(text).unwrap()).unwrap(), u).unwrap()
    }

    fn undone(&mut self) -> Option<(String, Option<Rc<str>>)> {
        self.undo(&mut Rulebook::default())
    }

    fn listed(&self) -> String {
        let all = self
            .bindings()
            .map(|(name, text)| format!("{name} := {text}"));
        all.collect::<Vec<_>>().join("; ")
    }
}

#[test]
fn bindings_keep_what_they_were_built_from() {
    let (mut names, mut u) = (Names::default(), Universe::new());
    assert!(names.bound("x", "2#"));
    assert!(names.bound("y", "x + 1"));
    let y = names.value("y", &mut u);
    assert!(names.bound("x", "3"));
    assert_eq!(names.value("y", &mut u), y);
    assert_eq!(names.value("x", &mut u), u.nim(3).unwrap());
}

#[test]
fn undo_goes_back_step_by_step() {
    let mut names = Names::default();
    assert!(names.bound("x", "1") && names.bound("y", "x") && names.bound("x", "2"));
    assert_eq!(names.listed(), "x := 2; y := 1");
    assert_eq!(names.undone(), Some(("x".into(), Some("1".into()))));
    assert_eq!(names.listed(), "x := 1; y := 1");
    assert_eq!(names.undone(), Some(("y".into(), None)));
    assert_eq!(names.undone(), Some(("x".into(), None)));
    assert_eq!(names.undone(), None);
    assert_eq!(names.listed(), "");
}

#[test]
fn bindings_count_against_the_memory_limit() {
    let mut names = Names::default();
    let wide = vec!["2#"; 1000].join("+");
    let budget = Budget::default().with_max_memory(300_000);
    assert!(names.bound_within("x", &wide, &budget));
    let held = budget.held();
    assert!(held > 100_000);
    // What x stands for is not copied.
    assert!(names.bound_within("y", "x + x", &budget));
    assert!(budget.held() < held + 1000);
    let other = vec!["3#"; 4000].join("+");
    assert!(!names.bound_within("z", &other, &budget));
    // What a binding held is free when no version has it any more.
    assert!(names.undone().is_some() && names.undone().is_some());
    assert_eq!(budget.held(), 0);
}

/// Each name is used twice by the next, and there are 2^10000 paths.
#[test]
fn names_share_structure() {
    let (mut names, mut u) = (Names::default(), Universe::new());
    assert!(names.bound("g0", "0") && names.bound("g1", "{g0}"));
    for i in 2..10_000 {
        assert!(names.bound(&format!("g{i}"), &format!("{{g{}, g{}}}", i - 1, i - 2)));
    }
    let linked = names.resolve(parse("g9999").unwrap()).unwrap();
    assert_eq!(linked.len(), 10_000);
    assert_eq!(
        names.value("g9999", &mut u),
        names.value("{g9998, g9997}", &mut u)
    );
    assert_eq!(names.value("g3", &mut u), u.eval("{{{0},0},{0}}").unwrap());
}

#[test]
fn rulesets_and_numbers_have_names() {
    let (mut names, mut u) = (Names::default(), Universe::new());
    let mut rulebook = Rulebook::default();
    let ruleset = |name: &str| misere::heaps::ruleset(name).unwrap();
    names
        .bind_ruleset("r", &ruleset("kayles"), &mut rulebook)
        .unwrap();
    assert!(names.bound("n", "12"));
    let read = |text: &str, book: &Rulebook| parse(text).unwrap().with_rulebook(book.clone());
    let budget = Budget::default();
    names
        .bind("x", "r(n)", read("r(n)", &rulebook), &budget)
        .unwrap();
    names
        .bind_ruleset("r", &ruleset("nim"), &mut rulebook)
        .unwrap();
    let mut value = |text: &str, names: &Names, book: &Rulebook| {
        evaluate(&names.resolve(read(text, book)).unwrap(), &mut u).unwrap()
    };
    let kayles = value("kayles(12)", &names, &rulebook);
    // The heap of x stays one of Kayles, and a heap that is written now is one of Nim.
    assert_eq!(value("x", &names, &rulebook), kayles);
    assert_ne!(value("r(12)", &names, &rulebook), kayles);
    assert!(names.undo(&mut rulebook).is_some());
    assert_eq!(value("r(12)", &names, &rulebook), kayles);
}

#[test]
fn what_is_listed_is_true() {
    let (mut names, mut u) = (Names::default(), Universe::new());
    let game = u.nim(5).unwrap();
    names.remember(game);
    assert!(names.bound("x", "12") && names.bound("y2", "(x)#x + 3·% - x"));
    assert_eq!(names.listed(), "x := 12; y2 := ((12))#(12) + 3·%1 - (12)");
    let (value, text) = (
        names.value("y2", &mut u),
        names.binding("y2").unwrap().text.clone(),
    );
    assert!(names.bound("x", "2"));
    assert_eq!(names.value(&text, &mut u), value);
    // Doubling stays short.
    for _ in 0..100 {
        assert!(names.bound("x", "x + x"));
    }
    assert!(names.listed().len() < 1000 && names.listed().contains('…'));
}

#[test]
fn what_cannot_be_a_name() {
    let mut names = Names::default();
    for name in [
        "show", "undo", "kayles", "NIM", "x-y", "2x", "%1", "", "x y",
    ] {
        assert!(!names.bound(name, "2"), "{name}");
    }
    for text in [
        "z",
        "%1",
        "%",
        "kayles(5) + nobody",
        "kaylse(5)",
        "grundy(1,2)",
    ] {
        assert!(!names.bound("x", text), "{text}");
    }
    for name in ["x", "G", "x2", "Größe", "φ"] {
        assert!(names.bound(name, "2"), "{name}");
    }
}

#[test]
fn results_have_numbers() {
    let (mut names, mut u) = (Names::default(), Universe::new());
    for heap in [5, 7] {
        let game = u.nim(heap).unwrap();
        names.remember(game);
    }
    assert_eq!(names.value("%1", &mut u), u.nim(5).unwrap());
    assert_eq!(names.value("%", &mut u), u.nim(7).unwrap());
    assert!(names.used("%0").is_none() && names.used("%3").is_none());
    assert!(names.bound("x", "% + %1"));
    assert_eq!(names.listed(), "x := %2 + %1");
}

#[test]
fn names_survive_a_move_to_another_universe() {
    let (mut names, mut old) = (Names::default(), Universe::new());
    let game = old.nim(40).unwrap();
    names.remember(game);
    assert!(names.bound("x", "%1#") && names.bound("y", "2"));
    let mut new = Universe::new();
    assert!(names.move_to(&old, &mut new).is_empty());
    let forty = new.nim(40).unwrap();
    assert_eq!(names.value("x", &mut new), new.sharp(forty).unwrap());
    assert!(names.used("%1").is_none() && names.undone().is_none());
    // The next result does not take the number of a forgotten one.
    names.remember(forty);
    assert!(names.used("%2").is_some());
    let mut small = Universe::with_budget(misere::limits::Budget::default().with_max_nodes(10));
    assert_eq!(names.move_to(&new, &mut small), ["x"]);
    assert_eq!(names.listed(), "y := 2");
}
