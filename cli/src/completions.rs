//! `misere completions`: completion scripts for shells, and what they ask the program.

use std::path::{Path, PathBuf};

use clap::Args;
use clap_complete::Shell;

use super::failure::Failure;
use super::session::{Session, make_folder, replace_file};
use super::shell::{Found, on_command_line};
use super::{Answer, Cli};

/// Write a completion script for your shell
///
/// The scripts for bash, zsh and fish ask the program itself, so they complete rulesets, claims, files
/// and the values of flags. With --all they go where these shells look for them below a folder such as
/// /usr/share or ~/.local/share.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere completions bash > misere.bash\n  \
    misere completions --all share")]
pub(super) struct Completions {
    /// The shell
    #[arg(required_unless_present = "all")]
    shell: Option<Shell>,

    /// Write the scripts of bash, zsh and fish below this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "shell")]
    all: Option<PathBuf>,

    /// The words of a command line up to the cursor: list what the last of them can become
    #[arg(last = true, hide = true)]
    words: Vec<String>,
}

/// Where the shells look for a script below the folder of all data.
const PLACES: [(Shell, &str); 3] = [
    (Shell::Bash, "bash-completion/completions/misere"),
    (Shell::Zsh, "zsh/site-functions/_misere"),
    (Shell::Fish, "fish/vendor_completions.d/misere.fish"),
];

impl Completions {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        if let Some((word, before)) = self.words.split_last() {
            list(session, &on_command_line(before, word))?;
        } else if let Some(folder) = &self.all {
            for (shell, place) in PLACES {
                write(&folder.join(place), &script(shell))?;
            }
        } else if let Some(shell) = self.shell {
            session.text(&script(shell))?;
        }
        Ok(Answer::Yes)
    }
}

fn write(path: &Path, script: &str) -> Result<(), Failure> {
    path.parent().map_or(Ok(()), make_folder)?;
    replace_file(path, |out| out.write_all(script.as_bytes()))
}

fn script(shell: Shell) -> String {
    match shell {
        Shell::Bash => include_str!("completions/misere.bash").into(),
        Shell::Zsh => include_str!("completions/misere.zsh").into(),
        Shell::Fish => include_str!("completions/misere.fish").into(),
        other => {
            // Written to memory first: the generator panics if the pipe is closed.
            let mut script = Vec::new();
            clap_complete::generate(other, &mut Cli::command_line(), "misere", &mut script);
            String::from_utf8_lossy(&script).into()
        }
    }
}

/// Writes a line for each word, with what it is behind a tab; `:files` and `:folders` stand for those.
fn list(session: &mut Session, found: &Found) -> Result<(), Failure> {
    match found {
        Found::Files => session.line(":files"),
        Found::Folders => session.line(":folders"),
        Found::Words(words) => {
            for candidate in words {
                let about = candidate.about.lines().next().unwrap_or_default();
                session.line(&format!("{}\t{about}", candidate.word))?;
            }
            Ok(())
        }
    }
}
