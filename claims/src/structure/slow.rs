//! Differences, parts and primes from sums alone: no game is declared prime by its options.

use rustc_hash::FxHashMap;

use misere::game::{Game, Universe};
use misere::limits::Stopped;

/// What the methods of this file rest on.
pub(super) const SLOW: &[&str] = &["sums", "structure.cor5.7", "structure.lem6.1"];

/// What the scan of day 5 rests on.
pub(super) const SCAN: &[&str] = &[
    "sums",
    "structure.cor5.7",
    "structure.lem6.1",
    "structure.prop7.4",
];

/// Differences and parts, remembered. Parts and partitions are even, up to association.
#[derive(Default)]
pub(super) struct Slow {
    differences: FxHashMap<(Game, Game), Option<Game>>,
    parts: FxHashMap<Game, Vec<Game>>,
}

impl Slow {
    /// Returns G − H by the Difference Lemma, if it exists. Every candidate is added up.
    pub(super) fn difference(
        &mut self,
        u: &mut Universe,
        g: Game,
        h: Game,
    ) -> Result<Option<Game>, Stopped> {
        let (even_g, even_h) = (u.even_associate(g), u.even_associate(h));
        let x = self.of_evens(u, even_g, even_h)?;
        let same = (g == even_g) == (h == even_h);
        Ok(x.map(|x| if same { x } else { u.associate(x) }))
    }

    fn of_evens(&mut self, u: &mut Universe, g: Game, h: Game) -> Result<Option<Game>, Stopped> {
        if h == u.zero() {
            return Ok(Some(g));
        }
        if let Some(&known) = self.differences.get(&(g, h)) {
            return Ok(known);
        }
        let found = self.search(u, g, h)?;
        self.differences.insert((g, h), found);
        Ok(found)
    }

    fn search(&mut self, u: &mut Universe, g: Game, h: Game) -> Result<Option<Game>, Stopped> {
        let of_g: Vec<Game> = u.options(g).collect();
        let of_h: Vec<Game> = u.options(h).collect();
        let mut set = Vec::new();
        // If G' − H does not exist, G' = H' + X for some H' (Corollary 5.7).
        for &minuend in &of_g {
            match self.difference(u, minuend, h)? {
                Some(x) => set.push(x),
                None => return self.among(u, (g, h), &[minuend], &of_h),
            }
        }
        for &subtrahend in &of_h {
            match self.difference(u, g, subtrahend)? {
                Some(x) => set.push(x),
                None => return self.among(u, (g, h), &of_g, &[subtrahend]),
            }
        }
        let x = u.set(set)?;
        Ok((u.sum(h, x)? == g).then_some(x))
    }

    /// Returns the X = G' − H' with H + X = G, if there is one.
    fn among(
        &mut self,
        u: &mut Universe,
        (g, h): (Game, Game),
        minuends: &[Game],
        subtrahends: &[Game],
    ) -> Result<Option<Game>, Stopped> {
        for &minuend in minuends {
            for &subtrahend in subtrahends {
                if let Some(x) = self.difference(u, minuend, subtrahend)?
                    && u.sum(h, x)? == g
                {
                    return Ok(Some(x));
                }
            }
        }
        Ok(None)
    }

    /// Returns all even parts: in G = X + Y one of X and Y is a part of any given option
    /// (Corollary 5.7).
    pub(super) fn parts(&mut self, u: &mut Universe, g: Game) -> Result<Vec<Game>, Stopped> {
        let g = u.even_associate(g);
        if let Some(known) = self.parts.get(&g) {
            return Ok(known.clone());
        }
        // The last one: it is a unit only if all options are.
        let last = u.options(g).last();
        let candidates = match last {
            Some(option) => self.parts(u, option)?,
            None => vec![g],
        };
        let mut parts: Vec<Game> = Vec::new();
        for x in candidates {
            if let Some(y) = self.difference(u, g, x)? {
                for part in [x, u.even_associate(y)] {
                    if !parts.contains(&part) {
                        parts.push(part);
                    }
                }
            }
        }
        self.parts.insert(g, parts.clone());
        Ok(parts)
    }

