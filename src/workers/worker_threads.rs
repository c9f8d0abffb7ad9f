//! The workers that reply to the explorer.
//!
//! Principal types: [`WorkerThreads`] and [`Resources`]. Invariant: each kind of request has one worker, and
//! a ticket returns with each reply.

use super::checker::checker;
use super::counter::counter;
use super::exporter::exporter;
use super::inspector::inspector;
use super::lister::lister;
use super::loader::loader;
use super::relater::relater;
use super::searcher::searcher;
use super::{Replies, SharedModel, TypingFlag, Worker};
use crate::chunk::Limits;
use crate::context::Sources;
use crate::corpus::SourcePath;
use crate::extract::DocumentReader;
use crate::index::{IndexFolder, IndexReader};
use crate::protocol::{
    BrowseRequest, ExportRequest, RelationRequest, Reply, Request, Search, Ticket,
};
use crate::search::{self, Answer, Query};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Time without a new query until typos are corrected.
const CORRECTION_PAUSE: Duration = Duration::from_millis(300);

/// Shared resources of the workers.
#[derive(Clone)]
pub struct Resources {
    /// Reads documents.
    pub reader: DocumentReader,
    /// Chunk size limits.
    pub limits: Limits,
    /// Snapshots to search.
    pub snapshots: IndexReader,
    /// Embeds queries.
    pub model: SharedModel,
    /// The index.
    pub folder: IndexFolder,
    /// State of the keyboard.
    pub typing: TypingFlag,
}

impl Resources {
    /// Documents of the working tree, none of them read yet.
    pub(super) fn sources(&self) -> Sources {
        Sources::new(self.reader.clone(), self.limits)
    }
}

/// The threads.
pub struct WorkerThreads {
    searcher: Worker<(Ticket, Search)>,
    counter: Worker<(Ticket, (Query, Option<search::TypedFilter>))>,
    exporter: Worker<(Ticket, ExportRequest)>,
    loader: Worker<(Ticket, (SourcePath, u32))>,
    lister: Worker<(Ticket, BrowseRequest)>,
    relater: Worker<(Ticket, RelationRequest)>,
    checker: Worker<(Ticket, Arc<Answer>)>,
    inspector: Worker<(Ticket, bool)>,
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
            relater: relater(resources(), replies())?,
            checker: checker(resources(), replies())?,
            inspector: inspector(resources(), replies())?,
        })
    }

    /// Sends a request to its worker. Searches and relations fill the same pane: the newest one counts.
    pub fn send(&self, ticket: Ticket, request: Request) {
        match request {
            Request::Search(search) => {
                self.relater.cancel();
                self.searcher.send((ticket, search));
            }
            Request::Count(query, typing) => self.counter.send((ticket, (query, typing))),
            Request::Open(path, near) => self.loader.send((ticket, (path, near))),
            Request::List(request) => self.lister.send((ticket, request)),
            Request::Relate(request) => {
                self.searcher.cancel();
                self.relater.send((ticket, request));
            }
            Request::Check(answer) => self.checker.send((ticket, answer)),
            Request::Inspect { reads } => self.inspector.send((ticket, reads)),
            Request::Export(request) => self.exporter.send((ticket, request)),
        }
    }

    /// Cancels the search of the results pane.
    pub fn cancel_search(&self) {
        self.searcher.cancel();
        self.relater.cancel();
    }
}
