//! Requests to the workers and their replies.
//!
//! Principal types: [`Request`], [`Reply`] and [`Ticket`], which is sent with a request and
//! returned with each of its replies. Invariant: a reply is stale by one rule,
//! [`Tickets::is_stale`], which workers do not know. Every `Err` contains a sentence for people.

use crate::chunk::{ChunkId, Symbol, file_id};
use crate::context::{DeclarationKey, OpenDocument, Relation, RelationKind, Relations, Staleness};
use crate::corpus::{ChangedFiles, FileDiff, Skipped, SourcePath};
use crate::export::{ExportFormat, Exported};
use crate::index::Sizes;
use crate::search::{Answer, DocumentOutline, Hit, Offer, Passing, Query, TypedFilter};
use crate::session::{Mark, Session};
use crate::syntax::Span;
use std::sync::Arc;

/// Stage of an index update.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stage {
    /// Scanning for changed files.
    #[default]
    Walking,
    /// Reading, chunking and keyword indexing.
    Reading,
    /// Embedding leaves; keyword search is complete.
    Embedding,
    /// Merging segments; everything is searchable.
    Maintenance,
    /// Requesting summaries from a server.
    Summarizing,
}

/// Method by which file changes are detected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum WatchMethod {
    /// Not yet.
    #[default]
    Off,
    /// Notifications of the system.
    Live,
    /// Polling, with the reason as a sentence for people.
    Polling(String),
}

/// A request. A newer one of the same kind replaces the pending one, except for exports.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// Search for the results pane.
    Search(Search),
    /// Number of chunks that match each filter of a query, and completions of the filter being
    /// typed.
    Count(Query, Option<TypedFilter>),
    /// A document for the code pane, highlighted, starting at a 1-based line.
    Open(SourcePath, u32),
    /// Data for browsing; each part is replied to separately.
    List(BrowseRequest),
    /// Chunks related to a chunk, for the results pane.
    Relate(RelationRequest),
    /// A list made of several steps between declarations, for the results pane.
    Walk(WalkRequest),
    /// The calls one step below a row of a call tree.
    Step(StepRequest),
    /// Callers and callees of a declaration, each replied to separately.
    Calls(NamedTarget),
    /// Narrow a list to the rows that pass the filters of a query.
    Narrow(NarrowRequest),
    /// Check whether the hits of this answer are up to date.
    Check(Arc<Answer>),
    /// Changes since git's HEAD, or since a base.
    Review(ReviewRequest),
    /// State of the index; with `reads`, also the reasons why files are skipped.
    Inspect {
        /// Read files to find out why they are skipped.
        reads: bool,
    },
    /// The map of the repository.
    Map,
    /// Export of marked locations.
    Export(ExportRequest),
}

/// A reply.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Search results.
    Answered(Result<Arc<Answer>, String>),
    /// Completions of the filter being typed, and the number of leaves that match each filter, then
    /// each phrase, in query order.
    Counted(Option<Vec<Offer>>, Vec<usize>),
    /// A document; a long one arrives several times, each time with more text.
    Opened(SourcePath, Result<Arc<OpenDocument>, String>),
    /// One part of the data for browsing.
    Listed(BrowseReply),
    /// Related chunks.
    Related(Result<RelatedHits, String>),
    /// Number of declarations whose uses a walk has looked up so far.
    Followed(usize),
    /// Signatures and docs of related declarations, in the order of the relations.
    Documented(Result<Vec<Documentation>, String>),
    /// The calls below a row of a call tree.
    Stepped(Result<CallSteps, String>),
    /// Callees of a declaration, or else callers, each with the line of its document that calls or is called.
    Called(bool, Result<Vec<(u32, CallStep)>, String>),
    /// Chunks and files that pass the filters of a list.
    Narrowed(NarrowedList, Result<Passing, String>),
    /// Some of the hits, compared with the working tree; others follow.
    Checked(Vec<CheckedHit>),
    /// State of the index.
    Inspected(Result<Arc<Inspection>, String>),
    /// The map of the repository.
    Mapped(Result<RepositoryMap, String>),
    /// Changed files, or the old text of one.
    Reviewed(ReviewReply),
    /// Outcome of an export.
    Exported(Result<Exported, String>),
}

