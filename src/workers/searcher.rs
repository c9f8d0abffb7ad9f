//! Answers queries from the newest snapshot.

use super::error::WorkError;
use super::latest::{Latest, Worker};
use super::{ModelLoad, Replies, SharedModel, caught};
use crate::corpus::Cancel;
use crate::extract::Reader;
use crate::index::Snapshots;
use crate::protocol::{Reply, Search, Ticket};
use crate::search::{Answer, Mode, Query, search, search_corrected, similar};
use std::sync::Arc;
use std::time::Duration;

/// The words that are searched.
#[derive(Clone, Copy)]
enum Spelling {
    AsTyped,
    /// With names in place of typos; there is no answer where there are no typos.
    Corrected,
}

/// Starts the thread that answers from the newest of the snapshots, of which there need be none yet. A
/// query with typos is answered as typed, and once more with names in their place when no other request
/// comes during the pause.
pub fn searcher(
    reader: Reader,
    snapshots: Snapshots,
    model: SharedModel,
    pause: Duration,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, Search)>> {
    let mut indexed = false;
    // The last query, if it was answered with corrections: when it is repeated, nothing flickers.
    let mut corrected: Option<Query> = None;
    let search = move |(ticket, request): (Ticket, Search), cancel: &Cancel, slot: &Latest<_>| {
        let mut answer = |spelling| {
            let answered = caught("searching", || {
                let searched = (&request, spelling);
                answer(&snapshots, &model, &reader, &mut indexed, searched, cancel)
            });
            let is_answered = matches!(answered, Ok(Some(_)));
            if let Some(answer) = answered.transpose() {
                let answer = answer.map(Arc::new).map_err(String::from);
                replies((ticket, Reply::Answered(answer)));
            }
            is_answered
        };
        let is_repeated = corrected.take().is_some_and(|it| it == request.query);
        let is_due = is_repeated || (answer(Spelling::AsTyped) && slot.is_left_alone(pause));
        if is_due && answer(Spelling::Corrected) {
            corrected = Some(request.query);
        } else if is_repeated {
            answer(Spelling::AsTyped);
        }
    };
    Worker::start_pausing("searcher", search)
}

/// None when cancelled, and without typos where those are corrected. `indexed` tells whether there
/// ever was a snapshot.
fn answer(
    snapshots: &Snapshots,
    model: &SharedModel,
    reader: &Reader,
    indexed: &mut bool,
    (request, spelling): (&Search, Spelling),
    cancel: &Cancel,
) -> Result<Option<Answer>, WorkError> {
    let query = &request.query;
    if request.like.is_some() && matches!(spelling, Spelling::Corrected) {
        return Ok(None);
    }
    let model = match model.now() {
        _ if request.like.is_some() => None,
        ModelLoad::Ready(model) => Some(model),
        load if query.mode == Mode::Semantic => return Err(WorkError::without_model(&load)),
        _ => None,
    };
    let Some(snapshot) = snapshots.latest()? else {
        return match (*indexed, spelling) {
            (true, _) => Err(WorkError::IndexRemoved),
            (false, Spelling::AsTyped) => Ok(Some(nothing_indexed(query))),
            (false, Spelling::Corrected) => Ok(None),
        };
    };
    *indexed = true;
    if let Some(id) = request.like {
        return Ok(similar(&snapshot, id, query, request.limit, cancel)?);
    }
    let search = match spelling {
        Spelling::AsTyped => search,
        Spelling::Corrected => search_corrected,
    };
    let model = model.as_deref();
    Ok(search(
        &snapshot,
        model,
        reader,
        query,
        request.limit,
        cancel,
    )?)
}

/// Before the first commit every query has the same true answer.
fn nothing_indexed(query: &Query) -> Answer {
    Answer {
        query: query.clone(),
        ..Answer::default()
    }
}
