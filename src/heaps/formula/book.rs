//! Definitions that use each other, and their rulesets.

use std::ops::Range;
use std::sync::Arc;

use super::ends::{choose_measures, set_ranks};
use super::game::{FormulaGame, Measure, Member, Rules};
use super::parse::{LONGEST, defined_name, definition, split};
use super::program::{self, Other};
use super::syntax::{Comparison, Definition, Expression, Id, Part, Tree};
use super::{bounded, described};
use crate::heaps::entry::RulesetError;
use crate::heaps::registry;
use crate::heaps::rulebook::Rulebook;
use crate::heaps::ruleset::Ruleset;

/// A ruleset with its name.
type Named = (String, Arc<dyn Ruleset>);

/// The most definitions in one text.
const MOST: usize = 200;

/// Returns the ruleset of a text of definitions, which is that of the first.
pub(in crate::heaps) fn formula(
    text: &str,
    book: &Rulebook,
) -> Result<Arc<dyn Ruleset>, RulesetError> {
    let definitions = Definitions::read(text, book)?;
    Ok(Arc::new(definitions.game(0)?))
}

/// Returns the rulesets of all definitions of a text, with their names.
pub(in crate::heaps) fn formulas(text: &str, book: &Rulebook) -> Result<Vec<Named>, RulesetError> {
    let definitions = Definitions::read(text, book)?;
    let mut games: Vec<Named> = Vec::new();
    for (index, definition) in definitions.all[..definitions.written].iter().enumerate() {
        if definition.name.is_empty() {
            let message = "a definition in a file needs a name";
            let hint = "as in kayles(n) -> n-1, n-2";
            return Err(RulesetError::new(message, definition.span.clone()).hint(hint));
        }
        games.push((definition.name.clone(), Arc::new(definitions.game(index)?)));
    }
    Ok(games)
}

/// Definitions, and the built-in rulesets that they use.
struct Definitions {
    all: Vec<Definition>,
    /// The number of definitions of the text; the others are from the rulebook.
    written: usize,
    built_in: Vec<Named>,
}

impl Definitions {
    fn read(text: &str, book: &Rulebook) -> Result<Self, RulesetError> {
        if text.len() > LONGEST {
            let message = format!("formulas of more than {LONGEST} bytes");
            return Err(RulesetError::new(message, 0..0));
        }
        let mut all = parsed(text, book)?;
        if all.is_empty() {
            let message = "expected a formula, found nothing";
            return Err(RulesetError::new(message, 0..0).hint("as in n -> n-1, n-2"));
        }
        let written = all.len();
        let mut built_in: Vec<Named> = Vec::new();
        let mut at = 0;
        while at < all.len() {
            for (name, span) in references(&all[at]) {
                let known = all.iter().any(|definition| definition.name == name)
                    || built_in.iter().any(|(known, _)| *known == name);
                if known {
                    continue;
                }
                let game = book.ruleset(&name)?;
                if game.name().contains("->") {
                    let more = renamed(parsed(&game.name(), &Rulebook::default())?, &name);
                    let more = more.ok_or_else(|| unusable(&name, &span))?;
                    for definition in more {
                        match all.iter().find(|known| known.name == definition.name) {
                            None => all.push(definition),
                            Some(known) if known.text == definition.text => {}
                            Some(known) => {
                                let message =
                                    format!("there are two definitions of `{}`", known.name);
                                return Err(RulesetError::new(message, span));
                            }
                        }
                    }
                } else {
                    // Whoever reads the formula again must find the same ruleset.
                    let again = registry::ruleset(&name);
                    let same = again.is_ok_and(|again| again.name() == game.name());
                    let plain =
                        !game.is_loopy() && game.kinds() == 1 && game.read_position("0").is_none();
                    if !same || !plain {
                        return Err(unusable(&name, &span));
                    }
                    built_in.push((name, game));
                }
            }
            at += 1;
            if all.len() > MOST {
                let message = format!("more than {MOST} definitions");
                return Err(RulesetError::new(message, 0..0));
            }
        }
        Ok(Self {
            all,
            written,
            built_in,
        })
    }

