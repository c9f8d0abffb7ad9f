//! Reading a document from the working tree.
//!
//! Principal type: [`ReadError`]. Invariant: no secret, nothing outside the root, nothing of version control
//! and only regular files are read, within the limit of the file. `extract` calls [`read()`] for text and
//! [`read_raw()`] for documents that it converts.

use super::document::{Document, Encoding, Text};
use super::extraction::is_rich_text;
use super::fingerprint::{Fingerprint, changed_ns, is_older, mtime_ns};
use super::limit::FileLimit;
use super::notebook::is_notebook;
use super::path::SourcePath;
use super::reserved::is_version_control;
use super::root::Root;
use super::secret::has_private_key;
use super::skip::SkipReason;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// Length of a file's start that is scanned for NUL bytes.
pub(super) const BINARY_WINDOW: usize = 8 * 1024;
/// A file with NUL bytes after its start is binary if more than one byte in this many is not UTF-8: text in another encoding
/// has no NUL bytes.
const MAX_TEXT_PER_INVALID: usize = 20;

/// Extensions of the files that jupytext makes from notebooks.
const PAIRED: &str = "py md qmd Rmd rmd R r jl myst sage cpp rs js ts java scala";
/// Length of the start of such a file that has its metadata, in bytes.
const HEADER: u64 = 2_000;

/// Failure to read a document.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct ReadError {
    /// The document.
    pub path: SourcePath,
    /// The reason.
    pub reason: SkipReason,
    /// Fingerprint, if the file is certainly unreadable until it changes. If its start is the reason, the
    /// crc32 covers only the start.
    pub fingerprint: Option<Fingerprint>,
}

/// Reads and decodes a document and takes its fingerprint, all from the same bytes. The rules of
/// the walk apply to every path: no secret, no link, nothing outside the root, nothing of version control.
pub fn read(
    root: &Root,
    path: &SourcePath,
    limit: FileLimit,
) -> Result<(Document, Fingerprint), ReadError> {
    let (raw, fingerprint) = read_bytes(root, path, limit, |head| {
        (!has_nul(head) || Text::is_utf16(head)) && !is_rich_text(path, head)
    })?;
    if let Some(pair) = pair(root, path) {
        // The other file may be deleted, so the notebook is read again.
        return Err(refused(path, SkipReason::Paired(pair), None));
    }
    match decode(path, raw) {
        Some(text) => Ok((Document::new(path.clone(), text), fingerprint)),
        None => Err(refused(path, SkipReason::binary(path), Some(fingerprint))),
    }
}

/// Reads a binary file under the same rules, and takes its fingerprint.
pub fn read_raw(
    root: &Root,
    path: &SourcePath,
    limit: FileLimit,
) -> Result<(Vec<u8>, Fingerprint), ReadError> {
    read_bytes(root, path, limit, |_| true)
}

fn refused(path: &SourcePath, reason: SkipReason, fingerprint: Option<Fingerprint>) -> ReadError {
    ReadError {
        path: path.clone(),
        reason,
        fingerprint,
    }
}

/// Returns true if a document's file is certainly unchanged since it was read at `read_at_ns` with this
/// fingerprint, judged by its length and times. If false, the crc32 must be compared.
pub fn is_unchanged(
    root: &Root,
    path: &SourcePath,
    fingerprint: &Fingerprint,
    read_at_ns: i64,
) -> bool {
    let Ok(metadata) = path.under(root.path()).symlink_metadata() else {
        return false;
    };
    metadata.is_file()
        && fingerprint.unchanged(metadata.len(), mtime_ns(&metadata), read_at_ns)
        && is_older(changed_ns(&metadata), read_at_ns)
}

/// Returns the bytes of a file with an acceptable start. The modification time is taken before reading,
/// so that a write in the meantime is newer than the fingerprint.
fn read_bytes(
    root: &Root,
    path: &SourcePath,
    limit: FileLimit,
    expected: impl Fn(&[u8]) -> bool,
) -> Result<(Vec<u8>, Fingerprint), ReadError> {
    let unread = |reason| refused(path, reason, None);
    let failed = |error| unread(unreadable(error));
    if limit.is_secret {
        return Err(unread(SkipReason::Secret));
    }
    let file = open_inside(root, path).map_err(unread)?;
    let metadata = file.metadata().map_err(failed)?;
    expect_regular(&metadata).map_err(unread)?;
    let too_large = |length| unread(SkipReason::TooLarge { length, limit });
    if metadata.len() > limit.bytes {
        return Err(too_large(metadata.len()));
    }
    let fingerprint = |raw: &[u8], length| Fingerprint {
        length,
        mtime_ns: mtime_ns(&metadata),
        crc32: crc32fast::hash(raw),
    };
    // One byte more than the length, to see the end without growing; one more than the limit, to
    // notice a growing file.
    let mut raw = Vec::with_capacity(usize::try_from(metadata.len() + 1).unwrap_or(0));
    let mut file = file.take(limit.bytes.saturating_add(1));
    let mut head = file.by_ref().take(BINARY_WINDOW as u64);
    head.read_to_end(&mut raw).map_err(failed)?;
    // The start is enough to refuse a file.
    let refused_by_start = |reason, start: &[u8]| {
        let fingerprint = fingerprint(start, metadata.len());
        Err(refused(path, reason, Some(fingerprint)))
    };
    if has_private_key(path, &raw) {
        return refused_by_start(SkipReason::Secret, &raw);
    }
    if !expected(&raw) {
        return refused_by_start(SkipReason::binary(path), &raw);
    }
    file.read_to_end(&mut raw).map_err(failed)?;
    let length = raw.len() as u64;
    if length > limit.bytes {
        return Err(too_large(length));
    }
    let fingerprint = fingerprint(&raw, length);
    Ok((raw, fingerprint))
}

