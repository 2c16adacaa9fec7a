//! Bindings `x := 2##` with their undo history, and results `%1`, `%2`, …
//!
//! A binding keeps the tree of its expression and not only its value, so that heaps stay heaps: after
//! `x := kayles(7) + 2` the command `moves x` plays Kayles. Names in the expression are replaced
//! when it is bound, so a later `x := 3` does not change what `y` was built from. A result is a game.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use im::OrdMap;

use super::vocabulary::{self, is_command, is_ruleset, nearest};
use crate::failure::Failure;
use crate::session;
use misere::expr::HeapTerm;
use misere::game::{Game, Universe};
use misere::limits::{Account, Budget, Stopped};
use misere::notation::{Diagnostic, Node, NodeId, Span, Syntax, parse};

/// Bindings and their undo history, and results.
#[derive(Default)]
pub(super) struct Names {
    bindings: Bindings,
    /// The bindings before each of the last changes, with the name that was bound.
    past: VecDeque<(String, Bindings)>,
    /// `%1` and so on; none if forgotten.
    results: Vec<Option<Game>>,
}

/// A persistent map: versions share what they have in common.
type Bindings = OrdMap<Rc<str>, Binding>;

#[derive(Clone)]
struct Binding {
    /// The expression as it was written, names replaced.
    text: Rc<str>,
    syntax: Rc<Syntax>,
    /// Holds the memory of the expression as long as some version has it.
    _account: Rc<Account>,
}

impl session::Names for Rc<RefCell<Names>> {
    fn resolve(&self, syntax: &Syntax) -> Result<Syntax, Diagnostic> {
        self.borrow().resolve(syntax)
    }

    fn is_bound(&self, name: &str) -> bool {
        self.borrow().meaning(name).is_some()
    }

    fn add_result(&mut self, game: Game) {
        self.borrow_mut().results.push(Some(game));
    }
}

impl Names {
    /// How many bindings can be undone.
    const MOST_UNDONE: usize = 1000;

    /// What a name stands for.
    pub(super) fn meaning(&self, name: &str) -> Option<Rc<Syntax>> {
        let result = match name.strip_prefix('%') {
            None => return Some(Rc::clone(&self.bindings.get(name)?.syntax)),
            Some("") => self.results.last(),
            Some(number) => {
                let index = number.parse::<usize>().ok()?.checked_sub(1)?;
                self.results.get(index)
            }
        };
        result?.map(|game| Rc::new(Syntax::value(game)))
    }

    /// Replaces the names in an expression by what they stand for.
    fn resolve(&self, syntax: &Syntax) -> Result<Syntax, Diagnostic> {
        let mut meanings: HashMap<&str, Rc<Syntax>> = HashMap::new();
        for (id, node) in syntax.iter() {
            let Node::Name(name) = node else { continue };
            let Some(meaning) = self.meaning(name) else {
                let (message, hint) = self.unknown(name);
                return Err(Diagnostic::new(message, syntax.span(id)).with_hint(hint));
            };
            meanings.insert(name, meaning);
        }
        syntax.graft(|name| meanings.get(name).map(|meaning| &**meaning))
    }

    /// How many results there were.
    pub(super) fn results(&self) -> usize {
        self.results.len()
    }

    /// The bindings, by name.
    pub(super) fn bindings(&self) -> impl Iterator<Item = (&str, &str)> {
        let bindings = self.bindings.iter();
        bindings.map(|(name, binding)| (&**name, &*binding.text))
    }

    /// Binds a name to an expression whose own names are replaced already.
    pub(super) fn bind(
        &mut self,
        name: &str,
        text: &str,
        syntax: Syntax,
        budget: &Budget,
    ) -> Result<(), Failure> {
        check_name(name)?;
        for (id, _) in syntax.iter() {
            HeapTerm::at(&syntax, id).map_err(|error| Failure::Input(error.render(text)))?;
        }
        let mut account = budget.account();
        account.hold(bytes(&syntax))?;
        let binding = Binding {
            text: self.expanded(text).into(),
            syntax: Rc::new(syntax),
            _account: Rc::new(account),
        };
        self.past.push_back((name.into(), self.bindings.clone()));
        if self.past.len() > Self::MOST_UNDONE {
            self.past.pop_front();
        }
        self.bindings.insert(name.into(), binding);
        Ok(())
    }

