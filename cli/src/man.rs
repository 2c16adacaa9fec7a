//! `misere man`: the manual pages.

use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use super::failure::Failure;
use super::session::{Session, make_folder, replace_file};
use super::{Answer, Cli, Format};

/// Write the manual page of the program or of a command
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere man > misere.1\n  \
    misere man quotient > misere-quotient.1\n  \
    misere man --all share/man/man1")]
pub(super) struct ManPage {
    /// Write the page of this command
    #[arg(value_name = "COMMAND")]
    command: Option<String>,

    /// Write the pages of the program and of all commands into a folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    all: Option<PathBuf>,
}

impl ManPage {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("man", &[Format::Text])?;
        let mut program = Cli::command_line();
        program.build();
        if let Some(folder) = &self.all {
            make_folder(folder)?;
            write_page(folder, "misere", &program)?;
            for command in program.get_subcommands() {
                write_page(folder, &format!("misere-{}", command.get_name()), command)?;
            }
            return Ok(Answer::Yes);
        }
        let page = match &self.command {
            None => page(&program)?,
            Some(name) => {
                let command = program.find_subcommand(name).ok_or_else(|| {
                    let message = format!("there is no command `{name}`");
                    Failure::input(&message, Some("`misere help` lists the commands"))
                })?;
                page(command)?
            }
        };
        session.text(&String::from_utf8_lossy(&page))?;
        Ok(Answer::Yes)
    }
}

fn write_page(folder: &Path, name: &str, command: &Command) -> Result<(), Failure> {
    let page = page(command)?;
    replace_file(&folder.join(format!("{name}.1")), |out| {
        out.write_all(&page)
    })
}

/// The page as roff.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let name = match command.get_name() {
        "misere" => "misere".to_owned(),
        command => format!("misere-{command}"),
    };
    let mut page = Vec::new();
    Man::new(command.clone()).title(name).render(&mut page)?;
    Ok(page)
}
