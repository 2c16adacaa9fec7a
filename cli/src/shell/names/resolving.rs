//! Expressions in which names are replaced by what they stand for.

use std::collections::HashMap;

use super::{Meaning, Names, Used};
use misere::expr::HeapTerm;
use misere::game::Game;
use misere::heaps::Rulebook;
use misere::notation::{Diagnostic, Linker, Node, NodeId, Span, Syntax, parse};

impl Names {
    /// What the names in an expression refer to.
    pub(super) fn uses(&self, syntax: &Syntax) -> Result<HashMap<String, Used>, Diagnostic> {
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
    pub(super) fn resolve(&self, mut syntax: Syntax) -> Result<Syntax, Diagnostic> {
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
    pub(super) fn insert_numbers(&self, syntax: &mut Syntax) {
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

    /// The text with names replaced by what they stand for, so that it stays true when they are
    /// bound again. A long one is cut.
    pub(super) fn expanded(&self, text: &str, rulebook: &Rulebook) -> String {
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
