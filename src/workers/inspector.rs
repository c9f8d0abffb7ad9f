//! Looks an index over for someone who asks: what it holds, what it takes, and what was left out.

use super::error::WorkError;
use super::latest::Worker;
use super::{Replies, caught};
use crate::corpus::{Cancel, Found, ReadError, SkipReason, Skipped, SourcePath, walk};
use crate::extract::Reader;
use crate::index::{Contents, IndexError, IndexFolder, Inspection, Manifest, Snapshots};
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
    // Without a snapshot to compare with, every file would have to be read.
    let compared = snapshot.as_deref().filter(|_| reads);
    let is_read = |path: &SourcePath| compared.map_or(Ok(false), |it| Ok(!it.holds(path)?));
    let skipped = skipped(reader, folder, is_read, cancel)?;
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

/// Files that are not indexed, or only by lines, in path order, with the reason. Which of the files that
/// the walk found are read to see whether they are refused, `is_read` says.
pub fn skipped(
    reader: &Reader,
    folder: &IndexFolder,
    is_read: impl Fn(&SourcePath) -> Result<bool, IndexError>,
    cancel: &Cancel,
) -> Result<Vec<Skipped>, IndexError> {
    let found = walk(reader.root(), reader.limits(), cancel);
    let mut skipped = found.skipped;
    for Found { path, .. } in found.files {
        if cancel.is_cancelled() {
            break;
        }
        if !is_read(&path)? {
            continue;
        }
        let Err(ReadError { path, reason, .. }) = reader.read(&path, cancel) else {
            continue;
        };
        // A file that was deleted since the walk is not skipped.
        let gone = matches!(reason, SkipReason::Unreadable(_))
            && !path.under(reader.root().path()).exists();
        if !gone {
            skipped.push(Skipped { path, reason });
        }
    }
    let manifest = Manifest::read(folder);
    let timed_out = manifest.iter().flat_map(Manifest::timed_out);
    skipped.extend(timed_out.map(|path| Skipped {
        path: path.clone(),
        reason: SkipReason::TimedOut,
    }));
    skipped.sort_unstable_by(|left, right| left.path.cmp(&right.path));
    Ok(skipped)
}
