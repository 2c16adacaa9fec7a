//! The quotient of the closure of games, positions and heaps of several rulesets.

use std::sync::Arc;

use misere::heaps::{FiniteRuleset, Ruleset, entries};
use misere::notation::{Node, Syntax};
use misere::play::{Source, gather};

use super::failure::Failure;
use super::input::last_heap;
use super::session::Session;

/// Gathers what the words name: rulesets with their heaps up to `to`, and expressions. None if there
/// is one ruleset alone, whose heaps are in a row.
pub(super) fn closure(
    session: &mut Session,
    words: &[String],
    to: Option<u64>,
) -> Result<Option<FiniteRuleset>, Failure> {
    if let Some(hint) = last_heap(words).filter(|_| session.ruleset(&words[0]).is_ok()) {
        let message = format!("`{}` is a ruleset and `{}` a game", words[0], words[1]);
        return Err(Failure::input(&message, Some(&hint)));
    }
    let mut parts: Vec<Part> = Vec::new();
    for word in words {
        parts.push(part(session, word)?);
    }
    if let [Part::Ruleset(ruleset)] = &parts[..]
        && (ruleset.is_loopy() || ruleset.arity() == 1 && ruleset.kinds() == 1)
    {
        return Ok(None);
    }
    let mut sources = Vec::new();
    for part in &parts {
        sources.push(match part {
            Part::Expression(syntax) => Source::Expression(syntax),
            Part::Ruleset(ruleset) => {
                let Some(to) = to else {
                    let message = if words.len() > 1 {
                        "several rulesets together need --to N"
                    } else {
                        "no period theorem speaks of this ruleset: `quotient` needs --to N"
                    };
                    let hint = "--to 8 takes the positions whose coordinates are up to 8";
                    return Err(Failure::input(message, Some(hint)));
                };
                Source::Heaps(Arc::clone(ruleset), to)
            }
        });
    }
    let _busy = session.busy("positions");
    let name = words.join(", ");
    let found = gather(&name, &sources, &mut session.universe);
    let found = found.map_err(|error| Failure::in_play(error, &name))?;
    if found.is_empty() {
        let message = format!("`{name}` has no positions that are numbers in this range");
        let hint = "a position is named in parentheses, as in 'cram(3x4)'";
        return Err(Failure::input(&message, Some(hint)));
    }
    Ok(Some(found))
}

enum Part {
    Ruleset(Arc<dyn Ruleset>),
    Expression(Syntax),
}

fn part(session: &Session, word: &str) -> Result<Part, Failure> {
    let refused = match session.ruleset(word) {
        Ok(ruleset) => return Ok(Part::Ruleset(ruleset)),
        Err(refused) => refused,
    };
    // A name or a code alone is meant as a ruleset; anything else as an expression.
    let is_code = word.split_once('.').is_some_and(|(start, _)| {
        start.len() == 1 && start.starts_with(|c: char| c.is_ascii_digit())
    });
    match session.read(word) {
        Ok(syntax) if matches!(syntax.node(syntax.root()), Node::Name(_)) => Err(refused),
        Ok(syntax) => Ok(Part::Expression(syntax)),
        Err(_) if is_code || is_known_but_incomplete(session, word) => Err(refused),
        Err(failure) => Err(failure),
    }
}

/// Whether this is the name of a ruleset with parameters and no heap, as in `cut{1,6`.
fn is_known_but_incomplete(session: &Session, word: &str) -> bool {
    let name = word.split(['{', '(', ':']).next().unwrap_or(word);
    let is_known = entries().any(|entry| entry.is_called(name));
    (is_known || session.rulebook.defined(name).is_some()) && !word.ends_with(')')
}
