//! Detection of file changes.
//!
//! Principal type: [`WatchMethod`], which the watcher reports and the status line shows.

/// Method by which file changes are detected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum WatchMethod {
    /// Not yet.
    #[default]
    Off,
    /// Notifications of the system.
    Live,
    /// Polling, with the reason as a sentence for people.
    Polling(String),
}
