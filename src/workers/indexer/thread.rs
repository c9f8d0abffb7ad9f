//! The explorer's indexer thread: it writes, follows another writing process, and watches for changes.
//!
//! Principal type: [`Thread`]. It executes the orders of the [`scheduler`](super::scheduler). Invariant:
//! neither an error nor a panic ends the thread; both lead to a phase that tries again.

use super::pipeline::Pipeline;
use super::progress::{Progress, UpdateSummary};
use super::report::{Report, Result, UpdateError};
use super::run::RunControl;
use super::scheduler::{
    DISK_FULL_RETRY, FOLLOW_INTERVAL, MAINTENANCE_DELAY, Order, Phase, RELEASE_DELAY,
    SharedScheduler,
};
use crate::corpus::{Cancel, Head, Root, Scope, SkipReason};
use crate::index::{IndexError, Merging, OpenMode};
use crate::protocol::{Stage, WatchMethod};
use crate::workers::threads::{Sink, catch_panic};
use crate::workers::watcher::{self, Batch, HintSink, WatchError, Watcher};
use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// Duration after which a scan of changed files reports its progress.
const REPORT_DELAY: Duration = Duration::from_millis(300);

pub(super) struct Thread {
    shared: Arc<SharedScheduler>,
    pipeline: Pipeline,
    watcher: Watcher,
    reported: WatchMethod,
    /// Git's HEAD at the last report as a follower.
    followed_head: Option<Head>,
    sink: Sink<Report>,
}

impl Thread {
    pub(super) fn new(
        shared: Arc<SharedScheduler>,
        pipeline: Pipeline,
        sink: Sink<Report>,
    ) -> Self {
        // The thread owns the watcher, which must not keep the thread's state alive.
        let weak = Arc::downgrade(&shared);
        let hints: HintSink = Arc::new(move |hint| {
            if let Some(shared) = weak.upgrade() {
                shared.change(|scheduler| scheduler.hint(hint, Instant::now()));
            }
        });
        Self {
            watcher: Watcher::new(
                pipeline.reader.root(),
                Some(&pipeline.folder.marks()),
                hints,
                watcher::start,
            ),
            reported: WatchMethod::default(),
            followed_head: None,
            shared,
            pipeline,
            sink,
        }
    }

    pub(super) fn run(mut self) {
        let mut phase = Phase::Idle;
        loop {
            let order = self.shared.next(&phase);
            phase = match self.execute(order, phase) {
                Some(phase) => phase,
                None => break,
            };
            let mut scheduler = self.shared.lock();
            scheduler.is_scanning = false;
            if !self.watcher.reports_in_order() {
                scheduler.whole = None;
            }
        }
    }

    /// Executes an order and returns the next phase; none at the end.
    fn execute(&mut self, order: Order, phase: Phase) -> Option<Phase> {
        Some(match order {
            Order::Exit => return None,
            Order::Release { requested } => {
                self.pipeline.release();
                if requested {
                    (self.sink)(Report::Released);
                }
                Phase::Idle
            }
            Order::Announce => {
                (self.sink)(Report::Changed);
                phase
            }
            Order::Maintain(cancel) => match phase {
                Phase::Searchable(summary, _) => self.maintain(summary, &cancel),
                phase => phase,
            },
            Order::Update(mode, cancel) => {
                if mode == OpenMode::Empty {
                    self.pipeline.reopen_with(mode);
                }
                self.scan_everything(&cancel, &phase)
            }
            Order::Scan {
                batch,
                announced,
                cancel,
            } => {
                self.watcher.renew(&batch);
                match phase {
                    // Earlier changes are pending too.
                    Phase::Outdated(..) | Phase::Following(..) => {
                        self.scan_everything(&cancel, &phase)
                    }
                    phase => self.scan_changes(&batch, announced, &cancel, phase),
                }
            }
        })
    }

