//! Standard output and standard error of the commands.

use super::json;
use crate::pages::escape_lines;
use anyhow::Context;
use serde::Serialize;
use std::io::{self, Write};

/// Error context for standard output.
pub(super) const WRITING: &str = "cannot write to standard output";

/// Writes to standard output.
pub(super) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.context(WRITING)
}

/// Writes an object to standard output, as JSON or as a page.
pub(super) fn print_object<T: Serialize>(
    object: &T,
    is_json: bool,
    page: impl FnOnce(&T) -> String,
) -> anyhow::Result<()> {
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
