//! Checking that listed positions have the options that are listed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::check::InvalidQuotient;
use crate::expr;
use crate::game::{Game, Universe};
use crate::heaps::{
    FiniteRuleset, Heaps, ListedPosition, Listing, Origin, Position, Ruleset, certified_ruleset,
};
use crate::limits::{Budget, Stopped};
use crate::notation::parse;

/// Makes a ruleset of a listing, after its claims about where positions come from were checked: the
/// options of a position are computed again from its ruleset, those of a game from its expression. A
/// position without an origin is what the listing says.
pub(crate) fn checked_ruleset(
    listing: &Listing,
    label: &str,
    budget: &Budget,
) -> Result<FiniteRuleset, InvalidQuotient> {
    let mut account = budget.account();
    let mut listed = FiniteRuleset::new(label);
    for (number, entry) in listing.positions.iter().enumerate() {
        budget.check()?;
        let malformed = |what: &str| wrong(entry, what);
        if !is_plain(&entry.name) {
            let problem =
                "a name is 1 to 1000 printable ASCII characters or ⟨ and ⟩, without quotes";
            return Err(InvalidQuotient::Malformed(problem));
        }
        let mut options = Vec::with_capacity(entry.options.len());
        for option in &entry.options {
            let mut heaps = Heaps::none();
            for &(part, copies) in option {
                let is_earlier = usize::try_from(part).is_ok_and(|part| part < number);
                let added = heaps.checked_add(Position::heap(part), copies);
                if !is_earlier || copies == 0 || added.is_none() {
                    return Err(malformed("an option is not made of earlier positions"));
                }
            }
            options.push(heaps);
        }
        account.add(FiniteRuleset::bytes(&entry.name, &options))?;
        let pushed = listed.push(entry.name.as_str(), options);
        pushed.ok_or_else(|| malformed("there are two positions with this name"))?;
    }
    check_positions(listing, &listed, budget)?;
    check_games(listing, budget)?;
    Ok(listed.with_account(account))
}

/// Whether a name may stand in a sentence. A label stands there in quotes, and one with a quote in it
/// could go on with a sentence of its own; other characters may look like nothing or like others.
fn is_plain(name: &str) -> bool {
    const LONGEST: usize = 1000;
    let is_plain = |c: char| matches!(c, ' '..='~' | '⟨' | '⟩') && c != '"';
    !name.is_empty() && name.chars().all(is_plain) && name.chars().count() <= LONGEST
}

/// Gives games the names that can be read off their options.
pub(crate) fn with_plain_names(listing: &mut Listing, u: &mut Universe) -> Result<(), Stopped> {
    let mut games: Vec<Option<Game>> = Vec::new();
    for entry in &mut listing.positions {
        let is_game = entry.origins.contains(&Origin::Game);
        let parts = entry.options.iter().flatten();
        let options: Option<Vec<Game>> = parts
            .map(|&(part, _)| games.get(usize::try_from(part).ok()?).copied().flatten())
            .collect();
        let game = match options.filter(|_| is_game) {
            Some(options) => Some(u.set(options)?),
            None => None,
        };
        if let Some(game) = game {
            entry.name = u.plain_name(game)?;
        }
        games.push(game);
    }
    Ok(())
}

/// The positions to which no move leads, with commas. A name that nothing was compared with is only a
/// label.
pub(crate) fn roots(listing: &Listing) -> String {
    const SHOWN: usize = 6;
    let mut is_option = vec![false; listing.positions.len()];
    let options = listing.positions.iter().flat_map(|entry| &entry.options);
    for &(part, _) in options.flatten() {
        if let Some(is_option) = usize::try_from(part)
            .ok()
            .and_then(|p| is_option.get_mut(p))
        {
            *is_option = true;
        }
    }
    let entries = listing.positions.iter().zip(&is_option).rev();
    let roots = entries.filter(|(_, is_option)| !**is_option);
    let mut names: Vec<String> = roots.map(|(entry, _)| label(entry)).collect();
    let more = names.len().saturating_sub(SHOWN);
    names.truncate(SHOWN);
    let names = names.join(", ");
    match more {
        0 => names,
        more => format!("{names} and {more} others"),
    }
}

/// The name of a position; in quotes if it is only a label.
pub(crate) fn label(entry: &ListedPosition) -> String {
    if entry.origins.is_empty() {
        format!("\"{}\" as listed", entry.name)
    } else {
        entry.name.clone()
    }
}

fn wrong(entry: &ListedPosition, what: &str) -> InvalidQuotient {
    InvalidQuotient::Ruleset(format!("the position {}: {what}", entry.name))
}

