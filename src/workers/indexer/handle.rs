//! Handles of the indexing threads: of one repository, and of several together.

use super::pipeline::Pipeline;
use super::progress::{LiveCounters, Progress, UpdateSummary};
use super::report::Report;
use super::scheduler::{Scheduler, SharedScheduler};
use super::thread::Thread;
use crate::corpus::{Place, locked, spawn};
use crate::index::IndexReader;
use crate::workers::threads::{Sink, join_within};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time limit for the end of the thread, which finishes a running commit first.
pub(super) const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

/// Time limit for the report of a mark.
const MARK_TIMEOUT: Duration = Duration::from_millis(100);

/// Handle of the thread. Dropping it stops indexing and releases the lock.
pub struct Indexer {
    shared: Arc<SharedScheduler>,
    counters: LiveCounters,
    /// Directory of marks, and the number of the last one.
    marks: PathBuf,
    mark: u64,
    thread: Option<JoinHandle<()>>,
}

impl Indexer {
    /// Starts the thread, which begins with an update and then follows changes.
    pub fn start(pipeline: Pipeline, sink: Sink<Report>) -> std::io::Result<Self> {
        let shared = Arc::new(SharedScheduler::default());
        shared.lock().update(Instant::now());
        let (counters, marks) = (pipeline.counters(), pipeline.folder.marks());
        let thread = Thread::new(Arc::clone(&shared), pipeline, sink);
        let thread = spawn("indexer", move || thread.run())?;
        Ok(Self {
            shared,
            counters,
            marks,
            // Another process may write marks to the same directory.
            mark: u64::from(std::process::id()) << 32,
            thread: Some(thread),
        })
    }

    /// Returns true if the index has every change of the working tree: the last scan of everything succeeded, and the
    /// system reported no change that was not scanned. False if that is unknown. Waits 100 ms at most.
    pub fn is_unchanged(&mut self) -> bool {
        if !self.shared.lock().is_unchanged(Instant::now()) {
            return false;
        }
        // Changes are reported with a delay, but in order: when the mark is reported, so are they.
        self.mark += 1;
        let (mark, file) = (self.mark, self.marks.join(self.mark.to_string()));
        if fs::write(&file, "").is_err() {
            return false;
        }
        let is_reported = |scheduler: &Scheduler| scheduler.hints.mark == Some(mark);
        let is_reported = self.shared.wait_until(is_reported, MARK_TIMEOUT);
        // A remaining mark takes no space, and has no meaning.
        let _ = fs::remove_file(&file);
        is_reported && self.shared.lock().is_unchanged(Instant::now())
    }

    /// Counters that are updated between reports.
    pub fn counters(&self) -> LiveCounters {
        self.counters.clone()
    }

    /// Scans for changes: now, or again after the running update. Interrupts embedding and maintenance.
    pub fn update(&self) {
        self.shared
            .change(|scheduler| scheduler.update(Instant::now()));
    }

    /// Rebuilds the index, unless another process writes it.
    pub fn rebuild(&self) {
        self.shared.change(Scheduler::rebuild);
    }

    /// Stops the running work.
    pub fn cancel(&self) {
        self.shared.change(Scheduler::stop);
    }

    /// Stops the running work and releases the lock until [`Indexer::update`]; ends with
    /// [`Report::Released`].
    pub fn release(&self) {
        self.shared.change(Scheduler::release);
    }

    /// Asks the thread to end; only dropping the handle waits for it.
    pub fn exit(&self) {
        self.shared.change(Scheduler::exit);
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.exit();
        // Commits are safe; this only releases the lock properly.
        if let Some(thread) = self.thread.take() {
            join_within(thread, EXIT_TIMEOUT);
        }
    }
}

/// Handles of the threads, one for each repository.
pub struct Indexers(Vec<Indexer>);

impl Indexers {
    /// Starts the threads, each of which begins with an update.
    pub fn start(pipelines: Vec<(Place, Pipeline)>, sink: Sink<Report>) -> std::io::Result<Self> {
        let places: Vec<Place> = pipelines.iter().map(|(place, _)| place.clone()).collect();
        let joined = Arc::new(Mutex::new((JoinedReports::of(places), sink)));
        let mut indexers = Vec::with_capacity(pipelines.len());
        for (at, (_, pipeline)) in pipelines.into_iter().enumerate() {
            let joined = Arc::clone(&joined);
            let sink = Box::new(move |report| {
                let (reports, sink) = &mut *locked(&joined);
                reports.join(at, report).into_iter().for_each(sink);
            });
            indexers.push(Indexer::start(pipeline, sink)?);
        }
        Ok(Self(indexers))
    }

