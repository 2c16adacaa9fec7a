//! Long computations of nim values that outlive a crash.
//!
//! A [`Checkpoint`] is a file with the values known so far. [`compute`] goes on from it, and writes
//! it anew now and then and when it has to stop; the file is always replaced as a whole. The values
//! are those of an uninterrupted run, because a [`Evaluator`] depends on the values alone.
//!
//! ```
//! use misere::heaps::ruleset;
//! use misere::nim::{checkpoint, methods};
//!
//! let path = std::env::temp_dir().join(format!("misere-{}.values", std::process::id()));
//! let kayles = ruleset("0.77").unwrap();
//! let budget = Default::default();
//! for (to, known) in [(100, 0), (200, 101)] {
//!     let mut method = methods(&*kayles).best(&*kayles)?;
//!     let resumed = checkpoint::compute(&*kayles, &mut *method, to, &path, checkpoint::INTERVAL, &budget)?;
//!     assert_eq!(resumed, known);
//! }
//! let values = checkpoint::Checkpoint::read(&path)?.values;
//! assert_eq!(values.get(200), Some(1.into()));
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The file begins with a few lines of text, ended by an empty one:
//!
//! ```text
//! misere nim values, version 1
//! ruleset 0.77
//! first 0
//! count 201
//! entries numbers of 1 byte
//! ```
//!
//! The entries follow (1, 2 or 4 bytes each, the lowest first), and the SHA-256 of all of this.
//! Entries that are `powers` mean 0 or, for e, the value 2^(e−1).

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::error::NimError;
use super::evaluator::Evaluator;
use super::sequence::Sequence;
use crate::file;
use crate::heaps::Ruleset;
use crate::limits::{Budget, Reason};
use crate::notation::{printable, visible};

/// The first words of a checkpoint of any version.
const MAGIC: &str = "misere nim values, version ";
/// The version that is written and read.
const VERSION: &str = "1";
/// A time between two writings of a file that costs nothing and loses little.
pub const INTERVAL: Duration = Duration::from_secs(20);
/// What an interval of nothing grows to first.
const SHORTEST: Duration = Duration::from_millis(1);
/// How many bytes a SHA-256 has.
const SUM: usize = 32;

/// The values of a ruleset that are known so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the ruleset.
    pub ruleset: String,
    /// Its values.
    pub values: Sequence,
}

/// Why a checkpoint is of no use, or a computation with one stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// Where.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Not a checkpoint, or not as it was written.
    #[error("{}: {reason}", path.display())]
    Refused {
        /// Where.
        path: PathBuf,
        /// What is wrong with it.
        reason: Damage,
    },
    /// The computation stopped; what was known by then is in the file.
    #[error(transparent)]
    Nim(#[from] NimError),
}

impl From<Reason> for CheckpointError {
    fn from(reason: Reason) -> Self {
        Self::Nim(reason.into())
    }
}

