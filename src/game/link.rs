//! Distinguishers and links of games, constructed as in the proofs of Lemma 2.11 and Theorem 2.12,
//! and verified by playing them out before they are returned.
//!
//! A *separator* of (G, H) is a Z with G+Z ∈ P and H+Z ∈ N. Two facts build everything:
//!
//! - If G and H are linked, put T = {X for each G', Y for each H'}, where X separates (G', H) and
//!   Y separates (H', G). Every option of G+T and of H+T is then an N-position, and if T = {}
//!   (G = H = 0) the link is 1.
//! - If G ≠ H, some H' is linked to G by a T, and T separates (G, H); or some G' is linked to H
//!   by a T, so that G+T ∈ N and H+T ∈ P, and {mates of all G', T} separates (G, H); or the
//!   outcomes differ, and 0 or that construction with T = 0 does it.

use rustc_hash::FxHashMap;

use super::memory::Scratch;
use super::outcome::Outcome;
use super::universe::{Game, Universe};
use crate::limits::Stopped;

/// How a separator of a pair is made from smaller ones.
enum Plan {
    /// It is this game.
    Ready(Game),
    /// The link of G with this H' is one.
    Link(Game),
    /// The link of H with this G' separates (H, G), which is the wrong way round.
    Reversed(Game),
}

impl Universe {
    /// Returns an X with o(G+X) ≠ o(H+X): the first game born by day 4 that has the property, or
    /// else one constructed as in Theorem 2.12. `None` if G = H.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let (zero, two) = (u.zero(), u.nim(2)?);
    /// let sum = u.sum(two, two)?; // in normal play it is 0
    /// assert_eq!(u.distinguisher(sum, zero)?, Some(zero));
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn distinguisher(&mut self, g: Game, h: Game) -> Result<Option<Game>, Stopped> {
        if g == h {
            return Ok(None);
        }
        let mut separators = Separators::new(self)?;
        for x in separators.small.clone() {
            if self.outcome_of_sum(g, x)? != self.outcome_of_sum(h, x)? {
                return Ok(Some(x));
            }
        }
        separators.find(self, vec![(g, h)])?;
        Ok(Some(separators.known[&(g, h)]))
    }

    /// Returns whether G and H are linked: by Lemma 2.11, iff neither is an option of the other.
    pub fn are_linked(&self, g: Game, h: Game) -> bool {
        !self.has_option(g, h) && !self.has_option(h, g)
    }

    /// If G and H are linked, returns a T with G+T and H+T both in P (Definition 2.10): the first
    /// game born by day 4 that has the property, or else one constructed as in Lemma 2.11.
    ///
    /// # Panics
    /// If the constructed game does not link them, against the lemma.
    pub fn link(&mut self, g: Game, h: Game) -> Result<Option<Game>, Stopped> {
        if !self.are_linked(g, h) {
            return Ok(None);
        }
        let mut separators = Separators::new(self)?;
        for t in separators.small.clone() {
            if self.sums_are(t, (g, Outcome::P), (h, Outcome::P))? {
                return Ok(Some(t));
            }
        }
        let t = if g == h {
            self.mate(g)? // Proposition 2.6
        } else {
            separators.find(self, link_needs(self, g, h))?;
            separators.link(self, g, h)?
        };
        let linked = self.sums_are(t, (g, Outcome::P), (h, Outcome::P))?;
        assert!(linked, "Lemma 2.11: {g:?} and {h:?} are linked");
        Ok(Some(t))
    }

    /// Returns whether each of two sums with X has the given outcome.
    fn sums_are(
        &mut self,
        x: Game,
        (g, first): (Game, Outcome),
        (h, second): (Game, Outcome),
    ) -> Result<bool, Stopped> {
        Ok(self.outcome_of_sum(g, x)? == first && self.outcome_of_sum(h, x)? == second)
    }
}

/// Returns the pairs whose separators make up a link of G and H.
fn link_needs(universe: &Universe, g: Game, h: Game) -> Vec<(Game, Game)> {
    let left = universe.options(g).map(|option| (option, h));
    let right = universe.options(h).map(|option| (option, g));
    left.chain(right).collect()
}

/// Separators found so far; for each pair the games in `small` are tried first.
struct Separators {
    small: Vec<Game>,
    known: FxHashMap<(Game, Game), Game>,
}

impl Separators {
    fn new(universe: &mut Universe) -> Result<Self, Stopped> {
        Ok(Self {
            small: universe.games_born_by(4)?,
            known: FxHashMap::default(),
        })
    }

    /// Finds separators of all these pairs, smaller pairs first, without recursion.
    fn find(&mut self, u: &mut Universe, pairs: Vec<(Game, Game)>) -> Result<(), Stopped> {
        let mut waiting = Scratch::new();
        for pair in pairs {
            u.push(&mut waiting, pair)?;
        }
        while let Some(&(g, h)) = waiting.last() {
            u.tick()?;
            if self.known.contains_key(&(g, h)) {
                waiting.pop();
                continue;
            }
            let plan = self.plan(u, g, h)?;
            let needs = match plan {
                Plan::Ready(_) => Vec::new(),
                Plan::Link(option) => link_needs(u, g, option),
                Plan::Reversed(option) => link_needs(u, h, option),
            };
            let open = waiting.len();
            for pair in needs {
                if !self.known.contains_key(&pair) {
                    u.push(&mut waiting, pair)?;
                }
            }
            if waiting.len() > open {
                continue;
            }
            let z = match plan {
                Plan::Ready(z) => z,
                Plan::Link(option) => self.link(u, g, option)?,
                Plan::Reversed(option) => {
                    let t = self.link(u, h, option)?;
                    reverse(u, g, t)?
                }
            };
            let separates = u.sums_are(z, (g, Outcome::P), (h, Outcome::N))?;
            assert!(separates, "Theorem 2.12: {g:?} and {h:?} differ");
            u.reserve(&mut self.known, 1)?;
            self.known.insert((g, h), z);
            waiting.pop();
        }
        Ok(())
    }

    fn plan(&self, u: &mut Universe, g: Game, h: Game) -> Result<Plan, Stopped> {
        for &z in &self.small {
            if u.sums_are(z, (g, Outcome::P), (h, Outcome::N))? {
                return Ok(Plan::Ready(z));
            }
        }
        // 0 or 1 separates G and H where only the proviso distinguishes them, so by Theorem 2.12
        // one of them is linked to an option of the other.
        if let Some(option) = u.options(h).find(|&option| u.are_linked(g, option)) {
            return Ok(Plan::Link(option));
        }
        let mut options = u.options(g);
        let option = options.find(|&option| u.are_linked(h, option));
        Ok(Plan::Reversed(option.expect("Theorem 2.12: unequal games")))
    }

    /// Returns the link of Lemma 2.11, from known separators.
    fn link(&self, u: &mut Universe, g: Game, h: Game) -> Result<Game, Stopped> {
        let needs = link_needs(u, g, h);
        if needs.is_empty() {
            return Ok(u.one());
        }
        u.set(needs.iter().map(|pair| self.known[pair]))
    }
}

/// Given T with G+T ∈ N and H+T ∈ P, returns a separator of (G, H): {mates of all G', T}.
fn reverse(u: &mut Universe, g: Game, t: Game) -> Result<Game, Stopped> {
    let options: Vec<Game> = u.options(g).collect();
    let mut set = vec![t];
    for option in options {
        set.push(u.mate(option)?);
    }
    u.set(set)
}
