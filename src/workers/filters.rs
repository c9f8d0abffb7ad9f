//! Matches of filters: numbers of leaves, and rows of a list.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Job, Replies, StartResult, Worker};
use crate::protocol::{NarrowRequest, Reply};
use crate::search::{Query, TypedFilter, chip_counts, offers, passing_of};

/// The query whose filters are counted, and the filter that is being typed.
type CountRequest = (Query, Option<TypedFilter>);

/// Starts the thread. Without a snapshot and after an error it sends no reply: the searcher reports that.
pub(super) fn counter(resources: Resources, replies: Replies) -> StartResult<CountRequest> {
    let count = move |(query, typing): CountRequest, job: &Job<'_>| {
        let counted = job.run("counting", || {
            count(&resources, &query, typing.as_ref(), job)
        });
        if let Some(Ok(Some(counted))) = counted {
            job.reply(counted);
        }
    };
    Worker::start_replying("counter", Backlog::Newest, replies, count)
}

/// None before the first snapshot.
fn count(
    resources: &Resources,
    query: &Query,
    typing: Option<&TypedFilter>,
    job: &Job<'_>,
) -> JobResult<Option<Reply>> {
    let Some(snapshot) = resources.snapshots.latest()? else {
        return Ok(None);
    };
    let context = resources.context(&snapshot, query, job.cancel);
    let offers = typing.map(|typing| offers(&context, typing)).transpose()?;
    Ok(Some(Reply::Counted(offers, chip_counts(&context)?)))
}

/// Starts the thread.
pub(super) fn narrower(resources: Resources, replies: Replies) -> StartResult<NarrowRequest> {
    Worker::start_replying("narrower", Backlog::All, replies, move |request, job| {
        let NarrowRequest {
            list,
            query,
            chunks,
        } = request;
        job.answer(
            "filtering the list",
            || {
                let snapshot = resources.snapshot()?;
                let context = resources.context(&snapshot, &query, job.cancel);
                Ok(passing_of(&context, &chunks)?)
            },
            |passing| Reply::Narrowed(list, passing),
        );
    })
}
