//! The start of a run.
//!
//! Principal type: [`Start`].

use crate::corpus::Location;

/// The first view of the explorer.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// True to start without the last location.
    pub fresh: bool,
    /// A location to show instead of the last one.
    pub visit: Option<Location>,
    /// A query to start with, to choose results instead of editing them.
    pub pick: Option<String>,
}