/// State of an index at a point in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspection {
    /// Bytes on disk.
    pub sizes: Sizes,
    /// True if a process has the writer's lock; none if unknown.
    pub is_being_written: Option<bool>,
    /// Contents of the newest snapshot; none before the first.
    pub contents: Option<Contents>,
    /// Every skipped file, by path.
    pub skipped: Vec<Skipped>,
}

/// Contents of a snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Indexed files.
    pub files: usize,
    /// Parents, which are not embedded.
    pub parents: usize,
    /// True if searches have a graph.
    pub has_graph: bool,
    /// Model of the vectors.
    pub model: String,
}

/// A summary of the repository, and locations to begin reading at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RepositoryMap {
    /// Its summary; empty without one.
    pub summary: String,
    /// Entry points, types and directories; none is empty.
    pub parts: Vec<MapPart>,
    /// True if it took so long that it is made again only on request.
    pub is_slow: bool,
}

/// A part of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapPart {
    /// Title for people.
    pub title: String,
    /// Its rows; each opens a location.
    pub rows: Vec<MapRow>,
}

/// A row of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapRow {
    /// A line of code, a type or a directory.
    pub name: String,
    /// Its location, or what it uses.
    pub note: String,
    /// The file or directory.
    pub path: SourcePath,
    /// 1-based line; none for a directory.
    pub line: Option<u32>,
}

/// A message of the session recorder.
#[derive(Clone, Debug)]
pub enum RecorderReply {
    /// The saved session, once at the start.
    Loaded(Box<Session>),
    /// The saved session was damaged, or a change cannot be saved.
    Failed(String),
}

/// The list that is narrowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NarrowedList {
    /// The rows of the results pane.
    Results,
    /// The list in the popup.
    Popup,
}

/// A list and the query that narrows it.
#[derive(Clone, PartialEq, Debug)]
pub struct NarrowRequest {
    /// The list.
    pub list: NarrowedList,
    /// The query, of which the filters count.
    pub query: Query,
    /// The chunks of the list.
    pub chunks: Vec<ChunkId>,
}

/// A search.
#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    /// The query. In a search for similar code only its filters count.
    pub query: Query,
    /// The chunk, file or directory to compare with.
    pub like: Option<ChunkId>,
    /// Maximum number of results.
    pub limit: usize,
}

/// The chunk, file or directory of a query for similar code or related chunks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryTarget {
    /// Document that contains the chunk.
    pub path: SourcePath,
    /// Chunk id.
    pub id: ChunkId,
    /// Content hash that finds the chunk if its id changed; 0 if unknown.
    pub hash: u64,
    /// Its qualified name: `IndexMerger › write`.
    pub name: String,
}

impl QueryTarget {
    /// Returns true for a file. Its references are the files that import it.
    pub fn is_file(&self) -> bool {
        self.id == file_id(&self.path)
    }
}

/// A chunk and a kind of relation.
#[derive(Clone, PartialEq, Debug)]
pub struct RelationRequest {
    /// The chunk.
    pub target: QueryTarget,
    /// Kind of relation.
    pub kind: RelationKind,
    /// Maximum number of relations.
    pub limit: usize,
    /// True to request the docs of the related declarations instead of a list.
    pub with_docs: bool,
}

/// A target, and the name that is meant if it defines several.
pub type NamedTarget = (QueryTarget, Option<Symbol>);

/// A list made of several steps between declarations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Walk {
    /// The path from this declaration.
    PathFrom(NamedTarget),
    /// The tests that reach the target.
    Tests,
    /// Everything that a change of the target reaches.
    Impact,
}

/// A list made of several steps, and its target.
#[derive(Clone, PartialEq, Debug)]
pub struct WalkRequest {
    /// The list.
    pub walk: Walk,
    /// The declaration at its end.
    pub target: NamedTarget,
}

