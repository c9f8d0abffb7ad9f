//! The system's own way to tell what happens to files.

use super::hints::Hint;
use super::interest::Interest;
use notify::{Config, ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// True if watching a directory includes everything below it at no extra cost. Elsewhere each
/// directory is watched separately: including `target/` could use up all watches of the system.
pub(super) const IS_RECURSIVE: bool = cfg!(any(target_os = "macos", target_os = "windows"));

/// Receives hints.
pub(in crate::workers) type HintSink = Arc<dyn Fn(Hint) + Send + Sync>;

/// Watches directories: the system's own watcher, or that of a test.
pub(in crate::workers) type System = dyn notify::Watcher + Send;

/// Why changes are not told.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(in crate::workers) enum WatchError {
    #[error("changes on {0} are not told by the system")]
    Remote(&'static str),
    #[error("the system watches no more directories (fs.inotify.max_user_watches)")]
    Directories,
    #[error("the system serves no more programs that watch (fs.inotify.max_user_instances)")]
    Programs,
    #[error("the system cannot watch files: {0}")]
    System(String),
    #[error("watching files failed by a fault in smriti-tui")]
    Fault,
}

impl From<notify::Error> for WatchError {
    fn from(error: notify::Error) -> Self {
        match &error.kind {
            ErrorKind::MaxFilesWatch => Self::Directories,
            ErrorKind::Io(cause) if cause.raw_os_error() == Some(TOO_MANY_FILES) => Self::Programs,
            _ => Self::System(error.to_string()),
        }
    }
}

/// `EMFILE` on every Unix.
const TOO_MANY_FILES: i32 = 24;

/// The real one. What matters of the things that happen is told.
pub(in crate::workers) fn start(
    interest: &Arc<Mutex<Interest>>,
    tell: &HintSink,
) -> Result<Box<System>, WatchError> {
    let (interest, tell) = (Arc::clone(interest), Arc::clone(tell));
    let hear = move |event| {
        let hints = {
            let interest = interest.lock().unwrap_or_else(PoisonError::into_inner);
            interest.hints(event)
        };
        hints.into_iter().for_each(|hint| tell(hint));
    };
    // Symbolic links are never followed: what they lead to may lie outside.
    let config = Config::default().with_follow_symlinks(false);
    Ok(Box::new(RecommendedWatcher::new(hear, config)?))
}

/// Watches a directory, or again one that moved; false for one that is not there or cannot be read: what
/// is in it is not found either.
pub(super) fn watch(system: &mut System, directory: &Path) -> Result<bool, WatchError> {
    use std::io::ErrorKind::{NotADirectory, NotFound, PermissionDenied};

    let mode = match IS_RECURSIVE {
        true => RecursiveMode::Recursive,
        false => RecursiveMode::NonRecursive,
    };
    // What became a link meanwhile is not entered by the next walk.
    if directory.symlink_metadata().is_ok_and(|it| it.is_symlink()) {
        return Ok(false);
    }
    let Err(error) = system.watch(directory, mode) else {
        return Ok(true);
    };
    let is_absent = match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(cause) => {
            matches!(cause.kind(), NotFound | PermissionDenied | NotADirectory)
        }
        _ => false,
    };
    if is_absent {
        Ok(false)
    } else {
        Err(error.into())
    }
}