    /// Checks whether X is a part of G.
    pub(super) fn has_part(&mut self, u: &mut Universe, g: Game, x: Game) -> Result<bool, Stopped> {
        Ok(self.difference(u, g, x)?.is_some())
    }

    /// Checks whether a game is prime (Definition 7.2).
    pub(super) fn is_prime(&mut self, u: &mut Universe, g: Game) -> Result<bool, Stopped> {
        Ok(!u.is_unit(g) && self.parts(u, g)?.len() == 2)
    }

    /// Checks whether an option of a game is prime.
    pub(super) fn has_prime_option(&mut self, u: &mut Universe, g: Game) -> Result<bool, Stopped> {
        let options: Vec<Game> = u.options(g).collect();
        let mut options = options.into_iter();
        options.try_fold(false, |any, option| Ok(any || self.is_prime(u, option)?))
    }

    /// Returns all partitions into even primes, each with its primes in structural order.
    pub(super) fn prime_partitions(
        &mut self,
        u: &mut Universe,
        g: Game,
    ) -> Result<Vec<Vec<Game>>, Stopped> {
        let g = u.even_associate(g);
        let mut primes = Vec::new();
        for part in self.parts(u, g)? {
            if self.is_prime(u, part)? {
                primes.push(part);
            }
        }
        let order = u.structural_order(primes.iter().copied())?;
        primes.sort_by_key(|&p| order.rank(p));
        // What is left of G, and the primes that were taken away, by place, ascending.
        let (mut found, mut open) = (Vec::new(), vec![(g, Vec::new())]);
        while let Some((rest, taken)) = open.pop() {
            if u.is_unit(rest) {
                found.push(taken.iter().map(|&place: &usize| primes[place]).collect());
                continue;
            }
            let from = taken.last().copied().unwrap_or(0);
            for (place, &prime) in primes.iter().enumerate().skip(from) {
                if let Some(less) = self.difference(u, rest, prime)? {
                    let taken = taken.iter().copied().chain([place]).collect();
                    open.push((less, taken));
                }
            }
        }
        Ok(found)
    }
}

/// A composite game born by day 5 and its prime partitions.
pub(super) struct Composite {
    pub(super) game: Game,
    pub(super) partitions: Vec<Vec<Game>>,
}

impl Composite {
    /// Checks whether the game is a biprime (Definition 7.9).
    pub(super) fn is_biprime(&self) -> bool {
        matches!(&self.partitions[..], [only] if only.len() == 2)
    }

