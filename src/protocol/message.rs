//! Requests and replies, and the data of those that are about searches, lists and exports.
//!
//! Principal types: [`Request`] and [`Reply`]. Every `Err` contains a sentence for people.

use super::browse::{BrowseReply, BrowseRequest, RepositoryMap};
use super::index_state::Inspection;
use super::relation::{
    CallStep, CallSteps, Documentation, NamedTarget, RelatedHits, RelationRequest, StepRequest,
    WalkRequest,
};
use super::review::{ReviewReply, ReviewRequest};
use crate::chunk::ChunkId;
use crate::context::{Direction, OpenDocument, Staleness};
use crate::corpus::SourcePath;
use crate::export::{ExportTarget, Exported};
use crate::search::{Answer, Offer, Passing, Query, TypedFilter};
use crate::session::{Mark, Session};
use std::sync::Arc;

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
    /// Callees or callers of a declaration, each with the line of its document that calls or is called.
    Called(Direction, Result<Vec<(u32, CallStep)>, String>),
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
    /// An exact search whose matching lines are exported instead, all of them.
    pub lines_of: Option<Box<Query>>,
    /// Purpose of the export.
    pub target: ExportTarget,
}
