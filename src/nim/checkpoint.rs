//! Checkpoints of long computations of nim values.
//!
//! A [`Checkpoint`] is a file with the values known so far. [`compute`] resumes from it, and writes
//! it at intervals and when it stops; the file is always replaced as a whole. The values are those
//! of an uninterrupted run, because an [`Evaluator`] depends on the values alone.
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
//! let values = checkpoint::Checkpoint::read(&path, &budget)?.values;
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
//! The entries follow (1, 2 or 4 bytes each, the lowest first), and the SHA-256 of everything
//! before. For `powers`, an entry 0 is the value 0 and an entry e the value 2^(e−1).

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest, Sha256};
use thiserror::Error;

use super::definition::DefinitionEvaluator;
use super::evaluator::Evaluator;
use super::memory::reserve;
use crate::file::{self, LockedFile};
use crate::heaps::NimError;
use crate::heaps::Ruleset;
use crate::heaps::Sequence;
use crate::limits::{Budget, Reason};
use crate::printable::{printable, visible};

/// The first words of a checkpoint of any version.
const MAGIC: &str = "misere nim values, version ";
/// The version that is written and read.
const VERSION: &str = "1";
/// A time between two checkpoints that costs little and loses little.
pub const INTERVAL: Duration = Duration::from_secs(20);
/// The shortest interval after the first.
const SHORTEST: Duration = Duration::from_millis(1);
/// The bytes of a SHA-256.
const SUM: usize = 32;
/// The maximum length of a header in bytes.
const LONGEST_HEADER: u64 = 1 << 20;
/// The number of entries that are read or written at once.
const CHUNK: usize = 1 << 16;

/// The values of a ruleset that are known so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The name of the ruleset.
    pub ruleset: String,
    /// Its values.
    pub values: Sequence,
}

/// Why a checkpoint cannot be used, or why a computation with one stopped.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written.
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
    /// The computation stopped; the values computed before are in the file.
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
    /// It does not begin like a checkpoint.
    #[error("this is not a checkpoint of nim values")]
    Foreign,
    /// Another version of this program wrote it.
    #[error("the checkpoint has version {0}, and only version {VERSION} is read")]
    Version(String),
    /// It ends too early.
    #[error("the checkpoint is truncated: {found} bytes instead of {expected}")]
    Truncated {
        /// The number of bytes found.
        found: usize,
        /// The number of bytes expected.
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
        /// The ruleset of the computation.
        expected: String,
    },
}

impl Checkpoint {
    /// Reads a checkpoint, and refuses it unless it is exactly as it was written.
    ///
    /// # Errors
    /// The file cannot be read, is no intact checkpoint, or does not fit in the budget.
    pub fn read(path: &Path, budget: &Budget) -> Result<Self, CheckpointError> {
        let read = || {
            let (file, length) = file::open(path)?;
            Self::from_reader(BufReader::new(file), length, budget)
        };
        Self::of_path(read(), path)
    }

    /// Says which file it is about.
    fn of_path(read: Result<Self, Unreadable>, path: &Path) -> Result<Self, CheckpointError> {
        read.map_err(|error| match error {
            Unreadable::File(error) => CheckpointError::File {
                path: path.to_owned(),
                error,
            },
            Unreadable::Refused(reason) => CheckpointError::Refused {
                path: path.to_owned(),
                reason,
            },
            Unreadable::Stopped(reason) => reason.into(),
        })
    }