/// What is wrong with a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Damage {
    /// It does not begin like one.
    #[error("this is not a checkpoint of nim values")]
    Foreign,
    /// Another version of this program wrote it.
    #[error("the checkpoint has version {0}, and only version {VERSION} is read")]
    Version(String),
    /// It ends too early.
    #[error("the checkpoint is truncated: {found} bytes instead of {expected}")]
    Truncated {
        /// How many bytes there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// Something was changed.
    #[error("the checkpoint is damaged: its SHA-256 does not fit its content")]
    Checksum,
    /// The header cannot be understood.
    #[error("the checkpoint is damaged: its header has no line `{0}`")]
    Header(&'static str),
    /// It belongs to another computation.
    #[error("the checkpoint belongs to `{found}`, not to `{expected}`")]
    OtherGame {
        /// The ruleset of the checkpoint.
        found: String,
        /// The ruleset in hand.
        expected: String,
    },
}

impl Checkpoint {
    /// Reads a checkpoint, and refuses it unless it is exactly as it was written.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let bytes = std::fs::read(path).map_err(|error| CheckpointError::File {
            path: path.to_owned(),
            error,
        })?;
        Self::from_bytes(&bytes).map_err(|reason| CheckpointError::Refused {
            path: path.to_owned(),
            reason,
        })
    }

    /// Writes it. The file is replaced as a whole or stays as it was.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        write(path, &self.ruleset, &self.values)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, Damage> {
        let magic = MAGIC.len().min(bytes.len());
        if bytes.is_empty() || bytes[..magic] != MAGIC.as_bytes()[..magic] {
            return Err(Damage::Foreign);
        }
        let Some(end) = bytes.windows(2).position(|pair| pair == b"\n\n") else {
            return Err(Damage::Header("entries"));
        };
        let header = std::str::from_utf8(&bytes[..end]).map_err(|_| Damage::Checksum)?;
        let mut lines = header.split('\n');
        let version = lines.next().and_then(|line| line.strip_prefix(MAGIC));
        match version {
            Some(VERSION) => {}
            Some(other) => {
                let version = other.chars().take(20).map(visible);
                return Err(Damage::Version(version.collect()));
            }
            None => return Err(Damage::Foreign),
        }
        let mut field = |name: &'static str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name));
            let value = line.and_then(|line| line.strip_prefix(' '));
            value.ok_or(Damage::Header(name))
        };
        let ruleset = field("ruleset")?.to_owned();
        let first: u64 = field("first")?
            .parse()
            .map_err(|_| Damage::Header("first"))?;
        let count: usize = field("count")?
            .parse()
            .map_err(|_| Damage::Header("count"))?;
        // Every value belongs to a heap.
        if first.checked_add(count as u64).is_none() {
            return Err(Damage::Header("first"));
        }
        let (powers, size) = match field("entries")? {
            "numbers of 1 byte" => (false, 1),
            "numbers of 2 bytes" => (false, 2),
            "numbers of 4 bytes" => (false, 4),
            "powers of 1 byte" => (true, 1),
            "powers of 2 bytes" => (true, 2),
            "powers of 4 bytes" => (true, 4),
            _ => return Err(Damage::Header("entries")),
        };
        let start = end + 2;
        let expected = count.saturating_mul(size).saturating_add(start + SUM);
        if bytes.len() < expected {
            let found = bytes.len();
            return Err(Damage::Truncated { found, expected });
        }
        let (content, sum) = bytes.split_at(bytes.len() - SUM);
        if bytes.len() > expected || Sha256::digest(content)[..] != *sum {
            return Err(Damage::Checksum);
        }
        let entry = |bytes: &[u8]| {
            let digits = bytes.iter().rev();
            digits.fold(0, |entry, &byte| entry << 8 | u32::from(byte))
        };
        let entries = content[start..].chunks_exact(size).map(entry).collect();
        let values = if powers {
            Sequence::of_powers(first, entries)
        } else {
            Sequence::of_numbers(first, entries)
        };
        Ok(Self { ruleset, values })
    }
}

/// Writes the checkpoint of these values.
fn write(path: &Path, ruleset: &str, values: &Sequence) -> Result<(), CheckpointError> {
    let (kind, entries) = match values.exponents() {
        Some(exponents) => ("powers", exponents),
        None => ("numbers", values.numbers().unwrap_or_default()),
    };
    let (size, bytes) = match entries.iter().max().copied().unwrap_or(0) {
        0..0x100 => (1, "1 byte"),
        0x100..0x1_0000 => (2, "2 bytes"),
        _ => (4, "4 bytes"),
    };
    let header = format!(
        "{MAGIC}{VERSION}\nruleset {ruleset}\nfirst {}\ncount {}\nentries {kind} of {bytes}\n\n",
        values.first(),
        entries.len(),
    );
    let written = file::replace(path, |file| {
        let mut sum = Sha256::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            file.write_all(bytes)
        };
        put(header.as_bytes())?;
        let mut buffer = Vec::new();
        for chunk in entries.chunks(1 << 16) {
            buffer.clear();
            for entry in chunk {
                buffer.extend_from_slice(&entry.to_le_bytes()[..size]);
            }
            put(&buffer)?;
        }
        file.write_all(&sum.finalize())
    });
    written.map_err(|error| CheckpointError::File {
        path: path.to_owned(),
        error,
    })
}

