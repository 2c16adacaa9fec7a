//! Advice on arguments that the command line does not have: what to write instead.

use clap::ValueEnum;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use misere::notation::parse;

use super::failure::{self, Failure};
use super::{Cli, Format};

/// The failure for arguments that are refused. `words` are the arguments without the name of the program.
pub(super) fn refused(error: &clap::Error, words: &[&str]) -> Failure {
    advice(error, words).unwrap_or_else(|| failure::of_arguments(error, words.iter().copied()))
}

/// The advice on a mistake that is made often; none if the parser's own message is as good.
fn advice(error: &clap::Error, words: &[&str]) -> Option<Failure> {
    if error.kind() == ErrorKind::InvalidValue {
        return of_format(error, words);
    }
    let kind = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        _ => return None,
    };
    let Some(ContextValue::String(word)) = error.get(kind) else {
        return None;
    };
    if error.kind() == ErrorKind::InvalidSubcommand {
        return of_command(word, words);
    }
    let bare = word.trim_start_matches('-');
    if is_negative(word) {
        // The parser names `-5` by its first letter where it takes it for a short flag.
        let number = words.iter().find(|w| w.starts_with(word.as_str()))?;
        let before = words.iter().take_while(|w| *w != number).last();
        let (message, hint) = if let Some(flag) = before.filter(|flag| flag.starts_with("--")) {
            (
                format!("`{flag} {number}` is not possible"),
                "numbers are 0 or more",
            )
        } else {
            (
                format!("`{number}` is not a game: a game is not negative"),
                "a difference has two sides, as in '2## - 2'",
            )
        };
        return Some(Failure::input(&message, Some(hint)));
    }
    if matches!(bare, "json" | "csv" | "tex" | "text" | "md" | "bfile") {
        let message = format!("there is no flag `{word}`");
        let hint = format!("write --format {bare}");
        return Some(Failure::input(&message, Some(&hint)));
    }
    None
}

/// Advice on a format that a command has not.
fn of_format(error: &clap::Error, words: &[&str]) -> Option<Failure> {
    let (
        Some(ContextValue::String(flag)),
        Some(ContextValue::String(asked)),
        Some(ContextValue::Strings(offered)),
    ) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
        error.get(ContextKind::ValidValue),
    )
    else {
        return None;
    };
    if !flag.starts_with("--format") || Format::from_str(asked, false).is_err() {
        return None;
    }
    let command = words.iter().find(|word| is_command(word))?;
    let message = format!("`{command}` has no {asked} output");
    let hint = match &offered[..] {
        [most @ .., last] if !most.is_empty() => {
            format!("it has {} and {last}", most.join(", "))
        }
        _ => format!("it has {}", offered.concat()),
    };
    Some(Failure::input(&message, Some(&hint)))
}

/// Whether a word is a command of the command line.
fn is_command(word: &str) -> bool {
    Cli::command_line().find_subcommand(word).is_some()
}

/// Whether a word is a negative number.
fn is_negative(word: &str) -> bool {
    let digits = word.strip_prefix('-').unwrap_or("");
    digits.starts_with(|c: char| c.is_ascii_digit())
}

/// Advice where an expression stands in the place of a command.
fn of_command(word: &str, words: &[&str]) -> Option<Failure> {
    let text = words.join(" ");
    let message = format!("`{word}` is not a command");
    if let Some((left, right)) = text.split_once("==") {
        let (left, right) = (left.trim(), right.trim());
        if parse(left).is_ok() && parse(right).is_ok() {
            let hint = format!("to compare two games write misere compare '{left}' '{right}'");
            return Some(Failure::input(&message, Some(&hint)));
        }
    }
    let is_game = word.contains(|c: char| c.is_ascii_digit()) && parse(word).is_ok();
    is_game.then(|| {
        let hint = format!("to show a game write misere show '{word}'");
        Failure::input(&message, Some(&hint))
    })
}
