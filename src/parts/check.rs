//! Checking a certificate of parts. Nothing here uses the algorithm that made it.
//!
//! The checker builds every game again, so that all are canonical, and for each table (G, L), in
//! an order in which the tables of the options come first, it checks:
//!
//! 1. *Every pair is a partition*: X + Y = G, by computing the sum.
//! 2. *Nothing is missing.* If G has a unit option, or is 0, there is nothing to look for
//!    (Proposition 7.4). Otherwise, by Corollary 5.7, every partition of G has X or Y among the
//!    parts of its first option, so X runs through these. Suppose X is not in L but G = X + Y, and
//!    take such a pair with b(X) + b(Y) minimal.
//!    - If some G' has not the part X, then Y = G' − X' for some X'.
//!    - If all have it but some X' is not in L: by Corollary 5.7, Y = G' − X' for some G', or
//!      G = X' + Y' with Y' ∈ Y. In the latter case X' would be a missing part with a smaller sum
//!      of birthdays.
//!    - If all G' have the part X and all X' are in L, then {G' − X, G − X'} is a counterpart
//!      (Theorem 2.12), so X is missing indeed.
//!
//!    The first two cases leave finitely many Y, and none may have X + Y = G.
//!
//! So a reader has to trust the sums, this page, and the three results quoted. Code that looks
//! like a part of the algorithm is written again on purpose: the checker shares nothing but the
//! universe with the algorithm that it checks.
//!
//! ```
//! use misere::game::Universe;
//! use misere::parts::{Parts, check::check};
//!
//! let mut u = Universe::new();
//! let g = u.eval("2##")?;
//! let mut certificate = Parts::new().certificate(&mut u, g)?;
//! assert_eq!(check(&mut u, &certificate)?.parts.len(), 8);
//! for table in &mut certificate.tables {
//!     table.partitions.pop();
//! }
//! assert!(check(&mut u, &certificate).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rustc_hash::FxHashMap;
use thiserror::Error;

use crate::game::{DagError, Game, Parity, Universe};
use crate::limits::Stopped;

