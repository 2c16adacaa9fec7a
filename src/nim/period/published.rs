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
        source: "A. Flammenkamp, Sprague-Grundy values of some octal games",
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
