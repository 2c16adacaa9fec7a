//! The first line of a file of results: which sweep they belong to.

use serde::{Deserialize, Serialize};

/// What decides the result of a game, and therefore which results may stand in one file. Not the
/// number of threads, and not the limit of memory: a game that it stops is searched again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    /// The family.
    pub(crate) sweep: String,
    /// What is searched for.
    pub(crate) asks: Asks,
    /// The largest heap.
    pub(crate) to: Option<u64>,
    /// Whether theorems are used that allow preperiods of cut games.
    pub(crate) extended: bool,
    /// The time for each game in milliseconds.
    pub(crate) each_ms: Option<u64>,
    /// The version of the program.
    pub(crate) version: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Asks {
    Periods,
    Quotients,
}

impl Head {
    /// The first characters of the line.
    pub(crate) const BEGINNING: &str = "{\"sweep\":";

    /// What is said of results without this line.
    pub(crate) const MISSING: &str =
        "no line before it says which sweep it belongs to, as the files of this version do";

    /// Reads a line, and refuses results of another sweep.
    pub(crate) fn require(&self, line: &str) -> Result<(), String> {
        let other = Self::read(line)?;
        self.difference(&other).map_or(Ok(()), Err)
    }

    /// Reads a line.
    pub(crate) fn read(line: &str) -> Result<Self, String> {
        serde_json::from_str(line).map_err(|error| format!("not the head of a sweep: {error}"))
    }

    /// Returns the version of this program.
    pub(crate) fn this_version() -> String {
        env!("CARGO_PKG_VERSION").into()
    }

    /// Says where two sweeps differ; none if their results belong together.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let mut told = self.told().into_iter().zip(other.told());
        let ((what, here), (_, there)) = told.find(|(here, there)| here != there)?;
        Some(format!(
            "another sweep: {what} is {there} there and {here} here"
        ))
    }

    /// What decides a result, with its name.
    fn told(&self) -> [(&'static str, String); 6] {
        let to = self.to.map_or("the default".into(), |to| to.to_string());
        let each = self.each_ms.map_or("none".into(), |ms| format!("{ms} ms"));
        let asks = format!("{:?}", self.asks).to_lowercase();
        [
            ("the family", self.sweep.clone()),
            ("what is searched for", asks),
            ("--to", to),
            ("--extended", self.extended.to_string()),
            ("--each", each),
            ("the version of misere", self.version.clone()),
        ]
    }
}
