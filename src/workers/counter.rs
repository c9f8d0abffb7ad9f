//! Counts what filters let through, while the searcher searches.

use super::latest::Worker;
use super::{Replies, caught};
use crate::corpus::Cancel;
use crate::extract::Reader;
use crate::index::{IndexError, Snapshot, Snapshots};
use crate::protocol::{Reply, Ticket};
use crate::search::{Query, Typing, chip_counts, offers, with_changes};

/// The thread that counts. Latest wins: counts for a text that was typed over are not finished.
pub struct Counter(Worker<(Ticket, Request)>);

/// Whose filters are counted, and the one that is typed.
type Request = (Query, Option<Typing>);

impl Counter {
    /// Starts the thread; it counts in the newest of the snapshots. Before there is one it says
    /// nothing, and neither where it cannot: whoever searches says why.
    pub fn start(reader: Reader, snapshots: Snapshots, replies: Replies) -> std::io::Result<Self> {
        let answer = move |(ticket, request): (Ticket, Request), cancel: &Cancel| {
            let counted = caught("counting", || {
                Ok(match snapshots.latest()? {
                    Some(snapshot) => count(&snapshot, &reader, &request, cancel)?,
                    None => None,
                })
            });
            if let Ok(Some(counted)) = counted {
                replies((ticket, counted));
            }
        };
        Ok(Self(Worker::start("counter", answer)?))
    }

    /// Asks for these counts instead of those asked for before; the ticket comes back with them.
    pub fn count(&self, ticket: Ticket, query: Query, typing: Option<Typing>) {
        self.0.ask((ticket, (query, typing)));
    }
}

/// None when cancelled.
fn count(
    snapshot: &Snapshot,
    reader: &Reader,
    (query, typing): &Request,
    cancel: &Cancel,
) -> Result<Option<Reply>, IndexError> {
    let query = &with_changes(query.clone(), typing.as_ref(), snapshot, reader, cancel)?;
    let mut offered = None;
    if let Some(typing) = typing {
        offered = offers(snapshot, query, typing, cancel)?;
        if offered.is_none() {
            return Ok(None);
        }
    }
    let chips = chip_counts(snapshot, query, cancel)?;
    Ok(chips.map(|chips| Reply::Counted(offered, chips)))
}
