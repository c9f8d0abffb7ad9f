//! The system's own way to tell what happens to files.

use super::hints::Hint;
use super::interest::Interest;
use notify::{Config, ErrorKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Whether the system tells of all that is below a directory at no further cost. Elsewhere each
/// directory is watched for itself: watching `target/` as well may take all that the system has.
pub(super) const IS_RECURSIVE: bool = cfg!(any(target_os = "macos", target_os = "windows"));

/// Where hints go.
pub(in crate::workers) type HintSink = Arc<dyn Fn(Hint) + Send + Sync>;

/// Watches directories.
pub(super) trait System: Send {
    /// Watches a directory, or again one that moved.
    fn watch(&mut self, directory: &Path) -> Result<(), Refused>;

    /// Watches it no more, if it still is.
    fn unwatch(&mut self, directory: &Path);
}

/// Why a directory is not watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    /// It is not there, or not to be read: what is in it is not found either.
    Directory,
    /// Nothing can be watched; a sentence for people.
    All(String),
}

/// The real one. What matters of the things that happen is told.
pub(super) fn start(
    interest: &Arc<Mutex<Interest>>,
    tell: &HintSink,
) -> Result<Box<dyn System>, String> {
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
    match RecommendedWatcher::new(hear, config) {
        Ok(watcher) => Ok(Box::new(Native(watcher))),
        Err(error) => Err(sentence(&error)),
    }
}

struct Native(RecommendedWatcher);

impl System for Native {
    fn watch(&mut self, directory: &Path) -> Result<(), Refused> {
        let mode = match IS_RECURSIVE {
            true => RecursiveMode::Recursive,
            false => RecursiveMode::NonRecursive,
        };
        // What became a link meanwhile is not entered by the next walk.
        if directory.symlink_metadata().is_ok_and(|it| it.is_symlink()) {
            return Err(Refused::Directory);
        }
        self.0
            .watch(directory, mode)
            .map_err(|error| match &error.kind {
                ErrorKind::PathNotFound => Refused::Directory,
                ErrorKind::Io(cause)
                    if matches!(
                        cause.kind(),
                        std::io::ErrorKind::NotFound
                            | std::io::ErrorKind::PermissionDenied
                            | std::io::ErrorKind::NotADirectory
                    ) =>
                {
                    Refused::Directory
                }
                _ => Refused::All(sentence(&error)),
            })
    }

    fn unwatch(&mut self, directory: &Path) {
        // Fails where the directory is gone, which is why it is called most of the time.
        let _ = self.0.unwatch(directory);
    }
}

/// What is in the way, and what to do about it.
fn sentence(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => LIMIT.to_owned(),
        // Too many of those that watch, not of what they watch.
        ErrorKind::Io(cause) if cause.raw_os_error() == Some(TOO_MANY_FILES) => {
            INSTANCES.to_owned()
        }
        _ => format!("the system cannot watch files: {error}"),
    }
}

/// `EMFILE` on every Unix.
const TOO_MANY_FILES: i32 = 24;

/// What is said where the limit of watches is reached.
pub(super) const LIMIT: &str =
    "the system watches no more directories (fs.inotify.max_user_watches)";

const INSTANCES: &str =
    "the system serves no more programs that watch (fs.inotify.max_user_instances)";
