//! Atomic replacement of files.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tempfile::Builder;

/// Replaces a file as a whole, or leaves it unchanged on an error.
///
/// The content is written to a temporary file in the same folder, which then takes the place of
/// the old one. A link is followed, so that it stays a link. A replaced file keeps its
/// permissions.
///
/// # Errors
/// What `write` returns, or why the file cannot be written. A directory or a device is refused.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let (target, before) = match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            return Err(io::Error::other("not an ordinary file"));
        }
        Ok(metadata) => (fs::canonicalize(path)?, Some(metadata)),
        Err(_) => (path.to_owned(), None),
    };
    let Some(name) = target.file_name() else {
        return Err(io::Error::other("not the name of a file"));
    };
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    // Hidden, because it stays behind if the program is killed.
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The default of `tempfile` is a file that only its owner can read. The system removes what
        // the user's mask forbids.
        let usual = || fs::Permissions::from_mode(0o666);
        let permissions = before
            .as_ref()
            .map_or_else(usual, fs::Metadata::permissions);
        builder.permissions(permissions);
    }
    let mut file = BufWriter::new(builder.tempfile_in(folder)?);
    write(&mut file)?;
    let file = file.into_inner()?;
    if let Some(before) = before {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.as_file().sync_all()?;
    file.persist(&target)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_file_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, |file| file.write_all(b"first")).unwrap();
        let failed = replace(&path, |file| {
            file.write_all(b"second")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(replace(folder.path(), |_| Ok(())).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_refused() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        replace(&path, |file| file.write_all(b"first")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let plain = folder.path().join("plain");
        fs::write(&plain, b"").unwrap();
        assert_eq!(mode(&path), mode(&plain));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, |file| file.write_all(b"second")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(mode(&path), 0o640);
        assert!(replace(Path::new("/dev/null"), |_| Ok(())).is_err());
    }
}
