//! Files of results, one JSON object on each line, that an interrupted run can continue.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::IgnoredAny;

use misere::limits::Budget;

use super::failure::Failure;
use super::input::read_file;

/// A file that results are appended to.
pub(super) struct ResultLines {
    file: File,
}

impl ResultLines {
    /// Opens a file and calls `each` for each of its lines; a last line that was cut off is removed.
    /// A file that is not made of results, which begin with `beginning`, is refused and not
    /// changed.
    pub(super) fn open(
        path: &Path,
        beginning: &str,
        budget: &Budget,
        mut each: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<Self, Failure> {
        let refuse = |what: String| Failure::input(&format!("{}: {what}", path.display()), None);
        let text = path.exists().then(|| read_file(path, budget)).transpose()?;
        let text = text.as_deref().unwrap_or_default();
        let mut complete = text.rfind('\n').map_or(0, |end| end + 1);
        // A complete object without a line end is a result.
        let lacks_end = serde_json::from_str::<IgnoredAny>(&text[complete..]).is_ok();
        if lacks_end {
            complete = text.len();
        }
        for (number, line) in (1..).zip(text[..complete].lines()) {
            // Other files of the program name a ruleset as well, but not first.
            let result = if line.starts_with(beginning) {
                each(line)
            } else {
                Err(format!("not a result, which begins with {beginning}"))
            };
            result.map_err(|what| refuse(format!("line {number}: {what}")))?;
        }
        let cut_off = &text[complete..];
        // Only the beginning of a result is removed.
        if !cut_off.starts_with(beginning) && !beginning.starts_with(cut_off) {
            return Err(refuse("its last line is not a result".into()));
        }
        let opened = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path);
        let mut file = opened.map_err(|error| refuse(error.to_string()))?;
        file.set_len(complete as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .and_then(|_| file.write_all(if lacks_end { b"\n" } else { b"" }))
            .map_err(|error| refuse(error.to_string()))?;
        Ok(Self { file })
    }

    /// Appends a result, in one write, so that only the last line can be cut off.
    pub(super) fn append(&mut self, result: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(result)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }

    /// Writes everything to the disk.
    pub(super) fn finish(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}
