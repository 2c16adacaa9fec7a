//! `misere completions`: completion scripts for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::failure::Failure;
use super::session::Session;
use super::{Answer, Cli};

/// Write a completion script for your shell
#[derive(Args)]
#[command(after_help = "Example:\n  misere completions bash > misere.bash")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        // Written to memory first: the generator panics if the pipe is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "misere", &mut script);
        session.text(&String::from_utf8_lossy(&script))?;
        Ok(Answer::Yes)
    }
}
