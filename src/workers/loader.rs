//! Opens documents for the code pane.
//!
//! Principal type: [`Opener`]. [`loader()`] replies with each step of opening; a newer request cancels it.

use super::resources::Resources;
use super::worker::{Backlog, Job, Replies, StartResult, Worker};
use crate::chunk::Limits;
use crate::context::{self, OpenDocument, OpenStep};
use crate::corpus::{self, Cancel, Fingerprint, GitUnavailable, Head, Hunk, ReadError, SourcePath};
use crate::extract::DocumentReader;
use crate::protocol::Reply;
use std::sync::Arc;

/// Opens documents. Chunking and highlighting take far longer than reading.
struct Opener {
    reader: DocumentReader,
    limits: Limits,
    /// The last opened document, which is requested again whenever files may have changed.
    last: Option<OpenedDocument>,
}

/// A document, and what its lines and its hunks were read from.
struct OpenedDocument {
    fingerprint: Fingerprint,
    head: Head,
    document: Arc<OpenDocument>,
}

impl Opener {
    fn open(
        &mut self,
        path: &SourcePath,
        near: u32,
        cancel: &Cancel,
        shown: &mut dyn FnMut(Arc<OpenDocument>),
    ) -> Result<(), ReadError> {
        let read = self.reader.read(path, cancel);
        if cancel.is_cancelled() {
            return Ok(());
        }
        let (document, fingerprint) = read?;
        let repository = self.reader.repository_of(path);
        let head = repository.map_or_else(Head::default, |(_, it, _)| corpus::head(it.root()));
        if let Some(last) = &self.last
            && last.document.tree.path() == path
            && last.head == head
            && last.fingerprint.length == fingerprint.length
            && last.fingerprint.crc32 == fingerprint.crc32
        {
            shown(Arc::clone(&last.document));
            return Ok(());
        }
        context::open(document, near, &self.limits, cancel, &mut |mut document| {
            if document.progress != OpenStep::Whole {
                return shown(Arc::new(document));
            }
            document.hunks = hunks(&self.reader, &document);
            let document = Arc::new(document);
            self.last = Some(OpenedDocument {
                fingerprint,
                head: head.clone(),
                document: Arc::clone(&document),
            });
            shown(document);
        });
        Ok(())
    }
}

/// Returns the changed lines of a text; a converted document has none.
fn hunks(reader: &DocumentReader, document: &OpenDocument) -> Result<Vec<Hunk>, GitUnavailable> {
    let document = &document.tree.document;
    match document.extraction {
        Some(_) => Ok(Vec::new()),
        None => {
            let (commit, inner) = reader.commit_of(&document.path, None)?;
            commit.hunks(&inner)
        }
    }
}

/// Starts the thread that reads, cuts and highlights the document of the code pane.
pub(super) fn loader(resources: Resources, replies: Replies) -> StartResult<(SourcePath, u32)> {
    let mut opener = Opener {
        reader: resources.reader,
        limits: resources.limits,
        last: None,
    };
    let open = move |(path, near): (SourcePath, u32), job: &Job<'_>| {
        let reply = |document| job.reply(Reply::Opened(path.clone(), document));
        let opened = job.run("opening the file", || {
            let shown = &mut |document| reply(Ok(document));
            Ok(opener.open(&path, near, job.cancel, shown)?)
        });
        if let Some(Err(error)) = opened {
            reply(Err(error));
        }
    };
    Worker::start_replying("loader", Backlog::Newest, replies, open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::corpus::Root;
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn a_document_is_read_again_only_if_its_file_changed() {
        let directory = tempfile::tempdir().unwrap();
        let root = Root::exactly(directory.path()).unwrap();
        let config = Config::load(None).unwrap();
        let texts = directory.path().join("texts");
        let mut opener = Opener {
            reader: DocumentReader::new(root, &config, PathBuf::new(), &texts).unwrap(),
            limits: Limits::default(),
            last: None,
        };
        let path = SourcePath::new("a.rs");
        let mut open = |text: &str| {
            fs::write(directory.path().join("a.rs"), text).unwrap();
            let mut opened = None;
            let mut shown = |document| opened = Some(document);
            let done = opener.open(&path, 1, &Cancel::new(), &mut shown);
            done.unwrap();
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
