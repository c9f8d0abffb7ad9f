//! Exports: locations of the repository as one text, for an editor, a person or a program.
//!
//! Principal type: [`ExportFormat`]. Invariant: formatting is pure; callers read the excerpts and write
//! the text.
//!
//! `workers::exporter` is its caller.

mod format;

pub use format::{Excerpt, ExportFormat, ExportTarget, Exported};
