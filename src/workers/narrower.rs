//! Narrows lists: finds the chunks and files that pass the filters of a query.

use super::resources::Resources;
use super::worker::{Backlog, Replies, StartResult, Worker};
use crate::protocol::{NarrowRequest, Reply};
use crate::search::passing_of;

/// Starts the thread.
pub(super) fn narrower(resources: Resources, replies: Replies) -> StartResult<NarrowRequest> {
    Worker::start_replying("narrower", Backlog::All, replies, move |request, job| {
        let NarrowRequest {
            list,
            query,
            chunks,
        } = request;
        let pass = || {
            let snapshot = resources.snapshot()?;
            Ok(passing_of(
                &resources.context(&snapshot, &query, job.cancel),
                &chunks,
            )?)
        };
        job.answer("filtering the list", pass, |passing| {
            Reply::Narrowed(list, passing)
        });
    })
}