use super::certificate::{PartsCertificate, TableEntry};
use super::statement::statement;

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Invalid {
    /// It is of another kind, or of a later version.
    #[error("it is a certificate {kind:?} of version {version}, not \"parts\" of version 1 or 2")]
    Kind {
        /// What it says it is.
        kind: String,
        /// The version it claims.
        version: u32,
    },
    /// Its list of games is not one.
    #[error("its games: {0}")]
    Games(DagError),
    /// A place outside of the list of games.
    #[error("there is no game {0} in its list")]
    NoGame(u32),
    /// A table of an odd game, an odd part, a table given twice.
    #[error("the table of game {game} is malformed: {what}")]
    Table {
        /// The game.
        game: u32,
        /// What is wrong.
        what: &'static str,
    },
    /// A pair that does not add up.
    #[error("game {game} is not the sum of {part} and {counterpart}")]
    NotAPartition {
        /// The game.
        game: u32,
        /// The alleged part.
        part: u32,
        /// Its alleged counterpart.
        counterpart: u32,
    },
    /// A part that is not listed.
    #[error("game {game} has a part that its table does not list")]
    Missing {
        /// The game.
        game: u32,
    },
    /// The table of the game itself is missing.
    #[error("there is no table of the game that it is about, game {game}")]
    NoTableOfTheGame {
        /// The game.
        game: u32,
    },
    /// A table that is needed stands later or nowhere.
    #[error("the table of an option of game {game} does not come before its own")]
    NoTable {
        /// The game.
        game: u32,
    },
    /// It does not list all composite games, or others.
    #[error("{0}")]
    Composites(&'static str),
    /// It states something else than it proves.
    #[error("it states something else than it proves: {0}")]
    States(String),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<DagError> for Invalid {
    fn from(error: DagError) -> Self {
        match error {
            // A limit says nothing about the games.
            DagError::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Games(other),
        }
    }
}

/// What a valid certificate proves: these are all the even parts of this game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedParts {
    /// The game.
    pub game: Game,
    /// Its even parts with their counterparts in its even associate.
    pub parts: Vec<(Game, Game)>,
    /// The same in words.
    pub statement: String,
}

/// Part and counterpart, both ways round, of an even game.
pub(super) type Table = FxHashMap<Game, Game>;

/// Checks a certificate. Nothing in it is trusted.
pub fn check(u: &mut Universe, certificate: &PartsCertificate) -> Result<CheckedParts, Invalid> {
    let PartsCertificate {
        certificate: kind,
        version,
        games,
        game,
        tables,
        statement: stated,
        cost: _,
    } = certificate;
    if kind != "parts" || !(1..=PartsCertificate::VERSION).contains(version) {
        // Untrusted text is quoted only in part.
        let kind = kind.chars().take(40).collect();
        let version = *version;
        return Err(Invalid::Kind { kind, version });
    }
    let games = u.games_of_dag(games)?;
    let checked = checked_tables(u, &games, tables)?;
    let g = at(&games, *game)?;
    let even = u.even_associate(g);
    let table = checked
        .get(&even)
        .ok_or(Invalid::NoTableOfTheGame { game: *game })?;
    let order = u.structural_order(table.keys().copied())?;
    let mut parts: Vec<(Game, Game)> = table.iter().map(|(&x, &y)| (x, y)).collect();
    parts.sort_by_key(|&(x, _)| order.rank(x));
    let statement = statement(u, g, parts.len())?;
    if stated.as_ref().is_some_and(|stated| *stated != statement) {
        return Err(Invalid::States(statement));
    }
    Ok(CheckedParts {
        game: g,
        parts,
        statement,
    })
}

/// Checks tables, each after those of the options.
pub(super) fn checked_tables(
    u: &mut Universe,
    games: &[Game],
    tables: &[TableEntry],
) -> Result<FxHashMap<Game, Table>, Invalid> {
    let mut checked: FxHashMap<Game, Table> = FxHashMap::default();
    for entry in tables {
        let g = at(games, entry.game)?;
        let table = read_table(u, games, entry, g)?;
        check_complete(u, &checked, entry.game, g, &table)?;
        let twice = checked.insert(g, table).is_some();
        if twice {
            let (game, what) = (entry.game, "it is given twice");
            return Err(Invalid::Table { game, what });
        }
    }
    Ok(checked)
}

pub(super) fn at(games: &[Game], place: u32) -> Result<Game, Invalid> {
    games
        .get(place as usize)
        .copied()
        .ok_or(Invalid::NoGame(place))
}

/// Step 1: reads the pairs of a table and checks each of them.
fn read_table(
    u: &mut Universe,
    games: &[Game],
    entry: &TableEntry,
    g: Game,
) -> Result<Table, Invalid> {
    let game = entry.game;
    let malformed = |what| Err(Invalid::Table { game, what });
    if u.parity(g) == Parity::Odd {
        return malformed("the game is odd");
    }
    let mut table = Table::default();
    for &(part, counterpart) in &entry.partitions {
        let (x, y) = (at(games, part)?, at(games, counterpart)?);
        if u.parity(x) == Parity::Odd || u.parity(y) == Parity::Odd {
            return malformed("a part is odd");
        }
        if u.sum(x, y)? != g {
            return Err(Invalid::NotAPartition {
                game,
                part,
                counterpart,
            });
        }
        if table.insert(x, y).is_some() {
            return malformed("a part is given twice");
        }
        table.insert(y, x);
    }
    if !table.contains_key(&u.zero()) {
        return malformed("the part 0 is not listed");
    }
    Ok(table)
}

/// Step 2: checks that a table lists all parts.
pub(super) fn check_complete(
    u: &mut Universe,
    checked: &FxHashMap<Game, Table>,
    game: u32,
    g: Game,
    table: &Table,
) -> Result<(), Invalid> {
    let options: Vec<Game> = u.options(g).collect();
    let units = [u.zero(), u.one()];
    if options.is_empty() || units.iter().any(|unit| options.contains(unit)) {
        return Ok(());
    }
    let mut tables: Vec<&Table> = Vec::with_capacity(options.len());
    for &option in &options {
        let known = checked.get(&u.even_associate(option));
        tables.push(known.ok_or(Invalid::NoTable { game })?);
    }
    let candidates: Vec<Game> = tables[0].keys().copied().collect();
    for x in candidates.into_iter().filter(|x| !table.contains_key(x)) {
        u.check_deadline()?;
        let x_options: Vec<Game> = u.options(x).collect();
        let without_x = (0..options.len()).find(|&i| minus(u, options[i], tables[i], x).is_none());
        let not_listed = x_options
            .iter()
            .find(|&&o| !table.contains_key(&u.even_associate(o)));
        let ys: Vec<Game> = match (without_x, not_listed) {
            (Some(i), _) => {
                let all = x_options.iter();
                all.filter_map(|&o| minus(u, options[i], tables[i], o))
                    .collect()
            }
            (None, Some(&o)) => {
                let all = 0..options.len();
                all.filter_map(|i| minus(u, options[i], tables[i], o))
                    .collect()
            }
            (None, None) => return Err(Invalid::Missing { game }),
        };
        for y in ys {
            if u.sum(x, y)? == g {
                return Err(Invalid::Missing { game });
            }
        }
    }
    Ok(())
}

/// Returns G' − X by the checked table of the even associate of G'.
pub(super) fn minus(u: &Universe, option: Game, table: &Table, x: Game) -> Option<Game> {
    let even = table.get(&u.even_associate(x)).copied()?;
    let odd = (u.parity(option) == Parity::Odd) != (u.parity(x) == Parity::Odd);
    Some(if odd { u.associate(even) } else { even })
}
