//! Writing games: the notations, and a limit on length.
//!
//! A text repeats every follower wherever it occurs, so its length can be exponential in the size of
//! the game. The length is therefore computed before anything is written.

use crate::game::{Game, Universe};
use crate::limits::Stopped;

use super::conway::{self, Dialect};
use super::sets;

/// A notation for games. Every text can be read back.
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
    /// Conway's, but an odd game is written by its options where that is not longer: `2#3`, as in the
    /// figures of Siegel's paper, and not `2[#1]`. Within other games it stays `2[#1]`.
    Paper,
}

/// A game as text, or how long the text would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// The text.
    Text(String),
    /// The text would have about this many characters, more than allowed.
    TooLong(u64),
}

impl Written {
    /// Returns the text, if there is one.
    pub fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::TooLong(_) => None,
        }
    }
}

/// Writes a game in at most `max_length` characters.
///
/// For Conway's notation the writer searches for sums and differences with nim heaps that shorten the
/// text; the games that it meets stay in the universe, within a small limit of its own.
/// [`Universe::display`] is more convenient.
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
/// let odd = u.associate(sharp);
/// assert_eq!(write(&mut u, odd, Notation::Conway, 100)?, Written::Text("2[#1]".into()));
/// assert_eq!(write(&mut u, odd, Notation::Paper, 100)?, Written::Text("2#3".into()));
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

/// Writes several games, each in at most `max_length` characters. Common followers are measured once,
/// and the search for sums and differences has one limit for all.
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
        Notation::Conway => conway::write_each(universe, games, Dialect::Plain, false, max_length),
        Notation::Paper => conway::write_each(universe, games, Dialect::Plain, true, max_length),
        Notation::Tex => conway::write_each(universe, games, Dialect::Tex, false, max_length),
        Notation::Sets => sets::write_each(universe, games, max_length),
    }
}

/// Returns whether a text of this length may be written: it is not too long. Checks the memory for it
/// and for the list of what remains to be written.
pub(super) fn fits(u: &Universe, length: u64, max_length: usize) -> Result<bool, Stopped> {
    match usize::try_from(length) {
        Ok(length) if length <= max_length => {
            u.check_memory(length.saturating_mul(2)).map(|()| true)
        }
        _ => Ok(false),
    }
}