/// Computes the options of all positions of rulesets again.
fn check_positions(
    listing: &Listing,
    listed: &FiniteRuleset,
    budget: &Budget,
) -> Result<(), InvalidQuotient> {
    let rulesets = listing.rulesets.iter().map(|name| certified_ruleset(name));
    let rulesets: Vec<Arc<dyn Ruleset>> = rulesets.collect::<Result<_, _>>()?;
    let named = rulesets.iter().zip(&listing.rulesets);
    if let Some((_, name)) = named.into_iter().find(|(game, name)| game.name() != **name) {
        let problem = format!(
            "{} is not the normal name of a ruleset",
            name.escape_debug()
        );
        return Err(InvalidQuotient::Ruleset(problem));
    }
    // The number of each position of each ruleset.
    let mut numbers: BTreeMap<(usize, Position), u64> = BTreeMap::new();
    for (number, entry) in (0..).zip(&listing.positions) {
        for origin in &entry.origins {
            let Origin::Position {
                ruleset,
                kind,
                position: text,
            } = origin
            else {
                continue;
            };
            let Some(game) = rulesets.get(*ruleset) else {
                return Err(wrong(entry, "its ruleset is not listed"));
            };
            let position = read_position(&**game, *kind, text);
            // One text for each position, one name for each ruleset.
            let position = position.filter(|&p| {
                !game.is_loopy()
                    && game.is_position(p)
                    && usize::from(*kind) < game.kinds()
                    && game.write_position(p) == *text
            });
            let Some(position) = position else {
                return Err(wrong(entry, "its ruleset has no such position"));
            };
            if game.heap_name(position) != entry.name {
                return Err(wrong(entry, "its ruleset has another name for it"));
            }
            numbers.insert((*ruleset, position), number);
        }
    }
    for (&(index, position), &number) in &numbers {
        let mut options = BTreeSet::new();
        for option in rulesets[index].options_within(position, budget)? {
            budget.check()?;
            let mut heaps = Heaps::none();
            for (part, copies) in option.iter() {
                let known = numbers.get(&(index, part));
                let added = known.and_then(|&n| heaps.checked_add(Position::heap(n), copies));
                if added.is_none() {
                    let entry = &listing.positions[usize::try_from(number).unwrap_or(0)];
                    let part = rulesets[index].heap_name(part);
                    return Err(wrong(entry, &format!("its option {part} is not listed")));
                }
            }
            options.insert(heaps);
        }
        if !options.iter().eq(listed.options_of(number)) {
            let entry = &listing.positions[usize::try_from(number).unwrap_or(0)];
            return Err(wrong(entry, "its ruleset gives it other options"));
        }
    }
    Ok(())
}

fn read_position(game: &dyn Ruleset, kind: u16, text: &str) -> Option<Position> {
    if let Some(position) = game.read_position(text) {
        return position.ok().filter(|_| kind == 0);
    }
    let coordinates: Result<Vec<u64>, _> = text.split(',').map(str::parse).collect();
    Some(Position::new(&coordinates.ok()?)?.with_kind(kind))
}

/// Makes all games of their options again, and compares them with their expressions.
fn check_games(listing: &Listing, budget: &Budget) -> Result<(), InvalidQuotient> {
    let stopped = |stopped: Stopped| InvalidQuotient::Stopped(stopped.reason);
    let mut u = Universe::with_budget(budget.clone());
    let mut games: Vec<Option<Game>> = Vec::new();
    for entry in &listing.positions {
        if !entry.origins.contains(&Origin::Game) {
            games.push(None);
            continue;
        }
        let one = |option: &Vec<(u64, u64)>| match option[..] {
            [(part, 1)] => *games.get(usize::try_from(part).ok()?)?,
            _ => None,
        };
        let options: Option<FxHashSet<Game>> = entry.options.iter().map(one).collect();
        let options = options.ok_or_else(|| wrong(entry, "an option is not a game"))?;
        let game = u.set(options.iter().copied()).map_err(stopped)?;
        if u.options(game).collect::<FxHashSet<_>>() != options {
            return Err(wrong(entry, "it is not in canonical form"));
        }
        let is_named = match entry.name.strip_prefix('⟨') {
            Some(print) => {
                let whole = u.fingerprint(game).map_err(stopped)?.to_string();
                let begin = print.strip_suffix('⟩').unwrap_or("");
                begin.len() >= 12 && whole.starts_with(begin)
            }
            None => match parse(&entry.name) {
                Ok(syntax) => match expr::evaluate(&syntax, &mut u) {
                    Ok(named) => named == game,
                    Err(expr::EvalError::Stopped(reason)) => return Err(stopped(reason)),
                    Err(_) => false,
                },
                Err(_) => false,
            },
        };
        if !is_named {
            return Err(wrong(entry, "this is another game"));
        }
        games.push(Some(game));
    }
    Ok(())
}
