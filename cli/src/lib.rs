//! The command line: one file for each command, and what they share.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 the
//! answer is no, 2 bad input, 3 stopped by a limit or out of reach.

mod arguments;
mod atlas;
mod check;
mod closure;
mod compare;
mod completions;
mod count;
mod day;
mod deadline_writer;
mod drawing;
mod edge_files;
mod failure;
mod figure;
mod formats;
mod genus;
mod graph;
mod help;
mod infinite_text;
mod input;
mod interrupt;
mod isomorphic;
mod josephus;
mod large_heaps;
mod layout;
mod man;
mod mate;
mod memory;
mod minus;
mod moves;
mod nim;
mod nim_tables;
mod nimsets;
mod own_rules;
mod parts;
mod period;
mod play;
mod plot;
mod primes;
mod progress;
mod quotient;
mod quotient_text;
mod ranges;
mod recheck;
#[cfg(feature = "pdf-png")]
mod rendering;
mod result_lines;
mod rules;
mod search_file;
mod session;
mod shell;
mod show;
mod standard_error;
mod stats;
mod sweep;
mod tables;
mod terminal;
mod tex;
mod threads;
mod tour;
mod value_rows;
mod verify;

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, ColorChoice, FromArgMatches, Parser, Subcommand, ValueEnum};

use failure::Failure;
use misere::notation::Notation;
use session::Session;
use stats::Stats;

/// The algebra of impartial games, to win and above all to lose.
#[derive(Parser)]
#[command(
    name = "misere",
    version,
    arg_required_else_help = true,
    disable_help_subcommand = true,
    after_help = "Expressions: 2## is {{2}}, 2#3210 a set, 2[#-2] the chain 2# minus 2, *12 a nim \
                  heap,\n             G + H and G - H sums and differences, G^- the mate.\n\
                  Example:     misere show '2+2'\n\
                  More:        misere help COMMAND, misere help RULESET, misere help notation"
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    shared: Shared,

    /// Read rulesets from this file: formulas, a table or a graph; `-` is standard input
    ///
    /// A file with arrows has formulas, one a line, as in wythoff(a,b) -> (a-k, b) for k in 1..a.
    /// Any other file is one ruleset, named after the file: lines a: b, c+c, . with the options of a
    /// position, adjacency lists, a digraph in DOT, or JSON with an object of positions.
    #[arg(
        long,
        value_name = "FILE",
        global = true,
        help_heading = "Shared flags"
    )]
    rules: Vec<PathBuf>,
}

/// The first line of each command's help is the doc comment of its type.
#[derive(Subcommand)]
enum Command {
    Show(show::Show),
    Parts(parts::Parts),
    Primes(primes::Primes),
    Minus(minus::Minus),
    Mate(mate::Mate),
    Compare(compare::Compare),
    Moves(moves::Moves),
    Play(play::Play),
    Day(day::Day),
    Count(count::Count),
    Rules(rules::Rules),
    Nim(nim::Nim),
    Period(period::Period),
    Nimsets(nimsets::Nimsets),
    Sweep(sweep::Sweep),
    Merge(sweep::Merge),
    Atlas(atlas::AtlasCommand),
    Plot(plot::Plot),
    Graph(graph::Graph),
    Josephus(josephus::Josephus),
    Genus(genus::Genera),
    Quotient(quotient::QuotientCommand),
    Check(check::Check),
    Verify(verify::Verify),
    Tour(tour::Tour),
    Man(man::ManPage),
    Shell(shell::Shell),
    Completions(completions::Completions),
    Help(help::Help),
}

/// Flags that every command takes.
#[derive(Clone, Copy, Args)]
#[command(next_help_heading = "Shared flags")]
struct Shared {
    /// Layout of the answer
    #[arg(long, value_enum, default_value_t, global = true)]
    format: Format,

    /// Notation of games
    #[arg(long, value_enum, default_value_t, global = true)]
    notation: NotationName,

    /// Describe games whose text is longer than this, instead of writing them
    #[arg(long, value_name = "CHARS", default_value_t = 200_000, global = true)]
    max_form: usize,

    /// Stop when N games are stored
    #[arg(long, value_name = "N", global = true)]
    max_nodes: Option<usize>,

    /// Stop before more memory than this is used, as in 500M or 4G
    #[arg(long, value_name = "SIZE", default_value = memory::default_limit(), value_parser = input::bytes, global = true)]
    max_memory: usize,

    /// Stop after this time, as in 2.5 or 90s or 5m
    #[arg(long, value_name = "TIME", value_parser = input::duration, global = true)]
    timeout: Option<std::time::Duration>,

    /// Number of threads for parallel work; one for each core unless set
    #[arg(long, value_name = "N", global = true)]
    threads: Option<NonZeroUsize>,

    /// Write to standard error what the command does and how much time and memory it used
    #[arg(long, global = true)]
    stats: bool,

