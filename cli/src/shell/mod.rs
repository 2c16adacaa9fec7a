//! `misere shell`: commands one after the other, in one universe.
//!
//! * `sentence`: from lines to words;
//! * `conversation`: what a sentence does;
//! * `names` and `settings`: what is remembered from one to the next;
//! * `editor`, `completion`: the terminal;
//! * `help`, `vocabulary`: the words there are, and what is said about them.

mod completion;
mod conversation;
mod editor;
mod help;
mod names;
mod sentence;
mod settings;
mod vocabulary;

use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use misere::notation::MAX_INPUT;

use super::Answer;
use super::failure::Failure;
use super::input::{self, Expressions};
use super::session::Session;
use conversation::{Conversation, Next};
use editor::{Editor, Typed};
pub(super) use names::Names;
use sentence::Assembly;

/// Commands one after the other, with names for games
///
/// Every command works without the word `misere`, an expression alone is shown, x := 2## names a
/// game, and %1, %2, … are the games that were found. `help` in the shell tells more. From a file or
/// a pipe the same commands are read without a prompt; the first that fails ends the run.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere shell\n  \
    printf 'x := 2##\\nprimes x\\n' | misere shell\n  \
    echo 'show 2+2' > script.misere && misere shell script.misere")]
pub(super) struct Shell {
    /// A script; the terminal or standard input unless set
    #[arg(value_name = "FILE")]
    script: Option<PathBuf>,
}

/// True in a shell that a person types into: Ctrl-C stops a computation and not the program.
pub(super) static STAYS: AtomicBool = AtomicBool::new(false);

/// Ctrl-C was pressed, perhaps not for the first time.
pub(super) fn interrupted(again: bool) {
    // The terminal has written `^C` and stays in that line.
    eprintln!();
    if again {
        eprintln!("stopping; Ctrl-\\ ends the shell at once");
    }
}

impl Shell {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        if session.names.is_some() {
            return Err(Failure::input(
                "this is the shell",
                Some("`exit` leaves it"),
            ));
        }
        session.names = Some(Names::default());
        match self.script {
            Some(path) => {
                let (lines, source) = (lines_of(&path)?, path.display().to_string());
                read(session, lines, &source)
            }
            None if stdin().is_terminal() && stdout().is_terminal() => converse(session),
            None => read(session, input::standard_input(), "standard input"),
        }
    }
}

/// The lines of a script that are not blank. It may begin with `#!`.
fn lines_of(path: &Path) -> Result<Expressions, Failure> {
    let text = input::read_file(path)?;
    let lines = text.lines().enumerate();
    let lines =
        lines.filter(|(i, line)| !(line.trim().is_empty() || *i == 0 && line.starts_with("#!")));
    let lines: Vec<_> = lines
        .map(|(i, line)| Ok((line.to_owned(), Some(i + 1))))
        .collect();
    Ok(Box::new(lines.into_iter()))
}

/// Commands that nobody types: no decoration, and the first that fails ends the run.
fn read(session: &mut Session, lines: Expressions, source: &str) -> Result<Answer, Failure> {
    session.handle_ctrl_c()?;
    let mut conversation = Conversation::new(session.shared(), false);
    let mut all = Answer::Yes;
    let mut assembly = Assembly::default();
    let mut start = None;
    let mut perform = |session: &mut Session, assembly: Assembly, line| {
        let next = conversation.perform(session, assembly);
        next.map_err(|failure| failure.within(line, source))
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
            Next::GoOn(Answer::No) => all = Answer::No,
            Next::GoOn(Answer::Yes) | Next::Failed => {}
        }
    }
    match perform(session, assembly, start)? {
        Next::GoOn(Answer::No) => Ok(Answer::No),
        _ => Ok(all),
    }
}

/// A person types, sees and goes on.
fn converse(session: &mut Session) -> Result<Answer, Failure> {
    STAYS.store(true, Ordering::Relaxed);
    let mut conversation = Conversation::new(session.shared(), true);
    let mut editor = Editor::open()?;
    session.handle_ctrl_c()?;
    session.note(concat!(
        "misere ",
        env!("CARGO_PKG_VERSION"),
        ": `help` tells what there is, Ctrl-D leaves"
    ));
    loop {
        let names = session.names.iter().flat_map(Names::bindings);
        editor.learn(names.map(|(name, _)| name.to_owned()).collect());
        // At the prompt there is nothing to stop.
        session.forget_ctrl_c();
        let typed = editor.read()?;
        session.forget_ctrl_c();
        let typed = match typed {
            Typed::Lines(typed) => typed,
            Typed::Nothing => continue,
            Typed::End => return Ok(Answer::Yes),
        };
        let mut assembly = Assembly::default();
        let mut lines = typed.lines().peekable();
        while let Some(line) = lines.next() {
            // What was pasted may be several commands.
            if assembly.feed(line) && lines.peek().is_some() {
                continue;
            }
            match conversation.perform(session, std::mem::take(&mut assembly))? {
                Next::GoOn(_) => {}
                Next::Leave => return Ok(Answer::Yes),
                // What follows may rest on what failed.
                Next::Failed => break,
            }
        }
    }
}
