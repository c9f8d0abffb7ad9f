//! Looks whether hits are still what was indexed: an index may be behind the files.

use super::latest::Worker;
use super::{Renewed, Replies, Typing, caught};
use crate::chunk::ChunkId;
use crate::context::{Sources, Staleness};
use crate::corpus::Cancel;
use crate::protocol::{Reply, Ticket};
use crate::search::Answer;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// Poll interval for typing: an answer that is being replaced is not checked.
const ASIDE: Duration = Duration::from_millis(20);

/// Starts the thread; it reads the files anew that changed since it read them last.
pub(super) fn checker(
    sources: impl Fn() -> Sources + Send + 'static,
    typing: Typing,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, Arc<Answer>)>> {
    let mut sources = Renewed::new(sources);
    Worker::start(
        "checker",
        move |(ticket, answer): (_, Arc<Answer>), cancel| {
            while typing.is_active(Instant::now()) && !cancel.is_cancelled() {
                thread::sleep(ASIDE);
            }
            let checked = caught("checking hits", || {
                Ok(sources.with(|sources| stale(sources, &answer, cancel)))
            });
            // A fault is told when the program ends; marks are not worth more.
            if let Ok(Some(stale)) = checked {
                replies((ticket, Reply::Checked(stale)));
            }
        },
    )
}

/// None when cancelled.
fn stale(
    sources: &mut Sources,
    answer: &Answer,
    cancel: &Cancel,
) -> Option<Vec<(ChunkId, Staleness)>> {
    let mut stale = Vec::new();
    let records = answer.hits.iter().map(|hit| &hit.record);
    for record in records.filter(|record| !record.is_summary()) {
        let leaf = sources.leaf(record, cancel);
        // A file that was not read to its end is not gone.
        if cancel.is_cancelled() {
            return None;
        }
        let staleness = Staleness::of(record, leaf.as_ref());
        stale.extend(staleness.map(|it| (record.id, it)));
    }
    Some(stale)
}
