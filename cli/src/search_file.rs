//! `--resume FILE` of `quotient` and `period`: the state of a search in a file.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::io::BufReader;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use misere::file::LockedFile;
use misere::heaps::Ruleset;
use misere::limits::Budget;
use misere::quotient::{QuotientBuilder, ResumeError, SavedSearch};

use super::failure::Failure;

/// A time between two states that costs little and loses little.
const INTERVAL: Duration = Duration::from_secs(20);
/// The bytes that a byte of the file may need while it is read.
const TIMES_FILE: u64 = 4;

/// A file with the state of a search, which no other run can open, and when it was last written.
pub(super) struct SearchFile<'p> {
    path: &'p Path,
    file: RefCell<LockedFile>,
    written: Cell<Instant>,
    every: Duration,
}

impl<'p> SearchFile<'p> {
    /// Opens the file; an empty one is made if there is none. It is written as often as asked for.
    pub(super) fn open(path: &'p Path, every: Option<Duration>) -> Result<Self, Failure> {
        let file = LockedFile::open(path).map_err(|error| Failure::of_file(path, &error))?;
        Ok(Self {
            path,
            file: RefCell::new(file),
            written: Cell::new(Instant::now()),
            every: every.unwrap_or(INTERVAL),
        })
    }

    /// Starts from the file, and from nothing if it is empty.
    pub(super) fn builder<'r>(
        &self,
        game: &'r dyn Ruleset,
        to: Option<u64>,
        budget: &Budget,
    ) -> Result<QuotientBuilder<'r>, Failure> {
        let Some(saved) = self.read::<SavedSearch>(budget)? else {
            return Ok(QuotientBuilder::new(game)?);
        };
        let refused = |error: &dyn Display| self.refused(error);
        let builder = match QuotientBuilder::resume(game, &saved, budget) {
            Err(ResumeError::Quotient(error)) => return Err(error.into()),
            other => other.map_err(|error| refused(&error))?,
        };
        match builder.max_heap().zip(to) {
            Some((known, to)) if known > to => {
                let what = format!("it has the quotient of the heaps up to {known} already");
                Err(refused(&what))
            }
            _ => Ok(builder),
        }
    }

    /// Returns the failure that the file cannot be used.
    pub(super) fn refused(&self, error: &dyn Display) -> Failure {
        let message = format!("{}: {error}", self.path.display());
        let hint = "--resume goes on from a file that it wrote itself";
        Failure::input(&message, Some(hint))
    }

    /// Returns what the file has; none if it is empty.
    pub(super) fn read<T: DeserializeOwned>(&self, budget: &Budget) -> Result<Option<T>, Failure> {
        let locked = self.file.borrow();
        let length = locked.length().map_err(|error| self.refused(&error))?;
        if length == 0 {
            return Ok(None);
        }
        budget.check_memory(length.saturating_mul(TIMES_FILE))?;
        let file = locked.file().map_err(|error| self.refused(&error))?;
        let saved = serde_json::from_reader(BufReader::new(file));
        saved.map(Some).map_err(|error| self.refused(&error))
    }

    pub(super) fn write(&self, saved: &impl Serialize) -> Result<(), Failure> {
        self.written.set(Instant::now());
        let written = self.file.borrow_mut().replace(|out| {
            serde_json::to_writer(&mut *out, saved)?;
            writeln!(out)
        });
        written.map_err(|error| Failure::of_file(self.path, &error))
    }

    /// Writes the state if the last one is old. What fails here is tried again at the end.
    pub(super) fn offer<T: Serialize>(&self, saved: &dyn Fn() -> T) {
        if self.written.get().elapsed() >= self.every
            && let Err(_later) = self.write(&saved())
        {
            tracing::debug!(path = %self.path.display(), "state not written");
        }
    }
}
