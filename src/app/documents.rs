//! Documents opened for the code pane.
//!
//! Principal type: [`DocumentCache`]. Invariant: when files may have changed, everything here is dropped and
//! requested again.

use super::code::{DocumentState, Page};
use crate::context::OpenStep;
use crate::corpus::SourcePath;
use crate::protocol::{Ticket, Tickets};

/// Documents kept, so that moving between hits of a few files reads nothing.
const MAX_DOCUMENTS: usize = 16;

/// The last documents, the newest last.
#[derive(Debug, Default)]
pub(crate) struct DocumentCache {
    entries: Vec<(SourcePath, DocumentState)>,
    /// Replies to earlier requests stay valid until files may have changed.
    pub(super) tickets: Tickets,
    /// The generation of the index when they were read.
    pub(super) read_at: u64,
}

impl DocumentCache {
    /// Returns the state of a document.
    pub(crate) fn peek(&self, path: &SourcePath) -> Option<&DocumentState> {
        let mut entries = self.entries.iter();
        let (_, document) = entries.find(|(kept, _)| kept == path)?;
        Some(document)
    }

    /// The page of a document that was read.
    pub(crate) fn page(&self, path: &SourcePath) -> Option<&Page> {
        match self.peek(path)? {
            DocumentState::Read(page) => Some(page),
            DocumentState::Requested | DocumentState::Failed(_) => None,
        }
    }

    /// Returns true if a document is loaded or loading.
    pub(crate) fn contains(&self, path: &SourcePath) -> bool {
        self.peek(path).is_some()
    }

    /// Notes a request. The loader serves only the newest one, so that other pending documents are
    /// forgotten and requested again.
    pub(crate) fn request(&mut self, path: &SourcePath) -> Ticket {
        self.entries.retain(|(kept, document)| {
            let is_there = match document {
                DocumentState::Requested => false,
                DocumentState::Read(page) => page.document.progress == OpenStep::Whole,
                DocumentState::Failed(_) => true,
            };
            kept != path && is_there
        });
        self.insert(path.clone(), DocumentState::Requested);
        self.tickets.issue()
    }

    pub(crate) fn insert(&mut self, path: SourcePath, document: DocumentState) {
        self.entries.retain(|(kept, _)| *kept != path);
        self.entries.push((path, document));
        if self.entries.len() > MAX_DOCUMENTS {
            self.entries.remove(0);
        }
    }

    /// Forgets everything, because files may have changed.
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
        self.tickets.revoke();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_document_goes_first() {
        let path = |number: usize| SourcePath::new(&format!("{number}.rs"));
        let mut documents = DocumentCache::default();
        for number in 0..=MAX_DOCUMENTS {
            documents.insert(path(number), DocumentState::Failed(String::new()));
        }
        assert!(documents.peek(&path(0)).is_none());
        assert!(documents.peek(&path(1)).is_some());
    }

    #[test]
    fn requests_from_before_a_change_are_stale() {
        let path = SourcePath::new("a.rs");
        let mut documents = DocumentCache::default();
        let before = documents.request(&path);
        assert!(!documents.tickets.is_stale(before));
        documents.clear();
        let after = documents.request(&path);
        assert!(documents.tickets.is_stale(before));
        assert!(!documents.tickets.is_stale(after));
    }

    #[test]
    fn superseded_request_is_sent_again() {
        let (first, second) = (SourcePath::new("a.rs"), SourcePath::new("b.rs"));
        let mut documents = DocumentCache::default();
        documents.request(&first);
        documents.request(&second);
        assert!(documents.peek(&first).is_none());
        assert!(documents.peek(&second).is_some());
    }
}
