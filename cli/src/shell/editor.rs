//! The terminal: line editing, and the history of earlier sessions.

use std::io::ErrorKind;
use std::path::PathBuf;

use misere::file;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Helper};

use super::completion::candidates;
use crate::failure::Failure;

/// What a person typed.
pub(super) enum Typed {
    /// One command or several.
    Lines(String),
    /// Ctrl-C: the line is cleared.
    Nothing,
    /// Ctrl-D.
    End,
}

/// The most bytes of a history that is read.
const LARGEST: u64 = 1 << 24;

pub(super) struct Editor {
    line: rustyline::Editor<Language, FileHistory>,
    /// The file that keeps lines for later sessions, if any.
    history: Option<PathBuf>,
}

impl Editor {
    /// Opens the terminal. `remark` is told why there is no history, if there should be one.
    pub(super) fn open(remark: impl Fn(&str)) -> Result<Self, Failure> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(false)
            .build();
        let mut line = rustyline::Editor::with_config(config).map_err(|e| unusable(&e))?;
        line.set_helper(Some(Language { names: Vec::new() }));
        let mut history = history_file();
        if let Some(path) = &history {
            match file::open(path) {
                Ok((_, length)) if length <= LARGEST => {
                    // With a file that is no history, the history begins here.
                    let _ = line.load_history(path);
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                unusable => {
                    let why = match unusable {
                        Ok(_) => format!("larger than {LARGEST} bytes"),
                        Err(error) => error.to_string(),
                    };
                    remark(&format!("no history is kept in {}: {why}", path.display()));
                    history = None;
                }
            }
        }
        Ok(Self { line, history })
    }

    /// Sets the names that can be completed.
    pub(super) fn set_names(&mut self, names: Vec<String>) {
        if let Some(language) = self.line.helper_mut() {
            language.names = names;
        }
    }

    pub(super) fn read(&mut self, prompt: &str) -> Result<Typed, Failure> {
        match self.line.readline(prompt) {
            Ok(typed) => Ok(Typed::Lines(typed)),
            Err(ReadlineError::Interrupted) => Ok(Typed::Nothing),
            Err(ReadlineError::Eof) => Ok(Typed::End),
            Err(error) => Err(unusable(&error)),
        }
    }

    /// Adds a command to the history and to its file.
    pub(super) fn keep(&mut self, typed: &str) {
        let is_new =
            !typed.trim().is_empty() && self.line.add_history_entry(typed).unwrap_or(false);
        if let Some(path) = &self.history
            && is_new
        {
            // Where the file cannot be written, nothing is kept.
            if let Some(folder) = path.parent() {
                let _ = std::fs::create_dir_all(folder);
            }
            let _ = self.line.append_history(path);
        }
    }
}

fn unusable(error: &ReadlineError) -> Failure {
    Failure::input(&format!("the terminal cannot be used: {error}"), None)
}

/// `MISERE_HISTORY`, which may be empty for none, or else `misere/history` where the system keeps
/// the state of programs.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).map(PathBuf::from);
    if let Some(path) = set("MISERE_HISTORY") {
        return Some(path).filter(|path| !path.as_os_str().is_empty());
    }
    let state = set("XDG_STATE_HOME")
        .filter(|folder| folder.is_absolute())
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".local/state")))?;
    Some(state.join("misere").join("history"))
}

/// Completion.
struct Language {
    names: Vec<String>,
}

impl Helper for Language {}

impl Hinter for Language {
    type Hint = String;
}

impl Highlighter for Language {}

impl Validator for Language {}

impl Completer for Language {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        candidates(&line[..at], &self.names)
    }
}
