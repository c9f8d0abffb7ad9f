//! Requests to the workers, and their replies.
//!
//! Principal types: [`Request`], [`Reply`] and [`Ticket`], which goes out with the one and comes back
//! with each of the other. Invariant: whether a reply is stale is one rule, [`Tickets::is_stale`], and
//! who replies does not know it. In every `Err` there is a sentence for people.

use crate::chunk::ChunkId;
use crate::context::{Connection, OpenDocument, Relations, Staleness};
use crate::corpus::SourcePath;
use crate::export::{Exported, Format, Mark};
use crate::index::Inspection;
use crate::search::{Answer, Examples, Hit, Offer, Outline, Query, Typing};
use crate::session::Session;
use std::sync::Arc;

/// A stage of an update of the index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stage {
    /// Looking for files and what changed.
    #[default]
    Walking,
    /// Reading, cutting and indexing keywords.
    Reading,
    /// Embedding leaves; keywords are complete.
    Embedding,
    /// Merging; everything is searchable.
    Tidying,
    /// A server writes summaries.
    Summarizing,
}

/// What the workers are asked. A newer request of one kind replaces the one before it, but for exports.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Hits for the results pane.
    Search(Search),
    /// What the filters of this query let through, and what the one that is typed may become.
    Count(Query, Option<Typing>),
    /// A document for the code pane, read, cut and highlighted, from this 1-based line on.
    Open(SourcePath, u32),
    /// What there is to look around in: each thing that is wanted is answered by itself.
    List(BrowseRequest),
    /// The chunks that one is connected with, for the results pane.
    Relate(Relate),
    /// Whether the hits of this answer are what was indexed.
    Check(Arc<Answer>),
    /// A look at the index; one that `reads` files tells why they are left out.
    Inspect {
        /// Whether files are read.
        reads: bool,
    },
    /// A text of marked places.
    Export(Export),
}

/// What the workers reply.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The hits.
    Answered(Result<Arc<Answer>, String>),
    /// Values for the filter that is typed; and how many leaves each filter lets through, in their
    /// order, then each phrase.
    Counted(Option<Vec<Offer>>, Vec<usize>),
    /// A document as it is now; a long one comes several times, each time with more of it.
    Opened(SourcePath, Result<Arc<OpenDocument>, String>),
    /// One of the things that were wanted.
    Listed(BrowseAnswer),
    /// The chunks at the other end.
    Related(Result<Related, String>),
    /// The hits that are not what was indexed.
    Checked(Vec<(ChunkId, Staleness)>),
    /// What was seen.
    Inspected(Result<Arc<Inspection>, String>),
    /// What came of an export.
    Exported(Result<Exported, String>),
}

/// What the recorder says.
#[derive(Clone, Debug)]
pub enum Recorded {
    /// What was remembered, once at the start.
    Remembered(Box<Session>),
    /// It was damaged.
    Trouble(String),
    /// Whether what is noted from now on is kept, each time that changes.
    Kept(Result<(), String>),
}

/// A search.
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// Of one for what is like a chunk, only the filters count.
    pub query: Query,
    /// The chunk, file or directory that is to be compared with.
    pub like: Option<ChunkId>,
    /// At most this many hits.
    pub limit: usize,
}

/// A chunk, and one way in which it is connected with others.
#[derive(Clone, PartialEq, Debug)]
pub struct Relate {
    /// The chunk's document.
    pub path: SourcePath,
    /// The chunk.
    pub id: ChunkId,
    /// Its content hash, in case it has another id now; 0 where it is not known.
    pub hash: u64,
    /// The way.
    pub connection: Connection,
    /// Maximum number of relations.
    pub limit: usize,
}

/// The chunks that one is connected with.
#[derive(Clone, Debug)]
pub struct Related {
    /// Their relations to it.
    pub relations: Relations,
    /// The chunks at the other end as far as the index has them, in the same order.
    pub hits: Vec<Hit>,
}

/// An export.
#[derive(Clone, PartialEq, Debug)]
pub struct Export {
    /// The places, in this order.
    pub marks: Vec<Mark>,
    /// How the text is made.
    pub format: Format,
    /// What they answer, in words.
    pub asked: String,
    /// A new file of this name, seen from the working directory; none where the text itself is wanted.
    pub file: Option<String>,
}

