//! `misere rules`: the rulesets, or one of them explained.

use clap::Args;

use misere::answer::{RuleExplained, RuleListed};
use misere::heaps::Ruleset;

use super::failure::Failure;
use super::input::one_ruleset;
use super::session::Session;
use super::{Answer, Format};

/// List the rulesets, or explain one of them
///
/// A ruleset is written as it is listed; parameters stand in braces, or behind a colon where a
/// shell would expand braces: cut{1,6} is cut:1,6. A formula is a ruleset too, and --rules FILE
/// gives names to rulesets of your own.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere rules\n  \
    misere rules saliquant\n  \
    misere rules 'subtraction{1,2}'\n  \
    misere rules 'n -> n-1, [a, n-1-a] for a in 1..n-2'\n  \
    echo 'two(n) -> n-1, n-2' | misere rules two --rules -")]
pub(super) struct Rules {
    /// The ruleset to explain
    #[arg(value_name = "NAME")]
    name: Vec<String>,
}

impl Rules {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("rules", &[Format::Text, Format::Json])?;
        if self.name.is_empty() {
            list(session)?;
        } else {
            let game = session.ruleset(&one_ruleset(&self.name)?)?;
            explain(session, &*game)?;
        }
        Ok(Answer::Yes)
    }
}

fn list(session: &mut Session) -> Result<(), Failure> {
    for listed in RuleListed::all() {
        if session.format == Format::Json {
            session.json(&listed)?;
        } else {
            session.line(&format!("  {:<26} {}", listed.usage, listed.rule))?;
        }
    }
    Ok(())
}

fn explain(session: &mut Session, game: &dyn Ruleset) -> Result<(), Failure> {
    let found = RuleExplained::new(game, session.budget())?;
    if session.format == Format::Json {
        return session.json(&found);
    }
    session.line(&format!("{}: {}", found.name, found.rule))?;
    session.property("smallest", &found.smallest.to_string())?;
    let options = found.example_options.join(", ");
    session.property(
        "example",
        &format!("{} has the options {options}", found.example),
    )?;
    if let Some(values) = found.values {
        session.property("nim values", &values.join(" "))?;
    }
    if let Some(evaluator) = found.fast_method {
        session.property("fast method", evaluator)?;
    }
    if let Some(theorem) = found.closed_form {
        session.property("formula", &theorem)?;
    }
    for (i, sentence) in found.known.iter().enumerate() {
        session.property(if i == 0 { "known" } else { "" }, sentence)?;
    }
    session.property("source", found.source)
}
