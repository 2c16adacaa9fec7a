//! The genus sequence of a ruleset.

use super::period::GenusPeriod;
use super::tame::TamePairs;
use crate::game::{Class, Game, Genus, Interner, Universe};
use crate::heaps::{HeapGames, Position, Ruleset};
use crate::limits::{Budget, Reason, Stopped};
use crate::nim::{NimError, refuse_loops, require_heaps};

/// The genus of a heap, and its class.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct HeapGenus {
    /// The genus.
    pub genus: Genus,
    /// The most special of its classes; see [`Universe::class`].
    pub class: Class,
}

/// Computes the genera of the heaps of a ruleset, from the smallest on: without canonical forms up to
/// the first heap that is not tame, and by canonical forms from there on. Heaps whose moves lead to
/// positions of other rulesets have canonical forms from the first on.
pub struct GenusSequence<'r> {
    ruleset: &'r dyn Ruleset,
    /// None if moves lead to positions of other rulesets.
    tame: Option<TamePairs<'r>>,
    games: HeapGames<'r>,
    /// The distinct genera.
    kinds: Interner<HeapGenus>,
    of_heaps: Vec<u32>,
}

impl<'r> GenusSequence<'r> {
    /// Starts without any genera.
    ///
    /// # Errors
    /// If the ruleset is loopy, or its positions are not heaps.
    pub fn new(ruleset: &'r dyn Ruleset) -> Result<Self, NimError> {
        refuse_loops(ruleset)?;
        require_heaps(ruleset)?;
        let one_kind = ruleset.kinds() == 1;
        Ok(Self {
            ruleset,
            tame: one_kind.then(|| TamePairs::new(ruleset)).transpose()?,
            games: HeapGames::new(ruleset),
            kinds: Interner::default(),
            of_heaps: Vec::new(),
        })
    }

    /// Returns the smallest heap, where the sequence begins.
    pub fn first(&self) -> u64 {
        self.ruleset.smallest()
    }

    /// Iterates over the heaps with known genera.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u64, &HeapGenus)> + '_ {
        self.of_heaps.iter().enumerate().map(|(i, &number)| {
            let heap = self.first() + i as u64;
            (heap, self.kinds.get(number))
        })
    }

    /// Returns the first heap that is not tame, if it was reached.
    pub fn not_tame(&self) -> Option<u64> {
        let not_tame =
            |(heap, entry): (u64, &HeapGenus)| (entry.class != Class::Tame).then_some(heap);
        match &self.tame {
            Some(tame) => tame.not_tame(),
            None => self.iter().find_map(not_tame),
        }
    }

    /// Computes the genera up to this heap, included. When a limit stops it, the genera found so far
    /// are kept. The universe must be the same in every call.
    pub fn extend(&mut self, u: &mut Universe, to: u64) -> Result<(), Stopped> {
        if let Some(tame) = &mut self.tame {
            let extended = tame.extend(to, u.budget());
            for value in tame.values().iter().skip(self.of_heaps.len()) {
                let entry = HeapGenus {
                    genus: value.genus(),
                    class: Class::Tame,
                };
                self.of_heaps.push(self.kinds.intern(entry));
            }
            extended.map_err(|error| Stopped {
                // After it was created, it can only reach a limit.
                reason: match error {
                    NimError::Stopped(reason) => reason,
                    _ => Reason::Capacity,
                },
                nodes: u.nodes(),
            })?;
        }
        while self.first() + (self.of_heaps.len() as u64) <= to {
            let heap = self.first() + self.of_heaps.len() as u64;
            u.budget().reached(heap);
            let game = self.form(u, heap)?;
            let genus = u.genus(game)?;
            let class = u.class(game)?;
            self.of_heaps
                .push(self.kinds.intern(HeapGenus { genus, class }));
        }
        Ok(())
    }

    /// Computes the canonical form of a heap.
    pub fn form(&mut self, u: &mut Universe, heap: u64) -> Result<Game, Stopped> {
        self.games.value(u, Position::heap(heap))
    }

    /// Returns a period of the known genera, if there is one: proved where all heaps are tame and the
    /// ruleset is a take-and-break game, else observed.
    pub fn period(&self, budget: &Budget) -> Result<Option<GenusPeriod>, Reason> {
        if let Some(tame) = &self.tame
            && tame.not_tame().is_none()
            && let Some(period) = GenusPeriod::proved(self.ruleset, tame.values(), budget)?
        {
            return Ok(Some(period));
        }
        let mut account = budget.account();
        let mut genera: Vec<&Genus> = Vec::new();
        account.reserve(&mut genera, self.of_heaps.len())?;
        genera.extend(self.iter().map(|(_, entry)| &entry.genus));
        GenusPeriod::observed(&genera, budget)
    }

    /// Returns a period of the known misère nim values, if there is one: proved where that of the
    /// genera is, since heaps with the same genus have the same misère nim value.
    pub fn misere_period(&self, budget: &Budget) -> Result<Option<GenusPeriod>, Reason> {
        let values: Vec<u32> = self
            .iter()
            .map(|(_, entry)| entry.genus.misere_nim_value())
            .collect();
        match self.period(budget)? {
            Some(period) if period.proved => Ok(Some(period.refined(&values))),
            _ => GenusPeriod::observed(&values, budget),
        }
    }
}
