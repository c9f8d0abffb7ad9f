//! Bringing the index up to date before an answer, within a moment.

use super::complain;
use super::coverage::Coverage;
use crate::corpus::Cancel;
use crate::index::IndexError;
use crate::project::Project;
use crate::workers::indexer::{Stage, UpdateError};
use crate::workers::{SharedModel, Typing};
use anyhow::Context;
use std::cell::Cell;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long looking for changes may hold an answer up.
const REFRESH_WITHIN: Duration = Duration::from_secs(2);

/// How much of the working tree the index holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Freshness {
    /// All of it.
    pub(super) fresh: bool,
    /// Changed files that were not read yet; none where that is not known.
    pub(super) pending: Option<usize>,
}

impl Freshness {
    const FRESH: Self = Self {
        fresh: true,
        pending: Some(0),
    };

    /// Of `files` done and to do so far; none where nobody looked.
    fn stale(files: Option<(usize, usize)>) -> Self {
        Self {
            fresh: false,
            pending: files.map(|(done, all)| all.saturating_sub(done)),
        }
    }
}

/// Brings the index up to date when that takes a moment; how far it is.
pub(super) fn refresh(project: &Project, model: &SharedModel) -> anyhow::Result<Freshness> {
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
    let mut indexing = project.indexing(model.clone(), Typing::default());
    let reached = Cell::new(Freshness::stale(None));
    let updated = indexing.update(&cancel, &|progress| {
        reached.set(match progress.stage {
            Stage::Walking => Freshness::stale(None),
            Stage::Reading => Freshness::stale(Some(progress.files)),
            // Keywords are complete then, and `complete` tells how far vectors are.
            _ => Freshness::FRESH,
        });
    });
    drop(indexing);
    let freshness = match updated {
        Ok(summary) => {
            if let Some(notice) = summary.notice {
                complain(&notice);
            }
            Freshness::FRESH
        }
        Err(UpdateError::Cancelled(_)) => reached.get(),
        Err(UpdateError::Index(IndexError::Locked)) => match is_covered(project, &cancel)? {
            true => Freshness::FRESH,
            false => Freshness::stale(None),
        },
        Err(error) => {
            if project.snapshots().latest()?.is_none() {
                return Err(error.into());
            }
            complain(&format!("{error}: searching the last snapshot"));
            reached.get()
        }
    };
    drop(done);
    Ok(freshness)
}

/// Whether the snapshot of another writer holds the working tree; no, unless there is time to see.
fn is_covered(project: &Project, cancel: &Cancel) -> anyhow::Result<bool> {
    let mut coverage = Coverage::default();
    let Some(snapshot) = project.snapshots().latest()? else {
        return Ok(false);
    };
    Ok(coverage.look(project, cancel).is_some() && coverage.is_in(&snapshot)?)
}
