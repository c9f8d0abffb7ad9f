//! Reasons why the system does not report changes.

use notify::ErrorKind;

/// Reason why the system does not report changes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(in crate::workers) enum WatchError {
    #[error("the system does not report changes on {0}")]
    Remote(&'static str),
    #[error("the limit of watched directories is reached (fs.inotify.max_user_watches)")]
    Directories,
    #[error("the limit of file watchers is reached (fs.inotify.max_user_instances)")]
    Programs,
    #[error("cannot watch files: {0}")]
    System(String),
    #[error("an internal error while watching files")]
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
