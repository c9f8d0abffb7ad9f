//! Describes the index: its contents, its size on disk, and the files that were skipped.
//!
//! [`inspector()`] fills the index page; [`skipped()`] also serves `status`.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Replies, StartResult, Worker};
use crate::corpus::{Cancel, Place, ReadError, SkipReason, Skipped, SourcePath, WalkedFile};
use crate::extract::DocumentReader;
use crate::index::{IndexError, IndexFolder, Manifest, Sizes};
use crate::protocol::{Contents, Inspection, Reply};
use std::sync::Arc;

/// Starts the thread.
pub(super) fn inspector(resources: Resources, replies: Replies) -> StartResult<bool> {
    Worker::start_replying("inspector", Backlog::Newest, replies, move |reads, job| {
        job.answer(
            "inspecting the index",
            || inspection(&resources, reads, job.cancel).map(Arc::new),
            Reply::Inspected,
        );
    })
}

/// Inspects the index; `reads` files that are not part of it, to see if they are refused.
fn inspection(resources: &Resources, reads: bool, cancel: &Cancel) -> JobResult<Inspection> {
    let snapshot = resources.snapshots.latest()?;
    let folders = || resources.folders.iter().map(|(_, folder)| folder);
    let skipped = skipped(
        &resources.reader,
        &resources.folders,
        |path| match &snapshot {
            Some(snapshot) if reads => Ok(!snapshot.contains_file(path)?),
            // Without a snapshot to compare with, every file would have to be read.
            _ => Ok(false),
        },
        cancel,
    )?;
    Ok(Inspection {
        skipped,
        sizes: Sizes::of_all(folders().map(IndexFolder::sizes)),
        is_being_written: is_any_written(folders()),
        contents: snapshot.as_deref().map(|snapshot| Contents {
            files: snapshot.files(),
            parents: snapshot.parents(),
            has_graph: snapshot.has_graph(),
            model: snapshot.identity().model.0.clone(),
        }),
    })
}

/// Returns true if a process may be writing one of the indexes; none if it is unknown of one, and no other is written.
fn is_any_written<'f>(folders: impl Iterator<Item = &'f IndexFolder>) -> Option<bool> {
    let mut written = Some(false);
    for folder in folders {
        match folder.is_being_written() {
            Some(true) => return Some(true),
            Some(false) => {}
            None => written = None,
        }
    }
    written
}

/// Returns files that are not indexed, or only by lines, in path order, with the reason. Walked files are read
/// to see if they are refused if `is_read` returns true.
pub fn skipped(
    reader: &DocumentReader,
    folders: &[(Place, IndexFolder)],
    is_read: impl Fn(&SourcePath) -> Result<bool, IndexError>,
    cancel: &Cancel,
) -> Result<Vec<Skipped>, IndexError> {
    let found = reader.walk(cancel);
    let mut skipped = found.skipped;
    for WalkedFile { path, .. } in found.files {
        if cancel.is_cancelled() {
            break;
        }
        if is_read(&path)?
            && let Err(ReadError { path, reason, .. }) = reader.read(&path, cancel)
        {
            // A file that was deleted since the walk is not skipped.
            let is_gone = matches!(reason, SkipReason::Unreadable(_))
                && !path.under(reader.root().path()).exists();
            if !is_gone {
                skipped.push(Skipped { path, reason });
            }
        }
    }
    for (place, folder) in folders {
        if let Some(manifest) = Manifest::read(folder) {
            skipped.extend(manifest.timed_out().map(|path| Skipped {
                path: place.path(path),
                reason: SkipReason::TimedOut,
            }));
        }
    }
    skipped.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    Ok(skipped)
}