    /// Writes the checkpoint. The file is replaced as a whole or stays as it was.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let replace = |write: Write<'_>| file::replace(path, write);
        write(path, &self.ruleset, &self.values, replace)
    }

    /// Computes the values of these heaps again by definition, each from the values of smaller heaps in
    /// the checkpoint, and returns one that is wrong. If every heap is asked for and none is wrong, all
    /// values are right, by induction.
    ///
    /// ```
    /// use misere::heaps::{Sequence, ruleset};
    /// use misere::nim::checkpoint::Checkpoint;
    ///
    /// let nim = ruleset("nim").unwrap();
    /// let checkpoint = |values| Checkpoint {
    ///     ruleset: "nim".into(),
    ///     values: Sequence::of_numbers(0, values),
    /// };
    /// let budget = Default::default();
    /// assert_eq!(checkpoint(vec![0, 1, 2, 3, 4]).wrong_value(&*nim, vec![4, 2], &budget)?, None);
    /// assert_eq!(checkpoint(vec![0, 1, 2, 2, 4]).wrong_value(&*nim, vec![1, 2, 3], &budget)?, Some(3));
    /// # Ok::<(), misere::nim::NimError>(())
    /// ```
    ///
    /// # Errors
    /// A limit is reached, or the values are kept as powers of two.
    pub fn wrong_value(
        self,
        ruleset: &dyn Ruleset,
        mut heaps: Vec<u64>,
        budget: &Budget,
    ) -> Result<Option<u64>, NimError> {
        check_marks(&self.values, budget)?;
        let mut definition = DefinitionEvaluator::new(ruleset)?;
        definition.resume(self.values)?;
        // Computing a value forgets those of larger heaps.
        heaps.sort_unstable();
        for heap in heaps.into_iter().rev() {
            if !definition.has_value_again(heap, budget)? {
                return Ok(Some(heap));
            }
        }
        Ok(None)
    }

    /// Reads a checkpoint of this number of bytes from untrusted input.
    fn from_reader(
        mut reader: impl BufRead,
        length: u64,
        budget: &Budget,
    ) -> Result<Self, Unreadable> {
        let header = read_header(&mut reader)?;
        let mut sum = Sha256::new();
        sum.update(&header);
        let Header {
            ruleset,
            first,
            count,
            powers,
            size,
        } = Header::parse(&header)?;
        let found = usize::try_from(length).unwrap_or(usize::MAX);
        let expected = count.saturating_mul(size);
        let expected = expected.saturating_add(header.len() + SUM);
        if found < expected {
            return Err(Damage::Truncated { found, expected }.into());
        }
        if found > expected {
            return Err(Damage::Checksum.into());
        }
        let mut account = budget.account();
        account.hold(count.saturating_mul(size_of::<u32>()))?;
        let mut entries: Vec<u32> = Vec::new();
        reserve(&mut entries, count)?;
        let mut buffer = vec![0; CHUNK * size];
        while entries.len() < count {
            // The first chunk takes no time, and work near a deadline resumes from short files.
            if !entries.is_empty() {
                budget.check()?;
            }
            let bytes = &mut buffer[..size * CHUNK.min(count - entries.len())];
            reader.read_exact(bytes)?;
            sum.update(&*bytes);
            entries.extend(bytes.chunks_exact(size).map(|bytes| {
                let digits = bytes.iter().rev();
                digits.fold(0, |entry, &byte| entry << 8 | u32::from(byte))
            }));
        }
        let mut written = [0; SUM];
        reader.read_exact(&mut written)?;
        if sum.finalize()[..] != written {
            return Err(Damage::Checksum.into());
        }
        let values = if powers {
            Sequence::of_powers(first, entries)
        } else {
            Sequence::of_numbers(first, entries)
        };
        Ok(Self { ruleset, values })
    }
}

