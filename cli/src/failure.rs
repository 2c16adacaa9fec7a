//! Why a command failed: messages and exit codes.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;

use misere::expr::EvalError;
use misere::heaps::RulesetError;
use misere::limits::{Reason, Stopped};
use misere::nim::NimError;
use misere::notation::printable;
use misere::notation::{Diagnostic, Span};
use misere::play::PlayError;

use super::deadline_writer::DeadlinePassed;
use super::input::Place;
use super::standard_error::tell;

/// Why a command has no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad input: a message that is ready to print.
    Input(String),
    /// A limit was reached.
    Stopped(Stopped),
    /// Out of time or cancelled, in a computation that stores no games.
    Interrupted(Reason),
    /// Beyond what can be computed: a message that says why.
    OutOfReach(String),
    /// An answer that is printed, and of which parts are missing: a message that says which.
    Unfinished(String),
    /// The output could not be written.
    Output(io::Error),
    /// A line of a script failed.
    InScript {
        failure: Box<Failure>,
        line: usize,
        /// The script.
        source: String,
    },
}

impl Failure {
    /// An evaluation error, shown at its place in the input.
    pub(super) fn in_expression(error: EvalError, input: &str) -> Self {
        match error {
            EvalError::Meaningless(diagnostic) => Self::Input(diagnostic.render(input)),
            EvalError::Stopped(stopped) => Self::Stopped(stopped),
        }
    }

    /// Why a sum cannot be analysed.
    pub(super) fn in_play(error: PlayError, input: &str) -> Self {
        match error {
            PlayError::Expression(error) => Self::in_expression(error, input),
            PlayError::Nim(error) => error.into(),
        }
    }

    /// What is wrong with the text of a ruleset, shown at its place.
    pub(super) fn in_ruleset(error: RulesetError, text: &str) -> Self {
        let span = Span {
            start: error.span.start,
            end: error.span.end,
        };
        let diagnostic = Diagnostic::new(error.message, span);
        let diagnostic = match error.hint {
            Some(hint) => diagnostic.with_hint(hint),
            None => diagnostic,
        };
        Self::Input(diagnostic.render(text))
    }

    /// A message, and perhaps a hint.
    pub(super) fn input(message: &str, hint: Option<&str>) -> Self {
        let hint = hint.map_or(String::new(), |hint| format!("\n  hint: {hint}"));
        let message = printable(message);
        Self::Input(format!("error: {message}{hint}"))
    }

    /// A file that cannot be used.
    pub(super) fn of_file(path: &Path, error: &io::Error) -> Self {
        let is_locked = error.kind() == io::ErrorKind::WouldBlock;
        let hint = is_locked.then_some("wait for it, or give each run a file of its own");
        Self::input(&format!("{}: {error}", path.display()), hint)
    }

    /// The same failure, with the line of standard input that it happened in.
    pub(super) fn at(self, place: &Place) -> Self {
        match (self, place) {
            (Self::Input(message), Some(line)) => {
                Self::Input(format!("{message}\n  in line {line} of standard input"))
            }
            (failure, _) => failure,
        }
    }

    /// The same failure, with the line of the script that it happened in.
    pub(super) fn within(self, line: Place, source: &str) -> Self {
        match (self, line) {
            (closed @ Self::Output(_), _) | (closed, None) => closed,
            (failure, Some(line)) => Self::InScript {
                failure: Box::new(failure),
                line,
                source: source.into(),
            },
        }
    }

    /// Writes the message to standard error, and returns the exit code.
    pub(super) fn report(self, quiet: bool) -> ExitCode {
        let code = self.code();
        if let Some(message) = self.message(quiet) {
            tell(&message);
        }
        ExitCode::from(code)
    }

    /// Whether nobody reads the output any more, which is no error.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// The exit code.
    pub(super) fn code(&self) -> u8 {
        match self {
            Self::Stopped(_) | Self::Interrupted(_) | Self::OutOfReach(_) | Self::Unfinished(_) => {
                3
            }
            Self::Output(_) if self.is_closed_pipe() => 0,
            Self::Input(_) | Self::Output(_) => 2,
            Self::InScript { failure, .. } => failure.code(),
        }
    }

    /// The message; none if nobody reads the output any more.
    pub(super) fn message(&self, quiet: bool) -> Option<String> {
        Some(match self {
            Self::Input(message) => message.clone(),
            Self::Stopped(stopped) => stop(&stopped.to_string(), stopped.reason, quiet),
            Self::Interrupted(reason) => stop(&reason.to_string(), *reason, quiet),
            Self::OutOfReach(message) => format!("out of reach: {message}"),
            Self::Unfinished(message) => format!("unfinished: {message}"),
            Self::Output(_) if self.is_closed_pipe() => return None,
            Self::Output(error) => format!("error: the output could not be written: {error}"),
            Self::InScript {
                failure,
                line,
                source,
            } => format!("{}\n  in line {line} of {source}", failure.message(quiet)?),
        })
    }
}

/// The failure for arguments that clap refuses, with the page of help that explains them.
pub(super) fn of_arguments<'a>(
    error: &clap::Error,
    mut words: impl Iterator<Item = &'a str>,
) -> Failure {
    let text = error.render().to_string();
    let text = text
        .trim_end()
        .trim_end_matches("For more information, try '--help'.")
        .trim_end();
    // The messages of the standard library are for programmers.
    let text = [
        ("invalid digit found in string", "expected a whole number"),
        (
            "cannot parse integer from empty string",
            "expected a whole number",
        ),
        (
            "number too large to fit in target type",
            "the number is too large",
        ),
        (
            "number would be zero for non-zero type",
            "the number must not be 0",
        ),
    ]
    .iter()
    .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let program = super::Cli::command();
    let hint = match words.find(|word| program.find_subcommand(word).is_some()) {
        Some(command) => format!("`misere help {command}` has its flags and examples"),
        None => "`misere help` lists the commands and the shared flags".into(),
    };
    Failure::Input(format!("{text}\n  hint: {hint}"))
}

fn stop(message: &str, reason: Reason, quiet: bool) -> String {
    match remedy(reason).filter(|_| !quiet) {
        Some(flag) => format!("stopped: {message}\n  hint: {flag}"),
        None => format!("stopped: {message}"),
    }
}

fn remedy(reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::Nodes { .. } => Some("--max-nodes sets this limit"),
        Reason::Memory { .. } => Some("--max-memory sets this limit, as in --max-memory 16G"),
        Reason::Deadline => Some("--timeout sets this limit, as in --timeout 5m"),
        Reason::Allocator => Some("--max-memory stops before the system has no more"),
        _ => None,
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<Reason> for Failure {
    fn from(reason: Reason) -> Self {
        Self::Interrupted(reason)
    }
}

impl From<NimError> for Failure {
    fn from(error: NimError) -> Self {
        match error {
            NimError::Stopped(reason) => reason.into(),
            NimError::Loopy { .. } => {
                let hint =
                    "misere nim has its values in normal play, and misere moves --normal plays it";
                Self::input(&error.to_string(), Some(hint))
            }
            other => Self::OutOfReach(other.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if let Some(inner) = error.get_ref()
            && inner.is::<DeadlinePassed>()
        {
            return Reason::Deadline.into();
        }
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        // Serialization itself cannot fail here, so this is an error of the writer.
        io::Error::from(error).into()
    }
}
