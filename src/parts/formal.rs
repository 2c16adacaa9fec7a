//! The group of differences 𝒟 of the monoid of games (Section 6).

use crate::game::{Game, Universe};
use crate::limits::Stopped;

/// A formal difference G − H: an element of 𝒟, whether or not it is a game.
///
/// Equality is that of 𝒟, G1 − H1 = G2 − H2 iff G1 + H2 = G2 + H1, and takes a universe to decide:
/// [`equals`](FormalDifference::equals).
///
/// ```
/// # use misere::{game::Universe, parts::FormalDifference};
/// # let mut u = Universe::new();
/// let (two, four) = (u.nim(2)?, u.nim(4)?);
/// let d = FormalDifference { plus: two, minus: four }; // no game
/// assert_eq!(d.as_game(&mut u)?, None);
/// let (sum, zero) = (d.add(&mut u, d.negated())?, FormalDifference::zero(&u));
/// assert!(sum.equals(&mut u, zero)?);
/// # Ok::<(), misere::limits::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FormalDifference {
    /// G.
    pub plus: Game,
    /// H.
    pub minus: Game,
}

impl FormalDifference {
    /// Returns 0 − 0.
    pub fn zero(u: &Universe) -> Self {
        Self {
            plus: u.zero(),
            minus: u.zero(),
        }
    }

    /// Returns the sum in 𝒟.
    pub fn add(self, u: &mut Universe, other: Self) -> Result<Self, Stopped> {
        Ok(Self {
            plus: u.sum(self.plus, other.plus)?,
            minus: u.sum(self.minus, other.minus)?,
        })
    }

    /// Returns H − G.
    #[must_use]
    pub fn negated(self) -> Self {
        Self {
            plus: self.minus,
            minus: self.plus,
        }
    }

    /// Returns the sum of n copies.
    pub fn multiple(self, u: &mut Universe, n: u64) -> Result<Self, Stopped> {
        Ok(Self {
            plus: u.multiple(n, self.plus)?,
            minus: u.multiple(n, self.minus)?,
        })
    }

    /// Returns whether two formal differences are the same element of 𝒟.
    pub fn equals(self, u: &mut Universe, other: Self) -> Result<bool, Stopped> {
        Ok(u.sum(self.plus, other.minus)? == u.sum(other.plus, self.minus)?)
    }

    /// Returns the game with this difference, if there is one.
    pub fn as_game(self, u: &mut Universe) -> Result<Option<Game>, Stopped> {
        u.difference(self.plus, self.minus)
    }
}
