//! Games on boards, graphs and posets: `cram(4x5)`, `node-kayles(petersen)`.
//!
//! A [`BoardGame`] reads and writes boards and says what its moves leave; [`Boards`] makes a ruleset
//! of it. A position is a board, or a component of one, and is stored once however often it occurs
//! and however it is turned ([`interner`]); the two numbers of a [`Position`] are its rank, which
//! every move lowers, and the number under which it is stored.
//!
//! The store of a game is shared by all its rulesets that are in use at the same time, since rulesets
//! with the same name must agree on what a position is, and is given back with the last of them.

use std::sync::{Arc, Mutex, PoisonError, RwLock, Weak};

use self::interner::{Codes, END, Interner, Words};
use super::entry::{Entry, Parameters, RulesetError};
use super::position::{Heaps, Position};
use super::ruleset::{HeapOptions, Ruleset};
use crate::limits::{Budget, Reason, Ticker};

mod chomp;
mod cram;
mod graph;
mod graph_text;
mod interner;
mod kayles;
mod labelling;
mod poset;
mod rooted;
#[cfg(test)]
mod tests;

/// A game on boards.
trait BoardGame: Send + Sync {
    fn name(&self) -> &'static str;

    fn rule(&self) -> &'static str;

    fn known(&self) -> &'static [&'static str];

    fn source(&self) -> &'static str;

    /// A small board as it is written.
    fn example(&self) -> &'static str;

    /// Reads a board, in canonical form.
    fn read(&self, text: &str) -> Result<Words, RulesetError>;

    /// Writes a board such that it can be read.
    fn write(&self, board: &[u64]) -> String;

    /// Whether there is a move.
    fn has_moves(&self, board: &[u64]) -> bool;

    /// Lists what each move leaves: components in canonical form, without those that have no moves.
    fn moves(&self, board: &[u64], moves: &mut Moves<'_>) -> Result<(), Reason>;
}

/// Collects what the moves on a board leave.
struct Moves<'b> {
    budget: &'b Budget,
    ticker: Ticker,
    options: Vec<Vec<Words>>,
    option: Vec<Words>,
}

impl Moves<'_> {
    /// Adds a component to what the present move leaves.
    fn component(&mut self, words: Words) {
        self.option.push(words);
    }

    /// Ends the present move.
    fn end(&mut self) -> Result<(), Reason> {
        self.ticker.tick_for(16, self.budget)?;
        self.options.push(std::mem::take(&mut self.option));
        Ok(())
    }
}

/// A game and the store of its boards, as long as a ruleset uses it.
struct Shared {
    game: &'static dyn BoardGame,
    boards: Mutex<Weak<RwLock<Interner>>>,
}

impl Shared {
    const fn new(game: &'static dyn BoardGame) -> Self {
        Self {
            game,
            boards: Mutex::new(Weak::new()),
        }
    }

    fn ruleset(&self, parameters: &Parameters<'_>) -> Result<Arc<dyn Ruleset>, RulesetError> {
        parameters.none()?;
        let mut weak = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
        let boards = weak.upgrade().unwrap_or_default();
        *weak = Arc::downgrade(&boards);
        Ok(Arc::new(Boards {
            game: self.game,
            boards,
        }))
    }
}

/// The ruleset of a game on boards.
struct Boards {
    game: &'static dyn BoardGame,
    boards: Arc<RwLock<Interner>>,
}

impl Boards {
    /// Applies a function to the words of a position. None if there is no such position.
    fn with_board<T>(&self, position: Position, f: impl FnOnce(&[u64]) -> T) -> Option<T> {
        let boards = self.boards.read().unwrap_or_else(PoisonError::into_inner);
        let words = boards.words(number_of(position)?)?;
        (words[0] == position.size()).then(|| f(words))
    }

    /// Returns the options of a position, computed once.
    fn codes(&self, position: Position, budget: &Budget) -> Result<Codes, Reason> {
        let unknown = Reason::Undefined {
            what: "this is not a position of the game",
        };
        let number = number_of(position).ok_or(unknown)?;
        let boards = self.boards.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(codes) = boards.options(number) {
            return Ok(codes);
        }
        let words = boards.words(number).ok_or(unknown)?.to_vec();
        drop(boards);
        let mut moves = Moves {
            budget,
            ticker: Ticker::default(),
            options: Vec::new(),
            option: Vec::new(),
        };
        self.game.moves(&words, &mut moves)?;
        let mut boards = self.boards.write().unwrap_or_else(PoisonError::into_inner);
        boards.store(number, &moves.options, budget)
    }
}

