//! Bringing the index up to date before an answer, within a moment.

use super::complain;
use super::coverage::Coverage;
use crate::config::GraphUse;
use crate::corpus::Cancel;
use crate::index::{IndexError, Snapshot, Snapshots};
use crate::project::Project;
use crate::workers::indexer::{Indexing, Stage, UpdateError};
use crate::workers::{SharedModel, Typing};
use anyhow::Context;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// Time limit for updating the index before an answer.
const REFRESH_WITHIN: Duration = Duration::from_secs(2);

/// Freshness of the index.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
pub(super) struct Freshness {
    /// The working tree as it is.
    pub(super) fresh: bool,
    /// Changed files that were not read yet; none where that is not known.
    pub(super) pending: Option<usize>,
}

impl Freshness {
    const FRESH: Self = Self {
        fresh: true,
        pending: Some(0),
    };

    /// Warning about an outdated answer. None if it is up to date.
    pub(super) fn caveat(&self) -> Option<String> {
        let missing = match (self.fresh, self.pending) {
            (true, _) => return None,
            (_, Some(pending)) => format!("{} not read yet", counted(pending)),
            (_, None) => "changes were not checked in time".to_owned(),
        };
        Some(format!(
            "{missing}: results may be incomplete; run `smriti-tui index`"
        ))
    }

    /// Of `files` done and to do so far; none where nobody looked.
    fn stale(files: Option<(usize, usize)>) -> Self {
        Self {
            fresh: false,
            pending: files.map(|(done, all)| all.saturating_sub(done)),
        }
    }
}

fn counted(files: usize) -> String {
    match files {
        1 => "1 file is".to_owned(),
        _ => format!("{files} files are"),
    }
}

/// The index as a command asks it: brought up to date before an answer, and read for it.
pub(super) struct Upkeep {
    indexing: Indexing,
}

impl Upkeep {
    /// Keeps the index of a project up to date; searches use the graph as `graph` says.
    pub(super) fn of(project: &Project, model: SharedModel, graph: GraphUse) -> Self {
        Self::publishing(project, model, Snapshots::new(&project.index, graph))
    }

    /// Keeps the index of a project up to date and publishes its snapshots to other readers.
    pub(super) fn publishing(project: &Project, model: SharedModel, snapshots: Snapshots) -> Self {
        let indexing = project.indexing(model, Typing::default());
        Self {
            indexing: indexing.publishing(snapshots),
        }
    }

    /// The same for what needs neither the model nor the graph.
    pub(super) fn plain(project: &Project) -> Self {
        Self::of(project, project.model_when_asked(), GraphUse::Never)
    }

    /// The newest snapshot; none before the first.
    pub(super) fn snapshot(&mut self) -> Result<Option<Arc<Snapshot>>, IndexError> {
        self.indexing.snapshots().refresh()
    }

    /// Brings the index up to date when that takes a moment; how far it is.
    pub(super) fn refresh(&mut self, project: &Project) -> anyhow::Result<Freshness> {
        let cancel = Cancel::new();
        let (done, timer) = channel::<()>();
        let late = cancel.clone();
        std::thread::Builder::new()
            .name("deadline".to_owned())
            .spawn(move || {
                if timer.recv_timeout(REFRESH_WITHIN) == Err(RecvTimeoutError::Timeout) {
                    late.cancel();
                }
            })
            .context("cannot start a thread")?;
        let reached = Cell::new(Freshness::stale(None));
        let refreshed = self.indexing.refresh(&cancel, &|progress| {
            reached.set(match progress.stage {
                Stage::Walking => Freshness::stale(None),
                Stage::Reading => Freshness::stale(Some(progress.files)),
                // Keywords are complete then, and `complete` tells how far vectors are.
                _ => Freshness::FRESH,
            });
        });
        // Others may write while this one answers.
        self.indexing.release();
        let freshness = match refreshed {
            Ok(summary) => {
                if let Some(notice) = summary.notice {
                    complain(&notice);
                }
                Freshness::FRESH
            }
            Err(UpdateError::Cancelled(_)) => reached.get(),
            Err(UpdateError::Index(IndexError::Locked)) => {
                match self.is_covered(project, &cancel)? {
                    true => Freshness::FRESH,
                    false => Freshness::stale(None),
                }
            }
            Err(error) => {
                if self.snapshot()?.is_none() {
                    return Err(error.into());
                }
                complain(&format!("{error}: searching the last snapshot"));
                reached.get()
            }
        };
        drop(done);
        Ok(freshness)
    }

    /// Returns true if another writer's snapshot matches the working tree; false if there is no
    /// time to check.
    fn is_covered(&mut self, project: &Project, cancel: &Cancel) -> anyhow::Result<bool> {
        let mut coverage = Coverage::default();
        let Some(snapshot) = self.snapshot()? else {
            return Ok(false);
        };
        Ok(coverage.look(project, cancel).is_some() && coverage.is_in(&snapshot)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(freshness: Freshness, expected: Option<&str>) {
        let caveat = freshness.caveat();
        let missing = caveat.as_deref().and_then(|it| it.split_once(':'));
        assert_eq!(missing.map(|(missing, _)| missing), expected);
    }

    #[test]
    fn what_an_answer_may_lack_is_said() {
        check(Freshness::FRESH, None);
        check(
            Freshness::stale(Some((3, 4))),
            Some("1 file is not read yet"),
        );
        check(
            Freshness::stale(Some((3, 9))),
            Some("6 files are not read yet"),
        );
        check(
            Freshness::stale(None),
            Some("changes were not checked in time"),
        );
    }
}
