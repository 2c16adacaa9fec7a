//! Files that are read, kept up to date and replaced.
//!
//! Only ordinary files are opened: a device or a pipe has no end, or does not even begin. Files are
//! replaced as a whole, and a file that a run keeps up to date is locked, so that no other run can
//! do so at the same time.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// Opens an ordinary file to read it, and returns its length as well.
///
/// # Errors
/// There is no such file, or it is something else.
pub fn open(path: &Path) -> io::Result<(File, u64)> {
    // Before it is opened, since that may wait for ever.
    require_ordinary(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    require_ordinary(&metadata)?;
    Ok((file, metadata.len()))
}

/// Replaces a file as a whole, or leaves it unchanged on an error.
///
/// The content is written to a temporary file in the same folder, which then takes the place of
/// the old one. Links are followed, also to a file that does not exist yet. A replaced file keeps its
/// permissions.
///
/// # Errors
/// What `write` returns, or why the file cannot be written. A directory or a device is refused,
/// and so is a file that another run has locked.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let old = match open_locked(path, OpenOptions::new().read(true)) {
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Err(error),
        // There may be no such file, or it may not be read, or only what may be written is locked.
        old => old.ok().map(|(_, file)| file),
    };
    let target = followed(path)?;
    let new = written_beside(&target, write)?;
    drop_before_replacing(old);
    new.persist(&target)?;
    Ok(())
}

/// An ordinary file that is locked while it is open: no other run can open it so. If it was made
/// for this and is still empty at the end, it is removed.
#[derive(Debug)]
pub struct LockedFile {
    target: PathBuf,
    /// None only for a moment.
    file: Option<File>,
    is_new: bool,
}

impl LockedFile {
    /// Opens and locks a file; an empty one is made if there is none. What is written goes to its
    /// end.
    ///
    /// # Errors
    /// [`ErrorKind::WouldBlock`] if another run has locked it.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        loop {
            let is_new = match options.clone().create_new(true).open(followed(path)?) {
                Ok(_) => true,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => false,
                Err(error) => return Err(error),
            };
            match open_locked(path, &options) {
                // Another run has just removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                opened => {
                    let (target, file) = opened?;
                    return Ok(Self {
                        target,
                        file: Some(file),
                        is_new,
                    });
                }
            }
        }
    }

    /// Returns the file.
    ///
    /// # Errors
    /// It could not be replaced, and is no longer open.
    pub fn file(&self) -> io::Result<&File> {
        let closed = || io::Error::other("it was not replaced and is closed");
        self.file.as_ref().ok_or_else(closed)
    }

    /// Returns the number of bytes in the file.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file()?.metadata()?.len())
    }

    /// Replaces the file as [`replace`] does. The new one is locked before it takes the place.
    pub fn replace(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let new = written_beside(&self.target, write)?;
        lock(new.as_file())?;
        let old = drop_before_replacing(self.file.take());
        match new.persist(&self.target) {
            Ok(file) => {
                self.file = Some(file);
                Ok(())
            }
            Err(error) => {
                self.file = old;
                Err(error.into())
            }
        }
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        if self.is_new && self.length().is_ok_and(|length| length == 0) {
            // Somebody else may have removed it.
            let _ = fs::remove_file(&self.target);
        }
    }
}

/// Opens an ordinary file and locks it. Returns its path without links.
fn open_locked(path: &Path, options: &OpenOptions) -> io::Result<(PathBuf, File)> {
    open_and_lock(path, options, &mut || ())
}

/// The same; `before_lock` is called when the file is open.
fn open_and_lock(
    path: &Path,
    options: &OpenOptions,
    before_lock: &mut dyn FnMut(),
) -> io::Result<(PathBuf, File)> {
    loop {
        let target = followed(path)?;
        let file = options.open(&target)?;
        require_ordinary(&file.metadata()?)?;
        before_lock();
        lock(&file)?;
        // Another run may have put a new file there before the old one was locked here.
        if is_at(&file, &target)? {
            return Ok((target, file));
        }
    }
}

/// Where an open file cannot be replaced, it is closed first; elsewhere it stays open and locked.
fn drop_before_replacing(old: Option<File>) -> Option<File> {
    old.filter(|_| cfg!(unix))
}

fn require_ordinary(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(io::Error::other("not an ordinary file"))
}

fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            ErrorKind::WouldBlock,
            "another run is writing to this file",
        )),
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
        // Some network file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Whether this open file is the one that has the path now.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let (open, there) = (file.metadata()?, fs::metadata(path));
    Ok(there.is_ok_and(|there| (there.dev(), there.ino()) == (open.dev(), open.ino())))
}

