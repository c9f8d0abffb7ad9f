//! Answers queries from the newest snapshot.
//!
//! Principal type: [`Searcher`]. Contract: a newer request cancels the running one, and an answer of one
//! snapshot is never mixed with another's.

use super::resources::Resources;
use super::threads::JobResult;
use super::worker::{Backlog, Job, Replies, StartResult, Worker};
use crate::answers::{UsableModel, skipped_matches};
use crate::protocol::{Reply, Search};
use crate::search::{Answer, Query, SearchContext, search, search_corrected, similar};
use std::sync::Arc;
use std::time::Duration;

struct Searcher {
    resources: Resources,
    pause: Duration,
    /// True once there was a snapshot.
    was_indexed: bool,
    /// The last query, if it was answered with corrections. If it is repeated, only the corrected answer is
    /// sent, so that results do not flicker.
    corrected: Option<Query>,
}

/// Starts the thread. A query with typos is answered as typed, and once more with names in their place
/// if no other request comes during the pause.
pub fn searcher(resources: Resources, pause: Duration, replies: Replies) -> StartResult<Search> {
    let mut searcher = Searcher {
        resources,
        pause,
        was_indexed: false,
        corrected: None,
    };
    Worker::start_replying("searcher", Backlog::Newest, replies, move |request, job| {
        searcher.process(request, job);
    })
}

impl Searcher {
    fn process(&mut self, request: Search, job: &Job<'_>) {
        let is_repeated = self.corrected.take().as_ref() == Some(&request.query);
        let is_due = is_repeated || (self.reply(&request, false, job) && job.pause(self.pause));
        if is_due && self.reply(&request, true, job) {
            self.corrected = Some(request.query);
        } else if is_repeated {
            self.reply(&request, false, job);
        }
    }

    /// Answers as typed, or with names in place of typos. Returns true if there was an answer.
    fn reply(&mut self, request: &Search, corrects: bool, job: &Job<'_>) -> bool {
        let answer = job.run("searching", || self.answer(request, corrects, job));
        match answer.and_then(Result::transpose) {
            Some(answer) => {
                let is_answered = answer.is_ok();
                job.reply(Reply::Answered(answer.map(Arc::new)));
                is_answered
            }
            None => false,
        }
    }

    /// None if typos are to be corrected and there are none.
    fn answer(
        &mut self,
        request: &Search,
        corrects: bool,
        job: &Job<'_>,
    ) -> JobResult<Option<Answer>> {
        let query = &request.query;
        if corrects && request.like.is_some() {
            return Ok(None);
        }
        let mut model = None;
        if request.like.is_none() {
            model = UsableModel::of(self.resources.model.now(), query.mode)?.loaded;
        }
        let Some(snapshot) = self.resources.snapshots.latest()? else {
            if self.was_indexed {
                return Err("the index was deleted; rescan for changes to rebuild it".into());
            }
            // Before the first commit, every query has an empty answer.
            return Ok((!corrects).then(|| Answer {
                query: query.clone(),
                ..Answer::default()
            }));
        };
        self.was_indexed = true;
        let context = SearchContext {
            limit: request.limit,
            ..self.resources.context(&snapshot, query, job.cancel)
        };
        let mut answer = match request.like {
            Some(id) => Some(similar(&context, id)?),
            None if corrects => search_corrected(&context, model.as_deref())?,
            None => Some(search(&context, model.as_deref())?),
        };
        let totals = answer.as_mut().and_then(|answer| answer.totals.as_mut());
        if let (Some(totals), Some(skipped)) = (totals, self.resources.snapshots.skipped()) {
            totals.unread += skipped_matches(query, skipped.iter())?;
        }
        Ok(answer)
    }
}
