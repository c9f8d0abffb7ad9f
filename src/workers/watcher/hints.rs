//! File system events, collected until they pause.
//!
//! Principal types: [`Hints`] and [`Batch`]. Invariant: lost or too many events become a scan of everything,
//! so no change is missed.

use notify::ErrorKind;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Pause that ends a batch of events, and its maximum duration: an editor saves in several steps.
const QUIET: Duration = Duration::from_millis(30);
const MAX_DELAY: Duration = Duration::from_millis(200);
/// The same for a scan of everything. Its pause is as long as the last walk, up to this maximum: a change
/// during the walk requires another one.
const MAX_PAUSE: Duration = Duration::from_millis(500);
const LATEST_WALK: Duration = Duration::from_secs(2);
/// Maximum number of paths that are scanned one by one; above it a scan of everything is cheaper.
const MAX_PATHS: usize = 512;

/// An event of the system. Only the state on disk is trusted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::workers) enum Hint {
    /// A change of this path.
    Path(PathBuf),
    /// A change of a file with ignore rules, or of git's HEAD.
    Rules(PathBuf),
    /// The mark with this number was written: all earlier changes were reported.
    Mark(u64),
    /// Events were lost.
    Lost,
    /// The watcher failed; there will be no more events.
    Broken(WatchError),
}

/// Reason why the system does not report changes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(in crate::workers) enum WatchError {
    #[error("the system does not report changes on {0}")]
    Remote(&'static str),
    #[error("the limit of watched directories is reached (fs.inotify.max_user_watches)")]
    Directories,
    #[error("the limit of file watchers is reached (fs.inotify.max_user_instances)")]
    Programs,
    #[error("cannot watch files: {0}")]
    System(String),
    #[error("an internal error while watching files")]
    Fault,
}

impl From<notify::Error> for WatchError {
    fn from(error: notify::Error) -> Self {
        match &error.kind {
            ErrorKind::MaxFilesWatch => Self::Directories,
            ErrorKind::Io(cause) if cause.raw_os_error() == Some(TOO_MANY_FILES) => Self::Programs,
            _ => Self::System(error.to_string()),
        }
    }
}

/// `EMFILE` on every Unix.
const TOO_MANY_FILES: i32 = 24;

/// Events since the last scan.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::workers) struct Batch {
    /// Affected paths.
    pub(in crate::workers) paths: BTreeSet<PathBuf>,
    /// Directories that were not watched before, with unreported changes.
    pub(in crate::workers) newly_watched: BTreeSet<PathBuf>,
    /// True if everything must be scanned.
    pub(in crate::workers) everything: bool,
    /// True if directories may have been added, removed and moved without an event.
    pub(in crate::workers) lost: bool,
    /// Reason why there will be no more events.
    pub(in crate::workers) broken: Option<WatchError>,
}

/// Collects hints, and decides when to scan.
#[derive(Debug, Default)]
pub(in crate::workers) struct Hints {
    /// Collected events.
    pub(in crate::workers) batch: Batch,
    /// Times of the first and the last event.
    waiting: Option<(Instant, Instant)>,
    /// Number of the last mark.
    pub(in crate::workers) mark: Option<u64>,
    /// Duration of the last full walk.
    pub(in crate::workers) cost: Duration,
}

impl Hints {
    /// Adds an event.
    pub(in crate::workers) fn note(&mut self, hint: Hint, now: Instant) {
        let batch = &mut self.batch;
        match hint {
            Hint::Path(path) => _ = batch.paths.insert(path),
            Hint::Rules(path) => {
                batch.everything = true;
                batch.paths.insert(path);
            }
            Hint::Mark(number) => {
                self.mark = Some(number);
                return;
            }
            Hint::Lost => batch.lost = true,
            Hint::Broken(error) => batch.broken = Some(error),
        }
        batch.lost |= batch.paths.len() > MAX_PATHS;
        batch.everything |= batch.lost || batch.broken.is_some();
        if batch.lost {
            batch.paths.clear();
        }
        let first = self.waiting.map_or(now, |(first, _)| first);
        self.waiting = Some((first, now));
    }

    /// Adds directories that are watched from now on, to be scanned as soon as possible.
    pub(in crate::workers) fn newly_watched(&mut self, directories: Vec<PathBuf>, now: Instant) {
        if directories.is_empty() {
            return;
        }
        if directories.len() > MAX_PATHS {
            self.batch.everything = true;
        } else {
            self.batch.newly_watched.extend(directories);
        }
        self.waiting.get_or_insert((now, now));
    }

    /// Requires a scan of everything without an event, as polling does.
    pub(in crate::workers) fn request_scan(&mut self, now: Instant) {
        self.batch.everything = true;
        self.waiting.get_or_insert((now, now));
    }

