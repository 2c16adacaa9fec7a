//! Files that are replaced as a whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file so that it is either there as a whole or not changed at all.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // A link is followed, so that it stays a link; what is not an ordinary file is left alone.
    let target = match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            return Err(io::Error::other("not an ordinary file"));
        }
        Ok(_) => fs::canonicalize(path)?,
        Err(_) => path.to_owned(),
    };
    let Some(name) = target.file_name() else {
        return Err(io::Error::other("not the name of a file"));
    };
    // Out of sight: it stays behind if the program is killed while it writes.
    let mut partial = OsString::from(".");
    partial.push(name);
    partial.push(format!(".{}.partial", std::process::id()));
    let partial = target.with_file_name(partial);
    let written = File::create(&partial).and_then(|file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&partial, &target)
    });
    if written.is_err() {
        // The partial file is of no use to anyone.
        let _ = fs::remove_file(&partial);
    }
    written
}
