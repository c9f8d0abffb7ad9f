//! Child process: extracts one document from standard input and writes the outcome to standard output.
//!
//! The hidden command `extract` calls [`run()`]. Contract: the process limits itself before it reads the
//! document.

use super::refusal::{Bounds, Refusal};
use crate::corpus::Extraction;
use std::io::{self, Read, Write};

/// Extracts the document on standard input within `bounds` and writes the outcome to standard output, for the
/// [`super::DocumentReader`] of the parent process.
///
/// # Errors
/// Standard input or output fails.
pub fn run(format: Extraction, bounds: &Bounds) -> io::Result<()> {
    confine(bounds);
    let mut raw = Vec::new();
    io::stdin().lock().read_to_end(&mut raw)?;
    let outcome = extract(format, &raw, bounds.text);
    let bytes = postcard::to_stdvec(&outcome).map_err(io::Error::other)?;
    let mut out = io::stdout().lock();
    out.write_all(&bytes)?;
    out.flush()
}

/// Limits this process. If the system refuses a limit, the parent's deadline remains.
#[cfg(unix)]
fn confine(bounds: &Bounds) {
    use nix::sys::resource::{Resource, setrlimit};
    // If the parent is killed, no one enforces the deadline.
    let _ = setrlimit(Resource::RLIMIT_CPU, bounds.seconds, bounds.seconds + 1);
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    let _ = setrlimit(Resource::RLIMIT_FSIZE, 0, 0);
    let _ = setrlimit(Resource::RLIMIT_AS, bounds.memory, bounds.memory);
}

#[cfg(not(unix))]
fn confine(_: &Bounds) {}

/// Converts a document to Markdown of at most `limit` bytes.
#[cfg(feature = "documents")]
fn extract(format: Extraction, raw: &[u8], limit: u64) -> Result<String, Refusal> {
    let text = match format {
        Extraction::Docx => super::docx::read(raw)?,
        Extraction::Pdf => super::pdf::read(raw)?,
    };
    if text.trim().is_empty() {
        return Err(Refusal::Empty);
    }
    if text.len() as u64 > limit {
        return Err(Refusal::TooLong { limit });
    }
    Ok(text)
}

#[cfg(not(feature = "documents"))]
fn extract(_: Extraction, _: &[u8], _: u64) -> Result<String, Refusal> {
    Err(Refusal::Failed(super::refusal::NO_DOCUMENTS.to_owned()))
}
