//! The genera of the games born by a day.
//!
//! The genus of a game follows from those of its options, so for day 5 those of the 22 games of
//! M_4 suffice. Their superscripts are small numbers: for each place, the superscripts that occur
//! among the options are the bits of one word, and the minimal excluded value is its lowest zero.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::day::Day;
use super::day_four::{DayFour, Mask, ranks};
use super::error::CensusError;
use crate::game::Genus;
use crate::limits::Budget;

/// The number of superscripts computed for each game. Those of M_4 alternate from the third place on
/// at the latest, and those of a game with such options soon after; the tests compare.
const PLACES: usize = 12;

impl Day {
    /// Counts the games of each genus.
    ///
    /// ```
    /// use misere::{census::Day, limits::Budget};
    ///
    /// let genera = Day::new(4)?.genera(&Budget::default())?;
    /// let tame_zero = genera.iter().find(|(genus, _)| genus.to_string() == "0^02");
    /// assert_eq!(*tame_zero.unwrap().1, 3); // 2#, 3# and 32
    /// # Ok::<(), misere::census::CensusError>(())
    /// ```
    pub fn genera(&self, budget: &Budget) -> Result<BTreeMap<Genus, u64>, CensusError> {
        type Counts = FxHashMap<[u8; PLACES + 1], u64>;
        let options = Options::new(self);
        // Many games share the same superscripts and nim value: these are counted first.
        let chunks = self.map_games(budget, |games| {
            let mut counts = Counts::default();
            for g in games {
                *counts.entry(options.values(g.mask())).or_default() += 1;
            }
            Ok(counts)
        })?;
        let mut counts = Counts::default();
        for (values, count) in chunks.into_iter().flatten() {
            *counts.entry(values).or_default() += count;
        }
        let mut genera: BTreeMap<Genus, u64> = BTreeMap::new();
        for ([nim_value, superscripts @ ..], count) in counts {
            let superscripts = superscripts.iter().map(|&x| x.into()).collect();
            *genera
                .entry(Genus::cut(nim_value.into(), superscripts))
                .or_default() += count;
        }
        Ok(genera)
    }
}

/// The nim values and superscripts of the games of M_4, each as one bit of a word.
struct Options {
    bits: Vec<[u32; PLACES + 1]>,
}

impl Options {
    fn new(day: &Day) -> Self {
        let day_four = day.day_four();
        let mut genera: Vec<Genus> = Vec::new();
        for rank in 0..DayFour::size(4) {
            let options = ranks(day_four.options(rank)).collect::<Vec<_>>();
            let genus = Genus::of_options(options.iter().map(|&option| &genera[option]));
            genera.push(genus);
        }
        let bits = genera.iter().map(|genus| {
            let mut bits = [1 << genus.nim_value(); PLACES + 1];
            for (place, bit) in bits[1..].iter_mut().enumerate() {
                *bit = 1 << genus.superscript(place);
            }
            bits
        });
        Self {
            bits: bits.collect(),
        }
    }

    /// Computes the nim value and the superscripts of the game with these options.
    fn values(&self, set: Mask) -> [u8; PLACES + 1] {
        let mut occurring = [0u32; PLACES + 1];
        for rank in ranks(set) {
            for (sum, bits) in occurring.iter_mut().zip(&self.bits[rank]) {
                *sum |= bits;
            }
        }
        let mut values = [0u8; PLACES + 1];
        let mut before = 0;
        for (place, (value, mut occurring)) in values.iter_mut().zip(occurring).enumerate() {
            // γn = mex {γn(G'), γn−1, γn−1 ⊕ 1}; place 0 is the nim value, place 1 is γ0.
            if place >= 2 {
                occurring |= 0b11 << (before & !1);
            }
            // γ0(0) = 1: a player who cannot move wins.
            let mex = if set == 0 && place == 1 {
                1
            } else {
                occurring.trailing_ones()
            };
            before = mex;
            // A word has 32 bits, so this is at most 32.
            *value = u8::try_from(mex).unwrap_or(u8::MAX);
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Universe;

    #[test]
    fn genera_agree_with_those_of_the_universe() {
        for n in 0..=4 {
            let day = Day::new(n).unwrap();
            let mut u = Universe::new();
            let lister = day.lister(&mut u).unwrap();
            let mut expected: BTreeMap<Genus, u64> = BTreeMap::new();
            for g in day.games() {
                let game = lister.game(&mut u, g).unwrap();
                *expected.entry(u.genus(game).unwrap()).or_default() += 1;
            }
            assert_eq!(day.genera(&Budget::default()).unwrap(), expected);
        }
    }

    /// Every thousandth game of day 5, and the total.
    #[test]
    fn genera_of_day_5_agree_with_those_of_the_universe() {
        let day = Day::new(5).unwrap();
        let options = Options::new(&day);
        let mut u = Universe::new();
        let lister = day.lister(&mut u).unwrap();
        for g in day.games().step_by(1000) {
            let game = lister.game(&mut u, g).unwrap();
            let genus = u.genus(game).unwrap();
            let [nim_value, superscripts @ ..] = options.values(g.mask());
            assert_eq!(genus.nim_value(), u32::from(nim_value));
            for (place, &value) in superscripts.iter().enumerate() {
                assert_eq!(genus.superscript(place), u32::from(value));
            }
            assert!(genus.superscripts().len() <= PLACES);
        }
        let genera = day.genera(&Budget::default()).unwrap();
        assert_eq!(genera.values().sum::<u64>(), 4_171_780);
    }
}
