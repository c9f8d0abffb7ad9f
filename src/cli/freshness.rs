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

/// Brings the index up to date when that takes a moment; whether it is.
pub(super) fn refresh(project: &Project, model: &SharedModel) -> anyhow::Result<bool> {
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
    let keywords_done = Cell::new(false);
    let updated = indexing.update(&cancel, &|progress| {
        keywords_done.set(progress.stage > Stage::Reading);
    });
    drop(indexing);
    let fresh = match updated {
        Ok(summary) => {
            if let Some(notice) = summary.notice {
                complain(&notice);
            }
            true
        }
        // Keywords are complete then, and `complete` tells how far vectors are.
        Err(UpdateError::Cancelled(_)) => keywords_done.get(),
        Err(UpdateError::Index(IndexError::Locked)) => is_covered(project, &cancel)?,
        Err(error) => {
            if project.snapshots().latest()?.is_none() {
                return Err(error.into());
            }
            complain(&format!("{error}: searching the last snapshot"));
            keywords_done.get()
        }
    };
    drop(done);
    Ok(fresh)
}

/// Whether the snapshot of another writer holds the working tree; no, unless there is time to see.
fn is_covered(project: &Project, cancel: &Cancel) -> anyhow::Result<bool> {
    let mut coverage = Coverage::default();
    let Some(snapshot) = project.snapshots().latest()? else {
        return Ok(false);
    };
    Ok(coverage.look(project, cancel).is_some() && coverage.is_in(&snapshot)?)
}