/// Where the list of files comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileSource {
    /// From the newest snapshot; where there is none, from a walk.
    Indexed,
    /// From a walk: the index is not complete.
    Walked,
}

/// A file or a directory of the repository.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TreeEntry {
    /// Which.
    pub path: SourcePath,
    /// Whether it is a directory.
    pub is_directory: bool,
}

/// All that is wanted and not answered yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BrowseRequest {
    /// The files of the repository.
    pub files: Option<FileSource>,
    /// What these are about.
    pub about: Vec<TreeEntry>,
    /// What these files declare.
    pub outlines: Vec<SourcePath>,
    /// Names in the repository, for those who do not know what to type.
    pub examples: bool,
}

impl BrowseRequest {
    /// Whether all of it is wanted there too.
    pub fn is_within(&self, other: &Self) -> bool {
        (self.files.is_none() || self.files == other.files)
            && (!self.examples || other.examples)
            && self.about.iter().all(|entry| other.about.contains(entry))
            && self
                .outlines
                .iter()
                .all(|path| other.outlines.contains(path))
    }
}

/// One of the answers to a request.
#[derive(Clone, Debug)]
pub enum BrowseAnswer {
    /// Every file, sorted by path; or a sentence for people.
    Files(Result<Arc<[SourcePath]>, String>),
    /// What a file or a directory is about.
    About(TreeEntry, About),
    /// What a file declares; or a sentence for people.
    Outline(SourcePath, Result<Arc<Outline>, String>),
    /// Names in the repository.
    Examples(Examples),
}

/// What a file or a directory is about, as the index has it; empty where nothing is known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// In one line.
    pub lead: String,
    /// In a few sentences.
    pub summary: String,
}

/// Goes out with a question, and comes back with its answers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Ticket(u64);

/// The tickets of one who asks: a question of theirs is open until its ticket is revoked.
#[derive(Debug, Default)]
pub struct Tickets {
    /// The last that was issued.
    last: Ticket,
    /// The last of those that do not count any more; neither does any before it.
    revoked: Ticket,
}

impl Tickets {
    /// A ticket for one more question. Those that are open stay open.
    pub fn issue(&mut self) -> Ticket {
        self.last = Ticket(self.last.0.saturating_add(1));
        self.last
    }

    /// A ticket for a question that takes the place of all before it.
    pub fn supersede(&mut self) -> Ticket {
        self.revoke();
        self.issue()
    }

    /// No question that was asked so far is open any more: it was answered, or is not asked any
    /// more, or its answer may be of what has changed since.
    pub fn revoke(&mut self) {
        self.revoked = self.last;
    }

    /// The question of this ticket and those before it were answered.
    pub fn close(&mut self, ticket: Ticket) {
        self.revoked = self.revoked.max(ticket);
    }

    /// Whether the answer that brings this ticket is to be dropped.
    pub fn is_stale(&self, ticket: Ticket) -> bool {
        ticket <= self.revoked
    }

    /// Whether an answer is awaited.
    pub fn are_open(&self) -> bool {
        self.revoked < self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Clone, Copy, Debug)]
    enum Step {
        Issue,
        Supersede,
        Revoke,
    }

    proptest! {
        /// What is open, against a list of the tickets that are.
        #[test]
        fn a_ticket_is_stale_once_it_is_revoked_and_stays_so(
            steps in prop::collection::vec(
                prop::sample::select(vec![Step::Issue, Step::Supersede, Step::Revoke]),
                0..20,
            ),
        ) {
            let mut tickets = Tickets::default();
            let (mut all, mut open) = (Vec::new(), Vec::new());
            for step in steps {
                let issued = match step {
                    Step::Issue => Some(tickets.issue()),
                    Step::Supersede => {
                        open.clear();
                        Some(tickets.supersede())
                    }
                    Step::Revoke => {
                        open.clear();
                        tickets.revoke();
                        None
                    }
                };
                open.extend(issued);
                if let Some(ticket) = issued {
                    prop_assert!(!all.contains(&ticket), "each is another");
                    all.push(ticket);
                }
                prop_assert_eq!(tickets.are_open(), !open.is_empty());
                for ticket in &all {
                    prop_assert_eq!(tickets.is_stale(*ticket), !open.contains(ticket));
                }
            }
        }
    }
}
