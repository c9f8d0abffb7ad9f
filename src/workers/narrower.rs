//! Narrows lists: finds the chunks and files that pass the filters of a query.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Job, Replies, StartResult, Worker};
use crate::protocol::{NarrowRequest, Reply};
use crate::search::{Passing, SearchContext, passing_of};

/// Starts the thread.
pub(super) fn narrower(resources: Resources, replies: Replies) -> StartResult<NarrowRequest> {
    let narrow = move |request: NarrowRequest, job: &Job<'_>| {
        let passing = job.run("filtering the list", || passing(&resources, &request, job));
        if let Some(passing) = passing {
            job.reply(Reply::Narrowed(request.list, passing));
        }
    };
    Worker::start_replying("narrower", Backlog::All, replies, narrow)
}

fn passing(resources: &Resources, request: &NarrowRequest, job: &Job<'_>) -> JobResult<Passing> {
    let Some(snapshot) = resources.snapshots.latest()? else {
        return Err("nothing is indexed yet; try again in a moment".into());
    };
    let context = SearchContext {
        snapshot: &snapshot,
        reader: &resources.reader,
        query: &request.query,
        limit: 0,
        cancel: job.cancel,
    };
    Ok(passing_of(&context, &request.chunks)?)
}
