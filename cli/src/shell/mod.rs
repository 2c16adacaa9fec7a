//! `misere shell`: commands one after the other, in one universe.
//!
//! * `sentence`: splits lines into words;
//! * `conversation`: executes one line after the other;
//! * `names` and `settings`: what lasts from one line to the next;
//! * `editor`, `completion`: the terminal;
//! * `help`, `vocabulary`: the words of the shell and their explanations.

mod completion;
mod conversation;
mod editor;
pub(crate) mod help;
mod names;
mod sentence;
mod settings;
mod vocabulary;

use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;

use misere::answer::{Failed, FailedBecause};
use misere::limits::Budget;
use misere::notation::MAX_INPUT;

use super::failure::Failure;
use super::input::{self, Expressions, Place, Text};
use super::interrupt::IN_SHELL;
use super::session::Session;
use super::{Answer, Format};
use conversation::{Conversation, Next};
use editor::{Editor, Typed};
use sentence::Assembly;

pub(super) use completion::{Found, on_command_line};

/// Type commands one after the other, with names for games
///
/// Commands are typed without the word `misere`. An expression alone is shown, x := 2## names a
/// game, and %1, %2, … are the games that commands found. Type `help` in the shell for more. A file
/// or a pipe with such lines is a script: there is no prompt, and the first line that fails ends it.
/// With --keep-going it goes on after an error; with --format json each answer is one line, and an
/// error is an object {"error": …}.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere shell\n  \
    printf 'x := 2##\\nprimes x\\n' | misere shell\n  \
    echo 'show 2+2' > script.misere && misere shell script.misere\n  \
    printf 'show 2\\nshow 2+2\\n' | misere shell --keep-going --format json")]
pub(super) struct Shell {
    /// A script to run; the terminal or standard input unless set
    #[arg(value_name = "FILE")]
    script: Option<PathBuf>,

    /// Go on after a line that fails
    #[arg(long)]
    keep_going: bool,
}

impl Shell {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        if session.is_shell() {
            return Err(Failure::input(
                "this is the shell",
                Some("`exit` leaves it"),
            ));
        }
        match self.script {
            Some(path) => {
                let source = path.display().to_string();
                let lines = script_lines(input::read_file(&path, session.budget())?);
                read(session, lines, &source, self.keep_going)
            }
            None if stdin().is_terminal() && stdout().is_terminal() => converse(session),
            // Each command has a deadline of its own.
            None => {
                let lines = input::standard_input(Budget::default());
                read(session, lines, "standard input", self.keep_going)
            }
        }
    }
}

/// The lines of a script that are not blank. It may begin with `#!`.
fn script_lines(text: Text) -> Expressions {
    let (mut start, mut number) = (0, 0);
    let next = move || {
        while start < text.len() {
            let length = text[start..]
                .find('\n')
                .map_or(text.len() - start, |at| at + 1);
            let line = text[start..start + length].trim_end_matches(['\n', '\r']);
            (start, number) = (start + length, number + 1);
            if !(line.trim().is_empty() || number == 1 && line.starts_with("#!")) {
                return Some(Ok((line.to_owned(), Some(number))));
            }
        }
        None
    };
    Box::new(std::iter::from_fn(next))
}

/// Runs a script: no prompt and no remarks, and the first line that fails ends it unless it is to
/// keep going.
fn read(
    session: &mut Session,
    lines: Expressions,
    source: &str,
    keep_going: bool,
) -> Result<Answer, Failure> {
    session.handle_ctrl_c();
    let mut conversation = Conversation::new(session, false);
    let mut all = Answer::Yes;
    let mut assembly = Assembly::default();
    let mut start = None;
    let mut perform = |session: &mut Session, assembly: Assembly, line| match conversation
        .perform(session, assembly)
    {
        Err(Failure::Output(error)) => Err(Failure::Output(error)),
        Err(failure) if keep_going => {
            write_failure(session, failure, line, source)?;
            Ok(Next::Continue(Answer::No))
        }
        Err(failure) => Err(failure.within(line, source)),
        Ok(next) => Ok(next),
    };
    for line in lines {
        let (line, number) = line?;
        start = start.or(number);
        let wants_more = assembly.feed(&line);
        if wants_more && assembly.len() <= MAX_INPUT {
            continue;
        }
        match perform(session, std::mem::take(&mut assembly), start.take())? {
            Next::Leave => return Ok(all),
            Next::Continue(Answer::No) => all = Answer::No,
            Next::Continue(Answer::Yes) | Next::Failed => {}
        }
    }
    match perform(session, assembly, start)? {
        Next::Continue(Answer::No) => Ok(Answer::No),
        _ => Ok(all),
    }
}

/// Writes an error object to the answers, or a message to standard error.
fn write_failure(
    session: &mut Session,
    failure: Failure,
    line: Place,
    source: &str,
) -> Result<(), Failure> {
    if session.format != Format::Json {
        failure.within(line, source).report(session.quiet());
        return Ok(());
    }
    let error = FailedBecause {
        code: failure.code(),
        message: failure.message(session.quiet()).unwrap_or_default(),
        line,
    };
    // A deadline that has passed is not one for the message.
    session.extend_deadline();
    session.json(&Failed { error })?;
    session.flush()
}

/// Whether no command goes on after these lines.
fn is_complete(lines: &str) -> bool {
    let mut assembly = Assembly::default();
    let mut wants_more = false;
    for line in lines.split('\n') {
        wants_more = assembly.feed(line);
        if !wants_more {
            assembly = Assembly::default();
        }
    }
    !wants_more
}

/// Reads commands from the terminal.
fn converse(session: &mut Session) -> Result<Answer, Failure> {
    IN_SHELL.store(true, Ordering::Relaxed);
    let mut conversation = Conversation::new(session, true);
    let mut editor = Editor::open(|remark| session.note(remark))?;
    session.handle_ctrl_c();
    session.note(concat!(
        "misere ",
        env!("CARGO_PKG_VERSION"),
        ": `help` lists the commands, Ctrl-D leaves"
    ));
    let mut assembly = Assembly::default();
    // The lines of a command that is not complete: history has them as one.
    let mut lines = String::new();
    loop {
        editor.set_names(conversation.bound_names());
        // At the prompt there is nothing to stop.
        session.clear_ctrl_c();
        let typed = editor.read(if assembly.is_empty() { "> " } else { "… " })?;
        session.clear_ctrl_c();
        let typed = match typed {
            Typed::Lines(typed) => typed,
            Typed::Nothing => {
                assembly = Assembly::default();
                lines.clear();
                continue;
            }
            Typed::End => return Ok(Answer::Yes),
        };
        if !lines.is_empty() {
            lines.push('\n');
        }
        lines.push_str(&typed);
        // Before it is run, so that no line is lost however the session ends.
        if is_complete(&lines) {
            editor.keep(&std::mem::take(&mut lines));
        }
        // What was pasted may be several commands.
        for line in typed.lines() {
            if assembly.feed(line) && assembly.len() <= MAX_INPUT {
                continue;
            }
            match conversation.perform(session, std::mem::take(&mut assembly))? {
                Next::Continue(_) => {}
                Next::Leave => return Ok(Answer::Yes),
                // The lines that follow may depend on the one that failed.
                Next::Failed => break,
            }
        }
    }
}
