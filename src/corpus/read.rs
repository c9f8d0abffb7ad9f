//! Reading one document from the working tree.

use super::fingerprint::{changed_ns, is_older, mtime_ns};
use super::secret::holds_key;
use super::walk::special;
use super::{Document, Encoding, Fingerprint, Limit, Root, SkipReason, SourcePath, Text};
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Number of bytes that are searched for NUL bytes.
const BINARY_WINDOW: usize = 8 * 1024;

/// Why a document could not be read.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct ReadError {
    /// The document.
    pub path: SourcePath,
    /// Why not.
    pub reason: SkipReason,
    /// Fingerprint of a file that cannot be indexed until it changes. If its beginning showed that,
    /// the crc32 covers only the beginning.
    pub fingerprint: Option<Fingerprint>,
}

/// Reads and decodes a document and takes its fingerprint, all from the same bytes. The rules of
/// the walk hold here too, whoever names the path: no secret, no link, nothing outside the root.
pub fn read(
    root: &Root,
    path: &SourcePath,
    limit: Limit,
) -> Result<(Document, Fingerprint), ReadError> {
    let expected = |head: &[u8]| !has_nul(head) || Text::is_utf16(head);
    let (raw, fingerprint) = read_bytes(root, path, limit, expected)?;
    match decode(raw) {
        Some(text) => Ok((Document::new(path.clone(), text), fingerprint)),
        None => Err(binary(path, fingerprint)),
    }
}

/// Reads a file that is no text, under the same rules, and takes its fingerprint.
pub fn read_raw(
    root: &Root,
    path: &SourcePath,
    limit: Limit,
) -> Result<(Vec<u8>, Fingerprint), ReadError> {
    read_bytes(root, path, limit, |_| true)
}

/// It was looked at, and is no text.
fn binary(path: &SourcePath, fingerprint: Fingerprint) -> ReadError {
    ReadError {
        path: path.clone(),
        reason: SkipReason::Binary,
        fingerprint: Some(fingerprint),
    }
}

/// Returns true if a file is certainly the one that was read at `read_at_ns` with this fingerprint:
/// its metadata is unchanged. Otherwise its crc32 must be compared. Reads nothing.
pub fn is_unchanged(
    root: &Root,
    path: &SourcePath,
    fingerprint: &Fingerprint,
    read_at_ns: i64,
) -> bool {
    let metadata = path.under(root.path()).symlink_metadata();
    metadata.is_ok_and(|metadata| {
        metadata.is_file()
            && fingerprint.unchanged(metadata.len(), mtime_ns(&metadata), read_at_ns)
            && is_older(changed_ns(&metadata), read_at_ns)
    })
}

/// The raw bytes of a file whose beginning is as expected. The modification time is from before
/// they were read: what is written meanwhile is newer than the fingerprint and is read again.
fn read_bytes(
    root: &Root,
    path: &SourcePath,
    limit: Limit,
    expected: impl Fn(&[u8]) -> bool,
) -> Result<(Vec<u8>, Fingerprint), ReadError> {
    let refused = |reason| ReadError {
        path: path.clone(),
        reason,
        fingerprint: None,
    };
    let failed = |error| refused(unreadable(error));
    if limit.is_secret {
        return Err(refused(SkipReason::Secret));
    }
    let file = inside(root, path).and_then(|file| open(&file));
    let file = file.map_err(refused)?;
    let metadata = file.metadata().map_err(failed)?;
    expect_regular(&metadata).map_err(refused)?;

    let too_large = |length| refused(SkipReason::TooLarge { length, limit });
    if metadata.len() > limit.bytes {
        return Err(too_large(metadata.len()));
    }
    let fingerprint = |raw: &[u8], length| Fingerprint {
        length,
        mtime_ns: mtime_ns(&metadata),
        crc32: crc32fast::hash(raw),
    };
    // One byte more than known, to see the end without growing; one more than allowed, to notice
    // a file that is being written to.
    let mut raw = Vec::with_capacity(usize::try_from(metadata.len() + 1).unwrap_or(0));
    let mut file = file.take(limit.bytes.saturating_add(1));
    let mut head = file.by_ref().take(BINARY_WINDOW as u64);
    head.read_to_end(&mut raw).map_err(failed)?;
    if holds_key(path, &raw) {
        return Err(ReadError {
            reason: SkipReason::Secret,
            ..binary(path, fingerprint(&raw, metadata.len()))
        });
    }
    if !expected(&raw) {
        // The rest of a large binary file need not be read to refuse it.
        return Err(binary(path, fingerprint(&raw, metadata.len())));
    }
    file.read_to_end(&mut raw).map_err(failed)?;
    let length = raw.len() as u64;
    if length > limit.bytes {
        return Err(too_large(length));
    }
    let fingerprint = fingerprint(&raw, length);
    Ok((raw, fingerprint))
}

/// The file on this machine, provided that no link on the way leads out of the root.
fn inside(root: &Root, path: &SourcePath) -> Result<PathBuf, SkipReason> {
    let file = path.under(root.path());
    let directory = file.parent().unwrap_or(root.path());
    if directory != root.path() {
        let real = directory.canonicalize().map_err(unreadable)?;
        if !real.starts_with(root.path()) {
            return Err(SkipReason::Special("path out of the repository"));
        }
    }
    Ok(file)
}

/// Opens a file without following a link in its last part and without waiting for a pipe's other
/// end.
fn open(path: &Path) -> Result<File, SkipReason> {
    expect_regular(&path.symlink_metadata().map_err(unreadable)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use nix::fcntl::OFlag;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlag::O_NONBLOCK | OFlag::O_NOFOLLOW).bits());
    }
    options.open(path).map_err(unreadable)
}

fn expect_regular(metadata: &Metadata) -> Result<(), SkipReason> {
    let kind = metadata.file_type();
    if kind.is_dir() {
        return Err(SkipReason::Special("directory"));
    }
    if !kind.is_file() {
        return Err(SkipReason::Special(special(kind)));
    }
    Ok(())
}

fn unreadable(error: io::Error) -> SkipReason {
    SkipReason::Unreadable(error.to_string())
}

/// None of what is no text. UTF-16 is full of NUL bytes, so there its text is looked at.
fn decode(raw: Vec<u8>) -> Option<Text> {
    let text = Text::decode(raw);
    match text.encoding() {
        Encoding::Utf16Le | Encoding::Utf16Be if has_nul(text.bytes()) => None,
        _ => Some(text),
    }
}

fn has_nul(bytes: &[u8]) -> bool {
    bytes.iter().take(BINARY_WINDOW).any(|byte| *byte == 0)
}

#[cfg(test)]
mod tests;
