//! Opens documents for the code pane.

use super::latest::Worker;
use super::{Sink, caught};
use crate::chunk::Limits;
use crate::context::{self, OpenDocument, Progress};
use crate::corpus::{Cancel, Fingerprint, SourcePath};
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

/// Opens documents; cutting and highlighting one takes far longer than reading it.
struct Opener {
    reader: Reader,
    limits: Limits,
    /// What was opened last, all of it: it is asked for again whenever files may have changed.
    last: Option<(Fingerprint, Arc<OpenDocument>)>,
}

impl Opener {
    fn open(
        &mut self,
        Request { path, near, .. }: &Request,
        cancel: &Cancel,
        shown: &mut dyn FnMut(Arc<OpenDocument>),
    ) -> Result<(), String> {
        let read = self.reader.read(path, cancel);
        if cancel.is_cancelled() {
            return Ok(());
        }
        let (document, now) = read.map_err(|error| error.to_string())?;
        if let Some((then, document)) = &self.last
            && document.tree.path() == path
            && (then.length, then.crc32) == (now.length, now.crc32)
        {
            shown(Arc::clone(document));
            return Ok(());
        }
        let last = &mut self.last;
        let mut keep = |document: OpenDocument| {
            let document = Arc::new(document);
            if document.progress == Progress::Whole {
                *last = Some((now, Arc::clone(&document)));
            }
            shown(document);
        };
        context::open(document, *near, &self.limits, cancel, &mut keep);
        Ok(())
    }
}

impl Loader {
    /// Starts the thread.
    pub fn start(reader: Reader, limits: Limits, sink: Sink<Opened>) -> std::io::Result<Self> {
        let mut opener = Opener {
            reader,
            limits,
            last: None,
        };
        let open = move |request: Request, cancel: &Cancel| {
            let say = |document| {
                sink(Opened {
                    ticket: request.ticket,
                    path: request.path.clone(),
                    document,
                });
            };
            let mut shown = |document| say(Ok(document));
            let opened = caught("opening the file", || {
                opener.open(&request, cancel, &mut shown)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::corpus::Root;
    use crate::ticket::Tickets;
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn a_document_is_opened_again_when_its_file_changed_and_only_then() {
        let directory = tempfile::tempdir().unwrap();
        let root = Root::exactly(directory.path()).unwrap();
        let config = Config::load(None).unwrap();
        let texts = directory.path().join("texts");
        let mut opener = Opener {
            reader: Reader::new(root, &config, PathBuf::new(), &texts),
            limits: Limits::default(),
            last: None,
        };
        let request = Request {
            ticket: Tickets::default().issue(),
            path: SourcePath::new("a.rs"),
            near: 1,
        };
        let mut open = |text: &str| {
            fs::write(directory.path().join("a.rs"), text).unwrap();
            let mut opened = None;
            let mut shown = |document| opened = Some(document);
            let done = opener.open(&request, &Cancel::new(), &mut shown);
            assert_eq!(done, Ok(()));
            opened.expect("a document")
        };
        let one = open("fn one() {}\n");
        assert!(Arc::ptr_eq(&one, &open("fn one() {}\n")));
        let two = open("fn two() {}\n");
        assert!(!Arc::ptr_eq(&one, &two));
        let last = two.tree.chunks.last();
        assert_eq!(last.map(|it| it.name.as_str()), Some("two"));
    }
}
