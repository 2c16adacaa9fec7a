//! The state of a long search for a period as plain data.
//!
//! What a few seconds can compute again is compared when a state is read back: the values of the first
//! heaps, and those since the last snapshot. The snapshots between are believed: a digest shows that
//! they are as they were written, not that they are right. A certificate of the period rests on none of
//! them, since [`check`](crate::nim::check) computes all values again.

use std::fmt::Write;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use super::snapshots::{Snapshot, Snapshots, State, Trouble};
use crate::heaps::{Code, NimError, Ruleset as _};
use crate::limits::Reason;
use crate::nim::codes::WindowEvaluator;
use crate::printable::printable;

/// The state of a search by windows, to be continued by
/// [`PeriodSearch::run_with`](super::PeriodSearch::run_with).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPeriod {
    /// What it is: "period search".
    saved: String,
    /// The version of this layout: 1.
    version: u32,
    ruleset: String,
    /// The number of heaps whose values are kept, and are not in here.
    kept: u64,
    /// The largest smaller part of pairs.
    parts: u64,
    spacing: u64,
    due: u64,
    /// Values are written with two hexadecimal digits each.
    anchor: String,
    met: u64,
    occurred: bool,
    confirm: u64,
    repeated: Option<(u64, u64)>,
    /// Numbers of heaps with the last values then.
    snapshots: Vec<(u64, String)>,
    last: (u64, String),
    /// SHA-256 of the fields before.
    digest: String,
}

/// Why a saved search was not continued.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ResumePeriodError {
    /// It is not a saved search, or one of another version.
    #[error(
        "this is not a saved search for a period of version {}",
        SavedPeriod::VERSION
    )]
    Foreign,
    /// It belongs to another ruleset.
    #[error("the saved search belongs to `{found}`, not to `{expected}`")]
    OtherRuleset {
        /// The ruleset of the saved search.
        found: String,
        /// The ruleset that was asked for.
        expected: String,
    },
    /// It was changed.
    #[error("the saved search is damaged: {0}")]
    Damaged(&'static str),
    /// The ruleset has no nim values.
    #[error(transparent)]
    Nim(#[from] NimError),
}

impl From<Trouble> for ResumePeriodError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Stopped(reason) => Self::Nim(reason.into()),
            Trouble::Damaged(what) => Self::Damaged(what),
        }
    }
}

/// How far a search is.
pub struct PeriodProgress<'s> {
    /// The number of heaps whose values are computed.
    pub heaps: u64,
    /// The last rare heap: a period is proved by windows that are longer.
    pub last_rare: u64,
    /// Whether the search ends here.
    pub ends: bool,
    search: Option<&'s Snapshots>,
    code: &'s Code,
    kept: u64,
}

impl<'s> PeriodProgress<'s> {
    pub(super) fn new(
        code: &'s Code,
        first: &WindowEvaluator,
        search: Option<&'s Snapshots>,
    ) -> Self {
        let kept = first.values().len() as u64;
        Self {
            heaps: search.map_or(kept, |search| search.stream().computed()),
            last_rare: first.last_rare() as u64,
            ends: false,
            search,
            code,
            kept,
        }
    }

    /// Whether [`saved`](Self::saved) returns a state.
    pub fn can_be_saved(&self) -> bool {
        self.search.is_some()
    }

    /// Returns the state; none for a search that is still short.
    pub fn saved(&self) -> Option<SavedPeriod> {
        let search = self.search?;
        let (state, last) = search.state();
        let of = |snapshot: &Snapshot| (snapshot.heaps, to_hex(&snapshot.window));
        let mut saved = SavedPeriod {
            saved: SavedPeriod::KIND.into(),
            version: SavedPeriod::VERSION,
            ruleset: self.code.name(),
            kept: self.kept,
            parts: search.stream().parts() as u64,
            spacing: state.spacing,
            due: state.due,
            anchor: to_hex(&state.anchor),
            met: state.met,
            occurred: state.occurred,
            confirm: state.confirm,
            repeated: state.repeated,
            snapshots: state.snapshots.iter().map(of).collect(),
            last: of(&last),
            digest: String::new(),
        };
        saved.digest = saved.right_digest();
        Some(saved)
    }
}

/// How a search runs: from where, and whom it tells.
pub(super) struct PeriodRun<'r> {
    pub(super) saved: Option<SavedPeriod>,
    pub(super) report: &'r mut dyn FnMut(&PeriodProgress<'_>),
    /// The number of heaps that were computed, and what stopped the search.
    pub(super) heaps: u64,
    pub(super) stopped: Option<Reason>,
}

impl<'r> PeriodRun<'r> {
    pub(super) fn new(
        saved: Option<SavedPeriod>,
        report: &'r mut dyn FnMut(&PeriodProgress<'_>),
    ) -> Self {
        Self {
            saved,
            report,
            heaps: 0,
            stopped: None,
        }
    }
}

impl SavedPeriod {
    const KIND: &str = "period search";
    /// The only layout so far.
    const VERSION: u32 = 1;

    /// Checks that this is the state of a search for the period of this ruleset, as it was written.
    pub(super) fn require(&self, ruleset: &str) -> Result<(), ResumePeriodError> {
        if (self.saved.as_str(), self.version) != (Self::KIND, Self::VERSION) {
            return Err(ResumePeriodError::Foreign);
        }
        if self.ruleset != ruleset {
            return Err(ResumePeriodError::OtherRuleset {
                found: printable(&self.ruleset),
                expected: ruleset.into(),
            });
        }
        if self.digest != self.right_digest() {
            return Err(ResumePeriodError::Damaged(
                "its SHA-256 does not fit the rest",
            ));
        }
        Ok(())
    }

