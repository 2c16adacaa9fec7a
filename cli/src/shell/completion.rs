//! Completion: the words that can stand at the cursor.

use clap::Arg;
use rustyline::completion::{FilenameCompleter, Pair};

use super::vocabulary::{COMMAND_LINE, WORDS, commands, is_command, rulesets};
use super::{help, settings};
use misere::heaps::entries;

/// The words that can complete a line up to the cursor, and where they begin.
pub(super) fn candidates(line: &str, names: &[String]) -> rustyline::Result<(usize, Vec<Pair>)> {
    let line_start = line.rfind('\n').map_or(0, |end| end + 1);
    let words: Vec<&str> = line[line_start..].split_whitespace().collect();
    let complete = if line.ends_with(char::is_whitespace) {
        &words[..]
    } else {
        &words[..words.len().saturating_sub(1)]
    };
    if let [.., last] = complete
        && takes_a_file(complete[0], last)
    {
        return FilenameCompleter::new().complete_path(line, line.len());
    }
    let start = token_start(line);
    let token = &line[start..];
    let is_first = line[line_start..start].trim().is_empty();
    let mut found: Vec<String> = possible(complete, is_first, token, names)
        .into_iter()
        .filter(|candidate| candidate.starts_with(token) && *candidate != token)
        .collect();
    found.sort();
    found.dedup();
    let pairs = found.into_iter().map(|candidate| Pair {
        display: candidate.trim_end().into(),
        replacement: candidate,
    });
    Ok((start, pairs.collect()))
}

/// Where the name, flag or value begins that ends at the cursor.
fn token_start(line: &str) -> usize {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '-';
    let start = line.trim_end_matches(part_of_name).len();
    let run = &line[start..];
    if run.starts_with("--") {
        return start;
    }
    // In `2-kay` the name begins with its letter.
    let letter = run.find(char::is_alphabetic).unwrap_or(run.len());
    start + letter
}

/// All that can follow these words.
fn possible(before: &[&str], is_first: bool, token: &str, names: &[String]) -> Vec<String> {
    let games = |names| games(names, token);
    let all = |words: &[&str]| words.iter().map(|&word| word.into()).collect();
    match before {
        _ if token.starts_with("--") => flags(before),
        [] if is_first => {
            let words = WORDS.iter().map(|(word, _)| *word);
            let commands = words.chain(commands().map(|(name, _)| name));
            let commands = commands.map(|command| format!("{command} "));
            commands.chain(games(names)).collect()
        }
        ["help"] => {
            let topics = help::topics().chain(rulesets());
            topics.map(ToOwned::to_owned).collect()
        }
        ["set" | "unset"] => settings::names().map(|name| format!("{name} ")).collect(),
        ["set", "quiet" | "stats"] => all(&["on", "off"]),
        ["set", name] => values(argument("", &format!("--{name}"))),
        ["time"] => all(&["on", "off", "slow"]),
        [command, .., flag] if flag.starts_with("--") => match argument(command, flag) {
            Some(arg) if arg.get_action().takes_values() => values(Some(arg)),
            _ => games(names).collect(),
        },
        [
            "names" | "undo" | "reset" | "exit" | "quit" | "time" | "set" | "unset" | "help",
            ..,
        ] => Vec::new(),
        ["completions"] => {
            let command = COMMAND_LINE.find_subcommand("completions");
            values(command.and_then(|command| command.get_positionals().next()))
        }
        _ => games(names).collect(),
    }
}

/// Names, and rulesets up to their parameters; these are many and need a first letter.
fn games(names: &[String], token: &str) -> impl Iterator<Item = String> {
    let known = entries().filter(|_| !token.is_empty());
    let rulesets = known.flat_map(|entry| {
        let parameters = entry.usage.starts_with(&format!("{}{{", entry.name));
        let names = std::iter::once(entry.name).chain(entry.aliases.iter().copied());
        names.map(move |name| format!("{name}{}", if parameters { "{" } else { "" }))
    });
    names.iter().cloned().chain(rulesets)
}

/// The flags of the command that a line begins with.
fn flags(before: &[&str]) -> Vec<String> {
    let name = before.first().copied().unwrap_or_default();
    // A line that begins with an expression is shown.
    let name = if is_command(name) { name } else { "show" };
    let command = COMMAND_LINE.find_subcommand(name).unwrap_or(&COMMAND_LINE);
    let flags = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let flags = flags.filter_map(|arg| {
        let blank = if arg.get_action().takes_values() {
            " "
        } else {
            ""
        };
        Some(format!("--{}{blank}", arg.get_long()?))
    });
    flags.collect()
}

fn argument(command: &str, flag: &str) -> Option<&'static Arg> {
    let command = COMMAND_LINE
        .find_subcommand(command)
        .unwrap_or(&COMMAND_LINE);
    let long = flag.strip_prefix("--")?;
    command
        .get_arguments()
        .find(|arg| arg.get_long() == Some(long))
}

fn values(arg: Option<&Arg>) -> Vec<String> {
    let values = arg.map(Arg::get_possible_values).unwrap_or_default();
    values
        .iter()
        .map(|value| value.get_name().to_owned())
        .collect()
}

/// Whether the next word is the name of a file.
fn takes_a_file(command: &str, last: &str) -> bool {
    let names_a_file = |arg: &Arg| {
        let names = arg.get_value_names().unwrap_or_default();
        names.iter().any(|name| name == "FILE")
    };
    command == "check" || argument(command, last).is_some_and(names_a_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the line becomes with each candidate.
    fn completed(line: &str) -> Vec<String> {
        let (start, found) = candidates(line, &["xylophone".into(), "x2".into()]).unwrap();
        let whole = |pair: Pair| format!("{}{}", &line[..start], pair.replacement);
        found.into_iter().map(whole).collect()
    }

    #[test]
    fn words_in_their_places() {
        for (line, expected) in [
            ("quo", &["quotient "][..]),
            ("mi", &["minus "]),
            ("quotient dawsons-k", &["quotient dawsons-kayles"]),
            ("show 2+kay", &["show 2+kayles"]),
            ("show 2-kay", &["show 2-kayles"]),
            ("show cu", &["show cut{"]),
            ("xy", &["xylophone"]),
            ("moves (x", &["moves (x2", "moves (xylophone"]),
            (
                "moves x2 --no",
                &["moves x2 --normal", "moves x2 --notation "],
            ),
            ("2+2 --tr", &["2+2 --trace"]),
            ("show 2 --format j", &["show 2 --format json"]),
            (
                "show 2 --notation ",
                &[
                    "show 2 --notation conway",
                    "show 2 --notation paper",
                    "show 2 --notation sets",
                    "show 2 --notation tex",
                ],
            ),
            ("set for", &["set format "]),
            ("set format bf", &["set format bfile"]),
            ("help res", &["help residue-throw-divisor", "help results"]),
            ("time s", &["time slow"]),
            ("completions z", &["completions zsh"]),
            ("undo ", &[]),
            ("2+2\nprim", &["2+2\nprimes "]),
            ("%", &["%x2", "%xylophone"]),
            ("show 2", &["show 2x2", "show 2xylophone"]),
        ] {
            assert_eq!(completed(line), expected, "{line}");
        }
    }

    #[test]
    fn files() {
        for line in ["check Cargo.tom", "period 0.77 --certificate Cargo.tom"] {
            assert_eq!(completed(line), [format!("{line}l")]);
        }
    }
}
