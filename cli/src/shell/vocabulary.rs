//! The words that a line can begin with, and the nearest of them to a misspelt one.

use std::sync::LazyLock;

use crate::Cli;
use misere::heaps::{Entry, entries};
use strsim::levenshtein;

/// The words of the shell itself, and what they do.
pub(super) const WORDS: [(&str, &str); 10] = [
    ("help", "Show this overview, or help on a TOPIC"),
    ("names", "List the names and the results"),
    (
        "define",
        "Name a ruleset by its rule: define f(n) -> n-1, n-2",
    ),
    ("undo", "Take back the last binding"),
    ("set", "List the settings, or change one: set NAME VALUE"),
    ("unset", "Restore a setting"),
    ("time", "Show how long commands take: on, off or slow"),
    ("reset", "Forget all games and results, keep the names"),
    ("exit", "Leave the shell; quit and Ctrl-D do the same"),
    ("quit", "Leave the shell"),
];

/// The command line as it is defined.
pub(super) static COMMAND_LINE: LazyLock<clap::Command> = LazyLock::new(|| {
    let mut command = Cli::command_line();
    command.build();
    command
});

/// The commands of the command line, each with its description.
pub(super) fn commands() -> impl Iterator<Item = (&'static str, String)> {
    let commands = COMMAND_LINE.get_subcommands();
    let commands = commands.filter(|command| !matches!(command.get_name(), "help" | "shell"));
    commands.map(|command| {
        let about = command.get_about().map(ToString::to_string);
        (command.get_name(), about.unwrap_or_default())
    })
}

/// Whether a line that begins with this word is a command.
pub(super) fn is_command(word: &str) -> bool {
    WORDS.iter().any(|(name, _)| *name == word) || COMMAND_LINE.find_subcommand(word).is_some()
}

/// The names of all rulesets.
pub(super) fn rulesets() -> impl Iterator<Item = &'static str> {
    entries().flat_map(Entry::names)
}

/// Whether this is the name of a ruleset, or differs from one by case only.
pub(super) fn is_ruleset(word: &str) -> bool {
    entries().any(|entry| entry.is_called(word))
}

/// The nearest candidate, if it differs by at most two typing errors.
pub(super) fn nearest<'a>(
    word: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    let errors = word.chars().count().min(5) / 2;
    let word = word.to_ascii_lowercase();
    let distance = |candidate: &str| levenshtein(&word, &candidate.to_ascii_lowercase());
    let all = candidates.map(|candidate| (distance(candidate), candidate));
    let (distance, nearest) = all.min_by_key(|&(distance, _)| distance)?;
    (distance <= errors).then_some(nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_words_are_found() {
        let names = || ["show", "primes", "quotient", "x"].into_iter();
        for (word, meant) in [
            ("shwo", Some("show")),
            ("prmes", Some("primes")),
            ("qoutient", Some("quotient")),
            ("y", None),
            ("kayles", None),
        ] {
            assert_eq!(nearest(word, names()), meant, "{word}");
        }
    }
}