    /// Scans everything and reports the progress. A follower first tries to get the lock, which usually
    /// fails.
    fn scan_everything(&mut self, cancel: &Cancel, phase: &Phase) -> Phase {
        if let Err(error) = Root::exactly(self.pipeline.reader.root().path()) {
            return self.failed(error.into());
        }
        if let Phase::Following(seen, _) = phase
            && self.pipeline.is_locked_out(cancel)
        {
            return self.follow(Some(*seen));
        }
        (self.sink)(Report::Head(self.pipeline.head()));
        // A scan of everything covers all events so far.
        let batch = self.shared.lock().hints.drain();
        self.watcher.renew(&batch);
        let updated = self.run_pipeline(&Scope::Everything, cancel, &|sink, progress| {
            sink(Report::Progress(progress));
        });
        match updated {
            Ok(summary) => {
                self.shared.lock().whole = Some(Instant::now());
                self.up_to_date(summary)
            }
            Err(error) => self.failed(error),
        }
    }

    /// Scans changed files. Usually only the result is reported.
    fn scan_changes(
        &mut self,
        batch: &Batch,
        announced: bool,
        cancel: &Cancel,
        phase: Phase,
    ) -> Phase {
        let scope = if batch.everything {
            Scope::Everything
        } else {
            let paths = batch.paths.iter().chain(&batch.newly_watched);
            Scope::from_paths(self.pipeline.reader.root(), paths.map(PathBuf::as_path))
        };
        if scope.is_empty() && !announced {
            return phase;
        }
        if scope == Scope::Everything {
            (self.sink)(Report::Head(self.pipeline.head()));
        }
        let before = match &phase {
            Phase::Searchable(summary, _) | Phase::Maintained(summary, _) => {
                Some((summary.generation, summary.skipped))
            }
            _ => None,
        };
        let seen = Cell::new(before.map_or(0, |(generation, _)| generation));
        let (started, reported) = (Instant::now(), Cell::new(announced));
        let updated = self.run_pipeline(&scope, cancel, &|sink, progress| {
            let generation = progress.generation;
            let is_new = generation != 0 && seen.replace(generation) != generation;
            let is_at_work = progress.files.1 > 0 || progress.stage == Stage::Embedding;
            if started.elapsed() > REPORT_DELAY && (is_new || is_at_work) {
                reported.set(true);
                sink(Report::Progress(progress));
            } else if is_new {
                sink(Report::Moved(progress));
            }
        });
        match updated {
            Ok(summary) if before == Some((summary.generation, summary.skipped)) => {
                self.shared.lock().work.found_nothing = true;
                if reported.get() {
                    (self.sink)(Report::UpToDate(summary));
                }
                // The phase's timer keeps running.
                phase
            }
            Ok(summary) => self.up_to_date(summary),
            Err(UpdateError::NeedsFullUpdate) => self.scan_everything(cancel, &phase),
            Err(error) => self.failed(error),
        }
    }

    /// Updates the index. The directories of the walk are watched in the meantime; those that were not
    /// watched before are scanned again afterwards.
    fn run_pipeline(
        &mut self,
        scope: &Scope,
        cancel: &Cancel,
        report: &dyn Fn(&Sink<Report>, Progress),
    ) -> Result<UpdateSummary> {
        let started = Instant::now();
        let Self {
            shared,
            pipeline,
            watcher,
            reported,
            sink,
            ..
        } = self;
        let control = RunControl {
            cancel,
            progress: &|progress| {
                if progress.stage == Stage::Embedding {
                    shared.lock().embeds(Instant::now());
                }
                report(sink, progress);
            },
        };
        let found = contained("indexing", || pipeline.walk(scope, control))?;
        let walked = started.elapsed();
        let nested = found.skipped.iter();
        let nested = nested.filter(|skipped| skipped.reason == SkipReason::Repository);
        let root = pipeline.reader.root().path();
        watcher.watch_markers(nested.map(|skipped| skipped.path.under(root)));
        let directories = pipeline.directories.clone();
        let (updated, followed) = thread::scope(|threads| {
            let following = Builder::new()
                .name("watch".to_owned())
                .spawn_scoped(threads, || watcher.follow(&directories));
            let updated = contained("indexing", || pipeline.index_walk(scope, found, control));
            let followed = following
                .map_err(|error| WatchError::System(error.to_string()))
                .and_then(|thread| thread.join().map_err(|_| WatchError::Fault));
            (updated, followed)
        });
        match followed {
            Ok(added) => shared.lock().hints.newly_watched(added, Instant::now()),
            Err(error) => watcher.give_up(&error),
        }
        // The time between polls depends on the time of a walk.
        let took = started.elapsed();
        let mut scheduler = shared.lock();
        if *scope == Scope::Everything {
            scheduler.hints.cost = took;
        }
        if let WatchMethod::Polling(_) = watcher.state() {
            scheduler.poll_after(walked, Instant::now());
        }
        drop(scheduler);
        if *reported != *watcher.state() {
            *reported = watcher.state().clone();
            sink(Report::Watching(reported.clone()));
        }
        updated
    }

