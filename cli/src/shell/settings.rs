//! Flags that last: `set format json`. A flag on a line applies to that line only.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, FromArgMatches, ValueEnum};

use super::vocabulary::COMMAND_LINE;
use crate::arguments::refused;
use crate::failure::Failure;
use crate::{Cli, Shared};

/// The flags in force, and those that the shell was started with.
pub(super) struct Settings {
    pub(super) now: Shared,
    first: Shared,
}

impl Settings {
    pub(super) fn new(shared: &Shared) -> Self {
        Self {
            now: *shared,
            first: *shared,
        }
    }

    /// Parses a command line. Flags that are not on it are those in force.
    pub(super) fn parse(&self, words: &[String]) -> Result<Cli, clap::Error> {
        let words = std::iter::once("misere").chain(words.iter().map(String::as_str));
        let matches = COMMAND_LINE.clone().try_get_matches_from(words)?;
        let mut cli = Cli::from_arg_matches(&matches)?;
        cli.shared = over(cli.shared, &self.now, &matches);
        Ok(cli)
    }

    /// Refuses another number of threads: their pool is started once.
    pub(super) fn check_threads(&self, shared: &Shared) -> Result<(), Failure> {
        if shared.threads == self.first.threads {
            return Ok(());
        }
        let message = "the number of threads is fixed when the shell starts";
        Err(Failure::input(
            message,
            Some("as in misere shell --threads 2"),
        ))
    }

    /// Sets a flag for all commands that follow.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        let name = known(name)?;
        let now = &mut self.now;
        match (name, value) {
            ("timeout", "none" | "off") => now.timeout = None,
            ("max-nodes", "none" | "off") => now.max_nodes = None,
            ("quiet", _) => now.quiet = on_or_off(name, value)?,
            ("stats", _) => now.stats = on_or_off(name, value)?,
            _ => {
                // `rules` stands for any command without arguments.
                let words = [format!("--{name}={value}"), "rules".into()];
                let read = self.parse(&words).map_err(|error| refusal(&error, &[]))?;
                self.check_threads(&read.shared)?;
                self.now = read.shared;
            }
        }
        Ok(())
    }

    /// Puts a flag back to what it was at the beginning.
    pub(super) fn unset(&mut self, name: &str) -> Result<(), Failure> {
        let (first, now) = (self.first, &mut self.now);
        match known(name)? {
            "format" => now.format = first.format,
            "notation" => now.notation = first.notation,
            "max-form" => now.max_form = first.max_form,
            "max-nodes" => now.max_nodes = first.max_nodes,
            "max-memory" => now.max_memory = first.max_memory,
            "timeout" => now.timeout = first.timeout,
            "threads" => now.threads = first.threads,
            "stats" => now.stats = first.stats,
            "color" => now.color = first.color,
            _ => now.quiet = first.quiet,
        }
        Ok(())
    }

    /// The settings with their values.
    pub(super) fn list(&self) -> Vec<(&'static str, String)> {
        let none = || "none".to_owned();
        let now = &self.now;
        let switch = |is_on| (if is_on { "on" } else { "off" }).to_owned();
        let value = |name| match name {
            "format" => chosen(&now.format),
            "notation" => chosen(&now.notation),
            "max-form" => now.max_form.to_string(),
            "max-nodes" => now.max_nodes.map_or_else(none, |n| n.to_string()),
            "max-memory" => size(now.max_memory),
            "timeout" => now.timeout.map_or_else(none, |time| format!("{time:?}")),
            "threads" => now.threads.map_or("all cores".into(), |n| n.to_string()),
            "stats" => switch(now.stats),
            "color" => chosen(&now.color),
            _ => switch(now.quiet),
        };
        names().map(|name| (name, value(name))).collect()
    }
}

/// The flags that all commands share.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let shared = COMMAND_LINE
        .get_arguments()
        .filter(|arg| arg.is_global_set());
    // Files of rulesets are read, and nothing is set.
    (shared.filter_map(clap::Arg::get_long)).filter(|name| *name != "rules")
}

fn known(name: &str) -> Result<&'static str, Failure> {
    let bare = name.trim_start_matches("--");
    names().find(|known| *known == bare).ok_or_else(|| {
        let all: Vec<&str> = names().collect();
        let message = format!("there is no setting `{name}`");
        Failure::input(&message, Some(&format!("there are {}", all.join(", "))))
    })
}

