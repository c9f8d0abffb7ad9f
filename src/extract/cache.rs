//! Cache of extracted texts, keyed by file content.
//!
//! Principal type: [`Cache`]. Invariant: a returned outcome belongs to the same bytes, format and rules, and
//! another extraction would give the same outcome.

use super::refusal::{Bounds, Refusal};
use crate::corpus::{
    Extraction, Fingerprint, RETRY_AFTER_NS, content_hash, create_private_folder, now_ns,
};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;
use tempfile::NamedTempFile;

/// Version of the extraction rules; entries of other versions are ignored.
pub const EXTRACTOR_VERSION: u32 = 12;
/// Maximum size of the cache directory, in bytes; the oldest entries are removed first.
const MAX_BYTES: u64 = 256 << 20;
/// Bytes written between two checks of the directory size.
const CHECK_BYTES: u64 = 8 << 20;

/// A directory of outcomes, one file each, named by crc32 and length of the document. It may be
/// deleted at any time.
#[derive(Debug)]
pub(super) struct Cache {
    folder: PathBuf,
    /// Bytes written by this process since the last check.
    written: AtomicU64,
}

/// Contents of an entry, after the crc32 of the rest.
#[derive(Serialize, Deserialize)]
struct CacheEntry {
    version: u32,
    format: Extraction,
    /// xxh3-64 of the document: a crc32 detects changes but does not identify content.
    hash: u64,
    /// Limits in force during the extraction.
    bounds: Bounds,
    /// Time of the extraction, in nanoseconds since the Unix epoch.
    extracted_at_ns: i64,
    outcome: Result<String, Refusal>,
}

impl CacheEntry {
    /// Returns true if another extraction would give the same outcome. A text is valid while it is within its
    /// limit, a refusal because of a limit while the limits are unchanged; a timeout only for one day, because
    /// the machine may have been busy.
    fn is_valid(&self, bounds: &Bounds) -> bool {
        let age = now_ns().saturating_sub(self.extracted_at_ns);
        match &self.outcome {
            Err(Refusal::TimedOut { .. }) => {
                self.bounds == *bounds && (0..RETRY_AFTER_NS).contains(&age)
            }
            Err(refusal) => refusal.is_permanent() || self.bounds == *bounds,
            Ok(text) => text.len() as u64 <= bounds.text,
        }
    }
}

