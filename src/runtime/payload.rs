//! What the workers say, and how it happens to the app.

use super::status::Status;
use crate::app::{Asker, Event};
use crate::export::Exported;
use crate::workers::indexer::Report;
use crate::workers::{
    Answered, Checked, Counted, Inspected, Listed, ModelLoad, Opened, Recorded, Related,
};
use std::time::Instant;

/// What the workers say.
pub(super) enum Payload {
    Index(Report),
    /// The index was let go of.
    Released,
    Model(ModelLoad),
    Answered(Answered),
    Counted(Counted),
    Recorded(Recorded),
    Opened(Opened),
    Related(Asker, Related),
    Listed(Listed),
    Exported(Result<Exported, String>),
    Inspected(Inspected),
    Checked(Checked),
    /// An editor beside the explorer ended badly; a sentence for people.
    EditorFailed(String),
    /// A text is on the clipboard, by this; or a sentence for people why it is not.
    Copied(Result<String, String>),
}

impl Payload {
    /// As it happens to the app; none for what only the loop wants to know.
    pub(super) fn event(self, status: &mut Status) -> Option<Event> {
        Some(match self {
            Self::Released => return None,
            Self::Index(report) => Event::Index(status.report(report, Instant::now())),
            Self::Model(load) => Event::Index(status.model(&load)),
            Self::Answered(Answered { ticket, answer }) => Event::Answered { ticket, answer },
            Self::Counted(counted) => Event::Counted {
                ticket: counted.ticket,
                offers: counted.offers,
                chips: counted.chips,
            },
            Self::Recorded(Recorded::Remembered(session)) => Event::Remembered(session),
            Self::Recorded(Recorded::Trouble(sentence)) => Event::Trouble(sentence),
            Self::Recorded(Recorded::Kept(kept)) => Event::Kept(kept),
            Self::Opened(Opened {
                ticket,
                path,
                document,
            }) => Event::Opened {
                ticket,
                path,
                document,
            },
            Self::Related(asker, related) => Event::Related {
                ticket: related.ticket,
                asker,
                connection: related.connection,
                relations: related.relations,
                hits: related.hits,
            },
            Self::Listed(Listed { ticket, answer }) => Event::Listed { ticket, answer },
            Self::Exported(exported) => Event::Exported(exported),
            Self::Inspected(Inspected { ticket, inspection }) => {
                Event::Inspected { ticket, inspection }
            }
            Self::Checked(Checked { ticket, stale }) => Event::Checked { ticket, stale },
            Self::EditorFailed(sentence) => Event::EditorReturned(Err(sentence)),
            Self::Copied(outcome) => Event::Copied(outcome),
        })
    }
}
