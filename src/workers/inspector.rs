//! Describes the index: its contents, its size on disk, and the files that were skipped.
//!
//! [`inspector()`] fills the index page; [`skipped()`] also serves `status`.

use super::worker::{Backlog, Job, Worker};
use super::{Replies, Resources, StartResult};
use crate::corpus::{Cancel, ReadError, SkipReason, Skipped, SourcePath, WalkedFile, walk};
use crate::extract::DocumentReader;
use crate::index::{IndexError, IndexFolder, Manifest};
use crate::protocol::{Contents, Inspection, Reply};
use std::sync::Arc;

/// Starts the thread.
pub(super) fn inspector(resources: Resources, replies: Replies) -> StartResult<bool> {
    let inspect = move |reads, job: &Job<'_>| {
        let inspection = job.run("inspecting the index", || {
            let snapshot = resources.snapshots.latest()?;
            // Without a snapshot to compare with, every file would have to be read.
            let compared = snapshot.as_deref().filter(|_| reads);
            let is_read =
                |path: &SourcePath| compared.map_or(Ok(false), |it| Ok(!it.contains_file(path)?));
            Ok(Inspection {
                skipped: skipped(&resources.reader, &resources.folder, is_read, job.cancel)?,
                sizes: resources.folder.sizes(),
                is_being_written: resources.folder.is_being_written(),
                contents: snapshot.as_deref().map(|snapshot| Contents {
                    files: snapshot.files(),
                    parents: snapshot.parents(),
                    has_graph: snapshot.has_graph(),
                    model: snapshot.identity().model.0.clone(),
                }),
            })
        });
        if let Some(inspection) = inspection {
            job.reply(Reply::Inspected(inspection.map(Arc::new)));
        }
    };
    Worker::start_replying("inspector", Backlog::Newest, replies, inspect)
}

/// Returns files that are not indexed, or only by lines, in path order, with the reason. Walked files are read
/// to see if they are refused if `is_read` returns true.
pub fn skipped(
    reader: &DocumentReader,
    folder: &IndexFolder,
    is_read: impl Fn(&SourcePath) -> Result<bool, IndexError>,
    cancel: &Cancel,
) -> Result<Vec<Skipped>, IndexError> {
    let found = walk(reader.root(), reader.limits(), cancel);
    let mut skipped = found.skipped;
    for WalkedFile { path, .. } in found.files {
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
