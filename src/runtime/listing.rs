//! What the app wants to look around in, as the lister takes it, and what that tells.

use crate::app::{self, Event, Wanted};
use crate::ticket::Ticket;
use crate::workers::{self, About, ListRequest, Listed, Place, Told};

/// What is wanted, as the lister takes it.
pub(super) fn asked(ticket: Ticket, wanted: Wanted) -> ListRequest {
    let place = |(path, is_directory)| Place { path, is_directory };
    ListRequest {
        ticket,
        files: wanted.files.map(|files| match files {
            app::Files::Indexed => workers::Files::Indexed,
            app::Files::Walked => workers::Files::Walked,
        }),
        about: wanted.about.into_iter().map(place).collect(),
        outlines: wanted.outlines,
    }
}

/// What the lister tells, as it happens to the app.
pub(super) fn told(listed: Listed) -> Event {
    Event::Listed {
        ticket: listed.ticket,
        told: match listed.told {
            Told::Files(files) => app::Told::Files(files),
            Told::About(About {
                place: Place { path, is_directory },
                lead,
                summary,
            }) => app::Told::About {
                path,
                is_directory,
                lead,
                summary,
            },
            Told::Outline(path, outline) => app::Told::Outline(path, outline),
        },
    }
}
