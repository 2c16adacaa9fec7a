//! Published periods that are out of reach here.
//!
//! They are reported as published facts; no computation depends on them.

/// A published period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Published {
    /// The game.
    pub ruleset: &'static str,
    /// The period.
    pub period: u64,
    /// The number of values before it, as the source counts them.
    pub preperiod: u64,
    /// The source.
    pub source: &'static str,
}

const FACTS: [Published; 2] = [
    Published {
        ruleset: "0.106",
        period: 328_226_140_474,
        preperiod: 465_384_263_797,
        source: "J. P. Grossman, Searching for periodicity in octal games",
    },
    Published {
        ruleset: "0.454",
        period: 60_620_715,
        preperiod: 160_949_019,
        source: "A. Dailly, É. Duchêne, U. Larsson, G. Paris, Partition games are pure breaking \
                 games (2018), after A. Flammenkamp",
    },
];

/// Returns the published period of a game of this name.
pub fn published(ruleset: &str) -> Option<&'static Published> {
    FACTS.iter().find(|fact| fact.ruleset == ruleset)
}

/// Slips of published tables.
const ERRATA: [(&[&str], &str); 3] = [
    (
        &["0.27", "0.26"],
        "0.27 has the values of 0.26; the locator of Winning Ways, Chapter 4, sends it elsewhere",
    ),
    (
        &["0.314", "0.31"],
        "0.314 and 0.31 are different games; an older table takes them for equal",
    ),
    (
        &["0.161", "0.36"],
        "0.161 and 0.36 are different games; they agree up to heap 518, and an older table takes them for \
         equal",
    ),
];

/// Returns a note on a slip of a published table that concerns a game of this name.
pub fn erratum(ruleset: &str) -> Option<&'static str> {
    let concerns = |(names, _): &&(&[&str], _)| names.contains(&ruleset);
    ERRATA.iter().find(concerns).map(|&(_, note)| note)
}
