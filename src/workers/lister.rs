//! Tells what there is to look around in without a question: which files, what they and their
//! directories are about, what a file declares.

use super::latest::Worker;
use super::{Sink, caught};
use crate::chunk::{ChunkTree, Limits};
use crate::corpus::{Cancel, SourcePath, walk};
use crate::extract::Reader;
use crate::index::Snapshots;
use crate::search::{About, BrowseAnswer, BrowseRequest, Examples, FileSource, Outline, TreeEntry};
use crate::ticket::Ticket;
use std::sync::Arc;

/// One of the answers to a question.
pub struct Listed {
    /// Of the question.
    pub ticket: Ticket,
    /// What is answered.
    pub answer: BrowseAnswer,
}

/// The thread that lists. Latest wins: a request holds all that is wanted, and replaces the one
/// before it.
pub struct Lister(Worker<(Ticket, BrowseRequest)>);

struct Listing {
    reader: Reader,
    limits: Limits,
    snapshots: Snapshots,
    sink: Sink<Listed>,
}

impl Lister {
    /// Starts the thread.
    pub fn start(
        reader: Reader,
        limits: Limits,
        snapshots: Snapshots,
        sink: Sink<Listed>,
    ) -> std::io::Result<Self> {
        let mut listing = Listing {
            reader,
            limits,
            snapshots,
            sink,
        };
        let answer = move |(ticket, request), cancel: &Cancel| {
            listing.answer(ticket, request, cancel);
        };
        Ok(Self(Worker::start("lister", answer)?))
    }

    /// Asks for this instead of what was asked for before; the ticket comes back with each answer.
    pub fn ask(&self, ticket: Ticket, request: BrowseRequest) {
        self.0.ask((ticket, request));
    }
}

impl Listing {
    /// Answers piece by piece, until it is done or cancelled.
    fn answer(&mut self, ticket: Ticket, request: BrowseRequest, cancel: &Cancel) {
        if let Some(files) = request.files {
            let listed = caught("listing the files", || self.files(files, cancel));
            if cancel.is_cancelled() {
                return;
            }
            self.send(ticket, BrowseAnswer::Files(listed));
        }
        for path in request.outlines {
            let outline = caught("cutting the file", || self.outline(&path, cancel));
            if cancel.is_cancelled() {
                return;
            }
            self.send(ticket, BrowseAnswer::Outline(path, outline));
        }
        for entry in request.about {
            if cancel.is_cancelled() {
                return;
            }
            // What nothing is known about is told as such: it need not be asked again.
            let about = caught("looking a file up", || self.about(&entry));
            self.send(
                ticket,
                BrowseAnswer::About(entry, about.unwrap_or_default()),
            );
        }
        if request.examples {
            let examples = caught("looking for examples", || self.examples(cancel));
            if !cancel.is_cancelled() {
                // Why files cannot be listed or read is said where they would be.
                let examples = examples.unwrap_or_default();
                self.send(ticket, BrowseAnswer::Examples(examples));
            }
        }
    }

    fn examples(&mut self, cancel: &Cancel) -> Result<Examples, String> {
        let files = self.files(FileSource::Indexed, cancel)?;
        Ok(Examples::of(&files, |path| self.outline(path, cancel).ok()))
    }

    fn send(&self, ticket: Ticket, answer: BrowseAnswer) {
        (self.sink)(Listed { ticket, answer });
    }

    fn files(&mut self, files: FileSource, cancel: &Cancel) -> Result<Arc<[SourcePath]>, String> {
        let snapshot = match files {
            FileSource::Walked => None,
            FileSource::Indexed => self.snapshots.latest().map_err(|error| error.to_string())?,
        };
        let Some(snapshot) = snapshot else {
            let found = walk(self.reader.root(), self.reader.limits(), cancel).files;
            return Ok(found.into_iter().map(|file| file.path).collect());
        };
        snapshot.paths().cloned().map_err(|error| error.to_string())
    }

    fn outline(&self, path: &SourcePath, cancel: &Cancel) -> Result<Arc<Outline>, String> {
        let read = self.reader.read(path, cancel);
        let (document, _) = read.map_err(|error| error.to_string())?;
        let tree = ChunkTree::of(document, &self.limits);
        Ok(Arc::new(Outline::of(&tree)))
    }

    fn about(&self, entry: &TreeEntry) -> Result<About, String> {
        let snapshot = self.snapshots.latest();
        let record = match snapshot.map_err(|error| error.to_string())? {
            Some(snapshot) => snapshot
                .about(&entry.path, entry.is_directory)
                .map_err(|error| error.to_string())?,
            None => None,
        };
        Ok(record.map_or_else(About::default, |record| About {
            lead: record.line().to_owned(),
            summary: record.summary,
        }))
    }
}