/// Why a checkpoint was not read.
#[derive(Debug)]
enum Unreadable {
    File(io::Error),
    Refused(Damage),
    Stopped(Reason),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<Damage> for Unreadable {
    fn from(damage: Damage) -> Self {
        Self::Refused(damage)
    }
}

impl From<Reason> for Unreadable {
    fn from(reason: Reason) -> Self {
        Self::Stopped(reason)
    }
}

/// Reads the header up to and including the empty line.
fn read_header(reader: impl BufRead) -> Result<Vec<u8>, Unreadable> {
    let mut header = Vec::new();
    let mut limited = reader.take(LONGEST_HEADER);
    while !header.ends_with(b"\n\n") {
        if limited.read_until(b'\n', &mut header)? == 0 {
            let start = MAGIC.len().min(header.len());
            let is_ours = start > 0 && header[..start] == MAGIC.as_bytes()[..start];
            let damage = if is_ours {
                Damage::Header("entries")
            } else {
                Damage::Foreign
            };
            return Err(damage.into());
        }
    }
    Ok(header)
}

/// The fields of a header.
struct Header {
    ruleset: String,
    first: u64,
    count: usize,
    /// Whether the entries are exponents.
    powers: bool,
    /// The bytes of an entry.
    size: usize,
}

impl Header {
    fn parse(header: &[u8]) -> Result<Self, Damage> {
        if !header.starts_with(MAGIC.as_bytes()) {
            return Err(Damage::Foreign);
        }
        let header = std::str::from_utf8(header).map_err(|_| Damage::Checksum)?;
        let mut lines = header.split('\n');
        match lines.next().and_then(|line| line.strip_prefix(MAGIC)) {
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
        let first = field("first")?.parse();
        let first: u64 = first.map_err(|_| Damage::Header("first"))?;
        let count = field("count")?.parse();
        let count: usize = count.map_err(|_| Damage::Header("count"))?;
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
        Ok(Self {
            ruleset,
            first,
            count,
            powers,
            size,
        })
    }
}

/// Checks that there is memory for the marks of the values of options, at least a bit each.
fn check_marks(values: &Sequence, budget: &Budget) -> Result<(), Reason> {
    let largest = values.numbers().and_then(|numbers| numbers.iter().max());
    let marks = u64::from(largest.copied().unwrap_or(0)).next_power_of_two();
    budget.check_memory(marks / 8)
}

/// What writes the content of a file.
type Write<'w> = &'w mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>;

/// Writes the checkpoint of these values.
fn write(
    path: &Path,
    ruleset: &str,
    values: &Sequence,
    replace: impl FnOnce(Write<'_>) -> io::Result<()>,
) -> Result<(), CheckpointError> {
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
    let written = replace(&mut |file| {
        let mut sum = Sha256::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            file.write_all(bytes)
        };
        put(header.as_bytes())?;
        let mut buffer = Vec::new();
        for chunk in entries.chunks(CHUNK) {
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
    })?;
    tracing::debug!(values = entries.len(), path = %path.display(), "checkpoint written");
    Ok(())
}

/// Computes the values up to heap `to`, included, with a checkpoint file: resumes from it, if it
/// exists, and keeps it up to date. Returns the number of values it resumed from.
///
/// The file is written whenever the interval has passed, and when the computation ends or stops at
/// a limit. An interval in which no value is found is doubled.
///
/// # Errors
/// The file cannot be used or written, or the computation stopped at a limit.
pub fn compute(
    ruleset: &dyn Ruleset,
    evaluator: &mut dyn Evaluator,
    to: u64,
    path: &Path,
    interval: Duration,
    budget: &Budget,
) -> Result<u64, CheckpointError> {
    let name = ruleset.name();
    let failed = |error| CheckpointError::File {
        path: path.to_owned(),
        error,
    };
    let mut locked = LockedFile::open(path).map_err(failed)?;
    let length = locked.length().map_err(failed)?;
    let exists = length > 0;
    if exists {
        let file = BufReader::new(locked.file().map_err(failed)?);
        let read = Checkpoint::from_reader(file, length, budget);
        let checkpoint = Checkpoint::of_path(read, path)?;
        if checkpoint.ruleset != name {
            return Err(CheckpointError::Refused {
                path: path.to_owned(),
                reason: Damage::OtherGame {
                    found: printable(&checkpoint.ruleset),
                    expected: name,
                },
            });
        }
        check_marks(&checkpoint.values, budget)?;
        evaluator.resume(checkpoint.values)?;
    } else {
        // Refuses an evaluator that cannot resume before any work is lost.
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
            let replace = |write: Write<'_>| locked.replace(write);
            write(path, &name, evaluator.values(), replace)?;
            saved = Some(evaluator.values().len());
        }
        match result {
            Ok(()) => return Ok(resumed as u64),
            Err(NimError::Stopped(Reason::Deadline)) if budget.check().is_ok() => {}
            Err(error) => return Err(error.into()),
        }
        // A value that takes longer than the interval would be started again for ever.
        if evaluator.values().len() == before {
            interval = interval.saturating_mul(2).max(SHORTEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::ruleset;

    /// Takes the same time for every value, and starts it again after a stop.
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
    fn values_that_take_longer_than_the_interval_are_computed() {
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
            let saved = Checkpoint::read(&path, &budget).unwrap().values;
            std::fs::remove_file(&path).unwrap();
            assert_eq!(saved.numbers(), Some(&[7, 7, 7][..]), "{interval:?}");
        }
    }

    fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, Damage> {
        let read = Checkpoint::from_reader(bytes, bytes.len() as u64, &Budget::default());
        read.map_err(|error| match error {
            Unreadable::Refused(damage) => damage,
            other => panic!("{other:?}"),
        })
    }

    fn bytes_of(checkpoint: &Checkpoint, name: &str) -> Vec<u8> {
        let path = std::env::temp_dir().join(format!("misere-{}-{name}", std::process::id()));
        checkpoint.write(&path).unwrap();
        let read = Checkpoint::read(&path, &Budget::default());
        assert_eq!(read.unwrap(), *checkpoint);
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        bytes
    }

    #[test]
    fn checkpoints_are_read_back_and_changed_files_are_refused() {
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
                assert!(from_bytes(&bytes[..length]).is_err(), "{length}");
            }
            for place in 0..bytes.len() {
                for bit in 0..8 {
                    let mut changed = bytes.clone();
                    changed[place] ^= 1 << bit;
                    assert!(from_bytes(&changed).is_err(), "{place} {bit}");
                }
            }
            let mut longer = bytes.clone();
            longer.push(0);
            assert_eq!(from_bytes(&longer), Err(Damage::Checksum));
        }
    }

    #[test]
    fn the_reason_for_a_refusal_is_reported() {
        let values = Sequence::of_numbers(0, vec![0, 1, 2, 3]);
        let ruleset = "0.77".to_owned();
        let bytes = bytes_of(&Checkpoint { ruleset, values }, "reasons");
        let text = |old: &str, new: &str| {
            let length = bytes.len() - SUM - 4;
            let header = std::str::from_utf8(&bytes[..length]).unwrap();
            let mut changed = header.replace(old, new).into_bytes();
            changed.extend_from_slice(&bytes[length..]);
            from_bytes(&changed).unwrap_err()
        };
        assert_eq!(text("version 1", "version 2"), Damage::Version("2".into()));
        assert_eq!(text("first 0", "first x"), Damage::Header("first"));
        assert_eq!(text("first 0", "first 1"), Damage::Checksum);
        assert_eq!(text("0.77", "0.07"), Damage::Checksum);
        let huge = text("count 4", "count 18446744073709551615");
        assert!(matches!(huge, Damage::Truncated { .. }));
        let far = text("first 0", "first 18446744073709551615");
        assert_eq!(far, Damage::Header("first"));
        let cut = from_bytes(&bytes[..bytes.len() - 5]);
        assert!(matches!(cut, Err(Damage::Truncated { .. })));
        assert_eq!(from_bytes(b"hello"), Err(Damage::Foreign));
        assert_eq!(from_bytes(b""), Err(Damage::Foreign));
    }

    #[test]
    fn reading_obeys_the_limits() {
        let values = Sequence::of_numbers(0, vec![0; CHUNK + 1]);
        let ruleset = "0.77".to_owned();
        let bytes = bytes_of(&Checkpoint { ruleset, values }, "limits");
        let read = |budget| Checkpoint::from_reader(&bytes[..], bytes.len() as u64, &budget);
        let tight = Budget::default().with_max_memory(4 * CHUNK);
        assert!(matches!(
            read(tight),
            Err(Unreadable::Stopped(Reason::Memory { .. }))
        ));
        let late = Budget::timeout(Duration::ZERO);
        assert!(matches!(
            read(late),
            Err(Unreadable::Stopped(Reason::Deadline))
        ));
        let folder = Checkpoint::read(&std::env::temp_dir(), &Budget::default());
        assert!(matches!(folder, Err(CheckpointError::File { .. })));
    }
}
