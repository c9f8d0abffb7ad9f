//! The workers that reply to the explorer.
//!
//! Principal type: [`WorkerThreads`]. Invariant: each kind of request has one worker, and
//! a ticket returns with each reply.

use super::checker::checker;
use super::exporter::exporter;
use super::filters::{counter, narrower};
use super::inspector::inspector;
use super::lister::lister;
use super::loader::loader;
use super::mapper::mapper;
use super::relater::{documenter, relater};
use super::resources::Resources;
use super::reviewer::reviewer;
use super::searcher::searcher;
use super::walker::{Steps, caller, walker};
use super::worker::{Replies, Worker};
use crate::corpus::SourcePath;
use crate::protocol::{
    BrowseRequest, ExportRequest, NamedTarget, NarrowRequest, RelationRequest, Reply, Request,
    ReviewRequest, Search, Ticket,
};
use crate::search::{self, Answer, Query};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Time without a new query until typos are corrected.
const CORRECTION_PAUSE: Duration = Duration::from_millis(300);

/// Time until the rows of a list that were found are shown, before all are.
const FIRST_ROWS: Duration = Duration::from_millis(100);

/// The threads.
pub struct WorkerThreads {
    searcher: Worker<(Ticket, Search)>,
    counter: Worker<(Ticket, (Query, Option<search::TypedFilter>))>,
    exporter: Worker<(Ticket, ExportRequest)>,
    loader: Worker<(Ticket, (SourcePath, u32))>,
    lister: Worker<(Ticket, BrowseRequest)>,
    relater: Worker<(Ticket, RelationRequest)>,
    documenter: Worker<(Ticket, RelationRequest)>,
    narrower: Worker<(Ticket, NarrowRequest)>,
    walker: Worker<(Ticket, Steps)>,
    caller: Worker<(Ticket, NamedTarget)>,
    checker: Worker<(Ticket, Arc<Answer>)>,
    inspector: Worker<(Ticket, bool)>,
    mapper: Worker<(Ticket, ())>,
    reviewer: Worker<(Ticket, ReviewRequest)>,
}

impl WorkerThreads {
    /// Starts a thread for each.
    pub fn start(
        resources: &Resources,
        replies: impl Fn((Ticket, Reply)) + Clone + Send + 'static,
    ) -> io::Result<Self> {
        let resources = || resources.clone();
        let replies = || -> Replies { Box::new(replies.clone()) };
        Ok(Self {
            searcher: searcher(resources(), CORRECTION_PAUSE, replies())?,
            counter: counter(resources(), replies())?,
            exporter: exporter(resources(), replies())?,
            loader: loader(resources(), replies())?,
            lister: lister(resources(), replies())?,
            relater: relater(resources(), FIRST_ROWS, replies())?,
            documenter: documenter(resources(), replies())?,
            narrower: narrower(resources(), replies())?,
            walker: walker(resources(), FIRST_ROWS, replies())?,
            caller: caller(resources(), replies())?,
            checker: checker(resources(), replies())?,
            inspector: inspector(resources(), replies())?,
            mapper: mapper(resources(), replies())?,
            reviewer: reviewer(resources(), replies())?,
        })
    }

    /// Sends a request to its worker. Searches and relations fill the same pane: the newest one counts.
    pub fn send(&self, ticket: Ticket, request: Request) {
        match request {
            Request::Search(search) => {
                // The results cover the map.
                self.mapper.cancel();
                self.cancel_search();
                self.searcher.send((ticket, search));
            }
            Request::Count(query, typing) => self.counter.send((ticket, (query, typing))),
            Request::Open(path, near) => self.loader.send((ticket, (path, near))),
            Request::List(request) => self.lister.send((ticket, request)),
            // Docs are shown over the results.
            Request::Relate(request) if request.with_docs => {
                self.documenter.send((ticket, request))
            }
            Request::Relate(request) => {
                self.cancel_search();
                self.relater.send((ticket, request));
            }
            Request::Walk(request) => {
                self.cancel_search();
                self.walker.send((ticket, Steps::Several(request)));
            }
            Request::Step(request) => self.walker.send((ticket, Steps::One(request))),
            Request::Calls(request) => self.caller.send((ticket, request)),
            Request::Narrow(request) => self.narrower.send((ticket, request)),
            Request::Check(answer) => self.checker.send((ticket, answer)),
            Request::Review(request) => self.reviewer.send((ticket, request)),
            Request::Inspect { reads } => self.inspector.send((ticket, reads)),
            Request::Map => self.mapper.send((ticket, ())),
            Request::Export(request) => self.exporter.send((ticket, request)),
        }
    }

    /// Cancels the search of the results pane.
    pub fn cancel_search(&self) {
        self.searcher.cancel();
        self.relater.cancel();
        self.walker.cancel();
    }
}