    pub(super) fn kept(&self) -> Option<usize> {
        usize::try_from(self.kept)
            .ok()
            .filter(|&kept| kept < u32::MAX as usize)
    }

    /// Returns P, the state, and the last window.
    pub(super) fn content(&self) -> Result<(usize, State, Snapshot), Trouble> {
        let damaged = Trouble::Damaged("its values are not written in hexadecimal digits");
        let parts = usize::try_from(self.parts);
        let parts = parts.map_err(|_| Trouble::Damaged("its window is too long"))?;
        let of = |(heaps, window): &(u64, String)| {
            let heaps = *heaps;
            from_hex(window).map(|window| Snapshot { heaps, window })
        };
        let snapshots: Option<Vec<Snapshot>> = self.snapshots.iter().map(of).collect();
        let state = State {
            snapshots: snapshots.ok_or(damaged.clone())?,
            spacing: self.spacing,
            due: self.due,
            anchor: from_hex(&self.anchor).ok_or(damaged.clone())?,
            met: self.met,
            occurred: self.occurred,
            confirm: self.confirm,
            repeated: self.repeated,
        };
        Ok((parts, state, of(&self.last).ok_or(damaged)?))
    }

    fn right_digest(&self) -> String {
        let mut hash = Sha256::new();
        let mut piece = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        for text in [&self.saved, &self.ruleset, &self.anchor] {
            piece(text);
        }
        let Self {
            version,
            kept,
            parts,
            spacing,
            due,
            met,
            occurred,
            confirm,
            ..
        } = self;
        let numbers = (
            version,
            kept,
            parts,
            spacing,
            due,
            met,
            occurred,
            confirm,
            self.repeated,
        );
        piece(&format!("{numbers:?}"));
        for (heaps, window) in self.snapshots.iter().chain([&self.last]) {
            piece(&heaps.to_string());
            piece(window);
        }
        to_hex(&hash.finalize())
    }
}

fn to_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    let digit = |byte: u8| u8::try_from(char::from(byte).to_digit(16)?).ok();
    let byte = |pair: &[u8; 2]| Some(16 * digit(pair[0])? + digit(pair[1])?);
    rest.is_empty().then(|| pairs.iter().map(byte).collect())?
}

#[cfg(test)]
mod tests {
    use super::super::rare_window::search_keeping;
    use super::*;
    use crate::limits::Budget;
    use crate::nim::methods;

    #[test]
    fn states_that_contradict_the_values_are_refused() {
        const KEPT: usize = 2300;
        let (code, budget): (Code, _) = ("0.156".parse().unwrap(), Budget::default());
        let mut evaluator = methods(&code).best(&code).unwrap();
        evaluator.extend(1150, &budget).unwrap();
        let known = evaluator.values().numbers().unwrap().to_vec();
        let mut state = None;
        let mut report = |progress: &PeriodProgress<'_>| state = progress.saved().or(state.take());
        let mut run = PeriodRun::new(None, &mut report);
        search_keeping(KEPT, &code, &known, 600_000, &mut run, &budget).unwrap();
        let state: SavedPeriod = state.unwrap();
        assert!(state.repeated.is_some());
        let resumed = |saved: &SavedPeriod| {
            saved.require("0.156")?;
            let mut report = |_: &PeriodProgress<'_>| ();
            let mut run = PeriodRun::new(Some(saved.clone()), &mut report);
            match search_keeping(KEPT, &code, &known, 600_000, &mut run, &budget) {
                Ok(_) => Ok(()),
                Err(trouble) => Err(ResumePeriodError::from(trouble)),
            }
        };
        resumed(&state).unwrap();
        let forged = |change: &dyn Fn(&mut SavedPeriod)| {
            let mut forged = state.clone();
            change(&mut forged);
            assert!(matches!(
                resumed(&forged),
                Err(ResumePeriodError::Damaged(_))
            ));
            // With the digest that belongs to it.
            forged.digest = forged.right_digest();
            let result = resumed(&forged);
            assert!(
                matches!(result, Err(ResumePeriodError::Damaged(_))),
                "{result:?}"
            );
        };
        // Another value of the same sort: common stays common.
        let other = |window: &mut String| {
            let place = window.len() - 2;
            let last = if window.ends_with("01") { "02" } else { "01" };
            window.replace_range(place.., last);
        };
        forged(&|saved| other(&mut saved.snapshots[0].1));
        forged(&|saved| other(&mut saved.last.1));
        forged(&|saved| saved.last.0 += 1);
        forged(&|saved| saved.repeated = saved.repeated.map(|(from, again)| (from, again - 1)));
        forged(&|saved| saved.repeated = Some((7, 8)));
        forged(&|saved| saved.parts += 1);
        forged(&|saved| saved.parts = u64::MAX);
        forged(&|saved| saved.kept = u64::MAX);
        forged(&|saved| saved.spacing = 0);
        forged(&|saved| saved.anchor.clear());
        forged(&|saved| saved.snapshots.clear());
        forged(&|saved| saved.snapshots.reverse());
        forged(&|saved| saved.last.1.push('x'));
    }
}