    /// The text with names replaced by what they stand for, so that it stays true when they are
    /// bound again. A long one is cut.
    fn expanded(&self, text: &str) -> String {
        const LONGEST: usize = 400;
        let Ok(syntax) = parse(text) else {
            return text.into();
        };
        let (mut expanded, mut end) = (String::new(), 0);
        for (id, node) in syntax.iter() {
            let Node::Name(name) = node else { continue };
            let span = syntax.span(id);
            // In parentheses a name has their span as well.
            let at = text[span.start..].find(name.as_str()).unwrap_or(0) + span.start;
            expanded.push_str(&text[end..at]);
            end = at + name.len();
            match self.bindings.get(name.as_str()) {
                Some(binding) if text == name => expanded.push_str(&binding.text),
                Some(binding) => expanded.extend(["(", &binding.text, ")"]),
                None if name == "%" => expanded.extend(["%", &self.results.len().to_string()]),
                None => expanded.push_str(name),
            }
            if expanded.len() > LONGEST {
                let head: String = expanded.chars().take(LONGEST).collect();
                return head + "…";
            }
        }
        expanded + &text[end..]
    }

    /// Undoes the last binding: returns its name, and what that stands for now.
    pub(super) fn undo(&mut self) -> Option<(String, Option<Rc<str>>)> {
        let (name, before) = self.past.pop_back()?;
        self.bindings = before;
        let binding = self.bindings.get(name.as_str());
        let text = binding.map(|binding| Rc::clone(&binding.text));
        Some((name, text))
    }

    /// Moves the bindings to another universe and forgets the results. Bindings that are too large
    /// for it are removed, and their names returned.
    pub(super) fn move_to(&mut self, old: &Universe, new: &mut Universe) -> Vec<String> {
        self.results.fill(None);
        self.past.clear();
        let mut removed = Vec::new();
        let mut moved = Bindings::new();
        for (name, binding) in &self.bindings {
            let mut syntax = Syntax::clone(&binding.syntax);
            let imported = syntax.values_mut().try_for_each(|game| {
                *game = new.import(old, *game)?;
                Ok::<(), Stopped>(())
            });
            if imported.is_err() {
                removed.push(name.to_string());
                continue;
            }
            let syntax = Rc::new(syntax);
            moved.insert(
                Rc::clone(name),
                Binding {
                    syntax,
                    ..binding.clone()
                },
            );
        }
        self.bindings = moved;
        removed
    }

    /// The message about a name that stands for nothing, and a hint.
    fn unknown(&self, name: &str) -> (String, String) {
        if name.starts_with('%') {
            return self.no_result(name);
        }
        if is_ruleset(name) {
            let message = format!("`{name}` is a ruleset, not a game");
            let hint = format!("a heap is written {name}(5); `rules {name}` explains it");
            return (message, hint);
        }
        if is_command(name) {
            let message = format!("`{name}` is a command, not a game");
            return (message, "a command is the first word of a line".into());
        }
        let message = format!("nothing is called `{name}`");
        if let Some((left, right)) = name.split_once('-') {
            return (
                message,
                format!("for a difference write blanks: {left} - {right}"),
            );
        }
        let mut known: Vec<&str> = self.bindings.keys().map(|name| &**name).collect();
        known.extend(vocabulary::WORDS.iter().map(|(word, _)| *word));
        known.extend(vocabulary::commands().map(|(command, _)| command));
        let rulesets: Vec<&str> = vocabulary::rulesets().collect();
        known.extend(rulesets);
        let hint = match nearest(name, known.into_iter()) {
            Some(near) => format!("perhaps `{near}` is meant"),
            None => format!("`{name} := 2##` would name a game, and `help` lists the commands"),
        };
        (message, hint)
    }

