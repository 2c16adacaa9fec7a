//! Bindings `x := 2##` with their undo history, and results `%1`, `%2`, …
//!
//! A binding keeps the tree of its expression and not only its value, so that heaps stay heaps: after
//! `x := kayles(7) + 2` the command `moves x` plays Kayles. Names in the expression refer to the
//! bindings of that time, so a later `x := 3` does not change what `y` was built from; they are
//! replaced when an expression is evaluated. A result is a game.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use im::OrdMap;

use super::vocabulary::{self, is_command, is_ruleset, nearest};
use crate::failure::Failure;
use crate::session;
use misere::expr::HeapTerm;
use misere::game::{Game, Universe};
use misere::heaps::{Rulebook, Ruleset};
use misere::limits::{Account, Budget, Stopped};
use misere::notation::{Diagnostic, Linker, Node, NodeId, Span, Syntax, parse};

/// Bindings and their undo history, and results.
#[derive(Default)]
pub(super) struct Names {
    /// All bindings, the oldest first. A binding refers to older ones by their index.
    all: Vec<Binding>,
    /// The binding of each name.
    current: Current,
    /// What was current before each of the last changes, with the name that was bound.
    past: VecDeque<(String, Current, Rulebook)>,
    /// `%1` and so on; none if forgotten.
    results: Vec<Option<Game>>,
}

/// A persistent map: versions share what they have in common.
type Current = OrdMap<Rc<str>, usize>;

struct Binding {
    /// What was written, names replaced.
    text: Rc<str>,
    meaning: Meaning,
    /// Holds the memory of the expression.
    _account: Account,
}

/// What a name can stand for.
enum Meaning {
    Game {
        syntax: Syntax,
        uses: HashMap<String, Used>,
    },
    Range(RangeInclusive<u64>),
    Ruleset,
    /// The quotient of a ruleset, up to this heap or of all heaps. It is computed when it is asked for.
    Quotient(Option<u64>),
}

/// What a name in an expression refers to.
#[derive(Clone, Copy)]
enum Used {
    /// The binding with this index.
    Binding(usize),
    Result(Game),
}

impl session::Names for Rc<RefCell<Names>> {
    fn resolve(&self, syntax: Syntax) -> Result<Syntax, Diagnostic> {
        self.borrow().resolve(syntax)
    }

    fn is_bound(&self, name: &str) -> bool {
        let names = self.borrow();
        names.used(name).is_some()
    }

    fn number(&self, name: &str) -> Option<u64> {
        self.borrow().number(name)?.parse().ok()
    }

    fn quotient(&self, name: &str) -> Option<(String, Option<u64>)> {
        let names = self.borrow();
        let &index = names.current.get(name)?;
        match names.all[index].meaning {
            Meaning::Quotient(to) => Some((fixed_name(name, index), to)),
            _ => None,
        }
    }

    fn range(&self, name: &str) -> Option<RangeInclusive<u64>> {
        match self.borrow().binding(name)?.meaning {
            Meaning::Range(ref range) => Some(range.clone()),
            _ => None,
        }
    }

    fn add_result(&mut self, game: Game) {
        self.borrow_mut().results.push(Some(game));
    }
}

impl Names {
    /// How many bindings can be undone.
    const MOST_UNDONE: usize = 1000;

    fn binding(&self, name: &str) -> Option<&Binding> {
        self.current.get(name).map(|&index| &self.all[index])
    }

    /// What a name for a game refers to.
    fn used(&self, name: &str) -> Option<Used> {
        let result = match name.strip_prefix('%') {
            None => {
                let &index = self.current.get(name)?;
                let is_game = matches!(self.all[index].meaning, Meaning::Game { .. });
                return is_game.then_some(Used::Binding(index));
            }
            Some("") => self.results.last(),
            Some(number) => {
                let index = number.parse::<usize>().ok()?.checked_sub(1)?;
                self.results.get(index)
            }
        };
        result?.map(Used::Result)
    }

    /// The digits of a name that was bound to a number.
    fn number(&self, name: &str) -> Option<&str> {
        let text = &*self.binding(name)?.text;
        let is_number = !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
        is_number.then_some(text)
    }

