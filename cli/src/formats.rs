//! The formats of each command: what its help offers and its arguments allow.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, CommandFactory, ValueEnum};

use super::{Cli, Format};

use Format::{Bfile, Csv, Json, Md, Tex, Text};

/// The formats of the commands. Some have fewer with some flags, which the command itself refuses; the
/// table in docs/cli.md has all of them, and a test compares it with what the program does.
pub(super) const FORMATS: [(&str, &[Format]); 29] = [
    ("show", &[Text, Json, Csv, Tex]),
    ("parts", &[Text, Json, Csv, Tex]),
    ("primes", &[Text, Json, Csv, Tex]),
    ("minus", &[Text, Json, Tex]),
    ("mate", &[Text, Json, Tex]),
    ("compare", &[Text, Json]),
    ("moves", &[Text, Json, Csv, Tex]),
    ("play", &[Text]),
    ("day", &[Text, Json, Csv, Tex]),
    ("count", &[Text, Json, Csv, Tex, Bfile]),
    ("rules", &[Text, Json, Csv, Tex]),
    ("nim", &[Text, Json, Csv, Tex, Bfile]),
    ("period", &[Text, Json, Csv, Tex]),
    ("nimsets", &[Text, Json, Csv, Tex]),
    ("sweep", &[Text, Json, Csv, Tex]),
    ("merge", &[Text, Json, Csv, Tex]),
    ("atlas", &[Text, Json, Csv, Tex]),
    ("plot", &[Text, Tex]),
    ("graph", &[Text, Tex]),
    ("josephus", &[Text, Json, Csv, Tex]),
    ("genus", &[Text, Json, Csv, Tex]),
    ("quotient", &[Text, Json, Csv, Tex]),
    ("check", &[Text, Json]),
    ("verify", &[Text, Json, Csv, Tex, Md]),
    ("tour", &[Text]),
    ("man", &[Text]),
    ("shell", &[Text, Json, Csv, Tex, Bfile, Md]),
    ("completions", &[Text]),
    ("help", &[Text]),
];

impl Cli {
    /// The command line, in which every command offers the formats that it has.
    pub(crate) fn command_line() -> Command {
        let mut program = Self::command();
        for (name, formats) in FORMATS {
            if program.find_subcommand(name).is_some() {
                program = program.mut_subcommand(name, |command| command.arg(flag(formats)));
            }
        }
        program
    }
}

/// `--format` with these values. It has the name of the flag of the whole program, whose place it takes.
fn flag(formats: &[Format]) -> Arg {
    let values: Vec<_> = (formats.iter())
        .filter_map(ValueEnum::to_possible_value)
        .collect();
    let parser = PossibleValuesParser::new(values).map(|name| {
        // The parser has let through names of formats only.
        Format::from_str(&name, false).unwrap_or_default()
    });
    let arg = Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .help("Layout of the answer")
        .help_heading("Shared flags")
        .default_value("text")
        .value_parser(parser);
    if formats.len() == 1 {
        arg.hide(true)
    } else {
        arg
    }
}
