//! Counts what filters let through, while the searcher searches.

use super::latest::Worker;
use super::{Sink, caught};
use crate::corpus::Cancel;
use crate::index::{IndexError, Snapshot, Snapshots};
use crate::search::{Offer, Query, Typing, chip_counts, offers};
use crate::ticket::Ticket;

/// What was counted.
pub struct Counted {
    /// Of the question.
    pub ticket: Ticket,
    /// Values for the filter that is being typed; none where none is.
    pub offers: Option<Vec<Offer>>,
    /// How many leaves each filter lets through of what the others do, then each phrase.
    pub chips: Vec<usize>,
}

struct Request {
    ticket: Ticket,
    query: Query,
    typing: Option<Typing>,
}

/// The thread that counts. Latest wins: counts for a text that was typed over are not finished.
pub struct Counter(Worker<Request>);

impl Counter {
    /// Starts the thread; it counts in the newest of the snapshots. Before there is one it says
    /// nothing, and neither where it cannot: whoever searches says why.
    pub fn start(snapshots: Snapshots, sink: Sink<Counted>) -> std::io::Result<Self> {
        let answer = move |request: Request, cancel: &Cancel| {
            let counted = caught("counting", || {
                let counted = snapshots.latest().and_then(|snapshot| match snapshot {
                    Some(snapshot) => count(&snapshot, &request, cancel),
                    None => Ok(None),
                });
                counted.map_err(|error| error.to_string())
            });
            if let Ok(Some(counted)) = counted {
                sink(counted);
            }
        };
        Ok(Self(Worker::start("counter", answer)?))
    }

    /// Asks for these counts instead of those asked for before; the ticket comes back with them.
    pub fn count(&self, ticket: Ticket, query: Query, typing: Option<Typing>) {
        self.0.ask(Request {
            ticket,
            query,
            typing,
        });
    }
}

/// None when cancelled.
fn count(
    snapshot: &Snapshot,
    request: &Request,
    cancel: &Cancel,
) -> Result<Option<Counted>, IndexError> {
    let mut offered = None;
    if let Some(typing) = &request.typing {
        offered = offers(snapshot, &request.query, typing, cancel)?;
        if offered.is_none() {
            return Ok(None);
        }
    }
    let chips = chip_counts(snapshot, &request.query, cancel)?;
    Ok(chips.map(|chips| Counted {
        ticket: request.ticket,
        offers: offered,
        chips,
    }))
}