    /// What the names in an expression refer to.
    fn uses(&self, syntax: &Syntax) -> Result<HashMap<String, Used>, Diagnostic> {
        let mut uses = HashMap::new();
        for (id, node) in syntax.iter() {
            let Node::Name(name) = node else { continue };
            let Some(used) = self.used(name) else {
                let (message, hint) = self.unknown(name);
                return Err(Diagnostic::new(message, syntax.span(id)).with_hint(hint));
            };
            uses.insert(name.clone(), used);
        }
        Ok(uses)
    }

    /// Replaces the names in an expression by what they stand for.
    fn resolve(&self, mut syntax: Syntax) -> Result<Syntax, Diagnostic> {
        self.insert_numbers(&mut syntax);
        let uses = self.uses(&syntax)?;
        let whole = Span {
            start: 0,
            end: syntax.span(syntax.root()).end,
        };
        self.linked(&syntax, &uses).ok_or_else(|| {
            let message = "with the meanings of its names the expression has too many parts";
            let hint = "the value of a game is small where its writing is not: show it, and use %";
            Diagnostic::new(message, whole).with_hint(hint)
        })
    }

    /// Replaces names of numbers in the parentheses of heaps: `kayles(n)`.
    fn insert_numbers(&self, syntax: &mut Syntax) {
        syntax.change_heaps(|_, position| {
            for item in position {
                if let Some(number) = self.number(item) {
                    let digits = number.trim_start_matches('0');
                    *item = if digits.is_empty() { "0" } else { digits }.to_owned();
                }
            }
        });
    }

    /// Joins an expression with all bindings that it refers to, older ones first. None if they have
    /// too many parts.
    fn linked(&self, syntax: &Syntax, uses: &HashMap<String, Used>) -> Option<Syntax> {
        let first_use = syntax.iter().find_map(|(id, node)| match node {
            Node::Name(_) => Some(syntax.span(id)),
            _ => None,
        });
        let Some(span) = first_use else {
            return Some(syntax.clone());
        };
        let mut linker = Linker::new(syntax.rulebook().clone());
        let mut roots: HashMap<usize, NodeId> = HashMap::new();
        let mut results: HashMap<Game, NodeId> = HashMap::new();
        let mut pending: Vec<Used> = uses.values().copied().collect();
        while let Some(&next) = pending.last() {
            let index = match next {
                Used::Result(game) => {
                    let root = linker.add(&Syntax::value(game), span, |_| None)?;
                    results.insert(game, root);
                    pending.pop();
                    continue;
                }
                Used::Binding(index) => index,
            };
            let Meaning::Game { syntax, uses } = &self.all[index].meaning else {
                pending.pop();
                continue;
            };
            let before = pending.len();
            if !roots.contains_key(&index) {
                pending.extend(uses.values().filter(|used| match used {
                    Used::Result(game) => !results.contains_key(game),
                    Used::Binding(other) => !roots.contains_key(other),
                }));
                if pending.len() > before {
                    continue;
                }
                let root_of = |name: &str| root(uses.get(name), &roots, &results);
                let root = linker.add(syntax, span, root_of)?;
                roots.insert(index, root);
            }
            pending.pop();
        }
        linker.finish(syntax, |name| root(uses.get(name), &roots, &results))
    }

    /// How many results there were.
    pub(super) fn results(&self) -> usize {
        self.results.len()
    }

    /// The bindings, by name.
    pub(super) fn bindings(&self) -> impl Iterator<Item = (&str, &str)> {
        let bindings = self.current.iter();
        bindings.map(|(name, &index)| (&**name, &*self.all[index].text))
    }

