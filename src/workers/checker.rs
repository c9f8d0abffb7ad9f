//! Looks whether hits are still what was indexed: an index may be behind the files.

use super::latest::Worker;
use super::{Renewed, Sink, Typing, caught};
use crate::chunk::ChunkId;
use crate::context::{Sources, Staleness};
use crate::corpus::Cancel;
use crate::search::Answer;
use crate::ticket::Ticket;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

/// How often is looked whether someone still types: an answer that is typed over is not checked.
const ASIDE: Duration = Duration::from_millis(20);

/// The hits of an answer that are not what was indexed.
pub struct Checked {
    /// Of the question.
    pub ticket: Ticket,
    /// Those hits; all others are as they were.
    pub stale: Vec<(ChunkId, Staleness)>,
}

/// The thread that looks. Latest wins.
pub struct Checker(Worker<(Ticket, Arc<Answer>)>);

impl Checker {
    /// Starts the thread; it reads the files anew that changed since it read them last.
    pub fn start(
        sources: impl Fn() -> Sources + Send + 'static,
        typing: Typing,
        sink: Sink<Checked>,
    ) -> std::io::Result<Self> {
        let mut sources = Renewed::new(sources);
        let check = move |(ticket, answer): (Ticket, Arc<Answer>), cancel: &Cancel| {
            while typing.is_active(Instant::now()) && !cancel.is_cancelled() {
                thread::sleep(ASIDE);
            }
            let checked = caught("checking hits", || {
                Ok(sources.with(|sources| stale(sources, &answer, cancel)))
            });
            // A fault is told when the program ends; marks are not worth more.
            if let Ok(Some(stale)) = checked {
                sink(Checked { ticket, stale });
            }
        };
        Ok(Self(Worker::start("checker", check)?))
    }

    /// Asks for the hits of an answer instead of those asked for before; the ticket comes back.
    pub fn check(&self, ticket: Ticket, answer: Arc<Answer>) {
        self.0.ask((ticket, answer));
    }
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
