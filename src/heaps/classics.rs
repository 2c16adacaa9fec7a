//! Take-and-break games that have a name.

use std::sync::Arc;

use super::code::Code;
use super::entry::{Entry, Parameters, RulesetError};
use super::ruleset::Ruleset;

/// A named game and its code.
pub(super) struct Classic {
    name: &'static str,
    aliases: &'static [&'static str],
    code: &'static str,
    /// The usual description.
    pub(super) rule: &'static str,
    pub(super) known: &'static str,
    pub(super) source: &'static str,
}

const GUY_SMITH: &str = "R. K. Guy, C. A. B. Smith, The G-values of various games (1956)";
const WINNING_WAYS: &str = "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, Chapter 4";

const CLASSICS: [Classic; 10] = [
    Classic {
        name: "kayles",
        aliases: &[],
        code: "0.77",
        rule: "knock down one pin of a row, or two that stand side by side",
        known: "the nim values have period 12 from heap 71 on (Guy and Smith)",
        source: "H. E. Dudeney, The Canterbury Puzzles (1907); S. Loyd, Cyclopedia of Puzzles (1914)",
    },
    Classic {
        name: "dawsons-kayles",
        aliases: &["dawson-kayles"],
        code: "0.07",
        rule: "knock down two pins of a row that stand side by side",
        known: "the nim values have period 34 from heap 53 on (Guy and Smith)",
        source: GUY_SMITH,
    },
    Classic {
        name: "dawsons-chess",
        aliases: &["dawson-chess"],
        code: "0.137",
        rule: "two rows of n pawns face each other with one rank between them and capturing is \
               compulsory: a pawn that moves takes itself and its neighbours out of play",
        known: "the nim values have period 34 from heap 52 on (Guy and Smith)",
        source: "T. R. Dawson, Problem 1603, Fairy Chess Review (1934)",
    },
    Classic {
        name: "treblecross",
        aliases: &[],
        code: "0.007",
        rule: "take three adjacent squares of a strip. In Treblecross both players set crosses on a \
               strip of two squares less, and three side by side win: nobody sets a cross next or \
               next but one to another",
        known: "no period is known",
        source: WINNING_WAYS,
    },
    Classic {
        name: "officers",
        aliases: &[],
        code: "0.6",
        rule: "take one from a heap, but never the last, and leave the others as one heap or two",
        known: "no period is known; it is the only game of one octal digit of which this is so",
        source: WINNING_WAYS,
    },
    Classic {
        name: "guiles",
        aliases: &[],
        code: "0.15",
        rule: "take a heap of one or two, or take two from a heap and leave two heaps",
        known: "the nim values have period 10 from heap 1 on",
        source: WINNING_WAYS,
    },
    Classic {
        name: "double-kayles",
        aliases: &[],
        code: "0.7777",
        rule: "knock down one to four pins of a row that stand side by side",
        known: "half of the nim value, rounded down, is the value of half the heap in Kayles",
        source: WINNING_WAYS,
    },
    Classic {
        name: "kenyons-game",
        aliases: &["kenyon"],
        code: "0.3F",
        rule: "take one from a heap; or take two and leave up to three heaps",
        known: "the nim values are arithmetic periodic with period 6 and saltus 3 from heap 0 on",
        source: WINNING_WAYS,
    },
    Classic {
        name: "she-loves-me-she-loves-me-not",
        aliases: &["she-loves-me"],
        code: "0.3",
        rule: "pluck one petal",
        known: "the nim values are 0 and 1 by turns",
        source: WINNING_WAYS,
    },
    Classic {
        name: "laskers-nim",
        aliases: &["lasker-nim"],
        code: "4.[3]",
        rule: "take any positive number from a heap, or divide it into two without taking",
        known: "the nim values are 4k+1, 4k+2, 4k+4, 4k+3 for the heaps 4k+1, …, 4k+4",
        source: "E. Lasker, Brettspiele der Völker (1931)",
    },
];

/// The names, for the registry.
pub(super) const ENTRIES: &[Entry] = &{
    let mut entries = [const { CLASSICS[0].entry() }; CLASSICS.len()];
    let mut i = 1;
    while i < CLASSICS.len() {
        entries[i] = CLASSICS[i].entry();
        i += 1;
    }
    entries
};

impl Classic {
    const fn entry(&self) -> Entry {
        Entry {
            name: self.name,
            usage: self.name,
            aliases: self.aliases,
            make: Self::make,
        }
    }

    /// The code of the classic with this name.
    fn make(parameters: &Parameters<'_>) -> Result<Arc<dyn Ruleset>, RulesetError> {
        parameters.none()?;
        let is_asked = |classic: &&Classic| {
            let mut names = std::iter::once(&classic.name).chain(classic.aliases);
            names.any(|name| name.eq_ignore_ascii_case(parameters.name))
        };
        let classic = CLASSICS.iter().find(is_asked);
        Code::parse(classic.map_or("", |classic| classic.code))
    }

    /// Returns the classic with this code.
    pub(super) fn of(code: &Code) -> Option<&'static Self> {
        let written = code.to_string();
        CLASSICS.iter().find(|classic| classic.code == written)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    #[test]
    fn classics_are_found_by_all_their_names() {
        for classic in &CLASSICS {
            for name in std::iter::once(&classic.name).chain(classic.aliases) {
                let game = ruleset(&name.to_uppercase()).unwrap();
                assert_eq!(game.name(), classic.code);
                assert_eq!(game.source(), classic.source);
                assert!(game.rule().contains(classic.rule));
                assert!(game.known().iter().any(|known| known == classic.known));
            }
        }
        assert!(ruleset("kayles{1}").is_err());
    }
}