    /// Binds a name to an expression. The rulebook is that of the session.
    pub(super) fn bind(
        &mut self,
        name: &str,
        text: &str,
        mut syntax: Syntax,
        budget: &Budget,
    ) -> Result<(), Failure> {
        check_name(name)?;
        self.insert_numbers(&mut syntax);
        let refused = |error: Diagnostic| Failure::Input(error.render(text));
        let uses = self.uses(&syntax).map_err(refused)?;
        for (id, _) in syntax.iter() {
            HeapTerm::at(&syntax, id).map_err(refused)?;
        }
        let rulebook = syntax.rulebook().clone();
        // A ruleset may be bound again; the heaps of this expression stay those of today.
        syntax.change_heaps(|ruleset, _| {
            if let Some(&index) = self.current.get(ruleset.as_str()) {
                *ruleset = fixed_name(ruleset, index);
            }
        });
        let mut account = budget.account();
        account.hold(syntax.bytes() + text.len())?;
        let text = self.expanded(text, &rulebook);
        self.insert(
            name,
            text,
            Meaning::Game { syntax, uses },
            account,
            rulebook,
        );
        Ok(())
    }

    /// Binds a name to a range of numbers.
    pub(super) fn bind_range(
        &mut self,
        name: &str,
        range: RangeInclusive<u64>,
        rulebook: &Rulebook,
    ) -> Result<(), Failure> {
        check_name(name)?;
        let text = format!("{}..{}", range.start(), range.end());
        let account = Budget::default().account();
        self.insert(name, text, Meaning::Range(range), account, rulebook.clone());
        Ok(())
    }

    /// Binds a name to a ruleset, and enters it into the rulebook.
    pub(super) fn bind_ruleset(
        &mut self,
        name: &str,
        ruleset: &Arc<dyn Ruleset>,
        rulebook: &mut Rulebook,
    ) -> Result<(), Failure> {
        check_name(name)?;
        let before = rulebook.clone();
        rulebook.define(fixed_name(name, self.all.len()), Arc::clone(ruleset));
        rulebook.define(name, Arc::clone(ruleset));
        let account = Budget::default().account();
        self.insert(name, ruleset.name(), Meaning::Ruleset, account, before);
        Ok(())
    }

    /// Binds a name to the quotient of a ruleset.
    pub(super) fn bind_quotient(
        &mut self,
        name: &str,
        ruleset: &Arc<dyn Ruleset>,
        to: Option<u64>,
        rulebook: &mut Rulebook,
    ) -> Result<(), Failure> {
        check_name(name)?;
        let before = rulebook.clone();
        rulebook.define(fixed_name(name, self.all.len()), Arc::clone(ruleset));
        let text = match to {
            Some(to) => format!("quotient({}, {to})", ruleset.name()),
            None => format!("quotient({})", ruleset.name()),
        };
        let account = Budget::default().account();
        self.insert(name, text, Meaning::Quotient(to), account, before);
        Ok(())
    }

    fn insert(
        &mut self,
        name: &str,
        text: String,
        meaning: Meaning,
        account: Account,
        rulebook: Rulebook,
    ) {
        self.past
            .push_back((name.into(), self.current.clone(), rulebook));
        if self.past.len() > Self::MOST_UNDONE {
            self.past.pop_front();
        }
        self.current.insert(name.into(), self.all.len());
        self.all.push(Binding {
            text: text.into(),
            meaning,
            _account: account,
        });
    }

    /// The text with names replaced by what they stand for, so that it stays true when they are
    /// bound again. A long one is cut.
    fn expanded(&self, text: &str, rulebook: &Rulebook) -> String {
        const LONGEST: usize = 400;
        let Ok(mut syntax) = parse(text) else {
            return text.into();
        };
        self.insert_numbers(&mut syntax);
        let syntax = syntax.with_rulebook(rulebook.clone());
        let (mut expanded, mut end) = (String::new(), 0);
        for (id, node) in syntax.iter() {
            let span = syntax.span(id);
            // In parentheses a name has their span as well.
            let place = |name: &str| text[span.start..].find(name).unwrap_or(0) + span.start;
            match node {
                Node::Name(name) => {
                    let at = place(name);
                    expanded.push_str(&text[end..at]);
                    end = at + name.len();
                    match self.binding(name) {
                        Some(binding) if text == name => expanded.push_str(&binding.text),
                        Some(binding) => expanded.extend(["(", &binding.text, ")"]),
                        None if name == "%" => {
                            expanded.extend(["%", &self.results.len().to_string()]);
                        }
                        None => expanded.push_str(name),
                    }
                }
                Node::Heap { ruleset, position } => {
                    let at = place(ruleset);
                    let Some(close) = text[at..].find(')').map(|close| at + close + 1) else {
                        continue;
                    };
                    let names = text[at..close].contains(|c: char| c.is_alphabetic());
                    let is_own = self.current.contains_key(ruleset.as_str());
                    let is_numbered = position.iter().all(|x| !x.starts_with(char::is_alphabetic));
                    if let Ok(Some(term)) = HeapTerm::at(&syntax, id)
                        && names
                        && is_numbered
                        && (is_own || !text[at..close].contains(&position.join(",")))
                    {
                        expanded.push_str(&text[end..at]);
                        expanded.push_str(&term.name());
                        end = close;
                    }
                }
                _ => continue,
            }
            if expanded.len() > LONGEST {
                let head: String = expanded.chars().take(LONGEST).collect();
                return head + "…";
            }
        }
        expanded + &text[end..]
    }

