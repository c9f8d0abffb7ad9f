//! The index of a command, brought up to date before an answer.
//!
//! Principal types: [`UpdatedIndex`], and [`Refreshed`], the outcome of an update.

use super::coverage::TreeCoverage;
use super::freshness::{Freshness, cancel_after};
use super::repository::Project;
use super::temporary::TemporaryIndex;
use crate::config::GraphMode;
use crate::corpus::{Cancel, Skipped};
use crate::index::{IndexError, Snapshot};
use crate::workers::indexer::{Pipeline, UpdateError};
use crate::workers::{SharedModel, TypingFlag};
use std::cell::Cell;
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

/// Time limit for updating the index before an answer.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(2);

/// A sentence about the rule that ignores every file.
pub(crate) fn nothing_indexed(rule: impl Display) -> String {
    format!("no file is indexed: {rule}")
}

/// An index that this process updates.
pub(crate) struct UpdatedIndex {
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
    pub(crate) fn new(project: &Project, model: SharedModel, graph: GraphMode) -> Self {
        Self {
            pipeline: project.indexing(model.clone(), TypingFlag::default(), graph),
            model,
            graph,
            temporary: None,
        }
    }

    /// The newest snapshot; none before the first.
    pub(crate) fn snapshot(&self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        self.pipeline.snapshots().refresh()
    }

    /// The files that the last scan skipped, in path order; none if it did not end in time.
    pub(crate) fn skipped(&self) -> Option<Arc<Vec<Skipped>>> {
        self.pipeline.snapshots().skipped()
    }

    /// Updates the index within the time limit; otherwise returns its progress.
    pub(crate) fn refresh(&mut self, project: &Project) -> anyhow::Result<Refreshed> {
        let (cancel, _timer) = cancel_after(REFRESH_TIMEOUT)?;
        let reached = Cell::new(Freshness::stale(None));
        let refreshed = self.pipeline.refresh(&cancel, &|progress| {
            reached.set(Freshness::at(progress.stage, progress.files));
        });
        // Others may write while this one answers.
        self.pipeline.release();
        Ok(match refreshed {
            Ok(summary) => Refreshed {
                notice: summary.notice.or(summary.ignored.map(nothing_indexed)),
                ..Freshness::UP_TO_DATE.into()
            },
            Err(UpdateError::Cancelled) => reached.get().into(),
            Err(UpdateError::Index(IndexError::Locked)) => {
                let snapshots = self.pipeline.snapshots();
                TreeCoverage::default()
                    .freshness(project, snapshots, &cancel)?
                    .into()
            }
            Err(UpdateError::Index(why))
                if why.is_unusable_folder() && self.temporary.is_none() =>
            {
                let (project, temporary) = project.with_temporary_index(&why)?;
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
            Err(error) if self.snapshot()?.is_none() => return Err(error.into()),
            Err(error) => Refreshed {
                failure: Some(format!("{error}; searching the last snapshot")),
                ..reached.get().into()
            },
        })
    }
}
