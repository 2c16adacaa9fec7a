//! The closure of games and positions under options, as one ruleset.
//!
//! A misère quotient can be asked of any set of games. The games that play can reach from them, a sum
//! taken apart into its summands, are numbered such that options come first; then they are heaps in
//! a row, and everything that works for these applies.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::sum::PlayError;
use crate::expr::{self, EvalError, HeapTerm};
use crate::game::{Game, Universe};
use crate::heaps::{
    FiniteRuleset, Heaps, Listing, Origin, Origins, Position, Ruleset, listed_options,
};
use crate::limits::{Account, Reason, Stopped};
use crate::nim::NimError;
use crate::notation::{Notation, Syntax, Written, write};
use crate::quotient::listing::with_plain_names;

/// What is gathered.
pub enum Source<'s> {
    /// The positions of a ruleset with coordinates up to this number: heaps, where there is one.
    Heaps(Arc<dyn Ruleset>, u64),
    /// The summands of an expression: heaps stay heaps, anything else is a game.
    Expression(&'s Syntax),
}

/// A game that is gathered.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Game(Game),
    /// A position of one of the rulesets.
    Heap(usize, Position),
}

/// An option: the summands that are left.
type Sum<K = Key> = Vec<(K, u64)>;

/// Gathers all games that play can reach, each after its options, as a ruleset with this name.
///
/// ```
/// use misere::game::Universe;
/// use misere::limits::Budget;
/// use misere::notation::parse;
/// use misere::play::{Source, gather};
/// use misere::quotient::QuotientBuilder;
///
/// let mut u = Universe::new();
/// let games = gather("2##", &[Source::Expression(&parse("2##")?)], &mut u)?;
/// let names: Vec<&str> = games.names().collect();
/// assert_eq!(names, ["0", "1", "2", "2#", "2##"]);
/// let mut builder = QuotientBuilder::new(&games)?;
/// builder.extend_to(4, &Budget::default())?;
/// assert_eq!(builder.order(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If an expression has no value, play may go on for ever, or a limit is reached.
pub fn gather(
    name: &str,
    sources: &[Source<'_>],
    u: &mut Universe,
) -> Result<FiniteRuleset, PlayError> {
    Ok(gather_sum(name, sources, u)?.0)
}

/// Lists what was gathered, for a certificate: the names of games can be read off their options.
pub fn closure_listing(closure: &FiniteRuleset, u: &mut Universe) -> Result<Listing, Stopped> {
    let mut listing = closure.listing(closure.len());
    with_plain_names(&mut listing, u)?;
    Ok(listing)
}

/// Gathers as [`gather`], and returns the summands of the expressions among what was gathered.
pub(super) fn gather_sum(
    name: &str,
    sources: &[Source<'_>],
    u: &mut Universe,
) -> Result<(FiniteRuleset, Sum<Position>), PlayError> {
    let mut summands = Vec::new();
    let mut gathering = Gathering {
        rulesets: Vec::new(),
        numbers: FxHashMap::default(),
        origins: Vec::new(),
        found: FiniteRuleset::new(name),
        account: u.budget().account(),
    };
    for source in sources {
        match source {
            Source::Heaps(ruleset, to) => {
                let index = gathering.ruleset(ruleset);
                if ruleset.smallest() > *to {
                    continue;
                }
                let mut corner = vec![ruleset.smallest(); ruleset.arity()];
                loop {
                    u.tick()?;
                    let position = Position::new(&corner);
                    let position = position.ok_or_else(|| u.stopped(Reason::Capacity))?;
                    if ruleset.is_position(position) {
                        gathering.add(Key::Heap(index, position), u)?;
                    }
                    // The last coordinate runs first.
                    let Some(at) = corner.iter().rposition(|x| x < to) else {
                        break;
                    };
                    corner[at] += 1;
                    corner[at + 1..].fill(ruleset.smallest());
                }
            }
            Source::Expression(syntax) => {
                let terms = match expr::summands(syntax) {
                    // A difference is one game.
                    terms if terms.is_empty() => vec![(1, syntax.root())],
                    terms => terms,
                };
                for (copies, id) in terms.into_iter().filter(|&(copies, _)| copies > 0) {
                    let key = match HeapTerm::at(syntax, id).map_err(EvalError::from)? {
                        Some(term) => {
                            let position = term.canonical_position().map_err(EvalError::from)?;
                            Key::Heap(gathering.ruleset(&term.ruleset), position)
                        }
                        None => Key::Game(expr::evaluate_at(syntax, id, u)?),
                    };
                    gathering.add(key, u)?;
                    summands.push((gathering.numbers[&key], copies));
                }
            }
        }
    }
    let names = gathering.rulesets.iter().map(|ruleset| ruleset.name());
    let origins = Origins {
        rulesets: names.collect(),
        of_positions: gathering.origins,
    };
    let found = gathering.found.with_origins(origins);
    Ok((found.with_account(gathering.account), summands))
}

/// The bytes of an origin and its list.
const ORIGIN: usize = 2 * size_of::<Origin>() + size_of::<Vec<Origin>>();

struct Gathering {
    rulesets: Vec<Arc<dyn Ruleset>>,
    numbers: FxHashMap<Key, Position>,
    /// Several for a position that several rulesets have.
    origins: Vec<Vec<Origin>>,
    found: FiniteRuleset,
    account: Account,
}

impl Gathering {
    /// The number of a ruleset.
    fn ruleset(&mut self, ruleset: &Arc<dyn Ruleset>) -> usize {
        let name = ruleset.name();
        let known = self.rulesets.iter().position(|known| known.name() == name);
        known.unwrap_or_else(|| {
            self.rulesets.push(Arc::clone(ruleset));
            self.rulesets.len() - 1
        })
    }

    /// Adds a game after all that it leads to.
    fn add(&mut self, key: Key, u: &mut Universe) -> Result<(), PlayError> {
        // Play may be deeper than the stack. Open games wait for their options.
        let mut pending = vec![key];
        let mut open: FxHashMap<Key, Vec<Sum>> = FxHashMap::default();
        while let Some(&top) = pending.last() {
            u.tick()?;
            if self.numbers.contains_key(&top) {
                pending.pop();
                continue;
            }
            if let Some(options) = open.remove(&top) {
                let heaps = options.iter().map(|sum| self.numbered(sum));
                let heaps = heaps.collect::<Option<Vec<Heaps>>>();
                let heaps = heaps.ok_or_else(|| u.stopped(Reason::Capacity))?;
                let name = self.name(top, u)?;
                let origin = self.origin(top);
                let bytes = FiniteRuleset::bytes(&name, &heaps) + ORIGIN + name.len();
                (self.account.add(bytes)).map_err(|reason| u.stopped(reason))?;
                // Definitions that use each other share positions.
                let position = if let Some(number) = self.found.number(&name) {
                    self.shared(number, &heaps, &name)?
                } else {
                    self.origins.push(Vec::new());
                    let position = self.found.push(name, heaps);
                    position.ok_or_else(|| u.stopped(Reason::Capacity))?
                };
                let number = usize::try_from(position.size()).unwrap_or(usize::MAX);
                self.origins[number].push(origin);
                self.numbers.insert(top, position);
                pending.pop();
                continue;
            }
            let options = self.options(top, u)?;
            let parts = options.iter().flatten().map(|&(part, _)| part);
            for part in parts.filter(|part| !self.numbers.contains_key(part)) {
                if part == top || open.contains_key(&part) {
                    let name = self.name(part, u)?;
                    let message = format!("play from {name} leads back to it");
                    return Err(NimError::OutOfReach(message).into());
                }
                pending.push(part);
            }
            open.insert(top, options);
        }
        Ok(())
    }

    /// A position that has been listed, if it has these options.
    fn shared(&self, number: u64, heaps: &[Heaps], name: &str) -> Result<Position, PlayError> {
        let mut heaps = heaps.to_vec();
        heaps.sort_unstable();
        heaps.dedup();
        if self.found.options_of(number) != heaps {
            let message = format!("two positions with different options are called {name}");
            return Err(NimError::OutOfReach(message).into());
        }
        Ok(Position::heap(number))
    }

    fn origin(&self, key: Key) -> Origin {
        match key {
            Key::Game(_) => Origin::Game,
            Key::Heap(ruleset, position) => Origin::Position {
                ruleset,
                kind: position.kind(),
                position: self.rulesets[ruleset].write_position(position),
            },
        }
    }

    fn options(&self, key: Key, u: &mut Universe) -> Result<Vec<Sum>, PlayError> {
        match key {
            Key::Game(game) => {
                let options = u.options(game).map(|option| vec![(Key::Game(option), 1)]);
                Ok(options.collect())
            }
            Key::Heap(index, position) => {
                let mut account = u.budget().account();
                let options = listed_options(&*self.rulesets[index], position, &mut account)?;
                let sums = options.iter().map(|heaps| {
                    let parts = heaps.iter();
                    parts
                        .map(|(p, copies)| (Key::Heap(index, p), copies))
                        .collect()
                });
                Ok(sums.collect())
            }
        }
    }

    /// A sum of known games; none if there are too many copies.
    fn numbered(&self, sum: &Sum) -> Option<Heaps> {
        let mut heaps = Heaps::none();
        for (key, copies) in sum {
            heaps.checked_add(*self.numbers.get(key)?, *copies)?;
        }
        Some(heaps)
    }

    fn name(&self, key: Key, u: &mut Universe) -> Result<String, PlayError> {
        const LONGEST: usize = 60;
        Ok(match key {
            Key::Heap(index, position) => self.rulesets[index].heap_name(position),
            Key::Game(game) => {
                let written = write(u, game, Notation::default(), LONGEST)?;
                match written {
                    Written::Text(text) => text,
                    Written::TooLong(_) => {
                        let print = u.fingerprint(game)?.to_string();
                        format!("⟨{}⟩", &print[..12])
                    }
                }
            }
        })
    }
}
