//! Checking a certificate of the composite games born by a day.
//!
//! Each game listed is the sum of two that are no units, so it is composite. That no even one is
//! missing is shown as follows. A composite game has no unit option (Proposition 7.4). Let G = X + Y be
//! even and born by day n, X and Y even and no units. By Corollary 5.7 one of them, say X, is a part
//! of an option of G, so X stands in the table of a game born by day n − 1. Either all options of G
//! have the part X: then G is a set of games born by day n − 1 with the part X. Or some option G' has
//! not: then Y = G' − X' for some X', by the same corollary, and G = X + (G' − X'). These are finitely
//! many games, and each that is not listed is proved prime in the way of [`check`](super::check),
//! with the table {0, G}. The odd composite games born by day n are E + 1 for the even ones E born
//! by day n − 1.
//!
//! ```
//! use misere::game::Universe;
//! use misere::parts::{Parts, check_composites::check};
//!
//! let mut u = Universe::new();
//! let mut certificate = Parts::new().composites_certificate(&mut u, 4)?;
//! let checked = check(&mut u, &certificate)?;
//! assert_eq!((checked.even, checked.odd), (6, 1));
//! certificate.composites.pop();
//! assert!(check(&mut u, &certificate).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rustc_hash::{FxHashMap, FxHashSet};

use super::check::{Invalid, Table, at, check_complete, checked_tables, minus};
use super::composites_certificate::CompositesCertificate;
use super::statement::of_composites;
use crate::game::{Game, Parity, Universe};
use crate::subsets::subsets;

/// What a valid certificate proves: so many composite games are born by the day.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckedComposites {
    /// The day.
    pub day: u32,
    /// The number of even ones.
    pub even: usize,
    /// The number of odd ones.
    pub odd: usize,
    /// The same in words.
    pub statement: String,
}

/// Checks a certificate. Nothing in it is trusted.
pub fn check(
    u: &mut Universe,
    certificate: &CompositesCertificate,
) -> Result<CheckedComposites, Invalid> {
    /// Sets of more games are not gone through.
    const MOST: usize = 20;
    let (kind, version) = (&certificate.certificate, certificate.version);
    let is_version = (1..=CompositesCertificate::VERSION).contains(&version);
    if kind != CompositesCertificate::KIND || !is_version {
        let kind = kind.chars().take(40).collect();
        return Err(Invalid::Kind { kind, version });
    }
    let day = certificate.day;
    if day > CompositesCertificate::LAST_DAY {
        return Err(Invalid::Composites("the day is past 5"));
    }
    let games = u.games_of_dag(&certificate.games)?;
    let tables = checked_tables(u, &games, &certificate.tables)?;
    let listed = listed(u, &games, certificate)?;
    let pool = born_by_the_day_before(u, day)?;
    // Each even associate has a table.
    let mut parts: FxHashSet<Game> = FxHashSet::default();
    for &g in &pool {
        let even = u.even_associate(g);
        let table = tables
            .get(&even)
            .ok_or(Invalid::Composites("a table is missing"))?;
        parts.extend(table.keys().copied().filter(|&x| x != u.zero()));
    }
    for x in parts {
        let (having, lacking): (Vec<Game>, Vec<Game>) = pool
            .iter()
            .copied()
            .partition(|&g| tables[&u.even_associate(g)].contains_key(&x));
        if having.len() > MOST {
            return Err(Invalid::Composites("too many games have the same part"));
        }
        for some in subsets(&having).skip(1) {
            let g = u.set(some)?;
            require_listed_or_prime(u, g, day, &listed, &tables)?;
        }
        for option in lacking {
            let table = &tables[&u.even_associate(option)];
            let x_options: Vec<Game> = u.options(x).collect();
            for y in x_options {
                if let Some(y) = minus(u, option, table, y) {
                    let g = u.sum(x, y)?;
                    require_listed_or_prime(u, g, day, &listed, &tables)?;
                }
            }
        }
    }
    let even = listed.len();
    let odd = listed.iter().filter(|&&g| u.birthday(g) < day).count();
    let statement = of_composites(day, even, odd);
    if (certificate.statement.as_ref()).is_some_and(|stated| *stated != statement) {
        return Err(Invalid::States(statement));
    }
    Ok(CheckedComposites {
        day,
        even,
        odd,
        statement,
    })
}

/// The games that are listed, each shown to be the sum of two that are no units.
fn listed(
    u: &mut Universe,
    games: &[Game],
    certificate: &CompositesCertificate,
) -> Result<FxHashSet<Game>, Invalid> {
    let rows = &certificate.composites;
    if !rows.is_sorted_by(|a, b| a.0 < b.0) {
        return Err(Invalid::Composites("the games are not ascending"));
    }
    let mut listed = FxHashSet::default();
    for &(game, part, counterpart) in rows {
        let (g, x, y) = (at(games, game)?, at(games, part)?, at(games, counterpart)?);
        let is_even = |&game: &Game| u.parity(game) == Parity::Even && game != u.zero();
        if ![g, x, y].iter().all(is_even) {
            return Err(Invalid::Composites("a game or a part of it is odd, or 0"));
        }
        if u.birthday(g) > certificate.day {
            return Err(Invalid::Composites("a game is born later"));
        }
        if u.sum(x, y)? != g {
            return Err(Invalid::NotAPartition {
                game,
                part,
                counterpart,
            });
        }
        listed.insert(g);
    }
    Ok(listed)
}

/// The games born by the day before that are no units.
fn born_by_the_day_before(u: &mut Universe, day: u32) -> Result<Vec<Game>, Invalid> {
    let mut born = FxHashSet::from_iter([u.zero()]);
    for _ in 1..day {
        let before: Vec<Game> = born.iter().copied().collect();
        for some in subsets(&before) {
            born.insert(u.set(some)?);
        }
    }
    let units = [u.zero(), u.one()];
    Ok(born.into_iter().filter(|g| !units.contains(g)).collect())
}

/// Requires an even game born by the day to be listed, to have a unit option, or to be prime.
fn require_listed_or_prime(
    u: &mut Universe,
    g: Game,
    day: u32,
    listed: &FxHashSet<Game>,
    tables: &FxHashMap<Game, Table>,
) -> Result<(), Invalid> {
    let zero = u.zero();
    if u.parity(g) == Parity::Odd || u.birthday(g) > day || listed.contains(&g) || g == zero {
        return Ok(());
    }
    let trivial = Table::from_iter([(zero, g), (g, zero)]);
    // A game with a unit option is prime, which the check of tables knows.
    check_complete(u, tables, 0, g, &trivial).map_err(|error| match error {
        Invalid::Missing { .. } => Invalid::Composites("a composite game is missing"),
        other => other,
    })
}
