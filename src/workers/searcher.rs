//! Answers queries from the newest snapshot.

use super::latest::Worker;
use super::{ModelLoad, SharedModel, Sink, Snapshots, caught};
use crate::chunk::ChunkId;
use crate::corpus::Cancel;
use crate::extract::Reader;
use crate::index::Generation;
use crate::search::{Answer, Mode, Query, VectorSearch, search, similar};
use crate::ticket::Ticket;
use std::sync::Arc;
use std::time::Duration;

/// An answer, or a sentence why there is none.
pub struct Answered {
    /// Of the question.
    pub ticket: Ticket,
    /// What was found.
    pub answer: Result<Arc<Answer>, String>,
}

struct Request {
    ticket: Ticket,
    query: Query,
    /// The chunk or directory that something like it is asked for; of the query only the filters
    /// count then.
    like: Option<ChunkId>,
    limit: usize,
}

/// The thread that searches. Latest wins: a query that was typed over is not finished.
pub struct Searcher(Worker<Request>);

impl Searcher {
    /// Starts the thread; it answers from the newest of the snapshots, of which there need be none
    /// yet.
    pub fn start(
        reader: Reader,
        snapshots: Snapshots,
        model: SharedModel,
        sink: Sink<Answered>,
    ) -> std::io::Result<Self> {
        let mut indexed = false;
        let search = move |request: Request, cancel: &Cancel| {
            let answered = caught("searching", || {
                answer(&snapshots, &model, &reader, &mut indexed, &request, cancel)
            });
            if let Some(answer) = answered.transpose() {
                sink(Answered {
                    ticket: request.ticket,
                    answer: answer.map(Arc::new),
                });
            }
        };
        Ok(Self(Worker::start("searcher", search)?))
    }

    /// Asks this instead of what was asked before.
    pub fn ask(&self, ticket: Ticket, query: Query, limit: usize) {
        self.put(ticket, query, None, limit);
    }

    /// Asks for what is like a chunk or a directory, within the filters of a query, instead of what
    /// was asked before.
    pub fn ask_like(&self, ticket: Ticket, id: ChunkId, query: Query, limit: usize) {
        self.put(ticket, query, Some(id), limit);
    }

    /// Stops what runs; what was asked is not answered.
    pub fn cancel(&self) {
        self.0.cancel();
    }

    fn put(&self, ticket: Ticket, query: Query, like: Option<ChunkId>, limit: usize) {
        self.0.ask(Request {
            ticket,
            query,
            like,
            limit,
        });
    }
}

/// None when cancelled. `indexed` tells whether there ever was a snapshot.
fn answer(
    snapshots: &Snapshots,
    model: &SharedModel,
    reader: &Reader,
    indexed: &mut bool,
    request: &Request,
    cancel: &Cancel,
) -> Result<Option<Answer>, String> {
    let query = &request.query;
    let model = match model.now() {
        _ if request.like.is_some() => None,
        ModelLoad::Ready(model) => Some(model),
        load if query.mode == Mode::Meaning => return Err(without_model(&load)),
        _ => None,
    };
    let Some(snapshot) = snapshots.latest().map_err(|error| error.to_string())? else {
        return match *indexed {
            true => Err("the index was removed from its folder; looking for changes (reindex) makes it anew".to_owned()),
            false => Ok(Some(nothing_indexed(query))),
        };
    };
    *indexed = true;
    if let Some(id) = request.like {
        return similar(&snapshot, id, query, request.limit, cancel)
            .map_err(|error| error.to_string());
    }
    let model = model.as_deref();
    search(&snapshot, model, reader, query, request.limit, cancel)
        .map_err(|error| error.to_string())
}

fn without_model(load: &ModelLoad) -> String {
    match load {
        ModelLoad::Failed(cause) => {
            format!("search by meaning needs the embedding model, which failed: {cause}")
        }
        _ => "search by meaning needs the embedding model, which is still loading".to_owned(),
    }
}

/// Before the first commit every query has the same true answer.
fn nothing_indexed(query: &Query) -> Answer {
    Answer {
        query: query.clone(),
        hits: Vec::new(),
        generation: Generation::default(),
        complete: 0.0,
        took: Duration::ZERO,
        vectors: VectorSearch::None,
    }
}