    /// Returns the number of primes in the longest partition.
    pub(super) fn primes(&self) -> usize {
        self.partitions.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// The sets of games born by day 4, as masks: bit i stands for the game at place i.
pub(super) struct DayFive {
    /// The games born by day 4: those with few parts first, and 0 and 1 last.
    pub(super) members: Vec<Game>,
    /// For each even game that is a part of a member: the game, and the members that have it.
    candidates: Vec<Candidate>,
    /// For each member, the places of its even parts but 0 among the candidates.
    parts: Vec<Vec<usize>>,
}

struct Candidate {
    game: Game,
    /// The members that have this part.
    owners: u32,
    /// For each other member G': the sums H + (G' − H') that are sets of members.
    sums: Vec<Vec<u32>>,
}

impl DayFive {
    pub(super) fn new(u: &mut Universe, slow: &mut Slow) -> Result<Self, Stopped> {
        let mut members = Vec::new();
        for g in u.games_born_by(4)? {
            members.push((u.is_unit(g), slow.parts(u, g)?.len(), g));
        }
        members.sort_by_key(|&(unit, parts, _)| (unit, parts));
        let members: Vec<Game> = members.into_iter().map(|(.., g)| g).collect();
        let mut day = Self {
            members,
            candidates: Vec::new(),
            parts: Vec::new(),
        };
        for g in day.members.clone() {
            let mut places = Vec::new();
            for x in slow.parts(u, g)? {
                if x == u.zero() {
                    continue;
                }
                let known = day.candidates.iter().position(|c| c.game == x);
                if known.is_none() {
                    let candidate = day.candidate(u, slow, x)?;
                    day.candidates.push(candidate);
                }
                places.push(known.unwrap_or(day.candidates.len() - 1));
            }
            day.parts.push(places);
        }
        Ok(day)
    }

    fn candidate(&self, u: &mut Universe, slow: &mut Slow, h: Game) -> Result<Candidate, Stopped> {
        let (mut owners, mut sums) = (0, Vec::new());
        let of_h: Vec<Game> = u.options(h).collect();
        for (i, &member) in self.members.iter().enumerate() {
            owners |= u32::from(slow.has_part(u, member, h)?) << i;
            let mut of_member = Vec::new();
            for &option in &of_h {
                let Some(x) = slow.difference(u, member, option)? else {
                    continue;
                };
                // A unit X is no proper part.
                if !u.is_unit(x) {
                    let sum = u.sum(h, x)?;
                    of_member.extend(self.mask(u, sum));
                }
            }
            sums.push(of_member);
        }
        Ok(Candidate {
            game: h,
            owners,
            sums,
        })
    }

    /// Returns the options of a game as a mask; none if one is born after day 4.
    fn mask(&self, u: &Universe, g: Game) -> Option<u32> {
        let places = u
            .options(g)
            .map(|o| self.members.iter().position(|&m| m == o));
        places.map(|place| Some(1 << place?)).sum()
    }

    /// Returns the value of a set.
    pub(super) fn value(&self, u: &mut Universe, set: u32) -> Result<Game, Stopped> {
        let some = (0..self.members.len()).filter(|&i| set >> i & 1 == 1);
        u.set(some.map(|i| self.members[i]))
    }

    /// Checks whether a set is a composite game in simplest form: one of the parts of an option, no
    /// unit if there is another, is a proper part of it.
    pub(super) fn is_composite(
        &self,
        u: &mut Universe,
        slow: &mut Slow,
        set: u32,
    ) -> Result<bool, Stopped> {
        let first = set.trailing_zeros() as usize;
        for &place in self.parts.get(first).into_iter().flatten() {
            let candidate = &self.candidates[place];
            let lacking = (set & !candidate.owners).trailing_zeros() as usize;
            if let Some(sums) = candidate.sums.get(lacking) {
                // Corollary 5.7: the counterpart is a G' − H' for this G'.
                if sums.contains(&set) {
                    return Ok(true);
                }
                continue;
            }
            let g = self.value(u, set)?;
            if u.option_count(g) == set.count_ones() as usize
                && let Some(x) = slow.difference(u, g, candidate.game)?
                && !u.is_unit(x)
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the sets without a unit option.
    pub(super) fn without_units(&self) -> std::ops::Range<u32> {
        1..1 << (self.members.len() - 2)
    }
}

/// Returns the composite games born by day 5: all sets of games born by day 4 without a unit
/// option (Proposition 7.4) are tried.
pub(super) fn composites(u: &mut Universe, slow: &mut Slow) -> Result<Vec<Composite>, Stopped> {
    let day = DayFive::new(u, slow)?;
    let mut games = Vec::new();
    for set in day.without_units() {
        if day.is_composite(u, slow, set)? {
            games.push(day.value(u, set)?);
        }
    }
    let order = u.structural_order(games.iter().copied())?;
    games.sort_by_key(|&g| order.rank(g));
    let mut composites = Vec::new();
    for game in games {
        let partitions = slow.prime_partitions(u, game)?;
        composites.push(Composite { game, partitions });
    }
    Ok(composites)
}
