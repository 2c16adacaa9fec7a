//! Outcomes: who wins when the last player to move loses.

use super::room::map_growth;
use super::universe::{Game, Universe, code_at};
use crate::limits::Stopped;

/// Who wins under best play; in misère play whoever cannot move has won.
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

/// A position E+F (+1 if odd) of two even games, its options looked at one by one.
struct Pending {
    a: u32,
    b: u32,
    odd: u32,
    next: usize,
}

impl Universe {
    /// o(G), in misère play: 0 is an N-position.
    pub fn outcome(&self, g: Game) -> Outcome {
        self.is_p(self.code(g)).into()
    }

    /// o(G+H) by playing the sum out. No new game is stored, so this answers where the
    /// canonical form of G+H would be too large; positions met on the way are remembered.
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

    /// Whether E+F(+1) is a P-position.
    fn play_out(&mut self, a: u32, b: u32, odd: u32) -> Result<bool, Stopped> {
        if let Some(is_p) = self.known_outcome(a, b, odd) {
            return Ok(is_p);
        }
        let mut stack = vec![Pending { a, b, odd, next: 0 }];
        let mut is_p = false;
        while let Some(top) = stack.last_mut() {
            match self.look_at_options(top) {
                Look::Unknown { a, b, odd } => {
                    self.tick()?;
                    stack.push(Pending { a, b, odd, next: 0 });
                }
                Look::Outcome(found) => {
                    is_p = found;
                    let key = memo_key(top.a, top.b, top.odd);
                    self.check_memory(map_growth(&self.outcomes_of_sums))?;
                    self.outcomes_of_sums.insert(key, is_p);
                    stack.pop();
                }
            }
        }
        Ok(is_p)
    }

    fn look_at_options(&self, position: &mut Pending) -> Look {
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
                Some(true) => return Look::Outcome(false),
                Some(false) => position.next += 1,
                None => return Look::Unknown { a, b, odd },
            }
        }
        Look::Outcome(true)
    }
}

/// What a look at the options of a position brought.
enum Look {
    /// Whether the position is a P-position.
    Outcome(bool),
    /// This option has to be known first.
    Unknown { a: u32, b: u32, odd: u32 },
}

/// The pair, smaller first, with the parity in a spare bit: indices have 31 bits.
fn memo_key(a: u32, b: u32, odd: u32) -> (u32, u32) {
    (a.min(b), code_at(a.max(b), odd))
}
