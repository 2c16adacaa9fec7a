//! `misere help`: pages on commands, rulesets, and how things are written.

use clap::Args;

use super::failure::Failure;
use super::layout::fitted;
use super::rules;
use super::session::Session;
use super::shell::help::{nearest_topic, page};
use super::terminal;
use super::{Answer, Cli, Format};

/// Explain a command, a ruleset, or how games are written
///
/// Without a topic the commands and the shared flags are listed. Other topics are notation (how games
/// are written), limits, and for the shell lines, names, results and settings.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere help quotient\n  \
    misere help notation\n  \
    misere help kayles")]
pub(super) struct Help {
    /// A command, a ruleset, or a topic
    #[arg(value_name = "TOPIC")]
    topic: Vec<String>,
}

impl Help {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("help", &[Format::Text])?;
        let mut program = Cli::command_line();
        program.build();
        let topic = self.topic.join(" ");
        if topic.is_empty() {
            session.text(&terminal::page(&program.render_long_help().to_string()))?;
        } else if let Some(command) = program.find_subcommand(&topic) {
            session.text(&terminal::page(
                &command.clone().render_long_help().to_string(),
            ))?;
        } else if let Some(text) = page(&topic) {
            // The pages are written for the shell.
            let hint = "In the shell of the program lines are without the word misere; here \
                        --notation and the other\nshared flags stand for set, and games with \
                        blanks or brackets in quotes: misere show '2##'\n";
            session.text(&fitted(text, terminal::width()))?;
            session.text(&fitted(hint, terminal::width()))?;
        } else if let Ok(game) = session.ruleset(&topic) {
            rules::explain(session, &*game)?;
        } else {
            let message = format!("there is no help on `{topic}`");
            let hint = match nearest_topic(&topic) {
                Some(near) => format!("perhaps `misere help {near}` is meant"),
                None => "`misere help` lists the commands, `misere rules` the rulesets".into(),
            };
            return Err(Failure::input(&message, Some(&hint)));
        }
        Ok(Answer::Yes)
    }
}
