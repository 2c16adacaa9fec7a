//! Completion: what can stand at the cursor, in the shell of the program and on the command line.

use std::collections::BTreeSet;

use clap::{Arg, Command};
use rustyline::completion::{FilenameCompleter, Pair};

use super::vocabulary::{COMMAND_LINE, WORDS, commands, is_command, rulesets};
use super::{help, settings};
use misere::heaps::{Entry, entries};
use misere_claims::claims;

/// What can stand at the cursor.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Files,
    Folders,
    Words(Vec<Candidate>),
}

/// A word that can stand at the cursor, and what it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Candidate {
    pub(crate) word: String,
    pub(crate) about: String,
}

impl Candidate {
    fn new(word: impl Into<String>, about: impl Into<String>) -> Self {
        Self {
            word: word.into(),
            about: about.into(),
        }
    }

    fn plain(word: impl Into<String>) -> Self {
        Self::new(word, "")
    }
}

/// What an argument stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    /// A game or a ruleset; a name in it is completed wherever it stands.
    Game,
    Claim,
    Command,
    /// One of a few words.
    Choice,
    /// A number, or anything else that is not known here.
    Other,
}

/// What an argument stands for: the name that its value has in the help says it.
fn kind(arg: &Arg) -> Kind {
    if !arg.get_possible_values().is_empty() {
        return Kind::Choice;
    }
    let names = arg.get_value_names().unwrap_or_default();
    match names.first().map(clap::builder::Str::as_str) {
        Some("FILE") => Kind::File,
        Some("FOLDER") => Kind::Folder,
        Some("EXPR" | "RULESET" | "RULESET|EXPR" | "G" | "H" | "NAME" | "CODE") => Kind::Game,
        Some("CLAIM") => Kind::Claim,
        Some("COMMAND") => Kind::Command,
        _ => Kind::Other,
    }
}

/// The words that can complete a line of the shell up to the cursor, and where they begin.
pub(super) fn candidates(line: &str, names: &[String]) -> rustyline::Result<(usize, Vec<Pair>)> {
    let line_start = line.rfind('\n').map_or(0, |end| end + 1);
    let words: Vec<&str> = line[line_start..].split_whitespace().collect();
    let (before, word) = if line.ends_with(char::is_whitespace) {
        (&words[..], "")
    } else {
        let (last, before) = words.split_last().unwrap_or((&"", &[]));
        (before, *last)
    };
    let start = line.len() - word.len();
    let found = match possible(before, word, names) {
        Found::Files | Found::Folders => {
            return FilenameCompleter::new().complete_path(line, line.len());
        }
        Found::Words(words) => words,
    };
    // What is there already needs no completion.
    let found: Vec<Candidate> = (found.into_iter())
        .filter(|candidate| candidate.word != word)
        .collect();
    let start = start + common_start(word, &found);
    let pairs = found.into_iter().map(|candidate| {
        let replacement = candidate.word[start - (line.len() - word.len())..].to_owned();
        Pair {
            display: replacement.trim_end().into(),
            replacement,
        }
    });
    Ok((start, pairs.collect()))
}

/// Where the name at the end of a word begins, if all candidates only complete that name.
fn common_start(word: &str, found: &[Candidate]) -> usize {
    let start = name_start(word);
    let is_kept = |candidate: &Candidate| candidate.word.starts_with(&word[..start]);
    if found.iter().all(is_kept) { start } else { 0 }
}

/// Where the name or number begins that ends a word: in `2+kay` and `2-kay` at its letter.
fn name_start(word: &str) -> usize {
    if word.starts_with('-') {
        return 0;
    }
    let part_of_name = |c: char| c.is_alphanumeric() || c == '-';
    let start = word.trim_end_matches(part_of_name).len();
    let run = &word[start..];
    start + run.find(char::is_alphabetic).unwrap_or(run.len())
}

/// All that can follow these words of a line of the shell and begin with this one.
fn possible(before: &[&str], word: &str, names: &[String]) -> Found {
    let plain = |words: &[&str]| words.iter().map(|&word| Candidate::plain(word)).collect();
    let all: Vec<Candidate> = match before {
        _ if word.starts_with("--") => return after_command(before, word, names),
        [] => {
            let mut all = games(word, names);
            let first = (WORDS.iter().map(|&(word, about)| (word, about.to_owned())))
                .chain(commands())
                .map(|(word, about)| Candidate::new(format!("{word} "), about));
            all.extend(first);
            all
        }
        ["help"] => (help::topics().chain(rulesets()))
            .map(Candidate::plain)
            .collect(),
        ["set" | "unset"] => (settings::names())
            .map(|name| Candidate::plain(format!("{name} ")))
            .collect(),
        ["set", "quiet" | "stats"] => plain(&["on", "off"]),
        ["set", name] => match argument(&COMMAND_LINE, &format!("--{name}")) {
            Some(arg) => choices(arg),
            None => Vec::new(),
        },
        ["time"] => plain(&["on", "off", "slow"]),
        [
            "names" | "undo" | "reset" | "exit" | "quit" | "time" | "set" | "unset" | "help",
            ..,
        ] => Vec::new(),
        _ => return after_command(before, word, names),
    };
    beginning_with(word, all)
}