/// Makes the values known up to a heap, included, with the help of a file: goes on from the values
/// in it, if it is there, and keeps it up to date. Returns how many values it began with.
///
/// The file is written whenever the interval has passed, and when the computation ends or stops at
/// a limit. An interval in which no value is found, or one of nothing, is doubled until it is long
/// enough.
pub fn compute(
    ruleset: &dyn Ruleset,
    evaluator: &mut dyn Evaluator,
    to: u64,
    path: &Path,
    interval: Duration,
    budget: &Budget,
) -> Result<u64, CheckpointError> {
    let name = ruleset.name();
    let exists = path.try_exists().map_err(|error| CheckpointError::File {
        path: path.to_owned(),
        error,
    })?;
    if exists {
        if let Ok(metadata) = path.metadata() {
            // The file, and up to four bytes an entry for its values.
            budget.check_memory(metadata.len().saturating_mul(5))?;
        }
        let checkpoint = Checkpoint::read(path)?;
        if checkpoint.ruleset != name {
            return Err(CheckpointError::Refused {
                path: path.to_owned(),
                reason: Damage::OtherGame {
                    found: printable(&checkpoint.ruleset),
                    expected: name,
                },
            });
        }
        // Methods mark the values that options have, a bit each at least.
        let largest = checkpoint.values.numbers().and_then(|n| n.iter().max());
        let marks = u64::from(largest.copied().unwrap_or(0)).next_power_of_two();
        budget.check_memory(marks / 8)?;
        evaluator.resume(checkpoint.values)?;
    } else {
        // A method that could not go on from the file is told before work is lost.
        let mut nothing = evaluator.values().clone();
        nothing.entries_mut().clear();
        evaluator.resume(nothing)?;
    }
    let resumed = evaluator.values().len();
    let mut saved = if exists { Some(resumed) } else { None };
    let mut interval = interval;
    loop {
        let before = evaluator.values().len();
        let until = budget.clone().within(interval);
        let result = evaluator.extend(to, &until);
        if saved != Some(evaluator.values().len()) {
            write(path, &name, evaluator.values())?;
            saved = Some(evaluator.values().len());
        }
        match result {
            Ok(()) => return Ok(resumed as u64),
            Err(NimError::Stopped(Reason::Deadline)) if budget.check().is_ok() => {}
            Err(error) => return Err(error.into()),
        }
        // A value that takes longer than the interval would be begun again for ever.
        if evaluator.values().len() == before {
            interval = interval.saturating_mul(2).max(SHORTEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    /// Every value takes as long, and is begun anew if there is no time for it.
    struct Slow {
        values: Sequence,
        each: Duration,
    }

    impl Evaluator for Slow {
        fn name(&self) -> &'static str {
            "slow"
        }

        fn values(&self) -> &Sequence {
            &self.values
        }

        fn extend(&mut self, to: u64, budget: &Budget) -> Result<(), NimError> {
            while (self.values.len() as u64) <= to {
                let begin = std::time::Instant::now();
                while begin.elapsed() < self.each {
                    budget.check()?;
                }
                budget.check()?;
                self.values.entries_mut().push(7);
            }
            Ok(())
        }

        fn resume(&mut self, known: Sequence) -> Result<(), NimError> {
            self.values = known;
            Ok(())
        }
    }

    #[test]
    fn values_that_take_longer_than_the_interval_are_found() {
        let name = format!("misere-{}-interval", std::process::id());
        let path = std::env::temp_dir().join(name);
        let kayles = ruleset("0.77").unwrap();
        for interval in [Duration::ZERO, Duration::from_nanos(1), SHORTEST] {
            let mut evaluator = Slow {
                values: Sequence::of_numbers(0, vec![]),
                each: Duration::from_millis(5),
            };
            let budget = Budget::timeout(Duration::from_secs(30));
            compute(&*kayles, &mut evaluator, 2, &path, interval, &budget).unwrap();
            let saved = Checkpoint::read(&path).unwrap().values;
            std::fs::remove_file(&path).unwrap();
            assert_eq!(saved.numbers(), Some(&[7, 7, 7][..]), "{interval:?}");
        }
    }

    fn bytes_of(checkpoint: &Checkpoint, name: &str) -> Vec<u8> {
        let path = std::env::temp_dir().join(format!("misere-{}-{name}", std::process::id()));
        checkpoint.write(&path).unwrap();
        assert_eq!(Checkpoint::read(&path).unwrap(), *checkpoint);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        bytes
    }

    #[test]
    fn checkpoints_are_read_back_and_nothing_else_is() {
        for (name, values) in [
            ("none", Sequence::of_numbers(0, vec![])),
            ("bytes", Sequence::of_numbers(1, vec![0, 1, 255])),
            ("words", Sequence::of_numbers(0, vec![7, 256, 0xffff])),
            ("long", Sequence::of_numbers(2, vec![0x1_0000, u32::MAX])),
            ("powers", Sequence::of_powers(0, vec![0, 1, 70])),
        ] {
            let ruleset = "cut{1,6}".to_owned();
            let checkpoint = Checkpoint { ruleset, values };
            let bytes = bytes_of(&checkpoint, name);
            for length in 0..bytes.len() {
                assert!(
                    Checkpoint::from_bytes(&bytes[..length]).is_err(),
                    "{length}"
                );
            }
            for place in 0..bytes.len() {
                for bit in 0..8 {
                    let mut changed = bytes.clone();
                    changed[place] ^= 1 << bit;
                    assert!(Checkpoint::from_bytes(&changed).is_err(), "{place} {bit}");
                }
            }
            let mut longer = bytes.clone();
            longer.push(0);
            assert_eq!(Checkpoint::from_bytes(&longer), Err(Damage::Checksum));
        }
    }

    #[test]
    fn the_reason_is_told() {
        let values = Sequence::of_numbers(0, vec![0, 1, 2, 3]);
        let ruleset = "0.77".to_owned();
        let bytes = bytes_of(&Checkpoint { ruleset, values }, "reasons");
        let text = |old: &str, new: &str| {
            let length = bytes.len() - SUM - 4;
            let header = std::str::from_utf8(&bytes[..length]).unwrap();
            let mut changed = header.replace(old, new).into_bytes();
            changed.extend_from_slice(&bytes[length..]);
            Checkpoint::from_bytes(&changed).unwrap_err()
        };
        assert_eq!(text("version 1", "version 2"), Damage::Version("2".into()));
        assert_eq!(text("first 0", "first x"), Damage::Header("first"));
        assert_eq!(text("first 0", "first 1"), Damage::Checksum);
        assert_eq!(text("0.77", "0.07"), Damage::Checksum);
        let huge = text("count 4", "count 18446744073709551615");
        assert!(matches!(huge, Damage::Truncated { .. }));
        let far = text("first 0", "first 18446744073709551615");
        assert_eq!(far, Damage::Header("first"));
        let cut = Checkpoint::from_bytes(&bytes[..bytes.len() - 5]);
        assert!(matches!(cut, Err(Damage::Truncated { .. })));
        assert_eq!(Checkpoint::from_bytes(b"hello"), Err(Damage::Foreign));
        assert_eq!(Checkpoint::from_bytes(b""), Err(Damage::Foreign));
    }
}
