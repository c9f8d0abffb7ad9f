//! Tells what there is to look around in without a question: which files, what they and their
//! directories are about, what a file declares.

use super::error::WorkError;
use super::latest::Worker;
use super::{Replies, caught};
use crate::chunk::{ChunkTree, Limits};
use crate::corpus::{Cancel, SourcePath, walk};
use crate::extract::Reader;
use crate::index::Snapshots;
use crate::protocol::{About, BrowseAnswer, BrowseRequest, FileSource, Reply, Ticket, TreeEntry};
use crate::search::{Examples, Outline};
use std::collections::HashSet;
use std::sync::Arc;

struct Listing {
    reader: Reader,
    limits: Limits,
    snapshots: Snapshots,
    replies: Replies,
}

/// Starts the thread. A request holds all that is wanted, and replaces the one before it.
pub fn lister(
    reader: Reader,
    limits: Limits,
    snapshots: Snapshots,
    replies: Replies,
) -> std::io::Result<Worker<(Ticket, BrowseRequest)>> {
    let mut listing = Listing {
        reader,
        limits,
        snapshots,
        replies,
    };
    Worker::start("lister", move |(ticket, request), cancel| {
        listing.answer(ticket, request, cancel);
    })
}

impl Listing {
    /// Answers piece by piece, until it is done or cancelled.
    fn answer(&mut self, ticket: Ticket, request: BrowseRequest, cancel: &Cancel) {
        if let Some(files) = request.files {
            let listed = caught("listing the files", || self.files(files, cancel));
            if cancel.is_cancelled() {
                return;
            }
            self.send(ticket, BrowseAnswer::Files(listed.map_err(String::from)));
        }
        for path in request.outlines {
            let outline = caught("cutting the file", || self.outline(&path, cancel));
            if cancel.is_cancelled() {
                return;
            }
            let outline = outline.map_err(String::from);
            self.send(ticket, BrowseAnswer::Outline(path, outline));
        }
        for path in request.lines {
            let lines = caught("counting lines", || {
                let (document, _) = self.reader.read(&path, cancel)?;
                let bytes = document.text.bytes();
                Ok(bytes.split_inclusive(|byte| *byte == b'\n').count())
            });
            if cancel.is_cancelled() {
                return;
            }
            let lines = u32::try_from(lines.unwrap_or_default()).unwrap_or(u32::MAX);
            self.send(ticket, BrowseAnswer::Lines(path, lines));
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
        if request.changed {
            let changed = caught("comparing with git", || self.changed(cancel));
            if !cancel.is_cancelled() {
                self.send(ticket, BrowseAnswer::Changed(changed.unwrap_or_default()));
            }
        }
    }

    fn examples(&mut self, cancel: &Cancel) -> Result<Examples, WorkError> {
        let files = self.files(FileSource::Indexed, cancel)?;
        Ok(Examples::of(&files, |path| self.outline(path, cancel).ok()))
    }

    fn send(&self, ticket: Ticket, answer: BrowseAnswer) {
        (self.replies)((ticket, Reply::Listed(answer)));
    }

    fn files(
        &mut self,
        files: FileSource,
        cancel: &Cancel,
    ) -> Result<Arc<[SourcePath]>, WorkError> {
        let snapshot = match files {
            FileSource::Walked => None,
            FileSource::Indexed => self.snapshots.latest()?,
        };
        let Some(snapshot) = snapshot else {
            let found = walk(self.reader.root(), self.reader.limits(), cancel).files;
            return Ok(found.into_iter().map(|file| file.path).collect());
        };
        Ok(snapshot.paths()?.clone())
    }

    /// The files of the index that differ from git's HEAD.
    fn changed(&self, cancel: &Cancel) -> Result<Arc<HashSet<SourcePath>>, WorkError> {
        let Some(snapshot) = self.snapshots.latest()? else {
            return Ok(Arc::default());
        };
        let (generation, paths) = (snapshot.generation().0, snapshot.paths()?);
        Ok(self.reader.changed_files(generation, paths, cancel))
    }

    fn outline(&self, path: &SourcePath, cancel: &Cancel) -> Result<Arc<Outline>, WorkError> {
        let (document, _) = self.reader.read(path, cancel)?;
        let tree = ChunkTree::of(document, &self.limits);
        Ok(Arc::new(Outline::of(&tree)))
    }

    fn about(&self, entry: &TreeEntry) -> Result<About, WorkError> {
        let record = match self.snapshots.latest()? {
            Some(snapshot) => snapshot.about(&entry.path, entry.is_directory)?,
            None => None,
        };
        Ok(record.map_or_else(About::default, |record| About {
            lead: record.line().to_owned(),
            summary: record.summary,
        }))
    }
}