    /// The ruleset of one definition.
    fn game(&self, index: usize) -> Result<FormulaGame, RulesetError> {
        // The definition first, then what it uses and what those use.
        let mut defined = vec![index];
        let mut names: Vec<String> = Vec::new();
        let mut at = 0;
        while at < defined.len() {
            for (name, _) in references(&self.all[defined[at]]) {
                match self.all.iter().position(|d| d.name == name) {
                    Some(other) if !defined.contains(&other) => defined.push(other),
                    None if !names.contains(&name) => names.push(name),
                    _ => {}
                }
            }
            at += 1;
        }
        defined[1..].sort_unstable();
        let texts: Vec<&str> = defined.iter().map(|&i| self.all[i].text.as_str()).collect();
        let kinds: Vec<&str> = (defined.iter().map(|&i| self.all[i].name.as_str()))
            .chain(names.iter().map(String::as_str))
            .collect();
        let find_built_in = |name: &str| self.built_in.iter().find(|(known, _)| known == name);
        let other = |name: &str| {
            let kind = kinds.iter().position(|known| *known == name)?;
            let arity = match defined.get(kind) {
                Some(&i) => self.all[i].parameters.len(),
                None => find_built_in(name)?.1.arity(),
            };
            let kind = u16::try_from(kind).ok()?;
            Some(Other { kind, arity })
        };
        let mut members = Vec::with_capacity(kinds.len());
        for (kind, &i) in (0..).zip(&defined) {
            members.push(member(&self.all[i], &other, kind)?);
        }
        for name in &names {
            if let Some((_, game)) = find_built_in(name) {
                members.push(built_in_member(name, game));
            }
        }
        let mut game = FormulaGame {
            name: texts.join("; "),
            members,
            endless: None,
            described: None,
            bounds: None,
        };
        set_ranks(&mut game);
        choose_measures(&mut game, &self.all[index].span)?;
        game.described = described::recognised(&self.all[index], &game);
        if game.described.is_none() {
            game.bounds = bounded::bounds(&self.all[index], &game);
        }
        Ok(game)
    }
}

fn unusable(name: &str, span: &Range<usize>) -> RulesetError {
    let message = format!("`{name}` cannot be used in a formula");
    let hint = "built-in rulesets without loops can, and those that are formulas themselves";
    RulesetError::new(message, span.clone()).hint(hint)
}

/// The definitions of a text.
fn parsed(text: &str, book: &Rulebook) -> Result<Vec<Definition>, RulesetError> {
    let pieces = split(text);
    if pieces.len() > MOST {
        let message = format!("more than {MOST} definitions");
        return Err(RulesetError::new(message, 0..0));
    }
    let names: Vec<&str> = pieces
        .iter()
        .map(|(_, piece)| defined_name(piece))
        .collect();
    let is_ruleset = |name: &str| names.contains(&name) || book.ruleset(name).is_ok();
    let mut all: Vec<Definition> = Vec::with_capacity(pieces.len());
    for (offset, piece) in pieces {
        let definition = definition(piece, offset, &is_ruleset)?;
        let span = || definition.span.clone();
        if definition.name.is_empty() && !all.is_empty() {
            let message = "only the first of several definitions can do without a name";
            return Err(RulesetError::new(message, span()).hint("as in kayles(n) -> n-1, n-2"));
        }
        if all.iter().any(|known| known.name == definition.name) {
            let message = format!("there are two definitions of `{}`", definition.name);
            return Err(RulesetError::new(message, span()));
        }
        all.push(definition);
    }
    Ok(all)
}

