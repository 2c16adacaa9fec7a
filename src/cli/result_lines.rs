//! Files of results, a line of JSON each, that an interrupted run goes on with.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use serde::Serialize;

use super::failure::Failure;
use super::input::read_file;

/// A file that results are appended to.
pub(super) struct ResultLines {
    file: File,
}

impl ResultLines {
    /// Opens a file and shows each of its lines; a last one that was cut off is dropped. What is
    /// not a file of results is refused and left alone.
    pub(super) fn open(
        path: &Path,
        mut each: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<Self, Failure> {
        let refuse = |what: String| Failure::input(&format!("{}: {what}", path.display()), None);
        let mut complete = 0;
        if path.exists() {
            let text = read_file(path)?;
            complete = text.rfind('\n').map_or(0, |end| end + 1);
            for (number, line) in (1..).zip(text[..complete].lines()) {
                each(line).map_err(|what| refuse(format!("line {number}: {what}")))?;
            }
            let cut_off = &text[complete..];
            // Only what may have been begun as a result is thrown away.
            if !cut_off.is_empty() && !cut_off.starts_with('{') {
                return Err(refuse("its last line is not a result".into()));
            }
        }
        let opened = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path);
        let mut file = opened.map_err(|error| refuse(error.to_string()))?;
        file.set_len(complete as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .map_err(|error| refuse(error.to_string()))?;
        Ok(Self { file })
    }

    /// One write for each line, so that only the last one can be cut off.
    pub(super) fn append(&mut self, result: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(result)?;
        line.push(b'\n');
        self.file.write_all(&line)
    }

    /// Everything is on the disk when this returns.
    pub(super) fn finish(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}
