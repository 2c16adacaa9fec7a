//! Names that stand for nothing, and what cannot be a name.

use super::{Meaning, Names};
use crate::failure::Failure;
use crate::shell::vocabulary::{self, is_command, is_ruleset, nearest};

impl Names {
    /// The message about a name that stands for nothing, and a hint.
    pub(super) fn unknown(&self, name: &str) -> (String, String) {
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

/// Checks that this is a letter and further letters and digits, and nothing that has a meaning.
pub(super) fn check_name(name: &str) -> Result<(), Failure> {
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
