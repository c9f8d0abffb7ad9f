//! Everybody who replies to the explorer: each is started once.

use super::checker::checker;
use super::counter::counter;
use super::exporter::Exporter;
use super::inspector::inspector;
use super::lister::lister;
use super::loader::loader;
use super::relater::relater;
use super::searcher::searcher;
use super::{Replies, SharedModel, Typing, Worker};
use crate::chunk::Limits;
use crate::context::Sources;
use crate::corpus::SourcePath;
use crate::extract::Reader;
use crate::index::{IndexFolder, Snapshots};
use crate::protocol::{BrowseRequest, Relate, Reply, Request, Search, Ticket};
use crate::search::{self, Answer, Query};
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// Time without a new query until typos are corrected.
const CORRECTION_PAUSE: Duration = Duration::from_millis(300);

/// Shared resources of the workers.
pub struct Tools {
    /// Reads documents.
    pub reader: Reader,
    /// Chunk size limits.
    pub limits: Limits,
    /// Snapshots to search.
    pub snapshots: Snapshots,
    /// Embeds queries.
    pub model: SharedModel,
    /// The index.
    pub folder: IndexFolder,
    /// State of the keyboard.
    pub typing: Typing,
    /// Reads documents again, with those that changed anew.
    pub sources: Arc<dyn Fn() -> Sources + Send + Sync>,
}

/// The threads.
pub struct Crew {
    searcher: Worker<(Ticket, Search)>,
    counter: Worker<(Ticket, (Query, Option<search::Typing>))>,
    exporter: Exporter,
    loader: Worker<(Ticket, (SourcePath, u32))>,
    lister: Worker<(Ticket, BrowseRequest)>,
    relater: Worker<(Ticket, Relate)>,
    checker: Worker<(Ticket, Arc<Answer>)>,
    inspector: Worker<(Ticket, bool)>,
}

impl Crew {
    /// Starts a thread for each.
    pub fn start(
        tools: Tools,
        replies: impl Fn((Ticket, Reply)) + Clone + Send + 'static,
    ) -> io::Result<Self> {
        let Tools {
            reader,
            limits,
            snapshots,
            model,
            folder,
            typing,
            sources,
        } = tools;
        let replies = || -> Replies { Box::new(replies.clone()) };
        let sources = || {
            let sources = Arc::clone(&sources);
            move || sources()
        };
        Ok(Self {
            searcher: searcher(
                reader.clone(),
                snapshots.clone(),
                model,
                CORRECTION_PAUSE,
                replies(),
            )?,
            counter: counter(reader.clone(), snapshots.clone(), replies())?,
            exporter: Exporter::start(sources(), replies())?,
            loader: loader(reader.clone(), limits, replies())?,
            lister: lister(reader.clone(), limits, snapshots.clone(), replies())?,
            relater: relater(sources(), snapshots.clone(), replies())?,
            checker: checker(sources(), typing, replies())?,
            inspector: inspector(reader, folder, snapshots.clone(), replies())?,
        })
    }

    /// Has a request answered. Of the results pane's the last one counts, whoever answers it.
    pub fn ask(&self, ticket: Ticket, request: Request) {
        match request {
            Request::Search(search) => {
                self.relater.cancel();
                self.searcher.ask((ticket, search));
            }
            Request::Count(query, typing) => self.counter.ask((ticket, (query, typing))),
            Request::Open(path, near) => self.loader.ask((ticket, (path, near))),
            Request::List(request) => self.lister.ask((ticket, request)),
            Request::Relate(request) => {
                self.searcher.cancel();
                self.relater.ask((ticket, request));
            }
            Request::Check(answer) => self.checker.ask((ticket, answer)),
            Request::Inspect { reads } => self.inspector.ask((ticket, reads)),
            Request::Export(request) => self.exporter.export(ticket, request),
        }
    }

    /// Cancels the search of the results pane.
    pub fn cancel_search(&self) {
        self.searcher.cancel();
        self.relater.cancel();
    }

    /// Stops all exports. Each is answered; nothing half-written stays.
    pub fn cancel_export(&self) {
        self.exporter.cancel();
    }
}