    fn up_to_date(&self, summary: UpdateSummary) -> Phase {
        (self.sink)(Report::UpToDate(summary.clone()));
        Phase::Searchable(summary, Instant::now() + MAINTENANCE_DELAY)
    }

    /// Returns the phase after a failed update. The next one opens another writer, which may succeed.
    fn failed(&mut self, error: UpdateError) -> Phase {
        let now = Instant::now();
        self.shared.lock().whole = None;
        match &error {
            UpdateError::Index(IndexError::Locked) => return self.follow(None),
            UpdateError::Cancelled if self.shared.lock().has_yielded() => {
                return Phase::Outdated(now);
            }
            UpdateError::Cancelled => {
                (self.sink)(Report::Cancelled);
                return Phase::Idle;
            }
            UpdateError::Root(_) => self.watcher.reset(),
            _ => {}
        }
        self.pipeline.release();
        (self.sink)(Report::Failed(error.to_string()));
        match error {
            UpdateError::Root(_) => Phase::Outdated(now + FOLLOW_INTERVAL),
            UpdateError::Index(error) if error.is_full_disk() => {
                Phase::Outdated(now + DISK_FULL_RETRY)
            }
            _ => Phase::Outdated(now + RELEASE_DELAY),
        }
    }

    /// Maintains the index. An interruption defers the rest; the index is up to date in any case.
    fn maintain(&mut self, mut summary: UpdateSummary, cancel: &Cancel) -> Phase {
        (self.sink)(Report::Progress(summary.progress(Stage::Maintenance)));
        summary.embedded = 0;
        let (pipeline, sink, shared) = (&mut self.pipeline, &self.sink, &self.shared);
        let done = contained("maintenance", || {
            let progress = &|progress: Progress| {
                shared.lock().yield_to_changes(Instant::now());
                sink(Report::Progress(progress));
            };
            pipeline.summarize(&mut summary, RunControl { cancel, progress })?;
            pipeline.maintain(&mut summary, Merging::All, cancel)?;
            pipeline.write_summaries(&mut summary, cancel, progress)
        });
        let now = Instant::now();
        match done {
            Ok(()) | Err(UpdateError::Cancelled) => {
                (self.sink)(Report::UpToDate(summary.clone()));
                if cancel.is_cancelled() {
                    Phase::Searchable(summary, now + MAINTENANCE_DELAY)
                } else {
                    Phase::Maintained(summary, now + RELEASE_DELAY)
                }
            }
            // Everything stays searchable.
            Err(error) => self.failed(error),
        }
    }

    /// Reports the other process's newest snapshot and git's HEAD if one of them is new: a commit changes no file.
    fn follow(&mut self, reported: Option<Progress>) -> Phase {
        let mut seen = reported.unwrap_or_default();
        // An unreadable index is being rebuilt by its writer.
        if let Ok(Some(snapshot)) = self.pipeline.snapshots().refresh() {
            seen.show(&snapshot);
        }
        let head = self.pipeline.head();
        if reported != Some(seen) || self.followed_head.as_ref() != Some(&head) {
            self.followed_head = Some(head.clone());
            (self.sink)(Report::Head(head));
            (self.sink)(Report::Following(seen));
        }
        Phase::Following(seen, Instant::now() + FOLLOW_INTERVAL)
    }
}

/// Does a piece of work whose panic must not end the thread.
fn contained<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_panic(what, work).map_err(UpdateError::Fault)?
}

#[cfg(test)]
mod tests;
