//! Methods of watching for changes.

/// Method of watching for changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Watching {
    /// Not yet.
    #[default]
    Off,
    /// The system tells of them as they happen.
    Live,
    /// They are looked for now and then; a sentence for people says why.
    Polling(String),
}
