//! What the page may ask, as JSON.

use std::time::Duration;

use serde::Deserialize;

use misere::limits::Budget;
use misere::notation::Notation;

/// A question with its limits.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Asked {
    /// The question.
    #[serde(flatten)]
    pub(super) question: Question,
    /// The longest time in seconds.
    #[serde(default = "seconds")]
    pub(super) seconds: f64,
    /// The most memory in mebibytes.
    #[serde(default = "megabytes")]
    pub(super) megabytes: usize,
    /// How games are written.
    #[serde(default)]
    pub(super) notation: NotationName,
}

fn seconds() -> f64 {
    30.0
}

fn megabytes() -> usize {
    512
}

impl Asked {
    /// Memory of 32 bits has 4 GiB, of which the allocator needs some.
    const MOST_MEGABYTES: usize = 3 << 10;

    /// The limits as the library takes them.
    pub(super) fn budget(&self) -> Budget {
        let time = Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::ZERO);
        Budget::timeout(time).with_max_memory(self.megabytes.min(Self::MOST_MEGABYTES) << 20)
    }
}

/// [`Notation`], as a word.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum NotationName {
    /// 2##, 2#3210, 2[#-2]
    #[default]
    Conway,
    /// {0,{0}}
    Sets,
    /// 2_{\#\#}
    Tex,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Self {
        match name {
            NotationName::Conway => Self::Conway,
            NotationName::Sets => Self::Sets,
            NotationName::Tex => Self::Tex,
        }
    }
}

/// A question. Its names are those of the program's commands where there is one.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Question {
    /// What an expression is, at once: for whoever is typing.
    Read { expr: String },
    /// The canonical form and the properties of a game.
    Show { expr: String },
    /// The options of a game, each with its outcome and genus.
    Options { expr: String },
    /// The even parts.
    Parts { expr: String },
    /// The prime partitions.
    Primes { expr: String },
    /// The mate, the chain of mates and the concubine.
    Mate { expr: String },
    /// Whether two games are equal.
    Compare { expr: String, other: String },
    /// A game and its followers as a picture.
    Graph { expr: String },
    /// The part lattice as a picture.
    Lattice { expr: String },
    /// The moves of a sum, and why it is won or lost.
    Moves { expr: String, normal: bool },
    /// Who wins each of these positions.
    Outcomes {
        exprs: Vec<String>,
        normal: bool,
        /// Up to the first P-position.
        #[serde(default)]
        until_p: bool,
    },
    /// All rulesets.
    Rules {},
    /// A ruleset explained.
    Rule { ruleset: String },
    /// Nim values of heaps, or of pairs.
    Nim {
        ruleset: String,
        from: Option<u64>,
        to: Option<u64>,
    },
    /// The same as a picture.
    Plot {
        ruleset: String,
        from: Option<u64>,
        to: Option<u64>,
    },
    /// The period of the nim values.
    Period { ruleset: String, to: Option<u64> },
    /// The genera of heaps.
    Genus { ruleset: String, to: Option<u64> },
    /// The misère quotient up to a heap, or of all heaps.
    Quotient {
        ruleset: String,
        to: Option<u64>,
        #[serde(default)]
        table: bool,
        #[serde(default)]
        structure: bool,
        /// The Cayley graph, or P in the plane of two wild heaps.
        #[serde(default)]
        picture: bool,
        /// P-positions of two heaps up to this one.
        pairs: Option<u64>,
    },
    /// All claims on record.
    Claims {},
    /// Tests claims again.
    Verify { claims: Vec<String> },
}