/// What can follow these words of the command line, of which the first is the program, and begin with
/// this one, which may have an opening quotation mark. Flags have no blank after them: that is for
/// the shell to add.
pub(crate) fn on_command_line(before: &[String], word: &str) -> Found {
    let before: Vec<&str> = before.iter().skip(1).map(String::as_str).collect();
    let bare = word.trim_start_matches(['"', '\'']);
    // A shell expands braces that are not quoted, so parameters stand behind a colon.
    let is_quoted = bare.len() < word.len();
    let word = if is_quoted {
        bare.to_owned()
    } else {
        bare.replace(':', "{")
    };
    let Found::Words(mut words) = follows(&before, &word) else {
        return follows(&before, bare);
    };
    for Candidate { word, .. } in &mut words {
        word.truncate(word.trim_end().len());
        if !is_quoted {
            *word = word.trim_end_matches('}').replace('{', ":");
        }
    }
    Found::Words(words)
}

fn follows(before: &[&str], word: &str) -> Found {
    let program = &*COMMAND_LINE;
    let mut rest = before;
    // Flags may stand before the command.
    while let [flag, after @ ..] = rest
        && flag.starts_with('-')
    {
        let arg = argument(program, flag).filter(|arg| takes_values(arg));
        rest = match (arg, after) {
            (Some(arg), []) => return values(arg, word, &[]),
            (Some(_), [_, after @ ..]) | (None, after) => after,
        };
    }
    match rest {
        [] if word.starts_with('-') => beginning_with(word, flags(program)),
        [] => {
            let commands = COMMAND_LINE.get_subcommands();
            let commands = commands.filter(|command| !command.is_hide_set());
            let all = commands.map(|command| {
                let about = command.get_about().map(ToString::to_string);
                Candidate::new(command.get_name(), about.unwrap_or_default())
            });
            beginning_with(word, all.collect())
        }
        ["help"] => {
            let commands = commands().map(|(name, about)| Candidate::new(name, about));
            let others = help::topics().chain(rulesets()).map(Candidate::plain);
            beginning_with(word, commands.chain(others).collect())
        }
        ["help", ..] => Found::Words(Vec::new()),
        _ => after_command(rest, word, &[]),
    }
}

/// What can follow a command and its arguments.
fn after_command(before: &[&str], word: &str, names: &[String]) -> Found {
    let name = before.first().copied().unwrap_or_default();
    // A line that begins with an expression is shown.
    let (command, arguments) = match COMMAND_LINE.find_subcommand(name) {
        Some(command) if is_command(name) => (command, &before[1..]),
        _ => match COMMAND_LINE.find_subcommand("show") {
            Some(show) => (show, before),
            None => return Found::Words(Vec::new()),
        },
    };
    if let Some((flag, value)) = word.split_once('=').filter(|_| word.starts_with("--")) {
        let found = match argument(command, flag) {
            Some(arg) => values(arg, value, names),
            None => Found::Words(Vec::new()),
        };
        return match found {
            Found::Words(mut words) => {
                for candidate in &mut words {
                    candidate.word.insert_str(0, &format!("{flag}="));
                }
                Found::Words(words)
            }
            files => files,
        };
    }
    if word.starts_with('-') {
        return beginning_with(word, flags(command));
    }
    if let Some(arg) = (arguments.last()).and_then(|last| argument(command, last))
        && takes_values(arg)
        && !arg.is_require_equals_set()
    {
        return values(arg, word, names);
    }
    // The places of the words that are no flags and no values of flags.
    let mut place = 0;
    let mut is_value = false;
    for word in arguments {
        let arg = argument(command, word);
        let is_flag = word.starts_with("--");
        if !is_value && !is_flag {
            place += 1;
        }
        is_value = arg.is_some_and(|arg| takes_values(arg) && !arg.is_require_equals_set());
    }
    let positionals = || command.get_positionals().filter(|arg| !arg.is_hide_set());
    match positionals().nth(place).or_else(|| positionals().last()) {
        Some(arg) => values(arg, word, names),
        None => Found::Words(Vec::new()),
    }
}

