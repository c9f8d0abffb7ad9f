//! Counts what filters let through, while the searcher searches.

use super::{Latest, Sink, Snapshots, caught, spawn};
use crate::corpus::Cancel;
use crate::index::{IndexError, Snapshot};
use crate::search::{Offer, Query, Revision, Typing, chip_counts, offers};
use std::sync::Arc;

/// What was counted, and which edit of the prompt it belongs to.
pub struct Counted {
    /// The edit that asked.
    pub revision: Revision,
    /// Values for the filter that is being typed; none where none is.
    pub offers: Option<Vec<Offer>>,
    /// How many leaves each filter lets through by itself.
    pub chips: Vec<usize>,
}

struct Request {
    revision: Revision,
    query: Query,
    typing: Option<Typing>,
}

/// The thread that counts. Latest wins: counts for a text that was typed over are not finished.
pub struct Counter(Arc<Latest<Request>>);

impl Counter {
    /// Starts the thread; it counts in the newest of the snapshots. Before there is one it says
    /// nothing, and neither where it cannot: whoever searches says why.
    pub fn start(snapshots: Snapshots, sink: Sink<Counted>) -> std::io::Result<Self> {
        let requests: Arc<Latest<Request>> = Arc::default();
        let slot = Arc::clone(&requests);
        spawn("counter", move || {
            while let Some((request, cancel)) = slot.take() {
                let counted = caught("counting", || {
                    let counted = snapshots.latest().and_then(|snapshot| match snapshot {
                        Some(snapshot) => count(&snapshot, &request, &cancel),
                        None => Ok(None),
                    });
                    counted.map_err(|error| error.to_string())
                });
                if let Ok(Some(counted)) = counted {
                    sink(counted);
                }
            }
        })?;
        Ok(Self(requests))
    }

    /// Asks for these counts instead of those asked for before.
    pub fn count(&self, revision: Revision, query: Query, typing: Option<Typing>) {
        self.0.put(Request {
            revision,
            query,
            typing,
        });
    }
}

impl Drop for Counter {
    fn drop(&mut self) {
        self.0.close();
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
        revision: request.revision,
        offers: offered,
        chips,
    }))
}
