//! Differences by the Difference Lemma (6.1), without the parts of either game.
//!
//! Let G and H be even and canonical and suppose that X = G − H exists. By Corollary 5.7 every
//! option G' is H + X' or H' + X, and every H' satisfies G = H' + X' or G' = H' + X. So:
//!
//! - if some G' − H does not exist, X is one of the G' − H' for *that* G';
//! - if some G − H' does not exist, X is one of the G' − H' for *that* H';
//! - if all of them exist, put Y = {G' − H, G − H'}. Every X' is in Y. An element y = G' − H of Y
//!   has H + y = G', which is not linked to H + X = G, so y is not linked to X (Lemma 5.6(a)):
//!   y is an X', or X is a y'. The same holds for the G − H'. So Y has the options of X and
//!   otherwise only options that revert through X, and Y = X unless X = 0, that is, G = H.
//!
//! In each case few candidates remain, and a candidate counts only if H + X = G.

use super::memory::Scratch;
use super::universe::{Game, Universe, code_at};
use crate::limits::Stopped;

/// Which differences of smaller games a pending difference needs next.
enum Stage {
    /// G' − H for the option of G at this place.
    Minuend(usize),
    /// G − H' for the option of H at this place.
    Subtrahend(usize),
    /// G' − H' for this fixed option of G and the option of H at this place.
    FixedMinuend(u32, usize),
    /// G' − H' for this fixed option of H and the option of G at this place.
    FixedSubtrahend(u32, usize),
}

/// A pending difference G − H of even G and H, given by their indices; `base` is where its options
/// begin in the common list.
struct Pending {
    g: u32,
    h: u32,
    stage: Stage,
    base: usize,
}

/// The result of a step: the difference, or a smaller one that has to be known first.
enum Step {
    Done(Option<u32>),
    Need(u32, u32),
}