impl Cache {
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            written: AtomicU64::new(0),
        }
    }

    /// Returns the stored outcome for these bytes; none if it is missing or damaged.
    pub(super) fn get(
        &self,
        format: Extraction,
        raw: &[u8],
        fingerprint: &Fingerprint,
        bounds: &Bounds,
    ) -> Option<Result<String, Refusal>> {
        let file = self.file(format, fingerprint);
        // Opening a pipe would wait.
        if !file.symlink_metadata().ok()?.is_file() {
            return None;
        }
        let bytes = fs::read(file).ok()?;
        let (sum, rest) = bytes.split_first_chunk()?;
        if u32::from_le_bytes(*sum) != crc32fast::hash(rest) {
            return None;
        }
        let kept: CacheEntry = postcard::from_bytes(rest).ok()?;
        let is_same = kept.version == EXTRACTOR_VERSION
            && kept.format == format
            && kept.hash == content_hash(raw);
        (is_same && kept.is_valid(bounds)).then_some(kept.outcome)
    }

    /// Stores an outcome. A failure only means that the document is extracted again.
    pub(super) fn put(
        &self,
        (format, bounds, outcome): (Extraction, &Bounds, &Result<String, Refusal>),
        raw: &[u8],
        fingerprint: &Fingerprint,
    ) {
        let kept = CacheEntry {
            version: EXTRACTOR_VERSION,
            format,
            hash: content_hash(raw),
            bounds: *bounds,
            extracted_at_ns: now_ns(),
            outcome: outcome.clone(),
        };
        if let Ok(bytes) = postcard::to_stdvec(&kept) {
            let _ = self.write(&self.file(format, fingerprint), &bytes);
        }
    }

    fn file(&self, format: Extraction, fingerprint: &Fingerprint) -> PathBuf {
        let (crc32, length) = (fingerprint.crc32, fingerprint.length);
        self.folder
            .join(format!("{crc32:08x}-{length}.{}", format.name()))
    }

    /// Writes atomically: other processes read the same directory.
    fn write(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        create_private_folder(&self.folder)?;
        let number = self
            .written
            .fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let mut written = NamedTempFile::new_in(&self.folder)?;
        written.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
        written.write_all(bytes)?;
        written.persist(file)?;
        // Listing the directory for every entry would be too slow.
        if number / CHECK_BYTES != (number + bytes.len() as u64) / CHECK_BYTES || number == 0 {
            self.evict()?;
        }
        Ok(())
    }

    /// Removes the oldest entries above the size limit.
    fn evict(&self) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.folder)?.flatten() {
            // Another process may remove entries too.
            if let Ok(metadata) = entry.metadata() {
                let written = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                files.push((written, metadata.len(), entry.path()));
            }
        }
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        files.sort_unstable();
        if total <= MAX_BYTES {
            return Ok(());
        }
        for (_, length, path) in files {
            if total <= MAX_BYTES / 10 * 9 {
                break;
            }
            let _ = fs::remove_file(path);
            total -= length;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAW: &[u8] = b"what lies on disk";

    fn fingerprint(raw: &[u8]) -> Fingerprint {
        Fingerprint {
            length: raw.len() as u64,
            mtime_ns: 0,
            crc32: crc32fast::hash(raw),
        }
    }

    const BOUNDS: Bounds = Bounds {
        seconds: 1,
        memory: 1,
        text: 100,
    };

    fn put(cache: &Cache, format: Extraction, outcome: &Result<String, Refusal>) {
        cache.put((format, &BOUNDS, outcome), RAW, &fingerprint(RAW));
    }

    fn outcome() -> Result<String, Refusal> {
        Ok("What it says.\n".to_owned())
    }

    #[test]
    fn extracted_text_is_found_by_content() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(&folder.path().join("deep/er"));
        let get = |format, raw: &[u8]| cache.get(format, raw, &fingerprint(RAW), &BOUNDS);
        assert_eq!(get(Extraction::Pdf, RAW), None);
        put(&cache, Extraction::Pdf, &outcome());
        assert_eq!(get(Extraction::Pdf, RAW), Some(outcome()));
        assert_eq!(get(Extraction::Docx, RAW), None);
        // Another document with the same crc32 and length.
        assert_eq!(get(Extraction::Pdf, b"another file"), None);
        let refused = Err(Refusal::Encrypted);
        put(&cache, Extraction::Docx, &refused);
        assert_eq!(get(Extraction::Docx, RAW), Some(refused));
        let less = Bounds { text: 5, ..BOUNDS };
        let found = cache.get(Extraction::Pdf, RAW, &fingerprint(RAW), &less);
        assert_eq!(found, None, "the text exceeds a lower limit");
    }

    #[cfg(unix)]
    #[test]
    fn an_entry_that_is_a_pipe_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let file = cache.file(Extraction::Pdf, &fingerprint(RAW));
        nix::unistd::mkfifo(&file, nix::sys::stat::Mode::S_IRWXU).unwrap();
        let found = cache.get(Extraction::Pdf, RAW, &fingerprint(RAW), &BOUNDS);
        assert_eq!(found, None);
        put(&cache, Extraction::Pdf, &outcome());
        let found = cache.get(Extraction::Pdf, RAW, &fingerprint(RAW), &BOUNDS);
        assert_eq!(found, Some(outcome()), "it is replaced");
    }

    #[test]
    fn damaged_entries_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        put(&cache, Extraction::Pdf, &outcome());
        let file = cache.file(Extraction::Pdf, &fingerprint(RAW));
        let whole = fs::read(&file).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 0x20;
            fs::write(&file, damaged).unwrap();
            assert_eq!(
                cache.get(Extraction::Pdf, RAW, &fingerprint(RAW), &BOUNDS),
                None
            );
            fs::write(&file, &whole[..at]).unwrap();
            assert_eq!(
                cache.get(Extraction::Pdf, RAW, &fingerprint(RAW), &BOUNDS),
                None
            );
        }
    }

    #[test]
    fn refusals_for_a_limit_hold_while_limits_are_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path());
        let more = Bounds {
            text: BOUNDS.text + 1,
            ..BOUNDS
        };
        let get = |bounds| cache.get(Extraction::Pdf, RAW, &fingerprint(RAW), bounds);
        for refusal in [
            Refusal::TooLong { limit: 1 },
            Refusal::OutOfMemory { limit: 1 },
            Refusal::TimedOut { seconds: 1 },
        ] {
            let refused = Err(refusal);
            put(&cache, Extraction::Pdf, &refused);
            assert_eq!(get(&BOUNDS), Some(refused));
            assert_eq!(get(&more), None);
        }
        put(&cache, Extraction::Pdf, &Err(Refusal::Encrypted));
        assert_eq!(get(&more), Some(Err(Refusal::Encrypted)));
    }

    #[test]
    fn timed_out_documents_are_tried_again_after_a_day() {
        let kept = |age: i64, refusal| CacheEntry {
            version: EXTRACTOR_VERSION,
            format: Extraction::Pdf,
            hash: 0,
            bounds: BOUNDS,
            extracted_at_ns: now_ns() - age,
            outcome: Err(refusal),
        };
        let slow = || Refusal::TimedOut { seconds: 1 };
        assert!(kept(RETRY_AFTER_NS / 2, slow()).is_valid(&BOUNDS));
        assert!(!kept(RETRY_AFTER_NS, slow()).is_valid(&BOUNDS));
        let long = Refusal::TooLong { limit: 1 };
        assert!(kept(RETRY_AFTER_NS, long).is_valid(&BOUNDS));
    }
}
