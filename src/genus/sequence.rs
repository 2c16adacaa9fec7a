//! The genus sequence of a ruleset.

use super::period::GenusPeriod;
use super::tame::TamePairs;
use crate::game::{Class, Game, Genus, Interner, Universe};
use crate::heaps::{HeapGames, Position, Ruleset};
use crate::limits::{Reason, Stopped};
use crate::nim::NimError;

/// The genus of a heap, and its class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HeapGenus {
    /// The genus.
    pub genus: Genus,
    /// The most special of its classes; see [`Universe::class`].
    pub class: Class,
}

/// The genera of the heaps of a ruleset, from the smallest on: without canonical forms up to the
/// first heap that is not tame, and by canonical forms beyond.
pub struct GenusSequence<'r> {
    ruleset: &'r dyn Ruleset,
    tame: TamePairs<'r>,
    games: HeapGames<'r>,
    /// Few genera are different, so each is kept once.
    kinds: Interner<HeapGenus>,
    of_heaps: Vec<u32>,
}

impl<'r> GenusSequence<'r> {
    /// Nothing is known yet. Loopy rulesets and positions that are not heaps are refused.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        Ok(Self {
            ruleset,
            tame: TamePairs::new(ruleset)?,
            games: HeapGames::new(ruleset),
            kinds: Interner::default(),
            of_heaps: Vec::new(),
        })
    }

    /// The smallest heap, where the sequence begins.
    pub fn first(&self) -> u64 {
        self.ruleset.smallest()
    }

    /// All heaps that are known, with their genera.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, &HeapGenus)> + '_ {
        self.of_heaps.iter().enumerate().map(|(i, &number)| {
            let heap = self.first() + i as u64;
            (heap, self.kinds.get(number))
        })
    }

    /// The first heap that is not tame, if it was met.
    pub fn not_tame(&self) -> Option<u64> {
        self.tame.not_tame()
    }

    /// Makes the genera known up to this heap, included. What is known stays when it stops. Always
    /// with the same universe.
    pub fn extend(&mut self, u: &mut Universe, to: u64) -> Result<(), Stopped> {
        let tame = self.tame.extend(to, u.budget());
        for i in self.of_heaps.len()..self.tame.values().len() {
            let genus = self.tame.values()[i].genus();
            let class = Class::Tame;
            self.push(HeapGenus { genus, class });
        }
        tame.map_err(|error| Stopped {
            // It has no other reason to stop, once it has begun.
            reason: match error {
                NimError::Stopped(reason) => reason,
                _ => Reason::Capacity,
            },
            nodes: u.nodes(),
        })?;
        while self.first() + (self.of_heaps.len() as u64) <= to {
            let heap = self.first() + self.of_heaps.len() as u64;
            let game = self.form(u, heap)?;
            let genus = u.genus(game)?;
            let class = u.class(game)?;
            self.push(HeapGenus { genus, class });
        }
        Ok(())
    }

    /// The canonical form of a heap.
    pub fn form(&mut self, u: &mut Universe, heap: u64) -> Result<Game, Stopped> {
        self.games.value(u, Position::heap(heap))
    }

    fn push(&mut self, entry: HeapGenus) {
        self.of_heaps.push(self.kinds.intern(entry));
    }

    /// A period of the genera, if there is one in the range that is known: proved where all heaps
    /// are tame and the ruleset is a take-and-break game, else observed.
    pub fn period(&self) -> Option<GenusPeriod> {
        if self.not_tame().is_none()
            && let Some(period) = GenusPeriod::proved(self.ruleset, self.tame.values())
        {
            return Some(period);
        }
        let genera: Vec<&Genus> = self.iter().map(|(_, entry)| &entry.genus).collect();
        GenusPeriod::observed(&genera)
    }
}