/// The number under which the board of a position is stored.
fn number_of(position: Position) -> Option<usize> {
    match position.coordinates()[..] {
        [_, number] => usize::try_from(number).ok(),
        _ => None,
    }
}

impl Ruleset for Boards {
    fn name(&self) -> String {
        self.game.name().into()
    }

    fn rule(&self) -> String {
        let (rule, name, example) = (self.game.rule(), self.game.name(), self.game.example());
        format!("{rule}, as in {name}({example})")
    }

    fn example(&self) -> Option<Position> {
        self.read_position(self.game.example())?.ok()
    }

    fn known(&self) -> Vec<String> {
        self.game
            .known()
            .iter()
            .map(|&known| known.into())
            .collect()
    }

    fn source(&self) -> &'static str {
        self.game.source()
    }

    fn arity(&self) -> usize {
        2
    }

    fn is_position(&self, position: Position) -> bool {
        self.with_board(position, |_| ()).is_some()
    }

    fn read_position(&self, text: &str) -> Option<Result<Position, RulesetError>> {
        Some(self.game.read(text).and_then(|words| {
            let mut boards = self.boards.write().unwrap_or_else(PoisonError::into_inner);
            let number = boards.intern(&words, &Budget::default());
            let refused = |reason: Reason| RulesetError::new(reason.to_string(), 0..text.len());
            Ok(Position::pair(words[0], number.map_err(refused)?.into()))
        }))
    }

    fn write_position(&self, position: Position) -> String {
        let written = self.with_board(position, |words| self.game.write(words));
        written.unwrap_or_else(|| position.to_string())
    }

    fn has_options(&self, position: Position) -> bool {
        self.with_board(position, |words| self.game.has_moves(words)) == Some(true)
    }

    /// # Panics
    /// If the system refuses memory. [`options_within`](Ruleset::options_within) returns an error.
    fn options(&self, position: Position) -> HeapOptions<'_> {
        let options = self.options_within(position, &Budget::default());
        options.unwrap_or_else(|reason| panic!("no options of a board: {reason}"))
    }

    fn options_within(
        &self,
        position: Position,
        budget: &Budget,
    ) -> Result<HeapOptions<'_>, Reason> {
        let codes = self.codes(position, budget)?;
        let mut at = 0;
        Ok(Box::new(std::iter::from_fn(move || {
            let rest = &codes[at..];
            let length = rest.iter().position(|&code| code == END)?;
            at += length + 1;
            Some(
                rest[..length]
                    .iter()
                    .map(|&code| interner::position(code))
                    .collect::<Heaps>(),
            )
        })))
    }
}

static CRAM: Shared = Shared::new(&cram::Cram);
static NODE_KAYLES: Shared = Shared::new(&kayles::NodeKayles);
static ARC_KAYLES: Shared = Shared::new(&kayles::ArcKayles);
static HACKENBUSH: Shared = Shared::new(&rooted::Hackenbush);
static VERTEX_GEOGRAPHY: Shared = Shared::new(&rooted::VertexGeography);
static CHOMP: Shared = Shared::new(&chomp::Chomp);
static POSET_GAME: Shared = Shared::new(&poset::PosetGame);

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "cram",
        usage: "cram",
        aliases: &[],
        make: |parameters| CRAM.ruleset(parameters),
    },
    Entry {
        name: "node-kayles",
        usage: "node-kayles",
        aliases: &[],
        make: |parameters| NODE_KAYLES.ruleset(parameters),
    },
    Entry {
        name: "arc-kayles",
        usage: "arc-kayles",
        aliases: &[],
        make: |parameters| ARC_KAYLES.ruleset(parameters),
    },
    Entry {
        name: "hackenbush",
        usage: "hackenbush",
        aliases: &[],
        make: |parameters| HACKENBUSH.ruleset(parameters),
    },
    Entry {
        name: "vertex-geography",
        usage: "vertex-geography",
        aliases: &[],
        make: |parameters| VERTEX_GEOGRAPHY.ruleset(parameters),
    },
    Entry {
        name: "chomp",
        usage: "chomp",
        aliases: &[],
        make: |parameters| CHOMP.ruleset(parameters),
    },
    Entry {
        name: "poset-game",
        usage: "poset-game",
        aliases: &[],
        make: |parameters| POSET_GAME.ruleset(parameters),
    },
];
