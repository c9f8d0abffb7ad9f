//! Counts what filters let through, while the searcher searches.

use super::latest::Worker;
use super::{Replies, caught};
use crate::corpus::Cancel;
use crate::extract::Reader;
use crate::index::{IndexError, Snapshot, Snapshots};
use crate::protocol::{Reply, Ticket};
use crate::search::{Query, Typing, chip_counts, offers, with_changes};

/// Whose filters are counted, and the one that is typed.
type Request = (Query, Option<Typing>);

/// Starts the thread that counts in the newest of the snapshots. Before there is one it says nothing, and
/// neither where it cannot: whoever searches says why.
pub(super) fn counter(
    reader: Reader,
    snapshots: Snapshots,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, Request)>> {
    Worker::start("counter", move |(ticket, request), cancel| {
        let counted = caught("counting", || {
            Ok(match snapshots.latest()? {
                Some(snapshot) => count(&snapshot, &reader, &request, cancel)?,
                None => None,
            })
        });
        if let Ok(Some(counted)) = counted {
            replies((ticket, counted));
        }
    })
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