fn on_or_off(name: &str, value: &str) -> Result<bool, Failure> {
    match value {
        "on" | "yes" | "true" => Ok(true),
        "off" | "no" | "false" => Ok(false),
        _ => Err(Failure::input(&format!("`{name}` is on or off"), None)),
    }
}

/// The flags of a line where it has them, and otherwise those in force.
fn over(line: Shared, now: &Shared, matches: &ArgMatches) -> Shared {
    let matches = matches.subcommand().map_or(matches, |(_, inner)| inner);
    let said = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    // A structure with all its fields, so that no flag is forgotten.
    macro_rules! of_line_or_now {
        ($($flag:ident),*) => {
            Shared { $($flag: if said(stringify!($flag)) { line.$flag } else { now.$flag }),* }
        };
    }
    of_line_or_now!(
        format, notation, max_form, max_nodes, max_memory, timeout, threads, stats, quiet, color
    )
}

/// The message of the command line, without the word `misere`.
pub(super) fn refusal(error: &clap::Error, words: &[String]) -> Failure {
    if let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg)
        && error.kind() == ErrorKind::UnknownArgument
        && let Some(name) = argument
            .strip_prefix('-')
            .filter(|name| name.starts_with(|c: char| c.is_alphabetic()))
    {
        let message = format!("there is no flag `{argument}`");
        let hint = format!("for a difference write blanks on both sides: - {name}");
        return Failure::input(&message, Some(&hint));
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match refused(error, &words) {
        Failure::Input(text) => Failure::Input(text.replace("misere ", "")),
        other => other,
    }
}

fn chosen(value: &impl ValueEnum) -> String {
    let name = value.to_possible_value();
    name.map(|value| value.get_name().to_owned())
        .unwrap_or_default()
}

/// As `--max-memory` reads it.
fn size(bytes: usize) -> String {
    let units = [(1 << 30, "G"), (1 << 20, "M"), (1 << 10, "K")];
    let whole = units.iter().find(|(unit, _)| bytes.is_multiple_of(*unit));
    match whole {
        Some((unit, name)) if bytes > 0 => format!("{}{name}", bytes / unit),
        _ => bytes.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn settings(flags: &str) -> Settings {
        let words = format!("misere {flags} shell");
        let cli = Cli::try_parse_from(words.split_whitespace());
        Settings::new(&cli.ok().unwrap().shared)
    }

    impl Settings {
        fn of(&self, line: &str) -> Settings {
            let words: Vec<String> = line.split(' ').map(Into::into).collect();
            Settings::new(&self.parse(&words).ok().unwrap().shared)
        }

        fn value(&self, name: &str) -> String {
            let all = self.list().into_iter();
            all.filter(|(n, _)| *n == name)
                .map(|(_, value)| value)
                .collect()
        }
    }

    #[test]
    fn every_flag_can_be_set_and_put_back() {
        let mut settings = settings("");
        let before = settings.list();
        assert_eq!(before.len(), 10);
        for (name, value) in [
            ("format", "json"),
            ("--notation", "sets"),
            ("max-form", "80"),
            ("max-nodes", "1000"),
            ("max-memory", "500M"),
            ("timeout", "2.5s"),
            ("stats", "on"),
            ("quiet", "on"),
            ("color", "never"),
        ] {
            assert!(settings.set(name, value).is_ok(), "{name}");
            assert_eq!(settings.value(name.trim_start_matches("--")), value);
        }
        for (name, _) in &before {
            assert!(settings.unset(name).is_ok());
        }
        assert_eq!(settings.list(), before);
        let refused = [
            ("format", "jsn"),
            ("quiet", "very"),
            ("colour", "red"),
            ("threads", "3"),
        ];
        for (name, value) in refused {
            assert!(settings.set(name, value).is_err(), "{name}");
        }
    }

    #[test]
    fn a_flag_of_a_line_comes_first() {
        let mut settings = settings("--format csv --timeout 5");
        assert!(settings.set("notation", "tex").is_ok());
        for line in ["show 2 --format json", "--format json show 2"] {
            let of_line = settings.of(line);
            assert_eq!(of_line.value("format"), "json", "{line}");
            assert_eq!(of_line.value("notation"), "tex");
            assert_eq!(of_line.value("timeout"), "5s");
        }
        // The default value counts if it is written.
        assert_eq!(settings.of("show 2 --format text").value("format"), "text");
        assert_eq!(settings.of("show 2").value("format"), "csv");
    }
}
