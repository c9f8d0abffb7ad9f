//! The process that extracts: it reads one file from its standard input and writes what came of it
//! to its standard output.

use super::{Bounds, Extracted, Limits, Refusal, docx, pdf};
use crate::corpus::{Extraction, Layout};
use std::io::{self, Read, Write};

/// Extracts what stands on standard input, within `bounds`, and writes the outcome to standard
/// output, for [`super::Reader`] at the other end of both.
///
/// # Errors
/// What the system says where one of the two cannot be read or written.
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

/// Limits this process. Where the system refuses, the deadline of the process that waits remains.
#[cfg(unix)]
fn confine(bounds: &Bounds) {
    use nix::sys::resource::{Resource, setrlimit};
    // Were its parent killed, nobody would watch the clock.
    let _ = setrlimit(Resource::RLIMIT_CPU, bounds.seconds, bounds.seconds + 1);
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    let _ = setrlimit(Resource::RLIMIT_FSIZE, 0, 0);
    let _ = setrlimit(Resource::RLIMIT_AS, bounds.memory, bounds.memory);
}

#[cfg(not(unix))]
fn confine(_: &Bounds) {}

/// What the bytes hold, with at most `most` bytes of text.
fn extract(format: Extraction, raw: &[u8], most: u64) -> Result<Extracted, Refusal> {
    let limits = Limits {
        text: usize::try_from(most).unwrap_or(usize::MAX),
    };
    let is_pdf = || {
        // ISO 32000-1, annex H: what stands before the header is tolerated.
        let head = raw.get(..raw.len().min(1_024)).unwrap_or_default();
        head.windows(5).any(|bytes| bytes == b"%PDF-")
    };
    let (text, blocks) = match format {
        Extraction::Pdf if !is_pdf() => {
            return Err(Refusal::Malformed("it is no PDF".to_owned()));
        }
        Extraction::Docx => docx::read(raw, &limits)?,
        Extraction::Pdf => pdf::read(raw, &limits)?,
    };
    if text.trim().is_empty() {
        return Err(Refusal::Empty);
    }
    let layout = Layout { format, blocks };
    Ok(Extracted { text, layout })
}
