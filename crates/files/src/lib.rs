//! Files as the engine and the commands handle them: written whole or not at all, and opened only
//! where reading comes to an end.

use std::fs::File;
use std::io::{Error, ErrorKind, Result, Write};
use std::path::Path;

/// Opens a file that has an end: no folder, no device and no pipe, which may wait or go on for ever.
///
/// # Errors
/// If it is none, or cannot be opened.
pub fn open_regular(path: &Path) -> Result<File> {
    // Opening a pipe waits for somebody who writes to it, so that its kind is asked first.
    let kind = std::fs::metadata(path)?;
    if kind.is_dir() {
        return Err(Error::new(ErrorKind::IsADirectory, "this is a folder; name a file"));
    }
    if !kind.is_file() {
        let message = "this is a device or a pipe, which may have no end; name a file";
        return Err(Error::new(ErrorKind::InvalidInput, message));
    }
    File::open(path)
}

/// Writes a file beside its place and then puts it there, so that an interruption or a full disk
/// leaves the old file or the new one, and nothing else. Devices and pipes are written to as they
/// are.
///
/// # Errors
/// If that is not possible, or the file there is protected; then it is as it was.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let old = std::fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return std::fs::write(path, bytes);
    }
    // What was made read-only shall stay; putting another file in its place would not ask.
    if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
        return Err(Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
    }
    // A link stays a link.
    let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = match place.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut code = None;
    // As any new file, not for its owner alone, as temporary files are.
    let open = |path: &Path| File::create_new(path).inspect_err(|error| code = error.raw_os_error());
    let beside = tempfile::Builder::new().prefix(".keisei-").suffix(".new").make_in(folder, open);
    // The name of a temporary file, which would be told too, says nothing to anybody.
    let mut beside = beside.map_err(|error| code.map_or(error, Error::from_raw_os_error))?;
    beside.as_file_mut().write_all(bytes)?;
    beside.as_file().sync_all()?;
    if let Some(old) = old {
        std::fs::set_permissions(beside.path(), old.permissions())?;
    }
    beside.persist(&place).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_string()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_written_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        for text in ["one", "another"] {
            write_whole(&path, text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["a"]);
        let nowhere = write_whole(&folder.path().join("no/such/folder"), b"").unwrap_err();
        assert_eq!(nowhere.kind(), ErrorKind::NotFound);
        assert!(!nowhere.to_string().contains(".keisei"), "{nowhere}");
        let nowhere = write_whole(Path::new("no/such/folder"), b"").unwrap_err();
        assert!(!nowhere.to_string().contains(".keisei"), "{nowhere}");
        assert!(write_whole(folder.path(), b"").is_err(), "a folder is no file");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[test]
    fn what_is_read_only_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "mine").unwrap();
        let mut permissions = std::fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(write_whole(&path, b"yours").unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
        assert_eq!(names(folder.path()), ["a"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = tempfile::tempdir().unwrap();
        let [path, link, plain] = ["a", "link", "plain"].map(|name| folder.path().join(name));
        write_whole(&path, b"one").unwrap();
        std::fs::write(&plain, b"").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), mode(&plain), "a new file is like any other");
        std::fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        write_whole(&link, b"two").unwrap();
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(mode(&path), 0o640);
    }

    #[test]
    fn only_what_has_an_end_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        assert!(open_regular(folder.path()).unwrap_err().to_string().contains("a folder"));
        let missing = open_regular(&folder.path().join("a")).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NotFound);
        #[cfg(unix)]
        for device in ["/dev/zero", "/dev/stdin"] {
            // Standard input of a test may be a file.
            if std::fs::metadata(device).is_ok_and(|kind| !kind.is_file()) {
                let refused = open_regular(Path::new(device)).unwrap_err();
                assert!(refused.to_string().contains("a device or a pipe"), "{refused}");
            }
        }
        write_whole(&folder.path().join("a"), b"").unwrap();
        assert!(open_regular(&folder.path().join("a")).is_ok());
    }
}