/// Definitions of which the first gets this name, unless it has one; none if it has another.
fn renamed(mut definitions: Vec<Definition>, name: &str) -> Option<Vec<Definition>> {
    let first = definitions.first_mut()?;
    if first.name.is_empty() {
        let options = first.text.split_once("->")?.1;
        let text = format!("{name}({}) ->{options}", first.parameters.join(", "));
        first.text = text;
        name.clone_into(&mut first.name);
    }
    (first.name == name).then_some(definitions)
}

/// The names of other rulesets in a definition, with their places.
fn references(definition: &Definition) -> Vec<(String, Range<usize>)> {
    let parts = definition.choices.iter().flat_map(|choice| &choice.parts);
    let named = |part: &Part| Some((part.place.ruleset.clone()?, part.place.span.clone()));
    parts.filter_map(named).collect()
}

fn built_in_member(name: &str, game: &Arc<dyn Ruleset>) -> Member {
    Member {
        name: name.to_owned(),
        arity: game.arity(),
        smallest: game.smallest(),
        condition: None,
        rules: Rules::BuiltIn(Arc::clone(game)),
        rank: 0,
        measure: Measure::Sum,
    }
}

fn member(
    definition: &Definition,
    other: &dyn Fn(&str) -> Option<Other>,
    kind: u16,
) -> Result<Member, RulesetError> {
    let arity = definition.parameters.len();
    let (mut smallest, mut condition) = (0, None);
    if let Some(id) = definition.condition {
        let bounds = Bounds::of(definition, id);
        let least = bounds.least.iter().min().copied().unwrap_or(0);
        smallest = u64::try_from(least).unwrap_or(0);
        if arity > 1 {
            condition = Some(program::condition(definition, id)?);
        } else if !bounds.only_bounds {
            let n = &definition.parameters[0];
            let message = format!("which heaps there are is told by `where {n} >= 1`");
            let error = RulesetError::new(message, definition.tree.span(id));
            return Err(error.hint("a condition on an option is written with `if`"));
        }
    }
    Ok(Member {
        name: definition.name.clone(),
        arity,
        smallest,
        condition,
        rules: Rules::Defined(program::options(definition, other, kind)?),
        rank: 0,
        measure: Measure::Sum,
    })
}

/// Lower bounds in a condition: `a >= 1 and b >= 2`.
struct Bounds {
    /// For each coordinate; 0 if there is none.
    least: Vec<i64>,
    /// Whether the condition consists of such bounds.
    only_bounds: bool,
}

impl Bounds {
    fn of(definition: &Definition, condition: Id) -> Self {
        let mut bounds = Self {
            least: vec![0; definition.parameters.len()],
            only_bounds: true,
        };
        let mut pending = vec![condition];
        while let Some(id) = pending.pop() {
            if let Expression::And(a, b) = definition.tree.node(id) {
                pending.extend([*a, *b]);
                continue;
            }
            match bound(&definition.tree, id) {
                Some((name, least)) => {
                    let at = definition.parameters.iter().position(|known| known == name);
                    match at {
                        Some(at) => bounds.least[at] = bounds.least[at].max(least),
                        None => bounds.only_bounds = false,
                    }
                }
                None => bounds.only_bounds = false,
            }
        }
        bounds
    }
}

/// `n >= 1`, `n > 0`, `1 <= n`, `0 < n`: the name and the least value.
fn bound(tree: &Tree, id: Id) -> Option<(&str, i64)> {
    let Expression::Chain(operands, comparisons) = tree.node(id) else {
        return None;
    };
    let ([a, b], [comparison]) = (&operands[..], &comparisons[..]) else {
        return None;
    };
    match (tree.node(*a), comparison, tree.node(*b)) {
        (Expression::Name(name), Comparison::AtLeast, Expression::Number(least))
        | (Expression::Number(least), Comparison::AtMost, Expression::Name(name)) => {
            Some((name, *least))
        }
        (Expression::Name(name), Comparison::Greater, Expression::Number(below))
        | (Expression::Number(below), Comparison::Less, Expression::Name(name)) => {
            Some((name, below.checked_add(1)?))
        }
        _ => None,
    }
}