    /// Undoes the last binding: returns its name, and what that stands for now. The rulebook becomes
    /// what it was.
    pub(super) fn undo(&mut self, rulebook: &mut Rulebook) -> Option<(String, Option<Rc<str>>)> {
        let (name, before, rules) = self.past.pop_back()?;
        self.current = before;
        *rulebook = rules;
        // Nothing older refers to the newest binding.
        self.all.pop();
        let text = self.binding(&name).map(|binding| Rc::clone(&binding.text));
        Some((name, text))
    }

    /// Moves the bindings to another universe and forgets the results. Bindings that are too large
    /// for it are removed, and the names that need them returned.
    pub(super) fn move_to(&mut self, old: &Universe, new: &mut Universe) -> Vec<String> {
        self.results.fill(None);
        self.past.clear();
        let mut lost = vec![false; self.all.len()];
        for (index, binding) in self.all.iter_mut().enumerate() {
            let Meaning::Game { uses, .. } = &mut binding.meaning else {
                continue;
            };
            let moved = uses.values_mut().try_for_each(|used| match used {
                Used::Result(game) => {
                    *game = new.import(old, *game)?;
                    Ok::<(), Stopped>(())
                }
                Used::Binding(_) => Ok(()),
            });
            let needs_lost = uses.values().any(|used| match used {
                Used::Binding(other) => lost[*other],
                Used::Result(_) => false,
            });
            lost[index] = moved.is_err() || needs_lost;
        }
        let removed = self.current.iter().filter(|&(_, &index)| lost[index]);
        let removed: Vec<String> = removed.map(|(name, _)| name.to_string()).collect();
        for name in &removed {
            self.current.remove(name.as_str());
        }
        removed
    }

    /// The message about a name that stands for nothing, and a hint.
    fn unknown(&self, name: &str) -> (String, String) {
        if name.starts_with('%') {
            return self.no_result(name);
        }
        let own = self.binding(name).map(|binding| &binding.meaning);
        if is_ruleset(name) || matches!(own, Some(Meaning::Ruleset)) {
            let message = format!("`{name}` is a ruleset, not a game");
            let hint = format!("a heap is written {name}(5); `rules {name}` explains it");
            return (message, hint);
        }
        if let Some(Meaning::Range(_)) = own {
            let message = format!("`{name}` is a range of numbers, not a game");
            return (
                message,
                format!("it may stand in a heap, as in kayles({name})"),
            );
        }
        if let Some(Meaning::Quotient(_)) = own {
            let message = format!("`{name}` is a quotient, not a game");
            return (message, format!("`quotient {name}` shows it"));
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
        let mut known: Vec<&str> = self.current.keys().map(|name| &**name).collect();
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

/// The root of what a name refers to.
fn root(
    used: Option<&Used>,
    roots: &HashMap<usize, NodeId>,
    results: &HashMap<Game, NodeId>,
) -> Option<NodeId> {
    match used? {
        Used::Binding(index) => roots.get(index).copied(),
        Used::Result(game) => results.get(game).copied(),
    }
}

/// The name under which a ruleset stays in the rulebook when its name is bound again. No input can
/// contain it.
fn fixed_name(name: &str, index: usize) -> String {
    format!("{name}@{index}")
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
}
