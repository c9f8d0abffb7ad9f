//! Opens documents for the code pane.

use super::latest::Worker;
use super::{Sink, caught};
use crate::chunk::Limits;
use crate::context::{self, OpenDocument};
use crate::corpus::{Cancel, SourcePath};
use crate::extract::Reader;
use crate::ticket::Ticket;
use std::sync::Arc;

/// A document that was asked for, as far as it is, or a sentence why it cannot be shown.
pub struct Opened {
    /// Of the question.
    pub ticket: Ticket,
    /// Which was asked for.
    pub path: SourcePath,
    /// As it is now; a long one comes several times, each time with more of it.
    pub document: Result<Arc<OpenDocument>, String>,
}

/// The thread that reads, cuts and highlights what the code pane shows. Latest wins: a document
/// that is not wanted any more is not finished.
pub struct Loader(Worker<Request>);

struct Request {
    ticket: Ticket,
    path: SourcePath,
    near: u32,
}

impl Loader {
    /// Starts the thread.
    pub fn start(reader: Reader, limits: Limits, sink: Sink<Opened>) -> std::io::Result<Self> {
        let open = move |request: Request, cancel: &Cancel| {
            let Request { ticket, path, near } = request;
            let say = |document| {
                sink(Opened {
                    ticket,
                    path: path.clone(),
                    document,
                });
            };
            let opened = caught("opening the file", || {
                let mut shown = |document| say(Ok(Arc::new(document)));
                context::open(&reader, &path, near, &limits, cancel, &mut shown)
            });
            if let Err(sentence) = opened {
                say(Err(sentence));
            }
        };
        Ok(Self(Worker::start("loader", open)?))
    }

    /// Asks for a document instead of the one asked for before; the ticket comes back with it, and
    /// the 1-based line `near` is looked at first.
    pub fn open(&self, ticket: Ticket, path: SourcePath, near: u32) {
        self.0.ask(Request { ticket, path, near });
    }
}
