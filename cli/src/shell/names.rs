//! What names stand for: bindings `x := 2##`, and results `%1`, `%2`, …
//!
//! A binding keeps the tree of its expression and not only its value, so that heaps stay heaps: after
//! `x := kayles(7) + 2` the command `moves x` plays Kayles. Names in the expression are replaced
//! when it is bound, so a later `x := 3` does not change what `y` was built from. A result is a game.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::vocabulary::{self, is_command, is_ruleset, nearest};
use crate::failure::Failure;
use misere::expr::HeapTerm;
use misere::game::{Game, Universe};
use misere::notation::{Diagnostic, Node, Syntax, parse};

/// What all names stand for, and how it came to that.
#[derive(Default)]
pub(crate) struct Names {
    bindings: BTreeMap<String, Binding>,
    /// `%1` and so on; None if forgotten.
    results: Vec<Option<Syntax>>,
    /// The names that were bound, the last one last, with what they stood for before.
    changes: Vec<(String, Option<Binding>)>,
}

#[derive(Clone)]
struct Binding {
    /// The expression as it was written, names replaced.
    text: String,
    syntax: Rc<Syntax>,
}

impl Names {
    /// What a name stands for.
    pub(crate) fn meaning(&self, name: &str) -> Option<&Syntax> {
        match name.strip_prefix('%') {
            Some("") => self.results.last()?.as_ref(),
            Some(number) => {
                let index = number.parse::<usize>().ok()?.checked_sub(1)?;
                self.results.get(index)?.as_ref()
            }
            None => self.bindings.get(name).map(|binding| &*binding.syntax),
        }
    }

    /// An expression with what its names stand for in their place.
    pub(crate) fn graft(&self, syntax: &Syntax) -> Result<Syntax, Diagnostic> {
        for (id, node) in syntax.iter() {
            if let Node::Name(name) = node
                && self.meaning(name).is_none()
            {
                let (message, hint) = self.unknown(name);
                return Err(Diagnostic::new(message, syntax.span(id)).with_hint(hint));
            }
        }
        syntax.graft(|name| self.meaning(name))
    }

    /// Names a game that was found.
    pub(crate) fn remember(&mut self, game: Game) {
        self.results.push(Some(Syntax::value(game)));
    }

    /// How many results there were.
    pub(super) fn results(&self) -> usize {
        self.results.len()
    }

    /// The bindings, by name.
    pub(super) fn bindings(&self) -> impl Iterator<Item = (&str, &str)> {
        let bindings = self.bindings.iter();
        bindings.map(|(name, binding)| (name.as_str(), binding.text.as_str()))
    }

    /// Lets a name stand for an expression, of which the names are replaced already.
    pub(super) fn bind(&mut self, name: &str, text: &str, syntax: Syntax) -> Result<(), Failure> {
        check_name(name)?;
        for (id, _) in syntax.iter() {
            HeapTerm::at(&syntax, id).map_err(|error| Failure::Input(error.render(text)))?;
        }
        let binding = Binding {
            text: self.expanded(text),
            syntax: Rc::new(syntax),
        };
        let before = self.bindings.insert(name.into(), binding);
        self.changes.push((name.into(), before));
        Ok(())
    }

    /// The same text with what names stood for in their place: it stays true when they are bound
    /// again. A long one is cut.
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
            match self.bindings.get(name) {
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

    /// Takes back the last binding: its name, and what that stands for now.
    pub(super) fn undo(&mut self) -> Option<(String, Option<String>)> {
        let (name, before) = self.changes.pop()?;
        let text = before.as_ref().map(|binding| binding.text.clone());
        match before {
            Some(binding) => self.bindings.insert(name.clone(), binding),
            None => self.bindings.remove(&name),
        };
        Some((name, text))
    }

    /// Goes on in another universe: results are forgotten, bindings are carried over. Those that
    /// are too large for it are forgotten as well, and their names returned.
    pub(super) fn emigrate(&mut self, old: &Universe, new: &mut Universe) -> Vec<String> {
        self.results.fill(None);
        self.changes.clear();
        let mut lost = Vec::new();
        self.bindings.retain(|name, binding| {
            let syntax = Rc::make_mut(&mut binding.syntax);
            for game in syntax.values_mut() {
                let Ok(carried) = new.import(old, *game) else {
                    lost.push(name.clone());
                    return false;
                };
                *game = carried;
            }
            true
        });
        lost
    }

    /// What is said of a name that stands for nothing, and a hint.
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
        let mut known: Vec<&str> = self.bindings.keys().map(String::as_str).collect();
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

/// A name is a letter and further letters and digits, and means nothing else.
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
            let syntax = self.graft(&parse(text).unwrap());
            syntax.is_ok_and(|syntax| self.bind(name, text, syntax).is_ok())
        }

        fn value(&self, text: &str, u: &mut Universe) -> Game {
            evaluate(&self.graft(&parse(text).unwrap()).unwrap(), u).unwrap()
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
        assert!(names.emigrate(&old, &mut new).is_empty());
        let forty = new.nim(40).unwrap();
        assert_eq!(names.value("x", &mut new), new.sharp(forty).unwrap());
        assert!(names.meaning("%1").is_none() && names.undo().is_none());
        // The next result does not take the number of a forgotten one.
        names.remember(forty);
        assert!(names.meaning("%2").is_some());
        let mut small = Universe::with_budget(misere::limits::Budget::default().with_max_nodes(10));
        assert_eq!(names.emigrate(&new, &mut small), ["x"]);
        assert_eq!(names.listed(), "y := 2");
    }
}
