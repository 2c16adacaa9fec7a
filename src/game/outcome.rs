//! Outcomes: who wins when the last player to move loses.

use super::memory::Scratch;
use super::universe::{Game, Universe, code_at};
use crate::limits::Stopped;

/// Who wins under best play. In misère play the player who cannot move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Outcome {
    /// The next player to move wins.
    N,
    /// The previous player wins.
    P,
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::N => "N",
            Self::P => "P",
        })
    }
}

impl From<bool> for Outcome {
    fn from(is_p: bool) -> Self {
        if is_p { Self::P } else { Self::N }
    }
}

/// A pending position E+F (+1 if odd) of two even games, and its next option.
struct Pending {
    a: u32,
    b: u32,
    odd: u32,
    next: usize,
}

impl Universe {
    /// Returns o(G), the outcome in misère play. 0 is an N-position.
    pub fn outcome(&self, g: Game) -> Outcome {
        self.is_p(self.code(g)).into()
    }

    /// Returns o(G+H) by searching the positions of the sum. No new game is stored, so this works
    /// where the canonical form of G+H is too large; the outcomes of positions are remembered.
    pub fn outcome_of_sum(&mut self, g: Game, h: Game) -> Result<Outcome, Stopped> {
        let (g, h) = (self.code(g), self.code(h));
        let is_p = self.play_out(g >> 1, h >> 1, (g ^ h) & 1)?;
        Ok(is_p.into())
    }

    fn known_outcome(&self, a: u32, b: u32, odd: u32) -> Option<bool> {
        match (a, b) {
            (0, only) | (only, 0) => Some(self.is_p(code_at(only, odd))),
            _ => self.outcomes_of_sums.get(&memo_key(a, b, odd)).copied(),
        }
    }

    /// Returns whether E+F(+1) is a P-position.
    fn play_out(&mut self, a: u32, b: u32, odd: u32) -> Result<bool, Stopped> {
        if let Some(is_p) = self.known_outcome(a, b, odd) {
            return Ok(is_p);
        }
        let mut stack = Scratch::new();
        self.push(&mut stack, Pending { a, b, odd, next: 0 })?;
        let mut is_p = false;
        while let Some(top) = stack.last_mut() {
            match self.scan_options(top) {
                Scan::Unknown { a, b, odd } => {
                    self.tick()?;
                    self.push(&mut stack, Pending { a, b, odd, next: 0 })?;
                }
                Scan::Outcome(found) => {
                    is_p = found;
                    let key = memo_key(top.a, top.b, top.odd);
                    self.reserve_in_map(|u| &mut u.outcomes_of_sums)?;
                    self.outcomes_of_sums.insert(key, is_p);
                    stack.pop();
                }
            }
        }
        Ok(is_p)
    }

    /// Continues with the options of a position until its outcome is known or an option is needed.
    fn scan_options(&self, position: &mut Pending) -> Scan {
        let &mut Pending { a, b, odd, .. } = position;
        let (left, right) = (self.sets.elements(a), self.sets.elements(b));
        while position.next < left.len() + right.len() + odd as usize {
            let i = position.next;
            let (a, b, odd) = if let Some(&option) = left.get(i) {
                (option >> 1, b, odd ^ (option & 1))
            } else if let Some(&option) = right.get(i - left.len()) {
                (a, option >> 1, odd ^ (option & 1))
            } else {
                (a, b, 0)
            };
            match self.known_outcome(a, b, odd) {
                Some(true) => return Scan::Outcome(false),
                Some(false) => position.next += 1,
                None => return Scan::Unknown { a, b, odd },
            }
        }
        Scan::Outcome(true)
    }
}

/// The result of a pass over the options of a position.
enum Scan {
    /// Whether the position is a P-position.
    Outcome(bool),
    /// This option has to be known first.
    Unknown { a: u32, b: u32, odd: u32 },
}

/// Returns the pair, smaller first, with the parity in a spare bit: indices have 31 bits.
fn memo_key(a: u32, b: u32, odd: u32) -> (u32, u32) {
    (a.min(b), code_at(a.max(b), odd))
}
