//! The index page: stages, contents, settings and skipped files.
//!
//! Principal type: [`IndexPanel`]. Contract: at most one inspection is pending, and only while the page is
//! shown; rebuilding needs a confirmation.

mod page;
mod panel;
#[cfg(test)]
mod tests;

pub(super) use panel::IndexPanel;
