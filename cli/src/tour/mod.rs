//! `misere tour`: the ideas in ten screens, with every output computed.

mod screens;

use std::io::IsTerminal;

use clap::{Args, Parser};

use super::failure::Failure;
use super::input::read_line;
use super::session::Session;
use super::{Answer, Cli, Format, execute};
use screens::{SCREENS, Screen};

/// Learn the ideas in ten screens of examples
///
/// All answers are computed while you read. On a terminal the tour waits for Enter after each screen;
/// type q to leave.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere tour\n  \
    misere tour 7")]
pub(super) struct Tour {
    /// Show only this screen, from 1 to 10
    #[arg(value_name = "SCREEN", value_parser = screen_number)]
    screen: Option<u8>,
}

fn screen_number(text: &str) -> Result<u8, String> {
    let number = text.parse().ok();
    let number = number.filter(|&n| (1..=SCREENS.len()).contains(&usize::from(n)));
    number.ok_or_else(|| format!("the screens are 1 to {}", SCREENS.len()))
}

impl Tour {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("tour", &[Format::Text])?;
        let numbered = SCREENS.iter().zip(1u8..);
        for (screen, number) in numbered.filter(|&(_, n)| self.screen.is_none_or(|only| only == n))
        {
            show(session, screen, number)?;
            if self.screen.is_none() && usize::from(number) < SCREENS.len() && !continues(session)?
            {
                break;
            }
        }
        Ok(Answer::Yes)
    }
}

fn show(session: &mut Session, screen: &Screen, number: u8) -> Result<(), Failure> {
    let heading = format!("{number} of {}: {}", SCREENS.len(), screen.title);
    session.line(&heading)?;
    session.line(&"=".repeat(heading.chars().count()))?;
    session.line("")?;
    for (text, command) in screen.steps {
        session.prose(text.trim())?;
        session.line("")?;
        session.line(&format!("$ misere {}", shown(command)))?;
        run_command(session, command)?;
        session.line("")?;
    }
    session.prose(screen.end.trim())?;
    session.line("")?;
    session.flush()
}

/// Runs a command.
fn run_command(session: &mut Session, command: &[&str]) -> Result<(), Failure> {
    let words = std::iter::once("misere").chain(command.iter().copied());
    let cli = Cli::try_parse_from(words).map_err(|error| {
        Failure::input(&error.to_string(), Some("this is an error in the tour"))
    })?;
    // An answer "no" is an answer.
    execute(cli.command, session).map(|_| ())
}

/// The words of a command, with quotes where a shell needs them.
fn shown(command: &[&str]) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-+.,_/".contains(c);
    let words = command.iter().map(|word| {
        if word.chars().all(plain) {
            (*word).to_owned()
        } else {
            format!("'{word}'")
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Waits for Enter on a terminal; false if the reader leaves.
fn continues(session: &mut Session) -> Result<bool, Failure> {
    if !std::io::stdin().is_terminal() {
        return Ok(true);
    }
    session.text("Press Enter to continue, q and Enter to leave: ")?;
    session.flush()?;
    let line = read_line("your answer")?;
    session.line("")?;
    Ok(line.is_some_and(|line| !line.trim().starts_with(['q', 'Q'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_tour_is_one() {
        for screen in SCREENS {
            for (_, command) in screen.steps {
                let words = std::iter::once("misere").chain(command.iter().copied());
                assert!(Cli::try_parse_from(words).is_ok(), "{command:?}");
            }
        }
    }
}