/// The values of an argument that begin with this word.
fn values(arg: &Arg, word: &str, names: &[String]) -> Found {
    let all = match kind(arg) {
        Kind::File => return Found::Files,
        Kind::Folder => return Found::Folders,
        Kind::Game => games(word, names),
        Kind::Choice => choices(arg),
        Kind::Command => (commands())
            .map(|(name, about)| Candidate::new(name, about))
            .collect(),
        Kind::Claim => {
            let papers = claims().filter_map(|claim| Some(claim.id.split_once('.')?.0));
            let papers: BTreeSet<&str> = papers.collect();
            let papers = papers
                .into_iter()
                .map(|paper| Candidate::new(paper, "all of them"));
            let ids = claims().map(|claim| Candidate::new(claim.id, claim.place));
            papers.chain(ids).collect()
        }
        Kind::Other => Vec::new(),
    };
    beginning_with(word, all)
}

fn beginning_with(word: &str, mut all: Vec<Candidate>) -> Found {
    all.retain(|candidate| candidate.word.starts_with(word));
    all.sort();
    all.dedup_by(|a, b| a.word == b.word);
    Found::Words(all)
}

/// The word with the name at its end completed: names, and rulesets up to their parameters; these are
/// many and need a first letter. A family that is there already gets the parameters of its example.
fn games(word: &str, names: &[String]) -> Vec<Candidate> {
    let (before, name) = word.split_at(name_start(word));
    let whole = |end: &str, about: &str| Candidate::new(format!("{before}{end}"), about);
    let mut all: Vec<Candidate> = names.iter().map(|name| whole(name, "")).collect();
    if !name.is_empty() {
        let known = entries().flat_map(|entry| entry.names().map(move |name| (entry, name)));
        all.extend(known.map(|(entry, name)| match parameters(entry) {
            Some(_) => whole(&format!("{name}{{"), entry.usage),
            None => whole(name, if name == entry.name { "" } else { entry.name }),
        }));
    }
    for (entry, parameters) in entries().filter_map(|e| Some((e, parameters(e)?))) {
        for name in entry.names() {
            let end = word
                .strip_suffix('{')
                .and_then(|word| word.strip_suffix(name));
            // The end of another name is not a name.
            let end = end.filter(|end| end.len() == name_start(&format!("{end}{name}")));
            all.extend(end.map(|_| Candidate::new(format!("{word}{parameters}}}"), entry.usage)));
        }
    }
    all
}

/// The parameters of a family in its example.
fn parameters(entry: &Entry) -> Option<&'static str> {
    let usage = entry.usage.strip_prefix(entry.name)?;
    usage.strip_prefix('{')?.strip_suffix('}')
}

/// The flags of a command, with a blank if a value follows.
fn flags(command: &Command) -> Vec<Candidate> {
    let flags = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let flags = flags.filter_map(|arg| {
        let blank = if takes_values(arg) && !arg.is_require_equals_set() {
            " "
        } else {
            ""
        };
        let about = arg.get_help().map(ToString::to_string);
        let flag = format!("--{}{blank}", arg.get_long()?);
        Some(Candidate::new(flag, about.unwrap_or_default()))
    });
    flags.collect()
}

fn takes_values(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

fn argument(command: &'static Command, flag: &str) -> Option<&'static Arg> {
    let long = flag.strip_prefix("--");
    let short = flag.strip_prefix('-').filter(|flag| flag.len() == 1);
    let short = short.and_then(|flag| flag.chars().next());
    command.get_arguments().find(|arg| match long {
        Some(_) => {
            arg.get_long() == long
                || arg
                    .get_all_aliases()
                    .into_iter()
                    .flatten()
                    .any(|a| Some(a) == long)
        }
        None => short.is_some() && arg.get_short() == short,
    })
}

fn choices(arg: &Arg) -> Vec<Candidate> {
    let values = arg.get_possible_values();
    let values = values.iter().filter(|value| !value.is_hide_set());
    let choices = values.map(|value| {
        let about = value.get_help().map(ToString::to_string);
        Candidate::new(value.get_name(), about.unwrap_or_default())
    });
    choices.collect()
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
            (
                "show cut{",
                &["show cut{1,6}", "show cut{x2", "show cut{xylophone"],
            ),
            ("verify structure.fig3", &["verify structure.fig3.sum"]),
            ("man comp", &["man compare", "man completions"]),
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
