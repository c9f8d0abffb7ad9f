//! Looks an index over for someone who asks: what it holds, what it takes, and what was left out.

use super::latest::Worker;
use super::{Sink, caught};
use crate::corpus::{Cancel, SkipReason, Skipped, walk};
use crate::extract::Reader;
use crate::index::{Contents, IndexFolder, Inspection, Snapshot, Snapshots};
use crate::ticket::Ticket;
use std::sync::Arc;

/// What was asked, and what came of it.
pub struct Inspected {
    /// Of the question.
    pub ticket: Ticket,
    /// What was seen; `Err` is a sentence for people.
    pub inspection: Result<Arc<Inspection>, String>,
}

/// The thread that looks. Latest wins.
pub struct Inspector(Worker<(Ticket, bool)>);

impl Inspector {
    /// Starts the thread, for the index in `folder` of the documents of `reader`.
    pub fn start(
        reader: Reader,
        folder: IndexFolder,
        snapshots: Snapshots,
        sink: Sink<Inspected>,
    ) -> std::io::Result<Self> {
        let look = move |(ticket, reads), cancel: &Cancel| {
            let inspected = caught("looking the index over", || {
                inspect(&reader, &folder, &snapshots, reads, cancel)
            });
            if let Some(inspection) = inspected.transpose() {
                let inspection = inspection.map(Arc::new);
                sink(Inspected { ticket, inspection });
            }
        };
        Ok(Self(Worker::start("inspector", look)?))
    }

    /// Asks for a look instead of the one asked for before; one that `reads` tells of files why
    /// they are left out though the walk found them.
    pub fn look(&self, ticket: Ticket, reads: bool) {
        self.0.ask((ticket, reads));
    }
}

/// None when cancelled.
fn inspect(
    reader: &Reader,
    folder: &IndexFolder,
    snapshots: &Snapshots,
    reads: bool,
    cancel: &Cancel,
) -> Result<Option<Inspection>, String> {
    let snapshot = snapshots.latest().map_err(|error| error.to_string())?;
    let compared = snapshot.as_deref().filter(|_| reads);
    let skipped = skipped(reader, compared, cancel)?;
    if cancel.is_cancelled() {
        return Ok(None);
    }
    Ok(Some(Inspection {
        sizes: folder.sizes(),
        is_being_written: folder.is_being_written(),
        contents: snapshot.as_deref().map(Contents::of),
        skipped,
    }))
}

/// What is left out: by the walk, or because reading it shows why. Files that are indexed need not
/// be read for that, so that this takes a moment in a large repository too.
fn skipped(
    reader: &Reader,
    snapshot: Option<&Snapshot>,
    cancel: &Cancel,
) -> Result<Vec<Skipped>, String> {
    let found = walk(reader.root(), reader.limits(), cancel);
    let mut skipped = found.skipped;
    // Without a snapshot to compare with, every file would have to be read.
    if let Some(snapshot) = snapshot {
        for file in found.files {
            if cancel.is_cancelled() {
                break;
            }
            let holds = snapshot.holds(&file.path);
            if holds.map_err(|error| error.to_string())? {
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
