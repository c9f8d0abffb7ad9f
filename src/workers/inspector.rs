//! Looks an index over for someone who asks: what it holds, what it takes, and what was left out.

use super::error::WorkError;
use super::latest::Worker;
use super::{Replies, caught};
use crate::corpus::{Cancel, SkipReason, Skipped, walk};
use crate::extract::Reader;
use crate::index::{Contents, IndexFolder, Inspection, Snapshot, Snapshots};
use crate::protocol::{Reply, Ticket};
use std::sync::Arc;

/// Starts the thread, for the index in `folder` of the documents of `reader`.
pub(super) fn inspector(
    reader: Reader,
    folder: IndexFolder,
    snapshots: Snapshots,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, bool)>> {
    Worker::start("inspector", move |(ticket, reads), cancel| {
        let inspected = caught("looking the index over", || {
            inspect(&reader, &folder, &snapshots, reads, cancel)
        });
        if let Some(inspection) = inspected.transpose() {
            replies((
                ticket,
                Reply::Inspected(inspection.map(Arc::new).map_err(String::from)),
            ));
        }
    })
}

/// None when cancelled.
fn inspect(
    reader: &Reader,
    folder: &IndexFolder,
    snapshots: &Snapshots,
    reads: bool,
    cancel: &Cancel,
) -> Result<Option<Inspection>, WorkError> {
    let snapshot = snapshots.latest()?;
    let compared = snapshot.as_deref().filter(|_| reads);
    let skipped = skipped(reader, compared, cancel)?;
    if cancel.is_cancelled() {
        return Ok(None);
    }
    Ok(Some(Inspection {
        sizes: folder.sizes(),
        is_being_written: folder.is_being_written(),
        contents: snapshot.as_deref().map(Contents::of).transpose()?,
        skipped,
    }))
}

/// Skipped files, by the walk or by their content. Indexed files are not read again, so that this
/// is fast in large repositories.
fn skipped(
    reader: &Reader,
    snapshot: Option<&Snapshot>,
    cancel: &Cancel,
) -> Result<Vec<Skipped>, WorkError> {
    let found = walk(reader.root(), reader.limits(), cancel);
    let mut skipped = found.skipped;
    // Without a snapshot to compare with, every file would have to be read.
    if let Some(snapshot) = snapshot {
        for file in found.files {
            if cancel.is_cancelled() {
                break;
            }
            if snapshot.holds(&file.path)? {
                continue;
            }
            let Err(error) = reader.read(&file.path, cancel) else {
                // It is new: the indexer comes to it.
                continue;
            };
            let gone = matches!(error.reason, SkipReason::Unreadable(_))
                && !file.path.under(reader.root().path()).exists();
            if !gone {
                skipped.push(Skipped {
                    path: error.path,
                    reason: error.reason,
                });
            }
        }
    }
    skipped.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    Ok(skipped)
}
