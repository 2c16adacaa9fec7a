//! Sums of heaps of one ruleset: those that quotients and playing out speak of.

use super::sum::{Move, PlayError, Summand, To, heap_options};
use crate::expr::HeapTerm;
use crate::game::{Outcome, Universe};
use crate::heaps::{Heaps, Ruleset};

/// A sum of heaps of one ruleset whose play ends.
pub(super) struct OneRuleset<'s> {
    pub(super) ruleset: &'s dyn Ruleset,
    pub(super) heaps: Heaps,
    pub(super) largest: u64,
}

impl<'s> OneRuleset<'s> {
    /// None if there are explicit games, several rulesets, loops or heaps beyond 64 bits.
    pub(super) fn of(summands: &'s [Summand]) -> Option<Self> {
        let ruleset = &*summands.first()?.heap()?.ruleset;
        if ruleset.is_loopy() {
            return None;
        }
        let name = ruleset.name();
        let mut sum = Self {
            ruleset,
            heaps: Heaps::none(),
            largest: 0,
        };
        for summand in summands {
            let term = summand.heap().filter(|term| term.ruleset.name() == name)?;
            let position = HeapTerm::position(term)?;
            sum.heaps.add(position, summand.copies);
            sum.largest = sum.largest.max(position.size());
        }
        Some(sum)
    }

    /// The moves of the sum, whose summands these are; the losing ones are left out unless all are
    /// wanted. `outcome` is asked about the sum without a heap and what a move leaves of that.
    pub(super) fn moves(
        &self,
        summands: &[Summand],
        all: bool,
        u: &Universe,
        mut outcome: impl FnMut(&Heaps, &Heaps) -> Result<Outcome, PlayError>,
    ) -> Result<Vec<Move>, PlayError> {
        let mut moves = Vec::new();
        let mut account = u.budget().account();
        for (number, summand) in summands.iter().enumerate() {
            let Some(term) = summand.heap() else { continue };
            let Some(position) = term.position() else {
                continue;
            };
            let rest = self.heaps.without_one(position);
            for option in heap_options(term, &mut account)? {
                let result = outcome(&rest, &option)?;
                if result == Outcome::P || all {
                    moves.push(Move {
                        summand: number,
                        to: To::Heaps(option),
                        result,
                    });
                }
            }
        }
        Ok(moves)
    }
}
