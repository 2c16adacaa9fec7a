//! `misere rules`: the rulesets, or one of them explained.

use clap::Args;

use misere::answer::{RuleExplained, RuleListed};
use misere::heaps::Ruleset;

use super::atlas;
use super::failure::Failure;
use super::input::one_ruleset;
use super::session::Session;
use super::tables;
use super::terminal;
use super::{Answer, Format};

/// List the rulesets, or explain one of them
///
/// The code of a take-and-break game says in its i-th digit how i tokens may be taken from a heap: 1 if
/// they are the whole heap, 2 if one heap is left, 4 if two are, 8 if three are, and sums of these; 0.77
/// is Kayles. Any other ruleset is written as it is listed; parameters stand in braces, or behind a colon where a
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
        if self.name.is_empty() {
            session.require_format(
                "rules",
                &[Format::Text, Format::Json, Format::Csv, Format::Tex],
            )?;
            list(session)?;
        } else {
            session.require_format("rules NAME", &[Format::Text, Format::Json])?;
            let game = session.ruleset(&one_ruleset(&self.name)?)?;
            explain(session, &*game)?;
        }
        Ok(Answer::Yes)
    }
}

/// The family that has no names.
const CODES: (&str, &str) = (
    "0.77, 4.7, 0.3F, 4.[3]",
    "take-and-break games; `misere help rules` explains their digits",
);

fn list(session: &mut Session) -> Result<(), Failure> {
    let mut family = "";
    let is_table = matches!(session.format, Format::Csv | Format::Tex);
    if is_table {
        tables::begin_wide(
            session,
            &[
                ("family", 0.13),
                ("ruleset", 0.21),
                ("aliases", 0.17),
                ("rule", 0.33),
            ],
        )?;
    }
    for listed in RuleListed::all() {
        match session.format {
            Format::Json => session.json(&listed)?,
            Format::Text => {
                if listed.family != family {
                    if family == "cut games" {
                        session.line("codes")?;
                        entry(session, CODES.0, CODES.1)?;
                    }
                    family = listed.family;
                    session.line(family)?;
                }
                let aliases = match listed.aliases {
                    [] => String::new(),
                    aliases => format!(" (also {})", aliases.join(", ")),
                };
                entry(session, listed.usage, &format!("{}{aliases}", listed.rule))?;
            }
            _ => {
                let aliases = listed.aliases.join(", ");
                let (family, usage) = (listed.family, listed.usage);
                let cells = [
                    family.into(),
                    usage.into(),
                    aliases.into(),
                    listed.rule.into(),
                ];
                tables::row(session, &cells)?;
            }
        }
    }
    if is_table {
        tables::end(session)?;
    }
    Ok(())
}

/// Writes how a ruleset is written, and its rule, which fits the terminal.
fn entry(session: &mut Session, usage: &str, rule: &str) -> Result<(), Failure> {
    session.paragraph(&format!("  {usage:<26} "), rule)
}

pub(super) fn explain(session: &mut Session, game: &dyn Ruleset) -> Result<(), Failure> {
    let found = RuleExplained::new(game, session.budget())?;
    if session.format == Format::Json {
        return session.json(&found);
    }
    let called = game.called();
    // The code of a game that has a name is worth knowing.
    let name = if called == found.name || found.name.len() > 20 {
        called
    } else {
        format!("{called} = {}", found.name)
    };
    let heading = terminal::heading(format!("{name}:"));
    session.paragraph(&format!("{heading} "), &found.rule)?;
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
    if let Some(row) = atlas::mention(game) {
        session.property("atlas", &row)?;
    }
    session.property("source", found.source)
}
