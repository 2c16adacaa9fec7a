//! Primes and prime partitions.

use rustc_hash::FxHashMap;

use crate::game::{Game, Universe};
use crate::limits::Stopped;

use super::algorithm::{Parts, has_unit_option};
use super::lattice::PartLattice;

/// All prime partitions of a game up to association (Theorem 7.3: there is one at least).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PrimePartitions {
    /// The game.
    pub game: Game,
    /// Each partition as a multiset of even primes in structural order; shorter ones first, then
    /// in structural order. A unit has one partition, the empty one.
    pub partitions: Vec<Vec<Game>>,
}

impl PrimePartitions {
    /// Returns whether the game has the unique partition property (Definition 7.8).
    pub fn is_unique(&self) -> bool {
        self.partitions.len() == 1
    }

    /// Returns whether the game is prime.
    pub fn is_prime(&self) -> bool {
        matches!(&self.partitions[..], [only] if only.len() == 1)
    }

    /// Returns whether some prime partitions have more primes than others.
    pub fn has_different_lengths(&self) -> bool {
        self.partitions.first().map(Vec::len) != self.partitions.last().map(Vec::len)
    }

    /// Returns whether the game is a biprime (Definition 7.9): its only partition has two primes.
    pub fn is_biprime(&self) -> bool {
        matches!(&self.partitions[..], [only] if only.len() == 2)
    }
}

impl Parts {
    /// Returns whether G is prime by Proposition 7.4: it has a unit option and is not 1.
    pub fn is_prime_at_sight(&self, u: &Universe, g: Game) -> bool {
        !u.is_unit(g) && has_unit_option(u, u.even_associate(g))
    }

    /// Returns whether G is prime (Definition 7.2).
    pub fn is_prime(&mut self, u: &mut Universe, g: Game) -> Result<bool, Stopped> {
        Ok(self.is_prime_at_sight(u, g) || self.table(u, g)?.is_prime())
    }

    /// Returns every prime partition of G.
    ///
    /// ```
    /// # use misere::{game::Universe, parts::Parts};
    /// # let (mut u, mut parts) = (Universe::new(), Parts::new());
    /// let (two, four) = (u.nim(2)?, u.nim(4)?);
    /// let sum = u.sum(two, four)?;
    /// let g = u.sharp(sum)?; // (4+2)# = 2 + P = 4 + Q, the smallest game without UPP
    /// let found = parts.prime_partitions(&mut u, g)?;
    /// assert_eq!(found.partitions.len(), 2);
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn prime_partitions(
        &mut self,
        u: &mut Universe,
        g: Game,
    ) -> Result<PrimePartitions, Stopped> {
        let lattice = self.lattice(u, g)?;
        Ok(PrimePartitions {
            game: g,
            partitions: partitions(u, &lattice)?,
        })
    }
}

/// Returns the prime partitions: the paths from 0 to G in the lattice with ascending primes.
fn partitions(u: &mut Universe, lattice: &PartLattice) -> Result<Vec<Vec<Game>>, Stopped> {
    let mut search = PathSearch {
        lattice,
        dead: FxHashMap::default(),
        path: Vec::new(),
        found: Vec::new(),
    };
    search.run(u)?;
    let primes = lattice.primes();
    let mut found = search.found;
    found.sort_by_key(|path| (path.len(), path.clone()));
    let games = |path: Vec<usize>| path.into_iter().map(|prime| primes[prime]).collect();
    Ok(found.into_iter().map(games).collect())
}

/// A search for all ascending paths from 0 to the whole. The path is a stack of indices: persistent
/// multisets (`imbl::OrdMap`) took several times as long, see docs/architecture.md.
struct PathSearch<'l> {
    lattice: &'l PartLattice,
    /// By node, the least prime from which on no path leads to the whole.
    dead: FxHashMap<usize, usize>,
    /// The primes of the path so far, by number.
    path: Vec<usize>,
    found: Vec<Vec<usize>>,
}

impl PathSearch<'_> {
    /// Finds all paths. Their length is bounded by the birthday of the game only, so the search
    /// keeps its own stack: (node, next prime to try, number of paths found before).
    fn run(&mut self, u: &mut Universe) -> Result<(), Stopped> {
        let whole = self.lattice.whole();
        let mut stack = vec![(PartLattice::ZERO, 0, 0)];
        while let Some((node, prime, before)) = stack.pop() {
            u.tick()?;
            if node == whole {
                self.found.push(self.path.clone());
                self.path.pop();
                continue;
            }
            if prime == self.lattice.primes().len() {
                if self.found.len() == before {
                    let first = self.path.last().copied().unwrap_or(0);
                    let dead = self.dead.entry(node).or_insert(first);
                    *dead = first.min(*dead);
                }
                self.path.pop();
                continue;
            }
            stack.push((node, prime + 1, before));
            if let Some(next) = self.lattice.times(node, prime)
                && self.dead.get(&next).is_none_or(|&dead| prime < dead)
            {
                self.path.push(prime);
                stack.push((next, prime, self.found.len()));
            }
        }
        Ok(())
    }
}