impl Universe {
    /// Returns G − H, the X with G = H + X, if there is one. There is at most one, by the
    /// Cancellation Theorem (5.1).
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let (two, four) = (u.nim(2)?, u.nim(4)?);
    /// let six = u.sum(two, four)?;
    /// assert_eq!(u.difference(six, two)?, Some(four));
    /// assert_eq!(u.difference(two, four)?, None);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn difference(&mut self, g: Game, h: Game) -> Result<Option<Game>, Stopped> {
        let (g, h) = (self.code(g), self.code(h));
        let x = self.difference_of_evens(g >> 1, h >> 1)?;
        Ok(x.map(|x| self.game(code_at(x, g ^ h))))
    }

    fn difference_of_evens(&mut self, g: u32, h: u32) -> Result<Option<u32>, Stopped> {
        if let Some(known) = self.known_difference(g, h) {
            return Ok(known);
        }
        let pending = |g, h, base| Pending {
            g,
            h,
            stage: Stage::Minuend(0),
            base,
        };
        let mut stack = Scratch::new();
        let mut gathered = Scratch::new();
        self.push(&mut stack, pending(g, h, 0))?;
        let mut result = None;
        while let Some(top) = stack.last_mut() {
            self.tick()?;
            match self.advance(top, &mut gathered)? {
                Step::Need(g, h) => {
                    let next = pending(g, h, gathered.len());
                    self.push(&mut stack, next)?;
                }
                Step::Done(difference) => {
                    result = difference;
                    self.reserve_in_map(|u| &mut u.differences)?;
                    self.differences.insert((top.g, top.h), result);
                    gathered.truncate(top.base);
                    stack.pop();
                }
            }
        }
        Ok(result)
    }

    /// Returns the difference if it needs no work; the inner option says whether it exists.
    #[expect(clippy::option_option, reason = "known or not, existing or not")]
    fn known_difference(&self, g: u32, h: u32) -> Option<Option<u32>> {
        if h == 0 {
            return Some(Some(g));
        }
        if g == h {
            return Some(Some(0));
        }
        // Proposition 7.4: a game with a unit option is prime; and 0 has no even part but 0.
        let has_unit_option = self
            .sets
            .elements(g)
            .first()
            .is_none_or(|&first| first <= 1);
        if has_unit_option {
            return Some(None);
        }
        self.differences.get(&(g, h)).copied()
    }

    fn advance(
        &mut self,
        pending: &mut Pending,
        gathered: &mut Scratch<u64>,
    ) -> Result<Step, Stopped> {
        let &mut Pending { g, h, base, .. } = pending;
        loop {
            match pending.stage {
                Stage::Minuend(i) => {
                    let Some(&option) = self.sets.elements(g).get(i) else {
                        pending.stage = Stage::Subtrahend(0);
                        continue;
                    };
                    match self.known_difference(option >> 1, h) {
                        None => return Ok(Step::Need(option >> 1, h)),
                        Some(None) => pending.stage = Stage::FixedMinuend(option, 0),
                        Some(Some(x)) => {
                            self.push(gathered, self.key(code_at(x, option)))?;
                            pending.stage = Stage::Minuend(i + 1);
                        }
                    }
                }
                Stage::Subtrahend(i) => {
                    let Some(&option) = self.sets.elements(h).get(i) else {
                        let mut keys = gathered.split_off(base);
                        let x = self.intern(&mut keys)?;
                        return Ok(Step::Done(self.checked(g, h, x)?));
                    };
                    match self.known_difference(g, option >> 1) {
                        None => return Ok(Step::Need(g, option >> 1)),
                        Some(None) => pending.stage = Stage::FixedSubtrahend(option, 0),
                        Some(Some(x)) => {
                            self.push(gathered, self.key(code_at(x, option)))?;
                            pending.stage = Stage::Subtrahend(i + 1);
                        }
                    }
                }
                Stage::FixedMinuend(minuend, i) => {
                    let Some(&subtrahend) = self.sets.elements(h).get(i) else {
                        return Ok(Step::Done(None));
                    };
                    if let Some(step) = self.try_candidate(g, h, minuend, subtrahend)? {
                        return Ok(step);
                    }
                    pending.stage = Stage::FixedMinuend(minuend, i + 1);
                }
                Stage::FixedSubtrahend(subtrahend, i) => {
                    let Some(&minuend) = self.sets.elements(g).get(i) else {
                        return Ok(Step::Done(None));
                    };
                    if let Some(step) = self.try_candidate(g, h, minuend, subtrahend)? {
                        return Ok(step);
                    }
                    pending.stage = Stage::FixedSubtrahend(subtrahend, i + 1);
                }
            }
        }
    }

    /// Checks whether X = G' − H' is G − H; returns no step if it is not.
    fn try_candidate(
        &mut self,
        g: u32,
        h: u32,
        minuend: u32,
        subtrahend: u32,
    ) -> Result<Option<Step>, Stopped> {
        if (minuend ^ subtrahend) & 1 == 1 {
            // G' − H' would be odd, and G − H is even.
            return Ok(None);
        }
        match self.known_difference(minuend >> 1, subtrahend >> 1) {
            None => Ok(Some(Step::Need(minuend >> 1, subtrahend >> 1))),
            Some(None) => Ok(None),
            Some(Some(x)) => {
                let found = self.checked(g, h, x << 1)?;
                Ok(found.map(|x| Step::Done(Some(x))))
            }
        }
    }

    /// Returns X if H + X = G. Nim values are compared first: they rule out most candidates without
    /// a sum.
    fn checked(&mut self, g: u32, h: u32, x: u32) -> Result<Option<u32>, Stopped> {
        let nim_value = |u: &mut Self, index: u32| u.nim_value(u.game(index << 1));
        let fits = x & 1 == 0
            && nim_value(self, g)? == nim_value(self, h)? ^ nim_value(self, x >> 1)?
            && self.sum_of_evens(h, x >> 1)? == g;
        Ok(fits.then_some(x >> 1))
    }
}
