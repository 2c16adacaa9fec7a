//! The slow method: games as plain sets, everything straight from the definitions.
//!
//! Nothing here is shared with the library, and nothing is clever. It is right if the
//! definitions of the paper are copied right, and it is what the fast method is compared with.

#![allow(
    unreachable_pub,
    dead_code,
    reason = "each test file uses its own part of this"
)]

use std::collections::BTreeSet;

use misere::game::{Game, Universe};
use misere::limits::Stopped;

/// A game as the set of its options, all the way down.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set(pub BTreeSet<Set>);

impl Set {
    pub fn of(options: impl IntoIterator<Item = Set>) -> Self {
        Self(options.into_iter().collect())
    }

    pub fn nim(size: usize) -> Self {
        Self::of((0..size).map(Self::nim))
    }

    /// The canonical form of a game, written out.
    pub fn from_game(u: &Universe, g: Game) -> Self {
        Self::of(u.options(g).map(|o| Self::from_game(u, o)))
    }

    /// The value of this set in a universe.
    pub fn to_game(&self, u: &mut Universe) -> Result<Game, Stopped> {
        let mut options = Vec::new();
        for option in &self.0 {
            options.push(option.to_game(u)?);
        }
        u.set(options)
    }

    /// Misère play: 0 is an N-position; otherwise P iff no option is P.
    pub fn is_p(&self) -> bool {
        !self.0.is_empty() && !self.0.iter().any(Self::is_p)
    }

    /// {G'+H, G+H'}.
    pub fn sum(&self, other: &Self) -> Self {
        let left = self.0.iter().map(|option| option.sum(other));
        let right = other.0.iter().map(|option| self.sum(option));
        Self::of(left.chain(right))
    }

    /// Definition 2.5.
    pub fn mate(&self) -> Self {
        if self.0.is_empty() {
            return Self::nim(1);
        }
        Self::of(self.0.iter().map(Self::mate))
    }

    /// Whether this set simplifies to G, clause by clause of Definition 2.2.
    pub fn simplifies_to(&self, g: &Self) -> bool {
        let mut new_options = self.0.difference(&g.0).peekable();
        g.0.is_subset(&self.0)
            && new_options.peek().is_some()
            && new_options.all(|option| option.0.contains(g))
            && (!g.0.is_empty() || !self.is_p())
    }

    /// The canonical form: simplify the options, then try every option of every option.
    pub fn canonical(&self) -> Self {
        let set = Self::of(self.0.iter().map(Self::canonical));
        let mut candidates = set.0.iter().flat_map(|option| option.0.iter());
        match candidates.find(|g| set.simplifies_to(g)) {
            Some(g) => g.clone(),
            None => set,
        }
    }

    /// The structural order, from its definition.
    pub fn structural_cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |set: &Self| (set.formal_birthday(), set.0.len());
        key(self).cmp(&key(other)).then_with(|| {
            let (left, right) = (self.structural_options(), other.structural_options());
            let mut pairs = left.iter().zip(&right);
            pairs
                .find_map(|(a, b)| Some(a.structural_cmp(b)).filter(|o| o.is_ne()))
                .unwrap_or(std::cmp::Ordering::Equal)
        })
    }

    fn structural_options(&self) -> Vec<&Self> {
        let mut options: Vec<&Self> = self.0.iter().collect();
        options.sort_by(|a, b| a.structural_cmp(b));
        options
    }

    pub fn formal_birthday(&self) -> usize {
        self.0
            .iter()
            .map(|o| o.formal_birthday() + 1)
            .max()
            .unwrap_or(0)
    }
}

/// All games born by a day ≤ 4 in structural order, by canonicalising every subset.
pub fn born_by(u: &mut Universe, day: u32) -> Vec<Game> {
    let mut games = vec![u.zero()];
    for _ in 0..day {
        let subsets = 0..1u32 << games.len();
        let next: Vec<Game> = subsets
            .map(|mask| {
                let subset = (0..games.len()).filter(|i| mask >> i & 1 == 1);
                u.set(subset.map(|i| games[i])).unwrap()
            })
            .collect();
        games = u.structural_order(next).unwrap().games().to_vec();
    }
    games
}