/// A row of a call tree.
#[derive(Clone, PartialEq, Debug)]
pub struct StepRequest {
    /// Identity of the row, which returns with the reply.
    pub row: ChunkId,
    /// The row's chunk, with the declaration whose calls are requested.
    pub target: QueryTarget,
    /// 1-based line of the row in it.
    pub line: u32,
    /// True for what the declaration calls, false for what calls it.
    pub is_forward: bool,
    /// The target of the list.
    pub root: NamedTarget,
    /// The declarations of the rows above.
    pub above: Vec<DeclarationKey>,
}

/// The calls below a row of a call tree.
#[derive(Clone, Debug)]
pub struct CallSteps {
    /// Identity of the row.
    pub row: ChunkId,
    /// The declaration of the row.
    pub of: DeclarationKey,
    /// The most certain first.
    pub steps: Vec<CallStep>,
    /// Number of leaves with the name in files that were not read.
    pub unread: usize,
}

/// A call: a row of a call tree.
#[derive(Clone, Debug)]
pub struct CallStep {
    /// The leaf with the call, or the declaration that is called.
    pub hit: Hit,
    /// The relation; its names are those of the declaration.
    pub relation: Relation,
    /// The line of the call without indentation.
    pub line: String,
    /// True if the declaration is above itself: its calls are above, too.
    pub is_cycle: bool,
}

/// Chunks related to a chunk.
#[derive(Clone, Debug, Default)]
pub struct RelatedHits {
    /// The relations.
    pub relations: Relations,
    /// Indexed chunks at the other end of each relation, in the same order.
    pub hits: Vec<Hit>,
    /// True for definitions that the whole chunk uses, because the requested line uses none.
    pub is_wider: bool,
    /// True if the hits are the steps of a path, in order.
    pub is_ordered: bool,
    /// True if these are those found so far; a reply with more follows.
    pub is_partial: bool,
}

/// Signature and docs of a declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Documentation {
    /// Its qualified name.
    pub name: String,
    /// Its document.
    pub path: SourcePath,
    /// 1-based line of its name.
    pub line: u32,
    /// Its signature as written, or else the line of its name.
    pub signature: String,
    /// Its docs without comment marks; empty if there are none.
    pub docs: String,
}

/// A request for changed files, or for the old text of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewRequest {
    /// The base that a query names; none for git's HEAD.
    pub base: Option<String>,
    /// The file whose old text is requested; none for the list of files.
    pub path: Option<SourcePath>,
}

/// Changed files, or the old text of one.
#[derive(Clone, Debug)]
pub enum ReviewReply {
    /// The files by path: first without numbers of lines, then with them.
    Files(Result<Arc<[ChangedFile]>, String>),
    /// The old text of a file and its differences; none if it is unchanged.
    File(SourcePath, Result<Option<Arc<OldFile>>, String>),
}

/// The old text of a changed file.
#[derive(Debug)]
pub struct OldFile {
    /// The text, and its differences.
    pub diff: FileDiff,
    /// Highlights over its bytes, sorted and without overlap.
    pub spans: Vec<Span>,
}

/// A file that differs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChangedFile {
    /// Its path.
    pub path: SourcePath,
    /// Its difference.
    pub state: FileState,
    /// Numbers of added and removed lines; none while they are not known.
    pub lines: Option<(usize, usize)>,
}

/// Difference of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileState {
    /// Only the working tree has it.
    New,
    /// Content, mode or type differ.
    Modified,
    /// The working tree no longer has it.
    Deleted,
}

/// A hit in the working tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedHit {
    /// Chunk id of the hit.
    pub id: ChunkId,
    /// The located line and column of the hit, because several frames of a trace may be in one chunk.
    pub located_at: Option<(u32, u32)>,
    /// None if it is as indexed.
    pub staleness: Option<Staleness>,
    /// Content hash of its current text; of the indexed text if it is gone.
    pub hash: u64,
    /// 1-based line of the match, else of the name; as indexed if it is gone.
    pub line_number: u32,
    /// That line without indentation; empty if it is gone.
    pub line: String,
    /// The match: the number of lines above it in the chunk, and its 1-based column. None if it is gone.
    pub at: Option<(u32, u32)>,
}

