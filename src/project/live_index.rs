//! An index that follows the working tree, and is brought up to date on request.
//!
//! Principal type: [`LiveIndex`]. Contract: a call waits at most a few seconds; its [`Freshness`] reports what
//! is not indexed yet.

use super::coverage::TreeCoverage;
use super::freshness::{Freshness, cancel_after};
use super::repository::Project;
use crate::corpus::{Cancel, Place, locked};
use crate::index::IndexReader;
use crate::protocol::Stage;
use crate::workers::indexer::{Indexer, Progress, Report};
use crate::workers::{SharedModel, TypingFlag};
use anyhow::{Context, Result};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum time that a call waits for a scan of the working tree.
const SCAN_TIMEOUT: Duration = Duration::from_secs(2);
/// Maximum time that it waits while changed files are read, and during the first update: embedding delays the
/// next scan.
const READ_TIMEOUT: Duration = Duration::from_millis(600);
/// Maximum time that it waits for the first commit: an answer without an index is of no use.
const FIRST_COMMIT_TIMEOUT: Duration = Duration::from_millis(800);
/// Time between two comparisons of the working tree with the index that another process writes.
pub(super) const COMPARE_INTERVAL: Duration = Duration::from_millis(100);

/// The index of a server, or those of several repositories.
pub(crate) struct LiveIndex {
    members: Vec<LiveMember>,
    pub(crate) snapshots: IndexReader,
}

/// The index of one repository. Another process may write it; then this one follows.
struct LiveMember {
    place: Place,
    project: Project,
    indexer: Mutex<Indexer>,
    snapshots: IndexReader,
    reports: Arc<ReportBoard>,
    coverage: Mutex<TreeCoverage>,
}

/// The latest reports of the indexer, for threads that wait for one.
#[derive(Default)]
struct ReportBoard {
    latest: Mutex<IndexingState>,
    changed: Condvar,
}

/// The latest reports of the indexer.
#[derive(Default)]
struct IndexingState {
    /// Number of scans of the whole repository that began.
    scans: u64,
    /// Progress of the update that runs.
    progress: Option<Progress>,
    /// True if the keywords of all files that the last scan found are indexed.
    is_current: bool,
    /// True after the first update: the index was up to date once.
    was_current: bool,
    /// True while another process writes the index.
    is_following: bool,
    /// Error of the last update.
    failure: Option<String>,
}

impl IndexingState {
    /// Maximum time that a call waits.
    fn max_wait(&self) -> Duration {
        let is_first = !self.was_current;
        let Some(progress) = self.progress else {
            return SCAN_TIMEOUT;
        };
        match progress.stage {
            Stage::Reading if progress.generation == 0 => FIRST_COMMIT_TIMEOUT,
            Stage::Reading => READ_TIMEOUT,
            Stage::Embedding if is_first => READ_TIMEOUT,
            _ => SCAN_TIMEOUT,
        }
    }
}

impl LiveIndex {
    /// Starts a thread that indexes, for each repository.
    pub(crate) fn start(project: &Project, model: &SharedModel) -> Result<Self> {
        let (mut members, mut snapshots) = (Vec::new(), Vec::new());
        for (place, repository) in project.repositories() {
            let member = LiveMember::start(repository, place.clone(), model.clone())?;
            snapshots.push((place, member.snapshots.clone()));
            members.push(member);
        }
        let snapshots = IndexReader::joined(snapshots);
        Ok(Self { members, snapshots })
    }

    /// Requests a scan, unless nothing changed, and waits a moment for the keywords of all files.
    pub(crate) fn refresh(&self) -> Result<Freshness> {
        let started = Instant::now();
        // One limit for all: a call would else wait as long as there are repositories.
        let (cancel, _timer) = cancel_after(SCAN_TIMEOUT)?;
        let asked: Vec<Option<u64>> = self.members.iter().map(LiveMember::ask).collect();
        let mut all = Vec::with_capacity(self.members.len());
        for (member, before) in self.members.iter().zip(asked) {
            all.push(match before {
                Some(before) => member.wait(before, started, &cancel)?,
                None => Freshness::UP_TO_DATE,
            });
        }
        Ok(Freshness::of_all(all.into_iter()))
    }

    /// The changed files that are read and are to read, of the updates that run; none without one.
    pub(crate) fn progress(&self) -> Option<(usize, usize)> {
        let mut all = None;
        for member in &self.members {
            if let Some(progress) = member.reports.latest().progress {
                let (done, files) = all.unwrap_or_default();
                all = Some((done + progress.files.0, files + progress.files.1));
            }
        }
        all
    }

    /// The error of an update that failed last.
    pub(crate) fn failure(&self) -> Option<String> {
        let mut members = self.members.iter();
        members.find_map(|member| {
            let failure = member.reports.latest().failure.clone()?;
            Some(member.place.about(&failure))
        })
    }
}

impl Drop for LiveIndex {
    /// Asks all threads to end before the first one is waited for.
    fn drop(&mut self) {
        for member in &self.members {
            locked(&member.indexer).exit();
        }
    }
}

