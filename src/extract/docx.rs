//! DOCX to Markdown: undoc converts the package, `cleanup` corrects its headings.
//!
//! [`read()`] runs only in the child process.

use super::cleanup;
use super::refusal::Refusal;
use std::collections::HashMap;
use undoc::ErrorKind;
use undoc::render::{RenderOptions, to_markdown};

/// Converts an Office Open XML document to Markdown.
///
/// # Errors
/// [`Refusal::Encrypted`] if it requires a password, [`Refusal::Malformed`] if it is not a
/// word-processing document.
pub(super) fn read(raw: &[u8]) -> Result<String, Refusal> {
    let document = undoc::parse_bytes(raw).map_err(refusal)?;
    let options = RenderOptions::new()
        .with_images(false)
        .with_max_heading(cleanup::MAX_LEVEL);
    let markdown = to_markdown(&document, &options).map_err(refusal)?;
    Ok(cleanup::clean_up(&markdown, &HashMap::new()))
}

fn refusal(error: undoc::Error) -> Refusal {
    match error.kind() {
        ErrorKind::Encrypted => Refusal::Encrypted,
        _ => Refusal::Malformed(error.to_string()),
    }
}
