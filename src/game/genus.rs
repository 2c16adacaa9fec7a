//! The genus: the nim value, and the misère nim values with copies of 2 added.
//!
//! The genus of G is written g^(γ0γ1γ2…): g is the nim value, and γn is the misère nim value of
//! G + n·2, the least number that no option has (Conway, *On Numbers and Games*, Chapter 12). From
//! some place on the superscripts alternate between x and x ⊕ 2, and they are cut after the first
//! two of these: 0 is 0^120, 1 is 1^031, 2 is 2^20.
//!
//! Options of G + n·2 are the G' + n·2, G + (n−1)·2 and that with 1 added, and adding 1 changes a
//! misère nim value by exclusive or with 1. So γn = mex {γn(G'), γn−1, γn−1 ⊕ 1}, and γ0(0) = 1.

use super::interner::Interner;
use super::memory::list_bytes;
use super::nim::mex;
use super::universe::{Game, Universe, code_at};
use crate::limits::Stopped;

/// The genus of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Genus {
    nim_value: u32,
    /// Cut as described; at least two.
    superscripts: Vec<u32>,
}

impl Genus {
    /// Returns the genus of the game with these options.
    pub fn of_options<'g>(options: impl Iterator<Item = &'g Genus> + Clone) -> Self {
        Self::of_shifted_options(options.map(|genus| (genus, 0)))
    }

    /// Returns the genus of the game with these options, each given by the genus of its even
    /// associate and 1 if it is odd.
    fn of_shifted_options<'g>(options: impl Iterator<Item = (&'g Genus, u32)> + Clone) -> Self {
        let count = options.clone().count();
        let superscript = |at: usize, before: Option<u32>| {
            let of_options = options
                .clone()
                .map(|(genus, odd)| genus.superscript(at) ^ odd);
            let before = before.into_iter().flat_map(|x| [x, x ^ 1]);
            mex(count + 2, of_options.chain(before))
        };
        // Beyond this place the superscripts of all options alternate.
        let places = options
            .clone()
            .map(|(genus, _)| genus.superscripts.len() - 2);
        let settled = places.max().unwrap_or(0);
        let mut superscripts = vec![if count == 0 { 1 } else { superscript(0, None) }];
        // From then on each superscript follows from the one before and the parity of its place:
        // once one comes back after two steps, all do.
        while superscripts.len() < settled + 3
            || superscripts[superscripts.len() - 1] != superscripts[superscripts.len() - 3]
        {
            let at = superscripts.len();
            superscripts.push(superscript(at, superscripts.last().copied()));
        }
        let nim_value = mex(count, options.map(|(genus, odd)| genus.nim_value ^ odd));
        Self::cut(nim_value, superscripts)
    }

    /// Creates a genus; superscripts are cut after the first two from which on they alternate.
    pub(crate) fn cut(nim_value: u32, mut superscripts: Vec<u32>) -> Self {
        while let [.., x, y, z] = superscripts[..]
            && x == z
            && x ^ y == 2
        {
            superscripts.pop();
        }
        Self {
            nim_value,
            superscripts,
        }
    }

    /// Returns the genus of the game with 1 added.
    #[must_use]
    pub fn associate(&self) -> Self {
        Self {
            nim_value: self.nim_value ^ 1,
            superscripts: self.superscripts.iter().map(|x| x ^ 1).collect(),
        }
    }

    /// Returns g, the nim value.
    pub fn nim_value(&self) -> u32 {
        self.nim_value
    }

    /// Returns γ0, the misère nim value: 0 for a P-position.
    pub fn misere_nim_value(&self) -> u32 {
        self.superscripts[0]
    }

    /// Returns the superscripts up to the first two from which on they alternate.
    pub fn superscripts(&self) -> &[u32] {
        &self.superscripts
    }

    /// Returns γn, the misère nim value with n copies of 2 added.
    pub fn superscript(&self, n: usize) -> u32 {
        let last = self.superscripts.len() - 1;
        match self.superscripts.get(n) {
            Some(&x) => x,
            None => self.superscripts[last - (n - last) % 2],
        }
    }
}

