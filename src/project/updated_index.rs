//! The index of a command, brought up to date before an answer.
//!
//! Principal types: [`UpdatedIndex`], and [`Refreshed`], the outcome of an update.

use super::coverage::TreeCoverage;
use super::freshness::{Freshness, cancel_after};
use super::live_index::COMPARE_INTERVAL;
use super::repository::Project;
use super::temporary::TemporaryIndex;
use crate::config::GraphMode;
use crate::corpus::{Cancel, Place, Skipped, in_parallel, processors};
use crate::index::{IndexError, IndexReader, Snapshot};
use crate::workers::indexer::{Pipeline, UpdateError, UpdateSummary};
use crate::workers::{SharedModel, TypingFlag};
use anyhow::{Context, Result};
use std::cell::Cell;
use std::fmt::Display;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// Time limit for updating the index before an answer.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(2);

/// A sentence about the rule that ignores every file.
pub(crate) fn nothing_indexed(rule: impl Display) -> String {
    format!("no file is indexed: {rule}")
}

/// Why an index without files has none.
fn nothing_to_search(summary: &UpdateSummary) -> Option<String> {
    let why = match (&summary.ignored, summary.skipped) {
        _ if summary.files > 0 => return None,
        (Some(rule), _) => rule.clone(),
        (None, 0) => "there are no text files".to_owned(),
        (None, _) => "all files are skipped; `smriti-tui status --skipped` lists them".to_owned(),
    };
    Some(nothing_indexed(why))
}

/// An index that this process updates, or those of several repositories.
pub(crate) struct UpdatedIndex {
    members: Vec<MemberIndex>,
    snapshots: IndexReader,
}

/// The index of one repository.
struct MemberIndex {
    place: Place,
    project: Project,
    pipeline: Pipeline,
    model: SharedModel,
    graph: GraphMode,
    /// Declared last so that it is dropped last.
    temporary: Option<TemporaryIndex>,
}

/// Outcome of an update.
pub(crate) struct Refreshed {
    pub(crate) freshness: Freshness,
    /// A notice for people.
    pub(crate) notice: Option<String>,
    /// The reason why the update failed and the last snapshot is searched.
    pub(crate) failure: Option<String>,
}

impl From<Freshness> for Refreshed {
    fn from(freshness: Freshness) -> Self {
        Self {
            freshness,
            notice: None,
            failure: None,
        }
    }
}

impl UpdatedIndex {
    /// `graph` is the use of the graph in searches.
    pub(crate) fn new(project: &Project, model: &SharedModel, graph: GraphMode) -> Self {
        let mut members = Vec::new();
        for (place, project) in project.repositories() {
            members.push(MemberIndex {
                place,
                project: project.clone(),
                pipeline: project.indexing(model.clone(), TypingFlag::default(), graph),
                model: model.clone(),
                graph,
                temporary: None,
            });
        }
        let snapshots = joined(&members);
        Self { members, snapshots }
    }

    /// The newest snapshot that this process knows; none before the first.
    pub(crate) fn snapshot(&self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        self.snapshots.latest()
    }

    /// The files that the last scan skipped, in path order; none if it did not end in time.
    pub(crate) fn skipped(&self) -> Option<Arc<Vec<Skipped>>> {
        self.snapshots.skipped()
    }

    /// Updates the indexes within the time limit; otherwise returns their progress.
    pub(crate) fn refresh(&mut self) -> Result<Refreshed> {
        let (cancel, _timer) = cancel_after(REFRESH_TIMEOUT)?;
        let mut refreshed = match &mut *self.members {
            [only] => vec![only.refresh(&cancel)?],
            members => refresh_all(members, &cancel)?,
        };
        if self.members.iter().any(|member| member.temporary.is_some()) {
            self.snapshots = joined(&self.members);
        }
        if refreshed.len() == 1 {
            return Ok(refreshed.remove(0));
        }
        let sentences = |of: fn(&Refreshed) -> Option<&String>| {
            let members = self.members.iter().zip(&refreshed);
            let named = members.filter_map(|(member, one)| Some(member.place.about(of(one)?)));
            let all: Vec<String> = named.collect();
            (!all.is_empty()).then(|| all.join("\n"))
        };
        Ok(Refreshed {
            freshness: Freshness::of_all(refreshed.iter().map(|one| one.freshness)),
            notice: sentences(|one| one.notice.as_ref()),
            failure: sentences(|one| one.failure.as_ref()),
        })
    }
}

fn joined(members: &[MemberIndex]) -> IndexReader {
    let members = members.iter();
    let members = members.map(|one| (one.place.clone(), one.pipeline.snapshots().clone()));
    IndexReader::joined(members.collect())
}

/// Updates indexes with all processors; in their order.
fn refresh_all(members: &mut [MemberIndex], cancel: &Cancel) -> Result<Vec<Refreshed>> {
    let refreshed = in_parallel(processors(), members.iter_mut(), |member| {
        let place = member.place.as_str().to_owned();
        member.refresh(cancel).context(place)
    });
    refreshed.into_iter().collect()
}

impl MemberIndex {
    /// Updates the index until cancelled; otherwise returns its progress.
    fn refresh(&mut self, cancel: &Cancel) -> Result<Refreshed> {
        let reached = Cell::new(Freshness::stale(None));
        let mut coverage = TreeCoverage::default();
        let mut is_waiting = false;
        let refreshed = loop {
            let refreshed = if is_waiting && self.pipeline.is_locked_out(cancel) {
                Err(IndexError::Locked.into())
            } else {
                self.pipeline.refresh(cancel, &|progress| {
                    reached.set(Freshness::at(progress.stage, progress.files));
                })
            };
            is_waiting = true;
            // Others may write while this one answers.
            self.pipeline.release();
            if !matches!(refreshed, Err(UpdateError::Index(IndexError::Locked))) {
                break refreshed;
            }
            let snapshots = self.pipeline.snapshots();
            let freshness = coverage.freshness(&self.project, snapshots, cancel)?;
            if freshness.fresh || cancel.is_cancelled() {
                return Ok(freshness.into());
            }
            // The other process may be about to index the change, or to release the lock.
            thread::sleep(COMPARE_INTERVAL);
        };
        Ok(match refreshed {
            Ok(summary) => Refreshed {
                notice: nothing_to_search(&summary).or(summary.notice),
                ..Freshness::UP_TO_DATE.into()
            },
            Err(UpdateError::Cancelled) => reached.get().into(),
            Err(UpdateError::Index(why))
                if why.is_unusable_folder() && self.temporary.is_none() =>
            {
                let (project, temporary) = self.project.with_temporary_index(&why)?;
                let model = self.model.clone();
                self.pipeline = project.indexing(model, TypingFlag::default(), self.graph);
                // Without a time limit: nothing is left for the next time.
                self.pipeline.refresh(&Cancel::new(), &|_| {})?;
                self.pipeline.release();
                Refreshed {
                    notice: Some(self.temporary.insert(temporary).warning.clone()),
                    ..Freshness::UP_TO_DATE.into()
                }
            }
            Err(error) if self.pipeline.snapshots().refresh()?.is_none() => {
                return Err(error.into());
            }
            Err(error) => Refreshed {
                failure: Some(format!("{error}; searching the last snapshot")),
                ..reached.get().into()
            },
        })
    }
}
