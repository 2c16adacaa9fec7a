//! Files of results, one JSON object on each line, that an interrupted run can continue.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::IgnoredAny;

use misere::file::{self, LockedFile};
use misere::limits::Budget;

use super::failure::Failure;

/// The maximum length of a line.
const LONGEST: u64 = 1 << 24;

/// A file that results are appended to. While it is open no other run can open it.
pub(super) struct ResultLines {
    file: LockedFile,
}

/// How a file of results ends.
struct End {
    /// The number of bytes of whole results.
    complete: u64,
    /// Whether the last of them has no line end.
    lacks_line_end: bool,
}

impl ResultLines {
    /// Opens a file, locks it and calls `each` for each of its lines; a last line that was cut off is
    /// removed. A file that is not made of results, which begin with one of `beginnings`, is refused
    /// and not changed, and so is one that another run has open.
    pub(super) fn open(
        path: &Path,
        beginnings: &[&str],
        budget: &Budget,
        each: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::of_file(path, &error);
        let locked = LockedFile::open(path).map_err(failed)?;
        let mut file = locked.file().map_err(failed)?;
        let end = read(path, file, beginnings, budget, each)?;
        file.set_len(end.complete)
            .and_then(|()| file.write_all(if end.lacks_line_end { b"\n" } else { b"" }))
            .map_err(failed)?;
        Ok(Self { file: locked })
    }

    /// Appends a result.
    pub(super) fn append(&mut self, result: &impl Serialize) -> io::Result<()> {
        self.append_json(serde_json::to_string(result)?)
    }

    /// Appends a result that is JSON already, in one write, so that only the last line can be cut
    /// off.
    pub(super) fn append_json(&mut self, mut result: String) -> io::Result<()> {
        result.push('\n');
        self.file.file()?.write_all(result.as_bytes())
    }

    /// Writes everything to the disk.
    pub(super) fn finish(&self) -> io::Result<()> {
        self.file.file()?.sync_all()
    }
}

/// Calls `each` for each whole line of a file that may be written to by another run, and does not
/// change it.
pub(super) fn read_lines(
    path: &Path,
    beginnings: &[&str],
    budget: &Budget,
    each: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), Failure> {
    let (file, _) = file::open(path).map_err(|error| Failure::of_file(path, &error))?;
    read(path, &file, beginnings, budget, each)?;
    Ok(())
}

fn refuse(path: &Path, what: &str) -> Failure {
    Failure::input(&format!("{}: {what}", path.display()), None)
}

fn read(
    path: &Path,
    file: &File,
    beginnings: &[&str],
    budget: &Budget,
    mut each: impl FnMut(&str) -> Result<(), String>,
) -> Result<End, Failure> {
    let refuse = |what: String| refuse(path, &what);
    let mut file = BufReader::new(file);
    let (mut complete, mut line) = (0, Vec::new());
    let mut lacks_line_end = false;
    for number in 1.. {
        budget.check()?;
        line.clear();
        let size = (&mut file)
            .take(LONGEST + 1)
            .read_until(b'\n', &mut line)
            .map_err(|error| refuse(error.to_string()))? as u64;
        if size == 0 {
            break;
        }
        if size > LONGEST {
            let what = format!("line {number} is longer than {LONGEST} bytes");
            return Err(refuse(what));
        }
        let has_end = line.last() == Some(&b'\n');
        // A complete object without a line end is a result.
        lacks_line_end = !has_end && serde_json::from_slice::<IgnoredAny>(&line).is_ok();
        if !has_end && !lacks_line_end {
            break;
        }
        complete += size;
        let text = str::from_utf8(&line).map_err(|error| {
            let column = error.valid_up_to() + 1;
            refuse(format!("line {number} is not UTF-8 at byte {column}"))
        })?;
        let text = text.strip_suffix('\n').unwrap_or(text);
        let text = text.strip_suffix('\r').unwrap_or(text);
        // Other files of the program name a ruleset as well, but not first.
        let result = if beginnings
            .iter()
            .any(|&beginning| text.starts_with(beginning))
        {
            each(text)
        } else {
            let beginnings = beginnings.join(" or ");
            Err(format!("not a result, which begins with {beginnings}"))
        };
        result.map_err(|what| refuse(format!("line {number}: {what}")))?;
    }
    // Only the beginning of a result is removed.
    let is_beginning = |beginning: &&str| {
        line.starts_with(beginning.as_bytes()) || beginning.as_bytes().starts_with(&line)
    };
    if !beginnings.iter().any(is_beginning) {
        return Err(refuse("its last line is not a result".into()));
    }
    Ok(End {
        complete,
        lacks_line_end,
    })
}
