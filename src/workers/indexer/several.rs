//! The indexers of several repositories as one.
//!
//! Principal type: [`Indexers`]. Contract: its reports are about all repositories: everything is up to date when each of
//! them is, and an error names its repository.

use super::handle::Indexer;
use super::pipeline::Pipeline;
use super::progress::{LiveCounters, Progress, UpdateSummary};
use super::report::Report;
use crate::corpus::{Place, locked};
use crate::index::IndexReader;
use crate::workers::threads::Sink;
use std::sync::{Arc, Mutex};

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
            let heard = move |report| {
                let (reports, sink) = &mut *locked(&joined);
                if let Some(report) = reports.join(at, report) {
                    sink(report);
                }
            };
            indexers.push(Indexer::start(pipeline, Box::new(heard))?);
        }
        Ok(Self(indexers))
    }

    /// A reader of the snapshots that they publish, together.
    pub fn snapshots(pipelines: &[(Place, Pipeline)]) -> IndexReader {
        let members = pipelines.iter();
        let members = members.map(|(place, it)| (place.clone(), it.snapshots().clone()));
        IndexReader::joined(members.collect())
    }

    /// Counters that are updated between reports.
    pub fn counters(&self) -> LiveCounters {
        LiveCounters::joined(self.0.iter().map(Indexer::counters).collect())
    }

    /// Scans for changes: now, or again after the running update.
    pub fn update(&self) {
        self.0.iter().for_each(Indexer::update);
    }

    /// Rebuilds the indexes that no other process writes.
    pub fn rebuild(&self) {
        self.0.iter().for_each(Indexer::rebuild);
    }

    /// Stops the running work.
    pub fn cancel(&self) {
        self.0.iter().for_each(Indexer::cancel);
    }

    /// Stops the running work and releases the locks until the next update; ends with [`Report::Released`].
    pub fn release(&self) {
        self.0.iter().for_each(Indexer::release);
    }
}

/// The last reports of each repository.
struct JoinedReports(Vec<LastReports>);

/// The last reports of a repository.
struct LastReports {
    place: Place,
    progress: Progress,
    /// How the last update ended; none while one runs.
    ended: Option<End>,
    summary: UpdateSummary,
    is_released: bool,
}

/// End of an update.
enum End {
    UpToDate,
    Following,
    Cancelled,
    Failed(String),
}

impl JoinedReports {
    fn of(places: Vec<Place>) -> Self {
        let of_place = |place| LastReports {
            place,
            progress: Progress::default(),
            ended: None,
            summary: UpdateSummary::default(),
            is_released: false,
        };
        Self(places.into_iter().map(of_place).collect())
    }

    /// Takes a report of one repository. Returns the one about all; none if it says nothing about them.
    fn join(&mut self, at: usize, report: Report) -> Option<Report> {
        if self.0.len() == 1 {
            return Some(report);
        }
        let own = &mut self.0[at];
        match report {
            // There is no branch of several repositories.
            Report::Head(_) => return None,
            Report::Watching(_) => return Some(report),
            Report::Changed => {
                own.ended = None;
                return Some(report);
            }
            Report::Released => {
                own.is_released = true;
                if self.0.iter().any(|one| !one.is_released) {
                    return None;
                }
                self.0.iter_mut().for_each(|one| one.is_released = false);
                return Some(Report::Released);
            }
            Report::Progress(progress) => {
                own.progress = progress;
                own.ended = None;
            }
            Report::Moved(progress) => own.progress = progress,
            Report::Following(progress) => {
                own.progress = progress;
                own.ended = Some(End::Following);
            }
            Report::UpToDate(summary) => {
                own.progress.generation = summary.generation;
                own.progress.leaves = summary.leaves;
                own.progress.vectors = summary.vectors;
                own.progress.skipped = summary.skipped;
                own.summary = summary;
                own.ended = Some(End::UpToDate);
            }
            Report::Cancelled => own.ended = Some(End::Cancelled),
            Report::Failed(sentence) => {
                let sentence = format!("{}: {sentence}", own.place.as_str());
                own.ended = Some(End::Failed(sentence));
            }
        }
        Some(self.all())
    }

    /// The report about all: progress while an update runs, else the worst end.
    fn all(&mut self) -> Report {
        let mut progress = Progress::default();
        let mut stages = Vec::new();
        for one in &self.0 {
            progress.leaves += one.progress.leaves;
            progress.vectors += one.progress.vectors;
            progress.skipped += one.progress.skipped;
            progress.generation += one.progress.generation;
            progress.walked += one.progress.walked;
            if one.ended.is_none() {
                stages.push(one.progress.stage);
                progress.files.0 += one.progress.files.0;
                progress.files.1 += one.progress.files.1;
            }
        }
        if let Some(first) = stages.into_iter().min_by_key(|stage| *stage as u8) {
            progress.stage = first;
            return Report::Progress(progress);
        }
        let (mut is_followed, mut is_cancelled) = (false, false);
        for one in &self.0 {
            match &one.ended {
                Some(End::Failed(sentence)) => return Report::Failed(sentence.clone()),
                Some(End::Cancelled) => is_cancelled = true,
                Some(End::Following) => is_followed = true,
                _ => {}
            }
        }
        if is_cancelled {
            return Report::Cancelled;
        }
        if is_followed {
            return Report::Following(progress);
        }
        Report::UpToDate(self.summary())
    }

    /// The sums of the last updates; a notice is told once.
    fn summary(&mut self) -> UpdateSummary {
        let mut all = UpdateSummary::default();
        let mut notices = Vec::new();
        for one in &mut self.0 {
            let summary = &mut one.summary;
            all.files += summary.files;
            all.leaves += summary.leaves;
            all.vectors += summary.vectors;
            all.skipped += summary.skipped;
            all.embedded += summary.embedded;
            all.generation += summary.generation;
            let notice = summary.notice.take();
            notices.extend(notice.map(|it| format!("{}: {it}", one.place.as_str())));
        }
        if all.files == 0 {
            all.ignored = self.0.iter().find_map(|one| one.summary.ignored.clone());
        }
        all.notice = Some(notices.join("; ")).filter(|notices| !notices.is_empty());
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Stage;

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
        match reports.join(1, at(Stage::Reading, (1, 5))) {
            Some(Report::Progress(all)) => {
                assert_eq!((all.stage, all.files), (Stage::Reading, (1, 5)));
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(
            reports.join(0, done(2)),
            Some(Report::Progress(_))
        ));
        match reports.join(1, done(3)) {
            Some(Report::UpToDate(all)) => assert_eq!((all.files, all.generation), (5, 2)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_error_names_its_repository_and_stays() {
        let mut reports = two();
        reports.join(1, Report::Failed("no space".to_owned()));
        match reports.join(0, done(2)) {
            Some(Report::Failed(sentence)) => assert_eq!(sentence, "b: no space"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn locks_are_released_when_each_is() {
        let mut reports = two();
        assert!(reports.join(0, Report::Released).is_none());
        assert!(matches!(
            reports.join(1, Report::Released),
            Some(Report::Released)
        ));
        assert!(reports.join(1, Report::Released).is_none());
    }
}