/// Elsewhere a file that is open is not replaced by others.
#[cfg(not(unix))]
#[expect(
    clippy::unnecessary_wraps,
    reason = "where files can be told apart it may fail"
)]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Follows links to the file that is meant, which need not exist.
fn followed(path: &Path) -> io::Result<PathBuf> {
    /// As many as the system follows.
    const LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        match fs::metadata(&target) {
            Ok(metadata) => {
                require_ordinary(&metadata)?;
                return fs::canonicalize(&target);
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        let Ok(link) = fs::read_link(&target) else {
            return Ok(target);
        };
        // An absolute link replaces the path.
        target = folder_of(&target).join(link);
    }
    Err(io::Error::other("too many links"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes a temporary file in the folder of another, with its permissions. Its name cannot be
/// foreseen, and it is not made through a link.
fn written_beside(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<NamedTempFile> {
    let Some(name) = target.file_name() else {
        return Err(io::Error::other("not the name of a file"));
    };
    let before = fs::metadata(target).ok();
    // Hidden, because it stays behind if the program is killed.
    let mut prefix = OsString::from(".");
    prefix.push(name);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".partial");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The default of `tempfile` is a file that only its owner can read. The system removes what
        // the user's mask forbids.
        let usual = || fs::Permissions::from_mode(0o666);
        let permissions = before.as_ref().map_or_else(usual, Metadata::permissions);
        builder.permissions(permissions);
    }
    let mut file = BufWriter::new(builder.tempfile_in(folder_of(target))?);
    write(&mut file)?;
    let file = file.into_inner()?;
    if let Some(before) = before {
        file.as_file().set_permissions(before.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn a_failed_write_leaves_the_file_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, |file| file.write_all(b"first")).unwrap();
        let fail = |file: &mut dyn Write| {
            file.write_all(b"second")?;
            Err(io::Error::other("no more"))
        };
        let failed = replace(&path, fail);
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        let mut locked = LockedFile::open(&path).unwrap();
        assert!(locked.replace(fail).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(replace(folder.path(), |_| Ok(())).is_err());
        assert!(LockedFile::open(folder.path()).is_err());
    }

    /// Also while it is replaced again and again: there is no moment at which another run gets it.
    #[test]
    fn a_locked_file_belongs_to_one_run() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut locked = LockedFile::open(&path).unwrap();
        assert_eq!(locked.length().unwrap(), 0);
        let is_refused = || {
            let kind = |error: io::Error| error.kind();
            let opened = LockedFile::open(&path).map(|_| ()).map_err(kind);
            let replaced = replace(&path, |_| Ok(())).map_err(kind);
            (opened, replaced) == (Err(ErrorKind::WouldBlock), Err(ErrorKind::WouldBlock))
        };
        assert!(is_refused());
        std::thread::scope(|scope| {
            let tried = scope.spawn(|| (0..500).all(|_| is_refused()));
            for text in ["one", "two", "three"].iter().cycle().take(50) {
                locked.replace(|file| write!(file, "{text}")).unwrap();
            }
            assert!(tried.join().unwrap());
        });
        let mut text = String::new();
        open(&path).unwrap().0.read_to_string(&mut text).unwrap();
        assert_eq!(text, "two");
        drop(locked);
        LockedFile::open(&path).unwrap();
        replace(&path, |_| Ok(())).unwrap();
    }

    /// The other run ends its work between opening and locking here.
    #[cfg(unix)]
    #[test]
    fn the_file_that_is_locked_is_the_one_that_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"old").unwrap();
        let mut rounds = 0;
        let mut before_lock = || {
            rounds += 1;
            if rounds == 1 {
                fs::write(folder.path().join("new"), b"new").unwrap();
                fs::rename(folder.path().join("new"), &path).unwrap();
            }
        };
        let mut options = OpenOptions::new();
        let found = open_and_lock(&path, options.read(true), &mut before_lock);
        let mut text = String::new();
        found.unwrap().1.read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), rounds), ("new", 2));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_what_is_no_file_is_refused() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("file"), folder.path().join("link"));
        replace(&path, |file| file.write_all(b"first")).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let plain = folder.path().join("plain");
        fs::write(&plain, b"").unwrap();
        assert_eq!(mode(&path), mode(&plain));
        symlink(&path, &link).unwrap();
        for bits in [0o600, 0o640, 0o666] {
            fs::set_permissions(&path, fs::Permissions::from_mode(bits)).unwrap();
            replace(&link, |file| file.write_all(b"second")).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(fs::read(&path).unwrap(), b"second");
            assert_eq!(mode(&path), bits);
            let mut locked = LockedFile::open(&link).unwrap();
            locked.replace(|file| file.write_all(b"third")).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(
                (mode(&path), fs::read(&path).unwrap()),
                (bits, b"third".into())
            );
        }
        // Something that is no file. Not a device of the system: whoever breaks this as root would
        // replace it.
        let socket = folder.path().join("socket");
        let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
        let to_socket = folder.path().join("to-socket");
        symlink(&socket, &to_socket).unwrap();
        for path in [&socket, &to_socket] {
            assert!(replace(path, |_| Ok(())).is_err());
            assert!(LockedFile::open(path).is_err() && open(path).is_err());
            assert!(!fs::metadata(path).unwrap().is_file());
        }
        assert!(open(Path::new("/dev/null")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_no_file_is_followed_and_planted_links_are_not() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (link, far) = (folder.path().join("link"), folder.path().join("far"));
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        // Relative to the folder of the link, and through a second link.
        symlink("far", &link).unwrap();
        symlink("inner/file", &far).unwrap();
        replace(&link, |file| file.write_all(b"first")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&far).unwrap().is_symlink());
        assert_eq!(fs::read(inner.join("file")).unwrap(), b"first");
        fs::remove_file(inner.join("file")).unwrap();
        let locked = LockedFile::open(&link).unwrap();
        assert_eq!(fs::read(inner.join("file")).unwrap(), b"");
        drop(locked);
        assert!(!inner.join("file").exists());
        fs::write(&link, b"").unwrap();
        drop(LockedFile::open(&link).unwrap());
        assert_eq!(fs::read(inner.join("file")).unwrap(), b"");
        // Links with names that could be guessed.
        let victim = folder.path().join("victim");
        fs::write(&victim, b"kept").unwrap();
        for name in [".file.partial", "file.partial", "file.tmp", "file~"] {
            symlink(&victim, inner.join(name)).unwrap();
        }
        replace(&link, |file| file.write_all(b"second")).unwrap();
        assert_eq!(fs::read(&victim).unwrap(), b"kept");
        // A circle.
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        symlink(&one, &other).unwrap();
        symlink(&other, &one).unwrap();
        assert!(replace(&one, |_| Ok(())).is_err());
    }
}
