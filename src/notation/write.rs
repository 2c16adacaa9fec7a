//! Writing games: the three notations, and a limit on length.
//!
//! A written form repeats every follower wherever it occurs, so it can be astronomically longer
//! than the game is large. The length is therefore computed before anything is written.

use crate::game::{Game, Universe};
use crate::limits::Stopped;

use super::conway::{self, Dialect};
use super::sets;

/// How to write a game. Whatever is written can be read back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notation {
    /// Conway's: `2##`, `2#3210`, `2[#-2]`.
    #[default]
    Conway,
    /// Plain sets, options in ascending structural order: `{0,{0}}`.
    Sets,
    /// Conway's as TeX sets it in the papers: `2_{\#\#}`.
    Tex,
}

/// A game as text, or how long the text would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// The text.
    Text(String),
    /// The text would have about so many characters, more than was allowed.
    TooLong(u64),
}

impl Written {
    /// The text, if there is one.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::TooLong(_) => None,
        }
    }
}

/// Writes a game in at most `max_length` characters.
///
/// Conway's notation looks for sums and differences with nim heaps that shorten the text; what
/// that search computes stays in the universe, within a small limit of its own.
///
/// ```
/// use misere::game::Universe;
/// use misere::notation::{Notation, Written, write};
///
/// let mut u = Universe::new();
/// let two = u.nim(2)?;
/// let sharp = u.sharp(two)?;
/// assert_eq!(write(&mut u, sharp, Notation::Conway, 100)?, Written::Text("2#".into()));
/// assert_eq!(write(&mut u, sharp, Notation::Sets, 100)?, Written::Text("{{0,{0}}}".into()));
/// assert_eq!(write(&mut u, sharp, Notation::Tex, 100)?, Written::Text(r"2_{\#}".into()));
/// assert_eq!(write(&mut u, sharp, Notation::Sets, 5)?, Written::TooLong(9));
/// # Ok::<(), misere::limits::Stopped>(())
/// ```
pub fn write(
    universe: &mut Universe,
    g: Game,
    notation: Notation,
    max_length: usize,
) -> Result<Written, Stopped> {
    let mut written = write_each(universe, &[g], notation, max_length)?;
    Ok(written.pop().unwrap_or(Written::TooLong(u64::MAX)))
}

/// Writes several games, each in at most `max_length` characters. What they share is measured once, and
/// the search for sums and differences has one limit for all.
///
/// ```
/// use misere::game::Universe;
/// use misere::notation::{Notation, Written, write_each};
///
/// let mut u = Universe::new();
/// let games = [u.nim(2)?, u.nim(3)?];
/// let written = write_each(&mut u, &games, Notation::Sets, 9)?;
/// assert_eq!(written, [Written::Text("{0,{0}}".into()), Written::TooLong(15)]);
/// # Ok::<(), misere::limits::Stopped>(())
/// ```
pub fn write_each(
    universe: &mut Universe,
    games: &[Game],
    notation: Notation,
    max_length: usize,
) -> Result<Vec<Written>, Stopped> {
    match notation {
        Notation::Conway => conway::write_each(universe, games, Dialect::Plain, max_length),
        Notation::Tex => conway::write_each(universe, games, Dialect::Tex, max_length),
        Notation::Sets => sets::write_each(universe, games, max_length),
    }
}

/// Whether a text of this length may be written: it is not too long, and there is room for it and
/// for what is still to be written while it grows.
pub(super) fn fits(u: &Universe, length: u64, max_length: usize) -> Result<bool, Stopped> {
    match usize::try_from(length) {
        Ok(length) if length <= max_length => {
            u.check_memory(length.saturating_mul(2)).map(|()| true)
        }
        _ => Ok(false),
    }
}
