//! Fingerprints, which detect changes of files, and hashes of contents.
//!
//! Principal type: [`Fingerprint`]. Invariant: a file counts as unchanged only if its length and times prove
//! it; in doubt its crc32 is compared.

use serde::{Deserialize, Serialize};
use std::fs::Metadata;
use std::time::{SystemTime, UNIX_EPOCH};

/// Precision of modification times: a file written twice within this time may keep its mtime.
const RACY_NS: i64 = 2_000_000_000;

/// Nanoseconds until a document that took too long is tried again.
pub const RETRY_AFTER_NS: i64 = 24 * 3_600 * 1_000_000_000;

/// Fingerprint of a file: length and modification time are cheap to compare, the crc32 is reliable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Length in bytes on disk.
    pub length: u64,
    /// Modification time, nanoseconds since the Unix epoch (negative before it).
    pub mtime_ns: i64,
    /// CRC-32 (IEEE) of the raw bytes.
    pub crc32: u32,
}

impl Fingerprint {
    /// Returns true if a file with this length and modification time is certainly the one that was
    /// indexed at `indexed_at_ns` with this fingerprint. If false, the crc32 must be compared. A file
    /// modified less than two seconds before it was indexed, or with a modification time in the future, is
    /// never trusted.
    pub fn unchanged(&self, length: u64, mtime_ns: i64, indexed_at_ns: i64) -> bool {
        self.length == length && self.mtime_ns == mtime_ns && is_older(mtime_ns, indexed_at_ns)
    }
}

/// Returns true if a file's time is certainly before `read_at_ns`.
pub(super) fn is_older(time_ns: i64, read_at_ns: i64) -> bool {
    time_ns < read_at_ns.saturating_sub(RACY_NS)
}

/// Returns the xxh3-64 of these bytes, which identifies a text in the index.
pub fn content_hash(bytes: &[u8]) -> u64 {
    twox_hash::XxHash3_64::oneshot(bytes)
}

/// Returns the current time in nanoseconds since the Unix epoch. With a clock before 1970 every
/// modification time is in the future, which [`Fingerprint::unchanged`] never trusts.
pub fn now_ns() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
        Err(_) => i64::MIN,
    }
}

/// Returns the time of the last change of a file's bytes or attributes, which cannot be set back; on
/// systems without it, the modification time.
pub(super) fn changed_ns(metadata: &Metadata) -> i64 {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let seconds = metadata.ctime().saturating_mul(1_000_000_000);
        seconds.saturating_add(metadata.ctime_nsec())
    }
    #[cfg(not(unix))]
    mtime_ns(metadata)
}

/// Returns a modification time in nanoseconds since the Unix epoch, saturating. A missing one becomes the far
/// future, which [`Fingerprint::unchanged`] never trusts.
pub(super) fn mtime_ns(metadata: &Metadata) -> i64 {
    let Ok(modified) = metadata.modified() else {
        return i64::MAX;
    };
    match modified.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |ns| -ns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000_000;

    fn check(length: u64, mtime_s: i64, indexed_at_s: i64, expected: bool) {
        let known = Fingerprint {
            length: 10,
            mtime_ns: 100 * SECOND,
            crc32: 7,
        };
        assert_eq!(
            known.unchanged(length, mtime_s * SECOND, indexed_at_s * SECOND),
            expected,
            "length {length}, mtime {mtime_s} s, indexed at {indexed_at_s} s"
        );
    }

    #[test]
    fn only_files_unchanged_for_two_seconds_are_trusted() {
        check(10, 100, 103, true);
        check(10, 100, 102, false);
        check(10, 100, 101, false);
    }

    #[test]
    fn another_length_or_mtime_is_a_change() {
        check(11, 100, 1000, false);
        check(10, 101, 1000, false);
        check(10, 99, 1000, false);
    }

    #[test]
    fn future_times_are_never_trusted() {
        check(10, 100, 99, false);
        check(10, 100, -5, false);
    }

    #[test]
    fn extreme_times_do_not_overflow() {
        let known = Fingerprint {
            length: 0,
            mtime_ns: i64::MIN,
            crc32: 0,
        };
        assert!(!known.unchanged(0, i64::MIN, i64::MIN));
        assert!(known.unchanged(0, i64::MIN, i64::MAX));
    }
}
