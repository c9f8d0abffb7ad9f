//! Documents opened for the code pane, and the state of the hits in the working tree.
//!
//! Principal types: [`DocumentCache`] and [`HitStaleness`]. Invariant: when files may have changed,
//! everything here is dropped and requested again.

use super::code::Page;
use super::{App, Effect};
use crate::chunk::ChunkId;
use crate::context::{OpenStep, Staleness};
use crate::corpus::SourcePath;
use crate::protocol::{CheckedHit, Request, Ticket, Tickets};
use crate::search::Hit;
use std::collections::HashMap;

/// Documents kept, so that moving between hits of a few files reads nothing.
const MAX_DOCUMENTS: usize = 16;

/// State of a requested document.
#[derive(Clone, Debug)]
pub(crate) enum DocumentState {
    /// Requested.
    Requested,
    /// Read.
    Read(Page),
    /// The error; a sentence for people.
    Failed(String),
}

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
        entries.find(|(kept, _)| kept == path).map(|(_, it)| it)
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

/// The hits of the last answer, compared with the working tree.
#[derive(Debug, Default)]
pub(super) struct HitStaleness {
    pub(super) tickets: Tickets,
    pub(super) checked: HashMap<ChunkId, CheckedHit>,
}

impl App {
    /// Forgets the state of the hits, because the hits change.
    pub(super) fn forget_staleness(&mut self) {
        self.staleness.tickets.revoke();
        self.staleness.checked.clear();
    }

    /// Requests a comparison of the hits with the working tree.
    pub(super) fn check_hits(&mut self) {
        match self.results.answer() {
            Some(answer) if !answer.hits.is_empty() => {
                let ticket = self.staleness.tickets.supersede();
                let request = Request::Check(answer.clone());
                self.effects.push(Effect::Send(ticket, request));
            }
            _ => self.forget_staleness(),
        }
    }

    /// A hit as it is in the working tree, once it was read.
    pub(super) fn checked_hit(&self, hit: &Hit) -> Option<&CheckedHit> {
        self.staleness.checked.get(&hit.record.id)
    }

    /// Staleness of a hit. None if it is known to be as indexed, or not checked yet.
    pub(crate) fn staleness(&self, hit: &Hit) -> Option<Staleness> {
        self.checked_hit(hit)?.staleness
    }

    /// The best matching line of a hit, once it was read.
    pub(crate) fn line_of_hit(&self, hit: &Hit) -> Option<&str> {
        let checked = self.checked_hit(hit)?;
        (!checked.line.is_empty()).then_some(&checked.line)
    }

    /// 1-based line of a hit's match, else of its name; as indexed until it was read.
    pub(crate) fn line_number_of(&self, hit: &Hit) -> u32 {
        match self.checked_hit(hit) {
            Some(checked) => checked.line_number,
            None => hit.explanation.located_at.unwrap_or(hit.record.name_at).0,
        }
    }

    /// Number of lines of the hits that match a regular expression, once they were read.
    pub(crate) fn matching_lines(&self) -> usize {
        self.staleness.checked.values().map(|it| it.matches).sum()
    }

    /// Number of hits that changed since they were indexed; moved hits are found and do not count.
    pub(crate) fn stale_hits(&self) -> usize {
        let hits = self.results.hits().iter();
        let stale = hits.filter_map(|hit| self.staleness(hit));
        let changed = stale.filter(|it| !matches!(it, Staleness::Moved));
        changed.count()
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
