//! Grundy–Smith simplification (Definition 2.2) by looking up prefixes.
//!
//! Let H be a set of canonical options that simplifies to G ≠ H. Then every option of G is an
//! option of H, and every other option of H contains G. Birthdays are strict on both sides:
//! options of G are born before G, games that contain G are born after it. So, with H sorted by
//! birthday, *G is exactly a prefix of H*, and it ends where the birthday jumps by two or more
//! (b(G) − 1 is the last birthday before the jump, b(G) + 1 is at most the first one after it).
//! By the Simplest Form Theorem (2.8) there is at most one such G, and by Theorem 2.9 a set
//! that simplifies to nothing has no reversible options: it is canonical.

use super::store::SetHash;
use super::universe::{Game, Universe, code_of};
use crate::limits::Stopped;

/// The simplification of a set of options; see [`Universe::simplify`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Simplification {
    /// The canonical form.
    pub result: Game,
    /// The options that stay, in structural order.
    pub kept: Vec<Game>,
    /// The options that revert through the result, in structural order; empty if the set was
    /// canonical.
    pub reverted: Vec<Game>,
    /// If the proviso was needed (there are options and each has a move to 0), whether it held, that
    /// is, whether the set is an N-position.
    pub proviso: Option<bool>,
}

/// The first `prefix` options are those of the game `to`; all others contain it.
pub(super) struct Reduction {
    prefix: usize,
    pub(super) to: u32,
}

/// The outcome of the search.
pub(super) struct Search {
    pub(super) reduction: Option<Reduction>,
    proviso: Option<bool>,
}

/// A place in a sorted set where the birthday jumps by two or more: the number of options before
/// it, and their hash.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    prefix: usize,
    hash: SetHash,
}

/// Splits sorted keys into codes, records where the birthday jumps, and returns the hash of the
/// whole set.
pub(super) fn read_keys(keys: &[u64], codes: &mut Vec<u32>, jumps: &mut Vec<Jump>) -> SetHash {
    codes.clear();
    jumps.clear();
    let mut hash = SetHash::default();
    // The birthday of the game whose options are the prefix read so far.
    let mut born = 0;
    for (prefix, &key) in keys.iter().enumerate() {
        let birthday = key >> 32;
        if birthday > born {
            jumps.push(Jump { prefix, hash });
        }
        born = birthday + 1;
        let code = code_of(key);
        codes.push(code);
        hash = hash.with(code);
    }
    hash
}

impl Universe {
    /// Returns the canonical form of a set, as [`set`](Universe::set) does, with the options that
    /// reverted and whether the proviso was needed.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let (zero, two) = (u.zero(), u.nim(2)?);
    /// let step = u.simplify(&[zero, two])?; // {0, 2} = 1, because 2 reverts through 1
    /// assert_eq!((step.result, step.reverted), (u.one(), vec![two]));
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn simplify(&mut self, options: &[Game]) -> Result<Simplification, Stopped> {
        let result = self.set(options.iter().copied())?;
        let mut keys: Vec<u64> = options.iter().map(|&g| self.key(self.code(g))).collect();
        keys.sort_unstable();
        keys.dedup();
        let (mut codes, mut jumps) = (Vec::new(), Vec::new());
        read_keys(&keys, &mut codes, &mut jumps);
        let search = self.search_reduction(&codes, &jumps);
        let split = search.reduction.map_or(codes.len(), |r| r.prefix);
        let mut games = codes.iter().map(|&c| self.game(c));
        let mut kept: Vec<Game> = games.by_ref().take(split).collect();
        let mut reverted: Vec<Game> = games.collect();
        let order = self.structural_order(options.iter().copied())?;
        kept.sort_by_key(|&g| order.rank(g));
        reverted.sort_by_key(|&g| order.rank(g));
        Ok(Simplification {
            result,
            kept,
            reverted,
            proviso: search.proviso,
        })
    }

    /// Searches these jumps for the G that the set simplifies to. The codes are sorted by birthday
    /// and then as numbers.
    pub(super) fn search_reduction(&self, codes: &[u32], jumps: &[Jump]) -> Search {
        let mut proviso = None;
        for &Jump { prefix, hash } in jumps {
            let Some(to) = self.prefix_game(hash, &codes[..prefix]) else {
                continue;
            };
            if !codes[prefix..].iter().all(|&c| self.contains(c, to)) {
                continue;
            }
            // Clause (ii), the proviso: to be 0 a set must have an option in P.
            if to == 0 {
                proviso = Some(codes.iter().any(|&c| self.is_p(c)));
            }
            if to != 0 || proviso == Some(true) {
                let reduction = Some(Reduction { prefix, to });
                return Search { reduction, proviso };
            }
        }
        Search {
            reduction: None,
            proviso,
        }
    }

    /// Returns the stored game with exactly these options, odd or even.
    fn prefix_game(&self, hash: SetHash, codes: &[u32]) -> Option<u32> {
        if codes.is_empty() {
            return Some(0);
        }
        self.sets
            .find(hash, codes)
            .map(|index| index << 1)
            .or_else(|| self.odd_form(codes).map(|even| even | 1))
    }

    /// If these canonical options are those of an odd game E+1, returns the code of E: the last option
    /// is even, and the others are the E'+1. (One of these may be born on the same day as E, but
    /// E' is stored before E, so E comes last.)
    pub(super) fn odd_form(&self, codes: &[u32]) -> Option<u32> {
        let (&even, rest) = codes.split_last()?;
        let is_odd = even & 1 == 0
            && self.sets.count(even >> 1) == rest.len()
            && rest.iter().all(|&c| self.contains(even, c ^ 1));
        is_odd.then_some(even)
    }
}
