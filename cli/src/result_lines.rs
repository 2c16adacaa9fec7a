//! Files of results, one JSON object on each line, that an interrupted run can continue.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;
use serde::de::IgnoredAny;

use misere::limits::Budget;

use super::failure::Failure;

/// The maximum length of a line.
const LONGEST: u64 = 1 << 24;

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
        let failed = |error: io::Error| refuse(error.to_string());
        let (mut complete, mut line) = (0, Vec::new());
        let mut lacks_end = false;
        if path.exists() {
            if !std::fs::metadata(path).map_err(failed)?.is_file() {
                return Err(refuse("not an ordinary file".into()));
            }
            let mut file = BufReader::new(File::open(path).map_err(failed)?);
            for number in 1.. {
                budget.check()?;
                line.clear();
                let size = (&mut file)
                    .take(LONGEST + 1)
                    .read_until(b'\n', &mut line)
                    .map_err(failed)? as u64;
                if size == 0 {
                    break;
                }
                if size > LONGEST {
                    let what = format!("line {number} is longer than {LONGEST} bytes");
                    return Err(refuse(what));
                }
                let has_end = line.last() == Some(&b'\n');
                // A complete object without a line end is a result.
                lacks_end = !has_end && serde_json::from_slice::<IgnoredAny>(&line).is_ok();
                if !has_end && !lacks_end {
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
                let result = if text.starts_with(beginning) {
                    each(text)
                } else {
                    Err(format!("not a result, which begins with {beginning}"))
                };
                result.map_err(|what| refuse(format!("line {number}: {what}")))?;
            }
        }
        // Only the beginning of a result is removed.
        if !line.starts_with(beginning.as_bytes()) && !beginning.as_bytes().starts_with(&line) {
            return Err(refuse("its last line is not a result".into()));
        }
        let opened = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path);
        let mut file = opened.map_err(failed)?;
        file.set_len(complete)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .and_then(|_| file.write_all(if lacks_end { b"\n" } else { b"" }))
            .map_err(failed)?;
        Ok(Self { file })
    }

    /// Appends a result.
    pub(super) fn append(&mut self, result: &impl Serialize) -> io::Result<()> {
        self.append_json(serde_json::to_string(result)?)
    }

    /// Appends a result that is JSON already, in one write, so that only the last line can be cut
    /// off.
    pub(super) fn append_json(&mut self, mut result: String) -> io::Result<()> {
        result.push('\n');
        self.file.write_all(result.as_bytes())
    }

    /// Writes everything to the disk.
    pub(super) fn finish(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}
