//! Standard output and standard error of the commands, and exit statuses.

use super::json;
use crate::pages::escape_lines;
use crate::project::{Refreshed, UpdatedIndex};
use anyhow::{Context, Result};
use serde::Serialize;
use std::io::{self, Write};

/// Error context for standard output.
pub(super) const WRITING: &str = "cannot write to standard output";

/// Writes to standard output.
pub(super) fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context(WRITING)
}

/// Writes an object to standard output, as JSON or as a page.
pub(super) fn print_object<T: Serialize>(
    object: &T,
    is_json: bool,
    page: impl FnOnce(&T) -> String,
) -> Result<()> {
    if is_json {
        print(&(json::to_text(object)? + "\n"))
    } else {
        print(&page(object))
    }
}

/// Writes a sentence to standard error. Paths and other texts in it may contain anything.
pub(super) fn print_error(sentence: &str) {
    let sentence = escape_lines(sentence);
    let _ = writeln!(io::stderr().lock(), "smriti-tui: {sentence}");
}

/// Something was found, or done.
pub(super) const EXIT_OK: u8 = 0;
/// Nothing was found.
pub(super) const NOTHING: u8 = 1;
/// An error, which standard error describes.
pub(super) const EXIT_ERROR: u8 = 2;
/// Nothing was chosen, as after Ctrl-C.
pub(super) const CANCELED: u8 = 130;
/// The index is incomplete, and `--require-complete` was given.
pub(super) const INCOMPLETE: u8 = 3;

/// Updates the index within the time limit, and prints what people should know about it.
pub(super) fn refresh(index: &mut UpdatedIndex) -> Result<Refreshed> {
    let refreshed = index.refresh()?;
    for sentence in refreshed.notice.iter().chain(&refreshed.failure) {
        print_error(sentence);
    }
    Ok(refreshed)
}

/// The same for a lookup: also says that the index is not up to date, so that something may be missing.
pub(super) fn refresh_for_lookup(index: &mut UpdatedIndex) -> Result<Refreshed> {
    let refreshed = refresh(index)?;
    if refreshed.failure.is_none()
        && let Some(warning) = refreshed.freshness.warning()
    {
        print_error(&warning);
    }
    Ok(refreshed)
}
