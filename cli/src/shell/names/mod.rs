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

use self::unknown::check_name;
use crate::failure::Failure;
use crate::session;
use misere::expr::HeapTerm;
use misere::game::{Game, Universe};
use misere::heaps::{Rulebook, Ruleset};
use misere::limits::{Account, Budget, Stopped};
use misere::notation::{Diagnostic, Syntax};

mod resolving;
#[cfg(test)]
mod tests;
mod unknown;

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
}

/// The name under which a ruleset stays in the rulebook when its name is bound again. No input can
/// contain it.
fn fixed_name(name: &str, index: usize) -> String {
    format!("{name}@{index}")
}