    fn no_result(&self, name: &str) -> (String, String) {
        let known = |number: usize| self.results[number - 1].is_some();
        let hint = match self.results.len() {
            0 => "show, minus, mate and others name what they find %1, %2, …".into(),
            last if !known(last) => "`reset` forgets results".into(),
            last => format!("the last one is %{last}"),
        };
        match name {
            "%" => ("there is no result yet".into(), hint),
            _ => (format!("there is no result `{name}`"), hint),
        }
    }
}

/// The bytes that an expression takes, up to the texts in it.
fn bytes(syntax: &Syntax) -> usize {
    let children = syntax.iter().map(|(_, node)| match node {
        Node::Set(options) => options.len(),
        Node::Sum { plus, minus } => plus.len() + minus.len(),
        _ => 0,
    });
    syntax.len() * (size_of::<Node>() + size_of::<Span>())
        + children.sum::<usize>() * size_of::<NodeId>()
}

/// Checks that this is a letter and further letters and digits, and nothing that has a meaning.
fn check_name(name: &str) -> Result<(), Failure> {
    let refuse = |what: &str, hint: &str| {
        let message = format!("`{name}` {what}");
        Err(Failure::input(&message, Some(hint)))
    };
    let is_name = name.starts_with(char::is_alphabetic)
        && name
            .chars()
            .all(|c| c.is_alphabetic() || c.is_ascii_digit());
    if !is_name {
        let hint = "a name is a letter and further letters and digits, as in g or x2";
        return refuse("cannot be a name", hint);
    }
    if is_command(name) {
        return refuse("is a command and cannot be a name", "choose another one");
    }
    if is_ruleset(name) {
        return refuse("is a ruleset and cannot be a name", "choose another one");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use misere::expr::evaluate;

    impl Names {
        fn bound(&mut self, name: &str, text: &str) -> bool {
            self.bound_within(name, text, &Budget::default())
        }

        fn bound_within(&mut self, name: &str, text: &str, budget: &Budget) -> bool {
            let syntax = self.resolve(&parse(text).unwrap());
            syntax.is_ok_and(|syntax| self.bind(name, text, syntax, budget).is_ok())
        }

        fn remember(&mut self, game: Game) {
            self.results.push(Some(game));
        }

        fn value(&self, text: &str, u: &mut Universe) -> Game {
            evaluate(&self.resolve(&parse(text).unwrap()).unwrap(), u).unwrap()
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
        assert_eq!(names.undo(), Some(("x".into(), Some("1".into()))));
        assert_eq!(names.listed(), "x := 1; y := 1");
        assert_eq!(names.undo(), Some(("y".into(), None)));
        assert_eq!(names.undo(), Some(("x".into(), None)));
        assert_eq!(names.undo(), None);
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
        // The tree of x is shared where x is written twice, and copied where x is bound to y.
        assert!(names.bound_within("y", "x + x", &budget));
        assert!(budget.held() < 2 * held + 1000);
        let other = vec!["3#"; 4000].join("+");
        assert!(!names.bound_within("z", &other, &budget));
        // What a binding held is free when no version has it any more.
        assert!(names.undo().is_some() && names.undo().is_some());
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn what_is_listed_is_true() {
        let (mut names, mut u) = (Names::default(), Universe::new());
        let game = u.nim(5).unwrap();
        names.remember(game);
        assert!(names.bound("x", "12") && names.bound("y2", "(x)#x + 3·% - x"));
        assert_eq!(names.listed(), "x := 12; y2 := ((12))#(12) + 3·%1 - (12)");
        let (value, text) = (names.value("y2", &mut u), names.bindings["y2"].text.clone());
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
        assert!(names.meaning("%0").is_none() && names.meaning("%3").is_none());
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
        assert!(names.meaning("%1").is_none() && names.undo().is_none());
        // The next result does not take the number of a forgotten one.
        names.remember(forty);
        assert!(names.meaning("%2").is_some());
        let mut small = Universe::with_budget(misere::limits::Budget::default().with_max_nodes(10));
        assert_eq!(names.move_to(&new, &mut small), ["x"]);
        assert_eq!(names.listed(), "y := 2");
    }
}