/// An export.
#[derive(Clone, PartialEq, Debug)]
pub struct ExportRequest {
    /// The locations, in order.
    pub marks: Vec<Mark>,
    /// Format of the text.
    pub format: ExportFormat,
    /// Query that the locations answer.
    pub query: String,
    /// Name of the new file, relative to the working directory. None returns the text itself.
    pub file: Option<String>,
}

/// Source of the file list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileSource {
    /// The newest snapshot, or a directory walk if there is none.
    Indexed,
    /// A directory walk, because the index is incomplete.
    Walked,
}

/// A file or directory of the repository.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TreeEntry {
    /// Path relative to the root.
    pub path: SourcePath,
    /// True for a directory.
    pub is_directory: bool,
}

/// Data for browsing that was requested and has not arrived.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BrowseRequest {
    /// All files of the repository.
    pub files: Option<FileSource>,
    /// Summaries of these files and directories.
    pub about: Vec<TreeEntry>,
    /// Declarations of these files.
    pub outlines: Vec<SourcePath>,
    /// Numbers of lines of these files.
    pub lines: Vec<SourcePath>,
    /// Files that differ from git's HEAD.
    pub changed: bool,
}

impl BrowseRequest {
    /// Returns true if `self` is a subset of the other.
    pub fn is_within(&self, other: &Self) -> bool {
        (self.files.is_none() || self.files == other.files)
            && (!self.changed || other.changed)
            && self.lines.iter().all(|path| other.lines.contains(path))
            && self.about.iter().all(|entry| other.about.contains(entry))
            && self
                .outlines
                .iter()
                .all(|path| other.outlines.contains(path))
    }
}

/// One part of the data for browsing.
#[derive(Clone, Debug)]
pub enum BrowseReply {
    /// All files, sorted by path.
    Files(Result<Arc<[SourcePath]>, String>),
    /// Summary of a file or directory.
    About(TreeEntry, EntrySummary),
    /// Declarations of a file.
    Outline(SourcePath, Option<Arc<DocumentOutline>>),
    /// Number of lines of a file; 0 if it cannot be read.
    Lines(SourcePath, u32),
    /// Files that differ from git's HEAD.
    Changed(ChangedFiles),
}

/// Summary of a file or directory; empty if there is none.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EntrySummary {
    /// One line.
    pub lead: String,
    /// A few sentences.
    pub summary: String,
}

/// Identifies a request; its replies carry it too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Ticket(u64);

/// Tickets of one requester. A request is pending until its ticket is revoked.
#[derive(Debug, Default)]
pub struct Tickets {
    /// The last ticket issued.
    last: Ticket,
    /// The last ticket revoked; all tickets before it are revoked too.
    revoked: Ticket,
}

impl Tickets {
    /// Issues a ticket for an additional request. Pending requests stay pending.
    pub fn issue(&mut self) -> Ticket {
        self.last = Ticket(self.last.0.saturating_add(1));
        self.last
    }

    /// Issues a ticket for a request that replaces all pending ones.
    pub fn supersede(&mut self) -> Ticket {
        self.revoke();
        self.issue()
    }

    /// Revokes all pending requests: they were answered, cancelled, or may describe an outdated
    /// state.
    pub fn revoke(&mut self) {
        self.revoked = self.last;
    }

    /// Returns true if the reply with this ticket must be dropped.
    pub fn is_stale(&self, ticket: Ticket) -> bool {
        ticket <= self.revoked
    }

    /// Returns true for the ticket issued last.
    pub fn is_last(&self, ticket: Ticket) -> bool {
        ticket == self.last
    }

    /// Returns true if a reply is pending.
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
        /// Model of the pending tickets.
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