impl LiveMember {
    fn start(project: &Project, place: Place, model: SharedModel) -> Result<Self> {
        let indexing = project.indexing(model, TypingFlag::default(), project.config.vector.graph);
        let snapshots = indexing.snapshots().clone();
        let reports = Arc::new(ReportBoard::default());
        let heard = Arc::clone(&reports);
        let indexer = Indexer::start(indexing, Box::new(move |report| heard.add(report)));
        Ok(Self {
            place,
            project: project.clone(),
            indexer: Mutex::new(indexer.context("cannot start a thread")?),
            snapshots,
            reports,
            coverage: Mutex::default(),
        })
    }

    /// Requests a scan, unless the system reported no change. Returns the number of scans before; none without a scan.
    fn ask(&self) -> Option<u64> {
        if locked(&self.indexer).is_unchanged() {
            return None;
        }
        let mut latest = self.reports.latest();
        let before = latest.scans;
        latest.failure = None;
        drop(latest);
        locked(&self.indexer).update();
        Some(before)
    }

    /// Waits a moment for the keywords of all files.
    fn wait(&self, before: u64, started: Instant, cancel: &Cancel) -> Result<Freshness> {
        let mut latest = self.reports.latest();
        loop {
            let mut pause = SCAN_TIMEOUT;
            if latest.is_following {
                drop(latest);
                let mut coverage = locked(&self.coverage);
                let freshness = coverage.freshness(&self.project, &self.snapshots, cancel)?;
                drop(coverage);
                if freshness.fresh || cancel.is_cancelled() {
                    return Ok(freshness);
                }
                // The other process may be about to index the change, or to release the lock.
                latest = self.reports.latest();
                pause = COMPARE_INTERVAL;
            }
            if latest.scans > before && latest.is_current {
                return Ok(Freshness::UP_TO_DATE);
            }
            let left = latest.max_wait().saturating_sub(started.elapsed());
            if left.is_zero() || latest.failure.is_some() {
                let files = match latest.progress {
                    Some(progress) if progress.stage == Stage::Reading => Some(progress.files),
                    _ => None,
                };
                return Ok(Freshness::stale(files));
            }
            let waited = self.reports.changed.wait_timeout(latest, left.min(pause));
            latest = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl ReportBoard {
    fn latest(&self) -> MutexGuard<'_, IndexingState> {
        locked(&self.latest)
    }

    fn add(&self, report: Report) {
        let mut latest = self.latest();
        match report {
            Report::Head(_) => {
                *latest = IndexingState {
                    scans: latest.scans + 1,
                    was_current: latest.was_current,
                    ..IndexingState::default()
                };
            }
            Report::Progress(progress) | Report::Moved(progress) => {
                latest.is_current = Freshness::at(progress.stage, progress.files).fresh;
                latest.progress = Some(progress);
            }
            Report::UpToDate(_) => {
                latest.was_current = true;
                latest.is_current = true;
                latest.progress = None;
            }
            Report::Following(progress) => {
                latest.is_following = true;
                latest.progress = Some(progress);
            }
            Report::Failed(sentence) => latest.failure = Some(sentence),
            Report::Watching(_) | Report::Changed | Report::Cancelled | Report::Released => return,
        }
        drop(latest);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Head;
    use crate::workers::indexer::UpdateSummary;

    #[test]
    fn keywords_are_current_once_all_files_of_a_scan_are_read() {
        let reports = ReportBoard::default();
        let check = |report: Report, expected: (u64, bool)| {
            reports.add(report);
            let latest = reports.latest();
            assert_eq!((latest.scans, latest.is_current), expected);
        };
        let at = |stage| {
            Report::Progress(Progress {
                stage,
                ..Progress::default()
            })
        };
        check(Report::Head(Head::default()), (1, false));
        check(at(Stage::Reading), (1, false));
        check(at(Stage::Embedding), (1, true));
        check(Report::Head(Head::default()), (2, false));
        check(Report::UpToDate(UpdateSummary::default()), (2, true));
    }

    #[test]
    fn embedding_does_not_delay_the_answers_of_a_new_index() {
        let reports = ReportBoard::default();
        let at = |generation, stage| {
            Report::Progress(Progress {
                stage,
                generation,
                ..Progress::default()
            })
        };
        let timeout = |report| {
            reports.add(report);
            reports.latest().max_wait()
        };
        assert_eq!(timeout(at(0, Stage::Walking)), SCAN_TIMEOUT);
        assert_eq!(timeout(at(0, Stage::Reading)), FIRST_COMMIT_TIMEOUT);
        assert_eq!(timeout(at(1, Stage::Reading)), READ_TIMEOUT);
        assert_eq!(timeout(at(1, Stage::Embedding)), READ_TIMEOUT);
        assert_eq!(
            timeout(Report::UpToDate(UpdateSummary::default())),
            SCAN_TIMEOUT
        );
        assert_eq!(timeout(Report::Head(Head::default())), SCAN_TIMEOUT);
        assert_eq!(timeout(at(2, Stage::Embedding)), SCAN_TIMEOUT);
    }
}
