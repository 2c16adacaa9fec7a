//! `misere rules`: the rulesets, or one of them explained.

use clap::Args;
use serde::Serialize;

use misere::heaps::{Position, Ruleset, entries, ruleset};
use misere::limits::{Budget, Reason};
use misere::nim::{NimError, methods};

use super::failure::Failure;
use super::input::one_ruleset;
use super::session::Session;
use super::{Answer, Format};

/// The rulesets, or one of them explained
///
/// A ruleset is written as it is listed; parameters stand in braces, or behind a colon where a
/// shell would expand braces: cut{1,6} is cut:1,6.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    misere rules\n  \
    misere rules saliquant\n  \
    misere rules 'subtraction{1,2}'")]
pub(super) struct Rules {
    /// The ruleset to explain
    #[arg(value_name = "NAME")]
    name: Vec<String>,
}

#[derive(Serialize)]
struct RuleJson {
    name: String,
    usage: &'static str,
    aliases: &'static [&'static str],
    rule: String,
}

#[derive(Serialize)]
struct RulesetJson {
    name: String,
    rule: String,
    smallest: u64,
    loopy: bool,
    example: String,
    example_options: Vec<String>,
    values: Option<Vec<String>>,
    fast_method: Option<&'static str>,
    closed_form: Option<String>,
    known: Vec<String>,
    source: &'static str,
}

impl Rules {
    pub(super) fn run(self, session: &mut Session) -> Result<Answer, Failure> {
        session.require_format("rules", &[Format::Text, Format::Json])?;
        if self.name.is_empty() {
            list(session)?;
        } else {
            let game = Session::ruleset(&one_ruleset(&self.name)?)?;
            explain(session, &*game)?;
        }
        Ok(Answer::Yes)
    }
}

fn list(session: &mut Session) -> Result<(), Failure> {
    for entry in entries() {
        // The usage is an example of the ruleset, and a test reads each of them.
        let rule = ruleset(entry.usage).map(|game| game.rule());
        let rule = rule.unwrap_or_default();
        if session.format == Format::Json {
            session.json(&RuleJson {
                name: entry.name.into(),
                usage: entry.usage,
                aliases: entry.aliases,
                rule,
            })?;
        } else {
            session.line(&format!("  {:<26} {rule}", entry.usage))?;
        }
    }
    Ok(())
}

fn explain(session: &mut Session, game: &dyn Ruleset) -> Result<(), Failure> {
    const HEAPS: u64 = 24;
    let example = example(game);
    let example_options = first_options(game, example);
    let values = first_values(game, HEAPS, session.budget())?;
    let methods = methods(game);
    let json = RulesetJson {
        name: game.name(),
        rule: game.rule(),
        smallest: game.smallest(),
        loopy: game.is_loopy(),
        example: game.heap_name(example),
        example_options,
        values,
        fast_method: methods.fast.as_ref().map(|evaluator| evaluator.name()),
        closed_form: methods.closed_form.map(|form| form.theorem),
        known: game.known(),
        source: game.source(),
    };
    if session.format == Format::Json {
        return session.json(&json);
    }
    session.line(&format!("{}: {}", json.name, json.rule))?;
    session.property("smallest", &json.smallest.to_string())?;
    let options = json.example_options.join(", ");
    session.property(
        "example",
        &format!("{} has the options {options}", json.example),
    )?;
    if let Some(values) = json.values {
        session.property("nim values", &values.join(" "))?;
    }
    if let Some(evaluator) = json.fast_method {
        session.property("fast method", evaluator)?;
    }
    if let Some(theorem) = json.closed_form {
        session.property("formula", &theorem)?;
    }
    for (i, sentence) in json.known.iter().enumerate() {
        session.property(if i == 0 { "known" } else { "" }, sentence)?;
    }
    session.property("source", json.source)
}

/// A position that shows how the game is played: the first with at least three options, not far
/// from the smallest.
fn example(game: &dyn Ruleset) -> Position {
    let smallest = game.smallest();
    let position = |n: u64| match game.arity() {
        1 => Position::heap(smallest + n),
        _ => Position::pair(smallest + n, smallest + n / 4),
    };
    let several = |p: &Position| game.options(*p).take(3).count() == 3;
    (6..30)
        .map(position)
        .find(several)
        .unwrap_or_else(|| position(12))
}

fn first_options(game: &dyn Ruleset, position: Position) -> Vec<String> {
    const MOST: usize = 12;
    let mut options: Vec<String> = game
        .options(position)
        .take(MOST + 1)
        .map(|option| option.to_string())
        .collect();
    if options.len() > MOST {
        options[MOST] = "…".into();
    }
    if options.is_empty() {
        options.push("none".into());
    }
    options
}

/// The values of the first heaps, as far as they come quickly; none where there are none.
fn first_values(
    game: &dyn Ruleset,
    heaps: u64,
    budget: &Budget,
) -> Result<Option<Vec<String>>, Failure> {
    const OPTIONS: usize = 100_000;
    if game.is_loopy() || game.arity() != 1 {
        return Ok(None);
    }
    let all = methods(game);
    let by_definition = all.fast.is_none();
    let mut evaluator = all.best(game)?;
    let mut last = None;
    for heap in game.smallest()..game.smallest() + heaps {
        if by_definition && game.options(Position::heap(heap)).nth(OPTIONS).is_some() {
            break;
        }
        last = Some(heap);
    }
    if let Some(last) = last {
        match evaluator.extend(last, budget) {
            Err(NimError::Stopped(reason)) if reason != Reason::Cancelled => {}
            other => other?,
        }
    }
    Ok(Some(
        evaluator
            .values()
            .iter()
            .map(|(_, value)| value.to_string())
            .collect(),
    ))
}
