//! Advice on arguments that the command line does not have: what to write instead.

use clap::ValueEnum;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use misere::heaps::entries;
use misere::notation::parse;

use super::failure::{self, Failure};
use super::input::{is_number, nim_heaps};
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
        let command = words.iter().find(|word| is_command(word));
        let (message, hint) = if let Some(flag) = before.filter(|flag| flag.starts_with("--")) {
            (
                format!("`{flag} {number}` is not possible"),
                "numbers are 0 or more".to_owned(),
            )
        } else if let Some(command) = command.filter(|command| !takes_games(command)) {
            (
                format!("`{command}` takes no `{number}`"),
                format!("`misere help {command}` has its flags and examples"),
            )
        } else {
            (
                format!("`{number}` is not a game: a game is not negative"),
                "a difference has two sides, as in '2## - 2'".to_owned(),
            )
        };
        return Some(Failure::input(&message, Some(&hint)));
    }
    if matches!(bare, "json" | "csv" | "tex" | "text" | "md" | "bfile") {
        let message = format!("there is no flag `{word}`");
        let hint = format!("write --format {bare}");
        return Some(Failure::input(&message, Some(&hint)));
    }
    let command = words.iter().find(|word| is_command(word))?;
    if word.starts_with('-') {
        return Some(of_flag(error, word, command));
    }
    of_heaps(command, words)
}

/// Advice on a flag that a command does not have.
fn of_flag(error: &clap::Error, word: &str, command: &str) -> Failure {
    /// What others call the last heap.
    const LAST_HEAP: [&str; 8] = [
        "-n", "-N", "--n", "--max", "--last", "--limit", "--heaps", "--upto",
    ];
    let message = format!("`{command}` has no flag `{word}`");
    let has = |flag: &str| {
        let command = Cli::command_line().find_subcommand(command).cloned();
        command.is_some_and(|command| {
            let mut flags = command.get_arguments();
            flags.any(|arg| arg.get_long() == Some(flag))
        })
    };
    let hint = if LAST_HEAP.contains(&word) && has("to") {
        "--to N sets the last heap".to_owned()
    } else if matches!(word, "--output" | "-o" | "--out") {
        format!("a shell writes what is printed into a file: misere {command} … > FILE")
    } else if let Some(ContextValue::String(near)) = error.get(ContextKind::SuggestedArg) {
        format!("perhaps `{near}` is meant; `misere help {command}` lists its flags")
    } else {
        format!("`misere help {command}` lists its flags")
    };
    Failure::input(&message, Some(&hint))
}

/// Advice where a command that takes one game has several words: heaps are a sum, in one word.
fn of_heaps(command: &str, words: &[&str]) -> Option<Failure> {
    if !matches!(command, "moves" | "play" | "graph") {
        return None;
    }
    let words: Vec<&str> = (words.iter().copied())
        .skip_while(|word| *word != command)
        .skip(1)
        .take_while(|word| !word.starts_with('-'))
        .collect();
    let hint = match words[..] {
        [name, size] if is_number(size) && entries().any(|entry| entry.is_called(name)) => {
            format!("a heap is written '{name}({size})'")
        }
        _ if words.iter().all(|word| is_number(word)) => {
            let heaps = nim_heaps(&words);
            format!("nim heaps are a sum in one word: misere {command} '{heaps}'")
        }
        _ => format!("a sum is one word, with + between its summands: misere {command} '2##+1'"),
    };
    let message = format!(
        "`{command}` takes one game, and these are {} words",
        words.len()
    );
    Some(Failure::input(&message, Some(&hint)))
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

/// Whether a command takes games, and not rulesets, files or words only.
fn takes_games(command: &str) -> bool {
    let Some(command) = Cli::command_line().find_subcommand(command).cloned() else {
        return false;
    };
    let mut names = (command.get_positionals()).filter_map(clap::Arg::get_value_names);
    names.any(|names| {
        let mut names = names.iter();
        names.any(|name| matches!(name.as_str(), "EXPR" | "G" | "H" | "RULESET|EXPR"))
    })
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