impl std::fmt::Display for Genus {
    /// Writes `2^1420`; a superscript of several digits is put in parentheses.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = self.superscripts.iter().map(|&x| match x {
            0..10 => x.to_string(),
            _ => format!("({x})"),
        });
        let text = format!("{}^{}", self.nim_value, digits.collect::<String>());
        f.pad(&text)
    }
}

/// The genera of the even games, in the order of their indices. There are few different genera, so
/// they are interned.
#[derive(Default)]
pub(super) struct GenusTable {
    genera: Interner<Genus>,
    /// The number of the genus of each even game.
    of_evens: Vec<u32>,
}

impl GenusTable {
    pub(super) fn bytes(&self) -> usize {
        list_bytes(&self.of_evens)
    }

    /// Returns how many even games are in the table.
    pub(super) fn covered(&self) -> usize {
        self.of_evens.len()
    }

    /// Returns how many different genera there are.
    pub(super) fn len(&self) -> usize {
        self.genera.len()
    }

    /// Returns the nim value and the misère nim value of an even game in the table.
    pub(super) fn pair(&self, index: u32) -> (u32, u32) {
        let genus = self.genera.get(self.of_evens[index as usize]);
        (genus.nim_value, genus.misere_nim_value())
    }

    /// Returns the genus of a game whose even associate is in the table.
    fn get(&self, code: u32) -> Genus {
        let genus = self.genera.get(self.of_evens[(code >> 1) as usize]);
        if code & 1 == 0 {
            genus.clone()
        } else {
            genus.associate()
        }
    }

    /// Adds the next even game, given by its options.
    fn push(&mut self, options: &[u32]) {
        // Most options have one of a few genera; equal ones are used once.
        let mut seen = vec![false; 2 * self.genera.len()];
        let mut distinct: Vec<(&Genus, u32)> = Vec::new();
        for &option in options {
            let number = self.of_evens[(option >> 1) as usize];
            let place = &mut seen[code_at(number, option) as usize];
            if !std::mem::replace(place, true) {
                distinct.push((self.genera.get(number), option & 1));
            }
        }
        let genus = Genus::of_shifted_options(distinct.iter().copied());
        self.of_evens.push(self.genera.intern(genus));
    }
}

impl Universe {
    /// Returns the genus of a game.
    ///
    /// ```
    /// # let mut u = misere::game::Universe::new();
    /// let two = u.nim(2)?;
    /// let sharp = u.sharp(two)?;
    /// assert_eq!(u.genus(sharp)?.to_string(), "0^02");
    /// # Ok::<(), misere::limits::Stopped>(())
    /// ```
    pub fn genus(&mut self, g: Game) -> Result<Genus, Stopped> {
        let code = self.code(g);
        for index in (0..=code >> 1).skip(self.genera.of_evens.len()) {
            self.tick_for_options(index)?;
            self.reserve_in_list(|u| &mut u.genera.of_evens)?;
            self.genera.push(self.sets.elements(index));
        }
        Ok(self.genera.get(code))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Superscripts, of which the last two go on in turn.
    fn genera() -> impl Strategy<Value = Vec<Genus>> {
        let genus = (0..6u32, prop::collection::vec(0..5u32, 1..9));
        let genus = genus.prop_map(|(nim_value, mut superscripts)| {
            let last = superscripts[superscripts.len() - 1];
            superscripts.push(last ^ 2);
            Genus::cut(nim_value, superscripts)
        });
        prop::collection::vec(genus, 1..5)
    }

    proptest! {
        // Few genera take more than a step to alternate.
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        /// Each superscript by its definition, for more places than there are before all repeats;
        /// the genera need not be those of games.
        #[test]
        fn superscripts_are_what_they_are_defined_to_be(options in genera()) {
            let genus = Genus::of_options(options.iter());
            let least = |among: &dyn Fn(u32) -> bool| (0..100).find(|&x| !among(x)).unwrap();
            let mut before = None;
            for n in 0..60 {
                let value = least(&|x| {
                    options.iter().any(|o| o.superscript(n) == x)
                        || before.is_some_and(|b| x == b || x == b ^ 1)
                });
                prop_assert_eq!(genus.superscript(n), value, "{} at {}", genus, n);
                before = Some(value);
            }
            let nim_value = least(&|x| options.iter().any(|o| o.nim_value() == x));
            prop_assert_eq!(genus.nim_value(), nim_value);
        }
    }
}