    /// Write nothing but the answer
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Colours in text; auto means in a terminal, unless NO_COLOR is set
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true)]
    color: ColorChoice,
}

/// Layout of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    #[default]
    Text,
    /// One object, or one on each line
    Json,
    /// A header and a row for each game
    Csv,
    /// A fragment for TeX
    Tex,
    /// A line `n a(n)` for each term, as the OEIS takes it
    Bfile,
    /// Markdown
    Md,
}

/// [`Notation`], as a flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum NotationName {
    /// 2##, 2#3210, 2[#-2]
    #[default]
    Conway,
    /// {0,{0}}
    Sets,
    /// 2_{\#\#}
    Tex,
    /// As conway, but 2#3 and not 2[#1]
    Paper,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Self {
        match name {
            NotationName::Conway => Self::Conway,
            NotationName::Sets => Self::Sets,
            NotationName::Tex => Self::Tex,
            NotationName::Paper => Self::Paper,
        }
    }
}

/// The answer to a question that has one: its exit code is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
}

impl Answer {
    fn code(self) -> ExitCode {
        ExitCode::from(u8::from(self == Self::No))
    }
}

/// Running with no arguments prints help, with the exit code of bad input.
const NO_ARGUMENTS: ErrorKind = ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;

impl Cli {
    /// Whether `--stats` asks for what is used. `day` has a flag of its own of this name.
    fn wants_stats(&self) -> bool {
        self.shared.stats && !matches!(self.command, Command::Day(_))
    }
}

/// Runs the program with these arguments, the first of which is its name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    terminal::set_colors(terminal::asked(&args));
    let parsed = Cli::command_line().try_get_matches_from(&args);
    let cli = match parsed.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() && error.kind() != NO_ARGUMENTS => {
            let words = args.iter().skip(1).filter_map(|word| word.to_str());
            return arguments::refused(&error, &words.collect::<Vec<_>>()).report(false);
        }
        Err(error) => {
            // Help and version are no errors and go to standard output.
            let text = error.render().to_string();
            if error.use_stderr() {
                standard_error::tell(text.trim_end());
            } else {
                let mut out = io::stdout();
                let page = terminal::page(&text);
                if let Err(error) = out.write_all(page.as_bytes()).and_then(|()| out.flush()) {
                    return Failure::Output(error).report(false);
                }
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let quiet = cli.shared.quiet;
    threads::start(cli.shared.threads);
    let mut session = Session::open(&cli.shared);
    // The shell measures its commands one by one.
    let is_shell = matches!(cli.command, Command::Shell(_));
    let stats = Stats::start(cli.wants_stats() && !is_shell);
    let answer = match session.read_rules(&cli.rules) {
        Ok(()) => execute(cli.command, &mut session),
        Err(failure) => Err(failure),
    };
    // What is known is printed even if something stopped the rest. That nobody reads it any more does
    // not change the answer.
    let answer = match session.flush() {
        Err(failure) if !failure.is_closed_pipe() => Err(failure),
        _ => answer,
    };
    let code = match answer {
        Ok(answer) => answer.code(),
        Err(failure) if failure.is_closed_pipe() => session.known_answer().code(),
        Err(failure) => failure.report(quiet),
    };
    if let Some(stats) = stats {
        stats.report(&session);
    }
    code
}

fn execute(command: Command, session: &mut Session) -> Result<Answer, Failure> {
    // The editor of the shell has a handler of its own, which must be set first.
    if !matches!(command, Command::Shell(_)) {
        session.handle_ctrl_c();
    }
    match command {
        Command::Show(show) => show.run(session),
        Command::Parts(parts) => parts.run(session),
        Command::Primes(primes) => primes.run(session),
        Command::Minus(minus) => minus.run(session),
        Command::Mate(mate) => mate.run(session),
        Command::Compare(compare) => compare.run(session),
        Command::Moves(moves) => moves.run(session),
        Command::Play(play) => play.run(session),
        Command::Day(day) => day.run(session),
        Command::Count(count) => count.run(session),
        Command::Rules(rules) => rules.run(session),
        Command::Nim(nim) => nim.run(session),
        Command::Period(period) => period.run(session),
        Command::Nimsets(nimsets) => nimsets.run(session),
        Command::Sweep(sweep) => sweep.run(session),
        Command::Merge(merge) => merge.run(session),
        Command::Atlas(atlas) => atlas.run(session),
        Command::Plot(plot) => plot.run(session),
        Command::Graph(graph) => graph.run(session),
        Command::Josephus(josephus) => josephus.run(session),
        Command::Genus(genera) => genera.run(session),
        Command::Quotient(quotient) => quotient.run(session),
        Command::Check(check) => check.run(session),
        Command::Verify(verify) => verify.run(session),
        Command::Tour(tour) => tour.run(session),
        Command::Man(page) => page.run(session),
        Command::Shell(shell) => shell.run(session),
        Command::Completions(completions) => completions.run(session),
        Command::Help(help) => help.run(session),
    }
}