    /// A reader of the snapshots that they publish, together.
    pub fn snapshots(pipelines: &[(Place, Pipeline)]) -> IndexReader {
        let mut members = Vec::new();
        for (place, pipeline) in pipelines {
            members.push((place.clone(), pipeline.snapshots().clone()));
        }
        IndexReader::joined(members)
    }

    /// Counters that are updated between reports, of each repository.
    pub fn counters(&self) -> Vec<LiveCounters> {
        self.0.iter().map(Indexer::counters).collect()
    }

    /// Passes an order to all threads; a release of all ends with one [`Report::Released`].
    pub fn each(&self, order: fn(&Indexer)) {
        self.0.iter().for_each(order);
    }
}

impl Drop for Indexers {
    /// Asks all threads to end before the first one is waited for.
    fn drop(&mut self) {
        self.each(Indexer::exit);
    }
}

/// The last reports of each repository.
struct JoinedReports(Vec<LastReports>);

/// The last reports of a repository.
struct LastReports {
    place: Place,
    progress: Progress,
    /// The report that ended the last update; none while one runs.
    end: Option<Report>,
    is_released: bool,
}

impl JoinedReports {
    fn of(places: Vec<Place>) -> Self {
        let mut reports = Vec::new();
        for place in places {
            reports.push(LastReports {
                place,
                progress: Progress::default(),
                end: None,
                is_released: false,
            });
        }
        Self(reports)
    }

    /// Takes a report of one repository. Returns those about all; none if it says nothing about them.
    fn join(&mut self, at: usize, report: Report) -> Vec<Report> {
        if self.0.len() == 1 {
            return vec![report];
        }
        let own = &mut self.0[at];
        match report {
            // Several repositories have no common branch.
            Report::Head(_) => return Vec::new(),
            Report::Watching(_) => return vec![report],
            Report::Changed => {
                own.end = None;
                return vec![report];
            }
            Report::Released => {
                own.is_released = true;
                if self.0.iter().any(|one| !one.is_released) {
                    return Vec::new();
                }
                self.0.iter_mut().for_each(|one| one.is_released = false);
                return vec![Report::Released];
            }
            Report::Moved(progress) => {
                own.progress = progress;
                return vec![Report::Moved(self.sums())];
            }
            Report::Progress(progress) | Report::Following(progress) => {
                own.is_released = false;
                own.progress = progress;
            }
            Report::UpToDate(ref summary) => {
                own.is_released = false;
                own.progress.generation = summary.generation;
                own.progress.leaves = summary.leaves;
                own.progress.vectors = summary.vectors;
                own.progress.skipped = summary.skipped;
            }
            Report::Cancelled | Report::Failed(_) => {}
        }
        own.end = match report {
            Report::Progress(_) => None,
            Report::Failed(sentence) => Some(Report::Failed(own.place.about(&sentence))),
            end => Some(end),
        };
        match self.all() {
            // These have no counts, but other repositories may have a new snapshot.
            end @ (Report::Failed(_) | Report::Cancelled) => vec![Report::Moved(self.sums()), end],
            all => vec![all],
        }
    }

    /// The counts of all, and the files of those that are updated.
    fn sums(&self) -> Progress {
        let mut progress = Progress::default();
        for one in &self.0 {
            progress.leaves += one.progress.leaves;
            progress.vectors += one.progress.vectors;
            progress.skipped += one.progress.skipped;
            progress.generation += one.progress.generation;
            progress.walked += one.progress.walked;
            if one.end.is_none() {
                progress.files.0 += one.progress.files.0;
                progress.files.1 += one.progress.files.1;
            }
        }
        progress
    }

    /// The report about all: progress while an update runs, else the worst end.
    fn all(&mut self) -> Report {
        let mut progress = self.sums();
        let running = self.0.iter().filter(|one| one.end.is_none());
        let stages = running.map(|one| one.progress.stage);
        if let Some(first) = stages.min_by_key(|stage| *stage as u8) {
            progress.stage = first;
            return Report::Progress(progress);
        }
        let (mut is_followed, mut is_cancelled) = (false, false);
        for one in &self.0 {
            match &one.end {
                Some(Report::Failed(sentence)) => return Report::Failed(sentence.clone()),
                Some(Report::Cancelled) => is_cancelled = true,
                Some(Report::Following(_)) => is_followed = true,
                _ => {}
            }
        }
        if is_cancelled {
            return Report::Cancelled;
        }
        if is_followed {
            return Report::Following(progress);
        }
        Report::UpToDate(self.summary(&progress))
    }