/// Opens a file, if it is regular and no link on the way leads out of the root or to files of version control.
fn open_inside(root: &Root, path: &SourcePath) -> Result<File, SkipReason> {
    let file = path.under(root.path());
    let directory = file.parent().unwrap_or(root.path());
    let below = directory.strip_prefix(root.path()).unwrap_or(directory);
    expect_no_version_control(below, &file)?;
    expect_regular(&file.symlink_metadata().map_err(unreadable)?)?;
    let goes_up = below.iter().any(|part| part == "..");
    if !goes_up && let Some(opened) = open_without_links(&file) {
        return Ok(opened);
    }
    let real = directory.canonicalize().map_err(unreadable)?;
    let Ok(below) = real.strip_prefix(root.path()) else {
        return Err(SkipReason::Special("path outside the repository"));
    };
    expect_no_version_control(below, &file)?;
    open(&file)
}

/// Fails for a file in or below a directory of version control.
fn expect_no_version_control(directory: &Path, file: &Path) -> Result<(), SkipReason> {
    if directory
        .iter()
        .chain(file.file_name())
        .any(is_version_control)
    {
        return Err(SkipReason::Special("version control file"));
    }
    Ok(())
}

/// Opens a file if no part of its path is a link, without blocking on a pipe: one call of the system instead of one
/// for each part. None if it cannot be opened in this way, and on systems without it.
fn open_without_links(path: &Path) -> Option<File> {
    #[cfg(target_os = "linux")]
    {
        use nix::fcntl::{AT_FDCWD, OFlag, OpenHow, ResolveFlag, openat2};
        let how = OpenHow::new()
            .flags(OFlag::O_NONBLOCK | OFlag::O_CLOEXEC)
            .resolve(ResolveFlag::RESOLVE_NO_SYMLINKS);
        openat2(AT_FDCWD, path, how).ok().map(File::from)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = path;
        None
    }
}

/// Opens a file without following a link in its last part and without blocking on a pipe.
fn open(path: &Path) -> Result<File, SkipReason> {
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

/// Opens a file of git or of ignore rules; none if it is missing or not regular: opening a pipe could
/// block forever. Links are followed.
pub(super) fn open_regular(path: &Path) -> Option<File> {
    if !path.metadata().ok()?.is_file() {
        return None;
    }
    File::open(path).ok()
}

/// Reads a regular file; none if it is longer than `limit`.
pub(super) fn read_regular(path: &Path, limit: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut file = open_regular(path)?.take(limit.saturating_add(1));
    file.read_to_end(&mut bytes).ok()?;
    (bytes.len() as u64 <= limit).then_some(bytes)
}

/// The name of the file beside a notebook that jupytext made from it, or from which it made the notebook.
fn pair(root: &Root, path: &SourcePath) -> Option<String> {
    if !is_notebook(path) {
        return None;
    }
    let file = path.under(root.path());
    let mut extensions = PAIRED.split(' ');
    let made = extensions.find_map(|extension| {
        let paired = file.with_extension(extension);
        let mut header = Vec::new();
        let mut start = open_regular(&paired)?.take(HEADER);
        start.read_to_end(&mut header).ok()?;
        let is_made = String::from_utf8_lossy(&header).contains("jupytext:");
        is_made.then_some(paired)
    })?;
    Some(made.file_name()?.to_str()?.to_owned())
}

fn expect_regular(metadata: &Metadata) -> Result<(), SkipReason> {
    if !metadata.is_file() {
        return Err(SkipReason::special(metadata.file_type()));
    }
    Ok(())
}

fn unreadable(error: io::Error) -> SkipReason {
    if error.kind() == io::ErrorKind::NotFound {
        return SkipReason::Gone;
    }
    SkipReason::Unreadable(error.to_string())
}

/// Decodes the content of a file that is not in the working tree; none if it is a secret or binary.
pub(super) fn document_text(path: &SourcePath, raw: Vec<u8>, limit: FileLimit) -> Option<Text> {
    let start = &raw[..raw.len().min(BINARY_WINDOW)];
    let is_text = !has_nul(start) || Text::is_utf16(start);
    if limit.is_secret || has_private_key(path, start) || !is_text || is_rich_text(path, start) {
        return None;
    }
    decode(path, raw)
}

/// Decodes a text; none if it is binary. UTF-16 is judged after decoding, because it is full of NUL
/// bytes.
fn decode(path: &SourcePath, raw: Vec<u8>) -> Option<Text> {
    let text = Text::of(path, raw);
    let is_binary = match text.encoding() {
        Encoding::Utf16Le | Encoding::Utf16Be => has_nul(text.bytes()),
        Encoding::Bytes => is_binary_below_text(text.bytes()),
        Encoding::Utf8 | Encoding::Notebook => false,
    };
    (!is_binary).then_some(text)
}

/// Returns true for binary content below a start without NUL bytes, such as that of a PDF with another extension.
fn is_binary_below_text(bytes: &[u8]) -> bool {
    let invalid = bytes.utf8_chunks().map(|chunk| chunk.invalid().len());
    memchr::memchr(0, bytes).is_some()
        && invalid.sum::<usize>() * MAX_TEXT_PER_INVALID > bytes.len()
}

fn has_nul(bytes: &[u8]) -> bool {
    memchr::memchr(0, &bytes[..bytes.len().min(BINARY_WINDOW)]).is_some()
}