    /// Time of the next scan. None without events. Cheap scans happen soon (a saved file); a full
    /// scan waits for a pause, because a branch switch changes file after file.
    pub(in crate::workers) fn due(&self) -> Option<Instant> {
        let (first, last) = self.waiting?;
        if !self.has_news() {
            return Some(first);
        }
        if self.batch.everything {
            let quiet = self.cost.clamp(QUIET, MAX_PAUSE);
            return Some((last + quiet).min(first + LATEST_WALK));
        }
        Some((last + QUIET).min(first + MAX_DELAY))
    }

    /// Returns true if the system reported an event. Newly watched directories do not count.
    pub(in crate::workers) fn has_news(&self) -> bool {
        let batch = &self.batch;
        !batch.paths.is_empty() || batch.lost || batch.broken.is_some()
    }

    /// Takes the batch once it is due.
    pub(in crate::workers) fn take(&mut self, now: Instant) -> Option<Batch> {
        if self.due()? > now {
            return None;
        }
        Some(self.drain())
    }

    /// Takes the batch immediately.
    pub(in crate::workers) fn drain(&mut self) -> Batch {
        self.waiting = None;
        std::mem::take(&mut self.batch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn path(name: &str) -> Hint {
        Hint::Path(PathBuf::from(name))
    }

    /// Checks the times of scans, given the times of changes, in milliseconds.
    fn check(changes: &[u64], scans: &[u64]) {
        let start = Instant::now();
        let mut hints = Hints::default();
        let mut looked = Vec::new();
        let last = changes.iter().max().copied().unwrap_or(0) + 1_000;
        for at in 0..last {
            let now = start + ms(at);
            for _ in changes.iter().filter(|change| **change == at) {
                hints.note(path("a"), now);
            }
            if hints.take(now).is_some() {
                looked.push(at);
            }
        }
        assert_eq!(looked, scans, "{changes:?}");
        assert!(hints.due().is_none());
    }

    #[test]
    fn scans_after_a_quiet_period() {
        check(&[], &[]);
        check(&[0], &[30]);
        check(&[0, 10, 20], &[50]);
        check(&[0, 100], &[30, 130]);
    }

    #[test]
    fn scans_within_the_maximum_delay_under_constant_changes() {
        let busy: Vec<u64> = (0..500).step_by(20).collect();
        check(&busy, &[200, 420, 510]);
    }

    #[test]
    fn paths_are_collected_once_and_many_of_them_mean_everything() {
        let now = Instant::now();
        let mut hints = Hints::default();
        hints.note(path("a"), now);
        hints.note(path("a"), now);
        hints.note(path("b"), now);
        assert!(hints.take(now).is_none(), "it is not quiet yet");
        let batch = hints.take(now + QUIET).unwrap();
        assert_eq!((batch.paths.len(), batch.everything), (2, false));
        for number in 0..=MAX_PATHS {
            hints.note(path(&number.to_string()), now);
        }
        let batch = hints.drain();
        assert!(batch.everything && batch.lost && batch.paths.is_empty());
        assert_eq!(hints.drain(), Batch::default());
    }

    #[test]
    fn rule_changes_keep_paths_and_lost_events_drop_them() {
        let now = Instant::now();
        let mut hints = Hints::default();
        hints.note(path("a"), now);
        hints.note(Hint::Rules(".gitignore".into()), now);
        let batch = hints.drain();
        assert!(batch.everything && !batch.lost && batch.paths.len() == 2);
        hints.note(path("a"), now);
        hints.note(Hint::Lost, now);
        let batch = hints.drain();
        assert!(batch.everything && batch.lost && batch.paths.is_empty());
        hints.note(Hint::Broken(WatchError::Fault), now);
        assert!(hints.drain().everything);
    }

    /// A branch switch: files change every 20 ms for a second, and everything is scanned.
    #[test]
    fn an_expensive_scan_waits_for_a_pause() {
        let check = |cost, expected: &[u64]| {
            let start = Instant::now();
            let mut hints = Hints {
                cost: ms(cost),
                ..Hints::default()
            };
            let begun = start + ms(10_000);
            let mut looked = Vec::new();
            for at in 0..4_000 {
                let now = begun + ms(at);
                if at <= 1_000 && at.is_multiple_of(20) {
                    hints.note(Hint::Rules(".git/HEAD".into()), now);
                }
                if hints.take(now).is_some() {
                    looked.push(at);
                }
            }
            assert_eq!(looked, expected, "{cost} ms");
        };
        check(0, &[1_030]);
        check(300, &[1_300]);
        check(60_000, &[1_500]);
    }

    #[test]
    fn newly_watched_directories_are_scanned_at_once() {
        let now = Instant::now();
        let mut hints = Hints::default();
        hints.newly_watched(Vec::new(), now);
        assert!(hints.due().is_none());
        hints.newly_watched(vec![PathBuf::from("a")], now);
        assert!(!hints.has_news(), "nothing happened");
        let batch = hints.take(now).unwrap();
        assert_eq!((batch.newly_watched.len(), batch.everything), (1, false));
        hints.newly_watched(vec![PathBuf::from("a"); MAX_PATHS + 1], now);
        let batch = hints.take(now).unwrap();
        assert!(batch.everything && !batch.lost, "they are watched already");
    }
}