    /// The sums of the last updates; a notice is reported once.
    fn summary(&mut self, sums: &Progress) -> UpdateSummary {
        let mut all = UpdateSummary {
            leaves: sums.leaves,
            vectors: sums.vectors,
            skipped: sums.skipped,
            generation: sums.generation,
            ..UpdateSummary::default()
        };
        let (mut notices, mut ignored) = (Vec::new(), None);
        for one in &mut self.0 {
            let Some(Report::UpToDate(summary)) = &mut one.end else {
                continue;
            };
            all.files += summary.files;
            all.embedded += summary.embedded;
            ignored = ignored.or_else(|| summary.ignored.clone());
            if let Some(notice) = summary.notice.take() {
                notices.push(one.place.about(&notice));
            }
        }
        if all.files == 0 {
            all.ignored = ignored;
        }
        all.notice = Some(notices.join("; ")).filter(|notices| !notices.is_empty());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Fixture;
    use super::EXIT_TIMEOUT;
    use super::*;
    use crate::protocol::Stage;
    use std::sync::mpsc::channel;
    use std::time::Instant;

    fn two() -> JoinedReports {
        JoinedReports::of(vec![Place::new("a"), Place::new("b")])
    }

    fn at(stage: Stage, files: (usize, usize)) -> Report {
        Report::Progress(Progress {
            stage,
            files,
            ..Progress::default()
        })
    }

    fn done(files: usize) -> Report {
        Report::UpToDate(UpdateSummary {
            files,
            generation: 1,
            ..UpdateSummary::default()
        })
    }

    #[test]
    fn all_are_up_to_date_when_each_is() {
        let mut reports = two();
        reports.join(0, at(Stage::Embedding, (0, 0)));
        match &reports.join(1, at(Stage::Reading, (1, 5)))[..] {
            [Report::Progress(all)] => {
                assert_eq!((all.stage, all.files), (Stage::Reading, (1, 5)));
            }
            other => panic!("{other:?}"),
        }
        let reported = reports.join(0, done(2));
        assert!(matches!(reported[..], [Report::Progress(_)]));
        match &reports.join(1, done(3))[..] {
            [Report::UpToDate(all)] => assert_eq!((all.files, all.generation), (5, 2)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_moved_snapshot_of_one_moves_that_of_all() {
        let mut reports = two();
        reports.join(0, done(2));
        reports.join(1, done(3));
        let moved = Progress {
            generation: 7,
            leaves: 4,
            ..Progress::default()
        };
        match &reports.join(0, Report::Moved(moved))[..] {
            [Report::Moved(all)] => assert_eq!((all.generation, all.leaves), (8, 4)),
            other => panic!("{other:?}"),
        }
        match &reports.join(1, done(3))[..] {
            [Report::UpToDate(all)] => assert_eq!((all.generation, all.leaves), (8, 4)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_error_names_its_repository_and_stays_but_others_move() {
        let mut reports = two();
        reports.join(1, Report::Failed("no space".to_owned()));
        match &reports.join(0, done(2))[..] {
            [Report::Moved(all), Report::Failed(sentence)] => {
                assert_eq!((all.generation, &**sentence), (1, "b: no space"));
            }
            other => panic!("{other:?}"),
        }
        reports.join(1, Report::Cancelled);
        match &reports.join(0, done(2))[..] {
            [Report::Moved(all), Report::Cancelled] => assert_eq!(all.generation, 1),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn locks_are_released_when_each_is() {
        let mut reports = two();
        assert!(reports.join(0, Report::Released).is_empty());
        let released = reports.join(1, Report::Released);
        assert!(matches!(released[..], [Report::Released]));
        assert!(reports.join(1, Report::Released).is_empty());
        // An update takes the lock again.
        for taken in [
            at(Stage::Walking, (0, 0)),
            Report::Following(Progress::default()),
            done(1),
        ] {
            reports.join(1, taken);
            assert!(reports.join(0, Report::Released).is_empty());
            reports.join(0, done(1));
            assert!(reports.join(1, Report::Released).is_empty());
        }
    }

    #[test]
    fn all_threads_are_asked_to_end_before_one_is_waited_for() {
        let fixtures = [Fixture::new(), Fixture::new()];
        let (second_lives, second_ended) = channel::<()>();
        let (sender, first_waits) = channel();
        // The first thread cannot end while the second one holds its sink.
        let first = Box::new(move |_| {
            _ = sender.send(());
            _ = second_ended.recv();
        });
        let second = Box::new(move |_| _ = &second_lives);
        let indexers = Indexers(vec![
            Indexer::start(fixtures[0].indexing(), first).unwrap(),
            Indexer::start(fixtures[1].indexing(), second).unwrap(),
        ]);
        first_waits.recv().unwrap();
        let started = Instant::now();
        drop(indexers);
        assert!(started.elapsed() < EXIT_TIMEOUT);
    }
}
