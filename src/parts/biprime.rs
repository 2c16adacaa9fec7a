//! Proposition 7.10: what a biprime option says of a game.

use crate::game::{Game, Universe};
use crate::limits::Stopped;

use super::algorithm::Parts;

/// The cases of Proposition 7.10 for a game G with a biprime option R + S.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiprimeOption {
    /// (a) G is itself a prime or a biprime.
    PrimeOrBiprime,
    /// (b) G = P + R + S for this prime P, and that is the only prime partition.
    Three(Game),
    /// (c) G = P + R = Q + S for these primes P and Q, and these are the only prime partitions.
    Two(Game, Game),
}

impl Parts {
    /// Returns which case of Proposition 7.10 holds for G and its biprime option; `None` if the
    /// option is not an option of G or not a biprime.
    pub fn biprime_option(
        &mut self,
        u: &mut Universe,
        g: Game,
        option: Game,
    ) -> Result<Option<BiprimeOption>, Stopped> {
        let of_option = self.prime_partitions(u, option)?;
        if !u.has_option(g, option) || !of_option.is_biprime() {
            return Ok(None);
        }
        let [r, s] = [of_option.partitions[0][0], of_option.partitions[0][1]];
        let found = self.prime_partitions(u, g)?.partitions;
        let without = |partition: &[Game], primes: &[Game]| -> Option<Game> {
            let mut rest = partition.to_vec();
            for prime in primes {
                let place = rest.iter().position(|p| p == prime)?;
                rest.remove(place);
            }
            (rest.len() == 1).then(|| rest[0])
        };
        Ok(match &found[..] {
            [only] if only.len() <= 2 => Some(BiprimeOption::PrimeOrBiprime),
            [only] => without(only, &[r, s]).map(BiprimeOption::Three),
            [one, other] => {
                let pair = |first: &[Game], second: &[Game]| {
                    let (p, q) = (without(first, &[r])?, without(second, &[s])?);
                    Some(BiprimeOption::Two(p, q))
                };
                pair(one, other).or_else(|| pair(other, one))
            }
            _ => None,
        })
    }
}
